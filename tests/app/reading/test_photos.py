"""A photo is read the same alone, in a list of photos, by a batch and by the page."""

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from hu.app.batch.plan import Task
from hu.app.batch.rows import row_from_line
from hu.app.batch.settings import make_settings
from hu.app.batch.worker import PhotoWorker
from hu.app.page.draft.editing.hand import EditedHand
from hu.app.page.photos.photo import read_upload
from hu.app.page.photos.reader import network_reader
from hu.app.reading.answers import (
    NotIndicatorsError,
    find_indicators,
    parse_photos,
    photos_in,
)
from hu.app.reading.model import HandReading, PhotoReading, UnreadPhoto
from hu.app.reading.read import read_hand, read_photo, read_photos
from hu.app.reading.to_record import doubt_records, tile_records
from hu.scoring.errors import InputError
from hu.scoring.rule_set.registry import rule_set
from hu.vision.reader import Reader
from tests.laid_tables import laid, photographed

SAMPLE = Path(__file__).parents[3] / "datasets" / "samples" / "images" / "hand.jpg"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(threads=1)


def _enlarged(path: Path, factor: int, kind: str, folder: Path) -> Path:
    """Save a copy of a photo that is a number of times as wide and as high.

    Args:
        path: the photo.
        factor: how many times as wide.
        kind: the file format, such as ``JPEG``.
        folder: the folder of the copy.
    """
    with Image.open(path, formats=("JPEG",)) as picture:
        large = picture.resize(
            (picture.width * factor, picture.height * factor), Image.Resampling.BICUBIC
        )
    target = folder / f"{path.stem}-{factor}.{kind.lower()}"
    large.save(target, kind)
    return target


def _by_batch(photos: Sequence[Path], folder: Path) -> list[tuple[object, ...]]:
    """The rows of a batch, with the parts of a reading alone."""
    worker = PhotoWorker(make_settings(folder, overlays=False))
    rows: list[tuple[object, ...]] = []
    for number, path in enumerate(photos):
        outcome = worker.read(Task(number, path.name, str(path), "zung-jung", {}))
        row = row_from_line(outcome.line)
        assert row is not None
        rows.append((row.hand, row.tiles, row.doubts))
    return rows


def _parts_of(reading: HandReading) -> tuple[object, ...]:
    """The parts of a reading that are the same at every door."""
    return reading.text, tile_records(reading.tiles), doubt_records(reading)


def _compare(photos: Sequence[Path], reader: Reader, folder: Path) -> None:
    """Check that photos are read the same alone, in a list, by a batch and by the page."""
    readings = [read_photo(path, reader).reading for path in photos]
    alone = [_parts_of(reading) for reading in readings]

    # In a list, last photo first.
    in_a_list = []
    for photo_reading in read_photos(reversed(photos), reader):
        assert isinstance(photo_reading, PhotoReading)
        in_a_list.append(_parts_of(photo_reading.reading))
    in_a_list.reverse()
    assert in_a_list == alone

    assert _by_batch(photos, folder) == alone

    page_reader = network_reader()
    for path, reading in zip(photos, readings, strict=True):
        hand = read_upload(page_reader, path.read_bytes(), path.name, "zung-jung").hand
        assert _faces(hand) == {tile.index + 1: tile.tile for tile in reading.tiles}


def _faces(hand: EditedHand) -> dict[int, str]:
    """The editor's tiles by their numbers, which are those of their detections, from 1."""
    return {tile.id: tile.face for group in hand.groups for tile in group.tiles}


def test_a_photo_is_read_the_same_everywhere(reader: Reader, tmp_path: Path) -> None:
    large = [_enlarged(SAMPLE, 2, kind, tmp_path) for kind in ("JPEG", "PNG")]
    _compare([SAMPLE, *large], reader, tmp_path)


@pytest.mark.long
def test_photos_of_people_are_read_the_same_everywhere(
    reader: Reader, shared: Path, tmp_path: Path
) -> None:
    photos = sorted((shared / "photos" / "val" / "images").glob("*.jpg"))[::15]
    large = [_enlarged(path, 5, "JPEG", tmp_path) for path in photos[:2]]
    assert len(photos) >= 11
    _compare([*photos, *large], reader, tmp_path)


def test_a_photo_that_cannot_be_read_has_a_reason_and_the_others_are_read(
    reader: Reader, tmp_path: Path
) -> None:
    (tmp_path / "empty.jpg").touch()
    first, second = read_photos([tmp_path / "empty.jpg", SAMPLE], reader)
    assert isinstance(first, UnreadPhoto)
    assert str(first.error).startswith("empty.jpg: the file is empty")
    assert isinstance(second, PhotoReading)
    assert str(second.reading.text) == "234567m 13p 55s [777z] 1f +2p"


def test_an_unknown_rule_set_is_named(reader: Reader) -> None:
    with pytest.raises(InputError, match="unknown rule set 'poker'"):
        read_photo(SAMPLE, reader, "poker")


def test_a_photo_read_at_reduced_size_is_decoded_again_for_narrow_faces(reader: Reader) -> None:
    with Image.open(SAMPLE, formats=("JPEG",)) as picture:
        wide = Image.new("RGB", (6400, 4800), (60, 110, 70))
        wide.paste(picture, (2400, 1800))
    content = io.BytesIO()
    wide.save(content, "JPEG", quality=95)
    reading = read_photo(content.getvalue(), reader, name="far.jpg")
    assert reading.photo.size == (6400, 4800)
    assert reading.photo.image.shape == (1200, 1600, 3)
    assert not reading.photo.can_be_larger
    sample_faces = [tile.tile for tile in read_photo(SAMPLE, reader).tiles]
    assert sorted(tile.tile for tile in reading.tiles) == sorted(sample_faces)
    centers = np.array([tile.laid.detection.center for tile in reading.tiles])
    assert (centers > [2400, 1800]).all()
    assert (centers < [4000, 3000]).all()


def test_photos_are_found_among_the_parts_of_answers() -> None:
    answers = {"dora": ["4s", "dora.jpg"], "others": ["E = east.jpg", "S=123m 55p"]}
    assert photos_in(answers) == {"dora.jpg", "east.jpg"}


def test_backs_flowers_and_seasons_are_no_indicators() -> None:
    assert find_indicators(["back", "4s", "1f", "9m", "back", "3g"], 5) == ("4s", "9m")


def test_photos_in_answers_are_replaced_by_their_tiles() -> None:
    def read(name: str) -> HandReading:
        text = {"dora.jpg": "4s", "east.jpg": "1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 6z 6z"}[name]
        return read_hand(photographed(laid(text)), "riichi")

    answers = {
        "win": ["self-draw"],
        "dora_indicators": ["9m", "dora.jpg"],
        "others": ["E=east.jpg", "W=19m 19p 19s 1234567z"],
    }
    assert parse_photos(answers, rule_set("riichi"), read) == {
        "win": ["self-draw"],
        "dora_indicators": ["9m", "4s"],
        "others": ["E=123m 555p 789s 2266z", "W=19m 19p 19s 1234567z"],
    }


def test_as_many_indicators_as_there_can_be_are_taken() -> None:
    assert find_indicators(["4s"] * 5, 5) == ("4s",) * 5


@pytest.mark.parametrize(
    ("faces", "message"),
    [
        ([], "shows no tile face up"),
        (["back"] * 5, "shows no tile face up"),
        (["1m"] * 6, "shows 6 tiles face up, and there are at most 5 indicators"),
    ],
)
def test_a_photo_of_something_else_is_refused(faces: list[str], message: str) -> None:
    with pytest.raises(NotIndicatorsError, match=message):
        find_indicators(faces, 5)
