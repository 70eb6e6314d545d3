"""Train the detector: ``python -m training.networks.train_detector --data DATA/data.yaml --out RUN``.

Oriented boxes of the classes ``face`` and ``back``, from scratch. A stopped run goes on when it is started again
with the same ``--out``; what it reached stands in ``runs.csv`` beside that folder.
"""

import argparse
import csv
import io
import json
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import torch

from hu.vision.photo.files import whole_file
from training.command import run
from training.networks.yolo import train_detector


def note_run(data: Path, out: Path, start: str, settings: Mapping[str, Any], pictures: int | None) -> None:
    """Write the run's row into ``runs.csv`` beside its folder ``out``, in place of an earlier one."""
    with (out / "results.csv").open(encoding="utf-8", newline="") as lines:
        epochs = list(csv.DictReader(lines))
    losses = [
        round(sum(float(value) for name, value in epoch.items() if name.startswith("train/")), 3) for epoch in epochs
    ]
    # The clock starts again where a stopped run goes on.
    clock = [0.0, *(float(epoch["time"]) for epoch in epochs)]
    seconds = sum(after - before if after > before else after for before, after in pairwise(clock))
    made = json.loads(data.read_text(encoding="utf-8"))
    row = {
        "run": out.name,
        "network": "detector",
        "start": Path(start).stem,
        "photos": made["photos"],
        "scenes": made["scenes"],
        "views": made["views"],
        "amount": len(epochs),
        "unit": f"epochs of {pictures} pictures" if pictures else "epochs",
        "image_px": settings["imgsz"],
        "batch": settings["batch"],
        "rate": settings["lr0"],
        "seed": settings["seed"],
        "hours": round(seconds / 3600, 2),
        "first_loss": losses[0],
        "last_loss": losses[-1],
        "data_sha256": made["sha256"],
    }
    path = out.parent / "runs.csv"
    rows: list[dict[str, Any]] = []
    if path.exists():
        with path.open(encoding="utf-8", newline="") as lines:
            rows = [entry for entry in csv.DictReader(lines) if entry["run"] != out.name]
    with whole_file(path) as file:
        text = io.StringIO()
        writer = csv.DictWriter(text, list(row), lineterminator="\n")
        writer.writeheader()
        writer.writerows([*rows, row])
        file.write(text.getvalue().encode())


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--model", default="yolo11n-obb.yaml", help="architecture, or .pt weights to start from")
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument(
        "--epoch-pictures", type=int, help="pictures of one epoch, drawn at random: short epochs, frequent checkpoints"
    )
    parser.add_argument("--size", type=int, default=640)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument(
        "--flat",
        type=float,
        default=0.0,
        help="share of the epochs with the full rate, 0 to 1, so that the averaged weights of any of them are of use; "
        "then it falls",
    )
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--scale", type=float, default=0.4, help="pictures are made larger or smaller by up to this")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    settings = {
        "epochs": args.epochs,
        "imgsz": args.size,
        "batch": 16,
        "workers": args.workers,
        "amp": torch.cuda.is_available(),
        "seed": args.seed,
        "optimizer": "AdamW",
        "lr0": args.rate,
        "lrf": 0.01,
        "cos_lr": True,
        "warmup_epochs": 1.0,
        # Ultralytics begins with a hundred times the rate for biases, which good weights do not survive.
        "warmup_bias_lr": 0.0,
        # Pictures between two steps of the optimiser.
        "nbs": 16,
        # Tiles lie any way round; the classifier tells up from down.
        "degrees": 45.0,
        "fliplr": 0.5,
        "flipud": 0.5,
        "scale": args.scale,
        "perspective": 0.0002,
        "hsv_h": 0.05,
        "hsv_s": 0.6,
        "hsv_v": 0.4,
        "mosaic": 0.4,
        "close_mosaic": max(2, args.epochs // 10),
        # Nothing is checked on the way, so nothing may end a run early.
        "patience": 0,
        "max_det": 200,
        # Every epoch's check would cost a tenth of the time and choose nothing.
        "val": False,
        "plots": False,
    }
    weights = train_detector(
        args.data,
        args.out,
        model=args.model,
        settings=settings,
        epoch_pictures=args.epoch_pictures,
        flat=args.flat,
        each_epoch=lambda: note_run(
            args.data.parent / "data.json", args.out, args.model, settings, args.epoch_pictures
        ),
    )
    print(weights)  # noqa: T201  # the command's result


if __name__ == "__main__":
    run(main)
