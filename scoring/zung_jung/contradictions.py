"""The circumstances that cannot be true of a win in Zung Jung (ruling 6)."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from hu.scoring.answers.names import circumstance_problems
from hu.scoring.hand import Hand, Win
from hu.scoring.problems import Problem, make_problem
from hu.scoring.problems import find_problems as general_problems
from hu.scoring.rule_set.rules_toml import load_rules_file

_PACKAGE: Final = "hu.scoring.zung_jung"
#: Makes a problem that has its sentence in the words of this rule set. ``make_problem`` takes the
#: words that all rule sets share.
_make_problem: Final = partial(make_problem, package=_PACKAGE)


def zung_jung_problems(hand: Hand, win: Win) -> tuple[Problem, ...]:
    """Find every problem of a hand and of the way it was won, in Zung Jung."""
    return (*general_problems(hand, win), *zung_jung_contradictions(hand, win))


def zung_jung_contradictions(hand: Hand, win: Win) -> Iterator[Problem]:
    """Find the circumstances of a win that contradict the hand, the win or each other."""
    yield from circumstance_problems(win, load_rules_file(_PACKAGE))
    if "kong-replacement" in win.circumstances:
        if not hand.quads:
            yield _make_problem("replacement-without-kong")
        if not win.drawn:
            yield _make_problem("replacement-not-drawn", win=win.how)
    if "heaven" in win.circumstances:
        yield from _heaven_problems(hand, win)
    if "earth" in win.circumstances:
        yield from _earth_problems(hand, win)
    if "last-tile" in win.circumstances:
        for name in ("heaven", "earth"):
            if name in win.circumstances:
                yield _make_problem("first-and-last-tile", circumstance=name)


def _heaven_problems(hand: Hand, win: Win) -> Iterator[Problem]:
    """Find contradictions of Blessing of Heaven (9.4.1).

    East wins with the fourteen tiles of the deal.
    """
    if win.winner != "E":
        yield _make_problem("heaven-not-east", seat=win.winner)
    if not win.drawn:
        yield _make_problem("heaven-not-drawn", win=win.how)
    if hand.melds:
        yield _make_problem("heaven-with-meld")


def _earth_problems(hand: Hand, win: Win) -> Iterator[Problem]:
    """Find contradictions of Blessing of Earth (9.4.2).

    Another player wins on East's first discard, before which nobody has discarded.
    """
    if win.winner == "E":
        yield _make_problem("earth-as-east")
    if hand.melds:
        yield _make_problem("earth-with-meld")
    if win.how != "discard" or win.source != "E":
        source = f" from {win.source}" if win.source else ""
        yield _make_problem("earth-not-on-east", win=win.how, source=source)
    if win.recent_discards:
        yield _make_problem("earth-after-discards")
