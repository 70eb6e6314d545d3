"""A deal that ends before the wall is used up, at every door."""

import io
import json
from typing import Any

import pytest
from click.testing import CliRunner

import hu
from hu.app.batch.scoring import score_cells
from hu.app.cli import cli
from hu.scoring.answers.from_json import read_deal
from hu.scoring.answers.to_json import write_deal
from hu.scoring.errors import InputError
from hu.scoring.hand import Hand
from hu.scoring.json_object import JsonObject
from hu.scoring.rule_set.registry import rule_set
from tests.answers import answer_lines

TENHOU = {"preset": "tenhou"}
LINE = {"rules": "riichi", "round_wind": "E", "void": "Nine Terminals", "options": TENHOU}
NOTHING = {"E": 0, "S": 0, "W": 0, "N": 0}
WIN = {"hand": "123m 456m 789m 12p 55s +3p", "win": "self-draw"}


def answer(line: dict[str, Any]) -> dict[str, Any]:
    """The answer of ``hu hands`` to one line of requests."""
    [result] = answer_lines(io.BytesIO(json.dumps(line).encode()))
    return result


def run(*words: str) -> str:
    """Run ``hu score`` and return what it prints, or its refusal."""
    command = ["score", "--rules", "riichi", "--round-wind", "E", "--option", "preset=tenhou"]
    result = CliRunner().invoke(cli, [*command, *words])
    return result.output or str(result.exception)


def test_an_abortive_draw_moves_the_sticks_alone() -> None:
    assert answer(LINE)["payments"] == NOTHING
    result = answer({**LINE, "winner": "nobody", "declared": ["W"]})
    assert result["payments"] == {**NOTHING, "W": -1_000}
    assert result["pot"] == 1_000


def test_after_four_riichi_everybody_has_put_down_a_stick() -> None:
    for declared in ([], ["W"], ["E", "S", "W", "N"]):
        result = answer({**LINE, "void": "four-riichi", "declared": declared})
        assert result["payments"] == dict.fromkeys(NOTHING, -1_000)
        assert result["pot"] == 4_000


def test_after_four_riichi_nobody_is_asked_who_declared_it() -> None:
    riichi = rule_set("riichi")
    deal = hu.Deal({seat: hu.Player() for seat in NOTHING}, "E", TENHOU, void="four-riichi")
    assert riichi.declared_seats(deal) == frozenset("ESWN")
    asked = [question.id for question in riichi.questions if riichi.asks(question, deal, None)]
    assert "declared" not in asked


def test_an_abortive_draw_is_entered_on_the_command_line() -> None:
    for words in (("--void", "nine-terminals"), ("--nobody", "--void", "NINE TERMINALS")):
        assert "East +0, South +0, West +0, North +0" in run(*words)
    assert "1000 stay on the table" in run("--void", "four-quads", "--declared", "W")


def test_an_abortive_draw_is_entered_in_a_manifest() -> None:
    cells = {
        "winner": "nobody",
        "round_wind": "E",
        "void": "four-winds",
        "options": "preset=tenhou",
    }
    assert score_cells(Hand(), cells, "riichi").payments == NOTHING


def test_an_abortive_draw_is_entered_from_python_if_the_table_knows_it() -> None:
    players = {seat: hu.Player() for seat in NOTHING}
    deal = hu.Deal(players, "E", TENHOU, void="four-winds")
    assert hu.score_table(deal, "riichi").payments == NOTHING
    with pytest.raises(InputError, match="void four-winds: ends no deal at this table"):
        hu.score_table(hu.Deal(players, "E", void="four-winds"), "riichi")


def test_an_abortive_draw_is_written_and_read_back() -> None:
    riichi = rule_set("riichi")
    deal = read_deal(JsonObject({name: LINE[name] for name in LINE if name != "rules"}), riichi)
    written = write_deal(deal, riichi)
    assert written["void"] == "nine-terminals"
    assert read_deal(JsonObject(written), riichi) == deal


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"winner": "S", **WIN}, "void nine-terminals: contradicts the win of S"),
        ({"winners": {"S": WIN}}, "void nine-terminals: contradicts the win of S"),
        ({"others": {"E": {"status": "tenpai"}}}, "tenpai counts only if the wall was used up"),
        ({"others": {"E": {"status": "chombo"}}}, "chombo counts only if the wall was used up"),
        ({"nagashi": ["E"]}, "nagashi: counts only if the wall was used up"),
        ({"options": {}}, "its options allow no such end"),
        ({"options": {"preset": "mahjong-soul"}, "void": "three-winners"}, "known are nine-termin"),
        ({"void": "nine"}, "void: unknown reason 'nine'"),
        ({"rules": "sanma", "void": "four-winds"}, "void: unknown reason 'four-winds'"),
        ({"rules": "zung-jung"}, "every deal of zung-jung goes on until somebody wins"),
        ({"rules": "mcr", "options": {}}, "every deal of mcr goes on until somebody wins"),
    ],
)
def test_answers_that_contradict_an_abortive_draw_are_refused(
    more: dict[str, Any], fault: str
) -> None:
    line = {**LINE, **more}
    if line["rules"] == "zung-jung":
        line = {"rules": "zung-jung", "void": "nine-terminals"}
    assert fault in answer(line)["error"]


def test_a_winner_or_a_status_on_the_command_line_contradicts_an_abortive_draw() -> None:
    void = ("--void", "nine-terminals")
    refusal = run(*void, "--winner", "S", "--win", "self-draw", "--hand", "5z")
    assert "void nine-terminals: contradicts the win of S" in refusal
    refusal = run(*void, "--status", "E=tenpai")
    assert "E: tenpai counts only if the wall was used up" in refusal


def test_differences_are_not_paid_after_four_winds_in_fimj() -> None:
    others: dict[str, dict[str, object]] = {seat: {} for seat in "ESWN"}
    table = {"rules": "fimj", "round_wind": "E", "winner": "nobody", "others": others}
    options = {"settle_without_winner": True}
    assert "hand is missing" in answer({**table, "options": options})["error"]
    result = answer({**table, "options": options, "void": "first-winds"})
    assert result["payments"] == NOTHING
