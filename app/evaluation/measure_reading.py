"""All that is known about how well photos are read, in one table.

``python -m hu.app.evaluation.measure_reading`` prints it.

Real photos (as labelled, with the labels corrected, the complete hands alone, per class), faces of art families that no
training saw, slices of rendered scenes, and the published figures of others. Figures that need a training without some
designs come from the record of it (``models/records/unseen_designs.json``, which
``hu.vision.training.measure.measure_classifier`` writes).
"""

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.app.evaluation.error_sheet import error_sheet
from hu.app.evaluation.figures import Figures, figures_of
from hu.app.evaluation.judging import Judgement, judge_photos
from hu.app.evaluation.labelled import load_labelled
from hu.scoring.tiles import CLASSES
from hu.vision.geometry import rectify
from hu.vision.photo.labels import read_corrections
from hu.vision.reader import MODELS, Reader
from hu.vision.training.data.crops import Crop
from hu.vision.training.data.unseen import HELD_FAMILIES, art_crops, figures, varied
from hu.vision.training.measure.slices import by_slice, look, unseen_run

#: Figures that others publish.
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

#: What is measured of some crops: ``tiles``, ``top1``, ``top3`` and the same by slice.
_Shares = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ClassErrors:
    """A class with errors: its labelled tiles, the share of them read right, and tiles wrongly read as it."""

    tile: str
    labels: int
    recall: float
    wrong: int


@dataclass(frozen=True, slots=True)
class RealPhotos:
    """Figures of ``photos/val``: by column of the table, and the classes with errors, the worst first."""

    columns: dict[str, Figures]
    classes: tuple[ClassErrors, ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """The whole table: real photos, faces never seen in training, slices of rendered scenes."""

    real: RealPhotos
    unseen: dict[str, _Shares]
    slices: dict[str, dict[str, dict[str, float]]]

    def markdown(self) -> Iterator[str]:
        """The figures as Markdown tables."""
        yield from _real_photos(self.real)
        yield from ("", "| never seen in training, boxes given | tiles | top-1 | top-3 |", "|---|---|---|---|")
        for title, shares in self.unseen.items():
            yield _shares_row(title, shares)
            slices = shares["slices"]
            assert isinstance(slices, dict)  # noqa: S101  # so ``figures`` makes it
            yield from (_shares_row(f"- {name}", part) for name, part in slices.items())
        yield from ("", "| rendered scenes, unseen art | tiles | found | of those read right |", "|---|---|---|---|")
        for title, parts in self.slices.items():
            for name, part in parts.items():
                yield f"| {title}: {name} | {part['tiles']} | {part['found']} | {part['read']} |"
        yield from ("", "| published by others | |", "|---|---|")
        yield from (f"| {title} | {value} |" for title, value in PEERS)


def _real_photos(real: RealPhotos) -> Iterator[str]:
    columns = real.columns.values()
    photos = next(iter(columns)).photos
    yield f"| photos/val ({photos} photos) | {' | '.join(real.columns)} |"
    yield "|---" * (len(columns) + 1) + "|"
    for title, name in _ROWS:
        yield _row(title, (getattr(column, name) for column in columns))
    calibrations = [column.calibration for column in columns]
    yield _row("calibration error", (entry and entry.error for entry in calibrations))
    yield _row("right among the surest 90 %", (entry and entry.surest_90.right for entry in calibrations))
    yield from (
        "",
        "| class (photos/val, labels corrected) | labels | recall | wrongly read as it |",
        "|---|---|---|---|",
    )
    yield from (_row(entry.tile, (entry.labels, entry.recall, entry.wrong)) for entry in real.classes)


def _row(title: str, cells: Iterator[object] | Sequence[object]) -> str:
    return f"| {title} | {' | '.join(map(str, cells))} |"


def _shares_row(title: str, shares: _Shares) -> str:
    return _row(title, [shares[name] for name in ("tiles", "top1", "top3")])


def real_photos(shared: Path, datasets: Path, reader: Reader) -> tuple[RealPhotos, list[Judgement]]:
    """Figures of ``photos/val``, and the judgements with the labels corrected."""
    folder = shared / "photos" / "val"
    names = {line.split("\t")[0] for line in (folder / "complete_hands.tsv").read_text(encoding="utf-8").splitlines()}
    plain, _ = judge_photos(load_labelled(folder), reader)
    corrected, _ = judge_photos(load_labelled(folder, read_corrections(datasets / "corrections.csv")), reader)
    complete = [judgement for judgement in corrected if judgement.path.name in names]
    columns = {
        "labels as they are": figures_of(plain),
        "labels corrected": figures_of(corrected),
        "complete hands, labels corrected": figures_of(complete),
    }
    return RealPhotos(columns, _by_class(corrected)), corrected


def _by_class(judgements: Sequence[Judgement]) -> tuple[ClassErrors, ...]:
    labels = Counter(tile for photo in judgements for tile in photo.labels)
    lost = Counter(error.truth for photo in judgements for error in photo.errors if error.truth)
    made = Counter(error.read for photo in judgements for error in photo.errors if error.read)
    found = [
        ClassErrors(tile, labels[tile], round(1 - lost[tile] / labels[tile], 4) if labels[tile] else 0.0, made[tile])
        for tile in CLASSES
        if lost[tile] or made[tile]
    ]
    return tuple(sorted(found, key=lambda entry: entry.recall))


def unseen_faces(shared: Path, reader: Reader) -> dict[str, _Shares]:
    """Faces that no training saw, boxes given: single tiles (from the record), art seen flat and as in photos."""
    record = json.loads((MODELS / "records" / "unseen_designs.json").read_text(encoding="utf-8"))
    flat = list(art_crops(shared, HELD_FAMILIES))
    looks = [varied(crop, number) for number, crop in enumerate(flat)]
    return {
        "single tiles, each design left out of a training (record)": record["single tiles of unseen designs"],
        "art families held out, flat": figures(_logits(reader, flat), flat),
        "art families held out, as in photos": figures(_logits(reader, looks), looks),
    }


def _logits(reader: Reader, crops: Sequence[Crop]) -> NDArray[np.float32]:
    faces = np.stack([rectify(crop.image, crop.box) for crop in crops])
    logits = reader.classifier.run(np.ascontiguousarray(faces.transpose(0, 3, 1, 2), dtype=np.float32))
    return np.asarray(logits, dtype=np.float32)


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path(os.environ.get("HU_SHARED", "../shared")))
    parser.add_argument("--datasets", type=Path, default=Path("datasets"))
    parser.add_argument("--weights", type=Path, default=MODELS)
    parser.add_argument("--scenes", type=int, default=200, help="rendered scenes to read")
    parser.add_argument("--sheet", type=Path, help="draw the 60 surest errors on photos/val into this picture")
    parser.add_argument("--out", type=Path, help="write the figures here as JSON as well")
    args = parser.parse_args()
    reader = Reader(args.weights)
    real, judgements = real_photos(args.shared, args.datasets, reader)
    slices = by_slice(list(look(unseen_run(args.shared, args.scenes), reader)))
    measured = Measured(real, unseen_faces(args.shared, reader), slices)
    print("\n".join(measured.markdown()))  # noqa: T201  # the command's result
    if args.sheet and (sheet := error_sheet(judgements)):
        sheet.save(args.sheet)
    if args.out:
        text = json.dumps(asdict(measured), ensure_ascii=False, indent=1)
        args.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
