"""Corrects the tiles of a rack."""

from collections.abc import Mapping
from dataclasses import replace

from hu.app.page.draft.editing.hand import lacks_one, to_hand
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.editing.steps import AddTile, CompleteHand
from hu.app.page.draft.racks import takes_tiles
from hu.app.page.draft.state import Draft, Rack, with_rack
from hu.app.page.effects.tile_sets import BeginSet, LearnCorrection
from hu.app.page.gestures.tiles import EditTiles, RedoStep, UndoStep, WinWith
from hu.app.page.reducing.photos import show_rack
from hu.app.page.reducing.transition import Transition, with_screen
from hu.app.page.state import GoOnWith, State, rack_on_screen
from hu.scoring.rule_set.registry import rule_set


def rack_at(draft: Draft, seat: str | None) -> Rack | None:
    """Return the rack of a player. None if the tiles of that player cannot be changed.

    Args:
        draft: the hand in work.
        seat: the player's seat. None for the winner.
    """
    if seat is None:
        return draft.rack
    if not takes_tiles(draft, seat):
        return None
    return draft.others.get(seat, Rack())


def edit_tiles(state: State, edit: EditTiles) -> Transition:
    """Correct the tiles of a rack."""
    rack = rack_at(state.draft, edit.seat)
    if rack is None:
        return state, ()
    step = edit.step
    if isinstance(step, AddTile) and _adds_winning_tile(state.draft, edit.seat, rack, step):
        step = CompleteHand(step.face, step.group, point=None)
    return _with_correction(state, edit.seat, rack, corrected=rack.then(step))


def undo_step(state: State, undo: UndoStep) -> Transition:
    """Undo the last change of a rack's tiles: a correction, another reading, or another photo."""
    rack = rack_at(state.draft, undo.seat)
    if rack is None:
        return state, ()
    return _after_undo_or_redo(state, undo.seat, rack, changed=rack.undo())


def redo_step(state: State, redo: RedoStep) -> Transition:
    """Make again the change of a rack's tiles that was undone last."""
    rack = rack_at(state.draft, redo.seat)
    if rack is None:
        return state, ()
    return _after_undo_or_redo(state, redo.seat, rack, changed=rack.redo())


def complete_hand(state: State, gesture: WinWith) -> Transition:
    """Complete the winner's hand with a tile, if exactly its winning tile is missing."""
    rack = state.draft.rack
    hand_shape = rule_set(state.draft.rules).hand_shape
    if not lacks_one(to_hand(rack.history.now), hand_shape):
        return state, ()
    step = CompleteHand(gesture.face, group=None, point=None)
    return _with_correction(state, seat=None, rack=rack, corrected=rack.then(step))


def remember_faces(state: State) -> Transition:
    """Begin a tile set with the corrected faces of the photo on the screen."""
    rack = rack_on_screen(state.screen, state.draft)
    return state, (BeginSet(rack),)


def _adds_winning_tile(draft: Draft, seat: str | None, rack: Rack, step: AddTile) -> bool:
    """Whether an added tile is the winning tile.

    It is if the photo of a winner's hand shows all tiles but one, and the added tile is not on the
    photo. The winning tile was then left out of the photo.

    Args:
        draft: the hand in work.
        seat: the seat of the rack's player. None for the winner.
        rack: the rack.
        step: adds the tile.
    """
    is_winner = seat is None or seat in draft.claims
    if not is_winner or rack.photo is None:
        return False
    # A step with a point adds a tile that the photo shows, but that was not read.
    if step.point is not None:
        return False
    return lacks_one(to_hand(rack.history.now), rule_set(draft.rules).hand_shape)


def _after_undo_or_redo(state: State, seat: str | None, rack: Rack, changed: Rack) -> Transition:
    """Show a rack after a change of its tiles was undone or made again.

    If the rack now has the tiles of another reading, the page no longer offers to undo the reading
    that was chosen last.

    Args:
        state: the state.
        seat: the seat of the rack's player. None for the winner.
        rack: the rack before.
        changed: the rack with the change undone or made again.
    """
    # Corrections leave the earlier tiles as they are.
    shows_other_reading = changed.earlier_tiles != rack.earlier_tiles
    if not shows_other_reading:
        return _with_correction(state, seat, rack, corrected=changed)
    offer = state.screen.undo
    reversal = None if offer is None else offer.reversal
    if isinstance(reversal, GoOnWith) and reversal.is_other_reading:
        state = with_screen(state, undo=None)
    return show_rack(state, seat, changed)


def _with_correction(state: State, seat: str | None, rack: Rack, corrected: Rack) -> Transition:
    """Correct the tiles of a rack. The tile set in use learns the faces that were corrected.

    Args:
        state: the state.
        seat: the seat of the rack's player. None for the winner.
        rack: the rack before the correction.
        corrected: the rack after the correction.
    """
    after = replace(state, draft=with_rack(state.draft, seat, corrected))
    changed_faces = _changed_faces(rack.history, corrected.history)
    if not changed_faces or rack.photo is None:
        return after, ()
    return after, (LearnCorrection(rack.photo, changed_faces),)


def _changed_faces(before: History, after: History) -> Mapping[int, tuple[str, str]]:
    """Find the tiles whose faces changed. Tiles that were added or are gone do not count.

    Returns:
        The face before and the face after, by the number of the tile.
    """
    face_before = {}
    for group in before.now.groups:
        for tile in group.tiles:
            face_before[tile.id] = tile.face
    changes = {}
    for group in after.now.groups:
        for tile in group.tiles:
            # An added tile had no face before, so it gets its present face here.
            previous_face = face_before.get(tile.id, tile.face)
            if previous_face != tile.face:
                changes[tile.id] = (previous_face, tile.face)
    return changes
