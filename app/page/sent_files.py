"""Files that a browser has sent, as data."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file that the browser sent. Each value may say anything.

    Attributes:
        name: its name.
        content: its bytes.
        number: counts the photos of racks, from 1. 0 for other files.
        original_px: the long side in pixels of the photo of which the file is a smaller copy. 0 if
            the file is as the player chose it.
    """

    name: str
    content: bytes
    number: int = 0
    original_px: int = 0


@dataclass(frozen=True, slots=True)
class WaitingPhoto:
    """A photo that waits to be read.

    Attributes:
        uploader: where it came from: ``SNAP`` for a rack's, else that of a question.
        seat: the seat whose tiles it shows. None for the winner's.
        number: counts the photos of racks, from 1. 0 for a question's.
        ticket: its place in the line of photos.
    """

    uploader: str
    seat: str | None
    number: int
    ticket: str
