"""The cases that are measured: photos whose truth people wrote down, and rendered scenes."""

import csv
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.app.evaluation.labelled import load_labelled
from hu.app.reading.read import open_photo
from hu.scoring.hand import Hand
from hu.scoring.hand_shape import FIVE_MELDS
from hu.scoring.shapes import has_winning_shape
from hu.scoring.tiles import KINDS
from hu.vision.detection import Detection
from hu.vision.photo.decoding import Photo
from hu.vision.photo.files import has_photo_ending
from hu.vision.photo.labels import Corrections
from measuring.recorded import from_record
from training.faces.art import Art
from training.scenes.handless import HANDLESS
from training.scenes.rendered_hands import SIZE, fitting_design
from training.tables.hands import HandScene, Rules, hand_scene
from training.tables.three_players import three_player_scene
from training.tables.ways import Way, way_scene

#: The source of a case: a photo's file, a picture, detections kept from a photo, or a laid hand.
Source = Path | Photo | tuple[Detection, ...] | HandScene
#: Another player's hand, as the column ``others`` of ``tables.tsv`` writes it.
_OTHER_HAND: Final = re.compile(r"([0-9mpszfg()\[\]+ ]+?) \((left|right|far)\b")
#: A side that the same column mentions, with or without a hand. The first word of "far right
#: corner" or "left near corner" is no side.
_SIDE: Final = re.compile(r"\b(left|right|far)\b(?! right| near)")
#: A red five, also if a gap separates it from its suit, as in "40 6p". The measurement counts it as
#: a plain five.
_RED_FIVE: Final = re.compile(r"0(?=\d*[mps]| )")
#: Seeds the pictures of ``handless_cases`` together with the case's own seed.
_HANDLESS_SEED: Final = 93
_Image = NDArray[np.uint8]


def _resize(factor: float) -> Callable[[_Image], _Image]:
    """Return a function that multiplies the width and height of an image by a factor below 1."""

    def resize(image: _Image) -> _Image:
        resized = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        return resized.astype(np.uint8)

    return resize


def _scale_light(*factors: float, added: float = 0.0) -> Callable[[_Image], _Image]:
    """Return a function that multiplies red, green and blue by a factor each, then adds to all."""

    def scale(image: _Image) -> _Image:
        scaled = (image * np.array(factors) + added).clip(0, 255)
        return np.asarray(scaled, dtype=np.float64).astype(np.uint8)

    return scale


def _blur(image: _Image) -> _Image:
    """Blur in proportion to the size of the image."""
    sigma = max(image.shape) / 640
    return cv2.GaussianBlur(image, (0, 0), sigma).astype(np.uint8)


def _add_noise(image: _Image) -> _Image:
    """Add normal noise, the same for the same image."""
    generator = np.random.default_rng(zlib.crc32(image.tobytes()))
    noise = generator.normal(0, 12, image.shape)
    return (image + noise).clip(0, 255).astype(np.uint8)


def _rotate(image: _Image) -> _Image:
    """Rotate counter-clockwise by five degrees, and enlarge the canvas to hold the corners."""
    height, width = image.shape[:2]
    # A matrix of 2 rows and 3 columns: a rotation and a shift.
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle=5, scale=1)
    # The width and height of the rotated image's bounding box.
    canvas_size = np.rint(np.abs(matrix[:, :2]) @ (width, height)).astype(int)
    # Shift the centre of the image to the centre of the canvas.
    matrix[:, 2] += (canvas_size - (width, height)) / 2
    rotated = cv2.warpAffine(image, matrix, canvas_size.tolist(), borderMode=cv2.BORDER_REPLICATE)
    return rotated.astype(np.uint8)


def _compress(image: _Image) -> _Image:
    """Write the image as a JPEG of low quality, and read it again."""
    # OpenCV takes red, green and blue for blue, green and red. Decoding keeps their order.
    _, content = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 25])
    return np.asarray(cv2.imdecode(content, cv2.IMREAD_UNCHANGED), dtype=np.uint8)


#: The functions that make the versions of a photo in which candidate networks are compared. Photos
#: are few, and a gain in a single version may be luck. Images are RGB.
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
#: The versions of photos of loose tiles. Photos of whole tables are fewer, and are seen in all
#: versions.
LOOSE_VERSIONS: Final = tuple(VERSIONS)[:8]


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """Something to look at, and the tiles that should be read.

    Attributes:
        name: the photo's file name, or the kind and the seed.
        kind: the group in which the case is counted: a folder, a rule set, a way of laying, a kind
            of picture, a version of a photo.
        source: where the detections come from.
        tiles: the tiles that may be read: those of the hand, or all tiles that are shown if there
            is no hand, or several.
        hand: the hand. None if the roles of its tiles are not known, or if there is no single hand.
        others: the other players' open hands by their sides. None if they are not looked for.
        mentioned_sides: the sides that the notes on a table mention, with or without a hand in
            ``others``. A hand that is read at such a side does not count as invented.
    """

    name: str
    kind: str
    source: Source
    tiles: tuple[str, ...] = ()
    hand: Hand | None = None
    others: Mapping[str, Hand] | None = None
    mentioned_sides: frozenset[str] = frozenset()


def photo_cases(folder: Path, corrections: Corrections | None = None) -> Iterator[Case]:
    """Yield the labelled photos of a folder.

    Args:
        folder: a folder with labels that ``hu evaluate`` can read.
        corrections: the known errors of the labels. None corrects nothing.
    """
    for photo in load_labelled(folder, corrections or Corrections()):
        yield Case(photo.path.name, folder.name, photo.path, photo.tiles, photo.hand)


def table_cases(folder: Path) -> Iterator[Case]:
    """Yield photos of whole tables, with the other players' hands.

    The column ``others`` of ``tables.tsv`` has a text such as ``55m 123p (left player)``. A side
    that it mentions without a hand has tiles that nobody can read.
    """
    lines = (folder / "tables.tsv").read_text(encoding="utf-8").splitlines()
    # The text of the column, by the photo's file name.
    others_text_of: dict[str, str] = {}
    for row in csv.DictReader(lines, delimiter="\t"):
        others_text_of[row["photo"]] = (row["others"] or "").lower()
    for case in photo_cases(folder):
        text = others_text_of[case.name]
        others: dict[str, Hand] = {}
        for hand_text, side in _OTHER_HAND.findall(text):
            others[side] = Hand.from_text(_RED_FIVE.sub("5", hand_text))
        mentioned_sides = frozenset(_SIDE.findall(text))
        yield replace(case, others=others, mentioned_sides=mentioned_sides)


def version_cases(cases: Iterable[Case], versions: Iterable[str]) -> Iterator[Case]:
    """Yield each photo in each of the versions.

    Args:
        cases: photos that people labelled.
        versions: keys of ``VERSIONS``. They become the kinds of the cases.
    """
    version_names = list(versions)
    for case in cases:
        assert isinstance(case.source, Path)  # noqa: S101  # photos that people labelled
        image = open_photo(case.source).image
        for version in version_names:
            photo = Photo.of(VERSIONS[version](image), f"{case.name} {version}")
            yield replace(case, name=photo.name, kind=version, source=photo)


def empty_cases(folder: Path) -> Iterator[Case]:
    """Yield photos without a tile."""
    for path in sorted(folder.iterdir()):
        if has_photo_ending(path.name):
            yield Case(path.name, folder.name, path)


def complete_cases(folder: Path, every: int) -> Iterator[Case]:
    """Yield training photos of complete hands. The roles of their tiles are not known.

    Args:
        folder: the training photos.
        every: take one photo in this many.
    """
    lines = (folder / "complete_hands.tsv").read_text(encoding="utf-8").splitlines()
    # Two columns: the photo's file name, and its tiles.
    tiles_of = dict(csv.reader(lines, delimiter="\t"))
    for name in list(tiles_of)[::every]:
        tiles = tuple(tiles_of[name].split())
        yield Case(name, folder.name, folder / "images" / name, tiles)


def recorded_cases(folder: Path) -> Iterator[Case]:
    """Yield detections kept from training photos, with the hands that people read in them."""
    for path in sorted(folder.glob("train-*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        hand = Hand.from_text(record["hand"])
        detections = tuple(from_record(tile) for tile in record["tiles"])
        yield Case(path.stem, "recorded", detections, hand.tiles, hand)


def hand_cases(rules: Rules, seeds: range) -> Iterator[Case]:
    """Yield hands laid by the rules of a rule set."""
    for seed in seeds:
        scene = hand_scene(seed, rules)
        yield Case(f"{rules} {seed}", rules, scene, scene.hand.tiles, scene.hand)


def way_cases(way: Way, seeds: range) -> Iterator[Case]:
    """Yield hands without sideways tiles, laid in one of the ways of ``WAYS``."""
    for seed in seeds:
        scene = way_scene(seed, way)
        yield Case(f"{way} {seed}", way, scene, scene.hand.tiles, scene.hand)


def sixteen_tile_cases(seeds: range) -> Iterator[Case]:
    """Yield hands with five melds and a pair, laid as four-meld hands are."""
    for seed in seeds:
        scene = hand_scene(seed, "zung-jung", hand_shape=FIVE_MELDS)
        yield Case(f"sixteen tiles {seed}", "sixteen tiles", scene, scene.hand.tiles, scene.hand)


def three_player_cases(seeds: range) -> Iterator[Case]:
    """Yield hands of three-player riichi with up to four North set aside."""
    for seed in seeds:
        scene = three_player_scene(seed)
        yield Case(f"three players {seed}", "three players", scene, scene.hand.tiles, scene.hand)


def handless_cases(kind: str, seeds: range, art: Art) -> Iterator[Case]:
    """Yield rendered pictures that show no hand, or more than one.

    The tiles of such a case are all tiles that the picture shows, such as those of a game on a
    screen. Any other tile in a reading is invented.

    Args:
        kind: a key of ``HANDLESS``, such as ``"books"`` or ``"two hands"``.
        seeds: a picture for each.
        art: the shared artwork.
    """
    draw = HANDLESS[kind]
    for seed in seeds:
        tile_design = fitting_design(seed, art)
        rng = np.random.default_rng([_HANDLESS_SEED, seed])
        picture = draw(rng, tile_design, SIZE)
        name = f"{kind} {seed}"
        photo = Photo.of(picture.image, name)
        yield Case(name, kind, source=photo, tiles=picture.faces)


def exchanged_cases(rules: Rules, seeds: range) -> Iterator[Case]:
    """Yield laid hands with one standing tile exchanged so that they do not win.

    Only the placed tiles of a scene are changed. The tiles and the hand of the case are still those
    before the exchange.
    """
    for case, seed in zip(hand_cases(rules, seeds), seeds, strict=True):
        scene = case.source
        assert isinstance(scene, HandScene)  # noqa: S101  # as hand_cases makes them
        position, tile = _choose_exchange(scene, Random(seed))
        placed = list(scene.placed)
        placed[position] = replace(placed[position], tile=tile)
        yield replace(case, source=replace(scene, placed=tuple(placed)))


def _choose_exchange(scene: HandScene, rng: Random) -> tuple[int, str]:
    """Choose a standing tile and a tile to take its place, so that the hand does not win.

    Returns:
        The index of the standing tile among the placed tiles, and the tile to take its place.
    """
    standing_tiles = list(scene.hand.standing)
    standing_positions: list[int] = []
    for position, placed in enumerate(scene.placed):
        is_in_row = placed.role in ("concealed", "winning")
        # A concealed quad may be laid in the same row. Its tiles are not among the standing tiles.
        if is_in_row and placed.tile in standing_tiles:
            standing_positions.append(position)
    meld_tiles: list[str] = []
    for meld in scene.hand.melds:
        meld_tiles += meld.tiles

    while True:
        position = rng.choice(standing_positions)
        new_tile = rng.choice(KINDS)
        new_standing_tiles = list(standing_tiles)
        new_standing_tiles.remove(scene.placed[position].tile)
        new_standing_tiles.append(new_tile)
        # No tile exists five times.
        if (new_standing_tiles + meld_tiles).count(new_tile) > 4:
            continue
        if not has_winning_shape(tuple(new_standing_tiles), len(scene.hand.melds)):
            return position, new_tile
