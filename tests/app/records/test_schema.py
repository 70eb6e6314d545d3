"""Records are read back strictly: one line names the place and what was expected."""

import json
from typing import Any

import pytest

from hu.app.records.reading import Reading
from hu.app.records.schema import (
    SCHEMA_VERSION,
    json_schema,
    record_from_json,
    record_to_json,
)
from hu.scoring.errors import InputError

_TILE: dict[str, Any] = {
    "tile": "7z",
    "confidence": 0.97,
    "alternatives": [["6z", 0.02]],
    "box": [[1, 2], [3, 2], [3, 5], [1, 5]],
    "row": 0,
    "group": 1,
    "sideways": False,
    "role": "meld",
    "inferred": False,
}
_DOUBT: dict[str, Any] = {
    "id": "unclear-face",
    "tile": 0,
    "why": "7z?",
    "about": "face",
    "parameters": {"faces": ["7z", "6z"]},
}
_WHY: dict[str, Any] = {
    "groups": [
        {
            "tiles": [0],
            "kind": "claimed",
            "evidence": [{"id": "gap", "log_odds": 2.5, "parameters": {"tile_widths": 0.9}}],
        }
    ],
    "left_out": [{"tile": 0, "reason": {"id": "stray"}}],
    "candidates": [{"hand": "7z", "cost": 1.5, "terms": [{"id": "count", "log_odds": 1.5}]}],
}
_READING: dict[str, Any] = {
    "schema": SCHEMA_VERSION,
    "photo": "hand.jpg",
    "size": [640, 480],
    "hand": "7z",
    "tiles": [_TILE],
    "doubts": [_DOUBT],
    "seconds": 0.2,
    "why": _WHY,
}


def test_a_reading_round_trips_through_json() -> None:
    reading = record_from_json(json.dumps(_READING), Reading)
    assert reading.tiles[0].box[2] == (3.0, 5.0)
    assert record_from_json(record_to_json(reading), Reading) == reading
    assert json.loads(record_to_json(reading)) == _READING


def test_a_name_that_is_no_text_round_trips() -> None:
    reading = record_from_json(json.dumps(_READING | {"photo": "a\udcff.jpg"}), Reading)
    assert record_from_json(record_to_json(reading), Reading).photo == "a\udcff.jpg"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"schema": SCHEMA_VERSION + 1},
            "schema: version 4 is newer than 3",
        ),
        ({"schema": "2"}, 'schema: expected a whole number from 1, got "2"'),
        ({"photo": 7}, "Expected 'str', got 'int' - at '$.photo'"),
        ({"size": [640]}, "Expected 'array' of length 2, got 1 - at '$.size'"),
        ({"hands": 1}, "Expected 'array | null', got 'int' - at '$.hands'"),
        ({"tile": []}, "tile: unknown key, did you mean 'tiles'?"),
        ({"tiles": [_TILE | {"role": "king"}]}, "Invalid enum value 'king' - at '$.tiles[0].role'"),
        ({"tiles": [_TILE | {"rows": 1}]}, "tiles[0].rows: unknown key, did you mean 'row'?"),
        ({"tiles": [3]}, "tiles[0]: expected an object"),
        ({"why": {"groups": [], "left_out": []}}, "why.candidates is missing: expected a list"),
    ],
)
def test_another_record_is_refused_in_one_line(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        record_from_json(json.dumps(_READING | changes), Reading)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", [key for key in _READING if key != "why"])
def test_a_missing_field_is_named_with_its_type(name: str) -> None:
    content = {key: value for key, value in _READING.items() if key != name}
    with pytest.raises(InputError, match=f"^{name} is missing: expected "):
        record_from_json(json.dumps(content), Reading)


@pytest.mark.parametrize("content", ["", "[]", "null", "{", "[" * 100_000, '"hand"'])
def test_no_record_at_all_is_refused_in_one_line(content: str) -> None:
    with pytest.raises(InputError) as caught:
        record_from_json(content, Reading)
    assert "\n" not in str(caught.value)


def test_the_schema_describes_every_field() -> None:
    definitions = json_schema(Reading)["$defs"]
    for name, definition in definitions.items():
        for field in definition["properties"]:
            assert f"{field}:" in definition["description"], (name, field)
