"""Train the classifier.

``python -m training.networks.train_classifier --shared ../shared --out RUN``

A run that was stopped continues when it is started again with the same ``--out``. The run's folder
holds ``config.json`` (settings), ``log.jsonl`` (the curves), ``last.pt`` (to resume) and
``classifier.pt`` (averaged weights, to export). On a processor with AMX bfloat16 halves the time.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from hu.scoring.tiles import BONUS, CLASSES
from hu.vision.geometry import rectify
from training.chance import draw_by_share
from training.command import new_parser, run
from training.data.crops import NEGATIVE, Crop, real_crops, scene_crops
from training.data.flats import load_flats
from training.data.negatives import negative_crops
from training.data.unseen import pictures_of
from training.data.variation import vary
from training.networks.classifier_net import TURNS, ClassifierNet
from training.networks.resumable import ResumableTraining, pace_of

#: How often each kind of crop is drawn, if there are crops of this kind. The shares need not add up
#: to 1.
SHARES: Final = {"photo": 0.4, "single": 0.15, "flat": 0.25, "scene": 0.2, "negative": 0.15}
#: Flowers and seasons are drawn this many times as often as other faces, because every set has
#: drawings of its own there.
BONUS_WEIGHT: Final = 2.0
#: White dragons are drawn this many times as often as other faces: many have no ink, and a plain
#: patch may just as well be a back or no tile.
WHITE_WEIGHT: Final = 4.0
#: Steps between checkpoints.
_CHECKPOINT: Final = 250
#: Crops that are read at once when no gradient is needed.
_READ_BATCH: Final = 256


@dataclass(frozen=True, slots=True)
class Settings:
    """A run's settings."""

    samples: int = 600_000  # crops to learn from, each varied anew
    batch: int = 128  # crops of a step
    rate: float = 2e-3  # greatest learning rate
    decay: float = 0.02  # of the weights
    width: int = 32  # of the network
    seed: int = 1  # of examples and first weights
    smoothing: float = 0.02  # of the labels
    turn_weight: float = 0.3  # of the loss about the turns
    tile_weight: float = 0.5  # of the loss about whether a crop shows a tile
    average: float = 0.999  # of the moving average of the weights
    start: str = ""  # weights of an earlier run, or nothing


#: By kind: the numbers of the crops of each class, and how likely each class is drawn.
_Groups = Mapping[str, tuple[list[NDArray[np.int64]], NDArray[np.float64]]]
_Batch = tuple[Tensor, Tensor, Tensor]


class Examples(torch.utils.data.IterableDataset[_Batch]):
    """The varied batches of a run. Batch ``i`` is the same for the same seed and crops."""

    def __init__(self, crops: Sequence[Crop], settings: Settings, first: int) -> None:
        """Prepare the batches.

        Args:
            crops: to draw from.
            settings: of the run.
            first: the number of the first batch.
        """
        self.crops = crops
        self.settings = settings
        self.first = first
        self.groups = _groups_of(crops)

    def __iter__(self) -> Iterator[_Batch]:
        """Yield this worker's batches.

        Yields:
            Faces ``(n, 64, 64, 3)`` uint8 RGB, ``(n,)`` labels and ``(n,)`` quarter turns.
        """
        info = torch.utils.data.get_worker_info()
        worker, workers = (info.id, info.num_workers) if info else (0, 1)
        for number in range(self.first + worker, _steps(self.settings), workers):
            yield self._draw_batch(number)

    def _draw_batch(self, number: int) -> _Batch:
        rng = np.random.default_rng([self.settings.seed, number])
        faces = []
        labels = []
        turns = []
        for _ in range(self.settings.batch):
            crop = self._draw_crop(rng)
            face, turn = vary(crop, rng)
            faces.append(face)
            labels.append(crop.label)
            turns.append(turn)
        return torch.from_numpy(np.stack(faces)), torch.tensor(labels), torch.tensor(turns)

    def _draw_crop(self, rng: np.random.Generator) -> Crop:
        """Draw a kind by its share, then a class, then a crop."""
        kind = draw_by_share(rng, [(kind, SHARES[kind]) for kind in self.groups])
        classes, chances = self.groups[kind]
        members = classes[int(rng.choice(len(classes), p=chances))]
        number = int(members[int(rng.integers(len(members)))])
        crop: Crop = self.crops[number]
        return crop


def _groups_of(crops: Sequence[Crop]) -> _Groups:
    """Group crops by kind and class, so that rare classes can be drawn as often as others."""
    numbers: dict[str, dict[int, list[int]]] = {}
    for number, crop in enumerate(crops):
        numbers.setdefault(crop.kind, {}).setdefault(crop.label, []).append(number)
    weight_of = {CLASSES.index(code): BONUS_WEIGHT for code in BONUS}
    weight_of[CLASSES.index("5z")] = WHITE_WEIGHT
    groups = {}
    for kind, classes in sorted(numbers.items()):
        labels = sorted(classes)
        members = [np.array(classes[label]) for label in labels]
        weights = np.array([weight_of.get(label, 1.0) for label in labels])
        groups[kind] = (members, np.asarray(weights / weights.sum()))
    return groups


def _steps(settings: Settings) -> int:
    """The number of a run's steps. The last step may have crops beyond ``settings.samples``."""
    return math.ceil(settings.samples / settings.batch)


def loss_of(logits: Tensor, labels: Tensor, turns: Tensor, settings: Settings) -> Tensor:
    """Compute the loss of a batch: the weighted sum of three mean cross-entropies.

    The first is about whether a crop shows a tile. The second is about the face, of crops that
    show a tile. The third is about the turn, of crops whose turn is known.

    Args:
        logits: ``(n, 48)`` of the network.
        labels: ``(n,)`` indices in ``CLASSES``, or ``NEGATIVE``.
        turns: ``(n,)`` quarter turns clockwise from upright, or -1.
        settings: the weights of the parts.
    """
    is_tile = labels != NEGATIVE
    is_turn_known = turns >= 0
    tile_logits = logits[:, len(CLASSES) + TURNS]
    tile_loss = nn.functional.binary_cross_entropy_with_logits(tile_logits, is_tile.float())
    loss = settings.tile_weight * tile_loss
    if bool(is_tile.any()):
        face_logits = logits[is_tile, : len(CLASSES)]
        loss = loss + nn.functional.cross_entropy(
            face_logits, labels[is_tile], label_smoothing=settings.smoothing
        )
    if bool(is_turn_known.any()):
        turn_logits = logits[is_turn_known, len(CLASSES) : len(CLASSES) + TURNS]
        turn_loss = nn.functional.cross_entropy(turn_logits, turns[is_turn_known])
        loss = loss + settings.turn_weight * turn_loss
    return loss


def train(crops: Sequence[Crop], out: Path, settings: Settings, workers: int) -> None:
    """Train, or continue a training. The module's docstring lists the files in ``out``.

    Args:
        crops: to learn from.
        out: the run's folder.
        settings: of the run.
        workers: processes that vary crops. 0 varies them in this process.
    """
    torch.manual_seed(settings.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    net = ClassifierNet(settings.width).to(device, memory_format=torch.channels_last)
    if settings.start:
        net.load_state_dict(torch.load(settings.start, weights_only=True)["state"])
    pace = pace_of(settings, _steps(settings), _CHECKPOINT)
    training = ResumableTraining(net, out, pace)
    training.write_config({"settings": asdict(settings), "crops": len(crops)})
    examples = Examples(crops, settings, training.first)

    def loss_of_batch(batch: _Batch) -> Tensor:
        faces, labels, turns = batch
        # The network takes batch, channels, height, width.
        x = faces.to(device).permute(0, 3, 1, 2).float()
        x = x.contiguous(memory_format=torch.channels_last)
        with torch.autocast(device.type, torch.bfloat16):
            logits = net(x)
        return loss_of(logits.float(), labels.to(device), turns.to(device), settings)

    training.run(examples, workers, loss_of_batch)
    weights = training.averaged_weights()
    torch.save({"width": settings.width, "state": weights}, out / "classifier.pt")


@torch.no_grad()
def logits_of(net: nn.Module, crops: Sequence[Crop]) -> NDArray[np.float32]:
    """``(n, 48)`` float32 logits of crops as they are, without variation.

    The network is in evaluation mode afterwards.
    """
    net.eval()
    device = next(net.parameters()).device
    logits_of_batches = []
    for start in range(0, len(crops), _READ_BATCH):
        batch = crops[start : start + _READ_BATCH]
        faces = np.stack([rectify(crop.image, crop.box) for crop in batch])
        x = torch.from_numpy(faces).to(device).permute(0, 3, 1, 2).float()
        logits_of_batches.append(net(x).float().cpu().numpy())
    return np.concatenate(logits_of_batches)


def main() -> None:
    """Run from the command line."""
    parser = new_parser(__doc__, has_shared=True)
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
    held_out = set(pictures_of(args.hold_out))
    crops = [crop for crop in real_crops(args.shared) if crop.name not in held_out]
    for folder in args.flats:
        crops += load_flats(folder)
    for folder in args.scenes:
        crops += scene_crops(folder)
    for folder in args.negatives:
        crops += negative_crops(folder)
    settings = Settings(samples=args.samples, rate=args.rate, start=str(args.start or ""))
    train(crops, args.out, settings, args.workers)


if __name__ == "__main__":
    run(main)
