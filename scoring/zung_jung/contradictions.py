"""What cannot be true of a win in Zung Jung (ruling 6)."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from hu.scoring.circumstances import circumstance_problems
from hu.scoring.hand import Hand, Win
from hu.scoring.problems import Problem, problem
from hu.scoring.problems import problems as general_problems
from hu.scoring.rules_file import load_rules_file

_problem: Final = partial(problem, package="hu.scoring.zung_jung")


def problems(hand: Hand, win: Win) -> tuple[Problem, ...]:
    """Find everything that is wrong with a hand and the way it is said to have been won, in Zung Jung."""
    return (*general_problems(hand, win), *contradictions(hand, win))


def contradictions(hand: Hand, win: Win) -> Iterator[Problem]:
    """Find the circumstances that contradict the hand, the win or each other."""
    yield from circumstance_problems(win, load_rules_file("hu.scoring.zung_jung"))
    if "kong-replacement" in win.circumstances:
        if not hand.quads:
            yield _problem("replacement-without-kong")
        if not win.drawn:
            yield _problem("replacement-not-drawn", win=win.how)
    if "heaven" in win.circumstances:
        yield from _heaven(hand, win)
    if "earth" in win.circumstances:
        yield from _earth(hand, win)
    for name in ("heaven", "earth"):
        if {name, "last-tile"} <= win.circumstances:
            yield _problem("first-and-last-tile", circumstance=name)


def _heaven(hand: Hand, win: Win) -> Iterator[Problem]:
    if win.winner != "E":
        yield _problem("heaven-not-east", seat=win.winner)
    if not win.drawn:
        yield _problem("heaven-not-drawn", win=win.how)
    if hand.melds:
        yield _problem("heaven-with-meld")


def _earth(hand: Hand, win: Win) -> Iterator[Problem]:
    if win.winner == "E":
        yield _problem("earth-as-east")
    if hand.melds:
        yield _problem("earth-with-meld")
    if win.how != "discard" or win.source != "E":
        yield _problem(
            "earth-not-on-east", win=win.how, source=f" from {win.source}" if win.source else ""
        )
    if win.recent_discards:
        yield _problem("earth-after-discards")
