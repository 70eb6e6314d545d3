"""Hong Kong, old style, as a rule set."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from hu.scoring.deal import Deal
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.hong_kong import payments
from hu.scoring.hong_kong.contradictions import hong_kong_contradictions, hong_kong_problems
from hu.scoring.hong_kong.guarantee import find_guarantors
from hu.scoring.hong_kong.patterns import FAAN, TABLE
from hu.scoring.hong_kong.scores import MINIMUM, HandFaan, count_faan, faan_limit
from hu.scoring.hong_kong.units import check_rise, units
from hu.scoring.options import OptionValue
from hu.scoring.payments import DealScore, PlayerScore
from hu.scoring.problems import BelowMinimumError, InvalidHandError, Problem
from hu.scoring.rule_set.declared import ClaimStyle, Question
from hu.scoring.rule_set.figures import check_figures, figure, figure_problems
from hu.scoring.rule_set.interface import RuleSet, require_round_wind
from hu.scoring.seating import PlayedDeal, Seating, seat_players
from hu.scoring.shapes import THIRTEEN_ORPHANS, MeldsAndPair, SevenPairs, Shape
from hu.scoring.texts import text

_FALSE_WIN: Final = "false-win"
_PACKAGE: Final = "hu.scoring.hong_kong"


class HongKong(RuleSet):
    """The rules of Hong Kong. ``hu.scoring.rule_set.interface.RuleSet`` documents each name."""

    name = "hong-kong"
    patterns = tuple(row.info for row in TABLE)
    unit = FAAN
    shapes: ClassVar[tuple[Shape, ...]] = (
        MeldsAndPair(),
        THIRTEEN_ORPHANS,
        SevenPairs(option="seven_pairs"),
    )
    has_round_wind = True
    dealer_stays = True
    claim_style = ClaimStyle.SIDEWAYS
    figures = (figure("faan", most=99),)

    def problems(self, deal: Deal) -> tuple[Problem, ...]:
        """Find every problem of the winners' hands and wins."""
        if deal.has_figures:
            return figure_problems(deal, self)
        return tuple(hong_kong_problems(deal, self.shapes_of(deal.options)))

    def contradictions(self, deal: Deal, hand: Hand, win: Win) -> Iterable[Problem]:
        """Find the circumstances that contradict the hand, the win or each other."""
        return hong_kong_contradictions(deal, hand, win)

    def score(self, deal: Deal) -> DealScore:
        """Score the winners' hands and share out the payments, which are in units of the stake.

        False wins pay in a deal that nobody won.
        """
        if deal.has_figures:
            return _score_figures(deal, check_figures(deal, self))
        require_round_wind(deal)
        if not deal.winners:
            culprits = deal.seats_with_status(_FALSE_WIN)
            payment_of = payments.false_win_payments(culprits, deal.options)
            return DealScore(players={}, payments=payment_of)
        problems = self.problems(deal)
        if problems:
            raise InvalidHandError(problems)
        players: dict[str, PlayerScore] = {}
        missing = []
        payment_of = dict.fromkeys(SEATS, 0)
        for seat, player in deal.winners.items():
            if player.hand is None:
                missing.append(seat)
                continue
            if player.win is None:
                # Every winner has a win. Only its type allows None.
                continue
            hand_faan = _count_winner(deal, player.hand, player.win)
            players[seat] = _player_score(deal, player.hand, hand_faan)
            shares = payments.share_win_in_units(
                hand_faan.faan, player.win, deal.options, winners=deal.winners
            )
            for receiver, share in shares.items():
                # The share of a player who pays is negative.
                payment_of[receiver] += share
        if missing:
            # The payments depend on every winner's hand.
            return DealScore(players, payments=None, missing=tuple(missing))
        return DealScore(players, payments=payment_of)

    def check_choices(self, options: Mapping[str, OptionValue]) -> None:
        """Refuse a table of units that cannot be played."""
        check_rise(options, int(options.get("minimum", MINIMUM)))

    def asks(self, question: Question, deal: Deal, score: DealScore | None) -> bool:
        """Whether to ask which player guarantees a winner's hand, the only question of these rules.

        It is asked only if the claimed melds of a winner warned of a large hand.
        """
        del question, score
        for player in deal.winners.values():
            if player.hand is None or player.win is None:
                continue
            if find_guarantors(player.hand, player.win):
                return True
        return False

    def most_winners(self, options: Mapping[str, OptionValue]) -> int:
        """One, or everybody but the discarder by option."""
        return 3 if options.get("several_winners") else 1

    def pays_without_winner(self, options: Mapping[str, OptionValue]) -> bool:
        """Whether points are paid without a winner, as they are for false wins."""
        del options
        return True

    def seating(
        self, options: Mapping[str, OptionValue], deals: Sequence[PlayedDeal], players: int
    ) -> Seating:
        """Seat the players for the next deal.

        East stays after winning and after a deal that nobody won. Else South is East next.
        """
        del players
        passes = [deal for deal in deals if deal.winners and "E" not in deal.winners]
        rounds = int(options.get("rounds", 4))
        return seat_players(len(deals), passed=len(passes), rounds=rounds, first_wind="E")


def _score_figures(deal: Deal, win: Win) -> DealScore:
    """Score a win whose faan were entered instead of the tiles.

    Args:
        deal: the deal, with the faan in ``entered``.
        win: how the hand was won.

    Raises:
        BelowMinimumError: the hand has fewer faan than the table's minimum.
    """
    total = int(deal.entered["faan"])
    minimum = int(deal.options.get("minimum", MINIMUM))
    if total < minimum:
        raise BelowMinimumError.of(total, minimum, patterns=(), unit=FAAN)
    faan = min(total, faan_limit(deal.options))
    # The faan of flowers are unknown, because the players entered one sum.
    hand_faan = HandFaan(
        faan=faan,
        total=total,
        faan_without_bonus=faan,
        items=(),
        items_without_bonus=(),
        arrangement=None,
    )
    # The tiles are unknown, so no arrangement is shown.
    player_score = replace(_player_score(deal, Hand(), hand_faan), arrangement="")
    shares = payments.share_win_in_units(faan, win, deal.options)
    return DealScore({win.winner: player_score}, shares)


def _count_winner(deal: Deal, hand: Hand, win: Win) -> HandFaan:
    """Count a winner's hand.

    Args:
        deal: the deal, with the options of the table.
        hand: the winner's hand, without problems.
        win: how it was won.

    Raises:
        BelowMinimumError: the hand has fewer faan than the table's minimum.
    """
    hand_faan = count_faan(deal, hand, win)
    if deal.options.get("bonus_counts", True):
        faan_for_minimum = hand_faan.faan
        items_for_minimum = hand_faan.items
    else:
        faan_for_minimum = hand_faan.faan_without_bonus
        items_for_minimum = hand_faan.items_without_bonus
    minimum = int(deal.options.get("minimum", MINIMUM))
    if faan_for_minimum < minimum:
        patterns = [(item.pattern.names, item.total) for item in items_for_minimum]
        is_enough_with_bonus = hand_faan.faan >= minimum
        raise BelowMinimumError.of(
            faan_for_minimum,
            minimum,
            patterns,
            unit=FAAN,
            is_enough_with_flowers=is_enough_with_bonus,
        )
    return hand_faan


def _player_score(deal: Deal, hand: Hand, hand_faan: HandFaan) -> PlayerScore:
    """Write the faan of a hand as every rule set writes its score.

    Args:
        deal: the deal, with the options of the table.
        hand: the winner's hand.
        hand_faan: its faan, with and without the limit.
    """
    limit = faan_limit(deal.options)
    remarks = []
    if hand_faan.total > limit:
        remarks.append(text("remark.cut", _PACKAGE, total=hand_faan.total, limit=limit))
    worth_in_units = units(hand_faan.faan, deal.options)
    remarks.append(text("remark.faan", _PACKAGE, faan=hand_faan.faan, unit=worth_in_units))
    if hand_faan.arrangement is not None:
        arrangement_text = hand_faan.arrangement.text(hand.bonus)
    else:
        arrangement_text = str(hand)
    return PlayerScore(
        hand_faan.faan,
        items=hand_faan.items,
        arrangement=arrangement_text,
        remarks=tuple(remarks),
        details={"limit": "limit" if hand_faan.total >= limit else None},
        further_details={"total": hand_faan.total},
    )


RULE_SET: Final[RuleSet] = HongKong()
