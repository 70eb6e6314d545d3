"""How a winning hand can be arranged in FIMJ: four melds and a pair, seven pairs, listed hands."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations
from typing import Final

from hu.scoring.arrangements import find_seven_pairs
from hu.scoring.fimj.patterns import WIND_TILES, FimjArrangement, Winds
from hu.scoring.hand import Hand, Win
from hu.scoring.melds import Meld
from hu.scoring.suits import NO_DIVISION, SUITS, Suits, divide_hand, suits_of
from hu.scoring.tiles import DRAGONS, KINDS, ORPHANS, WINDS, in_order

_KINDS: Final = frozenset(KINDS)
_NO_MELDS: Final = (NO_DIVISION, NO_DIVISION, NO_DIVISION, NO_DIVISION)
#: The hands of the thirteen lanterns: every terminal and honor, and one of them twice.
_LANTERNS: Final = frozenset(in_order((*ORPHANS, tile)) for tile in ORPHANS)
#: The hands of the siamese serpents: 1 to 7 in each of two suits.
_SIAMESE_SERPENTS: Final = frozenset(
    SUITS[first][:7] + SUITS[second][:7] for first, second in combinations("mps", 2)
)


def _list_dragons_serpents() -> dict[tuple[str, ...], str]:
    """List the serpents of the dragons.

    They are 1 to 9 with the three suits in turn, the three dragons and a pair of winds.

    Returns:
        By the tiles of each serpent, in order, the tile of its pair.
    """
    wind_of_hand = {}
    for suits in permutations("mps"):
        serpent = []
        for number in range(1, 10):
            suit = suits[(number - 1) % 3]
            serpent.append(f"{number}{suit}")
        for wind in WINDS:
            wind_of_hand[in_order((*serpent, *DRAGONS, wind, wind))] = wind
    return wind_of_hand


def _list_little_serpents() -> dict[tuple[str, ...], set[tuple[Meld, ...]]]:
    """List the little serpents.

    They are 1 to 9 of one suit, the four winds and a dragon. The sequences may be claimed.

    Returns:
        By the possible standing tiles, every choice of claimed sequences that completes them to a
        little serpent. There is one choice, or one for each suit if only winds and a dragon stand.
    """
    possible_claims: dict[tuple[str, ...], set[tuple[Meld, ...]]] = {}
    for suit in "mps":
        sequences = [SUITS[suit][first : first + 3] for first in (0, 3, 6)]
        for claimed_sequences in _subsets(sequences):
            standing_tiles_of_suit: list[str] = []
            for sequence in sequences:
                if sequence not in claimed_sequences:
                    standing_tiles_of_suit += sequence
            claims = tuple([Meld(tiles) for tiles in claimed_sequences])
            for dragon in DRAGONS:
                standing = (*standing_tiles_of_suit, *WINDS, dragon)
                possible_claims.setdefault(standing, set()).add(claims)
    return possible_claims


def _subsets(sequences: list[tuple[str, ...]]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Yield all subsets of some sequences, from the empty one to all sequences."""
    for size in range(len(sequences) + 1):
        yield from combinations(sequences, size)


_WIND_OF_DRAGONS_SERPENT: Final = _list_dragons_serpents()
_CLAIMS_OF_LITTLE_SERPENT: Final = _list_little_serpents()


def winning_suits(hand: Hand) -> Suits | None:
    """Divide each suit of a hand with its winning tile, in every way.

    Returns:
        The four suits. None if the hand cannot win because its winning tile is missing or a flower,
        its number of tiles is wrong, a flower is among its standing tiles, or a meld is not legal.
    """
    if hand.winning not in _KINDS or len(hand.concealed) + 3 * len(hand.melds) != 13:
        return None
    return suits_of(hand.concealed, hand.winning, hand.melds)


def arrange_win(hand: Hand, suits: Suits, winds: Winds, win: Win) -> Iterator[FimjArrangement]:
    """Arrange a winner's hand in every way that wins.

    Irregular hands, such as seven pairs and serpents, have no melds that count.

    Args:
        hand: the hand, with its winning tile.
        suits: the suits of the hand, as ``winning_suits`` divides them.
        winds: the player's winds.
        win: how it was won.
    """
    for divisions in divide_hand(suits):
        yield FimjArrangement.of_win(hand, winds, divisions, win, suits)
    # An irregular hand has no melds. Its form and its pairs are filled in below.
    irregular = FimjArrangement.of_win(hand, winds, _NO_MELDS, win, suits)
    standing = hand.standing
    if not hand.melds:
        pairs = find_seven_pairs(standing)
        if pairs:
            yield irregular._replace(form="seven-pairs", pairs=pairs)
        if standing in _LANTERNS:
            yield irregular._replace(form="thirteen-lanterns")
        if standing in _SIAMESE_SERPENTS:
            yield irregular._replace(form="siamese-serpents")
        wind_of_serpent = _WIND_OF_DRAGONS_SERPENT.get(standing)
        if wind_of_serpent in (WIND_TILES[winds.own], WIND_TILES[winds.round]):
            yield irregular._replace(form="dragons-serpent")
    possible_claims = _CLAIMS_OF_LITTLE_SERPENT.get(standing)
    if possible_claims is not None and hand.melds in possible_claims:
        yield irregular._replace(form="little-serpent")


def is_winning(hand: Hand, winds: Winds) -> bool:
    """Whether a hand with its winning tile wins. More than four copies of a tile are accepted."""
    suits = winning_suits(hand)
    if suits is None:
        return False
    # Whether a hand wins does not depend on how it was won, so any win serves here.
    any_win = Win(winds.own, "self-draw")
    first_arrangement = next(arrange_win(hand, suits, winds, any_win), None)
    return first_arrangement is not None


def waiting_tiles(hand: Hand, winds: Winds) -> tuple[str, ...]:
    """List the kinds of tile that would complete a hand, even those that it holds four times.

    Args:
        hand: a hand without its winning tile. A winning tile that it has is ignored.
        winds: the player's winds.
    """
    return tuple([tile for tile in KINDS if is_winning(replace(hand, winning=tile), winds)])


def irregular_hands(melds: tuple[Meld, ...], winds: Winds | None) -> Iterator[tuple[str, ...]]:
    """Yield the standing tiles of the serpents and lanterns beside these melds.

    Args:
        melds: the melds on the table.
        winds: the player's winds, or None for hands of any winds.
    """
    yield from serpents(melds, winds)
    if not melds:
        yield from _LANTERNS


def serpents(melds: tuple[Meld, ...] = (), winds: Winds | None = None) -> Iterator[tuple[str, ...]]:
    """Yield the standing tiles of the serpents beside these melds.

    Args:
        melds: the melds on the table.
        winds: the player's winds, or None for serpents of any winds.
    """
    for standing, possible_claims in _CLAIMS_OF_LITTLE_SERPENT.items():
        if melds in possible_claims:
            yield standing
    if melds:
        return
    yield from _SIAMESE_SERPENTS
    pair_winds: tuple[str, ...] = WINDS
    if winds is not None:
        pair_winds = (WIND_TILES[winds.own], WIND_TILES[winds.round])
    for standing, wind in _WIND_OF_DRAGONS_SERPENT.items():
        if wind in pair_winds:
            yield standing
