"""Answers of ``hu hands`` as dictionaries, as a program that reads the JSON has them."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from hu.app.commands import hands
from hu.app.records import requests
from hu.app.records.schema import record_to_json
from hu.scoring.json_object import JsonObject
from hu.scoring.rule_set.house import HouseRules


def answer_request(request: Mapping[str, object], *, explain: bool = False) -> dict[str, Any]:
    """Answer a request, without the version of the record."""
    record = requests.answer_request(JsonObject(request), explain=explain)
    answer: dict[str, Any] = json.loads(record_to_json(record))
    del answer["schema"]
    return answer


def answer_lines(
    stream: BinaryIO, *, explain: bool = False, house: HouseRules | None = None
) -> Iterator[dict[str, Any]]:
    """Answer JSON Lines one by one, without the versions of the records.

    Args:
        stream: the requests, a line for each.
        explain: whether the answers have names and reasons.
        house: house rules. None for the rules as they are.
    """
    for record in hands.answer_lines(stream, explain=explain, house=house):
        answer: dict[str, Any] = json.loads(record_to_json(record))
        del answer["schema"]
        yield answer


#: The options of ``hu score`` by the keys of a request, if the option is not the key with hyphens.
#: A request may also write a key as words, such as ``Round Wind``.
_OPTIONS = {"circumstances": "circumstance", "Round Wind": "round-wind"}


def options_of_score(request: Mapping[str, Any]) -> list[str]:
    """Write a request with one winner as options of ``hu score``."""
    words = []
    for key, value in request.items():
        if key == "options":
            for name, choice in value.items():
                words += ["--option", f"{name}={choice}"]
        elif key == "others":
            for seat, player in value.items():
                for name, text in player.items():
                    option = "--status" if name == "status" else "--other"
                    words += [option, f"{seat}={text}"]
        elif key.endswith("indicators"):
            words += [f"--{key.replace('_', '-')}", " ".join(value)]
        else:
            option = _OPTIONS.get(key, key.replace("_", "-"))
            values = value if isinstance(value, list) else [value]
            for each in values:
                words += [f"--{option}", str(each)]
    return words
