"""What every hand at a table is worth in FIMJ."""

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from hu.scoring.deals import Deal, Player
from hu.scoring.fimj.arrangements import Arrangement, Found, best_rack, best_win, look_up_rack, look_up_win, waits
from hu.scoring.fimj.contradictions import player_problems, problems, rack_fits, shared_problems, win_contradictions
from hu.scoring.fimj.counts import Winds
from hu.scoring.fimj.features import HandContext
from hu.scoring.fimj.rules import Rule
from hu.scoring.fimj.table import READY, check_table, last_left, limit_of, tiles_count, wall_wreckers
from hu.scoring.fimj.worth import ArrangementWorth, RuleCount
from hu.scoring.hand import SEATS, Hand, Win, in_order
from hu.scoring.problems import InvalidHandError, win_problems
from hu.scoring.shapes import NINE_GATES
from hu.scoring.tiles import BONUS, FLOWERS, SEASONS

_BONUS: Final = frozenset(BONUS)
#: What the last player left is paid by each other one ("Mah-Jong falso"); its points are the limit.
LAST_LEFT: Final = Rule(
    "last-left", "points", 1, "Ultimo rimasto", "Last one left",
    "tutti gli altri sono esclusi dalla mano: si paga il massimo della gara",
    "all the others are out of the hand: the game's maximum is paid", lambda _: 0,
)  # fmt: skip


class HandWorth(NamedTuple):
    """What one player's hand is worth.

    Attributes:
        points: what it is worth, before East's doubling.
        worth: where that comes from.
        arrangement: the arrangement chosen; None when the hand does not count.
    """

    points: int
    worth: ArrangementWorth = ArrangementWorth(None, 0, 0, (), ())
    arrangement: Arrangement | None = None

    @property
    def limited(self) -> bool:
        """Whether the limit cut the points."""
        return self.worth.massimo is None and self.points < self.worth.total


def score_hands(deal: Deal) -> dict[str, HandWorth]:
    """Score every hand that is known, by seat in turn order.

    Raises:
        InvalidHandError: something is wrong; every problem is told, with its seat.
        InputError: the deal is not a table of FIMJ.
    """
    check_table(deal)
    found: dict[str, HandWorth] = {}
    last = last_left(deal)
    for seat in SEATS:
        player = deal.players.get(seat)
        if player is None or (player.hand is None and player.win is None and seat != last and tiles_count(player)):
            continue
        worth = _score(deal, seat, player, last)
        if worth is None:
            raise InvalidHandError(problems(deal))
        found[seat] = worth
    if any(shared_problems(deal)):
        raise InvalidHandError(problems(deal))
    return found


def _score(deal: Deal, seat: str, player: Player, last: str | None) -> HandWorth | None:
    """Score one player; None when something is wrong with them."""
    limit = limit_of(deal)
    if seat == last:
        worth = HandWorth(limit, ArrangementWorth(None, limit, 0, (RuleCount(LAST_LEFT, limit),), ()))
        return None if any(player_problems(deal, seat, player)) else worth
    if player.win is None and not tiles_count(player):
        return None if any(player_problems(deal, seat, player)) else HandWorth(0)
    if player.hand is None or len(set(player.hand.bonus)) < len(player.hand.bonus):
        return None
    winds = Winds(seat, str(deal.round_wind))
    if player.win is None:
        ready = player.status == READY
        return _ready(deal, player.hand, winds, limit) if ready else _lost(player, player.hand, winds, limit)
    if player.status:
        return None
    return _won(deal, player.hand, player.win, winds, limit)


def _won(deal: Deal, hand: Hand, win: Win, winds: Winds, limit: int) -> HandWorth | None:
    arrangeable = look_up_win(hand, winds, drawn=win.drawn)
    if arrangeable is None or not arrangeable.legal or any(win_problems(hand, win)):
        return None
    if win.circumstances and any(win_contradictions(deal, hand, win)):
        return None
    found = best_win(hand, arrangeable, _winners_context(hand, win), limit, deal.waived)
    return found and _cut(found, limit)


def _ready(deal: Deal, hand: Hand, winds: Winds, limit: int) -> HandWorth | None:
    """The dearest win that a hand waited for when the wall fell ("Distruzione del muro")."""
    source = next((seat for seat in wall_wreckers(deal) if seat != winds.own), None)
    wins = [Win(winds.own, "self-draw"), *([Win(winds.own, "discard", source)] if source else [])]
    tiles = waits(hand, winds) if hand.winning is None else ()
    found = [_won(deal, replace(hand, winning=tile), win, winds, limit) for tile in tiles for win in wins]
    return max(filter(None, found), key=lambda worth: worth.points, default=None)


def _lost(player: Player, hand: Hand, winds: Winds, limit: int) -> HandWorth | None:
    if not rack_fits(player, hand):
        return None
    arrangeable = look_up_rack(hand, winds)
    if arrangeable is None or not arrangeable.legal:
        return None
    return _cut(best_rack(arrangeable, _context(hand.bonus, winds.own), limit), limit)


def _cut(found: Found, limit: int) -> HandWorth:
    worth = found.worth
    return HandWorth(worth.total if worth.massimo else min(worth.total, limit), worth, found.arrangement)


@lru_cache(maxsize=1 << 12)
def _context(bonus: tuple[str, ...], seat: str) -> HandContext:
    number = str(SEATS.index(seat) + 1)
    bouquets = set(FLOWERS).issubset(bonus) + set(SEASONS).issubset(bonus)
    return HandContext(len(bonus), sum(tile[0] == number for tile in bonus), bouquets)


def _winners_context(hand: Hand, win: Win) -> HandContext:
    told = win.circumstances
    roof = "roof" in told or "golden-rooster" in told
    bonus = _context(hand.bonus, win.winner)
    return HandContext(
        bonus.bonus,
        bonus.own_bonus,
        bonus.bouquets,
        closing=True,
        drawn=win.drawn,
        robbed=win.how == "robbed-kong",
        melds=len(hand.melds),
        nine_gates=hand.concealed in NINE_GATES,
        roof=roof,
        rooster=roof and hand.winning == "5p",
        last_piece="last-piece" in told,
        last_tile="last-tile" in told,
        within_fifteen="within-fifteen" in told,
        richi="richi" in told,
        first_turn="first-turn" in told,
    )


def copies_beyond_set(deal: Deal) -> tuple[str, ...]:
    """Find tiles of which the players show more copies than a set has: something was read or written wrong.

    Winners on one discard share the winning tile.
    """
    held = Counter([tile for player in deal.players.values() if player.hand for tile in player.hand.tiles])
    winners = tuple(deal.winners.values())
    if len(winners) > 1 and winners[0].hand and winners[0].hand.winning:
        held[winners[0].hand.winning] -= len(winners) - 1
    return in_order(tuple([tile for tile, count in held.items() if count > (1 if tile in _BONUS else 4)]))
