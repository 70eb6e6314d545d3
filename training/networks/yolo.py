"""The only module that knows Ultralytics (extra ``train``): trains the detector and exports its ``.pt`` weights."""

import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from hu.scoring.errors import InputError

# Set before Ultralytics is imported: no telemetry, no hub, no download of fonts or weights.
os.environ.setdefault("YOLO_OFFLINE", "true")
os.environ.setdefault("YOLO_AUTOINSTALL", "false")
os.environ.setdefault("WANDB_DISABLED", "true")


def train_detector(
    data: Path,
    out: Path,
    *,
    model: str,
    settings: Mapping[str, Any],
    epoch_pictures: int | None = None,
    flat: float = 0.0,
    each_epoch: Callable[[], None] = lambda: None,
) -> Path:
    """Train an oriented-box detector, or go on with a run that was stopped.

    Args:
        data: Ultralytics' ``data.yaml``.
        out: the run's folder; when it holds ``weights/last.pt`` of an unfinished run, that run goes on.
        model: architecture (``yolo11n-obb.yaml``) or ``.pt`` weights to start from.
        settings: Ultralytics' training settings.
        epoch_pictures: pictures drawn at random for one epoch, after which a checkpoint is written; None for all.
        flat: share of the epochs with the full rate; it falls evenly over the rest. 0 for Ultralytics' own schedule.
        each_epoch: called after each checkpoint.

    Returns:
        The path of the last (averaged) weights.

    Raises:
        InputError: ``model`` does not find oriented boxes.
    """
    import torch  # noqa: PLC0415
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
    return last


def _quicken(trainer: Any) -> None:
    """Compute in bfloat16 on processors that know it: up to three times as fast; Ultralytics does so on GPUs only."""
    import torch  # noqa: PLC0415

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
    import torch  # noqa: PLC0415

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
