"""Points without tiles, against published payment tables and against hands with tiles."""

import json
from collections.abc import Mapping
from typing import Any, Final

import pytest
from click.testing import CliRunner

import hu
from hu.app.cli import cli
from hu.scoring.errors import InputError
from hu.scoring.rule_set.registry import rule_names, rule_set
from tests.answers import answer_request
from tests.scoring.test_golden import REQUESTS

#: Japanese Mahjong Wiki, "Scoring table": for each han and fu the points of a win on a discard by
#: another player and by East, then what others and East pay for a self-draw by another player, and
#: what each pays to East. 0 for a combination that does not exist.
RIICHI_TABLE: Final = """\
1 30 1000 1500 300 500 500
1 40 1300 2000 400 700 700
1 50 1600 2400 400 800 800
1 60 2000 2900 500 1000 1000
1 70 2300 3400 600 1200 1200
1 80 2600 3900 700 1300 1300
1 90 2900 4400 800 1500 1500
1 100 3200 4800 800 1600 1600
1 110 3600 5300 900 1800 1800
2 20 0 0 400 700 700
2 25 1600 2400 0 0 0
2 30 2000 2900 500 1000 1000
2 40 2600 3900 700 1300 1300
2 50 3200 4800 800 1600 1600
2 60 3900 5800 1000 2000 2000
2 70 4500 6800 1200 2300 2300
2 80 5200 7700 1300 2600 2600
2 90 5800 8700 1500 2900 2900
2 100 6400 9600 1600 3200 3200
2 110 7100 10600 1800 3600 3600
3 20 0 0 700 1300 1300
3 25 3200 4800 800 1600 1600
3 30 3900 5800 1000 2000 2000
3 40 5200 7700 1300 2600 2600
3 50 6400 9600 1600 3200 3200
3 60 7700 11600 2000 3900 3900
3 70 8000 12000 2000 4000 4000
4 20 0 0 1300 2600 2600
4 25 6400 9600 1600 3200 3200
4 30 7700 11600 2000 3900 3900
4 40 8000 12000 2000 4000 4000
5 30 8000 12000 2000 4000 4000
6 30 12000 18000 3000 6000 6000
8 30 16000 24000 4000 8000 8000
11 30 24000 36000 6000 12000 12000
"""
_NO_KIRIAGE: Final = {"kiriage": "no"}


def _riichi_payments(win: hu.Win, han: int, fu: int) -> Mapping[str, int] | None:
    """What each player gets for han and fu of riichi. None if no hand has them."""
    try:
        return hu.score_points(win, "riichi", options=_NO_KIRIAGE, han=han, fu=fu).payments
    except InputError:
        return None


@pytest.mark.parametrize("line", RIICHI_TABLE.splitlines())
def test_han_and_fu_pay_as_the_table_of_the_wiki(line: str) -> None:
    han, fu, discard, east_discard, others_pay, east_pays, each_pays = map(int, line.split())
    expected = {"E": 0, "S": discard, "W": -discard, "N": 0} if discard else None
    assert _riichi_payments(hu.Win("S", "discard", "W"), han, fu) == expected
    expected = {"E": east_discard, "S": 0, "W": -east_discard, "N": 0} if discard else None
    assert _riichi_payments(hu.Win("E", "discard", "W"), han, fu) == expected
    total = east_pays + 2 * others_pay
    expected = {"E": -east_pays, "S": total, "W": -others_pay, "N": -others_pay} if total else None
    assert _riichi_payments(hu.Win("S", "self-draw"), han, fu) == expected
    expected = {"E": 3 * each_pays, "S": -each_pays, "W": -each_pays, "N": -each_pays}
    assert _riichi_payments(hu.Win("E", "self-draw"), han, fu) == (expected if total else None)


@pytest.mark.parametrize(
    ("limit", "points"),
    [
        ("mangan", 8_000),
        ("Haneman", 12_000),
        ("baiman", 16_000),
        ("sanbaiman", 24_000),
        ("yakuman", 32_000),
    ],
)
def test_limits_pay_by_name(limit: str, points: int) -> None:
    scored = hu.score_points(hu.Win("S", "discard", "W"), "riichi", limit=limit)
    assert scored.payments == {"E": 0, "S": points, "W": -points, "N": 0}


@pytest.mark.parametrize(
    ("rules", "figures", "how", "payments"),
    [
        # Half-spicy: 3 faan are a unit of 8. The discarder pays two units, the others one.
        ("hong-kong", {"faan": 3}, "discard", [-8, 32, -16, -8]),
        ("hong-kong", {"faan": 3}, "self-draw", [-16, 48, -16, -16]),
        # Beyond the limit of 13 faan.
        ("hong-kong", {"faan": 20}, "self-draw", [-768, 2304, -768, -768]),
        # "Mahjong Competition Rules", chapter 9: every loser pays 8, the discarder the points too.
        ("mcr", {"fan": 10}, "discard", [-8, 34, -18, -8]),
        ("mcr", {"fan": 10}, "self-draw", [-18, 54, -18, -18]),
        # Base 100, 50 for each tai, and a tai more from the dealer.
        ("taiwanese", {"tai": 3}, "discard", [0, 250, -250, 0]),
        ("taiwanese", {"tai": 3}, "self-draw", [-300, 800, -250, -250]),
        ("taiwanese", {"tai": 0}, "discard", [0, 100, -100, 0]),
        # Above 25 points the discarder pays the rest.
        ("zung-jung", {"points": 30}, "discard", [-25, 90, -40, -25]),
        ("zung-jung", {"points": 1}, "self-draw", [-1, 3, -1, -1]),
        ("sanma", {"han": 3, "fu": 40}, "discard", [0, 5200, -5200]),
    ],
)
def test_other_rules_pay_by_their_unit(
    rules: str, figures: dict[str, Any], how: str, payments: list[int]
) -> None:
    win = hu.Win("S", how, "W" if how == "discard" else None)
    scored = hu.score_points(win, rules, **figures)
    assert scored.payments is not None
    assert list(scored.payments.values()) == payments


@pytest.mark.parametrize(
    ("figures", "win", "message"),
    [
        ({"han": 3, "fu": 20}, hu.Win("S", "discard", "W"), "20 fu are a self-drawn pinfu"),
        ({"han": 3, "fu": 20}, hu.Win("S", "robbed-kong", "W"), "20 fu are a self-drawn pinfu"),
        (
            {"han": 1, "fu": 20},
            hu.Win("S", "self-draw"),
            "Fully concealed hand, Pinfu alone are 2 han",
        ),
        ({"han": 1, "fu": 25}, hu.Win("S", "discard", "W"), "Seven pairs alone are 2 han"),
        (
            {"han": 2, "fu": 25},
            hu.Win("S", "self-draw"),
            "Seven pairs, Fully concealed hand alone are 3",
        ),
        ({"han": 1, "fu": 120}, hu.Win("S", "self-draw"), "need three quads"),
        ({"han": 2, "fu": 33}, hu.Win("S", "self-draw"), "rounded up to tens"),
        ({"han": 2, "fu": 10}, hu.Win("S", "self-draw"), "fu=10: expected a number from 20 to 130"),
        ({"han": 0}, hu.Win("S", "self-draw"), "han=0: expected a number from 1 to 99"),
        ({"han": 3}, hu.Win("S", "self-draw"), "fu is missing: the points of 3 han"),
        ({"fu": 30}, hu.Win("S", "self-draw"), "han is missing"),
        ({"limit": "mangan", "han": 5}, hu.Win("S", "self-draw"), "limit: entered beside han"),
        ({"limit": "mangn"}, hu.Win("S", "self-draw"), "did you mean 'mangan'"),
        ({"limit": "double-yakuman"}, hu.Win("S", "self-draw"), "several yakuman count as one"),
        ({"faan": 3}, hu.Win("S", "self-draw"), "faan"),
        (
            {"han": 1, "fu": 30},
            hu.Win("S", "discard", "W", frozenset({"riichi"})),
            "Riichi, Pinfu alone are 2 han",
        ),
        (
            {"han": 3, "fu": 40},
            hu.Win("S", "discard", "W", frozenset({"ippatsu"})),
            "ippatsu: counts",
        ),
        ({"han": 3, "fu": 40}, hu.Win("S", "discard"), "needs the seat it came from"),
        ({"han": 3, "fu": 40}, hu.Win("S", "discard", "S"), "S"),
        ({"han": 3, "fu": 40}, hu.Win("X", "self-draw"), "X"),
        ({"han": True, "fu": 40}, hu.Win("S", "self-draw"), "han=True: expected a number"),
        ({}, hu.Win("S", "self-draw"), "riichi takes han, fu, limit"),
    ],
)
def test_impossible_figures_are_refused_with_the_reason(
    figures: dict[str, Any], win: hu.Win, message: str
) -> None:
    with pytest.raises(InputError) as error:
        hu.score_points(win, "riichi", **figures)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("rules", "figures", "message"),
    [
        ("hong-kong", {"faan": 2}, "2 of 3 faan"),
        ("mcr", {"fan": 7}, "7 of 8 points"),
        ("zung-jung", {"points": 330}, "the sum is limited to 320; single patterns have 400, 480"),
        ("zung-jung", {"points": 0}, "points=0: expected a number from 1 to 10000"),
        ("fimj", {"points": 30}, "fimj counts tiles"),
    ],
)
def test_figures_below_a_minimum_or_above_a_limit_are_refused(
    rules: str, figures: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        hu.score_points(hu.Win("S", "self-draw"), rules, **figures)


def test_points_above_the_limit_are_those_of_the_patterns_of_a_house() -> None:
    # Big Four Winds for 350 points instead of 400.
    options = {"house": json.dumps({"points": {"3.3.4": 350}})}
    request = {"rules": "zung-jung", "winner": "S", "win": "self-draw", "options": options}
    assert answer_request(request | {"points": 350})["points"] == 350
    # And Four Quads for 640 points, more than any published pattern.
    options = {"house": json.dumps({"points": {"3.3.4": 350, "4.3.4": 640}})}
    request["options"] = options
    assert answer_request(request | {"points": 640})["points"] == 640
    message = "the sum is limited to 320; single patterns have 350, 400, 480, 640"
    with pytest.raises(InputError, match=message):
        answer_request(request | {"points": 330})


def test_sticks_and_honba_count_beside_han_and_fu() -> None:
    request = {
        "rules": "riichi", "han": 3, "fu": 40, "winner": "S", "win": "discard", "from": "W",
        "honba": 2, "sticks": 1, "declared": ["N"], "circumstances": ["riichi"],
    }  # fmt: skip
    answer = answer_request(request)
    assert answer["payments"] == {"E": 0, "S": 7_800, "W": -5_800, "N": -1_000}
    assert answer["han"] == 3
    assert answer["fu"] == 40
    assert answer["points"] == 5_800
    assert answer["pot"] == -1_000
    assert answer["patterns"] == []
    assert answer["reading"] is None


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hand": "234m 567m 55s [777z] 13p +2p"}, "entered beside tiles"),
        ({"dora_indicators": ["4p"]}, "dora_indicators: counts with tiles alone"),
        ({"liable": "N"}, "liable: counts with tiles alone"),
        ({"faan": 3}, "faan: unknown key"),
        ({"han": "three"}, "han=three: expected a number"),
        ({"winner": "nobody"}, "contradicts winner nobody"),
        ({"winners": {"S": {}}}, "belongs to a winner"),
    ],
)
def test_what_contradicts_the_figures_is_refused(change: dict[str, Any], message: str) -> None:
    request = {
        "rules": "riichi", "han": 3, "fu": 40, "winner": "S", "win": "discard", "from": "W",
    }  # fmt: skip
    with pytest.raises(InputError, match=message):
        answer_request(request | change)


def test_the_command_line_takes_figures() -> None:
    win = ["--winner", "S", "--win", "discard", "--from", "W"]
    call = ["score", "--rules", "riichi", "--han", "3", "--fu", "40", *win]
    output = CliRunner().invoke(cli, call).output
    assert "West pays 5200; South receives 5200" in output
    assert "Reading" not in output
    answer = json.loads(CliRunner().invoke(cli, [*call, "--json"]).output)
    assert answer["points"] == 5_200
    assert answer["han"] == 3
    assert answer["hand"] == ""


def test_the_command_line_takes_no_tiles_beside_figures() -> None:
    figures = ["--rules", "riichi", "--han", "3", "--fu", "40"]
    win = ["--winner", "S", "--win", "discard", "--from", "W"]
    result = CliRunner().invoke(cli, ["score", *figures, *win, "--hand", "123m"])
    assert "entered beside tiles" in str(result.exception)


def test_a_request_with_figures_comes_back_from_its_json() -> None:
    scored = hu.score_points(hu.Win("S", "discard", "W"), "riichi", han=3, fu=40)
    text = hu.to_json(scored.request)
    assert json.loads(text) == {
        "rules": "riichi", "winner": "S", "win": "discard", "from": "W", "han": 3, "fu": 40,
    }  # fmt: skip
    request = hu.from_json(text)
    assert isinstance(request, hu.Request)
    assert hu.score_table(request.deal, request.rules).payments == scored.payments


def _figures_of(answer: dict[str, Any], rules: str) -> dict[str, Any]:
    """The figures of a hand that was counted."""
    if rules == "riichi":
        if answer["limit"]:
            return {"limit": answer["limit"]}
        return {"han": answer["han"], "fu": answer["fu"]}
    unit = rule_set(rules).unit.key
    return {unit: answer.get("total", answer[unit])}


@pytest.mark.parametrize("rules", [name for name in rule_names() if name not in ("fimj", "sanma")])
def test_a_hand_and_its_figures_pay_the_same(rules: str) -> None:
    kept = ["rules", "options", "winner", "win", "from", "round_wind", "counters", "declared"]
    if rules == "taiwanese":
        kept.append("repeats")
    compared_count = 0
    for name, request in REQUESTS.items():
        depends_on_tiles = request.keys() & {"liable", "recent_discards", "winners"}
        if request["rules"] != rules or depends_on_tiles:
            continue
        try:
            answer = answer_request(request)
        except InputError:
            continue
        # The figures have no name for several yakuman.
        if rules == "riichi" and answer["limit"] == "yakuman" and answer["points"] > 48_000:
            continue
        without_tiles = {key: request[key] for key in kept if key in request}
        if rules == "riichi":
            circumstances = set(request.get("circumstances", ())) & {"riichi", "double-riichi"}
            without_tiles["circumstances"] = sorted(circumstances)
        by_figures = answer_request(without_tiles | _figures_of(answer, rules))
        assert by_figures["payments"] == answer["payments"], name
        compared_count += 1
    assert compared_count >= 40


def test_a_rule_set_tells_the_figures_that_it_takes() -> None:
    text = CliRunner().invoke(cli, ["rules", "show", "riichi"]).output
    _, _, section = text.partition("Points without tiles (--NAME VALUE)\n")
    assert section.startswith("  han  Han")
    assert "20 to 130" in section
    assert "mangan, haneman" in section
    declaration = json.loads(CliRunner().invoke(cli, ["rules", "show", "mcr", "--json"]).output)
    assert declaration["figures"] == ["fan"]
