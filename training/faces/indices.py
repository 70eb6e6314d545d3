"""Latin and Arabic indices in the corners, as Western and many Hong Kong sets have them."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from training.faces import drawings
from training.faces.ink import Colour, Ink, empty, paste, shrink
from training.faces.maker import PARTS, Maker, draws_index

#: Letters of the winds, and of the white, green and red dragon.
_WINDS: Final = ("ESWN", "ESWN", "ESWN", "ESON")
_DRAGONS: Final = ("PFC", "BFC", "WGR", "BGR")
#: Share of sets with indices.
_SHARE: Final = 0.3


@dataclass(frozen=True, slots=True)
class _IndexStyle:
    """How a set prints its indices."""

    font: Path
    colour: Colour
    is_right: bool  # whether they are in the upper right corner, not in the upper left corner
    share: float  # an index's width in tile widths
    are_in_two_corners: bool  # whether the opposite corner has the same index upside down


def print_indices(tile_inks: dict[str, Ink], recipe: dict[str, str], maker: Maker) -> None:
    """Print indices into a corner, in some sets.

    Args:
        tile_inks: the ink of every face, changed in place.
        recipe: the source of every part and of the bird. No index is printed on faces of a source
            that draws indices itself. The name of the font is added to the recipe.
        maker: the parts of the set that all faces share.
    """
    if not maker.chance(_SHARE):
        return
    winds = str(maker.rng.choice(_WINDS))
    dragons = str(maker.rng.choice(_DRAGONS))
    letters = dict(zip(("1z", "2z", "3z", "4z"), winds, strict=True))
    letters |= dict(zip(("5z", "6z", "7z"), dragons, strict=True))
    style = _IndexStyle(
        font=maker.font("123456789ESWNOCFPBRG"),
        colour=maker.choose_colour(),
        is_right=maker.chance(0.4),
        share=float(maker.rng.uniform(0.13, 0.22)),
        are_in_two_corners=maker.chance(0.12),
    )
    for part in "mpszw":
        for code in PARTS[part]:
            if draws_index(code, part, recipe):
                continue
            tile_inks[code] = _with_index(tile_inks[code], letters.get(code, code[0]), style)
    recipe["index"] = style.font.stem


def _with_index(tile_ink: Ink, text: str, style: _IndexStyle) -> Ink:
    """Print an index into an upper corner of a face, which is made a little smaller.

    Args:
        tile_ink: the ink of the whole tile.
        text: the index.
        style: how the set prints its indices.

    Returns:
        The new ink of the whole tile.
    """
    height, width = tile_ink.shape[:2]
    small = shrink(tile_ink, scale=0.9)
    new_ink = empty(height, width)
    # The face moves down, and away from the corner of the index.
    center_x = 0.46 if style.is_right else 0.54
    paste(new_ink, small, (width * center_x, height * 0.53))
    size = (round(width * style.share), round(width * style.share * 1.3))
    label = drawings.text(size, style.font, text, style.colour)
    x = width * (0.06 + style.share / 2)
    if style.is_right:
        x = width * (0.94 - style.share / 2)
    y = height * 0.04 + label.shape[0] / 2
    paste(new_ink, label, (x, y))
    if style.are_in_two_corners:
        turned = np.ascontiguousarray(label[::-1, ::-1])
        paste(new_ink, turned, (width - x, height - y))
    return new_ink
