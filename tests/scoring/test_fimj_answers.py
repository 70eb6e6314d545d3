"""Requests of FIMJ as JSON objects, and their explained answers."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from hu.scoring.errors import InputError
from hu.scoring.rules import answer

_TABLE: dict[str, Any] = {
    "rules": "fimj",
    "round_wind": "E",
    "winners": {"S": {"hand": "111z 555p 234m 678s 9m +9m", "win": "self-draw", "circumstances": []}},
    "others": {
        "E": {"hand": "[222p] 55z 789s 1m 4m 7p 9p 9p 1f"},
        "W": {"hand": "[333z] 234p 6s 6s 6s 1m 4m 7p 8p"},
        "N": {"hand": "123456m 19p 2255s 4z", "status": None},
    },
    "options": {"limit": 1000, "waive": []},
}


def _changed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    table = copy.deepcopy(_TABLE)
    change(table)
    return table


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t.pop("round_wind"), "round_wind is missing: tell the wind of the round"),
        (lambda t: t.update(round_wind=3), "round_wind: expected a text, not 3"),
        (lambda t: t.update(winner="S"), "winner: belongs to a winner: write winners and others by seat"),
        (lambda t: t["winners"]["S"].pop("win"), "winners.S.win is missing"),
        (lambda t: t["winners"]["S"].pop("hand"), "winners.S.hand is missing"),
        (lambda t: t["winners"]["S"].update(circumstanes=["roof"]), "winners.S.circumstanes: unknown key"),
        (lambda t: t["winners"]["S"].update(status="great-lord"), "S: won, but has the status great-lord"),
        (lambda t: t["others"]["W"].update(hand="12x"), "W: hand, column 3"),
        (lambda t: t["others"]["W"].pop("hand"), "W: the hand is missing"),
        (lambda t: t["others"]["W"].update(status="lazy"), "W: unknown status 'lazy'"),
        (lambda t: t["others"].update(X=t["others"].pop("W")), "'X' is no seat; seats are E S W N"),
        (lambda t: t["others"].update(S={"hand": "1m"}), "S: sits at the table twice"),
        (lambda t: t.pop("others"), "1 players at the table (S); three or four play"),
        (lambda t: t["options"].update(limit="many"), "options.limit: expected a whole number, not 'many'"),
        (lambda t: t["options"].update(limit=True), "options.limit: expected a whole number, not True"),
        (lambda t: t["options"].update(waive=["bonus"]), "waive: 'bonus' is no doubling"),
        (lambda t: t["options"].update(limits=2000), "options.limits: unknown key; did you mean 'limit'?"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_that_names_the_place(
    change: Callable[[dict[str, Any]], object], message: str
) -> None:
    with pytest.raises(InputError) as error:
        answer(_changed(change))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_an_explained_answer_tells_every_point_and_doubling_in_both_languages() -> None:
    players: Any = answer(_TABLE, explain=True)["players"]
    items = {item["id"]: item for item in players["S"]["items"]}
    assert {name: item["points"] * item["count"] for name, item in items.items()} == {
        "concealed-head-triplet": 8,
        "concealed-triplet": 4,
        "closing": 20,
    }
    assert items["concealed-triplet"]["why"] == ["555p"]
    (round_wind,) = [each for each in players["S"]["doublings"] if each["id"] == "round-wind"]
    assert round_wind["names"] == {"it": "Vento di giro", "en": "Round wind"}
    assert round_wind["reasons"]["it"] == "tris o kong del vento di giro"
    assert round_wind["why"] == ["111z"]


def test_an_explained_payment_tells_its_sum() -> None:
    transfers: Any = answer(_TABLE, explain=True)["transfers"]
    assert transfers[0]["reasons"] == {
        "it": "Est paga a Sud il Mah-Jong: 128 x 2 (Est) = 256, arrotondato a 260",
        "en": "East pays South the win: 128 x 2 (East) = 256, rounded to 260",
    }


def test_an_explained_status_says_what_follows() -> None:
    table = _changed(lambda t: t["others"]["N"].update(status="false-richi", hand=None))
    players: Any = answer(table, explain=True)["players"]
    assert players["N"]["status"]["names"] == {"it": "Richi falso", "en": "False richi"}
    assert players["N"]["points"] == 0


@pytest.mark.parametrize(
    ("hand", "rule", "why"),
    [
        ("[2222m] 222p [222s] 4z 5p 8p 9m", "3-equal-triplets", ["[2222m]", "222p", "[222s]"]),
        ("222m 444p (6666s) 1z 2z 5p 8p", "concealed-quad", ["(6666s)"]),
        ("222m 444p 666s 1z 2z 5p 8p", "3-hidden-triplets", ["222m", "444p", "666s"]),
        ("[234m] [234m] [234p] [234s] 5z 3f", "4-equal-chows", ["234m", "234m", "234p", "234s"]),
        ("[234m] [234m] [234m] [234s] 5z 3f", "3-equal-chows-color", ["234m", "234m", "234m"]),
        ("123m 456p 789s 55z 1z 2z", "serpent", ["123m", "456p", "789s"]),
        ("123456789m 55z 1z 2z", "serpent-color", ["123m", "456m", "789m"]),
        ("[123m] 345p 567s 789m 5z 3f", "chained-serpent", ["123m", "345p", "567s", "789m"]),
        ("147m 258p 369s 1234z 1f 2f 3f 4f", "bouquet", ["1234f"]),
        ("147m 258p 369s 1234z 1f 4g 4f", "own-flower", ["4f", "4g"]),
        ("[111m] [999p] [111s] 55z 58p", "3-head-triplets", ["[111m]", "[999p]", "[111s]"]),
        ("[555z] 147m 258p 369s 4z", "dragon-triplet", ["[555z]"]),
        ("[444z] 147m 258p 369s 5z", "own-wind", ["[444z]"]),
        ("11z 147m 258p 369s 55z", "round-wind-pair", ["11z"]),
        ("44z 147m 258p 369s 55z", "own-wind-pair", ["44z"]),
    ],
)
def test_the_tiles_that_earn_a_rule_are_shown(hand: str, rule: str, why: list[str]) -> None:
    players: Any = answer(_changed(lambda t: t["others"]["N"].update(hand=hand)), explain=True)["players"]
    (found,) = [each for each in (*players["N"]["items"], *players["N"]["doublings"]) if each["id"] == rule]
    assert found["why"] == why


def test_too_many_copies_among_the_players_are_told() -> None:
    assert "warnings" not in answer(_TABLE)
    table = _changed(lambda t: t["others"]["N"].update(hand="555p 147m 258s 13s 45z"))
    assert answer(table)["warnings"] == ["the players show too many copies of 5p; check their hands"]


def test_winners_of_one_discard_share_the_winning_tile() -> None:
    def both_win(table: dict[str, Any]) -> None:
        hand = {"win": "discard", "from": "E"}
        table["winners"] = {
            "S": {"hand": "111z 55p 234m 678s 99m +5p", **hand},
            "W": {"hand": "222z 46p 234m 678s 99p +5p", **hand},
        }
        table["others"] = {"E": {"hand": "[333z] 5p 147m 258s 369s"}, "N": {"hand": "147m 238p 369s 4567z"}}

    assert "warnings" not in answer(_changed(both_win))


def test_whoever_wrecked_the_wall_pays_the_intact_racks_and_who_was_ready() -> None:
    others = {
        "E": {"status": "wrecked-wall"},
        "S": {"hand": "111z 555p 234m 678s 9m", "status": "ready"},
        "W": _TABLE["others"]["W"],
        "N": {"hand": "123456m 19p 2255s 4z", "status": "false-win"},
    }
    found: Any = answer({"rules": "fimj", "round_wind": "E", "winners": {}, "others": others}, explain=True)
    west = found["players"]["W"]["points"]
    assert west == 16
    # The same hand as the booklet's winner, who drew the tile.
    booklet: Any = answer(_TABLE)
    assert found["players"]["S"]["points"] == booklet["players"]["S"]["points"] == 128
    assert found["payments"] == {"E": -290, "S": 260, "W": 30, "N": 0}
    assert [transfer["kind"] for transfer in found["transfers"]] == ["wall", "wall"]
    assert (
        found["transfers"][1]["reasons"]["en"] == "East pays West the wrecked wall: 16 x 2 (East) = 32, rounded to 30"
    )


def test_a_wrecked_wall_and_a_win_contradict_each_other() -> None:
    wrecked = _changed(lambda t: t["others"]["E"].update(status="wrecked-wall"))
    with pytest.raises(InputError, match="E: wrecked the wall so that play cannot go on, but S won"):
        answer(wrecked)
    others = {seat: {"hand": "147m 258p 369s 1234z"} for seat in "ESN"}
    idle = {"W": {"hand": "147m 258p 369s 1234z", "status": "ready"}, "E": {"status": "wrecked-wall"}}
    with pytest.raises(InputError, match="W: status ready, but the hand waits for nothing"):
        answer({"rules": "fimj", "round_wind": "E", "winners": {}, "others": others | idle})
    ready = _changed(lambda t: t["others"]["E"].update(hand="111z 555p 234m 678s 9m", status="ready"))
    with pytest.raises(InputError, match="E: status ready, but nobody wrecked the wall"):
        answer(ready)
