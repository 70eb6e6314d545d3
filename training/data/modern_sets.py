"""Faces of modern sets in drawings that trainings saw, in the size that numerals are read at."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import FACES
from hu.vision.geometry import rectify
from hu.vision.networks.numerals import NUMERAL_FACE_SIZE
from training.data.crops import Crop, flat_crop
from training.data.unseen import HELD_FAMILIES
from training.data.variation import shake, vary_light_and_sharpness
from training.faces.art import Art
from training.faces.corner.designs import corner_design

#: First part of the seeds of sets. Trainings used others.
_SEED: Final = 9301
#: First part of the seeds of the variation.
_VARIATION_SEED: Final = 7
#: The height of a drawn face in pixels.
_HEIGHT: Final = 96


@dataclass(frozen=True, slots=True, eq=False)
class ModernSet:
    """A modern set, each face seen flat and as a photo might show it.

    Both are ``(42, 112, 112, 3)`` uint8 RGB in the order of ``hu.scoring.tiles.FACES``.
    """

    flat: NDArray[np.uint8]
    as_in_photo: NDArray[np.uint8]


def modern_sets(art: Art, count: int) -> Iterator[ModernSet]:
    """Yield modern sets, most of them with numerals in their corners.

    Args:
        art: the artwork.
        count: how many sets.
    """
    for number in range(count):
        rng = np.random.default_rng([_SEED, number])
        design = corner_design(rng, art, frozenset(HELD_FAMILIES), _HEIGHT)
        flat = []
        as_in_photo = []
        for label, code in enumerate(FACES):
            crop = flat_crop(design.face(code, _HEIGHT), label, f"{number}:{code}", rng)
            flat.append(rectify(crop.image, crop.box, NUMERAL_FACE_SIZE))
            as_in_photo.append(face_as_in_photo(crop, number * len(FACES) + label))
        yield ModernSet(np.stack(flat), np.stack(as_in_photo))


def face_as_in_photo(crop: Crop, number: int) -> NDArray[np.uint8]:
    """Show a flat face as a photo might show it, upright.

    Args:
        crop: the flat face.
        number: seeds the variation.

    Returns:
        ``(112, 112, 3)`` uint8 RGB, rectified.
    """
    rng = np.random.default_rng([_VARIATION_SEED, number])
    face = rectify(crop.image, shake(crop.box, rng), NUMERAL_FACE_SIZE)
    return vary_light_and_sharpness(face, rng)
