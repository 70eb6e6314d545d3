"""Blank white dragons told from backs and from what is no tile: by the colour that other faces are painted on."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from math import exp, log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BACK, CLASSES
from hu.vision.detection import Detection
from hu.vision.networks.classifier import log_odds
from hu.vision.networks.fitted import Fitted

#: Tiles are resolved whose white dragon and back together have at least this probability.
_MIN_BLANK: Final = 0.5
#: Faces believed less than this say nothing of their set's colour.
_MIN_BELIEF: Final = 0.5
#: How many of the nearest faces give the colour to expect.
_NEIGHBOURS: Final = 6
#: With fewer faces nothing is resolved.
_MIN_NEIGHBOURS: Final = 1
#: A blank tile is as large as those faces, within this factor; else it is a side or no tile.
_SIZE_RATIO: Final = 2.0
#: Usual distance in hue between the grounds of two faces of one photo, of log RGB ...
_HUE_OF_FACES: Final = 0.023
#: ... and between a coloured back and a face.
_HUE_OF_BACKS: Final = 0.62
#: The same for the mean of log RGB.
_LIGHT_OF_FACES: Final = 0.2
#: The same for backs.
_LIGHT_OF_BACKS: Final = 0.9
#: How many sets have backs of the faces' colour.
_WHITE_BACKS: Final = 0.1
#: How many have backs of another brightness, but no colour of their own.
_GREY_BACKS: Final = 0.1
#: What the classifier's own log-odds count beside the colour ...
_CLASSIFIER_WEIGHT: Final = 0.3
#: ... which never speak more strongly for a back than this, in nats: backs of the faces' own colour look like white
#: dragons. Ink that it sees on a white dragon counts.
_SUREST_BACK: Final = 4.0
#: A photo with more such tiles shows the backs of a set of one colour, or the sides of a wall: nobody has five.
_MOST: Final = 4
#: How alike two faces are falls to a third at this distance of the mean of log RGB, and as a bell of this width by the
#: logarithm of the area.
_LIGHT_ALIKE, _AREA_ALIKE = 0.3, 0.25


#: Faces whose pixels differ less than this from the median, in log RGB on average, show no ink. A set whose white
#: dragons have a frame, told with at least this probability, has no blank ones.
_PLAIN, _SURELY_WHITE = 0.05, 0.9

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


def with_blanks_resolved(detections: Sequence[Detection], fitted: Fitted) -> list[Detection]:
    """Tell white dragons by the colour of the faces around them, and how likely those are tiles at all.

    Args:
        detections: the tiles of one photo, with their crops; those without a crop stay as they are.
        fitted: what that colour counts.

    Returns:
        The same tiles in the same order.
    """
    return [
        tile
        if alike is None
        else replace(tile, score=_score(log_odds(tile.score) + fitted.white + fitted.ground * alike))
        for tile, alike in resolved(detections)
    ]


def resolved(detections: Sequence[Detection]) -> list[tuple[Detection, float | None]]:
    """Share the probability of blank tiles between white dragon and back by the colour of the faces around them.

    Args:
        detections: the tiles of one photo, with their crops.

    Returns:
        The same tiles in the same order; with white dragons how alike they are to those faces in size
        and in their ground's light and colour, 0 to 1.
    """
    unjudged: list[tuple[Detection, float | None]] = [(tile, None) for tile in detections]
    known = [tile for tile in detections if tile.crop is not None and _is_face(tile)]
    if len(known) < _MIN_NEIGHBOURS or not any(_blank(tile) >= _MIN_BLANK for tile in detections):
        return unjudged
    centers = np.stack([tile.center for tile in known])
    areas = np.array([tile.width * tile.height for tile in known])
    crops = [tile.crop for tile in known if tile.crop is not None]
    ground = cache(lambda face: ground_of(crops[face]))

    def judged(tile: Detection) -> tuple[Detection, float | None]:
        nearest = np.argsort(np.linalg.norm(centers - tile.center, axis=1))[:_NEIGHBOURS]
        size = tile.width * tile.height / max(float(np.median(areas[nearest])), 1e-9)
        return _resolved(tile, np.median([ground(face) for face in nearest.tolist()], axis=0), size)

    framed = any(
        tile.belief >= _MIN_BELIEF and tile.probabilities[_WHITE] >= _SURELY_WHITE and not _is_plain(tile)
        for tile in detections
    )
    after = [
        (tile, None) if _blank(tile) < _MIN_BLANK or (framed and _is_plain(tile)) else judged(tile)
        for tile in detections
    ]
    turned = sum(tile.tile != before.tile for (tile, _), before in zip(after, detections, strict=True))
    return after if turned <= _MOST else unjudged


def ground_of(face: NDArray[np.uint8]) -> NDArray[np.float64]:
    """``(3,)`` RGB of what a face ``(h, w, 3)`` is painted on: the median of its brighter half, without the edges."""
    # A row for each channel, of whole numbers: a third of the time.
    pixels = np.ascontiguousarray(_inside(face).T, dtype=np.int16)
    light = pixels.sum(axis=0)
    return np.asarray(np.median(pixels[:, light >= np.median(light)], axis=1))


def _inside(face: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return face[_EDGE:-_EDGE, _EDGE:-_EDGE].reshape(-1, 3)


def _is_plain(tile: Detection) -> bool:
    """Whether a tile shows no ink; one without a crop is taken to show some."""
    if tile.crop is None:
        return False
    pixels = np.log(_inside(tile.crop) + _DARK)
    return float(np.abs(pixels - np.median(pixels, axis=0)).mean()) < _PLAIN


def _is_face(tile: Detection) -> bool:
    return tile.belief >= _MIN_BELIEF and tile.tile not in (BACK, "5z")


def _blank(tile: Detection) -> float:
    """The probability that a tile shows no face: a white dragon or a back."""
    return float(tile.probabilities[[_WHITE, _BACK]].sum())


def _resolved(tile: Detection, ground: NDArray[np.float64], size: float) -> tuple[Detection, float | None]:
    """A blank tile, ``size`` times as large as the faces around it, which are painted on a ``ground``."""
    if tile.crop is None or not 1 / _SIZE_RATIO <= size <= _SIZE_RATIO:
        return tile, None
    difference = np.log(np.median(_inside(tile.crop), axis=0) + _DARK) - np.log(ground + _DARK)
    light = abs(float(difference.mean()))
    hue = max(float(np.linalg.norm(difference - difference.mean())), _LEAST_HUE)
    white, back = (max(float(tile.probabilities[k]), 1e-4) for k in (_WHITE, _BACK))
    seen = max(log(white / back), -_SUREST_BACK)
    share = _score(_CLASSIFIER_WEIGHT * seen + _log_odds_of_white(light, hue))
    blank, probabilities = _blank(tile), tile.probabilities.copy()
    probabilities[[_WHITE, _BACK]] = share * blank, (1 - share) * blank
    off = _off(hue, _HUE_OF_FACES, _SPREAD_OF_FACES), log(size) / _AREA_ALIKE
    alike = exp(-0.5 * (off[0] ** 2 + off[1] ** 2) - light / _LIGHT_ALIKE)
    return replace(tile, probabilities=probabilities), alike if share >= 1 / 2 else None


def _log_odds_of_white(light: float, hue: float) -> float:
    """What differences in light and in hue from the faces' ground say for a white dragon against a back."""
    same_hue = _log_normal(hue, _HUE_OF_FACES, _SPREAD_OF_FACES)
    other_hue = _log_normal(hue, _HUE_OF_BACKS, _SPREAD_OF_BACKS)
    same_light, other_light = (exp(-light / s) / s for s in (_LIGHT_OF_FACES, _LIGHT_OF_BACKS))
    coloured = 1 - _WHITE_BACKS - _GREY_BACKS
    plain_backs = _WHITE_BACKS * same_light + _GREY_BACKS * other_light
    return log(same_hue * same_light) - log(same_hue * plain_backs + coloured * other_hue * other_light)


def _score(odds: float) -> float:
    """The probability with these log-odds."""
    return 1 / (1 + exp(-odds))


def _off(value: float, median: float, spread: float) -> float:
    """How many standard deviations the logarithm of a value is away from usual."""
    return log(value / median) / spread


def _log_normal(value: float, median: float, spread: float) -> float:
    return exp(-0.5 * _off(value, median, spread) ** 2) / (value * spread) + 1e-9
