"""Faces as files: detections that wait on disk while a hand is corrected, and taught faces given for training."""

import re
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from urllib.parse import quote

import numpy as np

from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.taught.tile_set import TileSet


def pack(detections: Sequence[Detection]) -> bytes:
    """Write detections; nothing where some lack features or crops, as those from a file do."""
    if not detections or any(tile.features is None or tile.crop is None for tile in detections):
        return b""
    content = BytesIO()
    np.savez(
        content,
        boxes=np.stack([tile.box for tile in detections]),
        scores=np.array([tile.score for tile in detections]),
        probabilities=np.stack([tile.probabilities for tile in detections]),
        features=np.stack([tile.features for tile in detections if tile.features is not None]),
        crops=np.stack([tile.crop for tile in detections if tile.crop is not None]),
    )
    return content.getvalue()


def unpack(content: bytes) -> list[Detection]:
    """Read what ``pack`` wrote."""
    if not content:
        return []
    with np.load(BytesIO(content), allow_pickle=False) as arrays:
        names = ("boxes", "scores", "probabilities", "features", "crops")
        columns = [arrays[name] for name in names]
    return [
        Detection(box, float(score), probabilities, features=features, crop=crop)
        for box, score, probabilities, features, crop in zip(*columns, strict=True)
    ]


def write_labelled(tile_set: TileSet, folder: Path) -> int:
    """Write every face that no person contradicted into a data set as training reads it, and count them.

    A face is ``images/set-<name>-<number>.png``, with nothing but its pixels; its label in ``labels/`` is one line
    ``class 0.5 0.5 1 1``: the face fills its picture.
    """
    from PIL import Image  # noqa: PLC0415

    for name in ("images", "labels"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "classes.txt").write_text("\n".join(CLASSES) + "\n", encoding="utf-8")
    sound = tile_set.counting()
    for number, example in enumerate(sound, 1):
        stem = f"{_stem(tile_set.name)}-{number}"
        Image.fromarray(example.crop).save(folder / "images" / f"{stem}.png")
        label = f"{CLASSES.index(example.tile)} 0.5 0.5 1 1\n"
        (folder / "labels" / f"{stem}.txt").write_text(label, encoding="utf-8")
    return len(sound)


def find_labelled(name: str, folder: Path) -> list[Path]:
    """Find the pictures and labels of a set's faces in a data set."""
    of_set = re.compile(re.escape(_stem(name)) + r"-\d+\.(png|txt)")
    return [path for path in folder.glob("*/set-*") if of_set.fullmatch(path.name)]


def _stem(name: str) -> str:
    return "set-" + quote(name, safe="").replace("%", "_")
