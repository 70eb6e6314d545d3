"""What a photo cannot tell: who won and how, which tile completed the hand, what the others hold.

The command line, batches and the page all settle it here: what must be answered first, which answers can apply, and
the score where the winning tile or other players' hands are unknown.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from hu.scoring.answers.value import Answers, check_seats, with_winning
from hu.scoring.deal import Deal
from hu.scoring.errors import InputError
from hu.scoring.hand import Hand
from hu.scoring.payments import DealScore
from hu.scoring.problems import InvalidHandError, Problem, problem, win_problems
from hu.scoring.rule_set.changes import changes_of
from hu.scoring.rule_set.interface import RuleSet

#: Problems that only say that a question has not been answered yet.
UNANSWERED: Final = frozenset({"source-missing"})


@dataclass(frozen=True, slots=True)
class WhichTile:
    """The winning tile must be known: it changes points or payments.

    Attributes:
        points: the winner's points with each tile that may have won.
        results: for each of these tiles a number; tiles with the same number give the same points and payments.
    """

    points: Mapping[str, int]
    results: Mapping[str, int] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """What is unknown, and what it changes, in English."""
        points = ", ".join(f"+{tile} gives {value}" for tile, value in self.points.items())
        return f"the photo does not show which tile won, and it matters ({points})"


def possible_winning_hands(hand: Hand) -> tuple[Hand, ...]:
    """The hand with each tile that may have won; the hand itself where that is known or cannot be."""
    if hand.winning is not None or len(hand.standing) % 3 != 2:
        return (hand,)
    return tuple(with_winning(hand, tile) for tile in dict.fromkeys(hand.standing))


def score_answers(rules: RuleSet, answers: Answers, hand: Hand) -> DealScore | WhichTile:
    """Score a hand whose winning tile may be unknown.

    Returns:
        The score, or what each winning tile would give where that differs.

    Raises:
        InvalidHandError: no choice of the winning tile can be scored; the problems are those of the last one.
        InputError: an answer has no valid value.
    """
    check_seats(answers, rules)
    hands = possible_winning_hands(hand)
    if len(hands) == 1 or answers.winner is None:
        return rules.score(answers.deal(hands[0]))
    scores: dict[str, DealScore] = {}
    error: InputError | None = None
    for candidate in hands:
        try:
            scores[str(candidate.winning)] = rules.score(answers.deal(candidate))
        except InputError as reason:
            error = reason
    if not scores:
        raise error or InputError("the hand has no tile that could have completed it")
    results = [(winners_points(answers, found), found.payments) for found in scores.values()]
    if any(result != results[0] for result in results):
        points = {tile: winners_points(answers, found) for tile, found in scores.items()}
        numbers = [results.index(result) for result in results]
        return WhichTile(points, dict(zip(scores, numbers, strict=True)))
    return next(iter(scores.values()))


def first_legal_deal(rules: RuleSet, answers: Answers, hand: Hand) -> Deal:
    """The deal of a hand that ``score_hand`` scored, won with the first tile that can have won; all give the same."""
    return next(
        answers.deal(candidate)
        for candidate in possible_winning_hands(hand)
        if not problems_of(rules, answers, candidate)
    )


def winners_points(answers: Answers, score: DealScore) -> int:
    """The points of the winner; 0 when nobody won."""
    player = score.players.get(answers.winner or "")
    return player.points if player else 0


def problems_of(rules: RuleSet, answers: Answers, hand: Hand) -> tuple[Problem, ...]:
    """Everything that is wrong whichever tile has won; empty when one choice is without fault."""
    found: tuple[Problem, ...] = ()
    for candidate in possible_winning_hands(hand):
        found = _problems(rules, answers, candidate)
        if not found:
            return ()
    return found


def _problems(rules: RuleSet, answers: Answers, hand: Hand) -> tuple[Problem, ...]:
    try:
        return rules.problems(answers.deal(hand))
    except InvalidHandError as error:
        return error.problems
    except InputError as error:
        return (problem("other", text=str(error)),)


def possible_circumstances(rules: RuleSet, answers: Answers, hand: Hand) -> tuple[str, ...]:
    """The circumstances that contradict neither the hand nor the win: each adds nothing that is wrong.

    One that needs another is possible once that has been told.
    """
    bare = replace(answers, circumstances=frozenset(), recent_discards=(), earlier=None)
    told = answers.circumstances
    return tuple(
        name
        for name in (*rules.circumstances, *changes_of(answers.options).extras)
        if _adds_nothing(rules, bare, replace(bare, circumstances=frozenset({name})), hand)
        or (
            told
            and _adds_nothing(
                rules,
                replace(bare, circumstances=told),
                replace(bare, circumstances=told | {name}),
                hand,
            )
        )
    )


def may_be_robbed(rules: RuleSet, answers: Answers, hand: Hand) -> bool:
    """Whether the winning tile may have been robbed from a quad."""
    if answers.how == "self-draw":
        return False
    discard = replace(
        answers, how="discard", circumstances=frozenset(), recent_discards=(), earlier=None
    )
    return _adds_nothing(rules, discard, replace(discard, how="robbed-kong"), hand)


def _adds_nothing(rules: RuleSet, before: Answers, after: Answers, hand: Hand) -> bool:
    """Whether some choice of the winning tile makes nothing worse by the change of answers."""
    return any(
        _contradictions(rules, after, candidate) <= _contradictions(rules, before, candidate)
        for candidate in possible_winning_hands(hand)
    )


def _contradictions(rules: RuleSet, answers: Answers, hand: Hand) -> set[str]:
    """What cannot be true of the winner's win, by the problems' ids; none while nobody has won."""
    deal = answers.deal(hand)
    winner = deal.winners.get(answers.winner or "")
    if winner is None or winner.win is None:
        return set()
    return {
        found.id
        for found in (
            *win_problems(hand, winner.win),
            *rules.contradictions(deal, hand, winner.win),
        )
    }
