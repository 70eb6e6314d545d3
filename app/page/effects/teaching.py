"""Effects that teach a new tile set from photos."""

from collections.abc import Mapping

from msgspec import Struct

from hu.app.page.sent_files import SentFile
from hu.app.page.teaching import TeachingPhoto


class ReadTeachingPhoto(Struct, frozen=True, tag=True):
    """Read a photo of a new tile set. Result: ``TeachingPhotoRead``."""

    file: SentFile


class ForgetTeachingPhoto(Struct, frozen=True, tag=True):
    """Forget the tiles on a photo of a new tile set, by the photo's ticket."""

    ticket: str


class ReadLesson(Struct, frozen=True, tag=True):
    """Find the faces of a new tile set on its photos, which have been read.

    Result: ``LessonRead``, or ``SetTaught`` if nothing is in doubt and the tile set was saved.

    Attributes:
        name: the name of the tile set.
        photos: its photos.
    """

    name: str
    photos: tuple[TeachingPhoto, ...]


class AnswerLesson(Struct, frozen=True, tag=True):
    """Answer which faces the doubtful tiles on the photos of a new tile set have.

    Result: ``LessonRead``, or ``SetTaught`` if nothing is in doubt any more and the tile set was
    saved.

    Attributes:
        name: the name of the tile set.
        source: the names of its photos in one text.
        ticket: names the lesson, which holds the faces that were found on these photos.
        faces: the answers, by the position of the tile in the lesson: a face, or an empty text for
            a tile that is left out.
    """

    name: str
    source: str
    ticket: str
    faces: Mapping[int, str]


TeachingEffect = ReadTeachingPhoto | ForgetTeachingPhoto | ReadLesson | AnswerLesson
