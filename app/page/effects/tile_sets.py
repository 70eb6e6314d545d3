"""Effects on the tile sets that players taught."""

from collections.abc import Mapping

from msgspec import Struct

from hu.app.page.draft.state import Draft, Rack
from hu.app.page.gestures.tile_sets import UnlearnFace
from hu.app.page.sent_files import SentFile


class LearnCorrection(Struct, frozen=True, tag=True):
    """Teach the tile set in use a correction.

    Attributes:
        photo: the key of the photo.
        changes: the face before and after the correction of each tile whose face changed, by the
            tile's number.
    """

    photo: str
    changes: Mapping[int, tuple[str, str]]


class LearnFromHand(Struct, frozen=True, tag=True):
    """Teach the tile set in use the faces of a saved hand that it does not know."""

    draft: Draft


class BeginSet(Struct, frozen=True, tag=True):
    """Begin a tile set with the corrected faces of a rack's photo, and use it."""

    rack: Rack


class ChangeSetInUse(Struct, frozen=True, tag=True):
    """Use a tile set from now on. An empty name stands for no tile set.

    Result: ``SetChosen`` if no game is open. A game keeps the name of its tile set itself.
    """

    name: str


class ForgetFace(Struct, frozen=True, tag=True):
    """Take back a face that a tile set has learned. The player's gesture names the face."""

    gesture: UnlearnFace


class WriteFaces(Struct, frozen=True, tag=True):
    """Write the faces of a tile set to the folder for training. Result: ``Undoable``."""

    name: str


class DeleteFaces(Struct, frozen=True, tag=True):
    """Delete the faces of a tile set that were written for training."""

    name: str


class DeleteSet(Struct, frozen=True, tag=True):
    """Forget a tile set. Result: ``Undoable``."""

    name: str


class PutBackSet(Struct, frozen=True, tag=True):
    """Put back a tile set that was forgotten.

    Attributes:
        name: its name.
        content: the bytes of its file.
    """

    name: str
    content: bytes


class TakeInSet(Struct, frozen=True, tag=True):
    """Add a tile set from a file that the player sent."""

    file: SentFile


TileSetEffect = (
    LearnCorrection
    | LearnFromHand
    | BeginSet
    | ChangeSetInUse
    | ForgetFace
    | WriteFaces
    | DeleteFaces
    | DeleteSet
    | PutBackSet
    | TakeInSet
)
