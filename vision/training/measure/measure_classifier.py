"""How well classifiers read designs that they never saw.

``python -m hu.vision.training.measure.measure_classifier --fold RUN/classifier.pt=B,E,H... --out RECORD.json`` reads,
with each fold's weights, the single tiles of the designs that its training left out, and the art families that every
training left out; see ``datasets/README.md`` for how the designs were grouped. ``--sheet`` draws the most
confident misses.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from hu.scoring.tiles import CLASSES
from hu.vision.geometry import rectify
from hu.vision.photo.contact_sheet import contact_sheet
from hu.vision.training.command import room_for, run
from hu.vision.training.data.crops import Crop, single_crops
from hu.vision.training.data.unseen import HELD_FAMILIES, art_crops, by_group, column, figures, pictures_of, varied
from hu.vision.training.networks.export import load_classifier
from hu.vision.training.networks.train_classifier import logits_of

#: What crops were read as: each with its ``(47,)`` logits.
Seen = list[tuple[Crop, NDArray[np.float32]]]


def measure(shared: Path, datasets: Path, folds: Sequence[tuple[Path, str]]) -> tuple[dict[str, Any], Seen]:
    """All figures of the folds together, and what was seen; each single tile is read by the fold that never saw it.

    Args:
        shared: the shared data folder.
        datasets: where ``designs.csv`` lies.
        folds: weights, and the designs that their training left out, as ``pictures_of`` takes them.
    """
    designs = column(datasets / "designs.csv", "file", "design")
    tiles = column(shared / "photos" / "tiles.csv", "file", "tile")
    singles, single_logits, art_logits = [], [], []
    drawn = list(art_crops(shared, HELD_FAMILIES))
    looks = [varied(crop, k) for k, crop in enumerate(drawn)]
    varied_logits = []
    for weights, held in folds:
        net = load_classifier(weights)
        names = pictures_of(held, datasets)
        crops = list(single_crops(shared / "photos" / "tiles", [(name, tiles[name]) for name in names]))
        singles += crops
        single_logits.append(logits_of(net, crops))
        art_logits.append(logits_of(net, drawn))
        varied_logits.append(logits_of(net, looks))
    logits = np.concatenate(single_logits)
    families = [crop.name.split("/")[0] for crop in drawn]
    found = {
        "single tiles of unseen designs": figures(logits, singles)
        | {"designs": by_group(logits, singles, [designs[crop.name] for crop in singles])},
        "art families held out, flat": figures(art_logits[0], drawn)
        | {"families": by_group(art_logits[0], drawn, families)},
        "art families held out, as in photos": figures(varied_logits[0], looks)
        | {"families": by_group(varied_logits[0], looks, families)},
    }
    return found, [*zip(singles, logits, strict=True), *zip(drawn, art_logits[0], strict=True)]


def miss_sheet(seen: Sequence[tuple[Crop, NDArray[np.float32]]], most: int = 60) -> Image.Image:
    """A contact sheet of the most confident misses among crops and their ``(48,)`` logits, with truth and reading."""
    misses = []
    for crop, logits in seen:
        chances = np.exp(logits[: len(CLASSES)] - logits[: len(CLASSES)].max())
        read = int(chances.argmax())
        if read != crop.label:
            misses.append((float(chances[read] / chances.sum()), crop, read))
    worst = sorted(misses, key=lambda miss: -miss[0])[:most]
    return contact_sheet(
        [
            (
                Image.fromarray(rectify(crop.image, crop.box)),
                crop.name[-20:],
                f"{CLASSES[crop.label]}: {CLASSES[read]} {confidence:.2f}",
            )
            for confidence, crop, read in worst
        ]
    )


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--datasets", type=Path, default=Path("datasets"))
    parser.add_argument(
        "--fold", action="append", required=True, help="WEIGHTS.pt=DESIGNS left out, once for each fold"
    )
    parser.add_argument("--out", type=Path, help="write the figures here as JSON as well")
    parser.add_argument("--sheet", type=Path, help="draw the 60 most confident misses into this picture")
    args = parser.parse_args()
    folds = [(Path(a), b) for a, _, b in (fold.partition("=") for fold in args.fold)]
    found, seen = measure(args.shared, args.datasets, folds)
    for name, part in found.items():
        print(f"{name}: {part['tiles']} tiles, top-1 {part['top1']}, top-3 {part['top3']}")  # noqa: T201
    text = json.dumps(found, ensure_ascii=False, indent=1)
    if args.out:
        room_for(args.out).write_text(text + "\n", encoding="utf-8")
    if args.sheet:
        miss_sheet(seen).save(args.sheet)


if __name__ == "__main__":
    run(main)
