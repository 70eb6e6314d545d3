"""Gestures that correct the tiles of a rack."""

from hu.app.page.draft.editing.steps import Face, Step
from hu.app.page.gestures.fields import GestureForHand, Seat


class EditTiles(GestureForHand, frozen=True, tag="tile"):
    """Correct the tiles of a rack. The seat is None for the winner's rack, here and below."""

    seat: Seat | None
    step: Step


class UndoStep(GestureForHand, frozen=True, tag="tile-undo"):
    """Take back the last correction of a rack."""

    seat: Seat | None


class RedoStep(GestureForHand, frozen=True, tag="tile-redo"):
    """Make again the correction that was taken back last."""

    seat: Seat | None


class WinWith(GestureForHand, frozen=True, tag="wait"):
    """Complete the winner's hand with a tile that it waits for."""

    face: Face


TilesGesture = EditTiles | UndoStep | RedoStep | WinWith
