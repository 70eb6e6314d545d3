"""How well freshly trained classifiers read designs that they never saw; needs the training's own environment."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from hu.scoring.errors import InputError
from hu.scoring.tiles import CLASSES
from hu.vision.geometry import rectify
from hu.vision.photo.contact_sheet import contact_sheet
from measuring.asking import Answer, Asked, Row, percent
from training.data.crops import Crop, single_crops
from training.data.unseen import HELD_FAMILIES, art_crops, by_group, column, figures, pictures_of, varied

#: What crops were read as: each with its ``(47,)`` logits.
Seen = list[tuple[Crop, NDArray[np.float32]]]


def classifier(asked: Asked) -> Answer:
    """Single tiles, each read by the fold whose training left its design out, and art families that all left out."""
    if not asked.folds:
        raise InputError("classifier: name the trained weights with --folds WEIGHTS.pt=DESIGNS, once for each fold")
    folds = [(Path(weights), held) for weights, _, held in (fold.partition("=") for fold in asked.folds)]
    found, seen = measure(asked.shared, asked.datasets, folds)
    if path := asked.picture("misses.png"):
        miss_sheet(seen).save(path)
    rows = (
        Row(name, (str(part["tiles"]), percent(part["top1"]), percent(part["top3"]))) for name, part in found.items()
    )
    return Answer(("tiles", "top-1", "top-3"), tuple(rows), found)


def measure(shared: Path, datasets: Path, folds: Sequence[tuple[Path, str]]) -> tuple[dict[str, Any], Seen]:
    """All figures of the folds together, and what was seen; each single tile is read by the fold that never saw it.

    Args:
        shared: the shared data folder.
        datasets: where ``designs.csv`` lies.
        folds: weights, and the designs that their training left out, as ``pictures_of`` takes them.
    """
    from training.networks.export import load_classifier  # noqa: PLC0415  # needs PyTorch
    from training.networks.train_classifier import logits_of  # noqa: PLC0415

    designs = column(datasets / "designs.csv", "file", "design")
    tiles = column(shared / "photos" / "tiles.csv", "file", "tile")
    singles, single_logits, art_logits = [], [], []
    drawn = list(art_crops(shared, HELD_FAMILIES))
    looks = [varied(crop, k) for k, crop in enumerate(drawn)]
    varied_logits = []
    for weights, held in folds:
        net = load_classifier(weights)
        names = pictures_of(held, datasets)
        crops = list(single_crops(shared / "photos" / "tiles", [(name, tiles[name]) for name in names]))
        singles += crops
        single_logits.append(logits_of(net, crops))
        art_logits.append(logits_of(net, drawn))
        varied_logits.append(logits_of(net, looks))
    logits = np.concatenate(single_logits)
    families = [crop.name.split("/")[0] for crop in drawn]
    found = {
        "single tiles of unseen designs": figures(logits, singles)
        | {"designs": by_group(logits, singles, [designs[crop.name] for crop in singles])},
        "art families held out, flat": figures(art_logits[0], drawn)
        | {"families": by_group(art_logits[0], drawn, families)},
        "art families held out, as in photos": figures(varied_logits[0], looks)
        | {"families": by_group(varied_logits[0], looks, families)},
    }
    return found, [*zip(singles, logits, strict=True), *zip(drawn, art_logits[0], strict=True)]


def miss_sheet(seen: Sequence[tuple[Crop, NDArray[np.float32]]], most: int = 60) -> Image.Image:
    """A contact sheet of the most confident misses among crops and their ``(48,)`` logits, with truth and reading."""
    misses = []
    for crop, logits in seen:
        chances = np.exp(logits[: len(CLASSES)] - logits[: len(CLASSES)].max())
        read = int(chances.argmax())
        if read != crop.label:
            misses.append((float(chances[read] / chances.sum()), crop, read))
    worst = sorted(misses, key=lambda miss: -miss[0])[:most]
    return contact_sheet(
        [
            (
                Image.fromarray(rectify(crop.image, crop.box)),
                crop.name[-20:],
                f"{CLASSES[crop.label]}: {CLASSES[read]} {confidence:.2f}",
            )
            for confidence, crop, read in worst
        ]
    )
