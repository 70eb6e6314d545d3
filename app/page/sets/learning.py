"""Teaches a tile set the faces that players correct, and the faces that saved hands confirm."""

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

    The environment variable ``HU_WEIGHTS`` names it. If the variable is missing or empty, it is the
    folder of the installed networks.
    """
    return Path(os.environ.get("HU_WEIGHTS") or MODELS)


def corrections(read: EditedHand, now: EditedHand) -> dict[int, str]:
    """Return the faces that a player corrected, by the numbers of the tiles.

    Tiles that the player turned face down are left out. A tile that was taken out of the hand still
    counts: it is beside the hand, with its corrected face.

    Args:
        read: the hand as the photo was read.
        now: the hand as it is.
    """
    face_now_of = faces_of(now)
    corrected_face_of = {}
    for number, read_face in faces_of(read).items():
        # A hand of another photo does not have all of these tiles.
        face = face_now_of.get(number, read_face)
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

    Does nothing if the tile set was forgotten meanwhile, if its file is damaged, or if it cannot be
    written. The player must not lose the hand for such a reason.

    Args:
        tile_sets: the tile sets.
        name: the name of the tile set.
        change: returns the tile set with the change.
    """
    with suppress(TileSetError, OSError):
        tile_sets.change(name, change)


def with_changes(
    tile_set: TileSet, photo: SeenPhoto, changed: Mapping[int, tuple[str, str]]
) -> TileSet:
    """Return a tile set after a tap has changed faces of a photo.

    A tile set learns only corrections, which are faces that differ from the reading of the photo.

    Args:
        tile_set: the tile set.
        photo: the photo, with the detections of its tiles.
        changed: the face before and the face after the tap, by the number of the tile.
    """
    detections = unpack_detections(photo.packed_detections)
    read_face_of = faces_of(photo.hand)
    for number, (face_before, face_after) in changed.items():
        # The tiles of the photo are numbered from 1. Tiles that the player added have higher
        # numbers.
        was_added = number > len(detections)
        if was_added:
            continue
        detection = detections[number - 1]
        read_face = read_face_of.get(number)
        if face_before != read_face:
            # The face before was a correction too, which the tile set has learned.
            tile_set = tile_set.take_back(detection.crop, face_before)
        if face_after != read_face:
            tile_set = tile_set.add(detection, face_after, _source_of(photo, number))
    return tile_set


def _source_of(photo: SeenPhoto, number: int) -> str:
    """Return the source of a learned face: the photo, and the number of the tile on it."""
    return f"{photo.name} {photo.key}#{number}"


def with_confirmed_faces(tile_set: TileSet, photo: SeenPhoto, now: EditedHand) -> TileSet:
    """Return a tile set with the faces of a saved hand that it did not know yet.

    A player who saves a hand confirms the tiles that were not corrected. Such a tile is added if
    the networks were sure of its face.

    Args:
        tile_set: the tile set.
        photo: the photo of the hand, with the detections of its tiles.
        now: the hand as it was saved.
    """
    detections = unpack_detections(photo.packed_detections)
    corrected_face_of = corrections(photo.hand, now)
    known_faces = tile_set.faces
    for tile in now.tiles:
        # The tiles of the photo are numbered from 1. Tiles that the player added have higher
        # numbers.
        was_added = tile.id > len(detections)
        was_corrected = tile.id in corrected_face_of
        if was_added or was_corrected or tile.face in known_faces:
            continue
        detection = detections[tile.id - 1]
        was_read_surely = detection.tile == tile.face and detection.confidence >= SURE
        if was_read_surely:
            source = _source_of(photo, tile.id)
            tile_set = tile_set.add(detection, tile.face, source, detection.confidence)
    return tile_set
