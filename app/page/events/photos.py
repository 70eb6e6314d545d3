"""Events about the photos of a hand."""

from msgspec import Struct

from hu.app.page.draft.editing.hand import EditedHand
from hu.app.page.draft.racks import SeenHand
from hu.app.page.photos.photo import Note
from hu.app.page.sent_files import SentFile


class PhotoFileCame(Struct, frozen=True, tag=True):
    """The file of a photo has come.

    Attributes:
        uploader: the key of the uploader from which it came, here and below: ``SNAP`` for a rack's
            photo, ``ASK`` with the question's id for a photo that answers a question.
        file: the file. The photo of a question has the number 0.
    """

    uploader: str
    file: SentFile


class PhotoReady(Struct, frozen=True, tag=True):
    """A photo that waited was read, or could not be read.

    Attributes:
        ticket: names its place in the line of photos, here and below.
    """

    ticket: str


class PhotoCame(Struct, frozen=True, tag=True):
    """A photo has joined the line of photos and waits to be read.

    Attributes:
        uploader: the key of its uploader.
        number: its number. 0 for a question's.
        ticket: its ticket.
    """

    uploader: str
    number: int
    ticket: str


class PhotoRead(Struct, frozen=True, tag=True):
    """A photo of a rack was read.

    Attributes:
        number: the photo's number.
        hands: the hands that it shows, that of the rack first.
    """

    number: int
    hands: tuple[SeenHand, ...]


class TilesRead(Struct, frozen=True, tag=True):
    """A photo for a question was read.

    Attributes:
        uploader: the key of the photo's uploader.
        question: the id of the question.
        faces: the faces of the tiles that answer it.
    """

    uploader: str
    question: str
    faces: tuple[str, ...]


class PhotoRefused(Struct, frozen=True, tag=True):
    """A photo could not be taken or read.

    Attributes:
        uploader: the key of its uploader.
        number: its number. 0 for a question's.
        note: the message with the reason.
    """

    uploader: str
    number: int
    note: Note


class OriginalNeeded(Struct, frozen=True, tag=True):
    """The browser sent a smaller copy of a photo, in which the tiles are too small to be read.

    Attributes:
        number: the photo's number.
    """

    number: int


class OriginalCame(Struct, frozen=True, tag=True):
    """The photo itself has come in place of a smaller copy.

    Attributes:
        photo: the photo's key.
        content: the file.
    """

    photo: str
    content: bytes


class PhotoReadAgain(Struct, frozen=True, tag=True):
    """The photo of the rack on the screen was read again: its hands, that of the rack first."""

    hands: tuple[SeenHand, ...]


class ReadingFound(Struct, frozen=True, tag=True):
    """A reading of the photo of a rack.

    Attributes:
        photo: the key of the photo.
        seat: whose rack shows it. None for the winner's.
        hand: the tiles of the reading.
    """

    photo: str
    seat: str | None
    hand: EditedHand


class HandsFound(Struct, frozen=True, tag=True):
    """The hands on the winner's photo, the winner's first.

    Attributes:
        hands: the hands.
        side: the side of the table, as in ``SeenHand``, whose hand becomes the winner's. None if
            the winner keeps the first hand and the other players get theirs.
    """

    hands: tuple[SeenHand, ...]
    side: int | None


PhotoEvent = (
    PhotoFileCame
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
)
