"""The hand in work as a photo showed it."""

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

#: The kind of group that adjacent tiles of the photo form.
Role = Literal["meld", "aside", "bonus", "standing"]
#: How many concealed quads of a face the reader found that no group has become yet.
_Quads = Counter[tuple[str, ...]]
#: The group of tiles that belong to no hand. All that follow each other are together.
_NO_GROUP: Final = -1


class _Place(NamedTuple):
    """Where a tile was read. Tiles that follow each other with the same place make one group.

    Attributes:
        role: the role of the tile.
        group: the number of its group on the photo.
    """

    role: Role
    group: int


def from_reading(reading: HandReading) -> EditedHand:
    """Take over the tiles of a photo."""
    open_flowers = _open_flowers(reading)
    # Only doubts about melds say how the meld was read.
    open_melds = [doubt.tiles for doubt in reading.doubts if doubt.as_read]
    unsettled = tuple(_numbers_of(indices) for indices in (*open_melds, *open_flowers))
    open_aside = [doubt.tiles for doubt in reading.doubts if doubt.id == "set-aside"]
    unsettled_aside = tuple(_numbers_of(indices) for indices in open_aside)

    doubtful = _doubtful_tiles(reading)
    tiles = [_tile_of(read, is_doubtful=read.index in doubtful) for read in reading.tiles]
    winning = None
    for tile, read in zip(tiles, reading.tiles, strict=True):
        if read.role == "winning":
            winning = tile.id
            break

    # Groups are numbered after the tiles, and tiles that are hidden after the groups.
    groups = _groups_of(tiles, reading)
    first_group = max((tile.id for tile in tiles), default=0) + 1
    first_hidden = first_group + len(groups)
    numbered = []
    for place, group in enumerate(groups):
        with_id = replace(group, id=first_group + place)
        numbered.append(_with_hidden(with_id, first_hidden + place, reading.hand))
    return EditedHand(
        groups=tuple(numbered),
        winning=winning,
        fresh=first_hidden + len(groups),
        unsettled=unsettled,
        unsettled_aside=unsettled_aside,
    )


def _numbers_of(indices: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers of tiles in the hand, which count from 1."""
    return tuple(index + 1 for index in indices)


def _doubtful_tiles(reading: HandReading) -> set[int | None]:
    """Return the indices of the tiles whose faces are in doubt. None is for the whole hand."""
    doubtful = set()
    for doubt in reading.doubts:
        is_about_place = doubt.as_read is not None or doubt.id == "set-aside"
        if not is_about_place and not _flowers_in(reading, doubt):
            doubtful.add(doubt.tile)
    return doubtful


def _tile_of(read: ReadTile, *, is_doubtful: bool) -> Tile:
    """Return a tile of the photo as a tile of the hand."""
    # Corners are kept to a tenth of a pixel.
    box = []
    for x, y in read.laid.detection.box:
        box.append((round(float(x), 1), round(float(y), 1)))
    is_red = read.code in RED_FIVES
    alternatives = [face for face, _probability in read.alternatives]
    if read.red is not None:
        # A five that may be red or plain can be changed by one tap.
        alternatives.insert(0, read.tile if is_red else f"0{read.tile[1]}")
    return Tile(
        id=read.index + 1,
        face=read.tile,
        box=tuple(box),
        alternatives=tuple(alternatives),
        doubtful=is_doubtful,
        red=is_red,
    )


def _open_flowers(reading: HandReading) -> list[tuple[int, ...]]:
    """Return the indices of the flowers that may be another player's, a tuple for each doubt."""
    flowers_of_doubts = [_flowers_in(reading, doubt) for doubt in reading.doubts]
    return [flowers for flowers in flowers_of_doubts if flowers]


def _flowers_in(reading: HandReading, doubt: Doubt) -> tuple[int, ...]:
    """Return the indices of the flowers that, by a doubt, may be another player's.

    They are the flowers of one group. Empty for any other doubt.
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
    """Return the groups of a hand, not numbered yet."""
    quads: _Quads = Counter(meld.tiles for meld in reading.hand.melds if meld.concealed)
    tile_of = {read.index: tile for tile, read in zip(tiles, reading.tiles, strict=True)}
    groups: list[Group] = []
    # Bonus tiles other than flowers and seasons, such as North.
    set_aside = set(reading.hand.bonus).difference(BONUS)
    place_of = partial(_place_of, set_aside=set_aside)
    for place, members in groupby(reading.tiles, key=place_of):
        row = tuple(tile_of[read.index] for read in members)
        groups.append(Group(0, _kind_of(place.role, row, quads), row))
    parts: list[Group] = []
    for group in groups:
        parts += _without_quads(group, quads)
    return parts


def _place_of(read: ReadTile, set_aside: Collection[str]) -> _Place:
    """Return the place of a tile. Flowers stay in the place of their neighbours.

    Args:
        read: the tile.
        set_aside: the faces that were set aside beside flowers and seasons.
    """
    if read.role == "other":
        return _Place("aside", _NO_GROUP)
    if read.role == "meld":
        return _Place("meld", read.laid.group)
    if read.role == "bonus" and read.tile in set_aside:
        return _Place("bonus", read.laid.group)
    return _Place("standing", read.laid.group)


def _kind_of(role: Role, tiles: tuple[Tile, ...], quads: _Quads) -> Kind:
    """Return the kind of a group. A concealed quad is used up."""
    if role != "meld":
        return role
    faces_up = tuple(tile.face for tile in tiles if tile.face != BACK)
    quad = faces_up[:1] * 4
    if len(tiles) == 4 and quads[quad] > 0:
        quads[quad] -= 1
        return "quad"
    return "exposed"


def _without_quads(group: Group, quads: _Quads) -> list[Group]:
    """Split off the quads that the reader found among standing tiles."""
    if group.kind != "standing":
        return [group]
    rest = list(group.tiles)
    found = []
    for faces, count in quads.items():
        alike = [tile for tile in rest if tile.face == faces[0]]
        if count > 0 and len(alike) == 4:
            found.append(Group(0, "quad", tuple(alike)))
            rest = [tile for tile in rest if tile.face != faces[0]]
    if not rest:
        return found
    return [Group(0, "standing", tuple(rest)), *found]


def _with_hidden(group: Group, number: int, hand: Hand) -> Group:
    """Return an exposed quad with its fourth tile, which the tile on it hides.

    Args:
        group: a group.
        number: the number of the hidden tile.
        hand: the hand as it was read.
    """
    faces = tuple(tile.face for tile in group.tiles)
    if group.kind != "exposed" or len(faces) != 3 or len(set(faces)) > 1:
        return group
    quad = faces[:1] * 4
    exposed = [meld.tiles for meld in hand.melds if not meld.concealed]
    if quad not in exposed:
        return group
    return replace(group, tiles=(*group.tiles, Tile(number, faces[0])))
