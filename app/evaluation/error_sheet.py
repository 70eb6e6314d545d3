"""A contact sheet of reading errors for people to check: ``hu evaluate --sheet``."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from hu.app.evaluation.judging import Error, Judgement
from hu.vision.photo.contact_sheet import CELL_PX, contact_sheet
from hu.vision.photo.decoding import decode_photo

#: Side of the part of the photo that is shown, in longer sides of the tile.
_AROUND: Final = 2.2
#: Errors that are drawn.
_MOST: Final = 60


def error_sheet(judgements: Sequence[Judgement]) -> Image.Image | None:
    """Draw errors with their surroundings, what each tile is and what it was read as, the surest first.

    Args:
        judgements: of photos that are still where they were.

    Returns:
        An RGB picture, or None where nothing was misread.
    """
    errors = [(error, judgement.path) for judgement in judgements for error in judgement.errors]
    worst = sorted(errors, key=lambda entry: -entry[0].confidence)[:_MOST]
    return contact_sheet([_cell(error, path) for error, path in worst]) if worst else None


def _cell(error: Error, path: Path) -> tuple[Image.Image, str, str]:
    """One error for a contact sheet: its surroundings in the photo, the photo's name, what went wrong."""
    photo = decode_photo(path, max_megapixels=math.inf)
    x0, y0, x1, y1 = (error.box / photo.scale).tolist()
    reach = max(x1 - x0, y1 - y0) * _AROUND / 2
    left, top = (x0 + x1) / 2 - reach, (y0 + y1) / 2 - reach
    around = (round(left), round(top), round(left + 2 * reach), round(top + 2 * reach))
    picture = Image.fromarray(photo.image).crop(around).resize((CELL_PX, CELL_PX))
    outline = (
        (np.array([x0 - left, y0 - top, x1 - left, y1 - top]) * CELL_PX / (2 * reach))
        .round()
        .tolist()
    )
    ImageDraw.Draw(picture).rectangle(outline, outline=(255, 0, 0))
    wrong = f"{error.truth or 'no label'}: {error.read} {error.confidence:.2f}"
    return picture, path.name[:22], f"{error.truth} missed" if error.read is None else wrong
