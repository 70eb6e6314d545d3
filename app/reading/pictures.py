"""Readings drawn over their photos."""

import numpy as np
from numpy.typing import NDArray

from hu.app.reading.explain import candidate_lines, evidence_lines
from hu.app.reading.model import HandReading, PhotoReading
from hu.app.records.words import reading_words
from hu.vision.overlay import draw_layout, write_notes


def overlay_of(reading: PhotoReading, *, why: bool = False) -> NDArray[np.uint8]:
    """Draw outlines, names and doubts over a photo.

    Args:
        reading: the photo as it was read.
        why: whether to write the evidence under each group, the number of each tile left out, and
            the candidates in a corner.

    Returns:
        ``(h, w, 3)`` uint8 RGB, as large as the decoded image.
    """
    # Pixels of the decoded image for each pixel of the photo.
    scale = 1 / reading.photo.scale
    picture = draw_reading(reading.photo.image, reading.reading, scale)
    if not why:
        return picture
    # The font of the notes has no letters but those of English.
    words = reading_words("en")
    notes: dict[tuple[int, ...], list[str]] = {}
    for group in reading.reading.layout.groups:
        notes[group.tiles] = evidence_lines(group, words)
    for number, tile in enumerate(reading.reading.tiles, start=1):
        if tile.role == "other":
            notes[(tile.index,)] = [str(number)]
    return write_notes(
        picture,
        reading.reading.layout,
        notes=notes,
        heading=candidate_lines(reading.reading, words),
        scale=scale,
    )


def draw_reading(image: NDArray[np.uint8], reading: HandReading, scale: float) -> NDArray[np.uint8]:
    """Draw outlines, names and doubts over a photo or a copy of it.

    Args:
        image: ``(h, w, 3)`` uint8 RGB.
        reading: the photo's reading.
        scale: pixels of ``image`` for each pixel of the photo.

    Returns:
        ``(h, w, 3)`` uint8 RGB, of the same size as ``image``.
    """
    name_of = {tile.index: tile.tile for tile in reading.tiles}
    doubtful_tiles = {doubt.tile for doubt in reading.doubts if doubt.tile is not None}
    return draw_layout(image, reading.layout, name_of, doubtful_tiles, scale)
