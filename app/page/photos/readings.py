"""The reading of a photo in the form for the page: the hand, and the reasons of the reading."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hu.app.page.draft.editing.from_photo import from_reading
from hu.app.page.draft.editing.hand import EditedHand, Tile, with_tiles
from hu.app.reading.model import HandReading
from hu.app.reading.red_fives import with_fewer_red_fives
from hu.app.reading.to_record import doubt_records, explanation_of, tile_records
from hu.app.records.doubt import Doubt
from hu.app.records.explanation import Explanation
from hu.app.records.tile import Tile as TileRecord


@dataclass(frozen=True, slots=True)
class SeenReading:
    """A reading of a photo.

    Attributes:
        hand: its tiles, with their outlines in pixels of the photo that is shown.
        tiles: the records of the tiles. The tiles of the hand come first.
        numbers: for each record in ``tiles``, the number of its tile in ``hand``.
        doubts: the doubts of the reading. They name a tile by its position in ``tiles``.
        why: the reasons of the reading. They name a tile by its position in ``tiles``.
    """

    hand: EditedHand
    tiles: tuple[TileRecord, ...]
    numbers: tuple[int, ...]
    doubts: tuple[Doubt, ...]
    why: Explanation


def seen_reading(
    reading: HandReading,
    turn_outline: Callable[[Tile], Tile],
    most_red_fives: Mapping[str, int] | None = None,
) -> SeenReading:
    """Return a reading of a photo in the form for the page.

    Args:
        reading: the reading.
        turn_outline: returns a tile with its outline in pixels of the photo that is shown.
        most_red_fives: how many red fives of each suit the table's tiles have, by plain fives. None
            if that is unknown.
    """
    if most_red_fives:
        reading = with_fewer_red_fives(reading, most_red_fives)
    return SeenReading(
        hand=with_tiles(from_reading(reading), turn_outline),
        tiles=tile_records(reading.tiles),
        # ``from_reading`` counts the tiles of a hand from 1.
        numbers=tuple(tile.index + 1 for tile in reading.tiles),
        doubts=doubt_records(reading),
        why=explanation_of(reading),
    )
