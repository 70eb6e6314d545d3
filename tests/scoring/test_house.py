"""House rules: options and patterns from a file, checked line by line."""

import io
import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from hu.app.batch.scoring import score_cells
from hu.app.cli import cli
from hu.app.i18n import texts
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.scoring import assess
from hu.app.page.draft.state import Claim, Draft, Rack
from hu.app.page.view.result import circumstance_name
from hu.app.records.scores import make_score_record
from hu.scoring.answers.from_json import read_deal
from hu.scoring.answers.names import normalise_deal
from hu.scoring.answers.to_json import write_deal
from hu.scoring.deal import Deal, Player
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.json_object import JsonObject
from hu.scoring.options import HOUSE
from hu.scoring.rule_set.changes import changes_of
from hu.scoring.rule_set.house import HouseRules, add_house_options, read_house
from hu.scoring.rule_set.registry import rule_names, rule_set
from hu.scoring.zung_jung.patterns import PATTERNS
from hu.scoring.zung_jung.rule_set import RULE_SET as ZUNG_JUNG
from tests.answers import answer_lines as answers
from tests.app.page.laid import from_hand
from tests.counting import count_calls
from tests.scoring.hand_strategies import random_win

ROOT = Path(__file__).parents[2]
CLUB = (ROOT / "docs" / "house" / "tuesday-club.toml").read_text(encoding="utf-8")
LINE = {
    "rules": "zung-jung",
    "hand": "234567m 13p 55s [777z] +2p",
    "winner": "S",
    "win": "discard",
    "from": "W",
}


def scored(line: Mapping[str, object], text: str = "") -> dict[str, Any]:
    house = read_house(text) if text else None
    (answer,) = answers(io.BytesIO(json.dumps(line).encode()), house=house)
    return answer


@pytest.mark.parametrize(
    "path", sorted((ROOT / "docs" / "house").glob("*.toml")), ids=lambda path: path.name
)
def test_the_examples_are_house_rules(path: Path) -> None:
    house = read_house(path.read_text(encoding="utf-8"), path.name)
    assert house.title
    assert rule_set(house.rules).house_lines(house.options)


def test_points_change_and_what_the_house_adds_is_told() -> None:
    plain = scored(LINE)
    club = scored(LINE, CLUB)
    assert plain["patterns"] == [{"id": "3.1", "points": 10, "count": 1}]
    assert club["patterns"] == [{"id": "3.1", "points": 15, "count": 1}]
    for word in ("knitted-straight", "Knitted Straight", "scala intrecciata"):
        told = scored(LINE | {"circumstances": [word]}, CLUB)
        assert (told["points"], told["patterns"][-1]) == (
            35,
            {"id": "knitted-straight", "points": 20, "count": 1},
        )
        assert "no circumstance" in str(scored(LINE | {"circumstances": [word]})["error"])
    straight = LINE | {"hand": "[123m] 456m 79m 22p 345s +8m"}
    assert "7.1" in str(scored(straight))
    assert "7.1" not in str(scored(straight, CLUB))


HOUSES = {
    "zung-jung": ('"3.1" = 15', "3.1", "234567m 13p 55s [777z] +2p", 5),
    "riichi": ("tanyao = 2", "tanyao", "234m 567p 55s 345s 68m +7m", 1),
    "sanma": ("tanyao = 2", "tanyao", "234s 567p 55s 345s 68p +7p", 1),
    "mcr": ("big-four-winds = 90", "big-four-winds", "[222z] [333z] [444z] 111z 5m +5m", 2),
    "hong-kong": ("all-triplets = 5", "all-triplets", "[222m] [555p] [888s] [444z] 9m +9m", 2),
    "taiwanese": (
        "all-triplets = 6",
        "all-triplets",
        "[222m] [555p] [888s] [444z] 11s 99m +9m",
        2,
    ),
    "fimj": ("own-wind = 2", "own-wind", "[222z] 555p 234m 678s 9m +9m", 1),
}


@pytest.mark.parametrize("name", rule_names())
def test_every_rule_set_takes_other_points_and_extras(name: str) -> None:
    points, pattern, hand, more = HOUSES[name]
    house = read_house(
        f'rules = "{name}"\n'
        f"[points]\n{points}\n"
        f'[[extra]]\nname = {{ it = "Cosa nostra" }}\nvalue = 2\n'
    )
    won: dict[str, object] = {"hand": hand, "win": "self-draw"}
    line: dict[str, object] = {"rules": name, "round_wind": "E"}
    table = {"winners": {"S": won}, "others": {seat: {"points": 0} for seat in "EWN"}}
    line |= table if name == "fimj" else {"winner": "S", **won}

    def patterns(told: bool, house: HouseRules | None) -> dict[str, int]:
        (won if name == "fimj" else line)["circumstances"] = ["COSA NOSTRA"] if told else []
        found: Any
        (found,) = answers(io.BytesIO(json.dumps(line).encode()), house=house, explain=True)
        found = found["players"]["S"] if name == "fimj" else found
        worths = {}
        for row in found["patterns"]:
            (key,) = {"points", "han", "faan", "fan", "tai", "doublings"} & row.keys()
            worths[row["id"]] = row[key] * row["count"]
        return worths

    plain = patterns(False, None)
    changed = patterns(False, house)
    told = patterns(True, house)
    assert changed == plain | {pattern: plain[pattern] + more}
    assert told == changed | {"cosa-nostra": 2}
    lines = [line["en"] for line in rule_set(name).house_lines(house.options)]
    assert [" instead of " in line for line in lines] == [True, False]


def test_extras_among_the_circumstances_do_not_replace_other_extras() -> None:
    house = read_house(
        'rules = "zung-jung"\n'
        '[[extra]]\nname = "Great snake"\nvalue = 2\n'
        '[[extra]]\nname = "Small snake"\nvalue = 1\n'
    )
    win = Win(
        "S",
        "self-draw",
        circumstances=frozenset({"great-snake", "last-tile"}),
        extras=frozenset({"small-snake"}),
    )
    separated = changes_of(house.options).separate_extras(win)
    assert separated.circumstances == {"last-tile"}
    assert separated.extras == {"great-snake", "small-snake"}


def test_an_extra_is_offered_and_told_at_every_door(tmp_path: Path) -> None:
    house = tmp_path / "club.toml"
    house.write_text(CLUB, "utf-8")
    hand = str(LINE["hand"])
    options = read_house(CLUB).options
    said = ["--winner", "S", "--win", "discard", "--from", "W", "--house", str(house)]
    result = CliRunner().invoke(
        cli, ["score", "--hand", hand, *said, "--circumstance", "knitted straight", "--json"]
    )
    assert json.loads(result.stdout)["points"] == 35
    cells = {"winner": "S", "win": "discard", "from": "W", "circumstances": "knitted-straight"}
    found = score_cells(
        Hand.from_text(hand), cells | {HOUSE: json.dumps(dict(options))}, "zung-jung"
    )
    assert found.points == 35
    rack = Rack(History(from_hand(Hand.from_text(hand))))
    draft = Draft(
        "zung-jung", options, rack, "S", Claim("discard", "W", frozenset({"knitted-straight"}))
    )
    outcome = assess(draft)
    assert outcome.score is not None
    assert outcome.score.players["S"].points == 35
    assert "knitted-straight" in outcome.circumstances
    assert circumstance_name(texts("it"), draft, "knitted-straight") == "Scala intrecciata"
    deal = read_deal(
        JsonObject({**LINE, "options": dict(options), "circumstances": ["Knitted straight"]}),
        ZUNG_JUNG,
    )
    assert write_deal(normalise_deal(deal, ZUNG_JUNG), ZUNG_JUNG)["circumstances"] == [
        "knitted-straight"
    ]


def test_the_name_of_an_extra_is_not_longer_than_a_line() -> None:
    house = 'rules = "mcr"\n[[extra]]\nname = "{}"\nvalue = 1\n'
    read_house(house.format(80 * "x"), "club.toml")
    with pytest.raises(InputError, match="line 3: name: expected a text"):
        read_house(house.format(81 * "x"), "club.toml")


def test_a_request_s_own_options_come_first_and_other_rules_stay() -> None:
    house = read_house(CLUB)
    request = JsonObject({"rules": "zung-jung", "options": {"minimum": 9}})
    with_house = add_house_options(request, house)
    assert with_house.value("options") == {**house.options, "minimum": 9}
    assert add_house_options(request, None) is request
    by_other_rules = JsonObject({"rules": "fimj"})
    assert add_house_options(by_other_rules, house) is by_other_rules
    assert "error" in scored(LINE | {"options": 3}, CLUB)


@pytest.mark.parametrize("key", ["options", "Options"])
@pytest.mark.parametrize("name", ["minimum", "Minimum"])
def test_a_request_s_own_options_come_first_in_any_spelling(key: str, name: str) -> None:
    house = read_house(CLUB)
    request = JsonObject({"rules": "zung-jung", key: {name: 9}})
    expected = dict(house.options)
    expected.pop("minimum", None)
    assert add_house_options(request, house).value("options") == {**expected, name: 9}


def test_only_so_much_is_told_at_once() -> None:
    text = 'rules = "zung-jung"\n' + "[[extra]]\n" * 1_500
    with pytest.raises(InputError, match=r"line 2: name: expected .*; and \d+ more$") as told:
        read_house(text)
    assert len(str(told.value)) < 10_000


def test_riichi_s_options_change_what_hands_are_worth() -> None:
    line = {
        "rules": "riichi",
        "hand": "[234m] 067p 55s 345s 68m +7m",
        "winner": "S",
        "win": "self-draw",
    }
    line |= {"round_wind": "E"}
    plain = scored(line)
    reds = scored(line, 'rules = "riichi"\n[options]\nred_fives = true')
    assert [plain["han"], reds["han"]] == [1, 2]
    assert "no yaku" in str(
        scored(line, 'rules = "riichi"\n[options]\nopen_tanyao = false')["error"]
    )
    own = scored(
        line | {"options": {"red_fives": False}}, 'rules = "riichi"\n[options]\nred_fives = true'
    )
    assert own["han"] == 1
    assert "options.red_fives: expected a text" in str(
        scored(line | {"options": {"red_fives": 3}})["error"]
    )


def test_what_the_house_plays_is_said_in_both_languages() -> None:
    house = read_house(CLUB)
    english = [line["en"] for line in rule_set("zung-jung").house_lines(house.options)]
    assert english[:3] == [
        "Flowers count half: yes",
        "Minimum to win: 5",
        "Value Honor (3.1): 15 instead of 10",
    ]
    assert english[-1] == "Knitted straight: 20"
    assert all(
        set(line) >= {"en", "it"} for line in rule_set("zung-jung").house_lines(house.options)
    )
    assert rule_set("zung-jung").house_lines({}) == ()
    beginners = read_house('rules = "mcr"\n[options]\nminimum = 0\n')
    assert [line["en"] for line in rule_set("mcr").house_lines(beginners.options)] == [
        "Minimum to win: 0"
    ]


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("rules = ", ["not TOML"]),
        ("[options]", ["line 1: rules: give the name of a rule set"]),
        ('\nrules = "poker"', ["line 2: unknown rule set 'poker': known are zung-jung"]),
        ("rules = 3", ["line 1: rules: give the name"]),
        (
            'rules = "zung-jung"\ntitle = 3\nluck = 1',
            ["line 2: title: expected a text", "line 3: luck: unknown"],
        ),
        (
            'rules = "zung-jung"\n[options]\nminimum = true\nhalf_flowers = 1\nlimit = 3\n',
            [
                "line 3: minimum: expected a whole number, not 'True'",
                "line 4: half_flowers: expected true or false, not '1'",
                (
                    "line 5: limit: no option of zung-jung; "
                    "known are half_flowers, minimum, south_follows"
                ),
            ],
        ),
        ('rules = "zung-jung"\noptions = 3', ["line 2: options: expected a table"]),
        ('rules = "zung-jung"\npoints = 3', ["line 2: points: expected a table"]),
        (
            """rules = "riichi"
[options]
preset = "wcr"
kiriage = "maybe"
double_wind_fu = 3
red_fives = [1]
kuitan = 1
""",
            [
                "line 3: preset: 'wcr' is not one of ema, ema-2016, wrc, tenhou",
                "line 4: kiriage: 'maybe' is not one of preset, yes, no",
                "line 5: double_wind_fu: expected one of preset, 2, 4, not '3'",
                "line 6: red_fives: expected one of preset, no, yes, 4",
                "line 7: kuitan: no option of riichi; known are preset",
            ],
        ),
        (
            'rules = "zung-jung"\n[points]\n"9.9" = 1\n"1.1" = -1',
            ["line 3: 9.9: no pattern", "line 4: 1.1: expected"],
        ),
        (
            'rules = "zung-jung"\npattern = 3',
            ["line 2: pattern: patterns with conditions no longer exist"],
        ),
        ('rules = "zung-jung"\nextra = 3', [r"line 2: extra: write each one under \[\[extra\]\]"]),
        (
            (
                'rules = "mcr"\n'
                "[[extra]]\nname = 3\nvalue = 1.5\nx = 1\n"
                '[[extra]]\nname = "\\u001b[2J"\n'
            ),
            [
                "line 3: name: expected a text",
                "line 4: value: expected a whole number",
                "line 5: x: unknown; an extra has",
                "line 6: value is missing",
                "line 7: name: it has signs that cannot be shown",
            ],
        ),
        (
            'rules = "mcr"\n'
            + 2 * '[[extra]]\nname = "A"\nvalue = 1\n'
            + '[[extra]]\nname = "Last-tile"\nvalue = 1\n',
            ["line 6: name: a is taken already", "line 9: name: last-tile is taken already"],
        ),
        (
            (
                'rules = "zung-jung"\n'
                '[[extra]]\nname = "Self draw"\nvalue = 1\n'
                '[[extra]]\nname = "Haitei"\nvalue = 1\n'
            ),
            ["line 3: name: self-draw is taken already", "line 6: name: haitei is taken already"],
        ),
        (
            'rules = "fimj"\n[points]\nroofs = 2',
            ["line 3: roofs: no pattern of fimj has this name"],
        ),
        ('rules = "fimj"\n[points]\nown-wind = 20', ["line 3: own-wind: more than 10 doublings"]),
        ('rules = "fimj"\n[points]\nown-wind = "many"', ["line 3: own-wind: expected"]),
        (
            'rules = "mcr"\n[points]\nall-simples = 1979-05-27',
            ["line 3: all-simples: expected a whole number"],
        ),
        (
            'rules = "mcr"\ntitle = "\\u001b[2J"',
            ["line 2: title: it has signs that cannot be shown"],
        ),
    ],
)
def test_every_wrong_line_is_told(text: str, messages: list[str]) -> None:
    for message in messages:
        with pytest.raises(InputError, match=message):
            read_house(text, "club.toml")


@pytest.mark.parametrize(
    "text", ["x", "[]", "3", '{"points": 3}', '{"pattern": [{}]}', '{"extra": [{}]}', "[" * 100_000]
)
def test_a_damaged_option_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="option house"):
        changes_of({HOUSE: text})


@given(st.integers(0, 2**40))
def test_house_rules_that_change_nothing_change_no_score(seed: int) -> None:
    hand, win = random_win(random.Random(seed))
    same = json.dumps({"points": {pattern.id: pattern.points for pattern in PATTERNS}})
    rules = rule_set("zung-jung")
    deals = [_deal(hand, win, options) for options in ({}, {HOUSE: same})]
    plain, house = (make_score_record(deal, rules, explain=True) for deal in deals)
    assert plain == house


def _deal(hand: Hand, win: Win, options: dict[str, str]) -> Deal:
    return Deal(dict.fromkeys(SEATS, Player()) | {win.winner: Player(hand, win)}, options=options)


@pytest.mark.parametrize(
    "text",
    [
        'title="""\n[' + " " * 10_000 + '\n"""',
        ".".join("a" * 9_000) + "=1",
        "limit=" + "9" * 10_000,
        'rules="zung-jung"\n[options]\nminimum=0x' + "f" * 10_000,
        "a=" + "[" * 9_000,
        # A sign that ends a line for people, but not in TOML.
        "\x85".join("a" + 90 * ".a" for _ in range(90)) + "=1",
        '"' + "\x85".join(90 * "." for _ in range(90)) + '".a' + ".a" * 90 + "=1",
    ],
)
def test_a_hostile_file_is_answered_in_few_steps_and_one_line(text: str) -> None:
    def read() -> None:
        with pytest.raises(InputError) as refused:
            read_house(text)
        assert "\n" not in str(refused.value)

    assert count_calls(read) < 100_000


def test_limit_hands_of_fimj_can_have_two_thousand_points() -> None:
    house = read_house('rules = "fimj"\n[points]\ndragons-gathering = 2000\n')
    assert changes_of(house.options).points == {"dragons-gathering": 2000}
