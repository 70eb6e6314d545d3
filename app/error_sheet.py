"""A contact sheet of reading errors, to be looked at: ``hu evaluate --sheet``."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from app.evaluation import Error, Judgement
from vision.photo import read_photo

#: Pixels of one picture's side, and of the line of text below it.
_SIDE: Final = 144
_LINE: Final = 14
#: So many times a tile's longer side is shown around it.
_AROUND: Final = 2.2
_PER_ROW: Final = 10


def error_sheet(judgements: Sequence[Judgement], most: int = 60) -> Image.Image | None:
    """The surest errors first, each with its surroundings, what it is and what it was read as.

    Args:
        judgements: of photos that are still where they were.
        most: at most this many errors.

    Returns:
        An RGB picture, or None where nothing was misread.
    """
    errors = [(one, judgement.path) for judgement in judgements for one in judgement.errors]
    worst = sorted(errors, key=lambda entry: -entry[0].confidence)[:most]
    if not worst:
        return None
    rows = -(-len(worst) // _PER_ROW)
    sheet = Image.new("RGB", (_PER_ROW * _SIDE, rows * (_SIDE + 2 * _LINE)), "white")
    for number, (error, path) in enumerate(worst):
        row, column = divmod(number, _PER_ROW)
        sheet.paste(_cell(error, path), (column * _SIDE, row * (_SIDE + 2 * _LINE)))
    return sheet


def _cell(error: Error, path: Path) -> Image.Image:
    photo = read_photo(path)
    x0, y0, x1, y1 = (error.box / photo.scale).tolist()
    reach = max(x1 - x0, y1 - y0) * _AROUND / 2
    left, top = (x0 + x1) / 2 - reach, (y0 + y1) / 2 - reach
    image = Image.fromarray(photo.image)
    around = (round(left), round(top), round(left + 2 * reach), round(top + 2 * reach))
    cell = Image.new("RGB", (_SIDE, _SIDE + 2 * _LINE), "white")
    cell.paste(image.crop(around).resize((_SIDE - 2, _SIDE - 2)), (0, 0))
    pen = ImageDraw.Draw(cell)
    outline = (np.array([x0 - left, y0 - top, x1 - left, y1 - top]) * (_SIDE - 2) / (2 * reach)).round().tolist()
    pen.rectangle(outline, outline=(255, 0, 0))
    pen.text((2, _SIDE - 1), path.name[:22], fill="black")
    pen.text((2, _SIDE - 1 + _LINE), _said(error), fill=(200, 0, 0))
    return cell


def _said(error: Error) -> str:
    if error.read is None:
        return f"{error.truth} missed"
    return f"{error.truth or 'no label'}: {error.read} {error.confidence:.2f}"
