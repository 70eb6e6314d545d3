"""Gestures about the hand in work as a whole."""

from hu.app.page.gestures.fields import (
    GestureForGame,
    GestureForHand,
    Identifier,
    NonNegative,
    Seat,
)


class OpenRack(GestureForHand, frozen=True, tag="open"):
    """Show a rack.

    Attributes:
        seat: the seat of the rack's player. None for the winner's rack.
        goes_on: whether the button that leads to the next rack was tapped. The camera then opens at
            once if the rack on the screen has a photo.
    """

    seat: Seat | None
    goes_on: bool


class Save(GestureForGame, frozen=True, tag="save"):
    """Put a hand on the sheet, by its token."""

    token: Identifier


class NoteDrawn(GestureForHand, frozen=True, tag="drawn"):
    """Note a hand that nobody won.

    Attributes:
        known: how many entries the sheet had when the player tapped.
    """

    known: NonNegative


class StartOver(GestureForHand, frozen=True, tag="over"):
    """Drop the hand in work and begin an empty hand."""


class UndoSave(GestureForGame, frozen=True, tag="undo-saved"):
    """Take the hand that was saved last off the sheet again."""


class KeepMine(GestureForHand, frozen=True, tag="keep-mine"):
    """Go on with the hand in work although others have changed the sheet.

    Attributes:
        known: how many entries the sheet had when the player tapped.
        entry: the number of the entry that the hand replaces. 0 to add the hand to the sheet.
        version: the version of that entry. 0 to add the hand.
    """

    known: NonNegative
    entry: NonNegative
    version: NonNegative


class MoveHand(GestureForHand, frozen=True, tag="move"):
    """Make a hand without a game the next hand of a game."""

    code: Identifier


HandGesture = OpenRack | Save | NoteDrawn | StartOver | UndoSave | KeepMine | MoveHand
