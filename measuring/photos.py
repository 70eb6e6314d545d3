"""Questions about single tiles in photos and pictures: what is found and what is read."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np

from hu.app.evaluation.figures import FolderFigures, figures_of
from hu.app.evaluation.judging import PhotoJudgement, judge_photos
from hu.app.evaluation.labelled import load_labelled
from hu.scoring.errors import InputError
from hu.scoring.tiles import BACK
from hu.vision.detection import Detection
from hu.vision.geometry import bounding_box, iou, rectify
from hu.vision.photo.decoding import Photo
from hu.vision.photo.labels import Corrections
from measuring.answers import Answer, Options, answer_of, percent, share
from measuring.records import RECORDS
from training.data.crops import Crop, single_crops
from training.data.unseen import (
    HELD_FAMILIES,
    art_crops,
    column,
    figures,
    pictures_of,
    vary_upright,
)
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
#: Seed of scenes that no training saw; training starts its seeds at 1.
_SEED: Final = 907


def reading(options: Options) -> Answer:
    """Labelled photos that no training saw."""
    lines = (options.photos / "val" / "complete_hands.tsv").read_text(encoding="utf-8").splitlines()
    names = {line.split("\t")[0] for line in lines}
    plain, corrected = (
        _judge(options, "val", labels) for labels in (Corrections(), options.corrections)
    )
    complete = [judgement for judgement in corrected if judgement.path.name in names]
    columns = {
        "labels as they are": figures_of(plain),
        "labels corrected": figures_of(corrected),
        f"{len(complete)} complete hands, corrected": figures_of(complete),
    }
    return _answer_of_figures(columns)


def loose(options: Options) -> Answer:
    """Photos of loose and standing tiles."""
    return _answer_of_figures(
        {"figure": figures_of(_judge(options, "loose", options.corrections))}, _LOOSE
    )


def _judge(options: Options, folder: str, corrections: Corrections) -> list[PhotoJudgement]:
    photos = load_labelled(options.photos / folder, corrections)
    judgements, _ = judge_photos(options.each(photos, folder), options.reader)
    for one in judgements:
        if one.corrections or one.decoded:
            options.say(
                f"{one.path.name}: {one.corrections} corrections, {one.decoded} after decoding"
            )
    return judgements


def _answer_of_figures(
    columns: Mapping[str, FolderFigures], names: Sequence[str] | None = None
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
                (percent(cell) if is_share else f"{cell:.3f}")
                if isinstance(cell, float)
                else str(cell)
                for cell in cells
            ]
    return answer_of(columns, rows, {name: part.to_json() for name, part in columns.items()})


def unseen(options: Options) -> Answer:
    """Faces of designs that no training saw, boxes given."""
    details = json.loads((RECORDS / "classifier.json").read_text(encoding="utf-8"))["answer"][
        "details"
    ]
    single = details["single tiles of unseen designs"]

    def read(crops: Sequence[Crop]) -> dict[str, Any]:
        faces = np.stack([rectify(crop.image, crop.box) for crop in crops])
        logits = options.reader.classifier.run(
            np.ascontiguousarray(faces.transpose(0, 3, 1, 2), dtype=np.float32)
        )
        return figures(np.asarray(logits, dtype=np.float32), crops)

    flat = list(art_crops(options.shared, HELD_FAMILIES))
    return _answer_of_crops(
        {
            "single tiles, each design left out of a training (classifier.json)": single,
            "art families held out, flat": read(flat),
            "art families held out, as in photos": read(
                [vary_upright(crop, k) for k, crop in enumerate(flat)]
            ),
        }
    )


def _answer_of_crops(found: Mapping[str, Mapping[str, Any]]) -> Answer:
    rows = {
        name: (str(part["tiles"]), percent(part["top1"]), percent(part["top3"]))
        for name, part in found.items()
    }
    return answer_of(["tiles", "top-1", "top-3"], rows, found)


def classifier(options: Options) -> Answer:
    """Freshly trained classifiers read designs left out of their training; needs the training's own environment."""
    from training.networks.export import load_classifier  # noqa: PLC0415  # needs PyTorch
    from training.networks.train_classifier import logits_of  # noqa: PLC0415

    if not options.folds:
        raise InputError(
            "classifier: name the trained weights with --folds WEIGHTS.pt=DESIGNS, once for each fold"
        )
    tiles = column(options.photos / "tiles.csv", "file", "tile")
    singles, logits, nets = list[Crop](), [], []
    for weights, _, held in (fold.partition("=") for fold in options.folds):
        nets.append(load_classifier(Path(weights)))
        crops = list(
            single_crops(
                options.photos / "tiles", [(name, tiles[name]) for name in pictures_of(held)]
            )
        )
        singles += crops
        logits.append(logits_of(nets[-1], crops))
    # No fold saw the art families; the first one reads them.
    flat = list(art_crops(options.shared, HELD_FAMILIES))
    looks = [vary_upright(crop, number) for number, crop in enumerate(flat)]
    return _answer_of_crops(
        {
            "single tiles of unseen designs": figures(np.concatenate(logits), singles),
            "art families held out, flat": figures(logits_of(nets[0], flat), flat),
            "art families held out, as in photos": figures(logits_of(nets[0], looks), looks),
        }
    )


def hard(options: Options) -> Answer:
    """Rendered scenes of what the networks find hard, with art that no training saw."""
    seeds, columns = options.seeds(40), {}
    # The art families that no training saw, and the program's own drawings.
    seen = frozenset(FAMILY.values()) - frozenset(HELD_FAMILIES)
    for kind in options.parts(HARD):
        run, tally = (
            Run(options.shared, Path(), seeds.stop, _SEED, hold_out=seen, hard=kind),
            Counter[str](),
        )
        for number in options.each(seeds, kind):
            drawn, _ = scene(run, number)
            tally += tally_scene(
                drawn, options.reader.detect(Photo.of(drawn.image, f"{number:06d}"))
            )
        columns[kind] = (
            share(tally["found"], tally["faces"]),
            share(tally["read"], tally["found"]),
            share(tally["whites read"], tally["whites"]),
            f"{tally['false'] / len(seeds):.2f}",
        )
    titles = (
        "faces found",
        "of those read right",
        "white dragons found and read",
        "false detections a picture",
    )
    return answer_of(columns, dict(zip(titles, zip(*columns.values(), strict=True), strict=True)))


def tally_scene(drawn: Scene, detections: Sequence[Detection]) -> Counter[str]:
    """What is found and read of the faces well in sight, and the detections that lie where no tile is."""
    hulls = np.array([bounding_box(detection.box) for detection in detections], np.float32).reshape(
        -1, 4
    )
    tiles = np.array([bounding_box(tile.box) for tile in drawn.tiles], np.float32).reshape(-1, 4)
    shared = (
        iou(hulls, tiles)
        if len(hulls) and len(tiles)
        else np.zeros((len(hulls), len(tiles)), np.float32)
    )
    tally = Counter({"false": int((shared.max(axis=1, initial=0.0) < _FALSE).sum())})
    for tile, overlaps in zip(drawn.tiles, shared.T, strict=True):
        if tile.tile != BACK and is_labelled(tile):
            found = bool(overlaps.size and overlaps.max() >= _MATCH)
            read = found and detections[int(overlaps.argmax())].tile == tile.tile
            white = tile.tile == "5z"
            tally += Counter(
                {
                    "faces": 1,
                    "found": found,
                    "read": read,
                    "whites": white,
                    "whites read": white and read,
                }
            )
    return tally
