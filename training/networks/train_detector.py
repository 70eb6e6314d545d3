"""Train the detector: ``python -m training.networks.train_detector --data DATA/data.yaml --out RUN``.

Oriented boxes of the classes ``face`` and ``back``, from scratch. A stopped run goes on when it is started again
with the same ``--out``; what it reached stands in ``runs.csv`` beside that folder.
"""

import csv
import io
import json
import os
from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import torch

from hu.scoring.errors import InputError
from hu.vision.photo.files import whole_file
from training.command import new_parser, run

# Set before Ultralytics is imported: no telemetry, no hub, no download of fonts or weights.
os.environ.setdefault("YOLO_OFFLINE", "true")
os.environ.setdefault("YOLO_AUTOINSTALL", "false")
os.environ.setdefault("WANDB_DISABLED", "true")


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


def train_detector(
    data: Path,
    out: Path,
    *,
    model: str,
    settings: Mapping[str, Any],
    epoch_pictures: int | None,
    flat: float,
    each_epoch: Callable[[], None],
) -> None:
    """Train an oriented-box detector, or go on with the unfinished run whose ``weights/last.pt`` is in ``out``.

    Args:
        data: Ultralytics' ``data.yaml``.
        out: the run's folder.
        model: architecture (``yolo11n-obb.yaml``) or ``.pt`` weights to start from.
        settings: Ultralytics' training settings.
        epoch_pictures: pictures drawn at random for one epoch, after which a checkpoint is written; None for all.
        flat: share of the epochs with the full rate; it falls evenly over the rest. 0 for Ultralytics' own schedule.
        each_epoch: called after each checkpoint.

    Raises:
        InputError: ``model`` does not find oriented boxes.
    """
    from ultralytics import YOLO  # noqa: PLC0415
    from ultralytics import settings as preferences  # noqa: PLC0415

    preferences.update({"sync": False})
    last = out / "weights" / "last.pt"
    going_on = last.exists() and torch.load(last, map_location="cpu", weights_only=False)["epoch"] >= 0
    yolo = YOLO(str(last) if going_on else model, task="obb")
    if yolo.task != "obb":
        # Ultralytics would train upright boxes without a word, and the outlines' angles would drift.
        raise InputError(f"{model}: weights for the task {yolo.task!r}, not for oriented boxes (obb)")
    yolo.add_callback("on_pretrain_routine_end", _quicken)
    if epoch_pictures:
        yolo.add_callback("on_pretrain_routine_end", partial(_shorten_epochs, epoch_pictures))
    if flat:
        yolo.add_callback("on_pretrain_routine_end", partial(_hold_rate, flat))
    yolo.add_callback("on_model_save", lambda _: each_epoch())
    if going_on:
        yolo.train(resume=True)
    else:
        yolo.train(data=str(data), project=str(out.parent), name=out.name, exist_ok=True, **settings)


def _quicken(trainer: Any) -> None:
    """Compute in bfloat16 on processors that know it: up to three times as fast; Ultralytics does so on GPUs only."""
    if trainer.device.type != "cpu" or not torch.cpu._is_avx512_bf16_supported():  # noqa: SLF001  # no public name yet
        return
    trainer.model.to(memory_format=torch.channels_last)
    predict = trainer.model.predict

    def predict_mixed(*args: Any, **kwargs: Any) -> Any:
        with torch.autocast("cpu", torch.bfloat16):
            out = predict(*args, **kwargs)
        return _as_float(out)

    # On the instance, after the averaged copy was made: checkpoints hold the plain model.
    trainer.model.predict = predict_mixed


def _shorten_epochs(pictures: int, trainer: Any) -> None:
    loader = trainer.train_loader
    # Ultralytics repeats a batch sampler around PyTorch's random one.
    sampler = loader.batch_sampler.sampler.sampler
    sampler._num_samples = min(pictures, len(sampler.data_source))  # noqa: SLF001  # settable at construction only
    # A run that goes on would draw the pictures of its first epoch again.
    sampler.generator.manual_seed(trainer.args.seed + trainer.start_epoch)
    loader.reset()


def _hold_rate(flat: float, trainer: Any) -> None:
    from torch.optim.lr_scheduler import LambdaLR  # noqa: PLC0415

    def share(epoch: int) -> float:
        left = (trainer.epochs - epoch) / max(1e-6, trainer.epochs * (1 - flat))
        return float(min(1.0, max(left, trainer.args.lrf)))

    trainer.lf = share
    trainer.scheduler = LambdaLR(trainer.optimizer, lr_lambda=share)
    trainer.scheduler.last_epoch = trainer.start_epoch - 1


def _as_float(out: Any) -> Any:
    """Tensors inside nested lists and dictionaries as float32, for the loss."""
    if isinstance(out, dict):
        return {key: _as_float(value) for key, value in out.items()}
    if isinstance(out, list | tuple):
        return type(out)(_as_float(value) for value in out)
    return out.float() if hasattr(out, "float") else out


def export_detector(weights: Path) -> Path:
    """Write ``weights`` as ONNX beside them, with any batch and picture size, without NMS; return its path."""
    from ultralytics import YOLO  # noqa: PLC0415

    yolo = YOLO(str(weights), task="obb")
    head = yolo.model.model[-1]
    head.dfl = _expected_distances(head.reg_max)
    return Path(yolo.export(format="onnx", imgsz=640, dynamic=True, simplify=False, nms=False, opset=17))


def _expected_distances(bins: int) -> Any:
    """The head's distances, each the mean of a distribution over ``bins``, as Ultralytics' layer computes them.

    One multiplication gives the sums of that layer's softmax, which is slow along a short axis of a transposed array.
    """

    class Distances(torch.nn.Module):  # type: ignore[misc]  # untyped where the extra is not installed
        def __init__(self) -> None:
            super().__init__()
            sides = torch.eye(4)
            weighted = torch.kron(sides, torch.arange(bins, dtype=torch.float32)[None])
            self.register_buffer("sums", torch.cat([weighted, torch.kron(sides, torch.ones(1, bins))]))

        def forward(self, logits: Any) -> Any:
            # (batch, 4 * bins, anchors) to (batch, 4, anchors); the limits keep every sum finite and above 0.
            weighted, total = (self.sums @ logits.clamp(-60.0, 60.0).exp()).split(4, dim=1)
            return weighted / total

    return Distances()


def main() -> None:
    """Run from the command line."""
    parser = new_parser(__doc__)
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
    train_detector(
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


if __name__ == "__main__":
    run(main)
