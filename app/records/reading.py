"""The record of a photo's reading: a line of ``hu read --json``."""

from typing import Literal

from hu.app.records.doubt import Doubt
from hu.app.records.explanation import Explanation
from hu.app.records.schema import Record
from hu.app.records.tile import Tile

#: The side of the table at which a player sits, as the photographer sees it.
TableSide = Literal["near", "right", "far", "left"]


class SideReading(Record, frozen=True, kw_only=True):
    """One player's open hand in a photo of the table.

    Attributes:
        side: the side of the table at which the player sits, as the photographer sees it.
        hand: the hand in the notation.
        tiles: the hand's own tiles, in reading order. Then the tiles beside it that a doubt is
            about.
        doubts: the questions about this hand. They count positions in these ``tiles``.
    """

    side: TableSide
    hand: str
    tiles: tuple[Tile, ...]
    doubts: tuple[Doubt, ...]


class Reading(Record, frozen=True, kw_only=True):
    """A photo as it was read.

    Attributes:
        schema: the version of this format.
        photo: the name of the photo.
        size: width and height of the upright photo, in pixels.
        hand: the hand in the notation. Empty if no hand was found.
        tiles: every tile, those of the hand first and in reading order.
        doubts: the questions about faces, then about roles, then about the photo. Within each, the
            most decisive first.
        seconds: the time from file to hand.
        hands: every open hand on the table, the photographed one first. Only ``--all`` adds it.
        why: why the photo was read so. Only ``--why`` adds it.
    """

    schema: int
    photo: str
    size: tuple[int, int]
    hand: str
    tiles: tuple[Tile, ...]
    doubts: tuple[Doubt, ...]
    seconds: float
    hands: tuple[SideReading, ...] | None = None
    why: Explanation | None = None

    def __repr__(self) -> str:
        """Describe it in a line, because all tiles would fill several screens."""
        return (
            f"Reading(photo={self.photo!r}, hand={self.hand!r}, tiles={len(self.tiles)}, "
            f"doubts={len(self.doubts)})"
        )


class UnreadRecord(Record, frozen=True, kw_only=True):
    """A photo that could not be read.

    Attributes:
        schema: the version of this format.
        photo: the name of the photo.
        error: the reason.
    """

    schema: int
    photo: str
    error: str
