"""The problems of a deal in MCR: impossible hands and contradictions."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from hu.scoring.answers.names import circumstance_problems
from hu.scoring.deal import Deal
from hu.scoring.hand import Hand, Win
from hu.scoring.mcr.knitted import SHAPES
from hu.scoring.notation import format_tiles
from hu.scoring.problems import Problem, count_problems, make_problem, tile_problems, win_problems
from hu.scoring.rule_set.rules_toml import load_rules_file
from hu.scoring.shapes import has_winning_shape
from hu.scoring.suits import leftover

_PACKAGE: Final = "hu.scoring.mcr"
#: Makes a problem that has its sentence in the words of this rule set. ``make_problem`` takes the
#: words that all rule sets share.
_make_problem: Final = partial(make_problem, package=_PACKAGE)


#: The status of a player who called a false win (错和).
FALSE_WIN: Final = "false-win"


def dead_hand_problems(deal: Deal) -> Iterator[Problem]:
    """Find winners with a dead hand: after a false win a player goes on, but cannot win."""
    for seat, player in deal.winners.items():
        if player.status == FALSE_WIN:
            yield _make_problem("dead-hand", seat=seat)


def mcr_problems(hand: Hand, win: Win) -> tuple[Problem, ...]:
    """Find every problem of a hand and of the way it was won, in MCR."""
    return (*hand_problems(hand), *win_problems(hand, win), *mcr_contradictions(hand, win))


def hand_problems(hand: Hand) -> tuple[Problem, ...]:
    """Find every problem of a hand alone."""
    return (
        *tile_problems(hand),
        *count_problems(hand),
        *_red_five_problems(hand),
        *_shape_problems(hand),
    )


def _red_five_problems(hand: Hand) -> Iterator[Problem]:
    """Find red fives, which MCR does not have."""
    if hand.red:
        yield _make_problem("red-fives", hand.red, count=len(hand.red))


def _shape_problems(hand: Hand) -> Iterator[Problem]:
    """Find the standing tiles that keep a hand from winning.

    A hand with a wrong number of tiles is not searched, because that is a problem of its own.
    """
    if hand.winning is None or len(hand.standing) + 3 * len(hand.melds) != 14:
        return
    if not has_winning_shape(hand.standing, len(hand.melds), SHAPES):
        leftover_tiles = leftover(hand.standing)
        yield _make_problem("no-known-shape", leftover_tiles, left=format_tiles(leftover_tiles))


def mcr_contradictions(hand: Hand, win: Win) -> Iterator[Problem]:
    """Find the circumstances that contradict the hand, the win or each other."""
    yield from circumstance_problems(win, load_rules_file(_PACKAGE))
    if "kong-replacement" in win.circumstances:
        if not hand.quads:
            yield _make_problem("replacement-without-quad")
        if not win.drawn:
            yield _make_problem("replacement-not-drawn", win=win.how)
    if "last-of-kind" in win.circumstances:
        # The other three copies must be visible on the table, so none of them is concealed.
        tile = str(hand.winning)
        concealed_copies = hand.concealed.count(tile)
        if concealed_copies:
            yield _make_problem("last-of-kind-held", (tile,), tile=tile, count=concealed_copies)
