"""Train the classifier of modern sets on, mostly with modern sets.

``python -m training.networks.train_modern --corners CORNERS --start models/modern.pt
--shared ../shared --out RUN``

``CORNERS`` is a folder of ``training.data.corner_faces``. A share of the faces comes from photos
and single tiles, so that the network still knows real pictures. The first layers stay as they are,
because edges and strokes look alike in all sets. This halves the time of a step. The network knows
fewer real pictures afterwards. So it is averaged with the network from before
(``training.networks.average --share 0.6``).

A run that was stopped continues when it is started again with the same ``--out``. The run's folder
holds ``config.json`` (settings), ``log.jsonl`` (the curves), ``last.pt`` (to resume) and
``classifier.pt`` (averaged weights, to export).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from hu.scoring.tiles import BONUS, CLASSES, DRAGONS, FACES, WINDS
from hu.vision.geometry import rectify
from training.chance import draw_by_share
from training.command import new_parser, run
from training.data.corner_faces import load_sets, slant, widen
from training.data.crops import Crop, Image, flat_crop, real_crops
from training.data.variation import shake, vary_light_and_sharpness
from training.networks.classifier_net import ClassifierNet
from training.networks.resumable import ResumableTraining, pace_of

#: How often a face of a modern set, of a photo and of a single tile is drawn.
_SHARES: Final = (("modern", 0.84), ("photo", 0.1), ("single", 0.06))
#: How often faces are drawn that modern sets draw most freely, compared with suited faces.
_WEIGHTS: Final = {
    **dict.fromkeys(WINDS, 4.0),
    **dict.fromkeys(DRAGONS, 4.5),
    **dict.fromkeys(BONUS, 1.4),
}
#: Share of the modern faces that are seen at a slant.
_SLANTED: Final = 0.4
#: Share of the modern faces whose outline is wider than the face.
_WIDENED: Final = 0.4
#: Share of all faces that are turned.
_TURNED: Final = 0.1
#: Share of the modern faces with characters or letters that get other ink over them.
_CLUTTERED_WRITING: Final = 0.3
#: The same share of all other modern faces.
_CLUTTERED_PICTURES: Final = 0.12
#: The layers of the network's body that stay as they are: the first convolution and two blocks.
_FROZEN_LAYERS: Final = 5
#: Steps between checkpoints.
_CHECKPOINT: Final = 50

#: Faces ``(n, 64, 64, 3)`` uint8 RGB, and ``(n,)`` their labels.
_Batch = tuple[Tensor, Tensor]


@dataclass(frozen=True, slots=True)
class Settings:
    """A run's settings."""

    steps: int = 400
    batch: int = 128  # faces of a step
    rate: float = 8e-4  # greatest learning rate
    decay: float = 0.02  # of the weights
    width: int = 32  # of the network
    seed: int = 1  # of examples
    smoothing: float = 0.02  # of the labels
    average: float = 0.992  # of the moving average of the weights
    start: str = ""  # weights to train on from


class Examples(torch.utils.data.IterableDataset[_Batch]):
    """The varied batches of a run. Batch ``i`` is the same for the same seed and faces."""

    def __init__(
        self,
        sets: Sequence[Mapping[str, Image]],
        crops: Sequence[Crop],
        settings: Settings,
        first: int,
    ) -> None:
        """Prepare the batches.

        Args:
            sets: the faces of each modern set, flat, by their codes.
            crops: faces of photos and single tiles.
            settings: of the run.
            first: the number of the first batch.
        """
        self.sets = sets
        self.crops: dict[str, dict[int, list[Crop]]] = {}
        for crop in crops:
            self.crops.setdefault(crop.kind, {}).setdefault(crop.label, []).append(crop)
        self.settings = settings
        self.first = first
        weights = np.array([_WEIGHTS.get(face, 1.0) for face in FACES])
        self.chances = weights / weights.sum()

    def __iter__(self) -> Iterator[_Batch]:
        """Yield this worker's batches."""
        # Several threads of OpenCV would only get into each other's way.
        cv2.setNumThreads(1)
        info = torch.utils.data.get_worker_info()
        worker, workers = (info.id, info.num_workers) if info else (0, 1)
        for number in range(self.first + worker, self.settings.steps, workers):
            rng = np.random.default_rng([self.settings.seed, number])
            faces = []
            labels = []
            for _ in range(self.settings.batch):
                face, label = self._draw(rng)
                faces.append(face)
                labels.append(label)
            yield torch.from_numpy(np.stack(faces)), torch.tensor(labels)

    def _draw(self, rng: np.random.Generator) -> tuple[Image, int]:
        """Draw a face ``(64, 64, 3)`` uint8 RGB, varied, and its label."""
        kind = draw_by_share(rng, self._shares_of_kinds())
        is_modern = kind == "modern"
        crop = self._draw_modern(rng) if is_modern else self._draw_crop(kind, rng)
        box = crop.box
        if is_modern and rng.random() < _SLANTED:
            box = slant(box, rng)
        if is_modern and rng.random() < _WIDENED:
            box = widen(box, rng)
        turns = 0
        if rng.random() < _TURNED:
            turns = int(rng.integers(1, 4))
        box = np.roll(shake(box, rng), turns, axis=0)
        face = vary_light_and_sharpness(rectify(crop.image, box), rng)
        return face, crop.label

    def _shares_of_kinds(self) -> list[tuple[str, float]]:
        """The kinds of faces that there are, each with its share of the draws."""
        shares = []
        for kind, share in _SHARES:
            if kind == "modern" or kind in self.crops:
                shares.append((kind, share))
        return shares

    def _draw_crop(self, kind: str, rng: np.random.Generator) -> Crop:
        """Draw a label at random, then a crop with this label.

        Args:
            kind: ``photo`` or ``single``.
            rng: decides.
        """
        crops_of_label = self.crops[kind]
        label = int(rng.choice(sorted(crops_of_label)))
        crops = crops_of_label[label]
        return crops[int(rng.integers(len(crops)))]

    def _draw_modern(self, rng: np.random.Generator) -> Crop:
        """Draw a face of a modern set, often with other ink over it."""
        label = int(rng.choice(len(FACES), p=self.chances))
        code = FACES[label]
        face = self.sets[int(rng.integers(len(self.sets)))][code]
        has_writing = code[1] in "mz"
        share = _CLUTTERED_WRITING if has_writing else _CLUTTERED_PICTURES
        if rng.random() < share:
            face = cover_with_ink(face, rng)
        return flat_crop(face, label, code, rng)


def cover_with_ink(face: Image, rng: np.random.Generator) -> Image:
    """Draw lines, rings or dots in any colour over a face.

    Ornaments of sets that were never seen surround and cross their characters in many ways.

    Args:
        face: ``(h, w, 3)`` uint8 RGB.
        rng: decides.

    Returns:
        The same face with other ink over it.
    """
    height, width = face.shape[:2]
    covered = face.copy()
    for _ in range(int(rng.integers(1, 3))):
        red, green, blue = (int(value) for value in rng.integers(0, 256, 3))
        colour = (red, green, blue)
        thickness = int(rng.integers(1, 4))
        kind = draw_by_share(rng, [("lines", 0.45), ("rings", 0.3), ("dots", 0.25)])
        if kind == "lines":
            for _ in range(int(rng.integers(2, 8))):
                x0, y0, x1, y1 = (rng.random(4) * [width, height, width, height]).astype(int)
                start = (int(x0), int(y0))
                stop = (int(x1), int(y1))
                cv2.line(covered, start, stop, colour, thickness, cv2.LINE_AA)
        elif kind == "rings":
            for _ in range(int(rng.integers(1, 4))):
                x, y = rng.uniform(0.2, 0.8, 2) * [width, height]
                radius = int(rng.uniform(0.1, 0.5) * width)
                cv2.circle(covered, (int(x), int(y)), radius, colour, thickness, cv2.LINE_AA)
        else:
            for _ in range(int(rng.integers(4, 16))):
                x, y = rng.random(2) * [width, height]
                radius = int(rng.uniform(0.01, 0.05) * width) + 1
                cv2.circle(covered, (int(x), int(y)), radius, colour, -1, cv2.LINE_AA)
    strength = float(rng.uniform(0.4, 1.0))
    return np.asarray(cv2.addWeighted(covered, strength, face, 1 - strength, 0), np.uint8)


def _freeze_first_layers(net: ClassifierNet) -> None:
    """Make a network ready to train, but keep its first layers and their normalisation."""
    net.train()
    first_layers = net.body[:_FROZEN_LAYERS]
    first_layers.eval()
    first_layers.requires_grad_(requires_grad=False)


def train(
    sets: Sequence[Mapping[str, Image]],
    crops: Sequence[Crop],
    out: Path,
    settings: Settings,
    workers: int,
) -> None:
    """Train, or continue a training. The module's docstring lists the files in ``out``.

    Args:
        sets: the faces of each modern set, flat, by their codes.
        crops: faces of photos and single tiles.
        out: the run's folder.
        settings: of the run.
        workers: processes that vary faces. 0 varies them in this process.
    """
    net = ClassifierNet(settings.width).to(memory_format=torch.channels_last)
    net.load_state_dict(torch.load(settings.start, weights_only=True)["state"])
    _freeze_first_layers(net)
    pace = pace_of(settings, settings.steps, _CHECKPOINT)
    training = ResumableTraining(net, out, pace)
    training.write_config({"settings": asdict(settings), "sets": len(sets), "crops": len(crops)})
    examples = Examples(sets, crops, settings, training.first)

    def loss_of_batch(batch: _Batch) -> Tensor:
        faces, labels = batch
        # The network takes batch, channels, height, width.
        x = faces.permute(0, 3, 1, 2).float().contiguous(memory_format=torch.channels_last)
        with torch.no_grad():
            first_features = net.body[:_FROZEN_LAYERS](x / 127.5 - 1)
        logits = net.head(net.body[_FROZEN_LAYERS:](first_features))
        return nn.functional.cross_entropy(
            logits[:, : len(CLASSES)], labels, label_smoothing=settings.smoothing
        )

    training.run(examples, workers, loss_of_batch)
    weights = training.averaged_weights()
    torch.save({"width": settings.width, "state": weights}, out / "classifier.pt")


def main() -> None:
    """Run from the command line."""
    parser = new_parser(__doc__, has_shared=True)
    parser.add_argument("--corners", type=Path, required=True, help="folder of data.corner_faces")
    parser.add_argument("--start", type=Path, required=True, help="weights to train on from")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=Settings().steps)
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    sets = list(load_sets(args.corners))
    crops = real_crops(args.shared)
    settings = Settings(steps=args.steps, start=str(args.start))
    train(sets, crops, args.out, settings, args.workers)


if __name__ == "__main__":
    run(main)
