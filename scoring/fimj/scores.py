"""A table's points and payments in FIMJ."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from hu.scoring.fimj.arrangements import Arrangement, Found, best_rack, best_win, look_up_rack, look_up_win
from hu.scoring.fimj.contradictions import player_problems, problems, rack_fits, shared_problems, win_contradictions
from hu.scoring.fimj.counts import Winds
from hu.scoring.fimj.features import Luck
from hu.scoring.fimj.rules import Rule
from hu.scoring.fimj.settling import Payment, settle
from hu.scoring.fimj.table import STATUSES, Player, Status, Table
from hu.scoring.fimj.worth import Counted
from hu.scoring.hand import SEATS, Hand, Win, in_order
from hu.scoring.problems import InvalidHandError, win_problems
from hu.scoring.tiles import BONUS, FLOWERS, SEASONS

_BONUS: Final = frozenset(BONUS)
_GATES: Final = frozenset(tuple(f"{n}{suit}" for n in (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9)) for suit in "mps")
#: What the last player left is paid by each other one ("Mah-Jong falso"); its points are the limit.
LAST_LEFT: Final = Rule(
    "last-left", "points", 1, "Ultimo rimasto", "Last one left",
    "tutti gli altri sono esclusi dalla mano: si paga il massimo della gara",
    "all the others are out of the hand: the game's maximum is paid", lambda _: 0,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """One player's points and where they come from.

    Attributes:
        seat: the player's seat.
        points: what they are worth, before East's doubling.
        base: the points before doubling; a massimo's whole amount.
        items: what the base consists of.
        doublings: what doubles it.
        massimo: the massimo that is paid, if it is one.
        limited: whether the limit cut the points.
        arrangement: the arrangement chosen; None when the hand does not count.
        status: the player's irregularity, if any.
    """

    seat: str
    points: int
    base: int = 0
    items: tuple[Counted, ...] = ()
    doublings: tuple[Counted, ...] = ()
    massimo: Rule | None = None
    limited: bool = False
    arrangement: Arrangement | None = None
    status: Status | None = None


@dataclass(frozen=True, slots=True)
class TableScore:
    """A table's points and payments.

    Attributes:
        players: each player's points, in turn order.
        payments: who owes whom; none when the hand is void.
        totals: what each seat receives (negative: pays), after rounding each payment, in turn order.
    """

    players: tuple[PlayerScore, ...]
    payments: tuple[Payment, ...]
    totals: dict[str, int]

    def player(self, seat: str) -> PlayerScore:
        """Return the score of a seat."""
        return next(player for player in self.players if player.seat == seat)


def score_table(table: Table) -> TableScore:
    """Score every player's hand and work out who pays whom.

    Raises:
        InvalidHandError: something is wrong; every problem is told, with its seat.
    """
    scores = [_score(table, player) for player in table.players]
    players = tuple(score for score in scores if score is not None)
    if len(players) < len(scores) or any(shared_problems(table)):
        raise InvalidHandError(problems(table))
    payments = _payments(table, {player.seat: player.points for player in players})
    return TableScore(players, payments, _totals(table, payments))


def _payments(table: Table, points: dict[str, int]) -> tuple[Payment, ...]:
    paid = [player.seat for player in table.winners]
    if table.last_left is not None:
        paid = [table.last_left.seat]
    if not paid and not table.options.settle_without_winner:
        # A hand that nobody won is void (ruling 5).
        return ()
    return settle(points, paid)


def _totals(table: Table, payments: tuple[Payment, ...]) -> dict[str, int]:
    totals = dict.fromkeys(table.seats, 0)
    for payment in payments:
        totals[payment.payer] -= payment.rounded
        totals[payment.payee] += payment.rounded
    return totals


def _score(table: Table, player: Player) -> PlayerScore | None:
    """Score one player; None when something is wrong with them."""
    status = STATUSES[player.status] if player.status else None
    if player is table.last_left:
        limit = table.options.limit
        sound = not any(player_problems(table, player))
        return PlayerScore(player.seat, limit, limit, (Counted(LAST_LEFT, limit),), status=status) if sound else None
    if status is not None and not status.counts and player.win is None:
        return PlayerScore(player.seat, 0, status=status) if not any(player_problems(table, player)) else None
    if player.hand is None or len(set(player.hand.bonus)) < len(player.hand.bonus):
        return None
    winds = Winds(player.seat, table.round_wind)
    if player.win is not None:
        return _won(table, player, player.hand, player.win, winds)
    return _lost(table, player, player.hand, winds, status)


def _won(table: Table, player: Player, hand: Hand, win: Win, winds: Winds) -> PlayerScore | None:
    arrangeable = look_up_win(hand, winds, drawn=win.drawn)
    if arrangeable is None or not arrangeable.legal or player.status or any(win_problems(hand, win)):
        return None
    if win.circumstances and any(win_contradictions(table, hand, win)):
        return None
    options = table.options
    found = best_win(hand, arrangeable, _winners_luck(hand, win), options.limit, options.waive)
    return found and _result(player.seat, found, options.limit)


def _lost(table: Table, player: Player, hand: Hand, winds: Winds, status: Status | None) -> PlayerScore | None:
    if not rack_fits(player, hand):
        return None
    arrangeable = look_up_rack(hand, winds)
    if arrangeable is None or not arrangeable.legal:
        return None
    found = best_rack(arrangeable, _luck(hand.bonus, player.seat), table.options.limit)
    return _result(player.seat, found, table.options.limit, status)


def _result(seat: str, found: Found, limit: int, status: Status | None = None) -> PlayerScore:
    worth, arrangement = found
    total = worth.total
    limited = worth.massimo is None and total > limit
    return PlayerScore(
        seat,
        limit if limited else total,
        worth.base,
        worth.items,
        worth.doubled,
        worth.massimo,
        limited,
        arrangement,
        status,
    )


@lru_cache(maxsize=1 << 12)
def _luck(bonus: tuple[str, ...], seat: str) -> Luck:
    number = str(SEATS.index(seat) + 1)
    bouquets = set(FLOWERS).issubset(bonus) + set(SEASONS).issubset(bonus)
    return Luck(len(bonus), sum(tile[0] == number for tile in bonus), bouquets)


def _winners_luck(hand: Hand, win: Win) -> Luck:
    told = win.circumstances
    roof = "roof" in told or "golden-rooster" in told
    bonus = _luck(hand.bonus, win.winner)
    return Luck(
        bonus.bonus,
        bonus.own_bonus,
        bonus.bouquets,
        closing=True,
        drawn=win.drawn,
        robbed=win.how == "robbed-kong",
        melds=len(hand.melds),
        nine_gates=hand.concealed in _GATES,
        roof=roof,
        rooster=roof and hand.winning == "5p",
        last_piece="last-piece" in told,
        last_tile="last-tile" in told,
        within_fifteen="within-fifteen" in told,
        richi="richi" in told,
        first_turn="first-turn" in told,
    )


def crowded(table: Table) -> tuple[str, ...]:
    """Find tiles of which the players show more copies than a set has: something was read or written wrong.

    Winners on one discard share the winning tile.
    """
    held = Counter([tile for player in table.players if player.hand for tile in player.hand.tiles])
    winners = table.winners
    if len(winners) > 1 and winners[0].hand and winners[0].hand.winning:
        held[winners[0].hand.winning] -= len(winners) - 1
    return in_order(tuple([tile for tile, count in held.items() if count > (1 if tile in _BONUS else 4)]))
