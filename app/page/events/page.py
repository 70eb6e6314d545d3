"""Events about any part of the page: a file, a message, or an action that can be undone."""

from msgspec import Struct

from hu.app.page.photos.photo import Note
from hu.app.page.state import Reversal


class FileCame(Struct, frozen=True, tag=True):
    """A file has come from the browser. Its uploader must be replaced by a new, empty one.

    Attributes:
        uploader: the key of the uploader.
    """

    uploader: str


class NoticeCame(Struct, frozen=True, tag=True):
    """A message is to be shown at a place of the page.

    Attributes:
        place: the name of the place, such as ``code`` for the field of a game's code.
        note: the message.
    """

    place: str
    note: Note


class Undoable(Struct, frozen=True, tag=True):
    """An action was done that this browser can undo.

    Attributes:
        note: the message that names the action.
        reversal: undoes the action.
    """

    note: Note
    reversal: Reversal


PageEvent = FileCame | NoticeCame | Undoable
