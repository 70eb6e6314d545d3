"""Riichi as a rule set. The library ``mahjong`` counts hands. Everything else is done here."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from hu.scoring.deal import Deal
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.options import OptionInfo, OptionValue
from hu.scoring.patterns import PatternInfo
from hu.scoring.payments import DealScore, PlayerScore
from hu.scoring.problems import InvalidHandError, Problem, at_seat
from hu.scoring.riichi import game, payments
from hu.scoring.riichi.contradictions import (
    RIICHI,
    SHAPES,
    drawn_problems,
    riichi_contradictions,
    table_problems,
    winners_problems,
)
from hu.scoring.riichi.figures import FIGURES, count_figures
from hu.scoring.riichi.liability import find_liable_yakuman
from hu.scoring.riichi.patterns import YAKU
from hu.scoring.riichi.presets import RIICHI_PRESETS, Preset, PresetTable
from hu.scoring.riichi.scores import MANGAN, YakuWorth, count_han
from hu.scoring.rule_set.declared import Question
from hu.scoring.rule_set.figures import check_figures, figure_problems
from hu.scoring.rule_set.interface import RuleSet, require_round_wind
from hu.scoring.seating import PlayedDeal, Seating
from hu.scoring.texts import Names, text
from hu.scoring.tiles import RED_FIVES

#: The abortive draw after which every player has declared riichi.
_FOUR_RIICHI: Final = "four-riichi"


class Riichi(RuleSet):
    """The rules of Riichi. ``hu.scoring.rule_set.interface.RuleSet`` documents each name.

    Attributes:
        preset_table: the presets, and the options by which tables differ.
    """

    name = "riichi"
    preset_table: ClassVar[PresetTable] = RIICHI_PRESETS
    patterns: ClassVar[Sequence[PatternInfo]] = tuple(YAKU.values())
    options: ClassVar[Sequence[OptionInfo]] = RIICHI_PRESETS.options
    has_round_wind = True
    dealer_stays = True
    shapes = SHAPES
    bonus_tiles = ()
    has_red_fives = True
    figures = FIGURES
    beside_figures = frozenset({*RIICHI, "honba", "sticks", "declared"})

    def problems(self, deal: Deal) -> tuple[Problem, ...]:
        """Find every problem, a missing yaku last."""
        if deal.has_figures:
            return figure_problems(deal, self)
        preset = self._preset_of_deal(deal)
        if deal.winners:
            problems = list(winners_problems(deal, preset))
        else:
            problems = list(drawn_problems(deal, preset))
        for hand, win in _wins_from_discarder(deal):
            try:
                _count_winner(deal, hand, win, preset)
            except InvalidHandError as error:
                problems += error.problems
        return tuple(dict.fromkeys(problems))

    def contradictions(self, deal: Deal, hand: Hand, win: Win) -> Iterable[Problem]:
        """Find the circumstances that contradict the hand, the win or each other."""
        del deal
        return riichi_contradictions(hand, win)

    def score(self, deal: Deal) -> DealScore:
        """Score the winners' hands.

        A deal that nobody won pays by the statuses ``tenpai`` and ``chombo``, and for nagashi
        mangan.
        """
        if deal.has_figures:
            # A hand by its figures needs no round wind.
            win = check_figures(deal, self)
            return _score_figures(deal, win, self.preset_table.preset_of(deal.options))
        preset = self._preset_of_deal(deal)
        wins = _wins_from_discarder(deal)
        if not wins:
            return _score_without_winner(deal, preset)
        if len(wins) > 1:
            problems = tuple(winners_problems(deal, preset))
            if problems:
                raise InvalidHandError(problems)
        return _score_winners(deal, wins, preset)

    def check_choices(self, options: Mapping[str, OptionValue]) -> None:
        """Refuse uma that do not add up to zero or are in a wrong order."""
        self.preset_table.preset_of(options)

    def most_winners(self, options: Mapping[str, OptionValue]) -> int:
        """One, two or three, as the table plays."""
        return self.preset_table.preset_of(options).most_winners

    def asks(self, question: Question, deal: Deal, score: DealScore | None) -> bool:
        """Whether a question matters.

        A player can only be liable for a yakuman that the melds on the table show. After four
        riichi it is known who declared.
        """
        if question.id == "declared" and deal.void == _FOUR_RIICHI:
            return False
        if question.id != "liable":
            return super().asks(question, deal, score)
        if score is None:
            return False
        preset = self._preset_of_deal(deal)
        for seat, player in deal.winners.items():
            if seat not in score.players or player.hand is None:
                continue
            yakuman = find_liable_yakuman(player.hand, preset)
            items = score.players[seat].items
            if any(item.pattern.id in yakuman for item in items):
                return True
        return False

    def pays_without_winner(self, options: Mapping[str, OptionValue]) -> bool:
        """Waiting hands are paid after a drawn deal."""
        del options
        return True

    def most_red_fives(self, options: Mapping[str, OptionValue] | None) -> Mapping[str, int]:
        """One of each suit, and two of dots at tables with four.

        A table that does not count red fives may still play with tiles that have them.
        """
        if options is None:
            # No table has more red fives than four.
            preset = RIICHI_PRESETS.preset_of({"red_fives": "4"})
        else:
            preset = self.preset_table.preset_of(options)
            if not preset.red_fives:
                preset = RIICHI_PRESETS.preset_of({"red_fives": "yes"})
        return {five: preset.red_fives_of(five) for five in RED_FIVES.values()}

    def voids_at(self, options: Mapping[str, OptionValue]) -> Mapping[str, Names]:
        """The abortive draws of the preset. EMA, WRC and M.League have none."""
        preset = self.preset_table.preset_of(options)
        return {name: self.voids[name] for name in preset.voids}

    def seating(
        self, options: Mapping[str, OptionValue], deals: Sequence[PlayedDeal], players: int
    ) -> Seating:
        """Seat the players for the next deal. East deals again after winning."""
        del players
        return game.seating(deals, self.preset_table.preset_of(options))

    def counters_after(self, deals: Sequence[PlayedDeal]) -> Mapping[str, int]:
        """Count the honba and riichi sticks on the table."""
        return {"honba": game.honba(deals), "sticks": game.sticks(deals)}

    def start_points(self, options: Mapping[str, OptionValue]) -> int:
        """The points at the start, of the preset or of the table."""
        return self.preset_table.preset_of(options).start

    def target_points(self, options: Mapping[str, OptionValue]) -> int:
        """The points that results are counted from, of the preset or of the table."""
        return self.preset_table.preset_of(options).target

    def usual_value(self, option: OptionInfo, options: Mapping[str, OptionValue]) -> OptionValue:
        """The value that the table's preset gives an option."""
        table = self.preset_table
        preset = table.preset_of({"preset": options.get("preset", table.usual)})
        return table.choice_of(preset, option)

    def final_totals(
        self, options: Mapping[str, OptionValue], totals: Sequence[int], deals: Sequence[PlayedDeal]
    ) -> tuple[int, ...] | None:
        """Add uma, oka and the sticks on the table, and subtract the fines for chombo."""
        preset = self.preset_table.preset_of(options)
        results = list(game.final_totals(totals, preset))
        for deal in deals:
            for seat, fine in game.chombo_fines(deal, preset).items():
                if seat in deal.seats:
                    results[deal.seats.index(seat)] -= fine
        return tuple(results)

    def declared_seats(self, deal: Deal) -> frozenset[str]:
        """The players who declared riichi, whether they won or not."""
        return frozenset(_declared_seats(deal))

    def fines_of(self, options: Mapping[str, OptionValue], deal: PlayedDeal) -> Mapping[str, int]:
        """The fines for chombo, in rules that do not pay them at once."""
        return game.chombo_fines(deal, self.preset_table.preset_of(options))

    def _preset_of_deal(self, deal: Deal) -> Preset:
        """The rules of the table.

        Raises:
            InputError: the round wind is missing or unknown, or an option has no valid value.
        """
        require_round_wind(deal)
        return self.preset_table.preset_of(deal.options)


def _wins_from_discarder(deal: Deal) -> list[tuple[Hand, Win]]:
    """The winners' hands and wins, in turn order from the discarder. An unknown hand is empty."""
    wins = deal.hands_and_wins
    if len(wins) > 1:
        wins.sort(key=lambda hand_and_win: payments.turns_after_source(hand_and_win[1]))
    return wins


def _count_winner(deal: Deal, hand: Hand, win: Win, preset: Preset) -> YakuWorth:
    """Count a winner's hand.

    Args:
        deal: the deal.
        hand: the winner's hand.
        win: how it was won.
        preset: the rules of the table.

    Raises:
        InvalidHandError: the hand cannot be scored. If there are several winners, its problems name
            the seat.
    """
    try:
        return count_han(deal, hand, win, preset)
    except InvalidHandError as error:
        if len(deal.winners) == 1:
            raise
        problems = []
        problems_of_table = set(table_problems(deal, preset))
        for problem in error.problems:
            # Every winner has the problems of the table, which name no seat.
            if problem in problems_of_table:
                problems.append(problem)
            else:
                problems.append(at_seat(problem, win.winner))
        raise InvalidHandError(tuple(problems)) from None


def _score_winners(deal: Deal, wins: Sequence[tuple[Hand, Win]], preset: Preset) -> DealScore:
    """Score the winners. The first after the discarder takes honba and sticks.

    If the hand of a winner is missing, the other hands are scored, but nothing is paid.

    Args:
        deal: the deal.
        wins: the winners' hands and wins, in turn order from the discarder.
        preset: the rules of the table.
    """
    # The winners whose hands are unknown. The unknown hand of a single winner is counted as an
    # empty hand instead, whose problems are then reported.
    missing: tuple[str, ...] = ()
    if len(wins) > 1:
        missing = tuple([seat for seat, player in deal.winners.items() if player.hand is None])
    players: dict[str, PlayerScore] = {}
    payment_of = payments.no_payments(preset)
    _, first_win = wins[0]
    for hand, win in wins:
        if win.winner in missing:
            continue
        worth = _count_winner(deal, hand, win, preset)
        honba = 0
        if win.winner == first_win.winner or preset.all_winners_paid:
            honba = deal.number("honba")
        shares = _share_win(worth, hand, win, honba=honba, preset=preset)
        points = shares[win.winner]
        players[win.winner] = worth.player_score(
            deal, hand, win, points=points, honba=honba, preset=preset
        )
        payment_of = payments.add_up(payment_of, shares)
    if missing:
        return DealScore(players, payments=None, missing=missing)
    return _take_sticks(deal, wins, DealScore(players, payment_of), preset)


def _score_figures(deal: Deal, win: Win, preset: Preset) -> DealScore:
    """Score a win from han and fu, or from a limit, that were entered instead of the tiles.

    Args:
        deal: the deal, with the figures in ``entered``.
        win: how the hand was won.
        preset: the rules of the table.
    """
    worth = count_figures(deal, win, preset)
    honba = deal.number("honba")
    shares = payments.share_win(
        worth.base, winner=win.winner, source=win.source, honba=honba, preset=preset
    )
    player = worth.player_score(
        deal, Hand(), win, points=shares[win.winner], honba=honba, preset=preset
    )
    if not worth.han:
        # The limit alone was entered.
        player = replace(player, details={"limit": worth.limit})
    return _take_sticks(deal, [(Hand(), win)], DealScore({win.winner: player}, shares), preset)


def _take_sticks(
    deal: Deal, wins: Sequence[tuple[Hand, Win]], score: DealScore, preset: Preset
) -> DealScore:
    """Let the first winner after the discarder take the riichi sticks on the table.

    These are the sticks of this deal, and those that earlier deals left there.

    Args:
        deal: the deal.
        wins: the winners' hands and wins, in turn order from the discarder.
        score: the score without sticks. It has payments, because no hand is missing.
        preset: the rules of the table.

    Returns:
        The score with the sticks: in the payments, in the pot, and in a remark to the winner.
    """
    _, first_win = wins[0]
    first_winner = first_win.winner
    seats_with_sticks = _declared_seats(deal)
    if preset.all_winners_paid:
        # The other winners get their own sticks back.
        seats_with_sticks -= score.players.keys() - {first_winner}
    earlier_sticks = deal.number("sticks")
    if not seats_with_sticks and not earlier_sticks:
        return score

    payments_of_sticks = payments.stick_payments(
        seats_with_sticks, winner=first_winner, earlier_sticks=earlier_sticks, preset=preset
    )
    players = dict(score.players)
    # The winner's own stick comes back, which is no gain.
    gained_sticks = len(seats_with_sticks - {first_winner}) + earlier_sticks
    if gained_sticks:
        players[first_winner] = payments.with_sticks_remark(
            players[first_winner], first_win, payments.STICK * gained_sticks
        )
    return replace(
        score,
        players=players,
        payments=payments.add_up(payments_of_sticks, score.payments or {}),
        # The earlier sticks leave the table. The sticks of this deal pass from player to player.
        pot=-payments.STICK * earlier_sticks,
    )


def _declared_seats(deal: Deal) -> set[str]:
    """Return the seats that declared riichi.

    Winners have a circumstance of their win for it. Other seats are in the answer to the question
    ``declared``.
    """
    if deal.void == _FOUR_RIICHI:
        return set(SEATS)
    seats = set(deal.seats("declared"))
    for seat, player in deal.players.items():
        if player.win is not None and RIICHI.intersection(player.win.circumstances):
            seats.add(seat)
    return seats


def _share_win(
    worth: YakuWorth, hand: Hand, win: Win, *, honba: int, preset: Preset
) -> Mapping[str, int]:
    """Share out a win among the seats. A liable player may pay for a yakuman in it.

    Args:
        worth: the worth of the hand.
        hand: the winner's hand.
        win: how it was won, with the liable player.
        honba: the honba that this winner receives.
        preset: the rules of the table.

    Returns:
        The points that each seat receives (negative: pays). The sum is 0.
    """
    # The part of the basic points for which a player is liable.
    liable_base = 0
    if win.liable:
        liable_yakuman = find_liable_yakuman(hand, preset)
        liable_base = worth.liable_base(liable_yakuman, preset)
    if not liable_base:
        # Nobody is liable, or this table has no liability for the yakuman of the hand.
        return payments.share_win(
            worth.base, winner=win.winner, source=win.source, honba=honba, preset=preset
        )
    return payments.share_win_with_liability(
        worth.base, liable_base, win, honba=honba, preset=preset
    )


def _score_without_winner(deal: Deal, preset: Preset) -> DealScore:
    """Pay after a deal that nobody won.

    Raises:
        InvalidHandError: the deal has problems.
    """
    problems = tuple(drawn_problems(deal, preset))
    if problems:
        raise InvalidHandError(problems)
    culprits = deal.seats_with_status(game.CHOMBO)
    if culprits:
        return _score_chombo(culprits, preset)
    nagashi_seats = deal.seats("nagashi")
    if deal.void:
        hand_payments = payments.no_payments(preset)
    elif nagashi_seats:
        # Nobody is paid for a waiting hand. Each player with a nagashi mangan is paid as for a
        # self-drawn mangan.
        mangans = [
            payments.share_win(MANGAN, winner=seat, source=None, honba=0, preset=preset)
            for seat in nagashi_seats
        ]
        hand_payments = payments.add_up(*mangans)
    else:
        hand_payments = payments.share_drawn_deal(deal.seats_with_status(game.TENPAI), preset)
    declarers = _declared_seats(deal)
    # The sticks of earlier deals stay on the table too, so they pay nobody.
    payments_of_sticks = payments.stick_payments(
        declarers, winner=None, earlier_sticks=0, preset=preset
    )
    return DealScore(
        players={},
        payments=payments.add_up(hand_payments, payments_of_sticks),
        pot=payments.STICK * len(declarers),
    )


def _score_chombo(culprits: Sequence[str], preset: Preset) -> DealScore:
    """Pay for chombo at once, or note the fine after the game.

    The deal is played again, and the sticks go back to the players who declared riichi.
    """
    if not preset.chombo:
        return DealScore(players={}, payments=payments.chombo_payments(culprits, preset))
    note = text("remark.chombo", "hu.scoring.riichi", points=preset.chombo)
    return DealScore(
        players={},
        payments=payments.no_payments(preset),
        notes=dict.fromkeys(culprits, note),
    )


RULE_SET: Final[RuleSet] = Riichi()
