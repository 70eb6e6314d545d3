"""Which tiles earn a pattern: the sets to point at when a player asks why."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Final

from scoring.hand import SEATS, Hand, Meld, Win
from scoring.notation import format_tiles
from scoring.readings import Reading
from scoring.zung_jung.patterns import Pattern

_WINDS: Final = frozenset(f"{n}z" for n in range(1, 5))
_DRAGONS: Final = frozenset(f"{n}z" for n in range(5, 8))


def evidence(pattern: Pattern, reading: Reading, hand: Hand, win: Win) -> tuple[str, ...]:
    """Show the sets, pairs or tiles that earn a pattern which a reading holds.

    Returns:
        Tiles in the notation, group by group: ``("123m", "456m", "789m")``. Empty when it is the hand as a whole, or
        a circumstance of the win.
    """
    show = _SHOWN.get(pattern.id) or _SHOWN.get(pattern.series)
    groups = show(reading, hand, win) if show else ()
    return tuple(format_tiles(group) for group in groups)


_Groups = Iterator[tuple[str, ...]]


def _value_honors(reading: Reading, hand: Hand, win: Win) -> _Groups:
    del hand
    valued = _DRAGONS | {f"{SEATS.index(win.winner) + 1}z"}
    return (part.tiles for part in _triplets(reading) if part.tiles[0] in valued)


def _honors(kinds: frozenset[str]) -> Callable[[Reading, Hand, Win], _Groups]:
    """Show the triplets and the pair of winds, or of dragons."""

    def show(reading: Reading, hand: Hand, win: Win) -> _Groups:
        del hand, win
        return (group for group in _groups(reading) if group[0] in kinds)

    return show


def _concealed_triplets(reading: Reading, hand: Hand, win: Win) -> _Groups:
    del hand
    claimed = () if win.drawn else reading.completed
    return (part.tiles for part in _triplets(reading) if part.concealed and part.tiles != claimed)


def _kongs(reading: Reading, hand: Hand, win: Win) -> _Groups:
    del hand, win
    return (part.tiles for part in reading.sets if part.kind == "kong")


def _all_chows(reading: Reading, hand: Hand, win: Win) -> _Groups:
    del hand, win
    return iter(_chows(reading))


def _all_triplets(reading: Reading, hand: Hand, win: Win) -> _Groups:
    del hand, win
    return (part.tiles for part in _triplets(reading))


def _identical(reading: Reading, hand: Hand, win: Win) -> _Groups:
    del hand, win
    counts = Counter(_chows(reading))
    return (chow for chow in _chows(reading) if counts[chow] > 1)


def _mixed_chows(reading: Reading, hand: Hand, win: Win) -> _Groups:
    del hand, win
    return _first_of_three_suits(_chows(reading))


def _mixed_triplets(reading: Reading, hand: Hand, win: Win) -> _Groups:
    del hand, win
    return _first_of_three_suits([group for group in _groups(reading) if group[0] == group[1] and group[0][1] != "z"])


def _straight(reading: Reading, hand: Hand, win: Win) -> _Groups:
    del hand, win
    chows = dict.fromkeys(_chows(reading))
    for suit in "mps":
        straight = [(f"{n}{suit}", f"{n + 1}{suit}", f"{n + 2}{suit}") for n in (1, 4, 7)]
        if all(chow in chows for chow in straight):
            yield from straight


def _run(reading: Reading, hand: Hand, win: Win) -> _Groups:
    del hand, win
    triplets = sorted(part.tiles for part in _triplets(reading) if part.tiles[0][1] != "z")
    for size in (4, 3):
        for row in combinations(sorted(triplets, key=lambda tiles: (tiles[0][1], tiles[0])), size):
            suits, numbers = {tiles[0][1] for tiles in row}, [int(tiles[0][0]) for tiles in row]
            if len(suits) == 1 and numbers == list(range(numbers[0], numbers[0] + size)):
                yield from row
                return


def _bonus(own: bool) -> Callable[[Reading, Hand, Win], _Groups]:
    """Show the own bonus tiles, or the others."""

    def show(reading: Reading, hand: Hand, win: Win) -> _Groups:
        del reading
        number = str(SEATS.index(win.winner) + 1)
        return ((tile,) for tile in hand.bonus if (tile[0] == number) == own)

    return show


def _pairs(reading: Reading, hand: Hand, win: Win) -> _Groups:
    del hand, win
    return ((tile, tile) for tile in reading.pairs)


_SHOWN: Final[dict[str, Callable[[Reading, Hand, Win], _Groups]]] = {
    "1.1": _all_chows,
    "3.1": _value_honors,
    "3.2": _honors(_DRAGONS),
    "3.3": _honors(_WINDS),
    "4.1": _all_triplets,
    "4.2": _concealed_triplets,
    "4.3": _kongs,
    "5.1": _identical,
    "6.1": _mixed_chows,
    "6.2": _mixed_triplets,
    "7.1": _straight,
    "7.2": _run,
    "10.2": _pairs,
    "11.1.1": _bonus(own=False),
    "11.1.2": _bonus(own=True),
}


def _chows(reading: Reading) -> list[tuple[str, ...]]:
    return sorted(part.tiles for part in reading.sets if part.kind == "chow")


def _triplets(reading: Reading) -> list[Meld]:
    return [part for part in reading.sets if part.kind != "chow"]


def _groups(reading: Reading) -> list[tuple[str, ...]]:
    return [*(part.tiles for part in reading.sets), *((tile, tile) for tile in reading.pairs)]


def _first_of_three_suits(groups: list[tuple[str, ...]]) -> _Groups:
    """Pick groups of the same first number in all three suits; a set goes before a pair."""
    for number in "123456789":
        found = {group[0][1]: group for group in reversed(groups) if group[0][0] == number}
        if len(found) == 3:
            yield from (found[suit] for suit in "mps")
            return
