"""FIMJ once more, as slowly and plainly as can be, to compare with.

Tiles are pairs of (suit, number). Written from the rules alone: every arrangement by trying
everything that each tile can begin, every place for the winning tile, every doubling by looking at
the groups. It shares no code with ``scoring`` except the types of its arguments.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from hu.scoring.hand import Hand, Win

Tile = tuple[str, int]
SEATS = "ESWN"


class Group(NamedTuple):
    """A meld or a pair. ``shown`` is not concealed. ``rack`` is laid down, so never hidden."""

    tiles: tuple[Tile, ...]
    shown: bool
    rack: bool

    @property
    def alike(self) -> bool:
        return len(self.tiles) > 2 and self.tiles[0] == self.tiles[1]

    @property
    def sequence(self) -> bool:
        return len(self.tiles) == 3 and not self.alike


class Result(NamedTuple):
    total: int
    base: int
    doublings: int
    massimo: str | None = None


def lost(hand: Hand, seat: str, round_wind: str, limit: int) -> Result:
    """The best of a hand that did not win."""
    best = Result(0, 0, 0)
    for groups in _rack_arrangements(_codes(hand.concealed), _melds(hand)):
        base = _points(groups, seat, round_wind) + 4 * len(hand.bonus)
        doublings = sum(_fundamental(groups, hand, seat, round_wind)) if base >= 2 else 0
        best = max(
            best,
            Result(min(limit, base * 2**doublings), base, doublings),
            key=lambda found: found[:2],
        )
    return best


def won(hand: Hand, win: Win, round_wind: str, limit: int) -> Result | None:
    """The best of a hand that won, or None if it does not win."""
    found = [*_massimi(hand, win, round_wind)]
    if found:
        return max(found)
    counted = [*_counted(hand, win, round_wind, limit)]
    return max(counted, key=lambda result: result[:2]) if counted else None


def _code(tile: str) -> Tile:
    return tile[1], int(tile[0])


def _codes(tiles: tuple[str, ...]) -> tuple[Tile, ...]:
    return tuple(sorted(map(_code, tiles)))


def _melds(hand: Hand) -> tuple[Group, ...]:
    return tuple(Group(_codes(meld.tiles), not meld.concealed, rack=True) for meld in hand.melds)


def _head(tile: Tile) -> bool:
    return tile[0] == "z" or tile[1] in (1, 9)


def _rack_arrangements(
    standing: tuple[Tile, ...], melds: tuple[Group, ...]
) -> set[tuple[Group, ...]]:
    exposed = {
        group.tiles[0] for group in melds if group.shown and group.alike and len(group.tiles) == 3
    }
    found = set()
    for groups, added in _packings(standing, frozenset(exposed)):
        if sum(len(group.tiles) > 2 for group in groups) + len(melds) <= 4:
            grown = (
                Group(meld.tiles + meld.tiles[:1], True, True)
                if meld.shown and meld.tiles[0] in added and meld.alike
                else meld
                for meld in melds
            )
            found.add((*groups, *grown))
    return found


@lru_cache(maxsize=1 << 14)
def _packings(
    tiles: tuple[Tile, ...], exposed: frozenset[Tile]
) -> frozenset[tuple[tuple[Group, ...], frozenset[Tile]]]:
    """Every group of the first tile with every packing of the rest.

    Each packing has its groups, and the tiles that were added to exposed triplets.
    """
    if not tiles:
        return frozenset({((), frozenset())})
    first, rest = tiles[0], tiles[1:]
    found = set(_packings(rest, exposed))
    if first in exposed:
        found |= {(groups, added | {first}) for groups, added in _packings(rest, exposed)}
    suit, number = first
    wanted = [(first,) * size for size in (2, 3, 4)]
    if suit != "z" and number <= 7:
        wanted.append(tuple((suit, number + step) for step in range(3)))
    for group in wanted:
        left = _without(tiles, group)
        if left is not None:
            made = Group(group, shown=False, rack=len(group) == 4)
            found |= {
                (tuple(sorted((made, *groups))), added)
                for groups, added in _packings(left, exposed)
            }
    return frozenset(found)


def _without(tiles: tuple[Tile, ...], group: tuple[Tile, ...]) -> tuple[Tile, ...] | None:
    rest = list(tiles)
    for tile in group:
        if tile not in rest:
            return None
        rest.remove(tile)
    return tuple(rest)


def _points(groups: tuple[Group, ...], seat: str, round_wind: str) -> int:
    points = 0
    for group in groups:
        first = group.tiles[0]
        if len(group.tiles) == 2:
            points += (
                2 * (first == _wind(seat))
                + 2 * (first == _wind(round_wind))
                + 2 * (first in _DRAGONS)
            )
        elif group.alike:
            points += (
                (1 if group.shown else 2)
                * (2 if _head(first) else 1)
                * (8 if len(group.tiles) == 4 else 2)
            )
    return points


_DRAGONS = [("z", 5), ("z", 6), ("z", 7)]
_WINDS = [("z", 1), ("z", 2), ("z", 3), ("z", 4)]


def _wind(seat: str) -> Tile:
    return "z", SEATS.index(seat) + 1


def _fundamental(
    groups: tuple[Group, ...], hand: Hand, seat: str, round_wind: str
) -> Iterator[int]:
    own = str(SEATS.index(seat) + 1)
    yield sum(tile[0] == own for tile in hand.bonus)
    yield sum(all(f"{n}{suit}" in hand.bonus for n in (1, 2, 3, 4)) for suit in "fg")
    alike = [group for group in groups if group.alike]
    kinds = [group.tiles[0] for group in alike]
    yield (
        kinds.count(_wind(seat))
        + kinds.count(_wind(round_wind))
        + sum(kind in _DRAGONS for kind in kinds)
    )
    heads = sum(map(_head, kinds))
    yield (heads >= 3) + (heads >= 4)
    yield any(all((suit, n) in kinds for suit in "mps") for n in range(1, 10))
    hidden = sum(not group.shown and not group.rack for group in alike)
    yield (hidden >= 3) + (hidden >= 4)
    sequences = [group.tiles[0] for group in groups if group.sequence]
    numbers = [number for _, number in sequences]
    for n in range(1, 8):
        yield (numbers.count(n) >= 3) + (numbers.count(n) == 4)
        yield from (
            (sequences.count((suit, n)) >= 3) + (sequences.count((suit, n)) == 4) for suit in "mps"
        )
    yield from _serpents(sequences, numbers)


def _serpents(sequences: list[Tile], numbers: list[int]) -> Iterator[int]:
    for firsts, value in (((1, 4, 7), 1), ((1, 3, 5, 7), 2)):
        yield value * all(n in numbers for n in firsts)
        yield any(all((suit, n) in sequences for n in firsts) for suit in "mps")


def _standing(hand: Hand) -> tuple[Tile, ...]:
    return tuple(sorted((*map(_code, hand.concealed), _code(hand.winning or ""))))


def _divisions(hand: Hand, win: Win) -> Iterator[tuple[Group, ...]]:
    """Four sets and a pair, with every place of the winning tile."""
    for groups, _ in _packings(_standing(hand), frozenset()):
        sizes = Counter(len(group.tiles) for group in groups)
        if (
            sizes[2] == 1
            and sizes[3] == 4 - len(hand.melds)
            and not sizes[4]
            and 2 + 3 * sizes[3] == len(_standing(hand))
        ):
            for index, group in enumerate(groups):
                if _code(hand.winning or "") in group.tiles:
                    place = group._replace(shown=not win.drawn and group.alike)
                    yield (*groups[:index], place, *groups[index + 1 :], *_melds(hand))


def _is_pairs(hand: Hand) -> bool:
    return not hand.melds and all(count % 2 == 0 for count in Counter(_standing(hand)).values())


def _counted(hand: Hand, win: Win, round_wind: str, limit: int) -> Iterator[Result]:
    seat = win.winner
    arrangements = [*_divisions(hand, win)]
    if _is_pairs(hand):
        tiles = _standing(hand)
        arrangements.append(
            tuple(Group(tiles[n : n + 2], shown=False, rack=False) for n in range(0, 14, 2))
        )
    for groups in arrangements:
        base = _points(groups, seat, round_wind) + 4 * len(hand.bonus) + 20
        doublings = sum(_fundamental(groups, hand, seat, round_wind)) + sum(
            _closing(groups, hand, win, round_wind)
        )
        yield Result(min(limit, base * 2**doublings), base, doublings)


def _closing(groups: tuple[Group, ...], hand: Hand, win: Win, round_wind: str) -> Iterator[int]:
    tiles = [tile for group in groups for tile in group.tiles]
    suits, honors = {suit for suit, _ in tiles} - {"z"}, any(suit == "z" for suit, _ in tiles)
    alike = [group for group in groups if group.alike]
    pairs = [group for group in groups if len(group.tiles) == 2]
    told = win.circumstances
    yield 2 * (len(pairs) == 7)
    yield 2 * (len(alike) == 4)
    yield not any(map(_head, tiles))
    yield win.how == "self-draw" and not hand.melds
    yield len(suits) == 1 and honors
    yield 3 * (len(suits) == 1 and not honors)
    yield "roof" in told
    yield "roof" in told and hand.winning == "5p"
    yield win.how == "robbed-kong"
    yield sum(name in told for name in ("last-piece", "last-tile", "within-fifteen", "richi"))
    yield len(hand.melds) == 4
    yield len(alike) == 4 and all(map(_head, tiles))
    yield sum(group.sequence for group in groups) == 4 and not _points(
        tuple(pairs), win.winner, round_wind
    )


def _massimi(hand: Hand, win: Win, round_wind: str) -> Iterator[Result]:
    tiles, regular = Counter(_standing(hand)), [*_divisions(hand, win)]
    for name, amount in _irregular(hand, win.winner, round_wind):
        yield Result(amount, amount, 0, name)
    for groups in regular:
        alike = [group.tiles[0] for group in groups if group.alike]
        pair = next(group.tiles[0] for group in groups if len(group.tiles) == 2)
        winds = sum(tile in alike for tile in _WINDS)
        if all(tile in alike for tile in _DRAGONS):
            yield Result(2000, 2000, 0, "dragons-gathering")
        if winds == 4 or (winds == 3 and pair in _WINDS):
            yield Result(2000, 2000, 0, "four-blessings")
        if sum(len(group.tiles) == 4 for group in groups) == 4:
            yield Result(3000, 3000, 0, "all-kongs")
    suits = {suit for suit, _ in tiles}
    before = Counter(number for _, number in map(_code, hand.concealed))
    if (
        not hand.melds
        and len(suits) == 1
        and before == Counter([1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9])
    ):
        yield Result(3000, 3000, 0, "nine-gates")
    if _is_pairs(hand) and len(suits) == 1 and "z" not in suits:
        yield Result(1000, 1000, 0, "color-pairs")
    if _is_pairs(hand) and all(map(_head, tiles)):
        yield Result(1000, 1000, 0, "head-pairs")
    if "first-turn" in win.circumstances and (
        regular or _is_pairs(hand) or any(_irregular(hand, win.winner, round_wind))
    ):
        yield Result(3000, 3000, 0, "gods-exit")


def _irregular(hand: Hand, seat: str, round_wind: str) -> Iterator[tuple[str, int]]:
    """Hands without melds: name and amount."""
    standing = Counter(_standing(hand))
    heads = {(suit, n) for suit in "mps" for n in (1, 9)} | {*_WINDS, *_DRAGONS}
    if not hand.melds and standing.total() == 14:
        if set(standing) == heads:
            yield "thirteen-lanterns", 2000
        for suits in permutations("mps"):
            for wind in {seat, round_wind}:
                serpent = [(suits[n % 3], n + 1) for n in range(9)]
                if standing == Counter([*serpent, *_DRAGONS, _wind(wind), _wind(wind)]):
                    yield "dragons-serpent", 2000
            if standing == Counter((suit, n) for suit in suits[:2] for n in range(1, 8)):
                yield "siamese-serpents", 1000
    for suit in "mps":
        for dragon in _DRAGONS:
            claimed = [group.tiles for group in _melds(hand)]
            parts = [tuple((suit, n + step) for step in range(3)) for n in (1, 4, 7)]
            rest = [tile for part in parts if part not in claimed for tile in part]
            if all(part in parts for part in claimed) and standing == Counter(
                [*rest, *_WINDS, dragon]
            ):
                yield "little-serpent", 1000


def transfers(points: dict[str, int], winners: set[str]) -> dict[tuple[str, str], int]:
    """The debt of each seat to each other, before rounding, zeros included."""
    owed: dict[tuple[str, str], int] = {}
    for (payer, own), (payee, theirs) in permutations(points.items(), 2):
        amount = theirs - own
        if payee in winners and payer not in winners:
            amount = theirs
        elif payer in winners and payee not in winners:
            amount = 0
        owed[payer, payee] = max(0, amount) * (2 if "E" in (payer, payee) else 1)
    return owed


def rounded(amount: int) -> int:
    tens, ones = divmod(amount, 10)
    return 10 * (tens + (ones >= 6))
