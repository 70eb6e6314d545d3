"""An automatic table around its tiles: the rim with trays of sticks, the display in the middle, sticks on the cloth."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from training.faces.ink import Colour, colour
from training.scenes.camera import Points
from training.scenes.desk import thing
from training.scenes.prints import PRINTS, Printer
from training.scenes.solids import Picture, Solid, on_table

#: Trays along each side of the rim.
_TRAYS: Final = 5
#: Pixels of a drawn tile width.
_UNIT: Final = 28


def automatic_table(half: float, fonts: Sequence[Path], rng: np.random.Generator) -> list[Solid]:
    """Rim, display and sticks of a table whose middle is the origin."""
    tone = float(rng.choice([0.07, 0.14, 0.35, 0.6], p=[0.55, 0.25, 0.1, 0.1]))
    rim = colour(np.full(3, tone) + rng.normal(0, 0.02, 3) + (rng.normal(0, 0.08, 3) if tone > 0.3 else 0))
    width, height = float(rng.uniform(1.6, 3.2)), float(rng.uniform(0.25, 0.9))
    trays = rng.random() < 0.8
    solids = _middle(fonts, rng)
    # Pieces, since a block that reaches behind the camera is not drawn.
    length = 2 * (half + width) / _TRAYS
    for quarter in range(4):
        for number in range(_TRAYS):
            spot = _turn_tiles((number - (_TRAYS - 1) / 2) * length, -half - width / 2, quarter)
            face = _tray(length, width, rim, rng) if trays and rng.random() < 0.85 else None
            solids.append(on_table(spot, (length, width, height), rim, turn=quarter * np.pi / 2, face=face))
    for _ in range(int(rng.choice([0, 1, 3, 8], p=[0.3, 0.3, 0.25, 0.15]))):
        # Between the discards and the walls.
        quarter = int(rng.integers(4))
        spot = _turn_tiles(rng.uniform(-4, 4), -rng.uniform(2.0, half * 0.5), quarter)
        solids.append(thing("stick", spot, fonts, rng, turn=(quarter + 1) * np.pi / 2 + rng.normal(0, 0.25)))
    return solids


def _turn_tiles(x: float, y: float, quarter: int) -> Points:
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarter]
    return np.array([cos * x - sin * y, sin * x + cos * y])


def _tray(length: float, width: float, rim: Colour, rng: np.random.Generator) -> Picture:
    """The rim from above: a hollow with counting sticks in it."""
    picture = np.full((round(width * _UNIT), round(length * _UNIT), 3), [value * 255 for value in rim], np.uint8)
    height, wide = picture.shape[:2]
    inset = round(float(rng.uniform(0.15, 0.35)) * _UNIT)
    hollow = np.clip(np.array(rim) * 255 * rng.uniform(0.4, 1.4), 4, 200).tolist()
    cv2.rectangle(picture, (inset, inset), (wide - inset, height - inset), hollow, -1)
    pale = (rng.uniform(0.75, 0.97) * 255 + rng.normal(0, 8, 3)).clip(0, 255)
    for _ in range(int(rng.choice([0, 3, 8], p=[0.35, 0.3, 0.35]))):
        x, y = rng.uniform(inset, wide / 2), rng.uniform(inset * 1.5, height - inset * 1.5)
        start, end = (int(x), int(y)), (int(x + 3.3 * _UNIT), int(y + rng.normal(0, 0.2) * _UNIT))
        cv2.line(picture, start, end, (pale * 0.45).tolist(), 11, cv2.LINE_AA)
        cv2.line(picture, start, end, pale.tolist(), 8, cv2.LINE_AA)
        cv2.circle(picture, (int(x + 1.6 * _UNIT), int(y)), 3, (190, 20, 30), -1, cv2.LINE_AA)
    return picture


def _middle(fonts: Sequence[Path], rng: np.random.Generator) -> list[Solid]:
    """The display with lit digits, a printed card, or nothing."""
    shown = str(rng.choice(["digits", "card", "nothing"], p=[0.5, 0.2, 0.3]))
    if shown == "nothing":
        return []
    side = float(rng.uniform(3.2, 5.0))
    ground = colour(np.full(3, rng.uniform(0.03, 0.2) if shown == "digits" else rng.uniform(0.8, 0.95)))
    printer = Printer((side, side), ground, fonts, rng)
    if shown == "card":
        PRINTS["box"](printer)
    else:
        lit = [(255, 40, 30), (255, 90, 40), (60, 230, 90)][int(rng.choice(3, p=[0.7, 0.15, 0.15]))]
        for _ in range(4):
            printer.text(str(int(rng.integers(10, 600)) * 100), (0.2, 0.82, 0.6, 0.14), lit)
            printer.picture = np.ascontiguousarray(np.rot90(printer.picture))
        printer.bar((0.3, 0.3, 0.4, 0.4), (60, 60, 64), 2)
    height = 0.03 if shown == "card" else float(rng.uniform(0.1, 0.5))
    return [on_table((0, 0), (side, side, height), ground, turn=int(rng.integers(4)) * np.pi / 2, face=printer.picture)]
