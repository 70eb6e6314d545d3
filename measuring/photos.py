"""Questions about single tiles in photos and pictures: which are found and which are read right."""

import csv
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np

from hu.app.evaluation.figures import FolderFigures, figures_of
from hu.app.evaluation.judging import PhotoJudgement, judge_photos
from hu.app.evaluation.labelled import load_labelled
from hu.scoring.errors import InputError
from hu.scoring.tiles import BACK, FACES
from hu.vision.detection import Detection
from hu.vision.geometry import bounding_box, iou, rectified_corners, rectify
from hu.vision.networks.classifier import classify
from hu.vision.networks.detector import Outline
from hu.vision.photo.decoding import Photo, decode_photo
from hu.vision.photo.labels import Corrections
from hu.vision.reader import Reader
from measuring.answers import Answer, Options, answer_of, percent, share
from measuring.records import RECORDS
from training.data.crops import Crop, single_crops
from training.data.datasets import column
from training.data.modern_sets import face_as_in_photo
from training.data.unseen import (
    HELD_FAMILIES,
    UNSEEN_DESIGNS,
    art_crops,
    figures,
    modern_crops,
    pictures_of,
    vary_upright,
)
from training.faces.art import FAMILY
from training.render import Run, is_labelled, scene
from training.scenes.hard import HARD
from training.scenes.scenes import Scene


@dataclass(frozen=True, slots=True)
class _FigureRow:
    """A row of the figures of labelled photos.

    Attributes:
        title: the name of the row in the table.
        figure: the name of the figure, as ``_figure_of`` takes it.
        is_share: whether the figure is written in percent.
    """

    title: str
    figure: str
    is_share: bool


_ROWS: Final = (
    _FigureRow("tile precision", "precision", is_share=True),
    _FigureRow("tile recall", "recall", is_share=True),
    _FigureRow("exact photos, networks alone", "exact", is_share=True),
    _FigureRow("exact photos, layout and decoding", "exact_decoded", is_share=True),
    _FigureRow("corrections per photo, networks alone", "corrections", is_share=False),
    _FigureRow("corrections per photo, layout and decoding", "corrections_decoded", is_share=False),
    _FigureRow("mAP50, 43 classes", "map50", is_share=False),
    _FigureRow("right among the surest 90 % of tiles", "surest_right", is_share=True),
)
#: Figures of loose tiles, many of which belong to no complete hand.
_LOOSE: Final = ("precision", "recall", "exact_decoded", "corrections_decoded")
#: A rendered tile is found if a detection has at least this IoU with it.
_MATCH: Final = 0.5
#: A detection is false if its IoU with every tile is below this.
_FALSE: Final = 0.2
#: Kinds of modern sets, and their names in the table.
_MODERN_SETS: Final[Mapping[Literal["corner", "dark"], str]] = {
    "corner": "numerals in the corners",
    "dark": "dark tiles",
}
#: The classifier reads at least this many faces at once, if there are so many.
_BATCH: Final = 256
#: Seed of scenes that no training saw. Training starts its seeds at 1.
_SEED: Final = 907


def reading(options: Options) -> Answer:
    """Labelled photos that no training saw."""
    lines = (options.photos / "val" / "complete_hands.tsv").read_text(encoding="utf-8").splitlines()
    complete_names = {line.split("\t")[0] for line in lines}
    judged_by_plain_labels = _judge(options, "val", Corrections())
    judged_by_corrected_labels = _judge(options, "val", options.corrections)
    complete_hands = []
    for judgement in judged_by_corrected_labels:
        if judgement.path.name in complete_names:
            complete_hands.append(judgement)
    figures_by_heading = {
        "labels as they are": figures_of(judged_by_plain_labels),
        "labels corrected": figures_of(judged_by_corrected_labels),
        f"{len(complete_hands)} complete hands, corrected": figures_of(complete_hands),
    }
    return _answer_of_figures(figures_by_heading)


def loose(options: Options) -> Answer:
    """Photos of loose and standing tiles."""
    judgements = _judge(options, "loose", options.corrections)
    return _answer_of_figures({"figure": figures_of(judgements)}, _LOOSE)


def _judge(options: Options, folder: str, corrections: Corrections) -> list[PhotoJudgement]:
    """Read the photos of a folder and judge their tiles.

    With ``--show``, each photo with an error is named, with the corrections that it needs before
    and after layout and decoding.

    Args:
        options: the options of the question.
        folder: a folder of the shared photos.
        corrections: the known errors of the labels.

    Raises:
        HuError: a photo cannot be read. The figures would leave it out.
    """
    photos = load_labelled(options.photos / folder, corrections)
    judgements, errors = judge_photos(options.with_progress(photos, folder), options.reader)
    if errors:
        raise errors[0]
    for judgement in judgements:
        if judgement.corrections or judgement.corrections_decoded:
            options.say(
                f"{judgement.path.name}: {judgement.corrections} corrections, "
                f"{judgement.corrections_decoded} after decoding"
            )
    return judgements


def _answer_of_figures(
    figures_by_heading: Mapping[str, FolderFigures], names: Sequence[str] | None = None
) -> Answer:
    """Make the answer of labelled photos.

    Args:
        figures_by_heading: the figures of each column, by the heading of the column.
        names: the names of the figures to show. All by default.
    """
    rows: dict[str, list[str]] = {}
    for row in _ROWS:
        if names is not None and row.figure not in names:
            continue
        cells = []
        for folder_figures in figures_by_heading.values():
            figure = _figure_of(folder_figures, row.figure)
            cells.append(_write_figure(figure, is_share=row.is_share))
        rows[row.title] = cells
    details = {}
    for heading, folder_figures in figures_by_heading.items():
        details[heading] = asdict(folder_figures)
    return answer_of(figures_by_heading, rows, details)


def _figure_of(folder_figures: FolderFigures, name: str) -> float | None:
    """Return a figure by its name, None if the photos do not have it.

    Args:
        folder_figures: the figures of labelled photos.
        name: an attribute of the figures. Or ``surest_right``, the share of the surest 90 % of the
            tiles that is right.
    """
    if name == "surest_right":
        if folder_figures.calibration is None:
            return None
        return folder_figures.calibration.surest_90.right
    figure: float | None = getattr(folder_figures, name)
    return figure


def _write_figure(figure: float | None, *, is_share: bool) -> str:
    """Write a figure in percent or with three decimals. ``None`` if there is no figure."""
    if figure is None:
        return "None"
    return percent(figure) if is_share else f"{figure:.3f}"


def unseen(options: Options) -> Answer:
    """Faces of designs that no training saw, boxes given."""
    record = json.loads((RECORDS / "classifier.json").read_text(encoding="utf-8"))
    recorded_figures = record["answer"]["details"]["single tiles of unseen designs"]

    flat = list(art_crops(options.shared, HELD_FAMILIES))
    views = _as_in_photos(flat)
    return _answer_of_crops(
        {
            "single tiles, each design left out of a training (classifier.json)": recorded_figures,
            "art families held out, flat": _read_crops(options, flat),
            "art families held out, as in photos": _read_crops(options, views),
        }
    )


def modern(options: Options) -> Answer:
    """Rendered faces of modern and dark sets that no training saw, boxes given.

    The faces of each set are read as the faces of one photo.
    """
    rows: dict[str, dict[str, Any]] = {}
    for kind, title in _MODERN_SETS.items():
        crops = modern_crops(options.shared, kind, options.scenes or UNSEEN_DESIGNS)
        flat = list(options.with_progress(crops, kind))
        views = [_face_in_photo(crop, number) for number, crop in enumerate(flat)]
        rows[f"{title}, flat"] = _read_sets(options, flat)
        rows[f"{title}, as in photos"] = _read_sets(options, views)
    return _answer_of_crops(rows)


def _face_in_photo(crop: Crop, number: int) -> Crop:
    """Show a flat face of a modern set as a photo might show it, upright.

    Args:
        crop: the flat face.
        number: seeds the variation.
    """
    face = face_as_in_photo(crop, number)
    box = rectified_corners(len(face))
    return Crop(face, box, crop.label, turns=0, kind=crop.kind, name=crop.name)


def _read_sets(options: Options, crops: Sequence[Crop]) -> dict[str, Any]:
    """Read the faces of whole sets, each as a photo, and return figures for ``_answer_of_crops``.

    Args:
        options: the options of the question.
        crops: all faces of a set, then all faces of the next set, and so on.
    """
    probabilities = []
    for start in range(0, len(crops), len(FACES)):
        for detection in _read_set(options.reader, crops[start : start + len(FACES)]):
            probabilities.append(detection.probabilities)
    # ``figures`` only ranks the faces, and probabilities rank them as logits do.
    return figures(np.stack(probabilities), crops)


def _read_set(reader: Reader, crops: Sequence[Crop]) -> list[Detection]:
    """Read the faces of a set, laid side by side in one picture. Their outlines are given."""
    height = max(crop.image.shape[0] for crop in crops)
    total_width = sum(crop.image.shape[1] for crop in crops)
    picture = np.zeros((height, total_width, 3), np.uint8)
    outlines = []
    left = 0
    for crop in crops:
        crop_height, crop_width = crop.image.shape[:2]
        picture[:crop_height, left : left + crop_width] = crop.image
        box = (crop.box + np.array([left, 0])).astype(np.float32)
        # The outlines are given, so it is certain that there are tiles.
        outlines.append(Outline(box, score=1.0, back_share=0.0))
        left += crop_width
    detections = classify(reader.classifier, picture, outlines, reader.calibration)
    # The classifier made another score of that by its own doubts.
    certain_detections = [replace(detection, score=1.0) for detection in detections]
    return reader.read_modern_set(certain_detections, picture)


def _as_in_photos(flat: Sequence[Crop]) -> list[Crop]:
    """Show each flat face of an art family as a photo might show it, upright."""
    return [vary_upright(crop, number) for number, crop in enumerate(flat)]


def _read_crops(options: Options, crops: Sequence[Crop]) -> dict[str, Any]:
    """Read faces, each by itself, and return figures for ``_answer_of_crops``."""
    # (n, height, width, 3): the rectified faces.
    faces = np.stack([rectify(crop.image, crop.box) for crop in crops])
    batch_count = max(1, len(faces) // _BATCH)
    logits = []
    for batch_faces in np.array_split(faces, batch_count):
        # The network takes batch, channels, height, width.
        batch = np.ascontiguousarray(batch_faces.transpose(0, 3, 1, 2), dtype=np.float32)
        logits.append(options.reader.classifier.run(batch))
    return figures(np.concatenate(logits), crops)


def designer(options: Options) -> Answer:
    """Photos of modern sets.

    The tiles that a person can read were written down. The photos show others too, so a face that
    was not written down is mostly no invention.
    """
    folder = options.photos / "designer"
    lines = (folder / "designer.tsv").read_text(encoding="utf-8").splitlines()
    tile_count = 0
    right_count = 0
    other_count = 0
    details: dict[str, object] = {}
    for row in csv.DictReader(lines, delimiter="\t"):
        true_tiles = _corrected_tiles(row["photo"], row["tiles"].split(), options.corrections)
        detections = options.reader.detect(decode_photo(folder / row["photo"]))
        read_tiles = Counter(each.tile for each in detections if each.tile != BACK)
        right = true_tiles & read_tiles
        missed = true_tiles - read_tiles
        others = read_tiles - true_tiles
        tile_count += true_tiles.total()
        right_count += right.total()
        other_count += others.total()
        details[row["photo"]] = {
            "right": right.total(),
            "missed": sorted(missed.elements()),
            "others": sorted(others.elements()),
        }
    rows = {
        "tiles found and read right": [share(right_count, tile_count)],
        "other faces, most of them tiles that were not written down": [str(other_count)],
    }
    return answer_of(["figure"], rows, details)


def _corrected_tiles(
    photo: str, written_tiles: Sequence[str], corrections: Corrections
) -> Counter[str]:
    """Count the tiles of a photo, with the known errors of its list corrected.

    Args:
        photo: the photo's file name.
        written_tiles: the list of its tiles. A correction names a tile by its index in this list.
        corrections: the known errors.
    """
    tiles = []
    for position, written_tile in enumerate(written_tiles):
        tiles.append(corrections.tiles.get((photo, position), written_tile))
    return Counter(tiles)


def _answer_of_crops(figures_by_row: Mapping[str, Mapping[str, Any]]) -> Answer:
    """Make the answer of faces that the classifier read.

    Args:
        figures_by_row: for each row, the number of ``tiles``, and the shares of them of which the
            most likely face (``top1``) or one of the three most likely (``top3``) is right.
    """
    rows: dict[str, list[str]] = {}
    for name, shares in figures_by_row.items():
        rows[name] = [str(shares["tiles"]), percent(shares["top1"]), percent(shares["top3"])]
    return answer_of(["tiles", "top-1", "top-3"], rows, figures_by_row)


def classifier(options: Options) -> Answer:
    """Freshly trained classifiers read designs left out of their training.

    It needs the training's own environment.
    """
    from training.networks.export import load_classifier  # noqa: PLC0415  # needs PyTorch
    from training.networks.train_classifier import logits_of  # noqa: PLC0415

    if not options.folds:
        raise InputError(
            "classifier: name the trained weights with --folds WEIGHTS.pt=DESIGNS, "
            "once for each fold"
        )
    # The face of each picture of a single tile, by the picture's file name.
    face_of = column(options.photos / "tiles.csv", "file", "tile")
    singles: list[Crop] = []
    logits = []
    networks = []
    # Each fold reads the single tiles of the designs that its training left out.
    for fold in options.folds:
        weights, _, held_designs = fold.partition("=")
        network = load_classifier(Path(weights))
        names_and_faces = [(name, face_of[name]) for name in pictures_of(held_designs)]
        crops = list(single_crops(options.photos / "tiles", names_and_faces))
        networks.append(network)
        singles += crops
        logits.append(logits_of(network, crops))

    # No fold saw the art families. The first fold reads them.
    first_network = networks[0]
    flat = list(art_crops(options.shared, HELD_FAMILIES))
    views = _as_in_photos(flat)
    flat_logits = logits_of(first_network, flat)
    view_logits = logits_of(first_network, views)
    return _answer_of_crops(
        {
            "single tiles of unseen designs": figures(np.concatenate(logits), singles),
            "art families held out, flat": figures(flat_logits, flat),
            "art families held out, as in photos": figures(view_logits, views),
        }
    )


def hard(options: Options) -> Answer:
    """Rendered scenes that the networks find hard, with art that no training saw."""
    seeds = options.seeds(40)
    kinds = options.parts(HARD)
    rows: dict[str, list[str]] = {
        "faces found": [],
        "of those read right": [],
        "white dragons found and read": [],
        "false detections a picture": [],
    }
    # These families are not drawn, because the networks were trained with them. The families that
    # no training saw remain, and the program's own drawings.
    trained_families = frozenset(FAMILY.values()) - frozenset(HELD_FAMILIES)
    for kind in kinds:
        run = Run(
            shared=options.shared,
            # Nothing is written.
            out=Path(),
            # The run has all scenes up to the last of ``seeds``. Only those of ``seeds`` are
            # rendered.
            scenes=seeds.stop,
            seed=_SEED,
            hold_out=trained_families,
            hard=kind,
        )
        tally = Counter[str]()
        for number in options.with_progress(seeds, kind):
            rendered, _design = scene(run, number)
            photo = Photo.of(rendered.image, f"{number:06d}")
            tally += tally_scene(rendered, options.reader.detect(photo))
        rows["faces found"].append(share(tally["found"], tally["faces"]))
        rows["of those read right"].append(share(tally["read"], tally["found"]))
        rows["white dragons found and read"].append(share(tally["whites read"], tally["whites"]))
        rows["false detections a picture"].append(f"{tally['false'] / len(seeds):.2f}")
    return answer_of(kinds, rows)


def tally_scene(rendered: Scene, detections: Sequence[Detection]) -> Counter[str]:
    """Count the faces well in sight and the false detections of a rendered scene.

    Returns:
        ``faces``, ``found`` faces, faces ``read`` right, ``whites`` (white dragons),
        ``whites read``, and ``false`` detections.
    """
    detected_boxes = [bounding_box(detection.box) for detection in detections]
    tile_boxes = [bounding_box(tile.box) for tile in rendered.tiles]
    # The IoU of each detection (row) with each tile (column).
    overlaps = np.zeros((len(detected_boxes), len(tile_boxes)), np.float32)
    if detected_boxes and tile_boxes:
        overlaps = iou(np.array(detected_boxes, np.float32), np.array(tile_boxes, np.float32))
    is_false = overlaps.max(axis=1, initial=0.0) < _FALSE
    tally = Counter({"false": int(is_false.sum())})
    for tile, tile_overlaps in zip(rendered.tiles, overlaps.T, strict=True):
        if tile.tile == BACK or not is_labelled(tile):
            continue
        is_found = False
        is_read = False
        if detections:
            best_match = detections[int(tile_overlaps.argmax())]
            is_found = bool(tile_overlaps.max() >= _MATCH)
            is_read = is_found and best_match.tile == tile.tile
        tally["faces"] += 1
        if is_found:
            tally["found"] += 1
        if is_read:
            tally["read"] += 1
        if tile.tile == "5z":
            tally["whites"] += 1
            if is_read:
                tally["whites read"] += 1
    return tally
