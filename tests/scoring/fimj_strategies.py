"""Random tables of FIMJ for property tests.

Hypothesis draws a seed, and an ordinary generator draws the table from it.
"""

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


def tables() -> st.SearchStrategy[Deal]:
    """Tables of three or four, with one winner or none, and now and then an irregular player."""
    return _SEEDS.map(lambda seed: _table(Random(seed)))


def _rack(draw: Random) -> Hand:
    """A winning hand without its last tile, and with other tiles in place of some."""
    hand = random_hand(draw)
    standing = list(hand.concealed)
    # The other tiles are of any kind, of kinds that the hand has, or of one number in three suits.
    number = draw.randrange(9)
    same_number = KINDS[number:27:9]
    pool = draw.choice((KINDS, hand.standing, same_number))
    change_count = min(len(standing), draw.choice((0, 1, 3, 10)))
    for place in draw.sample(range(len(standing)), change_count):
        standing[place] = draw.choice(pool)
    # A player draws another tile for each quad and each flower. When a hand ends, some of these
    # tiles may not have been drawn.
    replacements = hand.quads + len(hand.bonus)
    undrawn = draw.randrange(replacements + 1)
    kept = draw.sample(standing, max(0, len(standing) - undrawn))
    hand = replace(hand, concealed=tuple(kept), winning=None)
    if _has_five_copies(hand):
        return _rack(draw)
    return hand


def _has_five_copies(hand: Hand) -> bool:
    return max(Counter(hand.tiles).values(), default=0) > 4


def _irregular_limit_hand(draw: Random, pair_winds: tuple[str, ...]) -> Hand:
    """A limit hand that is not four melds and a pair, or the nine gates.

    Args:
        draw: the random choices.
        pair_winds: the seat letters of the winner and of the round's wind. The serpent with dragons
            has a pair of one of these winds.
    """
    shape = draw.choice(("dragons", "little", "siamese", "lanterns", "gates"))
    first, second, third = draw.sample("mps", 3)
    melds: list[tuple[str, ...]] = []
    if shape == "dragons":
        suits = [first, second, third] * 3
        wind = SUITS["z"][SEATS.index(draw.choice(pair_winds))]
        standing = [f"{number}{suit}" for number, suit in enumerate(suits, 1)]
        standing += [*SUITS["z"][4:], wind, wind]
    elif shape == "little":
        sequences = [SUITS[first][start : start + 3] for start in (0, 3, 6)]
        melds = draw.sample(sequences, draw.randrange(4))
        standing = [*SUITS["z"][:4], draw.choice(SUITS["z"][4:])]
        for sequence in sequences:
            if sequence not in melds:
                standing.extend(sequence)
    elif shape == "siamese":
        standing = [*SUITS[first][:7], *SUITS[second][:7]]
    elif shape == "lanterns":
        standing = [*ORPHANS, draw.choice(ORPHANS)]
    else:
        standing = [f"{number}{first}" for number in "1112345678999"]
        standing.append(f"{draw.randrange(1, 10)}{first}")
    winning = standing.pop(draw.randrange(len(standing)))
    bonus = draw.sample(BONUS, draw.choice((0, 0, 1, 4)))
    return Hand(tuple(standing), tuple(Meld(meld) for meld in melds), tuple(bonus), winning)


def _won(draw: Random, round_wind: str, seats: tuple[str, ...]) -> tuple[Hand, Win]:
    """A hand that won, and a win that fits it.

    Args:
        draw: the random choices.
        round_wind: the seat letter of the round's wind.
        seats: the seats of the table, of which the first had the first turn.
    """
    winner = draw.choice(seats)
    shape = draw.choice(("regular", "regular", "regular", "pairs", "limit hand"))
    if shape == "pairs":
        hand = random_pairs(draw)
    elif shape == "limit hand":
        hand = _irregular_limit_hand(draw, (winner, round_wind))
    else:
        hand = random_hand(draw)
    if _has_five_copies(hand):
        return _won(draw, round_wind, seats)
    ways = ["self-draw", "discard"]
    # The other three tiles of a robbed quad are in another player's meld.
    if hand.tiles.count(str(hand.winning)) == 1:
        ways.append("robbed-kong")
    how = draw.choice(ways)
    source = None
    if how != "self-draw":
        source = draw.choice([seat for seat in seats if seat != winner])
    possible = _possible(hand, winner, how, source, opener=seats[0])
    circumstances = {name for name in possible if draw.random() < 0.4}
    if "last-tile" in circumstances:
        # The last tile of the wall is not drawn that early.
        circumstances -= {"within-fifteen", "first-turn"}
    return hand, Win(winner, how, source, frozenset(circumstances))


def _possible(hand: Hand, winner: str, how: str, source: str | None, *, opener: str) -> list[str]:
    """The circumstances that contradict neither hand nor win, though perhaps each other.

    Args:
        hand: the hand that won.
        winner: its seat.
        how: how it won.
        source: the seat of the discarder, or None after a self-draw.
        opener: the seat that had the first turn.
    """
    names = ["last-piece", "within-fifteen"]
    if how != "robbed-kong":
        names.append("last-tile")
    if how == "self-draw" and (hand.bonus or hand.quads):
        names.append("roof")
    is_draw_of_opener = how == "self-draw" and winner == opener
    is_discard_of_opener = how == "discard" and source == opener
    if not hand.melds and (is_draw_of_opener or is_discard_of_opener):
        names.append("first-turn")
    return names


def robbed(tile: str) -> Hand:
    """The rack of a player who was about to add a fourth tile to a triplet."""
    others = [kind for kind in KINDS[:11] if kind != tile]
    return Hand(tuple(others[:10]), (Meld((tile, tile, tile)),))


def _table(draw: Random) -> Deal:
    """A table of three or four. One table in five has no winner."""
    absent_seat = draw.choice((None, *SEATS))
    seats = tuple(seat for seat in SEATS if seat != absent_seat)
    round_wind = draw.choice(SEATS)
    winning_hand, win = _won(draw, round_wind, seats)
    # Every seat has a rack. The winner's rack is used if the table has no winner.
    rack_of_seat = {seat: _rack(draw) for seat in seats}
    if win.how == "robbed-kong":
        rack_of_seat[str(win.source)] = robbed(str(winning_hand.winning))

    # The winning tile was not the last of its kind if another player has a copy.
    other_racks = [rack for seat, rack in rack_of_seat.items() if seat != win.winner]
    if any(winning_hand.winning in rack.concealed for rack in other_racks):
        win = replace(win, circumstances=win.circumstances - {"last-piece"})

    has_winner = draw.random() >= 0.2
    # Most players have no status.
    statuses = (None, None, None, None, "great-lord", "false-win", "small-lord")
    players = {}
    for seat in seats:
        if has_winner and seat == win.winner:
            players[seat] = Player(winning_hand, win)
        else:
            players[seat] = Player(rack_of_seat[seat], status=draw.choice(statuses))
    options = {"limit": 2 * draw.randrange(1, 1001), "settle_without_winner": draw.random() < 0.5}
    return Deal(players, round_wind, options)
