"""Hands laid out by rule, rendered: photos to measure the networks and the layout together on."""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import count
from random import Random
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.detection import Detection
from training.faces.art import Art
from training.faces.blanks import random_body
from training.faces.designs import Design, random_design
from training.scenes.camera import View, aim
from training.scenes.optics import random_optics
from training.scenes.scenes import Scene, Settings, render
from training.tables.hands import HandScene

#: Sides of the pictures in pixels: less than a phone's, but enough to read every face.
SIZE: Final = (1280, 960)
#: Tiles of which less is seen need not be found.
SHOWN: Final = 0.5
#: A detection matches a tile if its centre is nearer than this to the tile's middle, where 0 is the
#: middle and 1 the tile's edge.
_MATCH_DISTANCE: Final = 0.5


def photograph_hand(scene: HandScene, seed: int, art: Art) -> Scene:
    """Render a hand with a random tile set, the camera up to 45 degrees from straight above.

    Args:
        scene: the hand.
        seed: decides tile set, camera and table. An even seed and the next share a tile set.
        art: the artwork.
    """
    design = fitting_design(seed // 2, art)
    return hand_photo(scene, design, np.random.default_rng([71, seed]), SIZE)


def hand_photo(
    scene: HandScene,
    design: Design,
    rng: np.random.Generator,
    size: tuple[int, int],
    tilts: tuple[float, float] = (40, 45),
) -> Scene:
    """Render a hand with a random table and phone.

    The phone is held so that the hand runs along the picture's longer side. No fingers are in the
    way, and the whole hand is in the picture. Standing tiles show their faces to their player only.
    So a hand with standing tiles is photographed from the player's side.

    Args:
        scene: the hand.
        design: the tile set, of usual proportions.
        rng: decides table and phone.
        size: longer and shorter side of the picture in pixels.
        tilts: degrees from straight above: the least for standing tiles, the most for all.
    """
    hand = [tile for tile in scene.placed if tile.role != "other"]
    is_standing = any(tile.pose == "standing" for tile in hand)
    tilt = rng.uniform(tilts[0] if is_standing else 0, tilts[1])
    view = View(
        elevation=float(90 - tilt),
        azimuth=float(rng.uniform(-15, 15) if is_standing else rng.uniform(-180, 180)),
        roll=float(rng.uniform(-180, 180)),
        distance=float(np.exp(rng.uniform(np.log(14), np.log(45)))),
        fill=float(rng.uniform(0.7, 0.95)),
        tile_px=(24.0, 150.0),
        distortion=float(rng.normal(0, 0.015)),
    )
    thing_count = 0
    if rng.random() < 0.5:
        thing_count = int(rng.integers(1, 8))
    settings = Settings(
        view=view,
        optics=random_optics(rng),
        thing_count=thing_count,
        depth_behind=float(rng.uniform(10, 60)),
    )

    # The row of a hand runs along the world's x. Compare the parts of that direction to the right
    # and down in the picture.
    points = np.array([(tile.x, tile.y, 0.0) for tile in hand])
    right_part, down_part = aim(view, points, size).axes[:2, 0]
    if abs(right_part) < abs(down_part):
        # Hold the phone upright.
        size = size[::-1]
    return render(scene.placed, design, settings, rng, size)


@cache
def fitting_seed(*start: int) -> tuple[int, ...]:
    """Find the seed of a tile set whose tiles have usual proportions.

    The body must be the first part of the set that is drawn with this seed.

    Returns:
        ``start`` with a number after it: the first from 0 on whose body fits.
    """
    for number in count():
        seed = (*start, number)
        body = random_body(np.random.default_rng(seed))
        if body.has_usual_proportions:
            return seed
    raise AssertionError("count() never ends")


# A single set is enough: scenes come in order, and a set takes megabytes.
@lru_cache(maxsize=1)
def fitting_design(number: int, art: Art) -> Design:
    """Draw a tile set of usual proportions. The same number gives the same set."""
    return random_design(np.random.default_rng(fitting_seed(72, number)), art)


def camera_seed(name: str) -> int:
    """A number for a scene's name, the same in every run."""
    return Random(name).randrange(2**31)


def match_tiles(detections: Sequence[Detection], scene: Scene) -> list[int]:
    """Find the placed tile of each detection: the tile whose middle is near its centre.

    Of several detections of a tile the most confident counts.

    Returns:
        For each detection the number of the placed tile, or -1.
    """
    # The numbers of the detections, the most confident first.
    by_score = sorted(range(len(detections)), key=lambda index: -detections[index].score)
    matched: set[int] = set()
    matches = [-1] * len(detections)
    for index in by_score:
        nearest = -1
        least = np.inf
        for tile in scene.tiles:
            if tile.index in matched:
                continue
            distance = _distance_from_middle(tile.box, detections[index])
            if distance < least:
                least = distance
                nearest = tile.index
        if least < _MATCH_DISTANCE:
            matches[index] = nearest
            matched.add(nearest)
    return matches


def _distance_from_middle(box: NDArray[np.float32], detection: Detection) -> float:
    """How far a detection lies from the middle of an outline: 1 at its edge, infinite outside."""
    x, y = detection.center
    # The distances from the outline's edge in pixels, below 0 outside.
    edge_distance = cv2.pointPolygonTest(box, (float(x), float(y)), measureDist=True)
    if edge_distance < 0:
        return np.inf
    middle_x, middle_y = box.mean(axis=0)
    middle = (float(middle_x), float(middle_y))
    edge_distance_of_middle = cv2.pointPolygonTest(box, middle, measureDist=True)
    return float(1 - edge_distance / max(edge_distance_of_middle, 1e-6))
