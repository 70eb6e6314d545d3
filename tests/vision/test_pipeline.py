"""The pipeline of a batch reads what the reader of one photo reads."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from hu.vision.detection import Detection
from hu.vision.photo import Photo, read_photo
from hu.vision.pipeline import Pipeline, shrunk
from hu.vision.reader import Reader

SAMPLE = Path(__file__).parents[2] / "datasets" / "samples" / "images" / "hand.jpg"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(threads=1)


def _tiles(detections: list[Detection]) -> list[str]:
    return sorted(one.tile for one in detections)


def test_several_photos_are_read_as_one_is(reader: Reader) -> None:
    photo = read_photo(SAMPLE)
    turned = replace(photo, image=np.ascontiguousarray(photo.image[::-1, ::-1]))

    def sharper(place: int, wanted: int) -> Photo:
        raise AssertionError((place, wanted))

    both = Pipeline(reader).detect_all([photo, turned], sharper)
    assert [_tiles(one) for one in both] == [_tiles(reader.detect(photo)), _tiles(reader.detect(turned))]
    assert Pipeline(reader).detect_all([], sharper) == []


def test_a_photo_decoded_small_is_decoded_once_more_for_its_faces(reader: Reader) -> None:
    photo = read_photo(SAMPLE)
    large = cv2.resize(photo.image, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    height, width = large.shape[:2]
    whole = Photo(photo.name, np.asarray(large, dtype=np.uint8), (width, height))
    asked = []

    def sharper(place: int, wanted: int) -> Photo:
        asked.append((place, wanted))
        return whole

    small = shrunk(whole, 640)
    assert small.scale > 1
    (found,) = Pipeline(reader).detect_all([small], sharper)
    assert _tiles(found) == _tiles(reader.detect(photo))
    assert len(asked) == 1
    centers = np.array([one.center for one in found])
    assert (centers >= 0).all()
    assert (centers <= [width, height]).all()


def test_a_photo_is_looked_at_anew_as_the_reader_of_one_photo_does(reader: Reader) -> None:
    photo = read_photo(SAMPLE)
    known = reader.detect(photo)

    def sharper(wanted: int) -> Photo:
        raise AssertionError(wanted)

    looks = list(Pipeline(reader).detect_anew(photo, known, sharper))
    assert [_tiles(one) for one in looks] == [_tiles(one) for one in reader.detect_anew(photo, known)]
    assert [_tiles(one) for one in looks] == [_tiles(known)] * 2
