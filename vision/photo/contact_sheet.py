"""Small pictures side by side, two lines of text below each, to be looked at."""

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

#: Pixels of one picture's side, with a border of two, and of a line of text below it.
CELL_PX: Final = 142
_BORDER: Final = 2
_LINE: Final = 14
_PER_ROW: Final = 10
_COLOURS: Final = ("#000000", "#c80000")


def contact_sheet(cells: Sequence[tuple[Image.Image, str, str]]) -> Image.Image:
    """Lay out pictures, each with two lines of text, in rows of ten on a white sheet."""
    width, height = CELL_PX + _BORDER, CELL_PX + _BORDER + 2 * _LINE
    sheet = Image.new(
        "RGB", (_PER_ROW * width, max(1, -(-len(cells) // _PER_ROW)) * height), "white"
    )
    pen = ImageDraw.Draw(sheet)
    for number, (picture, *lines) in enumerate(cells):
        row, column = divmod(number, _PER_ROW)
        left, top = column * width, row * height
        sheet.paste(picture.resize((CELL_PX, CELL_PX)), (left, top))
        for k, (line, colour) in enumerate(zip(lines, _COLOURS, strict=True)):
            pen.text((left + 2, top + CELL_PX + 1 + k * _LINE), line, fill=colour)
    return sheet
