"""Everything that an event asks for beside a changed state, as data. ``perform.py`` does it.

Effects name all that leads out of the page: the ledger, photos, tile sets, the address. Their
results come back as the events of ``events.py``.
"""

from collections.abc import Mapping

from msgspec import Struct

from hu.app.ledger.values import Entry
from hu.app.page.draft.editing.hand import EditedHand
from hu.app.page.draft.state import Draft, Rack
from hu.app.page.gestures.photos import CropPhoto, ReadRow, TurnPhoto
from hu.app.page.gestures.sheet import DeleteEntry, SayWhyDrawn
from hu.app.page.gestures.tile_sets import TakeFaceBack
from hu.app.page.photos.photo import Note
from hu.app.page.teaching import TeachingPhoto
from hu.scoring.options import OptionValue


class _Effect(Struct, frozen=True, tag=True):
    """Something to be done."""


# Photos


class FindReading(_Effect, frozen=True):
    """Find a reading of a photo.

    Result: ``ReadingFound``, if the photo is kept and has such a reading.

    Attributes:
        photo: the key of the photo.
        seat: whose rack shows the photo. None for the winner's.
        is_runner_up: whether it is the runner-up. Otherwise it is the likeliest reading.
    """

    photo: str
    seat: str | None
    is_runner_up: bool


class FindHands(_Effect, frozen=True):
    """Find the hands on a photo.

    Result: ``HandsFound``, with the same ``side``, if the photo is kept.

    Attributes:
        photo: the key of the winner's photo.
        side: the side of the hand that becomes the winner's; None to give the other players their
            hands.
    """

    photo: str
    side: int | None = None


class LineUpPhoto(_Effect, frozen=True):
    """Put a photo into the line of photos to be read. Result: ``PhotoCame`` or ``PhotoRefused``.

    Attributes:
        uploader: where it came from.
        number: its number; 0 for a question's.
        original_px: the long side in pixels of the photo of which the file is a smaller copy. 0 if
            the file is to be read as it is.
        name: the name of the file.
        content: its bytes.
    """

    uploader: str
    number: int
    original_px: int
    name: str
    content: bytes


class TakePhoto(_Effect, frozen=True):
    """Take a photo that was read out of the line.

    Result: ``PhotoRead``, ``TilesRead``, ``OriginalNeeded`` or ``PhotoRefused``.

    Attributes:
        ticket: its place in the line.
        uploader: where it came from.
        number: its number; 0 for a question's.
        question: the question that its tiles answer. Empty for the photo of a rack.
        is_kept: whether it is kept for the rack on the screen.
    """

    ticket: str
    uploader: str
    number: int
    question: str
    is_kept: bool


class ReadAgain(_Effect, frozen=True):
    """Read a photo again, turned, cropped, or from another row. Result: ``PhotoReadAgain``.

    Attributes:
        photo: the key of the photo.
        rules: the rule set of the hand.
        change: how it is read now.
        hand: the hand as it has been corrected. The faces that a person gave stay.
    """

    photo: str
    rules: str
    change: TurnPhoto | CropPhoto | ReadRow
    hand: EditedHand


class DropPhoto(_Effect, frozen=True):
    """Forget a photo that the player did not want to wait for."""

    photo: str


class KeepOriginal(_Effect, frozen=True):
    """Keep a photo itself in place of its smaller copy.

    Attributes:
        photo: the photo's key.
        content: the file.
    """

    photo: str
    content: bytes


class KeepPhoto(_Effect, frozen=True):
    """Write the photo of a rack, which the player gives, with the corrected labels."""

    rack: Rack


# Tile sets


class Learn(_Effect, frozen=True):
    """Teach the set in use what a correction changed.

    Attributes:
        photo: the key of the photo.
        changed: each tile's face before and after the correction, by the tile's number.
    """

    photo: str
    changed: Mapping[int, tuple[str, str]]


class LearnFromHand(_Effect, frozen=True):
    """Teach the set in use the faces of a saved hand that it does not know."""

    draft: Draft


class BeginSet(_Effect, frozen=True):
    """Begin a set with the corrections of a rack's photo, and use it."""

    rack: Rack


class UseTileSet(_Effect, frozen=True):
    """Use a tile set from now on, or none if the name is empty.

    Result without a game: ``SetChosen``.
    """

    name: str


class ForgetFace(_Effect, frozen=True):
    """Take back a face that a set has learned."""

    face: TakeFaceBack


class WriteFaces(_Effect, frozen=True):
    """Write a set's faces beside the photos that players gave. Result: ``Undoable``."""

    name: str


class DeleteFaces(_Effect, frozen=True):
    """Delete the faces of a set that were written for training."""

    name: str


class DeleteSet(_Effect, frozen=True):
    """Forget a set. Result: ``Undoable``."""

    name: str


class ReadTeachingPhoto(_Effect, frozen=True):
    """Read a photo of a new set. Result: ``TeachingPhotoRead``.

    Attributes:
        name: the name of the file.
        content: its bytes.
    """

    name: str
    content: bytes


class DropTeachingPhoto(_Effect, frozen=True):
    """Forget what a photo of a new set shows."""

    ticket: str


class ReadLesson(_Effect, frozen=True):
    """Find the faces of a new set on its photos, which have been read.

    Result: ``LessonRead``, or ``SetTaught`` if nothing is in doubt.

    Attributes:
        name: the name of the set.
        photos: its photos.
    """

    name: str
    photos: tuple[TeachingPhoto, ...]


class AnswerLesson(_Effect, frozen=True):
    """Settle what the photos of a new set leave in doubt. Result: as ``ReadLesson``.

    Attributes:
        name: the name of the set.
        source: the names of its photos.
        ticket: what they show.
        faces: the faces of the doubtful tiles that were named, by their positions. Empty for a tile
            that is left out.
    """

    name: str
    source: str
    ticket: str
    faces: Mapping[int, str]


class PutBackSet(_Effect, frozen=True):
    """Put a set back that was forgotten.

    Attributes:
        name: its name.
        content: its file.
    """

    name: str
    content: bytes


class TakeInSet(_Effect, frozen=True):
    """Take over a set from a file that somebody sent.

    Attributes:
        name: the name of the file.
        content: its bytes.
    """

    name: str
    content: bytes


# The sheet


class SaveHand(_Effect, frozen=True):
    """Put a hand on the sheet, unless an entry has the token.

    Result: ``HandSaved`` or ``Refusal``.
    """

    token: str
    draft: Draft


class SaveDrawn(_Effect, frozen=True):
    """Note a hand that nobody won and for which nobody pays.

    Result: ``HandSaved`` or ``Refusal``.
    """

    draft: Draft


class BeginHand(_Effect, frozen=True):
    """Begin the next hand of the game, or a hand without a game. Result: ``HandBegun``."""


class TakeOff(_Effect, frozen=True):
    """Take a hand that was saved off the sheet again, or undo its change. Result: ``HandTakenOff``.

    Attributes:
        code: the game.
        entry: the hand.
        replaced_entry: the entry as it was, if the hand changed one.
    """

    code: str
    entry: Entry
    replaced_entry: Entry | None


class OpenEntry(_Effect, frozen=True):
    """Open a hand of the sheet to change it. Result: ``EntryOpened``."""

    entry: int


class WithdrawEntry(_Effect, frozen=True):
    """Take an entry off the sheet and offer the table to undo that."""

    entry: DeleteEntry


class NoteWhyDrawn(_Effect, frozen=True):
    """Note on the sheet why nobody won."""

    why: SayWhyDrawn


class EnterPayment(_Effect, frozen=True):
    """Put a payment on the sheet.

    Attributes:
        payer: the player who pays, counted from 0.
        payee: the player who is paid.
        amount: the points.
        reason: what it is for.
        known: how many entries the sheet had when it was filled in.
    """

    payer: int
    payee: int
    amount: int
    reason: str
    known: int


class RemoveEntry(_Effect, frozen=True):
    """Take an entry off a sheet."""

    code: str
    entry: Entry


class RestoreEntry(_Effect, frozen=True):
    """Put an entry back where it was on a sheet."""

    code: str
    entry: Entry


# Games


class StartGame(_Effect, frozen=True):
    """Begin a game. Result: ``GameBegun``.

    Attributes:
        rules: the rule set.
        players: the names, three or four; empty for a player without a name.
        title: what the table calls the evening.
        options: what the table has agreed on.
    """

    rules: str
    players: tuple[str, ...]
    title: str
    options: Mapping[str, OptionValue]


class PlaceHand(_Effect, frozen=True):
    """Make a hand without a game the next hand of a game. Result: ``HandMoved``."""

    code: str
    draft: Draft


class NamePlayer(_Effect, frozen=True):
    """Change the name of a player of the open game, counted from 0. Empty for a number instead."""

    player: int
    name: str


class EndGame(_Effect, frozen=True):
    """Finish the game and offer the table to undo that."""


class ContinueGame(_Effect, frozen=True):
    """Go on with the game, also after its last hand."""


class UnendGame(_Effect, frozen=True):
    """Take back that a game was finished."""

    code: str


class ForgetGame(_Effect, frozen=True):
    """Take the game off this browser's list. Result: ``Undoable``."""


class ListGame(_Effect, frozen=True):
    """Put a game on this browser's list again."""

    code: str


class FindGame(_Effect, frozen=True):
    """Open the game that has a code, which may be a guess. Result: ``GameFound``."""

    code: str


class TakeInGames(_Effect, frozen=True):
    """Take in the games of a file. Result: ``GameFound`` for the last of them.

    Attributes:
        name: the name of the file.
        content: its bytes.
    """

    name: str
    content: bytes


class ReadHouseRules(_Effect, frozen=True):
    """Read a file of house rules for a new game. Result: ``HouseRead`` or ``Refusal``.

    Attributes:
        rules: the rule set of the new game.
        name: the name of the file.
        content: its bytes.
    """

    rules: str
    name: str
    content: bytes


class KeepDraft(_Effect, frozen=True):
    """Keep a hand of another game."""

    place: str
    draft: Draft


# What can be undone


class OfferToTable(_Effect, frozen=True):
    """Offer the phones of a table to undo something.

    Attributes:
        note: says what was done.
        deed: undoes it.
        only_others: whether this browser is offered it in another way.
    """

    note: Note
    deed: RemoveEntry | RestoreEntry | UnendGame
    only_others: bool = False


class WithdrawOffer(_Effect, frozen=True):
    """Withdraw what the phones of this table can undo."""


class TakeOffer(_Effect, frozen=True):
    """Do what the phones of this table can undo, if its key is still this one."""

    key: str


Effect = (
    FindHands
    | FindReading
    | LineUpPhoto
    | TakePhoto
    | ReadAgain
    | DropPhoto
    | KeepOriginal
    | KeepPhoto
    | Learn
    | LearnFromHand
    | BeginSet
    | UseTileSet
    | ForgetFace
    | WriteFaces
    | DeleteFaces
    | DeleteSet
    | ReadTeachingPhoto
    | DropTeachingPhoto
    | ReadLesson
    | AnswerLesson
    | PutBackSet
    | TakeInSet
    | SaveHand
    | SaveDrawn
    | BeginHand
    | TakeOff
    | OpenEntry
    | WithdrawEntry
    | NoteWhyDrawn
    | EnterPayment
    | RemoveEntry
    | RestoreEntry
    | StartGame
    | PlaceHand
    | NamePlayer
    | EndGame
    | ContinueGame
    | UnendGame
    | ForgetGame
    | ListGame
    | FindGame
    | TakeInGames
    | ReadHouseRules
    | KeepDraft
    | OfferToTable
    | WithdrawOffer
    | TakeOffer
)
