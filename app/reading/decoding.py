"""The most likely legal hand: which tiles are flowers, which do not belong to the hand, and what the others must be.

Costs are in nats: how much less likely something is than what was read. The search is exact within its limit: every
division of the standing tiles into tiles of the hand, flowers and strays is tried, cheapest first, and each with the
cheapest partitions of ``hu.app.reading.partitions``. Bounds keep it short for photos with few readable tiles; the
result says when one was reached.
"""

import heapq
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from hu.app.reading.partitions import (
    CLOSE,
    Floats,
    Partition,
    Partitioner,
    SearchBudget,
    cheapest_assignment,
    kinds_of,
)
from hu.scoring.shapes import COMMON_SHAPES, ListedHands, MeldsAndPair, SevenPairs, Shape, TilePool
from hu.scoring.tiles import BONUS, KINDS
from hu.vision.layout.model import WAITING

#: At most this many tiles are taken for something else than they seem to be: a flower, no flower, a stray.
MOST_RECAST: Final = 3
#: At most this many of the standing tiles may be tiles of sets, those that seem to be first; a winning hand has 18.
MOST_CANDIDATES: Final = 32
#: Steps that it takes to make a division of the tiles, and to search it.
_DIVISION, _SEARCH = 10, 500


@dataclass(frozen=True, slots=True)
class MeldInput:
    """A meld that lies apart."""

    tiles: tuple[int, ...]  # its tiles that lie face up
    size: int  # how many tiles it has, face-down ones counted
    sequence: float = (
        0.0  # cost of reading it as a sequence, added to that of its faces; infinite for quads
    )


@dataclass(frozen=True, slots=True, eq=False)
class DecodingInput:
    """What was read, as the search sees it; tiles are indices of the detections."""

    # ``(n, 42)`` float64: cost of each tile as each face of ``hu.scoring.tiles.FACES``; the likeliest costs 0.
    faces: Floats
    strays: Floats  # ``(n,)`` float64: cost of leaving each tile out of the hand
    standing: tuple[
        int, ...
    ]  # the tiles that stand, in reading order, the winning one and flowers among them
    melds: tuple[MeldInput, ...] = ()  # the melds that lie apart
    shapes: tuple[Shape, ...] = COMMON_SHAPES  # what wins by the rules in force

    @property
    def tiles(self) -> frozenset[int]:
        """The tiles that need a place in the hand, or are strays."""
        return frozenset((*self.standing, *(tile for meld in self.melds for tile in meld.tiles)))


@dataclass(frozen=True, slots=True)
class LegalHand:
    """A legal hand, or some of its tiles: those that stand, a meld, or the flowers."""

    cost: float  # how much less likely it is than what was read, in nats
    codes: dict[
        int, str
    ]  # the face of each tile of the hand that lies face up; a tile without one is a stray
    quads: tuple[str, ...] = ()  # faces of which four standing tiles make a quad
    hidden: tuple[str, ...] = ()  # the faces of a meld's tiles that lie face down

    @property
    def tiles(self) -> tuple[str, ...]:
        """All faces, in a fixed order: hands with the same are the same hand."""
        return tuple(sorted(self.codes.values()))


@dataclass(frozen=True, slots=True)
class Search:
    """The result of a search."""

    hands: tuple[LegalHand, ...]  # the best legal hand and the runner-up, as far as there are any
    complete: bool  # False when a bound was reached, so that a likelier hand may have been missed


def decode(given: DecodingInput, limit: float, budget: SearchBudget | None = None) -> Search:
    """Find the cheapest legal hand and the next one with other tiles, none dearer than ``limit`` nats."""
    budget = budget or SearchBudget()
    melds = [_meld_choices(laid, given.faces, limit) for laid in given.melds]
    if not all(melds) or len(melds) > 4:
        return Search((), complete=budget.complete)
    costs = given.faces[:, : len(KINDS)]
    least = costs.min(axis=1)
    possible = [index for index in given.standing if least[index] <= limit]
    likely = set(sorted(possible, key=lambda index: float(least[index]))[:MOST_CANDIDATES])
    candidates = [index for index in possible if index in likely]
    partitioner = Partitioner(costs[candidates], limit, budget)
    hands: list[LegalHand] = []

    def enough() -> float:
        # Hands that cost more are neither the best nor a runner-up worth telling.
        runner_up = hands[1].cost if len(hands) > 1 else np.inf
        return min(limit, hands[0].cost + CLOSE, runner_up) if hands else limit

    for at_least, roles in divisions(given, limit, candidates, budget):
        if hands and at_least >= enough():
            break
        if budget.exhausted:
            return Search(tuple(hands), complete=False)
        budget.steps -= _SEARCH
        parts = {
            role: [index for index in roles if roles[index] == role]
            for role in ("hand", "bonus", "stray")
        }
        bonus = _bonus(tuple(parts["bonus"]), given.faces)
        spent = sum(float(given.strays[index]) for index in parts["stray"])
        if bonus is None or spent + bonus.cost > limit:
            continue
        standing = _standing_choices(parts["hand"], given, candidates, partitioner)
        for choice in _together([standing, *melds]):
            cost = spent + bonus.cost + choice.cost
            if cost > enough():
                break
            # The best two with different tiles.
            found = [*hands, LegalHand(cost, choice.codes | bonus.codes, choice.quads)]
            best: dict[tuple[str, ...], LegalHand] = {}
            for hand in sorted(found, key=lambda hand: hand.cost):
                best.setdefault(hand.tiles, hand)
            hands = list(best.values())[:2]
    return Search(tuple(hands), complete=budget.complete)


def _standing_choices(
    standing: list[int], given: DecodingInput, candidates: list[int], partitioner: Partitioner
) -> list[LegalHand]:
    """The best ways to see the standing tiles as one of the rules' shapes; the partitioner numbers ``candidates``."""
    tiles, melds = [candidates.index(index) for index in standing], len(given.melds)
    partitions: list[Partition] = []
    whole = not melds and len(tiles) == WAITING + 1
    for shape in given.shapes:
        if isinstance(shape, MeldsAndPair):
            partitions += partitioner.regular(tiles, 4 - melds, len(tiles) - 3 * (4 - melds) - 2)
        elif isinstance(shape, TilePool):
            if shape.melds is not None:
                sets = shape.melds - melds
                quads = len(tiles) - shape.count - 3 * sets - 2
                if 0 <= quads <= sets:
                    partitions += partitioner.complete(tiles, kinds_of(shape.tiles), sets, quads)
            elif len(tiles) == shape.count and not melds:
                partitions += partitioner.assign(tiles, [kinds_of(shape.tiles)])
        elif whole and isinstance(shape, SevenPairs):
            pairs = partitioner.pairs(tiles)
            partitions += [
                one for one in pairs if shape.alike or len(set(one.kinds)) == len(one.kinds) // 2
            ]
        elif whole and isinstance(shape, ListedHands):
            partitions += partitioner.assign(tiles, [kinds_of(hand) for hand in shape.hands])
    return [
        LegalHand(
            partition.cost,
            {index: KINDS[kind] for index, kind in zip(standing, partition.kinds, strict=True)},
            tuple(KINDS[kind] for kind in partition.quads),
        )
        for partition in sorted(partitions, key=lambda partition: partition.cost)
    ]


def divisions(
    given: DecodingInput, limit: float, candidates: Collection[int], budget: SearchBudget
) -> Iterator[tuple[float, dict[int, str]]]:
    """Divide the standing tiles into those of the hand, flowers and strays: the likeliest division first.

    Only ``candidates`` may belong to the hand.

    Yields:
        The least that the division costs, and each tile's role: ``hand``, ``bonus`` or ``stray``.
    """
    kinds, bonus = (
        given.faces[:, : len(KINDS)].min(axis=1),
        given.faces[:, len(KINDS) :].min(axis=1),
    )
    choices = {
        index: sorted(
            [
                *([(float(kinds[index]), "hand")] if index in candidates else []),
                (float(bonus[index]), "bonus"),
                (float(given.strays[index]), "stray"),
            ]
        )
        for index in given.standing
    }
    roles = {index: ways[0][1] for index, ways in choices.items()}
    seeming = list(roles.values()).count("hand")
    counts = range(seeming - MOST_RECAST, seeming + MOST_RECAST + 1)
    if not any(_possible(count, len(given.melds)) for count in counts):
        return
    budget.truncated |= len(candidates) < sum(kinds[index] <= limit for index in given.standing)
    recasts = sorted(
        (
            (cost, index, role)
            for index, ways in choices.items()
            for cost, role in ways[1:]
            if cost <= limit
        ),
        key=lambda recast: recast[0],
    )
    for cost, chosen in _cheapest_subsets([cost for cost, _, _ in recasts], MOST_RECAST):
        if cost > limit or budget.exhausted:
            return
        budget.steps -= _DIVISION
        changed = {recasts[k][1]: recasts[k][2] for k in chosen}
        standing = seeming + sum(
            (role == "hand") - (roles[index] == "hand") for index, role in changed.items()
        )
        if len(changed) == len(chosen) and _possible(standing, len(given.melds)):
            yield cost, roles | changed


def _cheapest_subsets(costs: Sequence[float], most: int) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Positions in ``costs``, which ascend, in subsets of up to ``most``, the cheapest subset first."""
    heap: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    while heap:
        cost, chosen = heapq.heappop(heap)
        yield cost, chosen
        last = chosen[-1] if chosen else -1
        if last + 1 == len(costs):
            continue
        # Each subset comes of one other: with another position more, or with the last position moved on by one.
        if len(chosen) < most:
            heapq.heappush(heap, (cost + costs[last + 1], (*chosen, last + 1)))
        if chosen:
            heapq.heappush(heap, (cost - costs[last] + costs[last + 1], (*chosen[:-1], last + 1)))


def _possible(standing: int, sets: int) -> bool:
    """Whether ``standing`` tiles beside ``sets`` sets can be a winning hand, with or without quads."""
    return 0 <= standing - 3 * (4 - sets) - 2 <= 4 - sets


def _bonus(tiles: tuple[int, ...], faces: Floats) -> LegalHand | None:
    """The likeliest different flowers and seasons that tiles can be."""
    if len(tiles) > len(BONUS):
        return None
    costs = faces[list(tiles), len(KINDS) :]
    order = costs.argmin(axis=1).tolist()
    if len(set(order)) < len(tiles):
        order = cheapest_assignment(costs)
    cost = float(sum(costs[row, order[row]] for row in range(len(tiles))))
    return LegalHand(cost, {index: BONUS[order[row]] for row, index in enumerate(tiles)})


def _meld_choices(laid: MeldInput, faces: Floats, limit: float) -> list[LegalHand]:
    """The ways to see a meld that lies apart, cheapest first; face-down tiles are as the others."""
    costs = faces[list(laid.tiles), : len(KINDS)]
    choices = []
    for part in Partitioner(costs, limit, SearchBudget()).parts(len(laid.tiles), limit):
        alike = len(set(part.kinds)) == 1
        if alike or laid.size == len(laid.tiles):
            cost = part.cost + (0.0 if alike else laid.sequence)
            codes = {index: KINDS[kind] for index, kind in zip(laid.tiles, part.kinds, strict=True)}
            choices.append(
                LegalHand(cost, codes, (), (KINDS[part.kinds[0]],) * (laid.size - len(laid.tiles)))
            )
    return sorted(
        (choice for choice in choices if choice.cost <= limit), key=lambda choice: choice.cost
    )[:3]


def _together(parts: list[list[LegalHand]]) -> Iterator[LegalHand]:
    """Put one choice for each part together, cheapest first, as long as no tile comes five times."""
    if not all(parts):
        return
    heap = [(sum(choices[0].cost for choices in parts), (0,) * len(parts))]
    met = {heap[0][1]}
    while heap:
        cost, picked = heapq.heappop(heap)
        together = [choices[k] for choices, k in zip(parts, picked, strict=True)]
        counts = Counter(
            code for choice in together for code in (*choice.codes.values(), *choice.hidden)
        )
        if max(counts.values(), default=0) <= 4:
            codes = {index: code for choice in together for index, code in choice.codes.items()}
            yield LegalHand(cost, codes, together[0].quads)
        for which, choices in enumerate(parts):
            after = (*picked[:which], picked[which] + 1, *picked[which + 1 :])
            if after[which] < len(choices) and after not in met:
                met.add(after)
                heapq.heappush(
                    heap,
                    (cost - choices[after[which] - 1].cost + choices[after[which]].cost, after),
                )
