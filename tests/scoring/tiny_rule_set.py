"""A made-up rule set, as small as possible. It shows everything that a rule set must define."""

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
    """A win is worth 1 point, each flower 2 more. Every loser pays the whole sum."""

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
        return general_problems(*_winning_hand(deal))

    def score(self, deal: Deal) -> DealScore:
        hand, win = _winning_hand(deal)
        problems = self.problems(deal)
        if problems:
            raise InvalidHandError(problems)

        factor = 2 if deal.options.get("double") else 1
        items = [ScoreItem(_WIN, worth=factor, count=1)]
        if hand.bonus:
            flowers = ScoreItem(_FLOWER, worth=2 * factor, count=len(hand.bonus), tiles=hand.bonus)
            items.append(flowers)
        points = sum(item.total for item in items)

        payments = dict.fromkeys(deal.players, -points)
        payments[win.winner] = points * (len(deal.players) - 1)
        score = PlayerScore(points, tuple(items), arrangement=str(hand))
        return DealScore({win.winner: score}, payments)

    def seating(
        self, options: Mapping[str, OptionValue], winners: Sequence[Collection[str]], players: int
    ) -> Seating:
        del options
        dealt = len(winners)
        seats = tuple(SEATS[(player + dealt) % 4] for player in range(players))
        return Seating(number=dealt + 1, round=1, round_wind=None, seats=seats, is_over=dealt >= 4)


def _winning_hand(deal: Deal) -> tuple[Hand, Win]:
    for player in deal.players.values():
        if player.win is not None and player.hand is not None:
            return player.hand, player.win
    raise InputError("nobody won")
