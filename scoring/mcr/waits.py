"""The fan of a wait for one tile alone: edge, closed and single wait (nos. 77 to 79)."""

from collections import Counter
from typing import Final, NamedTuple

from hu.scoring.hand import Hand
from hu.scoring.mcr.arrangements import McrArrangement
from hu.scoring.mcr.knitted import KNITTED
from hu.scoring.mcr.options import McrOptions
from hu.scoring.melds import Meld
from hu.scoring.patterns import ScoringGroup
from hu.scoring.shapes import MeldsAndPair, SevenPairs, Shape, TilePool, has_winning_shape
from hu.scoring.tiles import KINDS

#: The shapes of a knitted straight beside a meld and a pair.
_KNITTED_STRAIGHTS: Final = tuple(TilePool(tiles, count=9, melds=1) for tiles in KNITTED)


def waits_for_one_tile(hand: Hand, options: McrOptions) -> bool:
    """Whether only the winning tile completes the hand.

    Args:
        hand: the winner's hand.
        options: the options of the table. By ``fifth_copy_wait``, a tile of which the hand holds
            all four copies does not count as a tile that completes it.
    """
    kinds = set(hand.concealed)
    # Only tiles near a standing tile, or the last tile of a knitted straight, can complete a hand.
    # Hands of other shapes earn no fan of a wait.
    candidates: set[str] = set()
    for tile in kinds:
        candidates.update(_NEIGHBORS[tile])
    possible_shapes: list[Shape] = [MeldsAndPair(), SevenPairs()]
    for shape in _KNITTED_STRAIGHTS:
        missing_kinds = set(shape.tiles) - kinds
        if len(missing_kinds) <= 1:
            candidates |= missing_kinds
            possible_shapes.append(shape)
    candidates.discard(str(hand.winning))

    copies = Counter(hand.tiles)
    for tile in candidates:
        if options.fifth_copy_wait and copies[tile] == 4:
            continue
        if has_winning_shape((*hand.concealed, tile), len(hand.melds), possible_shapes):
            return False
    return True


def _neighbors_of(tile: str) -> list[str]:
    """The tiles that make a meld or pair with a tile: up to two numbers away in its suit."""
    if tile[1] == "z":
        return [tile]
    number = int(tile[0])
    lowest = max(1, number - 2)
    highest = min(9, number + 2)
    return [f"{neighbor}{tile[1]}" for neighbor in range(lowest, highest + 1)]


_NEIGHBORS: Final = {tile: _neighbors_of(tile) for tile in KINDS}


class WaitFan(NamedTuple):
    """A fan that an arrangement earns if the hand waits for the winning tile alone.

    Attributes:
        id: the id of the fan: ``edge-wait``, ``closed-wait`` or ``single-wait``.
        group: the sequence or pair that the winning tile completes.
    """

    id: str
    group: ScoringGroup


def find_wait_fan(arrangement: McrArrangement, options: McrOptions) -> WaitFan | None:
    """Find the fan that an arrangement earns if the hand waits for the winning tile alone.

    Args:
        arrangement: an arrangement of the hand.
        options: the options of the table.

    Returns:
        The fan. None if the winning tile completes neither a pair nor the edge or the middle of a
        sequence. Also None for a tile of the knitted straight, if the table counts no such wait.
    """
    tile = arrangement.winning
    if tile in arrangement.knitted and not options.knitted_wait:
        return None
    sequences = [meld for meld in arrangement.standing_melds if meld.kind == "sequence"]
    for meld in sequences:
        if _is_edge(meld, tile):
            return WaitFan("edge-wait", meld)
    for meld in sequences:
        if meld.tiles[1] == tile:
            return WaitFan("closed-wait", meld)
    if tile == arrangement.pair:
        return WaitFan("single-wait", (tile, tile))
    return None


def _is_edge(sequence: Meld, tile: str) -> bool:
    """Whether a tile is the 3 of 123 or the 7 of 789."""
    first, _, last = sequence.tiles
    if first[0] == "1":
        return tile == last
    return first[0] == "7" and tile == first
