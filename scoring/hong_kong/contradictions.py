"""What cannot be true of a win in Hong Kong."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from hu.scoring.answers.names import circumstance_problems
from hu.scoring.deal import Deal
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.hong_kong.scores import wins_by_flowers
from hu.scoring.problems import Problem, at_seat, problem, sharing_problems
from hu.scoring.problems import find_problems as general_problems
from hu.scoring.rule_set.rules_toml import load_rules_file
from hu.scoring.shapes import Shape

_problem: Final = partial(problem, package="hu.scoring.hong_kong")


def problems(deal: Deal, shapes: Sequence[Shape]) -> Iterator[Problem]:
    """Find everything that is wrong with the winners' hands and wins."""
    won = [(player.hand or Hand(), player.win) for player in deal.winners.values() if player.win]
    for hand, win in won:
        general = general_problems(hand, win, shapes)
        if wins_by_flowers(hand, deal.options):
            general = tuple(found for found in general if found.id != "no-winning-tile")
        for found in (*general, *contradictions(deal, hand, win)):
            yield found if len(won) == 1 else at_seat(found, win.winner)
    if len(won) > 1:
        yield from _several(deal, won)


def contradictions(deal: Deal, hand: Hand, win: Win) -> Iterator[Problem]:
    """Find what cannot be true of a win by these rules."""
    yield from circumstance_problems(win, load_rules_file("hu.scoring.hong_kong"))
    if hand.red:
        yield _problem("red-fives", hand.red, count=len(hand.red))
    if hand.bonus and not deal.options.get("flowers", True):
        yield _problem("no-flowers-played", hand.bonus)
    if wins_by_flowers(hand, deal.options) and not win.drawn:
        yield _problem("flowers-not-drawn", win=win.how)
    yield from _replacement(deal, hand, win)
    yield from _first_turn(hand, win)
    others = [seat for seat in SEATS if seat != win.winner]
    if win.liable is not None and win.liable not in others:
        yield _problem("wrong-liable", seat=win.liable[:20], seats=" ".join(others))


def _replacement(deal: Deal, hand: Hand, win: Win) -> Iterator[Problem]:
    circumstances = win.circumstances
    for name in sorted({"kong-replacement", "double-kong"} & circumstances):
        if not win.drawn:
            yield _problem("replacement-not-drawn", circumstance=name, win=win.how)
    flower = bool(deal.options.get("flower_replacement")) and bool(hand.bonus)
    if "kong-replacement" in circumstances and not (hand.quads or flower):
        yield _problem("replacement-without-quad")
    if "double-kong" in circumstances and hand.quads < 2:
        yield _problem("double-without-quads", count=hand.quads)


def _first_turn(hand: Hand, win: Win) -> Iterator[Problem]:
    circumstances = win.circumstances
    if "heaven" in circumstances and not (win.winner == "E" and win.drawn):
        yield _problem("heaven-not-east", seat=win.winner, win=win.how)
    if "earth" in circumstances and not (
        win.winner != "E" and win.how == "discard" and win.source == "E"
    ):
        source = f" from {win.source}" if win.source else ""
        yield _problem("earth-not-on-east", seat=win.winner, win=win.how, source=source)
    for name in sorted({"heaven", "earth"} & circumstances):
        if hand.melds:
            yield _problem("first-with-meld", circumstance=name)
        if "last-tile" in circumstances:
            yield _problem("first-and-last-tile", circumstance=name)


def _several(deal: Deal, won: Sequence[tuple[Hand, Win]]) -> Iterator[Problem]:
    if not deal.options.get("several_winners"):
        yield _problem("too-many-winners", count=len(won))
    ways = {(win.how, win.source) for _, win in won}
    tiles = sorted({str(hand.winning) for hand, _ in won if hand.winning})
    if len(ways) > 1 or won[0][1].drawn:
        yield _problem("one-discard")
    if len(tiles) > 1:
        yield _problem("several-tiles", tuple(tiles), told=" ".join(tiles))
    else:
        yield from sharing_problems(won)
