"""Riichi as a rule set: the library ``mahjong`` says what a hand is worth, this module the rest."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from hu.scoring.deal import Deal
from hu.scoring.hand import Hand, Win
from hu.scoring.options import OptionInfo, OptionValue
from hu.scoring.patterns import PatternInfo
from hu.scoring.payments import DealScore, PlayerScore
from hu.scoring.problems import InvalidHandError, Problem, at_seat
from hu.scoring.riichi import game, payments
from hu.scoring.riichi.contradictions import (
    RIICHI,
    SHAPES,
    contradictions,
    drawn_problems,
    table_problems,
    winners_problems,
)
from hu.scoring.riichi.patterns import YAKU
from hu.scoring.riichi.presets import OPTIONS, USUAL, Preset, choice_of, preset_of
from hu.scoring.riichi.scores import MANGAN, YakuWorth, worth
from hu.scoring.rule_set.declared import Question
from hu.scoring.rule_set.interface import RuleSet, known_round_wind
from hu.scoring.seating import Played, Seating
from hu.scoring.texts import text


class Riichi(RuleSet):
    """The rules of Riichi; ``hu.scoring.rule_set.interface.RuleSet`` says what each name means."""

    name = "riichi"
    patterns: ClassVar[Sequence[PatternInfo]] = tuple(YAKU.values())
    options = OPTIONS
    has_round_wind = True
    dealer_stays = True
    shapes = SHAPES
    bonus_tiles = ()
    has_red_fives = True

    def problems(self, deal: Deal) -> tuple[Problem, ...]:
        """Find everything that is wrong, a missing yaku last."""
        preset = _preset(deal)
        found = [*(winners_problems(deal, preset) if deal.winners else drawn_problems(deal))]
        for hand, win in _winners(deal):
            try:
                _worth(deal, hand, win, preset)
            except InvalidHandError as error:
                found += error.problems
        return tuple(dict.fromkeys(found))

    def contradictions(self, deal: Deal, hand: Hand, win: Win) -> Iterable[Problem]:
        """The circumstances that contradict the hand, the win or each other."""
        del deal
        return contradictions(hand, win)

    def score(self, deal: Deal) -> DealScore:
        """Score the winners' hands; a drawn deal pays by the statuses ``tenpai`` and ``chombo``."""
        preset, won = _preset(deal), _winners(deal)
        if not won:
            return _without_winner(deal, preset)
        missing: tuple[str, ...] = ()
        if len(won) > 1:
            if wrong := tuple(winners_problems(deal, preset)):
                raise InvalidHandError(wrong)
            missing = tuple(seat for seat, player in deal.winners.items() if player.hand is None)
        return _with_winners(deal, won, missing, preset)

    def most_winners(self, options: Mapping[str, OptionValue]) -> int:
        """One, two or three, as the table plays."""
        return preset_of(options).most_winners

    def asks(self, question: Question, deal: Deal, score: DealScore | None) -> bool:
        """Who is liable is asked where the hand holds a yakuman for which the table makes somebody liable."""
        if question.id == "nagashi":
            return not deal.winners
        if question.id != "liable" or score is None:
            return question.id != "liable" and super().asks(question, deal, score)
        liable_for = _preset(deal).liable_for
        won = [
            (deal.players[seat].hand, score.players[seat])
            for seat in deal.winners
            if seat in score.players
        ]
        return any(
            item.pattern.id in liable_for
            for hand, player in won
            if hand and any(not meld.concealed for meld in hand.melds)
            for item in player.items
        )

    def pays_without_winner(self, options: Mapping[str, OptionValue]) -> bool:
        """Waiting hands are paid after a drawn deal."""
        del options
        return True

    def seating(
        self, options: Mapping[str, OptionValue], winners: Sequence[Played], players: int
    ) -> Seating:
        """An East and a South round; East repeats after winning."""
        del players
        return game.seating(winners, preset_of(options))

    def lying_after(self, deals: Sequence[Played]) -> Mapping[str, int]:
        """Honba and riichi sticks."""
        return {"honba": game.honba(deals), "sticks": game.sticks(deals)}

    def start_points(self, options: Mapping[str, OptionValue]) -> int:
        """What the preset or the table says."""
        return preset_of(options).start

    def usual(self, option: OptionInfo, options: Mapping[str, OptionValue]) -> OptionValue:
        """The preset's value where an option is as the preset has it."""
        return choice_of(preset_of({"preset": options.get("preset", USUAL)}), option)

    def final_totals(
        self, options: Mapping[str, OptionValue], totals: Sequence[int], deals: Sequence[Played]
    ) -> tuple[int, ...] | None:
        """Uma, oka, the sticks that are left, and what chombo cost."""
        preset = preset_of(options)
        fines = game.fines(deals, len(totals), preset)
        return tuple(
            final - fine
            for final, fine in zip(game.final_totals(totals, preset), fines, strict=True)
        )


def _preset(deal: Deal) -> Preset:
    known_round_wind(deal)
    return preset_of(deal.options)


def _winners(deal: Deal) -> list[tuple[Hand, Win]]:
    """The winners' hands and wins, that of the player who sits next after the discarder first."""
    won = [
        (player.hand or Hand(), player.win)
        for player in deal.players.values()
        if player.win is not None
    ]
    if len(won) > 1:
        won.sort(key=lambda pair: payments.turns_after_source(pair[1]))
    return won


def _worth(deal: Deal, hand: Hand, win: Win, preset: Preset) -> YakuWorth:
    """Score one of the winners' hands; what is wrong with one of several names its seat."""
    try:
        return worth(deal, hand, win, preset)
    except InvalidHandError as error:
        if len(deal.winners) == 1:
            raise
        table = set(table_problems(deal))
        raise InvalidHandError(
            tuple(
                found if found in table else at_seat(found, win.winner) for found in error.problems
            )
        ) from None


def _with_winners(
    deal: Deal, won: Sequence[tuple[Hand, Win]], missing: tuple[str, ...], preset: Preset
) -> DealScore:
    """Score the winners, the one next after the discarder first, who takes honba and sticks."""
    before, honba = deal.number("sticks"), deal.number("honba")
    players: dict[str, PlayerScore] = {}
    paid: dict[str, int] = {}
    for hand, win in won:
        if win.winner in missing:
            continue
        found = worth(deal, hand, win, preset) if len(won) == 1 else _worth(deal, hand, win, preset)
        due = honba if not paid or preset.all_winners_paid else 0
        shares = _shares(found, win, due, preset)
        players[win.winner] = found.score(deal, hand, shares[win.winner], due, preset)
        paid = payments.add_up(paid, shares) if paid else dict(shares)
    if missing:
        return DealScore(players, None, missing)
    # Everybody who declared riichi, the winners among them.
    declared = deal.seats("declared").union(
        win.winner for _, win in won if not win.circumstances.isdisjoint(RIICHI)
    )
    first = won[0][1].winner
    if preset.all_winners_paid:
        # Winners get their own sticks back.
        declared -= players.keys() - {first}
    if declared or before:
        paid = payments.add_up(paid, payments.sticks(declared, first, before))
        sticks = payments.STICK * (len(declared) + before - (first in declared))
        players[first] = (
            payments.with_sticks(players[first], won[0][1], sticks) if sticks else players[first]
        )
    return DealScore(players, paid, pot=-payments.STICK * before)


def _shares(found: YakuWorth, win: Win, honba: int, preset: Preset) -> Mapping[str, int]:
    liable_base = found.liable_base(preset) if win.liable else 0
    if not liable_base:
        return payments.shares(found.base, win.winner, win.source, honba)
    return payments.shares_with_liability(
        found.base, liable_base, win, honba, liable_pays_honba=preset.liable_pays_honba
    )


def _without_winner(deal: Deal, preset: Preset) -> DealScore:
    if found := tuple(drawn_problems(deal)):
        raise InvalidHandError(found)
    if culprits := _with_status(deal, game.CHOMBO):
        # The deal is played again, and the sticks go back to those who declared riichi.
        if preset.chombo:
            fine = text("remark.chombo", "hu.scoring.riichi", points=preset.chombo)
            return DealScore({}, payments.share_drawn_deal(()), notes=dict.fromkeys(culprits, fine))
        return DealScore({}, payments.chombo(culprits))
    if nagashi := deal.seats("nagashi"):
        # In place of the payments for waiting hands: as if each had drawn a mangan.
        settled = payments.add_up(*(payments.shares(MANGAN, seat, None, 0) for seat in nagashi))
    else:
        settled = payments.share_drawn_deal(_with_status(deal, game.TENPAI))
    paid = payments.add_up(settled, payments.sticks(deal.seats("declared"), None, 0))
    return DealScore({}, paid, pot=payments.STICK * len(deal.seats("declared")))


def _with_status(deal: Deal, status: str) -> list[str]:
    return [seat for seat, player in deal.players.items() if player.status == status]


RULE_SET: Final[RuleSet] = Riichi()
