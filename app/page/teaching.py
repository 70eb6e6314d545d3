"""The contents of the form that teaches a new tile set."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class TeachingPhoto:
    """A photo of a tile set that is being taught.

    Attributes:
        name: the name of its file.
        ticket: names the tiles that it shows, see ``sets.lessons``.
    """

    name: str
    ticket: str


@dataclass(frozen=True, slots=True)
class Teaching:
    """A tile set that is being taught.

    Attributes:
        name: its name.
        photos: its photos, in the order in which they came.
        source: the names of its photos. Empty before their faces were found.
        ticket: the lesson with these faces, see ``sets.lessons``. Empty before they were found.
        faces: the answers about doubtful tiles, by the tile's position: a face, or one of
            ``gestures.teaching.LEFT_OUT``.
    """

    name: str = ""
    photos: tuple[TeachingPhoto, ...] = ()
    source: str = ""
    ticket: str = ""
    faces: Mapping[int, str] = field(default_factory=dict)
