"""Files that a browser has sent, as data."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file that the browser sent. None of its values can be trusted.

    Attributes:
        name: its name.
        content: its bytes.
        number: the number of a rack's photo, counted from 1. 0 for any other file.
        original_px: if the file is a smaller copy of a photo, the long side of that photo in
            pixels. Otherwise 0.
    """

    name: str
    content: bytes
    number: int = 0
    original_px: int = 0


@dataclass(frozen=True, slots=True)
class WaitingPhoto:
    """A photo that waits to be read.

    Attributes:
        uploader: the key of the uploader from which it came: ``state.SNAP`` for a rack's photo,
            ``state.ASK`` and the question's id for a photo that answers a question.
        seat: the seat of the player whose rack was on the screen when the photo came. None for the
            winner's rack. A rack's photo shows the tiles of this player.
        number: the number of a rack's photo, counted from 1. 0 for a photo that answers a question.
        ticket: names the photo in the line of photos.
    """

    uploader: str
    seat: str | None
    number: int
    ticket: str
