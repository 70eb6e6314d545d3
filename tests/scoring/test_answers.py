"""One vocabulary and one parser: an answer about a deal or a win means the same everywhere."""

import itertools
import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import hu
from hu.app.batch.manifest import load_manifest
from hu.app.batch.scoring import score_cells
from hu.app.cli import cli
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.scoring import assess
from hu.app.page.draft.state import Claim, Draft, Rack
from hu.scoring.answers.from_text import parse_answers
from hu.scoring.answers.names import (
    _find_meaning,
    _list_words,
    _spelling_key,
    circumstance_problems,
    translate_words,
)
from hu.scoring.answers.value import Answers
from hu.scoring.deal import Player
from hu.scoring.errors import HuError, InputError
from hu.scoring.hand import Win
from hu.scoring.json_object import JsonObject
from hu.scoring.rule_set.changes import changes_of
from hu.scoring.rule_set.house import add_house_options, read_house
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_names, rule_set
from tests.answers import answer_request
from tests.app.page.laid import from_hand

CLOSED = "234m 067p 55s 345s 68m +7m"
WIN = {"winner": "S", "win": "discard", "from": "W", "round_wind": "E"}


def by_json(rules: str, hand: str, **said: object) -> Any:
    return answer_request({"rules": rules, "hand": hand, **said})["payments"]


def by_command(rules: str, hand: str, **said: str) -> Any:
    options = [
        part for name, text in said.items() for part in (f"--{name.replace('_', '-')}", text)
    ]
    result = CliRunner().invoke(
        cli, ["score", "--json", "--rules", rules, "--hand", hand, *options]
    )
    if isinstance(result.exception, HuError):
        raise result.exception
    return json.loads(result.stdout)["payments"]


def by_manifest(rules: str, hand: str, **said: str) -> Any:
    return score_cells(hu.Hand.from_text(hand), said, rules).shares


DOORS = [by_json, by_command, by_manifest]


@pytest.mark.parametrize("door", DOORS)
def test_short_names_are_understood_at_every_door(door: Any) -> None:
    tiles = ["6m"] if door is by_json else "6m"
    riichi = ["riichi"] if door is by_json else "riichi"
    plain = door("riichi", CLOSED, **WIN, circumstances=riichi)
    for name in ("dora", "Dora-Indicators", "dora_indicators", "dora indicators"):
        if door is by_command and (name != name.lower() or " " in name):
            continue
        assert (
            door("riichi", CLOSED, **WIN, circumstances=riichi, **{name: tiles})["W"] < plain["W"]
        )


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("name", ["kita", "donor", "preset"])
def test_unknown_names_are_errors(door: Any, name: str) -> None:
    if door is by_command:
        result = CliRunner().invoke(
            cli, ["score", "--rules", "riichi", "--hand", CLOSED, f"--{name}", "1"]
        )
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
    hand = hu.Hand.from_text(CLOSED)
    win = hu.Win("S", "self-draw")
    three = {seat: hu.Player(hand, win) if seat == "S" else hu.Player() for seat in "ESW"}
    with pytest.raises(InputError, match="absent N: riichi is played by four"):
        hu.score_table(hu.Deal(three, "E"), "riichi")
    rack = Rack(History(from_hand(hand)))
    draft = Draft(
        "riichi",
        rack=rack,
        seats=("E", "S", "W"),
        winner="S",
        claim=Claim("self-draw"),
        round_wind="E",
    )
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
def test_every_usual_name_of_a_way_of_winning_is_understood(
    door: Any, rules: str, words: str, way: str
) -> None:
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
        "winner": "S",
        "win": "self-draw",
        "round_wind": "E",
        "dora_indicators": "4s 5p",
        "liable": "n",
    }


def test_nobody_won_at_every_door() -> None:
    said = {"winner": ["nobody"], "statuses": ["E=chombo"], "round_wind": ["e"]}
    answers = parse_answers(said, rule_set("riichi"))
    assert (answers.winner, answers.others["E"].status, answers.round_wind) == (None, "chombo", "E")
    with pytest.raises(InputError, match="winner nobody and win ron contradict each other"):
        parse_answers(said | {"win": ["ron"]}, rule_set("riichi"))
    table = {"rules": "riichi", "round_wind": "E", "others": {"E": {"status": "chombo"}}}
    assert answer_request(table | {"winner": "nobody"}) == answer_request(table | {"winners": {}})


def drawn(**said: Any) -> Any:
    return answer_request({"rules": "riichi", "round_wind": "E", "winner": "nobody", **said})


@pytest.mark.parametrize(
    "hand",
    ["123456789m 1111p", "123456789m 1p 3p 5p 7p", "123m 456m 789m 11p 22p +2p", "123m"],
    ids=str,
)
def test_a_shown_hand_must_wait_where_its_player_says_so(hand: str) -> None:
    with pytest.raises(HuError):
        drawn(others={"S": {"hand": hand, "status": "tenpai"}})
    said = ["--nobody", "--round-wind", "E", "--other", f"S={hand}", "--status", "S=tenpai"]
    assert CliRunner().invoke(cli, ["score", "--rules", "riichi", *said]).exit_code == 1
    cells = {"winner": "nobody", "round_wind": "E", "others": f"S={hand}", "statuses": "S=tenpai"}
    with pytest.raises(HuError):
        score_cells(hu.Hand(), cells, "riichi")
    rack = Rack(History(from_hand(hu.Hand.from_text(hand))), status="tenpai")
    draft = Draft("riichi", winner="nobody", round_wind="E", others={"S": rack})
    # The page asks for the tiles of no hand that waits.
    assert not rule_set("riichi").statuses["tenpai"].needs_tiles
    assert assess(draft).score is not None


def test_a_hand_that_waits_is_paid() -> None:
    waiting = {"hand": "123m 456m 789m 11p 22p", "status": "tenpai"}
    assert drawn(others={"S": waiting})["payments"] == {
        "E": -1000,
        "S": 3000,
        "W": -1000,
        "N": -1000,
    }


@pytest.mark.parametrize("seats", [["S"], ["E", "S"]])
def test_nagashi_mangan_is_an_outcome_of_a_drawn_deal(seats: list[str]) -> None:
    paid = {"E": -4000, "S": 8000, "W": -2000, "N": -2000}
    paid = paid if len(seats) == 1 else {"E": 8000, "S": 4000, "W": -6000, "N": -6000}
    others = {"W": {"status": "tenpai"}}
    assert drawn(nagashi=seats, others=others)["payments"] == paid
    said = ["--nobody", "--round-wind", "E", "--nagashi", ",".join(seats), "--json"]
    assert (
        json.loads(CliRunner().invoke(cli, ["score", "--rules", "riichi", *said]).stdout)[
            "payments"
        ]
        == paid
    )
    cells = {"winner": "nobody", "round_wind": "E", "nagashi": " ".join(seats)}
    assert score_cells(hu.Hand(), cells, "riichi").shares == paid
    draft = Draft("riichi", winner="nobody", round_wind="E", asked={"nagashi": tuple(seats)})
    found = assess(draft)
    assert found.score is not None
    assert (
        found.score.payments,
        "nagashi" in [question.id for question in found.rule_questions],
    ) == (
        paid,
        True,
    )


_RIICHI_WINS: dict[str, dict[str, Any]] = {
    "S": {"hand": "[555z] [666z] [777z] 23m 99p +4m", "win": "discard", "from": "W"},
    "N": {
        "hand": "123p 456p 789s 11z 23m +4m",
        "win": "discard",
        "from": "W",
        "circumstances": ["riichi"],
    },
}


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"winners": _RIICHI_WINS, "liable": "E"}, "liable: belongs to a winner"),
        ({"winner": "nobody", "liable": "E"}, "liable: contradicts winner nobody"),
        ({"winner": "nobody", "winners": _RIICHI_WINS}, "winners: contradicts winner nobody"),
        ({"winners": _RIICHI_WINS, "counters": {"honba": 1}, "honba": 2}, "among the counters too"),
    ],
)
def test_an_answer_that_would_be_ignored_is_refused(said: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        answer_request({"rules": "riichi", "round_wind": "E", **said})


def test_each_of_several_winners_has_a_liable_player() -> None:
    winners = {**_RIICHI_WINS, "S": {**_RIICHI_WINS["S"], "liable": "E"}}
    said = {"rules": "riichi", "round_wind": "E", "winners": winners}
    told: Any = answer_request(said)
    assert (told["payments"]["E"], told["payments"]["S"]) == (-16_000, 32_000)


@pytest.mark.parametrize("name", ["liable", "circumstances"])
def test_nobody_won_with_an_answer_about_a_win(name: str) -> None:
    with pytest.raises(InputError, match=f"winner nobody and {name} E contradict each other"):
        parse_answers({"winner": ["nobody"], name: ["E"]}, rule_set("riichi"))


@pytest.mark.parametrize("rules", ["riichi", "fimj", "hong-kong"])
def test_the_winner_is_no_other_player(rules: str) -> None:
    hand = "123m 456p 789s 111z 2z +2z"
    status = next(iter(rule_set(rules).statuses))
    for cells in ({"statuses": f"S={status}"}, {"others": "S=123m 44z"}, {"also": "S"}):
        for door in (by_command, by_manifest):
            with pytest.raises(InputError, match="S is the winner's seat"):
                door(rules, hand, **WIN, **cells)
    with pytest.raises(InputError, match="S is the winner's seat"):
        by_json(rules, hand, **WIN, others={"S": {"status": status}})


@pytest.mark.parametrize(
    "said", [{"absent": "S"}, {"absent": "N", "others": {"N": {"hand": "123m 44z"}}}]
)
def test_an_absent_player_has_no_tiles(said: dict[str, Any]) -> None:
    hand = "123m 456p 789s 111z 2z +2z"
    with pytest.raises(InputError, match=f"absent {said['absent']}: this seat won, or has a hand"):
        by_json("fimj", hand, **WIN, **said)
    winners = {"S": {"hand": hand, "win": "discard", "from": "W"}}
    with pytest.raises(InputError, match="absent N: this seat won, or has a hand"):
        answer_request(
            {
                "rules": "fimj",
                "round_wind": "E",
                "winners": winners,
                "others": {"N": {}},
                "absent": "N",
            }
        )


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("rules", rule_names())
def test_only_patterns_that_must_be_declared_are_waived(door: Any, rules: str) -> None:
    waived: Any = "nonsense" if door is not by_json else ["nonsense"]
    with pytest.raises(InputError, match="waive"):
        door(rules, "123m 456p 789s 111z 2z +2z", **WIN, waive=waived)


def test_a_waived_pattern_has_any_spelling() -> None:
    answers = parse_answers({"waive": ["All Drawn"]}, rule_set("fimj"))
    assert answers.waived == {"all-drawn"}


def test_nagashi_mangan_needs_a_deal_that_nobody_won() -> None:
    with pytest.raises(HuError, match="nagashi mangan is for a deal that nobody won, but S won"):
        by_json("riichi", CLOSED, **WIN, nagashi=["E"], circumstances=["riichi"])
    with pytest.raises(HuError, match="X is no seat"):
        drawn(nagashi=["X"])


def test_what_a_chombo_costs_later_is_printed() -> None:
    told = printed("score --rules riichi --round-wind E --nobody --status E=chombo")
    assert "Later     East: chombo, 20000 points less after the game" in told


def test_a_robbed_kong_counts_beside_the_last_of_its_kind() -> None:
    robbed = {"winner": "S", "win": "robbed-kong", "from": "W", "round_wind": "E"}
    hand = "123m 456p 789s 99p 78s +6s"
    plain = answer_request({"rules": "mcr", "hand": hand, "options": {"minimum": 0}, **robbed})
    told: Any = answer_request(
        {
            "rules": "mcr",
            "hand": hand,
            "options": {"minimum": 0},
            **robbed,
            "circumstances": ["和绝张"],
        }
    )
    assert told == plain
    assert "robbing-the-kong" in [pattern["id"] for pattern in told["patterns"]]
    option = {"options": "minimum=0", "circumstances": "last-of-kind"}
    assert (
        by_manifest("mcr", hand, **robbed, **option)
        == by_command("mcr", hand, **robbed, **option)
        == told["payments"]
    )


@pytest.mark.parametrize("limit", [3, 4])
def test_low_limits_are_played_in_hong_kong(limit: int) -> None:
    said = {"winner": "S", "win": "self-draw", "round_wind": "E"}
    paid = [
        by_json("hong-kong", "1112345678999p +5p", **said, options={"limit": limit}),
        by_command("hong-kong", "1112345678999p +5p", **said, option=f"limit={limit}"),
        by_manifest("hong-kong", "1112345678999p +5p", **said, options=f"limit={limit}"),
    ]
    assert (
        paid
        == [{"E": -2 * 2**limit, "S": 6 * 2**limit, "W": -2 * 2**limit, "N": -2 * 2**limit}] * 3
    )


@pytest.mark.parametrize("value", ["x", -5, [], float("inf"), True, 10**30, b"5"])
@pytest.mark.parametrize(
    ("rules", "name"), [("zung-jung", "minimum"), ("fimj", "limit"), ("riichi", "start")]
)
def test_options_from_python_are_checked(rules: str, name: str, value: Any) -> None:
    hand = hu.Hand.from_text("234567m 13p 55s 777z +2p")
    win = hu.Win("S", "self-draw")
    with pytest.raises(InputError, match=name):
        hu.score(hand, win, rules, options={name: value}, round_wind="E")
    with pytest.raises(InputError, match=name):
        hu.waits(hu.Hand.from_text("234567m 13p 55s 777z"), rules, options={name: value})


def test_a_switch_is_no_text() -> None:
    hand = hu.Hand.from_text("234567m 13p 55s 777z +2p")
    win = hu.Win("S", "self-draw")
    with pytest.raises(InputError, match="half_flowers: expected true or false, not 'no'"):
        hu.score(hand, win, options={"half_flowers": "no"})


def test_a_text_that_is_too_long_for_a_hand_is_not_parsed() -> None:
    long = "[1m]" * 100
    with pytest.raises(InputError, match="hand: 400 characters; no hand takes more than 300"):
        hu.Hand.from_text(long)
    for door in DOORS:
        with pytest.raises(InputError, match="no hand takes more than 300"):
            door("zung-jung", long, winner="S", win="self-draw")


def printed(words: str) -> str:
    return str(CliRunner().invoke(cli, shlex.split(words)).stdout)


def test_what_a_winner_receives_is_told_with_where_it_comes_from() -> None:
    said = "--winner S --win ron --from W --round-wind E --circumstance riichi --sticks 3"
    told = printed(f"score --rules riichi --hand '{CLOSED}' {said}")
    assert "South receives 5600: 2600 from West, 3000 in sticks." in told
    assert "10 fu: concealed win by discard" in told


def test_a_hand_below_the_minimum_is_told_in_the_unit_of_its_rules() -> None:
    said = {"winner": "S", "win": "discard", "from": "W", "round_wind": "E"}
    with pytest.raises(HuError, match="worth 1 of 3 faan"):
        by_json("hong-kong", "[123m] 456m 79m 22p 345s 1f +8m", **said)
    flowers = {"hand": "[234m] 678p 345s 12s 99p 2f 2g +3s", "options": {"bonus_counts": False}}
    with pytest.raises(HuError, match=r"faan.*; flowers do not count towards the minimum"):
        answer_request({"rules": "hong-kong", **said, **flowers})
    with pytest.raises(HuError, match=r"points.*; flowers do not count towards the minimum"):
        by_json("mcr", "[123m] 678m 34p 789s 22s 1234f 123g +5p", **said)


def test_patterns_and_waits_are_printed_in_the_words_of_players() -> None:
    assert "riichi  Riichi / 立直: 1 han" in printed("rules show riichi")
    assert " 1 points" not in printed("rules show mcr")
    lines = printed("waits --rules riichi '123m 456m 789m 11p 23s 0p'").splitlines()
    assert lines[1] == "One discard from waiting; the best discards:"
    assert lines[2].startswith("  0p  waits, 8 left: 14s")


PAGE = Path(__file__).parents[2] / "docs" / "rules.md"


@pytest.fixture(params=rule_names())
def rules(request: pytest.FixtureRequest) -> RuleSet:
    return rule_set(request.param)


@pytest.mark.parametrize(
    ("name", "word", "how", "meant"),
    [
        ("riichi", "haitei", "self-draw", "last-tile"),
        ("riichi", "Hōtei", "discard", "last-tile"),
        ("riichi", "人和", "discard", "first-turn"),
        ("zung-jung", "海底撈月", "self-draw", "last-tile"),
        ("zung-jung", "Benedizione del Cielo", "self-draw", "heaven"),
        ("mcr", "海底捞月", "discard", "last-tile"),
        ("fimj", "ultima_pedina", "self-draw", "last-tile"),
        ("fimj", "riichi", "discard", "richi"),
    ],
)
def test_usual_names_are_understood(name: str, word: str, how: str, meant: str) -> None:
    win = Win("S", how, None if how == "self-draw" else "W", frozenset({word}))
    assert translate_words(rule_set(name), win) == Win("S", how, win.source, frozenset({meant}))


@pytest.mark.parametrize(
    ("name", "word", "how"), [("riichi", "Tsumo", "self-draw"), ("riichi", "Ron", "discard")]
)
def test_usual_names_of_a_way_of_winning_are_understood(name: str, word: str, how: str) -> None:
    assert translate_words(rule_set(name), Win("S", word)) == Win("S", how)


def test_a_robbed_quad_is_a_way_of_winning(rules: RuleSet) -> None:
    for word in ("chankan", "rubato", "抢杠" if rules.name not in ("riichi", "sanma") else "槍槓"):
        robbed = translate_words(rules, Win("S", "discard", "W", frozenset({word})))
        assert robbed == Win("S", "robbed-kong", "W")
    drawn = translate_words(rules, Win("S", "self-draw", None, frozenset({"chankan"})))
    (told,) = circumstance_problems(drawn, rules)
    assert told.text == "chankan is a win by robbed-kong, but the win is by self-draw"


def test_the_order_of_words_does_not_decide_what_they_mean() -> None:
    # Sets of different words are iterated in different orders.
    for robbed_word in ("chankan", "rubato", "槍槓", "搶槓", "Chankan", "CHANKAN"):
        for last_word in ("houtei", "河底", "last discard", "Houtei", "ultimo scarto"):
            win = Win("S", "discard", "W", frozenset({robbed_word, last_word}))
            translated = translate_words(rule_set("riichi"), win)
            assert translated == Win("S", "robbed-kong", "W", frozenset({last_word}))


def test_every_word_of_the_page_is_understood(rules: RuleSet) -> None:
    page = PAGE.read_text(encoding="utf-8")
    section = page.partition(f"## {rules.names['en'].split(',')[0].removesuffix(' 3.3')}")[
        2
    ].partition("\n## ")[0]
    found = 0
    names = {info.name for info in rules.circumstance_infos}
    for line in re.findall(r"^- (.*)", section, re.MULTILINE):
        for name, inside, rest in re.findall(r"`([a-z-]+)`(?: \(([^)]*)\)|: (.*))", line):
            for word in re.split(r"[,;] ", inside or rest) if name in names else ():
                meant = _find_meaning(
                    rules.circumstance_infos, word.removeprefix("drawn ").removeprefix("discarded ")
                )
                assert meant is not None, word
                assert meant.info.name == name
                found += 1
    assert found >= 8


def test_no_word_means_two_things(rules: RuleSet) -> None:
    words = [
        (info, {_spelling_key(word) for word, _ in _list_words(info)})
        for info in rules.circumstance_infos
    ]
    for (first, some), (second, others) in itertools.combinations(words, 2):
        assert not some & others, (first.name, second.name)


def test_an_unknown_word_gets_the_nearest_with_its_meaning() -> None:
    request = {
        "rules": "riichi",
        "hand": "234m 567p 55s 345s 68m +7m",
        "winner": "S",
        "win": "self-draw",
        "round_wind": "E",
        "circumstances": ["haitai"],
    }
    expected = (
        "haitai is no circumstance of Riichi; the nearest is haitei = last-tile: "
        "won with the last tile of the wall, or with the discard after it"
    )
    with pytest.raises(InputError) as told:
        answer_request(request)
    assert str(told.value) == expected
    with pytest.raises(
        InputError, match="known are riichi, double-riichi, ippatsu, last-tile, kong-repl"
    ):
        answer_request(request | {"circumstances": ["xyz"]})


SPELLINGS = [
    {"rules": "Riichi", "winner": "s", "win": "Discard", "from": "West", "round_wind": "e"},
    {"Rules": "RIICHI", "WINNER": "South", "Win": "RON", "From": "w", "Round Wind": "East"},
    {"rules": "riichi", "winner": "S", "win": "rön", "from": "W", "round-wind": "E"},
]


@pytest.mark.parametrize("said", SPELLINGS)
def test_spelling_makes_no_difference_in_json(said: dict[str, Any]) -> None:
    plain: dict[str, Any] = {"rules": "riichi", "hand": CLOSED, **WIN, "circumstances": ["riichi"]}
    plain |= {"options": {"preset": "tenhou", "red_fives": "no"}, "counters": {"honba": 2}}
    spelled: dict[str, Any] = {"Hand": CLOSED, "Circumstances": ["Riichi"], **said}
    spelled |= {"Options": {"Preset": "Tenhou", "Red-Fives": "NO"}, "Counters": {"Honba": 2}}
    assert answer_request(spelled) == answer_request(plain)


def test_spelling_makes_no_difference_on_the_command_line_and_in_manifests(tmp_path: Path) -> None:
    options = {"preset": "tenhou"}
    plain = by_json("riichi", CLOSED, **WIN, circumstances=["riichi"], options=options)
    spelled = {"winner": "south", "win": "RON", "from": "w", "round_wind": "East"}
    said = {**spelled, "circumstances": "Riichi", "options": "Preset=Tenhou"}
    doors = (by_command("Riichi", CLOSED, **said), by_manifest("RIICHI", CLOSED, **said))
    assert doors == (plain, plain)
    file = tmp_path / "m.csv"
    file.write_text("Photo,Rules,Winner,From,Round Wind\na.jpg,Hong Kong,South,w,EAST\n", "utf-8")
    manifest = load_manifest(file)
    assert not manifest.problems
    assert manifest.lines["a.jpg"].cells == {
        "rules": "hong-kong", "winner": "S", "from": "W", "round_wind": "E",
    }  # fmt: skip


def test_spelling_makes_no_difference_in_python_and_house_files() -> None:
    text = """rules = "Hong Kong"
    [options]
    Several-Winners = true
    Rise = "Spicy"
    [points]
    "All Triplets" = 4
    """
    house = read_house(text)
    assert house.rules == "hong-kong"
    assert house.options["rise"] == "spicy"
    assert house.options["several_winners"] is True
    assert changes_of(house.options).points == {"all-triplets": 4}
    request = add_house_options(JsonObject({"Rules": "Hong Kong"}), house)
    assert request.value("options") == house.options
    win = hu.Win("south", "ron", "w", frozenset({"Riichi"}))
    hand = hu.Hand.from_text(CLOSED)
    scored = hu.score(hand, win, "Riichi", round_wind="East", options={"Preset": "Tenhou"})
    assert scored.payments == {"E": 0, "S": 5200, "W": -5200, "N": 0}


def test_spelling_makes_no_difference_for_players_and_statuses() -> None:
    said = {"Rules": "riichi", "round_wind": "e", "winner": "Nobody", "nagashi": ["s"]}
    others = {"south": {"Status": "Tenpai"}}
    plain = drawn(others={"S": {"status": "tenpai"}}, nagashi=["S"])
    assert answer_request({**said, "others": others}) == plain
    table = {"rules": "riichi", "round_wind": "E"}
    win = {"hand": CLOSED, "win": "self-draw", "circumstances": ["riichi"]}
    spelled = answer_request({**table, "winners": {"south": win}})
    assert spelled["points"] > 0
    assert spelled == answer_request({**table, "winners": {"S": win}})
    with pytest.raises(InputError, match="absent Q: no such seat"):
        by_json("fimj", CLOSED, **WIN, absent="Q")


@pytest.mark.parametrize(
    ("other", "with_tile"),
    [
        # 13 tiles take the winning tile, 14 have it already, or cannot have won with it.
        ("123p 456p 789s 99p 78m", "123p 456p 789s 99p 78m +6m"),
        ("123p 456p 789s 99p 678m", "123p 456p 789s 99p 78m +6m"),
        ("123p 456p 789s 99p 789m", "123p 456p 789s 99p 789m"),
    ],
)
def test_another_winner_gets_the_winning_tile(other: str, with_tile: str) -> None:
    win = Win("N", "discard", "W")
    others = {"N": Player(hu.Hand.from_text(other), win)}
    answers = Answers(winner="S", how="discard", source="W", others=others)
    deal = answers.deal(hu.Hand.from_text("123m 456m 789m 11s 45m +6m"))
    assert str(deal.players["N"].hand) == str(hu.Hand.from_text(with_tile))


@pytest.mark.parametrize(
    ("rules", "status"), [("riichi", "chombo"), ("riichi", "tenpai"), ("hong-kong", "false-win")]
)
def test_a_status_beside_a_winner_is_refused(rules: str, status: str) -> None:
    message = f"N: {status} counts only in a deal that nobody won"
    for door in (by_command, by_manifest):
        with pytest.raises(InputError, match=message):
            door(rules, CLOSED, **WIN, statuses=f"N={status}")
    others = {"N": {"status": status}}
    with pytest.raises(InputError, match=message):
        by_json(rules, CLOSED, **WIN, others=others)
    winners = {"S": {"hand": CLOSED, "win": "discard", "from": "W"}}
    with pytest.raises(InputError, match=message):
        answer_request({"rules": rules, "round_wind": "E", "winners": winners, "others": others})


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ({"counters": ["honba=1", "honba=2"]}, "honba is given twice"),
        ({"counters": ["honba=1"], "honba": ["2"]}, "given among the counters too"),
        ({"others": ["E=123m", "E=456m"]}, "others: E is given twice"),
        ({"also": ["N", "N=last-tile"]}, "also: N is given twice"),
        ({"statuses": ["N=tenpai", "N=chombo"]}, "N is given tenpai and chombo"),
        ({"options": ["preset=ema", "preset=wrc"]}, "ema and wrc contradict each other"),
        ({"liable": ["E", "S"]}, "expected a seat"),
        ({"honba": ["1000"]}, "expected a number"),
    ],
)
def test_two_answers_to_a_question_are_refused(texts: dict[str, list[str]], message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_answers(texts, rule_set("riichi"))


@pytest.mark.parametrize(
    ("question", "seats"), [("liable", "Q"), ("liable", ""), ("declared", "Q"), ("declared", "E,Q")]
)
def test_only_seats_of_the_table_answer_a_question_about_seats(question: str, seats: str) -> None:
    message = f"{question}={seats}: expected a seat, one of E S W N"
    with pytest.raises(InputError, match=message):
        parse_answers({question: [seats]}, rule_set("riichi"))


@pytest.mark.parametrize("key", ["circumstances", "circumstance", "Circumstance"])
def test_an_object_of_a_winner_takes_every_name_of_a_key(key: str) -> None:
    winner = {"hand": CLOSED, "win": "discard", "from": "W", key: ["riichi"]}
    answer = answer_request({"rules": "riichi", "round_wind": "E", "winners": {"S": winner}})
    assert answer["payments"] == by_json("riichi", CLOSED, **WIN, circumstances=["riichi"])


def test_a_counter_has_three_digits() -> None:
    assert parse_answers({"honba": ["999"]}, rule_set("riichi")).asked["honba"] == 999


def test_a_player_sits_at_the_table_once() -> None:
    said = {"rules": "riichi", "round_wind": "E", "winners": _RIICHI_WINS, "others": {"N": {}}}
    with pytest.raises(InputError, match="N: sits at the table twice"):
        answer_request(said)


@pytest.mark.parametrize("key", ["winners", "others"])
def test_a_seat_in_two_spellings_is_refused(key: str) -> None:
    said = {"rules": "fimj", "round_wind": "E", key: {"S": {}, "south": {}}}
    with pytest.raises(InputError, match=f"{key}: S is given twice"):
        answer_request(said)
