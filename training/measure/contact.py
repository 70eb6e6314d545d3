"""Contact sheets to look at.

``python -m training.measure.contact designs|art|scenes --shared ... --out SHEET.png`` draws one.

``art`` shows every face of every source as extracted, missing ones violet; ``designs`` whole tile sets drawn at random;
``scenes`` training scenes (``--hard all`` for those, or one kind of them) with the outlines of the labelled tiles:
green faces, orange backs, red what is too hidden to be labelled, a dot at the face's own top left.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from hu.scoring.tiles import BACK, CLASSES, FACES
from training.command import add_shared, room_for, run
from training.data.unseen import on_ivory
from training.faces.art import Art
from training.scenes.hard import HARD
from training.scenes.render import SCENES_PER_DESIGN, Run, labelled, scene
from training.scenes.scenes import Scene

Picture = NDArray[np.uint8]

_MISSING: Final = np.full((128, 96, 3), (170, 120, 170), np.uint8)


def art_sheet(art: Art) -> Picture:
    """One row a source, one column a face."""
    rows = [[art.face(source, code) for code in FACES] for source in art.sources]
    return _sheet([[_MISSING if face is None else on_ivory(face) for face in row] for row in rows], 64)


def design_sheet(drawn: Run) -> Picture:
    """One row a tile set, one column a class."""
    designs = [scene(drawn, number * SCENES_PER_DESIGN)[1] for number in range(drawn.scenes)]
    return _sheet([[design.face(code, 80) for code in CLASSES] for design in designs], 80)


def scene_sheet(drawn: Run) -> Picture:
    """Training scenes, four a row."""
    cells = [outlined(scene(drawn, number)[0]) for number in range(drawn.scenes)]
    cells += [np.zeros_like(cells[0])] * (-len(cells) % 4)
    return _sheet([cells[k : k + 4] for k in range(0, len(cells), 4)], cells[0].shape[0])


def outlined(scene: Scene) -> Picture:
    """The scene's picture with the truth drawn over it."""
    picture = scene.image.copy()
    for tile in scene.tiles:
        colour = ((255, 140, 0) if tile.tile == BACK else (0, 230, 0)) if labelled(tile) else (255, 0, 0)
        corners = tile.box.round().astype(np.int32)
        cv2.polylines(picture, [corners], isClosed=True, color=colour, thickness=1, lineType=cv2.LINE_AA)
        cv2.circle(picture, corners[0].tolist(), 2, (255, 0, 255), -1)
    return picture


def _sheet(rows: Sequence[Sequence[Picture]], height: int) -> Picture:
    """Pictures side by side, all as large as the first at this height, with a seam between."""
    size = (round(rows[0][0].shape[1] * height / rows[0][0].shape[0]), height)
    small = [[cv2.resize(picture, size, interpolation=cv2.INTER_AREA) for picture in row] for row in rows]
    return np.vstack([np.hstack([np.pad(cell, ((0, 2), (0, 2), (0, 0))) for cell in row]) for row in small])


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("art", "designs", "scenes"))
    add_shared(parser)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hard", choices=("all", *HARD), default="")
    given = parser.parse_args()
    drawn = Run(given.shared, given.out, given.count, given.seed, hard=given.hard)
    if given.what == "art":
        sheet = art_sheet(Art(given.shared))
    else:
        sheet = design_sheet(drawn) if given.what == "designs" else scene_sheet(drawn)
    Image.fromarray(sheet).save(room_for(given.out))


if __name__ == "__main__":
    run(main)
