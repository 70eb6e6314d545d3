"""The most likely legal hand: an exact search from what was read, the cheapest changes first."""

import heapq
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.shapes import FAR, lacking
from scoring.hand import Meld
from scoring.tiles import BACK, BONUS

_BONUS: Final = frozenset(BONUS)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """What was read, as the search sees it.

    Attributes:
        choices: for each tile the faces it may be, as (cost, code), the cheapest first and free.
        standing: positions of the tiles that stand, the winning one and flowers among them.
        melds: positions of each set that lies apart.
        fimj: whether the Italian rules' irregular hands win as well.
    """

    choices: tuple[tuple[tuple[float, str], ...], ...]
    standing: tuple[int, ...]
    melds: tuple[tuple[int, ...], ...] = ()
    fimj: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """A legal hand that the search found.

    Attributes:
        codes: the face of every tile.
        cost: how much less likely it is than what was read, in nats.
        changed: which tiles differ from what was read.
    """

    codes: tuple[str, ...]
    cost: float
    changed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Search:
    """What came of a search.

    Attributes:
        found: legal hands, the most likely first; no two with the same tiles.
        steps: how many hands were tried.
        exhausted: False when the search stopped at its bound, so that a likelier hand may have been missed.
    """

    found: tuple[Found, ...]
    steps: int
    exhausted: bool


def search(puzzle: Puzzle, budget: float, most: int = 2, steps: int = 20_000) -> Search:
    """Find the cheapest legal hands that cost at most ``budget`` nats more than what was read.

    Args:
        puzzle: the tiles.
        budget: in nats.
        most: how many different hands to find.
        steps: how many hands to try at most.
    """
    return _Searcher(puzzle, budget).run(most, steps)


class _Searcher:
    """Tries sets of changes in the order of their cost plus what the missing tiles must still cost."""

    def __init__(self, puzzle: Puzzle, budget: float) -> None:
        self._puzzle = puzzle
        self._budget = budget
        self._codes = [choices[0][1] for choices in puzzle.choices]
        self._least = [choices[1][0] if len(choices) > 1 else float("inf") for choices in puzzle.choices]
        self._lacking = lacks(puzzle, self._codes)

    def run(self, most: int, steps: int) -> Search:
        """Search until enough hands are found, nothing within the budget is left, or the bound is reached."""
        found: list[Found] = []
        known: set[tuple[str, ...]] = set()
        heap: list[tuple[float, float, tuple[tuple[int, str], ...]]] = []
        if self._lacking < FAR:
            heap.append((self._rest(0, 0), 0.0, ()))
        tried = 0
        while heap and len(found) < most and tried < steps:
            _, cost, changes = heapq.heappop(heap)
            tried += 1
            codes = self._with(changes)
            key = tuple(sorted(codes))
            if len(changes) >= self._lacking and key not in known and lacks(self._puzzle, codes) == 0:
                known.add(key)
                found.append(Found(tuple(codes), cost, tuple(place for place, _ in changes)))
            for follower in self._followers(cost, changes):
                heapq.heappush(heap, follower)
        return Search(tuple(found), tried, exhausted=not heap or len(found) == most)

    def _with(self, changes: tuple[tuple[int, str], ...]) -> list[str]:
        codes = list(self._codes)
        for place, code in changes:
            codes[place] = code
        return codes

    def _rest(self, first: int, made: int) -> float:
        """The least that the changes still missing can cost; each mends one lacking tile at most."""
        missing = self._lacking - made
        return sum(sorted(self._least[first:])[:missing]) if missing > 0 else 0.0

    def _followers(
        self, cost: float, changes: tuple[tuple[int, str], ...]
    ) -> list[tuple[float, float, tuple[tuple[int, str], ...]]]:
        """Every way to change one tile more, further along."""
        first = changes[-1][0] + 1 if changes else 0
        found = []
        for place in range(first, len(self._codes)):
            if len(self._codes) - place < self._lacking - len(changes):
                break
            rest = self._rest(place + 1, len(changes) + 1)
            for extra, code in self._puzzle.choices[place][1:]:
                if cost + extra + rest > self._budget:
                    break
                found.append((cost + extra + rest, cost + extra, (*changes, (place, code))))
        return found


def lacks(puzzle: Puzzle, codes: Sequence[str]) -> int:
    """How many tiles at least must change to make these a legal winning hand; 0 when they are one."""
    standing = [codes[place] for place in puzzle.standing]
    tiles = [code for code in standing if code not in _BONUS]
    melds = [[codes[place] for place in meld] for meld in puzzle.melds]
    doubled = len(standing) - len(tiles) - len(_BONUS.intersection(standing))
    away = max(doubled, lacking(tiles, len(melds), fimj=puzzle.fimj))
    away = min(FAR, away + sum(map(_set_lacks, melds)))
    return 1 if away == 0 and _too_many(tiles, melds) else away


def _set_lacks(tiles: Sequence[str]) -> int:
    """How many tiles of a set must change; face-down tiles are whatever they must be."""
    faces = [tile for tile in tiles if tile != BACK]
    same = len(faces) - max(Counter(faces).values(), default=0)
    if len(tiles) != 3 or len(faces) < 3:
        return same if len(tiles) in (3, 4) and not _BONUS.intersection(faces) else max(1, same)
    return 0 if Meld(tuple(tiles)).kind in ("chow", "pung") else 1


def _too_many(standing: Sequence[str], melds: Sequence[Sequence[str]]) -> bool:
    counts = Counter(standing)
    for meld in melds:
        faces = [tile for tile in meld if tile != BACK]
        counts.update([faces[0]] * len(meld) if BACK in meld and faces else faces)
    return any(count > 4 for count in counts.values())
