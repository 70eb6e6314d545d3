"""Perfect detections of placed tiles through a pinhole camera.

This is geometry without pixels, to measure the layout with.
"""

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
#: Half of the camera's horizontal angle of view, in degrees.
_HALF_ANGLE: Final = 33
#: The probability of the true face.
_SURE: Final = 0.98
#: The detector's score of every tile.
_SCORE: Final = 0.9
#: Faces that look the same after half a turn, in most designs.
SYMMETRIC: Final = frozenset(
    {
        *("1p", "2p", "3p", "4p", "5p", "8p", "9p"),
        *("2s", "4s", "5s", "6s", "8s", "9s"),
        *("5z", "back"),
    }
)
_Outline = NDArray[np.float32]


def camera_at(
    aim: tuple[float, float], distance: float, tilt: float, around: float, roll: float
) -> Camera:
    """Point a camera at a place on the table. Lengths are tile widths, angles degrees.

    Args:
        aim: x and y of the place.
        distance: from the camera to it.
        tilt: from straight above.
        around: off the player's side, counter-clockwise seen from above.
        roll: about the camera's own axis.
    """
    view = View(elevation=90 - tilt, azimuth=around, roll=roll)
    focal = SIZE[0] / 2 / tan(radians(_HALF_ANGLE))
    camera = look_at(view, np.array([*aim, 0.0]), distance, SIZE)
    return replace(camera, focal=(focal, focal), center=(SIZE[0] / 2, SIZE[1] / 2))


def random_camera(rng: Random, placed: Sequence[Placed]) -> Camera:
    """Hold a camera over the tiles of a hand, so that they fill a good part of the picture.

    The camera looks from any side. Standing tiles show their faces to their player only. So a hand
    with standing tiles is photographed from the player's side.
    """
    hand = [tile for tile in placed if tile.role != "other"]
    xs = [tile.x for tile in hand]
    ys = [tile.y for tile in hand]
    extent = max(max(xs) - min(xs), max(ys) - min(ys), 6.0)
    aim_x = (max(xs) + min(xs)) / 2 + rng.uniform(-1, 1)
    aim_y = (max(ys) + min(ys)) / 2 + rng.uniform(-0.5, 2.0)
    is_standing = any(tile.pose == "standing" for tile in hand)
    tilt = rng.uniform(40.0 if is_standing else 0.0, 45.0)
    around = rng.uniform(-15, 15) if is_standing else rng.uniform(-180, 180)
    distance = extent * rng.uniform(1.1, 1.9) + 4
    roll = rng.uniform(-180, 180)
    return camera_at((aim_x, aim_y), distance, tilt=tilt, around=around, roll=roll)


def visible_tiles(placed: Sequence[Placed], camera: Camera) -> list[tuple[int, _Outline]]:
    """Find the tiles that show in a picture.

    A tile shows if the middle of its face is in the picture, the face is turned to the camera, and
    no higher tiles hide most of it. Of tiles that lie face down, the back counts.

    Returns:
        For each of these tiles its number in ``placed``, in ascending order, and its corners,
        ``(4, 2)`` float32 pixels.
    """
    corners = [block(tile, USUAL).face_corners(of_back=tile.pose == "down") for tile in placed]
    outlines = [camera.project(face).astype(np.float32) for face in corners]
    width, height = camera.size
    visible = []
    for number, (tile, face, outline) in enumerate(zip(placed, corners, outlines, strict=True)):
        x, y = outline.mean(axis=0)
        is_inside = 0 <= x < width and 0 <= y < height
        # The corners run clockwise from the top left. So the left side, taken downwards, and the
        # top, taken to the right, give the normal out of the tile.
        normal = np.cross(face[3] - face[0], face[1] - face[0])
        to_camera = camera.position - face.mean(axis=0)
        is_turned_here = normal @ to_camera > 0
        if not is_inside or not is_turned_here:
            continue
        if not _is_covered(number, tile, placed, outlines):
            visible.append((number, outline))
    return visible


def _is_covered(
    number: int, tile: Placed, placed: Sequence[Placed], outlines: Sequence[_Outline]
) -> bool:
    """Whether higher tiles hide most of a face: three of four points halfway to its corners."""
    covers = []
    # Tiles farther away are too low to reach over this tile in the picture.
    for upper_number, upper in enumerate(placed):
        is_near = abs(upper.x - tile.x) < 3 and abs(upper.y - tile.y) < 3
        if upper.level > tile.level and is_near:
            covers.append(outlines[upper_number])
    points = (outlines[number] + outlines[number].mean(axis=0)) / 2
    hidden = 0
    for x, y in points:
        point = (float(x), float(y))
        if any(cv2.pointPolygonTest(cover, point, False) > 0 for cover in covers):
            hidden += 1
    return hidden >= 3


def detect(
    placed: Sequence[Placed], camera: Camera, rng: Random, *, boxes: str = "true"
) -> tuple[list[Detection], list[int]]:
    """Detect everything that shows, in random order.

    Args:
        placed: the tiles.
        camera: the camera.
        rng: decides the order, and which end of a symmetric face is taken for its top.
        boxes: ``true`` for the outlines themselves, or ``turned`` for the rectangles that an
            oriented detector gives.

    Returns:
        The detections, and for each of them the index in ``placed`` of its tile.
    """
    visible = visible_tiles(placed, camera)
    rng.shuffle(visible)
    detections = []
    for number, outline in visible:
        tile = placed[number]
        face = "back" if tile.pose == "down" else tile.tile
        # After half a turn a symmetric face looks the same, so it does not show its top.
        shows_top = face not in SYMMETRIC
        box = outline if boxes == "true" else oriented_box(outline)
        if not shows_top and rng.random() < 0.5:
            box = np.roll(box, 2, axis=0)
        box = np.ascontiguousarray(box)
        probability_of_others = (1 - _SURE) / (len(CLASSES) - 1)
        probabilities = np.full(len(CLASSES), probability_of_others, dtype=np.float32)
        probabilities[CLASSES.index(face)] = _SURE
        detections.append(Detection(box, _SCORE, probabilities, shows_top=shows_top))
    return detections, [number for number, _ in visible]
