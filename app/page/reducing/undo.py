"""Undoes the actions that the page offers to undo."""

from dataclasses import replace

from hu.app.page.draft.state import Draft
from hu.app.page.effects.hand import KeepDraft
from hu.app.page.effects.offers import TakeOffer
from hu.app.page.gestures.screens import Undo
from hu.app.page.photos.photo import Note
from hu.app.page.reducing.transition import Transition, with_screen
from hu.app.page.state import UNDO_S, Deed, GoOnWith, Offer, State, offer_of


def offer_undo(state: State, note: Note, deed: Deed) -> State:
    """Offer for a while to undo an action.

    Args:
        state: the visit.
        note: the message that names the action.
        deed: undoes it.
    """
    offer = Offer(note, deed, key=str(round(state.now * 1e9)), until=state.now + UNDO_S)
    return with_screen(state, undo=offer)


def offer_hand_before(state: State, before: Draft) -> State:
    """Offer to go back to a hand that was replaced by another reading of its photo."""
    deed = GoOnWith(state.place or "", before, keeps_begun=False)
    return offer_undo(state, Note("hand.read_again"), deed)


def undo(state: State, gesture: Undo) -> Transition:
    """Undo the action that this browser was offered, or else the table's phones."""
    offer = offer_of(state)
    if offer is None:
        return state, (TakeOffer(gesture.key),)
    if offer.key != gesture.key:
        # The tap was meant for another offer.
        return state, ()
    state = with_screen(state, undo=None)
    if isinstance(offer.deed, GoOnWith):
        return _go_on_with(state, offer.deed)
    return state, (offer.deed,)


def _go_on_with(state: State, deed: GoOnWith) -> Transition:
    """Make an earlier hand the hand in work of its game again.

    The player can get back a hand that was begun since. If another game is open now, the earlier
    hand is stored until its own game is opened.
    """
    is_elsewhere = deed.place != (state.place or "")
    if is_elsewhere:
        return state, (KeepDraft(deed.place, deed.draft),)
    current = state.draft
    if deed.keeps_begun:
        if not current.empty:
            note = Note("hand.started_over")
            state = offer_undo(state, note, GoOnWith(deed.place, current))
        state = with_screen(state, view="hand")
    # The taps that were taken in since must not be done again.
    draft = replace(deed.draft, taken={**deed.draft.taken, **current.taken})
    return replace(state, draft=draft), ()
