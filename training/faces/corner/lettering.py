"""Texts on modern tiles."""

from pathlib import Path

from training.faces import drawings
from training.faces.canvas import Area
from training.faces.ink import Colour, Ink, paste


def print_text(
    tile_ink: Ink, area: Area, text: str, font: Path, colour: Colour, *, stretch: float = 1.15
) -> None:
    """Print a text as large as fits into an area of a tile.

    Args:
        tile_ink: the ink of the whole tile, changed in place.
        area: where the text goes.
        text: one line.
        font: a font that has its characters.
        colour: its colour.
        stretch: the greatest factor by which the text is then made wider, or higher, to fill the
            rest of the area.
    """
    size = (max(1, round(area.width)), max(1, round(area.height)))
    paste(tile_ink, drawings.text(size, font, text, colour, stretch), (area.x, area.y))
