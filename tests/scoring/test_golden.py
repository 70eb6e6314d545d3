"""Every golden hand and table of the five rule sets goes the user's way: a JSON line in, a JSON line out."""

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from hu.app.commands.hands import answer_lines as answers
from hu.scoring.fimj.patterns import RULES
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.zung_jung.patterns import PATTERNS
from measuring.compare.inputs import read_golden

HERE = Path(__file__).parent
#: What each golden hand asks for, by its rule set and title.
REQUESTS = dict(read_golden(HERE))
#: The options of MCR that choose the book's reading.
BOOK = dict.fromkeys(
    ("book_kongs", "book_all_green", "book_all_terminals", "book_drawn_pairs"), True
)


def read_blocks(name: str) -> list[str]:
    """The golden hands of a file: a title and lines of a word and the rest."""
    text = (HERE / f"golden_{name}.txt").read_text(encoding="utf-8")
    return [block for block in text.split("\n\n") if not block.startswith("#")]


ZUNG_JUNG, RIICHI, MCR, FIMJ = map(read_blocks, ("zung_jung", "riichi", "mcr", "fimj"))
HONG_KONG = [
    [cell.strip() for cell in line.split("|")]
    for line in (HERE / "golden_hong_kong.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def told(block: str, name: str) -> list[str]:
    """What the lines say that begin with a word."""
    lines = (line.partition(" ") for line in block.strip().splitlines()[1:])
    return [rest.strip() for word, _, rest in lines if word == name]


def line_of(block: str, name: str, default: str = "") -> str:
    return (told(block, name) or [default])[-1]


def title_of(block: str) -> str:
    return block.splitlines()[0]


def answer(request: dict[str, Any]) -> dict[str, Any]:
    (found,) = answers(io.BytesIO(json.dumps(request).encode()))
    return found


def answer_block(rules: str, block: str) -> dict[str, Any] | None:
    """The answer; None where the block's error was answered, as it should be."""
    found = answer(REQUESTS[f"{rules}: {title_of(block)}"])
    if errors := told(block, "error"):
        assert errors[0] in found.get("error", found), block
        return None
    assert "error" not in found, (block, found["error"])
    return found


def patterns_of(found: dict[str, Any]) -> list[str]:
    return [
        each["id"] if each["count"] == 1 else f"{each['id']}*{each['count']}"
        for each in found["patterns"]
    ]


def paid_in(found: dict[str, Any]) -> str:
    return " ".join(map(str, found["payments"].values()))


@pytest.mark.parametrize("block", ZUNG_JUNG, ids=title_of)
def test_zung_jung(block: str) -> None:
    found = answer_block("zung-jung", block)
    if found is None:
        return
    assert patterns_of(found) == line_of(block, "scores").split(), block
    assert [str(found["points"]), *filter(None, [found["limit"]])] == line_of(
        block, "worth"
    ).split(), block
    assert found["reading"] == line_of(block, "reading", found["reading"]), block
    assert list(found["payments"]) == ["E", "S", "W", "N"]
    assert paid_in(found) == line_of(block, "pays", paid_in(found)), block


@pytest.mark.parametrize("block", RIICHI, ids=title_of)
def test_riichi(block: str) -> None:
    if (found := answer_block("riichi", block)) is None:
        return
    assert sorted(patterns_of(found)) == sorted(line_of(block, "scores").split()), block
    han, fu, *limit = line_of(block, "worth").split()
    assert (found["han"], found["limit"]) == (int(han), limit[0] if limit else None), block
    assert fu in ("-", str(found["fu"])), block
    assert paid_in(found) == " ".join(line_of(block, "pays").split()), block


@pytest.mark.parametrize("block", MCR, ids=title_of)
def test_mcr(block: str) -> None:
    request = REQUESTS[f"mcr: {title_of(block)}"]
    if (found := answer_block("mcr", block)) is None:
        return
    book = found
    if library := line_of(block, "library"):
        assert line_of(block, "worth") != library == str(found["points"]), block
        book = answer(request | {"options": BOOK})
    assert sorted(patterns_of(book)) == sorted(line_of(block, "scores").split()), block
    assert str(book["points"]) == line_of(block, "worth"), block
    pays = {seat: -8 - found["points"] * (request["from"] in (None, seat)) for seat in "ESWN"}
    pays[request["winner"]] = 0
    assert found["payments"] == pays | {request["winner"]: -sum(pays.values())}, block


@pytest.mark.parametrize("row", HONG_KONG, ids=lambda row: row[0])
def test_hong_kong(row: list[str]) -> None:
    title, _, _, _, _, scores, *rest = row
    found = answer(REQUESTS[f"hong-kong: {title}"])
    if scores.startswith("error "):
        assert scores.removeprefix("error ") in found["error"]
        return
    faan, pays = rest
    assert sorted(patterns_of(found)) == sorted(scores.split()), found
    assert (found["points"], paid_in(found)) == (int(faan), " ".join(pays.split()))


@pytest.mark.parametrize("block", FIMJ, ids=title_of)
def test_fimj(block: str) -> None:
    found = answer_block("fimj", block)
    if found is None:
        return
    for line in told(block, "worth"):
        _check_worth(found, line)
    for line in told(block, "reading"):
        seat, reading = line.split(maxsplit=1)
        assert found["players"][seat]["reading"] == reading
    owed = [
        (pay["from"], pay["to"], str(pay["exact"]), str(pay["paid"])) for pay in found["transfers"]
    ]
    assert all(tuple(line.split()) in owed for line in told(block, "owes")), owed
    for line in told(block, "pays"):
        assert ", ".join(f"{seat} {paid}" for seat, paid in found["payments"].items()) == line


def _check_worth(found: dict[str, Any], line: str) -> None:
    seat, *words, _, points = line.removesuffix(" limited").split()
    player = found["players"][seat]
    if words[0].isdigit():
        doublings = {each["id"]: each["count"] for each in player["doublings"]}
        named = (word.partition("*") for word in words[2:])
        assert doublings == {name: int(count or 1) for name, _, count in named}, line
        assert (player["base"], player["massimo"]) == (int(words[0]), None), line
    else:
        assert [player["massimo"]] == words, line
    assert (player["points"], player["limited"]) == (int(points), line.endswith(" limited")), line


def test_the_golden_hands_are_as_many_as_promised() -> None:
    assert (len(HONG_KONG) >= 80, len(RIICHI) >= 60, len(MCR) >= 60) == (True, True, True)
    # Few hands are worth something else in the library.
    assert sum("\nlibrary " in block for block in MCR) <= 6


def test_every_pattern_has_a_golden_hand() -> None:
    assert {pattern.id for pattern in PATTERNS} == {
        name.split("*")[0] for block in ZUNG_JUNG for name in line_of(block, "scores").split()
    }
    named = {word.partition("*")[0] for row in HONG_KONG for word in row[5].split()}
    assert {pattern.id for pattern in rule_set("hong-kong").patterns} <= named
    assert {rule.id for rule in RULES} <= {
        word.rstrip(":") for block in FIMJ for word in title_of(block).split()
    }
    earned = {
        word.split("*")[0]
        for block in FIMJ
        for line in told(block, "worth")
        for word in line.split()
    }
    assert {rule.id for rule in RULES if rule.group != "points"} <= earned


@pytest.mark.parametrize(
    ("blocks", "last"), [(ZUNG_JUNG, 9), (FIMJ, 11)], ids=["zung-jung", "fimj"]
)
def test_every_ruling_has_a_golden_hand(blocks: list[str], last: int) -> None:
    named = {
        int(number) for block in blocks for number in re.findall(r"ruling (\d+)", title_of(block))
    }
    assert set(range(1, last + 1)) <= named
