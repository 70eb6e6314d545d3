"""Every golden table goes the user's way: a JSON line in, a JSON line out."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from hu.app.commands.hands import answers
from hu.scoring.fimj.patterns import RULES

_BLOCKS = [
    block
    for block in (Path(__file__).parent / "golden_fimj.txt").read_text(encoding="utf-8").split("\n\n")
    if not block.startswith("#")
]
#: A hand without anything of worth, for seats that a block does not tell of.
_NOTHING = "147m 258p 369s 1234z"


def _lines(block: str) -> list[tuple[str, str]]:
    lines = [line.split(maxsplit=1) for line in block.strip().splitlines()[1:]]
    return [(words[0], words[1] if len(words) > 1 else "") for words in lines]


def _told(block: str, name: str) -> list[str]:
    return [rest for word, rest in _lines(block) if word == name]


def _request(block: str) -> dict[str, Any]:
    winners = dict(map(_winner, _told(block, "won")))
    others = dict(map(_other, _told(block, "lost")))
    dead = _told(block, "dead")
    absent = [seat for seat in "ESWN" if seat not in winners and seat not in others and seat not in dead]
    others |= {seat: {"hand": _NOTHING} for seat in absent}
    (round_wind,) = _told(block, "round") or ["W"]
    options: dict[str, Any] = {}
    for words in map(str.split, _told(block, "options")):
        options |= {"limit": int(words[1])} if words[0] == "limit" else {}
        options |= {"waive": words[1].split(",")} if words[0] == "waive" else {}
        options |= {"settle_without_winner": True} if words[0] == "settle" else {}
    return {"rules": "fimj", "round_wind": round_wind, "winners": winners, "others": others, "options": options}


def _winner(line: str) -> tuple[str, dict[str, Any]]:
    words, _, hand = line.partition(": ")
    seat, win, *told = words.split()
    source = {"from": told.pop(0)} if told and told[0] in "ESWN" else {}
    return seat, {"hand": hand, "win": win, "circumstances": told, **source}


def _other(line: str) -> tuple[str, dict[str, Any]]:
    words, _, hand = line.partition(":")
    seat, *status = words.split()
    return seat, {"hand": hand.strip() or None, "status": status[0] if status else None}


def _answer(request: dict[str, Any], *, explain: bool = False) -> dict[str, Any]:
    (answer,) = answers(io.BytesIO(json.dumps(request).encode()), explain=explain)
    return answer


@pytest.mark.parametrize("block", _BLOCKS, ids=lambda block: block.splitlines()[0])
def test_a_golden_table_is_worth_what_the_rules_say(block: str) -> None:
    answer = _answer(_request(block))
    if errors := _told(block, "error"):
        assert errors[0] in answer.get("error", answer), block
        return
    assert "error" not in answer, (block, answer["error"])
    for line in _told(block, "worth"):
        _check_worth(answer, line)
    for line in _told(block, "reading"):
        seat, reading = line.split(maxsplit=1)
        assert answer["players"][seat]["reading"] == reading
    owed = [(pay["from"], pay["to"], str(pay["exact"]), str(pay["paid"])) for pay in answer["transfers"]]
    for line in _told(block, "owes"):
        assert tuple(line.split()) in owed
    for line in _told(block, "pays"):
        assert ", ".join(f"{seat} {paid}" for seat, paid in answer["payments"].items()) == line


def _check_worth(answer: dict[str, Any], line: str) -> None:
    seat, *words, _, points = line.removesuffix(" limited").split()
    player = answer["players"][seat]
    if words[0].isdigit():
        doublings = {each["id"]: each["count"] for each in player["doublings"]}
        named = (word.partition("*") for word in words[2:])
        assert doublings == {name: int(count or 1) for name, _, count in named}, line
        assert (player["base"], player["massimo"]) == (int(words[0]), None), line
    else:
        assert [player["massimo"]] == words, line
    assert (player["points"], player["limited"]) == (int(points), line.endswith(" limited")), line


def test_every_rule_has_a_golden_table() -> None:
    titles = {word.rstrip(":") for block in _BLOCKS for word in block.splitlines()[0].split()}
    assert {rule.id for rule in RULES} - titles == set()


def test_every_doubling_and_massimo_is_earned_in_a_golden_table() -> None:
    earned = {word.split("*")[0] for block in _BLOCKS for line in _told(block, "worth") for word in line.split()}
    assert {rule.id for rule in RULES if rule.group != "points"} - earned == set()


def test_every_ruling_has_a_golden_table() -> None:
    words = [word for block in _BLOCKS for word in block.splitlines()[0].replace(",", "").split("ruling ")[1:]]
    assert set(range(1, 12)) - {int(word.split()[0]) for word in words} == set()
