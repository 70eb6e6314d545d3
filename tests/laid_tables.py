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
from training.tables.placing import Placed

#: Length of a tile in tile widths, and how far a sideways one ends short of its neighbours' far edges.
LENGTH = 4 / 3
SHORT = (LENGTH - 1) / 2


def laid(text: str, x: float = 0.0, y: float = 0.0) -> list[Placed]:
    """Lay tiles side by side from ``x`` on: ``1m 2m >3m _4m | 5z``.

    ``>`` marks a sideways tile, ``_`` one lying face down, ``v`` one on its head; ``|`` is a gap of a tile width.
    """
    placed = []
    for word in text.split():
        if word == "|":
            x += 1.0
            continue
        extent = LENGTH if word[0] == ">" else 1.0
        turn = {">": pi / 2, "v": pi}.get(word[0], 0.0)
        drop = SHORT if word[0] == ">" else 0.0
        tile = word.lstrip(">_v")
        placed.append(
            Placed(tile, x + extent / 2, y - drop, turn, pose="down" if word[0] == "_" else "up")
        )
        x += extent + 0.03
    return placed


def promoted(below: Placed, *, stacked: bool = False) -> Placed:
    """The fourth tile of a promoted quad, beyond the sideways one or on it."""
    return replace(below, y=below.y + (0.55 if stacked else 1.03), level=int(stacked))


def photographed(
    placed: Sequence[Placed],
    *,
    tilt: float = 25.0,
    around: float = 0.0,
    roll: float = 0.0,
    distance: float = 26.0,
) -> list[Detection]:
    """What perfect networks see of a table from the player's side."""
    aim = (
        sum(tile.x for tile in placed) / len(placed),
        sum(tile.y for tile in placed) / len(placed),
    )
    detections, numbers = detect(placed, camera_at(aim, distance, tilt, around, roll), Random(0))
    return [
        detection
        for _, detection in sorted(zip(numbers, detections, strict=True), key=lambda pair: pair[0])
    ]


def layout_of(
    detections: Sequence[Detection], convention: ClaimStyle = ClaimStyle.SIDEWAYS
) -> Layout:
    """The layout of the first candidate."""
    scene = measure_scene(detections)
    return build_layout(scene, next(hand_candidates(scene), None), convention)


def turned(detections: Sequence[Detection], degrees: float) -> list[Detection]:
    """The same photo, turned clockwise."""
    angle = radians(degrees)
    matrix = np.array([[cos(angle), sin(angle)], [-sin(angle), cos(angle)]])
    return [replace(one, box=(one.box @ matrix).astype(np.float32)) for one in detections]


def unsure(detection: Detection, faces: dict[str, float]) -> Detection:
    """The same tile with other probabilities."""
    probabilities = np.full(
        len(CLASSES), (1 - sum(faces.values())) / len(CLASSES), dtype=np.float32
    )
    for face, p in faces.items():
        probabilities[CLASSES.index(face)] += p
    return replace(detection, probabilities=probabilities / probabilities.sum())
