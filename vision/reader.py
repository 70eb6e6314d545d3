"""From a photo to detections: the networks together. Every photo is read here, one at a time."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import CLASSES
from hu.vision.detection import CLEAR, Detection
from hu.vision.finding.blank import recognise_blanks
from hu.vision.finding.faint import find_faint_dragons
from hu.vision.finding.holes import fill_holes
from hu.vision.finding.numerals import are_numerals_common, has_unsure_face, read_by_numerals
from hu.vision.finding.passes import detect_at_scale, detect_in_passes, show_same_tiles
from hu.vision.finding.truncated import repair_truncated
from hu.vision.geometry import FACE_SIZE, rectify
from hu.vision.networks.calibration import MODELS, Calibration, read_calibration
from hu.vision.networks.classifier import classify_crops, rectified_faces
from hu.vision.networks.detector import (
    DETECTOR_CLASSES,
    DetectorSettings,
    Outline,
    suppress_overlaps,
)
from hu.vision.networks.numerals import (
    NUMERAL_CLASSES,
    NUMERAL_FACE_SIZE,
    read_letters,
    read_numerals,
    read_numerals_closely,
)
from hu.vision.networks.onnx import Network
from hu.vision.photo.decoding import Photo, decode_larger
from hu.vision.taught.evidence import apply_set
from hu.vision.taught.tile_set import TileSet
from hu.vision.taught.views import describe_examples

__all__ = ["ENOUGH_PX", "MODELS", "Reader"]

#: A photo is decoded at reduced size, with at least this many pixels along its long side. A tile in
#: a row of 18 tiles still has 80 pixels, which are enough for both networks. With 960 pixels, most
#: photos would have to be decoded again for their faces.
ENOUGH_PX: Final = 1600
#: If the faces are narrower than this, the photo is decoded again with more pixels.
_NARROW_PX: Final = 0.75 * FACE_SIZE
#: Detections with a lower belief (score times confidence) are dropped.
_MIN_BELIEF: Final = 0.1


@dataclass(frozen=True)
class Reader:
    """Reads photos with the networks of a folder.

    The detector and the classifier are loaded with the first photo. The networks for modern sets
    are loaded with the first photo that needs them.

    The detections in a photo depend only on the photo and on these settings, not on earlier photos.

    Attributes:
        weights: the folder with ``detector.onnx``, ``classifier.onnx`` and their calibration.
        settings: the detector's thresholds.
        threads: processor threads for one photo. For 0 the engine chooses.
        tile_set: a tile set that was taught. Faces that look like its examples are read by them.
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
    def index_network(self) -> Network:
        """The network that reads numerals in the corners of faces.

        Raises:
            WeightsError: its file is missing, damaged or made for other classes.
        """
        return Network(self.weights / "index.onnx", NUMERAL_CLASSES, self.threads)

    @cached_property
    def letter_network(self) -> Network:
        """The network that reads letters in the middle of faces.

        Raises:
            WeightsError: its file is missing, damaged or made for other classes.
        """
        return Network(self.weights / "letters.onnx", NUMERAL_CLASSES, self.threads)

    @cached_property
    def modern_classifier(self) -> Network:
        """The network that reads the faces of modern sets.

        Raises:
            WeightsError: its file is missing, damaged or made for other classes.
        """
        return Network(self.weights / "modern.onnx", CLASSES, self.threads)

    @cached_property
    def calibration(self) -> Calibration:
        """The calibration of this pair of networks.

        Raises:
            WeightsError: it is missing, damaged, or made for other networks.
        """
        return read_calibration(self.weights)

    @property
    def retry_scales(self) -> tuple[float, ...]:
        """The scales for ``detect_at_scale``, in the order in which they are tried."""
        return self.settings.retry_scales

    def with_tile_set(self, tile_set: TileSet | None) -> "Reader":
        """Make a reader with the same networks and a taught tile set, or with none.

        Raises:
            WeightsError: the networks cannot be loaded.
        """
        reader = replace(self, tile_set=tile_set)
        return self._share_networks(reader, self.calibration)

    def with_calibration(self, calibration: Calibration) -> "Reader":
        """Make a reader with the same networks and a calibration that is given, not read.

        Raises:
            WeightsError: the networks cannot be loaded.
        """
        return self._share_networks(replace(self), calibration)

    def _share_networks(self, reader: "Reader", calibration: Calibration) -> "Reader":
        """Give a new reader this reader's networks, so that it does not load its own.

        Args:
            reader: the new reader.
            calibration: the calibration that it gets.

        Returns:
            The new reader.
        """
        # A ``cached_property`` keeps its value in a variable of the instance with its own name.
        vars(reader)["detector"] = self.detector
        vars(reader)["classifier"] = self.classifier
        vars(reader)["calibration"] = calibration
        # The networks for modern sets may not be loaded yet.
        for name in ("index_network", "letter_network", "modern_classifier"):
            if name in vars(self):
                vars(reader)[name] = vars(self)[name]
        return reader

    def detect(self, photo: Photo) -> list[Detection]:
        """Detect the tiles of a photo.

        Args:
            photo: decoded, at ``ENOUGH_PX`` or more if its file has them.

        Returns:
            The tiles, boxes in pixels of the whole photo, highest score first. After these come
            whole tiles that replace truncated outlines, then tiles in the holes of rows, then white
            dragons that the detector hardly saw.
        """
        outlines = detect_in_passes(self.detector, photo, self.settings)
        return self._recognise(photo, outlines)

    def detect_at_scale(
        self, photo: Photo, detections: Sequence[Detection], scale: float
    ) -> list[Detection] | None:
        """Detect the tiles again at another scale, because the first detections make no hand.

        Args:
            photo: decoded as for ``detect``.
            detections: the first detections, as ``detect`` returns them.
            scale: how many times as wide the detector sees the tiles.

        Returns:
            The tiles, ordered as ``detect`` orders them, boxes in pixels of the whole photo. The
            first detections if all are clear and this scale shows the same tiles: their faces are
            not read again. None if there are too few detections to show where to look.
        """
        # The detections as outlines, with boxes in pixels of the photo's image. Which of them are
        # backs makes no difference to where to look.
        first_outlines = []
        for detection in detections:
            box = (detection.box / photo.scale).astype(np.float32)
            first_outlines.append(Outline(box, detection.score, back_share=0.0))
        outlines = detect_at_scale(
            network=self.detector,
            photo=photo,
            outlines=first_outlines,
            settings=self.settings,
            scale=scale,
        )
        if outlines is None:
            return None
        are_clear = all(detection.belief >= CLEAR for detection in detections)
        # Faint outlines are no sign of another tile.
        proposals = [outline for outline in outlines if self._is_proposal(outline)]
        if are_clear and show_same_tiles(first_outlines, proposals):
            return list(detections)
        return self._recognise(photo, outlines)

    def _is_proposal(self, outline: Outline) -> bool:
        """Whether the face in an outline is read wherever it lies. Otherwise it is faint."""
        return outline.score >= self.settings.proposal_score

    def _recognise(self, photo: Photo, outlines: Sequence[Outline]) -> list[Detection]:
        """Read the faces in outlines, drop unlikely tiles, and find tiles that were missed.

        Args:
            photo: the decoded photo.
            outlines: boxes in pixels of the photo's image, those of faint detections among them.

        Returns:
            The tiles as ``detect`` returns them.
        """
        proposals = []
        faint_outlines = []
        for outline in outlines:
            if self._is_proposal(outline):
                proposals.append(outline)
            else:
                faint_outlines.append(outline)
        # Faces are cut out of an image that shows them clearly.
        clear_photo = decode_larger(photo, _required_long_side(photo, proposals))
        zoom = photo.scale / clear_photo.scale

        def read_faces(outlines: Sequence[Outline]) -> list[Detection]:
            """Read the faces in outlines. All boxes stay in pixels of the photo's image."""
            enlarged = [replace(outline, box=outline.box * zoom) for outline in outlines]
            faces = rectified_faces(clear_photo.image, enlarged)
            return classify_crops(self.classifier, faces, outlines, self.calibration)

        detections = recognise_blanks(read_faces(proposals), self.calibration)
        detections = self.select_tiles(detections)
        detections = repair_truncated(detections, read_faces)
        detections = fill_holes(
            detections,
            read_faces,
            weights=self.calibration.holes,
            least_score=self.settings.min_score,
        )
        dragons = find_faint_dragons(detections, faint_outlines, read_faces, self.calibration)
        detections = [*detections, *self.select_tiles(dragons)]
        detections = self.read_modern_set(detections, clear_photo.image, zoom)
        # Boxes are from here on in pixels of the whole photo. If they are already, the detections
        # stay, because copies would have to measure their sizes again.
        tiles = detections
        if photo.scale != 1:
            tiles = []
            for detection in detections:
                box = (detection.box * photo.scale).astype(np.float32)
                tiles.append(replace(detection, box=box))
        if self.tile_set is None:
            return tiles
        return apply_set(describe_examples(self.tile_set, self.classifier), tiles)

    def read_modern_set(
        self, detections: list[Detection], image: NDArray[np.uint8], zoom: float = 1.0
    ) -> list[Detection]:
        """Read the faces anew if a photo shows a modern set, whose faces have numerals.

        Args:
            detections: the tiles of the photo, with their crops.
            image: ``(h, w, 3)`` uint8 RGB: the photo, large enough for its faces to be read.
            zoom: pixels of ``image`` for each pixel in which the boxes of the detections are.

        Returns:
            The tiles in the same order. They are unchanged if no modern set is seen, if no face is
            unsure, and without networks for modern sets.
        """
        weights = self.calibration.numerals
        if not weights or not has_unsure_face(detections):
            return detections
        enlarged_boxes = [(detection.box * zoom).astype(np.float32) for detection in detections]
        faces = [rectify(image, box, NUMERAL_FACE_SIZE) for box in enlarged_boxes]
        numerals = read_numerals(self.index_network, np.stack(faces))
        if not are_numerals_common(detections, numerals):
            return detections
        numerals = read_numerals_closely(self.index_network, np.stack(faces))
        letter_odds = read_letters(self.letter_network, np.stack(faces))
        return read_by_numerals(detections, numerals, letter_odds, self.modern_classifier, weights)

    def select_tiles(self, detections: Sequence[Detection]) -> list[Detection]:
        """Select the detections that may be tiles, highest score first.

        Of two detections whose IoU is above ``max_iou``, only that with the higher score stays.
        """
        likely_tiles = [
            detection
            for detection in detections
            if detection.score >= self.settings.min_score and detection.belief >= _MIN_BELIEF
        ]
        if not likely_tiles:
            return []
        boxes = np.stack([detection.box for detection in likely_tiles])
        scores = np.array([detection.score for detection in likely_tiles], np.float32)
        indices = suppress_overlaps(boxes, scores, self.settings.max_iou)
        return [likely_tiles[index] for index in indices]


def _required_long_side(photo: Photo, outlines: Sequence[Outline]) -> int:
    """Compute how many pixels the long side of the photo's image needs for the faces to be read.

    Args:
        photo: the decoded photo.
        outlines: the outlines of its tiles, boxes in pixels of the photo's image.

    Returns:
        The number of pixels. 0 if the image has enough, or if the photo has no more.
    """
    has_larger_image = photo.detail > 1
    if not has_larger_image or not outlines:
        return 0
    # The widths of the tiles in pixels of the image.
    widths: list[np.floating[Any]] = []
    for outline in outlines:
        top_edge = np.linalg.norm(outline.box[1] - outline.box[0])
        side_edge = np.linalg.norm(outline.box[2] - outline.box[1])
        widths.append(min(top_edge, side_edge))
    width = float(np.median(widths))
    if width >= _NARROW_PX:
        return 0
    enlargement = FACE_SIZE / max(width, 1.0)
    long_side: float = max(photo.image.shape) * enlargement
    return round(long_side)
