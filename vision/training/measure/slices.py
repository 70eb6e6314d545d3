"""What makes a tile hard to read, measured on rendered scenes of art that no training saw.

The truth about every rendered tile is known: how large it is in the picture, how flat it is seen, how blurred and how
dark the picture is.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np

from hu.scoring.tiles import BACK
from hu.vision.detection import Detection
from hu.vision.geometry import bounding_box, iou
from hu.vision.photo.decoding import Photo
from hu.vision.reader import Reader
from hu.vision.training.data.unseen import HELD_FAMILIES
from hu.vision.training.faces.art import FAMILY
from hu.vision.training.scenes.render import Run, labelled, scene
from hu.vision.training.scenes.scenes import Scene, Seen

#: A detection is a tile when their bounding boxes share this much (IoU), and false when it shares less with any.
_MATCH, _FALSE = 0.5, 0.2


@dataclass(frozen=True, slots=True)
class Looked:
    """One rendered tile and what was read.

    Attributes:
        seen: the truth.
        scene: its picture.
        found: whether a detection lies there.
        read: whether it was read right.
        confidence: of what was read, 0 where nothing was found.
    """

    seen: Seen
    scene: Scene
    found: bool
    read: bool
    confidence: float


def _bins(values: Sequence[float], unit: str) -> list[tuple[str, float, float]]:
    edges = [-np.inf, *values, np.inf]
    names = [f"under {values[0]:g} {unit}"]
    names += [f"{low:g} to {high:g} {unit}" for low, high in pairwise(values)]
    names += [f"{values[-1]:g} {unit} and more"]
    return [(name, low, high) for name, (low, high) in zip(names, pairwise(edges), strict=True)]


#: By what tiles are told apart: the value of a tile, and the limits between which it is counted.
SLICES: Final[Mapping[str, tuple[Callable[[Looked], float], list[tuple[str, float, float]]]]] = {
    "all": (lambda _: 0.0, [("all", -np.inf, np.inf)]),
    "width of the tile": (lambda tile: tile.seen.width, _bins([12, 16, 22, 32, 45], "pixels")),
    "tilt": (
        lambda tile: float(np.degrees(np.arccos(np.clip(tile.seen.facing, 0, 1)))),
        _bins([20, 40, 55, 65], "degrees"),
    ),
    "blur": (
        lambda tile: max(tile.scene.optics.defocus, tile.scene.optics.motion / 3),
        _bins([0.7, 1.2], "pixels"),
    ),
    "light": (lambda tile: tile.scene.optics.exposure, _bins([0.28, 0.42], "of full brightness")),
    "noise": (lambda tile: tile.scene.optics.noise, _bins([0.012, 0.03], "of full brightness")),
    "glare": (lambda tile: tile.scene.optics.glare, _bins([0.1, 0.5], "strength")),
}


def look(run: Run, numbers: Iterable[int], reader: Reader) -> Iterator[tuple[list[Looked], int]]:
    """Render scenes of a run, read them, and compare: every face well in sight, and how many detections are false."""
    for number in numbers:
        drawn, _ = scene(run, number)
        height, width = drawn.image.shape[:2]
        yield compared(drawn, reader.detect(Photo(f"{number:06d}", drawn.image, (width, height))))


def compared(drawn: Scene, detections: Sequence[Detection]) -> tuple[list[Looked], int]:
    """What was read of the faces well in sight, and how many detections lie where no tile is."""
    hulls = np.array([bounding_box(detection.box) for detection in detections], np.float32).reshape(-1, 4)
    tiles = np.array([bounding_box(seen.box) for seen in drawn.tiles], np.float32).reshape(-1, 4)
    shared = iou(hulls, tiles) if len(hulls) and len(tiles) else np.zeros((len(hulls), len(tiles)), np.float32)
    looked = []
    for seen, overlaps in zip(drawn.tiles, shared.T, strict=True):
        if seen.tile == BACK or not labelled(seen):
            continue
        best = int(overlaps.argmax()) if overlaps.size else 0
        found = bool(overlaps.size and overlaps[best] >= _MATCH)
        read = found and detections[best].tile == seen.tile
        looked.append(Looked(seen, drawn, found, read, detections[best].confidence if found else 0.0))
    return looked, int((shared.max(axis=1, initial=0.0) < _FALSE).sum())


def unseen_run(shared: Path, scenes: int, seed: int = 99) -> Run:
    """Scenes of the art families that no training saw, and of the program's own drawings."""
    return Run(shared, Path(), scenes, seed, hold_out=frozenset(FAMILY.values()) - frozenset(HELD_FAMILIES))


def by_slice(looked: Sequence[Looked]) -> dict[str, dict[str, dict[str, float]]]:
    """Per slice and part of it: number of tiles, share found, share of those read right."""
    table: dict[str, dict[str, dict[str, float]]] = defaultdict(dict)
    for title, (value, bins) in SLICES.items():
        for name, low, high in bins:
            chosen = [tile for tile in looked if low <= value(tile) < high]
            if chosen:
                found = [tile for tile in chosen if tile.found]
                table[title][name] = {
                    "tiles": len(chosen),
                    "found": round(len(found) / len(chosen), 4),
                    "read": round(sum(tile.read for tile in found) / max(1, len(found)), 4),
                }
    return dict(table)
