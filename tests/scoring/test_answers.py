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


# Three doors. Each scores a hand and returns the payments.


def by_json(rules: str, hand: str, **answers: object) -> Any:
    """Score a hand as ``hu hands`` does."""
    return answer_request({"rules": rules, "hand": hand, **answers})["payments"]


def by_command(rules: str, hand: str, **answers: str) -> Any:
    """Score a hand with ``hu score``."""
    options = []
    for name, text in answers.items():
        options += [f"--{name.replace('_', '-')}", text]
    result = CliRunner().invoke(
        cli, ["score", "--json", "--rules", rules, "--hand", hand, *options]
    )
    if isinstance(result.exception, HuError):
        raise result.exception
    return json.loads(result.stdout)["payments"]


def by_manifest(rules: str, hand: str, **answers: str) -> Any:
    """Score a hand by a line of a manifest, as ``hu batch`` does."""
    return score_cells(hu.Hand.from_text(hand), answers, rules).shares


DOORS = [by_json, by_command, by_manifest]


@pytest.mark.parametrize("door", DOORS)
def test_short_names_are_understood_at_every_door(door: Any) -> None:
    tiles = ["6m"] if door is by_json else "6m"
    riichi = ["riichi"] if door is by_json else "riichi"
    plain = door("riichi", CLOSED, **WIN, circumstances=riichi)
    for name in ("dora", "Dora-Indicators", "dora_indicators", "dora indicators"):
        # An option of the command has one spelling.
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


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("preset", "one of the options of riichi"),
        ("riichi", "one of the circumstances of riichi"),
        ("dorra", "did you mean 'dora'[?]"),
        ("kita", "known are winner, win, from"),
    ],
)
def test_the_error_about_an_unknown_key_says_where_the_name_belongs(name: str, remedy: str) -> None:
    with pytest.raises(InputError, match=f"{name}: unknown key; .*{remedy}"):
        by_json("riichi", CLOSED, **WIN, **{name: True})


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("rules", ["riichi", "mcr", "hong-kong", "zung-jung"])
def test_nobody_is_absent_in_rules_for_four(door: Any, rules: str) -> None:
    with pytest.raises(InputError, match=f"absent N: {rules} is played by four"):
        door(rules, CLOSED.replace("0", "5"), **WIN, absent="N")


def test_nobody_is_absent_in_python_in_rules_for_four() -> None:
    winner = hu.Player(hu.Hand.from_text(CLOSED), hu.Win("S", "self-draw"))
    players = {"E": hu.Player(), "S": winner, "W": hu.Player()}
    with pytest.raises(InputError, match="absent N: riichi is played by four"):
        hu.score_table(hu.Deal(players, "E"), "riichi")


def test_nobody_is_absent_on_the_page_in_rules_for_four() -> None:
    hand = hu.Hand.from_text(CLOSED)
    rack = Rack(History(from_hand(hand)))
    draft = Draft(
        "riichi",
        rack=rack,
        seats=("E", "S", "W"),
        winner="S",
        claim=Claim("self-draw"),
        round_wind="E",
    )
    (problem,) = assess(draft).problems
    assert "absent N: riichi is played by four" in problem.text


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
    answers = {"winner": "S", "round_wind": "E"}
    if way != "self-draw":
        answers["from"] = "W"
    if rules == "mcr":
        # A hand with enough points to win.
        hand = "123789m 123789s 9p +9p"
    elif way == "robbed-kong":
        # A hand with a single copy of the robbed tile.
        hand = "123m 456p 789s 99p 78s +6s"
    else:
        hand = "123m 456p 789s 111z 2z +2z"
    expected = _outcome(door, rules, hand, answers | {"win": way})
    for word in words.split(", "):
        assert _outcome(door, rules, hand, answers | {"win": word}) == expected


def _outcome(door: Any, rules: str, hand: str, answers: dict[str, str]) -> object:
    """The payments, or the error as text: some of the hands do not win by some of the rules."""
    try:
        return door(rules, hand, **answers)
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


def test_nobody_can_be_the_winner_in_text() -> None:
    texts = {"winner": ["nobody"], "statuses": ["E=chombo"], "round_wind": ["e"]}
    answers = parse_answers(texts, rule_set("riichi"))
    assert (answers.winner, answers.others["E"].status, answers.round_wind) == (None, "chombo", "E")
    with pytest.raises(InputError, match="winner nobody and win ron contradict each other"):
        parse_answers(texts | {"win": ["ron"]}, rule_set("riichi"))


def test_nobody_can_be_the_winner_in_json() -> None:
    table = {"rules": "riichi", "round_wind": "E", "others": {"E": {"status": "chombo"}}}
    assert answer_request(table | {"winner": "nobody"}) == answer_request(table | {"winners": {}})


def drawn(**answers: Any) -> Any:
    """Answer a request of riichi about a deal that nobody won."""
    return answer_request({"rules": "riichi", "round_wind": "E", "winner": "nobody", **answers})


HANDS_THAT_DO_NOT_WAIT = (
    "123456789m 1111p",
    "123456789m 1p 3p 5p 7p",
    "123m 456m 789m 11p 22p +2p",
    "123m",
)


@pytest.mark.parametrize("hand", HANDS_THAT_DO_NOT_WAIT)
def test_a_hand_that_does_not_wait_is_refused_as_tenpai(hand: str) -> None:
    with pytest.raises(HuError):
        drawn(others={"S": {"hand": hand, "status": "tenpai"}})
    options = ["--nobody", "--round-wind", "E", "--other", f"S={hand}", "--status", "S=tenpai"]
    assert CliRunner().invoke(cli, ["score", "--rules", "riichi", *options]).exit_code == 1
    cells = {"winner": "nobody", "round_wind": "E", "others": f"S={hand}", "statuses": "S=tenpai"}
    with pytest.raises(HuError):
        score_cells(hu.Hand(), cells, "riichi")


@pytest.mark.parametrize("hand", HANDS_THAT_DO_NOT_WAIT)
def test_the_page_takes_tenpai_without_a_look_at_the_tiles(hand: str) -> None:
    rack = Rack(History(from_hand(hu.Hand.from_text(hand))), status="tenpai")
    draft = Draft("riichi", winner="nobody", round_wind="E", others={"S": rack})
    # The page does not ask for the tiles of a hand that waits, and does not check them.
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


@pytest.mark.parametrize(
    ("seats", "payments"),
    [
        (["S"], {"E": -4000, "S": 8000, "W": -2000, "N": -2000}),
        (["E", "S"], {"E": 8000, "S": 4000, "W": -6000, "N": -6000}),
    ],
)
def test_nagashi_mangan_is_an_outcome_of_a_drawn_deal(
    seats: list[str], payments: dict[str, int]
) -> None:
    # Tenpai is not paid beside it.
    others = {"W": {"status": "tenpai"}}
    assert drawn(nagashi=seats, others=others)["payments"] == payments

    options = ["--nobody", "--round-wind", "E", "--nagashi", ",".join(seats), "--json"]
    result = CliRunner().invoke(cli, ["score", "--rules", "riichi", *options])
    assert json.loads(result.stdout)["payments"] == payments

    cells = {"winner": "nobody", "round_wind": "E", "nagashi": " ".join(seats)}
    assert score_cells(hu.Hand(), cells, "riichi").shares == payments

    draft = Draft("riichi", winner="nobody", round_wind="E", asked={"nagashi": tuple(seats)})
    outcome = assess(draft)
    assert outcome.score is not None
    assert outcome.score.payments == payments
    assert "nagashi" in [question.id for question in outcome.rule_questions]


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
    ("answers", "message"),
    [
        ({"winners": _RIICHI_WINS, "liable": "E"}, "liable: belongs to a winner"),
        ({"winner": "nobody", "liable": "E"}, "liable: contradicts winner nobody"),
        ({"winner": "nobody", "winners": _RIICHI_WINS}, "winners: contradicts winner nobody"),
        ({"winners": _RIICHI_WINS, "counters": {"honba": 1}, "honba": 2}, "among the counters too"),
    ],
)
def test_an_answer_that_would_be_ignored_is_refused(answers: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        answer_request({"rules": "riichi", "round_wind": "E", **answers})


def test_each_of_several_winners_has_a_liable_player() -> None:
    winners = {**_RIICHI_WINS, "S": {**_RIICHI_WINS["S"], "liable": "E"}}
    answer = answer_request({"rules": "riichi", "round_wind": "E", "winners": winners})
    assert answer["payments"]["E"] == -16_000
    assert answer["payments"]["S"] == 32_000


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
    "answers", [{"absent": "S"}, {"absent": "N", "others": {"N": {"hand": "123m 44z"}}}]
)
def test_an_absent_player_did_not_win_and_has_no_tiles(answers: dict[str, Any]) -> None:
    message = f"absent {answers['absent']}: this seat won, or has a hand"
    with pytest.raises(InputError, match=message):
        by_json("fimj", "123m 456p 789s 111z 2z +2z", **WIN, **answers)


def test_an_absent_player_is_no_other_player() -> None:
    win = {"hand": "123m 456p 789s 111z 2z +2z", "win": "discard", "from": "W"}
    table = {"winners": {"S": win}, "others": {"N": {}}, "absent": "N"}
    with pytest.raises(InputError, match="absent N: this seat won, or has a hand"):
        answer_request({"rules": "fimj", "round_wind": "E", **table})


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


def test_the_cost_of_a_chombo_after_the_game_is_printed() -> None:
    output = printed("score --rules riichi --round-wind E --nobody --status E=chombo")
    assert "Later     East: chombo, 20000 points less after the game" in output


def test_the_last_of_its_kind_adds_nothing_to_a_robbed_kong() -> None:
    robbed = {"winner": "S", "win": "robbed-kong", "from": "W", "round_wind": "E"}
    hand = "123m 456p 789s 99p 78s +6s"
    request = {"rules": "mcr", "hand": hand, "options": {"minimum": 0}, **robbed}
    answer = answer_request(request)
    assert "robbing-the-kong" in [pattern["id"] for pattern in answer["patterns"]]
    assert answer_request(request | {"circumstances": ["和绝张"]}) == answer
    texts = {**robbed, "options": "minimum=0", "circumstances": "last-of-kind"}
    assert by_manifest("mcr", hand, **texts) == answer["payments"]
    assert by_command("mcr", hand, **texts) == answer["payments"]


@pytest.mark.parametrize("limit", [3, 4])
def test_low_limits_are_played_in_hong_kong(limit: int) -> None:
    hand = "1112345678999p +5p"
    win = {"winner": "S", "win": "self-draw", "round_wind": "E"}
    each_pays = 2 * 2**limit
    payments = {"E": -each_pays, "S": 3 * each_pays, "W": -each_pays, "N": -each_pays}
    assert by_json("hong-kong", hand, **win, options={"limit": limit}) == payments
    assert by_command("hong-kong", hand, **win, option=f"limit={limit}") == payments
    assert by_manifest("hong-kong", hand, **win, options=f"limit={limit}") == payments


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
    """The output of ``hu`` with these words."""
    return str(CliRunner().invoke(cli, shlex.split(words)).stdout)


def test_the_sum_that_a_winner_receives_is_printed_with_its_parts() -> None:
    options = "--winner S --win ron --from W --round-wind E --circumstance riichi --sticks 3"
    output = printed(f"score --rules riichi --hand '{CLOSED}' {options}")
    assert "South receives 5600: 2600 from West, 3000 in sticks." in output
    assert "10 fu: concealed win by discard" in output


def test_a_hand_below_the_minimum_is_refused_in_the_unit_of_its_rules() -> None:
    with pytest.raises(HuError, match="worth 1 of 3 faan"):
        by_json("hong-kong", "[123m] 456m 79m 22p 345s 1f +8m", **WIN)
    with pytest.raises(HuError, match=r"points.*; flowers do not count towards the minimum"):
        by_json("mcr", "[123m] 678m 34p 789s 22s 1234f 123g +5p", **WIN)
    hand = "[234m] 678p 345s 12s 99p 2f 2g +3s"
    with pytest.raises(HuError, match=r"faan.*; flowers do not count towards the minimum"):
        by_json("hong-kong", hand, **WIN, options={"bonus_counts": False})
    # Only the patterns are listed that count towards the minimum.
    hand = "[123m] 456m 79m 22p 345s 2f +8m"
    with pytest.raises(HuError, match=r"worth 1 of 3 faan: .* \(Common hand 1\)"):
        by_json("hong-kong", hand, **WIN, options={"bonus_counts": False})


def test_patterns_are_printed_in_the_words_of_players() -> None:
    assert "riichi  Riichi / 立直: 1 han" in printed("rules show riichi")
    assert " 1 points" not in printed("rules show mcr")


def test_a_hand_one_discard_from_waiting_is_printed_with_its_best_discards() -> None:
    lines = printed("waits --rules riichi '123m 456m 789m 11p 23s 0p'").splitlines()
    assert lines[1] == "One discard from waiting; the best discards:"
    assert lines[2].startswith("  0p  waits, 8 left: 14s")


PAGE = Path(__file__).parents[2] / "docs" / "rules.md"


@pytest.fixture(params=rule_names())
def rules(request: pytest.FixtureRequest) -> RuleSet:
    return rule_set(request.param)


@pytest.mark.parametrize(
    ("name", "word", "how", "circumstance"),
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
def test_usual_names_of_circumstances_are_understood(
    name: str, word: str, how: str, circumstance: str
) -> None:
    source = None if how == "self-draw" else "W"
    win = Win("S", how, source, frozenset({word}))
    translated = translate_words(rule_set(name), win)
    assert translated == Win("S", how, source, frozenset({circumstance}))


@pytest.mark.parametrize(
    ("name", "word", "how"), [("riichi", "Tsumo", "self-draw"), ("riichi", "Ron", "discard")]
)
def test_usual_names_of_a_way_of_winning_are_understood(name: str, word: str, how: str) -> None:
    assert translate_words(rule_set(name), Win("S", word)) == Win("S", how)


def test_a_robbed_quad_among_the_circumstances_is_a_way_of_winning(rules: RuleSet) -> None:
    chinese_word = "槍槓" if rules.name in ("riichi", "sanma") else "抢杠"
    for word in ("chankan", "rubato", chinese_word):
        robbed = translate_words(rules, Win("S", "discard", "W", frozenset({word})))
        assert robbed == Win("S", "robbed-kong", "W")
    drawn = translate_words(rules, Win("S", "self-draw", None, frozenset({"chankan"})))
    (problem,) = circumstance_problems(drawn, rules)
    assert problem.text == "chankan is a win by robbed-kong, but the win is by self-draw"


def test_the_order_of_words_does_not_decide_what_they_mean() -> None:
    # Sets of different words are iterated in different orders.
    for robbed_word in ("chankan", "rubato", "槍槓", "搶槓", "Chankan", "CHANKAN"):
        for last_word in ("houtei", "河底", "last discard", "Houtei", "ultimo scarto"):
            win = Win("S", "discard", "W", frozenset({robbed_word, last_word}))
            translated = translate_words(rule_set("riichi"), win)
            assert translated == Win("S", "robbed-kong", "W", frozenset({last_word}))


def test_every_word_of_the_page_is_understood(rules: RuleSet) -> None:
    words = words_on_page(rules)
    assert len(words) >= 8
    for word, name in words:
        meaning = _find_meaning(rules.circumstance_infos, word)
        assert meaning is not None, word
        assert meaning.info.name == name


def words_on_page(rules: RuleSet) -> list[tuple[str, str]]:
    """The words of the page about the rules for circumstances, each with its circumstance.

    The page has lines such as ``- `last-tile`: drawn haitei, 海底摸月; discarded houtei``.
    """
    title = rules.names["en"].split(",")[0].removesuffix(" 3.3")
    page = PAGE.read_text(encoding="utf-8")
    section = page.partition(f"## {title}")[2].partition("\n## ")[0]
    names = {info.name for info in rules.circumstance_infos}
    words = []
    for line in re.findall(r"^- (.*)", section, re.MULTILINE):
        for name, in_brackets, after_colon in re.findall(
            r"`([a-z-]+)`(?: \(([^)]*)\)|: (.*))", line
        ):
            if name not in names:
                continue
            for word in re.split(r"[,;] ", in_brackets or after_colon):
                plain_word = word.removeprefix("drawn ").removeprefix("discarded ")
                words.append((plain_word, name))
    return words


def test_no_word_means_two_circumstances(rules: RuleSet) -> None:
    keys_by_name = {}
    for info in rules.circumstance_infos:
        keys_by_name[info.name] = {_spelling_key(word) for word, _ in _list_words(info)}
    for first, second in itertools.combinations(keys_by_name, 2):
        assert not keys_by_name[first] & keys_by_name[second], (first, second)


def test_an_unknown_circumstance_is_refused_with_the_nearest_and_its_meaning() -> None:
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
    with pytest.raises(InputError) as error:
        answer_request(request)
    assert str(error.value) == expected


def test_a_circumstance_that_resembles_none_is_refused_with_all_that_are_known() -> None:
    known = "known are riichi, double-riichi, ippatsu, last-tile, kong-repl"
    with pytest.raises(InputError, match=known):
        by_json("riichi", CLOSED, **WIN, circumstances=["xyz"])


SPELLINGS = [
    {"rules": "Riichi", "winner": "s", "win": "Discard", "from": "West", "round_wind": "e"},
    {"Rules": "RIICHI", "WINNER": "South", "Win": "RON", "From": "w", "Round Wind": "East"},
    {"rules": "riichi", "winner": "S", "win": "rön", "from": "W", "round-wind": "E"},
]


@pytest.mark.parametrize("win", SPELLINGS)
def test_spelling_makes_no_difference_in_json(win: dict[str, Any]) -> None:
    plain: dict[str, Any] = {"rules": "riichi", "hand": CLOSED, **WIN, "circumstances": ["riichi"]}
    plain |= {"options": {"preset": "tenhou", "red_fives": "no"}, "counters": {"honba": 2}}
    spelled: dict[str, Any] = {"Hand": CLOSED, "Circumstances": ["Riichi"], **win}
    spelled |= {"Options": {"Preset": "Tenhou", "Red-Fives": "NO"}, "Counters": {"Honba": 2}}
    assert answer_request(spelled) == answer_request(plain)


def test_spelling_makes_no_difference_on_the_command_line_and_in_a_line_of_a_manifest() -> None:
    options = {"preset": "tenhou"}
    payments = by_json("riichi", CLOSED, **WIN, circumstances=["riichi"], options=options)
    win = {"winner": "south", "win": "RON", "from": "w", "round_wind": "East"}
    answers = {**win, "circumstances": "Riichi", "options": "Preset=Tenhou"}
    assert by_command("Riichi", CLOSED, **answers) == payments
    assert by_manifest("RIICHI", CLOSED, **answers) == payments


def test_spelling_makes_no_difference_in_the_file_of_a_manifest(tmp_path: Path) -> None:
    file = tmp_path / "m.csv"
    file.write_text("Photo,Rules,Winner,From,Round Wind\na.jpg,Hong Kong,South,w,EAST\n", "utf-8")
    manifest = load_manifest(file)
    assert not manifest.problems
    assert manifest.lines["a.jpg"].cells == {
        "rules": "hong-kong", "winner": "S", "from": "W", "round_wind": "E",
    }  # fmt: skip


def test_spelling_makes_no_difference_in_house_files() -> None:
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


def test_spelling_makes_no_difference_in_python() -> None:
    win = hu.Win("south", "ron", "w", frozenset({"Riichi"}))
    hand = hu.Hand.from_text(CLOSED)
    score = hu.score(hand, win, "Riichi", round_wind="East", options={"Preset": "Tenhou"})
    assert score.payments == {"E": 0, "S": 5200, "W": -5200, "N": 0}


def test_spelling_makes_no_difference_for_players_and_statuses() -> None:
    request = {
        "Rules": "riichi",
        "round_wind": "e",
        "winner": "Nobody",
        "nagashi": ["s"],
        "others": {"south": {"Status": "Tenpai"}},
    }
    plain = drawn(others={"S": {"status": "tenpai"}}, nagashi=["S"])
    assert answer_request(request) == plain


def test_spelling_makes_no_difference_for_winners() -> None:
    table = {"rules": "riichi", "round_wind": "E"}
    win = {"hand": CLOSED, "win": "self-draw", "circumstances": ["riichi"]}
    spelled = answer_request({**table, "winners": {"south": win}})
    assert spelled["points"] > 0
    assert spelled == answer_request({**table, "winners": {"S": win}})


def test_an_absent_player_without_a_seat_is_refused() -> None:
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
        ({"counters": ["winner=S"]}, "counters: winner counts nothing on the table; known are"),
        ({"counters": ["han=3"]}, "counters: han counts nothing on the table; known are"),
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


def test_a_counter_has_at_most_three_digits() -> None:
    assert parse_answers({"honba": ["999"]}, rule_set("riichi")).asked["honba"] == 999


def test_a_player_sits_at_the_table_once() -> None:
    request = {"rules": "riichi", "round_wind": "E", "winners": _RIICHI_WINS, "others": {"N": {}}}
    with pytest.raises(InputError, match="N: sits at the table twice"):
        answer_request(request)


@pytest.mark.parametrize("key", ["winners", "others"])
def test_a_seat_in_two_spellings_is_refused(key: str) -> None:
    request = {"rules": "fimj", "round_wind": "E", key: {"S": {}, "south": {}}}
    with pytest.raises(InputError, match=f"{key}: S is given twice"):
        answer_request(request)
