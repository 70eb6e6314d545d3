"""Gestures that teach a new tile set from photos."""

from typing import Annotated, Final

from msgspec import Meta

from hu.app.page.draft.editing.steps import FACE_PATTERN
from hu.app.page.gestures.fields import GestureForGame, Identifier, NonNegative, TypedText

#: The two answers about a tile of a teaching photo that leave the tile out.
LEFT_OUT: Final = ("no-tile", "leave-out")
#: The answer about a tile of a teaching photo: its face, or an answer that leaves the tile out.
TaughtFace = Annotated[str, Meta(pattern=rf"^({FACE_PATTERN}|{'|'.join(LEFT_OUT)})\Z")]


class TeachSet(GestureForGame, frozen=True, tag="teach"):
    """Begin to teach a new tile set, or stop teaching it without saving it."""

    begins: bool


class NameSet(GestureForGame, frozen=True, tag="teach-name"):
    """Fill in the name of the tile set that is being taught."""

    name: TypedText


class DropTeachingPhoto(GestureForGame, frozen=True, tag="teach-drop"):
    """Remove a photo from the tile set that is being taught, by the photo's ticket."""

    photo: Identifier


class ReadTeachingPhotos(GestureForGame, frozen=True, tag="teach-read"):
    """Find the faces on the photos of the tile set that is being taught."""


class NameTaughtTile(GestureForGame, frozen=True, tag="teach-face"):
    """Name the face of a doubtful tile in the lesson, by the tile's position, or leave it out."""

    position: NonNegative
    face: TaughtFace


class LearnTaughtTiles(GestureForGame, frozen=True, tag="teach-save"):
    """Save the tile set that is being taught, with the answers about its doubtful tiles."""


TeachingGesture = (
    TeachSet | NameSet | DropTeachingPhoto | ReadTeachingPhotos | NameTaughtTile | LearnTaughtTiles
)
