"""Undoes the actions that the page offers to undo."""

from dataclasses import replace
from typing import Final

from hu.app.page.draft.state import Draft
from hu.app.page.effects.hand import KeepDraft
from hu.app.page.effects.offers import TakeOffer
from hu.app.page.gestures.screens import Undo
from hu.app.page.photos.photo import Note
from hu.app.page.reducing.transition import Transition, with_screen
from hu.app.page.state import UNDO_S, GoOnWith, Offer, Reversal, State, offer_of

#: The message after a hand was replaced by another hand on its photo, or by another reading.
HAND_TAKEN: Final = Note("hand.read_again")


def offer_undo(state: State, note: Note, reversal: Reversal) -> State:
    """Offer for ``UNDO_S`` seconds to undo an action.

    Args:
        state: the state after the action.
        note: the message that names the action.
        reversal: undoes the action.
    """
    # The time in nanoseconds names the offer: no two offers of a visit are made at the same time.
    key = str(round(state.now * 1e9))
    offer = Offer(note, reversal, key, until=state.now + UNDO_S)
    return with_screen(state, undo=offer)


def offer_hand_before(state: State, before: Draft, note: Note = HAND_TAKEN) -> State:
    """Offer to undo that another reading of a photo replaced the hand in work.

    Args:
        state: the state with the other reading.
        before: the hand in work before the other reading.
        note: the message that names the change.
    """
    reversal = GoOnWith(state.game_code or "", before, is_other_reading=True)
    return offer_undo(state, note, reversal)


def undo(state: State, gesture: Undo) -> Transition:
    """Undo the action that this browser offers to undo.

    If there is none, ask to undo the last action at the table, which the phones of the table offer
    to undo.
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

    If another game is open now, the earlier hand is stored until its own game is opened. If its own
    game is open, the earlier hand replaces the current hand, and the screen shows it.

    The player can then go back to the current hand, unless it is empty. A hand that is another
    reading of the same photo replaces the current hand without such an offer.
    """
    open_code = state.game_code or ""
    if reversal.game_code != open_code:
        return state, (KeepDraft(reversal.game_code, reversal.draft),)
    current = state.draft
    if not reversal.is_other_reading:
        state = with_screen(state, view="hand")
        if not current.is_empty:
            note = Note("hand.started_over")
            state = offer_undo(state, note, GoOnWith(reversal.game_code, current))
    # The earlier hand does not know the taps that were processed after it was replaced. It must
    # note them too, so that none is processed twice.
    draft = replace(reversal.draft, taken={**reversal.draft.taken, **current.taken})
    return replace(state, draft=draft), ()
