"""Records of scores: the value of a hand or a table, who pays whom, and why a hand has no score."""

from typing import Any

from msgspec import UNSET, UnsetType, structs

from hu.app.records.doubt import Doubt
from hu.app.records.schema import SCHEMA_VERSION, Record
from hu.app.records.sentences import SentenceRecord, TextByLanguage, make_sentence_record
from hu.scoring.deal import Deal
from hu.scoring.patterns import ScoreItem
from hu.scoring.payments import DealScore, PlayerScore, Transfer
from hu.scoring.problems import Problem
from hu.scoring.rule_set.interface import RuleSet

# The fields of the units are repeated in several records. A common base could not hold them:
# msgspec writes the fields of a base first, and the JSON of a pattern begins with its id.


class PatternRecord(Record, frozen=True, kw_only=True):
    """A pattern that a hand holds.

    Its value has the key of its unit, so exactly one of ``points``, ``han``, ``faan``, ``fan``,
    ``tai`` and ``doublings`` is set.

    Attributes:
        id: the pattern's id, which never changes.
        points: its value each time, in points.
        han: its value each time, in han (Riichi).
        faan: its value each time, in faan (Hong Kong).
        fan: its value each time, in fan, the points of MCR.
        tai: its value each time, in tai (Taiwanese).
        doublings: how often it doubles the sum each time (FIMJ).
        count: how often it counts.
        counts: false if a limit leaves it out of the value. Left out if it counts.
        names: its names by language. Only in records that explain.
        condition: the condition under which it counts, by language. Only in records that explain.
        why: the melds or tiles that earn it, in the notation. Empty if the whole hand or a
            circumstance does. Only in records that explain.
    """

    id: str
    points: int | UnsetType = UNSET
    han: int | UnsetType = UNSET
    faan: int | UnsetType = UNSET
    fan: int | UnsetType = UNSET
    tai: int | UnsetType = UNSET
    doublings: int | UnsetType = UNSET
    count: int
    counts: bool = True
    names: TextByLanguage | UnsetType = UNSET
    condition: TextByLanguage | UnsetType = UNSET
    why: tuple[str, ...] | UnsetType = UNSET


class PaymentRecord(
    Record,
    frozen=True,
    kw_only=True,
    rename={"payer": "from", "payee": "to"},
):
    """A payment of one player to another, in rules where players pay in pairs.

    Attributes:
        payer: the seat that pays. Its key is ``from``.
        payee: the seat that is paid. Its key is ``to``.
        exact: the debt, in points.
        paid: the payment, in points, after rounding.
        kind: the rule set's name of the debt, such as ``win``. Only in records that explain.
        reasons: why the debt arose, in a sentence. Only in records that explain.
    """

    payer: str
    payee: str
    exact: int
    paid: int
    kind: str | UnsetType = UNSET
    reasons: SentenceRecord | UnsetType = UNSET


class StatusRecord(Record, frozen=True, kw_only=True):
    """An irregularity of a player.

    Attributes:
        id: its name in requests, such as ``false-win``.
        names: its names by language.
        reasons: its consequence by language.
    """

    id: str
    names: TextByLanguage
    reasons: TextByLanguage


class ProblemRecord(Record, frozen=True, kw_only=True):
    """A problem of a hand, a win or a deal.

    Attributes:
        id: a name that never changes, such as ``fifth-copy``.
        tiles: the tiles at fault, in the notation.
        text: the problem in English.
    """

    id: str
    tiles: tuple[str, ...]
    text: str


class RackRecord(Record, frozen=True, kw_only=True):
    """Another player's hand in a photo of the table.

    Attributes:
        side: where the player sits, as the photographer sees it.
        hand: the hand, in the notation.
        doubts: what is in doubt about it, as in a reading.
    """

    side: str
    hand: str
    doubts: tuple[Doubt, ...]


class AnswerRecord(Record, frozen=True, kw_only=True):
    """The beginning of an answer: its version, and the hand or the request that it answers.

    Attributes:
        schema: the version of the record (``hu.app.records.schema.SCHEMA_VERSION``). A part of
            another record has none.
        id: the request's id, any value of JSON (``hu hands``).
        photo: the name of the photo that shows the hand. None for a hand given as text to
            ``hu score``.
        hand: the hand as it was scored, in the notation (``hu score``, ``hu waits``).
        doubts: what is in doubt about the hand, as in a reading (``hu score``).
        table: the other players' hands in a photo of the table, by seat (``hu score --table``).
    """

    schema: int | UnsetType = UNSET
    id: Any = UNSET
    photo: str | UnsetType | None = UNSET
    hand: str | UnsetType = UNSET
    doubts: tuple[Doubt, ...] | UnsetType = UNSET
    table: dict[str, RackRecord] | UnsetType = UNSET


class ScoreRecord(AnswerRecord, frozen=True, kw_only=True):
    """The value of a hand, or of all hands of a table, with the payments.

    A hand has its value under the key of the rule set's unit of hands (``points``, ``faan``,
    ``fan`` or ``tai``), with ``patterns`` and ``reading``. A table has the hands under ``players``
    instead.

    Attributes:
        points: the value of the hand in points. In Riichi these are the points that the winner
            receives, with honba and without riichi sticks.
        faan: the value of the hand in faan (Hong Kong).
        fan: the value of the hand in fan, the points of MCR.
        tai: the value of the hand in tai (Taiwanese).
        han: the han of the hand (Riichi).
        fu: the fu of the hand (Riichi). 0 if they do not count.
        base: the points before doubling (FIMJ).
        doublings: how often the points were doubled (FIMJ).
        massimo: the id of the rule whose fixed amount replaces the count (FIMJ). None without one.
        limited: whether the limit cut the points (FIMJ).
        limit: the name of the limit that the hand reached, such as ``mangan``. None without one.
        patterns: the patterns that make up the value, in the rules' order.
        reading: the hand as it was counted, in the notation. None if it was not counted.
        total: the value before a limit cut it, in the unit of hands. Only in records that explain.
        remarks: sentences about limits and sums. Only in records that explain.
        status: the player's irregularity (FIMJ). Only in records that explain.
        players: of a table: the value of each hand, by seat in turn order.
        payments: the points that each seat receives (negative: pays), in turn order. None if hands
            that decide are unknown.
        pot: the points that the players leave on the table for a later deal. Negative if they take
            some from it. Payments and pot add up to zero.
        transfers: the payments between two players, in rules where players pay in pairs.
        missing: the seats whose hands are still needed for the payments.
        notes: payments that are made after the game, as sentences, by seat.
        warnings: contradictions in a deal that was scored all the same, in English.
        others: in a batch: the value of the other players' hands that were given, by seat.
    """

    points: int | UnsetType = UNSET
    faan: int | UnsetType = UNSET
    fan: int | UnsetType = UNSET
    tai: int | UnsetType = UNSET
    han: int | UnsetType = UNSET
    fu: int | UnsetType = UNSET
    base: int | UnsetType = UNSET
    doublings: int | UnsetType = UNSET
    massimo: str | UnsetType | None = UNSET
    limited: bool | UnsetType = UNSET
    limit: str | UnsetType | None = UNSET
    patterns: tuple[PatternRecord, ...] | UnsetType = UNSET
    reading: str | UnsetType | None = UNSET
    total: int | UnsetType = UNSET
    remarks: tuple[SentenceRecord, ...] | UnsetType = UNSET
    status: StatusRecord | UnsetType | None = UNSET
    players: "dict[str, ScoreRecord] | UnsetType" = UNSET
    payments: dict[str, int] | UnsetType | None = UNSET
    pot: int | UnsetType = UNSET
    transfers: tuple[PaymentRecord, ...] | UnsetType = UNSET
    missing: tuple[str, ...] | UnsetType = UNSET
    notes: dict[str, SentenceRecord] | UnsetType = UNSET
    warnings: tuple[str, ...] | UnsetType = UNSET
    others: "dict[str, ScoreRecord] | UnsetType" = UNSET

    def __repr__(self) -> str:
        if self.players is UNSET:
            unit, worth = self.worth
            return f"<ScoreRecord {worth} {unit}, payments {self.payments}>"
        values = {seat: player.value for seat, player in self.players.items()}
        return f"<ScoreRecord of a table, {values}, payments {self.payments}>"

    @property
    def worth(self) -> tuple[str, int]:
        """The key of the hand's unit, and its value.

        A record without a value gives ``("points", 0)``.
        """
        for key in ("points", "faan", "fan", "tai"):
            value = getattr(self, key)
            if value is not UNSET:
                return key, value
        return "points", 0

    @property
    def value(self) -> int:
        """The value of the hand, in the rule set's unit of hands. 0 if the record has no value."""
        _unit_key, value = self.worth
        return value

    @property
    def shares(self) -> dict[str, int]:
        """The points that each seat receives. Empty if they are unknown."""
        return self.payments or {}

    @property
    def limit_name(self) -> str:
        """The limit, such as ``mangan``, or the massimo that replaces the points. Else empty."""
        if self.limit:
            return self.limit
        if self.massimo:
            return self.massimo
        if self.limited is True:
            return "limit"
        return ""


class RefusalRecord(AnswerRecord, frozen=True, kw_only=True):
    """Why a request, a photo or a hand has no result.

    Attributes:
        error: the fault and its place, in a line of English.
        problems: the problems of a hand, each of which is in ``error`` (``hu score``).
        nearest: winning hands that are one tile away, in the notation (``hu score``).
    """

    error: str
    problems: tuple[ProblemRecord, ...] | UnsetType = UNSET
    nearest: tuple[str, ...] | UnsetType = UNSET


def make_score_record(deal: Deal, rules: RuleSet, *, explain: bool) -> ScoreRecord:
    """Score a deal and make its record.

    Args:
        deal: the deal.
        rules: the rule set.
        explain: whether to add names and reasons.

    Raises:
        InputError: the deal or a hand in it cannot be scored.
    """
    score = rules.score(deal)
    # If a single hand counts, the record is of that hand. Otherwise it is of a table.
    if len(deal.winners) == 1 and not rules.scores_every_hand:
        (seat,) = deal.winners
        record = _hand_record(score.players[seat], rules, explain=explain)
    else:
        record = _table_record(score, rules, explain=explain)
    return structs.replace(_with_settlement(record, score), schema=SCHEMA_VERSION)


def make_table_record(score: DealScore, rules: RuleSet) -> ScoreRecord:
    """Make the record of the scores of a table, with names and reasons.

    Every hand is under ``players``, even if only one hand was scored.

    Args:
        score: the value of the deal.
        rules: the rule set that scored it.
    """
    return _with_settlement(_table_record(score, rules, explain=True), score)


def _table_record(score: DealScore, rules: RuleSet, *, explain: bool) -> ScoreRecord:
    """Make the record of the hands of a table, and of the payments between two players."""
    record = ScoreRecord(
        players={
            seat: _hand_record(player, rules, explain=explain)
            for seat, player in score.players.items()
        }
    )
    # Rules that ask for numbers count things on the table from earlier deals, such as riichi
    # sticks. Their records have the pot even if it is empty.
    has_pot = any(question.kind == "number" for question in rules.questions)
    if has_pot:
        record = structs.replace(record, pot=score.pot)
    # In rules that score every hand, players pay in pairs once all hands are known.
    if rules.scores_every_hand and not score.missing:
        transfers = [_payment_record(transfer, explain=explain) for transfer in score.transfers]
        record = structs.replace(record, transfers=tuple(transfers))
    return record


def make_problem_record(problem: Problem) -> ProblemRecord:
    """Make the record of a problem."""
    return ProblemRecord(id=problem.id, tiles=problem.tiles, text=problem.text)


def _with_settlement(record: ScoreRecord, score: DealScore) -> ScoreRecord:
    """Add what concerns the whole table: payments, missing hands, pot, notes and warnings.

    All but the payments are left out of the record if there are none. Payments are None as long as
    hands that decide are missing.
    """
    payments = None
    if score.payments is not None:
        payments = dict(score.payments)
    # Untyped, because the names are fields of different types.
    fields: dict[str, Any] = {"payments": payments}
    if score.missing:
        fields["missing"] = score.missing
    if score.pot:
        fields["pot"] = score.pot
    if score.notes:
        fields["notes"] = {seat: make_sentence_record(note) for seat, note in score.notes.items()}
    if score.warnings:
        fields["warnings"] = score.warnings
    return structs.replace(record, **fields)


def _hand_record(player: PlayerScore, rules: RuleSet, *, explain: bool) -> ScoreRecord:
    """Make the record of one player's hand."""
    # Untyped, because each rule set has its own figures, which are fields of different types.
    figures: dict[str, Any] = {rules.unit.key: player.points, **player.details}
    if explain:
        figures.update(player.further_details)
        figures["remarks"] = tuple([make_sentence_record(remark) for remark in player.remarks])
        if rules.scores_every_hand:
            figures["status"] = _status_record(player, rules)
    return ScoreRecord(
        patterns=tuple([_pattern_record(item, explain=explain) for item in player.items]),
        reading=player.arrangement or None,
        **figures,
    )


def _pattern_record(item: ScoreItem, *, explain: bool) -> PatternRecord:
    pattern = item.pattern
    # ``Any``, because the key is known only when the program runs, and a type checker cannot tell
    # which field of the record it names.
    worth: dict[str, Any] = {pattern.unit.key: item.worth}
    record = PatternRecord(id=pattern.id, count=item.count, counts=item.is_counted, **worth)
    if not explain:
        return record
    return structs.replace(
        record, names=dict(pattern.names), condition=dict(pattern.condition), why=item.tiles
    )


def _payment_record(transfer: Transfer, *, explain: bool) -> PaymentRecord:
    return PaymentRecord(
        payer=transfer.payer,
        payee=transfer.payee,
        exact=transfer.exact,
        paid=transfer.paid,
        kind=transfer.kind if explain else UNSET,
        reasons=make_sentence_record(transfer.reasons) if explain else UNSET,
    )


def _status_record(player: PlayerScore, rules: RuleSet) -> StatusRecord | None:
    """Make the record of a player's irregularity. None if the player committed none."""
    for name, status in rules.statuses.items():
        if status == player.status:
            return StatusRecord(id=name, names=dict(status.names), reasons=dict(status.consequence))
    return None
