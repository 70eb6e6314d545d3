"""Random hands for property tests."""

from collections import Counter

from hypothesis import strategies as st

from scoring.hand import SEATS, Hand, Meld, Win
from scoring.readings import ORPHANS
from scoring.tiles import BONUS, KINDS

tiles = st.sampled_from(KINDS)
bonus_tiles = st.lists(st.sampled_from(BONUS), unique=True).map(tuple)


def melds() -> st.SearchStrategy[Meld]:
    return st.builds(Meld, st.lists(tiles | st.sampled_from(BONUS), min_size=1, max_size=5).map(tuple), st.booleans())


def any_hands() -> st.SearchStrategy[Hand]:
    """Hands that the notation can write, nearly all of them illegal."""
    return st.builds(
        Hand,
        st.lists(tiles, max_size=16).map(tuple),
        st.lists(melds(), max_size=5).map(tuple),
        st.lists(st.sampled_from(BONUS), max_size=9).map(tuple),
        st.none() | tiles | st.sampled_from(BONUS),
    )


def _legal(hand: Hand) -> bool:
    return max(Counter(hand.tiles).values()) <= 4


@st.composite
def _sets(draw: st.DrawFn, suits: str) -> tuple[str, ...]:
    suit = draw(st.sampled_from(suits))
    if suit == "z" or draw(st.booleans()):
        number = draw(st.integers(1, 7 if suit == "z" else 9))
        return (f"{number}{suit}",) * draw(st.sampled_from((3, 3, 3, 4)))
    first = draw(st.integers(1, 7))
    return f"{first}{suit}", f"{first + 1}{suit}", f"{first + 2}{suit}"


@st.composite
def _regular(draw: st.DrawFn) -> Hand:
    # Few suits and few numbers make hands that can be read in several ways.
    suits = draw(st.sampled_from(("m", "mz", "mp", "mps", "mpsz", "z")))
    claimed = draw(st.integers(0, 4))
    groups = [draw(_sets(suits)) for _ in range(4)]
    melded = [
        Meld(group, concealed=len(group) == 4 and draw(st.booleans()))
        for index, group in enumerate(groups)
        if index < claimed or len(group) == 4
    ]
    pair = draw(st.sampled_from([tile for tile in KINDS if tile[1] in suits]))
    standing = [pair, pair] + [
        tile for index, group in enumerate(groups) if index >= claimed and len(group) == 3 for tile in group
    ]
    return _won(draw, standing, melded)


@st.composite
def _pairs(draw: st.DrawFn) -> Hand:
    suits = draw(st.sampled_from(("m", "mz", "mpsz", "z", "p")))
    kinds = [tile for tile in KINDS if tile[1] in suits]
    return _won(draw, [tile for tile in draw(st.lists(st.sampled_from(kinds), min_size=7, max_size=7)) for _ in "12"])


@st.composite
def _orphans(draw: st.DrawFn) -> Hand:
    return _won(draw, [*ORPHANS, draw(st.sampled_from(ORPHANS))])


def _won(draw: st.DrawFn, standing: list[str], melded: list[Meld] | None = None) -> Hand:
    winning = standing.pop(draw(st.integers(0, len(standing) - 1)))
    return Hand(tuple(standing), tuple(melded or ()), draw(st.just(()) | bonus_tiles), winning)


def winning_hands() -> st.SearchStrategy[Hand]:
    return st.one_of(_regular(), _regular(), _regular(), _pairs(), _orphans()).filter(_legal)


@st.composite
def won(draw: st.DrawFn) -> tuple[Hand, Win]:
    """A winning hand with a win that fits it."""
    hand = draw(winning_hands())
    winner = draw(st.sampled_from(SEATS))
    others = [seat for seat in SEATS if seat != winner]
    ways = ["self-draw", "discard"]
    if hand.tiles.count(hand.winning or "") == 1:
        ways.append("robbed-kong")
    win = draw(st.sampled_from(ways))
    source = None if win == "self-draw" else draw(st.sampled_from(others))
    allowed = _told(hand, winner, win, source)
    told = frozenset(draw(st.sets(st.sampled_from(allowed)))) if allowed else frozenset()
    if {"heaven", "earth"} & told:
        return hand, Win(winner, win, source, told - {"last-tile"})
    discard = st.tuples(st.sampled_from(SEATS), st.sampled_from([hand.winning or "", *KINDS[:5]]))
    return hand, Win(winner, win, source, told, tuple(draw(st.lists(discard, max_size=6))))


def _told(hand: Hand, winner: str, win: str, source: str | None) -> list[str]:
    allowed = ["last-tile"] if win != "robbed-kong" else []
    if hand.kongs and win == "self-draw":
        allowed.append("kong-replacement")
    if not hand.melds and winner == "E" and win == "self-draw":
        allowed.append("heaven")
    if not hand.melds and source == "E" and win == "discard":
        allowed.append("earth")
    return allowed
