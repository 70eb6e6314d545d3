"""Tiles laid on a table by hand, for the tests of layout and reading."""

from collections.abc import Sequence
from dataclasses import replace
from math import cos, pi, radians, sin
from random import Random

import numpy as np

from hu.scoring.rule_set.declared import ClaimStyle
from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.layout.layout import build_layout, hand_candidates, measure_scene
from hu.vision.layout.model import Layout
from training.scenes.pinhole import camera_at, detect
from training.tables.placing import Placed, Pose

#: The length of a tile in tile widths.
LENGTH = 4 / 3
#: How much closer to the player the middle of a sideways tile is than that of an upright tile, in
#: tile widths. Their near edges are in line.
SHORT = (LENGTH - 1) / 2
#: The gap between neighbours, in tile widths.
GAP = 0.03


def laid(text: str, x: float = 0.0, y: float = 0.0) -> list[Placed]:
    """Lay tiles side by side: ``1m 2m >3m _4m | 5z``.

    ``>`` marks a sideways tile, ``_`` a tile face down, ``v`` a tile upside down. ``|`` is a gap of
    a tile width.

    Args:
        text: the tiles, separated by spaces.
        x: the left end of the row, in tile widths.
        y: the middle of the row, in tile widths.
    """
    placed = []
    for word in text.split():
        if word == "|":
            x += 1.0
            continue
        mark = word[0]
        width = 1.0
        turn = 0.0
        middle = y
        if mark == ">":
            width = LENGTH
            turn = pi / 2
            middle = y - SHORT
        elif mark == "v":
            turn = pi
        pose: Pose = "down" if mark == "_" else "up"
        placed.append(Placed(word.lstrip(">_v"), x + width / 2, middle, turn, pose=pose))
        x += width + GAP
    return placed


def promoted(below: Placed, *, is_stacked: bool = False) -> Placed:
    """Lay the fourth tile of a promoted quad beyond its sideways tile, or on top of it.

    Args:
        below: the sideways tile.
        is_stacked: whether the fourth tile is on top.
    """
    if is_stacked:
        return replace(below, y=below.y + 0.55, level=1)
    return replace(below, y=below.y + 1.03, level=0)


def photographed(
    placed: Sequence[Placed],
    *,
    tilt: float = 25.0,
    around: float = 0.0,
    roll: float = 0.0,
    distance: float = 26.0,
) -> list[Detection]:
    """Photograph a table as perfect networks would see it, in the order of the tiles.

    Tiles that do not show are left out.

    Args:
        placed: the tiles on the table.
        tilt: the camera's angle from straight down, in degrees.
        around: the camera's angle around the table from the player's side, in degrees.
        roll: how far the camera is turned about its own axis, in degrees.
        distance: from the camera to the tiles, in tile widths.
    """
    aim = (
        sum(tile.x for tile in placed) / len(placed),
        sum(tile.y for tile in placed) / len(placed),
    )
    camera = camera_at(aim, distance, tilt, around, roll)
    # Detections come in random order, each with the number of its tile.
    detections, numbers = detect(placed, camera, Random(0))
    detection_of_tile = dict(zip(numbers, detections, strict=True))
    return [detection_of_tile[number] for number in sorted(numbers)]


def layout_of(
    detections: Sequence[Detection], claim_style: ClaimStyle = ClaimStyle.SIDEWAYS
) -> Layout:
    """Lay out the first candidate for the hand."""
    scene = measure_scene(detections)
    first_candidate = next(hand_candidates(scene), None)
    return build_layout(scene, first_candidate, claim_style)


def turned(detections: Sequence[Detection], degrees: float) -> list[Detection]:
    """The same photo, turned clockwise."""
    angle = radians(degrees)
    matrix = np.array([[cos(angle), sin(angle)], [-sin(angle), cos(angle)]])
    turned_detections = []
    for detection in detections:
        box = (detection.box @ matrix).astype(np.float32)
        turned_detections.append(replace(detection, box=box))
    return turned_detections


def unsure(detection: Detection, faces: dict[str, float]) -> Detection:
    """The same tile, read as each of some faces with a probability."""
    # All classes share the remaining probability.
    share_of_class = (1 - sum(faces.values())) / len(CLASSES)
    probabilities = np.full(len(CLASSES), share_of_class, dtype=np.float32)
    for face, probability in faces.items():
        probabilities[CLASSES.index(face)] += probability
    return replace(detection, probabilities=probabilities / probabilities.sum())
