"""Events about the hand in work, its game and its sheet."""

from collections.abc import Sequence

from msgspec import Struct

from hu.app.ledger.values import Entry, Game
from hu.app.page.draft.state import Draft


class DraftOpened(Struct, frozen=True, tag=True):
    """The browser's hand of a game was opened, or its hand without a game.

    Attributes:
        game_code: the code of the game. Empty without a game.
        draft: the hand that the browser left in the game, or a new hand.
    """

    game_code: str
    draft: Draft


class SheetRead(Struct, frozen=True, tag=True):
    """The sheet of the game was read. Other phones may have changed it.

    Attributes:
        game: the game.
        entries: the entries of its sheet, the oldest first.
    """

    game: Game
    entries: Sequence[Entry]


class HandSaved(Struct, frozen=True, tag=True):
    """A hand is on the sheet.

    Attributes:
        entry: the entry of the hand.
        replaced_entry: the entry before the hand changed it. None for a new entry.
        number: the number of the hand on the sheet, from 1. 0 if another phone has just taken it
            off.
        is_saved_now: whether the hand was saved now, as a new entry or in place of an entry. If
            not, it was on the sheet already, and the tap on Save was a repetition.
        is_noted_as_drawn: whether a single tap noted that nobody won. The other phones can then
            undo it.
    """

    entry: Entry
    replaced_entry: Entry | None
    number: int
    is_saved_now: bool = True
    is_noted_as_drawn: bool = False


class HandBegun(Struct, frozen=True, tag=True):
    """An empty hand was begun."""

    draft: Draft


class HandTakenOff(Struct, frozen=True, tag=True):
    """A saved hand was taken off the sheet.

    Attributes:
        draft: the same hand, to go on with. None if it cannot be read from its entry.
    """

    draft: Draft | None


class EntryOpened(Struct, frozen=True, tag=True):
    """A hand of the sheet was opened to be changed."""

    draft: Draft


class HandMoved(Struct, frozen=True, tag=True):
    """The hand without a game has become the next hand of a game.

    Attributes:
        code: the code of the game.
        fresh: an empty hand, which becomes the hand without a game.
        before: the hand that this browser had in work in the game before. None if it had none.
    """

    code: str
    fresh: Draft
    before: Draft | None


HandEvent = DraftOpened | SheetRead | HandSaved | HandBegun | HandTakenOff | EntryOpened | HandMoved
