"""How well face readers read designs that they never saw.

``python -m vision.training.measure_faces --shared ../shared --fold RUN/faces.pt=HELD.txt... --out RECORD.json``
reads, with each fold's weights, the single tiles that its training left out, and the art families that every
training left out; see ``datasets/README.md`` for how the designs were grouped.
"""

import argparse
import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from vision.training.command import run
from vision.training.crops import single_crops
from vision.training.export import load_faces
from vision.training.train_faces import logits_of
from vision.training.unseen import HELD_FAMILIES, art_crops, by_group, figures, varied


def measure(shared: Path, datasets: Path, folds: Sequence[tuple[Path, Path]]) -> dict[str, Any]:
    """All figures of the folds together; each single tile is read by the fold that never saw its design."""
    designs = column(datasets / "designs.csv", "file", "design")
    tiles = column(shared / "photos" / "tiles.csv", "file", "tile")
    singles, single_logits, art_logits = [], [], []
    drawn = list(art_crops(shared, HELD_FAMILIES))
    looks = [varied(crop, k) for k, crop in enumerate(drawn)]
    varied_logits = []
    for weights, held in folds:
        net = load_faces(weights)
        names = held.read_text(encoding="utf-8").split()
        crops = list(single_crops(shared / "photos" / "tiles", [(name, tiles[name]) for name in names]))
        singles += crops
        single_logits.append(logits_of(net, crops))
        art_logits.append(logits_of(net, drawn))
        varied_logits.append(logits_of(net, looks))
    logits = np.concatenate(single_logits)
    families = [crop.name.split("/")[0] for crop in drawn]
    return {
        "single tiles of unseen designs": figures(logits, singles)
        | {"designs": by_group(logits, singles, [designs[crop.name] for crop in singles])},
        "art families held out, flat": figures(art_logits[0], drawn)
        | {"families": by_group(art_logits[0], drawn, families)},
        "art families held out, as in photos": figures(varied_logits[0], looks)
        | {"families": by_group(varied_logits[0], looks, families)},
    }


def column(path: Path, key: str, value: str) -> dict[str, str]:
    """Two columns of a CSV file as a mapping."""
    with path.open(encoding="utf-8", newline="") as lines:
        return {row[key]: row[value] for row in csv.DictReader(lines)}


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--datasets", type=Path, default=Path("datasets"))
    parser.add_argument("--fold", action="append", required=True, help="WEIGHTS.pt=HELD-OUT.txt, once for each fold")
    parser.add_argument("--out", type=Path, help="write the figures here as JSON as well")
    args = parser.parse_args()
    folds = [(Path(a), Path(b)) for a, _, b in (fold.partition("=") for fold in args.fold)]
    found = measure(args.shared, args.datasets, folds)
    for name, part in found.items():
        print(f"{name}: {part['tiles']} tiles, top-1 {part['top1']}, top-3 {part['top3']}")  # noqa: T201
    text = json.dumps(found, ensure_ascii=False, indent=1)
    if args.out:
        args.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    run(main)
