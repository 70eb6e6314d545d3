"""Effects on photos: read them, keep them, forget them."""

from msgspec import Struct

from hu.app.page.draft.editing.hand import EditedHand
from hu.app.page.draft.state import Rack
from hu.app.page.gestures.photos import CropPhoto, ReadRow, TurnPhoto
from hu.app.page.sent_files import SentFile, WaitingPhoto


class FindReading(Struct, frozen=True, tag=True):
    """Find the likeliest reading of a photo, or the runner-up.

    Result: ``ReadingFound``, if the photo is still stored and has such a reading.

    Attributes:
        photo: the key of the photo.
        seat: the seat of the player whose rack shows the photo. None for the winner's rack.
        is_runner_up: whether the runner-up is wanted. If not, it is the likeliest reading.
    """

    photo: str
    seat: str | None
    is_runner_up: bool


class FindHands(Struct, frozen=True, tag=True):
    """Find the hands on a photo.

    Result: ``HandsFound``, with the same ``side``, if the photo is still stored.

    Attributes:
        photo: the key of the winner's photo.
        side: the side of the table whose hand becomes the winner's, counted counter-clockwise from
            the photographer, who has side 0. None if the winner keeps the present hand and the
            other players get the others.
    """

    photo: str
    side: int | None = None


class LineUpPhoto(Struct, frozen=True, tag=True):
    """Put a photo into the line of photos to be read. Result: ``PhotoLinedUp`` or ``PhotoRefused``.

    Attributes:
        uploader: the key of the uploader from which it came.
        file: its file.
    """

    uploader: str
    file: SentFile


class UseReadPhoto(Struct, frozen=True, tag=True):
    """Use a photo that has been read, and remove it from the line of photos.

    Result: ``PhotoRead``, ``TilesRead``, ``OriginalNeeded`` or ``PhotoRefused``.

    Attributes:
        photo: the photo in the line.
        question: the id of the question that its tiles answer. Empty for the photo of a rack.
        is_stored: whether to store it, because the rack for which it was taken is on the screen.
    """

    photo: WaitingPhoto
    question: str
    is_stored: bool


class ReadAgain(Struct, frozen=True, tag=True):
    """Read a photo again: turned, cropped, or from another row.

    Result: ``PhotoReadAgain``, if the photo is still stored and can be read in this way.

    Attributes:
        photo: the key of the photo.
        change: the gesture that turns or crops the photo, or chooses the row.
        hand: the hand with the player's corrections. The corrected faces are kept.
    """

    photo: str
    change: TurnPhoto | CropPhoto | ReadRow
    hand: EditedHand


class DropPhoto(Struct, frozen=True, tag=True):
    """Forget a photo that the player did not want to wait for, by its key."""

    photo: str


class KeepOriginal(Struct, frozen=True, tag=True):
    """Store a full photo in place of its smaller copy.

    Attributes:
        photo: the key of the photo.
        content: the bytes of the full photo's file.
    """

    photo: str
    content: bytes


class WriteGivenPhoto(Struct, frozen=True, tag=True):
    """Write the photo of a rack, with its corrected faces, to the photos given for training.

    Result: ``NoticeCame`` with the reason if the photo cannot be written.
    """

    rack: Rack


PhotoEffect = (
    FindReading
    | FindHands
    | LineUpPhoto
    | UseReadPhoto
    | ReadAgain
    | DropPhoto
    | KeepOriginal
    | WriteGivenPhoto
)
