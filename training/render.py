"""Render a training set.

``python -m training.render --shared ../shared --out DIR --scenes 1000 --seed 1``

Writes ``images/*.jpg``, ``truth/*.json`` with everything known about each scene, and ``settings.json``. The same seed
gives the same scenes for any number of workers. A run that was stopped goes on where it was when it is started again.
"""

import json
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from tqdm import tqdm

from hu.scoring.errors import InputError
from hu.vision.photo.files import whole_file
from training.command import new_parser
from training.command import run as run_command
from training.faces.art import Art
from training.faces.blanks import dark_body
from training.faces.corner.designs import corner_design, dark_design
from training.faces.designs import Design, random_design
from training.scenes.hard import HARD, hard_scene
from training.scenes.rendered_hands import SIZE, fitting_seed, hand_photo
from training.scenes.scenes import Scene, Seen, random_scene
from training.tables.hands import RULES, hand_scene
from training.tables.placing import LENGTH
from training.tables.ways import WAYS, way_scene

#: Raise it when the same seed gives other scenes than before.
VERSION: Final = 12
#: Tiles of which less is seen, or that are narrower in pixels, get no label: neither to be found nor to be read.
LEAST_VISIBLE: Final = 0.55
LEAST_WIDTH: Final = 8.0
#: Scenes in a row that share one tile set: drawing a set takes about as long as drawing a scene.
SCENES_PER_DESIGN: Final = 2
_QUALITY: Final = 92
#: Share of dark sets among the modern ones.
_DARK_OF_MODERN: Final = 0.3
#: Degrees from straight above: the least for standing tiles, the most for all; see ``hand_photo``.
_TILTS: Final = (30.0, 58.0)


@dataclass(frozen=True, slots=True)
class Run:
    """What a training set is rendered from."""

    shared: Path
    out: Path
    scenes: int
    seed: int = 1
    size: tuple[int, int] = (640, 640)
    hold_out: frozenset[str] = frozenset()
    hands: bool = False
    hard: str = ""
    dark: float = 0.0
    modern: float = 0.0

    def settings(self) -> dict[str, Any]:
        """Everything that decides what the scenes look like."""
        kind = {
            "version": VERSION,
            "seed": self.seed,
            "hands": self.hands,
            "hard": self.hard,
            "dark": self.dark,
        }
        if self.modern:
            kind["modern"] = self.modern
        return {**kind, "size": list(self.size), "hold_out": sorted(self.hold_out)}


def scene(run: Run, number: int) -> tuple[Scene, Design]:
    """Scene ``number`` of a run, and its tile set."""
    design = _design(run, number // SCENES_PER_DESIGN)
    rng = np.random.default_rng([run.seed, 1, number])
    if run.hands:
        seed, ways = int(rng.integers(2**31)), len(WAYS)
        # Half the hands as rules lay them, half as players do.
        drawn = int(rng.integers(2 * ways))
        hand = (
            way_scene(seed, WAYS[drawn])
            if drawn < ways
            else hand_scene(seed, RULES[drawn % len(RULES)])
        )
        return hand_photo(hand, design, rng, run.size, _TILTS), design
    if run.hard:
        kind = hard_scene if run.hard == "all" else HARD[run.hard][0]
        return kind(rng, design, run.size), design
    return random_scene(rng, run.size, design), design


# One set is enough: scenes come in order, and a set takes megabytes.
@lru_cache(maxsize=1)
def _design(run: Run, number: int) -> Design:
    seed = fitting_seed(run.seed, 0, number) if run.hands else (run.seed, 0, number)
    rng = np.random.default_rng(seed)
    # Nothing is drawn for a share of 0, so that older runs' seeds give the same sets.
    if run.modern and rng.random() < run.modern:
        draw = dark_design if rng.random() < _DARK_OF_MODERN else corner_design
        # Hands are laid with tiles of usual proportions.
        return draw(rng, Art(run.shared), run.hold_out, aspect=LENGTH if run.hands else None)
    # Where no set is dark nothing is drawn here, so that a seed gives the same sets.
    body = dark_body(rng) if run.dark and rng.random() < run.dark else None
    return random_design(rng, Art(run.shared), run.hold_out, body=body)


def is_labelled(tile: Seen) -> bool:
    """Whether enough of the tile is seen to learn from it."""
    return tile.visible >= LEAST_VISIBLE and tile.width >= LEAST_WIDTH


def truth(scene: Scene, design: Design) -> dict[str, Any]:
    """Everything known about a scene, ready for JSON: numbers are pixels."""
    tiles = [
        {
            "tile": tile.tile,
            "box": np.round(tile.box.astype(float), 2).tolist(),
            "visible": round(tile.visible, 3),
            "facing": round(tile.facing, 3),
            "pose": tile.pose,
            "labelled": is_labelled(tile),
        }
        for tile in scene.tiles
    ]
    return {"recipe": dict(design.recipe), "tiles": tiles}


def _render(run: Run, numbers: Sequence[int]) -> int:
    """Render some scenes and write their files; returns how many."""
    cv2.setNumThreads(1)
    for number in numbers:
        drawn, design = scene(run, number)
        packed = cv2.imencode(".jpg", drawn.image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[
            1
        ]
        (run.out / "images" / f"{number:06d}.jpg").write_bytes(packed.tobytes())
        # The truth comes last: where it is, the scene is finished.
        with whole_file(run.out / "truth" / f"{number:06d}.json") as file:
            file.write(json.dumps(truth(drawn, design)).encode())
    return len(numbers)


def render_set(run: Run, *, workers: int = 1) -> int:
    """Render a training set into ``run.out``.

    Returns:
        How many scenes were rendered now; those found from an earlier run are not counted.

    Raises:
        InputError: there is no artwork, a held-out family does not exist, or the folder holds another run's scenes.
    """
    art = Art(run.shared)
    art.check(run.hold_out)
    sources = art.sources
    for folder in ("images", "truth"):
        (run.out / folder).mkdir(parents=True, exist_ok=True)
    settings = run.out / "settings.json"
    if settings.exists() and json.loads(settings.read_text(encoding="utf-8")) != run.settings():
        raise InputError(f"{settings} is of a run with other settings: render into another --out")
    settings.write_text(json.dumps(run.settings(), indent=1) + "\n", encoding="utf-8")
    left = [n for n in range(run.scenes) if not (run.out / "truth" / f"{n:06d}.json").exists()]
    for source in sources if left else ():
        # Extracted once before workers start, not by each of them.
        art.faces(source)
    # Scenes of one tile set together.
    groups = [list(group) for _, group in groupby(left, lambda number: number // SCENES_PER_DESIGN)]
    # Fresh processes: OpenCV's threads do not survive a fork.
    with get_context("spawn").Pool(workers) if workers > 1 else nullcontext() as pool:
        render = partial(_render, run)
        done = pool.imap_unordered(render, groups) if pool else map(render, groups)
        return sum(tqdm(done, total=len(groups), unit="set", disable=None))


def parse_families(text: str) -> frozenset[str]:
    """Names separated by commas."""
    return frozenset(name.strip() for name in text.split(",") if name.strip())


def main(arguments: Sequence[str] | None = None) -> None:
    """Run from the command line."""
    parser = new_parser(__doc__, shared=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--scenes", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--size", type=int, default=640, help="width and height of the pictures in pixels"
    )
    parser.add_argument(
        "--hands", action="store_true", help=f"hands laid by rule, {SIZE[0]} x {SIZE[1]} pixels"
    )
    parser.add_argument(
        "--hard", choices=("all", *HARD), default="", help="scenes of what the networks find hard"
    )
    parser.add_argument("--dark", type=float, default=0.0, help="share of black tile sets, 0 to 1")
    parser.add_argument(
        "--modern",
        type=float,
        default=0.0,
        help="share of sets with numerals in the corners or dark bodies, 0 to 1",
    )
    parser.add_argument(
        "--hold-out",
        type=parse_families,
        default=frozenset(),
        help="art families to leave out: A,B",
    )
    parser.add_argument("--workers", type=int, default=1)
    given = vars(parser.parse_args(arguments))
    workers = given.pop("workers")
    given["size"] = SIZE if given["hands"] else (given["size"], given["size"])
    render_set(Run(**given), workers=workers)


if __name__ == "__main__":
    run_command(main)
