"""Random tables of FIMJ for property tests, made from a seed as ``hand_strategies`` makes hands."""

from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from hu.scoring.deal import Deal, Player
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.melds import Meld
from hu.scoring.suits import SUITS
from hu.scoring.tiles import BONUS, KINDS, ORPHANS
from tests.scoring.hand_strategies import random_hand, random_pairs

winds = st.sampled_from(SEATS)
_SEEDS = st.integers(0, 2**40)


def racks() -> st.SearchStrategy[Hand]:
    """Hands that did not win, legal without a status."""
    return _SEEDS.map(lambda seed: _rack(Random(seed)))


def won(round_wind: str) -> st.SearchStrategy[tuple[Hand, Win]]:
    """A hand that won, and a win that fits it."""
    return _SEEDS.map(lambda seed: _won(Random(seed), round_wind, SEATS))


def tables(players: int | None = None) -> st.SearchStrategy[Deal]:
    """Tables of three or four, with one winner or none, and now and then an irregular player."""
    return _SEEDS.map(lambda seed: _table(Random(seed), players))


def _rack(draw: Random) -> Hand:
    """A winning hand without its last tile, other tiles in the place of some."""
    hand = random_hand(draw)
    standing = list(hand.concealed)
    # Any tiles, more of the same, or one number in the three suits.
    pool = draw.choice((KINDS, hand.standing, KINDS[draw.randrange(9) : 27 : 9]))
    for place in draw.sample(range(len(standing)), min(len(standing), draw.choice((0, 1, 3, 10)))):
        standing[place] = draw.choice(pool)
    # A quad laid down at the end is not replaced, nor is a flower kept among the thirteen tiles.
    spare = hand.quads + len(hand.bonus)
    kept = draw.sample(standing, max(0, len(standing) - draw.randrange(spare + 1)))
    hand = replace(hand, concealed=tuple(kept), winning=None)
    return hand if max(Counter(hand.tiles).values(), default=0) <= 4 else _rack(draw)


def _serpent(draw: Random, winds: tuple[str, ...]) -> Hand:
    """A hand of a shape that FIMJ alone knows, or one of its other limit hands without sets."""
    a, b, c = draw.sample("mps", 3)
    parts = [SUITS[a][n : n + 3] for n in (0, 3, 6)]
    claimed = draw.sample(parts, draw.randrange(4))
    wind = SUITS["z"][SEATS.index(draw.choice(winds))]
    rest = [tile for part in parts if part not in claimed for tile in part]
    little = [*rest, *SUITS["z"][:4], draw.choice(SUITS["z"][4:])]
    shapes: list[tuple[list[str], list[tuple[str, ...]]]] = [
        ([*(f"{n + 1}{(a, b, c)[n % 3]}" for n in range(9)), *SUITS["z"][4:], wind, wind], []),
        (little, claimed),
        ([*SUITS[a][:7], *SUITS[b][:7]], []),
        ([*ORPHANS, draw.choice(ORPHANS)], []),
        ([*(f"{n}{a}" for n in "1112345678999"), f"{draw.randrange(1, 10)}{a}"], []),
    ]
    standing, melds = draw.choice(shapes)
    winning = standing.pop(draw.randrange(len(standing)))
    bonus = draw.sample(BONUS, draw.choice((0, 0, 1, 4)))
    return Hand(tuple(standing), tuple(map(Meld, melds)), tuple(bonus), winning)


def _won(draw: Random, round_wind: str, seats: tuple[str, ...]) -> tuple[Hand, Win]:
    winner = draw.choice(seats)
    made = draw.choice(("regular", "regular", "regular", "pairs", "serpent"))
    hand = random_pairs(draw) if made == "pairs" else random_hand(draw)
    hand = _serpent(draw, (winner, round_wind)) if made == "serpent" else hand
    if max(Counter(hand.tiles).values()) > 4:
        return _won(draw, round_wind, seats)
    ways = ["self-draw", "discard"]
    if hand.tiles.count(str(hand.winning)) == 1:
        ways.append("robbed-kong")
    how = draw.choice(ways)
    source = None if how == "self-draw" else draw.choice([seat for seat in seats if seat != winner])
    possible = _possible(hand, winner, how, source, seats[0])
    circumstances = {name for name in possible if draw.random() < 0.4}
    if "last-tile" in circumstances:
        circumstances -= {"within-fifteen", "first-turn"}
    return hand, Win(winner, how, source, frozenset(circumstances))


def _possible(hand: Hand, winner: str, how: str, source: str | None, opener: str) -> list[str]:
    """The circumstances that contradict neither hand nor win, though perhaps each other."""
    names = ["last-piece", "within-fifteen"]
    if how != "robbed-kong":
        names.append("last-tile")
    if how == "self-draw" and (hand.bonus or hand.quads):
        names.append("roof")
    is_opener_s_draw = how == "self-draw" and winner == opener
    is_opener_s_discard = how == "discard" and source == opener
    if not hand.melds and (is_opener_s_draw or is_opener_s_discard):
        names.append("first-turn")
    return names


def robbed(tile: str) -> Hand:
    """The rack of a player who was about to add a fourth tile to a triplet."""
    return Hand(tuple(kind for kind in KINDS[:11] if kind != tile)[:10], (Meld((tile,) * 3),))


def _table(draw: Random, players: int | None) -> Deal:
    dead = draw.choice((None, *SEATS)) if players is None else None
    seats = tuple(seat for seat in SEATS if seat != dead)
    round_wind = draw.choice(SEATS)
    hand, win = _won(draw, round_wind, seats)
    others = {seat: _rack(draw) for seat in seats}
    if win.how == "robbed-kong":
        others[str(win.source)] = robbed(str(hand.winning))
    if any(hand.winning in others[seat].concealed for seat in seats if seat != win.winner):
        win = replace(win, circumstances=win.circumstances - {"last-piece"})
    statuses = (None, None, None, None, "great-lord", "false-win", "small-lord")
    winner = None if draw.random() < 0.2 else win.winner
    sitting = {
        seat: Player(hand, win)
        if seat == winner
        else Player(others[seat], None, draw.choice(statuses))
        for seat in seats
    }
    options = {"limit": 2 * draw.randrange(1, 1001), "settle_without_winner": draw.random() < 0.5}
    return Deal(sitting, round_wind, options)
