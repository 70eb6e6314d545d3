"""Hong Kong, old style, as a rule set."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from hu.scoring.deal import Deal
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.hong_kong import payments
from hu.scoring.hong_kong.contradictions import contradictions, problems
from hu.scoring.hong_kong.patterns import FAAN, TABLE
from hu.scoring.hong_kong.scores import MINIMUM, HandFaan, faan_of, limit_of
from hu.scoring.options import OptionValue
from hu.scoring.payments import DealScore, PlayerScore
from hu.scoring.problems import BelowMinimumError, InvalidHandError, Problem
from hu.scoring.rule_set.declared import ClaimStyle, Question
from hu.scoring.rule_set.interface import RuleSet, known_round_wind
from hu.scoring.seating import Played, Seating, seat_players
from hu.scoring.shapes import THIRTEEN_ORPHANS, MeldsAndPair, SevenPairs, Shape
from hu.scoring.texts import text
from hu.scoring.tiles import DRAGONS, WINDS

_FALSE_WIN: Final = "false-win"
_PACKAGE: Final = "hu.scoring.hong_kong"
#: Twelve tiles of one suit on the table make whoever feeds the hand answer for it.
_SUIT_TILES: Final = 12


class HongKong(RuleSet):
    """The rules of Hong Kong; ``hu.scoring.rule_set.interface.RuleSet`` says what each name means."""

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

    def problems(self, deal: Deal) -> tuple[Problem, ...]:
        """Find everything that is wrong with the winners' hands and wins."""
        return tuple(problems(deal, self.shapes_of(deal.options)))

    def contradictions(self, deal: Deal, hand: Hand, win: Win) -> Iterable[Problem]:
        """The circumstances that contradict the hand, the win or each other."""
        return contradictions(deal, hand, win)

    def score(self, deal: Deal) -> DealScore:
        """Score the winners' hands and share out the payments; false wins pay in a deal that nobody won."""
        known_round_wind(deal)
        if not deal.winners:
            culprits = [
                seat for seat, player in deal.players.items() if player.status == _FALSE_WIN
            ]
            return DealScore({}, payments.fines(culprits, deal.options))
        missing = tuple(seat for seat, player in deal.winners.items() if player.hand is None)
        if found := self.problems(deal):
            raise InvalidHandError(found)
        players: dict[str, PlayerScore] = {}
        paid = dict.fromkeys(SEATS, 0)
        for seat, player in deal.winners.items():
            if player.hand and player.win:
                worth = _worth(deal, player.hand, player.win)
                players[seat] = _player_score(deal, player.hand, worth)
                for payer, share in payments.shares(
                    worth.faan, player.win, deal.options, deal.winners
                ).items():
                    paid[payer] += share
        return DealScore(players, None if missing else paid, missing)

    def asks(self, question: Question, deal: Deal, score: DealScore | None) -> bool:
        """Ask for the guarantor where claimed melds show a hand that needs one."""
        del question, score
        hands = [player.hand for player in deal.winners.values() if player.hand]
        return any(map(_shows_danger, hands))

    def most_winners(self, options: Mapping[str, OptionValue]) -> int:
        """One, or everybody but the discarder by option."""
        return 3 if options.get("several_winners") else 1

    def pays_without_winner(self, options: Mapping[str, OptionValue]) -> bool:
        """False wins are paid for."""
        del options
        return True

    def seating(
        self, options: Mapping[str, OptionValue], winners: Sequence[Played], players: int
    ) -> Seating:
        """East stays after winning and after a deal that nobody won; else South is East next."""
        del players
        passed = sum(bool(won) and "E" not in won for won in winners)
        return seat_players(
            len(winners), passed, rounds=int(options.get("rounds", 4)), first_wind="E"
        )


def _worth(deal: Deal, hand: Hand, win: Win) -> HandFaan:
    found = faan_of(deal, hand, win)
    counted = found.faan if deal.options.get("bonus_counts", True) else found.without_bonus
    minimum = int(deal.options.get("minimum", MINIMUM))
    if counted < minimum:
        held = [(item.pattern.names, item.total) for item in found.items]
        raise BelowMinimumError.of(counted, minimum, held, FAAN, apart=found.faan >= minimum)
    return found


def _player_score(deal: Deal, hand: Hand, found: HandFaan) -> PlayerScore:
    unit, limit = payments.units(found.faan, deal.options), limit_of(deal.options)
    remarks = [text("remark.faan", _PACKAGE, faan=found.faan, unit=unit)]
    if found.total > limit:
        remarks.insert(0, text("remark.cut", _PACKAGE, total=found.total, limit=limit))
    details = {"limit": "limit" if found.total >= limit else None}
    reading = found.reading.text(hand.bonus) if found.reading else str(hand)
    return PlayerScore(
        found.faan, found.items, reading, tuple(remarks), None, details, {"total": found.total}
    )


def _shows_danger(hand: Hand) -> bool:
    claimed = [meld for meld in hand.melds if not meld.concealed]
    tiles = [tile for meld in claimed for tile in meld.tiles]
    of_suit = max((sum(tile[1] == suit for tile in tiles) for suit in "mps"), default=0)
    alike = [meld.tiles[0] for meld in claimed if meld.kind != "sequence"]
    dragons, winds = sum(tile in DRAGONS for tile in alike), sum(tile in WINDS for tile in alike)
    return of_suit >= _SUIT_TILES or dragons >= 2 or winds >= 3


RULE_SET: Final[RuleSet] = HongKong()
