"""Everything that is known about how well photos are read, in one table.

``python -m hu.app.evaluation.measure_reading`` prints it.

Real photos (as labelled, with the labels corrected, the complete hands alone, per class), faces of art families that no
training saw, slices of rendered scenes, and the published figures of others. What takes a training without some designs
is taken from the record of it (``models/records/unseen_designs.json``; ``hu.vision.training.measure.measure_faces``
makes it).
"""

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from hu.app.evaluation.error_sheet import error_sheet
from hu.app.evaluation.evaluation import Judgement, judge_photos, load_labelled, summary
from hu.scoring.tiles import CLASSES
from hu.vision.labels import read_corrections
from hu.vision.reader import MODELS, Reader
from hu.vision.rectify import straighten
from hu.vision.training.data.crops import Crop
from hu.vision.training.data.unseen import HELD_FAMILIES, art_crops, figures, varied
from hu.vision.training.measure.slices import by_slice, look, unseen_run

#: What others publish, and where; None where they publish nothing.
PEERS: Final = (
    ("mAP50 on the same collection, its own 43-class detector", 0.914),
    ("real tiles right, strongest peer, sets it was trained on", 0.75),
    ("real tiles right, strongest peer, a set it never saw", 0.30),
    ("tiles of an unseen set right, strongest peer's classifier, boxes given", 0.786),
    ("corrections per hand, strongest peer", 3.26),
)

_ROWS: Final = (
    ("tile precision", "precision"),
    ("tile recall", "recall"),
    ("exact photos, networks alone", "exact"),
    ("exact photos, layout and decoding", "exact_decoded"),
    ("corrections per photo, networks alone", "corrections"),
    ("corrections per photo, layout and decoding", "corrections_decoded"),
    ("mAP50, 43 classes", "map50"),
)


def real_photos(shared: Path, datasets: Path, reader: Reader) -> tuple[dict[str, Any], list[Judgement]]:
    """Figures of ``photos/val`` by column of the table, and the judgements with the labels corrected."""
    folder = shared / "photos" / "val"
    names = {line.split("\t")[0] for line in (folder / "complete_hands.tsv").read_text(encoding="utf-8").splitlines()}
    plain, _ = judge_photos(load_labelled(folder), reader)
    mended, _ = judge_photos(load_labelled(folder, read_corrections(datasets / "corrections.csv")), reader)
    complete = [one for one in mended if one.path.name in names]
    return {
        "labels as they are": summary(plain),
        "labels corrected": summary(mended),
        "complete hands, labels corrected": summary(complete),
        "classes": _by_class(mended),
    }, mended


def _by_class(judgements: Sequence[Judgement]) -> dict[str, dict[str, float]]:
    """Per class with an error: labelled tiles, share of them read right, tiles wrongly read as it."""
    labels = Counter(tile for one in judgements for tile in one.labels)
    lost = Counter(error.truth for one in judgements for error in one.errors if error.truth)
    made = Counter(error.read for one in judgements for error in one.errors if error.read)
    return {
        tile: {
            "labels": labels[tile],
            "recall": round(1 - lost[tile] / labels[tile], 4) if labels[tile] else 0.0,
            "wrong": made[tile],
        }
        for tile in CLASSES
        if lost[tile] or made[tile]
    }


def unseen_art(shared: Path, reader: Reader) -> dict[str, Any]:
    """Figures of the art families that no training saw, flat and as photos show them, with boxes given."""
    flat = list(art_crops(shared, HELD_FAMILIES))
    looks = [varied(crop, number) for number, crop in enumerate(flat)]
    return {"flat": figures(_logits(reader, flat), flat), "as in photos": figures(_logits(reader, looks), looks)}


def _logits(reader: Reader, crops: Sequence[Crop]) -> Any:
    faces = np.stack([straighten(crop.image, crop.box) for crop in crops])
    return reader.faces.run(np.ascontiguousarray(faces.transpose(0, 3, 1, 2), dtype=np.float32))


def told(found: Mapping[str, Any]) -> Iterator[str]:
    """The figures as Markdown tables."""
    real = found["real photos"]
    columns = [name for name in real if name != "classes"]
    yield f"| photos/val ({real[columns[0]]['photos']} photos) | {' | '.join(columns)} |"
    yield "|---" * (len(columns) + 1) + "|"
    for title, key in _ROWS:
        yield f"| {title} | {' | '.join(str(real[name][key]) for name in columns)} |"
    calibrations = [real[name]["calibration"] for name in columns]
    yield f"| calibration error | {' | '.join(str(one['error']) for one in calibrations)} |"
    surest = (str(one["surest_90"]["right"]) for one in calibrations)
    yield f"| right among the surest 90 % | {' | '.join(surest)} |"
    yield from (
        "",
        "| class (photos/val, labels corrected) | labels | recall | wrongly read as it |",
        "|---|---|---|---|",
    )
    worst = sorted(real["classes"].items(), key=lambda entry: entry[1]["recall"])
    yield from (f"| {tile} | {row['labels']} | {row['recall']} | {row['wrong']} |" for tile, row in worst)
    yield from ("", "| never seen in training, boxes given | tiles | top-1 | top-3 |", "|---|---|---|---|")
    for title, part in found["unseen"].items():
        yield f"| {title} | {part['tiles']} | {part['top1']} | {part['top3']} |"
        yield from (f"| - {s} | {row['tiles']} | {row['top1']} | {row['top3']} |" for s, row in part["slices"].items())
    yield from ("", "| rendered scenes, unseen art | tiles | found | of those read right |", "|---|---|---|---|")
    for title, rows in found["slices"].items():
        yield from (f"| {title}: {n} | {r['tiles']} | {r['found']} | {r['read']} |" for n, r in rows.items())
    yield from ("", "| published by others | |", "|---|---|")
    yield from (f"| {title} | {value} |" for title, value in PEERS)


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path(os.environ.get("HU_SHARED", "../shared")))
    parser.add_argument("--datasets", type=Path, default=Path("datasets"))
    parser.add_argument("--weights", type=Path, default=MODELS)
    parser.add_argument("--scenes", type=int, default=200, help="rendered scenes to read")
    parser.add_argument("--sheet", type=Path, help="draw the 60 surest errors on photos/val into this picture")
    parser.add_argument("--out", type=Path, help="write the figures here as JSON as well")
    given = parser.parse_args()
    reader = Reader(given.weights)
    real, judgements = real_photos(given.shared, given.datasets, reader)
    record = json.loads((MODELS / "records" / "unseen_designs.json").read_text(encoding="utf-8"))
    art = unseen_art(given.shared, reader)
    found = {
        "real photos": real,
        "unseen": {
            "single tiles, each design left out of a training (record)": record["single tiles of unseen designs"],
            "art families held out, flat": art["flat"],
            "art families held out, as in photos": art["as in photos"],
        },
        "slices": by_slice(list(look(unseen_run(given.shared, given.scenes), reader))),
    }
    print("\n".join(told(found)))  # noqa: T201  # the command's result
    if given.sheet and (sheet := error_sheet(judgements)):
        sheet.save(given.sheet)
    if given.out:
        given.out.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
