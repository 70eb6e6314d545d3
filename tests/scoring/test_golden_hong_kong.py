"""Every golden hand of Hong Kong goes the user's way: a JSON line in, a JSON line out."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from hu.app.commands.hands import answers
from hu.scoring.rules import rule_set

_ROWS = [
    [cell.strip() for cell in line.split("|")]
    for line in (Path(__file__).parent / "golden_hong_kong.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def _request(hand: str, win: str, told: str) -> dict[str, Any]:
    winner, how, *rest = win.split()
    source = rest.pop(0) if rest and rest[0] in "ESWN" else None
    options: dict[str, Any] = {}
    points: dict[str, int] = {}
    liable = None
    for name, value in (pair.split("=") for pair in told.split()):
        if name == "liable":
            liable = value
        elif name.startswith("house."):
            points[name.removeprefix("house.")] = int(value)
        else:
            options[name] = {"true": True, "false": False}.get(value, int(value) if value.isdecimal() else value)
    house = {"house": json.dumps({"points": points})} if points else {}
    return {
        "rules": "hong-kong", "hand": hand, "winner": winner, "win": how, "from": source, "circumstances": rest,
        "round_wind": "E", "options": options | house, "liable": liable,
    }  # fmt: skip


def test_there_are_as_many_golden_hands_as_promised() -> None:
    assert len(_ROWS) >= 80
    named = {word.partition("*")[0] for row in _ROWS for word in row[5].split()}
    assert {pattern.id for pattern in rule_set("hong-kong").patterns} <= named


@pytest.mark.parametrize("row", _ROWS, ids=lambda row: row[0])
def test_a_golden_hand_is_worth_what_its_source_says(row: list[str]) -> None:
    _, _, hand, win, told, scores, *rest = row
    (answer,) = answers(io.BytesIO(json.dumps(_request(hand, win, told)).encode()))
    if scores.startswith("error "):
        assert scores.removeprefix("error ") in answer["error"]
        return
    faan, pays = rest
    counts = {item["id"]: item["count"] for item in answer.get("patterns", ())}
    expected = {name: int(times or 1) for name, _, times in (word.partition("*") for word in scores.split())}
    assert counts == expected, answer
    assert answer["points"] == int(faan)
    assert list(answer["payments"].values()) == list(map(int, pays.split()))
