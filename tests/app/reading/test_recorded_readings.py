"""Recorded detections of real photos are read as the hand that a person reads in the photo."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hu.app.reading.model import HandReading
from hu.app.reading.read import read_hand
from hu.scoring.hand import Hand
from hu.scoring.problems import find_problems
from measuring.record_reading import name_of
from measuring.recorded import KEPT_FACES, from_record, to_record
from tests.app.reading.described import reading_text
from tests.expected import Expected

EXPECTED = Expected(Path(__file__).with_name("recorded_readings.md"))
FOLDER = Path(__file__).parent / "fixtures" / "readings"
RECORDED = {
    path.stem: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))
}


@cache
def read(name: str) -> HandReading:
    record = RECORDED[name]
    detections = [from_record(tile) for tile in record["tiles"]]
    return read_hand(detections, record["rules"])


def cases() -> list[Any]:
    """Each recording. Those with a known failure must fail."""
    params = []
    for name, record in RECORDED.items():
        marks = []
        if "known_failure" in record:
            marks.append(pytest.mark.xfail(reason=record["known_failure"], strict=True))
        params.append(pytest.param(name, id=name, marks=marks))
    return params


@pytest.mark.parametrize("name", cases())
def test_a_recorded_photo_is_read_as_a_person_reads_it(name: str) -> None:
    record = RECORDED[name]
    assert read(name).text == record["hand"], record["seen"]


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_photo_is_read_for_the_same_reasons(name: str) -> None:
    EXPECTED.check(name, reading_text(read(name), RECORDED[name]["rules"]))


def test_the_file_has_these_readings() -> None:
    EXPECTED.check_names(list(RECORDED))


def test_there_are_enough_photos_and_few_known_failures() -> None:
    assert len(RECORDED) >= 40
    assert sum("known_failure" in record for record in RECORDED.values()) <= 6


@pytest.mark.parametrize("name", RECORDED)
def test_a_legal_hand_has_no_problems(name: str) -> None:
    reading = read(name)
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
