"""Events that do not come from gestures: results of effects, and changes that others have made.

See ``gestures/`` for the gestures themselves.
"""

from collections.abc import Sequence

from msgspec import Struct

from hu.app.ledger.values import Entry, Game
from hu.app.page.draft.editing.hand import EditedHand
from hu.app.page.draft.racks import SeenHand
from hu.app.page.draft.state import Draft
from hu.app.page.gestures.tap import Gesture, Tap
from hu.app.page.photos.photo import Note
from hu.app.page.state import Deed
from hu.app.page.teaching import Teaching, TeachingPhoto
from hu.scoring.rule_set.house import HouseRules


class _Event(Struct, frozen=True, tag=True):
    """Something that has happened."""


# Where the visit is


class DraftOpened(_Event, frozen=True):
    """The hand in work of a game, or of no game, was found.

    Attributes:
        place: the code of the game; empty without a game.
        draft: the hand that the browser left there, or a new one.
    """

    place: str
    draft: Draft


class SheetRead(_Event, frozen=True):
    """The sheet of the game as it is now, which others may have changed."""

    game: Game
    entries: Sequence[Entry]


# Photos and files


class FileCame(_Event, frozen=True):
    """A file has come from the browser and is out of Streamlit's hands.

    Attributes:
        uploader: where it came from.
    """

    uploader: str


class SetFileCame(_Event, frozen=True):
    """A file of a tile set has come."""

    name: str
    content: bytes


class GamesFileCame(_Event, frozen=True):
    """A file of games has come."""

    name: str
    content: bytes


class HouseFileCame(_Event, frozen=True):
    """A file of house rules has come for a new game by some rules."""

    rules: str
    name: str
    content: bytes


class PhotoFileCame(_Event, frozen=True):
    """The file of a photo has come.

    Attributes:
        uploader: where it came from.
        number: its number; 0 for a question's.
        original_px: the long side in pixels of the photo of which the file is a smaller copy. 0 if
            the file is as the player chose it.
        name: the name of the file.
        content: its bytes.
    """

    uploader: str
    number: int
    original_px: int
    name: str
    content: bytes


class PhotoReady(_Event, frozen=True):
    """A photo that waited was read, or could not be read.

    Attributes:
        ticket: its place in the line of photos.
    """

    ticket: str


class PhotoCame(_Event, frozen=True):
    """A photo has joined the line of photos and waits to be read.

    Attributes:
        uploader: where it came from.
        number: its number; 0 for a question's.
        ticket: its place in the line of photos.
    """

    uploader: str
    number: int
    ticket: str


class PhotoRead(_Event, frozen=True):
    """A photo of a rack was read: the hands that it shows, that of the rack first."""

    number: int
    hands: tuple[SeenHand, ...]


class TilesRead(_Event, frozen=True):
    """A photo for a question was read: the tiles that answer the question."""

    uploader: str
    question: str
    faces: tuple[str, ...]


class PhotoRefused(_Event, frozen=True):
    """A photo could not be taken or read."""

    uploader: str
    number: int
    note: Note


class OriginalNeeded(_Event, frozen=True):
    """The browser sent a smaller copy of a photo, in which the tiles are too small to be read.

    Attributes:
        number: the photo's number.
    """

    number: int


class OriginalCame(_Event, frozen=True):
    """The photo itself has come in place of a smaller copy.

    Attributes:
        photo: the photo's key.
        content: the file.
    """

    photo: str
    content: bytes


class PhotoReadAgain(_Event, frozen=True):
    """The photo of the rack on the screen was read again: its hands, that of the rack first."""

    hands: tuple[SeenHand, ...]


class ReadingFound(_Event, frozen=True):
    """A reading of the photo of a rack.

    Attributes:
        photo: the key of the photo.
        seat: whose rack shows it. None for the winner's.
        hand: the tiles of the reading.
    """

    photo: str
    seat: str | None
    hand: EditedHand


class HandsFound(_Event, frozen=True):
    """The hands on the winner's photo, the winner's first.

    Attributes:
        hands: the hands.
        side: the side of the hand that becomes the winner's; None to give the other players their
            hands.
    """

    hands: tuple[SeenHand, ...]
    side: int | None


# The hand and its game


class HandSaved(_Event, frozen=True):
    """A hand is on the sheet.

    Attributes:
        entry: the hand.
        replaced_entry: the entry as it was, if the hand changed one.
        number: the number of the hand on the sheet.
        is_new: whether it was put there now. If not, it was there already.
        is_drawn_tap: whether a single tap noted it as drawn. The other phones can then remove it.
    """

    entry: Entry
    replaced_entry: Entry | None
    number: int
    is_new: bool = True
    is_drawn_tap: bool = False


class HandBegun(_Event, frozen=True):
    """An empty hand was begun."""

    draft: Draft


class HandTakenOff(_Event, frozen=True):
    """A saved hand is off the sheet: the hand to go on with, None if there is none."""

    draft: Draft | None


class EntryOpened(_Event, frozen=True):
    """A hand of the sheet was opened to be changed."""

    draft: Draft


class HandMoved(_Event, frozen=True):
    """The hand without a game has become the next hand of a game.

    Attributes:
        code: the game.
        fresh: an empty hand without a game.
        before: the hand that was in work in the game.
    """

    code: str
    fresh: Draft
    before: Draft | None


class GameBegun(_Event, frozen=True):
    """A game was begun."""

    code: str


class GameFound(_Event, frozen=True):
    """A game was found that is to be opened."""

    code: str


class HouseRead(_Event, frozen=True):
    """House rules for a new game were read."""

    house: HouseRules


class SetChosen(_Event, frozen=True):
    """A tile set is in use without a game; empty for none."""

    name: str


class TeachingPhotoCame(_Event, frozen=True):
    """A photo of a tile set that is being taught has come."""

    name: str
    content: bytes


class TeachingPhotoRead(_Event, frozen=True):
    """A photo of a tile set that is being taught was read."""

    photo: TeachingPhoto


class LessonRead(_Event, frozen=True):
    """The photos of a new tile set were read, and leave faces in doubt."""

    teaching: Teaching


class SetTaught(_Event, frozen=True):
    """A new tile set was saved."""

    name: str


# What is said and undone


class Told(_Event, frozen=True):
    """Something has to be said at a place of the page."""

    place: str
    note: Note


class Undoable(_Event, frozen=True):
    """Something was done that this browser can undo."""

    note: Note
    deed: Deed


Result = (
    DraftOpened
    | SheetRead
    | FileCame
    | SetFileCame
    | GamesFileCame
    | HouseFileCame
    | PhotoFileCame
    | PhotoReady
    | PhotoCame
    | PhotoRead
    | TilesRead
    | PhotoRefused
    | OriginalNeeded
    | OriginalCame
    | PhotoReadAgain
    | ReadingFound
    | HandsFound
    | HandSaved
    | HandBegun
    | HandTakenOff
    | EntryOpened
    | HandMoved
    | GameBegun
    | GameFound
    | HouseRead
    | SetChosen
    | TeachingPhotoCame
    | TeachingPhotoRead
    | LessonRead
    | SetTaught
    | Told
    | Undoable
)
#: All that ``reduce.apply`` takes: a numbered gesture, a gesture of a button, or a result.
Event = Tap | Gesture | Result
