"""Begins and ends the hand in work."""

from dataclasses import replace
from typing import Final

from hu.app.page.draft.scoring import assess
from hu.app.page.draft.state import NOBODY, Draft, with_winner, without_saved
from hu.app.page.effects.hand import BeginHand, SaveDrawn, SaveHand, TakeHandOff
from hu.app.page.effects.photos import WriteGivenPhoto
from hu.app.page.events.hand import DraftOpened, EntryOpened, HandMoved, HandTakenOff
from hu.app.page.gestures.hand import KeepMine, NoteDrawn, Save
from hu.app.page.photos.photo import Note
from hu.app.page.reducing.transition import Transition, with_screen
from hu.app.page.reducing.undo import offer_undo
from hu.app.page.state import GoOnWith, State, with_notice
from hu.scoring.rule_set.registry import rule_set

#: The places of the page whose notices stay when the next hand is begun.
_LASTING_NOTICES: Final = ("page", "conflict")


def open_draft(state: State, result: DraftOpened) -> State:
    """Make the hand that the browser left in a game, or without a game, the hand in work."""
    opened = replace(state, game_code=result.game_code, draft=result.draft)
    return with_screen(opened, rack=None)


def change_entry(state: State, result: EntryOpened) -> State:
    """Make a hand of the sheet the hand in work, so that the player can change it."""
    after = _with_other_hand(state, result.draft)
    return with_screen(after, view="hand", rack=None, dialog=None)


def _with_other_hand(state: State, draft: Draft) -> State:
    """Make another hand the hand in work.

    The other hand takes over the numbers of the events that were processed for the present hand.
    Otherwise an event that the browser sends again would be processed again.
    """
    return replace(state, draft=replace(draft, taken=state.draft.taken))


def note_drawn(state: State, drawn: NoteDrawn) -> Transition:
    """Note a hand of a game that nobody won.

    If players pay even though nobody won, the page first asks for the tiles or statuses that decide
    the payments. Otherwise the hand is saved at once.
    """
    draft = state.draft
    if not state.game_code:
        return state, ()
    rules = rule_set(draft.rules)
    has_payments = rules.scores_every_hand or rules.pays_without_winner(draft.chosen_options)
    if has_payments:
        return replace(state, draft=with_winner(draft, NOBODY)), ()
    # If the sheet had entries beyond the first ``draft.known`` when the player tapped, one of them
    # may be this hand, noted by another phone.
    if draft.known != drawn.known:
        return state, ()
    return state, (SaveDrawn(draft),)


def start_over(state: State) -> Transition:
    """Begin the hand anew. For ``UNDO_S`` seconds the player can get the present hand back."""
    before = state.draft
    if not before.is_empty:
        # An entry that the hand was to change stays on the sheet as it was. The note says so.
        note = Note("hand.left_as_it_was" if before.entry else "hand.started_over")
        state = offer_undo(state, note, GoOnWith(state.game_code or "", before))
    return begin_next(state)


def begin_next(state: State) -> Transition:
    """Begin the next hand, and write those photos of the present hand that are given for training.

    The notices of the hand are removed from the screen.
    """
    all_notices = state.screen.notices
    notices = {place: note for place, note in all_notices.items() if place in _LASTING_NOTICES}
    photo_effects = []
    for rack in state.draft.racks:
        if rack.photo in state.screen.given_photos:
            photo_effects.append(WriteGivenPhoto(rack))
    after = with_screen(state, rack=None, taking="photo", photo=None, notices=notices)
    return after, (*photo_effects, BeginHand())


def begin_draft(state: State, empty: Draft) -> State:
    """Make an empty hand the hand in work.

    If a hand of the same game was saved just before, the empty hand notes the entry of that hand.
    """
    saved = state.screen.saved
    # An event that was processed for the hand before must not be processed again for this one.
    draft = replace(empty, taken={**empty.taken, **state.draft.taken})
    if saved is not None and saved.code == state.game_code:
        draft = replace(draft, saved=saved.entry.id, replaced_entry=saved.replaced_entry)
    return replace(state, draft=draft)


def request_save(state: State, gesture: Save) -> Transition:
    """Ask to put the hand on the sheet of its game. A hand without a game stays as it is."""
    if not state.game_code:
        return state, ()
    return state, (SaveHand(gesture.token, state.draft),)


def keep_mine(state: State, keep: KeepMine) -> Transition:
    """Keep the hand in work although other phones have changed the sheet.

    The hand is added to the sheet, or replaces the entry that the gesture names. A complete hand is
    saved at once, unless it must become a new hand because its entry was deleted.
    """
    changed_an_entry = bool(state.draft.entry)
    draft = replace(state.draft, known=keep.known, entry=keep.entry, version=keep.version)
    state = replace(state, draft=draft)
    if not assess(draft).has_payments:
        note = Note("conflict.incomplete")
    elif changed_an_entry and not draft.entry:
        # Another phone deleted the entry that this hand changes, so the hand becomes a new hand.
        # When the page is shown, it gets the seats of the next hand. Then the player can save it.
        note = Note("conflict.moved")
    else:
        return state, (SaveHand(draft.token, draft),)
    return replace(state, screen=with_notice(state.screen, "conflict", note)), ()


def undo_save(state: State) -> Transition:
    """Ask to undo the last save, and forget which hand was saved."""
    saved = state.screen.saved
    if saved is None:
        return state, ()
    take_off = TakeHandOff(saved.code, saved.entry, saved.replaced_entry)
    return forget_saved(state), (take_off,)


def go_on_with_entry(state: State, result: HandTakenOff) -> State:
    """Go on with a hand that was taken off the sheet again.

    If its entry had no draft, the hand in work stays as it is.
    """
    if result.draft is None:
        return state
    return with_screen(_with_other_hand(state, result.draft), view="hand")


def forget_saved(state: State) -> State:
    """Forget which hand was saved last. The sheet no longer names it or offers to undo the save."""
    after = with_screen(state, saved=None)
    return replace(after, draft=without_saved(after.draft))


def follow_to_game(state: State, moved: HandMoved) -> State:
    """Go to a game, because the hand without a game has become the next hand of that game.

    The returned state is still outside the game, with an empty hand (``moved.fresh``) in place of
    the hand that moved. It says in ``goes_to`` to which game to go. There the hand that moved is in
    work. It replaces the hand that was in work in the game, if there was one (``moved.before``).
    The player can get the replaced hand back for ``UNDO_S`` seconds.
    """
    after = _with_other_hand(state, moved.fresh)
    after = with_screen(after, view="hand", rack=None, taking="photo", saved=None)
    if moved.before is not None and not moved.before.is_empty:
        after = offer_undo(after, Note("hand.started_over"), GoOnWith(moved.code, moved.before))
    return replace(after, goes_to=moved.code)
