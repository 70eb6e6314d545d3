"""Random tables of FIMJ for property tests."""

from collections import Counter
from dataclasses import replace

from hypothesis import strategies as st

from hu.scoring.deals import Deal, Player
from hu.scoring.hand import SEATS, Hand, Meld, Win
from hu.scoring.suits import SUITS
from hu.scoring.tiles import BONUS, KINDS, ORPHANS

winds = st.sampled_from(SEATS)
bonus = st.just(()) | st.lists(st.sampled_from(BONUS), unique=True).map(tuple)
#: Few suits and few numbers make hands that can be arranged in many ways.
_POOLS = ("m", "mz", "mp", "mps", "mpsz", "z", "pz")


def _fits(tiles: list[str]) -> bool:
    return all(count <= 4 for count in Counter(tiles).values())


@st.composite
def _pool(draw: st.DrawFn) -> list[str]:
    suits = draw(st.sampled_from(_POOLS))
    low = draw(st.integers(1, 9))
    high = draw(st.integers(low, 9))
    kinds = [tile for tile in KINDS if tile[1] in suits and (tile[1] == "z" or low <= int(tile[0]) <= high)]
    return kinds if len(kinds) >= 5 else [tile for tile in KINDS if tile[1] in suits]


@st.composite
def _meld(draw: st.DrawFn, kinds: list[str]) -> Meld:
    tile = draw(st.sampled_from(kinds))
    number, suit = int(tile[0]), tile[1]
    if suit != "z" and number <= 7 and draw(st.booleans()):
        return Meld(SUITS[suit][number - 1 : number + 2])
    size = draw(st.sampled_from((3, 3, 4)))
    return Meld((tile,) * size, concealed=size == 4 and draw(st.booleans()))


@st.composite
def racks(draw: st.DrawFn) -> Hand:
    """Hands that did not win, legal without a status."""
    kinds = draw(_pool())
    melds: list[Meld] = []
    for _ in range(draw(st.sampled_from((0, 0, 1, 2, 3, 4)))):
        meld = draw(_meld(kinds))
        if _fits([tile for each in (*melds, meld) for tile in each.tiles]):
            melds.append(meld)
    flowers = draw(bonus)
    # A quad laid down at the end is not replaced, nor is a flower kept among the thirteen tiles.
    spare = sum(meld.kind == "quad" for meld in melds) + len(flowers)
    count = max(0, 13 - 3 * len(melds) - draw(st.integers(0, spare)))
    wall = list((Counter(dict.fromkeys(KINDS, 4)) - Counter(tile for meld in melds for tile in meld.tiles)).elements())
    own = [tile for tile in wall if tile in kinds]
    others = [tile for tile in wall if tile not in kinds]
    chance = draw(st.randoms(use_true_random=False))
    tiles = chance.sample(own, min(count, len(own)))
    tiles += chance.sample(others, count - len(tiles))
    return Hand(tuple(tiles), tuple(melds), flowers)


@st.composite
def _regular(draw: st.DrawFn) -> tuple[list[str], list[Meld]]:
    kinds = draw(_pool())
    standing: list[str] = []
    melds: list[Meld] = []
    for meld in [draw(_meld(kinds)) for _ in range(4)]:
        if meld.kind == "quad" or draw(st.booleans()):
            melds.append(meld)
        else:
            standing += meld.tiles
    return standing + [draw(st.sampled_from(kinds))] * 2, melds


@st.composite
def _pairs(draw: st.DrawFn) -> tuple[list[str], list[Meld]]:
    kinds = draw(st.sampled_from((_kinds("m"), _kinds("mz"), list(ORPHANS), _kinds("mps"))))
    return draw(st.lists(st.sampled_from(kinds), min_size=7, max_size=7)) * 2, []


def _kinds(suits: str) -> list[str]:
    return [tile for tile in KINDS if tile[1] in suits]


@st.composite
def _serpents(draw: st.DrawFn, winds: tuple[str, ...]) -> tuple[list[str], list[Meld]]:
    a, b, c = draw(st.permutations("mps"))
    which = draw(st.sampled_from(("dragons", "little", "siamese", "lanterns", "gates")))
    if which == "dragons":
        wind = SUITS["z"][SEATS.index(draw(st.sampled_from(winds)))]
        return [*(f"{n + 1}{(a, b, c)[n % 3]}" for n in range(9)), *SUITS["z"][4:], wind, wind], []
    if which == "little":
        parts = [SUITS[a][n : n + 3] for n in (0, 3, 6)]
        claimed = draw(st.lists(st.sampled_from(parts), unique=True))
        rest = [tile for part in parts if part not in claimed for tile in part]
        return [*rest, *SUITS["z"][:4], draw(st.sampled_from(SUITS["z"][4:]))], [Meld(part) for part in claimed]
    if which == "siamese":
        return [*SUITS[a][:7], *SUITS[b][:7]], []
    if which == "lanterns":
        return [*ORPHANS, draw(st.sampled_from(ORPHANS))], []
    return [*(f"{n}{a}" for n in "1112345678999"), f"{draw(st.integers(1, 9))}{a}"], []


@st.composite
def won(draw: st.DrawFn, round_wind: str, seats: tuple[str, ...] = SEATS) -> tuple[Hand, Win]:
    """A hand that won, and a win that fits it."""
    winner = draw(st.sampled_from(seats))
    shapes = st.one_of(_regular(), _regular(), _regular(), _pairs(), _serpents((winner, round_wind)))
    standing, melds = draw(shapes.filter(lambda s: _fits([*s[0], *(t for meld in s[1] for t in meld.tiles)])))
    winning = standing.pop(draw(st.integers(0, len(standing) - 1)))
    hand = Hand(tuple(standing), tuple(melds), draw(bonus), winning)
    ways = ["self-draw", "discard"] + (["robbed-kong"] if hand.tiles.count(winning) == 1 else [])
    win = draw(st.sampled_from(ways))
    source = None if win == "self-draw" else draw(st.sampled_from([seat for seat in seats if seat != winner]))
    told = draw(st.sets(st.sampled_from(_told(hand, winner, win, source, seats[0]))))
    if "last-tile" in told:
        told -= {"within-fifteen", "first-turn"}
    return hand, Win(winner, win, source, frozenset(told))


def _told(hand: Hand, winner: str, win: str, source: str | None, opener: str) -> list[str]:
    told = ["last-piece", "within-fifteen"]
    told += ["last-tile"] if win != "robbed-kong" else []
    told += ["roof"] if win == "self-draw" and (hand.bonus or hand.quads) else []
    first = winner == opener if win == "self-draw" else win == "discard" and source == opener
    return told + (["first-turn"] if first and not hand.melds else [])


def robbed(tile: str) -> Hand:
    """The rack of a player who was about to add a fourth tile to a triplet."""
    return Hand(tuple(kind for kind in KINDS[:11] if kind != tile)[:10], (Meld((tile,) * 3),))


@st.composite
def tables(draw: st.DrawFn, players: int | None = None) -> Deal:
    """Whole tables of three or four, with one winner or none, and now and then an irregular player."""
    dead = draw(st.sampled_from((None, *SEATS))) if players is None else None
    seats = tuple(seat for seat in SEATS if seat != dead)
    round_wind = draw(winds)
    hand, win = draw(won(round_wind, seats))
    nobody = draw(st.integers(0, 4)) == 0
    statuses = st.sampled_from((None, None, None, None, "great-lord", "false-win", "small-lord"))
    others = {seat: draw(racks()) for seat in seats}
    if win.how == "robbed-kong":
        others[str(win.source)] = robbed(str(hand.winning))
    if any(hand.winning in others[seat].concealed for seat in seats if seat != win.winner):
        win = replace(win, circumstances=win.circumstances - {"last-piece"})
    sitting = {
        seat: Player(hand, win) if seat == win.winner and not nobody else Player(others[seat], None, draw(statuses))
        for seat in seats
    }
    settled = draw(st.booleans())
    return Deal(sitting, round_wind, {"limit": 2 * draw(st.integers(1, 1000)), "settle_without_winner": settled})
