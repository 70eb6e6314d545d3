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
_WINDS = [("z", 1), ("z", 2), ("z", 3), ("z", 4)]
_DRAGONS = [("z", 5), ("z", 6), ("z", 7)]


class Group(NamedTuple):
    """A meld or a pair.

    Attributes:
        tiles: two, three or four tiles, sorted.
        is_shown: whether it was claimed, or completed by a discard.
        is_laid_down: whether it was laid on the rack. Then it does not count as a hidden triplet.
    """

    tiles: tuple[Tile, ...]
    is_shown: bool
    is_laid_down: bool

    @property
    def is_triplet_or_quad(self) -> bool:
        return len(self.tiles) > 2 and self.tiles[0] == self.tiles[1]

    @property
    def is_sequence(self) -> bool:
        return len(self.tiles) == 3 and not self.is_triplet_or_quad


#: The groups of an arrangement.
Groups = tuple[Group, ...]


class Result(NamedTuple):
    """The value of an arrangement.

    Attributes:
        total: the points after the doublings, at most the limit.
        base: the points before the doublings.
        doublings: how often the base is doubled.
        massimo: the id of the limit hand, if it is one.
    """

    total: int
    base: int
    doublings: int
    massimo: str | None = None


def lost(hand: Hand, seat: str, round_wind: str, limit: int) -> Result:
    """The value of the best arrangement of a hand that did not win.

    Args:
        hand: the hand.
        seat: its seat letter.
        round_wind: the seat letter of the round's wind.
        limit: the most points that a hand counts.
    """
    best = Result(0, 0, 0)
    for groups in _rack_arrangements(hand):
        base = _points(groups, seat, round_wind) + 4 * len(hand.bonus)
        # There is nothing to double if the hand has no points.
        doublings = 0
        if base > 0:
            doublings = sum(_fundamental_doublings(groups, hand, seat, round_wind))
        result = Result(min(limit, base * 2**doublings), base, doublings)
        if (result.total, result.base) > (best.total, best.base):
            best = result
    return best


def won(hand: Hand, win: Win, round_wind: str, limit: int) -> Result | None:
    """The value of the best arrangement of a hand that won, or None if it does not win.

    A limit hand counts nothing else.

    Args:
        hand: the hand, with its winning tile.
        win: how it was won.
        round_wind: the seat letter of the round's wind.
        limit: the most points that a hand counts, unless it is a limit hand.
    """
    massimi = list(_massimi(hand, win, round_wind))
    if massimi:
        return max(massimi)
    best = None
    for groups in _winning_arrangements(hand, win):
        result = _result_of_win(groups, hand, win, round_wind, limit)
        if best is None or (result.total, result.base) > (best.total, best.base):
            best = result
    return best


def _result_of_win(groups: Groups, hand: Hand, win: Win, round_wind: str, limit: int) -> Result:
    base = 20 + _points(groups, win.winner, round_wind) + 4 * len(hand.bonus)
    doublings = sum(_fundamental_doublings(groups, hand, win.winner, round_wind))
    doublings += sum(_winner_doublings(groups, hand, win, round_wind))
    return Result(min(limit, base * 2**doublings), base, doublings)


def _code(tile: str) -> Tile:
    return tile[1], int(tile[0])


def _codes(tiles: tuple[str, ...]) -> tuple[Tile, ...]:
    """The pairs of (suit, number), sorted."""
    return tuple(sorted(_code(tile) for tile in tiles))


def _standing(hand: Hand) -> tuple[Tile, ...]:
    """The tiles outside the melds, with the winning tile, sorted."""
    return _codes((*hand.concealed, str(hand.winning)))


def _melds(hand: Hand) -> list[Group]:
    groups = []
    for meld in hand.melds:
        group = Group(_codes(meld.tiles), is_shown=not meld.concealed, is_laid_down=True)
        groups.append(group)
    return groups


def _is_head(tile: Tile) -> bool:
    return tile[0] == "z" or tile[1] in (1, 9)


def _wind(seat: str) -> Tile:
    return "z", SEATS.index(seat) + 1


def _has_three_suits(kinds: list[Tile], number: int) -> bool:
    """Whether the tiles of a number in all three suits are among some kinds."""
    return all((suit, number) in kinds for suit in "mps")


def _doublings_for(count: int) -> int:
    """The doublings for a number of like things: one for three, two for four or more."""
    if count >= 4:
        return 2
    if count == 3:
        return 1
    return 0


def _rack_arrangements(hand: Hand) -> set[Groups]:
    """Every way to group the tiles of a hand that did not win. Tiles may be left over."""
    melds = _melds(hand)
    claimed_triplets = set()
    for meld in melds:
        if meld.is_shown and meld.is_triplet_or_quad and len(meld.tiles) == 3:
            claimed_triplets.add(meld.tiles[0])
    arrangements = set()
    for packing in _packings(_codes(hand.concealed), frozenset(claimed_triplets)):
        larger_groups = [group for group in packing.groups if len(group.tiles) > 2]
        if len(larger_groups) + len(melds) > 4:
            continue
        groups = list(packing.groups)
        for meld in melds:
            first = meld.tiles[0]
            if meld.is_shown and meld.is_triplet_or_quad and first in packing.added:
                groups.append(Group((*meld.tiles, first), is_shown=True, is_laid_down=True))
            else:
                groups.append(meld)
        arrangements.add(tuple(groups))
    return arrangements


class Packing(NamedTuple):
    """A way to group some tiles of a rack.

    Attributes:
        groups: the groups, sorted.
        added: the tiles that were added to claimed triplets.
    """

    groups: Groups
    added: frozenset[Tile]


@lru_cache(maxsize=1 << 14)
def _packings(tiles: tuple[Tile, ...], claimed_triplets: frozenset[Tile]) -> frozenset[Packing]:
    """Leave the first tile over, add it to a triplet, or group it, with every packing of the rest.

    Args:
        tiles: the tiles of the rack, sorted.
        claimed_triplets: the tiles of the claimed triplets, which a fourth tile makes a quad.
    """
    if not tiles:
        return frozenset({Packing((), frozenset())})
    first = tiles[0]
    packings = set()
    for packing in _packings(tiles[1:], claimed_triplets):
        packings.add(packing)
        if first in claimed_triplets:
            packings.add(Packing(packing.groups, packing.added | {first}))
    for group in _groups_from(first):
        rest = _without(tiles, group.tiles)
        if rest is None:
            continue
        for packing in _packings(rest, claimed_triplets):
            groups = tuple(sorted((group, *packing.groups)))
            packings.add(Packing(groups, packing.added))
    return frozenset(packings)


def _groups_from(first: Tile) -> list[Group]:
    """Every group that a tile can begin. A quad in the hand is laid down."""
    suit, number = first
    groups = []
    for size in (2, 3, 4):
        group = Group((first,) * size, is_shown=False, is_laid_down=size == 4)
        groups.append(group)
    if suit != "z" and number <= 7:
        sequence = ((suit, number), (suit, number + 1), (suit, number + 2))
        groups.append(Group(sequence, is_shown=False, is_laid_down=False))
    return groups


def _without(tiles: tuple[Tile, ...], group: tuple[Tile, ...]) -> tuple[Tile, ...] | None:
    """The tiles without those of a group, or None if they do not have them."""
    rest = list(tiles)
    for tile in group:
        if tile not in rest:
            return None
        rest.remove(tile)
    return tuple(rest)


def _winning_arrangements(hand: Hand, win: Win) -> list[Groups]:
    arrangements = _regular_arrangements(hand, win)
    if _is_pairs(hand):
        tiles = _standing(hand)
        pairs = []
        for place in range(0, 14, 2):
            pairs.append(Group(tiles[place : place + 2], is_shown=False, is_laid_down=False))
        arrangements.append(tuple(pairs))
    return arrangements


def _regular_arrangements(hand: Hand, win: Win) -> list[Groups]:
    """Four melds and a pair, with every place of the winning tile.

    Quads are always laid down, so that none is among the standing tiles.
    """
    arrangements: list[Groups] = []
    winning = _code(str(hand.winning))
    standing = _standing(hand)
    for packing in _packings(standing, frozenset()):
        sizes = Counter(len(group.tiles) for group in packing.groups)
        grouped_count = sum(len(group.tiles) for group in packing.groups)
        uses_all_tiles = grouped_count == len(standing)
        is_complete = sizes[2] == 1 and sizes[3] == 4 - len(hand.melds) and sizes[4] == 0
        if not uses_all_tiles or not is_complete:
            continue
        # The winning tile may have completed any meld or pair that has it. A triplet is shown if a
        # discard completed it. For pairs and sequences this makes no difference.
        for index, group in enumerate(packing.groups):
            if winning not in group.tiles:
                continue
            groups = list(packing.groups)
            is_shown = group.is_triplet_or_quad and not win.drawn
            groups[index] = Group(group.tiles, is_shown, is_laid_down=False)
            arrangements.append((*groups, *_melds(hand)))
    return arrangements


def _is_pairs(hand: Hand) -> bool:
    """Whether a hand is seven pairs. Four equal tiles are two pairs."""
    counts = Counter(_standing(hand))
    return not hand.melds and all(count % 2 == 0 for count in counts.values())


def _points(groups: Groups, seat: str, round_wind: str) -> int:
    points = 0
    for group in groups:
        if len(group.tiles) == 2:
            points += _points_of_pair(group.tiles[0], seat, round_wind)
        elif group.is_triplet_or_quad:
            points += _points_of_triplet_or_quad(group)
    return points


def _points_of_pair(tile: Tile, seat: str, round_wind: str) -> int:
    points = 0
    if tile == _wind(seat):
        points += 2
    if tile == _wind(round_wind):
        points += 2
    if tile in _DRAGONS:
        points += 2
    return points


def _points_of_triplet_or_quad(group: Group) -> int:
    points = 8 if len(group.tiles) == 4 else 2
    if not group.is_shown:
        points *= 2
    if _is_head(group.tiles[0]):
        points *= 2
    return points


def _fundamental_doublings(groups: Groups, hand: Hand, seat: str, round_wind: str) -> Iterator[int]:
    """Yield the doublings by each of the rules that count for every player."""
    yield from _flower_doublings(hand, seat)
    triplets = [group for group in groups if group.is_triplet_or_quad]
    kinds = [group.tiles[0] for group in triplets]
    yield kinds.count(_wind(seat))
    yield kinds.count(_wind(round_wind))
    yield len([kind for kind in kinds if kind in _DRAGONS])
    yield _doublings_for(len([kind for kind in kinds if _is_head(kind)]))
    if any(_has_three_suits(kinds, number) for number in range(1, 10)):
        yield 1
    hidden = [group for group in triplets if not group.is_shown and not group.is_laid_down]
    yield _doublings_for(len(hidden))
    yield from _sequence_doublings([group.tiles[0] for group in groups if group.is_sequence])


def _flower_doublings(hand: Hand, seat: str) -> Iterator[int]:
    own_number = str(SEATS.index(seat) + 1)
    yield len([tile for tile in hand.bonus if tile[0] == own_number])
    for suit in "fg":
        if all(f"{number}{suit}" in hand.bonus for number in (1, 2, 3, 4)):
            yield 1


def _sequence_doublings(firsts: list[Tile]) -> Iterator[int]:
    """Doublings of the sequences.

    Args:
        firsts: the first tile of each sequence.
    """
    numbers = [number for _, number in firsts]
    for number in range(1, 8):
        yield _doublings_for(numbers.count(number))
        for suit in "mps":
            yield _doublings_for(firsts.count((suit, number)))
    # A serpent is given by the first numbers of its sequences. The suits of the sequences may
    # differ, but a serpent of a single suit has one more doubling.
    for serpent, doublings in (((1, 4, 7), 1), ((1, 3, 5, 7), 2)):
        if all(number in numbers for number in serpent):
            yield doublings
        for suit in "mps":
            if all((suit, number) in firsts for number in serpent):
                yield 1


def _winner_doublings(groups: Groups, hand: Hand, win: Win, round_wind: str) -> Iterator[int]:
    """Yield the doublings by each of the rules that count only for the winner."""
    yield from _tile_doublings(groups)
    yield from _luck_doublings(hand, win)
    triplets = [group for group in groups if group.is_triplet_or_quad]
    pairs = tuple(group for group in groups if len(group.tiles) == 2)
    sequences = [group for group in groups if group.is_sequence]
    if len(pairs) == 7:
        yield 2
    if len(triplets) == 4:
        yield 2
    has_only_heads = all(_is_head(group.tiles[0]) for group in (*triplets, *pairs))
    if len(triplets) == 4 and has_only_heads:
        yield 1
    if len(sequences) == 4 and _points(pairs, win.winner, round_wind) == 0:
        yield 1
    if len(hand.melds) == 4:
        yield 1


def _tile_doublings(groups: Groups) -> Iterator[int]:
    tiles: list[Tile] = []
    for group in groups:
        tiles.extend(group.tiles)
    suits = {suit for suit, _ in tiles}
    if not any(_is_head(tile) for tile in tiles):
        yield 1
    if len(suits) == 2 and "z" in suits:
        yield 1
    if len(suits) == 1 and "z" not in suits:
        yield 3


def _luck_doublings(hand: Hand, win: Win) -> Iterator[int]:
    if win.how == "self-draw" and not hand.melds:
        yield 1
    if win.how == "robbed-kong":
        yield 1
    if "roof" in win.circumstances:
        yield 1
        if hand.winning == "5p":
            yield 1
    for name in ("last-piece", "last-tile", "within-fifteen", "richi"):
        if name in win.circumstances:
            yield 1


def _massimi(hand: Hand, win: Win, round_wind: str) -> Iterator[Result]:
    """Yield the result of each limit hand that a hand is."""
    names = _irregular_massimi(hand, win.winner, round_wind)
    arrangements = _regular_arrangements(hand, win)
    is_winning = bool(names) or bool(arrangements) or _is_pairs(hand)
    for groups in arrangements:
        names |= _massimi_of_arrangement(groups)
    names |= _massimi_of_one_suit_or_heads(hand)
    if "first-turn" in win.circumstances and is_winning:
        names.add("gods-exit")
    for name in names:
        amount = _AMOUNTS[name]
        yield Result(amount, amount, 0, name)


#: The points of each limit hand.
_AMOUNTS = {
    "thirteen-lanterns": 2000,
    "dragons-serpent": 2000,
    "siamese-serpents": 1000,
    "little-serpent": 1000,
    "dragons-gathering": 2000,
    "four-blessings": 2000,
    "all-kongs": 3000,
    "nine-gates": 3000,
    "color-pairs": 1000,
    "head-pairs": 1000,
    "gods-exit": 3000,
}


def _massimi_of_arrangement(groups: Groups) -> set[str]:
    triplets = [group.tiles[0] for group in groups if group.is_triplet_or_quad]
    pairs = [group.tiles[0] for group in groups if len(group.tiles) == 2]
    quads = [group for group in groups if len(group.tiles) == 4]
    winds = [tile for tile in triplets if tile in _WINDS]
    names = set()
    if all(dragon in triplets for dragon in _DRAGONS):
        names.add("dragons-gathering")
    if len(winds) == 4 or (len(winds) == 3 and pairs[0] in _WINDS):
        names.add("four-blessings")
    if len(quads) == 4:
        names.add("all-kongs")
    return names


def _massimi_of_one_suit_or_heads(hand: Hand) -> set[str]:
    standing = _standing(hand)
    suits = {suit for suit, _ in standing}
    names = set()
    is_one_suit = len(suits) == 1
    # The nine gates are those of the hand before it won, without the winning tile.
    waiting_numbers = sorted(int(tile[0]) for tile in hand.concealed)
    is_nine_gates = waiting_numbers == [1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9]
    if is_one_suit and not hand.melds and is_nine_gates:
        names.add("nine-gates")
    if _is_pairs(hand) and is_one_suit and "z" not in suits:
        names.add("color-pairs")
    if _is_pairs(hand) and all(_is_head(tile) for tile in standing):
        names.add("head-pairs")
    return names


def _irregular_massimi(hand: Hand, seat: str, round_wind: str) -> set[str]:
    """Limit hands that are not four melds and a pair."""
    names = set()
    if _is_little_serpent(hand):
        names.add("little-serpent")
    standing = list(_standing(hand))
    if hand.melds or len(standing) != 14:
        return names
    heads = set(_WINDS) | set(_DRAGONS)
    for suit in "mps":
        heads |= {(suit, 1), (suit, 9)}
    if set(standing) == heads:
        names.add("thirteen-lanterns")
    for first, second, third in permutations("mps"):
        suits = [first, second, third] * 3
        serpent = [(suit, number) for number, suit in enumerate(suits, 1)]
        for wind in (_wind(seat), _wind(round_wind)):
            if standing == sorted([*serpent, *_DRAGONS, wind, wind]):
                names.add("dragons-serpent")
        twins = [(first, number) for number in range(1, 8)]
        twins += [(second, number) for number in range(1, 8)]
        if standing == sorted(twins):
            names.add("siamese-serpents")
    return names


def _is_little_serpent(hand: Hand) -> bool:
    """Whether a hand has 1 to 9 of a suit, the four winds and a dragon.

    The sequences 123, 456 and 789 may be claimed.
    """
    claimed = [meld.tiles for meld in _melds(hand)]
    for suit in "mps":
        sequences = []
        for number in (1, 4, 7):
            sequences.append(((suit, number), (suit, number + 1), (suit, number + 2)))
        if not all(meld in sequences for meld in claimed):
            continue
        concealed: list[Tile] = []
        for sequence in sequences:
            if sequence not in claimed:
                concealed.extend(sequence)
        for dragon in _DRAGONS:
            if list(_standing(hand)) == sorted([*concealed, *_WINDS, dragon]):
                return True
    return False


def transfers(points: dict[str, int], winners: set[str]) -> dict[tuple[str, str], int]:
    """The debt of each payer to each payee, before rounding, zeros included.

    Args:
        points: the points of each seat's hand.
        winners: the seats that won.

    Returns:
        The amounts by (payer, payee).
    """
    debts: dict[tuple[str, str], int] = {}
    for payer, payee in permutations(points, 2):
        if payee in winners and payer not in winners:
            amount = points[payee]
        elif payer in winners and payee not in winners:
            amount = 0
        else:
            amount = max(0, points[payee] - points[payer])
        if "E" in (payer, payee):
            amount *= 2
        debts[payer, payee] = amount
    return debts


def rounded(amount: int) -> int:
    """Round to tens, a five down."""
    tens, units = divmod(amount, 10)
    if units >= 6:
        tens += 1
    return 10 * tens
