"""From a photo to detections: the finder and the face reader together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np

from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.detector import FINDER_CLASSES, FinderSettings, Found, apart
from hu.vision.faces import read_faces
from hu.vision.onnx import Network
from hu.vision.photo import Photo
from hu.vision.second_look import Picture, find_anew, find_well

#: Where the weights lie: beside the packages, in a checkout and once installed.
MODELS: Final = Path(__file__).resolve().parent.parent / "models"


@dataclass(frozen=True)
class Reader:
    """Both networks, loaded when the first photo comes.

    Attributes:
        weights: folder with ``finder.onnx`` and ``faces.onnx``.
        settings: the finder's thresholds.
        threads: processor threads for one photo; 0 takes all.
        least: what is found and read less surely than this, both together, is hardly a tile.
    """

    weights: Path = MODELS
    settings: FinderSettings = field(default_factory=FinderSettings)
    threads: int = 0
    least: float = 0.1

    @cached_property
    def finder(self) -> Network:
        """The network that finds tiles.

        Raises:
            WeightsError: its file is missing, damaged or made for other classes.
        """
        return Network(self.weights / "finder.onnx", FINDER_CLASSES, self.threads)

    @cached_property
    def faces(self) -> Network:
        """The network that reads faces.

        Raises:
            WeightsError: its file is missing, damaged or made for other classes.
        """
        return Network(self.weights / "faces.onnx", CLASSES, self.threads)

    def detect(self, photo: Photo) -> list[Detection]:
        """Find and read the tiles of a photo, surest outline first; boxes are in pixels of the whole photo."""
        return self._read(photo, find_well(self.finder, Picture(photo.image), self.settings))

    def detect_anew(self, photo: Photo, known: Sequence[Detection]) -> Iterator[list[Detection]]:
        """Find and read the tiles again, larger or smaller, where what ``detect`` told of makes no sense.

        Args:
            photo: the photo.
            known: its detections so far.

        Yields:
            What each further look gives, as ``detect`` does.
        """
        hints = outlines(known, photo)
        for found in find_anew(self.finder, Picture(photo.image), hints, self.settings):
            yield self._read(photo, found)

    def _read(self, photo: Photo, found: Sequence[Found]) -> list[Detection]:
        detections = self.tiles(read_faces(self.faces, photo.image, found))
        if photo.scale == 1:
            return detections
        return [replace(one, box=(one.box * photo.scale).astype(np.float32)) for one in detections]

    def tiles(self, detections: Sequence[Detection]) -> list[Detection]:
        """Those detections that may be tiles; of two on one spot the surer one."""
        may_be = [
            one for one in detections if one.score >= self.settings.score and one.score * one.confidence >= self.least
        ]
        if not may_be:
            return []
        boxes, scores = np.stack([one.box for one in may_be]), np.array([one.score for one in may_be], np.float32)
        return [may_be[k] for k in apart(boxes, scores, self.settings.overlap)]


def outlines(detections: Sequence[Detection], photo: Photo) -> list[Found]:
    """Where tiles were found, boxes in pixels of the photo's ``image``."""
    return [Found((one.box / photo.scale).astype(np.float32), one.score, 0.0) for one in detections]
