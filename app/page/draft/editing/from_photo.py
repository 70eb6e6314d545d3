"""The hand in work as a photo showed it."""

from collections import Counter
from dataclasses import replace
from itertools import groupby
from typing import Literal

from hu.app.page.draft.editing.hand import EditedHand, Group, Kind, Tile
from hu.app.reading.model import Doubt, HandReading, ReadTile
from hu.scoring.hand import Hand
from hu.scoring.tiles import BACK, BONUS, RED_FIVES


def from_reading(reading: HandReading) -> EditedHand:
    """Take over what a photo showed."""
    flowers = tuple(filter(None, (_flowers(reading, doubt) for doubt in reading.doubts)))
    doubtful = {
        doubt.tile
        for doubt in reading.doubts
        if doubt.as_read is None and not _flowers(reading, doubt)
    }
    tiles = []
    for read in reading.tiles:
        box = tuple((round(float(x), 1), round(float(y), 1)) for x, y in read.laid.detection.box)
        red, faces = read.code in RED_FIVES, [face for face, _ in read.alternatives]
        # A five that may be red or plain can be changed by one tap.
        other = [read.tile if red else f"0{read.tile[1]}"] if read.red is not None else []
        tiles.append(
            Tile(read.index + 1, read.tile, box, (*other, *faces), read.index in doubtful, red=red)
        )
    concealed = Counter(meld.tiles for meld in reading.hand.melds if meld.concealed)
    groups: list[Group] = []
    for key, members in groupby(
        zip(tiles, reading.tiles, strict=True), key=lambda pair: _key(pair[1])
    ):
        group = tuple(tile for tile, _ in members)
        groups.append(Group(0, _kind(key[0], group, concealed), group))
    groups = [part for group in groups for part in _without_quads(group, concealed)]
    fresh = max((tile.id for tile in tiles), default=0) + 1
    numbered = tuple(Group(fresh + k, group.kind, group.tiles) for k, group in enumerate(groups))
    fresh += len(groups)
    numbered = tuple(
        _with_hidden(group, fresh + k, reading.hand) for k, group in enumerate(numbered)
    )
    winning = next(
        (t.id for t, read in zip(tiles, reading.tiles, strict=True) if read.role == "winning"), None
    )
    sets = tuple(doubt.tiles for doubt in reading.doubts if doubt.as_read)
    unsettled = tuple(tuple(index + 1 for index in indices) for indices in (*sets, *flowers))
    return EditedHand(numbered, winning, fresh + len(groups), unsettled)


def _flowers(reading: HandReading, doubt: Doubt) -> tuple[int, ...]:
    """The flowers of which a doubt says that they may be another player's; empty for any other doubt."""
    faces = {tile.index: tile.tile for tile in reading.tiles}
    if doubt.about != "role" or doubt.tile is None or faces[doubt.tile] not in BONUS:
        return ()
    group = next(
        (group.tiles for group in reading.layout.groups if doubt.tile in group.tiles), (doubt.tile,)
    )
    return tuple(index for index in group if faces[index] in BONUS)


def _with_hidden(group: Group, fresh: int, hand: Hand) -> Group:
    """An exposed quad whose fourth tile is hidden by the one on it, with that tile."""
    faces = tuple(tile.face for tile in group.tiles)
    quad = len(faces) == 3 and any(
        not meld.concealed and meld.tiles == faces[:1] * 4 for meld in hand.melds
    )
    if group.kind != "exposed" or not quad or len(set(faces)) > 1:
        return group
    return replace(group, tiles=(*group.tiles, Tile(fresh, faces[0])))


def _key(read: ReadTile) -> tuple[Literal["meld", "aside", "standing"], int]:
    """Tiles that follow each other with the same key make one group; flowers stay where they lie."""
    if read.role == "other":
        return "aside", -1
    return "meld" if read.role == "meld" else "standing", read.laid.group


def _kind(
    found: Literal["meld", "aside", "standing"],
    tiles: tuple[Tile, ...],
    concealed: Counter[tuple[str, ...]],
) -> Kind:
    if found in ("aside", "standing"):
        return found
    faces = tuple(tile.face for tile in tiles if tile.face != BACK)[:1] * 4
    if len(tiles) == 4 and concealed[faces] > 0:
        concealed[faces] -= 1
        return "quad"
    return "exposed"


def _without_quads(group: Group, concealed: Counter[tuple[str, ...]]) -> list[Group]:
    """Split off the quads that the reader found among standing tiles."""
    if group.kind != "standing":
        return [group]
    rest, quads = list(group.tiles), []
    for faces, count in concealed.items():
        alike = [tile for tile in rest if tile.face == faces[0]]
        if count > 0 and len(alike) == 4:
            quads.append(Group(0, "quad", tuple(alike)))
            rest = [tile for tile in rest if tile.face != faces[0]]
    return [Group(0, "standing", tuple(rest)), *quads] if rest else quads
