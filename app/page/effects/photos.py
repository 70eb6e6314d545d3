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
        seat: whose rack shows the photo. None for the winner's.
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
        side: the side of the hand that becomes the winner's. None to give the other players their
            hands.
    """

    photo: str
    side: int | None = None


class LineUpPhoto(Struct, frozen=True, tag=True):
    """Put a photo into the line of photos to be read. Result: ``PhotoCame`` or ``PhotoRefused``.

    Attributes:
        uploader: where it came from.
        file: its file.
    """

    uploader: str
    file: SentFile


class TakePhoto(Struct, frozen=True, tag=True):
    """Take a photo that was read out of the line.

    Result: ``PhotoRead``, ``TilesRead``, ``OriginalNeeded`` or ``PhotoRefused``.

    Attributes:
        photo: the photo, which waits in the line.
        question: the question that its tiles answer. Empty for the photo of a rack.
        is_kept: whether it is kept for the rack on the screen.
    """

    photo: WaitingPhoto
    question: str
    is_kept: bool


class ReadAgain(Struct, frozen=True, tag=True):
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


class KeepPhoto(Struct, frozen=True, tag=True):
    """Write the photo of a rack, which the player gives, with the corrected labels."""

    rack: Rack


PhotoEffect = (
    FindReading
    | FindHands
    | LineUpPhoto
    | TakePhoto
    | ReadAgain
    | DropPhoto
    | KeepOriginal
    | KeepPhoto
)
