"""Events about a tile set that is being taught."""

from msgspec import Struct

from hu.app.page.sent_files import SentFile
from hu.app.page.teaching import Teaching, TeachingPhoto


class TeachingPhotoCame(Struct, frozen=True, tag=True):
    """A photo of a tile set that is being taught has come."""

    file: SentFile


class TeachingPhotoRead(Struct, frozen=True, tag=True):
    """A photo of a tile set that is being taught was read."""

    photo: TeachingPhoto


class LessonRead(Struct, frozen=True, tag=True):
    """The form that teaches a new tile set gets new contents.

    Faces on its photos are in doubt. Or the server has forgotten the photos or the faces, and the
    form is without photos again.
    """

    teaching: Teaching


class SetTaught(Struct, frozen=True, tag=True):
    """A new tile set was saved."""

    name: str


TeachingEvent = TeachingPhotoCame | TeachingPhotoRead | LessonRead | SetTaught
