"""What each suit of a hand can be arranged as, remembered by suit so that a hand costs little.

A winner's suit is divided into sets and a pair, nothing left over. A suit of any other hand is packed with sets in
every way that may turn out best: adding a set to a packing never lowers a result, so only full packings are kept, and
of those only the ones that no other surpasses in everything that counts.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from operator import ge, itemgetter
from typing import Final, NamedTuple

from hu.scoring.fimj.features import (
    Essence,
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
from hu.scoring.fimj.packing import unpack
from hu.scoring.fimj.worth import points
from hu.scoring.hand import SEATS, Meld
from hu.scoring.readings import SUITS, divide
from hu.scoring.tiles import KINDS

#: The tile of each wind.
WIND_TILES: Final = dict(zip(SEATS, SUITS["z"], strict=False))
_DRAGONS: Final = frozenset(SUITS["z"][4:])
#: Sets made of standing tiles; quads among them are laid down at the end.
_SETS: Final = {
    tiles: Meld(tiles, concealed=True)
    for tiles in (
        *(SUITS[suit][first : first + 3] for suit in "mps" for first in range(7)),
        *((tile,) * size for tile in KINDS for size in (3, 4)),
    )
}


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


class Plan(NamedTuple):
    """How to pack a suit of a hand that did not win, in numbers.

    Attributes:
        groups: sets, pairs of honors, and single tiles that join their exposed triplet.
        left: what is left over.
    """

    groups: tuple[tuple[int, ...], ...]
    left: tuple[int, ...]


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
        key: its key, see ``hu.scoring.fimj.packing``; the winning tile stands.
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
        key: its key, see ``hu.scoring.fimj.packing``.
        winds: the player's, for honors.
    """
    standing, melds = unpack(suit, key)
    parts = [_rack_part(suit, plan, code, melds) for plan, code in _rack_plans(suit == "z", key, winds)]
    legal = max(standing) <= 4 if not melds else _legal(_counts(suit, standing, melds))
    return Suit(tuple(parts), 0, legal)


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


def _rack_part(suit: str, plan: Plan, code: int, melds: tuple[Meld, ...]) -> Part:
    groups = [tuple([SUITS[suit][number - 1] for number in group]) for group in plan.groups]
    standing = tuple([_SETS[group] for group in groups if len(group) == 3])
    pairs = tuple([group[0] for group in groups if len(group) == 2])
    left = tuple([SUITS[suit][number - 1] for number in plan.left])
    return Part(code, standing, _laid(groups, melds), pairs, left)


def _laid(groups: list[tuple[str, ...]], melds: tuple[Meld, ...]) -> tuple[Meld, ...]:
    """Lay down the quads among the groups, and join the tiles that are alone to their exposed triplets."""
    added = [group[0] for group in groups if len(group) == 1]
    kept = [Meld(meld.tiles[:1] * 4) if meld.kind == "pung" and meld.tiles[0] in added else meld for meld in melds]
    return (*kept, *(_SETS[group] for group in groups if len(group) == 4))


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


def _rack_plans(honors: bool, key: int, winds: Winds) -> tuple[tuple[Plan, int], ...]:
    """Find the best ways to pack a suit, with what each adds to a code; the suits of numbers share them."""
    return _honor_plans(key, winds) if honors else _number_plans(key)


@lru_cache(maxsize=1 << 16)
def _number_plans(key: int) -> tuple[tuple[Plan, int], ...]:
    return _best("m", key, NO_WINDS)


@lru_cache(maxsize=1 << 14)
def _honor_plans(key: int, winds: Winds) -> tuple[tuple[Plan, int], ...]:
    return _best("z", key, winds)


def _best(suit: str, key: int, winds: Winds) -> tuple[tuple[Plan, int], ...]:
    """Drop the plans that another one equals or surpasses in everything that counts."""
    standing, melds = unpack(suit, key)
    exposed = sum(1 << int(meld.tiles[0][0]) - 1 for meld in melds if meld.kind == "pung")
    plans = [(plan, _plan_code(suit, plan, melds, winds)) for plan in _plans(standing, 1, exposed, suit == "z")]
    if len(plans) == 1:
        return tuple(plans)
    kept: list[tuple[tuple[int, ...], tuple[Plan, int]]] = []
    # Whatever surpasses a plan comes before it.
    for measure, plan in sorted(((_measure(plan[1]), plan) for plan in plans), key=itemgetter(0), reverse=True):
        if not any(all(map(ge, better, measure)) for better, _ in kept):
            kept.append((measure, plan))
    return tuple(plan for _, plan in kept)


def _plan_code(suit: str, plan: Plan, melds: tuple[Meld, ...], winds: Winds) -> int:
    part = _rack_part(suit, plan, 0, melds)
    return _code((*part.standing, *part.laid), part.pairs, winds)


@lru_cache(maxsize=1 << 16)
def _plans(counts: tuple[int, ...], first: int, exposed: int, honors: bool) -> tuple[Plan, ...]:
    """Find every full way to pack the tiles from one number on.

    Args:
        counts: how many stand of the number ``first``, of the next, and so on.
        first: the first number.
        exposed: a bit for each number from ``first`` on tells whether an exposed triplet of it lies on the rack.
        honors: whether the tiles are honors.
    """
    if not counts:
        return (Plan((), ()),)
    found: list[Plan] = []
    for chows in range((0 if honors else min(counts[:3]) if len(counts) > 2 else 0) + 1):
        rest = (counts[1] - chows, counts[2] - chows, *counts[3:]) if chows else counts[1:]
        others = _plans(rest, first + 1, exposed >> 1, honors)
        alone = counts[0] - chows
        for alike in _alike(alone, bool(exposed & 1), pairs=honors):
            groups = ((first, first + 1, first + 2),) * chows + tuple((first,) * size for size in alike)
            left = (first,) * (alone - sum(alike))
            found += [Plan(groups + other.groups, left + other.left) for other in others]
    return tuple(found)


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


def _measure(code: int) -> tuple[int, ...]:
    """Everything of a code by which more of it can only raise a result."""
    alike, chows = alike_numbers(code), chow_lanes(code)
    numbers = (alike & 3 << 2 * index for index in range(9))
    return *_measure_added(essence(code).added), *numbers, *(chows & 7 << 3 * index for index in range(7))


@lru_cache(maxsize=1 << 12)
def _measure_added(added: int) -> tuple[int, ...]:
    seen = features("rack", Essence(added, False, chow_patterns(0)), Luck())
    return points(seen), seen.head_alike, seen.hidden, seen.own_wind, seen.round_wind, seen.dragons
