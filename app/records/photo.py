"""The record of a photo without the places of its tiles, for older lines and lines of batches."""

from msgspec import UNSET, UnsetType

from hu.app.records.schema import Record


class FaceRecord(Record, frozen=True, kw_only=True):
    """A tile without its place.

    Attributes:
        tile: its face in the notation, such as ``7z``, or ``back``.
    """

    tile: str


class QuestionOfPhoto(Record, frozen=True, kw_only=True):
    """A doubt of which only the sentence is known.

    Attributes:
        why: the doubt in English.
    """

    why: str


class PhotoLineRecord(Record, frozen=True, kw_only=True):
    """A photo with the hand that it shows.

    Attributes:
        photo: the name of the photo.
        hand: the hand in the notation. Missing if the photo could not be read.
        tiles: every tile, those of the hand first and in reading order.
        doubts: the questions about the hand.
        error: why the photo could not be read or scored.
    """

    photo: str
    hand: str | UnsetType = UNSET
    tiles: tuple[FaceRecord, ...]
    doubts: tuple[QuestionOfPhoto, ...]
    error: str | UnsetType = UNSET
