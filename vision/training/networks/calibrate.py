"""Fit the classifier's temperature on designs that its training left out.

``python -m hu.vision.training.networks.calibrate RUN/classifier.pt --shared ../shared --hold-out B,E,H`` prints the
temperature to export with: logits divided by it give probabilities that are right as often as they say.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import CLASSES
from hu.vision.training.command import run
from hu.vision.training.data.crops import Crop, single_crops
from hu.vision.training.data.unseen import HELD_FAMILIES, art_crops, column, pictures_of, varied
from hu.vision.training.networks.export import load_classifier
from hu.vision.training.networks.train_classifier import logits_of

#: Each held-out single tile is looked at this often, differently lit and blurred.
_LOOKS: Final = 4


def temperature_of(logits: NDArray[np.float32], labels: NDArray[np.int64]) -> float:
    """The temperature with the least negative log-likelihood.

    Args:
        logits: ``(n, 43)``.
        labels: ``(n,)`` the right classes.
    """
    candidates = np.exp(np.linspace(np.log(0.3), np.log(4), 120))
    return float(candidates[int(np.argmin([_loss(logits / t, labels) for t in candidates]))])


def _loss(logits: NDArray[np.float32], labels: NDArray[np.int64]) -> float:
    top = logits.max(axis=1)
    total = top + np.log(np.exp(logits - top[:, None]).sum(axis=1))
    return float((total - logits[np.arange(len(labels)), labels]).mean())


def held_out(shared: Path, names: Sequence[str]) -> list[Crop]:
    """Varied looks at the single tiles and the art families that a training left out."""
    tiles = column(shared / "photos" / "tiles.csv", "file", "tile")
    singles = list(single_crops(shared / "photos" / "tiles", [(name, tiles[name]) for name in names]))
    looks = [varied(crop, k * _LOOKS + look) for k, crop in enumerate(singles) for look in range(_LOOKS)]
    return looks + [varied(crop, k) for k, crop in enumerate(art_crops(shared, HELD_FAMILIES))]


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--datasets", type=Path, default=Path("datasets"))
    parser.add_argument("--hold-out", required=True, help="designs that its training left out: A,B,... or all")
    args = parser.parse_args()
    crops = held_out(args.shared, pictures_of(args.hold_out, args.datasets))
    logits = logits_of(load_classifier(args.weights), crops)[:, : len(CLASSES)]
    print(f"{temperature_of(logits, np.array([crop.label for crop in crops])):.3f}")  # noqa: T201  # the result


if __name__ == "__main__":
    run(main)
