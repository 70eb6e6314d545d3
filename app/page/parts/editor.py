"""The part of a panel that shows the tiles of a rack, with their photo, to be corrected."""

from collections.abc import Mapping

from msgspec import Struct

from hu.app.page.draft.editing.hand import Corner, Kind, PlaceQuestion
from hu.app.page.parts.panel import PanelPart
from hu.app.page.parts.reasons import PhotoWhy


class EditorTile(Struct, frozen=True, kw_only=True):
    """A tile in the editor.

    Attributes:
        id: its number.
        face: the code of its face, such as ``0m`` for a red five.
        name: the name of the face.
        alternatives: the codes of its other possible faces, the likeliest first.
        doubt: whether its face is in doubt.
        bad: whether a problem of the hand is about tiles with its face. Problems that are written
            below a meld do not count.
        box: its corners in pixels of the photo, clockwise from the face's top left. None for a tile
            that was added.
        melds: the melds that it can make with other tiles of the hand. Each meld is given by the
            numbers of its tiles.
    """

    id: int
    face: str
    name: str
    alternatives: tuple[str, ...]
    doubt: bool
    bad: bool
    box: tuple[Corner, ...] | None
    melds: tuple[tuple[int, ...], ...]


class EditorGroup(Struct, frozen=True, kw_only=True):
    """Tiles that belong together.

    Attributes:
        id: its number.
        kind: the kind of its tiles.
        label: the name of that kind.
        bad: the problems of a meld in words. None without any.
        tiles: from left to right.
    """

    id: int
    kind: Kind
    label: str
    bad: str | None
    tiles: tuple[EditorTile, ...]


class EditorPhoto(Struct, frozen=True):
    """The photo of the tiles. The browser gets its picture separately, by ``components.PICTURE``.

    Attributes:
        key: names the photo and its picture.
        width: in pixels.
        height: in pixels.
    """

    key: str
    width: int
    height: int


class TableHandOutline(Struct, frozen=True):
    """Another open hand on the photo. A tap on it makes it the winner's hand.

    Attributes:
        side: the side of the table: 0 for the photographer's, then counter-clockwise to 3.
        boxes: the corners of each of its tiles, in pixels of the photo. None for a tile without an
            outline.
    """

    side: int
    boxes: tuple[tuple[Corner, ...] | None, ...]


class EditorPart(PanelPart, frozen=True, kw_only=True, tag="editor"):
    """The tiles of a rack, with their photo, to be corrected by tapping.

    Attributes:
        name: names the editor. Another rack or game gets a new editor.
        seat: the owner of the rack. None for the winner.
        photo: the photo of the tiles. None without one.
        groups: the groups of tiles, those aside included.
        others: the other open hands on the photo. Empty on another player's rack.
        winning: the number of the winning tile. None if it is unknown.
        winnable: whether a tile of this rack can be the winning tile.
        questions: the questions that the photo leaves open: to which part of the hand tiles belong.
        choices: for each face that may have won, the worth of the hand as text and the number of
            its result. Faces with the same number give the same worth and payments.
        settled: whether nothing has to be corrected or asked. A phone then folds the photo away.
        count: the number of tiles in the hand.
        largest: the number of tiles of the largest hand that the rules allow.
        why: the reasons of the reading. None for tiles without a photo that was read.
        undo: whether a change of the tiles can be undone.
        redo: whether a change that was undone can be made again.
        names: the name of each face that the rule set is played with. The keyboard has a key for
            each of them.
        set_aside: the faces of the tiles that players set aside as dora.
        texts: the words of the section ``hand``.
        begins: whether the keyboard opens at once, because the player taps in the tiles.
    """

    name: str
    seat: str | None
    photo: EditorPhoto | None
    groups: tuple[EditorGroup, ...]
    others: tuple[TableHandOutline, ...]
    winning: int | None
    winnable: bool
    questions: tuple[PlaceQuestion, ...]
    choices: Mapping[str, tuple[str, int]]
    settled: bool
    count: int
    largest: int
    why: PhotoWhy | None
    undo: bool
    redo: bool
    names: Mapping[str, str]
    set_aside: tuple[str, ...]
    texts: Mapping[str, str]
    begins: bool
