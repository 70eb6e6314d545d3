"""Faces of modern sets in drawings that are not held out, in the size that numerals are read at."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import DRAGONS, FACES
from hu.vision.geometry import rectify
from hu.vision.networks.numerals import NUMERAL_FACE_SIZE
from training.data.crops import Crop, Image, flat_crop
from training.data.unseen import HELD_FAMILIES
from training.data.variation import shake, vary_light_and_sharpness
from training.faces.art import Art
from training.faces.corner.designs import corner_design

#: First part of the seeds of sets. Trainings used other seeds.
_SEED: Final = 9301
#: First part of the seeds of the variation.
_VARIATION_SEED: Final = 7
#: The height of a drawn face in pixels.
_HEIGHT: Final = 96
#: A variation can be read if the cosine between its details and those of the sharp face is at least
#: this. Of 140 faces with the smallest cosines, looked at in their order, hardly any below it could
#: be read by a person, and most above 0.8 could.
_LEAST_SIMILARITY: Final = 0.7
#: The same for the colours of dragons. Colours that are gone or swapped have a cosine near 0 or
#: below it.
_LEAST_COLOUR: Final = 0.3
#: Faces whose details vary by less than this, in levels, are blank or have no colour.
_LEAST_DETAIL: Final = 2.0
#: Details are the shapes between these widths in pixels, the spreads of two Gaussian blurs.
_FINE_PX: Final = 1.5
_COARSE_PX: Final = 5.0
#: The edges of a face, in pixels, do not count: they also show its surroundings.
_MARGIN: Final = 8


@dataclass(frozen=True, slots=True, eq=False)
class ModernSet:
    """A modern set, each face seen flat and as a photo might show it.

    Both are ``(42, 112, 112, 3)`` uint8 RGB in the order of ``hu.scoring.tiles.FACES``.
    """

    flat: NDArray[np.uint8]
    as_in_photo: NDArray[np.uint8]


def modern_sets(art: Art, count: int) -> Iterator[ModernSet]:
    """Yield sets of ``corner_design``, most of them modern and with numerals in their corners.

    Args:
        art: the artwork.
        count: how many sets.
    """
    for number in range(count):
        rng = np.random.default_rng([_SEED, number])
        design = corner_design(rng, art, frozenset(HELD_FAMILIES), _HEIGHT, purpose="weights")
        flat = []
        as_in_photo = []
        for label, code in enumerate(FACES):
            crop = flat_crop(design.face(code, _HEIGHT), label, f"{number}:{code}", rng)
            flat.append(rectify(crop.image, crop.box, NUMERAL_FACE_SIZE))
            as_in_photo.append(face_as_in_photo(crop, number * len(FACES) + label))
        yield ModernSet(np.stack(flat), np.stack(as_in_photo))


def face_as_in_photo(crop: Crop, number: int) -> NDArray[np.uint8]:
    """Show a flat face as a photo might show it, upright, so that a person can still read it.

    Args:
        crop: the flat face.
        number: seeds the variation.

    Returns:
        ``(112, 112, 3)`` uint8 RGB, rectified.
    """
    rng = np.random.default_rng([_VARIATION_SEED, number])
    is_dragon = crop.label < len(FACES) and FACES[crop.label] in DRAGONS
    # Some variations leave nothing to read. Draw until a variation can be read.
    while True:
        sharp_face = rectify(crop.image, shake(crop.box, rng), NUMERAL_FACE_SIZE)
        face = vary_light_and_sharpness(sharp_face, rng)
        if not _keeps_shapes(face, sharp_face):
            continue
        if is_dragon and not _keeps_colours(face, sharp_face):
            continue
        return face


def _keeps_shapes(face: Image, sharp_face: Image) -> bool:
    """Whether a varied face still shows the shapes of the sharp face, if that has any.

    Args:
        face: ``(112, 112, 3)`` uint8 RGB.
        sharp_face: the same face before it was varied.
    """
    grey = _details(face.mean(axis=2, dtype=np.float32))
    sharp_grey = _details(sharp_face.mean(axis=2, dtype=np.float32))
    if sharp_grey.std() < _LEAST_DETAIL:
        return True
    return _correlation(grey, sharp_grey) >= _LEAST_SIMILARITY


def _keeps_colours(face: Image, sharp_face: Image) -> bool:
    """Whether a varied face still has the colours of the sharp face, if that has any.

    Many sets draw the three dragons alike, each in its own colour.

    Args:
        face: ``(112, 112, 3)`` uint8 RGB.
        sharp_face: the same face before it was varied.
    """
    colours = _details(face - face.mean(axis=2, keepdims=True, dtype=np.float32))
    sharp_colours = _details(sharp_face - sharp_face.mean(axis=2, keepdims=True, dtype=np.float32))
    if sharp_colours.std() < _LEAST_DETAIL:
        return True
    return _correlation(colours, sharp_colours) >= _LEAST_COLOUR


def _details(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """The inner part of a picture without its finest grain and its light, which changes slowly."""
    fine = cv2.GaussianBlur(picture, (0, 0), _FINE_PX)
    coarse = cv2.GaussianBlur(picture, (0, 0), _COARSE_PX)
    inner = slice(_MARGIN, -_MARGIN)
    return np.asarray((fine - coarse)[inner, inner], np.float32)


def _correlation(first: NDArray[np.float32], second: NDArray[np.float32]) -> float:
    """The cosine between two pictures of details, from -1 to 1. 0 if one of them is empty."""
    size = float(np.linalg.norm(first) * np.linalg.norm(second))
    return float((first * second).sum()) / size if size > 0 else 0.0
