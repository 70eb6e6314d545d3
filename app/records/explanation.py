"""The record of why a photo was read as it was."""

from hu.app.records.schema import Record
from hu.vision.layout.evidence import Evidence, Reason
from hu.vision.layout.model import GroupKind


class Group(Record, frozen=True, kw_only=True):
    """Tiles that lie together.

    Attributes:
        tiles: the positions of its tiles in ``tiles``.
        kind: what the tiles were taken for.
        evidence: why they are a group of this kind. Empty if no gap divides it from others.
    """

    tiles: tuple[int, ...]
    kind: GroupKind
    evidence: tuple[Evidence, ...]


class LeftOutTile(Record, frozen=True, kw_only=True):
    """A tile that belongs to no hand.

    Attributes:
        tile: its position in ``tiles``.
        reason: why it was left out.
    """

    tile: int
    reason: Reason


class NumeralTile(Record, frozen=True, kw_only=True):
    """A tile of a modern set that was read by the numeral in a corner of its face.

    Attributes:
        tile: its position in ``tiles``.
        numeral: the numeral or letter, such as ``5``.
    """

    tile: int
    numeral: str


class Candidate(Record, frozen=True, kw_only=True):
    """Tiles that may be the hand, as they were compared with others.

    Attributes:
        hand: the likeliest hand of these tiles, in the notation.
        cost: the sum of the terms, in nats. A likelier candidate costs less.
        terms: the causes of the cost. ``log_odds`` of each are the nats that it adds.
    """

    hand: str
    cost: float
    terms: tuple[Evidence, ...]


class Explanation(Record, frozen=True, kw_only=True):
    """Why a photo was read as it was.

    Attributes:
        groups: the groups of the hand in reading order.
        left_out: the tiles outside of the hand.
        candidates: the chosen candidate, then those that it was compared with, the likeliest
            first.
        numerals: the tiles that were read by a numeral.
    """

    groups: tuple[Group, ...]
    left_out: tuple[LeftOutTile, ...]
    candidates: tuple[Candidate, ...]
    numerals: tuple[NumeralTile, ...] = ()
