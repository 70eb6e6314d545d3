"""The draft of a hand: its tiles and the players' answers.

A draft is frozen. It is stored as JSON after every change, so the names of its fields are a part of
every stored draft. Drafts that earlier versions stored must still load.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from secrets import token_urlsafe
from typing import Final

from hu.app.codec import decode_json, encode_json
from hu.app.ledger.values import Entry, Option
from hu.app.page.draft.editing.hand import EditedHand
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.editing.steps import Step
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS
from hu.scoring.options import OptionValue
from hu.scoring.rule_set.figures import check_entered
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import DEFAULT_RULES, rule_names, rule_set

#: The most characters of a draft that is written or read. Four full racks with all their steps have
#: 270,000.
_LONGEST: Final = 500_000
#: The most times that the player can go back to replaced tiles of a rack. A photo that is turned
#: step by step has three earlier positions.
_MOST_EARLIER_TILES: Final = 3
#: The most page loads of a browser for which ``Draft.taken`` has a number. Each open tab is a page
#: load.
_MOST_LOADS: Final = 8
#: An answer to a question that only the rule set asks: several tiles or seats, a number, or one
#: seat.
OwnAnswer = tuple[str, ...] | int | str
#: Stands for no player where an answer is a seat. As ``Draft.winner``: nobody won. As
#: ``Draft.earlier``: nobody discarded the winning tile before.
NOBODY: Final = "nobody"


@dataclass(frozen=True, slots=True)
class RackTiles:
    """Tiles that a rack had, and that the player can get back.

    They were replaced by another reading or another photo, or the player has undone to the tiles
    before them.

    Attributes:
        history: the tiles, with the corrections that can be undone.
        photo: the key of the photo in the photo store. None for tiles that were tapped in.
    """

    history: History
    photo: str | None


@dataclass(frozen=True, slots=True)
class Rack:
    """One player's tiles.

    Attributes:
        history: the tiles, with the corrections that can be undone.
        photo: the key of its photo in the photo store. None for tiles that were tapped in.
        status: the id of the player's status in the rule set, such as a false win. None without a
            status.
        points: the points of the tiles, if the players counted them themselves. Otherwise None.
        earlier_tiles: the tiles that were replaced, the latest last. They come back when the player
            has undone all corrections of the present tiles and undoes once more.
        later_tiles: the tiles from which the player has undone to earlier tiles. The last of them
            come back first.
    """

    history: History = field(default_factory=History)
    photo: str | None = None
    status: str | None = None
    points: int | None = None
    earlier_tiles: tuple[RackTiles, ...] = ()
    later_tiles: tuple[RackTiles, ...] = ()

    @property
    def can_undo(self) -> bool:
        """Whether a correction, or the replacement of all tiles, can be undone."""
        return bool(self.history.steps or self.earlier_tiles)

    @property
    def can_redo(self) -> bool:
        """Whether a correction, or a replacement of all tiles, that was undone can be redone."""
        return bool(self.history.taken_back or self.later_tiles)

    def with_tiles(self, hand: EditedHand, photo: str | None) -> "Rack":
        """Replace all tiles by those of another reading or another photo.

        The replaced tiles become the last of the earlier tiles, unless the rack was empty. A rack
        that has exactly the new tiles already, without a correction, stays as it is.

        Args:
            hand: the tiles as they were read.
            photo: the key of the photo.
        """
        has_these_tiles = self.photo == photo and self.history.now == hand
        if has_these_tiles and not self.history.steps:
            return self
        earlier_tiles = self.earlier_tiles
        is_empty = not self.history.now.groups and not self.history.steps and self.photo is None
        if not is_empty:
            # Corrections that were undone cannot be redone any more.
            replaced_tiles = RackTiles(replace(self.history, taken_back=()), self.photo)
            earlier_tiles = (*earlier_tiles, replaced_tiles)[-_MOST_EARLIER_TILES:]
        return replace(
            self,
            history=History(hand),
            photo=photo,
            earlier_tiles=earlier_tiles,
            later_tiles=(),
        )

    def without_tiles(self) -> "Rack":
        """Remove the tiles and their photo. The last earlier tiles come back, if there are any."""
        if not self.earlier_tiles:
            return replace(self, history=History(), photo=None, later_tiles=())
        *earlier_tiles, last_tiles = self.earlier_tiles
        return replace(
            self,
            history=last_tiles.history,
            photo=last_tiles.photo,
            earlier_tiles=tuple(earlier_tiles),
            later_tiles=(),
        )

    def then(self, step: Step) -> "Rack":
        """Correct the tiles. A step that changes nothing is not added."""
        history = self.history.then(step)
        if history == self.history:
            return self
        return replace(self, history=history, later_tiles=())

    def undo(self) -> "Rack":
        """Undo the last correction. Without a correction, go back to the last earlier tiles."""
        if self.history.steps or not self.earlier_tiles:
            return replace(self, history=self.history.undo())
        *earlier_tiles, last_tiles = self.earlier_tiles
        return replace(
            self,
            history=last_tiles.history,
            photo=last_tiles.photo,
            earlier_tiles=tuple(earlier_tiles),
            later_tiles=(*self.later_tiles, RackTiles(self.history, self.photo)),
        )

    def redo(self) -> "Rack":
        """Redo the correction that was undone last.

        If no correction was undone, go on to the last of the later tiles.
        """
        if self.history.taken_back or not self.later_tiles:
            return replace(self, history=self.history.redo())
        *later_tiles, last_tiles = self.later_tiles
        return replace(
            self,
            history=last_tiles.history,
            photo=last_tiles.photo,
            earlier_tiles=(*self.earlier_tiles, RackTiles(self.history, self.photo)),
            later_tiles=tuple(later_tiles),
        )


@dataclass(frozen=True, slots=True)
class Claim:
    """How a player won.

    Attributes:
        win: one of ``hu.scoring.hand.WINS``. None before the question was answered.
        source: the seat of the discarder or of the robbed player. None for a self-draw, and before
            the question was answered.
        circumstances: the ids of the circumstances of the win in the rule set.
    """

    win: str | None = None
    source: str | None = None
    circumstances: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Draft:
    """One hand on its way from the photo to the sheet.

    Attributes:
        rules: the rule set.
        options: the options that the table has agreed on.
        rack: the winner's tiles.
        winner: the winner's seat. ``NOBODY`` if nobody won. None before the question was answered.
        claim: how the winner won.
        earlier: the seat of the player who was the first to discard the winning tile after the
            winner's last discard. ``NOBODY`` if nobody did. None before the question was answered.
        round_wind: the wind of the round. None before it is known, and in rules without it.
        others: the other players' tiles, by seat.
        claims: how each of the other players who won with the same discard won, by seat.
        waived: the ids of the patterns that the winner forgot to declare.
        seats: the seats at the table.
        seating: the seat of each player when the answers were given, in the game's order of
            players. None for a player who sat out. Empty without a game. When another hand is saved
            meanwhile, the players change seats, and ``reseat`` moves the answers along.
        entry: the number in the ledger of the entry that this hand changes. 0 for a new hand.
        known: how many entries the sheet had when this hand was begun. ``catch_up`` raises it while
            no later entry can be this hand. Another browser may have saved this hand as an entry
            after these.
        version: the version of the entry that this hand changes. 0 for a new hand.
        asked: the answers to the questions that only the rule set asks, by their ids. An answer of
            several seats is a tuple.
        void: the id of the rule set's reason why nobody won before the wall was used up. Empty for
            all other hands.
        entered: the figures that replace the winner's tiles, such as han and fu, by their ids in
            the rule set. Empty until the players enter a figure. None if the tiles are counted.
        token: names this hand. By its token a hand is put on the sheet only once, even if the
            browser sends the tap on Save again. Empty for a hand without a game.
        saved: the number in the ledger of the hand that was saved just before this one. The sheet
            names that hand until the player goes on, even after a restart of the server. 0 for
            none.
        replaced_entry: an entry as it was before a hand changed it. It is put back if the save is
            undone. It is the entry that this hand changes, or that the hand of ``saved`` has
            changed. None if there is none.
        taken: the number of the last event that was processed, by page load. It is stored together
            with the change that the event made, so that no event is processed again after a
            restart.
    """

    rules: str = DEFAULT_RULES
    options: Mapping[str, Option] = field(default_factory=dict)
    rack: Rack = field(default_factory=Rack)
    winner: str | None = None
    claim: Claim = Claim()
    earlier: str | None = None
    round_wind: str | None = None
    others: Mapping[str, Rack] = field(default_factory=dict)
    claims: Mapping[str, Claim] = field(default_factory=dict)
    waived: frozenset[str] = frozenset()
    seats: tuple[str, ...] = SEATS
    seating: tuple[str | None, ...] = ()
    entry: int = 0
    known: int = 0
    version: int = 0
    asked: Mapping[str, OwnAnswer] = field(default_factory=dict)
    void: str = ""
    entered: Mapping[str, int | str] | None = None
    token: str = ""
    saved: int = 0
    replaced_entry: Entry | None = None
    taken: Mapping[str, int] = field(default_factory=dict)

    @property
    def racks(self) -> tuple[Rack, ...]:
        """The winner's rack and those of the others."""
        return (self.rack, *self.others.values())

    @property
    def is_empty(self) -> bool:
        """Whether the winner's hand is not begun, and is not known to be drawn.

        It is begun if it has a photo, if it has or had tiles, or if the players chose to enter
        figures. The tiles of the other players do not count.
        """
        if self.is_drawn or self.rack.photo is not None or self.entered is not None:
            return False
        # A rack without tiles may have had some. Undoing its steps brings them back.
        return not self.rack.history.now.groups and not self.rack.can_undo

    @property
    def chosen_options(self) -> dict[str, OptionValue]:
        """The options that the table has agreed on. Options without a value are left out."""
        return {name: value for name, value in self.options.items() if value is not None}

    @property
    def is_drawn(self) -> bool:
        """Whether nobody won."""
        return self.winner == NOBODY


def new_token() -> str:
    """Return a new random token. No other hand has the same."""
    return token_urlsafe(9)


def without_saved(draft: Draft) -> Draft:
    """Forget which hand was saved before this one."""
    changes_entry = bool(draft.entry)
    if changes_entry:
        # ``replaced_entry`` is the entry that this hand changes, and is still needed.
        return replace(draft, saved=0)
    # ``replaced_entry`` is the entry that the hand saved before has changed.
    return replace(draft, saved=0, replaced_entry=None)


def with_winner(draft: Draft, seat: str | None) -> Draft:
    """Answer who won. Answers that do not fit the new answer are forgotten.

    Args:
        draft: the hand in work.
        seat: the winner's seat, ``NOBODY`` for a drawn hand, or None to take the answer back.
    """
    if seat == draft.winner:
        return draft
    # The new winner may have been one of the other players before.
    others = {old_seat: rack for old_seat, rack in draft.others.items() if old_seat != seat}
    claims = {old_seat: claim for old_seat, claim in draft.claims.items() if old_seat != seat}
    asked = draft.asked
    if seat in SEATS:
        # Somebody won. Statuses and answers that count only after a drawn hand are forgotten.
        others = _racks_beside_winner(draft.rules, others)
        asked = _answers_beside_winner(draft)
    elif seat == NOBODY:
        claims = {}
    return replace(
        draft,
        winner=seat,
        claim=Claim(),
        earlier=None,
        others=others,
        claims=claims,
        asked=asked,
        waived=frozenset(),
        void="",
    )


def _answers_beside_winner(draft: Draft) -> dict[str, OwnAnswer]:
    """Return the answers to the rule set's own questions that also count if somebody won."""
    drawn_only = set()
    for question in rule_set(draft.rules).questions:
        if question.is_asked_only_after_exhaustive_draw:
            drawn_only.add(question.id)
    return {name: answer for name, answer in draft.asked.items() if name not in drawn_only}


def _racks_beside_winner(rules_name: str, others: Mapping[str, Rack]) -> dict[str, Rack]:
    """Return racks without the statuses that count only if nobody won.

    Args:
        rules_name: the rule set.
        others: the racks of the players who did not win, by seat.
    """
    rules = rule_set(rules_name)
    racks = dict(others)
    # In rules that score every hand, every status counts beside a winner too.
    if rules.scores_every_hand:
        return racks
    for seat, rack in others.items():
        status = rules.statuses.get(rack.status or "")
        if status is None or not status.counts_beside_winner:
            racks[seat] = replace(rack, status=None)
    return racks


def with_claim(draft: Draft, win: str | None, source: str | None = None) -> Draft:
    """Answer how the winner won.

    If this changes the answer, the circumstances, the earlier discarder and the other winners are
    forgotten.

    Args:
        draft: the hand.
        win: one of ``hu.scoring.hand.WINS``, or None to take the answer back.
        source: the seat of the discarder. None for a self-draw, and to take the answer back.
    """
    if win == draft.claim.win and source == draft.claim.source:
        return draft
    return replace(draft, claim=Claim(win, source), earlier=None, claims={})


def by_other_rules(draft: Draft, rules: str, options: Mapping[str, Option]) -> Draft:
    """Return a hand without a game under other rules.

    The winner's tiles stay, and so does the answer that nobody won. The winner stays if the other
    rules have the winner's seat. The way of winning stays if the other rules have the discarder's
    seat too. The wind of the round stays if the other rules have a seat of this wind. If both rule
    sets have figures, the choice to enter figures stays. All other answers and the other players'
    tiles are forgotten.

    Args:
        draft: the hand under the present rules.
        rules: the other rule set.
        options: the options of the other rules.
    """
    seats = rule_set(rules).seats
    if draft.winner not in (*seats, NOBODY):
        # The winner has no seat under the other rules, or is not known yet.
        draft = with_winner(draft, seat=None)
    elif draft.claim.source not in (*seats, None):
        draft = with_claim(draft, win=None)
    return Draft(
        rules=rules,
        seats=seats,
        options=options,
        rack=draft.rack,
        winner=draft.winner,
        claim=replace(draft.claim, circumstances=frozenset()),
        round_wind=draft.round_wind if draft.round_wind in seats else None,
        entered=_figures_by_other_rules(draft, rules),
        token=draft.token,
        taken=draft.taken,
    )


def _figures_by_other_rules(draft: Draft, rules: str) -> Mapping[str, int | str] | None:
    """Return the figures of a hand after a change of rules.

    Args:
        draft: the hand under the present rules.
        rules: the other rule set.

    Returns:
        None if the tiles are counted, or if the other rules have no figures. Otherwise an empty
        mapping: the players have to enter the figures again.
    """
    if draft.entered is None or not rule_set(rules).figures:
        return None
    # The ids of figures differ between rule sets, so no figure is taken over.
    return {}


def with_rack(draft: Draft, seat: str | None, rack: Rack) -> Draft:
    """Replace a player's rack. The seat None stands for the winner."""
    if seat is None:
        return replace(draft, rack=rack)
    return replace(draft, others={**draft.others, seat: rack})


def reseat(draft: Draft, seating: tuple[str | None, ...], round_wind: str | None) -> Draft:
    """Move the players of a draft to other seats, and their answers with them.

    Args:
        draft: the hand.
        seating: each player's new seat, in the game's order of players. None for a player who sits
            out.
        round_wind: the wind of the round.
    """
    seats = tuple(seat for seat in SEATS if seat in seating)
    reseated = replace(draft, round_wind=round_wind, seats=seats, seating=seating)
    # In a draft without a seating, it is not known which player gave an answer. So the answers stay
    # at their seats.
    if not draft.seating or draft.seating == seating:
        return reseated
    new_seats: dict[str | None, str | None] = dict(zip(draft.seating, seating, strict=True))

    def move(seat: str | None) -> str | None:
        """Return the new seat of the player who had a seat. None if this player sits out now."""
        if seat is None or seat == NOBODY:
            return seat
        return new_seats.get(seat)

    claims = {}
    for seat, claim in draft.claims.items():
        new_seat = move(seat)
        if new_seat:
            claims[new_seat] = replace(claim, source=move(claim.source))
    others = {}
    for seat, rack in draft.others.items():
        new_seat = move(seat)
        if new_seat:
            others[new_seat] = rack
    return replace(
        reseated,
        asked=_reseat_answers(draft, move),
        winner=move(draft.winner),
        claim=replace(draft.claim, source=move(draft.claim.source)),
        earlier=move(draft.earlier),
        others=others,
        claims=claims,
    )


def _reseat_answers(
    draft: Draft, move: Callable[[str | None], str | None]
) -> Mapping[str, OwnAnswer]:
    """Return the answers to the rule set's own questions, with the new seats of their players.

    Args:
        draft: the hand, with the seats before.
        move: returns the new seat for a seat. None for a player who sits out.
    """
    # A stored draft may name rules that are no longer installed. Their questions are unknown.
    if draft.rules not in rule_names():
        return draft.asked
    answers = dict(draft.asked)
    for question in rule_set(draft.rules).questions:
        answer = answers.get(question.id)
        if question.kind == "seats" and isinstance(answer, tuple):
            seats = [move(seat) for seat in answer]
            answers[question.id] = tuple(seat for seat in seats if seat)
        elif question.kind == "seat" and isinstance(answer, str):
            # An empty text means that no seat was chosen.
            answers[question.id] = move(answer) or ""
    return answers


def with_taken(draft: Draft, taken: Mapping[str, int]) -> Draft:
    """Note the numbers of events that were processed.

    Only the latest ``_MOST_LOADS`` page loads stay noted.

    Args:
        draft: the hand.
        taken: the number of the last event that was processed, by page load. A number below the
            noted number does not replace it.
    """
    numbers = dict(draft.taken)
    for page_load, number in taken.items():
        noted_number = numbers.pop(page_load, 0)
        # The page load with the latest event becomes the last one of the dict.
        numbers[page_load] = max(number, noted_number)
    latest = list(numbers.items())[-_MOST_LOADS:]
    return replace(draft, taken=dict(latest))


def without_steps(draft: Draft) -> Draft:
    """Return the draft that is stored with an entry of the sheet.

    It has the corrected tiles, but the corrections cannot be undone any more. It lacks the numbers
    of the browser's events.
    """
    stored = with_rack(draft, seat=None, rack=_without_steps(draft.rack))
    for seat, rack in draft.others.items():
        stored = with_rack(stored, seat, _without_steps(rack))
    return replace(stored, taken={})


def _without_steps(rack: Rack) -> Rack:
    """Return a rack with the same tiles, but without the changes that can be undone."""
    history = rack.history.without_steps()
    return replace(rack, history=history, earlier_tiles=(), later_tiles=())


def draft_to_json(draft: Draft) -> str:
    """Write a draft as JSON.

    Raises:
        InputError: the JSON is longer than that of any real hand, or a text in it is no valid
            Unicode.
    """
    content = encode_json(draft).decode()
    if len(content) > _LONGEST:
        raise InputError(
            f"a hand in work has at most {_LONGEST} characters, this one {len(content)}"
        )
    return content


def draft_from_json(content: str) -> Draft:
    """Read the JSON that ``draft_to_json`` wrote.

    Raises:
        InputError: it is no draft, or its rule set does not know a name in it.
    """
    draft = decode_json(content, Draft, most=_LONGEST)
    # Only installed rules can check the names in a draft.
    if draft.rules in rule_names():
        _check_names(draft, rule_set(draft.rules))
    return draft


def _check_names(draft: Draft, rules: RuleSet) -> None:
    """Refuse a draft whose names its rule set does not know. Scoring does not check them again.

    Such a draft may have been stored by an earlier version, or written by another program.

    Args:
        draft: the hand.
        rules: its rule set.

    Raises:
        InputError: the rules do not know a status or a figure, the wind of the round is no wind, or
            ``asked`` has an answer that belongs in ``earlier``.
    """
    for rack in draft.racks:
        if rack.status is not None and rack.status not in rules.statuses:
            raise InputError(f"unknown status {rack.status!r}")
    if draft.round_wind not in (*SEATS, None):
        raise InputError(f"unknown round wind {draft.round_wind!r}")
    for question in rules.questions:
        # The page has the answer to this question in ``Draft.earlier``, and never in ``asked``.
        if question.kind == "discards" and question.id in draft.asked:
            raise InputError(f"{question.id}: not an answer of the page")
    check_entered(draft.entered or {}, rules)
