"""Train the index network or the letter network.

``python -m training.networks.train_index --corners CORNERS --shared ../shared --out RUN``

This trains the index network, which reads numerals and letters in the corners of faces. With
``--area middle`` it trains the letter network, which reads letters of winds in the middle.

``CORNERS`` is a folder of ``training.data.corner_faces --purpose index``. Photos, single tiles and
the usual designs of ``--flats`` are learnt from as well. Of these only the face is known. So
"nothing", "other" and the face's own numeral or letter, turned in any way, count as right in each
of their corners, or in their middle.

A run that was stopped continues when it is started again with the same ``--out``. The run's folder
holds ``config.json`` (settings), ``log.jsonl`` (the curves), ``last.pt`` (to resume) and
``index.pt`` (averaged weights, to export).
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Literal

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hu.scoring.tiles import BONUS, CLASSES
from hu.vision.geometry import rectify
from hu.vision.networks.numerals import (
    MIDDLE_SIDES,
    NUMERAL_CLASSES,
    NUMERAL_FACE_SIZE,
    cut_corners,
    cut_middle,
)
from training.command import new_parser, run
from training.data.corner_faces import (
    CornerFace,
    allowed_outputs,
    load_corner_faces,
    middle_label,
    slant,
    widen,
)
from training.data.crops import NEGATIVE, Crop, Image, flat_crop, real_crops
from training.data.flats import load_flats
from training.data.variation import shake, vary_light_and_sharpness
from training.networks.index_net import IndexNet
from training.networks.resumable import ResumableTraining, pace_of

#: Rendered faces with known corners in each batch.
_CORNER_FACES: Final = 22
#: Faces of which only the face is known in each batch.
_OTHER_FACES: Final = 8
#: Pictures of the middle of faces in each batch of a network that reads letters.
_MIDDLES: Final = 128
#: Share of these pictures that come from faces of which only the face is known.
_PHOTO_MIDDLES: Final = 0.12
#: Share of the other pictures that show one of the letters E, S, W and N.
_WITH_LETTER: Final = 0.6
#: The outputs that are right for a picture without these letters. It may show another letter.
_WITHOUT_LETTER: Final = (NUMERAL_CLASSES.index("nothing"), NUMERAL_CLASSES.index("other"))
#: Share of the rendered faces with known corners that have a numeral or letter.
_WITH_SYMBOL: Final = 0.75
#: Share of the flat faces that are seen at a slant.
_SLANTED: Final = 0.5
#: Share of the flat faces whose outline is wider than the face.
_WIDENED: Final = 0.6
#: Share of the flat faces whose ink is made thinner or thicker.
_OTHER_STROKES: Final = 0.3
#: Share of these whose ink is made thinner, as engraved numerals are.
_THINNER: Final = 0.6
#: The share of each picture's probability that goes to all outputs alike, because the labels may be
#: wrong.
_DOUBT: Final = 1e-3
#: Steps between checkpoints.
_CHECKPOINT: Final = 50

#: Pictures of corners or of middles ``(n, 48, 48, 3)`` uint8 RGB, and ``(n, 54)`` bool: which
#: outputs are right for each picture.
_Batch = tuple[Tensor, Tensor]

#: The part of faces that a network looks at: the corners, or the middle.
Area = Literal["corners", "middle"]


@dataclass(frozen=True, slots=True)
class Settings:
    """A run's settings."""

    area: Area = "corners"  # what the network looks at
    steps: int = 5_500  # of 120 corners or 128 middles each
    rate: float = 2.5e-3  # greatest learning rate
    decay: float = 0.02  # of the weights
    seed: int = 1  # of examples and first weights
    average: float = 0.995  # of the moving average of the weights
    start: str = ""  # weights of an earlier run, or nothing


class Examples(torch.utils.data.IterableDataset[_Batch]):
    """The varied batches of a run. Batch ``i`` is the same for the same seed and faces."""

    def __init__(
        self,
        corner_faces: Sequence[CornerFace],
        crops: Sequence[Crop],
        settings: Settings,
        first: int,
    ) -> None:
        """Prepare the batches.

        Args:
            corner_faces: rendered faces whose corners are known.
            crops: faces of which only the face is known.
            settings: of the run.
            first: the number of the first batch.
        """
        self.with_symbol = [face for face in corner_faces if face.has_symbol]
        self.without_symbol = [face for face in corner_faces if not face.has_symbol]
        # Faces with one of the letters E, S, W and N in the middle, and faces without, by the side
        # of the middle in pixels.
        self.with_letter: dict[int, list[CornerFace]] = {side: [] for side in MIDDLE_SIDES}
        self.without_letter: dict[int, list[CornerFace]] = {side: [] for side in MIDDLE_SIDES}
        for side in MIDDLE_SIDES:
            for face in corner_faces:
                label = middle_label(face.letter, side)
                if label is None:
                    continue
                if label in _WITHOUT_LETTER:
                    self.without_letter[side].append(face)
                else:
                    self.with_letter[side].append(face)
        self.crops = crops
        self.settings = settings
        self.first = first

    def __iter__(self) -> Iterator[_Batch]:
        """Yield this worker's batches."""
        # Several threads of OpenCV would only get into each other's way.
        cv2.setNumThreads(1)
        info = torch.utils.data.get_worker_info()
        worker, workers = (info.id, info.num_workers) if info else (0, 1)
        for number in range(self.first + worker, self.settings.steps, workers):
            yield self._draw_batch(number)

    def _draw_batch(self, number: int) -> _Batch:
        rng = np.random.default_rng([self.settings.seed, number])
        if self.settings.area == "corners":
            pictures, allowed = self._draw_corners(rng)
        else:
            pictures = []
            allowed = []
            for _ in range(_MIDDLES):
                middle, allowed_in_middle = self._draw_middle(rng)
                pictures.append(middle)
                allowed.append(allowed_in_middle)
        return torch.from_numpy(np.stack(pictures)), torch.from_numpy(np.stack(allowed))

    def _draw_corners(
        self, rng: np.random.Generator
    ) -> tuple[list[NDArray[np.uint8]], list[NDArray[np.bool_]]]:
        """Draw ``(48, 48, 3)`` of corners, and ``(54,)`` which outputs are right for each."""
        faces = []
        allowed = []
        for _ in range(_CORNER_FACES):
            has_symbol = not self.without_symbol or rng.random() < _WITH_SYMBOL
            group = self.with_symbol if has_symbol else self.without_symbol
            corner_face = group[int(rng.integers(len(group)))]
            crop = flat_crop(corner_face.face, 0, "", rng)
            faces.append(_vary(crop, rng))
            for label in corner_face.labels:
                allowed.append(np.arange(len(NUMERAL_CLASSES)) == label)
        for _ in range(_OTHER_FACES):
            crop = self.crops[int(rng.integers(len(self.crops)))]
            faces.append(_vary(crop, rng))
            allowed += [allowed_outputs(crop.label)] * 4
        corners = cut_corners(np.stack(faces))
        pictures = list(corners.reshape(-1, *corners.shape[2:]))
        return pictures, allowed

    def _draw_middle(self, rng: np.random.Generator) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        """Draw ``(48, 48, 3)`` of the middle of a face, and ``(54,)`` which outputs are right."""
        side = int(rng.choice(MIDDLE_SIDES))
        with_letter = self.with_letter[side]
        without_letter = self.without_letter[side]
        outputs = np.arange(len(NUMERAL_CLASSES))
        has_letter = bool(with_letter) and rng.random() < _WITH_LETTER
        if rng.random() < _PHOTO_MIDDLES or not (has_letter or without_letter):
            crop = self.crops[int(rng.integers(len(self.crops)))]
            allowed = allowed_outputs(crop.label)
        elif has_letter:
            corner_face = with_letter[int(rng.integers(len(with_letter)))]
            crop = flat_crop(corner_face.face, 0, "", rng)
            allowed = outputs == middle_label(corner_face.letter, side)
        else:
            corner_face = without_letter[int(rng.integers(len(without_letter)))]
            crop = flat_crop(corner_face.face, 0, "", rng)
            allowed = np.isin(outputs, _WITHOUT_LETTER)
        middle = cut_middle(_vary(crop, rng)[None], side)[0]
        return middle, allowed


def _vary(crop: Crop, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Draw ``(112, 112, 3)`` uint8 RGB of a face as photos might show it."""
    box = crop.box
    is_flat = crop.kind == "flat"
    image = crop.image
    if is_flat and rng.random() < _OTHER_STROKES:
        image = change_strokes(image, rng)
    if is_flat and rng.random() < _SLANTED:
        box = slant(box, rng)
    if is_flat and rng.random() < _WIDENED:
        box = widen(box, rng)
    face = rectify(image, shake(box, rng), NUMERAL_FACE_SIZE)
    return vary_light_and_sharpness(face, rng)


def change_strokes(image: Image, rng: np.random.Generator) -> Image:
    """Make the dark ink of a flat face one or two pixels thinner or thicker.

    On dark tiles thinner ink becomes thicker.

    Args:
        image: ``(h, w, 3)`` uint8 RGB.
        rng: decides.
    """
    width = int(rng.integers(2, 4))
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))
    if rng.random() < _THINNER:
        return np.asarray(cv2.dilate(image, brush), np.uint8)
    return np.asarray(cv2.erode(image, brush), np.uint8)


def loss_of(logits: Tensor, allowed: Tensor) -> Tensor:
    """Compute the loss of a batch: how unlikely it is that one of the right outputs is chosen.

    Args:
        logits: ``(n, 54)`` of the network.
        allowed: ``(n, 54)`` bool: which outputs may be right, at least one for each picture.
    """
    log_probabilities = torch.log_softmax(logits, dim=1)
    weights = allowed.float() * (1 - _DOUBT) + _DOUBT / logits.shape[1]
    return -torch.logsumexp(log_probabilities + torch.log(weights), dim=1).mean()


def train(
    corner_faces: Sequence[CornerFace],
    crops: Sequence[Crop],
    out: Path,
    settings: Settings,
    workers: int,
) -> None:
    """Train, or continue a training. The module's docstring lists the files in ``out``.

    Args:
        corner_faces: rendered faces whose corners are known.
        crops: faces of which only the face is known.
        out: the run's folder.
        settings: of the run.
        workers: processes that vary faces. 0 varies them in this process.
    """
    torch.manual_seed(settings.seed)
    net = IndexNet().to(memory_format=torch.channels_last)
    if settings.start:
        net.load_state_dict(torch.load(settings.start, weights_only=True))
    pace = pace_of(settings, settings.steps, _CHECKPOINT)
    training = ResumableTraining(net, out, pace)
    training.write_config(
        {
            "settings": asdict(settings),
            "corner_faces": len(corner_faces),
            "crops": len(crops),
        }
    )
    examples = Examples(corner_faces, crops, settings, training.first)

    def loss_of_batch(batch: _Batch) -> Tensor:
        corners, allowed = batch
        # The network takes batch, channels, height, width.
        x = corners.permute(0, 3, 1, 2).float().contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            logits = net(x)
        return loss_of(logits.float(), allowed)

    training.run(examples, workers, loss_of_batch)
    torch.save(training.averaged_weights(), out / "index.pt")


def main() -> None:
    """Run from the command line."""
    parser = new_parser(__doc__, has_shared=True)
    parser.add_argument("--corners", type=Path, required=True, help="folder of data.corner_faces")
    parser.add_argument(
        "--flats",
        type=Path,
        action="append",
        default=[],
        help="folder of rendered crops of usual sets (data.flats)",
    )
    parser.add_argument(
        "--area",
        choices=["corners", "middle"],
        default="corners",
        help="the part of faces that the network looks at",
    )
    parser.add_argument("--start", type=Path, help="weights of an earlier run to start from")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=Settings().steps)
    parser.add_argument(
        "--rate", type=float, default=Settings().rate, help="greatest learning rate"
    )
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    corner_faces = list(load_corner_faces(args.corners))
    crops = real_crops(args.shared)
    for folder in args.flats:
        crops += load_flats(folder)
    # Flowers and seasons may have numerals of their own, which are not known. Negatives show no
    # known face.
    unknown_labels = {NEGATIVE, *[CLASSES.index(code) for code in BONUS]}
    crops = [crop for crop in crops if crop.label not in unknown_labels]
    settings = Settings(
        area=args.area, steps=args.steps, rate=args.rate, start=str(args.start or "")
    )
    train(corner_faces, crops, args.out, settings, args.workers)


if __name__ == "__main__":
    run(main)
