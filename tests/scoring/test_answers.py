"""One vocabulary and one parser: what is said of a deal means the same at every door."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

import hu
from hu.app.batch.manifest import load_manifest
from hu.app.batch.scoring import score_hand as score_cells
from hu.app.cli import cli
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.scoring import assess
from hu.app.page.draft.state import Claim, Draft, Rack
from hu.scoring.answers import COMMON, find_question, parse_answers, question_names
from hu.scoring.errors import HuError, InputError
from hu.scoring.rules import answer, rule_names, rule_set
from tests.app.page.laid import from_hand

CLOSED = "234m 067p 55s 345s 68m +7m"
WIN = {"winner": "S", "win": "discard", "from": "W", "round_wind": "E"}


def by_json(rules: str, hand: str, **said: object) -> Any:
    return answer({"rules": rules, "hand": hand, **said})["payments"]


def by_command(rules: str, hand: str, **said: str) -> Any:
    options = [part for name, text in said.items() for part in (f"--{name.replace('_', '-')}", text)]
    result = CliRunner().invoke(cli, ["score", "--json", "--rules", rules, "--hand", hand, *options])
    if isinstance(result.exception, HuError):
        raise result.exception
    return json.loads(result.stdout)["payments"]


def by_manifest(rules: str, hand: str, **said: str) -> Any:
    return dict(score_cells(hu.Hand.from_text(hand), said, rules).payments)


DOORS = [by_json, by_command, by_manifest]


@pytest.mark.parametrize("door", DOORS)
def test_short_names_are_understood_at_every_door(door: Any) -> None:
    tiles = ["6m"] if door is by_json else "6m"
    riichi = ["riichi"] if door is by_json else "riichi"
    plain = door("riichi", CLOSED, **WIN, circumstances=riichi)
    for name in ("dora", "Dora-Indicators", "dora_indicators"):
        if door is by_command and name != name.lower():
            continue
        assert door("riichi", CLOSED, **WIN, circumstances=riichi, **{name: tiles})["W"] < plain["W"]


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("name", ["kita", "donor", "preset"])
def test_unknown_names_are_errors(door: Any, name: str) -> None:
    if door is by_command:
        result = CliRunner().invoke(cli, ["score", "--rules", "riichi", "--hand", CLOSED, f"--{name}", "1"])
        assert (result.exit_code, "No such option" in result.output) == (2, True)
        return
    with pytest.raises(InputError, match=f"{name}: unknown key; "):
        door("riichi", CLOSED, **WIN, **{name: "1"})


def test_an_unknown_name_is_told_where_it_belongs() -> None:
    for name, told in (
        ("preset", "one of the options of riichi"),
        ("riichi", "one of the circumstances of riichi"),
        ("dorra", "did you mean 'dora'?"),
        ("kita", "known are winner, win, from"),
    ):
        with pytest.raises(InputError, match=f"{name}: unknown key; .*{told}".replace("?", "[?]")):
            by_json("riichi", CLOSED, **WIN, **{name: True})


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("rules", ["riichi", "mcr", "hong-kong", "zung-jung"])
def test_nobody_is_absent_in_rules_for_four(door: Any, rules: str) -> None:
    with pytest.raises(InputError, match=f"absent N: {rules} is played by four"):
        door(rules, CLOSED.replace("0", "5"), **WIN, absent="N")


def test_nobody_is_absent_on_the_page_and_in_python_either() -> None:
    hand, win = hu.Hand.from_text(CLOSED), hu.Win("S", "self-draw")
    three = {seat: hu.Player(hand, win) if seat == "S" else hu.Player() for seat in "ESW"}
    with pytest.raises(InputError, match="absent N: riichi is played by four"):
        hu.score_table(hu.Deal(three, "E"), "riichi")
    rack = Rack(History(from_hand(hand)))
    draft = Draft("riichi", rack=rack, seats=("E", "S", "W"), winner="S", claim=Claim("self-draw"), round_wind="E")
    (found,) = assess(draft).problems
    assert "absent N: riichi is played by four" in found.text


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("rules", rule_names())
@pytest.mark.parametrize(
    ("words", "way"),
    [
        ("zimo, Tsumo, 自摸, pescata", "self-draw"),
        ("ron, 荣, 荣和, 出銃, su scarto", "discard"),
        ("chankan, 搶槓, 抢杠, rubato", "robbed-kong"),
    ],
)
def test_every_usual_name_of_a_way_of_winning_is_understood(door: Any, rules: str, words: str, way: str) -> None:
    said = {"winner": "S", "round_wind": "E"} | ({} if way == "self-draw" else {"from": "W"})
    hand = "123m 456p 789s 111z 2z +2z" if rules != "mcr" else "123789m 123789s 9p +9p"
    hand = "123m 456p 789s 99p 78s +6s" if way == "robbed-kong" and rules != "mcr" else hand
    told = [_outcome(door, rules, hand, said | {"win": word}) for word in (way, *words.split(", "))]
    assert all(found == told[0] for found in told)


def _outcome(door: Any, rules: str, hand: str, said: dict[str, str]) -> object:
    try:
        return door(rules, hand, **said)
    except (InputError, json.JSONDecodeError, KeyError) as error:
        return str(error)


def test_a_manifest_names_its_columns_as_the_command_does(tmp_path: Any) -> None:
    file = tmp_path / "m.csv"
    file.write_text("photo,winner,WIN,from,round-wind,dora,pao\na.jpg,s,自摸,,e,4s 5p,n\n", "utf-8")
    manifest = load_manifest(file)
    assert not manifest.problems
    assert manifest.lines["a.jpg"].cells == {
        "winner": "S", "win": "self-draw", "round_wind": "E", "dora_indicators": "4s 5p", "liable": "n",
    }  # fmt: skip


@pytest.mark.parametrize("name", rule_names())
def test_a_name_means_one_question(name: str) -> None:
    rules = rule_set(name)
    every = [(word, asked.id) for asked in (*COMMON, *rules.questions) for word in (asked.id, *asked.short)]
    assert len({word for word, _ in every}) == len(every) == len(question_names(rules))
    assert all(find_question(word, rules).id == identity for word, identity in every)


def test_nobody_won_at_every_door() -> None:
    said = {"winner": ["nobody"], "statuses": ["E=chombo"], "round_wind": ["e"]}
    answers = parse_answers(said, rule_set("riichi"))
    assert (answers.winner, answers.others["E"].status, answers.round_wind) == (None, "chombo", "E")
    with pytest.raises(InputError, match="winner nobody and win ron contradict each other"):
        parse_answers(said | {"win": ["ron"]}, rule_set("riichi"))
    table = {"rules": "riichi", "round_wind": "E", "others": {"E": {"status": "chombo"}}}
    assert answer(table | {"winner": "nobody"}) == answer(table | {"winners": {}})
