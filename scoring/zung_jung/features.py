"""What the patterns of Zung Jung look at: one record for each reading of a hand."""

from functools import lru_cache
from typing import NamedTuple

from hu.scoring.hand import SEATS
from hu.scoring.readings import Form
from hu.scoring.tiles import FLOWERS, SEASONS
from hu.scoring.zung_jung.suits import SuitDivision, Suits


class WinContext(NamedTuple):
    """What comes from the win and the bonus tiles, whatever the reading."""

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


class TileFeatures(NamedTuple):
    """What comes from a hand's tiles, however they are divided.

    Attributes:
        suits: how many of the three suits occur.
        honors: whether honors occur.
        outside: whether terminals or honors occur.
        simples: whether numbers from 2 to 8 occur.
        unclaimed: whether no set was claimed before the win.
        nine_gates: whether the tiles before the win are 1112345678999 of one suit, nothing melded.
    """

    suits: int
    honors: bool
    outside: bool
    simples: bool
    unclaimed: bool
    nine_gates: bool


class ReadingFeatures(NamedTuple):
    """One reading of a hand, as far as the patterns look at it. 'Triplets' include quads.

    Irregular hands have no sets: what is counted of sets is zero for them.

    Attributes:
        form: the reading's shape.
        tiles: what comes from the tiles, however they are divided.
        context: what comes from the win and the bonus tiles.
        sequences: how many sequences.
        triplets: how many triplets.
        quads: how many quads.
        concealed_triplets: how many triplets were wholly drawn.
        all_outside: whether every meld and the pair hold a terminal or an honor.
        dragon_triplets: how many triplets of dragons.
        dragon_pair: whether the pair is of dragons.
        wind_triplets: how many triplets of winds.
        wind_pair: whether the pair is of winds.
        own_wind_triplet: whether there is a triplet of the winner's wind.
        double_sequences: how many sequences occur exactly twice.
        triple_sequences: how many occur exactly three times.
        quadruple_sequences: how many occur four times.
        same_sequences: whether a sequence occurs in all three suits.
        straight: whether 123, 456 and 789 of one suit occur.
        same_triplets: whether triplets of one number occur in all three suits.
        same_triplets_and_pair: whether triplets in two suits have the number of the pair in the third.
        consecutive_triplets: how many triplets of one suit have consecutive numbers, 0 for fewer than three.
    """

    form: Form
    tiles: TileFeatures
    context: WinContext
    sequences: int = 0
    triplets: int = 0
    quads: int = 0
    concealed_triplets: int = 0
    all_outside: bool = False
    dragon_triplets: int = 0
    dragon_pair: bool = False
    wind_triplets: int = 0
    wind_pair: bool = False
    own_wind_triplet: bool = False
    double_sequences: int = 0
    triple_sequences: int = 0
    quadruple_sequences: int = 0
    same_sequences: bool = False
    straight: bool = False
    same_triplets: bool = False
    same_triplets_and_pair: bool = False
    consecutive_triplets: int = 0


def tiles_of(suits: Suits, *, nine_gates: bool) -> TileFeatures:
    """Note which tiles a hand consists of."""
    m, p, s, z = suits
    return TileFeatures(
        suits=m.is_present + p.is_present + s.is_present,
        honors=z.is_present,
        outside=m.outside or p.outside or s.outside or z.outside,
        simples=m.simples or p.simples or s.simples,
        unclaimed=m.unclaimed and p.unclaimed and s.unclaimed and z.unclaimed,
        nine_gates=nine_gates,
    )


def joined(
    divisions: tuple[SuitDivision, SuitDivision, SuitDivision, SuitDivision],
    tiles: TileFeatures,
    context: WinContext,
    wind: str,
    *,
    exposed: bool,
) -> ReadingFeatures:
    """Join the divisions of the four suits to a regular reading.

    Args:
        divisions: one of characters, dots, bamboo and honors each.
        tiles: what comes from the tiles.
        context: what comes from the win and the bonus tiles.
        wind: the number of the winner's wind.
        exposed: whether the winning tile leaves a triplet exposed.
    """
    m, p, s, z = divisions
    sequences = m.sequences + p.sequences + s.sequences
    triplets = m.triplets + p.triplets + s.triplets + z.triplets
    return ReadingFeatures(
        "regular",
        tiles,
        context,
        sequences=sequences,
        triplets=triplets,
        quads=m.quads + p.quads + s.quads + z.quads,
        concealed_triplets=m.concealed_triplets
        + p.concealed_triplets
        + s.concealed_triplets
        + z.concealed_triplets
        - exposed,
        all_outside=m.all_outside and p.all_outside and s.all_outside,
        dragon_triplets=z.dragon_triplets,
        dragon_pair=z.dragon_pair,
        wind_triplets=len(z.wind_triplets),
        wind_pair=z.wind_pair,
        own_wind_triplet=wind in z.wind_triplets,
        double_sequences=m.double_sequences + p.double_sequences + s.double_sequences,
        triple_sequences=m.triple_sequences + p.triple_sequences + s.triple_sequences,
        quadruple_sequences=m.quadruple_sequences + p.quadruple_sequences + s.quadruple_sequences,
        same_sequences=sequences > 2 and bool(m.sequence_starts & p.sequence_starts & s.sequence_starts),
        straight=m.straight or p.straight or s.straight,
        same_triplets=triplets > 2 and bool(m.triplet_numbers & p.triplet_numbers & s.triplet_numbers),
        same_triplets_and_pair=triplets > 1
        and bool(
            m.pair_numbers & p.triplet_numbers & s.triplet_numbers
            or m.triplet_numbers & p.pair_numbers & s.triplet_numbers
            or m.triplet_numbers & p.triplet_numbers & s.pair_numbers
        ),
        consecutive_triplets=max(m.consecutive_triplets, p.consecutive_triplets, s.consecutive_triplets),
    )


@lru_cache(maxsize=1 << 12)
def context_of(winner: str, win: str, circumstances: frozenset[str], bonus: tuple[str, ...]) -> WinContext:
    """Note how the hand was won, and the bonus tiles."""
    number = str(SEATS.index(winner) + 1)
    own = sum(tile[0] == number for tile in bonus)
    last_tile, drawn = "last-tile" in circumstances, win == "self-draw"
    return WinContext(
        last_draw=last_tile and drawn,
        last_claim=last_tile and not drawn,
        replacement="kong-replacement" in circumstances,
        robbed=win == "robbed-kong",
        heaven="heaven" in circumstances,
        earth="earth" in circumstances,
        own_bonus=own,
        guest_bonus=len(bonus) - own,
        four_flowers=set(FLOWERS).issubset(bonus),
        four_seasons=set(SEASONS).issubset(bonus),
    )
