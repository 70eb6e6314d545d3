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
    face_now_of = faces_of(now)
    corrected_face_of = {}
    for number, read_face in faces_of(read).items():
        was_removed = number not in face_now_of
        if was_removed:
            continue
        face = face_now_of[number]
        if face not in (read_face, BACK):
            corrected_face_of[number] = face
    return corrected_face_of


def faces_of(edited: EditedHand) -> dict[int, str]:
    """Return the face of each tile by its number. Tiles beside the hand are included."""
    face_of = {}
    for group in edited.groups:
        for tile in group.tiles:
            face_of[tile.id] = tile.face
    return face_of


def teach(tile_sets: TileSetStore, name: str, change: Callable[[TileSet], TileSet]) -> None:
    """Change a tile set.

    A set that was forgotten meanwhile, or a full disk, is no error: the player must not lose the
    hand for it.

    Args:
        tile_sets: the tile sets.
        name: the name of the set.
        change: returns the set with the change.
    """
    with suppress(TileSetError, OSError):
        tile_sets.change(name, change)


def with_changes(
    tile_set: TileSet, photo: SeenPhoto, changed: Mapping[int, tuple[str, str]]
) -> TileSet:
    """Update a tile set after a tap has changed faces of a photo.

    A tile set learns only corrections: faces that differ from the reading of the photo.

    Args:
        tile_set: the set.
        photo: the photo, with the detections of its tiles.
        changed: each tile's face before and after the tap, by the tile's number.
    """
    detections = unpack_detections(photo.packed_detections)
    read_face_of = faces_of(photo.hand)
    for number, (face_before, face_after) in changed.items():
        # The photo shows no tile of this number: the player has added it.
        was_added = number > len(detections)
        if was_added:
            continue
        # Tiles are numbered from 1.
        detection = detections[number - 1]
        read_face = read_face_of.get(number)
        if face_before != read_face:
            # The set has learned the face from an earlier correction.
            tile_set = tile_set.take_back(detection.crop, face_before)
        if face_after != read_face:
            tile_set = tile_set.add(detection, face_after, _source_of(photo, number))
    return tile_set


def _source_of(photo: SeenPhoto, number: int) -> str:
    """Return the source of a learned face: the photo, and the number of the tile on it."""
    return f"{photo.name} {photo.key}#{number}"


def with_confirmed_faces(photo: SeenPhoto, now: EditedHand, tile_set: TileSet) -> TileSet:
    """Add the faces of a saved hand that a tile set does not know yet.

    Saving confirms the tiles that the players did not correct. They are added if the networks were
    sure of them.

    Args:
        photo: the photo of the hand, with the detections of its tiles.
        now: the hand as it was saved.
        tile_set: the set.
    """
    detections = unpack_detections(photo.packed_detections)
    corrected_face_of = corrections(photo.hand, now)
    known_faces = tile_set.faces
    for tile in now.tiles:
        was_added = tile.id > len(detections)
        was_corrected = tile.id in corrected_face_of
        if was_added or was_corrected or tile.face in known_faces:
            continue
        # Tiles are numbered from 1.
        detection = detections[tile.id - 1]
        was_read_surely = detection.tile == tile.face and detection.confidence >= SURE
        if was_read_surely:
            source = _source_of(photo, tile.id)
            tile_set = tile_set.add(detection, tile.face, source, detection.confidence)
    return tile_set
