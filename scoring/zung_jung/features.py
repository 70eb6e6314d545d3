"""What the patterns of Zung Jung ask about: one record for each reading of a hand."""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, NamedTuple

from hu.scoring.hand import SEATS
from hu.scoring.readings import Form
from hu.scoring.tiles import BONUS
from hu.scoring.zung_jung.blocks import Sequences, Tally, Triplets
from hu.scoring.zung_jung.counts import Kinds

_FLOWERS: Final = frozenset(BONUS[:4])
_SEASONS: Final = frozenset(BONUS[4:])


@dataclass(frozen=True, slots=True, eq=False)
class Luck:
    """What comes from the win and the bonus tiles, whatever the reading. Equal ones are one object."""

    last_draw: bool
    last_claim: bool
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
    last_tile, drawn = "last-tile" in circumstances, win == "self-draw"
    return _same_luck(
        last_draw=last_tile and drawn,
        last_claim=last_tile and not drawn,
        replacement="kong-replacement" in circumstances,
        robbed=win == "robbed-kong",
        heaven="heaven" in circumstances,
        earth="earth" in circumstances,
        own_bonus=own,
        guest_bonus=len(bonus) - own,
        four_flowers=_FLOWERS.issubset(bonus),
        four_seasons=_SEASONS.issubset(bonus),
    )


_same_luck = cache(Luck)
