"""Red fives told from plain ones by the colour of their ink.

A red five is printed in red alone, a plain one in black or blue and red, blue and red, or green and red. Colours are
measured against the tile's own ground, so that warm light does not make ink red, and what counts as red and black
against the inks of the other tiles in the same photo.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from math import log
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BACK, CLASSES, WINDS
from hu.vision.detection import Detection, logistic
from hu.vision.finding.blank import DARK_LEVEL, ground_of, inner_pixels
from hu.vision.geometry import TINY
from hu.vision.networks.calibration import MODELS, read_calibration

Floats = NDArray[np.float64]
#: The faces of which a set may have red ones.
FIVES: Final = ("5m", "5p", "5s")
#: Of the fives that a set with red ones has, one in four is red.
_PRIOR: Final = log(1 / 3)
#: Tiles with less than this probability of being a five get no probability of being a red one.
_MIN_FIVE: Final = 0.05
#: Faces read with less than this say nothing of the ground's colour.
_MIN_CONFIDENCE: Final = 0.5
#: Pixels count as ink from this absorption on, in log units.
_INK: Final = 0.22
#: How red black and red ink are where a photo shows none; each counts as one tile.
_USUAL_BLACK, _USUAL_RED = 0.0, 0.62
#: Red ink is redder than black ink by this, whatever a photo shows.
_LEAST_CONTRAST: Final = 0.2
#: A face is printed in colour when its most or least red twentieth is further from 0 than this. Grey pictures stay
#: below 0.10 with any noise and tint; colour photos lie above 0.16.
_COLOUR: Final = 0.13
_TWENTIETH: Final = 0.05
#: The parts of the ink, and of that in the upper half, that are taken for its least red ones.
_LEAST_RED, _LESS_RED, _LEAST_RED_ABOVE = 0.15, 0.35, 0.3
_SHARPNESS: Final = 6.0
_BLUR_PX: Final = 1.2
_calibration = cache(read_calibration)


class Inks(NamedTuple):
    """How red the inks of one photo's tiles are, as a part of what they absorb."""

    black: float  # 0 in white light on a good photo
    red: float


def with_red_probability(detections: Sequence[Detection]) -> list[Detection]:
    """Give every tile of a photo that may be a five, and has a crop, its probability of being a red one."""
    faces = [
        (tile.tile, tile.crop)
        for tile in detections
        if tile.crop is not None
        and tile.confidence >= _MIN_CONFIDENCE
        and tile.tile not in (BACK, "5z")
    ]
    if not faces:
        return list(detections)
    reddest = [
        max(abs(_quantile(relative, ink, share)) for share in (_TWENTIETH, 1 - _TWENTIETH))
        for relative, ink, _ in (_measure_ink(crop) for _, crop in faces)
    ]
    # A quarter of the faces is printed in one colour. Without colour only the prior is left, which is asked about.
    inks = inks_of(faces) if float(np.quantile(reddest, 0.75)) > _COLOUR else None
    found = list(detections)
    for index, tile in enumerate(detections):
        fives = tile.probabilities[[CLASSES.index(five) for five in FIVES]]
        if tile.crop is not None and fives.max() >= _MIN_FIVE:
            # Ink does not depend on the networks: the project's own values serve all.
            *weights, bias = _calibration(MODELS).red_fives[FIVES[int(fives.argmax())][1]]
            seen = float(features(tile.crop, inks) @ weights) + bias if inks else 0.0
            found[index] = replace(tile, red=logistic(seen + _PRIOR))
    return found


def inks_of(faces: Sequence[tuple[str, NDArray[np.uint8]]]) -> Inks:
    """Measure the inks of a photo's tiles, each a face and its crop: winds are black, characters black above red."""
    blacks, reds = [_USUAL_BLACK], [_USUAL_RED]
    for code, crop in faces:
        relative, ink, _ = _measure_ink(crop)
        half = len(ink) // 2
        if code in WINDS:
            blacks.append(_quantile(relative, ink, 0.5))
        elif code[1] == "m" and code not in FIVES:
            blacks.append(_quantile(relative[:half], ink[:half], 0.5))
            reds.append(_quantile(relative[half:], ink[half:], 0.5))
    black = float(np.median(blacks))
    return Inks(black, max(float(np.median(reds)), black + _LEAST_CONTRAST))


def _measure_ink(crop: NDArray[np.uint8]) -> tuple[Floats, Floats, Floats]:
    """Of each pixel: how red it is as a part of what it absorbs, how much ink it has, how much red light is lost."""
    # Noise has every colour; strokes are wider than it.
    blurred = np.asarray(cv2.GaussianBlur(crop, (0, 0), _BLUR_PX), dtype=np.uint8)
    # Each tile's own ground shows the light that falls on it: shadows, lamps, the glow of the cloth.
    seen = np.log(inner_pixels(blurred) + DARK_LEVEL) - np.log(ground_of(crop) + DARK_LEVEL)
    absorbed = np.maximum(-seen.min(axis=1), 0.0)
    relative = (seen[:, 0] - (seen[:, 1] + seen[:, 2]) / 2) / np.maximum(absorbed, _INK)
    return relative, np.maximum(absorbed - _INK, 0.0), np.maximum(-seen[:, 0], 0.0)


def features(crop: NDArray[np.uint8], inks: Inks) -> Floats:
    """``(7,)``: how much of the ink is red, how red it is, and how red its least red parts are.

    ``crop`` is the rectified face, upright, ``(64, 64, 3)`` uint8 RGB.
    Redness is 0 for the photo's black ink and 1 for its red one.
    """
    relative, ink, dark = _measure_ink(crop)
    redness = np.clip((relative - inks.black) / (inks.red - inks.black), -2, 2)
    red = 1 / (1 + np.exp(-_SHARPNESS * (redness - 0.5)))
    half = len(ink) // 2
    shares = [_mean(red, ink), _mean(red[:half], ink[:half])]
    least = [_quantile(redness, ink, share) for share in (_LEAST_RED, _LESS_RED)]
    least += [_quantile(redness[:half], ink[:half], _LEAST_RED_ABOVE)]
    # Black ink takes the red light away, too: the least red parts are the darkest in it.
    darkest = [
        _quantile(dark, ink, 1 - _LEAST_RED),
        _quantile(dark[:half], ink[:half], 1 - _LEAST_RED_ABOVE),
    ]
    return np.array([*shares, *least, *darkest])


def _mean(values: Floats, weights: Floats) -> float:
    return float((values * weights).sum() / max(float(weights.sum()), TINY))


def _quantile(values: Floats, weights: Floats, share: float) -> float:
    """The value below which this share of the weight lies."""
    order = np.argsort(values, axis=None)
    passed = np.cumsum(weights.ravel()[order])
    index = int(np.searchsorted(passed, share * passed[-1]))
    return float(values.ravel()[order[min(index, len(order) - 1)]])
