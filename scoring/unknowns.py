"""Scoring while something is unknown: the winning tile, the way of winning, the other hands.

A photo cannot tell who won and how, which tile completed the hand, or what the others hold. The
command line, batches and the page ask here which answers can apply, and for the score if the
winning tile or other players' hands are unknown.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from hu.scoring.answers.value import Answers, check_seats, with_winning
from hu.scoring.deal import Deal
from hu.scoring.errors import InputError
from hu.scoring.hand import Hand
from hu.scoring.payments import DealScore
from hu.scoring.problems import InvalidHandError, Problem, make_problem, win_problems
from hu.scoring.rule_set.changes import changes_of
from hu.scoring.rule_set.interface import RuleSet

#: Problems that only mean that a question has not been answered yet.
UNANSWERED: Final = frozenset({"source-missing"})


@dataclass(frozen=True, slots=True)
class WhichTile:
    """The score depends on the winning tile, which is unknown.

    Attributes:
        points: the winner's points by each tile that may be the winning tile.
        results: by the same tiles, the number of the result. Tiles whose results have the same
            number give the same points and payments.
    """

    points: Mapping[str, int]
    results: Mapping[str, int] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """A line of English that names the points of each tile."""
        points = ", ".join(f"+{tile} gives {value}" for tile, value in self.points.items())
        return f"the photo does not show which tile won, and it matters ({points})"


def possible_winning_hands(hand: Hand) -> tuple[Hand, ...]:
    """List the hand with each of its standing tiles as the winning tile.

    >>> [str(winning) for winning in possible_winning_hands(Hand.from_text("123m 55z"))]
    ['23m 55z +1m', '13m 55z +2m', '12m 55z +3m', '123m 5z +5z']

    Returns:
        The hand itself alone, if its winning tile is known or cannot be among the standing tiles.
    """
    if hand.winning is not None or len(hand.standing) % 3 != 2:
        return (hand,)
    return tuple(with_winning(hand, tile) for tile in dict.fromkeys(hand.standing))


def score_answers(rules: RuleSet, answers: Answers, hand: Hand) -> DealScore | WhichTile:
    """Score a hand. If its winning tile is unknown, try each tile that may be the winning tile.

    Args:
        rules: the rule set.
        answers: the answers about the deal.
        hand: the winner's hand.

    Returns:
        The score. If it depends on an unknown winning tile, the points with each tile instead.

    Raises:
        InvalidHandError: the hand cannot be scored with any winning tile. The problems are those
            with the last of the tiles.
        InputError: an answer has no valid value.
    """
    check_seats(answers, rules)
    hands = possible_winning_hands(hand)
    # Without a winner the hand is no part of the deal.
    if len(hands) == 1 or answers.winner is None:
        return rules.score(answers.deal(hands[0]))

    scores: dict[str, DealScore] = {}
    errors: list[InputError] = []
    for winning_hand in hands:
        try:
            scores[str(winning_hand.winning)] = rules.score(answers.deal(winning_hand))
        except InputError as error:
            errors.append(error)
    if not scores:
        raise errors[-1]

    points = {tile: winners_points(answers, score) for tile, score in scores.items()}
    results = [(points[tile], score.payments) for tile, score in scores.items()]
    if all(result == results[0] for result in results):
        # The winning tile makes no difference, so any of the scores is right.
        first_score, *_ = scores.values()
        return first_score
    # The number of a result is its index in the list. Equal results have the index of the first.
    numbers = [results.index(result) for result in results]
    return WhichTile(points, results=dict(zip(scores, numbers, strict=True)))


def first_legal_deal(rules: RuleSet, answers: Answers, hand: Hand) -> Deal:
    """Make a deal of a hand whose unknown winning tile makes no difference to the score.

    The winning tile is the first tile with which the deal has no problem.

    Args:
        rules: the rule set.
        answers: the answers about the deal.
        hand: the winner's hand. ``score_answers`` has returned a score for it.

    Raises:
        InputError: the deal has problems with every tile.
    """
    for winning_hand in possible_winning_hands(hand):
        if not _deal_problems(rules, answers, winning_hand):
            return answers.deal(winning_hand)
    raise InputError("the hand has no tile that could have completed it")


def winners_points(answers: Answers, score: DealScore) -> int:
    """The points of the winner. 0 if nobody won."""
    player = score.players.get(answers.winner or "")
    if player is None:
        return 0
    return player.points


def _deal_problems(rules: RuleSet, answers: Answers, hand: Hand) -> tuple[Problem, ...]:
    """Find all problems of a deal. An answer without a valid value is a problem, too.

    Args:
        rules: the rule set.
        answers: the answers about the deal.
        hand: the winner's hand.
    """
    try:
        return rules.problems(answers.deal(hand))
    except InvalidHandError as error:
        return error.problems
    except InputError as error:
        return (make_problem("other", text=str(error)),)


def possible_circumstances(rules: RuleSet, answers: Answers, hand: Hand) -> tuple[str, ...]:
    """List the circumstances that contradict neither the hand nor the win.

    A circumstance that needs another is listed once that other circumstance was answered. A
    circumstance that was answered itself is always listed.

    Args:
        rules: the rule set.
        answers: the answers about the deal.
        hand: the winner's hand.

    Returns:
        The names of the circumstances, the house's own patterns last.
    """
    answered_names = answers.circumstances
    names = (*rules.circumstances, *changes_of(answers.options).extras)
    possible_names = []
    for name in names:
        # A circumstance that fits the win by itself is possible, even if it contradicts a
        # circumstance that was answered. A circumstance that needs another one does not fit by
        # itself, so it is tried beside the answered circumstances.
        is_possible = _can_add_circumstance(rules, answers, hand, name, beside=frozenset())
        if not is_possible and answered_names:
            is_possible = _can_add_circumstance(rules, answers, hand, name, beside=answered_names)
        if is_possible:
            possible_names.append(name)
    return tuple(possible_names)


def _can_add_circumstance(
    rules: RuleSet, answers: Answers, hand: Hand, name: str, *, beside: frozenset[str]
) -> bool:
    """Whether a circumstance adds no contradiction to some other circumstances.

    The discards before the win are ignored, so that they rule out no circumstance.

    Args:
        rules: the rule set.
        answers: the answers about the deal.
        hand: the winner's hand.
        name: the circumstance.
        beside: the other circumstances. They replace those among the answers.
    """
    before = replace(answers, circumstances=beside, recent_discards=(), earlier_discarder=None)
    after = replace(before, circumstances=beside | {name})
    return _adds_no_contradiction(rules, before, after, hand)


def may_be_robbed(rules: RuleSet, answers: Answers, hand: Hand) -> bool:
    """Whether the winning tile may have been robbed from a quad. False if it was drawn.

    Args:
        rules: the rule set.
        answers: the answers about the deal.
        hand: the winner's hand.
    """
    if answers.how == "self-draw":
        return False
    discard = replace(
        answers,
        how="discard",
        circumstances=frozenset(),
        recent_discards=(),
        earlier_discarder=None,
    )
    return _adds_no_contradiction(rules, discard, replace(discard, how="robbed-kong"), hand)


def _adds_no_contradiction(rules: RuleSet, before: Answers, after: Answers, hand: Hand) -> bool:
    """Whether a change of answers adds no contradiction with at least one possible winning tile.

    Args:
        rules: the rule set.
        before: the answers before the change.
        after: the answers after the change.
        hand: the winner's hand.
    """
    for winning_hand in possible_winning_hands(hand):
        ids_before = _contradiction_ids(rules, before, winning_hand)
        ids_after = _contradiction_ids(rules, after, winning_hand)
        if ids_after.issubset(ids_before):
            return True
    return False


def _contradiction_ids(rules: RuleSet, answers: Answers, hand: Hand) -> set[str]:
    """List the ids of the problems of the winner's win.

    Args:
        rules: the rule set.
        answers: the answers about the deal.
        hand: the winner's hand.

    Returns:
        The ids. Empty if the answers name no winner.
    """
    deal = answers.deal(hand)
    winner = deal.winners.get(answers.winner or "")
    if winner is None or winner.win is None:
        return set()
    ids = {problem.id for problem in win_problems(hand, winner.win)}
    ids.update(problem.id for problem in rules.contradictions(deal, hand, winner.win))
    return ids
