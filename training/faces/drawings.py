"""Faces that the program draws itself: dots, bamboos, white dragons, characters from fonts.

Every function returns an ink of the size asked for. Shapes vary with a style that is drawn once
per set, so that all faces of a set agree.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from training.faces.glyphs import fit_mask, glyph
from training.faces.ink import Colour, Ink, Palette, empty, over, paste, stamp

#: An ink of the palette, and which ink a set uses in its place.
Role = Literal["red", "green", "blue", "dark"]
Roles = Mapping[Role, Role]

#: Centres of the dots: x, y from -1 to 1 over the inked area, and the usual colour.
DOTS: Final[Mapping[int, Sequence[tuple[float, float, Role]]]] = {
    1: ((0, 0, "green"),),
    2: ((0, -0.5, "green"), (0, 0.5, "blue")),
    3: ((-0.58, -0.62, "blue"), (0, 0, "red"), (0.58, 0.62, "green")),
    4: ((-0.5, -0.55, "blue"), (0.5, -0.55, "green"), (-0.5, 0.55, "green"), (0.5, 0.55, "blue")),
    5: (
        (-0.55, -0.62, "blue"),
        (0.55, -0.62, "green"),
        (0, 0, "red"),
        (-0.55, 0.62, "green"),
        (0.55, 0.62, "blue"),
    ),
    6: (
        (-0.5, -0.7, "green"),
        (0.5, -0.7, "green"),
        (-0.5, 0.06, "red"),
        (0.5, 0.06, "red"),
        (-0.5, 0.7, "red"),
        (0.5, 0.7, "red"),
    ),
    7: (
        (-0.66, -0.8, "green"),
        (0, -0.6, "green"),
        (0.66, -0.4, "green"),
        (-0.42, 0.18, "red"),
        (0.42, 0.18, "red"),
        (-0.42, 0.75, "red"),
        (0.42, 0.75, "red"),
    ),
    8: (
        (-0.42, -0.78, "blue"),
        (0.42, -0.78, "blue"),
        (-0.42, -0.26, "blue"),
        (0.42, -0.26, "blue"),
        (-0.42, 0.26, "blue"),
        (0.42, 0.26, "blue"),
        (-0.42, 0.78, "blue"),
        (0.42, 0.78, "blue"),
    ),
    9: (
        (-0.64, -0.68, "green"),
        (0.0, -0.68, "green"),
        (0.64, -0.68, "green"),
        (-0.64, 0.0, "red"),
        (0.0, 0.0, "red"),
        (0.64, 0.0, "red"),
        (-0.64, 0.68, "blue"),
        (0.0, 0.68, "blue"),
        (0.64, 0.68, "blue"),
    ),
}
Stick = tuple[float, float, float, float, Role]


def _upright(top: float, bottom: float, xs: Sequence[float], role: Role) -> tuple[Stick, ...]:
    """Upright sticks side by side, one at each of ``xs``."""
    return tuple((x, top, x, bottom, role) for x in xs)


def _row_of_nine(top: float) -> tuple[Stick, ...]:
    """Three short sticks, the middle one red."""
    bottom = top + 0.6
    return (
        (-0.7, top, -0.7, bottom, "green"),
        (0.0, top, 0.0, bottom, "red"),
        (0.7, top, 0.7, bottom, "green"),
    )


_SIDES: Final = (-0.5, 0.5)
_THREE: Final = (-0.7, 0.0, 0.7)
#: Bamboo sticks from x, y to x, y, from -1 to 1 over the inked area, and the usual colour. The 1 is
#: a bird.
STICKS: Final[Mapping[int, Sequence[Stick]]] = {
    2: (*_upright(-0.95, -0.08, [0], "green"), *_upright(0.08, 0.95, [0], "blue")),
    3: (*_upright(-0.95, -0.08, [0], "blue"), *_upright(0.08, 0.95, _SIDES, "green")),
    4: (*_upright(-0.95, -0.08, _SIDES, "green"), *_upright(0.08, 0.95, _SIDES, "blue")),
    5: (
        *_upright(-0.95, -0.08, [-0.7, 0.7], "green"),
        *_upright(-0.43, 0.43, [0], "red"),
        *_upright(0.08, 0.95, [-0.7, 0.7], "blue"),
    ),
    6: (*_upright(-0.95, -0.06, _THREE, "green"), *_upright(0.06, 0.95, _THREE, "blue")),
    7: (
        *_upright(-0.98, -0.4, [0], "red"),
        *_upright(-0.3, 0.3, _THREE, "green"),
        *_upright(0.38, 0.98, _THREE, "green"),
    ),
    8: (
        *_upright(-0.95, -0.1, [-0.82, 0.82], "green"),
        (-0.72, -0.2, -0.08, -0.85, "green"),
        (0.72, -0.2, 0.08, -0.85, "green"),
        *_upright(0.1, 0.95, [-0.82, 0.82], "green"),
        (-0.72, 0.2, -0.08, 0.85, "green"),
        (0.72, 0.2, 0.08, 0.85, "green"),
    ),
    9: (*_row_of_nine(-0.97), *_row_of_nine(-0.31), *_row_of_nine(0.35)),
}


@dataclass(frozen=True, slots=True)
class Band:
    """A ring of a dot. Radii are from 0 to 1."""

    outer: float
    inner: float
    petals: int = 0  # how many pieces the ring is cut into; 0 leaves it whole
    has_accent_colour: bool = False  # if not, it has the main colour


@dataclass(frozen=True, slots=True)
class StickStyle:
    """How a set draws its bamboo sticks."""

    width: float  # a stick's width at its joints, in widths of the inked area
    knobs: int  # how many thick joints, 2 or 3, or more for a chain
    waist: float  # width between joints, as a share of the width at the joints
    core: float  # width of the empty core, as a share of the width between joints; 0 if solid
    is_eight_flipped: bool = False  # whether the slanted sticks of the 8 lean the other way


def dots(
    number: int,
    size: tuple[int, int],
    bands: Sequence[Band],
    share: float,
    palette: Palette,
    roles: Roles,
) -> Ink:
    """Draw a face of the dots suit.

    Args:
        number: 1 to 9.
        size: width and height in pixels.
        bands: the rings of a dot.
        share: the dots' radius as a share of the greatest radius. At the greatest radius the
            nearest dots touch. Where a few dots have more room, it is the largest that sets draw.
        palette: the set's inks.
        roles: which ink the set uses in place of each usual one.
    """
    width, height = size
    ink = empty(height, width)
    places = DOTS[number]
    points = [((x + 1) * width / 2, (y + 1) * height / 2) for x, y, _ in places]
    # In pixels. The 1 fills the area.
    most_radius = min(size) / 2
    if len(points) > 1:
        differences = np.array(points)[:, None] - np.array(points)[None]
        distances = np.linalg.norm(differences, axis=2)
        # The distance of a point from itself is 0.
        least_distance = distances[distances > 0].min()
        # No set draws a few dots as large as they have room.
        most_radius = float(min(least_distance / 2, min(size) * 0.24))
    radius = most_radius * share
    for (x, y), (_, _, role) in zip(points, places, strict=True):
        # No dot leaves the area.
        inside_x = float(np.clip(x, radius, width - radius))
        inside_y = float(np.clip(y, radius, height - radius))
        accent_role: Role = "red" if role != "red" else "green"
        main = getattr(palette, roles[role])
        accent = getattr(palette, roles[accent_role])
        paste(ink, _dot(round(radius, 1), bands, main, accent), (inside_x, inside_y))
    return ink


def _dot(radius: float, bands: Sequence[Band], main: Colour, accent: Colour) -> Ink:
    """Draw a dot. Its ink is a square that the dot fills but for a margin of a pixel.

    Args:
        radius: of the dot in pixels.
        bands: its rings.
        main: the colour of most rings.
        accent: the colour of the other rings.
    """
    half = int(np.ceil(radius)) + 1
    y, x = np.mgrid[-half : half + 1, -half : half + 1].astype(np.float32)
    distance = np.hypot(x, y)
    angle = np.arctan2(y, x)
    ink = empty(*distance.shape)
    for band in bands:
        inside_outer = _soft_step(band.outer * radius - distance)
        outside_inner = _soft_step(distance - band.inner * radius)
        mask = np.asarray(inside_outer * outside_inner, np.float32)
        if band.petals:
            # Pieces take two thirds of the ring: there the cosine is above -0.45. The distance from
            # the end of a piece, above 0 inside, is then about in pixels.
            piece_width = np.maximum(distance, 1) / band.petals
            inside_piece = (np.cos(angle * band.petals) + 0.45) * piece_width * 1.4
            mask *= _soft_step(np.asarray(inside_piece, np.float32))
        ink = over(ink, stamp(mask, accent if band.has_accent_colour else main))
    return ink


def _soft_step(distance: NDArray[np.float32]) -> NDArray[np.float32]:
    """1 inside a shape, 0 outside, and between them over the pixel at its edge.

    Args:
        distance: from the edge in pixels: above 0 inside, below 0 outside.
    """
    soft: NDArray[np.float32] = np.clip(distance + 0.5, 0, 1)
    return soft


def bamboos(
    number: int, size: tuple[int, int], style: StickStyle, palette: Palette, roles: Roles
) -> Ink:
    """Draw a face of the bamboo suit.

    Args:
        number: 2 to 9.
        size: width and height in pixels.
        style: how the set draws its sticks.
        palette: the set's inks.
        roles: which ink the set uses in place of each usual one.
    """
    width, height = size
    ink = empty(height, width)
    # The 7 and the 9 have three rows of short sticks, which are thinner.
    is_narrow = number in {7, 9}
    for x0, y0, x1, y1, role in STICKS[number]:
        is_slanted = number == 8 and x0 != x1
        if style.is_eight_flipped and is_slanted:
            # Each slanted stick is mirrored within its half of the tile. The halves' middles are at
            # y = -0.525 and y = 0.525.
            y0 = np.sign(y0) * 1.05 - y0  # noqa: PLW2901
            y1 = np.sign(y1) * 1.05 - y1  # noqa: PLW2901
        # A little nearer to the middle line, so that thick sticks stay inside the area.
        start = ((x0 * 0.92 + 1) * width / 2, (y0 + 1) * height / 2)
        stop = ((x1 * 0.92 + 1) * width / 2, (y1 + 1) * height / 2)
        half_width = style.width * width / 2 * (0.8 if is_narrow else 1.0)
        mask = _stick(size, start, stop, half_width, style)
        ink = over(ink, stamp(mask, getattr(palette, roles[role])))
    return ink


def _stick(
    size: tuple[int, int],
    start: tuple[float, float],
    stop: tuple[float, float],
    half_width: float,
    style: StickStyle,
) -> NDArray[np.float32]:
    """Draw a bamboo stick.

    Args:
        size: width and height of the face in pixels.
        start: x and y of the middle of an end in pixels.
        stop: the same of the other end.
        half_width: half the stick's width at its joints in pixels.
        style: how the set draws its sticks.

    Returns:
        ``(h, w)`` float32, the share of each pixel that the stick covers.
    """
    mask = np.zeros((size[1], size[0]), np.float32)
    # Only the part around the stick is computed.
    pad = int(half_width) + 2
    left = max(0, int(min(start[0], stop[0])) - pad)
    top = max(0, int(min(start[1], stop[1])) - pad)
    right = int(max(start[0], stop[0])) + pad
    bottom = int(max(start[1], stop[1])) + pad
    part = mask[top : bottom + 1, left : right + 1]
    y, x = np.mgrid[top : top + part.shape[0], left : left + part.shape[1]].astype(np.float32)
    axis = np.array([stop[0] - start[0], stop[1] - start[1]], np.float32)
    length = float(np.linalg.norm(axis))
    # Each pixel's place along the stick, 0 to 1, and its distance from the middle line in pixels.
    along = ((x - start[0]) * axis[0] + (y - start[1]) * axis[1]) / length**2
    across = np.abs((x - start[0]) * axis[1] - (y - start[1]) * axis[0]) / length
    # Joints swell the stick at equal steps from end to end: 1 at a joint, 0 between two.
    joint = np.abs(np.cos(np.pi * along * (style.knobs - 1))) ** 3
    reach = half_width * (style.waist + (1 - style.waist) * joint)
    within_ends = _soft_step((np.minimum(along, 1 - along)) * length + 0.2)
    body = _soft_step(reach - across) * within_ends
    # The empty core ends at the joints. It fades out in sticks that are very thin.
    core_reach = half_width * style.waist * style.core
    is_between_joints = joint < 0.5
    strength = _soft_step(reach * 0.5 - 0.4)
    hollow = _soft_step(core_reach - across) * is_between_joints * strength
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
    """Draw the white dragon.

    Args:
        size: width and height in pixels.
        style: the frame, and the text within.
        colour: the ink.
    """
    width, height = size
    scale = 4
    canvas = np.zeros((height * scale, width * scale), np.uint8)
    if style.kind not in {"blank", "letter"}:
        _draw_frame(canvas, style, width * scale)
    small = cv2.resize(canvas, size, interpolation=cv2.INTER_AREA)
    ink = stamp(np.asarray(small / np.float32(255), np.float32), colour)
    letter = None
    if style.text and style.font:
        letter = glyph(style.font, style.text)
    if letter is not None:
        share = 0.85 if style.kind == "letter" else 0.5
        mask = fit_mask(letter, width * share, height * share)
        paste(ink, stamp(mask, colour), (width / 2, height / 2))
    return ink


def _draw_frame(canvas: NDArray[np.uint8], style: FrameStyle, width: int) -> None:
    """Draw the frame's lines with 255, in place.

    Args:
        canvas: ``(h, w)`` uint8.
        style: the frame.
        width: of the canvas in pixels.
    """
    shape = canvas.shape[:2]
    line = max(2, round(style.thickness * width))
    inset = style.inset * width + line / 2
    outer_corner = 0.14 * width if style.kind == "notched" else 0.0
    outer = _frame_outline(shape, inset, outer_corner)
    if style.kind == "chain":
        _draw_links(canvas, outer, line)
        return
    cv2.polylines(canvas, [outer], isClosed=True, color=255, thickness=line)
    if style.kind in {"double", "cut"}:
        inner_corner = 0.16 * width if style.kind == "cut" else 0.0
        inner = _frame_outline(shape, inset + line * 2.2, inner_corner)
        cv2.polylines(canvas, [inner], isClosed=True, color=255, thickness=max(1, line // 2))


def _frame_outline(shape: tuple[int, ...], inset: float, corner: float) -> NDArray[np.int32]:
    """``(8, 2)`` pixels of a rectangle whose corners are cut, clockwise from the top left.

    Args:
        shape: height and width of the canvas in pixels.
        inset: distance of the rectangle from the canvas's edges in pixels.
        corner: how far the cuts reach along its sides in pixels.
    """
    left = inset
    top = inset
    right = shape[1] - inset
    bottom = shape[0] - inset
    points = [
        (left + corner, top),
        (right - corner, top),
        (right, top + corner),
        (right, bottom - corner),
        (right - corner, bottom),
        (left + corner, bottom),
        (left, bottom - corner),
        (left, top + corner),
    ]
    return np.array(points).round().astype(np.int32)


def _draw_links(canvas: NDArray[np.uint8], outline: NDArray[np.int32], line: int) -> None:
    """Draw the links of a chain along an outline.

    Args:
        canvas: ``(h, w)`` uint8, changed in place.
        outline: as ``_frame_outline`` makes it without cuts: each corner comes twice.
        line: half the height of a link in pixels. Links are drawn about half as thick.
    """
    corners = outline[::2]
    next_corners = np.roll(corners, -1, axis=0)
    for corner, next_corner in zip(corners, next_corners, strict=True):
        side = next_corner - corner
        links = max(2, round(float(np.linalg.norm(side)) / (line * 4)))
        for number in range(links):
            start = corner + side * (number + 0.1) / links
            stop = corner + side * (number + 0.9) / links
            low = np.minimum(start, stop) - line
            high = np.maximum(start, stop) + line
            low_pixel = low.round().astype(int).tolist()
            high_pixel = high.round().astype(int).tolist()
            cv2.rectangle(canvas, low_pixel, high_pixel, 255, line // 2 + 1)


def text(
    size: tuple[int, int], font: Path, characters: str, colour: Colour, stretch: float = 1.2
) -> Ink:
    """Draw a text as large as fits into a box.

    Args:
        size: width and height of the box in pixels.
        font: the font. If it lacks a character, nothing is drawn.
        characters: the text, a single character or a word.
        colour: the ink.
        stretch: the greatest factor by which the text is then made wider, or higher, to fill the
            rest of the box. 1 keeps its proportions.
    """
    ink = empty(size[1], size[0])
    mask = glyph(font, characters)
    if mask is not None:
        fitted = fit_mask(mask, size[0], size[1], stretch)
        paste(ink, stamp(fitted, colour), (size[0] / 2, size[1] / 2))
    return ink


def character(
    size: tuple[int, int],
    fonts: tuple[Path, Path],
    chars: tuple[str, str],
    colours: tuple[Colour, Colour],
    share: float,
) -> Ink:
    """Draw a numeral above the suit's character.

    Args:
        size: width and height in pixels.
        fonts: of numeral and suit.
        chars: numeral and suit.
        colours: of numeral and suit.
        share: of the height that the numeral takes.
    """
    width, height = size
    ink = empty(height, width)
    numeral_height = round(height * share * 0.96)
    suit_height = round(height * (1 - share) * 0.98)
    numeral = text((round(width * 0.95), numeral_height), fonts[0], chars[0], colours[0])
    paste(ink, numeral, (width / 2, numeral_height / 2))
    suit = text((width, suit_height), fonts[1], chars[1], colours[1])
    paste(ink, suit, (width / 2, height - suit_height / 2))
    return ink
