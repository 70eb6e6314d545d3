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
    """Offer to undo something for a while."""
    offer = Offer(note, deed, key=str(round(state.now * 1e9)), until=state.now + UNDO_S)
    return with_screen(state, undo=offer)


def offer_hand_before(state: State, before: Draft) -> State:
    """Offer the hand as it was before it was taken from the photo in another way."""
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
    """Put a hand back on the table of its game.

    A hand that was begun since can be had back in turn. If another game is open, the hand is kept
    for the next visit to its own.
    """
    is_elsewhere = deed.place != (state.place or "")
    if is_elsewhere:
        return state, (KeepDraft(deed.place, deed.draft),)
    on_table = state.draft
    if deed.keeps_begun:
        has_content = not on_table.empty or on_table.drawn
        if has_content:
            note = Note("hand.started_over")
            state = offer_undo(state, note, GoOnWith(deed.place, on_table))
        state = with_screen(state, view="hand")
    draft = replace(deed.draft, taken={**deed.draft.taken, **on_table.taken})
    return replace(state, draft=draft), ()
