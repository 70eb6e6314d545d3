"""Numerals and letters in the corners of a tile."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from training.chance import draw_by_share
from training.faces.glyphs import fit_mask, glyph
from training.faces.ink import Colour, Ink, paste, stamp

#: Fonts whose numerals only held-out sets have.
HELD_FONTS: Final = frozenset({"OradanoGSRR", "YuseiMagic-Regular", "cwming", "SmileySans-Oblique"})
#: The least and the greatest height of numerals in tile widths.
NUMERAL_HEIGHTS: Final = (0.2, 0.36)


@dataclass(frozen=True, slots=True)
class Corner:
    """A corner with a numeral."""

    is_right: bool
    is_low: bool
    is_turned: bool  # upside down, to be read from the other side


_UPPER_LEFT: Final = Corner(is_right=False, is_low=False, is_turned=False)
_UPPER_RIGHT: Final = Corner(is_right=True, is_low=False, is_turned=False)
_LOWER_LEFT: Final = Corner(is_right=False, is_low=True, is_turned=False)
_LOWER_RIGHT: Final = Corner(is_right=True, is_low=True, is_turned=False)
_LOWER_LEFT_TURNED: Final = Corner(is_right=False, is_low=True, is_turned=True)
_LOWER_RIGHT_TURNED: Final = Corner(is_right=True, is_low=True, is_turned=True)
#: The corners with numerals, and how often sets have them.
_PLACES: Final[Sequence[tuple[tuple[Corner, ...], float]]] = (
    ((_UPPER_LEFT,), 0.48),
    ((_UPPER_RIGHT,), 0.16),
    ((_UPPER_LEFT, _LOWER_RIGHT_TURNED), 0.2),
    ((_UPPER_RIGHT, _LOWER_LEFT_TURNED), 0.06),
    ((_UPPER_LEFT, _LOWER_RIGHT), 0.04),
    ((_LOWER_LEFT,), 0.03),
    ((_LOWER_RIGHT,), 0.03),
)


@dataclass(frozen=True, slots=True)
class Numerals:
    """How a set prints its numerals. Lengths are in tile widths."""

    font: Path
    corners: tuple[Corner, ...]
    height: float  # of a numeral
    margin: float  # from the tile's edges
    # the greatest factor by which a numeral is made wider, or higher, to fill its box
    stretch: float

    def box(self, size: tuple[int, int]) -> tuple[int, int]:
        """Width and height in pixels of a numeral's box.

        Args:
            size: width and height of the tile in pixels.
        """
        high = max(5, round(self.height * size[0]))
        return max(4, round(high * 0.72)), high

    def shift(self, size: tuple[int, int]) -> tuple[float, float]:
        """How far a picture must move right and down, in pixels, to leave room for the numerals.

        A picture between numerals in two corners stays where it is.

        Args:
            size: width and height of the tile in pixels.
        """
        wide, high = self.box(size)
        x = 0.0
        y = 0.0
        if len(self.corners) == 1:
            corner = self.corners[0]
            x = -wide * 0.3 if corner.is_right else wide * 0.3
            y = -high * 0.35 if corner.is_low else high * 0.35
        return x, y


def random_numerals(
    rng: np.random.Generator,
    fonts: Sequence[Path],
    *,
    are_held_out: bool = False,
    heights: tuple[float, float] = NUMERAL_HEIGHTS,
) -> Numerals:
    """Choose typeface, size and places of a set's numerals at random.

    Args:
        rng: decides.
        fonts: fonts that have Arabic numerals.
        are_held_out: whether to use only the typefaces that no training sees. Otherwise all others
            are used.
        heights: the least and the greatest height in tile widths.
    """
    chosen_fonts = []
    for font in fonts:
        is_held_out = font.stem in HELD_FONTS
        if is_held_out == are_held_out:
            chosen_fonts.append(font)
    corners = draw_by_share(rng, _PLACES)
    return Numerals(
        font=chosen_fonts[int(rng.integers(len(chosen_fonts)))],
        corners=corners,
        height=float(rng.uniform(*heights)),
        margin=float(rng.uniform(0.05, 0.1)),
        stretch=float(rng.uniform(1.0, 1.2)),
    )


def print_numeral(tile_ink: Ink, text: str, numerals: Numerals, colour: Colour) -> bool:
    """Print a numeral or letter into a tile's corners. Ink close to it is removed.

    Args:
        tile_ink: the ink of the whole tile, ``(h, w, 4)`` float32, changed in place.
        text: one to three characters.
        numerals: how the set prints its numerals.
        colour: the colour of the text, RGB from 0 to 1.

    Returns:
        Whether the text was printed. It is not if the typeface lacks it.
    """
    mask = glyph(numerals.font, text)
    if mask is None:
        return False
    height, width = tile_ink.shape[:2]
    wide, high = numerals.box((width, height))
    label = fit_mask(mask, wide * len(text), high, numerals.stretch)
    distance_from_edges = numerals.margin * width
    for corner in numerals.corners:
        # The middle of the label, in pixels.
        x = distance_from_edges + label.shape[1] / 2
        y = distance_from_edges + label.shape[0] / 2
        if corner.is_right:
            x = width - x
        if corner.is_low:
            y = height - y
        shown = np.ascontiguousarray(label[::-1, ::-1]) if corner.is_turned else label
        _clear(tile_ink, shown, (x, y))
        paste(tile_ink, stamp(shown, colour), (x, y))
    return True


def _clear(tile_ink: Ink, mask: np.ndarray, centre: tuple[float, float]) -> None:
    """Remove the ink of a tile under a mask and within about two pixels of it.

    Args:
        tile_ink: the ink of the whole tile, changed in place.
        mask: ``(h, w)`` float32 from 0 to 1.
        centre: x and y of the mask's middle on the tile, in pixels. The mask may reach beyond the
            tile.
    """
    space = 2
    padded = cv2.copyMakeBorder(mask, space, space, space, space, cv2.BORDER_CONSTANT, value=0)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * space + 1, 2 * space + 1))
    grown = cv2.dilate(padded, kernel)
    left = round(centre[0] - grown.shape[1] / 2)
    upper = round(centre[1] - grown.shape[0] / 2)
    first_x = max(0, left)
    first_y = max(0, upper)
    last_x = min(tile_ink.shape[1], left + grown.shape[1])
    last_y = min(tile_ink.shape[0], upper + grown.shape[0])
    if first_x < last_x and first_y < last_y:
        part = grown[first_y - upper : last_y - upper, first_x - left : last_x - left]
        tile_ink[first_y:last_y, first_x:last_x] *= 1 - part[..., None]
