"""Real photos that no training saw, faces of unseen designs, and slices of rendered scenes."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.app.evaluation.asking import Answer, Asked, Row, share
from hu.app.evaluation.error_sheet import error_sheet
from hu.app.evaluation.figures import Figures, figures_of
from hu.app.evaluation.judging import Judgement, judge_photos
from hu.app.evaluation.labelled import load_labelled
from hu.app.evaluation.records import RECORDS
from hu.scoring.tiles import CLASSES
from hu.vision.geometry import rectify
from hu.vision.photo.labels import Corrections
from hu.vision.reader import Reader
from hu.vision.training.data.crops import Crop
from hu.vision.training.data.unseen import HELD_FAMILIES, art_crops, figures, varied
from hu.vision.training.measure.slices import by_slice, look, unseen_run

#: What is told of photos: its name, the figure, and the target with the labels corrected.
_ROWS: Final = (
    ("tile precision", "precision", "0.990"),
    ("tile recall", "recall", "0.990"),
    ("exact photos, networks alone", "exact", "0.85"),
    ("exact photos, layout and decoding", "exact_decoded", "0.95 complete hands"),
    ("corrections per photo, networks alone", "corrections", ""),
    ("corrections per photo, layout and decoding", "corrections_decoded", "0.15 complete hands"),
    ("mAP50, 43 classes", "map50", "0.97"),
    ("calibration error", "calibration_error", ""),
    ("right among the surest 90 % of tiles", "surest_right", "0.995"),
)


def reading(asked: Asked) -> Answer:
    """179 photos that no training saw; others publish mAP50 0.914 on this collection, and 3.26 corrections per hand."""
    folder = asked.photos / "val"
    names = {line.split("\t")[0] for line in (folder / "complete_hands.tsv").read_text(encoding="utf-8").splitlines()}
    plain = _judged("val", Corrections(), asked)
    corrected = _judged("val", asked.corrections, asked)
    complete = [judgement for judgement in corrected if judgement.path.name in names]
    if (path := asked.picture("errors.png")) and (sheet := error_sheet(corrected)):
        sheet.save(path)
    columns = {
        "labels as they are": figures_of(plain),
        "labels corrected": figures_of(corrected),
        f"{len(complete)} complete hands, corrected": figures_of(complete),
    }
    return _answer(columns, {"classes": _by_class(corrected)})


def loose(asked: Asked) -> Answer:
    """63 photos of loose and standing tiles before book shelves; nothing is trained on them."""
    return _answer({"figure": figures_of(_judged("loose", asked.corrections, asked))}, {})


def _judged(name: str, corrections: Corrections, asked: Asked) -> list[Judgement]:
    labelled = load_labelled(asked.photos / name, corrections)
    judgements, _ = judge_photos(asked.each(labelled, name), asked.reader)
    for judgement in judgements:
        if judgement.corrections:
            asked.say(f"{judgement.path.name}: {judgement.corrections} corrections, {judgement.decoded} after decoding")
    return judgements


def _answer(columns: Mapping[str, Figures], details: Mapping[str, object]) -> Answer:
    values = [_values(column) for column in columns.values()]
    rows = tuple(Row(title, tuple(str(value[name]) for value in values), target) for title, name, target in _ROWS)
    return Answer(tuple(columns), rows, {name: figures.to_json() for name, figures in columns.items()} | dict(details))


def _values(column: Figures) -> dict[str, object]:
    known = column.calibration
    return asdict(column) | {
        "calibration_error": known and known.error,
        "surest_right": known and known.surest_90.right,
    }


def _by_class(judgements: Sequence[Judgement]) -> dict[str, dict[str, float | None]]:
    """The classes with errors: labelled tiles, the share of them read right, and tiles wrongly read as it."""
    labels = Counter(tile for photo in judgements for tile in photo.labels)
    lost = Counter(error.truth for photo in judgements for error in photo.errors if error.truth)
    made = Counter(error.read for photo in judgements for error in photo.errors if error.read)
    return {
        tile: {
            "labels": labels[tile],
            "recall": round(1 - lost[tile] / labels[tile], 4) if labels[tile] else None,
            "wrong": made[tile],
        }
        for tile in CLASSES
        if lost[tile] or made[tile]
    }


def unseen(asked: Asked) -> Answer:
    """Faces of designs that no training saw, boxes given; the strongest peer reads 78.6 % of an unseen set."""
    record = json.loads((RECORDS / "classifier.json").read_text(encoding="utf-8"))["answer"]["details"]
    flat = list(art_crops(asked.shared, HELD_FAMILIES))
    looks = [varied(crop, number) for number, crop in enumerate(flat)]
    found = {
        "single tiles, each design left out of a training": record["single tiles of unseen designs"],
        "art families held out, flat": figures(_logits(asked.reader, flat), flat),
        "art families held out, as in photos": figures(_logits(asked.reader, looks), looks),
    }
    targets = ("0.98, 0.995", "", "")
    rows = (
        Row(name, tuple(str(shares[part]) for part in ("tiles", "top1", "top3")), target)
        for (name, shares), target in zip(found.items(), targets, strict=True)
    )
    return Answer(("tiles", "top-1", "top-3"), tuple(rows), found)


def rendered(asked: Asked) -> Answer:
    """Rendered scenes with art that no training saw; by width, tilt, blur, light, noise and glare in the record."""
    seeds = asked.seeds(200)
    looked = list(asked.each(look(unseen_run(asked.shared, seeds.stop), asked.reader)))
    found = [tile for tile in looked if tile.found]
    read = sum(tile.read for tile in found)
    row = Row("faces in sight", (share(len(found), len(looked)), share(read, len(found))))
    return Answer(("found", "of those read right"), (row,), by_slice(looked))


def _logits(reader: Reader, crops: Sequence[Crop]) -> NDArray[np.float32]:
    faces = np.stack([rectify(crop.image, crop.box) for crop in crops])
    logits = reader.classifier.run(np.ascontiguousarray(faces.transpose(0, 3, 1, 2), dtype=np.float32))
    return np.asarray(logits, dtype=np.float32)
