"""Taiwanese mahjong with sixteen tiles, as a rule set."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from hu.scoring.deal import Deal
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.hand_shape import FIVE_MELDS
from hu.scoring.options import OptionValue
from hu.scoring.payments import DealScore, PlayerScore
from hu.scoring.problems import InvalidHandError, Problem
from hu.scoring.rule_set.declared import ClaimStyle, Question
from hu.scoring.rule_set.figures import check_figures, figure, figure_problems
from hu.scoring.rule_set.interface import RuleSet, require_round_wind
from hu.scoring.seating import PlayedDeal, Seating, seat_players
from hu.scoring.shapes import Shape
from hu.scoring.taiwanese import payments
from hu.scoring.taiwanese.contradictions import taiwanese_contradictions, taiwanese_problems
from hu.scoring.taiwanese.patterns import TABLE, TAI
from hu.scoring.taiwanese.scores import SHAPES, HandTai, count_tai, cut_tai, dealer_tai
from hu.scoring.texts import text

_FALSE_WIN: Final = "false-win"
_PACKAGE: Final = "hu.scoring.taiwanese"


class Taiwanese(RuleSet):
    """The Taiwanese rules. ``hu.scoring.rule_set.interface.RuleSet`` documents each name."""

    name = "taiwanese"
    patterns = tuple(row.info for row in TABLE)
    unit = TAI
    hand_shape = FIVE_MELDS
    shapes: ClassVar[tuple[Shape, ...]] = SHAPES
    has_round_wind = True
    dealer_stays = True
    claim_style = ClaimStyle.SIDEWAYS
    figures = (figure("tai", most=999),)
    beside_figures = frozenset({"repeats"})

    def problems(self, deal: Deal) -> tuple[Problem, ...]:
        """Find every problem of the winners' hands and wins."""
        if deal.has_figures:
            return figure_problems(deal, self)
        return tuple(taiwanese_problems(deal))

    def contradictions(self, deal: Deal, hand: Hand, win: Win) -> Iterable[Problem]:
        """Find the circumstances that contradict the hand, the win or each other."""
        return taiwanese_contradictions(deal, hand, win)

    def score(self, deal: Deal) -> DealScore:
        """Score the winners' hands and share out the payments.

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
            hand_tai = count_tai(deal, player.hand, player.win)
            players[seat] = _player_score(deal, player.hand, player.win, hand_tai)
            shares = payments.share_win(
                hand_tai.total, player.win, deal.options, dealer_tai=dealer_tai(deal)
            )
            for receiver, share in shares.items():
                # The share of a player who pays is negative.
                payment_of[receiver] += share
        if missing:
            # The payments depend on every winner's hand.
            return DealScore(players, payments=None, missing=tuple(missing))
        return DealScore(players, payments=payment_of)

    def asks(self, question: Question, deal: Deal, score: DealScore | None) -> bool:
        """Whether the repeats, the only question of these rules, matter.

        They do if the dealer wins or pays.
        """
        del question, score
        for player in deal.winners.values():
            if player.win is not None and _involves_dealer(player.win):
                return True
        return False

    def counters_after(self, deals: Sequence[PlayedDeal]) -> Mapping[str, int]:
        """Count the deals in a row that the dealer of the next deal has dealt before it."""
        repeats = 0
        for deal in reversed(deals):
            if _passes(deal):
                break
            repeats += 1
        return {"repeats": repeats}

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
        passes = [deal for deal in deals if _passes(deal)]
        rounds = int(options.get("rounds", 4))
        return seat_players(len(deals), passed=len(passes), rounds=rounds, first_wind="E")


def _score_figures(deal: Deal, win: Win) -> DealScore:
    """Score a win whose tai were entered instead of the tiles.

    The entered tai may exceed the table's cap. If the dealer won, the dealer's tai are among them.
    """
    total = int(deal.entered["tai"])
    tai = cut_tai(total, deal.options)
    hand_tai = HandTai(tai=tai, total=total, items=(), arrangement=None)
    player_score = _player_score(deal, Hand(), win, hand_tai)
    # The tiles are unknown, so no arrangement is shown.
    player_score = replace(player_score, arrangement="")
    # The tai of a losing dealer are added before the cap applies.
    shares = payments.share_win(total, win, deal.options, dealer_tai=dealer_tai(deal))
    return DealScore({win.winner: player_score}, shares)


def _passes(deal: PlayedDeal) -> bool:
    """Whether the deal passes to the next player: players other than the dealer won."""
    return bool(deal.winners) and "E" not in deal.winners


def _involves_dealer(win: Win) -> bool:
    """Whether the dealer wins or pays."""
    return win.drawn or "E" in (win.winner, win.source)


def _player_score(deal: Deal, hand: Hand, win: Win, hand_tai: HandTai) -> PlayerScore:
    """Write the tai of a hand as every rule set writes its score.

    Args:
        deal: the deal, with the options of the table.
        hand: the winner's hand.
        win: how it was won.
        hand_tai: its tai, with and without the table's cap.
    """
    remarks = []
    if hand_tai.total > hand_tai.tai:
        remarks.append(text("remark.cut", _PACKAGE, total=hand_tai.total, cap=hand_tai.tai))
    payment = payments.amount(hand_tai.tai, deal.options)
    remarks.append(text("remark.tai", _PACKAGE, tai=hand_tai.tai, payment=payment))
    if win.winner != "E" and _involves_dealer(win):
        # The dealer pays more than the others.
        tai_of_dealer = cut_tai(hand_tai.total + dealer_tai(deal), deal.options)
        dealer_payment = payments.amount(tai_of_dealer, deal.options)
        remarks.append(text("remark.dealer", _PACKAGE, tai=tai_of_dealer, payment=dealer_payment))
    if hand_tai.arrangement is not None:
        arrangement_text = hand_tai.arrangement.text(hand.bonus)
    else:
        arrangement_text = str(hand)
    return PlayerScore(
        hand_tai.tai,
        items=hand_tai.items,
        arrangement=arrangement_text,
        remarks=tuple(remarks),
        further_details={"total": hand_tai.total},
    )


RULE_SET: Final[RuleSet] = Taiwanese()
