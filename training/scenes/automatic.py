"""An automatic table: rim with trays, a display in the middle, counting sticks."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from training.chance import draw_by_share
from training.faces.ink import Colour, colour
from training.scenes.camera import Points
from training.scenes.desk import thing
from training.scenes.prints import PRINTS, Printer
from training.scenes.solids import Picture, Solid, on_table

#: Trays along each side of the rim.
_TRAYS: Final = 5
#: Pixels of a drawn tile width.
_UNIT: Final = 28
#: Colours of lit digits, RGB from 0 to 255, with how often they occur.
_LIT: Final = (((255, 40, 30), 0.7), ((255, 90, 40), 0.15), ((60, 230, 90), 0.15))


def automatic_table(
    half_side: float, fonts: Sequence[Path], rng: np.random.Generator
) -> list[Solid]:
    """Make rim, display and sticks of a table whose middle is the origin.

    Args:
        half_side: half of the side of its cloth, in tile widths.
        fonts: font files for print.
        rng: decides everything.
    """
    brightness = float(rng.choice([0.07, 0.14, 0.35, 0.6], p=[0.55, 0.25, 0.1, 0.1]))
    rim_colour = np.full(3, brightness) + rng.normal(0, 0.02, 3)
    # Pale rims are tinted.
    if brightness > 0.3:
        rim_colour = rim_colour + rng.normal(0, 0.08, 3)
    rim = colour(rim_colour)
    width = float(rng.uniform(1.6, 3.2))
    height = float(rng.uniform(0.25, 0.9))
    has_trays = rng.random() < 0.8
    solids = _middle(fonts, rng)
    # The rim is in pieces, since a block that reaches behind the camera is not drawn.
    length = 2 * (half_side + width) / _TRAYS
    for quarter in range(4):
        for number in range(_TRAYS):
            along = (number - (_TRAYS - 1) / 2) * length
            spot = _turn_point(along, -half_side - width / 2, quarter)
            face = None
            if has_trays and rng.random() < 0.85:
                face = _tray(length, width, rim, rng)
            turn = quarter * np.pi / 2
            solids.append(on_table(spot, (length, width, height), rim, turn=turn, face=face))
    stick_count = int(rng.choice([0, 1, 3, 8], p=[0.3, 0.3, 0.25, 0.15]))
    for _ in range(stick_count):
        # Between the discards and the walls of one of the players.
        quarter = int(rng.integers(4))
        spot = _turn_point(rng.uniform(-4, 4), -rng.uniform(2.0, half_side * 0.5), quarter)
        turn = (quarter + 1) * np.pi / 2 + rng.normal(0, 0.25)
        solids.append(thing("stick", spot, fonts, rng, turn=turn))
    return solids


def _turn_point(x: float, y: float, quarter: int) -> Points:
    """``(2,)`` a point turned about the origin by quarter turns, counter-clockwise."""
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarter]
    return np.array([cos * x - sin * y, sin * x + cos * y])


def _tray(length: float, width: float, rim: Colour, rng: np.random.Generator) -> Picture:
    """Draw a piece of the rim from above: a hollow, often with counting sticks in it.

    Args:
        length: along the table's side, in tile widths.
        width: from the table outwards, in tile widths.
        rim: the rim's colour, RGB from 0 to 1.
        rng: decides the hollow and the sticks.

    Returns:
        ``(h, w, 3)`` uint8 RGB, its width along the table's side.
    """
    width_px = round(length * _UNIT)
    height_px = round(width * _UNIT)
    picture = np.full((height_px, width_px, 3), [value * 255 for value in rim], np.uint8)
    inset = round(float(rng.uniform(0.15, 0.35)) * _UNIT)
    hollow_colour = np.clip(np.array(rim) * 255 * rng.uniform(0.4, 1.4), 4, 200).tolist()
    hollow_end = (width_px - inset, height_px - inset)
    cv2.rectangle(picture, (inset, inset), hollow_end, hollow_colour, -1)
    stick_colour = (rng.uniform(0.75, 0.97) * 255 + rng.normal(0, 8, 3)).clip(0, 255)
    for _ in range(int(rng.choice([0, 3, 8], p=[0.35, 0.3, 0.35]))):
        x = rng.uniform(inset, width_px / 2)
        y = rng.uniform(inset * 1.5, height_px - inset * 1.5)
        start = (int(x), int(y))
        end = (int(x + 3.3 * _UNIT), int(y + rng.normal(0, 0.2) * _UNIT))
        # A pale stick on a wider dark line, its edge, with a dot in its middle.
        cv2.line(picture, start, end, (stick_colour * 0.45).tolist(), 11, cv2.LINE_AA)
        cv2.line(picture, start, end, stick_colour.tolist(), 8, cv2.LINE_AA)
        dot = (int(x + 1.6 * _UNIT), int(y))
        cv2.circle(picture, dot, 3, (190, 20, 30), -1, cv2.LINE_AA)
    return picture


def _middle(fonts: Sequence[Path], rng: np.random.Generator) -> list[Solid]:
    """Make the block in the middle of the table: a display with lit digits, a card, or nothing."""
    kind = str(rng.choice(["digits", "card", "nothing"], p=[0.5, 0.2, 0.3]))
    if kind == "nothing":
        return []
    side = float(rng.uniform(3.2, 5.0))
    brightness = rng.uniform(0.03, 0.2) if kind == "digits" else rng.uniform(0.8, 0.95)
    ground = colour(np.full(3, brightness))
    printer = Printer((side, side), ground, fonts, rng)
    if kind == "card":
        PRINTS["box"](printer)
        height = 0.03
    else:
        lit_colour = draw_by_share(rng, _LIT)
        # Each player's points are printed at the lower edge. Then the picture is turned by a
        # quarter for the next player. After four quarters it is upright again.
        for _ in range(4):
            points = str(int(rng.integers(10, 600)) * 100)
            printer.text(points, (0.2, 0.82, 0.6, 0.14), lit_colour)
            printer.picture = np.ascontiguousarray(np.rot90(printer.picture))
        printer.bar((0.3, 0.3, 0.4, 0.4), (60, 60, 64), thickness=2)
        height = float(rng.uniform(0.1, 0.5))
    turn = int(rng.integers(4)) * np.pi / 2
    return [on_table((0, 0), (side, side, height), ground, turn=turn, face=printer.picture)]
