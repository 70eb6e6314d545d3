"""Where neighbours in a row are split into melds, flowers and other tiles."""

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
#: are claimed from the left-hand player.
_NOT_FIRST_COST: Final = 2.0
#: The cost added to that if the sideways tile ends the row, as the winning tile often does.
_ENDS_ROW_COST: Final = 3.0
#: How much less a quad costs than a triplet, in nats.
_FOURTH_TILE_BONUS: Final = 1.0
_BONUS: Final = frozenset(BONUS)

#: Places in a row part: the first tile of a meld, and the first tile after it.
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _MeldSpan:
    """A meld among neighbours.

    Attributes:
        span: its places.
        cost: its cost in nats, less the bonus of a quad.
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
        The parts from left to right. Each sideways tile is in a meld of its own if there is one.
    """
    tiles = part.tiles
    sideways_places = []
    for place, tile in enumerate(tiles):
        if rows.is_sideways[tile] and table.faces[tile] not in _BONUS:
            sideways_places.append(place)
    if len(sideways_places) == 1 and may_be_meld(tiles, table):
        return [part]

    # Give the sideways tiles their melds in the cheapest way.
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
        # How many nats less the meld costs than a sideways tile without a meld.
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
    """Yield every way to give sideways tiles their melds, from left to right.

    Args:
        tiles: neighbours in a row.
        sideways_places: the places of the sideways tiles that have no meld yet, in order.
        table: the tiles as they lie.
        start: the first place that belongs to no earlier meld.
        ends_row: whether the last of the tiles ends its row.

    Yields:
        The cost in nats, and the melds.
    """
    if not sideways_places:
        yield 0.0, []
        return
    place = sideways_places[0]
    later_places = sideways_places[1:]
    # The meld of this tile ends before the next sideways tile, which has its own meld.
    stop = later_places[0] if later_places else len(tiles)
    for meld in _melds_around(place, start, stop, tiles, table, ends_row=ends_row):
        _, end = meld.span
        for later_cost, melds in _meld_choices(tiles, later_places, table, end, ends_row=ends_row):
            yield meld.cost + later_cost, [meld, *melds]
    # A sideways tile without a meld costs the limit. No meld costs more, so the tile has a meld if
    # there is one.
    limit = table.settings.budget_nats
    for later_cost, melds in _meld_choices(tiles, later_places, table, start, ends_row=ends_row):
        yield limit + later_cost, melds


def _melds_around(
    place: int, start: int, stop: int, tiles: Sequence[int], table: Table, *, ends_row: bool
) -> Iterator[_MeldSpan]:
    """Yield every meld that a sideways tile may be part of.

    Neighbours that make a meld only at a cost above the limit are no meld: the tile was knocked.

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
        # Four alike side by side are a quad, not a triplet beside one more tile.
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
        The parts in the same order. A part that holds only melds and flowers becomes a part for
        each meld, and for the flowers between them.
    """
    # The melds and flowers of each part. Empty for a part that holds other tiles.
    pieces_of_parts = [_flowers_and_melds(part.tiles, rows, table) for part in parts]
    sizes_of_others = []
    for part, pieces in zip(parts, pieces_of_parts, strict=True):
        if not pieces:
            sizes_of_others.append(len(part.tiles))
    has_standing_tiles = any(size >= 2 for size in sizes_of_others)
    # A hand that waited for its pair shows one standing tile, and the winning tile apart from it.
    waited_for_pair = sizes_of_others == [1, 1]
    if not has_standing_tiles and not waited_for_pair:
        return list(parts)
    result: list[RowPart] = []
    for part, pieces in zip(parts, pieces_of_parts, strict=True):
        if pieces:
            result.extend(_split_off(part, pieces, table))
        else:
            result.append(part)
    return result


def _flowers_and_melds(tiles: tuple[int, ...], rows: Rows, table: Table) -> list[tuple[int, ...]]:
    """Split tiles into flowers and melds side by side. Empty if they are anything else."""
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
    """Split tiles into melds side by side, quads if four are alike. Empty if that is impossible."""
    for size in (4, 3):
        meld = tiles[:size]
        rest = tiles[size:]
        if not may_be_meld(meld, table):
            continue
        if not rest:
            return [meld]
        later_melds = _melds_side_by_side(rest, table)
        if later_melds:
            return [meld, *later_melds]
    return []


def split_off_flowers(tiles: Sequence[int], table: Table) -> list[tuple[int, ...]]:
    """Split neighbours where flowers and other tiles meet."""
    pieces = groupby(tiles, key=lambda tile: table.are_flowers([tile]))
    return [tuple(piece) for _, piece in pieces]


def _split_off(part: RowPart, pieces: Sequence[tuple[int, ...]], table: Table) -> list[RowPart]:
    """Split a part into flowers and melds, with the evidence for each meld.

    The log-odds of a meld are how many nats its cost is below the limit.
    """
    if len(pieces) == 1:
        return [part]
    parts = []
    for tiles in pieces:
        evidence: Terms = ()
        if not table.are_flowers(tiles):
            log_odds = table.settings.budget_nats - meld_cost(tiles, table)
            evidence = (Evidence("split-off", log_odds),)
        parts.append(RowPart(part.row, tiles, evidence))
    return parts


def separate_flowers_from_meld(part: RowPart, table: Table) -> list[RowPart]:
    """Separate flowers from the meld that they touch.

    A part that holds anything but flowers and melds stays whole.
    """
    pieces = split_off_flowers(part.tiles, table)
    for tiles in pieces:
        if not table.are_flowers(tiles) and not may_be_meld(tiles, table):
            return [part]
    return _split_off(part, pieces, table)
