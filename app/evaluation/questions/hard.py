"""How well the networks do on rendered scenes of what they find hard, drawn with art that no training used."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from hu.app.evaluation.asking import Answer, Asked, Row, share
from hu.scoring.tiles import BACK
from hu.vision.detection import Detection
from hu.vision.geometry import bounding_box, iou
from hu.vision.photo.decoding import Photo
from hu.vision.training.measure.slices import unseen_run
from hu.vision.training.scenes.hard import HARD
from hu.vision.training.scenes.render import labelled, scene
from hu.vision.training.scenes.scenes import Scene

#: Seed of the scenes; nothing is trained on it.
_SEED: Final = 907
#: A detection is a tile when their bounding boxes share this much (IoU), and false when it shares less with any.
_MATCH, _FALSE = 0.5, 0.2


def hard(asked: Asked) -> Answer:
    """Rendered scenes of what the networks find hard, with art that no training used."""
    columns = {}
    for kind in asked.parts(HARD):
        numbers = asked.seeds(40)
        tally, drawing = Tally(), replace(unseen_run(asked.shared, numbers.stop, _SEED), hard=kind)
        for number in asked.each(numbers, kind):
            truth, _ = scene(drawing, number)
            height, width = truth.image.shape[:2]
            tally.add(truth, asked.reader.detect(Photo(f"{kind} {number}", truth.image, (width, height))))
        columns[kind] = tally.figures()
    titles = ("faces found", "of those read right", "white dragons found and read", "false detections a picture")
    rows = (Row(title, cells) for title, cells in zip(titles, zip(*columns.values(), strict=True), strict=True))
    return Answer(tuple(columns), tuple(rows))


@dataclass(slots=True)
class Tally:
    """Counts over some pictures.

    Attributes:
        pictures: how many.
        faces: face-up tiles well in sight.
        found: of those, how many a detection covers.
        read: of those, how many are read right.
        blanks: white dragons among the faces.
        blanks_read: of those, found and read as white dragons.
        false: detections where there is no tile.
    """

    pictures: int = 0
    faces: int = 0
    found: int = 0
    read: int = 0
    blanks: int = 0
    blanks_read: int = 0
    false: int = 0

    def add(self, truth: Scene, detections: Sequence[Detection]) -> None:
        """Count one picture."""
        self.pictures += 1
        hulls = np.stack([bounding_box(d.box) for d in detections]) if detections else np.empty((0, 4), np.float32)
        every = np.stack([bounding_box(t.box) for t in truth.tiles]) if truth.tiles else np.empty((0, 4), np.float32)
        shared = iou(hulls, every) if len(hulls) and len(every) else np.zeros((len(hulls), len(every)), np.float32)
        self.false += int((shared.max(axis=1, initial=0.0) < _FALSE).sum())
        for number, tile in enumerate(truth.tiles):
            if tile.tile == BACK or not labelled(tile):
                continue
            best = int(shared[:, number].argmax()) if len(hulls) else -1
            found = best >= 0 and bool(shared[best, number] >= _MATCH)
            right = found and detections[best].tile == tile.tile
            self.faces += 1
            self.found += found
            self.read += right
            self.blanks += tile.tile == "5z"
            self.blanks_read += right and tile.tile == "5z"

    def figures(self) -> tuple[str, ...]:
        """Shares of the faces, of the white dragons, and false detections in a picture."""
        return (
            share(self.found, self.faces),
            share(self.read, self.found),
            share(self.blanks_read, self.blanks),
            f"{self.false / max(1, self.pictures):.2f}",
        )
