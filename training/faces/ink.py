"""Ink, printed or carved on a tile, as premultiplied colour, and its wear by age.

An *ink* is ``(h, w, 4)`` float32: red, green, blue (0 to 1, already multiplied by alpha) and alpha.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

Ink = NDArray[np.float32]
Colour = tuple[float, float, float]
Rgba = NDArray[np.uint8]

#: The kinds of ink that a palette distinguishes.
KINDS: Final = ("red", "green", "blue", "dark")
#: Their indices in ``KINDS``.
_RED, _GREEN, _BLUE, _DARK = range(len(KINDS))
#: Levels of alpha above which a pixel counts as drawn.
_DRAWN: Final = 40


@dataclass(frozen=True, slots=True)
class Palette:
    """The inks of one tile set, RGB from 0 to 1."""

    red: Colour
    green: Colour
    blue: Colour
    dark: Colour

    def colours(self) -> NDArray[np.float32]:
        """``(4, 3)`` float32 in the order of ``KINDS``."""
        return np.array([self.red, self.green, self.blue, self.dark], np.float32)


def colour(values: NDArray[np.floating]) -> Colour:
    """The colour of paint that is nearest to ``(3,)`` RGB."""
    red, green, blue = (float(value) for value in values.clip(0.02, 0.98))
    return red, green, blue


def empty(height: int, width: int) -> Ink:
    """No ink at all."""
    return np.zeros((height, width, 4), np.float32)


def stamp(mask: NDArray[np.float32], colour: Colour) -> Ink:
    """Print one colour through a mask, ``(h, w)`` float32 from 0 to 1."""
    alpha = mask[..., None]
    return np.concatenate([alpha * np.array(colour, np.float32), alpha], axis=2)


def over(below: Ink, above: Ink) -> Ink:
    """Lay ink on top of ink of the same size."""
    result: Ink = above + below * (1 - above[..., 3:])
    return result


def paste(below: Ink, above: Ink, center: tuple[float, float]) -> None:
    """Print an ink onto another ink. The part that falls outside is cut off.

    Args:
        below: the other ink, changed in place.
        above: the ink that is printed, as a rule the smaller of the two.
        center: x and y in pixels of ``below`` at which the middle of ``above`` comes to lie.
    """
    height, width = above.shape[:2]
    x = round(center[0] - width / 2)
    y = round(center[1] - height / 2)
    left = max(0, x)
    top = max(0, y)
    right = min(below.shape[1], x + width)
    bottom = min(below.shape[0], y + height)
    if left < right and top < bottom:
        part = above[top - y : bottom - y, left - x : right - x]
        target = below[top:bottom, left:right]
        target[:] = part + target * (1 - part[..., 3:])


def shrink(ink: Ink, scale: float) -> Ink:
    """Make an ink smaller.

    Args:
        ink: is not changed.
        scale: the new width and height in shares of the old, up to 1.
    """
    small = cv2.resize(ink, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)


def from_rgba(face: Rgba, size: tuple[int, int]) -> Ink:
    """Turn a picture whose colours are not multiplied with alpha into ink.

    Args:
        face: ``(h, w, 4)`` uint8 RGBA.
        size: width and height of the ink in pixels.
    """
    # The colours of ink are multiplied with alpha. Alpha itself is not.
    alpha = np.ascontiguousarray(face[..., 3])
    ink = cv2.multiply(np.ascontiguousarray(face), cv2.merge([alpha] * 4), scale=1 / 255)
    cv2.insertChannel(alpha, ink, coi=3)
    is_smaller = face.shape[0] > size[1]
    method = cv2.INTER_AREA if is_smaller else cv2.INTER_LINEAR
    resized = cv2.resize(ink, size, interpolation=method)
    return np.asarray(resized * np.float32(1 / 255), np.float32)


def bounds(faces: Sequence[Rgba]) -> tuple[int, int, int, int] | None:
    """Find the box of everything drawn on faces, laid on each other with their top left corners.

    Args:
        faces: the faces. Their sizes may differ.

    Returns:
        Left, top, right and bottom in pixels. None if all are blank.
    """
    height = max(face.shape[0] for face in faces)
    width = max(face.shape[1] for face in faces)
    drawn = np.zeros((height, width), bool)
    for face in faces:
        drawn[: face.shape[0], : face.shape[1]] |= face[..., 3] > _DRAWN
    columns = np.flatnonzero(drawn.any(axis=0))
    rows = np.flatnonzero(drawn.any(axis=1))
    if columns.size == 0:
        return None
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


def _make_kind_table() -> NDArray[np.intp]:
    """``(4096,)`` the index into ``KINDS`` of each colour with four bits a channel.

    The number of a colour has red in its highest bits and blue in its lowest.
    """
    levels = np.arange(16, dtype=np.uint8) * 17
    red, green, blue = np.meshgrid(levels, levels, levels, indexing="ij")
    picture = np.stack([red, green, blue], axis=-1).reshape(1, -1, 3)
    hsv = cv2.cvtColor(picture, cv2.COLOR_RGB2HSV)[0]
    # OpenCV's hues are half degrees.
    hue = hsv[:, 0].astype(int) * 2
    saturation = hsv[:, 1]
    value = hsv[:, 2]
    is_red = (hue < 62) | (hue > 290)
    is_green = hue < 182
    kind = np.select([is_red, is_green], [_RED, _GREEN], _BLUE)
    is_grey_or_black = (saturation < 70) | (value < 60)
    kind[is_grey_or_black] = _DARK
    return kind


_KIND_OF_COLOUR: Final = _make_kind_table()


def recolour(face: Rgba, palette: Palette, strength: float, *, white_is_dark: bool = False) -> Rgba:
    """Draw a face in a set's own inks.

    Args:
        face: ``(h, w, 4)`` uint8 RGBA, straight alpha.
        palette: the set's inks.
        strength: 0 keeps the face's colours, 1 uses the palette's alone.
        white_is_dark: whether the palette's dark ink replaces white, as faces in white ink for
            dark tiles need on pale tiles. Otherwise white stays.
    """
    # A table of the new colours: a row for each colour as ``_make_kind_table`` numbers them.
    codes = np.arange(4096)
    channels = [codes >> 8, (codes >> 4) & 15, codes & 15]
    own_colours = np.stack(channels, axis=-1).astype(np.float32) / 15
    set_colours = palette.colours()[_KIND_OF_COLOUR]
    # Light parts of the drawing get a lighter shade of the set's ink.
    lightness = own_colours.mean(axis=1, keepdims=True)
    shaded = set_colours + (1 - set_colours) * np.clip(lightness - 0.5, 0, 1) * 0.8
    mixed = own_colours * (1 - strength) + shaded * strength
    is_white = own_colours.min(axis=1) > 0.75
    if white_is_dark:
        mixed[is_white] = palette.colours()[_DARK]
    else:
        # White within a drawing, such as a bird's breast.
        mixed[is_white] = own_colours[is_white]
    table = np.asarray((mixed * 255).clip(0, 255), np.uint8)

    levels = face[..., :3].astype(np.uint16) >> 4
    code_of_pixel = (levels[..., 0] << 8) | (levels[..., 1] << 4) | levels[..., 2]
    recoloured = face.copy()
    recoloured[..., :3] = table[code_of_pixel]
    return recoloured


def grow(ink: Ink, amount: float) -> Ink:
    """Make strokes thicker or thinner.

    Args:
        ink: is not changed.
        amount: the pixels to add on each side of a stroke, below 0 to remove. Amounts between
            -0.15 and 0.15 change nothing.
    """
    if abs(amount) < 0.15:
        return ink
    if amount > 0:
        # Thicken by whole pixels, then mix with the ink as it was.
        whole_pixels = int(np.ceil(amount))
        size = 2 * whole_pixels + 1
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        weight = amount / np.ceil(amount)
        grown: Ink = (1 - weight) * ink + weight * cv2.dilate(ink, kernel)
        return grown

    alpha = ink[..., 3]
    # Blurred ink is weaker at the edge of a stroke than in its middle. Weak ink vanishes.
    soft = cv2.GaussianBlur(alpha, (0, 0), max(0.6, -amount))
    # The amount is below 0 here, so the more is to be removed, the more ink is too weak.
    strength = np.clip((soft - 0.25 + 0.1 * amount) * 2.2, 0.0, 1.0)
    thinned_alpha = np.minimum(alpha, strength)
    # Thin strokes would vanish as a whole. So all ink keeps nearly half of its strength.
    thinned_alpha = np.maximum(thinned_alpha, 0.45 * alpha)
    share = thinned_alpha / np.maximum(alpha, 1e-3)
    thinned: Ink = ink * share[..., None]
    return thinned


def wear(ink: Ink, amount: float, rng: np.random.Generator) -> Ink:
    """Rub ink away in patches.

    Args:
        ink: is not changed.
        amount: 0 leaves it whole, 1 takes most of it.
        rng: decides the patches.
    """
    if amount <= 0.02:
        return ink
    height, width = ink.shape[:2]
    coarse = cloud(height, width, cells=7, rng=rng)
    fine = cloud(height, width, cells=28, rng=rng)
    patches = coarse * 0.7 + fine * 0.3
    kept = 1 - amount * np.clip((patches - 0.35) * 2.2, 0, 1)
    worn: Ink = ink * kept.astype(np.float32)[..., None]
    return worn


def cloud(height: int, width: int, cells: int, rng: np.random.Generator) -> NDArray[np.float32]:
    """Draw smooth noise.

    Args:
        height: of the result in pixels.
        width: the same.
        cells: about how many patches there are across.
        rng: decides the noise.

    Returns:
        ``(height, width)`` float32 from 0 to 1.
    """
    columns = max(2, cells)
    rows = max(2, round(cells * height / max(width, 1)))
    noise = rng.random((rows, columns), np.float32)
    return cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC).clip(0, 1)


def engrave(
    ink: Ink, depth: float, light: tuple[float, float]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Find where carving darkens a tile and where it shines.

    Args:
        ink: of the whole tile.
        depth: of the carving in pixels.
        light: the direction to the light in the face's plane (x right, y down), of length 1 or
            less.

    Returns:
        Two ``(h, w)`` float32 maps from 0 to 1: shadow inside the carving, highlight on its far
        rim.
    """
    carving = cv2.GaussianBlur(ink[..., 3], (0, 0), 0.3 + 0.35 * depth)
    # The same carving, moved by its depth.
    shift_x = light[0] * depth
    shift_y = light[1] * depth
    toward_light = _shift(carving, shift_x, shift_y)
    away_from_light = _shift(carving, -shift_x, -shift_y)
    # The rim next to the light throws its shadow into the carving. The opposite rim faces the
    # light.
    shadow = (carving - away_from_light).clip(0, 1).astype(np.float32)
    shine = (away_from_light - toward_light).clip(0, 1).astype(np.float32)
    return shadow, shine


def _shift(alpha: NDArray[Any], x: float, y: float) -> NDArray[Any]:
    """Move a ``(h, w)`` map right and down, by pixels or fractions of them."""
    matrix = np.array([[1, 0, x], [0, 1, y]], np.float32)
    return cv2.warpAffine(alpha, matrix, (alpha.shape[1], alpha.shape[0]))
