"""Any rule set of the registry reads, scores and corrects a batch."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from click.testing import CliRunner

from hu.app.batch.corrections import correct
from hu.app.batch.run import Batch, run
from hu.app.cli import cli
from hu.scoring.house import read_house
from hu.scoring.rules import register, rule_names, rule_set, unregister
from tests.app.batch.workshop import Workshop, inline
from tests.scoring.tiny_rule_set import Tiny


@pytest.fixture(autouse=True)
def tiny() -> Iterator[None]:
    register(Tiny())
    yield
    unregister("tiny")


def test_a_third_rule_set_scores_a_batch(shop: Workshop) -> None:
    shop.add("a.jpg", 1)
    manifest = shop.manifest("photo,winner,win,from\na.jpg,S,discard,W\n")
    summary = run(Batch(shop.photos, shop.settings(), inline, manifest, rules="tiny"))
    assert summary.exit_status == 0
    row = shop.row("a.jpg")
    assert row["rules"] == "tiny"
    assert row["score"]["points"] == 1
    assert row["score"]["payments"] == {"E": -1, "S": 3, "W": -1, "N": -1}
    assert ",1,,-1,3,-1,-1,," in (shop.out / "results.csv").read_text(encoding="utf-8")


def test_a_manifest_names_it_and_corrections_score_with_it(shop: Workshop) -> None:
    shop.add("a.jpg", 1)
    shop.run(shop.manifest("photo,rules,winner,win\na.jpg,tiny,S,self-draw\n"))
    file = shop.root / "c.csv"
    file.write_text("photo,hand\na.jpg,222m 123789p 55777z 1f\n", encoding="utf-8")
    done = correct(shop.out, file)
    assert done.changes == ["a.jpg: hand 222m 123789p 55777z -> 222m 123789p 55777z 1f; points 1 -> 3"]


HAND = "123789p 5777z [222m] +5z"
BEGINNERS = 'rules = "mcr"\n[options]\nminimum = 0\n'


def test_the_chinese_rules_take_the_manifest_s_columns(shop: Workshop) -> None:
    shop.add("a.jpg", 1)
    shop.add("b.jpg", 2)
    text = f"photo,rules,winner,win,from,round_wind,circumstances,hand\na.jpg,mcr,S,discard,W,E,,{HAND}\n"
    manifest = shop.manifest(f"{text}b.jpg,mcr,S,self-draw,,E,last-tile,{HAND} 1f\n")
    shop.run(manifest)
    assert "worth 5 of 8 points: 3 missing to this table's minimum" in shop.row("a.jpg")["error"]
    assert shop.row("b.jpg")["score"]["points"] == 14
    assert shop.row("b.jpg")["score"]["payments"] == {"E": -22, "S": 66, "W": -22, "N": -22}


def test_a_batch_by_house_rules_scores_and_corrects_by_them(shop: Workshop) -> None:
    shop.add("a.jpg", 1)
    manifest = shop.manifest(f"photo,winner,win,from,round_wind,hand\na.jpg,S,discard,W,E,{HAND}\n")
    batch = Batch(shop.photos, shop.settings(), inline, manifest, rules="mcr", house=read_house(BEGINNERS))
    assert run(batch).exit_status == 0
    assert shop.row("a.jpg")["score"]["points"] == 5
    file = shop.root / "c.csv"
    file.write_text(f"photo,hand\na.jpg,{HAND} 1f\n", encoding="utf-8")
    assert "points 5 -> 6" in correct(shop.out, file).changes[0]
    manifest = shop.manifest(f"photo,winner,win,from,round_wind,options,hand\na.jpg,S,discard,W,E,minimum=6,{HAND}\n")
    batch = Batch(shop.photos, shop.settings(), inline, manifest, rules="mcr", house=read_house(BEGINNERS))
    shop.out = shop.root / "second"
    assert run(replace(batch, settings=shop.settings())).exit_status == 1


@pytest.mark.parametrize("command", ["batch", "evaluate", "read"])
def test_the_command_line_knows_it(command: str) -> None:
    assert "|".join(rule_names()) in CliRunner().invoke(cli, [command, "--help"]).stdout
    told = " ".join(CliRunner().invoke(cli, ["--help"]).stdout.split())
    assert "; ".join(rule_set(name).names["en"] for name in rule_names()) in told
    refused = CliRunner().invoke(cli, [command, "x", "--rules", "poker"])
    assert refused.exit_code == 2
    assert f"unknown rule set 'poker': known are {', '.join(rule_names())}" in refused.stderr
