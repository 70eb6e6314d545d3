"""What the rules of FIMJ look at: one record for each arrangement of a hand, joined from one for each suit."""

from collections import Counter
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from hu.scoring.hand import SEATS
from hu.scoring.tiles import DRAGONS, WINDS

Form = Literal[
    "regular", "seven-pairs", "thirteen-lanterns", "dragons-serpent", "little-serpent", "siamese-serpents", "rack"
]


class Luck(NamedTuple):
    """What comes from the win, the melds and the bonus tiles, whatever the arrangement.

    Attributes:
        bonus: how many flowers and seasons.
        own_bonus: how many of them have the seat's number.
        bouquets: how many of the two sets of four are whole.
        closing: whether the hand won; else the rest is as in a hand without luck.
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


class Winds(NamedTuple):
    """The winds that count for a player.

    Attributes:
        own: the player's seat.
        round: the round's.
    """

    own: str
    round: str


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


class Part(NamedTuple):
    """One suit of one arrangement. Its sets are written as in ``hu.scoring.suits``.

    Attributes:
        standing: the sets among the standing tiles; a triplet completed by a discard is exposed.
        laid: the sets on the rack, quads laid down after the win included.
        pairs: the number of each pair; in a hand that did not win only those of honors.
        left: the numbers of the tiles left over.
        head_quads_concealed: this and all that follow as in ``Features``.
        starts: the first number of each sequence.
        runs: how the sequences compare.
        numbers: the numbers of the sets alike; none for honors.
    """

    standing: tuple[str, ...]
    laid: tuple[str, ...]
    pairs: str
    left: str
    head_quads_concealed: int
    head_quads_exposed: int
    quads_concealed: int
    quads_exposed: int
    head_triplets_concealed: int
    head_triplets_exposed: int
    triplets_concealed: int
    triplets_exposed: int
    own_wind_pairs: int
    round_wind_pairs: int
    dragon_pairs: int
    wind_pairs: int
    head_pairs: int
    own_wind: bool
    round_wind: bool
    dragons: int
    winds: int
    starts: str
    runs: Runs
    numbers: frozenset[str]


class Tiles(NamedTuple):
    """Which tiles a hand consists of; the attributes are as in ``Features``."""

    suits: int
    honors: bool
    heads: bool
    simples: bool


class Features(NamedTuple):
    """One arrangement of a hand, as far as the rules look at it.

    'Triplets' alone are of three, 'sets alike' are triplets and quads; 'heads' are terminals and honors. A triplet
    completed by a discard is exposed (ruling 6); concealed quads are laid down (ruling 3).

    Attributes:
        form: the shape; ``rack`` for a hand that did not win.
        luck: what does not depend on the arrangement.
        head_quads_concealed: how many concealed quads of heads; likewise the seven that follow.
        head_quads_exposed: exposed quads of heads.
        quads_concealed: concealed quads of other tiles.
        quads_exposed: exposed quads of other tiles.
        head_triplets_concealed: concealed triplets of heads.
        head_triplets_exposed: exposed triplets of heads.
        triplets_concealed: concealed triplets of other tiles.
        triplets_exposed: exposed triplets of other tiles.
        own_wind_pairs: how many pairs of the own wind.
        round_wind_pairs: how many pairs of the round wind.
        dragon_pairs: how many pairs of dragons.
        wind_pairs: how many pairs of winds.
        head_pairs: how many pairs of heads.
        own_wind: whether a set alike is of the own wind.
        round_wind: whether one is of the round wind.
        dragons: how many sets alike are of dragons.
        winds: how many are of winds.
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
    luck: Luck
    head_quads_concealed: int
    head_quads_exposed: int
    quads_concealed: int
    quads_exposed: int
    head_triplets_concealed: int
    head_triplets_exposed: int
    triplets_concealed: int
    triplets_exposed: int
    own_wind_pairs: int
    round_wind_pairs: int
    dragon_pairs: int
    wind_pairs: int
    head_pairs: int
    own_wind: bool
    round_wind: bool
    dragons: int
    winds: int
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

    @property
    def quads(self) -> int:
        """How many quads."""
        return self.head_quads_concealed + self.head_quads_exposed + self.quads_concealed + self.quads_exposed

    @property
    def hidden(self) -> int:
        """How many triplets are wholly drawn and not laid down."""
        return self.head_triplets_concealed + self.triplets_concealed

    @property
    def head_alike(self) -> int:
        """How many sets alike are of heads."""
        quads = self.head_quads_concealed + self.head_quads_exposed
        return quads + self.head_triplets_concealed + self.head_triplets_exposed

    @property
    def alike(self) -> int:
        """How many sets alike."""
        return self.quads + self.hidden + self.head_triplets_exposed + self.triplets_exposed


Parts = tuple[Part, Part, Part, Part]
#: A rack is not judged by its tiles.
RACK: Final = Tiles(0, honors=False, heads=False, simples=False)
#: The number of each wind's tile.
WIND_NUMBERS: Final = {seat: tile[0] for seat, tile in zip(SEATS, WINDS, strict=True)}
#: The numbers of honors are all heads ('teste'), of the suits the ones and nines.
HEADS: Final = {True: frozenset("1234567"), False: frozenset("19")}
_WINDS: Final = "".join(tile[0] for tile in WINDS)
_DRAGONS: Final = "".join(tile[0] for tile in DRAGONS)


def part_of(
    standing: tuple[str, ...], laid: tuple[str, ...], pairs: str, left: str = "", *, winds: Winds | None
) -> Part:
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
    alike = [group for group in sets if is_alike(group)]
    numbers = "".join([group.strip("[()]")[0] for group in alike])
    starts = "".join([group.strip("[")[0] for group in sets if not is_alike(group)])
    kinds = Counter([_kind(group, honors) for group in alike])
    own, of_round = (WIND_NUMBERS[winds.own], WIND_NUMBERS[winds.round]) if winds else ("-", "-")
    return Part(
        standing,
        laid,
        pairs,
        left,
        head_quads_concealed=kinds["head quad concealed"],
        head_quads_exposed=kinds["head quad exposed"],
        quads_concealed=kinds["quad concealed"],
        quads_exposed=kinds["quad exposed"],
        head_triplets_concealed=kinds["head triplet concealed"],
        head_triplets_exposed=kinds["head triplet exposed"],
        triplets_concealed=kinds["triplet concealed"],
        triplets_exposed=kinds["triplet exposed"],
        own_wind_pairs=pairs.count(own),
        round_wind_pairs=pairs.count(of_round),
        dragon_pairs=_among(_DRAGONS, pairs) if honors else 0,
        wind_pairs=_among(_WINDS, pairs) if honors else 0,
        head_pairs=sum(number in HEADS[honors] for number in pairs),
        own_wind=own in numbers,
        round_wind=of_round in numbers,
        dragons=_among(_DRAGONS, numbers) if honors else 0,
        winds=_among(_WINDS, numbers) if honors else 0,
        starts=starts,
        runs=runs_of(starts),
        numbers=frozenset() if honors else frozenset(numbers),
    )


def is_alike(group: str) -> bool:
    """Whether a set is a triplet or a quad."""
    numbers = group.strip("[()]")
    return numbers[0] == numbers[1]


def _kind(group: str, honors: bool) -> str:
    numbers = group.strip("[()]")
    head = "head " if numbers[0] in HEADS[honors] else ""
    return f"{head}{'quad' if len(numbers) == 4 else 'triplet'} {'exposed' if '[' in group else 'concealed'}"


def _among(wanted: str, numbers: str) -> int:
    return sum(number in wanted for number in numbers)


@lru_cache(maxsize=1 << 12)
def runs_of(starts: str) -> Runs:
    """Compare sequences by their first numbers."""
    equal = max((starts.count(start) for start in starts), default=0)
    return Runs(equal if equal > 2 else 0, set("147").issubset(starts), set("1357").issubset(starts))


def joined(form: Form, parts: Parts, tiles: Tiles, luck: Luck) -> Features:
    """Join the four suits of an arrangement: characters, dots, bamboo, honors."""
    m, p, s, z = parts
    runs = runs_of(m.starts + p.starts + s.starts)
    return Features(
        form,
        luck,
        head_quads_concealed=m.head_quads_concealed
        + p.head_quads_concealed
        + s.head_quads_concealed
        + z.head_quads_concealed,
        head_quads_exposed=m.head_quads_exposed + p.head_quads_exposed + s.head_quads_exposed + z.head_quads_exposed,
        quads_concealed=m.quads_concealed + p.quads_concealed + s.quads_concealed,
        quads_exposed=m.quads_exposed + p.quads_exposed + s.quads_exposed,
        head_triplets_concealed=m.head_triplets_concealed
        + p.head_triplets_concealed
        + s.head_triplets_concealed
        + z.head_triplets_concealed,
        head_triplets_exposed=m.head_triplets_exposed
        + p.head_triplets_exposed
        + s.head_triplets_exposed
        + z.head_triplets_exposed,
        triplets_concealed=m.triplets_concealed + p.triplets_concealed + s.triplets_concealed,
        triplets_exposed=m.triplets_exposed + p.triplets_exposed + s.triplets_exposed,
        own_wind_pairs=z.own_wind_pairs,
        round_wind_pairs=z.round_wind_pairs,
        dragon_pairs=z.dragon_pairs,
        wind_pairs=z.wind_pairs,
        head_pairs=m.head_pairs + p.head_pairs + s.head_pairs + z.head_pairs,
        own_wind=z.own_wind,
        round_wind=z.round_wind,
        dragons=z.dragons,
        winds=z.winds,
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
