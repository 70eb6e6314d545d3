"""What each group is to the hand, by the way its tiles lie and the rule set's conventions."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

import numpy as np

from hu.scoring.deals import ClaimStyle
from hu.scoring.tiles import BACK
from hu.vision.layout.exposed import claimed_apart, is_plain_set, may_be_set, separate_sets
from hu.vision.layout.frames import Table, room_between
from hu.vision.layout.marked import parted
from hu.vision.layout.model import BLANKS, From, Group, Kind
from hu.vision.layout.rows import Rows, hides_quad, usual_gap

#: What the detector is less sure of than this, times how sure the reader is of its face, may be no tile at all.
WEAK: Final = 0.3
_SOURCES: Final[tuple[From, ...]] = ("left", "opposite", "right")
#: Three or four tiles by themselves with a sideways one are a set, even if one of them is misread for sure (nats).
_ONE_MISREAD: Final = 9.0
#: The winning tile lies so much further from its neighbours than other tiles of the hand do, in tile widths.
_APART: Final = 0.4


def judge(
    groups: Sequence[tuple[int, tuple[int, ...]]],
    rows: Rows,
    table: Table,
    convention: ClaimStyle,
) -> list[Group]:
    """Judge what each group is, all seen together.

    Args:
        groups: the row and the tiles of each.
        rows: the hand's rows.
        table: every tile.
        convention: how claimed sets are shown.
    """
    groups = [(row, part) for row, tiles in groups for part in parted(tiles, rows, table)]
    if convention is ClaimStyle.SIDEWAYS:
        groups = separate_sets(groups, rows, table) if table.settings.applies("sets apart in a row") else groups
    else:
        groups = [(row, part) for row, tiles in groups for part in _without_flowers(tiles, table)]
    groups = _flowers_together(groups, table)
    found = [Group((*tiles, *_upper(tiles, rows)), row, "concealed") for row, tiles in groups]
    found = _winning([_by_its_lie(group, rows, table, convention) for group in found], rows, table)
    found = _far_flowers(found, table)
    if convention is ClaimStyle.APART:
        return _on_the_rack(found, rows, table)
    return claimed_apart(found, rows, table)


def _without_flowers(tiles: tuple[int, ...], table: Table) -> tuple[tuple[int, ...], ...]:
    """A set without the flowers that touch it, which are groups of their own; other tiles as they are."""
    parts = tuple(tuple(part) for _, part in groupby(tiles, key=lambda tile: table.are_flowers([tile])))
    return parts if all(table.are_flowers(part) or may_be_set(part, table) for part in parts) else (tiles,)


def _flowers_together(groups: Sequence[tuple[int, tuple[int, ...]]], table: Table) -> list[tuple[int, tuple[int, ...]]]:
    """Flowers are set down loosely: neighbours in a row are one group however wide the gap."""
    joined: list[tuple[int, tuple[int, ...]]] = []
    for row, tiles in groups:
        last_row, last = joined[-1] if joined else (-1, ())
        if row == last_row and table.are_flowers(last) and table.are_flowers(tiles):
            joined[-1] = (row, (*last, *tiles))
        else:
            joined.append((row, tiles))
    return joined


def _far_flowers(groups: list[Group], table: Table) -> list[Group]:
    """Flowers as far from the hand as a neighbour's may lie are in doubt."""
    others = [tile for group in groups if group.kind != "bonus" for tile in group.tiles]
    farthest = table.settings.flower_tile_widths
    return [
        replace(group, doubtful=(group.tiles,))
        if others and group.kind == "bonus" and room_between(group.tiles, others, table.frames) > farthest
        else group
        for group in groups
    ]


def _upper(tiles: Sequence[int], rows: Rows) -> tuple[int, ...]:
    return tuple(upper for upper, lower in rows.stacked.items() if lower in tiles)


def _by_its_lie(group: Group, rows: Rows, table: Table, convention: ClaimStyle) -> Group:
    """What a group's own tiles tell."""
    faces = [table.faces[tile] for tile in group.tiles]
    if table.are_flowers(group.tiles):
        return replace(group, kind="bonus")
    if (len(faces) == 4 and faces.count(BACK) == 2) or hides_quad(faces):
        return replace(group, kind="concealed-quad")
    lying = [tile for tile in group.tiles if tile not in rows.stacked]
    across = [index for index, tile in enumerate(lying) if rows.sideways[tile]]
    if len(lying) < len(group.tiles) and not across and may_be_set(group.tiles, table, _ONE_MISREAD):
        # Only a claimed triplet gets a fourth tile laid on it.
        return replace(group, kind="claimed")
    if len(lying) not in (3, 4) or len(across) != 1 or not may_be_set(group.tiles, table, _ONE_MISREAD):
        return group
    if convention is ClaimStyle.APART:
        # Players of other rules mark what they claimed in this way.
        quad = len(lying) == 4
        return replace(group, kind="concealed-quad" if quad else "concealed", doubtful=() if quad else (group.tiles,))
    source = _SOURCES[0 if across[0] == 0 else 2 if across[0] == len(lying) - 1 else 1]
    return replace(group, kind="claimed", claimed_from=source)


def _on_the_rack(groups: list[Group], rows: Rows, table: Table) -> list[Group]:
    """On a FIMJ rack claimed sets lie apart from what stands, with no sideways tile."""
    plain = [index for index, group in enumerate(groups) if is_plain_set(group, rows, table)]
    rest = [group for group in groups if group.kind == "concealed" and not may_be_set(group.tiles, table)]
    standing = max(rest, key=lambda group: len(group.tiles), default=None)
    # With gaps between all sets nothing tells claimed sequences from concealed ones, unless the winning tile
    # lies apart: then the rest of what stands lies together.
    told = any(group.kind == "winning" for group in groups) or (standing is not None and len(standing.tiles) > 3)
    # Players lay claimed sets to the right of what stands, but the pair of a hand shown in sets comes last.
    told = told or (standing is not None and groups.index(standing) < max(plain, default=0))
    for index in plain:
        group = groups[index]
        apart = standing is not None and group.row != standing.row
        alike = len({table.faces[tile] for tile in group.tiles}) == 1
        kind: Kind = "claimed" if apart or told or alike else "concealed"
        groups[index] = replace(group, kind=kind, doubtful=(group.tiles,))
    return groups


def _winning(groups: list[Group], rows: Rows, table: Table) -> list[Group]:
    """The winning tile lies alone, or sideways at the end of a row."""
    across = [
        (index, tile)
        for index, group in enumerate(groups)
        for tile in {rows.rows[group.row][0], rows.rows[group.row][-1]}.intersection(group.tiles)
        if group.kind == "concealed"
        and not group.doubtful
        and len(group.tiles) > 1
        and rows.sideways[tile]
        and table.detections[tile].tile not in BLANKS
    ]
    if len(across) == 1:
        index, won = across[0]
        rest = tuple(tile for tile in groups[index].tiles if tile != won)
        apart = replace(groups[index], tiles=(won,), kind="winning")
        parts = [replace(groups[index], tiles=rest)] if rest else []
        parts = [apart, *parts] if groups[index].tiles[0] == won else [*parts, apart]
        return [*groups[:index], *parts, *groups[index + 1 :]]
    seen = {
        index: table.detections[group.tiles[0]]
        for index, group in enumerate(groups)
        if group.kind == "concealed" and len(group.tiles) == 1 and _lies_apart(group.tiles[0], rows)
    }
    up = {index: lone for index, lone in seen.items() if lone.tile != BACK}
    # Patterns of the cloth and edges of racks lie alone too.
    sure = {index: lone for index, lone in up.items() if lone.belief >= WEAK}
    alone = sure or up
    if alone and len({lone.tile for lone in alone.values()}) == 1:
        # Of a pair that lies apart, either may be called the winning tile.
        index = max(alone)
        groups[index] = replace(groups[index], kind="winning")
    return groups


def _lies_apart(tile: int, rows: Rows) -> bool:
    """Whether a tile lies further from its row than tiles that were merely set down loosely, as a whole hand may be."""
    row, gaps = next((row, gaps) for row, gaps in zip(rows.rows, rows.gaps, strict=True) if tile in row)
    index = row.index(tile)
    beside = (*gaps[max(0, index - 1) : index], *gaps[index : index + 1])
    return min(beside, default=np.inf) > usual_gap(rows.gaps, widest=np.inf) + _APART
