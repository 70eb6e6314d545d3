"""Train the detector.

``python -m training.networks.train_detector --data DATA/data.yaml --out RUN``

It learns oriented boxes of the classes ``face`` and ``back``. A run that was stopped continues when
it is started again with the same ``--out``, where Ultralytics keeps its settings (``args.yaml``)
and the losses of every epoch (``results.csv``). With each checkpoint the run's row is written into
``runs.csv`` beside the run's folder. ``models/records`` keeps such rows.
"""

import csv
import io
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import torch

from hu.scoring.errors import InputError
from hu.vision.photo.files import whole_file
from training.command import new_parser, run
from training.data.detector_data import SIDE

# Set before Ultralytics is imported: no telemetry, no hub, no download of fonts or weights.
os.environ.setdefault("YOLO_OFFLINE", "true")
os.environ.setdefault("YOLO_AUTOINSTALL", "false")
os.environ.setdefault("WANDB_DISABLED", "true")

#: Pictures of one epoch.
_EPOCH: Final = 500
#: Share of the epochs that are trained at the full rate.
_FLAT: Final = 0.25
#: Ultralytics' settings that are the same in every run.
_SETTINGS: Final[Mapping[str, Any]] = {
    "imgsz": SIDE,
    "batch": 16,
    "optimizer": "AdamW",
    "lrf": 0.01,
    "warmup_epochs": 1.0,
    # Ultralytics begins with a hundred times the rate for biases, which ruins good weights.
    "warmup_bias_lr": 0.0,
    # Pictures between two steps of the optimiser.
    "nbs": 16,
    # Tiles lie any way round. The classifier finds out which way is up.
    "degrees": 45.0,
    "fliplr": 0.5,
    "flipud": 0.5,
    "scale": 0.5,
    "perspective": 0.0002,
    "hsv_h": 0.05,
    "hsv_s": 0.6,
    "hsv_v": 0.4,
    "mosaic": 0.4,
    # Nothing is checked on the way, so nothing may end a run early.
    "patience": 0,
    "max_det": 200,
    # Every epoch's check would cost a tenth of the time and choose nothing.
    "val": False,
    "plots": False,
}


def log_run(out: Path, start: str, settings: Mapping[str, Any]) -> None:
    """Write the run's row into ``runs.csv`` beside its folder, in place of an earlier row.

    Args:
        out: the run's folder.
        start: architecture or weights that it started from.
        settings: Ultralytics' settings.
    """
    with (out / "results.csv").open(encoding="utf-8", newline="") as lines:
        epochs = list(csv.DictReader(lines))
    losses = [_training_loss(epoch) for epoch in epochs]
    row: dict[str, object] = {
        "run": out.name,
        "network": "detector",
        "start": Path(start).stem,
        "amount": len(epochs),
        "unit": f"epochs of {_EPOCH} pictures",
        "image_px": settings["imgsz"],
        "batch": settings["batch"],
        "rate": settings["lr0"],
        "seed": settings["seed"],
        "hours": round(_seconds_of(epochs) / 3600, 2),
        "first_loss": losses[0],
        "last_loss": losses[-1],
    }
    path = out.parent / "runs.csv"
    rows: list[Mapping[str, object]] = []
    if path.exists():
        earlier_rows = csv.DictReader(path.read_text(encoding="utf-8").splitlines())
        rows += [earlier_row for earlier_row in earlier_rows if earlier_row["run"] != out.name]
    rows.append(row)
    table = io.StringIO()
    writer = csv.DictWriter(table, list(row), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    with whole_file(path) as file:
        file.write(table.getvalue().encode())


def _training_loss(epoch: Mapping[str, str]) -> float:
    """The sum of an epoch's training losses."""
    losses = [float(value) for name, value in epoch.items() if name.startswith("train/")]
    return round(sum(losses), 3)


def _seconds_of(epochs: Sequence[Mapping[str, str]]) -> float:
    """The seconds of a run. Ultralytics' clock starts again when a stopped run continues."""
    total = 0.0
    clock_before = 0.0
    for epoch in epochs:
        clock = float(epoch["time"])
        has_started_again = clock <= clock_before
        if has_started_again:
            total += clock
        else:
            total += clock - clock_before
        clock_before = clock
    return total


def train_detector(data: Path, out: Path, *, model: str, settings: Mapping[str, Any]) -> None:
    """Train an oriented-box detector, or continue an unfinished run.

    Args:
        data: Ultralytics' description of the training data.
        out: the run's folder. A run is unfinished if its ``weights/last.pt`` says so.
        model: an architecture (``yolo11n-obb.yaml``) or ``.pt`` weights to start from.
        settings: Ultralytics' settings.

    Raises:
        InputError: ``model`` does not find oriented boxes.
    """
    from ultralytics import YOLO  # noqa: PLC0415
    from ultralytics import settings as preferences  # noqa: PLC0415

    preferences.update({"sync": False})
    last = out / "weights" / "last.pt"
    is_unfinished = False
    if last.exists():
        checkpoint = torch.load(last, map_location="cpu", weights_only=False)
        is_unfinished = checkpoint["epoch"] >= 0
    yolo = YOLO(str(last) if is_unfinished else model, task="obb")
    if yolo.task != "obb":
        # Ultralytics would train upright boxes without a word, and the outlines' angles would
        # drift.
        raise InputError(
            f"{model}: weights for the task {yolo.task!r}, not for oriented boxes (obb)"
        )
    for change in (_quicken, _shorten_epochs, _hold_rate):
        yolo.add_callback("on_pretrain_routine_end", change)
    yolo.add_callback("on_model_save", lambda _: log_run(out, model, settings))
    if is_unfinished:
        yolo.train(resume=True)
    else:
        yolo.train(
            data=str(data), project=str(out.parent), name=out.name, exist_ok=True, **settings
        )


def _quicken(trainer: Any) -> None:
    """Compute in bfloat16 on processors that have it, up to three times as fast.

    Ultralytics does so on GPUs only. It calls this function when it has made the averaged copy of
    the model, which checkpoints hold.
    """
    has_bfloat16 = torch.cpu._is_avx512_bf16_supported()  # noqa: SLF001  # no public name yet
    if trainer.device.type != "cpu" or not has_bfloat16:
        return
    trainer.model.to(memory_format=torch.channels_last)
    predict = trainer.model.predict

    def predict_mixed(*args: Any, **kwargs: Any) -> Any:
        with torch.autocast("cpu", torch.bfloat16):
            out = predict(*args, **kwargs)
        return _as_float(out)

    # Only this instance changes, not its class, so checkpoints hold the plain model.
    trainer.model.predict = predict_mixed


def _shorten_epochs(trainer: Any) -> None:
    """Train each epoch with ``_EPOCH`` of the pictures, chosen at random.

    Ultralytics writes a checkpoint after each epoch. Epochs with all pictures would take too long.
    """
    loader = trainer.train_loader
    # Ultralytics' sampler repeats a batch sampler, which contains PyTorch's random sampler.
    sampler = loader.batch_sampler.sampler.sampler
    # PyTorch lets this number be chosen at construction only.
    sampler._num_samples = min(_EPOCH, len(sampler.data_source))  # noqa: SLF001
    # With the same seed, a run that continues would draw the pictures of its first epoch again.
    sampler.generator.manual_seed(trainer.args.seed + trainer.start_epoch)
    loader.reset()


def _hold_rate(trainer: Any) -> None:
    """Keep the full rate for a share of the epochs, then let it fall.

    So the averaged weights of any epoch are of use.
    """
    from torch.optim.lr_scheduler import LambdaLR  # noqa: PLC0415

    def share(epoch: int) -> float:
        # It falls evenly to 0 at the end. It is above 1 during the epochs at the full rate.
        falling = (trainer.epochs - epoch) / (trainer.epochs * (1 - _FLAT))
        # The setting ``lrf`` is the least share.
        return float(min(1.0, max(falling, trainer.args.lrf)))

    trainer.lf = share
    trainer.scheduler = LambdaLR(trainer.optimizer, lr_lambda=share)
    trainer.scheduler.last_epoch = trainer.start_epoch - 1


def _as_float(out: Any) -> Any:
    """The same nested lists and dictionaries with tensors in float32, for the loss."""
    if isinstance(out, dict):
        return {key: _as_float(value) for key, value in out.items()}
    if isinstance(out, list | tuple):
        return type(out)(_as_float(value) for value in out)
    return out.float() if hasattr(out, "float") else out


def export_detector(weights: Path) -> Path:
    """Write weights as ONNX beside them, with any batch and picture size, without NMS.

    Returns:
        The path of the ONNX file.
    """
    from ultralytics import YOLO  # noqa: PLC0415

    yolo = YOLO(str(weights), task="obb")
    return Path(
        yolo.export(format="onnx", imgsz=640, dynamic=True, simplify=False, nms=False, opset=17)
    )


def main() -> None:
    """Run from the command line."""
    parser = new_parser(__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--model", default="yolo11n-obb.yaml", help="architecture, or .pt weights to start from"
    )
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    settings = {
        **_SETTINGS,
        "epochs": args.epochs,
        "workers": args.workers,
        "amp": torch.cuda.is_available(),
        "seed": args.seed,
        "lr0": args.rate,
        "close_mosaic": max(2, args.epochs // 10),
    }
    train_detector(args.data, args.out, model=args.model, settings=settings)


if __name__ == "__main__":
    run(main)
