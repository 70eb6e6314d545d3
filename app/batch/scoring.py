"""From the answers about a photo and its hand to points and payments."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Self

from hu.app.batch.model import Cells
from hu.app.reading.answers import ReadsPhoto, is_photo, parse_photos
from hu.scoring.answers import NOBODY, Answers, check_answers, parse_answers, unanswered
from hu.scoring.deals import HOUSE
from hu.scoring.errors import HuError, InputError
from hu.scoring.hand import Hand
from hu.scoring.requests import answer_deal
from hu.scoring.rule_set import RuleSet
from hu.scoring.rules import rule_set
from hu.scoring.unknowns import WhichTile, first_legal_deal
from hu.scoring.unknowns import score_hand as score_unknown
from hu.scoring.waits import seen_beside, wait_as_json, waits

#: Columns that say something about a win; a line that has one must say all that the rules need.
_OF_WIN: Final = ("winner", "win", "from", "round_wind", "circumstances")
#: Columns that hold the options of house rules, and other things than answers.
_APART: Final = frozenset({"rules", "hand", HOUSE})
#: Columns whose cells are one answer, spaces and all.
_WHOLE: Final = frozenset({"winner", "win", "from", "round_wind", "absent"})


@dataclass(frozen=True, slots=True)
class Score:
    """What a hand is worth.

    Attributes:
        points: the winner's.
        limit: what cut them or stands for them, such as ``listed`` or a massimo; empty without.
        payments: by seat; empty where they depend on hands that the photo does not show.
        details: the winner's part of what ``hu hands`` prints.
    """

    points: int
    limit: str = ""
    payments: Mapping[str, int] = field(default_factory=dict)
    details: Mapping[str, object] = field(default_factory=dict)

    @classmethod
    def from_json(cls, details: Mapping[str, object]) -> Self:
        """The score in what ``hu hands`` prints of a hand, or of a player.

        Raises:
            ValueError: it is not a score.
        """
        points, payments = details.get("points"), details.get("payments", {})
        if not isinstance(points, int) or not isinstance(payments, dict):
            raise ValueError("not a score")  # noqa: TRY004  # the caller handles one kind of error
        limit = details.get("limit") or details.get("massimo") or ("limit" if details.get("limited") else "")
        return cls(points, str(limit), {str(seat): int(share) for seat, share in payments.items()}, details)


def with_photos(cells: Cells, rules: str, read: ReadsPhoto) -> Cells:
    """The cells with what photos show in place of their names: indicators, and other players' hands.

    Raises:
        HuError: a photo cannot be read, or does not show such a thing.
    """
    said = {column: parts for column, parts in said_in(cells).items() if any(map(is_photo, parts))}
    shown = parse_photos(said, rule_set(rules), read)
    return {**cells, **{column: (" | " if column == "others" else " ").join(parts) for column, parts in shown.items()}}


def said_in(cells: Cells) -> dict[str, Sequence[str]]:
    """What a line of a manifest answers: the texts of each cell."""
    return {
        column: [part for part in map(str.strip, cell.split("|" if column == "others" else None)) if part]
        if column not in _WHOLE
        else [cell]
        for column, cell in cells.items()
        if column not in _APART
    }


def asks_for_score(cells: Cells) -> bool:
    """Tell whether a line is about a win; then it must say all that the rules need."""
    return any(column in cells for column in _OF_WIN)


def score_hand(hand: Hand, cells: Cells, rules: str) -> Score:
    """Score a hand.

    Args:
        hand: with or without its winning tile.
        cells: what a manifest says about the photo, by column.
        rules: name of the rule set.

    Raises:
        HuError: an answer is missing, or the hand cannot be scored.
    """
    chosen = rule_set(rules)
    answers = _answers(cells, chosen)
    nobody = cells.get("winner", "").casefold() == NOBODY
    for question in unanswered(chosen, answers):
        if not nobody or question.id == "round_wind":
            raise InputError(f"{question.id} is missing ({question.meaning['en']}): a photo cannot tell it")
    hand = Hand() if nobody else hand
    answers = check_answers(answers, chosen)
    found = score_unknown(chosen, answers, hand)
    if isinstance(found, WhichTile):
        raise InputError(f"{found.message}: mark it in the hand with + (column 'hand')")
    return Score.from_json(_details(chosen, answers, hand))


def waits_of(hand: Hand, cells: Cells, rules: str, others: Iterable[str]) -> tuple[Mapping[str, object], ...]:
    """What a hand of 13 tiles waits for, as ``hu waits --json`` prints it; nothing where it cannot be said.

    Args:
        hand: the hand.
        cells: what a manifest says about the photo, by column.
        rules: name of the rule set.
        others: the photo's other tiles.
    """
    if hand.winning is not None or len(hand.standing) % 3 != 1:
        return ()
    chosen = rule_set(rules)
    try:
        found = waits(chosen, hand, _answers(cells, chosen), seen_beside(hand, others))
    except HuError:
        return ()
    return tuple(wait_as_json(wait) for wait in found.waits)


def _answers(cells: Cells, rules: RuleSet) -> Answers:
    answers = parse_answers(said_in(cells), rules)
    # The options of the house rules that the batch was run with; the results keep them for later corrections.
    try:
        house = json.loads(cells.get(HOUSE) or "{}")
    except ValueError:
        house = None
    if not isinstance(house, dict):
        raise InputError(f"{HOUSE}: not the options of house rules")
    return replace(answers, options={**house, **answers.options})


def _details(rules: RuleSet, answers: Answers, hand: Hand) -> dict[str, object]:
    """The winner's part as JSON; with other players' hands theirs too, and the payments once all are known."""
    answer = answer_deal(first_legal_deal(rules, answers, hand), rules, explain=False)
    # Rules that score every hand answer with a part for each player.
    players = answer.get("players")
    if not isinstance(players, dict):
        return answer
    others = {seat: part for seat, part in players.items() if seat != answers.winner and seat in answers.others}
    rest = {"payments": answer.get("payments"), "others": others}
    return {
        **(players[answers.winner] if answers.winner else {"points": 0}),
        **{key: value for key, value in rest.items() if value},
    }


def unasked(hand: Hand, cells: Cells, rules: str) -> tuple[str, ...]:
    """What a hand that can be scored was scored without: questions that matter for it and were not answered."""
    chosen = rule_set(rules)
    answers = check_answers(_answers(cells, chosen), chosen)
    deal = first_legal_deal(chosen, answers, hand)
    score = chosen.score(deal)
    return tuple(
        f"{question.id} not given: {question.without['en']}"
        for question in chosen.questions
        if question.without and question.id not in answers.asked and chosen.asks(question, deal, score)
    )
