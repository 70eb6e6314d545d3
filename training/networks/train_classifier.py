"""Train the classifier: ``python -m training.networks.train_classifier --shared ../shared --out RUN``.

A run that was stopped goes on where it was when it is started again with the same ``--out``. The run's folder
holds ``config.json`` (settings), ``log.jsonl`` (the curves), ``last.pt`` (to resume) and
``classifier.pt`` (averaged weights, to export). On a processor with AMX bfloat16 halves the time.
"""

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel

from hu.scoring.tiles import BONUS, CLASSES
from hu.vision.geometry import rectify
from hu.vision.photo.files import whole_file
from hu.vision.photo.labels import read_corrections
from training.command import new_parser, run
from training.data.crops import NEGATIVE, Crop, photo_crops, scene_crops, single_crops, vary
from training.data.flats import load_flats
from training.data.negatives import negative_crops
from training.data.unseen import DATASETS, column, pictures_of

#: Quarter turns, clockwise, that bring the face upright again.
TURNS: Final = 4
#: How often each kind of crop is drawn, while there are any of it.
SHARES = {"photo": 0.4, "single": 0.15, "flat": 0.25, "scene": 0.2, "negative": 0.15}
#: Flowers and seasons are drawn this many times as often as other faces: every set has drawings of its own there.
BONUS_WEIGHT = 2.0
#: White dragons too: many have no ink, and a plain patch may just as well be a back or no tile.
WHITE_WEIGHT = 4.0


@dataclass(frozen=True, slots=True)
class Settings:
    """A run's settings."""

    samples: int = 600_000
    batch: int = 128
    rate: float = 2e-3
    decay: float = 0.02
    width: int = 32
    seed: int = 1
    smoothing: float = 0.02
    turn_weight: float = 0.3
    tile_weight: float = 0.5
    average: float = 0.999
    start: str = ""


class _Block(nn.Module):
    """Two 3 x 3 convolutions around a shortcut."""

    def __init__(self, width_in: int, width_out: int, stride: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(width_in, width_out, 3, stride, 1, bias=False),
            nn.BatchNorm2d(width_out),
            nn.ReLU(inplace=True),
            nn.Conv2d(width_out, width_out, 3, 1, 1, bias=False),
            nn.BatchNorm2d(width_out),
        )
        same = width_in == width_out and stride == 1
        self.shortcut = (
            nn.Identity()
            if same
            else nn.Sequential(
                nn.Conv2d(width_in, width_out, 1, stride, bias=False), nn.BatchNorm2d(width_out)
            )
        )
        self.rectify = nn.ReLU(inplace=True)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.rectify(self.shortcut(x) + self.body(x))
        return out


class ClassifierNet(nn.Module):
    """Reads a face.

    Input ``(n, 3, 64, 64)`` float32 RGB 0 to 255; output ``(n, 43 + 4 + 1)`` float32 logits: the classes of
    ``hu.scoring.tiles.CLASSES``, then by how many quarter turns the crop was turned clockwise, then whether it shows a
    tile at all (of the logistic function).
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        w = width
        self.body = nn.Sequential(
            nn.Conv2d(3, w, 3, 2, 1, bias=False),
            nn.BatchNorm2d(w),
            nn.ReLU(inplace=True),
            _Block(w, w, 1),
            _Block(w, 2 * w, 2),
            _Block(2 * w, 2 * w, 1),
            _Block(2 * w, 4 * w, 2),
            _Block(4 * w, 4 * w, 1),
            _Block(4 * w, 8 * w, 2),
        )
        self.head = nn.Sequential(
            nn.AdaptiveAvgPool2d(1),
            nn.Flatten(),
            nn.Dropout(0.2),
            nn.Linear(8 * w, len(CLASSES) + TURNS + 1),
        )

    def forward(self, x: Tensor) -> Tensor:
        """Logits of a batch, see the class."""
        out: Tensor = self.head(self.body(x / 127.5 - 1))
        return out


class Examples(torch.utils.data.IterableDataset[tuple[Tensor, Tensor, Tensor]]):
    """Endless varied batches; example ``i`` is the same in every run with the same seed and crops."""

    def __init__(self, crops: Sequence[Crop], settings: Settings, first: int) -> None:
        self.crops, self.settings, self.first = crops, settings, first
        self.groups = _groups(crops)

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
        info = torch.utils.data.get_worker_info()
        number, step = (info.id, info.num_workers) if info else (0, 1)
        batches = -(-self.settings.samples // self.settings.batch)
        for batch in range(self.first + number, batches, step):
            yield self._batch(batch)

    def _batch(self, number: int) -> tuple[Tensor, Tensor, Tensor]:
        rng = np.random.default_rng([self.settings.seed, number])
        faces, labels, turns = [], [], []
        for _ in range(self.settings.batch):
            kinds = list(self.groups)
            shares = np.array([SHARES[kind] for kind in kinds])
            classes, chances = self.groups[
                kinds[int(rng.choice(len(kinds), p=shares / shares.sum()))]
            ]
            members = classes[int(rng.choice(len(classes), p=chances))]
            crop = self.crops[members[int(rng.integers(len(members)))]]
            face, turn = vary(crop, rng)
            faces.append(face)
            labels.append(crop.label)
            turns.append(turn)
        return torch.from_numpy(np.stack(faces)), torch.tensor(labels), torch.tensor(turns)


def _groups(
    crops: Sequence[Crop],
) -> dict[str, tuple[list[NDArray[np.int64]], NDArray[np.float64]]]:
    """By kind, then by class: the numbers of the crops, and how likely each class is drawn, however rare it is."""
    numbers: dict[str, dict[int, list[int]]] = {}
    for number, crop in enumerate(crops):
        numbers.setdefault(crop.kind, {}).setdefault(crop.label, []).append(number)
    often = dict.fromkeys(map(CLASSES.index, BONUS), BONUS_WEIGHT) | {
        CLASSES.index("5z"): WHITE_WEIGHT
    }
    groups = {}
    for kind, classes in sorted(numbers.items()):
        labels = sorted(classes)
        weights = np.array([often.get(label, 1.0) for label in labels])
        groups[kind] = (
            [np.array(classes[label]) for label in labels],
            np.asarray(weights / weights.sum()),
        )
    return groups


def loss_of(logits: Tensor, labels: Tensor, turns: Tensor, settings: Settings) -> Tensor:
    """Cross-entropy of whether it is a tile, plus that of its face, plus that of the turn where it is known."""
    tile, known = labels != NEGATIVE, turns >= 0
    is_tile_loss = nn.functional.binary_cross_entropy_with_logits(
        logits[:, len(CLASSES) + TURNS], tile.float()
    )
    loss = settings.tile_weight * is_tile_loss
    if bool(tile.any()):
        faces = logits[tile, : len(CLASSES)]
        loss = loss + nn.functional.cross_entropy(
            faces, labels[tile], label_smoothing=settings.smoothing
        )
    if bool(known.any()):
        turned = logits[known, len(CLASSES) : len(CLASSES) + TURNS]
        loss = loss + settings.turn_weight * nn.functional.cross_entropy(turned, turns[known])
    return loss


def train(crops: Sequence[Crop], out: Path, settings: Settings, workers: int) -> None:
    """Train or go on training; see the module's docstring for what lands in ``out``."""
    out.mkdir(parents=True, exist_ok=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(settings.seed)
    net = ClassifierNet(settings.width).to(device, memory_format=torch.channels_last)
    averaged = AveragedModel(net, avg_fn=partial(_average, settings.average), use_buffers=True)
    optimizer = torch.optim.AdamW(net.parameters(), lr=settings.rate, weight_decay=settings.decay)
    parts: dict[str, Any] = {"net": net, "averaged": averaged, "optimizer": optimizer}
    first, last = 0, out / "last.pt"
    if last.exists():
        state = torch.load(last, weights_only=True)
        for name, part in parts.items():
            part.load_state_dict(state[name])
        first = int(state["step"])
    else:
        if settings.start:
            net.load_state_dict(torch.load(settings.start, weights_only=True)["state"])
        record = {"settings": asdict(settings), "crops": len(crops), "torch": torch.__version__}
        (out / "config.json").write_text(json.dumps(record, indent=1), encoding="utf-8")
    loader = torch.utils.data.DataLoader(
        Examples(crops, settings, first),
        batch_size=None,
        num_workers=workers,
        prefetch_factor=8 if workers else None,
    )
    total = -(-settings.samples // settings.batch)
    started, running = time.monotonic(), 0.0
    for step, (faces, labels, turns) in enumerate(loader, start=first):
        for group in optimizer.param_groups:
            group["lr"] = settings.rate * _schedule(step, total)
        x = (
            faces.to(device)
            .permute(0, 3, 1, 2)
            .float()
            .contiguous(memory_format=torch.channels_last)
        )
        with torch.autocast(device.type, torch.bfloat16):
            logits = net(x)
        loss = loss_of(logits.float(), labels.to(device), turns.to(device), settings)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        averaged.update_parameters(net)
        running += loss.item()
        if (step + 1) % 250 == 0 or step + 1 == total:
            rate = (step + 1 - first) * settings.batch / (time.monotonic() - started)
            loss_since = round(running / (step % 250 + 1), 4)
            row = json.dumps({"step": step + 1, "loss": loss_since, "rate": round(rate)})
            with (out / "log.jsonl").open("a", encoding="utf-8") as log:
                log.write(f"{row}\n")
            print(row, flush=True)  # noqa: T201  # progress of a long run
            running = 0.0
            with whole_file(last) as file:
                torch.save(
                    {name: part.state_dict() for name, part in parts.items()} | {"step": step + 1},
                    file,
                )
    torch.save(
        {"width": settings.width, "state": averaged.module.state_dict()}, out / "classifier.pt"
    )


def _schedule(step: int, total: int) -> float:
    """A short rise, then half a cosine down to a hundredth."""
    rise = min(500, max(1, total // 10))
    if step < rise:
        return (step + 1) / rise
    return 0.01 + 0.99 * 0.5 * (1 + float(np.cos(np.pi * (step - rise) / max(1, total - rise))))


def _average(most: float, old: Tensor, new: Tensor, count: int | Tensor) -> Tensor:
    """A moving average over about ``1 / (1 - most)`` steps, and over fewer at the start."""
    keep = min(most, (int(count) + 1) / (int(count) + 10))
    return keep * old + (1 - keep) * new


@torch.no_grad()
def logits_of(net: nn.Module, crops: Sequence[Crop]) -> NDArray[np.float32]:
    """``(n, 48)`` float32 logits of crops as they are, without variation."""
    net.eval()
    device = next(net.parameters()).device
    out = []
    for start in range(0, len(crops), 256):
        faces = np.stack([rectify(crop.image, crop.box) for crop in crops[start : start + 256]])
        x = torch.from_numpy(faces).to(device).permute(0, 3, 1, 2).float()
        out.append(net(x).float().cpu().numpy())
    return np.concatenate(out)


def main() -> None:
    """Run from the command line."""
    parser = new_parser(__doc__, shared=True)
    parser.add_argument(
        "--flats",
        type=Path,
        action="append",
        default=[],
        help="folder of rendered crops (data.flats)",
    )
    parser.add_argument(
        "--scenes", type=Path, action="append", default=[], help="folder of rendered scenes"
    )
    parser.add_argument(
        "--negatives", type=Path, action="append", default=[], help="folder of data.negatives"
    )
    parser.add_argument("--start", type=Path, help="weights of an earlier run to start from")
    parser.add_argument("--rate", type=float, default=Settings().rate)
    parser.add_argument(
        "--hold-out", default="", help="designs of single tiles to keep out: A,B,... or all"
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--samples", type=int, default=Settings().samples)
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    held = set(pictures_of(args.hold_out))
    photos = args.shared / "photos"
    crops = list(photo_crops(photos / "train", read_corrections(DATASETS / "corrections.csv")))
    singles = list(
        single_crops(photos / "tiles", list(column(photos / "tiles.csv", "file", "tile").items()))
    )
    crops += [crop for crop in singles if crop.name not in held]
    for read, rendered in (
        (load_flats, args.flats),
        (scene_crops, args.scenes),
        (negative_crops, args.negatives),
    ):
        crops += [crop for folder in rendered for crop in read(folder)]
    settings = Settings(samples=args.samples, rate=args.rate, start=str(args.start or ""))
    train(crops, args.out, settings, args.workers)


if __name__ == "__main__":
    run(main)
