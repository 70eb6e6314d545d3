"""Why a tile is hard to read, and what to do about it."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from hu.app.i18n import LANGUAGES, texts
from hu.app.reading.advice import ADVICE, Advice
from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.photo.decoding import Photo, decode_photo
from hu.vision.photo.quality import flaws
from tests.app.page.recorded import SAMPLE, recorded


@pytest.fixture(scope="module")
def photo() -> Photo:
    return decode_photo(SAMPLE)


def detections(scale: float = 1.0) -> list[Detection]:
    evenly = np.full(len(CLASSES), 1 / len(CLASSES), dtype=np.float32)
    boxes = [np.array(tile["box"], dtype=np.float32) * scale for tile in recorded()["tiles"]]
    return [Detection(box, 0.9, evenly) for box in boxes]


def all_flaws(photo: Photo, detections: Sequence[Detection]) -> list[str]:
    """The flaws of all tiles of a photo."""
    result: list[str] = []
    for detection in detections:
        result += flaws(photo, detection)
    return result


def test_a_good_photo_has_no_flaw(photo: Photo) -> None:
    assert all_flaws(photo, detections()) == []


def test_a_photo_decoded_at_half_its_size_has_no_flaw_either(photo: Photo) -> None:
    half = np.ascontiguousarray(photo.image[::2, ::2])
    assert all_flaws(replace(photo, image=half), detections()) == []


def test_blur_is_a_flaw(photo: Photo) -> None:
    blurred = cv2.GaussianBlur(photo.image, (0, 0), 6).astype(np.uint8)
    assert set(all_flaws(replace(photo, image=blurred), detections())) == {"blurred"}


def test_small_tiles_are_a_flaw(photo: Photo) -> None:
    scale = 0.12
    image = cv2.resize(photo.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    small_photo = Photo.of(image.astype(np.uint8))
    assert set(all_flaws(small_photo, detections(scale))) == {"small"}


def test_glare_is_a_flaw(photo: Photo) -> None:
    # The upper three quarters of a tile are white.
    image = photo.image.copy()
    left, top = detections()[1].box.min(axis=0).astype(int) - 4
    right, bottom = detections()[1].box.max(axis=0).astype(int) + 4
    image[top : top + (bottom - top) * 3 // 4, left:right] = 255
    assert "glare" in all_flaws(replace(photo, image=image), detections())


def test_a_tile_at_the_edge_is_cut_off(photo: Photo) -> None:
    left = int(detections()[0].box[:, 0].min()) + 10
    part = Photo.of(np.ascontiguousarray(photo.image[:, left:]))
    shift = np.array([left, 0], np.float32)
    shifted = [replace(tile, box=tile.box - shift) for tile in detections()]
    assert all_flaws(part, shifted) == ["cut"]


@pytest.mark.parametrize(
    ("advice", "text"),
    [
        (
            Advice("small", (1, 2)),
            "2 tiles are small in the photo: go closer until the hand fills the picture",
        ),
        (
            Advice("cut", (4,)),
            "1 tile is cut off by the photo's edge: keep the whole hand inside the picture",
        ),
        (
            Advice("glare", (4,)),
            "light is reflected on 1 tile: move the lamp or tilt the phone a little",
        ),
    ],
)
def test_advice_has_the_number_of_tiles_and_a_remedy(advice: Advice, text: str) -> None:
    assert advice.text == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_advice(language: str) -> None:
    for flaw in ADVICE:
        assert texts(language)(f"retake.{flaw}", count=2)
