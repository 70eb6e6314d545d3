"""Every way to divide the standing tiles of a suit, remembered: nearly every hand consists of suits met before."""

from functools import lru_cache
from typing import Final, NamedTuple

from scoring.hand import Meld
from scoring.readings import SUITS, divide
from scoring.tiles import KINDS
from scoring.zung_jung.blocks import ONE, block_of, pair_block
from scoring.zung_jung.counts import UNIT, of_suit


class Part(NamedTuple):
    """One way to divide the standing tiles of a suit.

    Attributes:
        sets: its sets.
        pair: the pair's tile in a tuple, empty without a pair.
        places: for each tile the set or pair where it does best as the winning tile, and what that takes off the block
            if the tile is claimed: a triplet is then exposed. Outside a triplet is better where it can be (ruling 2).
        block: what the sets and the pair contribute.
    """

    sets: tuple[Meld, ...]
    pair: tuple[str, ...]
    places: dict[str, tuple[tuple[str, ...], int]]
    block: int


@lru_cache(maxsize=1 << 16)
def parts_of(suit: str, counts: int) -> tuple[Part, ...]:
    """Divide a suit's tiles, given as counts that begin at the lowest bit."""
    return tuple(_part(sets, pair) for sets, pair in divide(suit, of_suit(counts, len(SUITS[suit]))))


def _part(sets: tuple[Meld, ...], pair: str | None) -> Part:
    pairs = () if pair is None else (pair,)
    others = [part.tiles for part in sets if part.kind == "chow"] + [(tile, tile) for tile in pairs]
    places = {part.tiles[0]: (part.tiles, ONE["concealed_triplets"]) for part in sets if part.kind == "pung"}
    places |= {tile: (group, 0) for group in others for tile in group}
    return Part(sets, pairs, places, sum(map(_block, sets)) + sum(map(pair_block, pairs)))


_block = lru_cache(maxsize=None)(block_of)

#: For each set that can lie on the table its tiles, counted, and its block.
_MELDS: Final = {
    (meld.tiles, meld.concealed): (sum(UNIT[tile] for tile in meld.tiles), block_of(meld))
    for meld in (
        *(Meld(SUITS[suit][first : first + 3]) for suit in "mps" for first in range(7)),
        *(Meld((tile,) * 3) for tile in KINDS),
        *(Meld((tile,) * 4, concealed) for tile in KINDS for concealed in (False, True)),
    )
}


def melded(melds: tuple[Meld, ...]) -> tuple[int, int] | None:
    """Add up the tiles and the blocks of melds; None if one of them is none that a table allows."""
    counts = block = 0
    for meld in melds:
        found = _MELDS.get((meld.tiles, meld.concealed))
        if found is None:
            return None
        counts += found[0]
        block += found[1]
    return counts, block
