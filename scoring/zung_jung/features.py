"""What the patterns of Zung Jung ask about: one record for each reading of a hand."""

from functools import lru_cache
from typing import Final, NamedTuple

from scoring.hand import SEATS
from scoring.readings import Form
from scoring.tiles import BONUS
from scoring.zung_jung.blocks import Sequences, Tally, Triplets
from scoring.zung_jung.counts import Kinds

_FLOWERS: Final = frozenset(BONUS[:4])
_SEASONS: Final = frozenset(BONUS[4:])


class Luck(NamedTuple):
    """What comes from the win and the bonus tiles, whatever the reading."""

    drawn: bool
    last_tile: bool
    replacement: bool
    robbed: bool
    heaven: bool
    earth: bool
    own_bonus: int
    guest_bonus: int
    four_flowers: bool
    four_seasons: bool


class Features(NamedTuple):
    """One reading of a hand, as far as the patterns look at it. Irregular hands have no sets to count or compare.

    Attributes:
        form: the reading's shape.
        kinds: which tiles it consists of.
        tally: what can be counted set by set.
        sequences: how its sequences compare.
        triplets: how its triplets compare.
        own_wind: whether there is a triplet of the own wind.
        exposed: whether a set was claimed before the win.
        nine_gates: whether the tiles before the win are 1112345678999 of one suit, nothing melded.
        luck: what comes from the win and the bonus tiles.
    """

    form: Form
    kinds: Kinds
    tally: Tally
    sequences: Sequences
    triplets: Triplets
    own_wind: bool
    exposed: bool
    nine_gates: bool
    luck: Luck


@lru_cache(maxsize=1 << 12)
def luck_of(winner: str, win: str, circumstances: frozenset[str], bonus: tuple[str, ...]) -> Luck:
    """Note how the hand was won, and the bonus tiles."""
    number = str(SEATS.index(winner) + 1)
    own = sum(tile[0] == number for tile in bonus)
    return Luck(
        drawn=win == "self-draw",
        last_tile="last-tile" in circumstances,
        replacement="kong-replacement" in circumstances,
        robbed=win == "robbed-kong",
        heaven="heaven" in circumstances,
        earth="earth" in circumstances,
        own_bonus=own,
        guest_bonus=len(bonus) - own,
        four_flowers=_FLOWERS.issubset(bonus),
        four_seasons=_SEASONS.issubset(bonus),
    )
