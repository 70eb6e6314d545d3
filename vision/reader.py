"""From a photo to detections: both networks together. Every photo is read here, one at a time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np

from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.finding.blank import recognise_blanks
from hu.vision.finding.passes import detect_at_scales, detect_in_passes
from hu.vision.finding.truncated import repair_truncated
from hu.vision.geometry import FACE_SIZE
from hu.vision.networks.calibration import MODELS, Calibration, read_calibration
from hu.vision.networks.classifier import classify_crops, rectified_faces
from hu.vision.networks.detector import (
    DETECTOR_CLASSES,
    DetectorSettings,
    Outline,
    suppress_overlaps,
)
from hu.vision.networks.onnx import Network
from hu.vision.photo.decoding import Photo
from hu.vision.taught.evidence import apply_set
from hu.vision.taught.tile_set import TileSet
from hu.vision.taught.views import describe_examples

__all__ = ["ENOUGH_PX", "MODELS", "Reader"]

#: Long side in pixels that is enough for a photo to be read at reduced size: a row of 18 tiles still gives 80 pixels a
#: tile. One decoding does for both networks then, while at 960 pixels most photos are decoded again for their faces.
ENOUGH_PX: Final = 1600
#: Faces narrower than this in a photo decoded at reduced size are cut out of a larger one.
_NARROW_PX: Final = 0.75 * FACE_SIZE
#: Detections whose score times confidence is lower are dropped.
_MIN_BELIEF: Final = 0.1


@dataclass(frozen=True)
class Reader:
    """Both networks, loaded when the first photo comes.

    What it reads in a photo depends on that photo and these settings alone.

    Attributes:
        weights: folder with ``detector.onnx``, ``classifier.onnx`` and their calibration.
        settings: the detector's thresholds.
        threads: processor threads for one photo; 0 takes all.
        tile_set: a set that was taught; where it fits a photo, its faces are recognised.
    """

    weights: Path = MODELS
    settings: DetectorSettings = field(default_factory=DetectorSettings)
    threads: int = 0
    tile_set: TileSet | None = None

    @cached_property
    def detector(self) -> Network:
        """The network that detects outlines.

        Raises:
            WeightsError: its file is missing, damaged or made for other classes.
        """
        return Network(self.weights / "detector.onnx", DETECTOR_CLASSES, self.threads)

    @cached_property
    def classifier(self) -> Network:
        """The network that reads faces.

        Raises:
            WeightsError: its file is missing, damaged or made for other classes.
        """
        return Network(self.weights / "classifier.onnx", CLASSES, self.threads)

    @cached_property
    def calibration(self) -> Calibration:
        """The calibration of this pair of networks.

        Raises:
            WeightsError: it is missing, damaged, or made for other networks.
        """
        return read_calibration(self.weights)

    def with_set(self, tile_set: TileSet | None) -> "Reader":
        """The same networks, reading with a taught set, or without one for None.

        Raises:
            WeightsError: the networks cannot be loaded.
        """
        other = replace(self, tile_set=tile_set)
        vars(other).update(
            detector=self.detector, classifier=self.classifier, calibration=self.calibration
        )
        return other

    def detect(self, photo: Photo) -> list[Detection]:
        """Detect the tiles of a photo, highest score first; boxes are in pixels of the whole photo."""
        return next(self.attempts(photo))

    def attempts(self, photo: Photo) -> Iterator[list[Detection]]:
        """Detect the tiles of a photo; then, when asked for more, again at other scales.

        Args:
            photo: decoded, at ``ENOUGH_PX`` or more where its file has them.

        Yields:
            What ``detect`` returns, then what each retry detects, for photos whose first detections make no hand.
        """
        first = self._read(photo, detect_in_passes(self.detector, photo, self.settings))
        yield first
        known = [
            Outline((tile.box / photo.scale).astype(np.float32), tile.score, 0.0) for tile in first
        ]
        for found in detect_at_scales(self.detector, photo, known, self.settings):
            yield self._read(photo, found)

    def _read(self, photo: Photo, found: Sequence[Outline]) -> list[Detection]:
        """Read the faces in outlines of the photo's image, drop unlikely tiles, and complete those seen in part."""
        clear = photo.at_least(_required_long_side(photo, found))
        factor = photo.scale / clear.scale

        def read(outlines: Sequence[Outline]) -> list[Detection]:
            faces = rectified_faces(
                clear.image, [replace(outline, box=outline.box * factor) for outline in outlines]
            )
            return classify_crops(self.classifier, faces, outlines, self.calibration)

        seen = repair_truncated(self.tiles(recognise_blanks(read(found), self.calibration)), read)
        tiles = [replace(tile, box=(tile.box * photo.scale).astype(np.float32)) for tile in seen]
        if self.tile_set is None:
            return tiles
        return apply_set(describe_examples(self.tile_set, self.classifier), tiles)

    def tiles(self, detections: Sequence[Detection]) -> list[Detection]:
        """Those detections that may be tiles; of two that overlap, the one with the higher score."""
        least = self.settings.min_score
        may_be = [tile for tile in detections if tile.score >= least and tile.belief >= _MIN_BELIEF]
        if not may_be:
            return []
        boxes, scores = (
            np.stack([tile.box for tile in may_be]),
            np.array([tile.score for tile in may_be], np.float32),
        )
        return [may_be[k] for k in suppress_overlaps(boxes, scores, self.settings.max_iou)]


def _required_long_side(photo: Photo, found: Sequence[Outline]) -> int:
    """How long a side the photo needs for its faces to be read, or 0 when it will do as it is."""
    if photo.detail <= 1 or not found:
        return 0
    across = [np.linalg.norm(outline.box[1] - outline.box[0]) for outline in found]
    down = [np.linalg.norm(outline.box[2] - outline.box[1]) for outline in found]
    width = float(np.median(np.minimum(across, down)))
    return 0 if width >= _NARROW_PX else round(max(photo.image.shape) * FACE_SIZE / max(width, 1.0))
