"""From the answers about a photo and its hand to points and payments."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Self

from hu.app.batch.model import NOBODY, Cells
from hu.app.reading.told import ReadsPhoto, at_seat, hand_told, is_photo, players_told, tiles_told, won_too
from hu.scoring.deals import HOUSE
from hu.scoring.errors import HuError, InputError
from hu.scoring.hand import SEATS, Hand
from hu.scoring.requests import parse_answer, parse_asked, parse_options
from hu.scoring.rule_set import Answer, Option, RuleSet
from hu.scoring.rules import rule_set
from hu.scoring.unknowns import Answers, WhichTile, first_legal_deal, in_the_rules_words, unanswered
from hu.scoring.unknowns import score_hand as score_unknown
from hu.scoring.waits import seen_beside, wait_as_json, waits

_ASKED: Final = ("winner", "win", "from", "round_wind", "circumstances")
#: The manifest's column that answers a question, and what to write there.
_COLUMNS: Final = {
    "winner": ("winner", "the winner's seat"),
    "how": ("win", "how the hand was won"),
    "source": ("from", "who discarded the winning tile"),
    "round_wind": ("round_wind", "the wind of the round"),
}


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
    found = dict(cells)
    for question in rule_set(rules).questions:
        if question.kind == "tiles" and is_photo(cells.get(question.id, "")):
            found[question.id] = tiles_told(_listed(cells, question.id), question, read)
    if is_photo(cells.get("others", "")):
        found["others"] = " | ".join(f"{seat}={hand_told(what, read)}" for seat, what in others_in(cells))
    return found


def photos_in(cells: Cells, rules: str) -> set[str]:
    """The photos that cells name for indicators and other hands."""
    listed = [part for question in rule_set(rules).questions for part in _listed(cells, question.id)]
    if is_photo(cells.get("others", "")):
        listed += [part.partition("=")[2].strip() for part in cells["others"].split("|")]
    return set(filter(is_photo, listed))


def asks_for_score(cells: Cells) -> bool:
    """Tell whether a line is about a win; then it must say all that the rules need."""
    return any(column in cells for column in _ASKED)


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
    needed = set(unanswered(chosen, answers))
    if _nobody(cells):
        needed, hand = needed & {"round_wind"}, Hand()
    for question in sorted(needed, key=list(_COLUMNS).index):
        column, meaning = _COLUMNS[question]
        raise InputError(f"{column} is missing ({meaning}): a photo cannot tell it")
    answers = in_the_rules_words(chosen, answers)
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
    winner, how, source, round_wind = map(cells.get, ("winner", "win", "from", "round_wind"))
    winner = None if _nobody(cells) else winner
    return Answers(
        winner,
        how,
        source,
        frozenset(_listed(cells, "circumstances")),
        round_wind=round_wind,
        options={**_at_house(cells), **parse_options(_listed(cells, "options"), rules)},
        asked=_asked(cells, rules),
        others=players_told(
            others_in(cells),
            [at_seat("statuses:", entry, "such as N=false-win") for entry in _listed(cells, "statuses")],
            [won_too("also:", entry, how, source) for entry in _listed(cells, "also")],
            rules,
        ),
        seats=tuple(seat for seat in SEATS if seat != cells.get("absent")),
    )


def _nobody(cells: Cells) -> bool:
    """Whether nobody won.

    Raises:
        InputError: the line also says how the hand was won.
    """
    nobody = cells.get("winner") == NOBODY
    if nobody and (won := [column for column in ("win", "from", "circumstances", "also") if column in cells]):
        raise InputError(f"winner {NOBODY} and {won[0]} {cells[won[0]]} contradict each other")
    return nobody


def others_in(cells: Cells) -> list[tuple[str, str]]:
    """The other players' hands, each as text or a photo's name: ``E=east.jpg | N=123m 44z ...``."""
    parts = [part.strip() for part in cells.get("others", "").split("|")]
    return [at_seat("others:", part, "seats and hands, as E=east.jpg | N=123m 44z") for part in parts if part]


def _asked(cells: Cells, rules: RuleSet) -> dict[str, Answer]:
    """The answers to the rule set's own questions, a column each."""
    told = {
        question.id: parse_answer(cells[question.id], question) for question in rules.questions if question.id in cells
    }
    return parse_asked(_listed(cells, "counters"), rules) | told


def _at_house(cells: Cells) -> dict[str, Option]:
    """The options of the house rules that the batch was run with; the results keep them for later corrections."""
    try:
        options = json.loads(cells.get(HOUSE) or "{}")
    except ValueError:
        options = None
    if not isinstance(options, dict):
        raise InputError(f"{HOUSE}: not the options of house rules")
    return options


def _listed(cells: Cells, column: str) -> list[str]:
    return cells.get(column, "").split()


def _details(rules: RuleSet, answers: Answers, hand: Hand) -> dict[str, object]:
    """The winner's part as JSON; with other players' hands theirs too, and the payments once all are known."""
    answer = rules.answer_of(first_legal_deal(rules, answers, hand), explain=False)
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
    answers = in_the_rules_words(chosen, _answers(cells, chosen))
    deal = first_legal_deal(chosen, answers, hand)
    score = chosen.score(deal)
    return tuple(
        f"{question.id} not given: {question.without['en']}"
        for question in chosen.questions
        if question.without and question.id not in answers.asked and chosen.asks(question, deal, score)
    )
