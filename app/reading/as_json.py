"""Readings as JSON, for the command line, files and browsers.

Inside the program readings stay values.
"""

from hu.app.reading.hands import TableHand
from hu.app.reading.model import Doubt, HandReading, PhotoReading, ReadTile

#: An object of JSON, by key.
Json = dict[str, object]


def photo_to_json(reading: PhotoReading, name: str | None = None) -> Json:
    """Make the object that ``hu read --json`` prints for a photo.

    Args:
        reading: the photo as it was read.
        name: the name that the user gave it. The default is the photo's own name.
    """
    if name is None:
        name = reading.photo.name
    return {
        "photo": name,
        "size": list(reading.photo.size),
        **reading_to_json(reading.reading),
        "seconds": round(reading.seconds, 3),
    }


def reading_to_json(reading: HandReading) -> Json:
    """Make the ``hand``, ``tiles`` and ``doubts`` that ``hu read --json`` prints."""
    return {
        "hand": reading.text,
        "tiles": tiles_to_json(reading),
        "doubts": doubts_to_json(reading),
    }


def hand_to_json(hand: TableHand) -> Json:
    """Make one of the ``hands`` of ``hu read --all``. It has the hand's own tiles alone."""
    return {
        "side": hand.side,
        "hand": hand.reading.text,
        "tiles": [_tile_to_json(tile) for tile in hand.reading.hand_tiles],
        "doubts": doubts_to_json(hand.reading),
    }


def tiles_to_json(reading: HandReading) -> list[Json]:
    """Make an object for each tile."""
    return [_tile_to_json(tile) for tile in reading.tiles]


def _tile_to_json(tile: ReadTile) -> Json:
    alternatives = [[face, round(probability, 4)] for face, probability in tile.alternatives]
    box = [[round(float(x), 1), round(float(y), 1)] for x, y in tile.laid.detection.box]
    result: Json = {
        "tile": tile.tile,
        "confidence": round(tile.confidence, 4),
        "alternatives": alternatives,
        "box": box,
        "row": tile.laid.row,
        "group": tile.laid.group,
        "sideways": tile.laid.sideways,
        "role": tile.role,
        "inferred": tile.inferred,
    }
    if tile.red is not None:
        result["red"] = round(tile.red, 4)
    return result


def doubts_to_json(reading: HandReading) -> list[Json]:
    """Make an object for each doubt. It names tiles by their positions in ``tiles``.

    A doubt about a meld has ``tiles`` and ``as_read``, and ``matters`` if that is known. Any other
    has ``tile``.
    """
    positions = positions_of(reading)
    return [_doubt_to_json(doubt, positions) for doubt in reading.doubts]


def _doubt_to_json(doubt: Doubt, positions: dict[int, int]) -> Json:
    if doubt.as_read is None:
        return {
            "id": doubt.id,
            "tile": None if doubt.tile is None else positions[doubt.tile],
            "why": doubt.why,
            "about": doubt.about,
        }
    result: Json = {
        "id": doubt.id,
        "tiles": [positions[tile] for tile in doubt.tiles],
        "why": doubt.why,
        "about": doubt.about,
        "as_read": doubt.as_read,
    }
    if doubt.changes_score is not None:
        result["matters"] = doubt.changes_score
    return result


def positions_of(reading: HandReading) -> dict[int, int]:
    """The position of each tile in ``tiles``, by the index of its detection."""
    return {tile.index: position for position, tile in enumerate(reading.tiles)}
