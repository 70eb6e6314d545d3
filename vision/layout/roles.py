"""The role of each group in the hand, by its tiles and by the rule set's conventions."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from hu.scoring.hand_shape import HandShape
from hu.scoring.rule_set.declared import ClaimStyle
from hu.scoring.tiles import BACK
from hu.vision.layout.claims import CLAIM_LOG_ODDS, classify_unmarked_melds, is_unmarked_meld
from hu.vision.layout.evidence import Evidence, EvidenceId
from hu.vision.layout.melds import is_quad_in_any_order, may_be_meld
from hu.vision.layout.model import BLANKS, ClaimSource, GroupKind, RowPart, TileGroup
from hu.vision.layout.rows import Rows
from hu.vision.layout.splits import separate_flowers_from_meld, separate_melds, split_at_melds
from hu.vision.layout.table import Table

#: A single tile lies alone if the gaps beside it are wider than the typical gap of the hand by more
#: than this, in tile widths. Then it may be the winning tile.
_WINNING_TILE_GAP: Final = 0.44
#: A gap that is wider than needed to separate groups by this, in tile widths, is e times likelier
#: to separate groups than a gap that is just wide enough.
_GAP_SCALE: Final = 0.1
#: Log-odds that a meld on a FIMJ rack was claimed, by the evidence around it. "own-row",
#: "row-of-melds" and "equal-tiles" each outweigh "shown-in-melds", so they have the same log-odds.
_CLAIMED_ON_RACK: Final[Mapping[EvidenceId, float]] = {
    "others-stand": CLAIM_LOG_ODDS["others-stand"],
    "own-row": CLAIM_LOG_ODDS["own-row"],
    "row-of-melds": CLAIM_LOG_ODDS["own-row"],
    # A triplet or quad that lies apart. If there are gaps between all melds of a rack, only its
    # sequences are taken for concealed melds.
    "equal-tiles": CLAIM_LOG_ODDS["own-row"],
    "shown-in-melds": CLAIM_LOG_ODDS["shown-in-melds"],
}


def assign_roles(
    rows: Rows, table: Table, claim_style: ClaimStyle, hand_shape: HandShape
) -> list[TileGroup]:
    """Group a hand's tiles, and decide the role of each group.

    Args:
        rows: the rows of the hand.
        table: the tiles as they lie.
        claim_style: how players of the rule set show claimed melds.
        hand_shape: the size of a hand in the rules.

    Returns:
        The groups in reading order.
    """
    # Divide the rows into parts.
    parts: list[RowPart] = []
    for part in _parts_of_rows(rows, table):
        parts.extend(split_at_melds(part, rows, table))
    if claim_style is ClaimStyle.APART:
        parts = _separate_flowers_from_melds(parts, table)
    elif table.settings.applies("melds-apart-in-row"):
        parts = separate_melds(parts, rows, table)
    parts = _join_flowers(parts, table)

    # Make a group of each part, with the role that its own tiles show.
    groups_without_roles = [_group_of(part, rows) for part in parts]
    set_aside_places = _find_set_aside(groups_without_roles, rows, table, hand_shape)
    groups = []
    for place, group in enumerate(groups_without_roles):
        if place in set_aside_places:
            groups.append(replace(group, kind="bonus"))
        else:
            groups.append(_with_own_role(group, rows, table, claim_style))

    # Then the roles that depend on the other groups.
    groups = _with_winning_tile(groups, rows, table)
    groups = _with_distant_flowers_doubted(groups, table)
    if claim_style is ClaimStyle.APART:
        return _with_melds_on_rack(groups, rows, table)
    return classify_unmarked_melds(groups, rows, table, hand_shape)


# From rows to groups.


def _parts_of_rows(rows: Rows, table: Table) -> list[RowPart]:
    """Split the rows at wide gaps. A row that is a single meld, laid down loosely, stays whole."""
    loose_melds = set()
    for number, row in enumerate(rows.rows):
        # A meld in a row of its own may have wider gaps than the standing tiles have.
        if may_be_meld(row.tiles, table) and max(row.gaps) <= table.settings.touching_tile_widths:
            loose_melds.add(number)
    parts = []
    for part in rows.parts():
        if part.row not in loose_melds:
            parts.append(part)
            continue
        # All parts of a loose meld are replaced by the whole row, which comes once.
        whole_row = RowPart(part.row, rows.rows[part.row].tiles)
        if whole_row not in parts:
            parts.append(whole_row)
    return parts


def _separate_flowers_from_melds(parts: list[RowPart], table: Table) -> list[RowPart]:
    """Separate flowers from melds that they touch, in parts of rows."""
    separated_parts = []
    for part in parts:
        separated_parts.extend(separate_flowers_from_meld(part, table))
    return separated_parts


def _join_flowers(parts: list[RowPart], table: Table) -> list[RowPart]:
    """Join flowers that follow each other in a row, however wide the gap: they are laid loosely."""
    joined_parts: list[RowPart] = []
    for part in parts:
        last = joined_parts[-1] if joined_parts else None
        if last is None or last.row != part.row:
            joined_parts.append(part)
        elif table.are_flowers(last.tiles) and table.are_flowers(part.tiles):
            tiles = (*last.tiles, *part.tiles)
            joined_parts[-1] = RowPart(part.row, tiles, (*last.evidence, *part.evidence))
        else:
            joined_parts.append(part)
    return joined_parts


def _group_of(part: RowPart, rows: Rows) -> TileGroup:
    """Build the group of a part of a row. Until it gets a role it counts as concealed.

    The group also has the tiles that lie on or beyond its tiles, and the wide gaps at its ends as
    evidence.
    """
    # The tiles that lie on or beyond tiles of the part.
    stacked = tuple(upper for upper, lower in rows.stacked.items() if lower in part.tiles)
    evidence = []
    for gap in rows.gaps_beside(part.tiles):
        if gap > rows.group_gap:
            log_odds = (gap - rows.group_gap) / _GAP_SCALE
            evidence.append(Evidence("gap", log_odds, {"tile_widths": gap}))
    return TileGroup(
        tiles=(*part.tiles, *stacked),
        row=part.row,
        kind="concealed",
        evidence=(*evidence, *part.evidence),
    )


# From groups to roles.


def _find_set_aside(
    groups: Sequence[TileGroup], rows: Rows, table: Table, hand_shape: HandShape
) -> set[int]:
    """Find the groups of tiles that players set aside in these rules, such as North.

    Args:
        groups: the groups of the hand, which have no roles yet.
        rows: the rows of the hand.
        table: the tiles as they lie.
        hand_shape: the size of a hand in the rules, and the kinds that are set aside.

    Returns:
        The places of these groups among ``groups``. Empty if the other groups alone have too few
        tiles for a hand.
    """
    places: set[int] = set()
    other_tile_count = 0
    for place, group in enumerate(groups):
        # A sideways tile makes the group a claimed meld.
        is_claimed = any(rows.is_sideways[tile] for tile in group.tiles)
        if not is_claimed and table.show_kinds(group.tiles, hand_shape.set_aside):
            places.add(place)
        elif not table.are_flowers(group.tiles):
            other_tile_count += len(group.tiles)
    if other_tile_count < hand_shape.waiting_size:
        return set()
    return places


def _with_own_role(
    group: TileGroup, rows: Rows, table: Table, claim_style: ClaimStyle
) -> TileGroup:
    """Give a group the role that its own tiles show.

    Args:
        group: the group, which has no role yet.
        rows: the rows of the hand.
        table: the tiles as they lie.
        claim_style: how players of the rule set show claimed melds.
    """
    faces = [table.faces[tile] for tile in group.tiles]
    if table.are_flowers(group.tiles):
        return replace(group, kind="bonus")
    # Two of four tiles that lie face down show a concealed quad. The two others need not be read as
    # alike, because one of them may be misread.
    is_quad_with_two_backs = len(faces) == 4 and faces.count(BACK) == 2
    if is_quad_with_two_backs or is_quad_in_any_order(faces):
        return replace(group, kind="concealed-quad")
    return _with_role_by_sideways_tile(group, rows, table, claim_style)


def _with_role_by_sideways_tile(
    group: TileGroup, rows: Rows, table: Table, claim_style: ClaimStyle
) -> TileGroup:
    """Give a meld with a sideways tile, or with a tile laid on it, its role.

    Args:
        group: the group, which has no role yet.
        rows: the rows of the hand.
        table: the tiles as they lie.
        claim_style: how players of the rule set show claimed melds.

    Returns:
        The group with its role. The same group if it is no such meld.
    """
    tiles_in_row = [tile for tile in group.tiles if tile not in rows.stacked]
    # The places of the sideways tiles among them.
    sideways_places = [place for place, tile in enumerate(tiles_in_row) if rows.is_sideways[tile]]
    is_marked_meld = len(sideways_places) == 1 and len(tiles_in_row) in (3, 4)
    has_stacked_tile = len(tiles_in_row) < len(group.tiles)
    is_stacked_on_upright_tile = has_stacked_tile and not sideways_places
    if not is_marked_meld and not is_stacked_on_upright_tile:
        return group
    # Tiles laid like this are a meld even if one of them was read as another face without doubt.
    if not may_be_meld(group.tiles, table, misread=1):
        return group
    if is_stacked_on_upright_tile:
        # Only a claimed triplet gets a fourth tile laid on it.
        return replace(group, kind="claimed")
    sideways_place = sideways_places[0]
    log_odds = rows.log_odds_sideways.get(tiles_in_row[sideways_place], 0.0)
    if claim_style is ClaimStyle.APART:
        evidence = (*group.evidence, Evidence("sideways-on-rack", log_odds))
        is_quad = len(tiles_in_row) == 4
        return _as_marked_on_rack(replace(group, evidence=evidence), is_quad=is_quad)
    evidence = (*group.evidence, Evidence("sideways-tile", log_odds))
    source = _claim_source(sideways_place, len(tiles_in_row))
    return replace(group, kind="claimed", claimed_from=source, evidence=evidence)


def _as_marked_on_rack(group: TileGroup, *, is_quad: bool) -> TileGroup:
    """Give a meld with a sideways tile its role on a FIMJ rack.

    A sideways tile marks a concealed meld there. If the meld is a quad, that is sure. If it has
    three tiles, the user is asked, because players of other rules mark claimed melds in this way.

    Args:
        group: the meld.
        is_quad: whether the meld has four tiles in its row. A tile laid on another does not count.
    """
    if is_quad:
        return replace(group, kind="concealed-quad", doubtful=())
    return replace(group, kind="concealed", doubtful=(group.tiles,))


def _claim_source(sideways_place: int, count: int) -> ClaimSource:
    """Find the player whose discard was claimed.

    Args:
        sideways_place: the place of the sideways tile in the meld, from 0 on the left.
        count: the number of tiles in the meld's row.
    """
    if sideways_place == 0:
        return "left"
    if sideways_place == count - 1:
        return "right"
    return "opposite"


def _with_distant_flowers_doubted(groups: list[TileGroup], table: Table) -> list[TileGroup]:
    """Mark flowers as doubtful that lie so far from the hand that they may be another player's."""
    others: list[int] = []
    for group in groups:
        if group.kind != "bonus":
            others.extend(group.tiles)
    if not others:
        return groups
    groups_with_doubts = []
    for group in groups:
        is_distant = (
            group.kind == "bonus"
            and table.distance_between(group.tiles, others) > table.settings.beside_tile_widths
        )
        groups_with_doubts.append(replace(group, doubtful=(group.tiles,)) if is_distant else group)
    return groups_with_doubts


def _with_melds_on_rack(groups: list[TileGroup], rows: Rows, table: Table) -> list[TileGroup]:
    """Decide which melds on a FIMJ rack were claimed: those away from the standing tiles.

    Args:
        groups: all groups of the hand.
        rows: the rows of the hand.
        table: the tiles as they lie.

    Returns:
        The groups in the same order. Each meld without a sideways tile is claimed or concealed, and
        doubtful.
    """
    # The places of the melds without a sideways tile.
    meld_places = [
        place for place, group in enumerate(groups) if is_unmarked_meld(group, rows, table)
    ]
    standing_groups = [
        group
        for group in groups
        if group.kind == "concealed" and not may_be_meld(group.tiles, table)
    ]
    largest_standing = max(standing_groups, key=lambda group: len(group.tiles), default=None)
    were_claimed = _melds_were_claimed(groups, meld_places, largest_standing)
    classified_groups = list(groups)
    for place in meld_places:
        group = groups[place]
        ids: list[EvidenceId] = ["others-stand" if were_claimed else "shown-in-melds"]
        if largest_standing is not None and group.row != largest_standing.row:
            groups_in_row = [other for other in groups if other.row == group.row]
            ids.append("own-row" if len(groups_in_row) == 1 else "row-of-melds")
        if len({table.faces[tile] for tile in group.tiles}) == 1:
            ids.append("equal-tiles")
        terms = [Evidence(evidence_id, _CLAIMED_ON_RACK[evidence_id]) for evidence_id in ids]
        log_odds = sum(term.log_odds for term in terms)
        kind: GroupKind = "claimed" if log_odds > 0 else "concealed"
        evidence = (*group.evidence, *terms)
        classified_groups[place] = replace(
            group, kind=kind, doubtful=(group.tiles,), evidence=evidence
        )
    return classified_groups


def _melds_were_claimed(
    groups: list[TileGroup], meld_places: list[int], largest_standing: TileGroup | None
) -> bool:
    """Whether the melds that lie apart on a FIMJ rack do so because they were claimed.

    Otherwise the hand is shown in melds: there are gaps between all its melds, and a claimed
    sequence looks like a concealed sequence.

    Args:
        groups: all groups of the hand.
        meld_places: the places among ``groups`` of the melds without a sideways tile.
        largest_standing: the largest group of standing tiles, or the pair of a hand that is shown
            in melds. None if all concealed groups are melds.
    """
    # A player who laid the winning tile apart left the other standing tiles in one group.
    if any(group.kind == "winning" for group in groups):
        return True
    if largest_standing is None:
        return False
    # A hand that is shown in melds has no larger groups, except quads.
    if len(largest_standing.tiles) > 3:
        return True
    if not meld_places:
        return False
    # Players lay claimed melds to the right of the standing tiles. If a hand is shown in melds, its
    # pair comes last, on the right.
    last_meld_place = max(meld_places)
    return groups.index(largest_standing) < last_meld_place


# The winning tile.


def _with_winning_tile(groups: list[TileGroup], rows: Rows, table: Table) -> list[TileGroup]:
    """Give the winning tile its role: a tile that lies sideways at the end of a row, or alone.

    Returns:
        The groups, with a group of its own for the winning tile. The same groups if no tile shows
        that it won.
    """
    # Several sideways tiles do not show which of them won.
    sideways_at_ends = _sideways_tiles_at_ends(groups, rows, table)
    if len(sideways_at_ends) == 1:
        place, tile = sideways_at_ends[0]
        separated_groups = _separate_winning_tile(groups[place], tile, rows)
        return [*groups[:place], *separated_groups, *groups[place + 1 :]]
    # The places of single tiles that lie alone, and their faces.
    places_alone = _tiles_alone(groups, rows, table)
    faces_alone = {table.faces[groups[place].tiles[0]] for place in places_alone}
    # Single tiles with different faces do not show which of them won.
    if len(faces_alone) != 1:
        return groups
    # If both tiles of a pair lie alone, either of them may be taken for the winning tile.
    place = max(places_alone)
    winning = replace(groups[place], kind="winning")
    return [*groups[:place], winning, *groups[place + 1 :]]


def _sideways_tiles_at_ends(
    groups: list[TileGroup], rows: Rows, table: Table
) -> list[tuple[int, int]]:
    """Find sideways tiles that end a row and belong to the standing tiles.

    Returns:
        For each of them, the place of its group among ``groups``, and the tile.
    """
    tiles_at_ends = []
    for place, group in enumerate(groups):
        is_standing = group.kind == "concealed" and not group.doubtful
        # A single tile is no end of other standing tiles. ``_tiles_alone`` looks at single tiles.
        is_alone = len(group.tiles) == 1
        if not is_standing or is_alone:
            continue
        row = rows.rows[group.row].tiles
        for tile in {row[0], row[-1]}.intersection(group.tiles):
            # A blank shows no direction, and may be the side of another tile.
            is_blank = table.faces[tile] in BLANKS
            if rows.is_sideways[tile] and not is_blank:
                tiles_at_ends.append((place, tile))
    return tiles_at_ends


def _separate_winning_tile(group: TileGroup, tile: int, rows: Rows) -> list[TileGroup]:
    """Separate the winning tile, the first or the last tile of a group, from the group.

    Returns:
        The winning tile and the other tiles, from left to right.
    """
    log_odds = rows.log_odds_sideways.get(tile, 0.0)
    evidence = (Evidence("sideways-at-row-end", log_odds),)
    winning = replace(group, tiles=(tile,), kind="winning", evidence=evidence)
    others = replace(group, tiles=tuple(other for other in group.tiles if other != tile))
    return [winning, others] if group.tiles[0] == tile else [others, winning]


def _tiles_alone(groups: list[TileGroup], rows: Rows, table: Table) -> list[int]:
    """Find single tiles that lie alone, farther from their neighbours than a loose hand's tiles.

    A tile that is alone in its row counts. A tile that lies face down does not.

    Returns:
        The places of their groups among ``groups``.
    """
    # A whole hand may be laid loosely, so the limit depends on its typical gap.
    limit = rows.typical_gap + _WINNING_TILE_GAP
    places = []
    for place, group in enumerate(groups):
        if group.kind != "concealed" or len(group.tiles) != 1:
            continue
        if table.faces[group.tiles[0]] == BACK:
            continue
        if min(rows.gaps_beside(group.tiles), default=np.inf) > limit:
            places.append(place)
    return places
