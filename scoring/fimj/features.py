"""What the rules of FIMJ look at: one record for each arrangement of a hand, joined from one for each suit."""

from functools import lru_cache
from typing import Final, Literal, NamedTuple

from hu.scoring.fimj.counts import Counts, Winds, counted, is_alike, number_of, total

Form = Literal[
    "regular", "seven-pairs", "thirteen-lanterns", "dragons-serpent", "little-serpent", "siamese-serpents", "rack"
]


class HandContext(NamedTuple):
    """What comes from the win, the melds and the bonus tiles, whatever the arrangement.

    Attributes:
        bonus: how many flowers and seasons.
        own_bonus: how many of them have the seat's number.
        bouquets: how many of the two sets of four are whole.
        closing: whether the hand won; else the rest is as in a hand that did not win.
        drawn: whether the winning tile was drawn.
        robbed: whether it was taken from another player's quad.
        melds: how many sets lie on the rack.
        nine_gates: whether the tiles before the win are 1112345678999 of one suit, nothing melded.
        roof: whether the winning tile came from the dead wall.
        rooster: whether it is the 5 of dots as well.
        last_piece: whether the last copy was declared.
        last_tile: whether it was the last tile to be drawn, or the last discard.
        within_fifteen: whether at most 15 tiles had been played.
        richi: whether richi was declared.
        first_turn: whether it was won with the initial tiles, or on the very first discard.
    """

    bonus: int = 0
    own_bonus: int = 0
    bouquets: int = 0
    closing: bool = False
    drawn: bool = False
    robbed: bool = False
    melds: int = 0
    nine_gates: bool = False
    roof: bool = False
    rooster: bool = False
    last_piece: bool = False
    last_tile: bool = False
    within_fifteen: bool = False
    richi: bool = False
    first_turn: bool = False


class Runs(NamedTuple):
    """How sequences compare.

    Attributes:
        equal: the most with the same numbers, if three or four.
        serpent: whether 123, 456 and 789 occur.
        chained: whether 123, 345, 567 and 789 occur.
    """

    equal: int
    serpent: bool
    chained: bool


class SuitPart(NamedTuple):
    """One suit of one arrangement. Its sets are written as in ``hu.scoring.suits``.

    Attributes:
        standing: the sets among the standing tiles; a triplet completed by a discard is exposed.
        laid: the sets on the rack, quads laid down after the win included.
        pairs: the number of each pair; in a hand that did not win only those of honors.
        left: the numbers of the tiles left over.
        counts: its sets and pairs, counted.
        starts: the first number of each sequence.
        runs: how the sequences compare.
        numbers: the numbers of the sets alike; none for honors.
    """

    standing: tuple[str, ...]
    laid: tuple[str, ...]
    pairs: str
    left: str
    counts: Counts
    starts: str
    runs: Runs
    numbers: frozenset[str]


class TileCounts(NamedTuple):
    """Which tiles a hand consists of; the attributes are as in ``HandFeatures``."""

    suits: int
    honors: bool
    heads: bool
    simples: bool


class HandFeatures(NamedTuple):
    """One arrangement of a hand, as far as the rules look at it.

    Attributes:
        form: the shape; ``rack`` for a hand that did not win.
        context: what does not depend on the arrangement.
        counts: its sets and pairs, counted over all suits.
        sequences: how many sequences.
        color_equal: the most sequences of the same numbers in one suit, if three or four.
        color_serpent: whether 123, 456 and 789 of one suit occur.
        color_chained: whether 123, 345, 567 and 789 of one suit occur.
        suits: how many of the three suits occur; like the next three in hands that won only.
        honors: whether honors occur.
        heads: whether heads occur.
        simples: whether numbers from 2 to 8 occur.
        equal_triplets: whether sets alike of one number occur in all three suits.
        equal_chows: the most sequences of the same numbers in any suits, if three or four.
        serpent: whether 123, 456 and 789 occur, in any suits.
        chained: whether 123, 345, 567 and 789 occur, in any suits.
    """

    form: Form
    context: HandContext
    counts: Counts
    sequences: int
    color_equal: int
    color_serpent: bool
    color_chained: bool
    suits: int
    honors: bool
    heads: bool
    simples: bool
    equal_triplets: bool
    equal_chows: int
    serpent: bool
    chained: bool


Parts = tuple[SuitPart, SuitPart, SuitPart, SuitPart]
#: A rack is not judged by its tiles.
RACK: Final = TileCounts(0, honors=False, heads=False, simples=False)


def part_of(
    standing: tuple[str, ...], laid: tuple[str, ...], pairs: str, left: str = "", *, winds: Winds | None
) -> SuitPart:
    """Count the sets and pairs of a suit.

    Args:
        standing: the sets among the standing tiles.
        laid: the sets on the rack.
        pairs: the number of each pair.
        left: the numbers of the tiles left over.
        winds: the player's winds for honors, None for a suit of numbers.
    """
    honors = winds is not None
    sets = standing + laid
    alike = tuple(group for group in sets if is_alike(group))
    starts = "".join([group.strip("[")[0] for group in sets if not is_alike(group)])
    return SuitPart(
        standing,
        laid,
        pairs,
        left,
        counts=counted(alike, pairs, winds),
        starts=starts,
        runs=runs_of(starts),
        numbers=frozenset() if honors else frozenset(map(number_of, alike)),
    )


@lru_cache(maxsize=1 << 12)
def runs_of(starts: str) -> Runs:
    """Compare sequences by their first numbers."""
    equal = max((starts.count(start) for start in starts), default=0)
    return Runs(equal if equal > 2 else 0, set("147").issubset(starts), set("1357").issubset(starts))


def joined(form: Form, parts: Parts, tiles: TileCounts, context: HandContext) -> HandFeatures:
    """Join the four suits of an arrangement: characters, dots, bamboo, honors."""
    m, p, s, z = parts
    runs = runs_of(m.starts + p.starts + s.starts)
    return HandFeatures(
        form,
        context,
        counts=total(m.counts, p.counts, s.counts, z.counts),
        sequences=len(m.starts) + len(p.starts) + len(s.starts),
        color_equal=max(m.runs.equal, p.runs.equal, s.runs.equal),
        color_serpent=m.runs.serpent or p.runs.serpent or s.runs.serpent,
        color_chained=m.runs.chained or p.runs.chained or s.runs.chained,
        suits=tiles.suits,
        honors=tiles.honors,
        heads=tiles.heads,
        simples=tiles.simples,
        equal_triplets=bool(m.numbers & p.numbers & s.numbers),
        equal_chows=runs.equal,
        serpent=runs.serpent,
        chained=runs.chained,
    )
