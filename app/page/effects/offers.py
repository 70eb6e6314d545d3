"""Effects on the offer to undo an action, which the phones of a table share."""

from msgspec import Struct

from hu.app.page.effects.games import UnendGame
from hu.app.page.effects.sheet import RestoreEntry, UndoNewEntry
from hu.app.page.photos.photo import Note


class OfferToTable(Struct, frozen=True, tag=True):
    """Offer the phones of a table to undo an action.

    Attributes:
        note: the message that names the action.
        reversal: the effect that undoes it.
        is_for_others_only: whether only the other phones of the table get the offer, because this
            browser has a button of its own to undo the action.
    """

    note: Note
    reversal: UndoNewEntry | RestoreEntry | UnendGame
    is_for_others_only: bool = False


class WithdrawOffer(Struct, frozen=True, tag=True):
    """Withdraw the offer to undo from the phones of this table."""


class TakeOffer(Struct, frozen=True, tag=True):
    """Undo the last action at this table, if this browser can undo it now.

    Attributes:
        key: the key of the offer that the player tapped on. Another offer may have replaced it.
    """

    key: str


OfferEffect = OfferToTable | WithdrawOffer | TakeOffer
