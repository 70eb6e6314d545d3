"""Gestures about the photo of a rack."""

from typing import Annotated, Literal

from msgspec import Meta

from hu.app.page.gestures.fields import GestureForHand, Identifier, NonNegative, Seat, Share


class TakePhotoAgain(GestureForHand, frozen=True, tag="retake"):
    """Take another photo of the tiles on the screen."""


class TapIn(GestureForHand, frozen=True, tag="by-hand"):
    """Tap in the tiles without a photo, or keep the present photo instead of taking another."""


class AskForPhoto(GestureForHand, frozen=True, tag="photo-ask"):
    """Ask whether the photo that was sent has arrived."""


class CancelPhoto(GestureForHand, frozen=True, tag="photo-cancel"):
    """Wait no longer for a photo, by its number."""

    number: NonNegative


class TurnPhoto(GestureForHand, frozen=True, tag="photo-turn"):
    """Turn the photo of a rack clockwise by a quarter, and read it again.

    Attributes:
        seat: the seat of the rack's player. None for the winner's rack.
    """

    seat: Seat | None


class CropPhoto(GestureForHand, frozen=True, tag="photo-crop"):
    """Read only a part of the photo of a rack.

    Attributes:
        seat: the seat of the rack's player. None for the winner's rack.
        part: left, top, right and bottom of the part, as shares of the visible photo.
    """

    seat: Seat | None
    part: tuple[Share, Share, Share, Share]


class ReadRow(GestureForHand, frozen=True, tag="photo-row"):
    """Use a row of tiles on the photo as the hand, or add a meld on the photo to the hand.

    Attributes:
        seat: the seat of the rack's player. None for the winner's rack.
        point: x and y of the point that was tapped on the row or meld, as shares of the visible
            photo.
    """

    seat: Seat | None
    point: tuple[Share, Share]


class TakeHand(GestureForHand, frozen=True, tag="photo-hand"):
    """Give the winner another open hand on the winner's photo.

    Attributes:
        side: the side of the table at which the hand's player sits, counted counter-clockwise from
            the photographer, who has side 0.
    """

    side: Annotated[int, Meta(ge=0, le=3)]


class TakeReading(GestureForHand, frozen=True, tag="photo-reading"):
    """Put a reading of a rack's photo on the rack: the likeliest, or the runner-up.

    Attributes:
        seat: the seat of the rack's player. None for the winner's rack.
        reading: which of the two readings.
    """

    seat: Seat | None
    reading: Literal["likeliest", "runner-up"]


class GivePhoto(GestureForHand, frozen=True, tag="keep"):
    """Give a photo for training, or give it no longer.

    Attributes:
        photo: the key of the photo.
        is_given: whether it is given from now on.
    """

    photo: Identifier
    is_given: bool


class RememberFaces(GestureForHand, frozen=True, tag="remember"):
    """Begin a tile set with the corrected faces of the photo on the screen."""


PhotoGesture = (
    TakePhotoAgain
    | TapIn
    | AskForPhoto
    | CancelPhoto
    | TurnPhoto
    | CropPhoto
    | ReadRow
    | TakeHand
    | TakeReading
    | GivePhoto
    | RememberFaces
)
