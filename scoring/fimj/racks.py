"""What each suit of a hand that did not win can be arranged as, remembered by suit so that a hand costs little.

A suit is packed with sets in every way that may turn out best: adding a set to a packing never lowers a result, so only
full packings are kept, and of those only the ones that no other surpasses in everything that counts (ruling 3).
"""

from collections.abc import Iterator
from functools import lru_cache
from operator import ge, itemgetter
from typing import Final, NamedTuple

from hu.scoring.fimj.patterns import WIND_TILES, Arrangement, Winds, count_rules
from hu.scoring.hand import Hand, Meld
from hu.scoring.suits import NO_DIVISION, Suit, SuitDivision, laid_sets, set_of
from hu.scoring.tiles import DRAGONS

_NUMBERS: Final = "123456789"


class Packing(NamedTuple):
    """How to pack a suit.

    Attributes:
        groups: the numbers of sets, pairs of honors, and single tiles that join their exposed triplet.
        left: the numbers left over.
    """

    groups: tuple[str, ...]
    left: str


@lru_cache(maxsize=1 << 16)
def pack_suit(standing: str, melds: str, suit: str, winds: Winds | None) -> Suit:
    """Pack a suit.

    Args:
        standing: the numbers of its standing tiles, in order.
        melds: its melds, as in ``hu.scoring.suits``.
        suit: its letter.
        winds: the player's for honors, None for a suit of numbers.
    """
    laid = laid_sets(melds, suit)
    counts = tuple([standing.count(number) for number in _NUMBERS])
    exposed = "".join([meld.tiles[0][0] for meld in laid if meld.kind == "triplet"])
    divisions = [
        _lay_down(packing, laid, suit) for packing in _packings(counts, 1, exposed, suit == "z")
    ]
    if len(divisions) > 1:
        divisions = _best(divisions, winds)
    return Suit.of(tuple(divisions), standing, melds, suit)


def _lay_down(packing: Packing, laid: tuple[Meld, ...], suit: str) -> SuitDivision:
    """Lay down the quads of a packing, and join the tiles that are alone to their exposed triplets."""
    sizes: dict[int, list[str]] = {size: [] for size in (1, 2, 3, 4)}
    for group in packing.groups:
        sizes[len(group)].append(group)
    joining = {number + suit: set_of(f"[{number * 4}]", suit) for number in sizes[1]}
    joined = [joining.get(meld.tiles[0], meld) if meld.kind == "triplet" else meld for meld in laid]
    # Readings are written with the last meld of a suit first.
    rack = [set_of(f"({quad})", suit) for quad in reversed(sizes[4])] + joined
    standing = tuple([set_of(group, suit) for group in sizes[3]])
    pairs = tuple([pair[0] + suit for pair in sizes[2]])
    return SuitDivision.of(
        standing, tuple(rack), pairs, tuple([number + suit for number in packing.left])
    )


def _best(divisions: list[SuitDivision], winds: Winds | None) -> list[SuitDivision]:
    """Drop the divisions that another one equals or surpasses in everything that counts."""
    kept: list[tuple[tuple[int, ...], SuitDivision]] = []
    measures = [(_measure(division, winds), division) for division in divisions]
    # Whatever surpasses a division comes before it.
    for measure, division in sorted(measures, key=itemgetter(0), reverse=True):
        if not any(all(map(ge, better, measure)) for better, _ in kept):
            kept.append((measure, division))
    return [division for _, division in kept]


def _measure(division: SuitDivision, winds: Winds | None) -> tuple[int, ...]:
    """Everything of a division by which more of it can only raise a result."""
    winds = winds or Winds("E", "E")
    case = Arrangement.of("rack", Hand(), winds, (division, NO_DIVISION, NO_DIVISION, NO_DIVISION))
    numbers = [meld.tiles[0][0] for meld in division.triplets if meld.tiles[0][1] != "z"]
    firsts = [meld.tiles[0][0] for meld in division.sequences]
    return (
        sum(counted.total for counted in count_rules("points", case)),
        len(case.head_triplets),
        len(case.hidden),
        len(case.triplets_of(WIND_TILES[winds.own])),
        len(case.triplets_of(WIND_TILES[winds.round])),
        len(case.triplets_of(*DRAGONS)),
        *(number in numbers for number in _NUMBERS),
        *(firsts.count(number) for number in _NUMBERS),
    )


@lru_cache(maxsize=1 << 16)
def _packings(
    counts: tuple[int, ...], first: int, exposed: str, honors: bool
) -> tuple[Packing, ...]:
    """Find every full way to pack the tiles from one number on.

    Args:
        counts: how many stand of the number ``first``, of the next, and so on.
        first: the first number.
        exposed: the numbers from ``first`` on of which an exposed triplet lies on the rack.
        honors: whether the tiles are honors.
    """
    if not counts:
        return (Packing((), ""),)
    found: list[Packing] = []
    number = str(first)
    for sequences in range((0 if honors else min(counts[:3]) if len(counts) > 2 else 0) + 1):
        rest = (
            (counts[1] - sequences, counts[2] - sequences, *counts[3:]) if sequences else counts[1:]
        )
        others = _packings(rest, first + 1, exposed.replace(number, ""), honors)
        alone = counts[0] - sequences
        for size in _sizes(alone, number in exposed, pairs=honors):
            groups = (f"{first}{first + 1}{first + 2}",) * sequences + (
                (number * size,) if size else ()
            )
            left = number * (alone - size)
            found += [Packing(groups + other.groups, left + other.left) for other in others]
    return tuple(found)


def _sizes(count: int, exposed: bool, *, pairs: bool) -> Iterator[int]:
    """Yield the sizes of the group that ``count`` tiles alike can be laid out in, 0 only where nothing else fits."""
    if exposed and count:
        yield 1
    if count >= 4:
        yield 4
    if count >= 3:
        yield 3
    if pairs and count == 2:
        yield 2
    if not (exposed and count) and (count < 2 if pairs else count < 3):
        yield 0
