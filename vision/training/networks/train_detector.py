"""Train the detector: ``python -m hu.vision.training.networks.train_detector --data DATA/data.yaml --out RUN``.

Oriented boxes of the classes ``face`` and ``back``, from scratch. A stopped run goes on when it is started again
with the same ``--out``.
"""

import argparse
from pathlib import Path

import torch

from hu.vision.networks.yolo import train_detector
from hu.vision.training.command import run


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
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument(
        "--constant", action="store_true", help="keep the rate: the averaged weights of any epoch are of use"
    )
    parser.add_argument(
        "--warmup-epochs",
        type=float,
        default=1.0,
        help="0 to train on briefly from good weights: any other number means at least 100 batches of warming up",
    )
    parser.add_argument("--nominal-batch", type=int, default=64, help="pictures between two steps of the optimiser")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--degrees", type=float, default=45.0, help="pictures are turned by up to this")
    parser.add_argument("--scale", type=float, default=0.4, help="pictures are made larger or smaller by up to this")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    settings = {
        "epochs": args.epochs,
        "imgsz": args.size,
        "batch": args.batch,
        "workers": args.workers,
        "amp": torch.cuda.is_available(),
        "seed": args.seed,
        "optimizer": "AdamW",
        "lr0": args.rate,
        "lrf": 1.0 if args.constant else 0.01,
        "cos_lr": not args.constant,
        "warmup_epochs": args.warmup_epochs,
        "nbs": args.nominal_batch,
        # Tiles lie any way round; the classifier tells up from down.
        "degrees": args.degrees,
        "fliplr": 0.5,
        "flipud": 0.5,
        "scale": args.scale,
        "perspective": 0.0002,
        "hsv_h": 0.05,
        "hsv_s": 0.6,
        "hsv_v": 0.4,
        "mosaic": 0.4,
        "close_mosaic": 2,
        "max_det": 200,
        # Every epoch's check would cost a tenth of the time and choose nothing.
        "val": False,
        "plots": False,
    }
    weights = train_detector(
        args.data, args.out, model=args.model, settings=settings, epoch_pictures=args.epoch_pictures
    )
    print(weights)  # noqa: T201  # the command's result


if __name__ == "__main__":
    run(main)
