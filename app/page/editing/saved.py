"""Hands in work as JSON, so that a reload or a restart of the server loses nothing; and from what a photo showed."""

from collections import Counter
from collections.abc import Mapping
from itertools import groupby
from typing import Any, Final

from hu.app.page.editing.hand import EditedHand, Group, History, Kind, Tile
from hu.scoring.notation import parse_hand
from hu.scoring.tiles import BACK

#: Steps that a saved draft keeps for undoing.
_STEPS_KEPT: Final = 20


def history_to_json(history: History) -> dict[str, Any]:
    """Write a hand with its latest steps."""
    return {
        "now": hand_to_json(history.now),
        "past": [hand_to_json(step) for step in history.past[-_STEPS_KEPT:]],
        "future": [hand_to_json(step) for step in history.future[-_STEPS_KEPT:]],
    }


def history_from_json(data: Mapping[str, Any]) -> History:
    """Read what ``history_to_json`` wrote."""
    past, future = (tuple(hand_from_json(step) for step in data[name]) for name in ("past", "future"))
    return History(hand_from_json(data["now"]), past, future)


def hand_to_json(edited: EditedHand) -> dict[str, Any]:
    """Write one hand."""
    groups = [{"id": g.id, "kind": g.kind, "tiles": [_tile_to_json(tile) for tile in g.tiles]} for g in edited.groups]
    return {"groups": groups, "winning": edited.winning, "fresh": edited.fresh}


def hand_from_json(data: Mapping[str, Any]) -> EditedHand:
    """Read what ``hand_to_json`` wrote."""
    groups = tuple(Group(g["id"], g["kind"], tuple(map(_tile_from_json, g["tiles"]))) for g in data["groups"])
    return EditedHand(groups, data["winning"], data["fresh"])


def _tile_to_json(tile: Tile) -> dict[str, Any]:
    return {
        "id": tile.id,
        "face": tile.face,
        "box": tile.box,
        "alternatives": tile.alternatives,
        "doubtful": tile.doubtful,
    }


def _tile_from_json(data: Mapping[str, Any]) -> Tile:
    box = None if data["box"] is None else tuple((float(x), float(y)) for x, y in data["box"])
    return Tile(data["id"], data["face"], box, tuple(data["alternatives"]), data["doubtful"])


def from_reading(reading: Mapping[str, Any]) -> EditedHand:
    """Take over what a photo showed.

    Args:
        reading: ``hand``, ``tiles`` and ``doubts`` as ``hu read --json`` prints them.
    """
    doubtful = {place for doubt in reading["doubts"] for place in doubt.get("tiles", [doubt.get("tile")])}
    tiles = [_tile_of(place, read, place in doubtful) for place, read in enumerate(reading["tiles"])]
    concealed = Counter(meld.tiles for meld in parse_hand(reading["hand"]).melds if meld.concealed)
    groups: list[Group] = []
    for key, members in groupby(zip(tiles, reading["tiles"], strict=True), key=lambda pair: _key(pair[1])):
        group = tuple(tile for tile, _ in members)
        groups.append(Group(len(tiles) + len(groups) + 1, _kind(key[0], group, concealed), group))
    groups = [part for group in groups for part in _without_quads(group, concealed)]
    numbered = tuple(Group(len(tiles) + place + 1, group.kind, group.tiles) for place, group in enumerate(groups))
    winning = next((t.id for t, read in zip(tiles, reading["tiles"], strict=True) if read["role"] == "winning"), None)
    return EditedHand(numbered, winning, len(tiles) + len(groups) + 1)


def _key(read: Mapping[str, Any]) -> tuple[str, int]:
    """Tiles that follow each other with the same key make one group; flowers stay where they lie."""
    kind = {"meld": "meld", "other": "aside"}.get(read["role"], "standing")
    return kind, -1 if kind == "aside" else read["group"]


def _kind(found: str, tiles: tuple[Tile, ...], concealed: Counter[tuple[str, ...]]) -> Kind:
    if found == "aside":
        return "aside"
    if found == "standing":
        return "standing"
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


def _tile_of(place: int, read: Mapping[str, Any], doubtful: bool) -> Tile:
    box = tuple((float(x), float(y)) for x, y in read["box"])
    return Tile(place + 1, read["tile"], box, tuple(face for face, _ in read["alternatives"]), doubtful)
