"""The record of a question about a reading."""

from collections.abc import Mapping
from typing import Literal

from hu.app.records.schema import Record

#: The question behind a doubt.
DoubtId = Literal[
    # About the face of a tile.
    "other-winning-face",  # another face makes another winning hand
    "left-out",  # the tile was left out, so that the others win
    "bent-face",  # the rules chose a face that the tile does not look like
    "face-for-a-win",  # another face would make a winning hand
    "unclear-face",
    "flower-or-glare",
    "red-or-plain",
    "cut-off",
    # About the role of a tile or a meld.
    "whose-flowers",
    "claimed-or-concealed",
    "claimed-from",
    "flower-aside",
    "set-aside",
    # About the photo.
    "hard-to-read",
    "no-win",
    "which-tile-won",
    "second-hand",
    "orientation",
    "search-incomplete",
    "no-hand",
    "light",
    # Of a version that gave doubts no ids. Only ``why`` shows what is in doubt.
    "unnamed",
]
#: The subject of a doubt: the ``face`` of a tile, the ``role`` of a tile or a meld, or a question
#: that the ``photo`` cannot answer.
DoubtTopic = Literal["face", "role", "photo"]
#: How a meld was read that may be claimed or concealed.
ClaimReading = Literal["claimed", "concealed"]
#: A number, a face in the notation, several faces, or the case of a question with several cases.
DoubtValue = bool | int | str | tuple[str, ...]


class Doubt(Record, frozen=True, kw_only=True):
    """A question for the user.

    Attributes:
        id: the kind of question.
        tile: the position of its tile in ``tiles``, or of the first tile of a meld. Null if the
            doubt is about the whole photo.
        tiles: the positions of the tiles of a meld that may be claimed or concealed, or of tiles
            that may have been set aside. Other doubts have none.
        why: the doubt in English, made from ``id`` and ``parameters``.
        parameters: faces in the notation and counts of tiles that belong to the sentence.
        about: ``face`` of a tile, ``role`` of a tile or a meld, ``photo`` for what a photo cannot
            show.
        as_read: how a meld was read that may be claimed or concealed. Other doubts have none.
        changes_score: whether the score depends on the answer. Left out if that is not known.
    """

    id: DoubtId
    tile: int | None
    why: str
    about: DoubtTopic
    parameters: Mapping[str, DoubtValue] = {}
    tiles: tuple[int, ...] = ()
    as_read: ClaimReading | None = None
    changes_score: bool | None = None
