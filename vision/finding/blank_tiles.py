"""Blank white dragons told from backs: they have the colour that the other faces of the photo are painted on."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BACK, CLASSES
from hu.vision.detection import Detection


@dataclass(frozen=True, slots=True)
class BlankSettings:
    """How the colour of a blank tile counts.

    Attributes:
        min_blank: a tile is judged if white dragon and back together have at least this probability.
        min_confidence: faces read with less than this say nothing of their set's colour.
        neighbours: how many of the nearest faces give the colour to expect.
        min_neighbours: with fewer faces nothing is judged.
        size_ratio: a blank tile is as large as those faces, within this factor; else it is a side or no tile.
        hue_of_faces: usual distance in hue between the grounds of two faces of one photo, of log RGB ...
        hue_of_backs: ... and between a coloured back and a face.
        light_of_faces: the same for the mean of log RGB.
        light_of_backs: the same for backs.
        white_backs: how many sets have backs of the faces' colour.
        grey_backs: how many have backs of another brightness, but no colour of their own.
        classifier_weight: what the classifier's own log-odds count beside the colour ...
        surest_back: ... which never speak more strongly for a back than this, in nats: backs of the faces' own colour
            look like white dragons. Ink that it sees on a white dragon counts.
        most: a photo with more such tiles shows the backs of a set of one colour: nobody has five white dragons.
    """

    min_blank: float = 0.5
    min_confidence: float = 0.8
    neighbours: int = 6
    min_neighbours: int = 1
    size_ratio: float = 2.0
    hue_of_faces: float = 0.023
    hue_of_backs: float = 0.62
    light_of_faces: float = 0.2
    light_of_backs: float = 0.9
    white_backs: float = 0.1
    grey_backs: float = 0.1
    classifier_weight: float = 0.3
    surest_back: float = 4.0
    most: int = 4


DEFAULT: Final = BlankSettings()
_BACK: Final = CLASSES.index(BACK)
_WHITE: Final = CLASSES.index("5z")
#: Spread of the logarithm of the two distances in hue.
_SPREAD_OF_FACES, _SPREAD_OF_BACKS = 0.8, 0.5
#: Distances in hue below this are noise.
_LEAST_HUE: Final = 0.015
#: Added to RGB levels before the logarithm, so that dark pixels do not count more than they show.
_DARK: Final = 8.0
#: Pixels of a crop's edge that may show the tile's side or the cloth.
_EDGE: Final = 8


def judged(detections: Sequence[Detection], settings: BlankSettings = DEFAULT) -> list[Detection]:
    """Share the probability of blank tiles between white dragon and back by the colour of the faces around them.

    Args:
        detections: the tiles of one photo, with their crops; those without a crop stay as they are.
        settings: what the colour counts.

    Returns:
        The same tiles in the same order.
    """
    known = [tile for tile in detections if tile.crop is not None and _is_face(tile, settings)]
    if len(known) < settings.min_neighbours or not any(_blank(tile) >= settings.min_blank for tile in detections):
        return list(detections)
    centers = np.stack([tile.center for tile in known])
    grounds = np.stack([ground_of(tile.crop) for tile in known if tile.crop is not None])
    areas = np.array([tile.width * tile.height for tile in known])
    after = [_judged(tile, centers, grounds, areas, settings) for tile in detections]
    turned = sum(tile.tile != before.tile for tile, before in zip(after, detections, strict=True))
    return after if turned <= settings.most else list(detections)


def ground_of(face: NDArray[np.uint8]) -> NDArray[np.float64]:
    """``(3,)`` RGB of what a face ``(h, w, 3)`` is painted on: the median of its brighter half, without the edges."""
    # A row for each channel, of whole numbers: a third of the time.
    pixels = np.ascontiguousarray(_inside(face).T, dtype=np.int16)
    light = pixels.sum(axis=0)
    return np.asarray(np.median(pixels[:, light >= np.median(light)], axis=1))


def _inside(face: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return face[_EDGE:-_EDGE, _EDGE:-_EDGE].reshape(-1, 3)


def _is_face(tile: Detection, settings: BlankSettings) -> bool:
    return tile.confidence >= settings.min_confidence and tile.tile not in (BACK, "5z")


def _blank(tile: Detection) -> float:
    """The probability that a tile shows no face: a white dragon or a back."""
    return float(tile.probabilities[[_WHITE, _BACK]].sum())


def _judged(
    tile: Detection,
    centers: NDArray[np.float32],
    grounds: NDArray[np.float64],
    areas: NDArray[np.float64],
    settings: BlankSettings,
) -> Detection:
    blank = _blank(tile)
    if tile.crop is None or blank < settings.min_blank:
        return tile
    nearest = np.argsort(np.linalg.norm(centers - tile.center, axis=1))[: settings.neighbours]
    size = tile.width * tile.height / max(float(np.median(areas[nearest])), 1e-9)
    if not 1 / settings.size_ratio <= size <= settings.size_ratio:
        return tile
    expected = np.log(np.median(grounds[nearest], axis=0) + _DARK)
    difference = np.log(np.median(_inside(tile.crop), axis=0) + _DARK) - expected
    white, back = (max(float(tile.probabilities[k]), 1e-4) for k in (_WHITE, _BACK))
    seen = max(log(white / back), -settings.surest_back)
    odds = settings.classifier_weight * seen + _log_odds_of_white(difference, settings)
    share = 1 / (1 + exp(-odds))
    probabilities = tile.probabilities.copy()
    probabilities[[_WHITE, _BACK]] = share * blank, (1 - share) * blank
    return replace(tile, probabilities=probabilities)


def _log_odds_of_white(difference: NDArray[np.float64], settings: BlankSettings) -> float:
    """What a difference in log RGB from the faces' ground says for a white dragon against a back."""
    light = abs(float(difference.mean()))
    hue = max(float(np.linalg.norm(difference - difference.mean())), _LEAST_HUE)
    same_hue = _log_normal(hue, settings.hue_of_faces, _SPREAD_OF_FACES)
    other_hue = _log_normal(hue, settings.hue_of_backs, _SPREAD_OF_BACKS)
    same_light, other_light = (exp(-light / s) / s for s in (settings.light_of_faces, settings.light_of_backs))
    coloured = 1 - settings.white_backs - settings.grey_backs
    plain_backs = settings.white_backs * same_light + settings.grey_backs * other_light
    return log(same_hue * same_light) - log(same_hue * plain_backs + coloured * other_hue * other_light)


def _log_normal(value: float, median: float, spread: float) -> float:
    return exp(-0.5 * (log(value / median) / spread) ** 2) / (value * spread) + 1e-9
