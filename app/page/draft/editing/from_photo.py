"""Makes the hand in work from the reading of a photo."""

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Final, Literal, NamedTuple

from hu.app.page.draft.editing.hand import EditedHand, Group, Kind, Tile
from hu.app.reading.model import Doubt, HandReading, ReadTile
from hu.scoring.hand import Hand
from hu.scoring.tiles import BACK, BONUS, RED_FIVES

#: The kind of group that adjacent tiles of the photo form. The tiles of a concealed quad have the
#: role ``meld`` or ``standing``.
_GroupRole = Literal["meld", "aside", "bonus", "standing"]
#: The concealed quads of the hand that have not become groups yet: how many quads have these four
#: faces.
_Quads = Counter[tuple[str, ...]]
#: The number that all tiles get that belong to no hand, instead of the numbers of their groups.
_NO_GROUP: Final = -1
#: The number of a group in the hand in work until it gets its own number.
_UNNUMBERED: Final = 0


class _Place(NamedTuple):
    """The role and the group of a tile. Adjacent tiles with the same place become one group.

    Attributes:
        role: the kind of group that its tiles form.
        group: the number of the group on the photo.
    """

    role: _GroupRole
    group: int


def from_reading(reading: HandReading) -> EditedHand:
    """Return the hand of a reading, as players begin to correct it."""
    # Each question is given by the indices of its tiles.
    questions = _claim_questions(reading) + _flower_questions(reading)
    aside_questions = [doubt.tiles for doubt in reading.doubts if doubt.id == "set-aside"]

    doubtful_indices = _indices_of_doubtful_faces(reading)
    tiles = []
    winning_number = None
    for read in reading.tiles:
        tile = _tile_of(read, is_doubtful=read.index in doubtful_indices)
        tiles.append(tile)
        if read.role == "winning" and winning_number is None:
            winning_number = tile.id

    # Tiles and groups share one series of numbers. The tiles of the photo have the first numbers,
    # and the groups have the next. Then each group has one number for a hidden tile, which only a
    # few groups need.
    unnumbered_groups = _groups_of(tiles, reading)
    first_group_number = max((tile.id for tile in tiles), default=0) + 1
    first_hidden_number = first_group_number + len(unnumbered_groups)
    groups = []
    for position, unnumbered_group in enumerate(unnumbered_groups):
        group = replace(unnumbered_group, id=first_group_number + position)
        groups.append(_with_hidden_tile(group, first_hidden_number + position, reading.hand))
    return EditedHand(
        groups=tuple(groups),
        winning=winning_number,
        fresh=first_hidden_number + len(groups),
        unsettled=tuple(_numbers_of(indices) for indices in questions),
        unsettled_aside=tuple(_numbers_of(indices) for indices in aside_questions),
    )


def _claim_questions(reading: HandReading) -> list[tuple[int, ...]]:
    """Return the indices of the tiles of each meld that may be claimed or concealed."""
    # Only doubts about such melds have a value in ``as_read``: how the meld was read.
    return [doubt.tiles for doubt in reading.doubts if doubt.as_read is not None]


def _numbers_of(indices: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers of tiles in the hand in work, which count from 1.

    Args:
        indices: the indices of the same tiles in the reading, which count from 0.
    """
    return tuple(index + 1 for index in indices)


def _indices_of_doubtful_faces(reading: HandReading) -> set[int | None]:
    """Return the indices of the tiles whose faces are in doubt.

    Doubts about claimed melds, flowers and tiles that may be set aside become questions instead. A
    doubt about the whole hand gives None, which is no index.
    """
    indices = set()
    for doubt in reading.doubts:
        is_question = doubt.as_read is not None or doubt.id == "set-aside"
        if not is_question and not _flowers_in(reading, doubt):
            indices.add(doubt.tile)
    return indices


def _tile_of(read: ReadTile, *, is_doubtful: bool) -> Tile:
    """Return a tile of the photo as a tile of the hand."""
    # Corners are kept to a tenth of a pixel.
    box = []
    for x, y in read.laid.detection.box:
        box.append((round(float(x), 1), round(float(y), 1)))
    # A red five has a code such as ``0m`` and a face such as ``5m``. The code of any other tile is
    # its face.
    is_red = read.code in RED_FIVES
    alternatives = [face for face, _probability in read.alternatives]
    may_be_red = read.red_probability is not None
    if may_be_red:
        # The first alternative of a red five is the plain five, and the other way round. So one tap
        # changes the colour.
        red_five = f"0{read.tile[1]}"
        alternatives.insert(0, read.tile if is_red else red_five)
    return Tile(
        id=read.index + 1,
        face=read.tile,
        box=tuple(box),
        alternatives=tuple(alternatives),
        doubtful=is_doubtful,
        red=is_red,
    )


def _flower_questions(reading: HandReading) -> list[tuple[int, ...]]:
    """Return the indices of the flowers that may be another player's, a tuple for each doubt."""
    flowers_of_doubts = [_flowers_in(reading, doubt) for doubt in reading.doubts]
    return [flowers for flowers in flowers_of_doubts if flowers]


def _flowers_in(reading: HandReading, doubt: Doubt) -> tuple[int, ...]:
    """Return the indices of the flowers that may be another player's according to a doubt.

    They are all flowers of the group that the doubt is about. Empty for any other doubt.
    """
    faces = {tile.index: tile.tile for tile in reading.tiles}
    if doubt.about != "role" or doubt.tile is None or faces[doubt.tile] not in BONUS:
        return ()
    neighbours: tuple[int, ...] = (doubt.tile,)
    for group in reading.layout.groups:
        if doubt.tile in group.tiles:
            neighbours = tuple(group.tiles)
            break
    return tuple(index for index in neighbours if faces[index] in BONUS)


def _groups_of(tiles: list[Tile], reading: HandReading) -> list[Group]:
    """Return the groups of a hand. They are numbered later.

    Args:
        tiles: the tiles of the hand in work. They are in the order of the reading's tiles.
        reading: the reading.
    """
    tile_of = {read.index: tile for tile, read in zip(tiles, reading.tiles, strict=True)}
    # The bonus tiles that are no flowers or seasons were set aside, such as North.
    set_aside_faces = set(reading.hand.bonus).difference(BONUS)
    place_of = partial(_place_of, set_aside_faces=set_aside_faces)

    # A concealed quad of the hand was read either as a meld, or among the standing tiles. First
    # find the quads that were read as melds.
    remaining_quads: _Quads = Counter(meld.tiles for meld in reading.hand.melds if meld.concealed)
    groups: list[Group] = []
    for place, read_tiles in groupby(reading.tiles, key=place_of):
        group_tiles = tuple(tile_of[read.index] for read in read_tiles)
        kind: Kind
        if place.role != "meld":
            kind = place.role
        elif remaining_quads[_quad_of(group_tiles)] > 0:
            remaining_quads[_quad_of(group_tiles)] -= 1
            kind = "quad"
        else:
            kind = "exposed"
        groups.append(Group(_UNNUMBERED, kind, group_tiles))

    # The quads that remain are among the standing tiles.
    groups_and_quads: list[Group] = []
    for group in groups:
        if group.kind == "standing":
            groups_and_quads += _split_off_quads(group.tiles, remaining_quads)
        else:
            groups_and_quads.append(group)
    return groups_and_quads


def _place_of(read: ReadTile, set_aside_faces: Collection[str]) -> _Place:
    """Return the role and the group of a tile.

    Args:
        read: the tile.
        set_aside_faces: the faces of the tiles, such as North, that this hand has set aside.
    """
    if read.role == "other":
        return _Place("aside", _NO_GROUP)
    if read.role == "meld":
        return _Place("meld", read.laid.group)
    if read.role == "bonus" and read.tile in set_aside_faces:
        return _Place("bonus", read.laid.group)
    # The winning tile, flowers and seasons are among the standing tiles.
    return _Place("standing", read.laid.group)


def _quad_of(tiles: tuple[Tile, ...]) -> tuple[str, ...]:
    """Return the four faces of the quad that a meld can be. Empty if it can be no quad.

    A concealed quad may show some of its tiles face down.
    """
    faces_up = [tile.face for tile in tiles if tile.face != BACK]
    if len(tiles) != 4 or not faces_up:
        return ()
    return (faces_up[0],) * 4


def _split_off_quads(tiles: tuple[Tile, ...], quads: _Quads) -> list[Group]:
    """Make groups of standing tiles: the tiles outside of quads first, then each concealed quad.

    Args:
        tiles: the tiles of one group of standing tiles.
        quads: the concealed quads of the hand that have not become groups yet.
    """
    standing = list(tiles)
    quad_groups = []
    for faces, count in quads.items():
        same_tiles = [tile for tile in standing if tile.face == faces[0]]
        if count > 0 and len(same_tiles) == 4:
            quad_groups.append(Group(_UNNUMBERED, "quad", tuple(same_tiles)))
            standing = [tile for tile in standing if tile.face != faces[0]]
    if not standing:
        return quad_groups
    return [Group(_UNNUMBERED, "standing", tuple(standing)), *quad_groups]


def _with_hidden_tile(group: Group, number: int, hand: Hand) -> Group:
    """Add the fourth tile to an exposed quad if the photo shows only three of its tiles.

    One of the three is on top of the fourth tile and hides it. Any other group stays as it is.

    Args:
        group: a group.
        number: the number of the tile that is added.
        hand: the hand of the reading, whose melds include the fourth tile.
    """
    faces = tuple(tile.face for tile in group.tiles)
    if group.kind != "exposed" or len(faces) != 3 or len(set(faces)) > 1:
        return group
    quad = faces[:1] * 4
    exposed_melds = [meld.tiles for meld in hand.melds if not meld.concealed]
    if quad not in exposed_melds:
        return group
    return replace(group, tiles=(*group.tiles, Tile(number, faces[0])))
