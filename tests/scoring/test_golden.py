"""The golden hands and tables of the rule sets, as JSON lines in and out."""

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from hu.scoring.fimj.patterns import RULES
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.zung_jung.patterns import PATTERNS
from measuring.compare.golden import read_golden
from tests.answers import answer_lines

HERE = Path(__file__).parent
#: The request of each golden hand, by its rule set and title.
REQUESTS = dict(read_golden(HERE))
#: The options of MCR that choose the book's reading.
BOOK = dict.fromkeys(
    ("book_kongs", "book_all_green", "book_all_terminals", "book_drawn_pairs"), True
)


def read_blocks(name: str) -> list[str]:
    """Read the golden hands of a file.

    Each is a block of lines: a title, then lines of a word and its values.
    """
    text = (HERE / f"golden_{name}.txt").read_text(encoding="utf-8")
    return [block for block in text.split("\n\n") if not block.startswith("#")]


ZUNG_JUNG = read_blocks("zung_jung")
RIICHI = read_blocks("riichi")
SANMA = read_blocks("sanma")
MCR = read_blocks("mcr")
FIMJ = read_blocks("fimj")


def read_rows(name: str) -> list[list[str]]:
    """Read the golden hands of a file in which each is a line with cells between bars."""
    text = (HERE / f"golden_{name}.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [[cell.strip() for cell in line.split("|")] for line in lines]


HONG_KONG = read_rows("hong_kong")
TAIWANESE = read_rows("taiwanese")


def values_of(block: str, name: str) -> list[str]:
    """The values of the lines that begin with a word."""
    values = []
    for line in block.strip().splitlines()[1:]:
        word, _, value = line.partition(" ")
        if word == name:
            values.append(value.strip())
    return values


def value_of(block: str, name: str, default: str = "") -> str:
    """The value of the last line that begins with a word."""
    values = values_of(block, name)
    return values[-1] if values else default


def title_of(block: str) -> str:
    return block.splitlines()[0]


def answer(request: dict[str, Any]) -> dict[str, Any]:
    (result,) = answer_lines(io.BytesIO(json.dumps(request).encode()))
    return result


def answer_block(rules: str, block: str) -> dict[str, Any] | None:
    """Answer a golden hand. None if the answer is the error that the block expects."""
    result = answer(REQUESTS[f"{rules}: {title_of(block)}"])
    error = value_of(block, "error")
    if error:
        assert error in result["error"], block
        return None
    assert "error" not in result, (block, result["error"])
    return result


def patterns_of(result: dict[str, Any]) -> list[str]:
    """The patterns of an answer, as ``dragon`` or ``dragon*2``."""
    texts = []
    for pattern in result["patterns"]:
        if pattern["count"] == 1:
            texts.append(pattern["id"])
        else:
            texts.append(f"{pattern['id']}*{pattern['count']}")
    return texts


def pattern_ids(text: str) -> list[str]:
    """The ids in a list such as ``dragon*2 self-draw``."""
    return [word.partition("*")[0] for word in text.split()]


def payments_of(result: dict[str, Any]) -> str:
    return " ".join([str(payment) for payment in result["payments"].values()])


@pytest.mark.parametrize("block", ZUNG_JUNG, ids=title_of)
def test_zung_jung(block: str) -> None:
    result = answer_block("zung-jung", block)
    if result is None:
        return
    assert patterns_of(result) == value_of(block, "scores").split(), block
    worth = str(result["points"])
    if result["limit"]:
        worth += f" {result['limit']}"
    assert worth.split() == value_of(block, "worth").split(), block
    assert result["reading"] == value_of(block, "reading", result["reading"]), block
    assert list(result["payments"]) == ["E", "S", "W", "N"]
    payments = payments_of(result)
    assert payments == value_of(block, "pays", payments), block


@pytest.mark.parametrize("block", RIICHI, ids=title_of)
def test_riichi(block: str) -> None:
    check_riichi("riichi", block)


@pytest.mark.parametrize("block", SANMA, ids=title_of)
def test_three_player_riichi(block: str) -> None:
    check_riichi("sanma", block)


def check_riichi(rules: str, block: str) -> None:
    """Check a golden hand of riichi: its yaku, han, fu and limit, and the payments."""
    result = answer_block(rules, block)
    if result is None:
        return
    assert sorted(patterns_of(result)) == sorted(value_of(block, "scores").split()), block
    han, fu, *limits = value_of(block, "worth").split()
    assert result["han"] == int(han), block
    assert fu in ("-", str(result["fu"])), block
    assert result["limit"] == (limits[0] if limits else None), block
    assert payments_of(result).split() == value_of(block, "pays").split(), block


@pytest.mark.parametrize("block", MCR, ids=title_of)
def test_mcr(block: str) -> None:
    request = REQUESTS[f"mcr: {title_of(block)}"]
    result = answer_block("mcr", block)
    if result is None:
        return
    result_by_the_book = result
    usual_points = value_of(block, "library")
    if usual_points:
        assert usual_points == str(result["fan"]), block
        assert usual_points != value_of(block, "worth"), block
        result_by_the_book = answer(request | {"options": BOOK})
    patterns = patterns_of(result_by_the_book)
    assert sorted(patterns) == sorted(value_of(block, "scores").split()), block
    assert str(result_by_the_book["fan"]) == value_of(block, "worth"), block
    assert result["payments"] == mcr_payments_of(request, result["fan"]), block


def mcr_payments_of(request: dict[str, Any], points: int) -> dict[str, int]:
    """Every loser pays 8. The discarder pays the points, or all losers after a self-draw."""
    payments = {}
    for seat in "ESWN":
        pays_points = request["from"] is None or request["from"] == seat
        payments[seat] = -8 - points if pays_points else -8
    payments[request["winner"]] = 0
    payments[request["winner"]] = -sum(payments.values())
    return payments


@pytest.mark.parametrize("row", HONG_KONG, ids=lambda row: row[0])
def test_hong_kong(row: list[str]) -> None:
    check_row("hong-kong", row)


@pytest.mark.parametrize("row", TAIWANESE, ids=lambda row: row[0])
def test_taiwanese(row: list[str]) -> None:
    check_row("taiwanese", row)


def check_row(rules: str, row: list[str]) -> None:
    """Check a golden hand that is a line: its patterns, its worth and the payments."""
    title, _, _, _, _, scores, *worth_and_payments = row
    result = answer(REQUESTS[f"{rules}: {title}"])
    if scores.startswith("error "):
        assert scores.removeprefix("error ") in result["error"]
        return
    worth, payments = worth_and_payments
    assert sorted(patterns_of(result)) == sorted(scores.split()), result
    assert result[rule_set(rules).unit.key] == int(worth)
    assert payments_of(result).split() == payments.split()


@pytest.mark.parametrize("block", FIMJ, ids=title_of)
def test_fimj(block: str) -> None:
    result = answer_block("fimj", block)
    if result is None:
        return
    for line in values_of(block, "worth"):
        _check_worth(result, line)
    for line in values_of(block, "reading"):
        seat, reading = line.split(maxsplit=1)
        assert result["players"][seat]["reading"] == reading
    transfers = [
        [transfer["from"], transfer["to"], str(transfer["exact"]), str(transfer["paid"])]
        for transfer in result["transfers"]
    ]
    for line in values_of(block, "owes"):
        assert line.split() in transfers
    payments = [f"{seat} {payment}" for seat, payment in result["payments"].items()]
    for line in values_of(block, "pays"):
        assert ", ".join(payments) == line


def _check_worth(result: dict[str, Any], line: str) -> None:
    """Check a line such as ``S 32 x all-drawn round-wind = 128`` or ``S all-kongs = 3000``."""
    seat, *words, _, points = line.removesuffix(" limited").split()
    player = result["players"][seat]
    assert player["points"] == int(points), line
    assert player["limited"] == line.endswith(" limited"), line
    if not words[0].isdigit():
        assert [player["massimo"]] == words, line
        return
    assert player["base"] == int(words[0]), line
    assert player["massimo"] is None, line
    expected = {}
    for word in words[2:]:
        name, _, count = word.partition("*")
        expected[name] = int(count or 1)
    doublings = {
        doubling["id"]: doubling["doublings"] * doubling["count"]
        for doubling in player["patterns"]
        if "doublings" in doubling
    }
    assert doublings == expected, line


def test_there_are_as_many_golden_hands_as_promised() -> None:
    assert len(HONG_KONG) >= 80
    assert len(TAIWANESE) >= 100
    assert len(RIICHI) >= 60
    assert len(MCR) >= 60
    # Few hands are worth other points by the book.
    assert len([block for block in MCR if "\nlibrary " in block]) <= 6


def test_every_pattern_has_a_golden_hand() -> None:
    zung_jung_ids: set[str] = set()
    for block in ZUNG_JUNG:
        zung_jung_ids.update(pattern_ids(value_of(block, "scores")))
    assert zung_jung_ids == {pattern.id for pattern in PATTERNS}

    hong_kong_ids: set[str] = set()
    for row in HONG_KONG:
        hong_kong_ids.update(pattern_ids(row[5]))
    assert {pattern.id for pattern in rule_set("hong-kong").patterns} <= hong_kong_ids

    taiwanese_ids: set[str] = set()
    for row in TAIWANESE:
        taiwanese_ids.update(pattern_ids(row[5]))
    assert {pattern.id for pattern in rule_set("taiwanese").patterns} <= taiwanese_ids

    words_of_titles: set[str] = set()
    fimj_ids: set[str] = set()
    for block in FIMJ:
        words_of_titles.update([word.rstrip(":") for word in title_of(block).split()])
        for line in values_of(block, "worth"):
            fimj_ids.update(pattern_ids(line))
    assert {rule.id for rule in RULES} <= words_of_titles
    assert {rule.id for rule in RULES if rule.chapter != "points"} <= fimj_ids


@pytest.mark.parametrize(
    ("blocks", "last"), [(ZUNG_JUNG, 9), (FIMJ, 11)], ids=["zung-jung", "fimj"]
)
def test_every_ruling_has_a_golden_hand(blocks: list[str], last: int) -> None:
    rulings: set[int] = set()
    for block in blocks:
        numbers = re.findall(r"ruling (\d+)", title_of(block))
        rulings.update([int(number) for number in numbers])
    assert set(range(1, last + 1)) <= rulings
