"""The circumstances that cannot be true of a win in Hong Kong."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from hu.scoring.answers.names import circumstance_problems
from hu.scoring.deal import Deal
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.hong_kong.guarantee import find_guarantors
from hu.scoring.hong_kong.scores import wins_by_flowers
from hu.scoring.problems import Problem, at_seat, make_problem, several_winners_problems
from hu.scoring.problems import find_problems as general_problems
from hu.scoring.rule_set.rules_toml import load_rules_file
from hu.scoring.shapes import Shape

_PACKAGE: Final = "hu.scoring.hong_kong"
#: Makes a problem that has its sentence in the words of this rule set. ``make_problem`` takes the
#: words that all rule sets share.
_make_problem: Final = partial(make_problem, package=_PACKAGE)


def hong_kong_problems(deal: Deal, shapes: Sequence[Shape]) -> Iterator[Problem]:
    """Find every problem of the winners' hands and wins.

    With several winners, the problems of a hand name its seat.

    Args:
        deal: the deal.
        shapes: the shapes that win at this table.
    """
    wins = deal.hands_and_wins
    for hand, win in wins:
        problems = [
            *_hand_problems(deal, hand, win, shapes),
            *hong_kong_contradictions(deal, hand, win),
        ]
        for problem in problems:
            if len(wins) > 1:
                yield at_seat(problem, win.winner)
            else:
                yield problem
    if len(wins) > 1:
        # Some tables do not limit the number of winners. At others one player wins alone.
        most_winners = len(wins) if deal.options.get("several_winners") else 1
        yield from several_winners_problems(wins, most_winners, package=_PACKAGE)


def _hand_problems(deal: Deal, hand: Hand, win: Win, shapes: Sequence[Shape]) -> Iterator[Problem]:
    """Find the problems that are problems in any rules.

    A hand that wins by its flowers needs no winning tile, so the missing tile is no problem.

    Args:
        deal: the deal, with the options of the table.
        hand: a winner's hand.
        win: how it was won.
        shapes: the shapes that win at this table.
    """
    needs_no_winning_tile = wins_by_flowers(hand, deal.options)
    for problem in general_problems(hand, win, shapes):
        if problem.id == "no-winning-tile" and needs_no_winning_tile:
            continue
        yield problem


def hong_kong_contradictions(deal: Deal, hand: Hand, win: Win) -> Iterator[Problem]:
    """Find the circumstances that contradict the hand, the win or each other.

    Args:
        deal: the deal, with the options of the table.
        hand: a winner's hand.
        win: how it was won.
    """
    yield from circumstance_problems(win, load_rules_file(_PACKAGE))
    if hand.red:
        yield _make_problem("red-fives", hand.red, count=len(hand.red))
    if hand.bonus and not deal.options.get("flowers", True):
        yield _make_problem("no-flowers-played", hand.bonus)
    if wins_by_flowers(hand, deal.options) and not win.drawn:
        yield _make_problem("flowers-not-drawn", win=win.how)
    yield from _replacement_problems(deal, hand, win)
    yield from _first_turn_problems(hand, win)
    yield from _guarantee_problems(deal, hand, win)


def _guarantee_problems(deal: Deal, hand: Hand, win: Win) -> Iterator[Problem]:
    """Find a player who cannot guarantee the hand.

    Only a player who did not win can guarantee the winner's hand. And the claimed melds of the hand
    must have warned this player of a large hand, as ``find_guarantors`` describes.
    """
    if win.liable is None:
        return
    other_seats = [seat for seat in SEATS if seat != win.winner]
    if win.liable not in other_seats:
        yield _make_problem("wrong-liable", seat=win.liable[:20], seats=" ".join(other_seats))
    elif win.liable in deal.winners:
        yield _make_problem("liable-won", seat=win.liable)
    elif win.liable not in find_guarantors(hand, win):
        yield _make_problem("liable-for-nothing", seat=win.liable)


def _replacement_problems(deal: Deal, hand: Hand, win: Win) -> Iterator[Problem]:
    """Find the contradictions of a win with a replacement tile.

    The tile is drawn after a quad, by option also after a flower.
    """
    for name in ("double-kong", "kong-replacement"):
        if name in win.circumstances and not win.drawn:
            yield _make_problem("replacement-not-drawn", circumstance=name, win=win.how)
    has_flower_replacement = bool(deal.options.get("flower_replacement") and hand.bonus)
    has_replacement = hand.quads > 0 or has_flower_replacement
    if "kong-replacement" in win.circumstances and not has_replacement:
        yield _make_problem("replacement-without-quad")
    if "double-kong" in win.circumstances and hand.quads < 2:
        yield _make_problem("double-without-quads", count=hand.quads)


def _first_turn_problems(hand: Hand, win: Win) -> Iterator[Problem]:
    """Find a win by heaven or earth that cannot have happened.

    Heaven: East wins with the tiles of the deal. Earth: another player wins on East's first
    discard.
    """
    is_drawn_by_east = win.winner == "E" and win.drawn
    is_discarded_by_east = win.winner != "E" and win.how == "discard" and win.source == "E"
    if "heaven" in win.circumstances and not is_drawn_by_east:
        yield _make_problem("heaven-not-east", seat=win.winner, win=win.how)
    if "earth" in win.circumstances and not is_discarded_by_east:
        source = f" from {win.source}" if win.source else ""
        yield _make_problem("earth-not-on-east", seat=win.winner, win=win.how, source=source)
    for name in ("earth", "heaven"):
        if name not in win.circumstances:
            continue
        if hand.melds:
            yield _make_problem("first-with-meld", circumstance=name)
        if "last-tile" in win.circumstances:
            yield _make_problem("first-and-last-tile", circumstance=name)
