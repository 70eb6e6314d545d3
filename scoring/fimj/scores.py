"""The worth of every hand at a table in FIMJ."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from typing import Final, NamedTuple

from hu.scoring.deal import Deal, Player
from hu.scoring.fimj.arrangements import arrange_win, waiting_tiles, winning_suits
from hu.scoring.fimj.contradictions import (
    fimj_problems,
    fits_rack,
    player_problems,
    problems_between_players,
    win_contradictions,
)
from hu.scoring.fimj.patterns import FimjArrangement, Rule, Winds, count_rules
from hu.scoring.fimj.racks import pack_suit
from hu.scoring.fimj.table import (
    READY,
    check_table,
    counted_seats,
    find_last_player,
    points_limit,
    wall_wreckers,
    winds_of,
)
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.patterns import POINTS, PatternCount, ScoreItem
from hu.scoring.problems import InvalidHandError, win_problems
from hu.scoring.rule_set.changes import changes_of
from hu.scoring.suits import write_suits
from hu.scoring.tiles import BONUS, in_order

_BONUS: Final = frozenset(BONUS)
#: The last player who is not out is paid the limit by each other player ("Mah-Jong falso").
LAST_LEFT: Final = Rule("last-left", "points", 1, lambda _: ())
#: The base points from which doublings count (ruling 2).
_LEAST_DOUBLED: Final = 2


class HandWorth(NamedTuple):
    """The worth of one player's hand.

    Attributes:
        points: its points, before East's doubling.
        massimo: the rule of the fixed amount that replaces the count, if any.
        base: the points before doubling.
        doublings: how many times they are doubled.
        items: the rules that earn the points and doublings.
        arrangement: the best arrangement. None if the hand does not count.
        extras: the house extras, which are among the base points.
    """

    points: int
    massimo: Rule | None = None
    base: int = 0
    doublings: int = 0
    items: tuple[PatternCount[Rule], ...] = ()
    arrangement: FimjArrangement | None = None
    extras: tuple[ScoreItem, ...] = ()

    @property
    def is_limited(self) -> bool:
        """Whether the limit cut the points."""
        doubled_base = self.base << self.doublings
        return self.massimo is None and self.points < doubled_base


def score_hands(deal: Deal) -> dict[str, HandWorth]:
    """Score every player, by seat in turn order. A hand that counts but is unknown is left out.

    Raises:
        InvalidHandError: a hand or the table has problems. The error lists them all, with their
            seats.
        InputError: the deal is not a table of FIMJ.
    """
    check_table(deal)
    worth_of: dict[str, HandWorth] = {}
    seats_with_counted_tiles = counted_seats(deal)
    for seat in SEATS:
        if seat not in deal.players:
            continue
        player = deal.players[seat]
        has_counted_tiles = seat in seats_with_counted_tiles
        if player.hand is None and player.win is None and has_counted_tiles:
            # The hand is not known yet.
            continue
        worth = _score_player(deal, seat, player, has_counted_tiles=has_counted_tiles)
        if worth is None:
            raise InvalidHandError(fimj_problems(deal))
        worth_of[seat] = worth
    if any(problems_between_players(deal)):
        raise InvalidHandError(fimj_problems(deal))
    return worth_of


def _score_player(
    deal: Deal, seat: str, player: Player, *, has_counted_tiles: bool
) -> HandWorth | None:
    """Score one player.

    Args:
        deal: the deal.
        seat: the player's seat.
        player: the player.
        has_counted_tiles: whether the player's own tiles count, by the statuses of all players.

    Returns:
        The worth of the hand. None if it has a problem.
    """
    if player.win is None and not has_counted_tiles:
        return _score_without_tiles(deal, seat, player)

    hand = player.hand
    # The unknown hand of a winner is a problem. Bonus tiles that are not different flowers and
    # seasons are a problem in any hand.
    if hand is None or (hand.bonus and not hand.has_flowers_once):
        return None
    winds = winds_of(deal, seat)
    if player.win is not None:
        if player.status is not None:
            # A player with an irregularity cannot win.
            return None
        return _score_win(deal, hand, player.win, winds)
    if player.status == READY:
        return _score_missed_win(deal, seat, hand, winds)
    return _score_rack(deal, player, hand, winds)


def _score_without_tiles(deal: Deal, seat: str, player: Player) -> HandWorth | None:
    """Score a player whose own tiles do not count.

    Args:
        deal: the deal.
        seat: the player's seat.
        player: the player.

    Returns:
        The limit for the only player who is not out, 0 points for all others. None if the player
        has a problem.
    """
    if any(player_problems(deal, seat, player)):
        return None
    if seat == find_last_player(deal):
        return _last_left_worth(deal)
    return HandWorth(points=0)


def _last_left_worth(deal: Deal) -> HandWorth:
    """The limit, which the other players pay to the only player who is not out."""
    limit = points_limit(deal)
    item = PatternCount(LAST_LEFT, worth=1, times=limit)
    return HandWorth(points=limit, base=limit, items=(item,))


def _score_missed_win(deal: Deal, seat: str, hand: Hand, winds: Winds) -> HandWorth | None:
    """Find the best win that a hand was waiting for when the wall fell ("Distruzione del muro").

    The tile may have been drawn, or discarded by a player who wrecked the wall.

    Args:
        deal: the deal.
        seat: the player's seat.
        hand: the player's hand, which must not have a winning tile.
        winds: the player's winds.

    Returns:
        The worth of the best win. None if the hand has a problem or was waiting for no tile.
    """
    if hand.winning is not None:
        return None
    wins = [Win(seat, "self-draw")]
    # The player who was waiting has the status "ready", and so is none of these.
    wreckers = wall_wreckers(deal)
    if wreckers:
        # The worth does not depend on which of them discarded the tile.
        wins.append(Win(seat, "discard", wreckers[0]))
    best: HandWorth | None = None
    for tile in waiting_tiles(hand, winds):
        for win in wins:
            worth = _score_win(deal, replace(hand, winning=tile), win, winds)
            if worth is not None and (best is None or worth.points > best.points):
                best = worth
    return best


def _score_win(deal: Deal, hand: Hand, win: Win, winds: Winds) -> HandWorth | None:
    """Find a winner's best arrangement (ruling 4).

    A massimo is best, then the highest total, then the most base points.

    Args:
        deal: the deal.
        hand: the hand, with its winning tile.
        win: how it was won.
        winds: the player's winds.

    Returns:
        The worth of the hand. None if it has a problem or does not win.
    """
    suits = winning_suits(hand)
    if suits is None or not all(suit.is_legal for suit in suits):
        return None
    if any(win_problems(hand, win)):
        return None
    if win.circumstances and any(win_contradictions(deal, hand, win)):
        return None
    worths = [
        _count_win(deal, win, arrangement) for arrangement in arrange_win(hand, suits, winds, win)
    ]
    if not worths:
        return None
    return max(worths, key=lambda worth: (worth.massimo is not None, worth.points, worth.base))


def _score_rack(deal: Deal, player: Player, hand: Hand, winds: Winds) -> HandWorth | None:
    """Find the best arrangement of a hand that did not win (rulings 3 and 4).

    Args:
        deal: the deal.
        player: the player, whose status may excuse a wrong number of tiles.
        hand: the player's hand.
        winds: the player's winds.

    Returns:
        The worth of the hand. None if it has a problem.
    """
    if not fits_rack(player, hand):
        return None
    standing_and_melds = write_suits(hand.concealed, winning=None, melds=hand.melds)
    if standing_and_melds is None:
        # A meld is not legal.
        return None
    # The numbers of the standing tiles of each suit, and the melds of each suit, as texts.
    standing_of_suits, melds_of_suits = standing_and_melds
    suits = []
    for suit, standing, melds in zip("mpsz", standing_of_suits, melds_of_suits, strict=True):
        # Only honors have winds.
        winds_of_suit = winds if suit == "z" else None
        suits.append(pack_suit(standing, melds, suit, winds_of_suit))
    if not all(suit.is_legal for suit in suits):
        return None
    m, p, s, z = suits
    # Every way to pack the whole rack: a division of each suit.
    worths = []
    for divisions in product(m.divisions, p.divisions, s.divisions, z.divisions):
        arrangement = FimjArrangement.of_rack(hand, winds, divisions)
        worths.append(_count_rack(deal, arrangement))
    return max(worths, key=lambda worth: (worth.points, worth.base))


def _count_win(deal: Deal, win: Win, arrangement: FimjArrangement) -> HandWorth:
    """Count an arrangement of a winner's hand by the values that are played at the table.

    Args:
        deal: the deal, with the options of the table and the doublings that are waived.
        win: how the hand was won.
        arrangement: the arrangement.
    """
    changes = changes_of(deal.options)
    # The values that the house gives to rules of any chapter, by id.
    house_values = changes.points
    massimi = count_rules("massimo", arrangement, house_values)
    if massimi:
        # The highest fixed amount counts. Of equal amounts the first of the table (ruling 4).
        best = max(massimi, key=lambda count: count.worth)
        return HandWorth(
            points=best.worth,
            massimo=best.row,
            base=best.worth,
            items=(best,),
            arrangement=arrangement,
        )
    points = count_rules("points", arrangement, house_values)
    extras = changes.extra_items(win, POINTS) if changes.extras else ()
    base = _sum_of(points) + sum([item.total for item in extras])
    doublings: list[PatternCount[Rule]] = []
    if base >= _LEAST_DOUBLED:
        doublings += count_rules("fundamental", arrangement, house_values)
        doublings += count_rules("closing", arrangement, house_values)
    if deal.waived:
        doublings = [count for count in doublings if count.row.id not in deal.waived]
    worth = _double_base(deal, arrangement, base=base, points=points, doublings=doublings)
    return worth._replace(extras=extras)


def _count_rack(deal: Deal, arrangement: FimjArrangement) -> HandWorth:
    """Count an arrangement of a hand that did not win, by the values that are played at a table.

    Args:
        deal: the deal, with the options of the table.
        arrangement: the arrangement.
    """
    # The values that the house gives to rules of any chapter, by id.
    house_values = changes_of(deal.options).points
    points = count_rules("points", arrangement, house_values)
    base = _sum_of(points)
    doublings: list[PatternCount[Rule]] = []
    if base >= _LEAST_DOUBLED:
        # Only a win earns the other doublings, those of the chapter "closing".
        doublings = count_rules("fundamental", arrangement, house_values)
    return _double_base(deal, arrangement, base=base, points=points, doublings=doublings)


def _double_base(
    deal: Deal,
    arrangement: FimjArrangement,
    *,
    base: int,
    points: list[PatternCount[Rule]],
    doublings: list[PatternCount[Rule]],
) -> HandWorth:
    """Double the base points of an arrangement, up to the limit.

    Args:
        deal: the deal, with the options of the table.
        arrangement: the arrangement.
        base: the points before doubling.
        points: the rules that earn these points.
        doublings: the rules that double them.
    """
    number_of_doublings = _sum_of(doublings)
    return HandWorth(
        points=min(base << number_of_doublings, points_limit(deal)),
        base=base,
        doublings=number_of_doublings,
        items=(*points, *doublings),
        arrangement=arrangement,
    )


def _sum_of(counts: Iterable[PatternCount[Rule]]) -> int:
    """Add up the values of rules: points, or doublings."""
    return sum([count.total for count in counts])


def find_impossible_copies(deal: Deal) -> tuple[str, ...]:
    """Find tiles of which the players show more copies than a tile set has.

    If there are such tiles, a hand was read or written wrong. Winners on the same discard share the
    winning tile.
    """
    copies: Counter[str] = Counter()
    for player in deal.players.values():
        if player.hand is not None:
            copies.update(player.hand.tiles)
    winners = list(deal.winners.values())
    if len(winners) > 1:
        first_hand = winners[0].hand
        if first_hand is not None and first_hand.winning is not None:
            copies[first_hand.winning] -= len(winners) - 1
    impossible_tiles = []
    for tile, count in copies.items():
        copies_of_tile_set = 1 if tile in _BONUS else 4
        if count > copies_of_tile_set:
            impossible_tiles.append(tile)
    return in_order(tuple(impossible_tiles))
