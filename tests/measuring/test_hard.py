"""The tally of hard scenes counts found and read faces, blank white dragons, and detections where no tile is."""

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from measuring.photos import tally_scene
from training.scenes.camera import View, aim
from training.scenes.scenes import Scene, Seen

CAMERA = aim(View(), np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]), (200, 200))


def box(x: float) -> NDArray[np.float32]:
    return np.array([[x, 20], [x + 30, 20], [x + 30, 60], [x, 60]], np.float32)


def detection(tile: str, x: float) -> Detection:
    probabilities = np.zeros(len(CLASSES), np.float32)
    probabilities[CLASSES.index(tile)] = 1
    return Detection(box(x), 0.9, probabilities)


def scene(*tiles: tuple[str, float]) -> Scene:
    seen = tuple(Seen(k, tile, "up", box(x), 1.0, 0.9) for k, (tile, x) in enumerate(tiles))
    return Scene(np.zeros((200, 200, 3), np.uint8), seen, CAMERA)


def test_what_is_found_read_and_false_is_told_of_a_scene() -> None:
    seen = [detection("5z", 10), detection("2m", 51), detection("9p", 150)]
    tally = tally_scene(scene(("5z", 10), ("1m", 50), ("back", 90)), seen)
    assert tally == Counter({"faces": 2, "found": 2, "read": 1, "whites": 1, "whites read": 1, "false": 1})


def test_every_detection_in_a_room_is_false() -> None:
    assert tally_scene(scene(), [detection("1m", 10), detection("1m", 90)]) == Counter({"false": 2})


def test_faces_that_nothing_covers_are_not_found() -> None:
    assert tally_scene(scene(("1m", 10)), []) == Counter({"faces": 1})
