"""Effects on what the phones of a table can undo."""

from msgspec import Struct

from hu.app.page.effects.games import UnendGame
from hu.app.page.effects.sheet import RemoveEntry, RestoreEntry
from hu.app.page.photos.photo import Note


class OfferToTable(Struct, frozen=True, tag=True):
    """Offer the phones of a table to undo something.

    Attributes:
        note: says what was done.
        deed: undoes it.
        only_others: whether this browser is offered it in another way.
    """

    note: Note
    deed: RemoveEntry | RestoreEntry | UnendGame
    only_others: bool = False


class WithdrawOffer(Struct, frozen=True, tag=True):
    """Withdraw what the phones of this table can undo."""


class TakeOffer(Struct, frozen=True, tag=True):
    """Do what the phones of this table can undo, if its key is still this one."""

    key: str


OfferEffect = OfferToTable | WithdrawOffer | TakeOffer
