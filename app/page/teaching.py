"""The contents of the form that teaches a new tile set."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class TeachingPhoto:
    """A photo of a tile set that is being taught.

    Attributes:
        name: the name of its file.
        ticket: names the photo's reading in ``sets.lessons``.
    """

    name: str
    ticket: str


@dataclass(frozen=True, slots=True)
class Teaching:
    """A tile set that is being taught.

    Attributes:
        name: its name.
        photos: its photos, in the order in which they came.
        source: the names of its photos in one text. Empty until the faces on them were found.
        ticket: names the lesson with these faces in ``sets.lessons``. Empty until they were found.
        faces: the answers about doubtful tiles, by the position of the tile in the lesson. An
            answer is a face, or ``no-tile`` or ``leave-out`` to leave the tile out.
    """

    name: str = ""
    photos: tuple[TeachingPhoto, ...] = ()
    source: str = ""
    ticket: str = ""
    faces: Mapping[int, str] = field(default_factory=dict)
