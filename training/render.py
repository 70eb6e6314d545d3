"""Render a training set.

``python -m training.render --shared ../shared --out DIR --scenes 1000 --seed 1``

Writes ``images/*.jpg``, ``truth/*.json`` with everything known about each scene, and
``settings.json``. The same seed gives the same scenes for any number of workers. A run that was
stopped continues when it is started again.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
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
from training.faces.blanks import dark_body, random_body
from training.faces.corner.designs import corner_design, dark_design
from training.faces.designs import Design, random_design
from training.scenes.hard import HARD, hard_scene
from training.scenes.rendered_hands import SIZE, fitting_seed, hand_photo
from training.scenes.scenes import Scene, Seen, random_scene
from training.tables.hands import RULES, HandScene, hand_scene
from training.tables.placing import LENGTH
from training.tables.ways import WAYS, way_scene

#: Raise it when the same seed gives other scenes than before.
VERSION: Final = 14
#: Tiles of which less is seen, or that are narrower in pixels, get no label. Networks need neither
#: find nor read them.
LEAST_VISIBLE: Final = 0.55
LEAST_WIDTH: Final = 8.0
#: Scenes in a row that share one tile set. Drawing a set takes about as long as drawing a scene.
SCENES_PER_DESIGN: Final = 2
#: Quality of the JPEG files.
_QUALITY: Final = 92
#: Share of the sets of ``dark_design`` among the modern sets.
_DARK_OF_MODERN: Final = 0.3
#: Degrees from straight above: the least for standing tiles, the most for all. See ``hand_photo``.
_TILTS: Final = (30.0, 58.0)


@dataclass(frozen=True, slots=True)
class Run:
    """The settings of a training set."""

    shared: Path  # the shared data folder
    out: Path  # where the files go
    scenes: int  # how many
    seed: int = 1  # decides the scenes
    size: tuple[int, int] = (640, 640)  # width and height of the pictures in pixels
    hold_out: frozenset[str] = frozenset()  # families of artwork that are not used
    draws_hands: bool = False  # whether hands laid by rule are drawn
    hard: str = ""  # a kind of hard scenes, ``all`` for all kinds, or nothing
    dark: float = 0.0  # share of dark tile sets among those that are not modern
    # share of modern sets: sets with numerals in their corners, and dark sets of ``dark_design``
    modern: float = 0.0

    def settings(self) -> dict[str, Any]:
        """Everything that decides the look of the scenes."""
        settings: dict[str, Any] = {
            "version": VERSION,
            "seed": self.seed,
            "hands": self.draws_hands,
            "hard": self.hard,
            "dark": self.dark,
        }
        # Folders without modern sets have no such key.
        if self.modern:
            settings["modern"] = self.modern
        settings["size"] = list(self.size)
        settings["hold_out"] = sorted(self.hold_out)
        return settings


def scene(run: Run, number: int) -> tuple[Scene, Design]:
    """Render a scene of a run.

    Args:
        run: the run.
        number: of the scene, from 0.

    Returns:
        The scene and its tile set.
    """
    design = _design(run, number // SCENES_PER_DESIGN)
    rng = np.random.default_rng([run.seed, 1, number])
    if run.draws_hands:
        hand = _random_hand(rng)
        return hand_photo(hand, design, rng, run.size, _TILTS), design
    if run.hard:
        if run.hard == "all":
            return hard_scene(rng, design, run.size), design
        render_kind, _share = HARD[run.hard]
        return render_kind(rng, design, run.size), design
    return random_scene(rng, run.size, design), design


def _random_hand(rng: np.random.Generator) -> HandScene:
    """Draw a hand: half in one of the ways of clubs, half as the players of a rule set lay it."""
    seed = int(rng.integers(2**31))
    number = int(rng.integers(2 * len(WAYS)))
    is_in_way = number < len(WAYS)
    if is_in_way:
        return way_scene(seed, WAYS[number])
    rules = RULES[number % len(RULES)]
    return hand_scene(seed, rules)


# A single set is enough: scenes come in order, and a set takes megabytes.
@lru_cache(maxsize=1)
def _design(run: Run, number: int) -> Design:
    """The tile set of a run with this number, from 0."""
    seed = fitting_seed(run.seed, 0, number) if run.draws_hands else (run.seed, 0, number)
    rng = np.random.default_rng(seed)
    # Nothing is drawn for a share of 0, so that a seed gives the same sets as without this option.
    if run.modern > 0 and rng.random() < run.modern:
        draw = dark_design if rng.random() < _DARK_OF_MODERN else corner_design
        # Hands are laid with tiles of usual proportions.
        aspect = LENGTH if run.draws_hands else None
        return draw(rng, Art(run.shared), run.hold_out, aspect=aspect)
    is_dark = run.dark > 0 and rng.random() < run.dark
    body = dark_body(rng) if is_dark else random_body(rng)
    # The seed gives a body of usual proportions only if the body is drawn first.
    if run.draws_hands and not body.has_usual_proportions:
        body = replace(body, aspect=LENGTH)
    return random_design(rng, Art(run.shared), run.hold_out, body=body)


def is_labelled(tile: Seen) -> bool:
    """Whether enough of the tile is seen to learn from it."""
    return tile.visible >= LEAST_VISIBLE and tile.width >= LEAST_WIDTH


def truth(scene: Scene, design: Design) -> dict[str, Any]:
    """Everything known about a scene, ready for JSON. Boxes are in pixels, shares from 0 to 1."""
    tiles = []
    for tile in scene.tiles:
        truth_of_tile = {
            "tile": tile.tile,
            "box": np.round(tile.box.astype(float), 2).tolist(),
            "visible": round(tile.visible, 3),
            "facing": round(tile.facing, 3),
            "pose": tile.pose,
            "labelled": is_labelled(tile),
        }
        tiles.append(truth_of_tile)
    return {"recipe": dict(design.recipe), "tiles": tiles}


def _render(run: Run, numbers: Sequence[int]) -> int:
    """Render some scenes and write their files. Returns how many."""
    cv2.setNumThreads(1)
    for number in numbers:
        rendered, design = scene(run, number)
        quality = [cv2.IMWRITE_JPEG_QUALITY, _QUALITY]
        _is_encoded, packed = cv2.imencode(".jpg", rendered.image[..., ::-1], quality)
        (run.out / "images" / f"{number:06d}.jpg").write_bytes(packed.tobytes())
        # The truth comes last: a scene with its truth is finished.
        with whole_file(_truth_path(run, number)) as file:
            file.write(json.dumps(truth(rendered, design)).encode())
    return len(numbers)


def _truth_path(run: Run, number: int) -> Path:
    return run.out / "truth" / f"{number:06d}.json"


def render_set(run: Run, *, workers: int = 1) -> int:
    """Render a training set into ``run.out``.

    Args:
        run: the settings.
        workers: how many processes.

    Returns:
        How many scenes were rendered now. Those of an earlier run are not counted.

    Raises:
        InputError: there is no artwork, a held-out family does not exist, or the folder holds
            another run's scenes.
    """
    art = Art(run.shared)
    art.check(run.hold_out)
    sources = art.sources
    for folder in ("images", "truth"):
        (run.out / folder).mkdir(parents=True, exist_ok=True)
    _write_settings(run)
    numbers = [number for number in range(run.scenes) if not _truth_path(run, number).exists()]
    if numbers:
        # Extracted once before workers start, not by each of them.
        for source in sources:
            art.faces(source)
    # The numbers of the scenes of each tile set.
    groups = []
    for _set_number, group in groupby(numbers, lambda number: number // SCENES_PER_DESIGN):
        groups.append(list(group))

    render = partial(_render, run)
    total = 0
    if workers == 1:
        for count in tqdm(map(render, groups), total=len(groups), unit="set", disable=None):
            total += count
        return total
    # Fresh processes: OpenCV's threads do not survive a fork.
    with get_context("spawn").Pool(workers) as pool:
        results = pool.imap_unordered(render, groups)
        for count in tqdm(results, total=len(groups), unit="set", disable=None):
            total += count
    return total


def _write_settings(run: Run) -> None:
    """Write the settings into the folder of a run. Refuse a folder with other settings."""
    path = run.out / "settings.json"
    if path.exists():
        settings = json.loads(path.read_text(encoding="utf-8"))
        if settings != run.settings():
            raise InputError(f"{path} is of a run with other settings: render into another --out")
    path.write_text(json.dumps(run.settings(), indent=1) + "\n", encoding="utf-8")


def parse_families(text: str) -> frozenset[str]:
    """Names separated by commas."""
    return frozenset(name.strip() for name in text.split(",") if name.strip())


def main(arguments: Sequence[str] | None = None) -> None:
    """Run from the command line."""
    parser = new_parser(__doc__, has_shared=True)
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
        "--hard", choices=("all", *HARD), default="", help="scenes that the networks find hard"
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
    args = parser.parse_args(arguments)
    run = Run(
        shared=args.shared,
        out=args.out,
        scenes=args.scenes,
        seed=args.seed,
        size=SIZE if args.hands else (args.size, args.size),
        hold_out=args.hold_out,
        draws_hands=args.hands,
        hard=args.hard,
        dark=args.dark,
        modern=args.modern,
    )
    render_set(run, workers=args.workers)


if __name__ == "__main__":
    run_command(main)
