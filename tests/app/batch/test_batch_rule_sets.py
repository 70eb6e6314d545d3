"""Any rule set of the registry reads, scores and corrects a batch."""

from collections.abc import Iterator

import pytest
from click.testing import CliRunner
from tiny_rule_set import Tiny
from workshop import Workshop, inline

from hu.app.batch.corrections import correct
from hu.app.batch.run import Batch, run
from hu.app.cli import cli
from hu.scoring.rules import register, rule_names, unregister


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


@pytest.mark.parametrize("command", ["batch", "evaluate", "read"])
def test_the_command_line_knows_it(command: str) -> None:
    assert "|".join(rule_names()) in CliRunner().invoke(cli, [command, "--help"]).stdout
    refused = CliRunner().invoke(cli, [command, "x", "--rules", "poker"])
    assert refused.exit_code == 2
    assert f"'poker' is not one of {', '.join(map(repr, rule_names()))}" in refused.stderr
