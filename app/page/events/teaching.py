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
    """The photos of a new tile set were read, and leave faces in doubt."""

    teaching: Teaching


class SetTaught(Struct, frozen=True, tag=True):
    """A new tile set was saved."""

    name: str


TeachingEvent = TeachingPhotoCame | TeachingPhotoRead | LessonRead | SetTaught
