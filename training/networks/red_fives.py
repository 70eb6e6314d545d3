"""Fit and measure how red fives are told from plain ones: by the ink's colour, on designs that no fit saw.

Every photo is a handful of faces of one source of the shared artwork under one light, each cut out and degraded as a
camera does. Red fives are those that the source draws, or its plain fives in red ink. Designs of ``HELD_FAMILIES`` are
kept from the fit.

``training.networks.fit`` fits the weights; ``python -m training.networks.red_fives --shared ../shared [--photos 40]``
prints how often those in use are right.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import FACES
from hu.vision.finding.red_fives import FIVES, features, inks_of, red_log_odds
from training.command import add_shared, run
from training.data.crops import degrade, flat_crop, rectify_shaken_crop
from training.data.unseen import HELD_FAMILIES, on_ivory
from training.faces.art import FAMILY, Art
from training.networks.regression import logistic

Image = NDArray[np.uint8]
#: Faces beside the fives in one photo.
_OTHERS: Final = 9
#: Sources of one colour, for black tiles, or whose plain fives are red.
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


@dataclass(frozen=True, slots=True)
class Example:
    """One five of a photo."""

    source: str  # who drew it
    suit: str  # ``m``, ``p`` or ``s``
    red: bool  # whether it is a red one
    seen: NDArray[np.float64]  # ``(k,)`` float64, its features


def examples(art: Art, photos: int, seed: int = 1) -> Iterator[Example]:
    """Fives of every source, some red and some plain, in photos of one light each."""
    for number, source in enumerate(sorted(set(art.sources) - _WITHOUT_COLOURS)):
        if source.endswith("-mono") or not any(five in art.faces(source) for five in FIVES):
            continue
        for photo in range(photos):
            yield from _photo(source, art.faces(source), np.random.default_rng([seed, number, photo]))


def _photo(source: str, faces: Mapping[str, Image], rng: np.random.Generator) -> Iterator[Example]:
    light = _light(rng)
    fives = [five for five in FIVES if five in faces]
    others = [str(code) for code in rng.choice(sorted(set(faces) & set(FACES)), _OTHERS)]
    known = [(code, _photograph_face(faces[code], light, rng)) for code in others]
    shown = []
    for five in fives:
        red = faces.get(f"0{five[1]}")
        ink = redden(faces[five], rng) if red is None else red
        shown += [
            (five, False, _photograph_face(faces[five], light, rng)),
            (five, True, _photograph_face(ink, light, rng)),
        ]
    inks = inks_of([*known, *((five, crop) for five, _, crop in shown)])
    for five, is_red, crop in shown:
        yield Example(source, five[1], is_red, features(crop, inks))


def redden(face: Image, rng: np.random.Generator) -> Image:
    """A plain five in red ink, of a random shade."""
    shade = np.array([rng.uniform(150, 225), rng.uniform(15, 60), rng.uniform(15, 65)])
    light = face[..., :3].astype(np.float64).mean(axis=2, keepdims=True)
    dark = np.clip(light / 255, 0, 1) * 0.3
    out = face.copy()
    out[..., :3] = np.clip(shade * (1 - dark) + 255 * dark * 0.5, 0, 255).astype(np.uint8)
    return out


def _light(rng: np.random.Generator) -> NDArray[np.float64]:
    """Gains of the channels, gamma, brightness and saturation that all tiles of one photo share."""
    warm = rng.normal(0, 0.12)
    gains = np.exp(np.array([warm, rng.normal(0, 0.04), -warm]))
    return np.array([*gains, np.exp(rng.normal(0, 0.2)), rng.uniform(0.5, 1.1), rng.uniform(0.65, 1.25)])


def _photograph_face(face: Image, light: NDArray[np.float64], rng: np.random.Generator) -> Image:
    crop = flat_crop(on_ivory(face), 0, "", rng)
    cut = rectify_shaken_crop(crop, rng).astype(np.float64)
    gray = cut.mean(axis=2, keepdims=True)
    cut = gray + (cut - gray) * light[5]
    cut = 255 * (np.clip(cut, 0, 255) / 255) ** light[3] * light[:3] * light[4]
    return degrade(np.clip(cut, 0, 255).astype(np.uint8), rng)


#: Ridge penalty: with a weaker one no more fives of families left out of the fit are read right.
_RIDGE: Final = 1e-4
#: Photos drawn of each source.
_PHOTOS: Final = 40


def fit_red_fives(art: Art) -> dict[str, tuple[float, ...]]:
    """The weights of the features by suit, the constant last, fitted on the designs that are not held out."""
    chosen = [example for example in examples(art, _PHOTOS) if FAMILY[example.source] not in HELD_FAMILIES]
    return {suit: fit([example for example in chosen if example.suit == suit]) for suit in "mps"}


def fit(chosen: Sequence[Example]) -> tuple[float, ...]:
    """Logistic regression on standardised features; the constant comes last."""
    seen = np.stack([example.seen for example in chosen])
    mean, spread = seen.mean(axis=0), seen.std(axis=0) + 1e-9
    red = np.array([example.red for example in chosen], dtype=np.float64)
    weights = logistic((seen - mean) / spread, red, np.ones(len(red)), ridge=_RIDGE * len(red))
    found = np.append(weights[:-1] / spread, weights[-1] - (weights[:-1] * mean / spread).sum())
    return tuple(round(float(weight), 3) for weight in found)


def main() -> None:
    """Print the shares told right on designs of the fit and on designs held out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_shared(parser)
    parser.add_argument("--photos", type=int, default=_PHOTOS)
    given = parser.parse_args()
    parts: dict[bool, list[Example]] = {False: [], True: []}
    for example in examples(Art(given.shared), given.photos):
        parts[FAMILY[example.source] in HELD_FAMILIES].append(example)
    for suit in "mps":
        fives = {held: [example for example in part if example.suit == suit] for held, part in parts.items()}
        told = [f"{_right(part):.4f} of {len(part)}" for part in fives.values()]
        print(f"{suit}: told right on designs of the fit: {told[0]}; on designs held out: {told[1]}")  # noqa: T201


def _right(chosen: Sequence[Example]) -> float:
    """The share that the weights in use tell right."""
    told = [(red_log_odds(example.suit, example.seen) > 0) == example.red for example in chosen]
    return float(np.mean(told)) if told else float("nan")


if __name__ == "__main__":
    run(main)
