"""Rows of an older version: their doubts, scores and waits in today's form."""

from collections.abc import Iterable, Iterator
from typing import Any, get_args

from msgspec import UNSET, Struct, UnsetType, structs

from hu.app.codec import convert
from hu.app.records.doubt import ClaimReading, Doubt, DoubtId, DoubtTopic
from hu.app.records.scores import PatternRecord, ScoreRecord
from hu.app.records.sentences import SentenceRecord
from hu.app.records.waits import WaitRecord, WorthRecord
from hu.scoring.rule_set.interface import RuleSet


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


class _OlderPattern(Struct):
    """A pattern of version 1. The key of its value was ``points``, whatever the unit.

    Attributes:
        id: the pattern's id.
        count: how often it counts.
        points: its value each time.
    """

    id: str
    count: int
    points: int


class _OlderDoubling(Struct):
    """A pattern of version 1 that doubles the sum in FIMJ.

    Attributes:
        id: the pattern's id.
        count: how often it doubles in all.
    """

    id: str
    count: int


class _OlderScore(Struct):
    """A score of version 1. The key of its value was ``points``, whatever the unit.

    Attributes:
        points: the value of the hand.
        han: the han of the hand (Riichi).
        fu: the fu of the hand (Riichi).
        base: the points before doubling (FIMJ).
        massimo: the id of the rule whose fixed amount replaces the count (FIMJ).
        limited: whether the limit cut the points (FIMJ).
        limit: the name of the limit that the hand reached.
        patterns: the patterns that make up the value. FIMJ had ``doublings`` instead.
        doublings: the patterns that double the sum in FIMJ.
        reading: the hand as it was counted, in the notation.
        payments: the points that each seat receives.
        pot: the points that the players leave on the table.
        missing: the seats whose hands are still needed for the payments.
        notes: payments that are made after the game, as texts by language, by seat.
        warnings: contradictions in the deal, in English.
        others: the value of the other players' hands that were given, by seat.
    """

    points: int
    han: int | UnsetType = UNSET
    fu: int | UnsetType = UNSET
    base: int | UnsetType = UNSET
    massimo: str | UnsetType | None = UNSET
    limited: bool | UnsetType = UNSET
    limit: str | UnsetType | None = UNSET
    patterns: tuple[_OlderPattern, ...] = ()
    doublings: tuple[_OlderDoubling, ...] = ()
    reading: str | UnsetType | None = UNSET
    payments: dict[str, int] | UnsetType | None = UNSET
    pot: int | UnsetType = UNSET
    missing: tuple[str, ...] | UnsetType = UNSET
    notes: dict[str, dict[str, str]] | UnsetType = UNSET
    warnings: tuple[str, ...] | UnsetType = UNSET
    others: "dict[str, _OlderScore] | UnsetType" = UNSET


def upgrade_doubts(doubts: object) -> tuple[Doubt, ...]:
    """Convert the decoded doubts of a row of version 1.

    Raises:
        InputError: they are no doubts.
    """
    older_doubts = convert(doubts, tuple[_OlderDoubt, ...])
    return tuple(_upgrade_doubt(doubt) for doubt in older_doubts)


def _upgrade_doubt(doubt: _OlderDoubt) -> Doubt:
    """Convert a doubt. An id that this version does not know becomes ``unnamed``."""
    doubt_id: DoubtId = "unnamed"
    for known_id in get_args(DoubtId):
        if doubt.id == known_id:
            doubt_id = known_id
    tile = doubt.tile
    if tile is None and doubt.tiles:
        # A doubt about a meld names the meld's first tile today.
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


def upgrade_score(score: object, rules: RuleSet) -> ScoreRecord | None:
    """Convert the decoded score of a row of version 1.

    Args:
        score: the score. Empty if the hand was not scored.
        rules: the rule set that scored it.

    Raises:
        InputError: it is no score.
    """
    if not score:
        return None
    return _upgrade_score(convert(score, _OlderScore), rules)


def _upgrade_score(older: _OlderScore, rules: RuleSet) -> ScoreRecord:
    """Convert a score, with the scores of the other players in it."""
    # Most fields have the same names and values today. These five have other names or values. They
    # are written anew below.
    fields: dict[str, Any] = structs.asdict(older)
    for name in ("points", "patterns", "doublings", "notes", "others"):
        del fields[name]
    fields[rules.unit.key] = older.points
    fields["patterns"] = (
        *_upgrade_patterns(older.patterns, rules),
        *_upgrade_doublings(older.doublings, rules),
    )
    if older.notes is not UNSET:
        fields["notes"] = {seat: SentenceRecord(text=note) for seat, note in older.notes.items()}
    if older.others is not UNSET:
        fields["others"] = {
            seat: _upgrade_score(other, rules) for seat, other in older.others.items()
        }
    return ScoreRecord(**fields)


def _upgrade_patterns(patterns: Iterable[_OlderPattern], rules: RuleSet) -> Iterator[PatternRecord]:
    """Convert patterns. Today their value has the key of its unit, such as ``han``."""
    unit_key_of = {pattern.id: pattern.unit.key for pattern in rules.patterns}
    # A house's own patterns are not in the rule set's table. They have the unit of the others.
    usual_unit_key = rules.patterns[0].unit.key
    for pattern in patterns:
        unit_key = unit_key_of.get(pattern.id, usual_unit_key)
        # ``Any``, because a type checker cannot tell which field of the record the key names.
        value: dict[str, Any] = {unit_key: pattern.points}
        yield PatternRecord(id=pattern.id, count=pattern.count, **value)


def _upgrade_doublings(
    doublings: Iterable[_OlderDoubling], rules: RuleSet
) -> Iterator[PatternRecord]:
    """Convert FIMJ's doublings. Their count was how often they double the sum in all.

    Today it is how often the pattern counts, and ``doublings`` is how often it doubles each time.
    """
    # The worth of a pattern that doubles is how often it doubles.
    worth_of = {pattern.id: pattern.worth for pattern in rules.patterns}
    for doubling in doublings:
        # A house's own doubling is not in the rule set's table. It doubles once each time.
        doublings_each_time = worth_of.get(doubling.id, 1)
        count = doubling.count // doublings_each_time
        yield PatternRecord(id=doubling.id, doublings=doublings_each_time, count=count)


def upgrade_notes(score: object) -> object:
    """Convert the notes in the decoded score of a row of version 2, which were texts by language.

    Everything else in the score has its form of today.
    """
    if not isinstance(score, dict) or not isinstance(score.get("notes"), dict):
        return score
    notes = {seat: {"text": note} for seat, note in score["notes"].items()}
    return {**score, "notes": notes}


def upgrade_waits(waits: object, rules: RuleSet) -> tuple[WaitRecord, ...]:
    """Convert the decoded waits of a row of version 1. The key of their values was ``points``.

    Args:
        waits: the waits.
        rules: the rule set.

    Raises:
        InputError: they are no waits.
    """
    upgraded_waits = []
    for wait in convert(waits, tuple[WaitRecord, ...]):
        discard = _upgrade_worth(wait.discard, rules)
        self_draw = _upgrade_worth(wait.self_draw, rules)
        upgraded_waits.append(structs.replace(wait, discard=discard, self_draw=self_draw))
    return tuple(upgraded_waits)


def _upgrade_worth(worth: WorthRecord | UnsetType, rules: RuleSet) -> WorthRecord | UnsetType:
    """Move the value of a hand from ``points`` to the key of its unit."""
    if worth is UNSET or worth.points is UNSET:
        return worth
    value: dict[str, Any] = {rules.unit.key: worth.points}
    return WorthRecord(below_minimum=worth.below_minimum, **value)
