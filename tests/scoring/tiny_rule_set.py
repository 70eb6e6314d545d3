"""A made-up rule set, as small as one can be: it shows what a third rule set has to bring along."""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from hu.scoring.deal import Deal
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.options import OptionInfo, OptionValue
from hu.scoring.patterns import PatternInfo, ScoreItem
from hu.scoring.payments import DealScore, PlayerScore
from hu.scoring.problems import InvalidHandError, Problem
from hu.scoring.problems import find_problems as general_problems
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.seating import Seating
from hu.scoring.texts import Names

_WIN = PatternInfo("win", {"en": "A win", "it": "Una vittoria"}, {"en": "four melds and a pair"}, 1)
_FLOWER = PatternInfo("flower", {"en": "Flower", "it": "Fiore"}, {"en": "each flower or season"}, 2)


class Tiny(RuleSet):
    """A win is worth 1 point, each flower 2 more; every loser pays it all."""

    name = "tiny"
    names: ClassVar[Names] = {"en": "Tiny", "it": "Minuscolo"}
    patterns = (_WIN, _FLOWER)
    options = (
        OptionInfo(
            "double", False, {"en": "Everything counts twice", "it": "Tutto vale il doppio"}
        ),
    )
    circumstances = ("lucky",)
    deals = 4

    def problems(self, deal: Deal) -> tuple[Problem, ...]:
        return general_problems(*_won(deal))

    def score(self, deal: Deal) -> DealScore:
        hand, win = _won(deal)
        if found := self.problems(deal):
            raise InvalidHandError(found)
        worth = 2 if deal.options.get("double") else 1
        items = [ScoreItem(_WIN, worth, 1)]
        items += [ScoreItem(_FLOWER, 2 * worth, len(hand.bonus), hand.bonus)] if hand.bonus else []
        points = sum(item.total for item in items)
        payments = {
            seat: points * (len(deal.players) - 1 if seat == win.winner else -1)
            for seat in deal.players
        }
        return DealScore({win.winner: PlayerScore(points, tuple(items), str(hand))}, payments)

    def seating(
        self, options: Mapping[str, OptionValue], winners: Sequence[Collection[str]], players: int
    ) -> Seating:
        del options
        seats = tuple(SEATS[(player + len(winners)) % 4] for player in range(players))
        return Seating(len(winners) + 1, 1, None, seats, over=len(winners) >= 4)


def _won(deal: Deal) -> tuple[Hand, Win]:
    for player in deal.players.values():
        if player.win is not None and player.hand is not None:
            return player.hand, player.win
    raise InputError("nobody won")
