"""Rendered faces for the classifier: whole designs drawn at random, seen flat.

``python -m training.data.flats --shared ../shared --designs 400 --hold-out FAMILY,... --out FLATS``
writes an ``.npz`` for each design. A run that was stopped continues when it is started again.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

import numpy as np

from hu.scoring.tiles import BACK, CLASSES, FACES
from hu.vision.finding.ground import ground_of
from training.command import new_parser, run
from training.data.crops import NEGATIVE, Crop, Image, are_alike, flat_crop
from training.data.design_files import design_files, write_design_files
from training.faces.art import Art
from training.faces.corner.designs import corner_design, dark_design
from training.faces.designs import Design, random_design
from training.render import parse_families

#: Height of a flat face in pixels: half as much again as the classifier sees, so that crops can be
#: enlarged a little.
HEIGHT: Final = 96
#: Kinds of tile sets: those of the artwork and the program's drawings, sets with numerals in the
#: corners in free drawings, and dark sets.
KINDS: Final[Mapping[str, Callable[[np.random.Generator, Art, frozenset[str], int], Design]]] = {
    "usual": random_design,
    "corner": corner_design,
    "dark": dark_design,
}


def write_flats(
    shared: Path, out: Path, designs: int, seed: int, hold_out: frozenset[str], kind: str = "usual"
) -> None:
    """Draw designs and store their 43 faces (the back included), and their jokers if they have any.

    Args:
        shared: the shared data folder.
        out: where the files go. Files of an earlier run stay as they are.
        designs: how many designs the folder holds at the end.
        seed: decides the designs.
        hold_out: families of artwork that are not used.
        kind: a key of ``KINDS``.
    """
    art = Art(shared)
    draw_design = KINDS[kind]

    def draw_faces(rng: np.random.Generator) -> dict[str, Image]:
        design = draw_design(rng, art, hold_out, HEIGHT)
        return {code: design.face(code, HEIGHT) for code in design.pictures}

    write_design_files(out, designs, seed, draw_faces)


def load_flats(folder: Path) -> Iterator[Crop]:
    """Yield every stored face, laid on a ground of its own.

    A back that looks like a blank face of its design is left out. Jokers are negatives.
    """
    for path in design_files(folder):
        # A file's name begins with the number of its design.
        number = int(path.stem.split(".")[0])
        rng = np.random.default_rng(number)
        with np.load(path) as faces:
            # ``(3,)`` RGB levels of the plastic of most faces.
            usual_ground = np.median([ground_of(faces[code]) for code in FACES], axis=0)
            for label, code in enumerate(CLASSES):
                if code == BACK and are_alike(ground_of(faces[code]), usual_ground):
                    continue
                yield flat_crop(faces[code], label, f"{path.stem}:{code}", rng)
            for code in faces.files:
                if code not in CLASSES:
                    yield flat_crop(faces[code], NEGATIVE, f"{path.stem}:{code}", rng)


def main() -> None:
    """Run from the command line."""
    parser = new_parser(__doc__, has_shared=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--designs", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=KINDS, default="usual", help="kind of tile sets")
    parser.add_argument(
        "--hold-out",
        type=parse_families,
        default=frozenset(),
        help="art families to leave out: A,B",
    )
    args = parser.parse_args()
    write_flats(args.shared, args.out, args.designs, args.seed, args.hold_out, args.kind)


if __name__ == "__main__":
    run(main)
