"""Cases that players reported or that were tried by hand, each at several doors.

Each case is a request of ``hu hands`` with its answer: payments, or a part of the refusal. The same
request is asked on the command line and from Python, as far as these doors can ask it.
"""

import io
import json
import re
from dataclasses import dataclass
from typing import Any

import pytest
from click.testing import CliRunner

import hu
from hu.app.cli import cli
from hu.scoring.answers.from_json import check_options
from hu.scoring.errors import InputError
from hu.scoring.rule_set.house import read_house
from hu.scoring.rule_set.registry import rule_names, rule_set
from tests.answers import answer_lines, options_of_score

EAST = {"round_wind": "E"}
FROM_WEST = {"winner": "S", "win": "discard", "from": "W"}
DRAWN = {"winner": "S", "win": "self-draw"}
DRAGONS = "[555z] [666z] [777z] 23m 99p +4m"
PLAIN = "123p 456p 789s 55z 68m +7m"
SUIT = "[123m] [456m] [789m] 22m 55m +2m"


@dataclass(frozen=True)
class Case:
    """A request that was reported.

    Attributes:
        report: what was reported.
        content: the request.
        expected: the payments in the order E S W N, or a part of the refusal.
    """

    report: str
    content: dict[str, Any]
    expected: list[int] | str


CASES = [
    Case(
        "riichi: liable for dragons of which one is concealed, drawn",
        {
            "rules": "riichi",
            "hand": "555z [666z] [777z] 23m 99p +4m",
            **EAST,
            **DRAWN,
            "liable": "N",
        },
        "N cannot be liable: all three dragons",
    ),
    Case(
        "riichi: liable for dragons whose last meld the discard completes",
        {
            "rules": "riichi",
            "hand": "[555z] [666z] 77z 234m 99p +7z",
            **EAST,
            **FROM_WEST,
            "liable": "N",
        },
        "N cannot be liable: all three dragons",
    ),
    Case(
        "riichi: liable for little winds",
        {
            "rules": "riichi",
            "hand": "[111z] [222z] 333z 44z 55m +4z",
            **EAST,
            **DRAWN,
            "liable": "N",
        },
        "N cannot be liable: all three dragons",
    ),
    Case(
        "riichi: liable for dragons, all of a drawn win",
        {"rules": "riichi", "hand": DRAGONS, **EAST, **DRAWN, "liable": "E"},
        [-32_000, 32_000, 0, 0],
    ),
    Case(
        "riichi: a liable player who wins with the same discard",
        {
            "rules": "riichi",
            **EAST,
            "winners": {
                "S": {"hand": DRAGONS, "win": "discard", "from": "W", "liable": "E"},
                "E": {"hand": "[111z] 123m 567p 88p 23m +4m", "win": "discard", "from": "W"},
            },
        },
        "E cannot be liable: E won with the same discard",
    ),
    Case(
        "riichi: liable beside several winners",
        {
            "rules": "riichi",
            **EAST,
            "liable": "E",
            "winners": {"S": {"hand": DRAGONS, "win": "discard", "from": "W"}},
        },
        "liable: belongs to a winner",
    ),
    Case(
        "hong kong: a guaranteed discard of the guarantor",
        {"rules": "hong-kong", **EAST, "hand": SUIT, **FROM_WEST, "liable": "W"},
        [0, 256, -256, 0],
    ),
    Case(
        "hong kong: a guarantor of a concealed hand",
        {
            "rules": "hong-kong",
            **EAST,
            "hand": "3456m 234p 567s 678s +3m",
            **FROM_WEST,
            "liable": "N",
        },
        "N cannot guarantee",
    ),
    Case(
        "hong kong: a guarantor who wins with the same discard",
        {
            "rules": "hong-kong",
            **EAST,
            "options": {"several_winners": True},
            "winners": {
                "S": {"hand": SUIT, "win": "discard", "from": "W", "liable": "E"},
                "E": {"hand": "[111p] [333p] [555p] 99p 13m +2m", "win": "discard", "from": "W"},
            },
        },
        "E cannot guarantee the hand: E won with the same discard",
    ),
    Case(
        "riichi: a pattern waived that need not be declared",
        {"rules": "riichi", "hand": PLAIN, **EAST, **FROM_WEST, "waive": ["nonsense"]},
        "waive nonsense: no pattern of riichi has to be declared",
    ),
    Case(
        "riichi: a hand of the winner's seat among the others",
        {"rules": "riichi", "hand": PLAIN, **EAST, **FROM_WEST, "others": {"S": {"hand": "123m"}}},
        "S is the winner's seat",
    ),
    Case(
        "riichi: a status beside a winner",
        {
            "rules": "riichi",
            "hand": PLAIN,
            **EAST,
            **FROM_WEST,
            "others": {"N": {"status": "chombo"}},
        },
        "N: chombo counts only in a deal that nobody won",
    ),
    Case(
        "riichi: M.League fines a chombo after the game",
        {
            "rules": "riichi",
            **EAST,
            "winner": "nobody",
            "options": {"preset": "M League"},
            "others": {"S": {"status": "chombo"}},
        },
        [0, 0, 0, 0],
    ),
    Case(
        "riichi: names in any spelling",
        {
            "rules": "Riichi",
            "hand": "234s 45789p 45688s +6p",
            "Round Wind": "e",
            "winner": "s",
            "win": "Ron",
            "from": "West",
            "circumstances": ["Riichi"],
            "options": {"Preset": "Tenhou"},
        },
        [0, 2_000, -2_000, 0],
    ),
    Case(
        "sanma: a character from 2 to 8",
        {"rules": "sanma", "hand": "34m 234567p 55s 888s +2m", **EAST, **FROM_WEST},
        "2m does not exist",
    ),
    Case(
        "mcr: a hand of a player who did not win",
        {"rules": "mcr", "hand": PLAIN, **EAST, **FROM_WEST, "others": {"N": {"hand": "123m"}}},
        "N: the hand is of no use, mcr counts winners' hands alone",
    ),
    Case(
        "riichi: a hand without a status after a drawn deal",
        {
            "rules": "riichi",
            **EAST,
            "winner": "nobody",
            "others": {"N": {"hand": "1112223334445p"}},
        },
        "N: the hand is of no use without a status; known are tenpai, chombo",
    ),
    Case(
        "fimj: a pattern waived in a deal that nobody won",
        {"rules": "fimj", **EAST, "winner": "nobody", "waive": ["own-wind"]},
        "waive",
    ),
    Case(
        "taiwanese: a hand of fourteen tiles states how many there are",
        {"rules": "taiwanese", **EAST, "hand": "234m 567m 55s [777z] 13p +2p", **FROM_WEST},
        "14 tiles where 17 are needed",
    ),
]


def ask(request: dict[str, Any]) -> dict[str, Any]:
    """The answer of ``hu hands`` to a request."""
    [answer] = answer_lines(io.BytesIO(json.dumps(request).encode()))
    return answer


@pytest.mark.parametrize("case", CASES, ids=[case.report for case in CASES])
def test_a_reported_case_is_answered_in_json(case: Case) -> None:
    answer = ask(case.content)
    if isinstance(case.expected, str):
        assert case.expected in answer["error"]
    else:
        assert list(answer["payments"].values()) == case.expected


#: The command line takes the tiles of one winner.
ONE_WINNER = [case for case in CASES if "winners" not in case.content]


@pytest.mark.parametrize("case", ONE_WINNER, ids=[case.report for case in ONE_WINNER])
def test_a_reported_case_is_answered_on_the_command_line(case: Case) -> None:
    result = CliRunner().invoke(cli, ["score", *options_of_score(case.content), "--json"])
    if isinstance(case.expected, str):
        # A refusal of the hand is printed, a refusal of an answer is raised.
        assert case.expected in result.output + str(result.exception)
    else:
        assert list(json.loads(result.stdout)["payments"].values()) == case.expected


@pytest.mark.parametrize("case", CASES, ids=[case.report for case in CASES])
def test_a_reported_case_is_answered_in_python(case: Case) -> None:
    if isinstance(case.expected, str):
        with pytest.raises(InputError, match=re.escape(case.expected)):
            _score_in_python(case.content)
    else:
        payments = _score_in_python(case.content).payments
        assert payments is not None
        assert list(payments.values()) == case.expected


def _score_in_python(content: dict[str, Any]) -> hu.ScoredDeal:
    request = hu.from_json(json.dumps(content))
    assert isinstance(request, hu.Request)
    return hu.score_table(request.deal, request.rules)


@pytest.mark.parametrize("rules", [name for name in rule_names() if name != "fimj"])
def test_points_of_players_who_did_not_win_are_refused(rules: str) -> None:
    line = {"rules": rules, "hand": PLAIN, **EAST, **FROM_WEST, "others": {"E": {"points": 20}}}
    assert f"E: points are of no use, {rules} counts winners' hands alone" in ask(line)["error"]


@pytest.mark.parametrize("uma", ["10-30", "30-10"])
def test_both_orders_of_the_usual_uma_mean_the_same(uma: str) -> None:
    riichi = rule_set("riichi")
    options = check_options({"preset": "tenhou", "uma": uma}, riichi)
    expected = (46_000, 5_000, -15_000, -36_000)
    assert riichi.final_totals(options, (1_000, 0, 0, -1_000), []) == expected
    house = read_house(f'rules = "riichi"\n[options]\npreset = "tenhou"\numa = "{uma}"\n')
    assert riichi.final_totals(house.options, (1_000, 0, 0, -1_000), []) == expected


@pytest.mark.parametrize("preset", ["ema", "wrc", "m-league"])
def test_tables_without_abortive_draws_offer_none(preset: str) -> None:
    assert rule_set("riichi").voids_at({"preset": preset}) == {}


def test_a_wait_without_yaku_says_so() -> None:
    hand = hu.Hand.from_text("[123m] 456p 789s 11z 56s")
    answer = hu.waits(hand, "riichi", winner="S", round_wind="S")
    assert {wait.discard.problem for wait in answer.waits if wait.discard} == {"no-yaku"}


HOUSE = 'Rules = "Hong Kong"\nTITLE = "Club"\n[Options]\nMinimum = 1\n[Points]\nall-triplets = 4\n'


def test_the_keys_of_a_house_file_are_read_in_any_spelling() -> None:
    house = read_house(f'{HOUSE}[[Extra]]\nNAME = "Snake"\nValue = 2\n')
    assert house.rules == "hong-kong"
    assert house.title == "Club"
    assert house.options["minimum"] == 1
    assert '"snake"' in str(house.options["house"]).casefold()


def test_a_fault_in_a_house_file_is_named_whatever_the_spelling_of_its_keys() -> None:
    with pytest.raises(InputError, match=r"line 8: value: expected a whole number"):
        read_house(f'{HOUSE}[[Extra]]\nValue = "x"\nNAME = "Snake"\n')
    with pytest.raises(InputError, match="rules is given twice"):
        read_house('rules = "fimj"\nRULES = "mcr"\n')
    with pytest.raises(InputError, match="line 2: Optionen: unknown"):
        read_house('rules = "fimj"\nOptionen = 3\n')


@pytest.mark.parametrize("rules", rule_names())
def test_a_north_that_is_set_aside_counts_or_is_refused(rules: str) -> None:
    chosen = rule_set(rules)
    extra = " 789s" if chosen.hand_shape.melds == 5 else ""
    request: dict[str, Any] = {
        "rules": rules,
        "hand": f"234p 567p 55s [777z] 13p {{4z}}{extra} +2p",
        **FROM_WEST,
    }
    if chosen.has_round_wind:
        request |= EAST
    if chosen.scores_every_hand:
        win = {key: request.pop(key) for key in ("hand", "win", "from")}
        del request["winner"]
        request |= {"winners": {"S": win}, "others": {seat: {"points": 0} for seat in "EWN"}}
    result = ask(request)
    if "4z" in chosen.hand_shape.set_aside:
        assert "nukidora" in str(result)
    else:
        assert "4z cannot be set aside in these rules" in result["error"]


WON = ["--winner", "S", "--win", "discard", "--from", "W", "--hand", PLAIN]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ([*WON, "--winner", "E"], "winner: S and E contradict each other"),
        ([*WON, "--win", "self-draw"], "win: discard and self-draw contradict each other"),
        ([*WON, "--from", "N"], "from: W and N contradict each other"),
        ([*WON, "--round-wind", "S"], "round_wind: E and S contradict each other"),
        (
            [*WON, "--option", "preset=wrc", "--option", "preset=tenhou"],
            "option preset: wrc and tenhou contradict each other",
        ),
        (
            ["--nobody", "--status", "E=tenpai", "--status", "E=chombo"],
            "E is given tenpai and chombo",
        ),
        ([*WON, "--also", "N", "--also", "N=last-tile"], "also: N is given twice"),
        ([*WON, "--near", "E"], "--near names a seat in the photo of --table"),
        (["--nobody", "--hand", PLAIN], "nobody won, so no winner has a hand"),
        (["--nobody", "--winner", "S"], "--nobody and --winner contradict each other"),
    ],
)
def test_options_that_contradict_each_other_are_refused(words: list[str], fault: str) -> None:
    command = ["score", "--rules", "riichi", "--round-wind", "E", *words]
    result = CliRunner().invoke(cli, command)
    assert fault in result.output + str(result.exception)


def test_an_answer_may_be_given_twice() -> None:
    command = ["score", "--rules", "riichi", "--round-wind", "E", "--round-wind", "e", *WON]
    result = CliRunner().invoke(cli, [*command, "--circumstance", "riichi", "--winner", "s"])
    assert "South receives" in result.output
