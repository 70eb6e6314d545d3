"""An automatic table around its tiles: the rim with trays of sticks, the display in the middle, sticks on the cloth."""

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from hu.vision.training.faces.ink import Colour
from hu.vision.training.scenes.camera import Points
from hu.vision.training.scenes.solids import Picture, Solid

if TYPE_CHECKING:
    from collections.abc import Callable

#: Trays along each side of the rim.
_TRAYS: Final = 5
#: Pixels of a drawn tile width.
_UNIT: Final = 28
_STICK: Final = (0.28, 3.3, 0.14)


def automatic_table(half: float, rng: np.random.Generator) -> list[Solid]:
    """Rim, display and sticks of a table whose middle is the origin.

    Args:
        half: half of the side of the cloth, in tile widths.
        rng: the only source of chance.
    """
    tone = float(rng.choice([0.07, 0.14, 0.35, 0.6], p=[0.55, 0.25, 0.1, 0.1]))
    colour = _colour(np.full(3, tone) + rng.normal(0, 0.02, 3) + (rng.normal(0, 0.08, 3) if tone > 0.3 else 0))
    width, height = float(rng.uniform(1.6, 3.2)), float(rng.uniform(0.25, 0.9))
    trays = rng.random() < 0.8
    solids: list[Solid] = []
    for quarter in range(4):
        axes = _axes(quarter * np.pi / 2)
        # Pieces, since a block that reaches behind the camera is not drawn.
        length = 2 * (half + width) / _TRAYS
        for number in range(_TRAYS):
            along = (number - (_TRAYS - 1) / 2) * length
            center = np.array([along, -half - width / 2, height / 2]) @ axes
            picture = _tray(length, width, colour, rng) if trays and rng.random() < 0.85 else None
            solids.append(_block(center, axes, (length, width, height), colour, picture))
    solids += _middle(rng)
    solids += [_stick(half, rng) for _ in range(int(rng.choice([0, 1, 3, 8], p=[0.3, 0.3, 0.25, 0.15])))]
    return solids


def _axes(turn: float) -> Points:
    cos, sin = np.cos(turn), np.sin(turn)
    return np.array([[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]])


def _colour(values: Points) -> Colour:
    red, green, blue = (float(value) for value in values.clip(0.02, 0.98))
    return red, green, blue


def _block(
    center: Points, axes: Points, size: tuple[float, float, float], colour: Colour, picture: Picture | None
) -> Solid:
    return Solid(
        center=center,
        axes=axes,
        size=size,
        corner=0.02,
        bevel=min(0.06, size[2] * 0.3),
        colours=(colour, colour),
        split=0.5,
        face=picture,
        gloss=0.4,
    )


def _tray(length: float, width: float, colour: Colour, rng: np.random.Generator) -> Picture:
    """The rim from above: a hollow with counting sticks in it."""
    picture = np.full((round(width * _UNIT), round(length * _UNIT), 3), [value * 255 for value in colour], np.uint8)
    height, wide = picture.shape[:2]
    inset = round(float(rng.uniform(0.15, 0.35)) * _UNIT)
    darker = float(rng.uniform(0.4, 1.4))
    hollow = [value * 255 * darker for value in colour]
    cv2.rectangle(picture, (inset, inset), (wide - inset, height - inset), np.clip(hollow, 4, 200).tolist(), -1)
    pale = (rng.uniform(0.75, 0.97) * 255 + rng.normal(0, 8, 3)).clip(0, 255)
    for _ in range(int(rng.choice([0, 3, 8], p=[0.35, 0.3, 0.35]))):
        x, y = float(rng.uniform(inset, wide / 2)), float(rng.uniform(inset * 1.5, height - inset * 1.5))
        turn = float(rng.normal(0, 0.06))
        _painted_stick(picture, (x, y), turn, pale, rng)
    return picture


def _painted_stick(
    picture: Picture, start: tuple[float, float], turn: float, pale: Points, rng: np.random.Generator
) -> None:
    length, thick = _STICK[1] * _UNIT, _STICK[0] * _UNIT
    way = np.array([np.cos(turn), np.sin(turn)])
    end, middle = np.array(start) + way * length, np.array(start) + way * length / 2
    points = [tuple(int(value) for value in point) for point in (start, end)]
    cv2.line(picture, points[0], points[1], (pale * 0.45).tolist(), max(2, round(thick)) + 3, cv2.LINE_AA)
    cv2.line(picture, points[0], points[1], pale.tolist(), max(2, round(thick)), cv2.LINE_AA)
    ink = (190, 20, 30) if rng.random() < 0.5 else (30, 30, 40)
    for dot in range(int(rng.integers(1, 6))):
        spot = middle + way * (dot - 2) * thick * 0.7
        cv2.circle(picture, (int(spot[0]), int(spot[1])), max(1, round(thick * 0.22)), ink, -1, cv2.LINE_AA)


def _stick(half: float, rng: np.random.Generator) -> Solid:
    """A counting stick on the cloth between the discards and the walls."""
    side, turn = int(rng.integers(4)), float(rng.normal(0, 0.25))
    spot = np.array([float(rng.uniform(-4, 4)), -float(rng.uniform(2.0, half * 0.5)), _STICK[2] / 2])
    pale = _colour(rng.uniform(0.75, 0.97) + rng.normal(0, 0.02, 3))
    picture = np.full((round(_STICK[0] * 60), round(_STICK[1] * 60), 3), [value * 255 for value in pale], np.uint8)
    cv2.circle(picture, (picture.shape[1] // 2, picture.shape[0] // 2), 5, (190, 20, 30), -1, cv2.LINE_AA)
    size = (_STICK[1], _STICK[0], _STICK[2])
    return _block(spot @ _axes(side * np.pi / 2), _axes(side * np.pi / 2 + turn), size, pale, picture)


def _middle(rng: np.random.Generator) -> list[Solid]:
    """The display with red digits, a printed card, or nothing."""
    drawn: list[tuple[Callable[[float, np.random.Generator], tuple[Picture, Colour]], float]] = [
        (_digits, float(rng.uniform(0.1, 0.5))),
        (_card, 0.03),
    ]
    choice = int(rng.choice(3, p=[0.5, 0.2, 0.3]))
    if choice == 2:
        return []
    paint, height = drawn[choice]
    side = float(rng.uniform(3.2, 5.0))
    picture, colour = paint(side, rng)
    center, axes = np.array([0.0, 0.0, height / 2]), _axes(float(rng.integers(4)) * np.pi / 2)
    return [_block(center, axes, (side, side, height), colour, picture)]


def _digits(side: float, rng: np.random.Generator) -> tuple[Picture, Colour]:
    colour = _colour(np.full(3, rng.uniform(0.03, 0.2)))
    pixels = round(side * _UNIT)
    picture = np.full((pixels, pixels, 3), [value * 255 for value in colour], np.uint8)
    lit = [(255, 40, 30), (255, 90, 40), (60, 230, 90)][int(rng.choice(3, p=[0.7, 0.15, 0.15]))]
    for _ in range(4):
        text = str(int(rng.integers(10, 600)) * 100)
        scale = pixels / 170
        extent = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 2)[0]
        at = ((pixels - extent[0]) // 2, pixels - round(pixels * 0.06))
        cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, lit, 2, cv2.LINE_AA)
        picture = np.ascontiguousarray(np.rot90(picture))
    inner = round(pixels * 0.3)
    cv2.rectangle(picture, (inner, inner), (pixels - inner, pixels - inner), (60, 60, 64), 2)
    return picture, colour


def _card(side: float, rng: np.random.Generator) -> tuple[Picture, Colour]:
    colour = _colour(rng.uniform(0.8, 0.95) + rng.normal(0, 0.03, 3))
    pixels = round(side * _UNIT)
    picture = np.full((pixels, pixels, 3), [value * 255 for value in colour], np.uint8)
    ink = (rng.uniform(0, 0.5, 3) * 255).tolist()
    cv2.rectangle(picture, (4, 4), (pixels - 5, pixels - 5), ink, 2)
    for radius in rng.uniform(0.1, 0.45, 3) * pixels:
        cv2.circle(picture, (pixels // 2, pixels // 2), int(radius), ink, int(rng.integers(1, 4)), cv2.LINE_AA)
    return picture, colour
