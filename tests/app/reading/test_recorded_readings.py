"""Recorded detections of real photos are read as the hand that a person reads in the photo."""

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
    """Each recording. Those with a known failure must fail."""
    params = []
    for name, record in RECORDED.items():
        marks = []
        if "known_failure" in record:
            marks.append(pytest.mark.xfail(reason=record["known_failure"], strict=True))
        params.append(pytest.param(record, id=name, marks=marks))
    return params


@pytest.mark.parametrize("record", cases())
def test_a_recorded_photo_is_read_as_a_person_reads_it(record: dict[str, Any]) -> None:
    assert read(record).text == record["hand"], record["seen"]


def test_there_are_enough_photos_and_few_known_failures() -> None:
    assert len(RECORDED) >= 40
    assert sum("known_failure" in record for record in RECORDED.values()) <= 6


@pytest.mark.parametrize("name", RECORDED)
def test_a_legal_hand_has_no_problems(name: str) -> None:
    reading = read(RECORDED[name])
    if reading.is_legal and reading.hand.winning:
        assert find_problems(reading.hand) == ()


@pytest.mark.parametrize(("name", "record"), RECORDED.items())
def test_recordings_are_complete(name: str, record: dict[str, Any]) -> None:
    assert name_of(record["photo"]) == f"{name}.json"
    assert Hand.from_text(record["hand"])
    for tile in record["tiles"]:
        assert len(tile["box"]) == 8
        assert len(tile["faces"]) == KEPT_FACES


def test_records_hold_every_detection() -> None:
    record = next(iter(RECORDED.values()))["tiles"][0]
    assert to_record(from_record(record)) == record
