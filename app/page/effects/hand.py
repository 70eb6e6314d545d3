"""Effects on the hand in work: begin it, save it, keep it."""

from msgspec import Struct

from hu.app.ledger.values import Entry
from hu.app.page.draft.state import Draft


class SaveHand(Struct, frozen=True, tag=True):
    """Put a hand on the sheet, unless an entry on the sheet has the hand's token already.

    Result: ``HandSaved``, or ``NoticeCame`` with the reason why the hand cannot be saved. There is
    no result if the screen shows that reason already, or if another hand is in work by now.

    Attributes:
        token: the token of the hand for which the player tapped on Save.
        draft: the hand in work.
    """

    token: str
    draft: Draft


class SaveDrawn(Struct, frozen=True, tag=True):
    """Put a hand on the sheet that nobody won and for which nobody pays.

    Result: ``HandSaved``, or ``NoticeCame`` with the reason why the hand cannot be saved.
    """

    draft: Draft


class BeginHand(Struct, frozen=True, tag=True):
    """Begin the next hand of the game, or a hand without a game. Result: ``HandBegun``."""


class TakeHandOff(Struct, frozen=True, tag=True):
    """Undo that a hand was saved. Result: ``HandTakenOff`` if the hand was a new entry.

    Attributes:
        code: the code of the game.
        entry: the entry of the hand.
        replaced_entry: the entry before the hand changed it, which is put back. None for a new
            entry, which is taken off the sheet.
    """

    code: str
    entry: Entry
    replaced_entry: Entry | None


class PlaceHand(Struct, frozen=True, tag=True):
    """Make a hand without a game the next hand of a game. Result: ``HandMoved``.

    Attributes:
        code: the code of the game.
        draft: the hand.
    """

    code: str
    draft: Draft


class KeepDraft(Struct, frozen=True, tag=True):
    """Store a hand in work for this browser, which gets it back with the hand's game.

    Attributes:
        game_code: the code of the hand's game. Empty for a hand without a game.
        draft: the hand.
    """

    game_code: str
    draft: Draft


HandEffect = SaveHand | SaveDrawn | BeginHand | TakeHandOff | PlaceHand | KeepDraft
