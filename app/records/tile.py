"""The record of a tile in a photo."""

from hu.app.records.schema import Record
from hu.vision.role import Role

#: A point of a photo: x and y in pixels of the upright photo, counted from its upper left corner.
Point = tuple[float, float]
#: The corners of a tile, clockwise, the first at the upper left of its face as the face is read.
Box = tuple[Point, Point, Point, Point]


class Tile(Record, frozen=True, kw_only=True):
    """A tile as it was read. Its position in ``tiles`` is its number in other parts of the record.

    Attributes:
        tile: its face in the notation, such as ``7z``, or ``back``.
        confidence: the network's probability of that face, from 0 to 1.
        alternatives: other faces with their probabilities, the likeliest first.
        box: its four corners in pixels of the photo, clockwise, the first at the upper left of the
            face as the face is read.
        row: its row of the hand, counted from 0 at the row farthest from the player. -1 outside of
            the hand.
        group: its group of the hand, counted from 0 in reading order. -1 outside of the hand.
        sideways: whether it lies across its row.
        role: ``concealed``, ``meld``, ``bonus``, ``winning``, or ``other`` outside of the hand.
        inferred: whether the rules of the game chose the face, which is not the network's
            likeliest.
        red: the probability of a red five, from 0 to 1. Only fives in rules with red fives have it.
    """

    tile: str
    confidence: float
    alternatives: tuple[tuple[str, float], ...]
    box: Box
    row: int
    group: int
    sideways: bool
    role: Role
    inferred: bool
    red: float | None = None
