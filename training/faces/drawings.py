"""Faces drawn by the program itself: dots, bamboos, white dragons, characters from the fonts beside the artwork.

Every function returns an ink of the size asked for. Shapes vary with a style that is drawn once per set, so
that all faces of a set agree.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from training.faces.ink import Colour, Ink, Palette, empty, over, paste, stamp

Mask = NDArray[np.float32]

#: Pixels per em at which characters are drawn once; masks are scaled down from there.
_EM: Final = 200
#: Fonts so cursive that a character alone is hard to tell; drawn rarely.
RARE: Final = frozenset({"KouzanBrushFontSousyo", "aoyagi-soseki", "Stick-Regular"})

Role = Literal["red", "green", "blue", "dark"]
Roles = Mapping[Role, Role]

_PAIR: Final = (-0.5, 0.5)
_THREE: Final = (-0.64, 0.0, 0.64)
#: Where the dots lie: x, y from -1 to 1 over the inked area, and the usual colour.
DOTS: Final[dict[int, tuple[tuple[float, float, Role], ...]]] = {
    1: ((0, 0, "green"),),
    2: ((0, -0.5, "green"), (0, 0.5, "blue")),
    3: ((-0.58, -0.62, "blue"), (0, 0, "red"), (0.58, 0.62, "green")),
    4: ((-0.5, -0.55, "blue"), (0.5, -0.55, "green"), (-0.5, 0.55, "green"), (0.5, 0.55, "blue")),
    5: (
        *((-0.55, -0.62, "blue"), (0.55, -0.62, "green"), (0, 0, "red")),
        *((-0.55, 0.62, "green"), (0.55, 0.62, "blue")),
    ),
    6: (*((x, -0.7, "green") for x in _PAIR), *((x, y, "red") for y in (0.06, 0.7) for x in _PAIR)),
    7: (
        *((-0.66, -0.8, "green"), (0, -0.6, "green"), (0.66, -0.4, "green")),
        *((x, y, "red") for y in (0.18, 0.75) for x in (-0.42, 0.42)),
    ),
    8: tuple((x, y, "blue") for y in (-0.78, -0.26, 0.26, 0.78) for x in (-0.42, 0.42)),
    9: (
        *((x, -0.68, "green") for x in _THREE),
        *((x, 0.0, "red") for x in _THREE),
        *((x, 0.68, "blue") for x in _THREE),
    ),
}
Stick = tuple[float, float, float, float, Role]


def _row(top: float, bottom: float, xs: Sequence[float], role: Role) -> tuple[Stick, ...]:
    return tuple((x, top, x, bottom, role) for x in xs)


#: Bamboo sticks from x, y to x, y, from -1 to 1 over the inked area, and the usual colour. The 1 is a bird.
STICKS: Final[dict[int, tuple[Stick, ...]]] = {
    2: (*_row(-0.95, -0.08, [0], "green"), *_row(0.08, 0.95, [0], "blue")),
    3: (*_row(-0.95, -0.08, [0], "blue"), *_row(0.08, 0.95, _PAIR, "green")),
    4: (*_row(-0.95, -0.08, _PAIR, "green"), *_row(0.08, 0.95, _PAIR, "blue")),
    5: (
        *_row(-0.95, -0.08, [-0.7, 0.7], "green"),
        *_row(-0.43, 0.43, [0], "red"),
        *_row(0.08, 0.95, [-0.7, 0.7], "blue"),
    ),
    6: (*_row(-0.95, -0.06, [-0.7, 0, 0.7], "green"), *_row(0.06, 0.95, [-0.7, 0, 0.7], "blue")),
    7: (
        *_row(-0.98, -0.4, [0], "red"),
        *_row(-0.3, 0.3, [-0.7, 0, 0.7], "green"),
        *_row(0.38, 0.98, [-0.7, 0, 0.7], "green"),
    ),
    8: (
        *_row(-0.95, -0.1, [-0.82, 0.82], "green"),
        *((-0.72, -0.2, -0.08, -0.85, "green"), (0.72, -0.2, 0.08, -0.85, "green")),
        *_row(0.1, 0.95, [-0.82, 0.82], "green"),
        *((-0.72, 0.2, -0.08, 0.85, "green"), (0.72, 0.2, 0.08, 0.85, "green")),
    ),
    9: tuple(
        stick
        for top in (-0.97, -0.31, 0.35)
        for x, role in ((-0.7, "green"), (0.0, "red"), (0.7, "green"))
        for stick in _row(top, top + 0.6, [x], role)  # type: ignore[arg-type]
    ),
}


@cache
def _characters(font: Path) -> frozenset[int]:
    from fontTools.ttLib import TTFont  # noqa: PLC0415 - extra "train"

    with TTFont(font, lazy=True) as file:
        return frozenset(file.getBestCmap())


@cache
def glyph(font: Path, text: str) -> Mask | None:
    """The text cut out close, ``(h, w)`` float32 of 0 to 1 at 200 px an em; None where the font lacks it."""
    if any(ord(char) not in _characters(font) for char in text):
        return None
    drawer = ImageFont.truetype(str(font), _EM)
    left, top, right, bottom = drawer.getbbox(text)
    if right - left < 2 or bottom - top < 2:
        return None
    picture = Image.new("L", (int(right - left) + 8, int(bottom - top) + 8))
    ImageDraw.Draw(picture).text((4 - left, 4 - top), text, font=drawer, fill=255)
    mask = np.asarray(picture)
    columns, rows = np.flatnonzero(mask.max(axis=0) > 60), np.flatnonzero(mask.max(axis=1) > 60)
    # Some fonts map a character and draw nothing, or a dot.
    if columns.size < 12 and rows.size < 12:
        return None
    return (mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] / 255).astype(np.float32)


@cache
def has_all(font: Path, texts: str) -> bool:
    """Whether the font draws every character of ``texts``."""
    return all(glyph(font, char) is not None for char in texts)


def fit_mask(mask: Mask, width: float, height: float, stretch: float = 1.0) -> Mask:
    """The mask as large as fits into a box; ``stretch`` is how far it may be widened or narrowed to fill it."""
    scale = min(width / mask.shape[1], height / mask.shape[0])
    wide = min(width, mask.shape[1] * scale * stretch)
    high = min(height, mask.shape[0] * scale * stretch)
    size = (max(1, round(wide)), max(1, round(high)))
    return cv2.resize(mask, size, interpolation=cv2.INTER_AREA).astype(np.float32, copy=False)


@dataclass(frozen=True, slots=True)
class Band:
    """A ring of a dot, radii from 0 to 1; ``petals`` cuts it into that many pieces."""

    outer: float
    inner: float
    petals: int = 0
    accent: bool = False


@dataclass(frozen=True, slots=True)
class StickStyle:
    """How a set draws its bamboo sticks."""

    width: float  # half the stick's width in units of the inked area's half width
    knobs: int  # how many thick joints, 2 or 3, or more for a chain
    waist: float  # width between joints as a share of ``width``
    core: float  # width of the empty core as a share of ``width``; 0 for solid sticks
    flipped: bool = False  # the 8 with its slanted sticks the other way


def dots(
    number: int,
    size: tuple[int, int],
    bands: Sequence[Band],
    share: float,
    palette: Palette,
    roles: Roles,
) -> Ink:
    """A face of the dots suit, ``size`` in pixels (width, height); dots take a ``share`` of the space between them."""
    width, height = size
    ink = empty(height, width)
    dots = DOTS[number]
    points = [((x + 1) * width / 2, (y + 1) * height / 2) for x, y, _ in dots]
    room = min(size) / 2
    if len(points) > 1:
        gaps = np.linalg.norm(np.array(points)[:, None] - np.array(points)[None], axis=2)
        room = float(min(gaps[gaps > 0].min() / 2, min(size) * 0.24))
    radius = room * share
    for (x, y), (_, _, role) in zip(points, dots, strict=True):
        point = (
            float(np.clip(x, radius, width - radius)),
            float(np.clip(y, radius, height - radius)),
        )
        main, accent = (
            getattr(palette, roles[role]),
            getattr(palette, roles["red" if role != "red" else "green"]),
        )
        paste(ink, dot(round(radius, 1), bands, main, accent), point)
    return ink


def dot(radius: float, bands: Sequence[Band], main: Colour, accent: Colour) -> Ink:
    """One dot of a radius in pixels."""
    half = int(np.ceil(radius)) + 1
    y, x = np.mgrid[-half : half + 1, -half : half + 1].astype(np.float32)
    distance, angle = np.hypot(x, y), np.arctan2(y, x)
    ink = empty(*distance.shape)
    for band in bands:
        mask = np.asarray(
            _edge(band.outer * radius - distance) * _edge(distance - band.inner * radius),
            np.float32,
        )
        if band.petals:
            pitch = np.maximum(distance, 1) / band.petals
            gap = (np.cos(angle * band.petals) + 0.45) * pitch * 1.4
            mask *= _edge(np.asarray(gap, np.float32))
        ink = over(ink, stamp(mask, accent if band.accent else main))
    return ink


def _edge(distance: NDArray[np.float32]) -> NDArray[np.float32]:
    """1 inside, 0 outside, one pixel of transition."""
    soft: NDArray[np.float32] = np.clip(distance + 0.5, 0, 1)
    return soft


def bamboos(
    number: int, size: tuple[int, int], style: StickStyle, palette: Palette, roles: Roles
) -> Ink:
    """A face from 2 to 9 of the bamboo suit, ``size`` being width and height in pixels."""
    width, height = size
    ink = empty(height, width)
    for x0, y0, x1, y1, role in STICKS[number]:
        slanted = style.flipped and number == 8 and x0 != x1
        # The slanted sticks of the 8, mirrored within their own half of the tile.
        ends = (np.sign(y0) * 1.05 - y0, np.sign(y1) * 1.05 - y1) if slanted else (y0, y1)
        start = ((x0 * 0.92 + 1) * width / 2, (ends[0] + 1) * height / 2)
        stop = ((x1 * 0.92 + 1) * width / 2, (ends[1] + 1) * height / 2)
        thick = style.width * width / 2 * (0.8 if number in {7, 9} else 1.0)
        ink = over(
            ink, stamp(_stick(size, start, stop, thick, style), getattr(palette, roles[role]))
        )
    return ink


def _stick(
    size: tuple[int, int],
    start: tuple[float, float],
    stop: tuple[float, float],
    thick: float,
    style: StickStyle,
) -> NDArray[np.float32]:
    """Coverage of one stick: ``(h, w)`` of 0 to 1."""
    mask = np.zeros((size[1], size[0]), np.float32)
    pad = int(thick) + 2
    left, top = max(0, int(min(start[0], stop[0])) - pad), max(0, int(min(start[1], stop[1])) - pad)
    right, bottom = int(max(start[0], stop[0])) + pad, int(max(start[1], stop[1])) + pad
    part = mask[top : bottom + 1, left : right + 1]
    y, x = np.mgrid[top : top + part.shape[0], left : left + part.shape[1]].astype(np.float32)
    axis = np.array([stop[0] - start[0], stop[1] - start[1]], np.float32)
    length = float(np.linalg.norm(axis))
    along = ((x - start[0]) * axis[0] + (y - start[1]) * axis[1]) / length**2
    across = np.abs((x - start[0]) * axis[1] - (y - start[1]) * axis[0]) / length
    # Joints swell the stick at equal steps from end to end.
    joint = np.abs(np.cos(np.pi * along * (style.knobs - 1))) ** 3
    half = thick * (style.waist + (1 - style.waist) * joint)
    body = _edge(half - across) * _edge((np.minimum(along, 1 - along)) * length + 0.2)
    hollow = (
        _edge(thick * style.waist * style.core - across) * (joint < 0.5) * _edge(half * 0.5 - 0.4)
    )
    part[:] = body * (1 - hollow)
    return mask


FrameKind = Literal["blank", "single", "double", "cut", "notched", "chain", "letter"]


@dataclass(frozen=True, slots=True)
class FrameStyle:
    """How a set shows the white dragon."""

    kind: FrameKind  # nothing, frames of several shapes, or a character alone
    thickness: float  # of the frame's line, as a share of the width
    inset: float  # of the frame from the inked area's edge, as a share of the width
    text: str = ""  # a letter or character within, or nothing
    font: Path | None = None  # the font of ``text``


def white_dragon(size: tuple[int, int], style: FrameStyle, colour: Colour) -> Ink:
    """The white dragon, ``size`` being width and height in pixels."""
    width, height = size
    scale = 4
    canvas = np.zeros((height * scale, width * scale), np.uint8)
    if style.kind not in {"blank", "letter"}:
        _frame(canvas, style, width * scale)
    mask = np.asarray(
        cv2.resize(canvas, size, interpolation=cv2.INTER_AREA) / np.float32(255), np.float32
    )
    ink = stamp(mask, colour)
    letter = glyph(style.font, style.text) if style.text and style.font else None
    if letter is not None:
        share = 0.85 if style.kind == "letter" else 0.5
        paste(
            ink,
            stamp(fit_mask(letter, width * share, height * share), colour),
            (width / 2, height / 2),
        )
    return ink


def _frame(canvas: NDArray[np.uint8], style: FrameStyle, width: int) -> None:
    """Draw the frame's lines in white."""
    line = max(2, round(style.thickness * width))
    inset = style.inset * width + line / 2
    outer = _outline(canvas.shape[:2], inset, 0.14 * width if style.kind == "notched" else 0.0)
    if style.kind == "chain":
        _dashes(canvas, outer, line)
        return
    cv2.polylines(canvas, [outer], isClosed=True, color=255, thickness=line)
    if style.kind in {"double", "cut"}:
        corner = 0.16 * width if style.kind == "cut" else 0.0
        inner = _outline(canvas.shape[:2], inset + line * 2.2, corner)
        cv2.polylines(canvas, [inner], isClosed=True, color=255, thickness=max(1, line // 2))


def _outline(shape: tuple[int, ...], inset: float, corner: float) -> NDArray[np.int32]:
    height, width = shape[0] - inset, shape[1] - inset
    points = [
        *(
            (inset + corner, inset),
            (width - corner, inset),
            (width, inset + corner),
            (width, height - corner),
        ),
        *(
            (width - corner, height),
            (inset + corner, height),
            (inset, height - corner),
            (inset, inset + corner),
        ),
    ]
    return np.array(points).round().astype(np.int32)


def _dashes(canvas: NDArray[np.uint8], outline: NDArray[np.int32], line: int) -> None:
    """Links along the outline instead of a line."""
    corners = outline[::2]
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        links = max(2, round(float(np.linalg.norm(b - a)) / (line * 4)))
        for k in range(links):
            start, stop = a + (b - a) * (k + 0.1) / links, a + (b - a) * (k + 0.9) / links
            low, high = np.minimum(start, stop) - line, np.maximum(start, stop) + line
            cv2.rectangle(
                canvas,
                low.round().astype(int).tolist(),
                high.round().astype(int).tolist(),
                255,
                line // 2 + 1,
            )


def text(size: tuple[int, int], font: Path, char: str, colour: Colour, stretch: float = 1.2) -> Ink:
    """A character filling a box of ``size`` (width, height); nothing where the font lacks it."""
    ink = empty(size[1], size[0])
    mask = glyph(font, char)
    if mask is not None:
        paste(
            ink,
            stamp(fit_mask(mask, size[0], size[1], stretch), colour),
            (size[0] / 2, size[1] / 2),
        )
    return ink


def character(
    size: tuple[int, int],
    fonts: tuple[Path, Path],
    chars: tuple[str, str],
    colours: tuple[Colour, Colour],
    share: float,
) -> Ink:
    """A numeral above the suit's character; ``share`` of the height goes to the numeral."""
    width, height = size
    ink = empty(height, width)
    top, bottom = round(height * share * 0.96), round(height * (1 - share) * 0.98)
    paste(
        ink, text((round(width * 0.95), top), fonts[0], chars[0], colours[0]), (width / 2, top / 2)
    )
    paste(
        ink, text((width, bottom), fonts[1], chars[1], colours[1]), (width / 2, height - bottom / 2)
    )
    return ink
