"""Render a training set.

``python -m training.render --shared ../shared --out DIR --scenes 1000 --seed 1``

Writes ``images/*.jpg``; ``labels/*.txt`` for the tile detector (0 face, 1 back) and ``labels43/*.txt`` with all 43
classes, both in Ultralytics' oriented-box format (class, then x and y of four corners as shares of the picture's
sides); ``scenes.jsonl`` with the whole truth, one scene a line; ``settings.json``. The same seed gives the same scenes
for any number of workers. A run that was stopped goes on where it was when started again with ``--resume``.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.scoring.errors import InputError
from hu.scoring.tiles import BACK, CLASSES
from hu.vision.photo.files import whole_file
from training.command import new_parser
from training.command import run as run_command
from training.faces.art import Art
from training.faces.blanks import dark_body
from training.faces.designs import Design, random_design
from training.scenes.hard import HARD, hard_scene
from training.scenes.rendered_hands import SIZE, fitting_seed, hand_photo
from training.scenes.scenes import Scene, Seen, random_scene
from training.tables.hands import RULES, hand_scene
from training.tables.ways import OPEN_WAYS, way_scene

#: Raise it when the same seed gives other scenes than before.
VERSION: Final = 11
#: Tiles of which less is seen, or that are narrower in pixels, get no label: neither to be found nor to be read.
LEAST_VISIBLE: Final = 0.55
LEAST_WIDTH: Final = 8.0
#: Scenes in a row that share one tile set: drawing a set takes about as long as drawing a scene.
SCENES_PER_DESIGN: Final = 2
_QUALITY: Final = 92
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

    def settings(self) -> dict[str, Any]:
        """Everything that decides what the scenes look like."""
        kind: dict[str, Any] = {"hands": True} if self.hands else {"hard": self.hard} if self.hard else {}
        if self.dark:
            kind["dark"] = self.dark
        drawn = {"version": VERSION, "seed": self.seed, "size": list(self.size), "hold_out": sorted(self.hold_out)}
        return kind | drawn


def scene(run: Run, number: int) -> tuple[Scene, Design]:
    """Scene ``number`` of a run, and its tile set."""
    design = _design(run, number // SCENES_PER_DESIGN)
    rng = np.random.default_rng([run.seed, 1, number])
    if run.hands:
        seed, ways = int(rng.integers(2**31)), len(OPEN_WAYS)
        # Half the hands as rules lay them, half as players do.
        drawn = int(rng.integers(2 * ways))
        hand = way_scene(seed, OPEN_WAYS[drawn]) if drawn < ways else hand_scene(seed, RULES[drawn % len(RULES)])
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
    # Without --dark nothing is drawn here, so that a seed gives the same sets as before.
    body = dark_body(rng) if run.dark and rng.random() < run.dark else None
    return random_design(rng, Art(run.shared), run.hold_out, body=body)


def is_labelled(tile: Seen) -> bool:
    """Whether enough of the tile is seen to learn from it."""
    return tile.visible >= LEAST_VISIBLE and tile.width >= LEAST_WIDTH


def label_lines(scene: Scene, *, kinds: bool) -> list[str]:
    """Ultralytics' oriented-box labels of a scene, with 43 classes (``kinds``) or two."""
    height, width = scene.image.shape[:2]
    lines = []
    for tile in filter(is_labelled, scene.tiles):
        corners = _inside(tile.box, width, height) / [width, height]
        number = CLASSES.index(tile.tile) if kinds else int(tile.tile == BACK)
        lines.append(f"{number} " + " ".join(f"{v:.6f}" for v in corners.clip(0, 1).ravel()))
    return lines


def _inside(box: NDArray[np.float32], width: int, height: int) -> NDArray[np.float32]:
    """The box, or where the frame cuts it the smallest turned rectangle around what is left."""
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    if ((box >= 0) & (box <= frame[2])).all():
        return box
    left = cv2.intersectConvexConvex(box, frame)[1]
    return box if left is None else cv2.boxPoints(cv2.minAreaRect(left.astype(np.float32))).astype(np.float32)


def truth(name: str, scene: Scene, design: Design) -> dict[str, Any]:
    """Everything known about a scene, ready for JSON: numbers are pixels."""
    height, width = scene.image.shape[:2]
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
    return {"image": name, "size": [width, height], "recipe": dict(design.recipe), "tiles": tiles}


def _work(job: tuple[Run, tuple[int, ...]]) -> list[dict[str, Any]]:
    """Render some scenes and write their files; returns their truth."""
    run, numbers = job
    cv2.setNumThreads(1)
    records = []
    for number in numbers:
        drawn, design = scene(run, number)
        name = f"{number:06d}"
        for folder, kinds in (("labels", False), ("labels43", True)):
            text = "".join(line + "\n" for line in label_lines(drawn, kinds=kinds))
            (run.out / folder / f"{name}.txt").write_text(text, encoding="utf-8")
        packed = cv2.imencode(".jpg", drawn.image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1]
        (run.out / "images" / f"{name}.jpg").write_bytes(packed.tobytes())
        records.append(truth(f"{name}.jpg", drawn, design))
    return records


def render_set(run: Run, *, workers: int = 1, resume: bool = False) -> int:
    """Render a training set into ``run.out``.

    Returns:
        How many scenes were rendered now; those found from an earlier run are not counted.

    Raises:
        InputError: there is no artwork, a held-out family does not exist, or the folder holds another run's scenes.
    """
    if not 0 <= run.dark <= 1:
        raise InputError(f"--dark {run.dark:g}: expected a number from 0 to 1")
    art = Art(run.shared)
    art.check(run.hold_out)
    found = art.sources
    done = set(_prepare(run, resume=resume))
    # Scenes of one tile set together.
    starts = range(0, run.scenes, SCENES_PER_DESIGN)
    groups = [tuple(n for n in range(s, min(s + SCENES_PER_DESIGN, run.scenes)) if n not in done) for s in starts]
    jobs = [(run, group) for group in groups if group]
    for source in found if jobs else ():
        # Extracted once before workers start, not by each of them.
        art.faces(source)
    count = 0
    listing = run.out / "scenes.jsonl"
    with listing.open("a", encoding="utf-8") as stream:
        for records in _results(jobs, workers):
            stream.writelines(json.dumps(record) + "\n" for record in records)
            stream.flush()
            count += len(records)
            print(f"\r{count + len(done)} of {run.scenes} scenes", end="", file=sys.stderr, flush=True)  # noqa: T201
    print(file=sys.stderr)  # noqa: T201
    lines = sorted(_records(listing), key=lambda record: str(record["image"]))
    with whole_file(listing) as file:
        file.writelines(f"{json.dumps(record)}\n".encode() for record in lines)
    return count


def _results(jobs: list[tuple[Run, tuple[int, ...]]], workers: int) -> Iterator[list[dict[str, Any]]]:
    if workers <= 1:
        yield from map(_work, jobs)
        return
    # Fresh processes: OpenCV's threads do not survive a fork.
    with get_context("spawn").Pool(workers) as pool:
        yield from pool.imap_unordered(_work, jobs)


def _prepare(run: Run, *, resume: bool) -> list[int]:
    """Make the folders; returns the numbers of the scenes that an earlier run finished."""
    listing, settings = run.out / "scenes.jsonl", run.out / "settings.json"
    if listing.exists() and not resume:
        raise InputError(f"{run.out} holds scenes already: give --resume to go on, or another --out")
    for folder in ("images", "labels", "labels43"):
        (run.out / folder).mkdir(parents=True, exist_ok=True)
    if settings.exists() and json.loads(settings.read_text(encoding="utf-8")) != run.settings():
        raise InputError(f"{settings} is of a run with other settings: render into another --out")
    settings.write_text(json.dumps(run.settings(), indent=1) + "\n", encoding="utf-8")
    return [int(Path(record["image"]).stem) for record in _records(listing)]


def _records(listing: Path) -> list[dict[str, Any]]:
    """The finished lines of a listing; a line cut off when the run was stopped is dropped for good."""
    if not listing.exists():
        return []
    text = listing.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        listing.write_text(whole, encoding="utf-8")
    return [json.loads(line) for line in whole.splitlines()]


def parse_families(text: str) -> frozenset[str]:
    """Names separated by commas."""
    return frozenset(name.strip() for name in text.split(",") if name.strip())


def main(arguments: Sequence[str] | None = None) -> None:
    """Run from the command line."""
    parser = new_parser(__doc__, shared=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--scenes", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=640, help="width and height of the pictures in pixels")
    parser.add_argument("--hands", action="store_true", help=f"hands laid by rule, {SIZE[0]} x {SIZE[1]} pixels")
    parser.add_argument("--hard", choices=("all", *HARD), default="", help="scenes of what the networks find hard")
    parser.add_argument("--dark", type=float, default=0.0, help="share of black tile sets, 0 to 1")
    parser.add_argument(
        "--hold-out", type=parse_families, default=frozenset(), help="families of art to leave out: a,b,..."
    )
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--resume", action="store_true")
    given = vars(parser.parse_args(arguments))
    workers, resume = given.pop("workers"), given.pop("resume")
    given["size"] = SIZE if given["hands"] else (given["size"], given["size"])
    render_set(Run(**given), workers=workers, resume=resume)


if __name__ == "__main__":
    run_command(main)
