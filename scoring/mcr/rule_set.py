"""MCR as a rule set."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from hu.scoring.deal import Deal
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.mcr.contradictions import (
    FALSE_WIN,
    dead_hand_problems,
    hand_problems,
    mcr_contradictions,
    mcr_problems,
)
from hu.scoring.mcr.knitted import SHAPES
from hu.scoring.mcr.patterns import FAN, FAN_POINTS, FLOWER_TILES
from hu.scoring.mcr.payments import BASE, false_win_payments, mcr_payments
from hu.scoring.mcr.scores import count_fan
from hu.scoring.options import OptionValue
from hu.scoring.patterns import PatternInfo, ScoreItem
from hu.scoring.payments import DealScore, PlayerScore
from hu.scoring.problems import BelowMinimumError, InvalidHandError, Problem
from hu.scoring.rule_set.changes import changes_of
from hu.scoring.rule_set.figures import check_figures, figure, figure_problems
from hu.scoring.rule_set.interface import RuleSet, require_one_winner, require_round_wind
from hu.scoring.seating import PlayedDeal, Seating, seat_players
from hu.scoring.texts import Text, text

_PACKAGE: Final = "hu.scoring.mcr"
#: Deals of a whole game.
DEALS: Final = 16
#: The players' seats in the first deal of each round. The players are in the order of their seats
#: in the first round.
_SEATS_OF_ROUND: Final = ("ESWN", "SENW", "NWES", "WNSE")
#: Points that a hand needs to win, without flowers.
MINIMUM: Final = 8


class Mcr(RuleSet):
    """The rules of MCR. ``hu.scoring.rule_set.interface.RuleSet`` documents each name."""

    name = "mcr"
    patterns: ClassVar[Sequence[PatternInfo]] = tuple(FAN.values())
    unit = FAN_POINTS
    has_round_wind = True
    deals = DEALS
    shapes = SHAPES
    figures = (figure("fan", least=1, most=999),)

    def problems(self, deal: Deal) -> tuple[Problem, ...]:
        """Find every problem of the winner's hand and win."""
        if deal.has_figures:
            return figure_problems(deal, self)
        if not deal.winners:
            return ()
        hand, win = require_one_winner(deal, self)
        return (*mcr_problems(hand, win), *dead_hand_problems(deal))

    def contradictions(self, deal: Deal, hand: Hand, win: Win) -> Iterable[Problem]:
        """Find the circumstances that contradict the hand, the win or each other."""
        del deal
        return mcr_contradictions(hand, win)

    def score(self, deal: Deal) -> DealScore:
        """Score the winner's hand and share out the payments. False wins pay beside them."""
        if deal.has_figures:
            return _score_figures(deal, check_figures(deal, self))
        require_round_wind(deal)
        if not deal.winners:
            return DealScore(players={}, payments=_payments_for_false_wins(deal))
        hand, win = require_one_winner(deal, self)
        problems = (*mcr_problems(hand, win), *dead_hand_problems(deal))
        if problems:
            raise InvalidHandError(problems)
        extras = changes_of(deal.options).extra_items(win, FAN_POINTS)
        items = (*count_fan(deal, hand, win), *extras)
        points = sum(item.total for item in items)
        _check_minimum(deal, items)
        player = PlayerScore(
            points,
            items=items,
            arrangement=str(hand),
            remarks=(_payment_remark(points, win),),
        )
        return DealScore({win.winner: player}, _payments_of(deal, points, win))

    def hand_problems(
        self, hand: Hand, options: Mapping[str, OptionValue] | None = None
    ) -> tuple[Problem, ...]:
        """Find the problems of a hand alone. Knitted tiles win too."""
        del options
        return hand_problems(hand)

    def pays_without_winner(self, options: Mapping[str, OptionValue]) -> bool:
        """Whether points are paid without a winner, as they are for false wins."""
        del options
        return True

    def seating(
        self, options: Mapping[str, OptionValue], deals: Sequence[PlayedDeal], players: int
    ) -> Seating:
        """Seat the players for the next deal: four rounds of four deals.

        The winds pass after every deal, won or drawn. After each round of four the players change
        seats, so that everybody sits beside everybody.

        After "Mahjong Competition Rules" (World Mahjong Organization, 2006), appendix 4, as the
        seating scheme of Mahjong Den Haag (mahjongdenhaag.nl, "MCR seating scheme") draws it.
        """
        del players
        finished_rounds, deals_in_round = divmod(len(deals), 4)
        round_index = finished_rounds % 4
        if options.get("fixed_seats"):
            round_index = 0
        seats = []
        for first_seat in _SEATS_OF_ROUND[round_index]:
            # After each deal the player in South becomes East.
            seat_index = (SEATS.index(first_seat) - deals_in_round) % 4
            seats.append(SEATS[seat_index])
        usual_seating = seat_players(len(deals), passed=len(deals), first_wind="E")
        return replace(usual_seating, seats=tuple(seats))


def _score_figures(deal: Deal, win: Win) -> DealScore:
    """Score a win whose points were entered instead of the tiles.

    Raises:
        BelowMinimumError: the points are less than the table's minimum.
    """
    points = int(deal.entered["fan"])
    minimum = int(deal.options.get("minimum", MINIMUM))
    if points < minimum:
        raise BelowMinimumError.of(points, minimum, patterns=())
    player = PlayerScore(points, remarks=(_payment_remark(points, win),))
    return DealScore({win.winner: player}, _payments_of(deal, points, win))


def _payments_of(deal: Deal, points: int, win: Win) -> dict[str, int]:
    """Share out a win, and pay for false wins beside it.

    Args:
        deal: the deal, with the players who called a false win.
        points: the points of the winner's hand.
        win: how it was won.

    Returns:
        The points that each seat receives (negative: pays). The sum is 0.
    """
    payments = mcr_payments(points, win)
    for seat, payment in _payments_for_false_wins(deal).items():
        payments[seat] += payment
    return payments


def _payments_for_false_wins(deal: Deal) -> dict[str, int]:
    """The points that each seat receives for false wins (negative: pays). The sum is 0."""
    return false_win_payments(deal.seats_with_status(FALSE_WIN), deal.options)


def _check_minimum(deal: Deal, items: Sequence[ScoreItem]) -> None:
    """Refuse a hand that is worth too little to win. Flowers do not count towards the minimum.

    Raises:
        BelowMinimumError: the points are less than the table's minimum.
    """
    minimum = int(deal.options.get("minimum", MINIMUM))
    items_without_flowers = [item for item in items if item.pattern is not FLOWER_TILES]
    points = sum(item.total for item in items_without_flowers)
    if points < minimum:
        patterns = [(item.pattern.names, item.total) for item in items_without_flowers]
        is_enough_with_flowers = sum(item.total for item in items) >= minimum
        raise BelowMinimumError.of(
            points, minimum, patterns, is_enough_with_flowers=is_enough_with_flowers
        )


def _payment_remark(points: int, win: Win) -> Text:
    """Write who pays the points."""
    total = f"{points} + {BASE} = {points + BASE}"
    if win.drawn:
        return text("remark.drawn", _PACKAGE, total=total)
    discarder = Text(f"seat.{win.source}")
    return text("remark.discard", _PACKAGE, seat=discarder, total=total, base=BASE)


RULE_SET: Final[RuleSet] = Mcr()
