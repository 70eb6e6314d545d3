"""Teaches a tile set: corrections at once, and faces that finished hands confirm."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from hu.app.page.draft.editing.hand import EditedHand
from hu.app.page.photos.photo import SeenPhoto
from hu.app.sets.packing import unpack_detections
from hu.app.sets.store import TileSetStore
from hu.scoring.tiles import BACK
from hu.vision.reader import MODELS
from hu.vision.taught.lessons import SURE
from hu.vision.taught.tile_set import TileSet, TileSetError


def weights_folder() -> Path:
    """Return the folder of the networks that read the page's photos.

    ``HU_WEIGHTS`` names it. Without this variable, or with an empty one, it is the installed one.
    """
    return Path(os.environ.get("HU_WEIGHTS") or MODELS)


def corrections(read: EditedHand, now: EditedHand) -> dict[int, str]:
    """Return the faces that a player corrected, by the tiles' numbers.

    Removed tiles and tiles turned face down are not among them.

    Args:
        read: the hand as the photo was read.
        now: the hand as it is.
    """
    faces_now = faces_of(now)
    corrected_faces = {}
    for number, read_face in faces_of(read).items():
        if number not in faces_now:
            continue
        face = faces_now[number]
        if face not in (read_face, BACK):
            corrected_faces[number] = face
    return corrected_faces


def faces_of(edited: EditedHand) -> dict[int, str]:
    """Return the face of each tile, those aside too, by the tile's number."""
    return {tile.id: tile.face for group in edited.groups for tile in group.tiles}


def teach(sets: TileSetStore, name: str, change: Callable[[TileSet], TileSet]) -> None:
    """Change a set. A set that was forgotten meanwhile, or a full disk, must not cost the hand."""
    with suppress(TileSetError, OSError):
        sets.change(name, change)


def with_changes(
    tile_set: TileSet, photo: SeenPhoto, changed: Mapping[int, tuple[str, str]]
) -> TileSet:
    """Update a tile set after a tap has changed faces of a photo.

    A tile set learns only corrections: faces that differ from the reading of the photo.

    Args:
        tile_set: the set.
        photo: the photo, with the outputs of the networks for its tiles.
        changed: each tile's face before and after the tap, by the tile's number.
    """
    looks = unpack_detections(photo.looks)
    read_face_of = faces_of(photo.hand)
    for number, (face_before, face_after) in changed.items():
        was_added = number > len(looks)
        if was_added:
            continue
        # Tiles are numbered from 1.
        look = looks[number - 1]
        read_face = read_face_of.get(number)
        if face_before != read_face:
            # The set has learned it from an earlier correction.
            tile_set = tile_set.take_back(look.crop, face_before)
        if face_after != read_face:
            tile_set = tile_set.add(look, face_after, _source_of(photo, number))
    return tile_set


def _source_of(photo: SeenPhoto, number: int) -> str:
    """Return the source of a learned face: the photo, and the number of the tile on it."""
    return f"{photo.name} {photo.key}#{number}"


def with_finished(photo: SeenPhoto, now: EditedHand, tile_set: TileSet) -> TileSet:
    """Add the faces that a tile set does not know yet.

    Only tiles that were read surely, and that the players did not correct, are added.

    Args:
        photo: the photo of a finished hand.
        now: the hand as it was saved.
        tile_set: the set.
    """
    looks = unpack_detections(photo.looks)
    corrected_faces = corrections(photo.hand, now)
    faces_before = tile_set.faces
    for tile in now.tiles:
        was_added = tile.id > len(looks)
        was_corrected = tile.id in corrected_faces
        if was_added or was_corrected or tile.face in faces_before:
            continue
        # Tiles are numbered from 1.
        look = looks[tile.id - 1]
        was_read_surely = look.tile == tile.face and look.confidence >= SURE
        if was_read_surely:
            source = _source_of(photo, tile.id)
            tile_set = tile_set.add(look, tile.face, source, look.confidence)
    return tile_set
