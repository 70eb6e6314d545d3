"""Every golden hand of MCR goes the user's way: a JSON line in, a JSON line out."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from hu.app.commands.hands import answers

_BLOCKS = [
    block
    for block in (Path(__file__).parent / "golden_mcr.txt").read_text(encoding="utf-8").split("\n\n")
    if not block.startswith("#")
]


def _lines(block: str) -> dict[str, str]:
    """The block's lines by their first word."""
    return dict(line.split(maxsplit=1) for line in block.strip().splitlines()[1:])


#: The options that choose the book's reading.
_BOOK = dict.fromkeys(("book_kongs", "book_all_green", "book_all_terminals", "book_drawn_pairs"), True)


def _request(lines: dict[str, str]) -> dict[str, Any]:
    winner, win, *told = lines["win"].split()
    source = told.pop(0) if told and told[0] in "ESWN" else None
    return {
        "rules": "mcr", "hand": lines["hand"], "winner": winner, "win": win, "from": source,
        "circumstances": told, "round_wind": lines["round"],
    }  # fmt: skip


def _pattern(item: dict[str, Any]) -> str:
    return item["id"] if item["count"] == 1 else f"{item['id']}*{item['count']}"


@pytest.mark.parametrize("block", _BLOCKS, ids=lambda block: block.splitlines()[0])
def test_a_golden_hand_is_worth_what_the_source_says(block: str) -> None:
    lines = _lines(block)
    request = _request(lines)
    (answer,) = answers(io.BytesIO(json.dumps(request).encode()))
    if "error" in lines:
        assert lines["error"] in answer.get("error", answer), block
        return
    assert "error" not in answer, (block, answer["error"])
    if "library" in lines:
        assert lines["library"] != lines["worth"], block
        assert str(answer["points"]) == lines["library"], block
        (book,) = answers(io.BytesIO(json.dumps(request | {"options": _BOOK}).encode()))
    else:
        book = answer
    assert sorted(map(_pattern, book["patterns"])) == sorted(lines["scores"].split()), block
    assert str(book["points"]) == lines["worth"], block
    pays = {seat: -8 - answer["points"] * (request["from"] in (None, seat)) for seat in "ESWN"}
    pays[request["winner"]] = 0
    assert answer["payments"] == pays | {request["winner"]: -sum(pays.values())}, block


def test_few_hands_are_worth_something_else_in_the_library() -> None:
    assert len(_BLOCKS) >= 60
    assert sum("\nlibrary " in block for block in _BLOCKS) <= 6
