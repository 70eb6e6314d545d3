"""One suit of a hand: every way to divide it into sets and a pair, and what each way shows the patterns.

Nearly every hand consists of suits that were met before, so suits are remembered. A suit is written as in the notation
but without its letter, and so are its sets: ``44678[123](9999)``. The three suits of numbers share what is remembered.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Final

from hu.scoring.hand import Hand
from hu.scoring.suits import by_suit, divide
from hu.scoring.tiles import DRAGONS, WINDS


@dataclass(frozen=True, slots=True)
class SuitDivision:
    """One way to divide the standing tiles of a suit; what is counted includes the suit's melds.

    'Triplets' include quads. The winning tile counts as drawn.

    Attributes:
        standing: the sets among the standing tiles.
        pair: the pair; empty without one.
        completed: for each standing number the set or pair that it does best to complete as the winning tile.
        sequences: how many sequences.
        triplets: how many triplets.
        quads: how many quads.
        concealed_triplets: how many triplets were wholly drawn.
        all_outside: whether every meld and the pair hold a terminal or an honor.
        double_sequences: how many sequences occur exactly twice.
        triple_sequences: how many occur exactly three times.
        quadruple_sequences: how many occur four times.
        straight: whether 123, 456 and 789 occur.
        sequence_starts: the first numbers of the sequences.
        triplet_numbers: the numbers of the triplets; none for honors.
        pair_numbers: the number of the pair; none for honors.
        consecutive_triplets: how many triplets have consecutive numbers, 0 for fewer than three.
        dragon_triplets: how many triplets of dragons.
        dragon_pair: whether the pair is of dragons.
        wind_triplets: the numbers of the winds of which there are triplets.
        wind_pair: whether the pair is of winds.
    """

    standing: tuple[str, ...]
    pair: str
    completed: dict[str, str]
    sequences: int
    triplets: int
    quads: int
    concealed_triplets: int
    all_outside: bool
    double_sequences: int
    triple_sequences: int
    quadruple_sequences: int
    straight: bool
    sequence_starts: frozenset[str]
    triplet_numbers: frozenset[str]
    pair_numbers: frozenset[str]
    consecutive_triplets: int
    dragon_triplets: int = 0
    dragon_pair: bool = False
    wind_triplets: frozenset[str] = frozenset()
    wind_pair: bool = False


@dataclass(frozen=True, slots=True)
class SuitSummary:
    """One suit of a hand.

    Attributes:
        divisions: every way to divide its standing tiles; none when some would be left over.
        has_pair: whether its divisions hold a pair.
        is_legal: whether no tile is held more than four times.
        is_present: whether the hand has tiles of it.
        outside: whether it has terminals or honors.
        simples: whether it has numbers from 2 to 8.
        unclaimed: whether its melds are concealed quads.
    """

    divisions: tuple[SuitDivision, ...]
    has_pair: bool
    is_legal: bool
    is_present: bool
    outside: bool
    simples: bool
    unclaimed: bool


Suits = tuple[SuitSummary, SuitSummary, SuitSummary, SuitSummary]
#: As many suits as a million random hands hold.
_REMEMBERED: Final = 1 << 16
_NUMBERS: Final = "123456789"
_WINDS: Final = frozenset(tile[0] for tile in WINDS)
_DRAGONS: Final = frozenset(tile[0] for tile in DRAGONS)
_TERMINALS: Final = frozenset("19")
_ALL: Final = frozenset(_NUMBERS)
_NONE: Final[frozenset[str]] = frozenset()


def suits_of(hand: Hand, winning: str) -> Suits | None:
    """Look up the suits of a hand: characters, dots, bamboo, honors.

    Args:
        hand: the hand.
        winning: its winning tile.

    Returns:
        None if a meld is not a legal set.
    """
    written = by_suit(hand.concealed, winning, hand.melds)
    if written is None:
        return None
    (m, p, s, z), (m_melds, p_melds, s_melds, z_melds) = written
    return number_suit(m, m_melds), number_suit(p, p_melds), number_suit(s, s_melds), honors(z, z_melds)


@lru_cache(maxsize=_REMEMBERED)
def number_suit(standing: str, melds: str) -> SuitSummary:
    """Divide characters, dots or bamboo, given the standing tiles in order, and the melds."""
    return _suit(standing, melds, _TERMINALS, sequences=True)


@lru_cache(maxsize=_REMEMBERED)
def honors(standing: str, melds: str) -> SuitSummary:
    """Divide the honors, given the standing tiles in order, and the melds."""
    found = _suit(standing, melds, _ALL, sequences=False)
    return replace(found, divisions=tuple(map(_of_honors, found.divisions)))


def _suit(standing: str, melds: str, outside: frozenset[str], *, sequences: bool) -> SuitSummary:
    laid = _laid(melds)
    held = standing + "".join(laid)
    return SuitSummary(
        divisions=tuple(
            [
                _division(sets, pair, laid, melds.count("("), outside)
                for sets, pair in divide(standing, sequences=sequences)
            ]
        ),
        has_pair=len(standing) % 3 == 2,
        is_legal=all(held.count(number) <= 4 for number in set(held)),
        is_present=bool(held),
        outside=not outside.isdisjoint(held),
        simples=not outside.issuperset(held),
        unclaimed="[" not in melds,
    )


@cache
def _laid(melds: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\d+", melds))


def _division(
    standing: tuple[str, ...], pair: str, laid: tuple[str, ...], concealed_quads: int, outside: frozenset[str]
) -> SuitDivision:
    groups = standing + laid
    starts = [group[0] for group in groups if not is_triplet(group)]
    triplets = _same_set("".join([group[0] for group in groups if is_triplet(group)]))
    repeats = [starts.count(start) for start in set(starts)]
    return SuitDivision(
        standing=standing,
        pair=pair,
        completed=_completed(standing, pair),
        sequences=len(starts),
        triplets=len(triplets),
        quads=sum([len(group) == 4 for group in laid]),
        concealed_triplets=concealed_quads + sum([is_triplet(group) for group in standing]),
        all_outside=not any(map(outside.isdisjoint, (*groups, pair) if pair else groups)),
        double_sequences=repeats.count(2),
        triple_sequences=repeats.count(3),
        quadruple_sequences=repeats.count(4),
        straight={"1", "4", "7"}.issubset(starts),
        sequence_starts=_same_set("".join(starts)),
        triplet_numbers=triplets,
        pair_numbers=_same_set(pair[:1]),
        consecutive_triplets=_longest_run(triplets),
    )


#: Equal sets are one object: the garbage collector has less to look through.
_same_set: Final[Callable[[str], frozenset[str]]] = cache(frozenset)


def _of_honors(division: SuitDivision) -> SuitDivision:
    """Read the numbers of triplets and pair as dragons and winds."""
    triplets, pair = division.triplet_numbers, division.pair_numbers
    return replace(
        division,
        triplet_numbers=_NONE,
        pair_numbers=_NONE,
        consecutive_triplets=0,
        dragon_triplets=len(triplets & _DRAGONS),
        dragon_pair=bool(pair & _DRAGONS),
        wind_triplets=triplets & _WINDS,
        wind_pair=bool(pair & _WINDS),
    )


def _completed(standing: tuple[str, ...], pair: str) -> dict[str, str]:
    """Find the best place of each tile: a triplet only where there is no other, for it may be exposed (ruling 2)."""
    triplets = {group[0]: group for group in standing if is_triplet(group)}
    sequences = {number: group for group in standing if not is_triplet(group) for number in group}
    return triplets | dict.fromkeys(pair, pair) | sequences


def is_triplet(group: str) -> bool:
    """Whether a group is a triplet or a quad."""
    return len(group) > 2 and group[0] == group[1]


def _longest_run(numbers: frozenset[str]) -> int:
    """Count the longest row of consecutive numbers, 0 for fewer than three."""
    if len(numbers) < 3:
        return 0
    rows = (size for size in (4, 3) for first in range(10 - size) if numbers.issuperset(_NUMBERS[first : first + size]))
    return next(rows, 0)
