"""Steps: the corrections that a player can make to a hand, as typed values with limits.

The browser sends each step as a list of its name and its fields, such as ``["face", 2, "9m"]``. The
history of a hand is stored in the same form, so the form is a part of every stored draft.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from hu.scoring.tiles import CLASSES, RED_FIVES

#: The largest number of a tile or of a group.
_LARGEST_NUMBER: Final = 1_000_000
#: The largest coordinate of a point, in pixels of the photo.
_LARGEST_PIXEL: Final = 1_000_000
#: The most tiles that a step is about: as many as a hand in work may have.
MOST_TILES: Final = 60

#: The number of a tile or of a group.
Number = Annotated[int, Meta(ge=0, le=_LARGEST_NUMBER)]
#: The faces that a tile can show, as a regular expression.
FACE_PATTERN: Final = "|".join((*CLASSES, *RED_FIVES))
#: A face that a tile can show: a code such as ``5m``, ``0m`` for a red five, or ``back``.
Face = Annotated[str, Meta(pattern=rf"^({FACE_PATTERN})\Z")]
Pixel = Annotated[float, Meta(ge=-_LARGEST_PIXEL, le=_LARGEST_PIXEL)]
Numbers = Annotated[tuple[Number, ...], Meta(max_length=MOST_TILES)]


class _Step(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A correction."""


class SetFace(_Step, frozen=True, tag="face"):
    """Change the face of a tile."""

    tile: Number
    face: Face


class AddTile(_Step, frozen=True, tag="add"):
    """Add a tile.

    Attributes:
        face: its face.
        group: the number of the group that it joins. None or 0 for the longest group of standing
            tiles.
        point: where the photo shows it, in pixels. None for a tile that was not tapped on the
            photo.
    """

    face: Face
    group: Number | None
    point: tuple[Pixel, Pixel] | None


class CompleteHand(_Step, frozen=True, tag="complete"):
    """Add the winning tile.

    Attributes:
        face: its face.
        group: the number of the group that it joins. None or 0 for the longest group of standing
            tiles.
        point: where the photo shows it, in pixels. None for a tile that was not tapped on the
            photo.
    """

    face: Face
    group: Number | None
    point: tuple[Pixel, Pixel] | None


class RemoveTile(_Step, frozen=True, tag="remove"):
    """Take a tile out of the hand."""

    tile: Number


class MoveTile(_Step, frozen=True, tag="move"):
    """Move a tile to another group.

    Attributes:
        tile: the number of the tile.
        target: the number of the group, or a kind of group. For ``exposed`` and ``quad`` the tile
            becomes a new meld. For any other kind it joins the last group of that kind, or a new
            group if there is none.
    """

    tile: Number
    target: Number | Literal["standing", "exposed", "quad", "bonus", "aside"]


class LayDown(_Step, frozen=True, tag="lay"):
    """Make a meld of tiles: an exposed meld or a concealed quad."""

    tiles: Numbers
    kind: Literal["exposed", "quad"] = "exposed"


class ResolveClaimOrFlowers(_Step, frozen=True, tag="settle"):
    """Answer whether a meld was claimed, or whether flowers are the player's own.

    It is the question about flowers if all the tiles are flowers.

    Attributes:
        tiles: the numbers of the tiles.
        is_yes: whether the answer is yes: the meld was claimed, or the flowers are the player's.
    """

    tiles: Numbers
    is_yes: bool


class ResolveSetAside(_Step, frozen=True, tag="settle-aside"):
    """Answer whether tiles such as North were set aside as dora.

    Attributes:
        tiles: the numbers of the tiles.
        are_set_aside: whether they were set aside. If not, they are standing tiles.
    """

    tiles: Numbers
    are_set_aside: bool


class TurnGroup(_Step, frozen=True, tag="turn"):
    """Change the kind of a group."""

    group: Number
    kind: Literal["standing", "exposed", "quad"]


class MarkWinning(_Step, frozen=True, tag="win"):
    """Mark the winning tile. The number None removes the mark."""

    tile: Number | None


Step = (
    SetFace
    | AddTile
    | CompleteHand
    | RemoveTile
    | MoveTile
    | LayDown
    | ResolveClaimOrFlowers
    | ResolveSetAside
    | TurnGroup
    | MarkWinning
)
