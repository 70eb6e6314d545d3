"""The documents hold the JSON Schema of each record, as msgspec makes it."""

import json
from pathlib import Path

import pytest
from msgspec import Struct

from hu.app.records.reading import Reading
from hu.app.records.rule_sets import RuleSetRecord
from hu.app.records.schema import json_schema
from hu.app.records.scores import AnswerRecord, ScoreRecord
from hu.app.records.waits import WaitsRecord

SCHEMAS = Path(__file__).parents[3] / "docs" / "schema"
RECORDS: dict[str, type[Struct]] = {
    "reading": Reading,
    "score": ScoreRecord,
    "waits": WaitsRecord,
    "rules": RuleSetRecord,
}


def schema_text(record: type[Struct]) -> str:
    return json.dumps(json_schema(record), indent=2, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("name", RECORDS)
def test_the_documents_hold_the_schema(name: str) -> None:
    file = SCHEMAS / f"{name}.json"
    # To renew it: write what the assertion shows on the left.
    assert schema_text(RECORDS[name]) == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", RECORDS)
def test_every_field_is_described(name: str) -> None:
    inherited = f"{AnswerRecord.__doc__}"
    for title, definition in json_schema(RECORDS[name])["$defs"].items():
        described = definition["description"] + inherited
        for field in definition.get("properties", {}):
            # A field whose key is no name in Python gives its key in quotes.
            is_described = f"{field.replace('-', '_')}:" in described or f"``{field}``" in described
            assert is_described, (title, field)
