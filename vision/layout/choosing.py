"""Which of the tiles in a photo are the hand, and why the others are not."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.tiles import CLASSES
from vision.layout.bricks import Brick, ordered_rows
from vision.layout.frames import Floats, Pairs, Table

_BACK = CLASSES.index("back")


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """The hand's tiles in its rows, and what speaks against the others.

    Attributes:
        brick: the hand as one brick.
        core: the bricks that it was put together from, the one it was recognised by first.
        evidence: of every tile outside, by index, why it is not in the hand.
        second: the tiles of another hand, empty without one.
    """

    brick: Brick
    core: tuple[Brick, ...]
    evidence: dict[int, str]
    second: tuple[int, ...]


def _legibility(table: Table) -> Floats:
    """``(N,)`` float64: how much each tile looks like part of the hand: large, legible, face up."""
    sizes = table.frames.sizes / table.frames.sizes.max(initial=1e-9)
    faces = np.array([max(0.2, d.confidence) * (1 - 0.8 * float(d.probabilities[_BACK])) for d in table.detections])
    scores = np.array([d.score for d in table.detections])
    legible: Floats = sizes**2 * faces * scores
    return legible


def choose(bricks: Sequence[Brick], table: Table) -> Choice:
    """Take the brick that is largest, nearest and most legible, and what lies in line with it or close by."""
    legible = _legibility(table)
    ranked = sorted(bricks, key=lambda brick: _weight(brick, legible), reverse=True)
    core, rest = [ranked[0]], ranked[1:]
    joined = True
    while joined:
        joined = False
        for brick in rest:
            if _belongs(brick, core, table):
                core.append(brick)
                rest = [other for other in rest if other is not brick]
                joined = True
                break
    hand = [tile for brick in core for tile in brick.tiles]
    evidence = {tile: _against(tile, brick, hand, table.pairs) for brick in rest for tile in brick.tiles}
    second = rest[0].tiles if rest and _is_hand(rest[0]) else ()
    return Choice(_merged(core, table), tuple(core), evidence, second)


def _weight(brick: Brick, legible: Floats) -> float:
    longest = max(brick.rows, key=len)
    return float(legible[list(brick.tiles)].sum() + legible[list(longest)].sum())


def _is_hand(brick: Brick) -> bool:
    return 12 <= len(brick.tiles) <= 26 and len(brick.rows) <= 3


def _belongs(brick: Brick, core: Sequence[Brick], table: Table) -> bool:
    pairs, settings = table.pairs, table.settings
    inside = [tile for part in core for tile in part.tiles]
    mine, theirs = np.array(inside), np.array(brick.tiles)
    grid = np.ix_(mine, theirs)
    if float(pairs.scale[grid].min()) > settings.hand_scale:
        return False
    straight = pairs.angle[grid] <= settings.angle
    near = pairs.gap[grid] <= settings.bridge
    sideways = np.array([part.sideways[tile] for part in core for tile in part.tiles])
    along = (pairs.axis[grid] == 1) == sideways[:, None]
    in_line = straight & along & near & (pairs.offset[grid] <= settings.offset)
    beside = np.abs(np.take_along_axis(pairs.place[grid], sideways.astype(np.intp)[:, None, None], axis=2)[..., 0])
    stacked = straight & ~along & (pairs.gap[grid] <= settings.stacked) & (beside <= 1.0)
    return bool(in_line.any() or stacked.any())


def _against(tile: int, brick: Brick, hand: list[int], pairs: Pairs) -> str:
    """Say by which evidence a tile is not in the hand."""
    nearest = min(hand, key=lambda other: float(pairs.gap[other, tile]))
    gap, angle = float(pairs.gap[nearest, tile]), float(pairs.angle[nearest, tile])
    if len(brick.tiles) > 2:
        return f"one of {len(brick.tiles)} tiles that lie {gap:.1f} tile widths from the hand"
    if angle > 15:
        return f"turned {angle:.0f} degrees against the hand, {gap:.1f} tile widths from it"
    return f"{gap:.1f} tile widths from the hand"


def _merged(core: Sequence[Brick], table: Table) -> Brick:
    """Put bricks together into one, joining rows that lie in line."""
    first, *others = core
    sideways = dict(first.sideways)
    rows = [list(row) for row in first.rows]
    for brick in others:
        along = _agrees(first, brick)
        sideways.update({tile: turned == along for tile, turned in brick.sideways.items()})
        for row in brick.rows if along else [[tile] for tile in brick.tiles]:
            line = next((known for known in rows if _same_row(known, row, sideways, table.pairs)), None)
            if line is None:
                rows.append(list(row))
            else:
                line.extend(row)
    return Brick(ordered_rows(rows, table.frames, first.direction), sideways, first.direction, first.turned)


def _agrees(first: Brick, brick: Brick) -> bool:
    """Whether a brick's rows run the way of the first one's."""
    return bool(abs(float(first.direction @ brick.direction)) > 0.7)


def _same_row(known: list[int], row: Sequence[int], sideways: dict[int, bool], pairs: Pairs) -> bool:
    return any(
        int(pairs.axis[i, j]) == int(sideways[i]) and float(pairs.offset[i, j]) <= 0.5 for i in known for j in row
    )
