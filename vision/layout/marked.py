"""Claimed sets inside a row without gaps: three or four neighbours around a sideways tile that make a set."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BONUS, KINDS
from hu.vision.layout.frames import Table
from hu.vision.layout.rows import Rows, is_quad

#: Neighbours of a sideways tile that make a set less likely than this (nats) are no claimed set: it was knocked.
DEAREST = 4.0
#: Faces are believed so far that none is less likely than this: one that is misread for sure costs 8.5 nats.
_DOUBT = 2e-4
_BONUS = frozenset(BONUS)
_CHOWS = np.array([(9 * suit + low, 9 * suit + low + 1, 9 * suit + low + 2) for suit in range(3) for low in range(7)])


def parted(tiles: Sequence[int], rows: Rows, table: Table) -> list[tuple[int, ...]]:
    """Part a group of neighbours at its claimed sets, so that each sideways tile is in one set, and alone in it.

    Args:
        tiles: tile indices from left to right.
        rows: which of them lie sideways.
        table: what was read of them.

    Returns:
        The same tiles in one or more groups, in order.
    """
    quads = list(_concealed_quads(tiles, table)) if table.settings.applies("concealed quads in a row") else []
    turned = [index for index, tile in enumerate(tiles) if _is_marked(tile, rows, table)]
    if len(turned) == 1 and len(tiles) in (3, 4) and set_cost(_faces(tiles, table)) <= DEAREST:
        return [tuple(tiles)]
    best = min(_choices(tiles, turned, table), key=lambda choice: choice[0], default=(0.0, []))[1]
    cuts = sorted({0, len(tiles), *(end for window in (*best, *quads) for end in window)})
    return [tuple(tiles[start:end]) for start, end in pairwise(cuts)]


def _concealed_quads(tiles: Sequence[int], table: Table) -> Iterator[tuple[int, int]]:
    """Where four neighbours are a concealed quad, as (start, end)."""
    faces = [table.faces[tile] for tile in tiles]
    start = 0
    while start + 4 <= len(tiles):
        found = is_quad(faces[start : start + 4])
        if found:
            yield start, start + 4
        start += 4 if found else 1


def _faces(tiles: Sequence[int], table: Table) -> list[NDArray[np.float32]]:
    return [table.detections[tile].probabilities for tile in tiles]


def _is_marked(tile: int, rows: Rows, table: Table) -> bool:
    return rows.sideways[tile] and table.faces[tile] not in _BONUS


def _choices(
    tiles: Sequence[int], turned: Sequence[int], table: Table, done: int = 0
) -> Iterator[tuple[float, list[tuple[int, int]]]]:
    """Every way to give sideways tiles their sets, left to right: its cost, and the sets as (start, end)."""
    if not turned:
        yield 0.0, []
        return
    index, later = turned[0], turned[1:]
    for start, end in _windows(index, len(tiles)):
        if start < done or (later and end > later[0]):
            continue
        cost = set_cost(_faces(tiles[start:end], table), first=index == start)
        if cost <= DEAREST:
            # Four alike side by side are a quad, not a triplet beside one more.
            cost -= (end - start == 4) * 1.0
            yield from ((cost + rest, [(start, end), *more]) for rest, more in _choices(tiles, later, table, end))
    # A sideways tile without a set costs more than any set, so that it has one if there is one.
    yield from ((DEAREST + rest, more) for rest, more in _choices(tiles, later, table, done))


def _windows(index: int, count: int) -> Iterator[tuple[int, int]]:
    for size in (3, 4):
        for start in range(max(0, index - size + 1), min(index, count - size) + 1):
            yield start, start + size


def set_cost(faces: Sequence[NDArray[np.float32]], *, first: bool = True) -> float:
    """How unlikely it is, in nats, that neighbours are the likeliest set they can be.

    Args:
        faces: their probabilities, ``(43,)`` each.
        first: whether the sideways tile is the first: sequences are claimed from the left-hand player.
    """
    costs = -np.log(np.maximum(np.array(faces, dtype=np.float64)[:, : len(KINDS)], _DOUBT))
    alike = float(costs.sum(axis=0).min())
    if len(faces) != 3:
        return alike
    orders = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
    chow = min(float(sum(costs[k][_CHOWS[:, order[k]]] for k in range(3)).min()) for order in orders)
    return min(alike, chow + (0.0 if first else 2.0))
