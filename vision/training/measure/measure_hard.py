"""How well the networks do on rendered scenes of what they find hard, drawn with art that no training used.

``python -m hu.vision.training.measure.measure_hard --weights models --scenes 40`` prints, for each kind of
``hu.vision.training.scenes.hard``, the share of faces found, of blank white dragons found and read, of faces read
right, and the false detections in a picture. Nothing is trained on these scenes' seed.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from hu.scoring.tiles import BACK
from hu.vision.detection import Detection
from hu.vision.geometry import bounding_box, iou
from hu.vision.photo.decoding import Photo
from hu.vision.reader import Reader
from hu.vision.training.command import run
from hu.vision.training.measure.slices import unseen_run
from hu.vision.training.scenes.hard import HARD
from hu.vision.training.scenes.render import labelled, scene
from hu.vision.training.scenes.scenes import Scene

#: A detection is a tile when their bounding boxes share this much (IoU), and false when it shares less with any.
_MATCH, _FALSE = 0.5, 0.2


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

    def figures(self) -> dict[str, float]:
        """Shares and rates, ready for JSON."""
        return {
            "pictures": self.pictures,
            "faces": self.faces,
            "found": round(self.found / max(1, self.faces), 4),
            "read of those found": round(self.read / max(1, self.found), 4),
            "white dragons": self.blanks,
            "white dragons found and read": round(self.blanks_read / max(1, self.blanks), 4),
            "false detections a picture": round(self.false / max(1, self.pictures), 3),
        }


def measure(shared: Path, reader: Reader, scenes: int, seed: int) -> dict[str, dict[str, float]]:
    """Figures by kind of scene, ``scenes`` pictures each."""
    found = {}
    for kind in HARD:
        tally, drawing = Tally(), replace(unseen_run(shared, scenes, seed), hard=kind)
        for number in range(scenes):
            truth, _ = scene(drawing, number)
            height, width = truth.image.shape[:2]
            tally.add(truth, reader.detect(Photo(f"{kind} {number}", truth.image, (width, height))))
        found[kind] = tally.figures()
    return found


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--weights", type=Path, default=Path("models"), help="folder with the networks")
    parser.add_argument("--scenes", type=int, default=40, help="pictures of each kind")
    parser.add_argument("--seed", type=int, default=907)
    args = parser.parse_args()
    figures = measure(args.shared, Reader(args.weights), args.scenes, args.seed)
    print(json.dumps(figures, indent=1))  # noqa: T201  # the command's result


if __name__ == "__main__":
    run(main)
