"""Melds: what tiles cost as one, where a row is split at them, and which of them were claimed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, permutations
from typing import Final

import numpy as np

from hu.scoring.rule_set.declared import ClaimStyle
from hu.scoring.tiles import BACK, BONUS, KINDS
from hu.vision.layout.model import BLANKS, FEWEST_TILES, GroupKind, Terms, TileGroup
from hu.vision.layout.rows import Rows
from hu.vision.layout.table import Floats, Ints, Table

#: The kinds of each sequence, as indices of ``hu.scoring.tiles.KINDS``.
SEQUENCES: Final = tuple(
    (k, k + 1, k + 2) for k, kind in enumerate(KINDS) if kind[1] != "z" and kind[0] <= "7"
)
#: The orders in which three tiles may show a sequence.
ORDERS: Final = tuple(permutations(range(3)))
_SEQUENCES: Final = np.array(SEQUENCES)
#: What a sequence costs more whose sideways tile is not its first, and yet more where that tile ends the row, as the
#: winning tile often does; and what a quad costs less than a triplet.
_NOT_FIRST: Final = 2.0
_ENDS_ROW: Final = 3.0
_FOURTH: Final = 1.0
_WHITE: Final = "5z"
#: Which tiles of a concealed quad lie face down.
_OUTER: Final = [True, False, False, True]
_BONUS: Final = frozenset(BONUS)

#: Log-odds that a meld without a sideways tile was claimed, by what is seen.
_CLAIMED: Final[Mapping[str, float]] = {
    "other tiles stand together": 1.0,  # those are no meld, and this one lies apart
    "only a pair stands": 0.5,  # or one tile, beside the winning one: the hand is shown in melds but for that
    "the whole hand is shown in melds": -2.0,
    "a row of its own": 2.5,
    "a row of melds alone": 1.5,  # separated by gaps
    "it touches another meld": -2.5,  # a hand laid in two rows may break there by chance
    "a quad in its row, which lies apart": 4.0,  # nobody holds one in the hand, but whole hands are shown in two rows
    "other tiles on both sides": -2.0,
    "another meld has a sideways tile": -2.5,  # this player marks claimed melds
}
#: Melds whose log-odds are nearer to 0 than this are asked about.
_ASKED_BELOW: Final = 4.5
#: Groups that are melds for sure.
_LAID: Final = ("claimed", "concealed-quad")


def meld_costs(costs: Floats, tiles: Ints) -> tuple[Floats, Floats]:
    """What every few tiles cost as each meld.

    Args:
        costs: ``(n, 34)`` nats of each tile as each kind.
        tiles: ``(m, k)``: which tiles, k of them at a time.

    Returns:
        ``(m, 34)`` nats as k tiles alike of each kind; ``(6, m, 21)`` as each sequence in each order, for k = 3.
    """
    each = costs[tiles]
    if tiles.shape[1] != 3:
        return each.sum(axis=1), np.empty((len(ORDERS), len(tiles), 0))
    # (number, tile, meld, sequence): what each tile costs as each number of each sequence.
    numbers = costs[:, _SEQUENCES].transpose(2, 0, 1)[:, tiles.T]
    first, second, third = (numbers[[order[tile] for order in ORDERS], tile] for tile in range(3))
    return each.sum(axis=1), first + second + third


def meld_cost(tiles: Sequence[int], table: Table, as_sequence: float = 0.0) -> float:
    """What three or four neighbours cost as the likeliest meld, in nats; a sequence costs ``as_sequence`` more."""
    alike, sequences = meld_costs(table.costs[list(tiles)], np.arange(len(tiles))[None])
    return float(min(alike.min(), sequences.min(initial=np.inf) + as_sequence))


def may_be_meld(tiles: Sequence[int], table: Table, misread: int = 0) -> bool:
    """Whether three or four tiles can be alike, or three of them numbers in a row, with ``misread`` read wrongly."""
    dearest = table.settings.budget_nats - misread * float(np.log(table.settings.least_probability))
    return len(tiles) in (3, 4) and meld_cost(tiles, table) <= dearest


def is_unmarked_meld(group: TileGroup, rows: Rows, table: Table) -> bool:
    """Whether a group is a meld without a sideways tile."""
    sideways = any(rows.sideways[tile] for tile in group.tiles)
    return group.kind == "concealed" and not sideways and may_be_meld(group.tiles, table)


def is_quad(faces: Sequence[str]) -> bool:
    """Whether four neighbours are a concealed quad: the outer ones face down, or two between two that are alike."""
    down = [face == BACK for face in faces]
    alike = faces[0] == faces[-1] and faces[0] not in (*BONUS, _WHITE)
    return down == _OUTER or (alike and down == [not outer for outer in _OUTER])


def hides_quad(faces: Sequence[str]) -> bool:
    """Whether tiles that lie apart are a concealed quad: four, two or three face down, the others alike."""
    up = {face for face in faces if face != BACK}
    return (
        len(faces) == len(_OUTER)
        and faces.count(BACK) in (2, 3)
        and len(up) == 1
        and not up & {*BONUS, _WHITE}
    )


def backs_outside_quads(rows: Rows, table: Table) -> set[int]:
    """Face-down tiles that are no part of a concealed quad."""
    backs = {tile for row in rows.rows for tile in row.tiles if table.faces[tile] == BACK}
    if not backs:
        return backs
    fours = [
        row.tiles[start : start + 4] for row in rows.rows for start in range(len(row.tiles) - 3)
    ]
    quads = {
        tile for four in fours if is_quad([table.faces[tile] for tile in four]) for tile in four
    }
    apart = (
        tiles for _, tiles in rows.groups() if hides_quad([table.faces[tile] for tile in tiles])
    )
    return backs - quads.union(*apart)


def dragons_read_as_backs(rows: Rows, table: Table, convention: ClaimStyle) -> frozenset[int]:
    """White dragons read as backs, and backs as white dragons, in groups of four that show nothing else.

    They are a quad: in Zung Jung a concealed one, its outer tiles face down, unless one lies sideways.
    """
    wrong = set()
    for _, tiles in rows.groups():
        faces = [table.faces[tile] for tile in tiles]
        if len(tiles) == len(_OUTER) and set(faces) <= set(BLANKS):
            hidden = convention is ClaimStyle.SIDEWAYS and not any(
                rows.sideways[tile] for tile in tiles
            )
            truth = [BACK if hidden and outer else _WHITE for outer in _OUTER]
            wrong |= {
                tile for tile, face, true in zip(tiles, faces, truth, strict=True) if face != true
            }
    return frozenset(wrong)


def split_at_melds(tiles: Sequence[int], rows: Rows, table: Table) -> list[tuple[int, ...]]:
    """Split a group of neighbours, from left to right, at its melds: each sideways tile is in one, and alone in it."""
    quads, start = [], 0
    if table.settings.applies("concealed quads in a row"):
        while start + 4 <= len(tiles):
            found = is_quad([table.faces[tile] for tile in tiles[start : start + 4]])
            quads += [(start, start + 4)] if found else []
            start += 4 if found else 1
    turned = [
        place
        for place, tile in enumerate(tiles)
        if rows.sideways[tile] and table.faces[tile] not in _BONUS
    ]
    if len(turned) == 1 and may_be_meld(tiles, table):
        return [tuple(tiles)]
    ends = rows.gap_between(tiles[-1:], [tile for row in rows.rows for tile in row.tiles]) is None
    best = min(
        _choices(tiles, turned, table, ends=ends), key=lambda choice: choice[0], default=(0.0, [])
    )[1]
    cuts = sorted({0, len(tiles), *(end for window in (*best, *quads) for end in window)})
    return [tuple(tiles[start:end]) for start, end in pairwise(cuts)]


def _choices(
    tiles: Sequence[int], turned: Sequence[int], table: Table, done: int = 0, *, ends: bool
) -> Iterator[tuple[float, list[tuple[int, int]]]]:
    """Every way to give sideways tiles their melds, left to right: its cost, and the melds as (start, end)."""
    if not turned:
        yield 0.0, []
        return
    # Neighbours that make a meld at a higher cost are none: the tile was knocked.
    place, later, dearest = turned[0], turned[1:], table.settings.budget_nats
    for size in (3, 4):
        for start in range(max(done, place - size + 1), min(place, len(tiles) - size) + 1):
            end = start + size
            if later and end > later[0]:
                continue
            # Sequences are claimed from the left-hand player.
            aside = (
                0.0
                if place == start
                else _NOT_FIRST + _ENDS_ROW * (ends and place == len(tiles) - 1)
            )
            cost = meld_cost(tiles[start:end], table, aside)
            if cost <= dearest:
                # Four alike side by side are a quad, not a triplet beside one more.
                cost -= (size == 4) * _FOURTH
                yield from (
                    (cost + rest, [(start, end), *more])
                    for rest, more in _choices(tiles, later, table, end, ends=ends)
                )
    # A sideways tile without a meld costs more than any meld, so that it has one if there is one.
    yield from (
        (dearest + rest, more) for rest, more in _choices(tiles, later, table, done, ends=ends)
    )


def separate_melds(
    groups: Sequence[tuple[int, tuple[int, ...]]], rows: Rows, table: Table
) -> list[tuple[int, tuple[int, ...]]]:
    """Separate the melds, and flowers beside them, of groups that hold nothing else, if there are others that do.

    A group is the number of its row and its tiles from left to right.
    """
    parts = [_flowers_and_melds(tiles, rows, table) for _, tiles in groups]
    rest = [tiles for (_, tiles), found in zip(groups, parts, strict=True) if not found]
    # Of a hand that waited for its pair one tile stands, and the one that won lies apart.
    if not any(len(tiles) > 1 for tiles in rest) and len(rest) != 2:
        return list(groups)
    return [
        (row, part)
        for (row, tiles), found in zip(groups, parts, strict=True)
        for part in found or (tiles,)
    ]


def _flowers_and_melds(
    tiles: tuple[int, ...], rows: Rows, table: Table
) -> tuple[tuple[int, ...], ...]:
    """The tiles as flowers and melds side by side; empty if they are anything else."""
    bonus = [table.are_flowers([tile]) for tile in tiles]
    cuts = [
        0,
        *(place for place in range(1, len(tiles)) if bonus[place] != bonus[place - 1]),
        len(tiles),
    ]
    parts: list[tuple[int, ...]] = []
    for start, end in pairwise(cuts):
        part = tiles[start:end]
        melds = (part,) if bonus[start] else _melds(part, table)
        if not melds or any(rows.sideways[tile] for tile in part):
            return ()
        parts += melds
    return tuple(parts)


def _melds(tiles: tuple[int, ...], table: Table) -> tuple[tuple[int, ...], ...]:
    """The tiles as melds side by side, quads where four are alike; empty if they are not."""
    for size in (4, 3):
        if may_be_meld(tiles[:size], table):
            rest = tiles[size:]
            later = _melds(rest, table)
            if later or not rest:
                return (tiles[:size], *later)
    return ()


def classify_unmarked_melds(
    groups: Sequence[TileGroup], rows: Rows, table: Table
) -> list[TileGroup]:
    """Take each meld without a sideways tile for claimed or concealed, and mark it where that is in doubt."""
    plain = {place for place, group in enumerate(groups) if is_unmarked_meld(group, rows, table)}
    melds = [
        group
        for place, group in enumerate(groups)
        if place in plain or group.kind in ("bonus", *_LAID)
    ]
    # A concealed quad among tiles that stand does not separate a meld from them.
    loose = [
        group for group in melds if group.kind not in _LAID or not _touches(group, melds, rows)
    ]
    plain = {place for place in plain if not _touches(groups[place], loose, rows)}
    sizes = [
        min(len(group.tiles), 3) if place in plain or group.kind in _LAID else len(group.tiles)
        for place, group in enumerate(groups)
        if group.kind != "bonus"
    ]
    if not plain or sum(sizes) < FEWEST_TILES:
        return list(groups)
    found: list[TileGroup] = []
    for place, group in enumerate(groups):
        if place in plain:
            terms = _claim_terms(group, [groups[k] for k in sorted(plain)], groups, rows, table)
            log_odds = sum(nats for _, nats in terms)
            kind: GroupKind = "claimed" if log_odds > 0 else "concealed"
            doubtful = (group.tiles,) if abs(log_odds) < _ASKED_BELOW else ()
            group = replace(group, kind=kind, doubtful=doubtful, evidence=(*group.evidence, *terms))  # noqa: PLW2901
        last = found[-1] if found else None
        if last and last.kind == group.kind == "concealed" and _are_together(last, group, rows):
            # Concealed melds that were separated are one group with the tiles that they touch.
            found[-1] = replace(
                last,
                tiles=(*last.tiles, *group.tiles),
                doubtful=(*last.doubtful, *group.doubtful),
                evidence=(*last.evidence, *group.evidence),
            )
        else:
            found.append(group)
    return found


def _are_together(left: TileGroup, right: TileGroup, rows: Rows) -> bool:
    """Whether two groups of a row touch."""
    gap = rows.gap_between(left.tiles, right.tiles)
    return gap is not None and gap <= rows.group_gap


def _touches(group: TileGroup, loose: Sequence[TileGroup], rows: Rows) -> bool:
    """Whether a meld touches a tile of its row that belongs neither to it nor to ``loose``, other melds and flowers."""
    row = rows.rows[group.row]
    free = {*group.tiles, *(tile for other in loose for tile in other.tiles)}
    return any(
        gap <= rows.group_gap
        and (left in group.tiles) != (right in group.tiles)
        and not {left, right} <= free
        for (left, right), gap in zip(pairwise(row.tiles), row.gaps, strict=True)
    )


def _claim_terms(
    group: TileGroup,
    unmarked: Sequence[TileGroup],
    groups: Sequence[TileGroup],
    rows: Rows,
    table: Table,
) -> Terms:
    """The evidence that an unmarked meld was claimed, as log-odds."""
    rest = [
        other
        for other in groups
        if other not in unmarked and other.kind in ("concealed", "winning")
    ]
    sizes = [sum(not table.are_flowers([tile]) for tile in other.tiles) for other in rest]
    # More than a pair stands, or a pair of which one tile lies apart as the winning one.
    if max(sizes, default=0) > 2 or (len(sizes) > 1 and max(sizes) == 1):
        pair = max(len(other.tiles) for other in rest) < 3
        seen = ["only a pair stands" if pair else "other tiles stand together"]
        seen += _seen_in_row(group, unmarked, rest, rows, table)
    else:
        seen = ["the whole hand is shown in melds"]
    if any(other.kind == "claimed" and other.claimed_from for other in groups):
        seen.append("another meld has a sideways tile")
    return tuple((what, _CLAIMED[what]) for what in seen)


def _seen_in_row(
    group: TileGroup,
    unmarked: Sequence[TileGroup],
    rest: Sequence[TileGroup],
    rows: Rows,
    table: Table,
) -> Iterator[str]:
    """What the row of an unmarked meld shows."""
    melds, row = [other for other in unmarked if other.row == group.row], rows.rows[group.row]
    others = [row.tiles.index(other.tiles[0]) for other in rest if other.row == group.row]
    if others:
        if any(_are_together(*pair, rows) for pair in pairwise(melds) if group in pair):
            yield "it touches another meld"
        if min(others) < row.tiles.index(group.tiles[0]) < max(others):
            yield "other tiles on both sides"
        return
    if len(melds) == 1:
        yield "a row of its own"
        return
    ends = [row.tiles.index(other.tiles[-1]) for other in melds if other.tiles[-1] in row.tiles]
    gap = min((row.gaps[end] for end in ends[:-1]), default=0.0)
    yield "it touches another meld" if gap <= rows.group_gap else "a row of melds alone"
    apart = table.room_between(row.tiles, [tile for other in rest for tile in other.tiles])
    if apart > table.settings.touching_across_tile_widths and any(
        len(other.tiles) == 4 for other in melds
    ):
        yield "a quad in its row, which lies apart"
