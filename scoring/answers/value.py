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

#: The answer to who won, if nobody did.
NOBODY: Final = "nobody"
#: A player of whom nothing is known.
UNKNOWN_PLAYER: Final = Player()
#: Characters of a wrong answer that a message repeats.
_SHOWN: Final = 40
#: Characters of a wrong seat that a message repeats.
_SHOWN_OF_SEAT: Final = 20
_COUNT_WORDS: Final = {3: "three", 4: "four"}
#: Questions of rule sets whose answers belong to the win. ``Win`` has a field for each of them.
_OF_WIN: Final = frozenset({"recent_discards", "liable"})


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers about a deal, as far as people have given them.

    Attributes:
        winner: the winner's seat. None if it is unknown, or if nobody won.
        how: how the hand was won, one of ``hu.scoring.hand.WINS``, or a player's word for it that
            ``check_answers`` replaces.
        source: the seat of the discarder or of the robbed player.
        circumstances: the circumstances of the win, by the rule set's names, or in players' words
            that ``check_answers`` replaces. The house's own patterns are among them.
        recent_discards: (seat, tile) in order, from the winner's previous discard (or the first
            discard of the deal) to the last discard before the winning discard.
        round_wind: the wind of the round.
        others: the other players by seat. A player who is missing here holds an unknown hand.
        options: the table's options.
        waived: the ids of patterns that do not count because they were not declared.
        seats: the seats that are played, in turn order.
        earlier_discarder: the seat that first discarded the winning tile since the winner's last
            discard.
        asked: the answers to the rule set's own questions, those about the win included.
        void: the reason why nobody won before the wall was used up. Empty for all other deals.
        entered: the figures that replace the winner's tiles, such as han and fu, by their ids.
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
    earlier_discarder: str | None = None
    asked: Mapping[str, Answer] = field(default_factory=dict)
    void: str = ""
    entered: Mapping[str, int | str] = field(default_factory=dict)

    def deal(self, hand: Hand) -> Deal:
        """Make the deal of these answers and the winner's hand.

        If the answers name no winner, the hand is in no player's place.

        >>> answers = Answers(winner="S", how="self-draw")
        >>> list(answers.deal(Hand.from_text("123m 5z +5z")).winners)
        ['S']
        """
        changes = changes_of(self.options)
        players = {}
        for seat in self.seats:
            if seat == self.winner:
                players[seat] = self._make_winner(seat, hand, changes)
            else:
                players[seat] = self._make_other(seat, hand, changes)
        asked = {name: answer for name, answer in self.asked.items() if name not in _OF_WIN}
        return Deal(
            players,
            round_wind=self.round_wind,
            options=self.options,
            waived=self.waived,
            asked=asked,
            void=self.void,
            entered=self.entered,
        )

    def _make_winner(self, seat: str, hand: Hand, changes: Changes) -> Player:
        """Make the winner.

        The discards before the win may be answered by ``recent_discards``, in ``asked``, or in part
        by ``earlier_discarder``. The liable player is answered in ``asked``.

        Args:
            seat: the winner's seat.
            hand: the winner's hand.
            changes: the changes of the house.
        """
        discards = self.recent_discards
        if not discards:
            discards = _read_discards(self.asked.get("recent_discards"))
        if self.earlier_discarder and hand.winning:
            # The answer names the discarder alone. The discard was the winning tile.
            discards = (*discards, (self.earlier_discarder, hand.winning))
        liable = self.asked.get("liable")
        win = Win(
            seat,
            how=self.how or "",
            source=self.source,
            circumstances=self.circumstances,
            recent_discards=discards,
            liable=str(liable) if liable else None,
        )
        return Player(hand, changes.separate_extras(win))

    def _make_other(self, seat: str, winners_hand: Hand, changes: Changes) -> Player:
        """Make a player beside the winner, who may have won with the same tile.

        Args:
            seat: the player's seat.
            winners_hand: the hand of the winner.
            changes: the changes of the house.
        """
        player = self.others.get(seat, UNKNOWN_PLAYER)
        if player.win is None:
            return player
        hand = player.hand
        if hand is not None:
            hand = _share_winning_tile(hand, winners_hand.winning)
        return replace(player, hand=hand, win=changes.separate_extras(player.win))


def _read_discards(answer: Answer | None) -> tuple[tuple[str, str], ...]:
    """Return the (seat, tile) pairs of an answer. Empty if it has another type or is missing."""
    if not isinstance(answer, tuple):
        return ()
    return tuple((discard[0], discard[1]) for discard in answer)


def _share_winning_tile(hand: Hand, tile: str | None) -> Hand:
    """Set the winning tile of another player who won on the same discard.

    The players share one copy of the tile. The photo of the other hand may show it among the
    standing tiles, or not at all.

    Args:
        hand: the other winner's hand.
        tile: the winning tile, if it is known.

    Returns:
        The hand with its winning tile. The hand itself if it has one, or if the tile is unknown or
        cannot be its winning tile.
    """
    if hand.winning is not None or not tile:
        return hand
    # A waiting hand has one tile beside its melds, and a complete hand has two.
    if len(hand.standing) % 3 == 1:
        return replace(hand, winning=tile)
    if tile in hand.standing:
        return with_winning(hand, tile)
    return hand


def with_winning(hand: Hand, tile: str) -> Hand:
    """Return a hand with one of its standing tiles as its winning tile.

    >>> str(with_winning(Hand.from_text("123m 55z"), "5z"))
    '123m 5z +5z'

    Raises:
        InputError: the tile is not among the standing tiles.
    """
    if tile not in hand.standing:
        raise InputError(f"{tile} cannot be the winning tile: it does not stand in {hand}")
    other_tiles = list(hand.standing)
    other_tiles.remove(tile)
    return replace(hand, concealed=tuple(other_tiles), winning=tile)


def hand_of_seat(seat: str, text: str) -> Hand:
    """Read the hand of the player at a seat. An error names the seat.

    Raises:
        InputError: the text is not in the notation.
    """
    try:
        return Hand.from_text(text)
    except InputError as error:
        raise InputError(f"{seat}: {error}") from None


def seats_without(absent: str | None, rules: RuleSet) -> tuple[str, ...]:
    """List the seats that are played if a seat is empty.

    Args:
        absent: the empty seat. None if no seat is empty but those that these rules never play.
        rules: the rule set.

    Raises:
        InputError: a seat is empty that must be played.
    """
    if absent is not None:
        check_empty_seat(absent, rules)
    return tuple(seat for seat in rules.seats if seat != absent)


def check_empty_seat(seat: str, rules: RuleSet) -> None:
    """Refuse an empty seat in rules by which the seat must be played.

    In rules for three or four players any seat can be empty. In rules for three players alone, the
    fourth seat is always empty.

    Raises:
        InputError: the seat must be played, or there is no such seat.
    """
    is_never_played = seat in SEATS and seat not in rules.seats
    if is_never_played:
        return
    shown_seat = seat[:_SHOWN_OF_SEAT]
    if not rules.has_tables_of_several_sizes:
        count = _COUNT_WORDS[len(rules.seats)]
        raise InputError(
            f"absent {shown_seat}: {rules.name} is played by {count}, so nobody can be absent"
        )
    if seat not in SEATS:
        raise InputError(f"absent {shown_seat}: no such seat; seats are {' '.join(SEATS)}")


def check_seats(answers: Answers, rules: RuleSet) -> None:
    """Refuse answers whose seats contradict each other or the rules.

    The winner must not be among the other players. No seat may be empty that must be played, and an
    empty seat can have no winner, hand or status.

    Raises:
        InputError: the seats contradict each other or the rules.
    """
    if answers.winner in answers.others:
        raise InputError(
            f"{answers.winner} is the winner's seat: "
            "others, statuses and also are for other players"
        )
    empty_seats = [seat for seat in SEATS if seat not in answers.seats]
    for seat in empty_seats:
        check_empty_seat(seat, rules)
        has_answers = seat == answers.winner or seat in answers.others
        if not has_answers:
            continue
        is_never_played = seat not in rules.seats
        if is_never_played:
            raise InputError(
                f"{seat}: nobody sits there in {rules.name}; seats are {' '.join(rules.seats)}"
            )
        raise InputError(
            f"absent {seat}: this seat won, or has a hand or a status; give one or the other"
        )


def refuse_uncounted_hands(
    players: Mapping[str, Player], rules: RuleSet, *, has_winner: bool
) -> None:
    """Refuse the hands and points of players who did not win, in rules that count winners' hands.

    After a deal that nobody won, a player with a status, such as a waiting hand, may show the hand.

    Args:
        players: the players by seat.
        rules: the rule set.
        has_winner: whether somebody won.

    Raises:
        InputError: a player who did not win has points, or a hand that does not count.
    """
    if rules.scores_every_hand:
        return
    for seat, player in players.items():
        if player.win is not None:
            continue
        if player.points is not None:
            raise InputError(
                f"{seat}: points are of no use, {rules.name} counts winners' hands alone"
            )
        if player.hand is None:
            continue
        if has_winner:
            raise InputError(
                f"{seat}: the hand is of no use, {rules.name} counts winners' hands alone"
            )
        if player.status is None:
            statuses = ", ".join(rules.statuses) or "none"
            raise InputError(
                f"{seat}: the hand is of no use without a status; known are {statuses}"
            )


def check_void(deal: Deal, rules: RuleSet) -> None:
    """Check a deal that ended without a winner before the wall was used up. Accept other deals.

    Nobody wins such a deal, and no waiting hand or irregularity is paid.

    Raises:
        InputError: at this table no deal ends for the reason in ``void``. Or the deal has a win, a
            status, or an answer that counts only if the wall was used up.
    """
    if not deal.void:
        return
    voids = rules.voids_at(deal.options)
    if deal.void not in voids:
        remedy = "its options allow no such end"
        if voids:
            remedy = f"known are {', '.join(voids)}"
        raise InputError(
            f"void {deal.void[:_SHOWN]}: ends no deal at this table of {rules.name}; {remedy}"
        )
    for seat, player in deal.players.items():
        if player.win is not None:
            raise InputError(f"void {deal.void}: contradicts the win of {seat}")
        if player.status is not None:
            raise InputError(f"{seat}: {player.status} counts only if the wall was used up")
    for question in rules.questions:
        if question.is_asked_only_after_exhaustive_draw and deal.asked.get(question.id):
            raise InputError(f"{question.id}: counts only if the wall was used up")


def refuse_statuses_beside_winner(players: Mapping[str, Player], rules: RuleSet) -> None:
    """Refuse statuses that do not count in a deal that somebody won.

    In rules that score every hand, all statuses count.

    Raises:
        InputError: a player has such a status.
    """
    if rules.scores_every_hand:
        return
    for seat, player in players.items():
        if player.status is None:
            continue
        # A status that these rules do not know counts in no deal.
        status = rules.statuses.get(player.status)
        if status is None or not status.counts_beside_winner:
            raise InputError(f"{seat}: {player.status} counts only in a deal that nobody won")
