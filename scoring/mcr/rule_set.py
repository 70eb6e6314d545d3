"""MCR as a rule set."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from hu.scoring.deal import Deal
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.mcr.contradictions import contradictions, hand_problems, problems
from hu.scoring.mcr.divisions import explain
from hu.scoring.mcr.knitted import SHAPES
from hu.scoring.mcr.library import ask, call_of
from hu.scoring.mcr.patterns import FAN, FLOWERS, fan_of
from hu.scoring.mcr.payments import BASE, payments
from hu.scoring.mcr.rulings import apply_rulings
from hu.scoring.options import OptionValue
from hu.scoring.patterns import POINTS, PatternInfo, ScoreItem
from hu.scoring.payments import DealScore, PlayerScore
from hu.scoring.problems import BelowMinimumError, InvalidHandError, Problem
from hu.scoring.rule_set.changes import changes_of
from hu.scoring.rule_set.interface import RuleSet, known_round_wind, only_winner
from hu.scoring.seating import Played, Seating, seat_players
from hu.scoring.texts import Text, text

#: Deals of a whole game.
DEALS: Final = 16
#: Each player's seat in the first deal of each round, by the seats of the first round.
_STARTS: Final = ("ESWN", "SENW", "NWES", "WNSE")
#: Points that a hand needs to win, flowers apart.
MINIMUM: Final = 8


class Mcr(RuleSet):
    """The rules of MCR; ``hu.scoring.rule_set.interface.RuleSet`` says what each name means."""

    name = "mcr"
    patterns: ClassVar[Sequence[PatternInfo]] = tuple(FAN.values())
    has_round_wind = True
    deals = DEALS
    shapes = SHAPES

    def problems(self, deal: Deal) -> tuple[Problem, ...]:
        """Find everything that is wrong with the winner's hand and win."""
        return problems(*only_winner(deal, RULE_SET))

    def contradictions(self, deal: Deal, hand: Hand, win: Win) -> Iterable[Problem]:
        """The circumstances that contradict the hand, the win or each other."""
        del deal
        return contradictions(hand, win)

    def score(self, deal: Deal) -> DealScore:
        """Score the winner's hand and share out the payments."""
        hand, win = only_winner(deal, RULE_SET)
        items = _items(deal, hand, win)
        if _counted_points(items) < _minimum(deal):
            held = [
                (item.pattern.names, item.total) for item in items if item.pattern is not FLOWERS
            ]
            apart = _points(items) >= _minimum(deal)
            raise BelowMinimumError.of(_counted_points(items), _minimum(deal), held, apart=apart)
        points = _points(items)
        items = explain(items, hand, win, str(deal.round_wind))
        total = f"{points} + {BASE} = {points + BASE}"
        remark = text("remark.drawn", "hu.scoring.mcr", total=total)
        if not win.drawn:
            remark = text(
                "remark.discard",
                "hu.scoring.mcr",
                seat=Text(f"seat.{win.source}"),
                total=total,
                base=BASE,
            )
        return DealScore(
            {win.winner: PlayerScore(points, items, str(hand), (remark,))}, payments(points, win)
        )

    def hand_problems(
        self, hand: Hand, options: Mapping[str, OptionValue] | None = None
    ) -> tuple[Problem, ...]:
        """Find what is wrong with a hand alone; knitted tiles win too."""
        del options
        return hand_problems(hand)

    def seating(
        self, options: Mapping[str, OptionValue], winners: Sequence[Played], players: int
    ) -> Seating:
        """Four rounds of four deals; the winds pass after every deal, won or drawn.

        After "Mahjong Competition Rules" (World Mahjong Organization, 2006), appendix 4, as the seating scheme of
        Mahjong Den Haag (mahjongdenhaag.nl, "MCR seating scheme") draws it: after each round of four the players change
        seats, so that everybody sits beside everybody.
        """
        del players
        found = seat_players(len(winners), len(winners), first_wind="E")
        round_, turn = divmod(len(winners), 4)
        starts = _STARTS[0 if options.get("fixed_seats") else round_ % 4]
        return replace(
            found, seats=tuple(SEATS[(SEATS.index(start) - turn) % 4] for start in starts)
        )


def _items(deal: Deal, hand: Hand, win: Win) -> tuple[ScoreItem, ...]:
    """The fan that the library counts and the table's rulings, the dearest first, flowers last.

    Raises:
        InvalidHandError: something is wrong with the hand or the win; the library never sees it.
        InputError: the round wind is missing, or the library.
    """
    round_wind = known_round_wind(deal)
    if found := problems(hand, win):
        raise InvalidHandError(found)
    lines = ask(call_of(hand, win, round_wind))
    items = [ScoreItem(fan_of(chinese), points, count) for points, count, chinese, _ in lines]
    changes = changes_of(deal.options)
    played = apply_rulings(items, hand, win, deal.options)
    if changes.points:
        played = tuple(
            replace(item, worth=changes.points.get(item.pattern.id, item.worth)) for item in played
        )
    return (*(item for item in played if item.worth), *changes.items(win, POINTS))


def _points(items: Sequence[ScoreItem]) -> int:
    return sum(item.total for item in items)


def _counted_points(items: Sequence[ScoreItem]) -> int:
    """The points that count towards the minimum."""
    return _points([item for item in items if item.pattern is not FLOWERS])


def _minimum(deal: Deal) -> int:
    return int(deal.options.get("minimum", MINIMUM))


RULE_SET: Final[RuleSet] = Mcr()
