"""Readings as JSON, for the command line, files and browsers; inside the program they stay values."""

from dataclasses import replace

from hu.app.reading.hands import TableHand
from hu.app.reading.model import Doubt, HandReading, ReadTile
from hu.app.reading.photos import PhotoReading

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
    return {"side": hand.side} | reading_to_json(own)


def tiles_to_json(reading: HandReading) -> list[Json]:
    """Every tile, an object each."""
    return [_tile_to_json(tile) for tile in reading.tiles]


def doubts_to_json(reading: HandReading) -> list[Json]:
    """What is in doubt, an object each."""
    return [doubt_to_json(doubt) for doubt in reading.doubts]


def doubt_to_json(doubt: Doubt) -> Json:
    """A doubt: about a set with ``tiles`` and ``as_read``, and ``matters`` where that is known, else with ``tile``."""
    if doubt.as_read is None:
        return {"tile": doubt.tile, "why": doubt.why, "about": doubt.about}
    claim: Json = {"tiles": list(doubt.tiles), "why": doubt.why, "about": doubt.about, "as_read": doubt.as_read}
    return claim if doubt.matters is None else claim | {"matters": doubt.matters}


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
