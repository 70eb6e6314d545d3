"""What a photo cannot tell: who won and how, which tile completed the hand, what the others hold.

The command line, batches and the page all settle it here: what must be answered first, which answers can apply, and
the score where the winning tile or other players' hands are unknown.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from hu.scoring.circumstances import circumstance_problems, understood
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.problems import InvalidHandError, Problem, problem, win_problems
from hu.scoring.rule_set import Answer, Deal, DealScore, Option, Player, RuleSet

#: The doubt about a hand whose photo does not show the winning tile.
WHICH_TILE_WON: Final = "which tile won: no tile lies apart"
#: Questions whose answers are parts of the win.
_OF_WIN: Final = frozenset({"recent_discards", "liable"})
#: Problems that only say that a question has not been answered yet.
UNANSWERED: Final = frozenset({"source-missing"})


@dataclass(frozen=True, slots=True)
class Answers:
    """What people said about a deal, as far as they have.

    Attributes:
        winner: the winner's seat.
        how: one of ``hu.scoring.hand.WINS``.
        source: the discarder or the robbed player.
        circumstances: the rule set's names.
        recent_discards: see ``Win``.
        round_wind: the wind of the round.
        others: the other players by seat; one who is missing here holds an unknown hand.
        options: what the table has agreed on.
        waived: patterns that were not declared.
        seats: the seats that are played, in turn order.
        earlier: the seat that first discarded the winning tile since the winner's last discard.
        asked: the answers to the rule set's own questions, those about the win among them.
    """

    winner: str | None = None
    how: str | None = None
    source: str | None = None
    circumstances: frozenset[str] = frozenset()
    recent_discards: tuple[tuple[str, str], ...] = ()
    round_wind: str | None = None
    others: Mapping[str, Player] = field(default_factory=dict)
    options: Mapping[str, Option] = field(default_factory=dict)
    waived: frozenset[str] = frozenset()
    seats: tuple[str, ...] = SEATS
    earlier: str | None = None
    asked: Mapping[str, Answer] = field(default_factory=dict)

    def deal(self, hand: Hand) -> Deal:
        """The deal in which the winner holds ``hand``; with no winner nobody has won."""
        players = {seat: self._player(seat, hand) for seat in self.seats}
        asked = {name: answer for name, answer in self.asked.items() if name not in _OF_WIN}
        return Deal(players, self.round_wind, self.options, self.waived, asked)

    def _player(self, seat: str, hand: Hand) -> Player:
        if seat != self.winner:
            other = self.others.get(seat, Player())
            return replace(other, hand=_sharing(other.hand, hand.winning)) if other.win and other.hand else other
        discards = self.recent_discards or _pairs(self.asked.get("recent_discards"))
        if self.earlier and hand.winning:
            discards = (*discards, (self.earlier, hand.winning))
        liable = self.asked.get("liable")
        told = str(liable) if liable else None
        win = Win(seat, self.how or "", self.source, self.circumstances, discards, told)
        return Player(hand, win)


def _pairs(answer: Answer | None) -> tuple[tuple[str, str], ...]:
    return tuple((pair[0], pair[1]) for pair in answer) if isinstance(answer, tuple) else ()


def _sharing(hand: Hand, tile: str | None) -> Hand:
    """Give a second winner the tile that both have won with, which lies before only one of them."""
    if hand.winning is not None or tile is None:
        return hand
    if len(hand.standing) % 3 == 1:
        return replace(hand, winning=tile)
    return with_winning(hand, tile) if tile in hand.standing else hand


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


def unanswered(rules: RuleSet, answers: Answers) -> tuple[str, ...]:
    """The questions that must be answered before anything can be scored, in the order in which they are asked.

    >>> from hu.scoring.rules import rule_set
    >>> unanswered(rule_set("fimj"), Answers(winner="S", how="discard"))
    ('round_wind', 'source')
    """
    needed = {
        "round_wind": rules.has_round_wind and answers.round_wind is None,
        "winner": answers.winner is None,
        "how": answers.how is None,
        "source": answers.how is not None and answers.how != "self-draw" and answers.source is None,
    }
    return tuple(name for name, open_ in needed.items() if open_)


def in_the_rules_words(rules: RuleSet, answers: Answers) -> Answers:
    """Replace players' words for circumstances by the rule set's names.

    Raises:
        InputError: a word is unknown, or means another way of winning.
    """
    if not answers.circumstances:
        return answers
    win = understood(rules, Win(answers.winner or "", answers.how or "", answers.source, answers.circumstances))
    if rules.circumstance_infos:
        for found in circumstance_problems(win, rules):
            raise InputError(found.text)
    return replace(answers, how=win.how or None, circumstances=win.circumstances)


def with_winning(hand: Hand, tile: str) -> Hand:
    """Take one standing tile as the winning one.

    >>> str(with_winning(Hand.from_text("123m 55z"), "5z"))
    '123m 5z +5z'

    Raises:
        InputError: no such tile stands in the hand.
    """
    if tile not in hand.standing:
        raise InputError(f"{tile} cannot be the winning tile: it does not stand in {hand!s}")
    rest = list(hand.standing)
    rest.remove(tile)
    return replace(hand, concealed=tuple(rest), winning=tile)


def candidates(hand: Hand) -> tuple[Hand, ...]:
    """The hand with each tile that may have won; the hand itself where that is known or cannot be."""
    if hand.winning is not None or len(hand.standing) % 3 != 2:
        return (hand,)
    return tuple(with_winning(hand, tile) for tile in dict.fromkeys(hand.standing))


def score_hand(rules: RuleSet, answers: Answers, hand: Hand) -> DealScore | WhichTile:
    """Score a hand whose winning tile may be unknown.

    Tiles that give the same by the rule set's ``winning_class`` are scored once.

    Returns:
        The score, or what each winning tile would give where that differs.

    Raises:
        InvalidHandError: no choice of the winning tile can be scored; the problems are those of the last one.
        InputError: an answer has no valid value.
    """
    hands = candidates(hand)
    if len(hands) == 1 or answers.winner is None:
        return rules.score(answers.deal(hands[0]))
    by_class: dict[object, DealScore | None] = {}
    scores: dict[str, DealScore] = {}
    error: InputError | None = None
    deal = answers.deal(hand)
    for candidate in hands:
        tile = str(candidate.winning)
        same = rules.winning_class(deal, hand, tile)
        if same not in by_class:
            try:
                by_class[same] = rules.score(answers.deal(candidate))
            except InputError as reason:
                by_class[same], error = None, reason
        if (found := by_class[same]) is not None:
            scores[tile] = found
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
    return next(answers.deal(candidate) for candidate in candidates(hand) if not problems_of(rules, answers, candidate))


def winners_points(answers: Answers, score: DealScore) -> int:
    """The points of the winner; 0 when nobody won."""
    player = score.players.get(answers.winner or "")
    return player.points if player else 0


def problems_of(rules: RuleSet, answers: Answers, hand: Hand) -> tuple[Problem, ...]:
    """Everything that is wrong whichever tile has won; empty when one choice is without fault."""
    found: tuple[Problem, ...] = ()
    for candidate in candidates(hand):
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
        for name in rules.circumstances
        if _adds_nothing(rules, bare, replace(bare, circumstances=frozenset({name})), hand)
        or (
            told
            and _adds_nothing(
                rules, replace(bare, circumstances=told), replace(bare, circumstances=told | {name}), hand
            )
        )
    )


def may_be_robbed(rules: RuleSet, answers: Answers, hand: Hand) -> bool:
    """Whether the winning tile may have been robbed from a quad."""
    if answers.how == "self-draw":
        return False
    discard = replace(answers, how="discard", circumstances=frozenset(), recent_discards=(), earlier=None)
    return _adds_nothing(rules, discard, replace(discard, how="robbed-kong"), hand)


def _adds_nothing(rules: RuleSet, before: Answers, after: Answers, hand: Hand) -> bool:
    """Whether some choice of the winning tile makes nothing worse by the change of answers."""
    return any(
        _contradictions(rules, after, candidate) <= _contradictions(rules, before, candidate)
        for candidate in candidates(hand)
    )


def _contradictions(rules: RuleSet, answers: Answers, hand: Hand) -> set[str]:
    """What cannot be true of the winner's win, by the problems' ids; none while nobody has won."""
    deal = answers.deal(hand)
    winner = deal.winners.get(answers.winner or "")
    if winner is None or winner.win is None:
        return set()
    return {found.id for found in (*win_problems(hand, winner.win), *rules.contradictions(deal, hand, winner.win))}
