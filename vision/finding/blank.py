"""Blank tiles: white dragons, backs, and things that are no tiles, distinguished by their colour.

A white dragon has the ground of the other faces. A back mostly has another colour.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BACK, CLASSES, COPIES
from hu.vision.detection import CLEAR, LIKELY, Detection, log_odds, logistic
from hu.vision.finding.ground import DARK_LEVEL, ground_of, inner_pixels
from hu.vision.geometry import TINY, Floats
from hu.vision.layout.settings import DEFAULT_SETTINGS
from hu.vision.networks.calibration import Calibration

#: A blank tile is compared with this many faces, the nearest.
_NEIGHBOURS: Final = 6
#: A blank tile is compared only if its area is at most this many times as large or as small as the
#: median area of these faces. Otherwise it is the side of a tile, or no tile.
_SIZE_RATIO: Final = 2.0

# Two grounds differ in light and in hue. The difference of their log RGB has three numbers. The
# absolute value of their mean is the distance in light. The three numbers minus their mean are the
# difference in hue, and its length is the distance in hue.
#: Distances in hue between two faces of one photo: their median, and the standard deviation of
#: their logarithms.
_HUE_DISTANCE_OF_FACES: Final = 0.023
_HUE_SPREAD_OF_FACES: Final = 0.8
#: Distances in hue between a coloured back and a face: their median, and the standard deviation of
#: their logarithms.
_HUE_DISTANCE_OF_BACKS: Final = 0.62
_HUE_SPREAD_OF_BACKS: Final = 0.5
#: Distances in hue below this are noise, and count as this.
_LEAST_HUE_DISTANCE: Final = 0.015
#: The mean distance in light between two faces of one photo.
_LIGHT_DISTANCE_OF_FACES: Final = 0.2
#: The mean distance in light between a back and a face.
_LIGHT_DISTANCE_OF_BACKS: Final = 0.9
#: The share of tile sets whose backs are as white as the faces. As large a share has grey or black
#: backs. The backs of all other tile sets are coloured.
_WHITE_BACK_SHARE: Final = 0.1

#: The classifier's log-odds of a white dragon against a back are multiplied by this, and added to
#: those of the colours.
_CLASSIFIER_WEIGHT: Final = 0.3
#: Before that, log-odds that speak for a back are limited to this, in nats: the classifier takes
#: white backs for white dragons and the reverse. Log-odds that speak for a white dragon are not
#: limited, because the classifier may see its ink.
_MOST_LOG_ODDS_OF_BACK: Final = 4.0

# The similarity of a white dragon to the faces around it falls with its distance from them in area,
# in light and in hue.
#: The standard deviation of the logarithm of the dragon's area, as a multiple of the faces' area.
_AREA_SPREAD: Final = 0.25
#: This distance in light divides the similarity by e.
_LIGHT_SCALE: Final = 0.3
#: A crop shows no ink if its pixels differ from their median by less than this, in log RGB on
#: average.
_MOST_DIFFERENCE_IF_PLAIN: Final = 0.05
_WHITE_CLASS: Final = CLASSES.index("5z")
_BACK_CLASS: Final = CLASSES.index(BACK)


@dataclass(frozen=True, slots=True, eq=False)
class BlankReading:
    """A detection after the colours of a photo's tiles were compared.

    Attributes:
        detection: the detection. If it was compared, its probabilities of white dragon and back
            are shifted.
        similarity: how similar a blank tile is to the faces around it in size, light and hue, 0 to
            1, if it is likelier a white dragon than a back. None for other tiles, for tiles that
            were not compared, and for tiles whose comparison was dismissed.
    """

    detection: Detection
    similarity: float | None


def recognise_blanks(detections: Sequence[Detection], calibration: Calibration) -> list[Detection]:
    """Distinguish white dragons from backs by the colour of the faces around them.

    A white dragon's score rises with its similarity to these faces.

    Args:
        detections: the tiles of a photo. Those without a crop stay as they are.
        calibration: the weights of a white dragon's similarity to the faces.

    Returns:
        The tiles in the same order.
    """
    readings = split_white_and_back(detections)
    return [score_by_similarity(reading, calibration) for reading in readings]


def score_by_similarity(reading: BlankReading, calibration: Calibration) -> Detection:
    """Change the score of a white dragon by its similarity to the faces around it.

    A tile whose similarity is not known keeps its score.

    Args:
        reading: the tile, compared with the faces.
        calibration: the weights of a white dragon's similarity to the faces.
    """
    detection = reading.detection
    if reading.similarity is None:
        return detection
    nats = calibration.white_bias + calibration.ground_weight * reading.similarity
    return replace(detection, score=logistic(log_odds(detection.score) + nats))


def split_white_and_back(detections: Sequence[Detection]) -> list[BlankReading]:
    """Split the probability of blank tiles between white dragon and back, by the faces' colour.

    Nothing changes if the photo has no blank tile, or no face to compare it with. If more probable
    tiles change than a tile set has white dragons, the comparison is dismissed for all tiles. If
    more detections change, it is dismissed for those that probably are no tiles.

    Returns:
        A reading of each detection, in the same order.
    """
    unchanged_readings = [BlankReading(detection, similarity=None) for detection in detections]
    faces = _Faces(detections)
    has_blank = any(_blank_probability(detection) >= LIKELY for detection in detections)
    if not faces.count or not has_blank:
        return unchanged_readings
    # A tile set whose white dragons have a frame has no blank white dragons.
    has_frames = any(_shows_framed_dragon(detection, faces) for detection in detections)
    readings = [
        _compare_with_faces(detection, faces, has_frames=has_frames) for detection in detections
    ]
    changed_count = 0
    likely_changed_count = 0
    for detection, reading in zip(detections, readings, strict=True):
        if reading.detection.tile != detection.tile:
            changed_count += 1
            if detection.score >= LIKELY:
                likely_changed_count += 1
    if likely_changed_count > COPIES:
        # A tile set has no fifth white dragon. The photo shows the backs of a set of one colour, or
        # the sides of a wall, and the colours mislead.
        return unchanged_readings
    if changed_count > COPIES:
        # Most changed detections are sides of tiles. Only probable tiles stay changed.
        for index, detection in enumerate(detections):
            if detection.score < LIKELY:
                readings[index] = unchanged_readings[index]
    return readings


def _compare_with_faces(detection: Detection, faces: "_Faces", *, has_frames: bool) -> BlankReading:
    """Read a tile by the colour of the faces around it.

    Tiles that are not blank, and tiles that cannot be compared, stay as they are.

    Args:
        detection: a tile of the photo.
        faces: the faces of the photo.
        has_frames: whether the white dragons of the tile set have a frame.
    """
    comparison = None
    if _needs_colour(detection, has_frames=has_frames):
        comparison = faces.compare(detection)
    if comparison is None:
        return BlankReading(detection, similarity=None)
    return _read_blank(detection, comparison)


def _blank_probability(detection: Detection) -> float:
    """The probability that a tile is blank: a white dragon or a back."""
    return float(detection.probabilities[[_WHITE_CLASS, _BACK_CLASS]].sum())


def _needs_colour(detection: Detection, *, has_frames: bool) -> bool:
    """Whether a tile is blank, and its colour must show if it is a white dragon or a back."""
    if detection.crop is None or _blank_probability(detection) < LIKELY:
        return False
    # If white dragons have a frame, a tile without ink is no white dragon, whatever its colour.
    cannot_be_white = has_frames and _is_plain(detection.crop)
    return not cannot_be_white


def _shows_framed_dragon(detection: Detection, faces: "_Faces") -> bool:
    """Whether a tile is surely a white dragon with a frame, by its colour and size too.

    Other framed things, such as playing cards, have another ground than the faces of the photo.
    """
    if detection.crop is None or detection.belief < LIKELY:
        return False
    if detection.probabilities[_WHITE_CLASS] < CLEAR or _is_plain(detection.crop):
        return False
    # Frames only change how tiles without ink are compared, and this tile has ink.
    reading = _compare_with_faces(detection, faces, has_frames=False)
    # It has a similarity if its colour and its size are those of a white dragon.
    return reading.similarity is not None


def _is_plain(crop: NDArray[np.uint8]) -> bool:
    """Whether a face ``(h, w, 3)`` uint8 RGB shows no ink."""
    pixels = np.log(inner_pixels(crop) + DARK_LEVEL)
    return float(np.abs(pixels - np.median(pixels, axis=0)).mean()) < _MOST_DIFFERENCE_IF_PLAIN


@dataclass(frozen=True, slots=True)
class _Comparison:
    """How a blank tile differs from the nearest faces.

    Attributes:
        hue_distance: the distance of its ground from theirs in hue, as log RGB.
        light_distance: the distance of its ground from theirs in light, as log RGB.
        area_ratio: its area, as a multiple of theirs.
    """

    hue_distance: float
    light_distance: float
    area_ratio: float


class _Faces:
    """The tiles of a photo whose faces show the ground of their tile set. Blank tiles do not.

    Args:
        detections: the tiles of the photo.

    Attributes:
        count: how many such tiles there are.
    """

    def __init__(self, detections: Sequence[Detection]) -> None:
        tiles = []
        self._crops = []
        for detection in detections:
            if (
                detection.crop is None
                or detection.belief < LIKELY
                or detection.tile in (BACK, "5z")
            ):
                continue
            tiles.append(detection)
            self._crops.append(detection.crop)
        self.count = len(tiles)
        self._centers = np.array([detection.center for detection in tiles])
        self._areas = np.array([detection.width * detection.height for detection in tiles])
        self._grounds: dict[int, Floats] = {}

    def compare(self, detection: Detection) -> _Comparison | None:
        """Compare a tile with the nearest faces. None if their sizes differ, or without a crop."""
        distances = np.linalg.norm(self._centers - detection.center, axis=1)
        nearest = np.argsort(distances)[:_NEIGHBOURS]
        usual_area = max(float(np.median(self._areas[nearest])), TINY)
        area_ratio = detection.width * detection.height / usual_area
        if detection.crop is None or not 1 / _SIZE_RATIO <= area_ratio <= _SIZE_RATIO:
            return None
        usual_ground = np.median([self._ground(face) for face in nearest.tolist()], axis=0)
        own_ground = np.median(inner_pixels(detection.crop), axis=0)
        # (3,): more light raises all channels of log RGB equally. The rest is a difference in hue.
        difference = np.log(own_ground + DARK_LEVEL) - np.log(usual_ground + DARK_LEVEL)
        light_distance = abs(float(difference.mean()))
        hue_distance = float(np.linalg.norm(difference - difference.mean()))
        return _Comparison(max(hue_distance, _LEAST_HUE_DISTANCE), light_distance, area_ratio)

    def _ground(self, face: int) -> Floats:
        """``(3,)`` RGB: the ground of a face, measured when it is first needed."""
        if face not in self._grounds:
            self._grounds[face] = ground_of(self._crops[face])
        return self._grounds[face]


def _read_blank(detection: Detection, comparison: _Comparison) -> BlankReading:
    """Split a blank tile's probability between white dragon and back.

    Args:
        detection: the tile.
        comparison: how it differs from the faces around it.
    """
    blank_probability = _blank_probability(detection)
    # Log-odds in nats that a blank tile is a white dragon, not a back.
    classifier_log_odds = log_odds(
        float(detection.probabilities[_WHITE_CLASS]) / blank_probability,
        DEFAULT_SETTINGS.least_probability,
    )
    limited_log_odds = max(classifier_log_odds, -_MOST_LOG_ODDS_OF_BACK)
    colour_log_odds = _log_odds_by_colour(comparison)
    white_share = logistic(_CLASSIFIER_WEIGHT * limited_log_odds + colour_log_odds)

    probabilities = detection.probabilities.copy()
    probabilities[_WHITE_CLASS] = white_share * blank_probability
    probabilities[_BACK_CLASS] = (1 - white_share) * blank_probability
    is_white_dragon = white_share >= 1 / 2
    similarity = _similarity(comparison) if is_white_dragon else None
    return BlankReading(replace(detection, probabilities=probabilities), similarity)


def _similarity(comparison: _Comparison) -> float:
    """How similar a white dragon is to the faces around it, 0 to 1.

    It is 1 if the tile has the area and the light of the faces, and differs from them in hue as
    much as they usually differ from each other. It falls as a Gaussian with the logarithms of the
    distance in hue and of the area, and exponentially with the distance in light.
    """
    # How far both logarithms are from those at which the similarity is 1, in standard deviations.
    hue_deviation = log(comparison.hue_distance / _HUE_DISTANCE_OF_FACES) / _HUE_SPREAD_OF_FACES
    area_deviation = log(comparison.area_ratio) / _AREA_SPREAD
    gaussian_exponent = -0.5 * (hue_deviation**2 + area_deviation**2)
    light_exponent = -comparison.light_distance / _LIGHT_SCALE
    return exp(gaussian_exponent + light_exponent)


def _log_odds_by_colour(comparison: _Comparison) -> float:
    """Compute the log-odds that a blank tile is a white dragon and no back, by its ground.

    They compare how likely the tile's distances from the faces in hue and in light are if it is a
    white dragon, and if it is a back.
    """
    hue = comparison.hue_distance
    light = comparison.light_distance
    hue_if_white = _log_normal_density(hue, _HUE_DISTANCE_OF_FACES, _HUE_SPREAD_OF_FACES)
    hue_if_back = _log_normal_density(hue, _HUE_DISTANCE_OF_BACKS, _HUE_SPREAD_OF_BACKS)
    light_if_white = _exponential_density(light, _LIGHT_DISTANCE_OF_FACES)
    light_if_back = _exponential_density(light, _LIGHT_DISTANCE_OF_BACKS)
    likelihood_if_white = hue_if_white * light_if_white
    # There are three sorts of backs. White backs have the hue and the light of the faces. Grey and
    # black backs, which are as common, have the hue of the faces but not their light. Coloured
    # backs have neither.
    if_uncoloured_back = hue_if_white * (_WHITE_BACK_SHARE * (light_if_white + light_if_back))
    if_coloured_back = (1 - 2 * _WHITE_BACK_SHARE) * hue_if_back * light_if_back
    likelihood_if_back = if_uncoloured_back + if_coloured_back
    return log(likelihood_if_white) - log(likelihood_if_back)


def _log_normal_density(value: float, median: float, spread: float) -> float:
    """The density of a log-normal distribution at a value, up to a constant factor. Never 0.

    Args:
        value: the value.
        median: the median of the distribution.
        spread: the standard deviation of the logarithms.
    """
    return exp(-0.5 * (log(value / median) / spread) ** 2) / (value * spread) + TINY


def _exponential_density(value: float, mean: float) -> float:
    """The density of an exponential distribution with this mean at a value."""
    return exp(-value / mean) / mean
