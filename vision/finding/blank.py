"""Blank tiles: white dragons told from backs, and from what is no tile, by the ground colour of other faces."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from math import exp, log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BACK, CLASSES
from hu.vision.detection import CLEAR, Detection, log_odds, logistic
from hu.vision.geometry import TINY
from hu.vision.layout.settings import DEFAULT_SETTINGS
from hu.vision.networks.calibration import Calibration

#: Tiles are blank whose white dragon and back together have at least this probability, and faces that are believed as
#: much show their set's colour.
_LIKELY: Final = 0.5
#: The nearest faces, this many, give the colour to expect.
_NEIGHBOURS: Final = 6
#: A blank tile is as large as those faces, within this factor; else it is a side or no tile.
_SIZE_RATIO: Final = 2.0
#: Medians of the distance in hue, of log RGB, between grounds of two faces of one photo, and between a coloured back
#: and a face; the spreads of their logarithms; distances below the least are noise.
_HUE_OF_FACES, _HUE_OF_BACKS = 0.023, 0.62
_SPREAD_OF_FACES, _SPREAD_OF_BACKS = 0.8, 0.5
_LEAST_HUE: Final = 0.015
#: The same for the mean of log RGB.
_LIGHT_OF_FACES, _LIGHT_OF_BACKS = 0.2, 0.9
#: The share of sets whose backs have the faces' colour; as many have grey or black ones.
_WHITE_BACKS: Final = 0.1
#: The weight of the classifier's log-odds, and the most that they count for a back, in nats: backs of the faces' own
#: colour look like white dragons. Ink that it sees on a white dragon counts.
_CLASSIFIER_WEIGHT, _SUREST_BACK = 0.3, 4.0
#: A photo with more such tiles shows the backs of a set of one colour, or the sides of a wall: nobody has five.
_MOST: Final = 4
#: How alike two faces are falls to a third at this distance of the mean of log RGB, and as a bell of this width by the
#: logarithm of the area.
_LIGHT_ALIKE, _AREA_ALIKE = 0.3, 0.25
#: Faces whose pixels differ less than this from the median, in log RGB on average, show no ink.
_PLAIN: Final = 0.05
#: Added to RGB levels before the logarithm, so that dark pixels do not count more than they show.
DARK_LEVEL: Final = 8.0
#: Pixels of a crop's edge that may show the tile's side or the cloth.
_EDGE: Final = 8
_BLANK: Final = [CLASSES.index("5z"), CLASSES.index(BACK)]


def recognise_blanks(detections: Sequence[Detection], calibration: Calibration) -> list[Detection]:
    """Tell white dragons by the colour of the faces around them, and how likely those are tiles at all.

    Detections without a crop stay as they are, and all keep their order.
    """
    found = []
    for tile, alike in split_white_and_back(detections):
        more = 0.0 if alike is None else calibration.white_bias + calibration.ground_weight * alike
        found.append(
            tile if alike is None else replace(tile, score=logistic(log_odds(tile.score) + more))
        )
    return found


def split_white_and_back(detections: Sequence[Detection]) -> list[tuple[Detection, float | None]]:
    """Split the probability of blank tiles between white dragon and back by the colour of the faces around them.

    Returns:
        The same tiles in the same order; with white dragons how alike they are to those faces in size
        and in their ground's light and colour, 0 to 1.
    """
    found: list[tuple[Detection, float | None]] = [(tile, None) for tile in detections]
    likely = [
        (tile, tile.crop) for tile in detections if tile.crop is not None and tile.belief >= _LIKELY
    ]
    faces = [(tile, crop) for tile, crop in likely if tile.tile not in (BACK, "5z")]
    blank = [float(tile.probabilities[_BLANK].sum()) for tile in detections]
    if not faces or max(blank) < _LIKELY:
        return found
    centers = np.stack([tile.center for tile, _ in faces])
    areas = np.array([tile.width * tile.height for tile, _ in faces])
    ground = cache(lambda face: ground_of(faces[face][1]))
    # A set whose white dragons have a frame has no blank ones.
    framed = any(
        tile.probabilities[_BLANK[0]] >= CLEAR and not _is_plain(crop) for tile, crop in likely
    )
    turned = 0
    for index, tile in enumerate(detections):
        if tile.crop is None or blank[index] < _LIKELY or (framed and _is_plain(tile.crop)):
            continue
        nearest = np.argsort(np.linalg.norm(centers - tile.center, axis=1))[:_NEIGHBOURS]
        size = tile.width * tile.height / max(float(np.median(areas[nearest])), TINY)
        if not 1 / _SIZE_RATIO <= size <= _SIZE_RATIO:
            continue
        # How its ground differs from that of the nearest faces, in colour and in light.
        around = np.median([ground(face) for face in nearest.tolist()], axis=0)
        difference = np.log(np.median(inner_pixels(tile.crop), axis=0) + DARK_LEVEL) - np.log(
            around + DARK_LEVEL
        )
        light = abs(float(difference.mean()))
        hue = max(float(np.linalg.norm(difference - difference.mean())), _LEAST_HUE)
        white = float(tile.probabilities[_BLANK[0]]) / blank[index]
        classifier = max(log_odds(white, DEFAULT_SETTINGS.least_probability), -_SUREST_BACK)
        share = logistic(_CLASSIFIER_WEIGHT * classifier + _log_odds_by_colour(hue, light))
        probabilities = tile.probabilities.copy()
        probabilities[_BLANK] = share * blank[index], (1 - share) * blank[index]
        off = log(hue / _HUE_OF_FACES) / _SPREAD_OF_FACES, log(size) / _AREA_ALIKE
        alike = exp(-0.5 * (off[0] ** 2 + off[1] ** 2) - light / _LIGHT_ALIKE)
        found[index] = replace(tile, probabilities=probabilities), alike if share >= 1 / 2 else None
        turned += found[index][0].tile != tile.tile
    return found if turned <= _MOST else [(tile, None) for tile in detections]


def inner_pixels(face: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """``(n, 3)`` the pixels of a face ``(h, w, 3)`` without its edges."""
    return face[_EDGE:-_EDGE, _EDGE:-_EDGE].reshape(-1, 3)


def ground_of(face: NDArray[np.uint8]) -> NDArray[np.float64]:
    """``(3,)`` RGB of what a face ``(h, w, 3)`` is painted on: the median of its brighter half, without the edges."""
    # A row for each channel, of whole numbers: a third of the time.
    pixels = np.ascontiguousarray(inner_pixels(face).T, dtype=np.int16)
    light = pixels.sum(axis=0)
    return np.asarray(np.median(pixels[:, light >= np.median(light)], axis=1))


def _is_plain(crop: NDArray[np.uint8]) -> bool:
    """Whether a face shows no ink."""
    pixels = np.log(inner_pixels(crop) + DARK_LEVEL)
    return float(np.abs(pixels - np.median(pixels, axis=0)).mean()) < _PLAIN


def _log_odds_by_colour(hue: float, light: float) -> float:
    """The log-odds of a white dragon by the distances of its ground's hue and light from those of faces."""

    def log_normal(median: float, spread: float) -> float:
        return exp(-0.5 * (log(hue / median) / spread) ** 2) / (hue * spread) + TINY

    same_hue, other_hue = (
        log_normal(_HUE_OF_FACES, _SPREAD_OF_FACES),
        log_normal(_HUE_OF_BACKS, _SPREAD_OF_BACKS),
    )
    same_light, other_light = (exp(-light / s) / s for s in (_LIGHT_OF_FACES, _LIGHT_OF_BACKS))
    plain_backs = _WHITE_BACKS * (same_light + other_light)
    coloured_backs = (1 - 2 * _WHITE_BACKS) * other_hue * other_light
    return log(same_hue * same_light) - log(same_hue * plain_backs + coloured_backs)
