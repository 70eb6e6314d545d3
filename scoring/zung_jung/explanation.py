"""Which tiles earn a pattern: the sets to point at when a player asks why."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Final, NamedTuple

from hu.scoring.hand import RANK, SEATS, Hand, Win
from hu.scoring.notation import format_tiles
from hu.scoring.readings import Reading
from hu.scoring.zung_jung.patterns import Pattern

_Group = tuple[str, ...]
_DRAGONS: Final = ("5z", "6z", "7z")
_WINDS: Final = ("1z", "2z", "3z", "4z")


def explanation(pattern: Pattern, reading: Reading, hand: Hand, win: Win) -> tuple[str, ...]:
    """Show the sets, pairs or tiles that earn a pattern which a reading holds.

    Returns:
        Tiles in the notation, group by group: ``("123m", "456m", "789m")``. Empty when it is the hand as a whole, or
        a circumstance of the win.
    """
    show = _SHOWN.get(pattern.id) or _SHOWN.get(pattern.series)
    return tuple(format_tiles(group) for group in show(_case(reading, hand, win))) if show else ()


class _Case(NamedTuple):
    """A reading taken apart, every list in the order of the tiles."""

    sequences: list[_Group]
    triplets: list[_Group]
    concealed: list[_Group]
    pairs: list[_Group]
    bonus: _Group
    seat: str


def _case(reading: Reading, hand: Hand, win: Win) -> _Case:
    sets = sorted(reading.sets, key=lambda part: RANK[part.tiles[0]])
    triplets = [part for part in sets if part.kind != "sequence"]
    claimed = () if win.drawn else reading.completed
    return _Case(
        sequences=[part.tiles for part in sets if part.kind == "sequence"],
        triplets=[part.tiles for part in triplets],
        concealed=[part.tiles for part in triplets if part.concealed and part.tiles != claimed],
        pairs=[(tile, tile) for tile in reading.pairs],
        bonus=hand.bonus,
        seat=str(SEATS.index(win.winner) + 1),
    )


def _of(groups: Iterable[_Group], kinds: tuple[str, ...]) -> list[_Group]:
    return [group for group in groups if group[0] in kinds]


def _repeated(case: _Case) -> list[_Group]:
    counts = Counter(case.sequences)
    return [sequence for sequence in case.sequences if counts[sequence] > 1]


def _in_three_suits(groups: list[_Group]) -> list[_Group]:
    """Pick groups of the same numbers in all three suits; of several in a suit the first."""
    for number in "123456789":
        found = {group[0][1]: group for group in reversed(groups) if group[0][0] == number and group[0][1] != "z"}
        if len(found) == 3:
            return [found[suit] for suit in "mps"]
    return []


def _straight(case: _Case) -> Iterator[_Group]:
    for suit in "mps":
        straight = [(f"{n}{suit}", f"{n + 1}{suit}", f"{n + 2}{suit}") for n in (1, 4, 7)]
        if all(sequence in case.sequences for sequence in straight):
            yield from straight


def _run(case: _Case) -> list[_Group]:
    """Pick the longest row of triplets with consecutive numbers."""
    rows = (list(row) for size in (4, 3) for row in combinations(case.triplets, size))
    return next((row for row in rows if _is_run([group[0] for group in row])), [])


def _is_run(tiles: list[str]) -> bool:
    suit, first = tiles[0][1], int(tiles[0][0])
    return suit != "z" and tiles == [f"{first + step}{suit}" for step in range(len(tiles))]


_SHOWN: Final[dict[str, Callable[[_Case], Iterable[_Group]]]] = {
    "1.1": lambda case: case.sequences,
    "3.1": lambda case: _of(case.triplets, (*_DRAGONS, f"{case.seat}z")),
    "3.2": lambda case: _of(case.triplets + case.pairs, _DRAGONS),
    "3.3": lambda case: _of(case.triplets + case.pairs, _WINDS),
    "4.1": lambda case: case.triplets,
    "4.2": lambda case: case.concealed,
    "4.3": lambda case: [group for group in case.triplets if len(group) == 4],
    "5.1": _repeated,
    "6.1": lambda case: _in_three_suits(case.sequences),
    "6.2": lambda case: _in_three_suits(case.triplets + case.pairs),
    "7.1": _straight,
    "7.2": _run,
    "10.2": lambda case: case.pairs,
    "11.1.1": lambda case: [(tile,) for tile in case.bonus if tile[0] != case.seat],
    "11.1.2": lambda case: [(tile,) for tile in case.bonus if tile[0] == case.seat],
}
