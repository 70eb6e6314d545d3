"""Questions about single tiles in photos and pictures: what is found, what is read, and how it depends on quality."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from hu.app.evaluation.error_sheet import error_sheet
from hu.app.evaluation.figures import Figures, figures_of
from hu.app.evaluation.judging import Judgement, judge_photos, match
from hu.app.evaluation.labelled import load_labelled
from hu.scoring.errors import InputError
from hu.scoring.tiles import BACK, CLASSES
from hu.vision.detection import Detection
from hu.vision.geometry import bounding_box, iou, rectify
from hu.vision.photo.contact_sheet import contact_sheet
from hu.vision.photo.decoding import Photo, decode_photo
from hu.vision.photo.labels import Corrections
from hu.vision.photo.quality import BLURRED, SMALL_PX, sharpness
from hu.vision.reader import Reader
from measuring.answers import Answer, Options, answer_of, percent, share
from measuring.records import RECORDS
from training.data.crops import Crop, single_crops
from training.data.unseen import HELD_FAMILIES, art_crops, by_group, column, figures, pictures_of, vary_upright
from training.faces.art import FAMILY
from training.render import Run, is_labelled, scene
from training.scenes.hard import HARD
from training.scenes.scenes import Scene

#: Rows of labelled photos, the figure of each, and whether it is a share.
_ROWS: Final = (
    ("tile precision", "precision", True),
    ("tile recall", "recall", True),
    ("exact photos, networks alone", "exact", True),
    ("exact photos, layout and decoding", "exact_decoded", True),
    ("corrections per photo, networks alone", "corrections", False),
    ("corrections per photo, layout and decoding", "corrections_decoded", False),
    ("mAP50, 43 classes", "map50", False),
    ("right among the surest 90 % of tiles", "surest_right", True),
)
#: Rows of loose tiles, many of which belong to no complete hand.
_LOOSE: Final = ("precision", "recall", "exact_decoded", "corrections_decoded")
#: A rendered tile is found where a detection shares this much with it (IoU); a detection is false below the second.
_MATCH, _FALSE = 0.5, 0.2
#: Seeds of scenes that no training saw; training starts its seeds at 1.
_SEEDS: Final = {"rendered": 99, "hard": 907, "quality": 60_606}
#: Variants of each picture: factors for its size, and widths of a blur in pixels.
_SIZES: Final = (1.0, 0.5, 1 / 3, 0.25)
_BLURS: Final = (1.0, 2.0, 4.0)
#: Lower ends of the classes that are counted.
_WIDTHS: Final = (6, 8, 10, 12, 14, 16, 20, 24, 32, 48)
_SHARPNESS: Final = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.6)


def reading(options: Options) -> Answer:
    """Labelled photos that no training saw."""
    lines = (options.photos / "val" / "complete_hands.tsv").read_text(encoding="utf-8").splitlines()
    names = {line.split("\t")[0] for line in lines}
    plain, corrected = (_judge(options, "val", labels) for labels in (Corrections(), options.corrections))
    complete = [judgement for judgement in corrected if judgement.path.name in names]
    if (path := options.picture("errors.png")) and (sheet := error_sheet(corrected)):
        sheet.save(path)
    columns = {
        "labels as they are": figures_of(plain),
        "labels corrected": figures_of(corrected),
        f"{len(complete)} complete hands, corrected": figures_of(complete),
    }
    labels = Counter(tile for photo in corrected for tile in photo.labels)
    lost = Counter(error.truth for photo in corrected for error in photo.errors if error.truth)
    made = Counter(error.read for photo in corrected for error in photo.errors if error.read)
    classes = {
        tile: {
            "labels": labels[tile],
            "recall": round(1 - lost[tile] / labels[tile], 4) if labels[tile] else None,
            "wrong": made[tile],
        }
        for tile in CLASSES
        if lost[tile] or made[tile]
    }
    return _answer_of_figures(columns, {"classes": classes})


def loose(options: Options) -> Answer:
    """Photos of loose and standing tiles."""
    return _answer_of_figures({"figure": figures_of(_judge(options, "loose", options.corrections))}, {}, _LOOSE)


def _judge(options: Options, folder: str, corrections: Corrections) -> list[Judgement]:
    photos = load_labelled(options.photos / folder, corrections)
    judgements, _ = judge_photos(options.each(photos, folder), options.reader)
    for one in judgements:
        if one.corrections or one.decoded:
            options.say(f"{one.path.name}: {one.corrections} corrections, {one.decoded} after decoding")
    return judgements


def _answer_of_figures(
    columns: Mapping[str, Figures], details: Mapping[str, object], names: Sequence[str] | None = None
) -> Answer:
    values = [
        asdict(column) | {"surest_right": column.calibration and column.calibration.surest_90.right}
        for column in columns.values()
    ]
    rows = {}
    for title, name, is_share in _ROWS:
        if names is None or name in names:
            cells = [value[name] for value in values]
            rows[title] = [
                (percent(cell) if is_share else f"{cell:.3f}") if isinstance(cell, float) else str(cell)
                for cell in cells
            ]
    return answer_of(columns, rows, {name: part.to_json() for name, part in columns.items()} | dict(details))


def unseen(options: Options) -> Answer:
    """Faces of designs that no training saw, boxes given."""
    record = json.loads((RECORDS / "classifier.json").read_text(encoding="utf-8"))["answer"]["details"]
    flat = list(art_crops(options.shared, HELD_FAMILIES))
    looks = [vary_upright(crop, number) for number, crop in enumerate(flat)]
    found = {
        "single tiles, each design left out of a training (classifier.json)": record["single tiles of unseen designs"],
        "art families held out, flat": figures(_logits(options.reader, flat), flat),
        "art families held out, as in photos": figures(_logits(options.reader, looks), looks),
    }
    return _answer_of_crops(found)


def _logits(reader: Reader, crops: Sequence[Crop]) -> NDArray[np.float32]:
    faces = np.stack([rectify(crop.image, crop.box) for crop in crops])
    logits = reader.classifier.run(np.ascontiguousarray(faces.transpose(0, 3, 1, 2), dtype=np.float32))
    return np.asarray(logits, dtype=np.float32)


def _answer_of_crops(found: Mapping[str, Mapping[str, Any]]) -> Answer:
    rows = {name: (str(part["tiles"]), percent(part["top1"]), percent(part["top3"])) for name, part in found.items()}
    return answer_of(["tiles", "top-1", "top-3"], rows, found)


def classifier(options: Options) -> Answer:
    """Freshly trained classifiers read designs left out of their training; needs the training's own environment."""
    from training.networks.export import load_classifier  # noqa: PLC0415  # needs PyTorch
    from training.networks.train_classifier import logits_of  # noqa: PLC0415

    if not options.folds:
        raise InputError("classifier: name the trained weights with --folds WEIGHTS.pt=DESIGNS, once for each fold")
    designs = column(options.datasets / "designs.csv", "file", "design")
    tiles = column(options.photos / "tiles.csv", "file", "tile")
    drawn = list(art_crops(options.shared, HELD_FAMILIES))
    looks = [vary_upright(crop, number) for number, crop in enumerate(drawn)]
    singles: list[Crop] = []
    single_logits, nets = [], []
    for weights, _, held in (fold.partition("=") for fold in options.folds):
        nets.append(load_classifier(Path(weights)))
        names = pictures_of(held, options.datasets)
        crops = list(single_crops(options.photos / "tiles", [(name, tiles[name]) for name in names]))
        singles += crops
        single_logits.append(logits_of(nets[-1], crops))
    # No fold saw the art families; the first one reads them.
    art_logits, look_logits = (logits_of(nets[0], crops) for crops in (drawn, looks))
    logits, families = np.concatenate(single_logits), [crop.name.split("/")[0] for crop in drawn]
    found = {
        "single tiles of unseen designs": figures(logits, singles)
        | {"designs": by_group(logits, singles, [designs[crop.name] for crop in singles])},
        "art families held out, flat": figures(art_logits, drawn) | {"families": by_group(art_logits, drawn, families)},
        "art families held out, as in photos": figures(look_logits, looks)
        | {"families": by_group(look_logits, looks, families)},
    }
    if path := options.picture("misses.png"):
        _draw_misses([*zip(singles, logits, strict=True), *zip(drawn, art_logits, strict=True)]).save(path)
    return _answer_of_crops(found)


def _draw_misses(seen: Sequence[tuple[Crop, NDArray[np.float32]]], most: int = 60) -> Image.Image:
    """A contact sheet of the most confident misses among crops and their logits, with truth and reading."""
    misses = []
    for crop, logits in seen:
        chances = np.exp(logits[: len(CLASSES)] - logits[: len(CLASSES)].max())
        read = int(chances.argmax())
        if read != crop.label:
            misses.append((float(chances[read] / chances.sum()), crop, read))
    cells = []
    for confidence, crop, read in sorted(misses, key=lambda miss: -miss[0])[:most]:
        label = f"{CLASSES[crop.label]}: {CLASSES[read]} {confidence:.2f}"
        cells.append((Image.fromarray(rectify(crop.image, crop.box)), crop.name[-20:], label))
    return contact_sheet(cells)


@dataclass(frozen=True, slots=True)
class SceneTally:
    """What is found in rendered scenes: of the faces well in sight, and false detections."""

    faces: int = 0
    found: int = 0
    read: int = 0
    whites: int = 0
    whites_read: int = 0
    false: int = 0
    pictures: int = 0

    def __add__(self, other: "SceneTally") -> "SceneTally":
        return SceneTally(
            *(mine + its for mine, its in zip(asdict(self).values(), asdict(other).values(), strict=True))
        )


def tally_scene(drawn: Scene, detections: Sequence[Detection]) -> SceneTally:
    """What is found and read of the faces well in sight, and the detections that lie where no tile is."""
    hulls = np.array([bounding_box(detection.box) for detection in detections], np.float32).reshape(-1, 4)
    tiles = np.array([bounding_box(tile.box) for tile in drawn.tiles], np.float32).reshape(-1, 4)
    shared = iou(hulls, tiles) if len(hulls) and len(tiles) else np.zeros((len(hulls), len(tiles)), np.float32)
    tally = SceneTally(false=int((shared.max(axis=1, initial=0.0) < _FALSE).sum()), pictures=1)
    for tile, overlaps in zip(drawn.tiles, shared.T, strict=True):
        if tile.tile != BACK and is_labelled(tile):
            found = bool(overlaps.size and overlaps.max() >= _MATCH)
            read = found and detections[int(overlaps.argmax())].tile == tile.tile
            white = tile.tile == "5z"
            tally += SceneTally(1, int(found), int(read), int(white), int(white and read))
    return tally


def _tally(options: Options, run: Run, numbers: range, what: str = "") -> SceneTally:
    total = SceneTally()
    for number in options.each(numbers, what):
        drawn, _ = scene(run, number)
        total += tally_scene(drawn, options.reader.detect(Photo.of(drawn.image, f"{number:06d}")))
    return total


def _unseen_run(options: Options, scenes: int, seed: int) -> Run:
    """Scenes of the art families that no training saw, and of the program's own drawings."""
    seen = frozenset(FAMILY.values()) - frozenset(HELD_FAMILIES)
    return Run(options.shared, Path(), scenes, seed, hold_out=seen)


def rendered(options: Options) -> Answer:
    """Rendered scenes with art that no training saw."""
    seeds = options.seeds(200)
    tally = _tally(options, _unseen_run(options, seeds.stop, _SEEDS["rendered"]), seeds)
    rows = {"faces in sight": [share(tally.found, tally.faces), share(tally.read, tally.found)]}
    return answer_of(["found", "of those read right"], rows)


def hard(options: Options) -> Answer:
    """Rendered scenes of what the networks find hard, with art that no training saw."""
    seeds, columns = options.seeds(40), {}
    for kind in options.parts(HARD):
        tally = _tally(options, replace(_unseen_run(options, seeds.stop, _SEEDS["hard"]), hard=kind), seeds, kind)
        columns[kind] = (
            share(tally.found, tally.faces),
            share(tally.read, tally.found),
            share(tally.whites_read, tally.whites),
            f"{tally.false / tally.pictures:.2f}",
        )
    titles = ("faces found", "of those read right", "white dragons found and read", "false detections a picture")
    return answer_of(columns, dict(zip(titles, zip(*columns.values(), strict=True), strict=True)))


def faces_of_photos(options: Options) -> dict[str, list[Detection]]:
    """The detections of the labelled tiles of training photos, by their true faces."""
    found: dict[str, list[Detection]] = defaultdict(list)
    photos = load_labelled(options.photos / "train", options.corrections)[:: options.every or 1]
    for labels in options.each(photos, "train"):
        photo = decode_photo(labels.path)
        if labels.boxes is None:
            continue
        boxes = labels.boxes * np.array([*photo.size, *photo.size])
        for detection in options.reader.detect(photo):
            x, y = detection.center
            inside = (boxes[:, 0] < x) & (x < boxes[:, 2]) & (boxes[:, 1] < y) & (y < boxes[:, 3])
            off = np.abs(boxes[:, [0, 1]] + boxes[:, [2, 3]] - 2 * detection.center).max(axis=1, initial=0)
            if inside.any():
                found[labels.tiles[int(np.where(inside, off, np.inf).argmin())]].append(detection)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class _Picture:
    """A picture ``(h, w, 3)`` uint8 RGB, its tiles and their upright boxes ``(n, 4)`` float32 x0 y0 x1 y1, pixels."""

    image: NDArray[np.uint8]
    tiles: tuple[str, ...]
    boxes: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Face:
    """A tile that was found: its width in pixels, its sharpness, and whether it is read right."""

    width: float
    sharpness: float
    right: bool


def quality(options: Options) -> Answer:
    """Faces read right by width and sharpness: where to warn of small or blurred tiles.

    Labelled photos and rendered scenes are read as they are, reduced to a half, a third and a quarter, and blurred.
    """
    found = {
        name: [face for picture in options.each(pictures, name) for face in _read_worse(picture, options.reader)]
        for name, pictures in (("photos", _photos(options)), ("rendered", _scenes(options)))
    }
    small, dull = SMALL_PX, BLURRED
    parts = {
        f"narrower than {small:g} pixels": lambda face: face.width < small,
        f"wider, sharpness below {dull:g}": lambda face: face.width >= small and face.sharpness < dull,
        "wider and sharper": lambda face: face.width >= small and face.sharpness >= dull,
    }
    rows = {name: [_share(filter(part, faces)) for faces in found.values()] for name, part in parts.items()}
    return answer_of(found, rows, {name: _by_class(faces) for name, faces in found.items()})


def _photos(options: Options) -> Iterator[_Picture]:
    for photo in load_labelled(options.photos / "train", options.corrections)[:: options.every or 4]:
        image = decode_photo(photo.path).image
        if photo.boxes is not None:
            size = np.array([*image.shape[1::-1], *image.shape[1::-1]], np.float32)
            yield _Picture(image, photo.tiles, photo.boxes * size)


def _scenes(options: Options) -> Iterator[_Picture]:
    """Rendered scenes with the faces that are fully visible."""
    scenes = options.scenes or 80
    run = Run(options.shared, Path(), scenes, seed=_SEEDS["quality"])
    for number in range(scenes):
        drawn, _ = scene(run, number)
        seen = [tile for tile in drawn.tiles if is_labelled(tile) and tile.visible > 0.95 and tile.tile != BACK]
        if seen:
            boxes = np.stack([bounding_box(tile.box) for tile in seen])
            yield _Picture(drawn.image, tuple(tile.tile for tile in seen), boxes)


def _read_worse(picture: _Picture, reader: Reader) -> Iterator[_Face]:
    """The labelled tiles that are found in a picture as it is, reduced, and blurred."""
    variants = [
        (cv2.resize(picture.image, None, fx=by, fy=by, interpolation=cv2.INTER_AREA), picture.boxes * np.float32(by))
        for by in _SIZES
    ]
    variants += [(cv2.GaussianBlur(picture.image, (0, 0), width), picture.boxes) for width in _BLURS]
    for pixels, boxes in variants:
        image = np.asarray(pixels, np.uint8)
        detections = reader.detect(Photo.of(image))
        for index, label in match(detections, boxes).items():
            detection = detections[index]
            sharp = sharpness(rectify(image, detection.box))
            yield _Face(detection.width, sharp, detection.tile == picture.tiles[label])


def _by_class(found: Sequence[_Face]) -> dict[str, str]:
    """The share read right by width, and by sharpness within classes of width."""
    shares = {}
    for low, up in zip(_WIDTHS, (*_WIDTHS[1:], float("inf")), strict=True):
        wide = [face for face in found if low <= face.width < up]
        shares[f"width {low:g} to {up:g}"] = _share(wide)
        for least, most in zip(_SHARPNESS, (*_SHARPNESS[1:], float("inf")), strict=True):
            members = [face for face in wide if least <= face.sharpness < most]
            if len(members) >= 30:
                shares[f"width {low:g} to {up:g}, sharpness {least:g} to {most:g}"] = _share(members)
    return shares


def _share(faces: Iterator[_Face] | Sequence[_Face]) -> str:
    members = list(faces)
    return share(sum(face.right for face in members), len(members))
