"""Every golden hand of Riichi goes the user's way: a JSON line in, a JSON line out."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from hu.app.commands.hands import answers

_BLOCKS = [
    block
    for block in (Path(__file__).parent / "golden_riichi.txt").read_text(encoding="utf-8").split("\n\n")
    if not block.startswith("#")
]


def _lines(block: str) -> dict[str, str]:
    """The block's lines by their first word."""
    lines = [line.split(maxsplit=1) for line in block.strip().splitlines()[1:]]
    return {words[0]: words[1] if len(words) > 1 else "" for words in lines}


def _request(lines: dict[str, str]) -> dict[str, Any]:
    winner, win, *told = lines["win"].split()
    source = told.pop(0) if told and told[0] in "ESWN" else None
    honba, sticks = map(int, lines.get("table", "0 0").split())
    return {
        "rules": "riichi", "hand": lines["hand"], "winner": winner, "win": win, "from": source,
        "circumstances": told, "round_wind": lines.get("round", "E"),
        "options": {"preset": lines.get("preset", "ema"), **_options(lines)},
        "dora_indicators": lines.get("dora", "").split(), "ura_indicators": lines.get("ura", "").split(),
        "counters": {"honba": honba, "sticks": sticks}, "declared": lines.get("declared", "").split(),
    }  # fmt: skip


def _options(lines: dict[str, str]) -> dict[str, str]:
    """What the table sets otherwise than its preset."""
    return dict(option.split("=", 1) for option in lines.get("options", "").split())


def test_there_are_as_many_golden_hands_as_promised() -> None:
    assert len(_BLOCKS) >= 60


@pytest.mark.parametrize("block", _BLOCKS, ids=lambda block: block.splitlines()[0])
def test_a_golden_hand_is_worth_what_its_source_says(block: str) -> None:
    lines = _lines(block)
    (answer,) = answers(io.BytesIO(json.dumps(_request(lines)).encode()))
    if "error" in lines:
        assert lines["error"] in str(answer.get("error")), (block, answer)
        return
    assert "error" not in answer, (block, answer["error"])
    assert sorted(map(_pattern, answer["patterns"])) == sorted(lines["scores"].split()), block
    han, fu, *limit = lines["worth"].split()
    assert answer["han"] == int(han), block
    assert fu in ("-", str(answer["fu"])), block
    assert answer["limit"] == (limit[0] if limit else None), block
    assert [str(paid) for paid in answer["payments"].values()] == lines["pays"].split(), block


def _pattern(each: dict[str, Any]) -> str:
    return each["id"] if each["count"] == 1 else f"{each['id']}*{each['count']}"
