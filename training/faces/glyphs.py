"""Characters of the fonts beside the artwork, as masks."""

from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

#: Pixels per em at which characters are drawn once. Masks are scaled down from there.
_EM: Final = 200
#: Fonts so cursive that a single character is hard to read. They are drawn rarely.
RARE: Final = frozenset({"KouzanBrushFontSousyo", "aoyagi-soseki", "Stick-Regular"})


@cache
def _code_points(font: Path) -> frozenset[int]:
    """The code points of the characters that a font has."""
    from fontTools.ttLib import TTFont  # noqa: PLC0415 - extra "train"

    with TTFont(font, lazy=True) as file:
        return frozenset(file.getBestCmap())


@cache
def glyph(font: Path, text: str) -> NDArray[np.float32] | None:
    """Draw a text and cut it out close.

    Args:
        font: a font file.
        text: one line.

    Returns:
        ``(h, w)`` float32 from 0 to 1 at 200 px an em. None if the font lacks a character, or draws
        nothing or hardly anything.
    """
    if any(ord(character) not in _code_points(font) for character in text):
        return None
    drawer = ImageFont.truetype(str(font), _EM)
    left, top, right, bottom = drawer.getbbox(text)
    if right - left < 2 or bottom - top < 2:
        return None
    # The text with a margin of 4 pixels on each side, which is cut off below.
    picture = Image.new("L", (int(right - left) + 8, int(bottom - top) + 8))
    ImageDraw.Draw(picture).text((4 - left, 4 - top), text, font=drawer, fill=255)
    mask = np.asarray(picture)
    columns = np.flatnonzero(mask.max(axis=0) > 60)
    rows = np.flatnonzero(mask.max(axis=1) > 60)
    # Some fonts map a character and draw nothing, or a dot.
    if columns.size < 12 and rows.size < 12:
        return None
    cut = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return (cut / 255).astype(np.float32)


@cache
def has_all(font: Path, characters: str) -> bool:
    """Whether a font draws each of some characters."""
    return all(glyph(font, character) is not None for character in characters)


def fit_mask(
    mask: NDArray[np.float32], width: float, height: float, stretch: float = 1.0
) -> NDArray[np.float32]:
    """Resize a mask to be as large as fits into a box.

    Args:
        mask: ``(h, w)`` float32 from 0 to 1.
        width: of the box in pixels.
        height: of the box in pixels.
        stretch: the greatest factor by which the mask is then made wider, or higher, to fill the
            rest of the box. 1 keeps its proportions.
    """
    scale = min(width / mask.shape[1], height / mask.shape[0])
    fitted_width = min(width, mask.shape[1] * scale * stretch)
    fitted_height = min(height, mask.shape[0] * scale * stretch)
    size = (max(1, round(fitted_width)), max(1, round(fitted_height)))
    resized = cv2.resize(mask, size, interpolation=cv2.INTER_AREA)
    return resized.astype(np.float32, copy=False)
