"""Red fives of the artwork in many lights, and the weights of their features."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import FACES
from hu.vision.finding.red_fives import FIVES, inks_of, red_five_features
from hu.vision.geometry import rectify
from training.data.crops import Image, flat_crop
from training.data.unseen import HELD_FAMILIES, on_ivory
from training.data.variation import degrade, shake
from training.faces.art import FAMILY, Art
from training.networks.regression import logistic

#: Sources of art that do not show red fives by their colour: they have one colour, are made for
#: black tiles, or have plain fives that are red.
_WITHOUT_COLOURS: Final = frozenset(
    {
        "kde-jade",
        "pysol-crystal",
        "pysol-etheral",
        "ffalt-unib",
        "fluffystuff-black",
        "kde-bamboo",
        "xmahjongg-dorothys",
        "xmahjongg-dorwhite",
    }
)
#: Faces beside the fives in a photo.
_FACES_BESIDE: Final = 9
#: Photos drawn of each source.
_PHOTOS: Final = 40
#: Ridge penalty. A weaker penalty does not help to read fives of families that the fit left out.
_RIDGE: Final = 1e-4


@dataclass(frozen=True, slots=True)
class FiveExample:
    """A five of a photo."""

    source: str  # of the artwork
    suit: str  # ``m``, ``p`` or ``s``
    is_red: bool
    features: NDArray[np.float64]  # ``(k,)``


@dataclass(frozen=True, slots=True)
class _Light:
    """The light that all tiles of a photo share."""

    gains: NDArray[np.float64]  # ``(3,)`` of the channels
    gamma: float
    brightness: float
    saturation: float


def five_examples(art: Art) -> Iterator[FiveExample]:
    """Yield plain and red fives of the sources in colour, in photos of one light each."""
    for number, source in enumerate(sorted(set(art.sources) - _WITHOUT_COLOURS)):
        faces = art.faces(source)
        # Sources named so draw in one colour.
        is_in_one_colour = source.endswith("-mono")
        if is_in_one_colour or not any(five in faces for five in FIVES):
            continue
        for photo in range(_PHOTOS):
            rng = np.random.default_rng([1, number, photo])
            yield from _fives_of_photo(source, faces, rng)


def _fives_of_photo(
    source: str, faces: Mapping[str, Image], rng: np.random.Generator
) -> Iterator[FiveExample]:
    """The fives of a source, each plain and red, in one light beside any faces of the source."""
    light = _random_light(rng)
    codes = sorted(set(faces) & set(FACES))
    codes_beside = [str(code) for code in rng.choice(codes, _FACES_BESIDE)]
    crops = [(code, _photograph_face(faces[code], light, rng)) for code in codes_beside]
    fives: list[tuple[str, bool, Image]] = []
    for five in FIVES:
        if five not in faces:
            continue
        red = faces.get(f"0{five[1]}")
        if red is None:
            red = redden(faces[five], rng)
        fives.append((five, False, _photograph_face(faces[five], light, rng)))
        fives.append((five, True, _photograph_face(red, light, rng)))
    # As in a photo, it is not known yet which of the fives are red.
    crops += [(five, crop) for five, _, crop in fives]
    inks = inks_of(crops)
    for five, is_red, crop in fives:
        yield FiveExample(source, five[1], is_red, red_five_features(crop, inks))


def _random_light(rng: np.random.Generator) -> _Light:
    warmth = rng.normal(0, 0.12)
    green = rng.normal(0, 0.04)
    return _Light(
        gains=np.exp(np.array([warmth, green, -warmth])),
        gamma=float(np.exp(rng.normal(0, 0.2))),
        brightness=float(rng.uniform(0.5, 1.1)),
        saturation=float(rng.uniform(0.65, 1.25)),
    )


def redden(face: Image, rng: np.random.Generator) -> Image:
    """Draw a plain five, ``(h, w, 4)`` uint8 RGBA, in red ink of a random shade."""
    shade = np.array([rng.uniform(150, 225), rng.uniform(15, 60), rng.uniform(15, 65)])
    lightness = face[..., :3].astype(np.float64).mean(axis=2, keepdims=True)
    mixing = np.clip(lightness / 255, 0, 1) * 0.3
    red_face = face.copy()
    colours = shade * (1 - mixing) + 255 * mixing * 0.5
    red_face[..., :3] = np.clip(colours, 0, 255).astype(np.uint8)
    return red_face


def _photograph_face(face: Image, light: _Light, rng: np.random.Generator) -> Image:
    """``(64, 64, 3)`` uint8 RGB of a face, ``(h, w, 4)`` uint8 RGBA, in a light."""
    crop = flat_crop(on_ivory(face), label=0, name="", rng=rng)
    pixels = rectify(crop.image, shake(crop.box, rng)).astype(np.float64)
    grey = pixels.mean(axis=2, keepdims=True)
    pixels = grey + (pixels - grey) * light.saturation
    pixels = 255 * (np.clip(pixels, 0, 255) / 255) ** light.gamma * light.gains * light.brightness
    return degrade(np.clip(pixels, 0, 255).astype(np.uint8), rng)


def fit_red_fives(art: Art) -> dict[str, tuple[float, ...]]:
    """Fit the weights of the features to the families of artwork that are not held out.

    Returns:
        By suit the weights, the constant last.
    """
    examples = [
        example for example in five_examples(art) if FAMILY[example.source] not in HELD_FAMILIES
    ]
    weights = {}
    for suit in "mps":
        of_suit = [example for example in examples if example.suit == suit]
        features = np.stack([example.features for example in of_suit])
        labels = np.array([example.is_red for example in of_suit], dtype=np.float64)
        # The weights are fitted to features of mean 0 and standard deviation 1, so that the penalty
        # treats all features alike.
        mean = features.mean(axis=0)
        spread = features.std(axis=0) + 1e-9
        scaled = (features - mean) / spread
        ridge = _RIDGE * len(labels)
        *slopes, constant = logistic(scaled, labels, np.ones(len(labels)), ridge=ridge)
        # Weights of the unscaled features that give the same log-odds.
        slopes_of_features = np.array(slopes) / spread
        shift = (np.array(slopes) * mean / spread).sum()
        coefficients = [*slopes_of_features, constant - shift]
        weights[suit] = tuple(round(float(value), 3) for value in coefficients)
    return weights
