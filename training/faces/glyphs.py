"""Characters from the fonts beside the artwork, as masks."""

from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Mask = NDArray[np.float32]

#: Pixels per em at which characters are drawn once; masks are scaled down from there.
_EM: Final = 200
#: Fonts so cursive that a character alone is hard to tell; drawn rarely.
RARE: Final = frozenset({"KouzanBrushFontSousyo", "aoyagi-soseki", "Stick-Regular"})


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
