"""Rows of an older version: their doubts in today's form."""

from typing import get_args

from msgspec import Struct

from hu.app.codec import convert
from hu.app.records.doubt import ClaimReading, Doubt, DoubtId, DoubtTopic


class _OlderDoubt(Struct):
    """A doubt of version 1.

    Attributes:
        why: the doubt in English.
        id: the kind of question. The oldest rows have none.
        about: what the doubt is about.
        tile: the position of a tile, or None.
        tiles: the positions of the tiles of a meld.
        as_read: how a meld was read.
        matters: whether the score depends on the answer. None if that is not known.
    """

    why: str
    id: str = "unnamed"
    about: DoubtTopic = "photo"
    tile: int | None = None
    tiles: tuple[int, ...] = ()
    as_read: ClaimReading | None = None
    matters: bool | None = None


def upgrade_doubts(doubts: object) -> tuple[Doubt, ...]:
    """Convert the decoded doubts of a row of version 1.

    Raises:
        InputError: they are no doubts.
    """
    older_doubts = convert(doubts, tuple[_OlderDoubt, ...])
    return tuple(_upgrade(doubt) for doubt in older_doubts)


def _upgrade(doubt: _OlderDoubt) -> Doubt:
    doubt_id: DoubtId = "unnamed"
    for known_id in get_args(DoubtId):
        if doubt.id == known_id:
            doubt_id = known_id
    tile = doubt.tile
    if tile is None and doubt.tiles:
        tile = doubt.tiles[0]
    return Doubt(
        id=doubt_id,
        tile=tile,
        why=doubt.why,
        about=doubt.about,
        tiles=doubt.tiles,
        as_read=doubt.as_read,
        changes_score=doubt.matters,
    )
