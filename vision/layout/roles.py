"""What each group is to the hand, by the way its tiles lie and the rule set's conventions."""

from dataclasses import replace
from itertools import groupby
from typing import Final

import numpy as np

from hu.scoring.rule_set.declared import ClaimStyle
from hu.scoring.tiles import BACK
from hu.vision.layout.melds import (
    classify_unmarked_melds,
    hides_quad,
    is_unmarked_meld,
    may_be_meld,
    separate_melds,
    split_at_melds,
)
from hu.vision.layout.model import BLANKS, ClaimSource, GroupKind, TileGroup
from hu.vision.layout.rows import Rows
from hu.vision.layout.table import Table

_SOURCES: Final[tuple[ClaimSource, ...]] = ("left", "opposite", "right")
#: The winning tile lies this much farther from its neighbours than other tiles of the hand do, in tile widths.
_APART: Final = 0.44
#: A gap this much wider than needed to separate groups is e times likelier between groups, in tile widths.
_GAP_SCALE: Final = 0.1


def assign_roles(rows: Rows, table: Table, convention: ClaimStyle) -> list[TileGroup]:
    """Group a hand's tiles, and say what each group is; all groups seen together."""
    # The gaps of a meld in a row of its own may be wider than those of the tiles that stand.
    loose = {
        number
        for number, row in enumerate(rows.rows)
        if may_be_meld(row.tiles, table) and max(row.gaps) <= table.settings.touching_tile_widths
    }
    whole = dict.fromkeys(
        (row, rows.rows[row].tiles if row in loose else tiles) for row, tiles in rows.groups()
    )
    split = [(row, part) for row, tiles in whole for part in split_at_melds(tiles, rows, table)]
    if convention is ClaimStyle.SIDEWAYS:
        split = (
            separate_melds(split, rows, table)
            if table.settings.applies("sets apart in a row")
            else split
        )
    else:
        split = [(row, part) for row, tiles in split for part in _without_flowers(tiles, table)]
    joined: list[tuple[int, tuple[int, ...]]] = []
    for row, tiles in split:
        last_row, last = joined[-1] if joined else (-1, ())
        if row == last_row and table.are_flowers(last) and table.are_flowers(tiles):
            # Flowers are set down loosely: neighbours in a row are one group however wide the gap.
            joined[-1] = (row, (*last, *tiles))
        else:
            joined.append((row, tiles))
    groups = []
    for row, tiles in joined:
        upper = tuple(upper for upper, lower in rows.stacked.items() if lower in tiles)
        beside = [gap for gap in rows.gaps_beside(tiles) if gap > rows.group_gap]
        evidence = tuple(
            (f"a gap of {gap:.1f} tile widths", (gap - rows.group_gap) / _GAP_SCALE)
            for gap in beside
        )
        group = TileGroup((*tiles, *upper), row, "concealed", evidence=evidence)
        groups.append(_role_of_group(group, rows, table, convention))
    groups = _with_winning_tile(groups, rows, table)
    others = [tile for group in groups if group.kind != "bonus" for tile in group.tiles]
    for place, group in enumerate(groups):
        # Flowers as far from the hand as a neighbour's may lie are in doubt.
        farthest = table.settings.beside_tile_widths
        if others and group.kind == "bonus" and table.room_between(group.tiles, others) > farthest:
            groups[place] = replace(group, doubtful=(group.tiles,))
    if convention is ClaimStyle.APART:
        return _with_melds_on_rack(groups, rows, table)
    return classify_unmarked_melds(groups, rows, table)


def _without_flowers(tiles: tuple[int, ...], table: Table) -> tuple[tuple[int, ...], ...]:
    """A meld without the flowers that touch it, which are groups of their own; other tiles unchanged."""
    parts = tuple(
        tuple(part) for _, part in groupby(tiles, key=lambda tile: table.are_flowers([tile]))
    )
    return (
        parts
        if all(table.are_flowers(part) or may_be_meld(part, table) for part in parts)
        else (tiles,)
    )


def _role_of_group(group: TileGroup, rows: Rows, table: Table, convention: ClaimStyle) -> TileGroup:
    """What a group's own tiles show it to be."""
    faces = [table.faces[tile] for tile in group.tiles]
    if table.are_flowers(group.tiles):
        return replace(group, kind="bonus")
    if (len(faces) == 4 and faces.count(BACK) == 2) or hides_quad(faces):
        return replace(group, kind="concealed-quad")
    lying = [tile for tile in group.tiles if tile not in rows.stacked]
    across = [place for place, tile in enumerate(lying) if rows.sideways[tile]]
    if len(lying) < len(group.tiles) and not across and may_be_meld(group.tiles, table, misread=1):
        # Only a claimed triplet gets a fourth tile laid on it.
        return replace(group, kind="claimed")
    # With a sideways tile, and by themselves, they are a meld even if one of them is misread for sure.
    if (
        len(lying) not in (3, 4)
        or len(across) != 1
        or not may_be_meld(group.tiles, table, misread=1)
    ):
        return group
    sideways = ("a sideways tile", rows.log_odds_sideways.get(lying[across[0]], 0.0))
    evidence = (*group.evidence, sideways)
    if convention is ClaimStyle.APART:
        # Players of other rules mark what they claimed in this way.
        quad = len(lying) == 4
        kind: GroupKind = "concealed-quad" if quad else "concealed"
        return replace(group, kind=kind, doubtful=() if quad else (group.tiles,), evidence=evidence)
    source = _SOURCES[0 if across[0] == 0 else 2 if across[0] == len(lying) - 1 else 1]
    return replace(group, kind="claimed", claimed_from=source, evidence=evidence)


def _with_melds_on_rack(groups: list[TileGroup], rows: Rows, table: Table) -> list[TileGroup]:
    """On a FIMJ rack claimed melds lie away from what stands, with no sideways tile."""
    plain = [place for place, group in enumerate(groups) if is_unmarked_meld(group, rows, table)]
    rest = [
        group
        for group in groups
        if group.kind == "concealed" and not may_be_meld(group.tiles, table)
    ]
    standing = max(rest, key=lambda group: len(group.tiles), default=None)
    # With gaps between all melds nothing tells claimed sequences from concealed ones, unless the winning tile
    # lies apart: then the rest of what stands lies together. Players lay claimed melds to the right of what stands,
    # but the pair of a hand shown in melds comes last.
    told = (
        any(group.kind == "winning" for group in groups)
        or (standing is not None and len(standing.tiles) > 3)
        or (standing is not None and groups.index(standing) < max(plain, default=0))
    )
    for place in plain:
        group = groups[place]
        apart = standing is not None and group.row != standing.row
        alike = len({table.faces[tile] for tile in group.tiles}) == 1
        kind: GroupKind = "claimed" if apart or told or alike else "concealed"
        groups[place] = replace(group, kind=kind, doubtful=(group.tiles,))
    return groups


def _with_winning_tile(groups: list[TileGroup], rows: Rows, table: Table) -> list[TileGroup]:
    """The winning tile lies alone, or sideways at the end of a row."""
    across = [
        (place, tile)
        for place, group in enumerate(groups)
        for tile in {rows.rows[group.row].tiles[0], rows.rows[group.row].tiles[-1]}.intersection(
            group.tiles
        )
        if group.kind == "concealed"
        and not group.doubtful
        and len(group.tiles) > 1
        and rows.sideways[tile]
        and table.faces[tile] not in BLANKS
    ]
    if len(across) == 1:
        place, won = across[0]
        group, rest = groups[place], tuple(tile for tile in groups[place].tiles if tile != won)
        evidence = (
            ("a sideways tile at the end of its row", rows.log_odds_sideways.get(won, 0.0)),
        )
        apart = replace(group, tiles=(won,), kind="winning", evidence=evidence)
        parts = [apart, replace(group, tiles=rest)]
        groups[place : place + 1] = parts if group.tiles[0] == won else parts[::-1]
        return groups
    # A tile that lies farther from its row than tiles that were merely set down loosely, as a whole hand may be.
    limit = rows.typical_gap + _APART
    alone = {
        place: table.detections[group.tiles[0]]
        for place, group in enumerate(groups)
        if group.kind == "concealed"
        and len(group.tiles) == 1
        and table.faces[group.tiles[0]] != BACK
        and min(rows.gaps_beside(group.tiles), default=np.inf) > limit
    }
    if alone and len({lone.tile for lone in alone.values()}) == 1:
        # Of a pair that lies apart, either may be called the winning tile.
        place = max(alone)
        groups[place] = replace(groups[place], kind="winning")
    return groups
