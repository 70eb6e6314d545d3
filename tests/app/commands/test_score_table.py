"""What lies on the table can be said on the command line and in a manifest."""

import json
import re
from typing import Any

import pytest
from click.testing import CliRunner

from hu.app.batch.scoring import score_cells
from hu.app.cli import cli
from hu.scoring.errors import InputError
from hu.scoring.hand import Hand

HAND = "234m 067p 55s 345s 68m +7m"
WIN = ["--rules", "riichi", "--winner", "S", "--win", "discard", "--from", "W", "--round-wind", "E"]
TABLE = [
    "--circumstance",
    "riichi",
    "--dora",
    "6m",
    "--honba",
    "2",
    "--sticks",
    "1",
    "--declared",
    "N",
]
#: The same by the questions' own names.
ASKED = [
    "--circumstances", "riichi", "--dora-indicators", "6m",
    "--honba", "2", "--sticks", "1", "--declared", "n",
]  # fmt: skip
PRESET = ["--option", "preset=tenhou"]


#: Riichi, tanyao, a dora and a red five are a mangan. There are 600 points for two honba, and 2,000
#: for the sticks of North and of the table.
PAID = {"E": 0, "S": 8000 + 600 + 2000, "W": -8600, "N": -1000}


def _scored(*more: str) -> Any:
    return CliRunner().invoke(cli, ["score", "--hand", HAND, "--json", *WIN, *more])


@pytest.mark.parametrize("table", [TABLE, ASKED])
def test_the_command_line_takes_indicators_counters_and_declarations(table: list[str]) -> None:
    answer = json.loads(_scored(*table, *PRESET).stdout)
    assert answer["payments"] == PAID
    assert (answer["han"], answer["limit"]) == (4, "mangan")
    text = CliRunner().invoke(cli, ["score", "--hand", HAND, *WIN, *table, *PRESET]).stdout
    assert text.endswith(
        "West pays 8600, North pays 1000; South receives 10600; 1000 come from the table\n"
    )


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--hoonba", "2"], "'--honba'"),
        (["--recent-discards", "S=9m"], "recent_discards: unknown key; known are "),
        (["--option", "agari=1"], "unknown option of riichi 'agari'"),
        (["--honba", "many"], "honba=many: expected a number, such as honba=2"),
        (["--dora", "missing.jpg"], "missing.jpg: No such file"),
        (["--dora", "1q"], "unknown tile '1q'"),
        (
            [part for _ in range(6) for part in ("--dora", "1z")],
            "6 dora indicators; there are at most 5",
        ),
        (["--dora", "1z", "--ura", "2z", "--ura", "3z"], "2 hidden indicators under 1 shown ones"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(more: list[str], message: str) -> None:
    found = _scored("--circumstance", "riichi", *more)
    assert found.exit_code
    assert message in str(found.exception) + found.output


def test_a_manifest_takes_counters_in_one_cell_and_says_which_is_wrong() -> None:
    cells = {
        "winner": "S", "win": "discard", "from": "W", "round_wind": "E", "circumstances": "riichi",
        "options": "preset=tenhou", "dora_indicators": "6m", "counters": "honba=2 sticks=1",
        "declared": "N",
    }  # fmt: skip
    assert score_cells(Hand.from_text(HAND), cells, "riichi").shares == PAID
    with pytest.raises(InputError, match="honba=: expected a number, such as honba=2"):
        score_cells(Hand.from_text(HAND), cells | {"counters": "honba"}, "riichi")


FIMJ = ["--rules", "fimj", "--round-wind", "W", "--json"]
RACKS = [part for seat in "EWN" for part in ("--other", f"{seat}=147m 258p 369s 1234z")]


def _fimj(*more: str) -> Any:
    found = CliRunner().invoke(cli, ["score", *FIMJ, *more])
    assert found.exit_code == 0, found.output
    return json.loads(found.stdout)


def test_several_players_win_with_one_discard() -> None:
    first = [
        "--hand",
        "234m 68p 555s 678s 99p +7p",
        "--winner",
        "S",
        "--win",
        "discard",
        "--from",
        "W",
    ]
    racks = ["--other", "E=147m 258p 369s 1234z", "--other", "W=147m 258p 369s 1234z"]
    found = _fimj(*first, *racks, "--also", "N=last-tile", "--circumstance", "last-tile",
                  "--other", "N=123m 456m 68p 99s 789s")  # fmt: skip
    assert {seat: player["points"] > 0 for seat, player in found["players"].items()} == {
        "E": False, "S": True, "W": False, "N": True,
    }  # fmt: skip
    assert sum(found["payments"].values()) == 0
    assert found["payments"]["S"] > 0 < found["payments"]["N"]


def test_a_doubling_is_waived_and_three_play() -> None:
    won = ["--hand", "234m 567p 555s 678s 9p +9p", "--winner", "S", "--win", "self-draw"]
    three = [
        "--absent",
        "N",
        "--other",
        "E=147m 258p 369s 1234z",
        "--other",
        "W=147m 258p 369s 1234z",
    ]
    declared = _fimj(*won, *three)
    waived = _fimj(*won, *three, "--waive", "all-drawn")
    assert set(declared["payments"]) == {"E", "S", "W"}
    assert declared["players"]["S"]["points"] == 2 * waived["players"]["S"]["points"]


def test_nobody_has_won() -> None:
    racks = [
        *RACKS[:4],
        "--other",
        "N=[333z] 147m 258p 369s 4z",
        "--other",
        "S=147m 258p 369s 1234z",
    ]
    found = _fimj("--nobody", *racks, "--option", "settle_without_winner=true")
    assert found["payments"]["N"] > 0
    statuses = [part for seat in "ESW" for part in ("--status", f"{seat}=false-win")]
    assert _fimj("--nobody", *statuses)["players"]["N"]["points"] == 1000
    told = CliRunner().invoke(cli, ["score", *FIMJ, "--nobody", "--winner", "S"])
    assert "--nobody and --winner contradict each other" in told.output
    told = CliRunner().invoke(
        cli, ["score", *FIMJ[:-1], "--nobody", "--other", "E=123m", "--status", "E=ready"]
    )
    assert told.output.startswith("This table cannot be scored:\n  - E: status ready, ")


def test_the_help_groups_the_options() -> None:
    text = CliRunner().invoke(cli, ["score", "--help"]).output
    titles = [line for line in text.splitlines() if line.endswith(":") and line[0] != " "]
    assert titles[:3] == ["The photo:", "The deal:", "Questions of zung-jung:"]
    assert titles[-1] == "Output:"
    _, _, riichi = text.partition("Questions of riichi")
    assert "--dora" in riichi.partition("Questions of")[0]
    for option in ("--hand", "--rules", "--overlay", "--honba", "--json", "--help"):
        assert len(re.findall(rf"^  .*{option}\b", text, re.MULTILINE)) >= 1, option
