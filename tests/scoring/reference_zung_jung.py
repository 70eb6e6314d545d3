"""Zung Jung once more, as slowly and plainly as can be, to compare with.

Tiles are pairs of (suit, number). Written from the rules alone: every arrangement by trying every
meld for the first tile that is left, every place for the winning tile, every pattern by looking at
the melds. It shares no code with ``scoring`` except the types of its arguments.
"""

from collections import Counter
from collections.abc import Iterator

from hu.scoring.hand import Hand, Win

Tile = tuple[str, int]
Group = tuple[Tile, ...]

SEATS = "ESWN"
WINDS = [("z", 1), ("z", 2), ("z", 3), ("z", 4)]
DRAGONS = [("z", 5), ("z", 6), ("z", 7)]


def value(hand: Hand, win: Win) -> tuple[int, int, dict[str, int]]:
    """The best arrangement's value, its sum before the limits, and its points by pattern."""
    results = []
    for patterns in _all_arrangements(hand, win):
        counted = _highest_of_series(patterns)
        total = sum(counted.values())
        results.append((_limit(counted), total, counted))
    return max(results, key=lambda result: result[:2])


def wins(hand: Hand) -> bool:
    """Whether a hand has a winning shape."""
    is_regular = len(list(arrangements(hand))) > 0
    return is_regular or _is_pairs(hand) or is_orphans(hand)


def _limit(patterns: dict[str, int]) -> int:
    """The value of a hand: at most 320 points, unless one pattern alone is worth more.

    A hand without a pattern is worth 1 point.
    """
    if not patterns:
        return 1
    limit_patterns = [points for points in patterns.values() if points >= 320]
    if limit_patterns:
        return max(limit_patterns)
    return min(sum(patterns.values()), 320)


def _highest_of_series(patterns: dict[str, int]) -> dict[str, int]:
    """Leave out patterns that a higher pattern of their series includes: 3.3.1 beside 3.3.4.

    The patterns of bonus tiles, 11, include none of each other.
    """
    counted = {}
    for name, points in patterns.items():
        series = name.split(".")[:2]
        points_of_series = [patterns[other] for other in patterns if other.split(".")[:2] == series]
        if name.startswith("11.") or points == max(points_of_series):
            counted[name] = points
    return counted


def code(tile: str) -> Tile:
    return tile[1], int(tile[0])


def _standing(hand: Hand) -> list[Tile]:
    """The tiles outside the melds, with the winning tile if it is known."""
    tiles = [*hand.concealed]
    if hand.winning:
        tiles.append(hand.winning)
    return sorted(code(tile) for tile in tiles)


def _is_pairs(hand: Hand) -> bool:
    return not hand.melds and all(count in (2, 4) for count in Counter(_standing(hand)).values())


def is_orphans(hand: Hand) -> bool:
    tiles = _standing(hand)
    return (
        len(tiles) == 14
        and len(set(tiles)) == 13
        and all(is_terminal_or_honor(tile) for tile in tiles)
    )


def is_terminal_or_honor(tile: Tile) -> bool:
    return tile[0] == "z" or tile[1] in (1, 9)


def arrangements(hand: Hand) -> Iterator[tuple[list[Group], Tile]]:
    """Every way to divide the standing tiles into melds and a pair.

    Together with the melds that are laid down there are four melds.
    """
    tiles = _standing(hand)
    for pair in sorted(set(tiles)):
        if tiles.count(pair) >= 2:
            rest = list(tiles)
            rest.remove(pair)
            rest.remove(pair)
            for melds in _divide(rest):
                if len(melds) + len(hand.melds) == 4:
                    yield melds, pair


def _divide(tiles: list[Tile]) -> Iterator[list[Group]]:
    """Every way to divide sorted tiles into triplets and sequences."""
    if not tiles:
        yield []
        return
    suit, number = tiles[0]
    groups: list[Group] = [((suit, number),) * 3]
    if suit != "z":
        groups.append(_sequence(suit, number))
    for group in groups:
        rest = list(tiles)
        try:
            for tile in group:
                rest.remove(tile)
        except ValueError:
            continue
        for others in _divide(rest):
            yield [group, *others]


def _all_arrangements(hand: Hand, win: Win) -> Iterator[dict[str, int]]:
    """The patterns of every arrangement, with their points."""
    common = _luck(hand, win)
    tiles = _standing(hand)
    for meld in hand.melds:
        tiles += [code(tile) for tile in meld.tiles]
    if is_orphans(hand):
        yield {"10.1": 160, **common}
    if _is_pairs(hand):
        yield {"10.2": 30, **_tiles_only(tiles), **common}
    laid_melds = []
    for meld in hand.melds:
        meld_tiles = tuple(code(tile) for tile in meld.tiles)
        laid_melds.append((meld_tiles, meld.concealed))
    for standing_melds, pair in arrangements(hand):
        for completed in _places_of_winning(hand, standing_melds, pair):
            groups = []
            for place, group in enumerate(standing_melds):
                is_concealed = win.how == "self-draw" or place != completed
                groups.append((group, is_concealed))
            groups += laid_melds
            yield {**_with_melds(groups, pair, hand, win), **_tiles_only(tiles), **common}


def _places_of_winning(hand: Hand, standing_melds: list[Group], pair: Tile) -> list[int]:
    """The places of the melds that the winning tile may have completed, and -1 for the pair."""
    winning = code(hand.winning or "")
    places = [place for place, group in enumerate(standing_melds) if winning in group]
    if winning == pair:
        places.append(-1)
    return places


def _luck(hand: Hand, win: Win) -> dict[str, int]:
    """Patterns of the win (category 9) and of bonus tiles (category 11)."""
    is_drawn = win.how == "self-draw"
    has_last_tile = "last-tile" in win.circumstances
    own_number = str(SEATS.index(win.winner) + 1)
    own = [tile for tile in hand.bonus if tile[0] == own_number]
    kinds = Counter(tile[1] for tile in hand.bonus)
    rows = [
        ("9.1.1", 10, has_last_tile and is_drawn),
        ("9.1.2", 10, has_last_tile and not is_drawn),
        ("9.2", 10, "kong-replacement" in win.circumstances),
        ("9.3", 10, win.how == "robbed-kong"),
        ("9.4.1", 155, "heaven" in win.circumstances),
        ("9.4.2", 155, "earth" in win.circumstances),
        ("11.1.1", 2 * (len(hand.bonus) - len(own)), len(own) < len(hand.bonus)),
        ("11.1.2", 4 * len(own), len(own) > 0),
        ("11.2.1", 10, kinds["f"] == 4),
        ("11.2.2", 10, kinds["g"] == 4),
    ]
    return _points_of(rows)


def _points_of(rows: list[tuple[str, int, bool]]) -> dict[str, int]:
    """The points of the patterns that hold. A row is a pattern, its points and whether it holds."""
    return {name: points for name, points, holds in rows if holds}


def _tiles_only(tiles: list[Tile]) -> dict[str, int]:
    """Patterns of the tiles, in whatever arrangement."""
    suits = {suit for suit, _ in tiles}
    terminals_and_honors = [tile for tile in tiles if is_terminal_or_honor(tile)]
    rows = [
        ("1.3", 5, not terminals_and_honors),
        ("2.1.1", 40, len(suits) == 2 and "z" in suits),
        ("2.1.2", 80, len(suits) == 1 and "z" not in suits),
        ("3.4", 320, suits == {"z"}),
        ("8.1.3", 100, terminals_and_honors == tiles),
        ("8.1.4", 400, terminals_and_honors == tiles and "z" not in suits),
    ]
    return _points_of(rows)


def _with_melds(
    groups: list[tuple[Group, bool]], pair: Tile, hand: Hand, win: Win
) -> dict[str, int]:
    """Patterns of four melds and a pair. Each group is a meld, and whether it is concealed."""
    melds = [group for group, _ in groups]
    sequences = [group for group in melds if group[0] != group[1]]
    triplets = [group[0] for group in melds if group[0] == group[1]]
    last_tiles = [code(hand.winning or "")]
    # If a dealer wins at once, any of the standing tiles may have been drawn last.
    if "heaven" in win.circumstances:
        last_tiles = _standing(hand)
    rows = [
        ("1.1", 5, len(sequences) == 4),
        ("1.2", 5, all(meld.concealed for meld in hand.melds)),
        ("2.2", 480, any(is_gates(hand, tile) for tile in last_tiles)),
        *_honor_rows(triplets, pair, win),
        *_triplet_rows(groups, triplets),
        *_equal_sequence_rows(sequences),
        *_three_suit_rows(sequences, triplets, pair),
        ("7.1", 40, any(_has_straight(sequences, suit) for suit in "mps")),
        ("7.2.1", 100, _has_run(triplets, 3)),
        ("7.2.2", 200, _has_run(triplets, 4)),
        *_outside_rows(melds, pair),
    ]
    return _points_of(rows)


def _honor_rows(triplets: list[Tile], pair: Tile, win: Win) -> list[tuple[str, int, bool]]:
    winds = [tile for tile in triplets if tile in WINDS]
    dragons = [tile for tile in triplets if tile in DRAGONS]
    seat_wind = ("z", SEATS.index(win.winner) + 1)
    valued_count = len(dragons) + triplets.count(seat_wind)
    return [
        ("3.1", 10 * valued_count, valued_count > 0),
        ("3.2.1", 40, len(dragons) == 2 and pair in DRAGONS),
        ("3.2.2", 130, len(dragons) == 3),
        ("3.3.1", 30, len(winds) == 2 and pair in WINDS),
        ("3.3.2", 120, len(winds) == 3),
        ("3.3.3", 320, len(winds) == 3 and pair in WINDS),
        ("3.3.4", 400, len(winds) == 4),
    ]


def _triplet_rows(
    groups: list[tuple[Group, bool]], triplets: list[Tile]
) -> list[tuple[str, int, bool]]:
    concealed = [group for group, is_concealed in groups if is_concealed and group[0] == group[1]]
    quads = [group for group, _ in groups if len(group) == 4]
    return [
        ("4.1", 30, len(triplets) == 4),
        ("4.2.1", 5, len(concealed) == 2),
        ("4.2.2", 30, len(concealed) == 3),
        ("4.2.3", 125, len(concealed) == 4),
        ("4.3.1", 5, len(quads) == 1),
        ("4.3.2", 20, len(quads) == 2),
        ("4.3.3", 120, len(quads) == 3),
        ("4.3.4", 480, len(quads) == 4),
    ]


def _equal_sequence_rows(sequences: list[Group]) -> list[tuple[str, int, bool]]:
    copies = sorted([count for count in Counter(sequences).values() if count > 1])
    return [
        ("5.1.1", 10, copies == [2]),
        ("5.1.2", 60, copies == [2, 2]),
        ("5.1.3", 120, copies == [3]),
        ("5.1.4", 480, copies == [4]),
    ]


def _three_suit_rows(
    sequences: list[Group], triplets: list[Tile], pair: Tile
) -> list[tuple[str, int, bool]]:
    """Melds of one number in all three suits. One of the triplets may be a pair."""
    has_sequences = False
    has_triplets = False
    has_two_and_pair = False
    for number in range(1, 10):
        if all(_sequence(suit, number) in sequences for suit in "mps"):
            has_sequences = True
        suits_of_triplets = [suit for suit in "mps" if (suit, number) in triplets]
        if len(suits_of_triplets) == 3:
            has_triplets = True
        is_pair_of_number = pair[0] != "z" and pair[1] == number
        if len(suits_of_triplets) == 2 and is_pair_of_number:
            has_two_and_pair = pair[0] not in suits_of_triplets
    return [
        ("6.1", 35, has_sequences),
        ("6.2.1", 30, has_two_and_pair),
        ("6.2.2", 120, has_triplets),
    ]


def _outside_rows(melds: list[Group], pair: Tile) -> list[tuple[str, int, bool]]:
    """Melds and a pair that each have a terminal or an honor."""
    parts: list[Group] = [*melds, (pair,)]
    for part in parts:
        if not any(is_terminal_or_honor(tile) for tile in part):
            return []
    has_honors = any(part[0][0] == "z" for part in parts)
    return [("8.1.1", 40, True), ("8.1.2", 50, not has_honors)]


def _sequence(suit: str, number: int) -> Group:
    return (suit, number), (suit, number + 1), (suit, number + 2)


def _has_straight(sequences: list[Group], suit: str) -> bool:
    return all(_sequence(suit, number) in sequences for number in (1, 4, 7))


def _has_run(triplets: list[Tile], length: int) -> bool:
    """Whether there are triplets of one suit with consecutive numbers."""
    for suit in "mps":
        for first in range(1, 10):
            run = [(suit, first + step) for step in range(length)]
            if all(tile in triplets for tile in run):
                return True
    return False


def is_gates(hand: Hand, last: Tile) -> bool:
    """Whether a hand waited for every number of its suit, if ``last`` was its last tile."""
    rest = _standing(hand)
    rest.remove(last)
    suit = rest[0][0]
    gates = [(suit, int(number)) for number in "1112345678999"]
    return suit != "z" and not hand.melds and rest == gates
