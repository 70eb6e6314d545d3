"""Rendered faces for the classifier: whole designs drawn at random, seen flat, and crops of rendered scenes.

``python -m training.data.flats --shared ../shared --designs 400 --hold-out FAMILY,... --out FLATS`` writes
one ``.npz`` for each design; a run that was stopped goes on where it was.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from hu.scoring.tiles import BACK, CLASSES, FACES
from hu.vision.finding.blank import ground_of
from hu.vision.photo.files import whole_file
from training.command import new_parser, run
from training.data.crops import Crop, alike, flat_crop
from training.faces.art import Art
from training.faces.designs import random_design
from training.render import parse_families

#: Height of a flat face in pixels: half as much again as the classifier sees, so that crops can be enlarged a little.
HEIGHT = 96


def write_flats(shared: Path, out: Path, designs: int, seed: int, hold_out: frozenset[str]) -> None:
    """Draw designs and store their 43 faces (the back included)."""
    out.mkdir(parents=True, exist_ok=True)
    art = Art(shared)
    for number in range(designs):
        path = out / f"{number:05d}.npz"
        if path.exists():
            continue
        design = random_design(np.random.default_rng([seed, number]), art, hold_out, HEIGHT)
        faces = {code: design.face(code, HEIGHT) for code in CLASSES}
        with whole_file(path) as file:
            np.savez(file, **faces)  # type: ignore[arg-type]


def load_flats(folder: Path) -> Iterator[Crop]:
    """Yield every stored face, laid on a ground of its own, but no back that looks like a blank face of its design."""
    for path in sorted(folder.glob("[0-9]*.npz")):
        rng = np.random.default_rng(int(path.stem.split(".")[0]))
        with np.load(path) as faces:
            usual = np.median([ground_of(faces[code]) for code in FACES], axis=0)
            for label, code in enumerate(CLASSES):
                if code == BACK and alike(ground_of(faces[code]), usual):
                    continue
                yield flat_crop(faces[code], label, f"{path.stem}:{code}", rng)


def main() -> None:
    """Run from the command line."""
    parser = new_parser(__doc__, shared=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--designs", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--hold-out",
        type=parse_families,
        default=frozenset(),
        help="art families to leave out: A,B",
    )
    args = parser.parse_args()
    write_flats(args.shared, args.out, args.designs, args.seed, args.hold_out)


if __name__ == "__main__":
    run(main)
