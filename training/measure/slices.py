"""What is found and read of rendered scenes of art that no training saw; the truth about every tile is known."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hu.scoring.tiles import BACK
from hu.vision.detection import Detection
from hu.vision.geometry import bounding_box, iou
from hu.vision.photo.decoding import Photo
from hu.vision.reader import Reader
from training.data.unseen import HELD_FAMILIES
from training.faces.art import FAMILY
from training.scenes.render import Run, labelled, scene
from training.scenes.scenes import Scene, Seen

#: A detection is a tile when their bounding boxes share this much (IoU), and false when it shares less with any.
_MATCH, _FALSE = 0.5, 0.2


@dataclass(frozen=True, slots=True)
class Looked:
    """One rendered tile and what was read.

    Attributes:
        seen: the truth.
        found: whether a detection lies there.
        read: whether it was read right.
    """

    seen: Seen
    found: bool
    read: bool


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
        looked.append(Looked(seen, found, read))
    return looked, int((shared.max(axis=1, initial=0.0) < _FALSE).sum())


def unseen_run(shared: Path, scenes: int, seed: int = 99) -> Run:
    """Scenes of the art families that no training saw, and of the program's own drawings."""
    return Run(shared, Path(), scenes, seed, hold_out=frozenset(FAMILY.values()) - frozenset(HELD_FAMILIES))
