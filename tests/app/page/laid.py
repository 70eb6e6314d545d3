"""Hands in work, made from text."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, cast

import msgspec

from hu.app.page.draft.editing.hand import EditedHand, Group, Kind, Tile
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.editing.steps import Step
from hu.app.page.draft.state import Rack
from hu.app.page.gestures.tap import Gesture
from hu.scoring.hand import Hand, write_reds
from hu.scoring.tiles import BONUS, RED_FIVES


def step(*op: Any) -> Step:
    """A correction of the tiles, as the browser sends it."""
    return cast("Step", msgspec.convert(op, Step))


def gesture(*op: Any) -> Gesture:
    """A gesture, as the browser sends it."""
    return cast("Gesture", msgspec.convert(op, Gesture))


def from_hand(hand: Hand) -> EditedHand:
    """Lay out a parsed hand: its standing tiles in one group, then melds, then bonus tiles."""
    edited = EditedHand()
    # The red fives outside the melds.
    unplaced_reds = list(hand.red)
    for meld in hand.melds:
        for five in meld.red:
            unplaced_reds.remove(five)
    if hand.standing:
        edited = add(edited, _take_reds(hand.standing, unplaced_reds))
        if hand.winning:
            # Of equal tiles, the last is the winning tile.
            equal_tiles = [tile.id for tile in edited.tiles if tile.face == hand.winning]
            edited = replace(edited, winning=max(equal_tiles))
    for meld in hand.melds:
        kind: Kind = "quad" if meld.concealed else "exposed"
        edited = add(edited, write_reds(meld.tiles, meld.red), kind)
    # Bonus tiles that are no flowers or seasons, such as North, have a group of their own kind.
    set_aside = [tile for tile in hand.bonus if tile not in BONUS]
    if set_aside:
        edited = add(edited, set_aside, kind="bonus")
    flowers = [tile for tile in hand.bonus if tile in BONUS]
    if flowers:
        edited = add(edited, flowers)
    return edited


def rack_of(hand: str, **fields: Any) -> Rack:
    """A rack with a hand given as text."""
    return Rack(History(from_hand(Hand.from_text(hand))), **fields)


def _take_reds(tiles: tuple[str, ...], unplaced_reds: list[str]) -> tuple[str, ...]:
    """Write fives as red fives, as many as ``unplaced_reds`` still has, and remove them from it."""
    faces = write_reds(tiles, tuple(unplaced_reds))
    for face in faces:
        if face in RED_FIVES:
            unplaced_reds.remove(RED_FIVES[face])
    return faces


def add(edited: EditedHand, faces: Iterable[str], kind: Kind = "standing") -> EditedHand:
    """Append a new group.

    Groups and tiles are numbered together, and ``fresh`` is the next number. The group gets it, and
    the tiles get the numbers after it.

    Args:
        edited: the hand in work, which is not changed itself.
        faces: the faces of the group's tiles, red fives as ``0m``.
        kind: the kind of the group.
    """
    group_number = edited.fresh
    tiles = []
    for tile_number, face in enumerate(faces, start=group_number + 1):
        # A red five has the face of other fives.
        plain_face = RED_FIVES.get(face, face)
        tiles.append(Tile(tile_number, plain_face, red=face in RED_FIVES))
    group = Group(group_number, kind, tuple(tiles))
    next_number = group_number + 1 + len(tiles)
    return replace(edited, groups=(*edited.groups, group), fresh=next_number)
