"""Why a tile is hard to read, and what to do about it."""

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


def seen(photo: Photo, scale: float = 1.0) -> list[str]:
    return [flaw for detection in detections(scale) for flaw in flaws(photo, detection)]


def test_a_good_photo_has_no_flaw(photo: Photo) -> None:
    assert seen(photo) == []


def test_a_photo_decoded_at_half_its_size_has_no_flaw_either(photo: Photo) -> None:
    half = np.ascontiguousarray(photo.image[::2, ::2])
    assert seen(replace(photo, image=half)) == []


def test_blur_is_seen(photo: Photo) -> None:
    blurred = cv2.GaussianBlur(photo.image, (0, 0), 6).astype(np.uint8)
    assert set(seen(replace(photo, image=blurred))) == {"blurred"}


def test_small_tiles_are_seen(photo: Photo) -> None:
    little = cv2.resize(photo.image, None, fx=0.12, fy=0.12, interpolation=cv2.INTER_AREA).astype(
        np.uint8
    )
    assert set(seen(Photo("x", little, (little.shape[1], little.shape[0])), 0.12)) == {"small"}


def test_glare_is_seen(photo: Photo) -> None:
    burnt = photo.image.copy()
    left, top = detections()[1].box.min(axis=0).astype(int) - 4
    right, bottom = detections()[1].box.max(axis=0).astype(int) + 4
    burnt[top : top + (bottom - top) * 3 // 4, left:right] = 255
    assert "glare" in seen(replace(photo, image=burnt))


def test_a_tile_at_the_edge_is_cut_off(photo: Photo) -> None:
    left = int(detections()[0].box[:, 0].min()) + 10
    part = np.ascontiguousarray(photo.image[:, left:])
    shifted = [replace(one, box=one.box - np.array([left, 0], np.float32)) for one in detections()]
    cut = Photo("x", part, (part.shape[1], part.shape[0]))
    assert [flaw for one in shifted for flaw in flaws(cut, one)] == ["cut"]


def test_advice_says_how_many_and_what_to_do() -> None:
    assert (
        Advice("small", (1, 2)).text
        == "2 tiles are small in the photo: go closer until the hand fills the picture"
    )
    assert (
        Advice("cut", (4,)).text
        == "1 tile is cut off by the photo's edge: keep the whole hand inside the picture"
    )
    assert (
        Advice("glare", (4,)).text
        == "light is reflected on 1 tile: move the lamp or tilt the phone a little"
    )
    for language in LANGUAGES:
        assert all(texts(language)(f"retake.{flaw}", count=2) for flaw in ADVICE)
