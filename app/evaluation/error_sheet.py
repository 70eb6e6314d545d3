"""A contact sheet of reading errors for people to check: ``hu evaluate --sheet``."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw

from hu.app.evaluation.judging import PhotoJudgement, TileError
from hu.vision.photo.contact_sheet import CELL_PX, contact_sheet
from hu.vision.photo.decoding import decode_photo

#: The side of the square that is shown around a tile, as a multiple of the tile's longer side.
_AROUND: Final = 2.2
#: The most errors that are drawn.
_MOST_ERRORS: Final = 60
#: Characters of the photo's name that fit under a picture.
_NAME_LENGTH: Final = 22
_RED: Final = (255, 0, 0)


def error_sheet(judgements: Sequence[PhotoJudgement]) -> Image.Image | None:
    """Draw errors with their surroundings, the right face and the face read, the surest first.

    Args:
        judgements: judgements of photos that are still in their place.

    Returns:
        An RGB picture. None if nothing was misread.
    """
    errors: list[TileError] = []
    path_of: dict[TileError, Path] = {}
    for judgement in judgements:
        for error in judgement.errors:
            errors.append(error)
            path_of[error] = judgement.path
    if not errors:
        return None
    errors.sort(key=lambda error: error.confidence, reverse=True)
    cells = [_cell(error, path_of[error]) for error in errors[:_MOST_ERRORS]]
    return contact_sheet(cells)


def _cell(error: TileError, path: Path) -> tuple[Image.Image, str, str]:
    """Make a cell of the contact sheet.

    Returns:
        A picture of the tile and its surroundings, the photo's name, and a line about the error.
    """
    photo = decode_photo(path, max_megapixels=math.inf)
    # All lengths are in pixels of the decoded image, which may be smaller than the photo.
    x0, y0, x1, y1 = (error.box / photo.scale).tolist()
    # Half the side of the square around the tile.
    reach = max(x1 - x0, y1 - y0) * _AROUND / 2
    left = (x0 + x1) / 2 - reach
    top = (y0 + y1) / 2 - reach
    right = left + 2 * reach
    bottom = top + 2 * reach
    square = (round(left), round(top), round(right), round(bottom))
    picture = Image.fromarray(photo.image).crop(square).resize((CELL_PX, CELL_PX))

    corners = [x0 - left, y0 - top, x1 - left, y1 - top]
    outline = [round(corner * CELL_PX / (2 * reach)) for corner in corners]
    ImageDraw.Draw(picture).rectangle(outline, outline=_RED)
    return picture, path.name[:_NAME_LENGTH], _describe(error)


def _describe(error: TileError) -> str:
    if error.read is None:
        return f"{error.truth} missed"
    truth = "no label" if error.truth is None else error.truth
    return f"{truth}: {error.read} {error.confidence:.2f}"
