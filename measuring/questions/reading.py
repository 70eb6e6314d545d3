"""Real photos that no training saw, faces of unseen designs, and rendered scenes."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.app.evaluation.error_sheet import error_sheet
from hu.app.evaluation.figures import Figures, figures_of
from hu.app.evaluation.judging import Judgement, judge_photos
from hu.app.evaluation.labelled import load_labelled
from hu.scoring.tiles import CLASSES
from hu.vision.geometry import rectify
from hu.vision.photo.labels import Corrections
from hu.vision.reader import Reader
from measuring.asking import Answer, Asked, Row, percent, share
from measuring.records import RECORDS
from training.data.crops import Crop
from training.data.unseen import HELD_FAMILIES, art_crops, figures, varied
from training.measure.slices import look, unseen_run

#: What is told of photos: its name, the figure, and the target with the labels corrected.
_ROWS: Final = (
    ("tile precision", "precision", "99.0 %"),
    ("tile recall", "recall", "99.0 %"),
    ("exact photos, networks alone", "exact", "85 %"),
    ("exact photos, layout and decoding", "exact_decoded", "95 % of complete hands"),
    ("corrections per photo, networks alone", "corrections", ""),
    ("corrections per photo, layout and decoding", "corrections_decoded", "0.15 for complete hands"),
    ("mAP50, 43 classes", "map50", "0.97"),
    ("right among the surest 90 % of tiles", "surest_right", "99.5 %"),
)
#: Figures that are no shares.
_NUMBERS: Final = ("corrections", "corrections_decoded", "map50")
#: What is told of loose tiles, many of which belong to no complete hand.
_LOOSE: Final = ("precision", "recall", "exact_decoded", "corrections_decoded")


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
    rows = [(title, name, "") for title, name, _ in _ROWS if name in _LOOSE]
    return _answer({"figure": figures_of(_judged("loose", asked.corrections, asked))}, {}, rows)


def _judged(name: str, corrections: Corrections, asked: Asked) -> list[Judgement]:
    labelled = load_labelled(asked.photos / name, corrections)
    judgements, _ = judge_photos(asked.each(labelled, name), asked.reader)
    for judgement in judgements:
        if judgement.corrections or judgement.decoded:
            asked.say(f"{judgement.path.name}: {judgement.corrections} corrections, {judgement.decoded} after decoding")
    return judgements


def _answer(
    columns: Mapping[str, Figures], details: Mapping[str, object], told: Sequence[tuple[str, str, str]] = _ROWS
) -> Answer:
    values = [_values(column) for column in columns.values()]
    rows = tuple(
        Row(title, tuple(_written(name, value[name]) for value in values), target) for title, name, target in told
    )
    return Answer(tuple(columns), rows, {name: figures.to_json() for name, figures in columns.items()} | dict(details))


def _written(name: str, value: object) -> str:
    """Counts per photo and areas as they are, shares in percent."""
    if not isinstance(value, float) or name in _NUMBERS:
        return f"{value:.3f}" if isinstance(value, float) else str(value)
    return percent(value)


def _values(column: Figures) -> dict[str, object]:
    known = column.calibration
    return asdict(column) | {"surest_right": known and known.surest_90.right}


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
        "single tiles, each design left out of a training (classifier.json)": record["single tiles of unseen designs"],
        "art families held out, flat": figures(_logits(asked.reader, flat), flat),
        "art families held out, as in photos": figures(_logits(asked.reader, looks), looks),
    }
    targets = ("98 %, 99.5 %", "", "")
    rows = (
        Row(name, (str(shares["tiles"]), percent(shares["top1"]), percent(shares["top3"])), target)
        for (name, shares), target in zip(found.items(), targets, strict=True)
    )
    return Answer(("tiles", "top-1", "top-3"), tuple(rows), found)


def rendered(asked: Asked) -> Answer:
    """Rendered scenes with art that no training saw."""
    seeds = asked.seeds(200)
    pictures = asked.each(look(unseen_run(asked.shared, seeds.stop), seeds, asked.reader))
    looked = [face for faces, _ in pictures for face in faces]
    found = [tile for tile in looked if tile.found]
    read = sum(tile.read for tile in found)
    row = Row("faces in sight", (share(len(found), len(looked)), share(read, len(found))))
    return Answer(("found", "of those read right"), (row,))


def _logits(reader: Reader, crops: Sequence[Crop]) -> NDArray[np.float32]:
    faces = np.stack([rectify(crop.image, crop.box) for crop in crops])
    logits = reader.classifier.run(np.ascontiguousarray(faces.transpose(0, 3, 1, 2), dtype=np.float32))
    return np.asarray(logits, dtype=np.float32)
