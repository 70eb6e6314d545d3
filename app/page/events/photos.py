"""Events about the photos of a hand."""

from msgspec import Struct

from hu.app.page.draft.editing.hand import EditedHand
from hu.app.page.draft.racks import SeenHand
from hu.app.page.photos.photo import Note
from hu.app.page.sent_files import SentFile


class PhotoFileCame(Struct, frozen=True, tag=True):
    """The file of a photo has come.

    Attributes:
        uploader: the key of the uploader from which it came: ``state.SNAP`` for a rack's photo,
            ``state.ASK`` and the question's id for a photo that answers a question.
        file: the file. The photo of a question has the number 0.
    """

    uploader: str
    file: SentFile


class PhotoDone(Struct, frozen=True, tag=True):
    """A photo that waited was read, or could not be read.

    Attributes:
        ticket: names the photo in the line of photos.
    """

    ticket: str


class PhotoLinedUp(Struct, frozen=True, tag=True):
    """A photo has joined the line of photos and waits to be read.

    Attributes:
        uploader: the key of its uploader.
        number: the number of a rack's photo, counted from 1. 0 for a photo that answers a question.
        ticket: names the photo in the line of photos.
    """

    uploader: str
    number: int
    ticket: str


class PhotoRead(Struct, frozen=True, tag=True):
    """A photo of a rack was read.

    Attributes:
        number: the photo's number.
        hands: the hands that it shows. The hand of the rack is the first.
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
    """A photo was refused: there was no room in the line, or the photo could not be read.

    Attributes:
        uploader: the key of its uploader.
        number: the number of a rack's photo, counted from 1. 0 for a photo that answers a question.
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
    """The full photo has come, of which the browser had sent a smaller copy.

    Attributes:
        photo: the photo's key.
        content: the file.
    """

    photo: str
    content: bytes


class PhotoReadAgain(Struct, frozen=True, tag=True):
    """The photo of the rack on the screen was read again.

    Attributes:
        hands: the hands that it shows. The hand of the rack is the first.
    """

    hands: tuple[SeenHand, ...]


class ReadingFound(Struct, frozen=True, tag=True):
    """A reading of a rack's photo was found: the likeliest, or the runner-up.

    Attributes:
        photo: the key of the photo.
        seat: the seat of the rack's player. None for the winner's rack.
        hand: the tiles of the reading.
    """

    photo: str
    seat: str | None
    hand: EditedHand


class HandsFound(Struct, frozen=True, tag=True):
    """The hands on the winner's photo were found.

    Attributes:
        hands: the hands, the winner's first.
        side: the side of the table whose hand becomes the winner's, counted counter-clockwise from
            the photographer, who has side 0. None if the winner keeps the first hand and the other
            players get the others.
    """

    hands: tuple[SeenHand, ...]
    side: int | None


PhotoEvent = (
    PhotoFileCame
    | PhotoDone
    | PhotoLinedUp
    | PhotoRead
    | TilesRead
    | PhotoRefused
    | OriginalNeeded
    | OriginalCame
    | PhotoReadAgain
    | ReadingFound
    | HandsFound
)
