"""Events about the hand in work, its game and its sheet."""

from collections.abc import Sequence

from msgspec import Struct

from hu.app.ledger.values import Entry, Game
from hu.app.page.draft.state import Draft


class DraftOpened(Struct, frozen=True, tag=True):
    """The hand in work of a game, or of no game, was found.

    Attributes:
        place: the code of the game. Empty without a game.
        draft: the hand that the browser left there, or a new one.
    """

    place: str
    draft: Draft


class SheetRead(Struct, frozen=True, tag=True):
    """The sheet of the game as it is now, which others may have changed.

    Attributes:
        game: the game.
        entries: the columns of its sheet, the oldest first.
    """

    game: Game
    entries: Sequence[Entry]


class HandSaved(Struct, frozen=True, tag=True):
    """A hand is on the sheet.

    Attributes:
        entry: the hand.
        replaced_entry: the entry as it was, if the hand changed one.
        number: the number of the hand on the sheet.
        is_saved_now: whether it was saved now, as a new entry or in place of one. If not, it was
            there already, and the tap on Save had come before.
        is_noted_as_drawn: whether a single tap noted it as drawn. The other phones can then remove
            it.
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
    """A saved hand is off the sheet.

    Attributes:
        draft: the hand to go on with. None if there is none.
    """

    draft: Draft | None


class EntryOpened(Struct, frozen=True, tag=True):
    """A hand of the sheet was opened to be changed."""

    draft: Draft


class HandMoved(Struct, frozen=True, tag=True):
    """The hand without a game has become the next hand of a game.

    Attributes:
        code: the game.
        fresh: an empty hand, which stays behind without a game.
        before: the hand that this browser had in work in the game. None if there was none.
    """

    code: str
    fresh: Draft
    before: Draft | None


HandEvent = DraftOpened | SheetRead | HandSaved | HandBegun | HandTakenOff | EntryOpened | HandMoved
