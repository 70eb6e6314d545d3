"""Every way to arrange a winning hand: four melds and a pair, seven pairs, thirteen orphans.

Zung Jung ("Freedom of Count", "La mano vincente") and FIMJ share the shapes; what each arrangement is worth is for
the rule sets to say.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, Literal

from hu.scoring.hand import RANK, Hand, Meld, in_order
from hu.scoring.notation import format_meld, format_tiles
from hu.scoring.suits import SUITS, divide, set_of
from hu.scoring.tiles import KINDS

Form = Literal["regular", "seven-pairs", "thirteen-orphans"]
#: Terminals and honors, in order.
ORPHANS: Final = tuple(tile for tile in KINDS if tile[1] == "z" or tile[0] in "19")

_ORPHANS: Final = frozenset(ORPHANS)


@dataclass(frozen=True, slots=True)
class Reading:
    """One arrangement of a winning hand, and the place of its winning tile.

    Attributes:
        form: its shape.
        standing: the sets among the standing tiles, the winning tile included, each ``concealed``.
        melds: the sets on the table, as in the hand.
        pairs: the pair's tile; seven of them with seven pairs; with thirteen orphans the tile held twice.
        completed: the tiles of the set or pair that the winning tile completes; empty for thirteen orphans.
    """

    form: Form
    standing: tuple[Meld, ...]
    melds: tuple[Meld, ...]
    pairs: tuple[str, ...]
    completed: tuple[str, ...]

    @property
    def sets(self) -> tuple[Meld, ...]:
        """All its sets."""
        return self.standing + self.melds


def readings(hand: Hand) -> tuple[Reading, ...]:
    """Arrange a hand in every way that wins, with every place for its winning tile.

    Args:
        hand: a hand with its winning tile; at most four copies of a tile.

    Returns:
        The readings in a fixed order; none when the hand does not win.
    """
    return (*_regular(hand), *irregular_readings(hand))


def irregular_readings(hand: Hand) -> tuple[Reading, ...]:
    """Arrange a hand as seven pairs or thirteen orphans, if it is either."""
    return () if hand.melds else (*_seven_pairs(hand), *_thirteen_orphans(hand))


def is_regular(standing: Sequence[str]) -> bool:
    """Whether standing tiles divide into sets and one pair."""
    return any(True for _ in arrangements(Counter(standing)))


def text(reading: Reading, bonus: tuple[str, ...] = ()) -> str:
    """Write a reading set by set, as in ``123p 234m 567m 55s [777z]``; the notation reads it back.

    The standing sets come by number, then suit; after them the pair, the melds and the bonus tiles.
    """
    if reading.form == "thirteen-orphans":
        parts = [format_tiles(in_order((*ORPHANS, *reading.pairs)))]
    else:
        parts = sorted([format_tiles(part.tiles) for part in reading.standing])
        parts += [format_tiles((tile, tile)) for tile in reading.pairs]
    return " ".join([*parts, *map(format_meld, reading.melds), *([format_tiles(bonus)] if bonus else [])])


def _regular(hand: Hand) -> Iterator[Reading]:
    for standing, pair in arrangements(Counter(hand.standing)):
        if len(standing) + len(hand.melds) != 4:
            continue
        groups = dict.fromkeys((*(part.tiles for part in standing), (pair, pair)))
        for group in groups:
            if hand.winning in group:
                yield Reading("regular", standing, hand.melds, (pair,), group)


def _seven_pairs(hand: Hand) -> Iterator[Reading]:
    counts = Counter(hand.standing)
    if _is_pairs(counts) and hand.winning:
        pairs = tuple(tile for tile in sorted(counts, key=RANK.__getitem__) for _ in range(counts[tile] // 2))
        yield Reading("seven-pairs", (), (), pairs, (hand.winning, hand.winning))


def _thirteen_orphans(hand: Hand) -> Iterator[Reading]:
    counts = Counter(hand.standing)
    if _is_orphans(counts):
        pairs = tuple(tile for tile in ORPHANS if counts[tile] == 2)
        yield Reading("thirteen-orphans", (), (), pairs, ())


def _is_pairs(counts: Counter[str]) -> bool:
    return counts.total() == 14 and all(count in (2, 4) for count in counts.values())


def _is_orphans(counts: Counter[str]) -> bool:
    return counts.total() == 14 and counts.keys() == _ORPHANS


def arrangements(counts: Counter[str]) -> Iterator[tuple[tuple[Meld, ...], str]]:
    """Yield every division of the tiles into sets and one pair, of whatever number."""
    divisions = [
        [(suit, sets, pair) for sets, pair in divide(_numbers(counts, suit), sequences=suit != "z")] for suit in SUITS
    ]
    for parts in product(*divisions):
        pairs = [pair[0] + suit for suit, _, pair in parts if pair]
        if len(pairs) == 1:
            yield tuple(set_of(numbers, suit) for suit, sets, _ in parts for numbers in sets), pairs[0]


def may_be_in_sequence(standing: Sequence[str], tile: str) -> bool:
    """Whether a tile has two neighbours among the standing tiles to make a sequence with."""
    suit = tile[1]
    near = {other for other in standing if other[1] == suit and 0 < abs(int(other[0]) - int(tile[0])) <= 2}
    return suit in "mps" and len(near) >= 2


def _numbers(counts: Counter[str], suit: str) -> str:
    return "".join(tile[0] * counts[tile] for tile in SUITS[suit])
