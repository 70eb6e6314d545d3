"""Records of the tiles that a hand waits for."""

from msgspec import UNSET, UnsetType, structs

from hu.app.records.schema import SCHEMA_VERSION, Record
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.waits import DiscardChoice, Wait, Waits, WaitWorth


class WorthRecord(Record, frozen=True, kw_only=True):
    """The value of a hand that a tile completes, under the key of the rule set's unit of hands.

    The value is missing if it depends on an answer that is missing: the seat or the round.

    Attributes:
        points: the value in points. In Riichi the winner receives these points.
        faan: the value in faan (Hong Kong).
        fan: the value in fan, the points of MCR.
        tai: the value in tai (Taiwanese).
        below_minimum: true if the hand may not win with the tile.
    """

    points: int | UnsetType = UNSET
    faan: int | UnsetType = UNSET
    fan: int | UnsetType = UNSET
    tai: int | UnsetType = UNSET
    below_minimum: bool | UnsetType = UNSET


class WaitRecord(
    Record,
    frozen=True,
    kw_only=True,
    rename={"self_draw": "self-draw"},
):
    """A tile that completes a hand.

    Attributes:
        tile: the tile.
        left: how many copies are neither in the hand nor visible elsewhere.
        discard: the value if the tile is discarded. Missing if the answers rule that out.
        self_draw: the value if the tile is drawn. Its key is ``self-draw``. Missing if the answers
            rule that out.
    """

    tile: str
    left: int
    discard: WorthRecord | UnsetType = UNSET
    self_draw: WorthRecord | UnsetType = UNSET


class DiscardRecord(Record, frozen=True, kw_only=True):
    """A tile that a hand with one tile too many to wait can discard.

    Attributes:
        tile: the tile.
        away: how many tiles the hand is then from waiting.
        accepts: the tiles that bring it nearer or complete it.
        left: how many copies of these tiles are not visible.
    """

    tile: str
    away: int
    accepts: tuple[str, ...]
    left: int


class WaitsRecord(Record, frozen=True, kw_only=True):
    """The tiles that a hand waits for, or what to discard.

    Attributes:
        schema: the version of the record (``hu.app.records.schema.SCHEMA_VERSION``).
        photo: the name of the photo that shows the hand. Missing for a hand given as text.
        hand: the hand, in the notation.
        away: how many tiles the hand is from waiting (shanten). -1 for a complete hand.
        discards: for a hand with a tile to discard: the tiles, the best first.
        accepts: for a hand that does not wait yet: the tiles that bring it nearer.
        left: how many copies of the tiles in ``accepts`` are not visible.
        waits: for a hand that waits: the tiles that complete it.
    """

    schema: int | UnsetType = UNSET
    photo: str | UnsetType = UNSET
    hand: str
    away: int
    discards: tuple[DiscardRecord, ...] | UnsetType = UNSET
    accepts: tuple[str, ...] | UnsetType = UNSET
    left: int | UnsetType = UNSET
    waits: tuple[WaitRecord, ...] | UnsetType = UNSET

    def __repr__(self) -> str:
        return f"<WaitsRecord of {self.hand}, away {self.away}>"


def make_waits_record(waits: Waits, rules: RuleSet, photo: str | None = None) -> WaitsRecord:
    """Make the record of the waits of a hand.

    A hand with a tile to discard has the discards, a hand that waits its waits, and any other hand
    the tiles that bring it nearer.

    Args:
        waits: the waits.
        rules: the rule set, whose unit the values have.
        photo: the name of the photo that shows the hand, or None.
    """
    record = WaitsRecord(
        schema=SCHEMA_VERSION,
        photo=UNSET if photo is None else photo,
        hand=str(waits.hand),
        away=waits.away,
    )
    if waits.discards:
        discards = tuple([_discard_record(choice) for choice in waits.discards])
        return structs.replace(record, discards=discards)
    is_waiting = waits.away == 0
    if not is_waiting:
        return structs.replace(record, accepts=waits.accepts, left=waits.left)
    tiles = tuple([make_wait_record(wait, rules) for wait in waits.waits])
    return structs.replace(record, waits=tiles)


def make_wait_record(wait: Wait, rules: RuleSet) -> WaitRecord:
    """Make the record of a tile that completes a hand."""
    return WaitRecord(
        tile=wait.tile,
        left=wait.left,
        discard=_worth_record(wait.discard, rules),
        self_draw=_worth_record(wait.self_draw, rules),
    )


def _discard_record(choice: DiscardChoice) -> DiscardRecord:
    """Copy a choice into a record.

    ``hu.scoring`` needs the standard library alone, so its own values cannot be records.
    """
    return DiscardRecord(
        tile=choice.tile, away=choice.away, accepts=choice.accepts, left=choice.left
    )


def _worth_record(worth: WaitWorth | None, rules: RuleSet) -> WorthRecord | UnsetType:
    if worth is None:
        return UNSET
    below_minimum = True if worth.is_below_minimum else UNSET
    if worth.points is None:
        return WorthRecord(below_minimum=below_minimum)
    return WorthRecord(below_minimum=below_minimum, **{rules.unit.key: worth.points})
