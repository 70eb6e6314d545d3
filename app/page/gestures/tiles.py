"""Gestures that correct the tiles of a rack."""

from hu.app.page.draft.editing.steps import Face, Step
from hu.app.page.gestures.fields import GestureForHand, Seat


class EditTiles(GestureForHand, frozen=True, tag="tile"):
    """Correct the tiles of a rack.

    Attributes:
        seat: the seat of the rack's player. None for the winner's rack.
        step: the correction.
    """

    seat: Seat | None
    step: Step


class UndoStep(GestureForHand, frozen=True, tag="tile-undo"):
    """Undo the last change of a rack's tiles: a correction, another reading, or another photo.

    Attributes:
        seat: the seat of the rack's player. None for the winner's rack.
    """

    seat: Seat | None


class RedoStep(GestureForHand, frozen=True, tag="tile-redo"):
    """Redo the change of a rack's tiles that was undone last.

    Attributes:
        seat: the seat of the rack's player. None for the winner's rack.
    """

    seat: Seat | None


class WinWith(GestureForHand, frozen=True, tag="wait"):
    """Complete the winner's hand with a tile that it waits for."""

    face: Face


TilesGesture = EditTiles | UndoStep | RedoStep | WinWith
