"""Random hands for property tests.

Winning hands are drawn by an ordinary generator from a seed that Hypothesis draws: far quicker than drawing each tile
by itself, and a failure still prints the hand and the win.
"""

import random
from collections import Counter

from hypothesis import strategies as st

from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.melds import Meld
from hu.scoring.tiles import BONUS, KINDS, ORPHANS

tiles = st.sampled_from(KINDS)


def melds() -> st.SearchStrategy[Meld]:
    return st.builds(
        Meld,
        st.lists(tiles | st.sampled_from(BONUS), min_size=1, max_size=5).map(tuple),
        st.booleans(),
    )


def any_hands() -> st.SearchStrategy[Hand]:
    """Hands that the notation can write, nearly all of them illegal."""
    return st.builds(
        Hand,
        st.lists(tiles, max_size=16).map(tuple),
        st.lists(melds(), max_size=5).map(tuple),
        st.lists(st.sampled_from(BONUS), max_size=9).map(tuple),
        st.none() | tiles | st.sampled_from(BONUS),
    )


def winning_hands() -> st.SearchStrategy[Hand]:
    return st.integers(0, 2**40).map(lambda seed: random_hand(random.Random(seed)))


def won() -> st.SearchStrategy[tuple[Hand, Win]]:
    """Winning hands, each with a win that fits it."""
    return st.integers(0, 2**40).map(lambda seed: random_win(random.Random(seed)))


def random_hand(draw: random.Random) -> Hand:
    while True:
        hand = draw.choice((*[_regular] * 20, random_pairs, _orphans))(draw)
        if max(Counter(hand.tiles).values()) <= 4:
            return hand


def random_win(draw: random.Random) -> tuple[Hand, Win]:
    hand, winner = random_hand(draw), draw.choice(SEATS)
    ways = ["self-draw", "discard"] + ["robbed-kong"] * (hand.tiles.count(hand.winning or "") == 1)
    win = draw.choice(ways)
    source = None if win == "self-draw" else draw.choice([seat for seat in SEATS if seat != winner])
    told = {name for name in _possible(hand, winner, win, source) if draw.random() < 0.4}
    discards = [
        (draw.choice(SEATS), draw.choice((hand.winning or "", *KINDS[:5])))
        for _ in range(draw.randrange(7))
    ]
    if {"heaven", "earth"} & told:
        return hand, Win(winner, win, source, frozenset(told - {"last-tile"}))
    return hand, Win(winner, win, source, frozenset(told), tuple(discards))


def _possible(hand: Hand, winner: str, win: str, source: str | None) -> list[str]:
    """The circumstances that contradict nothing."""
    found = ["last-tile"] if win != "robbed-kong" else []
    if hand.quads and win == "self-draw":
        found.append("kong-replacement")
    if not hand.melds and winner == "E" and win == "self-draw":
        found.append("heaven")
    if not hand.melds and source == "E" and win == "discard":
        found.append("earth")
    return found


def _regular(draw: random.Random) -> Hand:
    # Few suits and few numbers make hands that can be read in several ways.
    suits, highest = draw.choice(("m", "m", "mz", "mp", "mps", "mpsz", "z")), draw.choice((4, 9, 9))
    kinds = [tile for tile in KINDS if tile[1] in suits and int(tile[0]) <= highest]
    claimed = draw.randrange(5)
    standing, melds = [draw.choice(kinds)] * 2, []
    for index in range(4):
        tiles = _set(draw, draw.choice(kinds))
        if index < claimed or len(tiles) == 4:
            melds.append(Meld(tiles, concealed=len(tiles) == 4 and draw.random() < 0.5))
        else:
            standing += tiles
    return _won(draw, standing, melds)


def _set(draw: random.Random, first: str) -> tuple[str, ...]:
    number, suit = int(first[0]), first[1]
    if suit != "z" and number <= 7 and draw.random() < 0.6:
        return first, f"{number + 1}{suit}", f"{number + 2}{suit}"
    return (first,) * draw.choice((3, 3, 3, 4))


def random_pairs(draw: random.Random) -> Hand:
    suits = draw.choice(("m", "mz", "mpsz", "z", "p"))
    kinds = [tile for tile in KINDS if tile[1] in suits]
    return _won(draw, [tile for tile in draw.choices(kinds, k=7) for _ in range(2)], [])


def _orphans(draw: random.Random) -> Hand:
    return _won(draw, [*ORPHANS, draw.choice(ORPHANS)], [])


def _won(draw: random.Random, standing: list[str], melds: list[Meld]) -> Hand:
    winning = standing.pop(draw.randrange(len(standing)))
    bonus = draw.sample(BONUS, draw.choice((0, 0, 1, 2, 4, 8)))
    return Hand(tuple(standing), tuple(melds), tuple(bonus), winning)
