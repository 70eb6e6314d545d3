"""How many sets and pairs of each kind the rules of FIMJ count."""

from collections import Counter
from operator import add
from typing import Final, NamedTuple

from hu.scoring.hand import SEATS
from hu.scoring.tiles import DRAGONS, WINDS


class Winds(NamedTuple):
    """The winds that count for a player.

    Attributes:
        own: the player's seat.
        round: the round's.
    """

    own: str
    round: str


class Counts(NamedTuple):
    """How many sets and pairs of each kind a suit has, or a hand.

    'Triplets' alone are of three, 'sets alike' are triplets and quads; 'heads' are terminals and honors. A triplet
    completed by a discard is exposed (ruling 6); concealed quads are laid down (ruling 3).

    Attributes:
        head_quads_concealed: concealed quads of heads.
        head_quads_exposed: exposed quads of heads.
        quads_concealed: concealed quads of other tiles.
        quads_exposed: exposed quads of other tiles.
        head_triplets_concealed: concealed triplets of heads.
        head_triplets_exposed: exposed triplets of heads.
        triplets_concealed: concealed triplets of other tiles.
        triplets_exposed: exposed triplets of other tiles.
        own_wind_pairs: pairs of the own wind.
        round_wind_pairs: pairs of the round wind.
        dragon_pairs: pairs of dragons.
        wind_pairs: pairs of winds.
        head_pairs: pairs of heads.
        own_wind: sets alike of the own wind.
        round_wind: sets alike of the round wind.
        dragons: sets alike of dragons.
        winds: sets alike of winds.
    """

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
    own_wind: int
    round_wind: int
    dragons: int
    winds: int

    @property
    def valued_pairs(self) -> int:
        """How many rows of the table the pairs earn points in."""
        return self.own_wind_pairs + self.round_wind_pairs + self.dragon_pairs

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


#: The number of each wind's tile.
WIND_NUMBERS: Final = {seat: tile[0] for seat, tile in zip(SEATS, WINDS, strict=True)}
#: The numbers of honors are all heads ('teste'), of the suits the ones and nines.
HEADS: Final = {True: frozenset("1234567"), False: frozenset("19")}
_WINDS: Final = "".join(tile[0] for tile in WINDS)
_DRAGONS: Final = "".join(tile[0] for tile in DRAGONS)


def counted(alike: tuple[str, ...], pairs: str, winds: Winds | None) -> Counts:
    """Count a suit's triplets and quads, written as in ``hu.scoring.suits``, and its pairs, given by their numbers.

    Args:
        alike: the triplets and quads.
        pairs: the number of each pair.
        winds: the player's winds for honors, None for a suit of numbers.
    """
    honors = winds is not None
    numbers = "".join(map(number_of, alike))
    kinds = Counter([_kind(group, honors) for group in alike])
    own, of_round = (WIND_NUMBERS[winds.own], WIND_NUMBERS[winds.round]) if winds else ("-", "-")
    return Counts(
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
        own_wind=numbers.count(own),
        round_wind=numbers.count(of_round),
        dragons=_among(_DRAGONS, numbers) if honors else 0,
        winds=_among(_WINDS, numbers) if honors else 0,
    )


def total(m: Counts, p: Counts, s: Counts, z: Counts) -> Counts:
    """Add up the counts of the four suits."""
    return Counts._make(map(add, map(add, m, p), map(add, s, z)))


def number_of(group: str) -> str:
    """The number of a triplet's or quad's tiles."""
    return group.strip("[()]")[0]


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
