"""Contact sheets to look at.

``python -m hu.vision.training.measure.contact designs|art|scenes --shared ... --out SHEET.png`` draws one.

``art`` shows every face of every source as extracted, ``designs`` whole tile sets drawn at random, ``scenes`` training
scenes with the outlines of the labelled tiles (green faces, orange backs, red what is too hidden to be labelled, a dot
at the face's own top left).
"""

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from hu.scoring.errors import HuError
from hu.scoring.tiles import BACK, CLASSES, FACES
from hu.vision.training.faces.art import Art, default_cache
from hu.vision.training.faces.designs import random_design
from hu.vision.training.faces.ink import Rgba, from_rgba
from hu.vision.training.scenes.randomised import random_scene
from hu.vision.training.scenes.render import families, labelled
from hu.vision.training.scenes.scenes import Scene

Picture = NDArray[np.uint8]

_PAPER: Final = (240, 235, 225)
_MISSING: Final = (170, 120, 170)


def art_sheet(art: Art, height: int = 64) -> Picture:
    """One row a source, one column a face; missing faces are violet."""
    return _stacked([[_cell(art.face(source, code), height) for code in FACES] for source in art.sources])


def _cell(face: Rgba | None, height: int) -> Picture:
    width = round(height * 0.78)
    cell = np.full((height, width, 3), _PAPER if face is not None else _MISSING, np.uint8)
    if face is not None:
        scale = min(height / face.shape[0], width / face.shape[1])
        size = (max(1, round(face.shape[1] * scale)), max(1, round(face.shape[0] * scale)))
        ink = from_rgba(face, size)
        part = cell[: size[1], : size[0]]
        part[:] = ((ink[..., :3] * 255) + part * (1 - ink[..., 3:])).clip(0, 255).astype(np.uint8)
    cell[:, -1] = cell[-1] = 128
    return cell


def design_sheet(art: Art, count: int, seed: int, hold_out: frozenset[str], height: int = 80) -> Picture:
    """One row a tile set, one column a class."""
    rows = []
    for number in range(count):
        design = random_design(np.random.default_rng([seed, 0, number]), art, hold_out)
        width = round(height * 0.76)
        faces = (design.face(code, height) for code in CLASSES)
        rows.append([np.pad(_to(face, width, height), ((0, 2), (0, 2), (0, 0))) for face in faces])
    return _stacked(rows)


def _to(picture: Picture, width: int, height: int) -> Picture:
    return np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def scene_sheet(art: Art, count: int, seed: int, hold_out: frozenset[str], *, outlines: bool = True) -> Picture:
    """Training scenes, four a row."""
    cells = []
    for number in range(count):
        scene = random_scene(np.random.default_rng([seed, 1, number]), art, hold_out=hold_out)
        cells.append(outlined(scene) if outlines else scene.image)
    blank = np.zeros_like(cells[0])
    cells += [blank] * (-len(cells) % 4)
    return _stacked([cells[k : k + 4] for k in range(0, len(cells), 4)])


def outlined(scene: Scene) -> Picture:
    """The scene's picture with the truth drawn over it."""
    picture = scene.image.copy()
    for tile in scene.tiles:
        colour = ((255, 140, 0) if tile.tile == BACK else (0, 230, 0)) if labelled(tile) else (255, 0, 0)
        corners = tile.box.round().astype(np.int32)
        cv2.polylines(picture, [corners], isClosed=True, color=colour, thickness=1, lineType=cv2.LINE_AA)
        cv2.circle(picture, corners[0].tolist(), 2, (255, 0, 255), -1)
    return picture


def _stacked(rows: Sequence[Sequence[Picture]]) -> Picture:
    return np.vstack([np.hstack(row) for row in rows])


def main(arguments: Iterable[str] | None = None) -> int:
    """Run from the command line; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("art", "designs", "scenes"))
    parser.add_argument("--shared", type=Path, default=Path(os.environ.get("HU_SHARED", "../shared")))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hold-out", type=families, default=frozenset())
    parser.add_argument("--plain", action="store_true", help="scenes without outlines")
    parser.add_argument("--cache", type=Path, default=default_cache())
    given = parser.parse_args(None if arguments is None else list(arguments))
    art = Art(given.shared, given.cache)
    try:
        sheet = {
            "art": lambda: art_sheet(art),
            "designs": lambda: design_sheet(art, given.count, given.seed, given.hold_out),
            "scenes": lambda: scene_sheet(art, given.count, given.seed, given.hold_out, outlines=not given.plain),
        }[given.what]()
    except HuError as problem:
        print(f"contact: {problem}", file=sys.stderr)  # noqa: T201
        return problem.exit_code
    given.out.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(sheet).save(given.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
