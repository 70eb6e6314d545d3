"""Effects on the entries of a sheet."""

from msgspec import Struct

from hu.app.ledger.values import Entry
from hu.app.page.gestures.sheet import DeleteEntry, SayWhyDrawn


class OpenEntry(Struct, frozen=True, tag=True):
    """Open a hand of the sheet to change it. Result: ``EntryOpened``.

    Attributes:
        entry: the number of its entry in the ledger.
    """

    entry: int


class WithdrawEntry(Struct, frozen=True, tag=True):
    """Take an entry off the sheet, and offer the table to undo that.

    Attributes:
        deletion: the player's gesture. It names the entry, and the version that the player saw.
    """

    deletion: DeleteEntry


class NoteWhyDrawn(Struct, frozen=True, tag=True):
    """Note on the sheet why nobody won.

    Attributes:
        answer: the player's gesture. It names the entry, the version that the player saw, and the
            reason.
    """

    answer: SayWhyDrawn


class EnterPayment(Struct, frozen=True, tag=True):
    """Put a payment on the sheet.

    Attributes:
        payer: the player who pays, counted from 0.
        payee: the player who is paid, counted from 0.
        amount: the points that are paid.
        reason: the reason that the players wrote. Empty for none.
        known: how many entries the sheet had when the form was filled in.
    """

    payer: int
    payee: int
    amount: int
    reason: str
    known: int


class UndoNewEntry(Struct, frozen=True, tag=True):
    """Take an entry off a sheet, to undo that it was added.

    Attributes:
        code: the code of the game.
        entry: the entry as it was added. A later version is not taken off.
    """

    code: str
    entry: Entry


class RestoreEntry(Struct, frozen=True, tag=True):
    """Put an entry back on a sheet, at its earlier place, to undo that it was taken off.

    Attributes:
        code: the code of the game.
        entry: the entry that was taken off.
    """

    code: str
    entry: Entry


SheetEffect = OpenEntry | WithdrawEntry | NoteWhyDrawn | EnterPayment | UndoNewEntry | RestoreEntry
