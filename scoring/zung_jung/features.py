"""What the patterns of Zung Jung ask about: one record for each reading of a hand."""

from typing import Final, NamedTuple

from scoring.hand import SEATS, Hand, Win
from scoring.readings import Form
from scoring.tiles import BONUS
from scoring.zung_jung.shapes import Part, Shape, place

#: 123, 456 and 789 in a mask of sequences.
_STRAIGHT: Final = 0b1001001
_WINDS: Final = 0b1111
_DRAGONS: Final = 0b1110000
_GATES: Final = frozenset(tuple(f"{n}{suit}" for n in (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9)) for suit in "mps")
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
    """One reading of a hand, as far as the patterns look at it.

    'Triplets' include quads; 'heads' are terminals and honors. Counts of sets are 0 in irregular hands.

    Attributes:
        form: the reading's shape.
        luck: what comes from the win and the bonus tiles.
        suits: how many of the three suits occur.
        honors: whether honors occur.
        heads: whether heads occur.
        simples: whether numbers from 2 to 8 occur.
        exposed: whether a set was claimed before the win.
        nine_gates: whether the tiles before the win are 1112345678999 of one suit, nothing melded.
        chows: how many sequences.
        triplets: how many triplets.
        kongs: how many quads.
        concealed_triplets: how many of the triplets were wholly drawn.
        value_honors: how many triplets of dragons and of the own wind.
        dragons: how many triplets of dragons.
        dragon_pair: whether the pair is of dragons.
        winds: how many triplets of winds.
        wind_pair: whether the pair is of winds.
        doubles: how many kinds of sequence occur more than once.
        most: how often the most frequent sequence occurs.
        mixed_chow: whether a sequence occurs in all three suits.
        mixed_triplet: whether a triplet occurs in all three suits.
        mixed_pair: whether triplets in two suits have the number of the pair in the third.
        straight: whether 123, 456 and 789 of one suit occur.
        run: how many triplets of one suit have consecutive numbers.
        inner: how many sets and pairs hold no head.
    """

    form: Form
    luck: Luck
    suits: int
    honors: bool
    heads: bool
    simples: bool
    exposed: bool = False
    nine_gates: bool = False
    chows: int = 0
    triplets: int = 0
    kongs: int = 0
    concealed_triplets: int = 0
    value_honors: int = 0
    dragons: int = 0
    dragon_pair: bool = False
    winds: int = 0
    wind_pair: bool = False
    doubles: int = 0
    most: int = 0
    mixed_chow: bool = False
    mixed_triplet: bool = False
    mixed_pair: bool = False
    straight: bool = False
    run: int = 0
    inner: int = 0


def luck_of(hand: Hand, win: Win) -> Luck:
    """Note the circumstances and the bonus tiles."""
    told = win.circumstances
    number = str(SEATS.index(win.winner) + 1)
    own = sum([tile[0] == number for tile in hand.bonus])
    return Luck(
        drawn=win.drawn,
        last_tile="last-tile" in told,
        replacement="kong-replacement" in told,
        robbed=win.win == "robbed-kong",
        heaven="heaven" in told,
        earth="earth" in told,
        own_bonus=own,
        guest_bonus=len(hand.bonus) - own,
        four_flowers=_FLOWERS.issubset(hand.bonus),
        four_seasons=_SEASONS.issubset(hand.bonus),
    )


def irregular(form: Form, shape: Shape, luck: Luck) -> Features:
    """Look at a reading without sets: its tiles are all that counts."""
    return Features(form, luck, *_tiles(shape))


def regular(hand: Hand, win: Win, shape: Shape, parts: tuple[Part, ...], luck: Luck) -> Features:
    """Look at a reading in four sets and a pair.

    Where the winning tile fits several places of the arrangement, the best is taken for it: outside a triplet, since
    a triplet completed by a discard is exposed (ruling 2).
    """
    m, p, s, z = parts
    mt, pt, st, zt = m.triplets, p.triplets, s.triplets, z.triplets
    value_honors = _DRAGONS | 1 << SEATS.index(win.winner)
    drawn_triplets = m.drawn_triplets + p.drawn_triplets + s.drawn_triplets + z.drawn_triplets
    return Features(
        "regular",
        luck,
        *_tiles(shape),
        exposed=not all(meld.concealed for meld in hand.melds),
        nine_gates=is_nine_gates(hand, luck),
        chows=m.chow_count + p.chow_count + s.chow_count,
        triplets=m.triplet_count + p.triplet_count + s.triplet_count + z.triplet_count,
        kongs=m.kongs + p.kongs + s.kongs + z.kongs,
        concealed_triplets=drawn_triplets - (not luck.drawn and completes_triplet(hand, parts)),
        value_honors=(zt & value_honors).bit_count(),
        dragons=(zt & _DRAGONS).bit_count(),
        dragon_pair=z.pair_mask & _DRAGONS > 0,
        winds=(zt & _WINDS).bit_count(),
        wind_pair=z.pair_mask & _WINDS > 0,
        doubles=m.doubles + p.doubles + s.doubles,
        most=max(m.most, p.most, s.most),
        mixed_chow=m.chows & p.chows & s.chows > 0,
        mixed_triplet=mt & pt & st > 0,
        mixed_pair=mt & pt & s.pair_mask | mt & st & p.pair_mask | pt & st & m.pair_mask > 0,
        straight=_STRAIGHT in (m.chows & _STRAIGHT, p.chows & _STRAIGHT, s.chows & _STRAIGHT),
        run=max(m.run, p.run, s.run),
        inner=m.inner + p.inner + s.inner + z.inner,
    )


def completes_triplet(hand: Hand, parts: tuple[Part, ...]) -> bool:
    """Whether the winning tile has no place in an arrangement but a triplet."""
    suit, bit = place(hand.winning or "")
    part = parts[suit]
    return bool(part.standing_triplets & bit) and not part.standing_others & bit


def is_nine_gates(hand: Hand, luck: Luck) -> bool:
    """Whether the tiles before the win are 1112345678999 of one suit (2.2); with Heaven any 13 of them (ruling 9)."""
    if hand.melds or hand.winning is None:
        return False
    if not luck.heaven:
        return hand.concealed in _GATES
    standing = hand.standing
    return any(standing[:index] + standing[index + 1 :] in _GATES for index in range(14))


def _tiles(shape: Shape) -> tuple[int, bool, bool, bool]:
    """Suits, honors, heads, simples: the four features that every form has."""
    m, p, s, z = shape.suits
    return (
        (m.kinds > 0) + (p.kinds > 0) + (s.kinds > 0),
        z.kinds > 0,
        m.heads or p.heads or s.heads or z.heads,
        m.simples or p.simples or s.simples,
    )
