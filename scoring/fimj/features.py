"""What the rules of FIMJ ask about: one record for each arrangement of a hand.

An arrangement is first summed up as one number, its *code*: each suit adds its own, and equal codes are worth the same.
"""

from functools import lru_cache
from typing import Final, Literal, NamedTuple

from hu.scoring.hand import Meld

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
        chows: how many sequences.
        color_equal: the most sequences of the same numbers in one suit, if three or four.
        color_serpent: whether 123, 456 and 789 of one suit occur.
        color_chained: whether 123, 345, 567 and 789 of one suit occur.
        suits: how many of the three suits occur; this and the rest in hands that won only.
        honors: whether honors occur.
        heads: in how many of the suits and honors heads occur.
        simples: in how many suits numbers from 2 to 8 occur.
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
    own_wind: int
    round_wind: int
    dragons: int
    winds: int
    chows: int
    color_equal: int
    color_serpent: int
    color_chained: int
    suits: int
    honors: int
    heads: int
    simples: int
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


#: The fields that add up over the suits take four bits each of a code, in this order.
_ADDED: Final = Features._fields[2:-4]
_PLACES: Final = {name: 4 * index for index, name in enumerate(_ADDED)}
_LOW: Final = (1 << 4 * len(_ADDED)) - 1
#: Above them two bits for each number from 1 to 9 count the suits that have it in a set alike, ...
_ALIKE: Final = 4 * len(_ADDED)
_ALIKE_MASK: Final = (1 << 18) - 1
_ALIKE_FIRSTS: Final = 0b01_01_01_01_01_01_01_01_01
#: ... and above those three bits for each number from 1 to 7 count the sequences that begin with it.
_CHOWS: Final = _ALIKE + 18
_SERPENT: Final = (0, 3, 6)
_CHAINED: Final = (0, 2, 4, 6)


def unit(name: str) -> int:
    """Return what a field adds to a code for each time."""
    return 1 << _PLACES[name]


def chow_unit(number: int) -> int:
    """Return what a sequence adds to a code for its first number, 1 to 7."""
    return 1 << (_CHOWS + 3 * (number - 1))


def alike_unit(number: int) -> int:
    """Return what a set alike of a suit adds to a code for its number, 1 to 9."""
    return 1 << (_ALIKE + 2 * (number - 1))


def set_unit(meld: Meld) -> int:
    """Return what a triplet or quad adds to a code for its kind."""
    head = "head_" if is_head(meld.tiles[0]) else ""
    shown = "concealed" if meld.concealed else "exposed"
    return unit(f"{head}{'quads' if meld.kind == 'kong' else 'triplets'}_{shown}")


def is_head(tile: str) -> bool:
    """Whether a tile is a terminal or an honor ('testa')."""
    return tile[1] == "z" or tile[0] in "19"


class Essence(NamedTuple):
    """What of a code decides; many codes share one."""

    added: int
    equal_triplets: bool
    chows: "Chows"


class Chows(NamedTuple):
    """What of the sequences decides when suits do not matter."""

    equal: int
    serpent: bool
    chained: bool


@lru_cache(maxsize=1 << 16)
def essence(code: int) -> Essence:
    """Reduce a code to what decides."""
    alike = code >> _ALIKE & _ALIKE_MASK
    return Essence(code & _LOW, bool(alike & alike >> 1 & _ALIKE_FIRSTS), chow_patterns(code >> _CHOWS))


@lru_cache(maxsize=1 << 12)
def chow_patterns(lanes: int) -> Chows:
    """Look for equal sequences and serpents, given three bits for each first number."""
    counts = [lanes >> 3 * index & 7 for index in range(7)]
    equal = max(counts)
    return Chows(
        equal if equal > 2 else 0,
        all(counts[index] for index in _SERPENT),
        all(counts[index] for index in _CHAINED),
    )


def chow_lanes(code: int) -> int:
    """Return the part of a code that counts the sequences, three bits for each first number."""
    return code >> _CHOWS


def alike_numbers(code: int) -> int:
    """Return the part of a code that counts the numbers of the sets alike, two bits for each."""
    return code >> _ALIKE & _ALIKE_MASK


def features(form: Form, known: Essence, luck: Luck) -> Features:
    """Spell out what a code says."""
    added = (known.added >> place & 15 for place in _PLACES.values())
    return Features._make((form, luck, *added, known.equal_triplets, *known.chows))
