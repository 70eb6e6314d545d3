"""Random hands for property tests.

Hypothesis draws a seed, and an ordinary generator draws the winning hand from it. That is far
quicker than drawing each tile by itself, and a failure still prints the hand and the win.
"""

import random
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.hand_shape import FOUR_MELDS, HandShape
from hu.scoring.melds import Meld
from hu.scoring.tiles import BONUS, KINDS, ORPHANS

if TYPE_CHECKING:
    from collections.abc import Callable

tiles = st.sampled_from(KINDS)


def melds() -> st.SearchStrategy[Meld]:
    """Melds of any tiles, most of them illegal."""
    return st.builds(
        Meld,
        tiles=st.lists(tiles | st.sampled_from(BONUS), min_size=1, max_size=5).map(tuple),
        concealed=st.booleans(),
    )


def any_hands() -> st.SearchStrategy[Hand]:
    """Hands that the notation can write, most of them illegal."""
    return st.builds(
        Hand,
        concealed=st.lists(tiles, max_size=16).map(tuple),
        melds=st.lists(melds(), max_size=5).map(tuple),
        bonus=st.lists(st.sampled_from(BONUS), max_size=9).map(tuple),
        winning=st.none() | tiles | st.sampled_from(BONUS),
    )


def winning_hands() -> st.SearchStrategy[Hand]:
    """Hands that win by common rules."""
    return st.integers(0, 2**40).map(lambda seed: random_hand(random.Random(seed)))


def won() -> st.SearchStrategy[tuple[Hand, Win]]:
    """Winning hands, each with a win that fits it."""
    return st.integers(0, 2**40).map(lambda seed: random_win(random.Random(seed)))


def random_hand(draw: random.Random, hand_shape: HandShape = FOUR_MELDS) -> Hand:
    """Draw a winning hand.

    Of 22 hands one has seven pairs and one is the thirteen orphans. Hands of other shapes than the
    usual one are all melds and a pair.
    """
    draw_regular = partial(_draw_regular, hand_shape=hand_shape)
    ways: list[Callable[[random.Random], Hand]] = [draw_regular] * 20
    if hand_shape == FOUR_MELDS:
        ways += [random_pairs, _draw_orphans]
    while True:
        draw_hand = draw.choice(ways)
        hand = draw_hand(draw)
        if max(Counter(hand.tiles).values()) <= 4:
            return hand


def random_win(
    draw: random.Random, hand_shape: HandShape = FOUR_MELDS, seats: Sequence[str] = SEATS
) -> tuple[Hand, Win]:
    """Draw a winning hand with a win that fits it.

    Args:
        draw: the random choices.
        hand_shape: the shape of the hand.
        seats: the seats of the table.
    """
    hand = random_hand(draw, hand_shape)
    winner = draw.choice(seats)
    ways = ["self-draw", "discard"]
    # The other three tiles of a robbed quad are in another player's meld.
    if hand.tiles.count(hand.winning or "") == 1:
        ways.append("robbed-kong")
    how = draw.choice(ways)
    source = None
    if how != "self-draw":
        source = draw.choice([seat for seat in seats if seat != winner])
    circumstances = set()
    for name in _possible_circumstances(hand, winner, how, source):
        if draw.random() < 0.4:
            circumstances.add(name)
    # So few kinds that the winning tile and other tiles are discarded more than once.
    discarded_kinds = (hand.winning or "", *KINDS[:5])
    discards = []
    for _ in range(draw.randrange(7)):
        seat = draw.choice(seats)
        tile = draw.choice(discarded_kinds)
        discards.append((seat, tile))
    if circumstances & {"heaven", "earth"}:
        # The first tile of a deal is not the last, and nobody discarded before it.
        return hand, Win(winner, how, source, frozenset(circumstances - {"last-tile"}))
    return hand, Win(winner, how, source, frozenset(circumstances), tuple(discards))


def _possible_circumstances(hand: Hand, winner: str, how: str, source: str | None) -> list[str]:
    """List the circumstances that contradict neither the hand nor the win.

    Args:
        hand: the hand that won.
        winner: its seat.
        how: how it won.
        source: the seat of the discarder, or None after a self-draw.
    """
    names = []
    if how != "robbed-kong":
        names.append("last-tile")
    if hand.quads and how == "self-draw":
        names.append("kong-replacement")
    if not hand.melds and winner == "E" and how == "self-draw":
        names.append("heaven")
    if not hand.melds and source == "E" and how == "discard":
        names.append("earth")
    return names


def _draw_regular(draw: random.Random, hand_shape: HandShape) -> Hand:
    """Draw melds and a pair. Some melds are claimed, and quads may also be concealed."""
    # Few suits and few numbers make hands that can be arranged in several ways.
    suits = draw.choice(("m", "m", "mz", "mp", "mps", "mpsz", "z"))
    highest = draw.choice((4, 9, 9))
    kinds = []
    for tile in KINDS:
        is_in_game = tile not in hand_shape.missing_kinds
        if is_in_game and tile[1] in suits and int(tile[0]) <= highest:
            kinds.append(tile)
    claimed_count = draw.randrange(hand_shape.melds + 1)
    standing = [draw.choice(kinds)] * 2
    melds = []
    for index in range(hand_shape.melds):
        tiles = _draw_meld(draw, draw.choice(kinds), hand_shape)
        is_sequence = tiles[0] != tiles[1]
        can_be_claimed = hand_shape.has_claimed_sequences or not is_sequence
        is_quad = len(tiles) == 4
        if (index < claimed_count and can_be_claimed) or is_quad:
            melds.append(Meld(tiles, concealed=is_quad and draw.random() < 0.5))
        else:
            standing += tiles
    return _draw_winning_tile(draw, standing, melds, hand_shape)


def _draw_meld(draw: random.Random, first: str, hand_shape: HandShape) -> tuple[str, ...]:
    """Draw the tiles of a sequence that begins with a tile, or of a triplet or a quad of it."""
    number = int(first[0])
    suit = first[1]
    if suit != "z" and number <= 7 and draw.random() < 0.6:
        sequence = (first, f"{number + 1}{suit}", f"{number + 2}{suit}")
        if not any(tile in hand_shape.missing_kinds for tile in sequence):
            return sequence
    return (first,) * draw.choice((3, 3, 3, 4))


def random_pairs(draw: random.Random) -> Hand:
    """Draw seven pairs, some of them perhaps equal."""
    suits = draw.choice(("m", "mz", "mpsz", "z", "p"))
    kinds = [tile for tile in KINDS if tile[1] in suits]
    standing = []
    for tile in draw.choices(kinds, k=7):
        standing += [tile, tile]
    return _draw_winning_tile(draw, standing, [], FOUR_MELDS)


def _draw_orphans(draw: random.Random) -> Hand:
    return _draw_winning_tile(draw, [*ORPHANS, draw.choice(ORPHANS)], [], FOUR_MELDS)


def _draw_winning_tile(
    draw: random.Random, standing: list[str], melds: list[Meld], hand_shape: HandShape
) -> Hand:
    """Make a hand of which one of the standing tiles won, and draw its flowers.

    The winning tile is removed from ``standing``. Rules with tiles to set aside, such as North,
    have these tiles in place of flowers.
    """
    winning = standing.pop(draw.randrange(len(standing)))
    if hand_shape.set_aside:
        bonus = [*hand_shape.set_aside] * draw.choice((0, 0, 1, 2))
    else:
        bonus = draw.sample(BONUS, draw.choice((0, 0, 1, 2, 4, 8)))
    return Hand(tuple(standing), tuple(melds), tuple(bonus), winning)
