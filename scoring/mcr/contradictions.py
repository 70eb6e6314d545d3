"""What an MCR table does not allow: what the library would refuse, miscount or crash on, and contradictions."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from hu.scoring.answers.names import circumstance_problems
from hu.scoring.hand import Hand, Win
from hu.scoring.mcr.knitted import SHAPES
from hu.scoring.notation import format_tiles
from hu.scoring.problems import Problem, count_problems, problem, tile_problems, win_problems
from hu.scoring.rule_set.rules_toml import load_rules_file
from hu.scoring.shapes import has_winning_shape
from hu.scoring.suits import leftover

_problem: Final = partial(problem, package="hu.scoring.mcr")


def problems(hand: Hand, win: Win) -> tuple[Problem, ...]:
    """Find everything that is wrong with a hand and the way it is said to have been won, in MCR."""
    return (*hand_problems(hand), *win_problems(hand, win), *contradictions(hand, win))


def hand_problems(hand: Hand) -> tuple[Problem, ...]:
    """Find everything that is wrong with a hand alone."""
    return (*tile_problems(hand), *count_problems(hand), *_shape(hand))


def is_winning(hand: Hand) -> bool:
    """Whether the tiles make a winning hand of any kind."""
    return has_winning_shape(hand.standing, len(hand.melds), SHAPES)


def _shape(hand: Hand) -> Iterator[Problem]:
    if hand.red:
        yield _problem("red-fives", hand.red, count=len(hand.red))
    if hand.winning is None or len(hand.standing) + 3 * len(hand.melds) != 14 or is_winning(hand):
        return
    left = leftover(hand.standing)
    yield _problem("no-known-shape", left, left=format_tiles(left))


def contradictions(hand: Hand, win: Win) -> Iterator[Problem]:
    """Find the circumstances that contradict the hand, the win or each other."""
    circumstances = win.circumstances
    yield from circumstance_problems(win, load_rules_file("hu.scoring.mcr"))
    if "kong-replacement" in circumstances:
        if not hand.quads:
            yield _problem("replacement-without-quad")
        if not win.drawn:
            yield _problem("replacement-not-drawn", win=win.how)
    # All other three lie open: claimed melds show theirs, standing tiles do not.
    if "last-of-kind" in circumstances and (
        hidden := hand.concealed.count(tile := str(hand.winning))
    ):
        yield _problem("last-of-kind-held", (tile,), tile=tile, count=hidden)
