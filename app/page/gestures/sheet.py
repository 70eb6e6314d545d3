"""Gestures on the sheet of a game: its entries, its players, its end."""

from hu.app.page.gestures.fields import (
    GestureForGame,
    Identifier,
    NonNegative,
    PlayerNumber,
    TypedText,
)


class ShowEntry(GestureForGame, frozen=True, tag="entry"):
    """Show a hand or a payment of the sheet, by its number in the ledger."""

    entry: NonNegative


class CloseDialog(GestureForGame, frozen=True, tag="close"):
    """Close the dialog of the sheet."""


class ChangeEntry(GestureForGame, frozen=True, tag="change"):
    """Open a hand of the sheet, by its number in the ledger, to change it."""

    entry: NonNegative


class DeleteEntry(GestureForGame, frozen=True, tag="delete"):
    """Take an entry off the sheet.

    Attributes:
        entry: its number in the ledger.
        version: the version that the player saw. A later version is not taken off.
    """

    entry: NonNegative
    version: NonNegative


class SayWhyDrawn(GestureForGame, frozen=True, tag="why"):
    """Note why nobody won a hand of the sheet.

    Attributes:
        entry: the hand's number in the ledger.
        version: the version that the player saw. A later version is not changed.
        why: the id of the reason. None if the wall was used up.
    """

    entry: NonNegative
    version: NonNegative
    why: Identifier | None


class OpenNames(GestureForGame, frozen=True, tag="open-names"):
    """Open the dialog with the players' names."""


class RenamePlayer(GestureForGame, frozen=True, tag="rename"):
    """Change the name of a player of the game.

    Attributes:
        player: the player, counted from 0.
        name: the name. Empty to call the player by a number.
    """

    player: PlayerNumber
    name: TypedText


class FinishGame(GestureForGame, frozen=True, tag="finish"):
    """Finish the game."""


class ReopenGame(GestureForGame, frozen=True, tag="reopen"):
    """Go on with a game that is finished."""


class RemoveGame(GestureForGame, frozen=True, tag="remove-game"):
    """Take the game off this browser's list of games."""


SheetGesture = (
    ShowEntry
    | CloseDialog
    | ChangeEntry
    | DeleteEntry
    | SayWhyDrawn
    | OpenNames
    | RenamePlayer
    | FinishGame
    | ReopenGame
    | RemoveGame
)
