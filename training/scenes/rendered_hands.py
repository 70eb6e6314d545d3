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
from training.tables.placing import LENGTH

#: Sides of the pictures in pixels: less than a phone's, but enough to read every face.
SIZE: Final = (1280, 960)
#: Sets whose tiles are longer or shorter than this do not lie as the scenes have them.
_SLACK: Final = 0.07
#: Tiles of which less is seen need not be found.
SHOWN: Final = 0.5


def photograph_hand(scene: HandScene, seed: int, art: Art) -> Scene:
    """Render a hand with a random tile set, the camera anywhere up to 45 degrees from straight above."""
    return hand_photo(
        scene, fitting_design(seed // 2, art), np.random.default_rng([71, seed]), SIZE
    )


def hand_photo(
    scene: HandScene,
    design: Design,
    rng: np.random.Generator,
    size: tuple[int, int],
    tilts: tuple[float, float] = (40, 45),
) -> Scene:
    """Render a hand with a random table and phone; the tiles of ``design`` have usual proportions.

    Tiles that stand show their faces to their player only: those are photographed from there. ``tilts`` are degrees
    from straight above: the least from which standing tiles are photographed, the most for all. The phone is held so
    that the hand runs along the picture's longer side; no hands are in the way, and the hand lies wholly inside.
    """
    standing = any(tile.pose == "standing" for tile in scene.placed if tile.role != "other")
    tilt = rng.uniform(tilts[0] if standing else 0, tilts[1])
    view = View(
        elevation=float(90 - tilt),
        azimuth=float(rng.uniform(-15, 15) if standing else rng.uniform(-180, 180)),
        roll=float(rng.uniform(-180, 180)),
        distance=float(np.exp(rng.uniform(np.log(14), np.log(45)))),
        fill=float(rng.uniform(0.7, 0.95)),
        tile_px=(24.0, 150.0),
        distortion=float(rng.normal(0, 0.015)),
    )
    things = int(rng.integers(1, 8)) if rng.random() < 0.5 else 0
    settings = Settings(
        view=view, optics=random_optics(rng), things=things, far=float(rng.uniform(10, 60))
    )
    points = np.array([(tile.x, tile.y, 0.0) for tile in scene.placed if tile.role != "other"])
    along = np.abs(aim(view, points, size).axes[:2, 0])
    upright = size if along[0] >= along[1] else size[::-1]
    return render(scene.placed, design, settings, rng, upright)


@cache
def fitting_seed(*start: int) -> tuple[int, ...]:
    """``start`` with a number after it: the seed of a tile set whose tiles have usual proportions."""
    seeds = ((*start, k) for k in count())
    return next(
        seed
        for seed in seeds
        if abs(random_body(np.random.default_rng(seed)).aspect - LENGTH) < _SLACK
    )


# One set is enough: scenes come in order, and a set takes megabytes.
@lru_cache(maxsize=1)
def fitting_design(number: int, art: Art) -> Design:
    """A random tile set whose tiles have usual proportions; the same for the same number."""
    return random_design(np.random.default_rng(fitting_seed(72, number)), art)


def camera_seed(name: str) -> int:
    """A number for a scene's name, the same in every run."""
    return Random(name).randrange(2**31)


def match_tiles(detections: Sequence[Detection], scene: Scene) -> list[int]:
    """Which placed tile each detection is: the one whose outline it lies in; -1 for none.

    Of several detections of one tile the most confident counts.
    """
    taken: set[int] = set()
    found = [-1] * len(detections)
    for index in sorted(range(len(detections)), key=lambda k: -detections[k].score):
        near = [
            (_off(tile.box, detections[index]), tile.index)
            for tile in scene.tiles
            if tile.index not in taken
        ]
        nearest = min(near, default=(np.inf, -1))
        if nearest[0] < SHOWN:
            found[index] = nearest[1]
            taken.add(nearest[1])
    return found


def _off(box: NDArray[np.float32], detection: Detection) -> float:
    """How far a detection lies from the middle of an outline, 1 at its edge; infinite outside of it."""
    inside = cv2.pointPolygonTest(box, tuple(map(float, detection.center)), measureDist=True)
    inner = cv2.pointPolygonTest(box, tuple(map(float, box.mean(axis=0))), measureDist=True)
    return float(1 - inside / max(inner, 1e-6)) if inside >= 0 else np.inf
