"""Melds: the cost of tiles as a meld, and concealed quads."""

from collections.abc import Sequence
from itertools import permutations
from typing import Final

import numpy as np

from hu.scoring.rule_set.declared import ClaimStyle
from hu.scoring.tiles import BACK, BONUS, KINDS
from hu.vision.geometry import Floats
from hu.vision.layout.model import BLANKS
from hu.vision.layout.rows import Rows
from hu.vision.layout.table import Ints, Table

#: The kinds of each sequence, as indices of ``hu.scoring.tiles.KINDS``.
SEQUENCES: Final = tuple(
    (k, k + 1, k + 2) for k, kind in enumerate(KINDS) if kind[1] != "z" and kind[0] <= "7"
)
#: The six orders in which three tiles may show a sequence. Each is the place in the sequence of the
#: first, the second and the third tile: (1, 0, 2) for tiles that show 5, 4 and 6.
ORDERS: Final = tuple(permutations(range(3)))
_SEQUENCES: Final = np.array(SEQUENCES)
_WHITE: Final = "5z"
#: Which of the four tiles of a concealed quad lie face down, from left to right: the outer tiles,
#: or the inner tiles.
_OUTER_DOWN: Final = [True, False, False, True]
_INNER_DOWN: Final = [False, True, True, False]
#: The faces of a quad of white dragons from left to right, if it is concealed and if it is open.
_CONCEALED_DRAGONS: Final = (BACK, _WHITE, _WHITE, BACK)
_OPEN_DRAGONS: Final = (_WHITE, _WHITE, _WHITE, _WHITE)
#: Faces that do not prove a quad: each flower exists once, and a white dragon may be a back that
#: was misread.
_NOT_IN_QUADS: Final = frozenset((*BONUS, _WHITE))


def meld_costs(costs: Floats, tiles: Ints) -> tuple[Floats, Floats]:
    """Compute the cost of each choice of tiles as every meld.

    Args:
        costs: ``(n, 34)`` float64 nats: the cost of each tile as each kind.
        tiles: ``(m, k)`` intp: m choices of k tiles, as indices of the rows of ``costs``.

    Returns:
        ``(m, 34)`` nats: the cost of taking all tiles of a choice for each kind. Then
        ``(6, m, 21)`` nats: the cost of taking them for each sequence in each of the ``ORDERS``.
        This second array is ``(6, m, 0)`` unless k = 3.
    """
    costs_if_alike = costs[tiles].sum(axis=1)
    if tiles.shape[1] != 3:
        return costs_if_alike, np.empty((len(ORDERS), len(tiles), 0))
    # For each place in a sequence: the cost of taking each tile for the kind at this place.
    costs_at_place = []
    for place in range(3):
        # (n, 21): for each tile, and for each sequence.
        costs_of_all_tiles = costs[:, _SEQUENCES[:, place]]
        # (3, m, 21): for the first, the second and the third tile of each choice.
        costs_at_place.append(costs_of_all_tiles[tiles.T])
    costs_in_orders = []
    for place_of_first, place_of_second, place_of_third in ORDERS:
        # (m, 21) each: the cost of the tile of each choice, at its place in each sequence.
        first_costs = costs_at_place[place_of_first][0]
        second_costs = costs_at_place[place_of_second][1]
        third_costs = costs_at_place[place_of_third][2]
        costs_in_orders.append(first_costs + second_costs + third_costs)
    return costs_if_alike, np.stack(costs_in_orders)


def meld_cost(tiles: Sequence[int], table: Table, sequence_nats: float = 0.0) -> float:
    """Compute the cost of neighbours as the likeliest meld, in nats.

    Args:
        tiles: three or four tiles.
        table: the tiles as they lie.
        sequence_nats: the additional cost of a sequence.
    """
    # A single choice: all tiles.
    only_choice = np.arange(len(tiles))[None]
    costs_if_alike, costs_as_sequences = meld_costs(table.costs[list(tiles)], only_choice)
    # Four tiles are no sequence. Then the second array is empty.
    sequence_cost = costs_as_sequences.min(initial=np.inf) + sequence_nats
    return float(min(costs_if_alike.min(), sequence_cost))


def may_be_meld(tiles: Sequence[int], table: Table, misread: int = 0) -> bool:
    """Whether three or four tiles can be alike, or three tiles can be a sequence.

    Args:
        tiles: any number of tiles. Other numbers than three and four are no meld.
        table: the tiles as they lie.
        misread: how many of the tiles may show another face.
    """
    if len(tiles) not in (3, 4):
        return False
    settings = table.settings
    # A misread tile costs as much as a tile whose face seems impossible.
    cost_of_misread_tile = -float(np.log(settings.least_probability))
    limit = settings.budget_nats + misread * cost_of_misread_tile
    return meld_cost(tiles, table) <= limit


# Concealed quads.


def is_quad_in_row(faces: Sequence[str]) -> bool:
    """Whether four neighbours in a row are a concealed quad.

    Two tiles of a concealed quad lie face down. If these are the outer tiles, the inner tiles need
    not be read as alike, because one of them may be misread. If these are the inner tiles, the
    outer tiles must be read as alike.

    Args:
        faces: the faces of four tiles, from left to right.
    """
    is_down = [face == BACK for face in faces]
    if is_down == _OUTER_DOWN:
        return True
    if is_down != _INNER_DOWN:
        return False
    first, _, _, last = faces
    return first == last and first not in _NOT_IN_QUADS


def is_quad_in_any_order(faces: Sequence[str]) -> bool:
    """Whether tiles with gaps on both sides are a concealed quad, laid in any order.

    Two or three of the four tiles lie face down. The others are alike, and are neither flowers nor
    white dragons, which do not prove a quad.

    Args:
        faces: the faces of any number of tiles.
    """
    if len(faces) != 4 or faces.count(BACK) not in (2, 3):
        return False
    shown_faces = {face for face in faces if face != BACK}
    return len(shown_faces) == 1 and shown_faces.isdisjoint(_NOT_IN_QUADS)


def backs_outside_quads(rows: Rows, table: Table) -> set[int]:
    """Find the face-down tiles of a hand that are no part of a concealed quad."""
    backs: set[int] = set()
    for row in rows.rows:
        backs.update(tile for tile in row.tiles if table.faces[tile] == BACK)
    if not backs:
        return backs

    # Among the neighbours in a row, only backs at the usual places show a quad.
    for row in rows.rows:
        for start in range(len(row.tiles) - 3):
            tiles = row.tiles[start : start + 4]
            if is_quad_in_row([table.faces[tile] for tile in tiles]):
                backs.difference_update(tiles)
    # Wide gaps around four tiles show a quad even if the tiles have another order.
    for part in rows.parts():
        if is_quad_in_any_order([table.faces[tile] for tile in part.tiles]):
            backs.difference_update(part.tiles)
    return backs


def find_misread_blanks(rows: Rows, table: Table, claim_style: ClaimStyle) -> frozenset[int]:
    """Find white dragons read as backs, and backs read as white dragons, in groups of four blanks.

    White dragons and backs are blanks. A group of four blanks is a quad of white dragons. It is a
    concealed quad if players turn claimed tiles sideways, but none of the four lies sideways. Then
    its outer tiles lie face down. Otherwise all four lie face up.

    Args:
        rows: the rows of the hand.
        table: the tiles as they lie.
        claim_style: how players show claimed melds.
    """
    misread = set()
    # The parts of the rows between wide gaps.
    for part in rows.parts():
        tiles = part.tiles
        faces = [table.faces[tile] for tile in tiles]
        if len(tiles) != 4 or not set(faces) <= set(BLANKS):
            continue
        has_sideways_tile = any(rows.is_sideways[tile] for tile in tiles)
        is_concealed = claim_style is ClaimStyle.SIDEWAYS and not has_sideways_tile
        true_faces = _CONCEALED_DRAGONS if is_concealed else _OPEN_DRAGONS
        for tile, face, true_face in zip(tiles, faces, true_faces, strict=True):
            if face != true_face:
                misread.add(tile)
    return frozenset(misread)
