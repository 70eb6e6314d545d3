"""House rules: options and patterns from a file, checked line by line."""

import io
import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hu.app.commands.hands import answers
from hu.scoring.deals import HOUSE, Deal, Player
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.house import at_house, read_house
from hu.scoring.requests import answer_deal
from hu.scoring.rules import rule_names, rule_set
from hu.scoring.zung_jung.house import FEATURES, table_of
from hu.scoring.zung_jung.patterns import PATTERNS
from tests.counting import count_calls
from tests.scoring.hand_strategies import random_win

ROOT = Path(__file__).parents[2]
CLUB = (ROOT / "docs" / "house" / "tuesday-club.toml").read_text(encoding="utf-8")
LINE = {"rules": "zung-jung", "hand": "234567m 13p 55s [777z] +2p", "winner": "S", "win": "discard", "from": "W"}


def scored(line: dict[str, object], text: str = "") -> dict[str, object]:
    house = read_house(text) if text else None
    (answer,) = answers(io.BytesIO(json.dumps(line).encode()), house=house)
    return answer


@pytest.mark.parametrize("path", sorted((ROOT / "docs" / "house").glob("*.toml")), ids=lambda path: path.name)
def test_the_examples_are_house_rules(path: Path) -> None:
    house = read_house(path.read_text(encoding="utf-8"), path.name)
    assert house.title
    assert rule_set(house.rules).house_lines(house.options)


def test_every_feature_is_in_the_docs() -> None:
    text = (ROOT / "docs" / "house-rules.md").read_text(encoding="utf-8")
    assert not [name for name in FEATURES if f"`{name}`" not in text]


def test_points_change_and_patterns_are_added() -> None:
    plain, club = scored(LINE), scored(LINE, CLUB)
    assert plain["patterns"] == [{"id": "3.1", "points": 10, "count": 1}]
    # Three sequences: the added pattern asks for two.
    assert club["patterns"] == [{"id": "3.1", "points": 15, "count": 1}]
    two = LINE | {"hand": "234m [555z] 13p 55s [777z] +2p"}
    assert {"id": "dragons-and-sequences", "points": 20, "count": 2} in scored(two, CLUB)["patterns"]  # type: ignore[operator]
    pairs = LINE | {"hand": "22446688m 3355p 7s +7s"}
    assert {"id": "all-pairs-simple", "points": 30, "count": 1} in scored(pairs, CLUB)["patterns"]  # type: ignore[operator]
    straight = LINE | {"hand": "[123m] 456m 79m 22p 345s +8m"}
    assert "7.1" in str(scored(straight))
    assert "7.1" not in str(scored(straight, CLUB))


def test_a_request_s_own_options_come_first_and_other_rules_stay() -> None:
    house = read_house(CLUB)
    assert at_house({"rules": "zung-jung", "options": {"minimum": 9}}, house)["options"] == house.options | {
        "minimum": 9
    }
    assert at_house({"rules": "fimj"}, house) == {"rules": "fimj"}
    assert at_house({"rules": "zung-jung"}, None) == {"rules": "zung-jung"}
    assert "error" in scored(LINE | {"options": 3}, CLUB)


def test_only_so_much_is_told_at_once() -> None:
    text = 'rules = "zung-jung"\n' + "[[pattern]]\n" * 1_500
    with pytest.raises(InputError, match=r"line 2: id: expected .*; and \d+ more$") as told:
        read_house(text)
    assert len(str(told.value)) < 10_000


def test_riichi_s_options_change_what_hands_are_worth() -> None:
    line = {
        "rules": "riichi",
        "hand": "[234m] 067p 55s 345s 68m +7m",
        "winner": "S",
        "win": "self-draw",
        "round_wind": "E",
    }
    plain = scored(line)
    reds = scored(line, 'rules = "riichi"\n[options]\nred_fives = true')
    assert [plain["han"], reds["han"]] == [1, 2]
    assert "no yaku" in str(scored(line, 'rules = "riichi"\n[options]\nopen_tanyao = false')["error"])
    own = scored(line | {"options": {"red_fives": False}}, 'rules = "riichi"\n[options]\nred_fives = true')
    assert own["han"] == 1
    assert "options.red_fives: expected a text" in str(scored(line | {"options": {"red_fives": 3}})["error"])


def test_what_the_house_plays_is_said_in_both_languages() -> None:
    house = read_house(CLUB)
    english = [line["en"] for line in rule_set("zung-jung").house_lines(house.options)]
    assert english[:3] == ["Flowers count half: yes", "Minimum to win: 5", "3.1 Value Honor: 15 instead of 10"]
    assert english[-1] == "Simple pairs: 30 (form == 'seven-pairs', not outside)"
    assert all(set(line) >= {"en", "it"} for line in rule_set("zung-jung").house_lines(house.options))
    assert rule_set("zung-jung").house_lines({}) == ()
    beginners = read_house('rules = "mcr"\n[options]\nminimum = 0\n')
    assert [line["en"] for line in rule_set("mcr").house_lines(beginners.options)] == ["Minimum to win: 0"]


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("rules = ", ["not TOML"]),
        ("[options]", ["line 1: rules: give the name of a rule set"]),
        ('\nrules = "poker"', ["line 2: unknown rule set 'poker': known are zung-jung"]),
        ("rules = 3", ["line 1: rules: give the name"]),
        ('rules = "zung-jung"\ntitle = 3\nluck = 1', ["line 2: title: expected a text", "line 3: luck: unknown"]),
        (
            'rules = "zung-jung"\n[options]\nminimum = true\nhalf_flowers = 1\nlimit = 3\n',
            [
                "line 3: minimum: expected a whole number, not 'True'",
                "line 4: half_flowers: expected true or false, not '1'",
                "line 5: limit: no option of zung-jung; known are half_flowers, minimum, south_follows",
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
        ('rules = "zung-jung"\n[points]\n"9.9" = 1\n"1.1" = -1', ["line 3: 9.9: no pattern", "line 4: 1.1: points:"]),
        ('rules = "zung-jung"\npattern = 3', [r"line 2: pattern: write each added pattern under \[\[pattern\]\]"]),
        (
            'rules = "zung-jung"\n[[pattern]]\nid = "A"\nnames = 3\npoints = 1.5\nwhen = []\ntimes = "straight"\nx = 1',
            [
                "line 3: id: expected small letters",
                "line 4: names: expected texts",
                "line 5: points: expected a whole number",
                "line 6: when: expected a list",
                "line 7: times: 'straight' is no feature that is counted",
                "line 8: x: unknown; a pattern has",
            ],
        ),
        (
            (
                'rules = "zung-jung"\n[[pattern]]\nid = "a"\nnames.en = "A"\npoints = 1\nwhen = [\n  "sequences > 1",\n'
                '  "luck",\n  "straight > 1",\n  "sequences > \'x\'",\n  "not suits > 1",\n  "form > \'regular\'",\n]'
            ),
            [
                "line 8: when: 'luck' is no feature",
                "line 9: when: straight is true or false",
                "line 10: when: sequences is counted",
                "line 11: when: 'not' stands before a feature alone",
                "line 12: when: form is compared with ==",
            ],
        ),
        (
            'rules = "zung-jung"\n' + 2 * '[[pattern]]\nid = "a"\nnames.en = "A"\npoints = 1\nwhen = ["straight"]\n',
            ["line 8: id: a is taken already"],
        ),
        ('rules = "fimj"\n[points]\nroof = 2', ["line 2: points: the patterns of fimj cannot be changed"]),
        ('rules = "mcr"\n[[pattern]]\nid = "a"', ["pattern: the patterns of mcr cannot be changed"]),
    ],
)
def test_every_wrong_line_is_told(text: str, messages: list[str]) -> None:
    for message in messages:
        with pytest.raises(InputError, match=message):
            read_house(text, "club.toml")


@given(st.text(max_size=300) | st.text(alphabet="[]\"=.\n abrulesoptionspattern0159{},#'", max_size=300))
def test_any_text_is_house_rules_or_refused(text: str) -> None:
    for content in (text, f'rules = "zung-jung"\n{text}'):
        try:
            house = read_house(content)
        except InputError:
            continue
        assert house.rules in rule_names()


@pytest.mark.parametrize("text", ["x", "[]", "3", '{"points": 3}', '{"pattern": [{}]}', "[" * 100_000])
def test_a_damaged_option_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="option house"):
        table_of(text)


@given(st.integers(0, 2**40))
def test_house_rules_that_change_nothing_change_no_score(seed: int) -> None:
    hand, win = random_win(random.Random(seed))
    same = json.dumps({"points": {pattern.id: pattern.points for pattern in PATTERNS}})
    rules = rule_set("zung-jung")
    deals = [_deal(hand, win, options) for options in ({}, {HOUSE: same})]
    plain, house = (answer_deal(deal, rules, explain=True) for deal in deals)
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
    ],
)
def test_a_hostile_file_is_answered_in_few_steps_and_one_line(text: str) -> None:
    def read() -> None:
        with pytest.raises(InputError) as refused:
            read_house(text)
        assert "\n" not in str(refused.value)

    assert count_calls(read) < 100_000
