"""Every golden hand goes the user's way: a JSON line in, a JSON line out."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from hu.app.commands.hands import answers
from hu.scoring.zung_jung.patterns import PATTERNS

_BLOCKS = [
    block
    for block in (Path(__file__).parent / "golden_zung_jung.txt").read_text(encoding="utf-8").split("\n\n")
    if not block.startswith("#")
]


def _lines(block: str) -> dict[str, str]:
    """The block's lines by their first word."""
    lines = [line.split(maxsplit=1) for line in block.strip().splitlines()[1:]]
    return {words[0]: words[1] if len(words) > 1 else "" for words in lines}


def _request(lines: dict[str, str]) -> dict[str, Any]:
    winner, win, *told = lines["win"].split()
    source = told.pop(0) if told and told[0] in "ESWN" else None
    options = lines.get("options", "").split()
    discards = [turn.split() for turn in lines.get("discards", "").split(", ") if turn]
    return {
        "rules": "zung-jung", "hand": lines["hand"], "winner": winner, "win": win, "from": source,
        "circumstances": told, "recent_discards": discards,
        "options": {"half_flowers": "half_flowers" in options, "minimum": 5 if "minimum" in options else 0},
    }  # fmt: skip


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    (answer,) = answers(io.BytesIO(json.dumps(request).encode()))
    return answer


@pytest.mark.parametrize("block", _BLOCKS, ids=lambda block: block.splitlines()[0])
def test_a_golden_hand_is_worth_what_the_rules_say(block: str) -> None:
    lines = _lines(block)
    answer = _answer(_request(lines))
    if "error" in lines:
        assert lines["error"] in answer.get("error", answer), block
        return
    assert "error" not in answer, (block, answer["error"])
    assert [_pattern(each) for each in answer["patterns"]] == lines["scores"].split(), block
    assert [str(answer["points"]), *([answer["limit"]] if answer["limit"] else [])] == lines["worth"].split(), block
    assert answer["reading"] == lines.get("reading", answer["reading"]), block
    assert list(answer["payments"]) == ["E", "S", "W", "N"]
    if "pays" in lines:
        assert [str(paid) for paid in answer["payments"].values()] == lines["pays"].split(), block


def _pattern(each: dict[str, Any]) -> str:
    return each["id"] if each["count"] == 1 else f"{each['id']}*{each['count']}"


def test_every_pattern_has_a_golden_hand() -> None:
    scored = {name.split("*")[0] for block in _BLOCKS for name in _lines(block).get("scores", "").split()}
    assert {pattern.id for pattern in PATTERNS} == scored


def test_every_ruling_has_a_golden_hand() -> None:
    titles = " ".join(block.splitlines()[0] for block in _BLOCKS)
    assert [number for number in range(1, 10) if f"ruling {number}" not in titles] == []
