"""Fit what depends on a pair of networks, and put it beside them, as ``hu.vision.networks.calibration`` says.

``python -m training.networks.fit --weights models --shared ../shared`` looks at every fourth training photo,
at the photos of ``loose``, at rendered hands and hard scenes, and at faces of art that no training saw; red fives are
fitted to faces of art in many lights. It prints the values and writes ``fitted.json`` into the folder of the networks;
``SHA256SUMS``, where there is one, must be made again.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from hu.scoring.errors import InputError
from hu.scoring.tiles import BACK, CLASSES, FACES
from hu.vision.detection import log_odds
from hu.vision.finding.blank import split_white_and_back
from hu.vision.finding.passes import detect_in_passes
from hu.vision.finding.red_fives import FIVES, inks_of, red_five_features
from hu.vision.geometry import bounding_box, oriented_box, rectify
from hu.vision.networks.calibration import FITTED, Calibration, calibration_to_json
from hu.vision.networks.classifier import classify_faces, detections, rectified_faces
from hu.vision.photo.decoding import Photo
from hu.vision.photo.files import whole_file
from hu.vision.reader import Reader
from training.command import new_parser, run
from training.data.crops import Box, Image, corners, degrade, flat_crop, labelled_photos, shake
from training.data.negatives import shares
from training.data.unseen import HELD_FAMILIES, art_crops, on_ivory, vary_upright
from training.faces.art import FAMILY, Art
from training.faces.designs import random_design
from training.render import is_labelled
from training.scenes.hard import hard_scene
from training.scenes.rendered_hands import SHOWN, camera_seed, photograph_hand
from training.scenes.scenes import Scene
from training.tables.hands import RULES, hand_scene

Floats = NDArray[np.float64]
#: Down to which score the detector's proposals are looked at.
_PROPOSED: Final = 0.1
#: A proposal is a tile when it shares at least the second of these with one, none when it shares at most the first.
_NONE, _TILE = 0.35, 0.5
#: Photos show tiles without labels, and books: what shares less than this with every labelled tile may be one of those.
_PIECE: Final = 0.1
#: Equal weights for both networks, until they are fitted.
_UNFITTED: Final = Calibration(1.0, 1.0, 1.0, 0.0, 0.0, 0.0, {})
#: Stride over the training photos.
_EVERY: Final = 4
#: The first scene's seed.
_FIRST: Final = 2000
#: Faces beside the fives in one photo.
_OTHERS: Final = 9
#: Sources of one colour, for black tiles, or whose plain fives are red.
_WITHOUT_COLOURS: Final = {
    *(
        "kde-jade",
        "pysol-crystal",
        "pysol-etheral",
        "ffalt-unib",
        "fluffystuff-black",
        "kde-bamboo",
    ),
    *("xmahjongg-dorothys", "xmahjongg-dorwhite"),
}
#: Ridge penalty: with a weaker one no more fives of families left out of the fit are read right.
_RIDGE: Final = 1e-4
#: Photos drawn of each source.
_PHOTOS: Final = 40

Source = Literal["train", "loose", "hands", "hard", "art"]


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What both networks say of one proposal whose truth is known."""

    source: Source  # where it comes from
    found: float  # the detector's log-odds
    read: float  # the classifier's log-odds of a tile
    alike: (
        float | None
    )  # how alike a white dragon is to the faces around it, 0 to 1; None for other proposals
    is_tile: bool  # the truth
    faces: Floats  # ``(43,)`` log-probabilities of the classes at a temperature of 1
    label: int  # the right class, or -1 where none is known


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A picture whose tiles are known."""

    source: Source  # where it comes from
    image: Image  # ``(h, w, 3)`` uint8 RGB
    tiles: Sequence[Box]  # ``(4, 2)`` outlines of all that can be found
    labels: Sequence[str]  # their classes
    others: Sequence[Box]  # outlines of tiles that need not be found
    whole: bool  # whether every tile is among them


def pictures(shared: Path, seeds: Sequence[int], every: int) -> Iterator[Picture]:
    """Rendered hands and hard scenes, the photos of ``loose``, and some of the training photos (one in ``every``)."""
    art = Art(shared)
    for seed in seeds:
        for rules in RULES:
            scene = photograph_hand(
                hand_scene(seed, rules), camera_seed(f"camera {rules} {seed}"), art
            )
            yield _picture_of_scene("hands", scene, [tile.visible >= SHOWN for tile in scene.tiles])
        rng = np.random.default_rng([29, seed])
        scene = hard_scene(rng, random_design(rng, art), (640, 640))
        yield _picture_of_scene("hard", scene, [is_labelled(tile) for tile in scene.tiles])
    sources: tuple[tuple[Source, int], ...] = (("loose", max(1, every // _EVERY)), ("train", every))
    for source, step in sources:
        for photo in list(labelled_photos(shared / "photos" / source))[::step]:
            boxes = [photo.corners(label) for label in photo.labels]
            yield Picture(
                source, photo.image, boxes, [label.tile for label in photo.labels], (), whole=False
            )


def _picture_of_scene(source: Source, scene: Scene, shown: Sequence[bool]) -> Picture:
    boxes = [oriented_box(tile.box) for tile in scene.tiles]
    kept = [k for k, seen in enumerate(shown) if seen]
    others = [boxes[k] for k, seen in enumerate(shown) if not seen]
    return Picture(
        source,
        scene.image,
        [boxes[k] for k in kept],
        [scene.tiles[k].tile for k in kept],
        others,
        whole=True,
    )


def looks(picture: Picture, reader: Reader) -> Iterator[Look]:
    """The proposals of a picture of which it is known whether they are tiles."""
    proposing = replace(reader.settings, proposal_score=_PROPOSED)
    found = detect_in_passes(reader.detector, Photo.of(picture.image), proposing)
    if not found:
        return
    faces = rectified_faces(picture.image, found)
    seen, turns = classify_faces(reader.classifier, faces)
    readings = split_white_and_back(detections(found, faces, seen, turns, _UNFITTED))
    alike = [reading.similarity for reading in readings]
    for k, proposal in enumerate(found):
        # Labels of photos enclose turned tiles with upright boxes.
        box = proposal.box if picture.whole else corners(*map(float, bounding_box(proposal.box)))
        share = [shares(box, [tile]) for tile in picture.tiles]
        best = int(np.argmax(share)) if share else -1
        most = share[best] if share else 0.0
        least = 0.0 if picture.whole else _PIECE
        is_none = least <= max(most, shares(box, picture.others)) <= _NONE
        if most >= _TILE or is_none:
            label = CLASSES.index(picture.labels[best]) if most >= _TILE else -1
            logits = np.log(np.maximum(seen.faces[k].astype(np.float64), 1e-30))
            both = log_odds(proposal.score), float(seen.tile[k])
            yield Look(picture.source, *both, alike[k], most >= _TILE, logits, label)


def art_looks(shared: Path, reader: Reader) -> Iterator[Look]:
    """Faces of the art that no training saw, as photos might show them."""
    crops = [
        vary_upright(crop, number) for number, crop in enumerate(art_crops(shared, HELD_FAMILIES))
    ]
    seen, _ = classify_faces(
        reader.classifier, np.stack([rectify(crop.image, crop.box) for crop in crops])
    )
    for crop, faces in zip(crops, seen.faces, strict=True):
        yield Look(
            "art",
            0.0,
            0.0,
            None,
            True,
            np.log(np.maximum(faces.astype(np.float64), 1e-30)),
            crop.label,
        )


def fit_values(seen: Sequence[Look], red_fives: Mapping[str, tuple[float, ...]]) -> Calibration:
    """The values with the greatest likelihood; each source counts as much as any other.

    Raises:
        InputError: the proposals do not show both tiles and other things.
    """
    detected = [look for look in seen if look.source != "art"]
    if len({look.is_tile for look in detected}) < 2:
        raise InputError(
            "the detector's proposals do not show both tiles and other things; nothing to fit"
        )
    columns = np.array(
        [(look.found, look.read, look.alike is not None, look.alike or 0.0) for look in detected],
        dtype=np.float64,
    )
    true = np.array([look.is_tile for look in detected], np.float64)
    *weights, constant = logistic(columns, true, weights_of([look.source for look in detected]))
    # Training photos are known too well to say how often unseen faces are read right; backs were never labelled.
    faces = [
        look
        for look in seen
        if look.source in ("art", "loose") and look.label not in (-1, CLASSES.index(BACK))
    ]
    temperature = temperature_of(
        np.stack([look.faces for look in faces]),
        np.array([look.label for look in faces]),
        weights_of([look.source for look in faces]),
    )
    detector, classifier, white, ground, bias = (
        round(float(value), 3) for value in (*weights, constant)
    )
    return Calibration(round(temperature, 3), detector, classifier, bias, white, ground, red_fives)


def logistic(seen: Floats, true: Floats, weights: Floats, ridge: float = 1e-3) -> Floats:
    """The coefficients of a weighted logistic regression by Newton's method; a ridge penalty keeps them finite.

    Returns:
        ``(k + 1,)`` float64, the constant last.
    """
    columns = np.column_stack([seen, np.ones(len(seen))])
    shrink = ridge * np.eye(columns.shape[1])
    found = np.zeros(columns.shape[1])
    for _ in range(50):
        likely = 1 / (1 + np.exp(-np.clip(columns @ found, -40, 40)))
        slope = columns.T @ (weights * (true - likely)) - shrink @ found
        found = found + np.linalg.solve(
            (columns.T * (weights * likely * (1 - likely))) @ columns + shrink, slope
        )
    return found


def weights_of(sources: Sequence[str]) -> Floats:
    """``(n,)`` weights that give each source the same total, 1 on average."""
    names, place, counts = np.unique(sources, return_inverse=True, return_counts=True)
    return np.asarray(len(sources) / len(names) / counts[place], np.float64)


def temperature_of(logits: Floats, labels: NDArray[np.int64], weights: Floats) -> float:
    """The temperature with the least negative log-likelihood."""

    def loss(temperature: float) -> float:
        scaled = logits / temperature
        total = np.logaddexp.reduce(scaled, axis=1)
        return float(np.average(total - scaled[np.arange(len(labels)), labels], weights=weights))

    return float(min(np.exp(np.linspace(np.log(0.3), np.log(4), 120)), key=loss))


@dataclass(frozen=True, slots=True)
class Example:
    """One five of a photo."""

    source: str  # who drew it
    suit: str  # ``m``, ``p`` or ``s``
    red: bool  # whether it is a red one
    seen: NDArray[np.float64]  # ``(k,)`` float64, its features


def examples(art: Art) -> Iterator[Example]:
    """Fives of every source, some red and some plain, in photos of one light each."""
    for number, source in enumerate(sorted(set(art.sources) - _WITHOUT_COLOURS)):
        if source.endswith("-mono") or not any(five in art.faces(source) for five in FIVES):
            continue
        for photo in range(_PHOTOS):
            yield from _fives_of_photo(
                source, art.faces(source), np.random.default_rng([1, number, photo])
            )


def _fives_of_photo(
    source: str, faces: Mapping[str, Image], rng: np.random.Generator
) -> Iterator[Example]:
    # Gains of the channels, gamma, brightness and saturation that all tiles of one photo share.
    warm = rng.normal(0, 0.12)
    gains = np.exp(np.array([warm, rng.normal(0, 0.04), -warm]))
    light = np.array(
        [*gains, np.exp(rng.normal(0, 0.2)), rng.uniform(0.5, 1.1), rng.uniform(0.65, 1.25)]
    )
    fives = [five for five in FIVES if five in faces]
    others = [str(code) for code in rng.choice(sorted(set(faces) & set(FACES)), _OTHERS)]
    known = [(code, _photograph_face(faces[code], light, rng)) for code in others]
    shown = []
    for five in fives:
        red = faces.get(f"0{five[1]}")
        ink = redden(faces[five], rng) if red is None else red
        shown += [
            (five, is_red, _photograph_face(face, light, rng))
            for is_red, face in enumerate((faces[five], ink))
        ]
    inks = inks_of([*known, *((five, crop) for five, _, crop in shown)])
    for five, is_red, crop in shown:
        yield Example(source, five[1], bool(is_red), red_five_features(crop, inks))


def redden(face: Image, rng: np.random.Generator) -> Image:
    """A plain five in red ink, of a random shade."""
    shade = np.array([rng.uniform(150, 225), rng.uniform(15, 60), rng.uniform(15, 65)])
    light = face[..., :3].astype(np.float64).mean(axis=2, keepdims=True)
    dark = np.clip(light / 255, 0, 1) * 0.3
    out = face.copy()
    out[..., :3] = np.clip(shade * (1 - dark) + 255 * dark * 0.5, 0, 255).astype(np.uint8)
    return out


def _photograph_face(face: Image, light: NDArray[np.float64], rng: np.random.Generator) -> Image:
    crop = flat_crop(on_ivory(face), 0, "", rng)
    cut = rectify(crop.image, shake(crop.box, rng)).astype(np.float64)
    gray = cut.mean(axis=2, keepdims=True)
    cut = gray + (cut - gray) * light[5]
    cut = 255 * (np.clip(cut, 0, 255) / 255) ** light[3] * light[:3] * light[4]
    return degrade(np.clip(cut, 0, 255).astype(np.uint8), rng)


def fit_red_fives(art: Art) -> dict[str, tuple[float, ...]]:
    """The weights of the features by suit, the constant last, fitted on the designs that are not held out."""
    weights = {}
    chosen = [example for example in examples(art) if FAMILY[example.source] not in HELD_FAMILIES]
    for suit in "mps":
        seen = np.stack([example.seen for example in chosen if example.suit == suit])
        red = np.array(
            [example.red for example in chosen if example.suit == suit], dtype=np.float64
        )
        mean, spread = seen.mean(axis=0), seen.std(axis=0) + 1e-9
        fitted = logistic((seen - mean) / spread, red, np.ones(len(red)), ridge=_RIDGE * len(red))
        found = np.append(fitted[:-1] / spread, fitted[-1] - (fitted[:-1] * mean / spread).sum())
        weights[suit] = tuple(round(float(weight), 3) for weight in found)
    return weights


def main() -> None:
    """Run from the command line."""
    parser = new_parser(__doc__, shared=True)
    parser.add_argument(
        "--weights", type=Path, default=Path("models"), help="folder with the networks"
    )
    parser.add_argument("--scenes", type=int, default=60, help="rendered hands of each rule set")
    parser.add_argument("--every", type=int, default=_EVERY, help="stride over the training photos")
    args = parser.parse_args()
    reader = Reader(args.weights, threads=1)
    seeds = range(_FIRST, _FIRST + args.scenes)
    seen = [
        look
        for picture in pictures(args.shared, seeds, args.every)
        for look in looks(picture, reader)
    ]
    values = fit_values([*seen, *art_looks(args.shared, reader)], fit_red_fives(Art(args.shared)))
    with whole_file(args.weights / FITTED) as file:
        file.write(calibration_to_json(args.weights, values).encode())
    print(values)  # noqa: T201  # the command's result


if __name__ == "__main__":
    run(main)
