"""The colour of a face's ink against its ground. Modern sets often distinguish dragons by it."""

import numpy as np
from numpy.typing import NDArray

from hu.vision.finding.ground import log_levels
from hu.vision.geometry import TINY, Floats


def ink_colour(face: NDArray[np.uint8]) -> tuple[float, float]:
    """Measure how red and how blue the ink of a face is.

    The ground is the median of all pixels, so that tiles may be pale or dark. The farther a pixel
    is from the ground, the more it counts as ink.

    Args:
        face: ``(64, 64, 3)`` uint8 RGB, rectified.

    Returns:
        How much more red than green the ink shows than the ground does, and how much more blue than
        yellow. Both are in nats. Green ink has a negative redness. Both are near 0 for black ink
        and for blank tiles.
    """
    levels = log_levels(face)
    differences = levels - np.median(levels, axis=0)
    weights = np.square(differences).sum(axis=1)
    red, green, blue = (differences * weights[:, None]).sum(axis=0) / (weights.sum() + TINY)
    return float(red - green), float(blue - (red + green) / 2)


def dragon_colours(faces: NDArray[np.uint8]) -> Floats:
    """Measure how much the ink of faces has the colour of each dragon.

    Sets that draw the three dragons alike print the white dragon in blue.

    Args:
        faces: ``(n, 64, 64, 3)`` uint8 RGB, rectified.

    Returns:
        ``(n, 3)`` float64: how blue, how green and how red the ink is, in nats, in the order of
        ``hu.scoring.tiles.DRAGONS``. 0 for a colour that the ink does not have. Green is measured
        against red alone, so blue ink counts as green too.
    """
    colours = []
    for face in faces:
        redness, blueness = ink_colour(face)
        colours.append([blueness, -redness, redness])
    return np.asarray(np.maximum(colours, 0.0), np.float64)
