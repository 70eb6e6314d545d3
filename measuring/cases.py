"""What is measured: photos whose truth people wrote down, and rendered scenes."""

import csv
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.app.evaluation.labelled import load_labelled
from hu.app.reading.read import open_photo
from hu.scoring.hand import Hand
from hu.scoring.shapes import has_winning_shape
from hu.scoring.tiles import KINDS
from hu.vision.detection import Detection
from hu.vision.photo.decoding import Photo
from hu.vision.photo.files import has_photo_ending
from hu.vision.photo.labels import Corrections
from measuring.recorded import from_record
from training.faces.art import Art
from training.faces.designs import random_design
from training.scenes.handless import HANDLESS
from training.scenes.rendered_hands import SIZE, fitting_seed
from training.tables.hands import HandScene, Rules, hand_scene
from training.tables.ways import Way, way_scene

#: What a case is seen in: a photo's file, a picture, detections kept from a photo, or a laid hand.
Source = Path | Photo | tuple[Detection, ...] | HandScene
#: Another player's hand, as the column ``others`` of the tables writes it.
_OTHER_HAND: Final = re.compile(r"([0-9mpszfg()\[\]+ ]+?) \((left|right|far)\b")
_SIDE: Final = re.compile(r"\b(left|right|far)\b(?! right| near)")
#: Red fives count as plain ones.
_RED: Final = re.compile(r"0(?=\d*[mps]| )")
_Image = NDArray[np.uint8]


def _resize(share: float) -> Callable[[_Image], _Image]:
    return lambda image: cv2.resize(
        image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA
    ).astype(np.uint8)


def _scale_light(*factors: float, added: float = 0.0) -> Callable[[_Image], _Image]:
    """Every channel multiplied by its factor."""
    return lambda image: (image * np.array(factors) + added).clip(0, 255).astype(np.uint8)


def _blur(image: _Image) -> _Image:
    return cv2.GaussianBlur(image, (0, 0), max(image.shape) / 640).astype(np.uint8)


def _add_noise(image: _Image) -> _Image:
    """Normal noise, the same for the same image."""
    noise = np.random.default_rng(zlib.crc32(image.tobytes())).normal(0, 12, image.shape)
    return (image + noise).clip(0, 255).astype(np.uint8)


def _rotate(image: _Image) -> _Image:
    """Rotated by five degrees on a canvas that holds the corners."""
    height, width = image.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), 5, 1)
    canvas = np.rint(np.abs(turn[:, :2]) @ (width, height)).astype(int)
    turn[:, 2] += (canvas - (width, height)) / 2
    return cv2.warpAffine(image, turn, canvas.tolist(), borderMode=cv2.BORDER_REPLICATE).astype(
        np.uint8
    )


def _compress(image: _Image) -> _Image:
    packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 25])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_UNCHANGED), dtype=np.uint8)


#: Versions of a photo in which candidate networks are compared: photos are few, and a gain in one version may be luck.
VERSIONS: Final[Mapping[str, Callable[[_Image], _Image]]] = {
    "as it is": lambda image: image,
    "smaller": _resize(0.7),
    "brighter": _scale_light(1.35, 1.35, 1.35),
    "darker": _scale_light(0.55, 0.55, 0.55),
    "blurred": _blur,
    "noisy": _add_noise,
    "askew": _rotate,
    "warmer": _scale_light(1.15, 1.0, 0.75),
    "cooler": _scale_light(0.8, 1.0, 1.15),
    "hazy": _scale_light(0.6, 0.6, 0.6, added=80),
    "compressed": _compress,
    "half as large": _resize(0.5),
}
#: Of whole tables there are fewer photos, so they are seen in all versions.
LOOSE_VERSIONS: Final = tuple(VERSIONS)[:8]


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """Something to look at, and what should be read."""

    name: str  # the photo's file name, or the kind and the seed
    kind: str  # what it is counted with: a folder, a rule set, a way of laying, a kind of picture
    source: Source  # what is looked at
    # the tiles that may be read: those of the hand, or all that a picture without one hand shows
    tiles: tuple[str, ...] = ()
    hand: Hand | None = None  # the hand, where the roles of its tiles are known
    # the other players' open hands by their sides; None where these are not looked for
    others: Mapping[str, Hand] | None = None
    unread: frozenset[str] = (
        frozenset()
    )  # sides where tiles lie open that a person cannot read either


def photo_cases(folder: Path, corrections: Corrections | None = None) -> Iterator[Case]:
    """Photos of a folder that ``hu evaluate`` knows."""
    for photo in load_labelled(folder, corrections or Corrections()):
        yield Case(photo.path.name, folder.name, photo.path, photo.tiles, photo.hand)


def table_cases(folder: Path) -> Iterator[Case]:
    """Photos of whole tables, with the other players' hands."""
    lines = (folder / "tables.tsv").read_text(encoding="utf-8").splitlines()
    written = {
        row["photo"]: (row["others"] or "").lower() for row in csv.DictReader(lines, delimiter="\t")
    }
    for case in photo_cases(folder):
        text = written[case.name]
        others = {
            side: Hand.from_text(_RED.sub("5", hand)) for hand, side in _OTHER_HAND.findall(text)
        }
        yield replace(case, others=others, unread=frozenset(_SIDE.findall(text)))


def version_cases(cases: Iterable[Case], versions: Iterable[str]) -> Iterator[Case]:
    """Each photo in the given versions, by which its cases are counted."""
    for case in cases:
        assert isinstance(case.source, Path)  # noqa: S101  # photos that people labelled
        image = open_photo(case.source).image
        for version in versions:
            photo = Photo.of(VERSIONS[version](image), f"{case.name} {version}")
            yield replace(case, name=photo.name, kind=version, source=photo)


def empty_cases(folder: Path) -> Iterator[Case]:
    """Photos without a tile."""
    for path in sorted(path for path in folder.iterdir() if has_photo_ending(path.name)):
        yield Case(path.name, folder.name, path)


def complete_cases(folder: Path, every: int) -> Iterator[Case]:
    """Training photos of complete hands, one in ``every``; the roles of their tiles are not known."""
    lines = (folder / "complete_hands.tsv").read_text(encoding="utf-8").splitlines()
    listed = dict(csv.reader(lines, delimiter="\t"))
    for name, tiles in list(listed.items())[::every]:
        yield Case(name, folder.name, folder / "images" / name, tuple(tiles.split()))


def recorded_cases(folder: Path) -> Iterator[Case]:
    """Detections kept from training photos, beside the hands that people read in them."""
    for path in sorted(folder.glob("train-*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        hand = Hand.from_text(record["hand"])
        yield Case(
            path.stem,
            "recorded",
            tuple(from_record(tile) for tile in record["tiles"]),
            hand.tiles,
            hand,
        )


def hand_cases(rules: Rules, seeds: range) -> Iterator[Case]:
    """Hands laid by the rules of a rule set."""
    for seed in seeds:
        scene = hand_scene(seed, rules)
        yield Case(f"{rules} {seed}", rules, scene, scene.hand.tiles, scene.hand)


def way_cases(way: Way, seeds: range) -> Iterator[Case]:
    """Hands without sideways tiles, laid in one of the ways of ``WAYS``."""
    for seed in seeds:
        scene = way_scene(seed, way)
        yield Case(f"{way} {seed}", way, scene, scene.hand.tiles, scene.hand)


def handless_cases(kind: str, seeds: range, art: Art) -> Iterator[Case]:
    """Rendered pictures without one hand to read."""
    for seed in seeds:
        design = random_design(np.random.default_rng(fitting_seed(72, seed)), art)
        shown = HANDLESS[kind](np.random.default_rng([93, seed]), design, SIZE)
        yield Case(f"{kind} {seed}", kind, Photo.of(shown.image, f"{kind} {seed}"), shown.faces)


def exchanged_cases(rules: Rules, seeds: range) -> Iterator[Case]:
    """Laid hands with one standing tile exchanged so that they do not win."""
    standing: tuple[Literal["concealed", "winning"], ...] = ("concealed", "winning")
    for case, seed in zip(hand_cases(rules, seeds), seeds, strict=True):
        scene, rng = case.source, Random(seed)
        assert isinstance(scene, HandScene)  # noqa: S101  # as hand_cases makes them
        tiles = list(scene.hand.standing)
        positions = [
            k for k, tile in enumerate(scene.placed) if tile.role in standing and tile.tile in tiles
        ]
        melded = [tile for meld in scene.hand.melds for tile in meld.tiles]
        while True:
            position, new = rng.choice(positions), rng.choice(KINDS)
            left = list(tiles)
            left.remove(scene.placed[position].tile)
            left.append(new)
            if [*left, *melded].count(new) <= 4 and not has_winning_shape(
                tuple(left), len(scene.hand.melds)
            ):
                break
        placed = list(scene.placed)
        placed[position] = replace(placed[position], tile=new)
        yield replace(case, source=replace(scene, placed=tuple(placed)))
