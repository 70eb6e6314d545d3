"""Small pictures side by side with two lines of text below each, for people to look at."""

from collections.abc import Sequence
from math import ceil
from typing import Final

from PIL import Image, ImageDraw

#: The side of a picture in pixels.
CELL_PX: Final = 142
_BORDER_PX: Final = 2
#: The height of a line of text in pixels.
_LINE_PX: Final = 14
_PER_ROW: Final = 10
#: The colours of the two lines.
_COLOURS: Final = ("#000000", "#c80000")


def contact_sheet(cells: Sequence[tuple[Image.Image, str, str]]) -> Image.Image:
    """Lay out pictures, each with two lines of text, in rows of ten on a white sheet.

    Args:
        cells: a picture of any size, the line below it, and the line below that.
    """
    # The size of a cell in pixels.
    width = CELL_PX + _BORDER_PX
    height = CELL_PX + _BORDER_PX + 2 * _LINE_PX
    row_count = max(1, ceil(len(cells) / _PER_ROW))
    sheet = Image.new("RGB", (_PER_ROW * width, row_count * height), "white")
    pen = ImageDraw.Draw(sheet)
    for number, (picture, *lines) in enumerate(cells):
        row, column = divmod(number, _PER_ROW)
        left = column * width
        top = row * height
        sheet.paste(picture.resize((CELL_PX, CELL_PX)), (left, top))
        text_top = top + CELL_PX + 1
        for line, colour in zip(lines, _COLOURS, strict=True):
            pen.text((left + 2, text_top), line, fill=colour)
            text_top += _LINE_PX
    return sheet
