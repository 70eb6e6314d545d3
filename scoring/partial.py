"""Hands that do not win yet: what is left over, and the winning hands one tile away."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from hu.scoring.hand import RANK, Hand, Meld
from hu.scoring.shapes import COMMON, Shape, wins
from hu.scoring.tiles import KINDS

_KINDS: Final = frozenset(KINDS)


@dataclass(frozen=True, slots=True)
class Nearby:
    """A winning hand that differs by one tile.

    Attributes:
        hand: the hand that wins.
        removed: the tile that was taken away, None if one was only added.
        added: the tile that was put in, None if one was only taken away.
    """

    hand: Hand
    removed: str | None
    added: str | None


def leftover(tiles: tuple[str, ...]) -> tuple[str, ...]:
    """Take out as many tiles in sets and one pair as can be, and return the rest, in order."""
    return _leftover(tuple(sorted(tiles, key=RANK.__getitem__)), True)


@lru_cache(maxsize=1 << 14)
def _leftover(tiles: tuple[str, ...], pair_allowed: bool) -> tuple[str, ...]:
    if not tiles:
        return ()
    first = tiles[0]
    choices = [(first, *_leftover(tiles[1:], pair_allowed))]
    for group in _groups(first, pair_allowed):
        rest = _take(tiles, group)
        if rest is not None:
            choices.append(_leftover(rest, pair_allowed and len(group) == 3))
    return min(choices, key=len)


def _groups(tile: str, pair_allowed: bool) -> Iterator[tuple[str, ...]]:
    """The sets, and the pair, that a tile begins."""
    yield (tile,) * 3
    number, suit = int(tile[0]), tile[1]
    if suit in "mps":
        yield tile, f"{number + 1}{suit}", f"{number + 2}{suit}"
    if pair_allowed:
        yield tile, tile


def _take(tiles: tuple[str, ...], group: tuple[str, ...]) -> tuple[str, ...] | None:
    rest = list(tiles)
    for tile in group:
        if tile not in rest:
            return None
        rest.remove(tile)
    return tuple(rest)


def nearest(hand: Hand, shapes: Sequence[Shape] = COMMON) -> tuple[Nearby, ...]:
    """Find every winning hand one tile away: a tile exchanged, or put in or taken away where the number is off by one.

    A tile put into a hand without a winning tile becomes the winning one.

    Returns:
        In a fixed order; empty when nothing is that near. A hand that wins already is not looked at specially.
    """
    found = dict.fromkeys(near for near in _changes(hand) if _is_winning(near.hand, shapes))
    return tuple(found)


def _is_winning(hand: Hand, shapes: Sequence[Shape]) -> bool:
    if any(meld.kind == "other" or (meld.concealed and meld.kind != "quad") for meld in hand.melds):
        return False
    tiles = hand.tiles
    return all(tiles.count(tile) <= 4 for tile in set(tiles)) and wins(hand.standing, len(hand.melds), shapes)


def _changes(hand: Hand) -> Iterator[Nearby]:
    missing = 14 - len(hand.standing) - 3 * len(hand.melds)
    if missing == 1:
        yield from _additions(hand)
    elif missing == -1:
        for tile in dict.fromkeys(hand.concealed):
            yield Nearby(replace(hand, concealed=_take(hand.concealed, (tile,)) or ()), tile, None)
    elif missing == 0:
        yield from _exchanges(hand)


def _additions(hand: Hand) -> Iterator[Nearby]:
    for tile in KINDS:
        if hand.winning is None:
            yield Nearby(replace(hand, winning=tile), None, tile)
        else:
            yield Nearby(replace(hand, concealed=(*hand.concealed, tile)), None, tile)


def _exchanges(hand: Hand) -> Iterator[Nearby]:
    for old in dict.fromkeys(hand.concealed):
        rest = _take(hand.concealed, (old,)) or ()
        yield from (Nearby(replace(hand, concealed=(*rest, new)), old, new) for new in KINDS if new != old)
    if hand.winning is not None:
        old = hand.winning
        yield from (Nearby(replace(hand, winning=new), old, new) for new in KINDS if new != old)
    for index, meld in enumerate(hand.melds):
        for mended in _mended(meld):
            melds = (*hand.melds[:index], mended[0], *hand.melds[index + 1 :])
            yield Nearby(replace(hand, melds=melds), mended[1], mended[2])


def _mended(meld: Meld) -> Iterator[tuple[Meld, str, str]]:
    """Sets that an illegal meld becomes when one of its tiles is exchanged."""
    if meld.kind != "other":
        return
    for old in dict.fromkeys(meld.tiles):
        for new in KINDS:
            candidate = Meld((*(_take(meld.tiles, (old,)) or ()), new), concealed=meld.concealed)
            if candidate.kind != "other":
                yield candidate, old, new
