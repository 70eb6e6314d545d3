"""Hands in work as JSON, so that a reload or a restart of the server loses nothing."""

from collections.abc import Mapping
from typing import Any, Final

from hu.app.page.draft.editing.hand import EditedHand, Group, History, Tile

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
    return {"groups": groups, "winning": edited.winning, "fresh": edited.fresh, "unsettled": edited.unsettled}


def hand_from_json(data: Mapping[str, Any]) -> EditedHand:
    """Read what ``hand_to_json`` wrote."""
    groups = tuple(Group(g["id"], g["kind"], tuple(map(_tile_from_json, g["tiles"]))) for g in data["groups"])
    # Hands that were saved by earlier versions have no such sets.
    unsettled = tuple(tuple(numbers) for numbers in data.get("unsettled", ()))
    return EditedHand(groups, data["winning"], data["fresh"], unsettled)


def _tile_to_json(tile: Tile) -> dict[str, Any]:
    return {
        "id": tile.id,
        "face": tile.face,
        "box": tile.box,
        "alternatives": tile.alternatives,
        "doubtful": tile.doubtful,
        "red": tile.red,
    }


def _tile_from_json(data: Mapping[str, Any]) -> Tile:
    box = None if data["box"] is None else tuple((float(x), float(y)) for x, y in data["box"])
    return Tile(data["id"], data["face"], box, tuple(data["alternatives"]), data["doubtful"], data.get("red", False))
