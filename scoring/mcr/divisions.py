"""Which sets and tiles earn each fan: the library names the fan, this finds a division of the hand that holds them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Final, NamedTuple

from hu.scoring.arrangements import divide_tiles
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.mcr.knitted import KNITTED
from hu.scoring.melds import Meld
from hu.scoring.notation import format_meld, format_tiles
from hu.scoring.patterns import ScoreItem
from hu.scoring.tiles import DRAGONS, WINDS

#: The fan of waits, by what the winning tile completes.
WAITS: Final = ("edge-wait", "closed-wait", "single-wait")


class Division(NamedTuple):
    """One way to divide a winning hand.

    Attributes:
        standing: the sets among the standing tiles.
        melds: the sets on the table.
        pair: the pair's tile.
        knitted: the nine tiles of a knitted straight, if there is one.
    """

    standing: tuple[Meld, ...]
    melds: tuple[Meld, ...]
    pair: str
    knitted: tuple[str, ...] = ()

    @property
    def sets(self) -> tuple[Meld, ...]:
        """All sets."""
        return self.standing + self.melds

    def wait(self, tile: str) -> str | None:
        """The fan of a wait for one tile alone that completes a set or the pair."""
        if any(_is_edge(part, tile) for part in self.standing):
            return "edge-wait"
        if any(part.kind == "sequence" and part.tiles[1] == tile for part in self.standing):
            return "closed-wait"
        return "single-wait" if tile == self.pair else None


class _Row(NamedTuple):
    """Sets of one kind, all of one suit or each of another, whose numbers rise by equal steps."""

    kind: str
    sets: int
    one_suit: bool
    steps: tuple[int, ...]


_ROWS: Final = {
    "pure-double-chow": _Row("sequence", 2, True, (0,)),
    "mixed-double-chow": _Row("sequence", 2, False, (0,)),
    "short-straight": _Row("sequence", 2, True, (3,)),
    "two-terminal-chows": _Row("sequence", 2, True, (6,)),
    "pure-triple-chow": _Row("sequence", 3, True, (0,)),
    "mixed-triple-chow": _Row("sequence", 3, False, (0,)),
    "quadruple-chow": _Row("sequence", 4, True, (0,)),
    "pure-straight": _Row("sequence", 3, True, (3,)),
    "mixed-straight": _Row("sequence", 3, False, (3,)),
    "pure-shifted-chows": _Row("sequence", 3, True, (1, 2)),
    "mixed-shifted-chows": _Row("sequence", 3, False, (1,)),
    "four-pure-shifted-chows": _Row("sequence", 4, True, (1, 2)),
    "double-pung": _Row("triplet", 2, False, (0,)),
    "triple-pung": _Row("triplet", 3, False, (0,)),
    "pure-shifted-pungs": _Row("triplet", 3, True, (1,)),
    "mixed-shifted-pungs": _Row("triplet", 3, False, (1,)),
    "four-pure-shifted-pungs": _Row("triplet", 4, True, (1,)),
}
_HONOURS: Final = {
    **dict.fromkeys(("big-four-winds", "little-four-winds", "big-three-winds"), WINDS),
    **dict.fromkeys(
        ("big-three-dragons", "little-three-dragons", "two-dragon-pungs", "dragon-pung"), DRAGONS
    ),
}
_WITH_PAIR: Final = frozenset({"little-four-winds", "little-three-dragons"})
_CONCEALED: Final = frozenset(
    {"two-concealed-pungs", "three-concealed-pungs", "four-concealed-pungs"}
)
_QUADS: Final = {
    "melded-kong": (False,),
    "two-melded-kongs": (False,),
    "concealed-kong": (True,),
    "two-concealed-kongs": (True,),
    "concealed-kong-and-melded-kong": (True, False),
    "three-kongs": (True, False),
    "four-kongs": (True, False),
}


def explain(
    items: Sequence[ScoreItem], hand: Hand, win: Win, round_wind: str
) -> tuple[ScoreItem, ...]:
    """Add the sets and tiles that earn each fan, in the division that holds the most of them.

    Args:
        items: the fan that were counted.
        hand: the hand.
        win: the win.
        round_wind: the wind of the round.
    """
    # Pairs, orphans and honors with knitted tiles have no division.
    found: list[Division | None] = [*divisions(hand)] or [None]
    ways = [
        [_tiles_of(item.pattern.id, item.count, division, hand, win, round_wind) for item in items]
        for division in found
    ]
    best = max(ways, key=lambda tiles: sum(map(bool, tiles)))
    return tuple(replace(item, tiles=tiles) for item, tiles in zip(items, best, strict=True))


def divisions(hand: Hand) -> Iterator[Division]:
    """Divide a winning hand into sets and a pair in every way, beside a knitted straight too."""
    counts = Counter(hand.standing)
    for sets, pair in divide_tiles(hand.standing):
        if len(sets) + len(hand.melds) == 4:
            yield Division(sets, hand.melds, pair)
    for knitted in KNITTED:
        if all(counts[tile] for tile in knitted):
            for sets, pair in divide_tiles((counts - Counter(knitted)).elements()):
                if len(sets) + len(hand.melds) == 1:
                    yield Division(sets, hand.melds, pair, knitted)


def _tiles_of(
    fan: str, count: int, division: Division | None, hand: Hand, win: Win, round_wind: str
) -> tuple[str, ...]:
    """The sets or tiles that earn a fan, in the notation; empty where the whole hand or the win itself does."""
    if fan in ("flower-tiles", "tile-hog", "knitted-straight"):
        return tuple(_tiles_alone(fan, hand))
    if division is None:
        return ()
    if fan in _ROWS:
        found = [
            sets
            for sets in combinations(division.sets, _ROWS[fan].sets)
            if _is_row(_ROWS[fan], sets)
        ]
        return (
            _written([part for sets in found[:count] for part in sets])
            if len(found) >= count
            else ()
        )
    if fan in WAITS:
        return _waiting_tiles(fan, division, str(hand.winning))
    parts = _written(_single_sets(fan, count, division, hand, win, round_wind))
    return (*parts, format_tiles((division.pair,) * 2)) if fan in _WITH_PAIR else parts


def _tiles_alone(fan: str, hand: Hand) -> Iterator[str]:
    """The tiles that earn a fan however the hand is divided."""
    held = Counter(hand.tiles)
    if fan == "flower-tiles":
        yield from hand.bonus
    elif fan == "tile-hog":
        quads = {meld.tiles[0] for meld in hand.melds if meld.kind == "quad"}
        yield from (
            format_tiles((tile,) * 4) for tile in held if held[tile] == 4 and tile not in quads
        )
    else:
        standing = set(hand.standing)
        yield from [format_tiles(knitted) for knitted in KNITTED if standing.issuperset(knitted)][
            :1
        ]


def _single_sets(
    fan: str, count: int, division: Division, hand: Hand, win: Win, round_wind: str
) -> Sequence[Meld]:
    """The sets that earn a fan each by itself."""
    triplets = [part for part in division.sets if part.kind in ("triplet", "quad")]
    own, prevalent = WINDS[SEATS.index(win.winner)], WINDS[SEATS.index(round_wind)]
    kinds = {"seat-wind": (own,), "prevalent-wind": (prevalent,), **_HONOURS}
    if fan in kinds:
        return [part for part in triplets if part.tiles[0] in kinds[fan]]
    if fan == "pung-of-terminals-or-honors":
        terminals = [
            part for part in triplets if part.tiles[0][0] in "19" and part.tiles[0][1] != "z"
        ]
        winds = [
            part
            for part in triplets
            if part.tiles[0] in WINDS and part.tiles[0] not in (own, prevalent)
        ]
        return [*terminals, *winds][:count]
    if fan in _QUADS:
        return [
            part for part in division.melds if part.kind == "quad" and part.concealed in _QUADS[fan]
        ]
    if fan not in _CONCEALED:
        return ()
    tile = str(hand.winning)
    places = [part for part in division.standing if tile in part.tiles]
    elsewhere = (
        tile in division.knitted
        or tile == division.pair
        or any(part.kind == "sequence" for part in places)
    )
    # A discard claims the triplet that it completes, where the tile has no other place.
    claimed = [] if win.drawn or elsewhere else places[:1]
    quads = [part for part in division.melds if part.concealed]
    return [
        *(part for part in division.standing if part.kind == "triplet" and part not in claimed),
        *quads,
    ]


def _is_row(row: _Row, sets: Sequence[Meld]) -> bool:
    if not all(
        part.tiles[0][1] != "z" and (part.kind == "sequence") == (row.kind == "sequence")
        for part in sets
    ):
        return False
    suits = {part.tiles[0][1] for part in sets}
    numbers = sorted(int(part.tiles[0][0]) for part in sets)
    steps = {after - before for before, after in pairwise(numbers)}
    return (
        len(suits) == (1 if row.one_suit else len(sets))
        and len(steps) == 1
        and steps <= set(row.steps)
    )


def _is_edge(part: Meld, tile: str) -> bool:
    return part.kind == "sequence" and tile == {"1": part.tiles[2], "7": part.tiles[0]}.get(
        part.tiles[0][0]
    )


def _waiting_tiles(fan: str, division: Division, tile: str) -> tuple[str, ...]:
    if fan == "single-wait":
        return (format_tiles((tile, tile)),) if tile == division.pair else ()
    closed = fan == "closed-wait"
    fits = [
        part
        for part in division.standing
        if (part.kind == "sequence" and part.tiles[1] == tile if closed else _is_edge(part, tile))
    ]
    return _written(fits[:1])


def _written(parts: Sequence[Meld]) -> tuple[str, ...]:
    return tuple(
        format_meld(part)
        if not part.concealed or len(part.tiles) == 4
        else format_tiles(part.tiles)
        for part in parts
    )
