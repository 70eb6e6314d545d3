"""Which tiles earn points and doublings: the sets to point at when a player asks why."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from hu.scoring.fimj.arrangements import Arrangement
from hu.scoring.fimj.counts import WIND_NUMBERS, Winds
from hu.scoring.fimj.rules import Rule
from hu.scoring.hand import RANK, Meld
from hu.scoring.notation import format_meld, format_tiles
from hu.scoring.tiles import DRAGONS, ORPHANS


class _Laid(NamedTuple):
    """An arranged hand, for the functions that point at tiles."""

    arrangement: Arrangement
    bonus: tuple[str, ...]
    winds: Winds

    @property
    def sets(self) -> list[Meld]:
        sets = self.arrangement.standing + self.arrangement.laid
        return sorted(sets, key=lambda meld: [RANK[tile] for tile in meld.tiles])

    @property
    def alike(self) -> list[Meld]:
        return [meld for meld in self.sets if meld.kind != "sequence"]

    @property
    def sequences(self) -> list[Meld]:
        return [meld for meld in self.sets if meld.kind == "sequence"]


def explanation(rule: Rule, arrangement: Arrangement, bonus: tuple[str, ...], winds: Winds) -> tuple[str, ...]:
    """Show the sets, pairs or tiles that earn a rule which an arrangement holds.

    Args:
        rule: the row of the table.
        arrangement: the arrangement chosen.
        bonus: the hand's flowers and seasons.
        winds: the player's winds.

    Returns:
        Tiles in the notation, group by group; empty when it is the hand as a whole, or a circumstance of the win.
    """
    laid = _Laid(arrangement, bonus, winds)
    shown = list(_SHOWN[rule.id](laid)) if rule.id in _SHOWN else _of_kind(rule.id, laid)
    return tuple(map(_text, shown))


_Group = Meld | tuple[str, ...]
_Show = Callable[[_Laid], Iterator[_Group]]


def _text(group: _Group) -> str:
    if isinstance(group, Meld):
        standing = group.concealed and group.kind != "quad"
        return format_tiles(group.tiles) if standing or group.kind == "sequence" else format_meld(group)
    return format_tiles(group)


def _of_kind(name: str, laid: _Laid) -> list[_Group]:
    """Show the sets that have points of a kind: its name says which."""
    return [meld for meld in laid.alike if _kind(meld) == name]


def _kind(meld: Meld) -> str:
    shown = "concealed" if meld.concealed else "exposed"
    head = "-head" if _is_head(meld.tiles[0]) else ""
    return f"{shown}{head}-{'quad' if meld.kind == 'quad' else 'triplet'}"


def _is_head(tile: str) -> bool:
    """Whether a tile is a terminal or an honor ('testa')."""
    return tile in ORPHANS


def _pairs(wanted: Callable[[_Laid], tuple[str, ...]]) -> _Show:
    return lambda laid: ((tile, tile) for tile in laid.arrangement.pairs if tile in wanted(laid))


def _alike(wanted: Callable[[_Laid], tuple[str, ...]]) -> _Show:
    return lambda laid: (meld for meld in laid.alike if meld.tiles[0] in wanted(laid))


def _own(laid: _Laid) -> tuple[str, ...]:
    return (WIND_NUMBERS[laid.winds.own] + "z",)


def _round(laid: _Laid) -> tuple[str, ...]:
    return (WIND_NUMBERS[laid.winds.round] + "z",)


def _dragons(_: _Laid) -> tuple[str, ...]:
    return DRAGONS


def _all_bonus(laid: _Laid) -> Iterator[_Group]:
    return ((tile,) for tile in laid.bonus)


def _own_bonus(laid: _Laid) -> Iterator[_Group]:
    number = WIND_NUMBERS[laid.winds.own]
    return ((tile,) for tile in laid.bonus if tile[0] == number)


def _bouquets(laid: _Laid) -> Iterator[_Group]:
    fours = (tuple(tile for tile in laid.bonus if tile[1] == suit) for suit in "fg")
    return (four for four in fours if len(four) == 4)


def _heads(laid: _Laid) -> Iterator[_Group]:
    return (meld for meld in laid.alike if _is_head(meld.tiles[0]))


def _hidden(laid: _Laid) -> Iterator[_Group]:
    return (meld for meld in laid.alike if meld.concealed and meld.kind == "triplet")


def _equal_alike(laid: _Laid) -> Iterator[_Group]:
    numbers = Counter(meld.tiles[0][0] for meld in laid.alike if meld.tiles[0][1] != "z")
    return (meld for meld in laid.alike if meld.tiles[0][1] != "z" and numbers[meld.tiles[0][0]] == 3)


def _equal_sequences(color: bool) -> _Show:
    """Show the sequences that begin alike, in one suit or in any."""

    def show(laid: _Laid) -> Iterator[_Group]:
        counts = Counter(_first(meld, color) for meld in laid.sequences)
        return (meld for meld in laid.sequences if counts[_first(meld, color)] >= 3)

    return show


def _first(sequence: Meld, color: bool) -> str:
    return sequence.tiles[0] if color else sequence.tiles[0][0]


def _serpent(firsts: str, color: bool) -> _Show:
    """Show a row of sequences by their first numbers, in one suit or in any."""

    def show(laid: _Laid) -> Iterator[_Group]:
        for suits in ("m", "p", "s") if color else ("mps",):
            found = {meld.tiles[0][0]: meld for meld in laid.sequences if meld.tiles[0][1] in suits}
            if found.keys() >= set(firsts):
                return (found[first] for first in firsts)
        return iter(())

    return show


_SHOWN: Final[dict[str, _Show]] = {
    "own-wind-pair": _pairs(_own),
    "round-wind-pair": _pairs(_round),
    "dragon-pair": _pairs(_dragons),
    "bonus": _all_bonus,
    "own-flower": _own_bonus,
    "bouquet": _bouquets,
    "own-wind": _alike(_own),
    "round-wind": _alike(_round),
    "dragon-triplet": _alike(_dragons),
    "3-head-triplets": _heads,
    "4-head-triplets": _heads,
    "3-equal-triplets": _equal_alike,
    "3-hidden-triplets": _hidden,
    "4-hidden-triplets": _hidden,
    "3-equal-chows": _equal_sequences(color=False),
    "3-equal-chows-color": _equal_sequences(color=True),
    "4-equal-chows": _equal_sequences(color=False),
    "4-equal-chows-color": _equal_sequences(color=True),
    "serpent": _serpent("147", color=False),
    "serpent-color": _serpent("147", color=True),
    "chained-serpent": _serpent("1357", color=False),
    "chained-serpent-color": _serpent("1357", color=True),
}
