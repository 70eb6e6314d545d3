"""What each suit of a hand can be arranged as, remembered by suit so that a hand costs little.

A winner's suit is divided into sets and a pair, nothing left over. A suit of any other hand is packed with sets in
every way that may turn out best: adding a set to a packing never lowers a result, so only full packings are kept, and
of those only the ones that no other surpasses in everything that counts.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import ge
from typing import Final, NamedTuple

from scoring.fimj.features import (
    Luck,
    alike_numbers,
    alike_unit,
    chow_lanes,
    chow_patterns,
    chow_unit,
    essence,
    features,
    is_head,
    set_unit,
    unit,
)
from scoring.fimj.packing import unpack
from scoring.fimj.worth import points
from scoring.hand import SEATS, Meld
from scoring.readings import SUITS, divide

#: The tile of each wind.
WIND_TILES: Final = dict(zip(SEATS, SUITS["z"], strict=False))
_DRAGONS: Final = frozenset(SUITS["z"][4:])


class Part(NamedTuple):
    """One suit of one arrangement.

    Attributes:
        code: what it adds to the arrangement's code.
        standing: the sets among the standing tiles; a triplet completed by a discard is not ``concealed``.
        laid: the sets on the rack, quads laid down after the win included.
        pairs: the tiles of the pairs; in a hand that did not win only those of honors.
        left: the tiles left over.
    """

    code: int
    standing: tuple[Meld, ...]
    laid: tuple[Meld, ...]
    pairs: tuple[str, ...]
    left: tuple[str, ...]


class Suit(NamedTuple):
    """One suit of a hand.

    Attributes:
        parts: every way to arrange it that may be the best; none if there is no way.
        code: what its tiles add to a code of a hand that won, however arranged.
        legal: whether no tile is held more than four times.
    """

    parts: tuple[Part, ...]
    code: int
    legal: bool


class Winds(NamedTuple):
    """The winds that count for a player.

    Attributes:
        own: the player's seat.
        round: the round's.
    """

    own: str
    round: str


#: Winds do not matter to a suit of numbers, nor to which of its hands are alike.
NO_WINDS: Final = Winds("", "")


@lru_cache(maxsize=1 << 16)
def won_suit(suit: str, key: int, claimed: str | None, winds: Winds) -> Suit:
    """Divide a winner's suit.

    Args:
        suit: ``m``, ``p``, ``s`` or ``z``.
        key: its key, see ``scoring.fimj.packing``; the winning tile stands.
        claimed: the winning tile if it is of the suit and was not drawn.
        winds: the winner's, for honors.
    """
    standing, melds = unpack(suit, key)
    parts = tuple(_won_part(sets, pair, melds, claimed, winds) for sets, pair in divide(suit, standing))
    counts = _counts(suit, standing, melds)
    heads, simples = any(map(is_head, counts)), not all(map(is_head, counts))
    kind = unit("honors" if suit == "z" else "suits") if counts else 0
    code = kind + heads * unit("heads") + simples * unit("simples")
    return Suit(parts, code, _legal(counts))


@lru_cache(maxsize=1 << 16)
def rack_suit(suit: str, key: int, winds: Winds) -> Suit:
    """Pack a suit of a hand that did not win (ruling 3).

    Args:
        suit: ``m``, ``p``, ``s`` or ``z``.
        key: its key, see ``scoring.fimj.packing``.
        winds: the player's, for honors.
    """
    standing, melds = unpack(suit, key)
    exposed = frozenset(meld.tiles[0] for meld in melds if meld.kind == "pung")
    parts = (_rack_part(groups, left, melds, winds) for groups, left in _packings(suit, standing, exposed))
    return Suit(_best(parts), 0, _legal(_counts(suit, standing, melds)))


def _counts(suit: str, standing: tuple[int, ...], melds: tuple[Meld, ...]) -> Counter[str]:
    counts = Counter({tile: count for tile, count in zip(SUITS[suit], standing, strict=True) if count})
    for meld in melds:
        counts.update(meld.tiles)
    return counts


def _legal(counts: Counter[str]) -> bool:
    return all(count <= 4 for count in counts.values())


def _won_part(
    sets: tuple[Meld, ...], pair: str | None, melds: tuple[Meld, ...], claimed: str | None, winds: Winds
) -> Part:
    completed = claimed and claimed != pair and not any(claimed in part.tiles for part in sets if part.kind == "chow")
    if completed:
        # The winning tile has no place but a triplet, which a discard leaves exposed (ruling 6).
        sets = tuple(Meld(part.tiles) if claimed in part.tiles else part for part in sets)
    pairs = () if pair is None else (pair,)
    return Part(_code((*sets, *melds), pairs, winds), sets, melds, pairs, ())


def _rack_part(
    groups: tuple[tuple[str, ...], ...], left: tuple[str, ...], melds: tuple[Meld, ...], winds: Winds
) -> Part:
    added = {group[0] for group in groups if len(group) == 1}
    laid = [Meld(meld.tiles[:1] * 4) if meld.kind == "pung" and meld.tiles[0] in added else meld for meld in melds]
    laid += [Meld(group, concealed=True) for group in groups if len(group) == 4]
    standing = tuple(Meld(group, concealed=True) for group in groups if len(group) == 3)
    pairs = tuple(group[0] for group in groups if len(group) == 2)
    return Part(_code((*standing, *laid), pairs, winds), standing, tuple(laid), pairs, left)


def _code(sets: tuple[Meld, ...], pairs: tuple[str, ...], winds: Winds) -> int:
    code = sum(pair_code(tile, winds) for tile in pairs)
    for each in sets:
        tile = each.tiles[0]
        if each.kind == "chow":
            code += unit("chows") + chow_unit(int(tile[0]))
        else:
            code += set_unit(each) + (_honor_code(tile, winds) if tile[1] == "z" else alike_unit(int(tile[0])))
    color = chow_patterns(chow_lanes(code))
    return code + (
        color.equal * unit("color_equal")
        + color.serpent * unit("color_serpent")
        + color.chained * unit("color_chained")
    )


def pair_code(tile: str, winds: Winds) -> int:
    """Return what a pair adds to a code."""
    code = is_head(tile) * unit("head_pairs")
    if tile in _DRAGONS:
        code += unit("dragon_pairs")
    elif tile[1] == "z":
        code += unit("wind_pairs")
        code += (tile == WIND_TILES[winds.own]) * unit("own_wind_pairs")
        code += (tile == WIND_TILES[winds.round]) * unit("round_wind_pairs")
    return code


def _honor_code(tile: str, winds: Winds) -> int:
    if tile in _DRAGONS:
        return unit("dragons")
    own, of_round = tile == WIND_TILES[winds.own], tile == WIND_TILES[winds.round]
    return unit("winds") + own * unit("own_wind") + of_round * unit("round_wind")


_Packing = tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]


def _packings(suit: str, counts: tuple[int, ...], exposed: frozenset[str], first: int = 0) -> Iterator[_Packing]:
    """Yield the groups and what is left, for the tiles from ``first`` on; a group of one joins its exposed triplet."""
    if first == len(counts):
        yield (), ()
        return
    tile = SUITS[suit][first]
    for chows in range(_most_chows(suit, counts, first) + 1):
        rest = tuple(
            count - chows if first <= index < first + 3 and chows else count for index, count in enumerate(counts)
        )
        for alike in _alike(rest[first], tile in exposed, pairs=suit == "z"):
            groups = (SUITS[suit][first : first + 3],) * chows + tuple((tile,) * size for size in alike)
            alone = (tile,) * (rest[first] - sum(alike))
            for others, left in _packings(suit, rest, exposed, first + 1):
                yield groups + others, alone + left


def _most_chows(suit: str, counts: tuple[int, ...], first: int) -> int:
    return 0 if suit == "z" or first > 6 else min(counts[first : first + 3])


def _alike(count: int, exposed: bool, *, pairs: bool) -> Iterator[tuple[int, ...]]:
    """Yield the sizes of the groups that so many alike can be laid out in, full ones only."""
    if exposed and count:
        yield (1,)
    if count >= 4:
        yield (4,)
    if count >= 3:
        yield (3,)
    if pairs and count == 2:
        yield (2,)
    if not (exposed and count) and (count < 2 if pairs else count < 3):
        yield ()


def _best(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Drop the parts that another one equals or surpasses in everything that counts."""
    kept: list[tuple[tuple[int, ...], Part]] = []
    # Whatever surpasses a part comes before it.
    for measure, part in sorted(((_measure(part), part) for part in parts), key=lambda pair: pair[0], reverse=True):
        if not any(all(map(ge, better, measure)) for better, _ in kept):
            kept.append((measure, part))
    return tuple(part for _, part in kept)


def _measure(part: Part) -> tuple[int, ...]:
    """Everything of a part by which more of it can only raise a result."""
    seen = features("rack", essence(part.code), Luck())
    numbers = (
        *(alike_numbers(part.code) >> 2 * index & 3 for index in range(9)),
        *(chow_lanes(part.code) >> 3 * index & 7 for index in range(7)),
    )
    honors = seen.own_wind, seen.round_wind, seen.dragons
    return points(seen), seen.head_alike, seen.hidden, *honors, *numbers
