"""Score a hand by the cells of its photo's line in the manifest."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from hu.app.batch.manifest import Cells
from hu.app.reading.answers import ReadsPhoto, names_photo, parse_photos
from hu.scoring.answers.from_text import parse_answers
from hu.scoring.answers.questions import check_answers, find_open_questions
from hu.scoring.answers.value import NOBODY, Answers
from hu.scoring.errors import InputError
from hu.scoring.hand import Hand
from hu.scoring.options import HOUSE
from hu.scoring.requests import answer_deal
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.unknowns import WhichTile, first_legal_deal, score_answers

#: A JSON object that passes from file to file as it is.
JsonObject = Mapping[str, Any]
_NO_ANSWERS: Final = frozenset({"rules", "hand", HOUSE})
#: Columns whose cell is a single answer, which may contain spaces.
_SINGLE_ANSWER: Final = frozenset({"winner", "win", "from", "round_wind", "absent"})


@dataclass(frozen=True, slots=True)
class Score:
    """What a hand is worth.

    Attributes:
        points: the winner's points.
        limit: what limits or replaces the points, such as ``listed`` or a massimo, or empty.
        payments: by seat. Empty if they depend on hands that the photo does not show.
        details: the winner's part of what ``hu hands`` prints.
    """

    points: int
    limit: str = ""
    payments: Mapping[str, int] = field(default_factory=dict)
    details: JsonObject = field(default_factory=dict)

    @classmethod
    def from_json(cls, details: JsonObject) -> Self:
        """Find the score in what ``hu hands`` prints about a hand or a player.

        Raises:
            ValueError: it is not a score.
        """
        points = details.get("points")
        payments = details.get("payments", {})
        if not isinstance(points, int) or not isinstance(payments, dict):
            raise ValueError("not a score")  # noqa: TRY004  # the caller handles one kind of error
        limit = details.get("limit") or details.get("massimo") or ""
        if not limit and details.get("limited"):
            limit = "limit"
        shares = {str(seat): int(share) for seat, share in payments.items()}
        return cls(points, str(limit), shares, details)


def answers_in_cells(cells: Cells) -> dict[str, Sequence[str]]:
    """Return the answers in a line of a manifest, as texts by column."""
    return {
        column: _texts_in_cell(column, cell)
        for column, cell in cells.items()
        if column not in _NO_ANSWERS
    }


def _texts_in_cell(column: str, cell: str) -> list[str]:
    if column in _SINGLE_ANSWER:
        return [cell]
    separator = "|" if column == "others" else None
    texts = [text.strip() for text in cell.split(separator)]
    return [text for text in texts if text]


def replace_photos(cells: Cells, rules: str, read: ReadsPhoto) -> Cells:
    """Replace the photos that cells name for indicators and other hands by what they show.

    Args:
        cells: by column.
        rules: the name of the rule set.
        read: reads a photo by its name.

    Raises:
        HuError: a photo cannot be read, or does not show such a thing.
    """
    answers_with_photos = {
        column: texts
        for column, texts in answers_in_cells(cells).items()
        if any(names_photo(text) for text in texts)
    }
    replaced = dict(cells)
    for column, texts in parse_photos(answers_with_photos, rule_set(rules), read).items():
        separator = " | " if column == "others" else " "
        replaced[column] = separator.join(texts)
    return replaced


def parse_cells(cells: Cells, rules: RuleSet) -> Answers:
    """Parse the answers in a line of a manifest.

    Raises:
        InputError: an answer has no valid value.
    """
    answers = parse_answers(answers_in_cells(cells), rules)
    # The results keep the house rules that the batch was run with, for later corrections.
    try:
        house_options = json.loads(cells.get(HOUSE) or "{}")
    except ValueError:
        house_options = None
    if not isinstance(house_options, dict):
        raise InputError(f"{HOUSE}: not the options of house rules")
    return replace(answers, options={**house_options, **answers.options})


def score_cells(hand: Hand, cells: Cells, rules: str) -> Score:
    """Score a hand, whether or not its winning tile is known, by the cells of its photo's line.

    Args:
        hand: the hand that counts.
        cells: by column.
        rules: the name of the rule set.

    Raises:
        HuError: an answer is missing, or the hand cannot be scored.
    """
    chosen = rule_set(rules)
    answers = parse_cells(cells, chosen)
    nobody_won = cells.get("winner", "").casefold() == NOBODY
    questions = find_open_questions(chosen, answers, nobody_won=nobody_won)
    if questions:
        question = questions[0]
        meaning = question.meaning["en"]
        raise InputError(f"{question.id} is missing ({meaning}): a photo cannot show it")
    if nobody_won:
        hand = Hand()
    answers = check_answers(answers, chosen)
    result = score_answers(chosen, answers, hand)
    if isinstance(result, WhichTile):
        raise InputError(f"{result.message}: mark it in the hand with + (column 'hand')")
    deal = first_legal_deal(chosen, answers, hand)
    deal_json = answer_deal(deal, chosen, explain=False)
    return Score.from_json(_winners_part(deal_json, answers))


def _winners_part(deal_json: dict[str, object], answers: Answers) -> dict[str, object]:
    """Return the winner's part of a scored deal, with the keys of ``hu hands``.

    Rule sets that score every hand have a part for each player. The winner's part then gets the
    payments, and the parts of the other players whose hands were given.

    Args:
        deal_json: the scored deal, as ``answer_deal`` returns it.
        answers: name the winner and the players whose hands were given.
    """
    players = deal_json.get("players")
    if not isinstance(players, dict):
        return deal_json
    part: dict[str, object] = {"points": 0}
    if answers.winner:
        part = dict(players[answers.winner])
    payments = deal_json.get("payments")
    if payments:
        part["payments"] = payments
    others = {
        seat: player
        for seat, player in players.items()
        if seat in answers.others and seat != answers.winner
    }
    if others:
        part["others"] = others
    return part
