"""The circumstances that cannot be true of a win in the Taiwanese rules."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from hu.scoring.answers.names import circumstance_problems
from hu.scoring.deal import Deal
from hu.scoring.hand import Hand, Win
from hu.scoring.hand_shape import FIVE_MELDS
from hu.scoring.problems import Problem, at_seat, make_problem, several_winners_problems
from hu.scoring.problems import find_problems as general_problems
from hu.scoring.rule_set.rules_toml import load_rules_file
from hu.scoring.taiwanese.scores import SHAPES, wins_by_flowers

_PACKAGE: Final = "hu.scoring.taiwanese"
#: Makes a problem that has its sentence in the words of this rule set. ``make_problem`` takes the
#: words that all rule sets share.
_make_problem: Final = partial(make_problem, package=_PACKAGE)
#: Wins of the first turn.
_FIRST_TURN_WINS: Final = ("heaven", "earth", "human")
#: Wins of the first turn, and hands that were ready from the start. A win has at most one of them.
_START_CIRCUMSTANCES: Final = (*_FIRST_TURN_WINS, "ready-dealt", "ready-first")
#: The four flowers and the four seasons.
_ALL_FLOWERS: Final = 8


def taiwanese_problems(deal: Deal) -> Iterator[Problem]:
    """Find every problem of the winners' hands and wins.

    With several winners, the problems of a hand name its seat.
    """
    wins = deal.hands_and_wins
    for hand, win in wins:
        problems = [*_hand_problems(hand, win), *taiwanese_contradictions(deal, hand, win)]
        for problem in problems:
            if len(wins) > 1:
                yield at_seat(problem, win.winner)
            else:
                yield problem
    if len(wins) > 1:
        # Some tables do not limit the number of winners. At others one player wins alone.
        most_winners = len(wins) if deal.options.get("several_winners") else 1
        yield from several_winners_problems(wins, most_winners, package=_PACKAGE)


def _hand_problems(hand: Hand, win: Win) -> Iterator[Problem]:
    """Find the problems that are problems in any rules.

    A hand that wins by its flowers needs no winning tile. Such a hand has all eight flowers, or has
    seven and robs the eighth, which is not among its tiles yet.
    """
    needs_no_winning_tile = False
    if wins_by_flowers(hand):
        has_all_flowers = len(hand.bonus) >= _ALL_FLOWERS
        needs_no_winning_tile = has_all_flowers or win.how == "robbed-kong"
    for problem in general_problems(hand, win, SHAPES, FIVE_MELDS):
        if problem.id == "no-winning-tile" and needs_no_winning_tile:
            continue
        yield problem


def taiwanese_contradictions(deal: Deal, hand: Hand, win: Win) -> Iterator[Problem]:
    """Find the circumstances that contradict the hand, the win or each other.

    Args:
        deal: the deal, with the options of the table.
        hand: a winner's hand.
        win: how it was won.
    """
    yield from circumstance_problems(win, load_rules_file(_PACKAGE))
    if hand.red:
        yield _make_problem("red-fives", hand.red, count=len(hand.red))
    if wins_by_flowers(hand):
        yield from _flower_win_problems(hand, win)
        return
    if "kong-replacement" in win.circumstances:
        yield from _replacement_problems(deal, hand, win)
    yield from _start_problems(hand, win)


def _flower_win_problems(hand: Hand, win: Win) -> Iterator[Problem]:
    """Find the problems of a win by flowers alone: all eight are drawn, or the last is robbed.

    The tiles and circumstances count for nothing.
    """
    if win.how == "discard":
        yield _make_problem("flowers-not-discarded")
    if win.drawn and len(hand.bonus) < _ALL_FLOWERS:
        yield _make_problem("flowers-missing", hand.bonus, count=len(hand.bonus))
    for name in sorted(win.circumstances):
        yield _make_problem("flowers-alone", circumstance=name[:40])


def _replacement_problems(deal: Deal, hand: Hand, win: Win) -> Iterator[Problem]:
    """Find the contradictions of a win with a replacement tile.

    The tile is drawn after a quad, by option also after a flower.
    """
    if not win.drawn:
        yield _make_problem("replacement-not-drawn", win=win.how)
    if hand.quads:
        return
    if not deal.options.get("flower_replacement", True):
        yield _make_problem("replacement-without-quad")
    elif not hand.bonus:
        yield _make_problem("replacement-without-flower")


def _start_problems(hand: Hand, win: Win) -> Iterator[Problem]:
    """Find the problems of wins in the first turn and of hands that were ready from the start.

    Heaven: East wins with the tiles of the deal. Earth: another player wins with the first draw.
    Human: somebody wins on a discard of the first round.
    """
    names = [name for name in _START_CIRCUMSTANCES if name in win.circumstances]
    if len(names) > 1:
        yield _make_problem("one-start", circumstances=" ".join(names))
    for name in names:
        if hand.melds:
            yield _make_problem("start-with-meld", circumstance=name)
        if name in _FIRST_TURN_WINS and "last-tile" in win.circumstances:
            yield _make_problem("first-and-last-tile", circumstance=name)
    is_drawn_by_east = win.winner == "E" and win.drawn
    is_drawn_by_another = win.winner != "E" and win.drawn
    if "heaven" in names and not is_drawn_by_east:
        yield _make_problem("heaven-not-east", seat=win.winner, win=win.how)
    if "earth" in names and not is_drawn_by_another:
        yield _make_problem("earth-not-drawn", seat=win.winner, win=win.how)
    if "human" in names and win.how != "discard":
        yield _make_problem("human-not-discarded", win=win.how)
    if "heaven" in names and "kong-replacement" in win.circumstances:
        yield _make_problem("heaven-and-replacement")
