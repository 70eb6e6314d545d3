"""Undoes the actions that the page offers to undo."""

from dataclasses import replace

from hu.app.page.draft.state import Draft
from hu.app.page.effects.hand import KeepDraft
from hu.app.page.effects.offers import TakeOffer
from hu.app.page.gestures.screens import Undo
from hu.app.page.photos.photo import Note
from hu.app.page.reducing.transition import Transition, with_screen
from hu.app.page.state import UNDO_S, GoOnWith, Offer, Reversal, State, offer_of


def offer_undo(state: State, note: Note, reversal: Reversal) -> State:
    """Offer for a while to undo an action.

    Args:
        state: the visit.
        note: the message that names the action.
        reversal: the effect, or the change of the hand in work, that undoes it.
    """
    offer = Offer(note, reversal, key=str(round(state.now * 1e9)), until=state.now + UNDO_S)
    return with_screen(state, undo=offer)


def offer_hand_before(state: State, before: Draft) -> State:
    """Offer to go back to a hand that was replaced by another reading of its photo."""
    reversal = GoOnWith(state.place or "", before, is_other_reading=True)
    return offer_undo(state, Note("hand.read_again"), reversal)


def undo(state: State, gesture: Undo) -> Transition:
    """Undo the action that this browser was offered.

    Without such an offer, undo the last action at the table, which its phones were offered.
    """
    offer = offer_of(state)
    if offer is None:
        return state, (TakeOffer(gesture.key),)
    if offer.key != gesture.key:
        # The tap was meant for another offer.
        return state, ()
    state = with_screen(state, undo=None)
    if isinstance(offer.reversal, GoOnWith):
        return _go_on_with(state, offer.reversal)
    return state, (offer.reversal,)


def _go_on_with(state: State, reversal: GoOnWith) -> Transition:
    """Make an earlier hand the hand in work of its game again.

    If another game is open now, the earlier hand is stored until its own game is opened. Otherwise
    it replaces the current hand, and the player is offered to go back to the current hand. There is
    no such offer if the current hand is empty, or if both are readings of the same photo.
    """
    open_place = state.place or ""
    if reversal.place != open_place:
        return state, (KeepDraft(reversal.place, reversal.draft),)
    current = state.draft
    if not reversal.is_other_reading:
        state = with_screen(state, view="hand")
        if not current.is_empty:
            note = Note("hand.started_over")
            state = offer_undo(state, note, GoOnWith(reversal.place, current))
    # Taps that came after the earlier hand was replaced are noted, so that none is done twice.
    draft = replace(reversal.draft, taken={**reversal.draft.taken, **current.taken})
    return replace(state, draft=draft), ()
