"""Effects on photos: read them, keep them, forget them."""

from msgspec import Struct

from hu.app.page.draft.editing.hand import EditedHand
from hu.app.page.draft.state import Rack
from hu.app.page.gestures.photos import CropPhoto, ReadRow, TurnPhoto
from hu.app.page.sent_files import SentFile, WaitingPhoto


class FindReading(Struct, frozen=True, tag=True):
    """Find a reading of a photo.

    Result: ``ReadingFound``, if the photo is kept and has such a reading.

    Attributes:
        photo: the key of the photo.
        seat: the seat of the player whose rack shows the photo. None for the winner's.
        is_runner_up: whether it is the runner-up. Otherwise it is the likeliest reading.
    """

    photo: str
    seat: str | None
    is_runner_up: bool


class FindHands(Struct, frozen=True, tag=True):
    """Find the hands on a photo.

    Result: ``HandsFound``, with the same ``side``, if the photo is kept.

    Attributes:
        photo: the key of the winner's photo.
        side: the side of the table, as in ``SeenHand``, whose hand becomes the winner's. None if
            the winner keeps the hand and the other players get theirs.
    """

    photo: str
    side: int | None = None


class LineUpPhoto(Struct, frozen=True, tag=True):
    """Put a photo into the line of photos to be read. Result: ``PhotoCame`` or ``PhotoRefused``.

    Attributes:
        uploader: the key of the uploader from which it came.
        file: its file.
    """

    uploader: str
    file: SentFile


class TakePhoto(Struct, frozen=True, tag=True):
    """Use a photo that has been read, and remove it from the line of photos.

    Result: ``PhotoRead``, ``TilesRead``, ``OriginalNeeded`` or ``PhotoRefused``.

    Attributes:
        photo: the photo, which waits in the line.
        question: the question that its tiles answer. Empty for the photo of a rack.
        is_stored: whether it is stored, because the rack for which it was taken is on the screen.
    """

    photo: WaitingPhoto
    question: str
    is_stored: bool


class ReadAgain(Struct, frozen=True, tag=True):
    """Read a photo again: turned, cropped, or from another row. Result: ``PhotoReadAgain``.

    Attributes:
        photo: the key of the photo.
        change: the way in which it is to be read this time.
        hand: the hand with the player's corrections. Faces that the player corrected stay.
    """

    photo: str
    change: TurnPhoto | CropPhoto | ReadRow
    hand: EditedHand


class DropPhoto(Struct, frozen=True, tag=True):
    """Forget a photo that the player did not want to wait for."""

    photo: str


class KeepOriginal(Struct, frozen=True, tag=True):
    """Keep a photo itself in place of its smaller copy.

    Attributes:
        photo: the photo's key.
        content: the file.
    """

    photo: str
    content: bytes


class WriteGivenPhoto(Struct, frozen=True, tag=True):
    """Write the photo of a rack, with its corrected faces, to the photos given for training."""

    rack: Rack


PhotoEffect = (
    FindReading
    | FindHands
    | LineUpPhoto
    | TakePhoto
    | ReadAgain
    | DropPhoto
    | KeepOriginal
    | WriteGivenPhoto
)
