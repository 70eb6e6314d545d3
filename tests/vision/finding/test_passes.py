"""Turned and small tiles are detected in a fine pass, upright and larger."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.finding.passes import (
    detect_at_scale,
    detect_in_passes,
    fine_pass,
    show_same_tiles,
)
from hu.vision.finding.views import fine_view, view_around
from hu.vision.geometry import box_around
from hu.vision.networks.detector import DetectorSettings, Outline
from hu.vision.photo.decoding import Photo
from hu.vision.reader import Reader

SETTINGS = DetectorSettings()


class _UprightDetector:
    """A detector that finds upright white tiles of about 30 x 40 pixels, and nothing else."""

    def run(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        white = (batch[0].min(axis=0) > 0.9).astype(np.uint8)
        _, _, stats, centers = cv2.connectedComponentsWithStats(white)
        columns = []
        # The first component is the background.
        for (_, _, width, height, area), (x, y) in zip(stats[1:], centers[1:], strict=True):
            is_tile_size = abs(width - 30) < 6 and abs(height - 40) < 6
            is_upright = area > 0.9 * width * height
            if is_tile_size and is_upright:
                columns.append((x, y, width, height, 0.9, 0.0, 0.0))
        return np.array(columns, dtype=np.float32).reshape(-1, 7).T[None]


def _hand(angle: float, width: float, side: int) -> tuple[NDArray[np.uint8], list[Outline]]:
    """Draw six white tiles in a row on a black picture, with gaps.

    Args:
        angle: how far the row is turned clockwise, in degrees.
        width: the width of a tile in pixels.
        side: the width and height of the picture in pixels.

    Returns:
        The picture, and the outline of each tile.
    """
    image = np.zeros((side, side, 3), dtype=np.uint8)
    turn = np.radians(angle)
    right = np.array([np.cos(turn), np.sin(turn)])
    down = np.array([-np.sin(turn), np.cos(turn)])
    outlines = []
    for place in range(6):
        middle = np.array([side / 2, side / 2]) + right * (place - 2.5) * width * 1.3
        box = box_around(middle, right * width / 2, down * width * 2 / 3)
        cv2.fillConvexPoly(image, box.round().astype(np.int32), (255, 255, 255))
        outlines.append(Outline(box, 0.5, 0.0))
    return image, outlines


def _middles(outlines: Sequence[Outline]) -> list[tuple[float, float]]:
    """The middles of outlines in pixels, from left to right."""
    middles = []
    for outline in outlines:
        x, y = outline.box.mean(axis=0).tolist()
        middles.append((x, y))
    return sorted(middles)


@pytest.mark.parametrize("angle", [20, -35, 44, -60, 85])
def test_turned_tiles_stand_upright_in_the_view(angle: float) -> None:
    image, first = _hand(angle, 30, 640)
    view = fine_view(first, (640, 640), 1.0, SETTINGS)
    assert view is not None
    fine = fine_pass(_UprightDetector(), image, view, SETTINGS)  # type: ignore[arg-type]
    assert fine.is_trusted(first, SETTINGS)
    assert [outline.score for outline in fine.outlines] == pytest.approx([0.9] * 6)
    assert np.allclose(_middles(fine.outlines), _middles(first), atol=2)


def test_small_tiles_are_not_enlarged_beyond_the_pixels_of_the_photo() -> None:
    image, first = _hand(0, 30, 1920)
    view = fine_view(first, (1920, 1920), 1.0, SETTINGS)
    assert view is not None
    assert view.zoom == pytest.approx(1.0)
    fine = fine_pass(_UprightDetector(), image, view, SETTINGS)  # type: ignore[arg-type]
    assert len(fine.outlines) == 6


def test_small_tiles_are_enlarged_if_the_photo_has_more_pixels_than_the_picture() -> None:
    sharp_image, outlines = _hand(0, 30, 1920)
    # The outlines in a picture of a third of the photo's size.
    first = [replace(outline, box=(outline.box / 3).astype(np.float32)) for outline in outlines]
    assert fine_view(first, (640, 640), 1.0, SETTINGS) is None
    view = fine_view(first, (640, 640), 3.0, SETTINGS)
    assert view is not None
    fine = fine_pass(_UprightDetector(), sharp_image, view, SETTINGS)  # type: ignore[arg-type]
    assert np.allclose(_middles(fine.outlines), _middles(first), atol=1)


def test_upright_tiles_have_no_fine_pass() -> None:
    _, upright = _hand(4, 40, 640)
    assert fine_view(upright, (640, 640), 1.0, SETTINGS) is None


def test_two_tiles_have_no_fine_pass() -> None:
    _, turned = _hand(30, 40, 640)
    assert fine_view(turned[:2], (640, 640), 1.0, SETTINGS) is None


def test_a_heap_of_tiles_turned_in_many_ways_has_no_fine_pass() -> None:
    heap: list[Outline] = []
    for angle in (10, 32, 55, 78):
        _, outlines = _hand(angle, 40, 640)
        heap.extend(outlines)
    assert fine_view(heap, (640, 640), 1.0, SETTINGS) is None


def test_a_fine_pass_that_detects_nothing_is_not_trusted() -> None:
    image, first = _hand(30, 30, 640)
    view = fine_view(first, (640, 640), 1.0, SETTINGS)
    assert view is not None
    black = np.zeros_like(image)
    fine = fine_pass(_UprightDetector(), black, view, SETTINGS)  # type: ignore[arg-type]
    assert not fine.is_trusted(first, SETTINGS)


def test_a_fine_pass_that_detects_a_tile_in_its_margin_is_not_complete() -> None:
    image, first = _hand(30, 30, 640)
    view = fine_view(first, (640, 640), 1.0, SETTINGS)
    assert view is not None
    assert fine_pass(_UprightDetector(), image, view, SETTINGS).is_complete  # type: ignore[arg-type]
    # The last tile was overlooked before. It is in the margin of the view, so there may be more.
    narrow_view = view_around(first[:5], (640, 640), 1.0, SETTINGS)
    assert narrow_view is not None
    fine = fine_pass(_UprightDetector(), image, narrow_view, SETTINGS)  # type: ignore[arg-type]
    assert len(fine.outlines) == 6
    assert not fine.is_complete


class _MeasuringDetector(_UprightDetector):
    """The same detector, which notes the height and width of each picture in ``sizes``."""

    def __init__(self) -> None:
        self.sizes: list[tuple[int, ...]] = []

    def run(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        self.sizes.append(batch.shape[2:])
        return super().run(batch)


def test_a_coarse_pass_without_detections_is_followed_by_a_full_one() -> None:
    image, truth = _hand(0, 30, 640)
    detector = _MeasuringDetector()
    outlines = detect_in_passes(detector, Photo.of(image), SETTINGS)  # type: ignore[arg-type]
    assert detector.sizes == [(320, 320), (640, 640)]
    assert np.allclose(_middles(outlines), _middles(truth), atol=1)


def test_a_coarse_pass_is_enough_to_detect_the_tiles_in_few_pixels() -> None:
    image, truth = _hand(0, 60, 640)
    detector = _MeasuringDetector()
    assert len(detect_in_passes(detector, Photo.of(image), SETTINGS)) == len(truth)  # type: ignore[arg-type]
    assert detector.sizes[0] == (320, 320)
    assert np.prod(detector.sizes[1]) < 320 * 320


class _CoarseDetector(_MeasuringDetector):
    """Finds white rectangles of any size and turn in the first picture, then as before."""

    def run(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        if self.sizes:
            return super().run(batch)
        self.sizes.append(batch.shape[2:])
        white = np.asarray((batch[0].min(axis=0) > 0.5) * 255, dtype=np.uint8)
        contours, _ = cv2.findContours(white, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        columns = []
        for contour in contours:
            middle, sides, angle = cv2.minAreaRect(contour)
            columns.append((*middle, *sides, 0.9, 0.0, np.radians(angle)))
        return np.array(columns, dtype=np.float32).reshape(-1, 7).T[None]


def test_turned_tiles_of_a_coarse_pass_are_detected_upright_in_few_pixels() -> None:
    image, truth = _hand(0, 80, 1280)
    turned = cv2.warpAffine(image, cv2.getRotationMatrix2D((640, 640), 40, 1), (1280, 1280))
    detector = _CoarseDetector()
    photo = Photo.of(np.asarray(turned, dtype=np.uint8))
    outlines = detect_in_passes(detector, photo, SETTINGS)  # type: ignore[arg-type]
    assert len(outlines) == len(truth)
    assert detector.sizes[0] == (320, 320)
    assert np.prod(detector.sizes[1]) < 320 * 320


def test_narrow_tiles_of_a_coarse_pass_need_a_pass_over_the_whole_photo() -> None:
    # Tiles of 34 pixels have 17 pixels in the coarse pass, those of 30 pixels have 15.
    wide_enough, _ = _hand(0, 34, 640)
    detector = _CoarseDetector()
    detect_in_passes(detector, Photo.of(wide_enough), SETTINGS)  # type: ignore[arg-type]
    assert len(detector.sizes) == 2
    assert np.prod(detector.sizes[1]) < 320 * 320
    narrow, _ = _hand(0, 30, 640)
    detector = _CoarseDetector()
    detect_in_passes(detector, Photo.of(narrow), SETTINGS)  # type: ignore[arg-type]
    assert detector.sizes == [(320, 320), (640, 640)]


class _FileOf:
    """A photo's file that always decodes to the same image."""

    def __init__(self, image: NDArray[np.uint8]) -> None:
        self._image = image

    def image_of(self, _: int) -> NDArray[np.uint8]:
        return self._image


def test_retries_show_the_tiles_larger_and_smaller() -> None:
    image, first = _hand(0, 32, 640)
    detector = _MeasuringDetector()
    file = _FileOf(image)
    sharp = replace(Photo.of(image), size=(1280, 1280), file=file)  # type: ignore[arg-type]
    assert SETTINGS.retry_scales == (1.25, 0.85)
    for scale in SETTINGS.retry_scales:
        assert detect_at_scale(detector, sharp, first, SETTINGS, scale) is not None  # type: ignore[arg-type]
    larger, smaller = detector.sizes
    assert larger[0] * larger[1] > 1.5 * smaller[0] * smaller[1]
    too_few = detect_at_scale(detector, Photo.of(image), first[:2], SETTINGS, 1.25)  # type: ignore[arg-type]
    assert too_few is None


def _shifted(outline: Outline, right: float, down: float) -> Outline:
    """An outline moved to the right and down, in pixels."""
    return replace(outline, box=outline.box + np.array([right, down], dtype=np.float32))


def test_a_look_shows_the_same_tiles_if_each_outline_is_near_one_of_the_first() -> None:
    _, first = _hand(0, 30, 640)
    nearly = [_shifted(outline, 1, -2) for outline in reversed(first)]
    assert show_same_tiles(first, nearly)
    # Two outlines of one tile show no other tile.
    assert show_same_tiles(first, [*nearly, first[2]])


def test_a_look_with_a_tile_more_or_less_does_not_show_the_same_tiles() -> None:
    _, first = _hand(0, 30, 640)
    beyond = _shifted(first[-1], 39, 0)
    assert not show_same_tiles(first, [*first, beyond])
    assert not show_same_tiles(first, first[1:])
    box = first[0].box
    lower_corners = (box[[1, 0]] + box[[2, 3]]) / 2
    upper_half = replace(first[0], box=np.concatenate([box[:2], lower_corners]))
    assert not show_same_tiles(first, [upper_half, *first[1:]])
    assert not show_same_tiles(first, [])


def _detection(outline: Outline, probability: float) -> Detection:
    """A tile that is a 1m with this probability."""
    share_of_others = (1 - probability) / (len(CLASSES) - 1)
    probabilities = np.full(len(CLASSES), share_of_others, dtype=np.float32)
    probabilities[0] = probability
    return Detection(outline.box, score=1.0, probabilities=probabilities)


class _ReadsFacesError(Exception):
    """Faces were read."""


class _NoFaces:
    """A classifier that is not to be asked."""

    def run_all(self, batch: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        raise _ReadsFacesError(len(batch))


def test_faces_are_not_read_again_if_another_scale_shows_the_same_clear_tiles() -> None:
    image, outlines = _hand(0, 30, 640)
    photo = Photo.of(image)
    reader = Reader()
    # The networks of a reader are loaded when they are needed first.
    vars(reader)["detector"] = _UprightDetector()
    vars(reader)["classifier"] = _NoFaces()
    clear = [_detection(outline, 0.9) for outline in outlines]
    assert reader.detect_at_scale(photo, clear, 1.0) == clear
    unclear = [*clear[1:], _detection(outlines[0], 0.7)]
    with pytest.raises(_ReadsFacesError, match="6"):
        reader.detect_at_scale(photo, unclear, 1.0)
    with pytest.raises(_ReadsFacesError, match="6"):
        reader.detect_at_scale(photo, clear[1:], 1.0)
