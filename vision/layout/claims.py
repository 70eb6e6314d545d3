"""Which melds without a sideways tile were claimed, if players turn a claimed tile sideways.

Some players forget to turn the tile. A meld without a sideways tile is called *unmarked* here. Its
place on the table shows whether it was claimed.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from hu.scoring.hand_shape import HandShape
from hu.vision.layout.evidence import Evidence, EvidenceId
from hu.vision.layout.hand_size import fewest_tiles
from hu.vision.layout.melds import may_be_meld
from hu.vision.layout.model import GroupKind, Terms, TileGroup
from hu.vision.layout.rows import Rows
from hu.vision.layout.table import Table

#: The log-odds of evidence that a meld was claimed.
_FOR_CLAIM: Final = 2.5
#: The log-odds of weak evidence that it was claimed.
_WEAKLY_FOR_CLAIM: Final = 1.0
#: The log-odds of evidence that it was not claimed.
_AGAINST_CLAIM: Final = -2.0
#: The log-odds that an unmarked meld was claimed, by the evidence around it. Set by hand, not
#: fitted.
CLAIM_LOG_ODDS: Final[Mapping[EvidenceId, float]] = {
    # Other tiles of the hand stand together, away from this meld.
    "others-stand": _WEAKLY_FOR_CLAIM,
    # Only a pair stands, and its two tiles lie apart because one of them won. So the whole hand may
    # be shown in melds.
    "pair-stands": _WEAKLY_FOR_CLAIM,
    # All tiles lie in melds and a pair. The player may have grouped a concealed hand like this.
    "shown-in-melds": _AGAINST_CLAIM,
    # Its row holds no other unmarked meld, and no standing tiles.
    "own-row": _FOR_CLAIM,
    # Its row holds several unmarked melds with gaps after them, and no standing tiles.
    "row-of-melds": _FOR_CLAIM,
    # In a row with standing tiles: it touches another unmarked meld. In a row without standing
    # tiles: an unmarked meld before the last touches the tiles on its right. A concealed hand in
    # rows may begin a row with a meld by chance.
    "touches-meld": _AGAINST_CLAIM,
    # Its row holds several unmarked melds, one of them a quad, and neither holds nor touches
    # standing tiles. Nobody keeps a quad among the standing tiles. (A row that touches them may be
    # the second row of a hand that is shown in two rows.)
    "quad-in-row": 4.0,
    # Standing tiles lie on both sides of the meld in its row.
    "tiles-on-both-sides": _AGAINST_CLAIM,
    # Another meld has a sideways tile, so this player marks claimed melds.
    "other-meld-marked": -2.5,
}
#: The user is asked about a meld if its log-odds are nearer to 0 than this.
_ASKED_BELOW: Final = 4.5
#: The kinds of groups that are melds for sure.
_SURE_MELDS: Final = ("claimed", "concealed-quad")


def is_unmarked_meld(group: TileGroup, rows: Rows, table: Table) -> bool:
    """Whether a group is a meld without a sideways tile."""
    has_sideways_tile = any(rows.is_sideways[tile] for tile in group.tiles)
    return group.kind == "concealed" and not has_sideways_tile and may_be_meld(group.tiles, table)


def classify_unmarked_melds(
    groups: Sequence[TileGroup], rows: Rows, table: Table, hand_shape: HandShape
) -> list[TileGroup]:
    """Decide for each unmarked meld whether it was claimed, and which melds are doubtful.

    Args:
        groups: the groups of the hand, in reading order.
        rows: the rows of the hand.
        table: the tiles as they lie.
        hand_shape: the size of a hand in the rules.

    Returns:
        The groups in reading order. Concealed groups that touch are joined to one group. All groups
        stay as they are if no unmarked meld lies apart from the standing tiles, or if the tiles are
        too few for a hand.
    """
    meld_places = _unmarked_melds_apart(groups, rows, table)
    if not meld_places:
        return list(groups)
    if _count_hand_tiles(groups, meld_places) < fewest_tiles(hand_shape):
        return list(groups)
    unmarked_melds = [groups[place] for place in sorted(meld_places)]
    classified_groups = list(groups)
    for place in meld_places:
        classified_groups[place] = _classify(groups[place], unmarked_melds, groups, rows, table)
    return _join_concealed(classified_groups, rows)


def _join_concealed(groups: Sequence[TileGroup], rows: Rows) -> list[TileGroup]:
    """Join concealed groups that touch and follow each other."""
    joined_groups = [groups[0]]
    for group in groups[1:]:
        last = joined_groups[-1]
        are_concealed = last.kind == "concealed" and group.kind == "concealed"
        if not are_concealed or not _touch(last, group, rows):
            joined_groups.append(group)
            continue
        joined_groups[-1] = replace(
            last,
            tiles=(*last.tiles, *group.tiles),
            doubtful=(*last.doubtful, *group.doubtful),
            evidence=(*last.evidence, *group.evidence),
        )
    return joined_groups


def _unmarked_melds_apart(groups: Sequence[TileGroup], rows: Rows, table: Table) -> set[int]:
    """Find the unmarked melds that lie apart from the standing tiles.

    Such a meld touches only melds and flowers. A sure meld that touches other tiles itself is
    excepted: it may lie between the standing tiles and an unmarked meld that belongs to them.

    Returns:
        The indices of these melds in ``groups``.
    """
    unmarked_places = {
        place for place, group in enumerate(groups) if is_unmarked_meld(group, rows, table)
    }
    melds_and_flowers = [
        group
        for place, group in enumerate(groups)
        if place in unmarked_places or group.kind in ("bonus", *_SURE_MELDS)
    ]
    # The groups that a meld may touch and still lie apart.
    allowed_neighbours = []
    for group in melds_and_flowers:
        is_sure_meld = group.kind in _SURE_MELDS
        if is_sure_meld and _touches_other_tiles(group, melds_and_flowers, rows):
            continue
        allowed_neighbours.append(group)
    return {
        place
        for place in unmarked_places
        if not _touches_other_tiles(groups[place], allowed_neighbours, rows)
    }


def _count_hand_tiles(groups: Sequence[TileGroup], meld_places: Collection[int]) -> int:
    """Count the tiles of a hand without its flowers, each quad as three.

    Args:
        groups: the groups of the hand.
        meld_places: the places of its unmarked melds among the groups.
    """
    count = 0
    for place, group in enumerate(groups):
        if group.kind == "bonus":
            continue
        is_meld = place in meld_places or group.kind in _SURE_MELDS
        if is_meld:
            count += min(len(group.tiles), 3)
        else:
            count += len(group.tiles)
    return count


def _touch(left: TileGroup, right: TileGroup, rows: Rows) -> bool:
    """Whether the ``right`` group follows the ``left`` group in a row, and touches it."""
    gap = rows.gap_between(left.tiles, right.tiles)
    return gap is not None and gap <= rows.group_gap


def _touches_other_tiles(group: TileGroup, neighbours: Sequence[TileGroup], rows: Rows) -> bool:
    """Whether a meld touches a tile of its row that is in none of the ``neighbours``.

    Args:
        group: the meld.
        neighbours: the melds and flowers that it may touch.
        rows: the rows of the hand.
    """
    row = rows.rows[group.row]
    allowed_tiles = set(group.tiles)
    for neighbour in neighbours:
        allowed_tiles.update(neighbour.tiles)
    for (left, right), gap in zip(pairwise(row.tiles), row.gaps, strict=True):
        # At an end of the group, a tile is in the group and its neighbour is not.
        are_at_end_of_group = (left in group.tiles) != (right in group.tiles)
        touch = gap <= rows.group_gap
        are_allowed = left in allowed_tiles and right in allowed_tiles
        if are_at_end_of_group and touch and not are_allowed:
            return True
    return False


def _classify(
    meld: TileGroup,
    unmarked_melds: Sequence[TileGroup],
    groups: Sequence[TileGroup],
    rows: Rows,
    table: Table,
) -> TileGroup:
    """Decide whether an unmarked meld was claimed, and whether that is doubtful.

    Args:
        meld: an unmarked meld that lies apart.
        unmarked_melds: all such melds of the hand.
        groups: all groups of the hand.
        rows: the rows of the hand.
        table: the tiles as they lie.
    """
    terms = _claim_evidence(meld, unmarked_melds, groups, rows, table)
    log_odds = sum(term.log_odds for term in terms)
    kind: GroupKind = "claimed" if log_odds > 0 else "concealed"
    doubtful = (meld.tiles,) if abs(log_odds) < _ASKED_BELOW else ()
    return replace(meld, kind=kind, doubtful=doubtful, evidence=(*meld.evidence, *terms))


def _claim_evidence(
    meld: TileGroup,
    unmarked_melds: Sequence[TileGroup],
    groups: Sequence[TileGroup],
    rows: Rows,
    table: Table,
) -> Terms:
    """List the evidence that an unmarked meld was claimed, as log-odds.

    Args:
        meld: an unmarked meld that lies apart.
        unmarked_melds: all such melds of the hand.
        groups: all groups of the hand.
        rows: the rows of the hand.
        table: the tiles as they lie.
    """
    standing_groups = [
        other
        for other in groups
        if other.kind in ("concealed", "winning") and other not in unmarked_melds
    ]
    sizes = [_count_without_flowers(other, table) for other in standing_groups]
    largest_size = max(sizes, default=0)
    # Several groups of a single tile: the winning tile lies apart from the other tile of the pair.
    is_split_pair = len(sizes) > 1 and largest_size == 1
    is_more_than_pair = largest_size > 2
    ids: list[EvidenceId]
    if is_split_pair:
        ids = ["pair-stands"]
    elif is_more_than_pair:
        ids = ["others-stand"]
    else:
        # At most two tiles stand side by side, mostly the pair: the whole hand is shown in melds.
        ids = ["shown-in-melds"]
    if is_split_pair or is_more_than_pair:
        ids.extend(_claim_evidence_in_row(meld, unmarked_melds, standing_groups, rows, table))
    if any(other.kind == "claimed" and other.claimed_from for other in groups):
        ids.append("other-meld-marked")
    return tuple(Evidence(evidence_id, CLAIM_LOG_ODDS[evidence_id]) for evidence_id in ids)


def _count_without_flowers(group: TileGroup, table: Table) -> int:
    """Count the tiles of a group that are no flowers."""
    return len([tile for tile in group.tiles if not table.are_flowers([tile])])


def _claim_evidence_in_row(
    meld: TileGroup,
    unmarked_melds: Sequence[TileGroup],
    standing_groups: Sequence[TileGroup],
    rows: Rows,
    table: Table,
) -> list[EvidenceId]:
    """List the ids of the evidence in the row of an unmarked meld.

    Args:
        meld: an unmarked meld that lies apart.
        unmarked_melds: all such melds of the hand, from left to right in each row.
        standing_groups: the groups of standing tiles, the winning tile included.
        rows: the rows of the hand.
        table: the tiles as they lie.
    """
    row = rows.rows[meld.row]
    melds = [other for other in unmarked_melds if other.row == meld.row]
    standing_in_row = [other for other in standing_groups if other.row == meld.row]
    if standing_in_row:
        return _claim_evidence_beside_standing_tiles(meld, melds, standing_in_row, rows)
    if len(melds) == 1:
        return ["own-row"]

    # The row holds two unmarked melds or more, and no standing tiles. Look at the gap after each
    # meld but the last. (No tile of these melds lies on another, because such a meld was taken for
    # a claimed meld before. So each tile has a place in the row.)
    gaps_after_melds = []
    for left_meld in melds[:-1]:
        place_of_last_tile = row.tiles.index(left_meld.tiles[-1])
        gaps_after_melds.append(row.gaps[place_of_last_tile])
    if min(gaps_after_melds) <= rows.group_gap:
        ids: list[EvidenceId] = ["touches-meld"]
    else:
        ids = ["row-of-melds"]
    standing_tiles = [tile for other in standing_groups for tile in other.tiles]
    distance = table.distance_between(row.tiles, standing_tiles)
    has_quad = any(len(other.tiles) == 4 for other in melds)
    if has_quad and distance > table.settings.touching_across_tile_widths:
        ids.append("quad-in-row")
    return ids


def _claim_evidence_beside_standing_tiles(
    meld: TileGroup, melds: Sequence[TileGroup], standing_groups: Sequence[TileGroup], rows: Rows
) -> list[EvidenceId]:
    """List the ids of the evidence in a row that holds melds and standing tiles.

    Args:
        meld: the meld in question.
        melds: the unmarked melds of its row, from left to right.
        standing_groups: the groups of standing tiles in its row.
        rows: the rows of the hand.
    """
    ids: list[EvidenceId] = []
    for left, right in pairwise(melds):
        if meld in (left, right) and _touch(left, right, rows):
            ids = ["touches-meld"]
    row = rows.rows[meld.row]
    place = row.tiles.index(meld.tiles[0])
    standing_places = [row.tiles.index(other.tiles[0]) for other in standing_groups]
    if min(standing_places) < place < max(standing_places):
        ids.append("tiles-on-both-sides")
    return ids
