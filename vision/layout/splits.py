"""Split neighbours in a row into melds, flowers and other tiles, though no gap divides them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import inf
from typing import Final

from hu.scoring.tiles import BONUS
from hu.vision.layout.evidence import Evidence
from hu.vision.layout.melds import is_quad_in_row, may_be_meld, meld_cost
from hu.vision.layout.model import RowPart, Terms
from hu.vision.layout.rows import Rows
from hu.vision.layout.table import Table

#: The additional cost of a sequence whose sideways tile is not its first tile, in nats. Sequences
#: are claimed from the left-hand player, so the claimed tile is laid on the left.
_NOT_FIRST_COST: Final = 2.0
#: The further cost of such a sequence if its sideways tile ends the row, in nats. There it may be
#: the winning tile.
_ENDS_ROW_COST: Final = 3.0
#: A quad costs this many nats less than its tiles cost.
_FOURTH_TILE_BONUS: Final = 1.0
_BONUS: Final = frozenset(BONUS)

#: A slice of neighbours: the place of the first tile of a meld, and the place after its last tile.
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _MeldSpan:
    """A meld among neighbours.

    Attributes:
        span: the places of its tiles.
        cost: the cost of taking these tiles for a meld, in nats.
    """

    span: Span
    cost: float


# At sideways tiles and concealed quads.


def split_at_melds(part: RowPart, rows: Rows, table: Table) -> list[RowPart]:
    """Split a part of a row at its melds that have a sideways tile, and at concealed quads.

    Args:
        part: neighbours in a row.
        rows: the rows of the hand.
        table: the tiles as they lie.

    Returns:
        The parts from left to right. Each sideways tile is in a meld of its own if it makes a meld
        with its neighbours, and if another sideways tile does not need them.
    """
    tiles = part.tiles
    # The places of the sideways tiles. Flowers may lie any way.
    sideways_places = []
    for place, tile in enumerate(tiles):
        if rows.is_sideways[tile] and table.faces[tile] not in _BONUS:
            sideways_places.append(place)
    if len(sideways_places) == 1 and may_be_meld(tiles, table):
        # The part is a single meld already.
        return [part]

    # Choose the cheapest way to give each sideways tile a meld.
    ends_row = rows.rows[part.row].tiles[-1] == tiles[-1]
    least_cost = inf
    cheapest_melds: list[_MeldSpan] = []
    for cost, melds in _meld_choices(tiles, sideways_places, table, ends_row=ends_row):
        if cost < least_cost:
            least_cost = cost
            cheapest_melds = melds

    # Cut before and after each meld.
    cuts = {0, len(tiles)}
    evidence_of: dict[Span, Terms] = {}
    for meld in cheapest_melds:
        cuts.update(meld.span)
        # The evidence is how many nats the meld costs less than the limit, which is the cost of a
        # sideways tile without a meld.
        log_odds = table.settings.budget_nats - meld.cost
        evidence_of[meld.span] = (Evidence("split-off", log_odds),)
    for quad_span in _find_quads(tiles, table):
        cuts.update(quad_span)
    parts = []
    for span in pairwise(sorted(cuts)):
        start, end = span
        evidence = evidence_of.get(span, ())
        parts.append(RowPart(part.row, tiles[start:end], evidence))
    return parts


def _find_quads(tiles: Sequence[int], table: Table) -> list[Span]:
    """Find concealed quads among neighbours, from left to right."""
    if not table.settings.applies("concealed-quads-in-row"):
        return []
    quads = []
    start = 0
    while start + 4 <= len(tiles):
        end = start + 4
        if is_quad_in_row([table.faces[tile] for tile in tiles[start:end]]):
            quads.append((start, end))
            start = end
        else:
            start += 1
    return quads


def _meld_choices(
    tiles: Sequence[int],
    sideways_places: Sequence[int],
    table: Table,
    start: int = 0,
    *,
    ends_row: bool,
) -> Iterator[tuple[float, list[_MeldSpan]]]:
    """Yield every way to give each sideways tile a meld, or to leave it without a meld.

    The function calls itself for the sideways tiles on the right of the first.

    Args:
        tiles: neighbours in a row.
        sideways_places: the places of the sideways tiles that need melds, from left to right.
        table: the tiles as they lie.
        start: the first place that the melds may hold.
        ends_row: whether the last of the tiles ends its row.

    Yields:
        The cost of the melds and of the tiles without a meld, in nats. Then the melds, from left to
        right.
    """
    if not sideways_places:
        yield 0.0, []
        return
    place = sideways_places[0]
    later_places = sideways_places[1:]
    # With a meld. The meld ends before the next sideways tile, which needs a meld of its own.
    stop = later_places[0] if later_places else len(tiles)
    for meld in _melds_around(place, start, stop, tiles, table, ends_row=ends_row):
        _, end = meld.span
        later_choices = _meld_choices(tiles, later_places, table, start=end, ends_row=ends_row)
        for later_cost, melds in later_choices:
            yield meld.cost + later_cost, [meld, *melds]
    # Without a meld. That costs the limit, and no meld costs more. So this is the cheapest way only
    # if the tile has no meld, or if its meld would take the tiles of a cheaper meld of a later
    # sideways tile.
    limit = table.settings.budget_nats
    later_choices = _meld_choices(tiles, later_places, table, start=start, ends_row=ends_row)
    for later_cost, melds in later_choices:
        yield limit + later_cost, melds


def _melds_around(
    place: int, start: int, stop: int, tiles: Sequence[int], table: Table, *, ends_row: bool
) -> Iterator[_MeldSpan]:
    """Yield every meld that a sideways tile may be part of.

    Neighbours that would cost more than ``budget_nats`` as a meld are no meld. If a sideways tile
    has no meld, somebody probably knocked it.

    Args:
        place: the place of the sideways tile.
        start: the first place that the meld may hold.
        stop: the first place after those that the meld may hold.
        tiles: neighbours in a row.
        table: the tiles as they lie.
        ends_row: whether the last of the tiles ends its row.
    """
    for span in _spans_around(place, start, stop):
        first, end = span
        sequence_nats = 0.0
        if place != first:
            sequence_nats = _NOT_FIRST_COST
            if ends_row and place == len(tiles) - 1:
                sequence_nats += _ENDS_ROW_COST
        cost = meld_cost(tiles[first:end], table, sequence_nats)
        if cost > table.settings.budget_nats:
            continue
        # Four tiles alike side by side are a quad, not a triplet and a single tile.
        if end - first == 4:
            cost -= _FOURTH_TILE_BONUS
        yield _MeldSpan(span, cost)


def _spans_around(place: int, start: int, stop: int) -> Iterator[Span]:
    """Yield the spans of three places, then of four, that a meld around a place may have.

    Args:
        place: a place that the span holds.
        start: the first place that the span may hold.
        stop: the first place after those that the span may hold.
    """
    for size in (3, 4):
        for first in range(start, stop - size + 1):
            end = first + size
            if first <= place < end:
                yield first, end


# At melds without a sideways tile, and at flowers.


def separate_melds(parts: Sequence[RowPart], rows: Rows, table: Table) -> list[RowPart]:
    """Split the parts that hold only melds and flowers, if other parts hold the standing tiles.

    Args:
        parts: neighbours in the rows of a hand.
        rows: the rows of the hand.
        table: the tiles as they lie.

    Returns:
        The parts in the same order. If other parts hold the standing tiles, a part that holds only
        melds and flowers becomes a part for each meld and for each run of flowers.
    """
    # The melds and flowers that each part consists of. Empty for a part that holds other tiles.
    pieces_of_parts = [_flowers_and_melds(part.tiles, rows, table) for part in parts]
    # The sizes of the parts that hold other tiles: the standing tiles, or the winning tile.
    sizes_of_others = []
    for part, pieces in zip(parts, pieces_of_parts, strict=True):
        if not pieces:
            sizes_of_others.append(len(part.tiles))
    has_standing_tiles = any(size >= 2 for size in sizes_of_others)
    # If the hand waited for its pair, its last standing tile and the winning tile lie apart.
    waited_for_pair = sizes_of_others == [1, 1]
    if not has_standing_tiles and not waited_for_pair:
        return list(parts)
    separated_parts: list[RowPart] = []
    for part, pieces in zip(parts, pieces_of_parts, strict=True):
        if pieces:
            separated_parts.extend(_split_off(part, pieces, table))
        else:
            separated_parts.append(part)
    return separated_parts


def _flowers_and_melds(tiles: tuple[int, ...], rows: Rows, table: Table) -> list[tuple[int, ...]]:
    """Split neighbours into melds and runs of flowers.

    Returns:
        The tiles of each meld or run, from left to right. Empty if some tiles are neither, or if a
        tile lies sideways.
    """
    if any(rows.is_sideways[tile] for tile in tiles):
        return []
    pieces: list[tuple[int, ...]] = []
    for piece in split_off_flowers(tiles, table):
        # A piece holds flowers alone, or other tiles alone.
        if table.are_flowers(piece[:1]):
            pieces.append(piece)
            continue
        melds = _melds_side_by_side(piece, table)
        if not melds:
            return []
        pieces.extend(melds)
    return pieces


def _melds_side_by_side(tiles: tuple[int, ...], table: Table) -> list[tuple[int, ...]]:
    """Split all of some neighbours into melds, from left to right.

    Returns:
        The tiles of each meld. Empty if some tiles would be left over.
    """
    # A quad is tried first. Its first three tiles would be a triplet, too.
    for size in (4, 3):
        meld = tiles[:size]
        other_tiles = tiles[size:]
        if not may_be_meld(meld, table):
            continue
        if not other_tiles:
            return [meld]
        other_melds = _melds_side_by_side(other_tiles, table)
        if other_melds:
            return [meld, *other_melds]
    return []


def split_off_flowers(tiles: Sequence[int], table: Table) -> list[tuple[int, ...]]:
    """Split neighbours into pieces of flowers alone and pieces of other tiles alone."""
    pieces = groupby(tiles, key=lambda tile: table.are_flowers([tile]))
    return [tuple(piece) for _, piece in pieces]


def _split_off(part: RowPart, pieces: Sequence[tuple[int, ...]], table: Table) -> list[RowPart]:
    """Make a part of each piece of a part, with the evidence for each meld.

    A part of a single piece stays as it is.

    Args:
        part: neighbours in a row.
        pieces: the flowers and the melds that it consists of.
        table: the tiles as they lie.
    """
    if len(pieces) == 1:
        return [part]
    parts = []
    for tiles in pieces:
        evidence: Terms = ()
        if not table.are_flowers(tiles):
            # How many nats the meld costs less than the limit.
            log_odds = table.settings.budget_nats - meld_cost(tiles, table)
            evidence = (Evidence("split-off", log_odds),)
        parts.append(RowPart(part.row, tiles, evidence))
    return parts


def separate_flowers_from_meld(part: RowPart, table: Table) -> list[RowPart]:
    """Separate flowers from the meld that they touch.

    Args:
        part: neighbours in a row.
        table: the tiles as they lie.

    Returns:
        A part for each meld and for each run of flowers, in their order. The whole part if it holds
        anything but flowers and melds.
    """
    pieces = split_off_flowers(part.tiles, table)
    for tiles in pieces:
        if not table.are_flowers(tiles) and not may_be_meld(tiles, table):
            return [part]
    return _split_off(part, pieces, table)
