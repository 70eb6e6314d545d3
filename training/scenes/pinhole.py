"""Perfect detections of placed tiles through a pinhole camera: geometry without pixels, to measure the layout with."""

from collections.abc import Sequence
from dataclasses import replace
from math import radians, tan
from random import Random
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.geometry import oriented_box
from training.faces.blanks import USUAL
from training.scenes.camera import Camera, View, look_at
from training.scenes.solids import block
from training.tables.placing import Placed

#: Width and height of the pictures in pixels.
SIZE: Final = (4000, 3000)
#: The probability of the true face.
_SURE: Final = 0.98
#: Faces that look the same after half a turn, in most designs.
SYMMETRIC: Final = frozenset(
    (
        *(f"{n}p" for n in (1, 2, 3, 4, 5, 8, 9)),
        *(f"{n}s" for n in (2, 4, 5, 6, 8, 9)),
        "5z",
        "back",
    )
)


def camera_at(
    aim: tuple[float, float], distance: float, tilt: float, around: float, roll: float
) -> Camera:
    """Point a camera at ``aim`` on the table; lengths are tile widths, angles degrees.

    ``tilt`` is from straight above, ``around`` off the player's side, counter-clockwise seen from above, and ``roll``
    about the camera's own axis.
    """
    view = View(elevation=90 - tilt, azimuth=around, roll=roll)
    focal = SIZE[0] / 2 / tan(radians(33))
    camera = look_at(view, np.array([*aim, 0.0]), distance, SIZE)
    return replace(camera, focal=(focal, focal), center=(SIZE[0] / 2, SIZE[1] / 2))


def random_camera(rng: Random, placed: Sequence[Placed]) -> Camera:
    """Hold a camera over the tiles of a hand from any side, so that they fill a good part of the picture.

    Tiles that stand show their faces to their player only: those are photographed from there.
    """
    hand = [tile for tile in placed if tile.role != "other"]
    xs, ys = [tile.x for tile in hand], [tile.y for tile in hand]
    extent = max(max(xs) - min(xs), max(ys) - min(ys), 6.0)
    aim = (
        (max(xs) + min(xs)) / 2 + rng.uniform(-1, 1),
        (max(ys) + min(ys)) / 2 + rng.uniform(-0.5, 2.0),
    )
    standing = any(tile.pose == "standing" for tile in hand)
    tilt = rng.uniform(40.0 if standing else 0.0, 45.0)
    around = rng.uniform(-15, 15) if standing else rng.uniform(-180, 180)
    return camera_at(aim, extent * rng.uniform(1.1, 1.9) + 4, tilt, around, rng.uniform(-180, 180))


def visible_tiles(
    placed: Sequence[Placed], camera: Camera
) -> list[tuple[int, NDArray[np.float32]]]:
    """The tiles that show in a picture: their number in ``placed`` and their corners in pixels."""
    corners = [block(tile, USUAL).face_corners(back=tile.pose == "down") for tile in placed]
    outlines = [camera.project(face).astype(np.float32) for face in corners]
    width, height = camera.size
    found = []
    for number, (tile, face, outline) in enumerate(zip(placed, corners, outlines, strict=True)):
        x, y = outline.mean(axis=0)
        inside = 0 <= x < width and 0 <= y < height
        normal = np.cross(face[3] - face[0], face[1] - face[0])
        is_turned_here = normal @ (camera.position - face.mean(axis=0)) > 0
        if inside and is_turned_here and not _is_covered(number, tile, placed, outlines):
            found.append((number, outline))
    return found


def _is_covered(
    number: int, tile: Placed, placed: Sequence[Placed], outlines: Sequence[NDArray[np.float32]]
) -> bool:
    """Whether tiles lying higher hide most of a face."""
    points = (outlines[number] + outlines[number].mean(axis=0)) / 2
    above = [
        outlines[other]
        for other, upper in enumerate(placed)
        if upper.level > tile.level and abs(upper.x - tile.x) < 3 and abs(upper.y - tile.y) < 3
    ]
    hidden = sum(
        any(cv2.pointPolygonTest(top, (float(x), float(y)), False) > 0 for top in above)
        for x, y in points
    )
    return hidden >= 3


def detect(
    placed: Sequence[Placed], camera: Camera, rng: Random, *, boxes: str = "true"
) -> tuple[list[Detection], list[int]]:
    """Detections of everything that shows, in random order, and which placed tile each one is.

    ``boxes`` are ``true``, the outlines themselves, or ``turned``, the rectangles that an oriented detector gives.
    """
    visible = visible_tiles(placed, camera)
    rng.shuffle(visible)
    found = []
    for number, outline in visible:
        face = "back" if placed[number].pose == "down" else placed[number].tile
        known = face not in SYMMETRIC
        box = outline if boxes == "true" else oriented_box(outline)
        if not known and rng.random() < 0.5:
            box = np.roll(box, 2, axis=0)
        probabilities = np.full(len(CLASSES), (1 - _SURE) / (len(CLASSES) - 1), dtype=np.float32)
        probabilities[CLASSES.index(face)] = _SURE
        found.append(Detection(np.ascontiguousarray(box), 0.9, probabilities, turn_known=known))
    return found, [number for number, _ in visible]
