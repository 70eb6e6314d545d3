"""Zung Jung once more, as slowly and plainly as can be, to compare with: tiles are pairs of (suit, number).

Written from the rules alone: every arrangement by trying every set for the first tile left, every place for the
winning tile, every pattern by looking at the sets. It shares no code with ``scoring`` but the types it is given.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from hu.scoring.hand import Hand, Win

Tile = tuple[str, int]
Group = tuple[Tile, ...]

SEATS = "ESWN"


def value(hand: Hand, win: Win) -> tuple[int, int, dict[str, int]]:
    """The best reading's value, sum before the limits, and points by pattern (flowers counted whole)."""
    results = [_limit(_highest_of_series(patterns)) for patterns in _all_readings(hand, win)]
    return max(results, key=lambda result: result[:2])


def wins(hand: Hand) -> bool:
    return any(True for _ in arrangements(hand)) or _is_pairs(hand) or is_orphans(hand)


def _limit(patterns: dict[str, int]) -> tuple[int, int, dict[str, int]]:
    total = sum(patterns.values())
    single = [points for name, points in patterns.items() if points >= 320]
    if single:
        return max(single), total, patterns
    return (min(total, 320) if patterns else 1), total, patterns


def _highest_of_series(patterns: dict[str, int]) -> dict[str, int]:
    kept = {}
    for name, points in patterns.items():
        rivals = [other for other in patterns if other.split(".")[:2] == name.split(".")[:2]]
        if name.startswith("11.") or all(patterns[rival] <= points for rival in rivals):
            kept[name] = points
    return kept


def code(tile: str) -> Tile:
    return tile[1], int(tile[0])


def _standing(hand: Hand) -> list[Tile]:
    return sorted(
        code(tile) for tile in [*hand.concealed, *([hand.winning] if hand.winning else [])]
    )


def _is_pairs(hand: Hand) -> bool:
    return not hand.melds and all(count in (2, 4) for count in Counter(_standing(hand)).values())


def is_orphans(hand: Hand) -> bool:
    tiles = _standing(hand)
    return len(tiles) == 14 and len(set(tiles)) == 13 and all(head(tile) for tile in tiles)


def head(tile: Tile) -> bool:
    return tile[0] == "z" or tile[1] in (1, 9)


def arrangements(hand: Hand) -> Iterator[tuple[list[Group], Tile]]:
    tiles = _standing(hand)
    for pair in sorted(set(tiles)):
        if tiles.count(pair) >= 2:
            rest = list(tiles)
            rest.remove(pair)
            rest.remove(pair)
            for sets in _sets(rest):
                if len(sets) + len(hand.melds) == 4:
                    yield sets, pair


def _sets(tiles: list[Tile]) -> Iterator[list[Group]]:
    if not tiles:
        yield []
        return
    suit, number = tiles[0]
    triplet = ((suit, number),) * 3
    sequence = ((suit, number), (suit, number + 1), (suit, number + 2))
    for group in (triplet, sequence) if suit != "z" else (triplet,):
        rest = list(tiles)
        try:
            for tile in group:
                rest.remove(tile)
        except ValueError:
            continue
        for others in _sets(rest):
            yield [group, *others]


def _all_readings(hand: Hand, win: Win) -> Iterator[dict[str, int]]:
    common = _luck(hand, win)
    tiles = [code(tile) for meld in hand.melds for tile in meld.tiles] + _standing(hand)
    if is_orphans(hand):
        yield {"10.1": 160, **common}
    if _is_pairs(hand):
        yield {"10.2": 30, **_tiles_only(tiles), **common}
    melded = [(tuple(code(tile) for tile in meld.tiles), meld.concealed) for meld in hand.melds]
    for sets, pair in arrangements(hand):
        places = [index for index, group in enumerate(sets) if code(hand.winning or "") in group]
        places += [-1] if code(hand.winning or "") == pair else []
        for place in places:
            claimed = None if win.how == "self-draw" else place
            groups = [*((group, index != claimed) for index, group in enumerate(sets)), *melded]
            yield {**_with_sets(groups, pair, hand, win), **_tiles_only(tiles), **common}


def _luck(hand: Hand, win: Win) -> dict[str, int]:
    drawn = win.how == "self-draw"
    own = [tile for tile in hand.bonus if tile[0] == str(SEATS.index(win.winner) + 1)]
    kinds = Counter(tile[1] for tile in hand.bonus)
    points = {
        "9.1.1": 10 * ("last-tile" in win.circumstances and drawn),
        "9.1.2": 10 * ("last-tile" in win.circumstances and not drawn),
        "9.2": 10 * ("kong-replacement" in win.circumstances),
        "9.3": 10 * (win.how == "robbed-kong"),
        "9.4.1": 155 * ("heaven" in win.circumstances),
        "9.4.2": 155 * ("earth" in win.circumstances),
        "11.1.1": 2 * (len(hand.bonus) - len(own)),
        "11.1.2": 4 * len(own),
        "11.2.1": 10 * (kinds["f"] == 4),
        "11.2.2": 10 * (kinds["g"] == 4),
    }
    return {name: worth for name, worth in points.items() if worth}


def _tiles_only(tiles: list[Tile]) -> dict[str, int]:
    suits = {suit for suit, _ in tiles}
    points = {
        "1.3": 5 * (not any(map(head, tiles))),
        "2.1.1": 40 * (len(suits) == 2 and "z" in suits),
        "2.1.2": 80 * (len(suits) == 1 and "z" not in suits),
        "3.4": 320 * (suits == {"z"}),
        "8.1.3": 100 * all(map(head, tiles)),
        "8.1.4": 400 * all(head(tile) and tile[0] != "z" for tile in tiles),
    }
    return {name: worth for name, worth in points.items() if worth}


def _with_sets(
    groups: list[tuple[Group, bool]], pair: Tile, hand: Hand, win: Win
) -> dict[str, int]:
    sets: list[Any] = [group for group, _ in groups]
    sequences = [group for group in sets if group[0] != group[1]]
    triplets = [group[0] for group in sets if group[0] == group[1]]
    concealed = sum(drawn for group, drawn in groups if group[0] == group[1])
    quads = sum(len(group) == 4 for group in sets)
    winds = sum(suit == "z" and number <= 4 for suit, number in triplets)
    dragons = sum(suit == "z" and number >= 5 for suit, number in triplets)
    own = ("z", SEATS.index(win.winner) + 1)
    pair_wind, pair_dragon = pair[0] == "z" and pair[1] <= 4, pair[0] == "z" and pair[1] >= 5
    last = _standing(hand) if "heaven" in win.circumstances else [code(hand.winning or "")]
    equal = [*sorted(Counter(sequences).values(), reverse=True), 0, 0]
    outside = all(any(map(head, group)) for group in [*sets, (pair,)])
    every = [*(tile for group in sets for tile in group), pair]
    points = {
        "1.1": 5 * (len(sequences) == 4),
        "1.2": 5 * all(meld.concealed for meld in hand.melds),
        "2.2": 480 * any(is_gates(hand, tile) for tile in last),
        "3.1": 10 * (dragons + triplets.count(own)),
        "3.2.1": 40 * (dragons == 2 and pair_dragon),
        "3.2.2": 130 * (dragons == 3),
        "3.3.1": 30 * (winds == 2 and pair_wind),
        "3.3.2": 120 * (winds == 3),
        "3.3.3": 320 * (winds == 3 and pair_wind),
        "3.3.4": 400 * (winds == 4),
        "4.1": 30 * (len(triplets) == 4),
        **{f"4.2.{number - 1}": worth * (concealed == number) for number, worth in ((2, 5), (3, 30), (4, 125))},
        **{f"4.3.{number}": worth * (quads == number) for number, worth in ((1, 5), (2, 20), (3, 120), (4, 480))},
        "5.1.1": 10 * (equal[0] == 2 and equal[1] < 2),
        "5.1.2": 60 * (equal[0] == 2 and equal[1] == 2),
        "5.1.3": 120 * (equal[0] == 3),
        "5.1.4": 480 * (equal[0] == 4),
        "6.1": 35 * any(all(((s, n), (s, n + 1), (s, n + 2)) in sequences for s in "mps") for n in range(1, 8)),
        "6.2.1": 30 * any(
            pair == (s, pair[1]) and all((other, pair[1]) in triplets for other in "mps" if other != s) for s in "mps"
        ),
        "6.2.2": 120 * any(all((s, n) in triplets for s in "mps") for n in range(1, 10)),
        "7.1": 40 * any(all(((s, n), (s, n + 1), (s, n + 2)) in sequences for n in (1, 4, 7)) for s in "mps"),
        "7.2.1": 100 * _row(triplets, 3),
        "7.2.2": 200 * _row(triplets, 4),
        "8.1.1": 40 * outside,
        "8.1.2": 50 * (outside and all(suit != "z" for suit, _ in every)),
    }  # fmt: skip
    return {name: worth for name, worth in points.items() if worth}


def _row(triplets: list[Tile], length: int) -> bool:
    return any(
        all((suit, n + step) in triplets for step in range(length))
        for suit in "mps"
        for n in range(1, 10)
    )


def is_gates(hand: Hand, last: Tile) -> bool:
    """Whether a hand waited for every number of its suit, when this was its last tile."""
    rest = _standing(hand)
    rest.remove(last)
    return not hand.melds and rest in [[(suit, int(n)) for n in "1112345678999"] for suit in "mps"]
