"""Answers of ``hu hands`` as dictionaries, as a program that reads the JSON has them."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from hu.app.commands import hands
from hu.app.records import requests
from hu.app.records.schema import record_to_json
from hu.scoring.rule_set.house import HouseRules


def answer_request(request: Mapping[str, object], *, explain: bool = False) -> dict[str, Any]:
    """Answer a request, without the version of the record."""
    record = requests.answer_request(request, explain=explain)
    answer: dict[str, Any] = json.loads(record_to_json(record))
    del answer["schema"]
    return answer


def answer_lines(
    stream: BinaryIO, *, explain: bool = False, house: HouseRules | None = None
) -> Iterator[dict[str, Any]]:
    """Answer JSON Lines one by one, without the versions of the records."""
    for record in hands.answer_lines(stream, explain=explain, house=house):
        answer: dict[str, Any] = json.loads(record_to_json(record))
        del answer["schema"]
        yield answer
