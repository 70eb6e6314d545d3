"""What each suit of a hand can be arranged as, remembered by suit so that a hand costs little.

A winner's suit is divided into sets and a pair, nothing left over. A suit of any other hand is packed with sets in
every way that may turn out best: adding a set to a packing never lowers a result, so only full packings are kept, and
of those only the ones that no other surpasses in everything that counts.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from operator import ge, itemgetter
from typing import Final, NamedTuple

from hu.scoring.fimj.counts import HEADS, Winds, is_alike
from hu.scoring.fimj.features import RACK, HandContext, SuitPart, TileCounts, joined, part_of
from hu.scoring.fimj.worth import points
from hu.scoring.suits import divide

_NUMBERS: Final = "123456789"
_NOTHING: Final = part_of((), (), "", winds=None)


class SuitWays(NamedTuple):
    """One suit of a hand.

    Attributes:
        parts: every way to arrange it that may be the best; none if there is no way.
        has_pair: whether the parts of a winner's suit hold a pair.
        legal: whether no tile is held more than four times.
        present: whether the hand has tiles of it.
        heads: whether it has terminals or honors.
        simples: whether it has numbers from 2 to 8.
    """

    parts: tuple[SuitPart, ...]
    has_pair: bool
    legal: bool
    present: bool
    heads: bool
    simples: bool


Suits = tuple[SuitWays, SuitWays, SuitWays, SuitWays]


class Packing(NamedTuple):
    """How to pack a suit of a hand that did not win.

    Attributes:
        groups: the numbers of sets, pairs of honors, and single tiles that join their exposed triplet.
        left: the numbers left over.
    """

    groups: tuple[str, ...]
    left: str


def tiles_of(suits: Suits) -> TileCounts:
    """Note which tiles a hand consists of."""
    m, p, s, z = suits
    return TileCounts(
        m.present + p.present + s.present,
        honors=z.present,
        heads=m.heads or p.heads or s.heads or z.heads,
        simples=m.simples or p.simples or s.simples,
    )


@lru_cache(maxsize=1 << 16)
def won_suit(standing: str, melds: str, claimed: str | None, winds: Winds | None) -> SuitWays:
    """Divide a winner's suit.

    Args:
        standing: its standing tiles, the winning one included, as in ``hu.scoring.suits``.
        melds: its melds.
        claimed: the winning tile's number if it is of the suit and was not drawn.
        winds: the winner's winds for honors, None for a suit of numbers.
    """
    laid = _laid(melds)
    divisions = divide(standing, sequences=winds is None)
    parts = [part_of(_exposing(claimed, sets, pair), laid, pair[:1], winds=winds) for sets, pair in divisions]
    return _suit(tuple(parts), standing, laid, honors=winds is not None)


@lru_cache(maxsize=1 << 16)
def rack_suit(standing: str, melds: str, winds: Winds | None) -> SuitWays:
    """Pack a suit of a hand that did not win (ruling 3); the arguments are those of ``won_suit``."""
    laid = _laid(melds)
    counts = tuple([standing.count(number) for number in _NUMBERS])
    exposed = "".join([meld[1] for meld in laid if meld[0] == "[" and len(meld) == 5 and is_alike(meld)])
    packings = _packings(counts, 1, exposed, winds is not None)
    parts = _best([_packed(packing, laid, winds) for packing in packings], honors=winds is not None)
    return _suit(parts, standing, laid, honors=winds is not None)


def _suit(parts: tuple[SuitPart, ...], standing: str, laid: tuple[str, ...], *, honors: bool) -> SuitWays:
    held = standing + "".join(re.findall(r"\d", "".join(laid)))
    return SuitWays(
        parts,
        has_pair=len(standing) % 3 == 2,
        legal=all(held.count(number) <= 4 for number in held),
        present=bool(held),
        heads=not HEADS[honors].isdisjoint(held),
        simples=not HEADS[honors].issuperset(held),
    )


def _laid(melds: str) -> tuple[str, ...]:
    """Take the melds of a suit apart, the last first: readings are written in this order."""
    return tuple(re.findall(r"[\[(]\d+[\])]", melds)[::-1])


def _exposing(claimed: str | None, sets: tuple[str, ...], pair: str) -> tuple[str, ...]:
    """Expose the triplet that a claimed tile completes when no other place is left for it (ruling 6)."""
    if not claimed or claimed in pair or any(claimed in group for group in sets if not is_alike(group)):
        return sets
    return tuple([f"[{group}]" if claimed in group else group for group in sets])


def _packed(packing: Packing, laid: tuple[str, ...], winds: Winds | None) -> SuitPart:
    """Lay down the quads of a packing, and join the tiles that are alone to their exposed triplets."""
    sizes: dict[int, list[str]] = {size: [] for size in (1, 2, 3, 4)}
    for group in packing.groups:
        sizes[len(group)].append(group)
    joining = {f"[{number * 3}]": f"[{number * 4}]" for number in sizes[1]}
    rack = (*(joining.get(meld, meld) for meld in laid), *(f"({quad})" for quad in sizes[4]))
    pairs = "".join(pair[0] for pair in sizes[2])
    return part_of(tuple(sizes[3]), rack, pairs, packing.left, winds=winds)


def _best(parts: list[SuitPart], *, honors: bool) -> tuple[SuitPart, ...]:
    """Drop the parts that another one equals or surpasses in everything that counts."""
    if len(parts) == 1:
        return tuple(parts)
    kept: list[tuple[tuple[int, ...], SuitPart]] = []
    # Whatever surpasses a part comes before it.
    for measure, part in sorted(
        ((_measure(part, honors=honors), part) for part in parts), key=itemgetter(0), reverse=True
    ):
        if not any(all(map(ge, better, measure)) for better, _ in kept):
            kept.append((measure, part))
    return tuple(part for _, part in kept)


@lru_cache(maxsize=1 << 16)
def _packings(counts: tuple[int, ...], first: int, exposed: str, honors: bool) -> tuple[Packing, ...]:
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
        rest = (counts[1] - sequences, counts[2] - sequences, *counts[3:]) if sequences else counts[1:]
        others = _packings(rest, first + 1, exposed.replace(number, ""), honors)
        alone = counts[0] - sequences
        for size in _sizes(alone, number in exposed, pairs=honors):
            groups = (f"{first}{first + 1}{first + 2}",) * sequences + ((number * size,) if size else ())
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


def _measure(part: SuitPart, *, honors: bool) -> tuple[int, ...]:
    """Everything of a part by which more of it can only raise a result."""
    parts = (_NOTHING, _NOTHING, _NOTHING, part) if honors else (part, _NOTHING, _NOTHING, _NOTHING)
    features = joined("rack", parts, RACK, HandContext())
    return (
        points(features),
        features.counts.head_alike,
        features.counts.hidden,
        features.counts.own_wind,
        features.counts.round_wind,
        features.counts.dragons,
        *(number in part.numbers for number in _NUMBERS),
        *(part.starts.count(number) for number in _NUMBERS),
    )
