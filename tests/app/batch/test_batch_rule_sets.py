"""Any rule set of the registry reads, scores and corrects a batch."""

import json

import pytest
from click.testing import CliRunner

from hu.app.cli import cli
from hu.scoring.rule_set.house import read_house
from hu.scoring.rule_set.registry import rule_names, rule_set
from tests.app.batch.workshop import Workshop

pytestmark = pytest.mark.usefixtures("tiny")


def test_a_third_rule_set_scores_a_batch(shop: Workshop) -> None:
    shop.add("a.jpg", 1)
    manifest = shop.manifest("photo,winner,win,from\na.jpg,S,discard,W\n")
    summary = shop.run(manifest, rules="tiny")
    assert summary.exit_status == 0
    row = shop.row("a.jpg")
    assert row["rules"] == "tiny"
    assert row["score"]["points"] == 1
    assert row["score"]["payments"] == {"E": -1, "S": 3, "W": -1, "N": -1}
    assert ",1,points,,-1,3,-1,-1,," in (shop.out / "results.csv").read_text(encoding="utf-8")


def test_a_manifest_names_it_and_corrections_score_with_it(shop: Workshop) -> None:
    shop.score("photo,rules,winner,win\na.jpg,tiny,S,self-draw\n")
    done = shop.correct("photo,hand\na.jpg,222m 123789p 55777z 1f\n")
    assert done.changes == [
        "a.jpg: hand 222m 123789p 55777z -> 222m 123789p 55777z 1f; points 1 -> 3"
    ]


HAND = "123789p 5777z [222m] +5z"
BEGINNERS = 'rules = "mcr"\n[options]\nminimum = 0\n'


def test_the_chinese_rules_take_the_manifest_s_columns(shop: Workshop) -> None:
    text = "photo,rules,winner,win,from,round_wind,circumstances,hand\n"
    text += f"a.jpg,mcr,S,discard,W,E,,{HAND}\n"
    text += f"b.jpg,mcr,S,self-draw,,E,last-tile,{HAND} 1f\n"
    shop.score(text)
    assert "worth 5 of 8 points: 3 missing to this table's minimum" in shop.row("a.jpg")["error"]
    assert shop.row("b.jpg")["score"]["fan"] == 14
    assert shop.row("b.jpg")["score"]["payments"] == {"E": -22, "S": 66, "W": -22, "N": -22}


def test_a_batch_by_house_rules_scores_and_corrects_by_them(shop: Workshop) -> None:
    shop.add("a.jpg", 1)
    manifest = shop.manifest(f"photo,winner,win,from,round_wind,hand\na.jpg,S,discard,W,E,{HAND}\n")
    house = read_house(BEGINNERS)
    assert shop.run(manifest, rules="mcr", house=house).exit_status == 0
    assert shop.row("a.jpg")["score"]["fan"] == 5
    assert "fan 5 -> 6" in shop.correct(f"photo,hand\na.jpg,{HAND} 1f\n").changes[0]
    manifest = shop.manifest(
        f"photo,winner,win,from,round_wind,options,hand\na.jpg,S,discard,W,E,minimum=6,{HAND}\n"
    )
    shop.out = shop.root / "second"
    assert shop.run(manifest, rules="mcr", house=house).exit_status == 1


def test_indicators_are_told_by_a_photo_of_them(shop: Workshop) -> None:
    shop.add("evening/wall.jpg", 5)
    said = "riichi,S,discard,W,E,riichi,234567m 123p 5s 777z +5s"
    text = "photo,rules,winner,win,from,round_wind,circumstances,hand,dora_indicators\n"
    text += f"a.jpg,{said},4s 9m\nevening/b.jpg,{said},evening/wall.jpg\nc.jpg,{said},a.jpg\n"
    assert shop.score(text).exit_status == 1
    assert [row["photo"] for row in shop.rows()] == ["a.jpg", "c.jpg", "evening/b.jpg"]
    assert shop.row("evening/b.jpg")["answers"]["dora_indicators"] == "4s 9m"
    assert shop.row("evening/b.jpg")["score"] == shop.row("a.jpg")["score"]
    assert shop.row("c.jpg")["error"] == (
        "not scored: a.jpg: the photo shows 14 tiles face up, "
        "and there are at most 5 indicators: photograph them alone"
    )


def test_a_resumed_batch_still_scores_by_photos_of_indicators_and_hands(shop: Workshop) -> None:
    shop.add("wall.jpg", 5)
    shop.add("east.jpg", 6)
    win = "S,self-draw,E,234m 567p 555s 678s 9p +9p"
    text = "photo,rules,winner,win,round_wind,hand,dora_indicators,others\n"
    text += f"a.jpg,riichi,{win},wall.jpg,\n"
    text += f"b.jpg,fimj,{win},,E=east.jpg | W=[222z] 147m 258p 9s 123z | N=147m 258p 369s 1234z\n"
    assert shop.score(text).exit_status == 0
    before = shop.lines()
    summary = shop.run(shop.last_manifest, resume=True)
    assert summary.exit_status == 0
    assert shop.lines() == before


def test_a_photo_of_indicators_that_is_not_there_is_named(shop: Workshop) -> None:
    text = "photo,rules,winner,win,from,round_wind,dora_indicators\n"
    text += "a.jpg,riichi,S,discard,W,E,wall.jpg\n"
    assert shop.score(text).exit_status == 1
    assert "wall.jpg" in shop.row("a.jpg")["error"]


def test_a_whole_table_is_paid(shop: Workshop) -> None:
    shop.add("east.jpg", 6)
    winner = "S,self-draw,E,234m 567p 555s 678s 9p +9p"
    rack = "147m 258p 369s 1234z"
    text = "photo,rules,winner,win,round_wind,hand,others,statuses,absent\n"
    text += (
        f"a.jpg,fimj,{winner},E=east.jpg | W=[222z] 147m 258p 9s 123z | N={rack} 5z,N=great-lord,\n"
    )
    text += f"b.jpg,fimj,{winner},E={rack} | W={rack},,N\n"
    assert shop.score(text).exit_status == 0
    assert [row["photo"] for row in shop.rows()] == ["a.jpg", "b.jpg"]
    told = shop.row("a.jpg")
    assert told["answers"]["others"].startswith(f"E={rack} | W=")
    assert sum(told["score"]["payments"].values()) == 0
    assert told["score"]["others"]["W"]["points"] > 0
    assert set(shop.row("b.jpg")["score"]["payments"]) == {"E", "S", "W"}
    assert shop.correct("photo,statuses\na.jpg,N=false-win\n").changes == [
        "a.jpg: statuses N=great-lord -> N=false-win"
    ]


def test_a_hand_that_nobody_won_is_settled(shop: Workshop) -> None:
    racks = (
        "E=123m 555z 777s 22m 12p | S=777z 147m 258p 9s 123z | "
        "W=[222z] 147m 258p 9s 123z | N=147m 258p 369s 1234z"
    )
    text = "photo,rules,winner,win,round_wind,options,others,statuses\n"
    text += f"a.jpg,fimj,Nobody,,E,settle_without_winner=true,{racks},\n"
    text += f"b.jpg,fimj,nobody,,E,,{racks},S=wrecked-wall\n"
    text += "c.jpg,fimj,nobody,discard,E,,,\n"
    assert shop.score(text).exit_status == 1
    settled, wrecked = (shop.row(name)["score"] for name in ("a.jpg", "b.jpg"))
    assert set(settled["others"]) == set("ESWN")
    assert sum(settled["payments"].values()) == sum(wrecked["payments"].values()) == 0
    assert settled["payments"]["E"] > 0 > wrecked["payments"]["S"]
    assert shop.row("c.jpg")["error"].endswith(
        "winner nobody and win discard contradict each other"
    )


def test_what_a_hand_was_scored_without_stands_in_its_row(shop: Workshop) -> None:
    dear = "[555z] [777z] [666z] 23m 99p +4m"
    text = "photo,winner,win,from,recent_discards,hand\n"
    text += f"a.jpg,S,discard,W,,{dear}\nb.jpg,S,discard,W,S=9m,{dear}\nc.jpg,S,discard,W,,{HAND}\n"
    assert shop.score(text).exit_status == 0
    note = "recent_discards not given: same-round immunity is ignored"
    assert [row.get("notes") for row in shop.rows()] == [[note], None, None]
    assert note in (shop.out / "results.csv").read_text(encoding="utf-8")
    assert note in (shop.out / "index.html").read_text(encoding="utf-8")


def test_han_and_faan_keep_their_own_names(shop: Workshop) -> None:
    text = "photo,rules,winner,win,from,round_wind,circumstances,options,hand\n"
    text += "a.jpg,riichi,S,discard,W,E,riichi,,234m 567p 55s 345s 68m +7m\n"
    text += "b.jpg,hong-kong,S,self-draw,,E,,minimum=1,234m 567m 55m 345m 68m +7m\n"
    assert shop.score(text).exit_status == 0
    riichi = shop.row("a.jpg")["score"]
    hong_kong = shop.row("b.jpg")["score"]
    assert (riichi["points"], riichi["han"], riichi["fu"]) == (2600, 2, 40)
    assert (hong_kong["faan"], hong_kong.keys() & {"points", "han"}) == (11, set())
    declaration = CliRunner().invoke(cli, ["rules", "show", "hong-kong", "--json"]).stdout
    assert json.loads(declaration)["unit"]["en"] == "faan"


@pytest.mark.parametrize("command", ["batch", "evaluate", "read"])
def test_the_command_line_knows_it(command: str) -> None:
    assert "|".join(rule_names()) in CliRunner().invoke(cli, [command, "--help"]).stdout
    told = " ".join(CliRunner().invoke(cli, ["--help"]).stdout.split())
    assert "; ".join(rule_set(name).names["en"] for name in rule_names()) in told
    refused = CliRunner().invoke(cli, [command, "x", "--rules", "poker"])
    assert refused.exit_code == 2
    assert f"unknown rule set 'poker': known are {', '.join(rule_names())}" in refused.stderr
