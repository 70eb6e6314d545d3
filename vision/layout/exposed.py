"""Claimed sets that no sideways tile marks: players lay them in a row of their own, or apart in the same row."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from hu.vision.layout.frames import Table
from hu.vision.layout.marked import DEAREST, set_cost
from hu.vision.layout.model import Group, Kind
from hu.vision.layout.rows import Rows, usual_gap

#: The set lies apart while other tiles of the hand, no set, lie together.
_APART: Final = 1.0
#: The hand is shown in sets, but its pair is not shown together, so that its last tiles still stand.
_PAIR_SPLIT: Final = 0.5
#: The whole hand is shown in sets.
_ALL_IN_SETS: Final = -2.0
#: The set has a row to itself.
_OWN_ROW: Final = 2.5
#: The set shares its row with other sets alone, separated by gaps.
_SHARED_ROW: Final = 1.5
#: The same without gaps; a hand laid in two rows may break there by chance.
_TOUCHING_ROW: Final = -2.5
#: Another set has a sideways tile, so this player marks claimed sets.
_MARKED: Final = -2.5
#: Sets whose log-odds are nearer to 0 than this are asked about.
_ASKED_BELOW: Final = 4.5


#: Fewer tiles, each set counting three and flowers none, are no hand; then nothing was claimed.
_FEWEST: Final = 11
#: Groups that are sets for sure.
_LAID: Final = ("claimed", "concealed-quad")


def may_be_set(tiles: Sequence[int], table: Table, dearest: float = DEAREST) -> bool:
    """Whether three or four tiles are alike, or three numbers in a row, as far as could be read."""
    return len(tiles) in (3, 4) and set_cost([table.detections[tile].probabilities for tile in tiles]) <= dearest


def is_plain_set(group: Group, rows: Rows, table: Table) -> bool:
    """Whether a group is a set without a sideways tile."""
    if group.kind != "concealed" or any(rows.sideways[tile] for tile in group.tiles):
        return False
    return may_be_set(group.tiles, table)


def separate_sets(
    groups: Sequence[tuple[int, tuple[int, ...]]], rows: Rows, table: Table
) -> list[tuple[int, tuple[int, ...]]]:
    """Separate the sets, and flowers beside them, of groups that hold nothing else, if there are others that do.

    Args:
        groups: the row and the tiles, from left to right, of each group.
        rows: the hand's rows.
        table: every tile.
    """
    runs = [_runs(tiles, rows, table) for _, tiles in groups]
    rest = [tiles for (_, tiles), parts in zip(groups, runs, strict=True) if not parts]
    # Of a hand that waited for its pair one tile stands, and the one that won lies apart.
    if not any(len(tiles) > 1 for tiles in rest) and len(rest) != 2:
        return list(groups)
    return [(row, part) for (row, tiles), parts in zip(groups, runs, strict=True) for part in parts or (tiles,)]


def _runs(tiles: tuple[int, ...], rows: Rows, table: Table) -> tuple[tuple[int, ...], ...]:
    """The tiles as flowers and sets side by side; empty if they are anything else."""
    bonus = [table.are_flowers([tile]) for tile in tiles]
    cuts = [0, *(index for index in range(1, len(tiles)) if bonus[index] != bonus[index - 1]), len(tiles)]
    parts: list[tuple[int, ...]] = []
    for start, end in pairwise(cuts):
        part = tiles[start:end]
        sets = (part,) if bonus[start] else _sets(part, table)
        if not sets or any(rows.sideways[tile] for tile in part):
            return ()
        parts += sets
    return tuple(parts)


def _sets(tiles: tuple[int, ...], table: Table) -> tuple[tuple[int, ...], ...]:
    """The tiles as sets side by side, quads where four are alike; empty if they are not."""
    for size in (4, 3):
        if may_be_set(tiles[:size], table):
            rest = tiles[size:]
            later = _sets(rest, table)
            if later or not rest:
                return (tiles[:size], *later)
    return ()


def claimed_apart(groups: Sequence[Group], rows: Rows, table: Table) -> list[Group]:
    """Judge each set without a sideways tile to be claimed or concealed, and say where that is in doubt.

    Args:
        groups: the hand's groups in reading order.
        rows: the hand's rows.
        table: every tile.
    """
    plain = [index for index, group in enumerate(groups) if is_plain_set(group, rows, table)]
    sets = [group for index, group in enumerate(groups) if index in plain or group.kind in ("bonus", *_LAID)]
    # A concealed quad among tiles that stand does not part a set from them.
    loose = [group for group in sets if group.kind not in _LAID or not _touches(group, sets, rows, table)]
    plain = [index for index in plain if not _touches(groups[index], loose, rows, table)]
    if not plain or _count(groups, plain) < _FEWEST:
        return list(groups)
    hand = _Hand(groups, frozenset(plain), rows, table)
    marked = list(groups)
    for index in plain:
        log_odds = hand.log_odds(groups[index])
        kind: Kind = "claimed" if log_odds > 0 else "concealed"
        doubtful = abs(log_odds) < _ASKED_BELOW
        marked[index] = replace(groups[index], kind=kind, doubtful=(groups[index].tiles,) if doubtful else ())
    return _standing_together(marked, rows, table)


def _standing_together(groups: Sequence[Group], rows: Rows, table: Table) -> list[Group]:
    """Sets that were separated and are concealed after all, as the one group that they lie in."""
    joined: list[Group] = []
    for group in groups:
        last = joined[-1] if joined else None
        if last and last.kind == group.kind == "concealed" and _are_one(last, group, rows, table):
            tiles, doubtful = (*last.tiles, *group.tiles), (*last.doubtful, *group.doubtful)
            joined[-1] = replace(last, tiles=tiles, doubtful=doubtful)
        else:
            joined.append(group)
    return joined


def _are_one(left: Group, right: Group, rows: Rows, table: Table) -> bool:
    """Whether two groups of a row touch."""
    row, gaps = rows.rows[left.row], rows.gaps[left.row]
    limit = usual_gap(rows.gaps) + table.settings.set_gap_tile_widths
    neighbours = zip(pairwise(row), gaps, strict=True)
    return any(gap <= limit and near in left.tiles and far in right.tiles for (near, far), gap in neighbours)


def _touches(group: Group, loose: Sequence[Group], rows: Rows, table: Table) -> bool:
    """Whether a set touches a tile of its row that belongs neither to it nor to ``loose``, other sets and flowers."""
    row, gaps = rows.rows[group.row], rows.gaps[group.row]
    limit = usual_gap(rows.gaps) + table.settings.set_gap_tile_widths
    free = {*group.tiles, *(tile for other in loose for tile in other.tiles)}
    return any(
        gap <= limit and (left in group.tiles) != (right in group.tiles) and not {left, right} <= free
        for (left, right), gap in zip(pairwise(row), gaps, strict=True)
    )


def _count(groups: Sequence[Group], plain: Sequence[int]) -> int:
    """How many tiles the hand has, each set counting three, without flowers."""
    sets = {*plain, *(index for index, group in enumerate(groups) if group.kind in _LAID)}
    sizes = {index: len(group.tiles) for index, group in enumerate(groups) if group.kind != "bonus"}
    return sum(min(size, 3) if index in sets else size for index, size in sizes.items())


@dataclass(frozen=True, slots=True, eq=False)
class _Hand:
    """A hand's groups, as the evidence for claimed sets needs to see them."""

    groups: Sequence[Group]
    plain: frozenset[int]
    rows: Rows
    table: Table

    def log_odds(self, group: Group) -> float:
        """Nats for a plain set's being claimed rather than concealed."""
        marked = any(other.kind == "claimed" and other.claimed_from for other in self.groups)
        return (self._display() + self._own_row(group) if self._stands else _ALL_IN_SETS) + _MARKED * marked

    @property
    def _rest(self) -> list[Group]:
        """What is neither a set nor flowers."""
        return [
            group
            for index, group in enumerate(self.groups)
            if index not in self.plain and group.kind in ("concealed", "winning")
        ]

    @property
    def _stands(self) -> bool:
        """Whether some tiles stand: more than a pair, or a pair of which one tile lies apart as the winning one."""
        sizes = [sum(not self.table.are_flowers([tile]) for tile in group.tiles) for group in self._rest]
        return max(sizes, default=0) > 2 or (len(sizes) > 1 and max(sizes) == 1)

    def _display(self) -> float:
        """What the way that the whole hand is shown says."""
        if max(len(group.tiles) for group in self._rest) < 3:
            return _PAIR_SPLIT
        return _APART

    def _own_row(self, group: Group) -> float:
        """What the rows say; in a row with other tiles only whether the set touches another one."""
        sets = [other for index, other in enumerate(self.groups) if index in self.plain and other.row == group.row]
        if any(other.row == group.row for other in self._rest):
            return _TOUCHING_ROW * any(
                _are_one(left, right, self.rows, self.table) for left, right in pairwise(sets) if group in (left, right)
            )
        if len(sets) == 1:
            return _OWN_ROW
        gaps = self._gaps_between(sets)
        touching = min(gaps, default=0.0) <= usual_gap(self.rows.gaps) + self.table.settings.set_gap_tile_widths
        return _TOUCHING_ROW if touching else _SHARED_ROW

    def _gaps_between(self, sets: Sequence[Group]) -> list[float]:
        """The gaps between neighbouring sets of one row, in tile widths."""
        row = self.rows.rows[sets[0].row]
        ends = [row.index(group.tiles[-1]) for group in sets if group.tiles[-1] in row]
        return [self.rows.gaps[sets[0].row][end] for end in ends[:-1]]
