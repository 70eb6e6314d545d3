"""The answers to the questions about a deal, as far as people have given them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from hu.scoring.deal import Answer, Deal, Player
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.options import OptionValue
from hu.scoring.rule_set.changes import Changes, changes_of
from hu.scoring.rule_set.interface import RuleSet

#: The winner of a hand that nobody won.
NOBODY: Final = "nobody"
#: Questions whose answers are parts of the win.
_OF_WIN: Final = frozenset({"recent_discards", "liable"})
_UNKNOWN: Final = Player()


@dataclass(frozen=True, slots=True)
class Answers:
    """What people said about a deal, as far as they have.

    Attributes:
        winner: the winner's seat.
        how: one of ``hu.scoring.hand.WINS``.
        source: the discarder or the robbed player.
        circumstances: the rule set's names.
        recent_discards: see ``Win``.
        round_wind: the wind of the round.
        others: the other players by seat; one who is missing here holds an unknown hand.
        options: what the table has agreed on.
        waived: patterns that were not declared.
        seats: the seats that are played, in turn order.
        earlier: the seat that first discarded the winning tile since the winner's last discard.
        asked: the answers to the rule set's own questions, those about the win among them.
    """

    winner: str | None = None
    how: str | None = None
    source: str | None = None
    circumstances: frozenset[str] = frozenset()
    recent_discards: tuple[tuple[str, str], ...] = ()
    round_wind: str | None = None
    others: Mapping[str, Player] = field(default_factory=dict)
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    waived: frozenset[str] = frozenset()
    seats: tuple[str, ...] = SEATS
    earlier: str | None = None
    asked: Mapping[str, Answer] = field(default_factory=dict)

    def deal(self, hand: Hand) -> Deal:
        """The deal in which the winner holds ``hand``; with no winner nobody has won."""
        changes = changes_of(self.options)
        players = {seat: self._player(seat, hand, changes) for seat in self.seats}
        asked = {name: answer for name, answer in self.asked.items() if name not in _OF_WIN}
        return Deal(players, self.round_wind, self.options, self.waived, asked)

    def _player(self, seat: str, hand: Hand, changes: Changes) -> Player:
        if seat != self.winner:
            other = self.others.get(seat, _UNKNOWN)
            if other.win is None:
                return other
            other, shown = replace(other, win=changes.separate_extras(other.win)), other.hand
            # Both have won with one tile, which lies before only one of them.
            if shown and shown.winning is None and (tile := hand.winning):
                if len(shown.standing) % 3 == 1:
                    other = replace(other, hand=replace(shown, winning=tile))
                elif tile in shown.standing:
                    other = replace(other, hand=with_winning(shown, tile))
            return other
        discards = self.recent_discards or _pairs(self.asked.get("recent_discards"))
        if self.earlier and hand.winning:
            discards = (*discards, (self.earlier, hand.winning))
        liable = self.asked.get("liable")
        told = str(liable) if liable else None
        win = Win(seat, self.how or "", self.source, self.circumstances, discards, told)
        return Player(hand, changes.separate_extras(win))


def _pairs(answer: Answer | None) -> tuple[tuple[str, str], ...]:
    return tuple((pair[0], pair[1]) for pair in answer) if isinstance(answer, tuple) else ()


def with_winning(hand: Hand, tile: str) -> Hand:
    """Take one standing tile as the winning one.

    >>> str(with_winning(Hand.from_text("123m 55z"), "5z"))
    '123m 5z +5z'

    Raises:
        InputError: no such tile stands in the hand.
    """
    if tile not in hand.standing:
        raise InputError(f"{tile} cannot be the winning tile: it does not stand in {hand}")
    rest = list(hand.standing)
    rest.remove(tile)
    return replace(hand, concealed=tuple(rest), winning=tile)


def seats_without(absent: str | None, rules: RuleSet) -> tuple[str, ...]:
    """The seats that are played where one is empty.

    Raises:
        InputError: these rules are for four players.
    """
    if absent is not None and 3 not in rules.seat_counts:
        raise InputError(
            f"absent {absent[:20]}: {rules.name} is played by four, so nobody can be absent"
        )
    return tuple(seat for seat in SEATS if seat != absent)


def hand_of_seat(seat: str, text: str) -> Hand:
    """Read the hand of a player; an error names the seat.

    Raises:
        InputError: the text is not in the notation.
    """
    try:
        return Hand.from_text(text)
    except InputError as error:
        raise InputError(f"{seat}: {error}") from None


def check_seats(answers: Answers, rules: RuleSet) -> None:
    """Refuse an empty seat in rules for four, and one of which something else is said.

    Raises:
        InputError: what is wrong.
    """
    for seat in SEATS if len(answers.seats) < len(SEATS) else ():
        if seat not in answers.seats:
            seats_without(seat, rules)
            if seat in (answers.winner, *answers.others):
                raise InputError(f"absent {seat}: something else is said of this seat")
