"""How each suit of a hand that did not win can be arranged. Suits are cached for speed.

The tiles of a suit are packed into melds and other groups, in every way that may turn out best. A
packing is dropped if another is at least as good in everything that counts (ruling 3).
"""

from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from hu.scoring.fimj.patterns import WIND_TILES, FimjArrangement, Winds, count_rules
from hu.scoring.hand import Hand
from hu.scoring.melds import Meld
from hu.scoring.suits import NO_DIVISION, Suit, SuitDivision, read_meld, read_table_melds
from hu.scoring.tiles import DRAGONS

_NUMBERS: Final = "123456789"


class Packing(NamedTuple):
    """A way to pack the standing tiles of a suit.

    Attributes:
        groups: the numbers of each group, such as ``"123"``: melds, pairs of honors, and single
            tiles that join an exposed triplet of their number.
        leftover: the numbers of the tiles in no group.
    """

    groups: tuple[str, ...]
    leftover: str


@lru_cache(maxsize=1 << 16)
def pack_suit(standing: str, melds: str, suit: str, winds: Winds | None) -> Suit:
    """Find the ways to pack a suit that may turn out best.

    Args:
        standing: the numbers of its standing tiles, in order, as in ``44678``.
        melds: its melds on the table, as in ``[123](9999)``.
        suit: its letter.
        winds: the player's winds for honors, None for a suit of numbers.
    """
    table_melds = read_table_melds(melds, suit)
    counts = tuple([standing.count(number) for number in _NUMBERS])
    exposed_numbers = "".join([meld.first_number for meld in table_melds if meld.kind == "triplet"])
    packings = _find_packings(
        counts, lowest=1, exposed_numbers=exposed_numbers, is_honors=suit == "z"
    )
    divisions = [_lay_down(packing, table_melds, suit) for packing in packings]
    if len(divisions) > 1:
        divisions = _drop_surpassed(divisions, winds)
    return Suit.of(tuple(divisions), standing, melds, suit)


def _lay_down(packing: Packing, table_melds: tuple[Meld, ...], suit: str) -> SuitDivision:
    """Turn a packing into a division of the suit.

    Quads of standing tiles are laid down as concealed quads. A single tile joins its exposed
    triplet, which becomes an exposed quad.

    Args:
        packing: a way to pack the suit's standing tiles.
        table_melds: the suit's melds that are on the table already.
        suit: its letter.
    """
    standing_melds: list[Meld] = []
    concealed_quads: list[Meld] = []
    pair_tiles: list[str] = []
    joining_tiles: list[str] = []
    for group in packing.groups:
        tile = group[0] + suit
        if len(group) == 4:
            # A concealed quad is written in round brackets.
            concealed_quads.append(read_meld(f"({group})", suit))
        elif len(group) == 3:
            standing_melds.append(read_meld(group, suit))
        elif len(group) == 2:
            pair_tiles.append(tile)
        else:
            joining_tiles.append(tile)

    earlier_table_melds: list[Meld] = []
    for meld in table_melds:
        if meld.kind == "triplet" and meld.tiles[0] in joining_tiles:
            # An exposed quad is written in square brackets.
            exposed_quad = read_meld(f"[{meld.first_number * 4}]", suit)
            earlier_table_melds.append(exposed_quad)
        else:
            earlier_table_melds.append(meld)
    all_table_melds = (*earlier_table_melds, *concealed_quads)
    leftover = tuple([number + suit for number in packing.leftover])
    return SuitDivision.of(tuple(standing_melds), all_table_melds, tuple(pair_tiles), leftover)


def _drop_surpassed(divisions: list[SuitDivision], winds: Winds | None) -> list[SuitDivision]:
    """Drop each division if another is at least as good in everything that counts.

    Args:
        divisions: divisions of one suit.
        winds: the player's winds for honors, None for a suit of numbers.
    """
    # The measures of each division, by its index.
    measures_of = [_measure(division, winds) for division in divisions]
    # Measures are compared from the first to the last, and the highest come first. So a division
    # comes after all divisions that surpass it.
    indices = sorted(range(len(divisions)), key=measures_of.__getitem__, reverse=True)
    kept_indices: list[int] = []
    for index in indices:
        is_surpassed = any(
            _are_at_least(measures_of[kept_index], measures_of[index])
            for kept_index in kept_indices
        )
        if not is_surpassed:
            kept_indices.append(index)
    return [divisions[index] for index in kept_indices]


def _are_at_least(measures: tuple[int, ...], other_measures: tuple[int, ...]) -> bool:
    """Whether each measure is at least as high as the other measure at the same place."""
    pairs = zip(measures, other_measures, strict=True)
    return all(measure >= other_measure for measure, other_measure in pairs)


def _measure(division: SuitDivision, winds: Winds | None) -> tuple[int, ...]:
    """Measure a division by everything that can raise the worth of a hand.

    A higher measure never lowers the worth.

    Args:
        division: a division of one suit.
        winds: the player's winds for honors, None for a suit of numbers.

    Returns:
        The measures, always in the same order. More is better in each.
    """
    if winds is None:
        # A suit of numbers has no winds to count, so any winds do.
        winds = Winds("E", "E")
    # The rules see a whole rack, so make one of this suit alone. It may take the first place of the
    # four, because the rules look at the tiles of the melds and not at their places.
    rack = FimjArrangement.of_rack(Hand(), winds, (division, NO_DIVISION, NO_DIVISION, NO_DIVISION))
    points = sum(count.total for count in count_rules("points", rack))
    # Some triplets earn doublings by themselves or together with triplets of other suits.
    doubling_triplets = [
        rack.head_triplets,
        rack.hidden_triplets,
        rack.triplets_of(WIND_TILES[winds.own]),
        rack.triplets_of(WIND_TILES[winds.round]),
        rack.triplets_of(*DRAGONS),
    ]
    numbers_of_triplets = [len(triplets) for triplets in doubling_triplets]
    # Melds of equal numbers in several suits earn doublings too. So the triplets of each number are
    # counted, and the sequences that begin with each number. Honors have no such melds.
    triplet_numbers = [meld.first_number for meld in division.triplets if meld.suit != "z"]
    triplets_of_each_number = [triplet_numbers.count(number) for number in _NUMBERS]
    first_numbers = [meld.first_number for meld in division.sequences]
    sequences_from_each_number = [first_numbers.count(number) for number in _NUMBERS]
    return (points, *numbers_of_triplets, *triplets_of_each_number, *sequences_from_each_number)


@lru_cache(maxsize=1 << 16)
def _find_packings(
    counts: tuple[int, ...], *, lowest: int, exposed_numbers: str, is_honors: bool
) -> tuple[Packing, ...]:
    """Find the ways to pack the tiles of a suit whose numbers are ``lowest`` or higher.

    Any number of sequences is tried, also fewer than the tiles could make. Equal tiles that are in
    no sequence make a group if they can, because a further group never lowers the worth of a hand.

    Args:
        counts: how many tiles stand of the number ``lowest``, of the next number, and so on to 9.
        lowest: the lowest of these numbers.
        exposed_numbers: the numbers that have an exposed triplet on the rack.
        is_honors: whether the tiles are honors, which make pairs but no sequences.
    """
    if not counts:
        nothing = Packing(groups=(), leftover="")
        return (nothing,)
    number = str(lowest)
    sequence = f"{lowest}{lowest + 1}{lowest + 2}"
    most_sequences = 0
    # A sequence from this number on needs two higher numbers.
    if not is_honors and len(counts) >= 3:
        most_sequences = min(counts[:3])

    packings: list[Packing] = []
    for number_of_sequences in range(most_sequences + 1):
        sequences = (sequence,) * number_of_sequences
        # Each sequence takes a tile of the lowest number and of the next two.
        copies_of_lowest = counts[0] - number_of_sequences
        counts_above = [count - number_of_sequences for count in counts[1:3]]
        counts_above += counts[3:]
        packings_of_lowest = _pack_equal_tiles(
            number, copies_of_lowest, can_join=number in exposed_numbers, can_pair=is_honors
        )
        packings_above = _find_packings(
            tuple(counts_above),
            lowest=lowest + 1,
            exposed_numbers=exposed_numbers,
            is_honors=is_honors,
        )
        for lowest_tiles, tiles_above in product(packings_of_lowest, packings_above):
            groups = sequences + lowest_tiles.groups + tiles_above.groups
            leftover = lowest_tiles.leftover + tiles_above.leftover
            packings.append(Packing(groups, leftover))
    return tuple(packings)


def _pack_equal_tiles(number: str, copies: int, *, can_join: bool, can_pair: bool) -> list[Packing]:
    """Find every way to pack equal tiles into one group. The rest of the tiles are left over.

    Args:
        number: the number of the tiles.
        copies: how many they are.
        can_join: whether one of them can join an exposed triplet.
        can_pair: whether two of them count as a pair.

    Returns:
        The packings. A single packing without groups if the tiles make no group.
    """
    group_sizes = []
    if can_join and copies >= 1:
        # A single tile joins the exposed triplet.
        group_sizes.append(1)
    if copies >= 4:
        group_sizes.append(4)
    if copies >= 3:
        group_sizes.append(3)
    if can_pair and copies == 2:
        group_sizes.append(2)
    if not group_sizes:
        return [Packing(groups=(), leftover=number * copies)]
    packings = []
    for size in group_sizes:
        packings.append(Packing(groups=(number * size,), leftover=number * (copies - size)))
    return packings
