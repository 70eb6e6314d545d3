"""House rules: options and patterns from a file, checked line by line."""

import io
import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

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
from tests.answers import answer_lines
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
    """Answer a line of ``hu hands``.

    Args:
        line: the request.
        text: the content of a file of house rules. Empty for none.
    """
    house = read_house(text) if text else None
    (answer,) = answer_lines(io.BytesIO(json.dumps(line).encode()), house=house)
    return answer


@pytest.mark.parametrize(
    "path", sorted((ROOT / "docs" / "house").glob("*.toml")), ids=lambda path: path.name
)
def test_the_examples_are_house_rules(path: Path) -> None:
    house = read_house(path.read_text(encoding="utf-8"), path.name)
    assert house.title
    assert rule_set(house.rules).house_lines(house.options)


def test_the_house_changes_the_points_of_a_pattern() -> None:
    assert scored(LINE)["patterns"] == [{"id": "3.1", "points": 10, "count": 1}]
    assert scored(LINE, CLUB)["patterns"] == [{"id": "3.1", "points": 15, "count": 1}]


@pytest.mark.parametrize("word", ["knitted-straight", "Knitted Straight", "scala intrecciata"])
def test_an_extra_of_the_house_counts_once_it_is_given_as_a_circumstance(word: str) -> None:
    request = LINE | {"circumstances": [word]}
    answer = scored(request, CLUB)
    assert answer["points"] == 35
    assert answer["patterns"][-1] == {"id": "knitted-straight", "points": 20, "count": 1}
    assert "no circumstance" in str(scored(request)["error"])


def test_a_pattern_does_not_count_if_the_house_gives_no_points_for_it() -> None:
    straight = LINE | {"hand": "[123m] 456m 79m 22p 345s +8m"}
    assert "7.1" in str(scored(straight))
    assert "7.1" not in str(scored(straight, CLUB))


class OtherPoints(NamedTuple):
    """Other points for a pattern, and a hand that has it.

    Attributes:
        pattern: the id of the pattern.
        points: what the house gives for it.
        more: how much more that is than usual.
        hand: a self-drawn hand with the pattern.
    """

    pattern: str
    points: int
    more: int
    hand: str


#: House rules to try, by the rule set that they change.
HOUSES = {
    "zung-jung": OtherPoints("3.1", 15, 5, "234567m 13p 55s [777z] +2p"),
    "riichi": OtherPoints("tanyao", 2, 1, "234m 567p 55s 345s 68m +7m"),
    "sanma": OtherPoints("tanyao", 2, 1, "234s 567p 55s 345s 68p +7p"),
    "mcr": OtherPoints("big-four-winds", 90, 2, "[222z] [333z] [444z] 111z 5m +5m"),
    "hong-kong": OtherPoints("all-triplets", 5, 2, "[222m] [555p] [888s] [444z] 9m +9m"),
    "taiwanese": OtherPoints("all-triplets", 6, 2, "[222m] [555p] [888s] [444z] 11s 99m +9m"),
    "fimj": OtherPoints("own-wind", 2, 1, "[222z] 555p 234m 678s 9m +9m"),
}


@pytest.mark.parametrize("name", rule_names())
def test_every_rule_set_takes_other_points_and_extras(name: str) -> None:
    other = HOUSES[name]
    house = read_house(
        f'rules = "{name}"\n'
        f'[points]\n"{other.pattern}" = {other.points}\n'
        f'[[extra]]\nname = {{ it = "Cosa nostra" }}\nvalue = 2\n'
    )
    usual_worths = worths_of_patterns(name, other.hand, None)
    house_worths = worths_of_patterns(name, other.hand, house)
    worths_with_extra = worths_of_patterns(name, other.hand, house, "COSA NOSTRA")
    expected = usual_worths | {other.pattern: usual_worths[other.pattern] + other.more}
    assert house_worths == expected
    assert worths_with_extra == expected | {"cosa-nostra": 2}
    lines = [line["en"] for line in rule_set(name).house_lines(house.options)]
    assert [" instead of " in line for line in lines] == [True, False]


def worths_of_patterns(
    name: str, hand: str, house: HouseRules | None, *circumstances: str
) -> dict[str, int]:
    """Score a self-drawn hand of South, and return the worth of each of its patterns.

    Args:
        name: the rule set.
        hand: the hand.
        house: house rules. None for the rules as they are.
        circumstances: the circumstances of the win.
    """
    win: dict[str, object] = {"hand": hand, "win": "self-draw", "circumstances": circumstances}
    request: dict[str, object] = {"rules": name, "round_wind": "E"}
    # FIMJ needs the racks of all players.
    if name == "fimj":
        others = {seat: {"points": 0} for seat in "EWN"}
        request |= {"winners": {"S": win}, "others": others}
    else:
        request |= {"winner": "S", **win}
    (answer,) = answer_lines(io.BytesIO(json.dumps(request).encode()), house=house, explain=True)
    patterns = answer["players"]["S"]["patterns"] if name == "fimj" else answer["patterns"]
    worths = {}
    for pattern in patterns:
        # Each rule set has its own unit.
        (unit,) = {"points", "han", "faan", "fan", "tai", "doublings"} & pattern.keys()
        worths[pattern["id"]] = pattern[unit] * pattern["count"]
    return worths


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


def test_an_extra_counts_on_the_command_line(tmp_path: Path) -> None:
    house = tmp_path / "club.toml"
    house.write_text(CLUB, "utf-8")
    win = ["--winner", "S", "--win", "discard", "--from", "W"]
    extra = ["--house", str(house), "--circumstance", "knitted straight"]
    command = ["score", "--hand", str(LINE["hand"]), *win, *extra, "--json"]
    answer = json.loads(CliRunner().invoke(cli, command).stdout)
    assert answer["points"] == 35


def test_an_extra_counts_in_a_batch() -> None:
    options = dict(read_house(CLUB).options)
    cells = {
        "winner": "S",
        "win": "discard",
        "from": "W",
        "circumstances": "knitted-straight",
        HOUSE: json.dumps(options),
    }
    score = score_cells(Hand.from_text(str(LINE["hand"])), cells, "zung-jung")
    assert score.points == 35


def test_an_extra_is_offered_on_the_page_and_counts() -> None:
    options = read_house(CLUB).options
    rack = Rack(History(from_hand(Hand.from_text(str(LINE["hand"])))))
    claim = Claim("discard", "W", frozenset({"knitted-straight"}))
    draft = Draft("zung-jung", options, rack, "S", claim)
    outcome = assess(draft)
    assert outcome.score is not None
    assert outcome.score.players["S"].points == 35
    assert "knitted-straight" in outcome.circumstances
    assert circumstance_name(texts("it"), draft, "knitted-straight") == "Scala intrecciata"


def test_an_extra_is_written_with_its_deal() -> None:
    options = dict(read_house(CLUB).options)
    request = {**LINE, "options": options, "circumstances": ["Knitted straight"]}
    deal = read_deal(JsonObject(request), ZUNG_JUNG)
    content = write_deal(normalise_deal(deal, ZUNG_JUNG), ZUNG_JUNG)
    assert content["circumstances"] == ["knitted-straight"]


def test_the_name_of_an_extra_is_not_longer_than_a_line() -> None:
    house = 'rules = "mcr"\n[[extra]]\nname = "{}"\nvalue = 1\n'
    read_house(house.format(80 * "x"), "club.toml")
    with pytest.raises(InputError, match="line 3: name: expected a text"):
        read_house(house.format(81 * "x"), "club.toml")


def test_the_house_adds_options_to_a_request_that_has_some() -> None:
    house = read_house(CLUB)
    request = JsonObject({"rules": "zung-jung", "options": {"minimum": 9}})
    assert add_house_options(request, house).value("options") == {**house.options, "minimum": 9}


def test_the_house_adds_nothing_to_requests_by_other_rules() -> None:
    request = JsonObject({"rules": "fimj"})
    assert add_house_options(request, read_house(CLUB)) is request


def test_without_house_rules_a_request_stays_as_it_is() -> None:
    request = JsonObject({"rules": "zung-jung", "options": {"minimum": 9}})
    assert add_house_options(request, None) is request


def test_options_that_are_no_object_are_refused_under_house_rules() -> None:
    assert "error" in scored(LINE | {"options": 3}, CLUB)


@pytest.mark.parametrize("key", ["options", "Options"])
@pytest.mark.parametrize("name", ["minimum", "Minimum"])
def test_a_request_s_own_options_come_first_in_any_spelling(key: str, name: str) -> None:
    house = read_house(CLUB)
    request = JsonObject({"rules": "zung-jung", key: {name: 9}})
    expected = dict(house.options)
    expected.pop("minimum", None)
    assert add_house_options(request, house).value("options") == {**expected, name: 9}


def test_a_file_with_many_faults_is_refused_in_a_short_message() -> None:
    text = 'rules = "zung-jung"\n' + "[[extra]]\n" * 1_500
    with pytest.raises(InputError, match=r"line 2: name: expected .*; and \d+ more$") as refusal:
        read_house(text)
    assert len(str(refusal.value)) < 10_000


#: An open hand with a red five.
RIICHI_LINE = {
    "rules": "riichi",
    "hand": "[234m] 067p 55s 345s 68m +7m",
    "winner": "S",
    "win": "self-draw",
    "round_wind": "E",
}
WITH_RED_FIVES = 'rules = "riichi"\n[options]\nred_fives = true'


def test_riichi_s_options_change_what_hands_are_worth() -> None:
    assert scored(RIICHI_LINE)["han"] == 1
    assert scored(RIICHI_LINE, WITH_RED_FIVES)["han"] == 2
    closed_tanyao = 'rules = "riichi"\n[options]\nopen_tanyao = false'
    assert "no yaku" in str(scored(RIICHI_LINE, closed_tanyao)["error"])


def test_the_options_of_a_request_replace_those_of_the_house() -> None:
    assert scored(RIICHI_LINE | {"options": {"red_fives": False}}, WITH_RED_FIVES)["han"] == 1


def test_an_option_of_riichi_with_another_value_is_refused() -> None:
    answer = scored(RIICHI_LINE | {"options": {"red_fives": 3}})
    assert "options.red_fives: expected a text" in str(answer["error"])


def test_the_house_rules_are_listed_in_both_languages() -> None:
    lines = rule_set("zung-jung").house_lines(read_house(CLUB).options)
    english = [line["en"] for line in lines]
    assert english[:3] == [
        "Flowers count half: yes",
        "Minimum to win: 5",
        "Value Honor (3.1): 15 instead of 10",
    ]
    assert english[-1] == "Knitted straight: 20"
    assert all({"en", "it"} <= line.keys() for line in lines)


def test_only_what_the_house_changes_is_listed() -> None:
    assert rule_set("zung-jung").house_lines({}) == ()
    house = read_house('rules = "mcr"\n[options]\nminimum = 0\n')
    lines = rule_set("mcr").house_lines(house.options)
    assert [line["en"] for line in lines] == ["Minimum to win: 0"]


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
            'rules = "mcr"\n[[extra]]\nvalue = 1\n\n[[extra]]\nname = "A"\nvalue = 1\n',
            ["line 2: name: expected a text"],
        ),
        # A sign that ends a line for people, but not in TOML.
        ('rules = "mcr"\n# A note.\u2028More.\nluck = 1\n', ["line 3: luck: unknown"]),
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
def test_every_wrong_line_is_named(text: str, messages: list[str]) -> None:
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
    usual_points = {pattern.id: pattern.points for pattern in PATTERNS}
    same_options = {HOUSE: json.dumps({"points": usual_points})}
    rules = rule_set("zung-jung")
    usual_score = make_score_record(_deal(hand, win, {}), rules, explain=True)
    house_score = make_score_record(_deal(hand, win, same_options), rules, explain=True)
    assert house_score == usual_score


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
