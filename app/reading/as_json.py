"""Readings as JSON and as pictures, for the command line, files and browsers; inside the program they stay values."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from hu.app.reading.hands import TableHand
from hu.app.reading.model import Doubt, HandReading, PhotoReading, ReadTile

#: What JSON can hold, by key.
Json = dict[str, object]


def photo_to_json(reading: PhotoReading, name: str | None = None) -> Json:
    """The object that ``hu read --json`` prints for a photo.

    Args:
        reading: of the photo.
        name: how the user named the photo; default is the photo's own name.
    """
    head: Json = {"photo": name if name is not None else reading.name, "size": list(reading.photo.size)}
    return head | reading_to_json(reading.reading) | {"seconds": round(reading.seconds, 3)}


def reading_to_json(reading: HandReading) -> Json:
    """``hand``, ``tiles`` and ``doubts`` as ``hu read --json`` prints them."""
    return {"hand": reading.text, "tiles": tiles_to_json(reading), "doubts": doubts_to_json(reading)}


def hand_to_json(hand: TableHand) -> Json:
    """One of the ``hands`` of ``hu read --all``: its side, its text, its tiles and what is in doubt about them."""
    own = replace(hand.reading, tiles=hand.reading.tiles[: len(hand.reading.layout.hand)])
    return {"side": hand.side} | reading_to_json(hand.reading) | {"tiles": tiles_to_json(own)}


def tiles_to_json(reading: HandReading) -> list[Json]:
    """Every tile, an object each."""
    return [_tile_to_json(tile) for tile in reading.tiles]


def doubts_to_json(reading: HandReading) -> list[Json]:
    """What is in doubt, an object each; it names tiles by their position in ``tiles``.

    A doubt about a meld has ``tiles`` and ``as_read``, and ``matters`` where that is known; any other has ``tile``.
    """
    position = {tile.index: k for k, tile in enumerate(reading.tiles)}

    def to_json(doubt: Doubt) -> Json:
        if doubt.as_read is None:
            tile = None if doubt.tile is None else position[doubt.tile]
            return {"tile": tile, "why": doubt.why, "about": doubt.about}
        tiles = [position[tile] for tile in doubt.tiles]
        claim: Json = {"tiles": tiles, "why": doubt.why, "about": doubt.about, "as_read": doubt.as_read}
        return claim if doubt.changes_score is None else claim | {"matters": doubt.changes_score}

    return [to_json(doubt) for doubt in reading.doubts]


def _tile_to_json(tile: ReadTile) -> Json:
    return {
        "tile": tile.tile,
        "confidence": round(tile.confidence, 4),
        "alternatives": [[face, round(probability, 4)] for face, probability in tile.alternatives],
        "box": [[round(float(x), 1), round(float(y), 1)] for x, y in tile.laid.detection.box],
        "row": tile.laid.row,
        "group": tile.laid.group,
        "sideways": tile.laid.sideways,
        "role": tile.role,
        "inferred": tile.inferred,
        **({} if tile.red is None else {"red": round(tile.red, 4)}),
    }


def overlay_of(reading: PhotoReading) -> NDArray[np.uint8]:
    """The photo with outlines, names and doubts, ``(h, w, 3)`` uint8 RGB."""
    return draw_reading(reading.photo.image, reading.reading, 1 / reading.photo.scale)


def draw_reading(image: NDArray[np.uint8], reading: HandReading, scale: float) -> NDArray[np.uint8]:
    """Draw outlines, names and doubts over a photo, or a copy that has ``scale`` pixels for each of its pixels."""
    from hu.vision.layout.overlay import draw  # noqa: PLC0415  # JSON needs no pictures

    names = {tile.index: tile.tile for tile in reading.tiles}
    doubted = {doubt.tile for doubt in reading.doubts if doubt.tile is not None}
    return draw(image, reading.layout, names, doubted, scale)
