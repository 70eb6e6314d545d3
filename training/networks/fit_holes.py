"""Holes in rows, some of them tiles that were not detected, and the weights of their features.

A tile that was detected is left out of the detections, which leaves a hole. Some holes are true
gaps: rendered hands are photographed again without some of their tiles.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BACK
from hu.vision.detection import Detection
from hu.vision.finding.holes import Hole, find_holes, hole_features, read_holes
from hu.vision.geometry import oriented_box
from hu.vision.networks.classifier import classify_crops, rectified_faces
from hu.vision.networks.detector import Outline
from hu.vision.photo.decoding import Photo
from hu.vision.reader import Reader
from training.data.crops import Box, Image
from training.data.negatives import greatest_iou_with
from training.faces.art import Art
from training.networks.regression import Floats, logistic, weights_of
from training.scenes.rendered_hands import camera_seed, photograph_hand
from training.scenes.scenes import Scene
from training.tables.hands import RULES, HandScene, hand_scene

#: A hole holds a tile whose IoU with it is at least this.
_TILE_IOU: Final = 0.5
#: A hole is empty if its IoU with every tile is at most this.
_EMPTY_IOU: Final = 0.2
#: How many tiles are taken away from a scene.
_ABSENT_TILES: Final = 2
#: How many other tiles of the same scene become white dragons, which are rare.
_WHITE_DRAGONS: Final = 3

Kind = Literal["white dragon", "other face", "gap"]


@dataclass(frozen=True, slots=True)
class HoleExample:
    """A hole whose truth is known."""

    kind: Kind
    features: NDArray[np.float64]  # ``(3,)`` as ``hole_features`` returns them


def hole_examples(reader: Reader, art: Art, seeds: Sequence[int]) -> Iterator[HoleExample]:
    """Yield the holes of rendered hands of every rule set, as they are and with changed tiles.

    Args:
        reader: the networks. It must not fill holes.
        art: the artwork.
        seeds: of the hands.
    """
    for seed in seeds:
        for rules in RULES:
            scene = hand_scene(seed, rules)
            photo_seed = camera_seed(f"camera {rules} {seed}")
            changed_scene = _change_some(scene, np.random.default_rng([59, seed]))
            yield from _examples_of_scene(photograph_hand(scene, photo_seed, art), reader)
            yield from _examples_of_scene(photograph_hand(changed_scene, photo_seed, art), reader)


def _change_some(scene: HandScene, rng: np.random.Generator) -> HandScene:
    """Take some tiles away from a scene, and turn some into white dragons.

    These may be tiles of the hand, and tiles around it such as discards.
    """
    order = rng.permutation(len(scene.placed)).tolist()
    absent_numbers = order[:_ABSENT_TILES]
    white_numbers = order[_ABSENT_TILES : _ABSENT_TILES + _WHITE_DRAGONS]
    placed = []
    for number, tile in enumerate(scene.placed):
        if number in white_numbers:
            placed.append(replace(tile, tile="5z"))
        elif number not in absent_numbers:
            placed.append(tile)
    return replace(scene, placed=tuple(placed))


def _examples_of_scene(scene: Scene, reader: Reader) -> Iterator[HoleExample]:
    """The holes between the detections of a picture, and the hole that each detection fills."""
    tiles = [oriented_box(tile.box) for tile in scene.tiles]
    names = [tile.tile for tile in scene.tiles]
    detections = reader.detect(Photo.of(scene.image))
    holes = find_holes(detections)
    yield from _label_holes(holes, detections, scene.image, reader, tiles, names)
    # Leave out each detection in turn. Its hole is read with the other detections.
    for index, detection in enumerate(detections):
        others = [*detections[:index], *detections[index + 1 :]]
        holes = [hole for hole in find_holes(others) if _holds(hole, detection)]
        yield from _label_holes(holes, others, scene.image, reader, tiles, names)


def _holds(hole: Hole, tile: Detection) -> bool:
    """Whether a tile fills a hole."""
    return greatest_iou_with(hole.box, [tile.box]) >= _TILE_IOU


def _label_holes(
    holes: Sequence[Hole],
    detections: Sequence[Detection],
    image: Image,
    reader: Reader,
    tiles: Sequence[Box],
    names: Sequence[str],
) -> Iterator[HoleExample]:
    """Read holes, and yield those that certainly hold a tile face up or certainly hold nothing.

    Args:
        holes: the holes.
        detections: the detections of the picture.
        image: ``(h, w, 3)`` uint8 RGB: the picture.
        reader: the networks.
        tiles: the outlines of all tiles of the scene. There is at least one tile.
        names: the classes of these tiles.
    """

    def read(outlines: Sequence[Outline]) -> list[Detection]:
        faces = rectified_faces(image, outlines)
        return classify_crops(reader.classifier, faces, outlines, reader.calibration)

    readings = read_holes(holes, detections, read)
    for hole, reading in zip(holes, readings, strict=True):
        ious = [greatest_iou_with(hole.box, [tile]) for tile in tiles]
        greatest_iou = max(ious)
        name = names[ious.index(greatest_iou)]
        if greatest_iou <= _EMPTY_IOU:
            yield HoleExample("gap", hole_features(reading))
        elif greatest_iou >= _TILE_IOU and name != BACK:
            kind: Kind = "white dragon" if name == "5z" else "other face"
            yield HoleExample(kind, hole_features(reading))


def fit_holes(examples: Sequence[HoleExample]) -> tuple[float, ...]:
    """Fit the weights of the features that show whether a hole holds a tile, the constant last.

    White dragons, other faces and gaps count as much as each other. Empty if there is no example of
    one of these kinds.
    """
    kinds = [example.kind for example in examples]
    if len(set(kinds)) < 3:
        return ()
    features: Floats = np.stack([example.features for example in examples])
    holds_tile = np.array([kind != "gap" for kind in kinds], np.float64)
    coefficients = logistic(features, holds_tile, weights_of(kinds))
    return tuple(round(float(value), 3) for value in coefficients)
