"""How a winning hand can be arranged in FIMJ: sets and a pair, seven pairs, and the hands of a list."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations, product
from typing import Final

from hu.scoring.fimj.patterns import WIND_TILES, Arrangement, Winds
from hu.scoring.hand import Hand, Meld, Win, in_order
from hu.scoring.suits import NO_DIVISION, SUITS, Suits, divide_hand, suits_of
from hu.scoring.tiles import DRAGONS, KINDS, ORPHANS, WINDS


def winning_suits(hand: Hand) -> Suits | None:
    """Divide the suits of a hand; None when the tiles' number or a meld makes winning impossible."""
    if hand.winning not in _KINDS or len(hand.concealed) + 3 * len(hand.melds) != 13:
        return None
    return suits_of(hand.concealed, hand.winning, hand.melds)


def winning_cases(hand: Hand, suits: Suits, winds: Winds, win: Win) -> Iterator[Arrangement]:
    """Yield every arrangement of a winner's hand; the sets of an irregular one do not count."""
    for divisions in divide_hand(suits):
        yield Arrangement.of("regular", hand, winds, divisions, win, suits)
    irregular = Arrangement.of("rack", hand, winds, _NO_SETS, win, suits)
    standing = hand.standing
    if not hand.melds:
        if standing[::2] == standing[1::2]:
            yield irregular._replace(form="seven-pairs", pairs=standing[::2])
        if standing in _LANTERNS:
            yield irregular._replace(form="thirteen-lanterns")
        if standing in _SIAMESE:
            yield irregular._replace(form="siamese-serpents")
        if _DRAGONS.get(standing) in {WIND_TILES[wind] for wind in winds}:
            yield irregular._replace(form="dragons-serpent")
    if hand.melds in _LITTLE.get(standing, ()):
        yield irregular._replace(form="little-serpent")


def wins(hand: Hand, winds: Winds) -> bool:
    """Whether a hand with its winning tile wins."""
    suits = winning_suits(hand)
    return suits is not None and any(
        True for _ in winning_cases(hand, suits, winds, Win(winds.own, "self-draw"))
    )


def waits(hand: Hand, winds: Winds) -> tuple[str, ...]:
    """List the kinds that would complete a winner's hand, those that the hand holds four times included."""
    return tuple(tile for tile in KINDS if wins(replace(hand, winning=tile), winds))


def irregular_hands(melds: tuple[Meld, ...], winds: Winds | None) -> Iterator[tuple[str, ...]]:
    """Yield the standing tiles of the serpents and lanterns beside these melds, of any winds where they are unknown."""
    yield from serpents(melds, winds)
    yield from () if melds else _LANTERNS


def serpents(melds: tuple[Meld, ...] = (), winds: Winds | None = None) -> Iterator[tuple[str, ...]]:
    """Yield the standing tiles of the serpents beside these melds, of any winds where they are unknown."""
    yield from (standing for standing, laid in _LITTLE.items() if melds in laid)
    if not melds:
        own = {WIND_TILES[wind] for wind in winds} if winds else set(WINDS)
        yield from (*_SIAMESE, *(tiles for tiles, wind in _DRAGONS.items() if wind in own))


def _little_serpents() -> dict[tuple[str, ...], set[tuple[Meld, ...]]]:
    """List the melds that make a little serpent of standing tiles; its sequences may be claimed."""
    found: dict[tuple[str, ...], set[tuple[Meld, ...]]] = {}
    for suit, dragon, claimed in product("mps", DRAGONS, range(4)):
        sequences = [SUITS[suit][first : first + 3] for first in (0, 3, 6)]
        for melded in combinations(sequences, claimed):
            held = [tile for sequence in sequences if sequence not in melded for tile in sequence]
            found.setdefault((*held, *WINDS, dragon), set()).add(tuple(map(Meld, melded)))
    return found


_KINDS: Final = frozenset(KINDS)
_NO_SETS: Final = (NO_DIVISION, NO_DIVISION, NO_DIVISION, NO_DIVISION)
_LANTERNS: Final = frozenset(in_order((*ORPHANS, tile)) for tile in ORPHANS)
_SIAMESE: Final = frozenset(SUITS[a][:7] + SUITS[b][:7] for a, b in combinations("mps", 2))
#: The serpents of the dragons, each with its pair's wind.
_DRAGONS: Final = {
    in_order(
        (*(f"{number}{suits[(number - 1) % 3]}" for number in range(1, 10)), *DRAGONS, wind, wind)
    ): wind
    for suits, wind in product(permutations("mps"), WINDS)
}
_LITTLE: Final = _little_serpents()
