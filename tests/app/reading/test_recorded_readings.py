"""What the networks saw in real photos, laid out and decoded: the hand that a person reads in the photo comes out."""

import json
from pathlib import Path
from typing import Any

import pytest

from hu.app.reading.model import HandReading
from hu.app.reading.read import read_hand
from hu.scoring.hand import Hand
from hu.scoring.problems import find_problems
from measuring.record_reading import name_of
from measuring.recorded import KEPT_FACES, from_record, to_record

FOLDER = Path(__file__).parent / "fixtures" / "readings"
RECORDED = {
    path.stem: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))
}


def read(record: dict[str, Any]) -> HandReading:
    detections = [from_record(tile) for tile in record["tiles"]]
    return read_hand(detections, record["rules"])


def cases() -> list[Any]:
    """Each recording; known failures must fail as long as they are called so."""
    return [
        pytest.param(
            record, id=name, marks=[pytest.mark.xfail(reason=record["known_failure"], strict=True)]
        )
        if "known_failure" in record
        else pytest.param(record, id=name)
        for name, record in RECORDED.items()
    ]


@pytest.mark.parametrize("record", cases())
def test_a_recorded_photo_is_read_as_a_person_reads_it(record: dict[str, Any]) -> None:
    assert read(record).text == record["hand"], record["seen"]


def test_there_are_enough_photos_and_few_known_failures() -> None:
    assert len(RECORDED) >= 40
    assert sum("known_failure" in record for record in RECORDED.values()) <= 6


@pytest.mark.parametrize("name", RECORDED)
def test_a_hand_called_legal_is_one(name: str) -> None:
    reading = read(RECORDED[name])
    if reading.legal and reading.hand.winning:
        assert find_problems(reading.hand) == ()


@pytest.mark.parametrize(("name", "record"), RECORDED.items())
def test_recordings_are_whole(name: str, record: dict[str, Any]) -> None:
    assert name_of(record["photo"]) == f"{name}.json"
    assert Hand.from_text(record["hand"])
    assert all(
        len(tile["box"]) == 8 and len(tile["faces"]) == KEPT_FACES for tile in record["tiles"]
    )


def test_records_tell_what_was_detected() -> None:
    record = next(iter(RECORDED.values()))["tiles"][0]
    assert to_record(from_record(record)) == record
