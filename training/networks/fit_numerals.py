"""The weights by which faces of modern sets are read by their numerals."""

from collections.abc import Iterator, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import FACES
from hu.vision.finding.ink_colour import dragon_colours
from hu.vision.finding.numerals import numeral_features
from hu.vision.geometry import FACE_SIZE
from hu.vision.networks.classifier import face_log_probabilities
from hu.vision.networks.numerals import (
    read_letters,
    read_numerals,
    read_numerals_closely,
)
from hu.vision.networks.onnx import Network
from training.data.modern_sets import ModernSet
from training.networks.regression import Floats, choice

#: A set has numerals if the network sees a symbol on more than this share of its suited faces, seen
#: flat.
_LEAST_SHARE: Final = 0.4
#: Penalty on the squares of the weights, as a share of the number of faces.
_RIDGE: Final = 1e-3


def fit_numerals(
    sets: Iterator[ModernSet],
    index_network: Network,
    letter_network: Network,
    modern_classifier: Network,
) -> tuple[float, ...]:
    """Fit the weights of the features of ``hu.vision.finding.numerals``.

    Flat faces count as much as faces as in photos. Sets without numerals are left out.

    Args:
        sets: modern sets.
        index_network: reads the numerals.
        letter_network: reads the letters in the middle of faces.
        modern_classifier: the classifier of modern sets.

    Returns:
        The weights in the order of the features. Empty if no set has numerals.
    """
    features: list[Floats] = []
    for modern_set in sets:
        numerals = read_numerals(index_network, modern_set.flat)
        if not _has_numerals(numerals.symbols):
            continue
        for faces in (modern_set.flat, modern_set.as_in_photo):
            close_numerals = read_numerals_closely(index_network, faces)
            letter_odds = read_letters(letter_network, faces)
            small_faces = _small_faces(faces)
            features_of_set = numeral_features(
                log_probabilities=face_log_probabilities(modern_classifier, small_faces),
                symbol_odds=close_numerals.symbol_odds,
                letter_odds=letter_odds,
                colour_evidence=dragon_colours(small_faces),
            )
            features.append(features_of_set)
    if not features:
        return ()
    labels = np.tile(np.arange(len(FACES)), len(features))
    weights = choice(np.concatenate(features), labels, ridge=_RIDGE * len(labels))
    return tuple(round(float(weight), 3) for weight in weights)


def _has_numerals(symbols: Sequence[str]) -> bool:
    """Whether a set has numerals.

    Args:
        symbols: the symbol that was read on each of its 42 faces, empty for none, in the order of
            ``FACES``.
    """
    suited_symbols = []
    for face, symbol in zip(FACES, symbols, strict=True):
        if face[1] in "mps":
            suited_symbols.append(symbol)
    share_without = suited_symbols.count("") / len(suited_symbols)
    return 1 - share_without > _LEAST_SHARE


def _small_faces(faces: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Make faces ``(n, 112, 112, 3)`` uint8 RGB as small as the classifier's crops."""
    # A tile of a photo is cut out of the photo in the classifier's size. Here only the larger
    # picture of the face is at hand.
    size = (FACE_SIZE, FACE_SIZE)
    small_faces = [cv2.resize(face, size, interpolation=cv2.INTER_AREA) for face in faces]
    return np.asarray(np.stack(small_faces), np.uint8)
