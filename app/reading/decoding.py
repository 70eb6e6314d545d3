"""The most likely legal hand: which tiles are flowers, which are none of the hand, and what the rest must be.

Costs are in nats: how much less likely something is than what was read. The search is exact within its budget: every
division of the standing tiles into tiles of the hand, flowers and strays is tried, the cheapest first, and each with
the cheapest covers of ``hu.app.reading.partitions``. Bounds keep it short where next to nothing could be read; reaching
one is told.
"""

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import numpy as np

from hu.app.reading.partitions import CLOSE, Cover, Coverer, Effort, Floats, PartTable, kinds_of, matched
from hu.scoring.readings import ORPHANS
from hu.scoring.tiles import BONUS, KINDS

#: At most so many divisions of the tiles are tried.
MOST_DIVISIONS: Final = 60
#: Winning hands of every rule set so far that are neither four sets and a pair nor seven pairs.
THIRTEEN_ORPHANS: Final = tuple((*ORPHANS, tile) for tile in ORPHANS)
#: At most so many tiles are taken for something else than they seem to be: a flower, no flower, none of the hand.
MOST_RECAST: Final = 3


@dataclass(frozen=True, slots=True)
class SetPuzzle:
    """A set that lies apart.

    Attributes:
        tiles: positions of its tiles that lie face up.
        size: how many tiles it has, face-down ones counted.
        sequence: what it costs to take it for a sequence, beside its faces; infinite for quads.
    """

    tiles: tuple[int, ...]
    size: int
    sequence: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Puzzle:
    """What was read, as the search sees it.

    Attributes:
        faces: ``(n, 42)`` float64 nats: what each tile costs as each face of ``hu.scoring.tiles.FACES``.
        strays: ``(n,)`` float64 nats: what it costs to take each tile for none of the hand. What each tile is likeliest
            to be costs nothing.
        standing: positions of the tiles that stand, the winning one and flowers among them.
        sets: the sets that lie apart.
        irregular: winning hands other than four sets and a pair or seven pairs, tile by tile.
    """

    faces: Floats
    strays: Floats
    standing: tuple[int, ...]
    sets: tuple[SetPuzzle, ...] = ()
    irregular: tuple[tuple[str, ...], ...] = THIRTEEN_ORPHANS


@dataclass(frozen=True, slots=True)
class Found:
    """A legal hand.

    Attributes:
        cost: how much less likely it is than what was read, in nats.
        codes: the face of each tile that lies face up, by position; a position without one is a stray.
        quads: faces of which four standing tiles make a quad.
    """

    cost: float
    codes: dict[int, str]
    quads: tuple[str, ...] = ()

    @property
    def tiles(self) -> tuple[str, ...]:
        """All faces, in a fixed order: hands with the same are the same hand."""
        return tuple(sorted(self.codes.values()))


@dataclass(frozen=True, slots=True)
class Search:
    """What came of a search.

    Attributes:
        found: the best legal hand and the runner-up, as far as there are any.
        exhausted: False when a bound was reached, so that a likelier hand may have been missed.
    """

    found: tuple[Found, ...]
    exhausted: bool


def decode(puzzle: Puzzle, budget: float, effort: Effort | None = None) -> Search:
    """Find the cheapest legal hand and the next one with other tiles, none dearer than ``budget`` nats.

    Args:
        puzzle: what was read.
        budget: in nats.
        effort: what may be spent, shared with other searches; a fresh allowance when None.
    """
    effort = effort or Effort()
    coverer = Coverer(puzzle.faces[:, : len(KINDS)], budget, effort)
    return _Decoder(puzzle, budget, effort, coverer).run()


@dataclass(slots=True)
class _Decoder:
    """One search."""

    puzzle: Puzzle
    budget: float
    effort: Effort
    coverer: Coverer
    found: list[Found] = field(default_factory=list)

    def run(self) -> Search:
        sets = [_set_covers(one, self.puzzle.faces, self.budget) for one in self.puzzle.sets]
        if all(sets) and len(sets) <= 4:
            for number, (least, roles) in enumerate(divisions(self.puzzle, self.budget)):
                if self.found and least >= self._enough():
                    break
                if self.effort.spent or number == MOST_DIVISIONS:
                    return Search(tuple(self.found), exhausted=False)
                self._try(roles, sets)
        return Search(tuple(self.found), exhausted=not self.effort.spent)

    def _enough(self) -> float:
        """Hands that cost more are neither the best nor a runner-up worth telling."""
        return min(self.budget, self.found[0].cost + CLOSE, self.found[-1].cost if len(self.found) == 2 else np.inf)

    def _try(self, roles: dict[int, str], sets: list[list["_Piece"]]) -> None:
        """Find the best hands of one division and keep the best two of all."""
        puzzle = self.puzzle
        strays = sum(float(puzzle.strays[place]) for place, role in roles.items() if role == "stray")
        bonus = _bonus(tuple(place for place, role in roles.items() if role == "bonus"), puzzle.faces)
        spent = strays + (bonus.cost if bonus else 0.0)
        if bonus is None or spent > self.budget:
            return
        standing = self._standing(tuple(place for place, role in roles.items() if role == "hand"))
        for piece in _together([standing, *sets]):
            if spent + piece.cost > (self._enough() if self.found else self.budget):
                break
            codes = piece.codes | bonus.codes
            self._keep(Found(spent + piece.cost, codes, piece.quads))

    def _keep(self, hand: Found) -> None:
        best: dict[tuple[str, ...], Found] = {}
        for one in sorted([*self.found, hand], key=lambda one: one.cost):
            best.setdefault(one.tiles, one)
        self.found = list(best.values())[:2]

    def _standing(self, places: tuple[int, ...]) -> list["_Piece"]:
        """The best ways to see the standing tiles."""
        sets = 4 - len(self.puzzle.sets)
        covers = self.coverer.regular(places, sets, len(places) - 3 * sets - 2)
        if sets == 4 and len(places) == 14:
            covers += self.coverer.pairs(places)
            covers += [
                cover for target in _targets(self.puzzle.irregular) for cover in self.coverer.assigned(places, target)
            ]
        return [_piece(cover, places) for cover in sorted(covers, key=lambda cover: cover.cost)]


@dataclass(frozen=True, slots=True)
class _Piece:
    """Some of the hand's tiles, seen as something legal."""

    cost: float
    codes: dict[int, str]
    quads: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()


def _piece(cover: Cover, places: Sequence[int]) -> _Piece:
    codes = {place: KINDS[kind] for place, kind in zip(places, cover.kinds, strict=True)}
    return _Piece(cover.cost, codes, tuple(KINDS[kind] for kind in cover.quads))


def divisions(puzzle: Puzzle, budget: float) -> Iterator[tuple[float, dict[int, str]]]:
    """Divide the standing tiles into those of the hand, flowers and strays: the likeliest division first.

    Yields:
        The least that the division costs, and each tile's role: ``hand``, ``bonus`` or ``stray``.
    """
    kinds, bonus = puzzle.faces[:, : len(KINDS)].min(axis=1), puzzle.faces[:, len(KINDS) :].min(axis=1)
    choices = {
        place: sorted(((kinds[place], "hand"), (bonus[place], "bonus"), (puzzle.strays[place], "stray")))
        for place in puzzle.standing
    }
    roles = {place: ways[0][1] for place, ways in choices.items()}
    recasts = sorted(
        (float(cost), place, role) for place, ways in choices.items() for cost, role in ways[1:] if cost <= budget
    )
    heap: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    standing = list(roles.values()).count("hand")
    if not any(
        _possible(count, len(puzzle.sets)) for count in range(standing - MOST_RECAST, standing + MOST_RECAST + 1)
    ):
        return
    while heap:
        cost, chosen = heapq.heappop(heap)
        changed = {recasts[k][1]: recasts[k][2] for k in chosen}
        if len(changed) == len(chosen):
            now = roles | changed
            if _possible(list(now.values()).count("hand"), len(puzzle.sets)):
                yield cost, now
        if len(chosen) < MOST_RECAST:
            for k in range(chosen[-1] + 1 if chosen else 0, len(recasts)):
                if cost + recasts[k][0] > budget:
                    break
                heapq.heappush(heap, (cost + recasts[k][0], (*chosen, k)))


def _possible(standing: int, sets: int) -> bool:
    """Whether so many tiles stand beside so many sets in a winning hand, quads among them perhaps."""
    return 0 <= standing - 3 * (4 - sets) - 2 <= 4 - sets


def _bonus(places: tuple[int, ...], faces: Floats) -> _Piece | None:
    """The likeliest different flowers and seasons that tiles can be."""
    if len(places) > len(BONUS):
        return None
    square = np.zeros((len(BONUS), len(BONUS)))
    square[: len(places)] = faces[list(places), len(KINDS) :]
    order = square[: len(places)].argmin(axis=1).tolist()
    if len(set(order)) < len(places):
        order = matched(square)
    cost = float(sum(square[row, order[row]] for row in range(len(places))))
    return _Piece(cost, {place: BONUS[order[row]] for row, place in enumerate(places)})


def _set_covers(one: SetPuzzle, faces: Floats, budget: float) -> list[_Piece]:
    """The ways to see a set that lies apart, the cheapest first; face-down tiles are as the others."""
    costs = faces[list(one.tiles), : len(KINDS)]
    found = []
    for part in PartTable(costs).parts(len(one.tiles), budget):
        alike = len(set(part.kinds)) == 1
        if alike or one.size == len(one.tiles):
            cost = part.cost + (0.0 if alike else one.sequence)
            codes = {place: KINDS[kind] for place, kind in zip(one.tiles, part.kinds, strict=True)}
            found.append(_Piece(cost, codes, (), (KINDS[part.kinds[0]],) * (one.size - len(one.tiles))))
    return sorted((piece for piece in found if piece.cost <= budget), key=lambda piece: piece.cost)[:3]


def _together(choices: list[list[_Piece]]) -> Iterator[_Piece]:
    """Put one piece of each kind together, the cheapest first, as long as no tile comes five times."""
    if not all(choices):
        return
    heap = [(sum(choice[0].cost for choice in choices), (0,) * len(choices))]
    seen = {heap[0][1]}
    while heap:
        cost, picked = heapq.heappop(heap)
        pieces = [choice[k] for choice, k in zip(choices, picked, strict=True)]
        counts = Counter(code for piece in pieces for code in (*piece.codes.values(), *piece.hidden))
        if max(counts.values(), default=0) <= 4:
            codes = {place: code for piece in pieces for place, code in piece.codes.items()}
            yield _Piece(cost, codes, pieces[0].quads)
        for which, choice in enumerate(choices):
            after = (*picked[:which], picked[which] + 1, *picked[which + 1 :])
            if after[which] < len(choice) and after not in seen:
                seen.add(after)
                heapq.heappush(heap, (cost - choice[after[which] - 1].cost + choice[after[which]].cost, after))


@lru_cache(maxsize=8)
def _targets(irregular: tuple[tuple[str, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """The kinds of hands that are given tile by tile."""
    return tuple(kinds_of(hand) for hand in irregular)
