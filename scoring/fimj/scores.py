"""What every hand at a table is worth in FIMJ."""

from collections import Counter
from dataclasses import replace
from itertools import product
from typing import Final, NamedTuple

from hu.scoring.changes import Changes, changes_of
from hu.scoring.deals import POINTS, Deal, Player, ScoreItem
from hu.scoring.fimj.arrangements import waits, winning_cases, winning_suits
from hu.scoring.fimj.contradictions import (
    player_problems,
    problems,
    rack_fits,
    shared_problems,
    win_contradictions,
)
from hu.scoring.fimj.patterns import Arrangement, Rule, Winds, count_rules
from hu.scoring.fimj.racks import pack_suit
from hu.scoring.fimj.table import (
    READY,
    check_table,
    find_last_player,
    limit_of,
    tiles_count,
    wall_wreckers,
)
from hu.scoring.hand import SEATS, Hand, Win, in_order
from hu.scoring.problems import InvalidHandError, win_problems
from hu.scoring.readings import Count
from hu.scoring.suits import by_suit
from hu.scoring.tiles import BONUS

_BONUS: Final = frozenset(BONUS)
#: What the last player left is paid by each other one ("Mah-Jong falso"); its points are the limit.
LAST_LEFT: Final = Rule("last-left", "points", 1, lambda _: ())


class HandWorth(NamedTuple):
    """What one player's hand is worth.

    Attributes:
        points: what it is worth, before East's doubling.
        massimo: the fixed amount that is paid whatever the count, if any.
        base: the points before doubling.
        doublings: how often they double.
        items: where points and doublings come from.
        case: the arrangement chosen; None when the hand does not count.
        extras: what the house counts beside, among the points before doubling.
    """

    points: int
    massimo: Rule | None = None
    base: int = 0
    doublings: int = 0
    items: tuple[Count[Rule], ...] = ()
    case: Arrangement | None = None
    extras: tuple[ScoreItem, ...] = ()

    @property
    def limited(self) -> bool:
        """Whether the limit cut the points."""
        return self.massimo is None and self.points < self.base << self.doublings


def score_hands(deal: Deal) -> dict[str, HandWorth]:
    """Score every hand that is known, by seat in turn order.

    Raises:
        InvalidHandError: something is wrong; every problem is told, with its seat.
        InputError: the deal is not a table of FIMJ.
    """
    check_table(deal)
    found: dict[str, HandWorth] = {}
    last = find_last_player(deal)
    for seat in SEATS:
        player = deal.players.get(seat)
        if player is None or (
            player.hand is None and player.win is None and seat != last and tiles_count(player)
        ):
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
    if seat == last or (player.win is None and not tiles_count(player)):
        if any(player_problems(deal, seat, player)):
            return None
        return (
            HandWorth(limit, None, limit, 0, (Count(LAST_LEFT, 1, limit),))
            if seat == last
            else HandWorth(0)
        )
    if player.hand is None or len(set(player.hand.bonus)) < len(player.hand.bonus):
        return None
    winds = Winds(seat, str(deal.round_wind))
    if player.win:
        return None if player.status else _score_win(deal, player.hand, player.win, winds, limit)
    if player.status != READY:
        return _score_rack(deal, player, winds)
    # The dearest win that the hand waited for when the wall fell ("Distruzione del muro").
    source = next((wrecker for wrecker in wall_wreckers(deal) if wrecker != seat), None)
    wins = [Win(seat, "self-draw"), *([Win(seat, "discard", source)] if source else [])]
    tiles = waits(player.hand, winds) if player.hand.winning is None else ()
    hands = [replace(player.hand, winning=tile) for tile in tiles]
    found = [_score_win(deal, hand, win, winds, limit) for hand in hands for win in wins]
    return max(filter(None, found), key=lambda worth: worth.points, default=None)


def _score_win(deal: Deal, hand: Hand, win: Win, winds: Winds, limit: int) -> HandWorth | None:
    """Find a winner's best arrangement (ruling 4): a massimo, the highest total, the most base points."""
    suits = winning_suits(hand)
    if suits is None or not all(suit.is_legal for suit in suits) or any(win_problems(hand, win)):
        return None
    if win.circumstances and any(win_contradictions(deal, hand, win)):
        return None
    changes = changes_of(deal.options)
    found = [
        _count(case, limit, changes, deal.waived) for case in winning_cases(hand, suits, winds, win)
    ]
    return max(
        found, key=lambda worth: (worth.massimo is not None, worth.points, worth.base), default=None
    )


def _score_rack(deal: Deal, player: Player, winds: Winds) -> HandWorth | None:
    """Find the best arrangement of a hand that did not win (rulings 3 and 4)."""
    hand, limit, changes = player.hand or Hand(), limit_of(deal), changes_of(deal.options)
    written = by_suit(hand.concealed, None, hand.melds) if rack_fits(player, hand) else None
    if written is None:
        return None
    (m, p, s, z), (m_melds, p_melds, s_melds, z_melds) = written
    numbers = (
        pack_suit(m, m_melds, "m", None),
        pack_suit(p, p_melds, "p", None),
        pack_suit(s, s_melds, "s", None),
    )
    suits = (*numbers, pack_suit(z, z_melds, "z", winds))
    if not all(suit.is_legal for suit in suits):
        return None
    m_suit, p_suit, s_suit, z_suit = suits
    ways = product(m_suit.divisions, p_suit.divisions, s_suit.divisions, z_suit.divisions)
    found = (
        _count(Arrangement.of("rack", hand, winds, divisions), limit, changes) for divisions in ways
    )
    return max(found, key=lambda worth: (worth.points, worth.base))


def _count(
    case: Arrangement, limit: int, changes: Changes, waived: frozenset[str] = frozenset()
) -> HandWorth:
    """Count an arrangement by the house's points; ``waived`` names the doublings that do not count."""
    if case.win and (massimi := count_rules("massimo", case, changes.points)):
        # The highest fixed amount, of equals the first in the table (ruling 4).
        best = max(massimi, key=lambda counted: counted.worth)
        return HandWorth(best.worth, best.row, best.worth, 0, (best,), case)
    points = count_rules("points", case, changes.points)
    extras = changes.items(case.win, POINTS) if case.win and changes.extras else ()
    base = sum([counted.total for counted in points]) + sum([item.total for item in extras])
    # Doublings are valid from 2 points on (ruling 2).
    doubled = count_rules("fundamental", case, changes.points) if base >= 2 else []
    doubled += count_rules("closing", case, changes.points) if case.win and base >= 2 else []
    doubled = [counted for counted in doubled if counted.row.id not in waived]
    doublings = sum([counted.total for counted in doubled])
    return HandWorth(
        min(base << doublings, limit), None, base, doublings, (*points, *doubled), case, extras
    )


def copies_beyond_set(deal: Deal) -> tuple[str, ...]:
    """Find tiles of which the players show more copies than a set has: something was read or written wrong.

    Winners on one discard share the winning tile.
    """
    held = Counter(
        [tile for player in deal.players.values() if player.hand for tile in player.hand.tiles]
    )
    winners = tuple(deal.winners.values())
    if len(winners) > 1 and winners[0].hand and winners[0].hand.winning:
        held[winners[0].hand.winning] -= len(winners) - 1
    return in_order(
        tuple([tile for tile, count in held.items() if count > (1 if tile in _BONUS else 4)])
    )
