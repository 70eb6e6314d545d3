"""Follows the sheet of the game, on which hands are saved here and by others."""

from dataclasses import replace

from hu.app.ledger.values import Entry
from hu.app.page.draft.next_hand import catch_up
from hu.app.page.draft.state import Draft, without_saved
from hu.app.page.draft.to_sheet import find_same_hand
from hu.app.page.effects.offers import OfferToTable, WithdrawOffer
from hu.app.page.effects.sheet import UndoNewEntry
from hu.app.page.effects.tile_sets import LearnFromHand
from hu.app.page.events.hand import HandSaved, SheetRead
from hu.app.page.photos.photo import Note
from hu.app.page.reducing.hand import begin_next
from hu.app.page.reducing.transition import Transition, with_screen
from hu.app.page.state import SavedHand, State


def follow_sheet(state: State, sheet: SheetRead) -> Transition:
    """Bring the hand in work up to date with the sheet.

    If the hand is on the sheet already, show its entry and begin the next hand. Otherwise its
    players get the seats that the sheet gives them now. After a restart of the server, also show
    again which hand was saved last.
    """
    hand_entries = [entry for entry in sheet.entries if entry.kind != "payment"]
    token = state.draft.token
    for number, entry in enumerate(hand_entries, 1):
        # The hand was saved, but the server ended before the next hand was begun.
        if token and entry.token == token:
            return _show_entry(state, entry, number)
    # For an empty hand this also notes that no entry of the sheet can be this hand.
    state = _reseat(state, sheet)
    same_hand = find_same_hand(state.draft, sheet.entries)
    if same_hand is not None:
        # Another phone has saved this hand.
        return _show_entry(state, same_hand, hand_entries.index(same_hand) + 1)
    return _show_saved_again(state, hand_entries), ()


def show_new_entry(state: State, result: HandSaved) -> Transition:
    """Show a saved hand on the sheet. If it was the hand in work, begin the next hand."""
    draft = state.draft
    code = state.game_code or ""
    saved = SavedHand(
        code=code,
        entry=result.entry,
        replaced_entry=result.replaced_entry,
        number=result.number,
    )
    state, effects = _show_saved(state, saved)

    was_in_work = result.is_saved_now or result.entry.token == draft.token
    if was_in_work:
        state, begin_effects = begin_next(state)
        effects += begin_effects

    # The tile set learns from new entries alone. It has learned from a changed entry before.
    is_new_entry = result.is_saved_now and result.replaced_entry is None
    if is_new_entry:
        effects += (LearnFromHand(draft),)

    if result.is_noted_as_drawn:
        note = Note("sheet.drawn_told", {"number": result.number})
        removal = UndoNewEntry(code, result.entry)
        effects += (OfferToTable(note, removal, is_for_others_only=True),)
    return state, effects


def _show_entry(state: State, entry: Entry, number: int) -> Transition:
    """Show the saved entry of the hand in work on the sheet, and begin the next hand."""
    state, effects = _show_saved(state, _saved_hand(state, entry, number))
    state, begin_effects = begin_next(state)
    return state, (*effects, *begin_effects)


def _show_saved(state: State, saved: SavedHand) -> Transition:
    """Show the sheet, which names the saved hand until the player goes on to the next hand.

    Actions before the save can no longer be undone.
    """
    return with_screen(state, undo=None, view="sheet", saved=saved), (WithdrawOffer(),)


def _saved_hand(state: State, entry: Entry, number: int) -> SavedHand:
    """Describe an entry of the open game as the hand that was saved last.

    Args:
        state: the state with the hand in work.
        entry: the entry.
        number: the number of the entry among the hands of the sheet, from 1.
    """
    return SavedHand(
        code=state.game_code or "",
        entry=entry,
        replaced_entry=_entry_before(state.draft, entry),
        number=number,
    )


def _show_saved_again(state: State, hand_entries: list[Entry]) -> State:
    """After a restart of the server, show again which hand was saved last.

    The draft keeps the number of that hand's entry until the player goes on to the next hand.
    """
    has_gone_on = state.draft.saved == 0 or not state.draft.is_empty
    is_shown_already = state.screen.saved is not None
    if has_gone_on or is_shown_already:
        return state
    for number, entry in enumerate(hand_entries, 1):
        if entry.id == state.draft.saved:
            return with_screen(state, view="sheet", saved=_saved_hand(state, entry, number))
    # The saved hand is no longer on the sheet.
    return replace(state, draft=without_saved(state.draft))


def _entry_before(draft: Draft, entry: Entry) -> Entry | None:
    """Return an entry as it was before the hand in work replaced it. None for a new entry."""
    replaced_entry = draft.replaced_entry
    if replaced_entry is None or replaced_entry.id != entry.id:
        return None
    return replaced_entry


def _reseat(state: State, sheet: SheetRead) -> State:
    """Seat the players of the hand in work where the sheet seats them now."""
    before = state.draft
    is_begun = not before.is_empty or state.screen.photo is not None
    draft = catch_up(before, sheet.game, sheet.entries, is_begun=is_begun)
    state = replace(state, draft=draft)
    if draft.seating != before.seating:
        # The seat of the rack on the screen may be another player's now. Show the winner's rack.
        return with_screen(state, rack=None)
    return state
