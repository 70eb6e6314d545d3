"""Every rule set keeps to the interface and shows each pattern with an example hand.

A new rule set needs only its own class.
"""

import ast
import io
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from typing import Any, ClassVar

import pytest

from hu.scoring.answers.questions import find_open_questions
from hu.scoring.answers.value import Answers, with_winning
from hu.scoring.deal import Deal, Player
from hu.scoring.errors import InputError
from hu.scoring.hand import Hand
from hu.scoring.options import OptionInfo
from hu.scoring.patterns import PatternInfo
from hu.scoring.payments import DealScore
from hu.scoring.rule_set.checks import declaration_faults
from hu.scoring.rule_set.declared import Question
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import DEFAULT_RULES, register, rule_names, rule_set
from hu.scoring.rule_set.rules_toml import load_rules_file
from hu.scoring.seating import PlayedDeal
from hu.scoring.texts import Text
from hu.scoring.unknowns import WhichTile, may_be_robbed, possible_circumstances, score_answers
from tests.answers import answer_lines
from tests.scoring.tiny_rule_set import Tiny

ROOT = Path(__file__).parents[2]
HAND = Hand.from_text("234m 567m 55s [777z] 13p +2p")


@pytest.mark.parametrize("name", rule_names())
def test_a_rule_set_describes_itself(name: str) -> None:
    rules = rule_set(name)
    assert rules.name == name
    assert {"en", "it"} <= rules.names.keys()
    assert len({pattern.id for pattern in rules.patterns}) == len(rules.patterns) > 0
    assert all("en" in pattern.names and "en" in pattern.condition for pattern in rules.patterns)
    assert rules.seating({}, [], rules.seat_counts[0]).number == 1
    for option in rules.options:
        assert not option.choices or option.default in option.choices
        assert {"en", "it"} <= option.names.keys()


@pytest.mark.parametrize("name", rule_names())
def test_a_game_of_a_fixed_number_of_deals_is_over_after_the_last(name: str) -> None:
    rules = rule_set(name)
    if rules.deals is not None:
        deals = [PlayedDeal(frozenset({"E"}))] * rules.deals
        assert not rules.seating({}, deals[1:], 4).is_over
        assert rules.seating({}, deals, 4).is_over


@pytest.mark.parametrize("name", rule_names())
def test_a_rule_set_says_whether_east_deals_again(name: str) -> None:
    rules = rule_set(name)
    players = rules.seat_counts[0]
    first = rules.seating({}, [], players)
    second = rules.seating({}, [PlayedDeal(frozenset("E"))], players)
    assert (second.seats == first.seats) is rules.dealer_stays


def test_a_played_deal_is_a_collection_of_its_winners() -> None:
    deal = PlayedDeal(frozenset("ES"))
    assert "E" in deal
    assert "W" not in deal
    assert sorted(deal) == ["E", "S"]
    assert len(deal) == 2


def test_a_switch_is_read_from_its_words() -> None:
    option = OptionInfo("half_flowers", False, {"en": "Half flowers"})
    assert option.parse("true") is True
    assert option.parse("False") is False
    with pytest.raises(InputError, match="expected true or false, not 'perhaps'"):
        option.parse("perhaps")


def test_a_third_rule_set_scores_lines_and_deals(tiny: RuleSet) -> None:
    line = {
        "id": 1,
        "rules": "tiny",
        "hand": "234m 567m 55s [777z] 13p 1f +2p",
        "winner": "S",
        "win": "self-draw",
    }
    (answer,) = answer_lines(io.BytesIO(json.dumps(line).encode()))
    patterns = [{"id": "win", "points": 1, "count": 1}, {"id": "flower", "points": 2, "count": 1}]
    payments = {"E": -3, "S": 9, "W": -3, "N": -3}
    reading = str(Hand.from_text(str(line["hand"])))
    assert answer == {
        "id": 1,
        "points": 3,
        "patterns": patterns,
        "reading": reading,
        "payments": payments,
    }
    found = score_answers(
        tiny, Answers("S", "self-draw"), Hand.from_text("234m 567m 55s [777z] 123p")
    )
    assert isinstance(found, DealScore)
    assert found.players["S"].points == 1


def test_a_name_is_taken_once(tiny: RuleSet) -> None:
    with pytest.raises(InputError, match="exists already"):
        register(tiny)
    with pytest.raises(InputError, match=f"rule set 'none': known are {', '.join(rule_names())}"):
        rule_set("none")


def test_what_must_be_answered_first() -> None:
    def open_questions(name: str, answers: Answers) -> list[str]:
        return [question.id for question in find_open_questions(rule_set(name), answers)]

    assert open_questions("zung-jung", Answers()) == ["winner", "win"]
    assert open_questions("zung-jung", Answers("S", "discard")) == ["from"]
    assert open_questions("fimj", Answers("S", "self-draw")) == ["round_wind"]
    assert open_questions("fimj", Answers("S", "discard", "W", round_wind="E")) == []


def test_the_winning_tile_is_asked_for_where_it_matters() -> None:
    answers = Answers("S", "discard", "W")
    found = score_answers(rule_set("zung-jung"), answers, Hand.from_text("111m 222p 345s 678s 99s"))
    assert isinstance(found, WhichTile)
    assert found.points["1m"] < found.points["9s"]


def test_circumstances_are_asked_for_where_they_can_apply() -> None:
    rules = rule_set("zung-jung")
    assert possible_circumstances(rules, Answers("S", "self-draw"), HAND) == ("last-tile",)
    quad = Hand.from_text("234m 567m 55s (7777z) 13p +2p")
    assert "kong-replacement" in possible_circumstances(rules, Answers("S", "self-draw"), quad)
    closed = Hand.from_text("234m 567m 55s 777z 123p")
    assert "heaven" in possible_circumstances(rules, Answers("E", "self-draw"), closed)
    assert may_be_robbed(rules, Answers("S", "discard", "W"), HAND)
    assert not may_be_robbed(rules, Answers("S", "self-draw"), HAND)


def test_a_tile_that_does_not_stand_cannot_win() -> None:
    with pytest.raises(InputError, match="9m cannot be the winning tile"):
        with_winning(HAND, "9m")


@pytest.mark.parametrize("name", rule_names())
def test_what_a_rule_set_declares_makes_sense(name: str) -> None:
    assert [*declaration_faults(rule_set(name))] == []


class _Nonsense(Tiny):
    name = "nonsense"
    names: ClassVar[dict[str, str]] = {"it": "Sciocchezze"}
    shapes = ()
    questions = (
        Question("honba", "number", {"en": "Honba"}, {"en": "repeated deals"}),
        Question("honba", "number", {"en": "Honba"}, {"en": "again"}),
        Question("hand", "tiles", {"en": "Hand"}, {"en": "the hand"}),
        Question("wall", "tiles", Text("questions.wall"), {"en": "the wall"}),
    )
    options = (OptionInfo("rise", "steep", {"en": "Rise"}, choices=("slow", "fast")),)

    def score(self, deal: Deal) -> DealScore:
        found = super().score(deal)
        return replace(
            found, payments={seat: abs(amount) for seat, amount in (found.payments or {}).items()}
        )


def test_nonsense_is_refused_with_everything_that_is_wrong() -> None:
    with pytest.raises(InputError) as error:
        register(_Nonsense())
    told = str(error.value)
    for fault in (
        "names: the English name is missing",
        "shapes: nothing wins",
        "questions: 'honba' occurs twice",
        "questions: 'hand' is a name of something else",
        "questions: 'wall' has no text in English",
        "'steep' is not one of slow, fast",
        "payments: they do not add up to zero for",
    ):
        assert fault in told
    assert "\n" not in told
    assert "nonsense" not in rule_names()


def test_a_misspelled_key_of_a_circumstance_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "misspelled_rules"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "rules.toml").write_text('[circumstances]\nlast-tile = { self_draw = "haitei" }\n')
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(TypeError, match=r"circumstances\.last-tile: unknown keys self_draw"):
        load_rules_file("misspelled_rules")


def test_the_page_about_adding_a_rule_set_tells_everything_that_one_has() -> None:
    page = (ROOT / "docs" / "rule-sets.md").read_text(encoding="utf-8")
    assert not [
        name for name in vars(RuleSet) if not name.startswith("_") and f"`{name}" not in page
    ]


#: The rule set on whose modules another rule set is built.
BASES = {"sanma": "riichi"}
#: The only module outside a rule set's folder that names it.
REGISTRY = ("scoring", "rule_set", "registry.py")


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in rule_names() if name != DEFAULT_RULES])
def test_all_others_work_without_a_rule_set_s_folder(name: str, tmp_path: Path) -> None:
    """Without its folder and its line in the registry, everything else works.

    Rule sets that are built on it go with it.
    """
    removed = [name, *[variant for variant, base in BASES.items() if base == name]]
    folders = [other.replace("-", "_") for other in removed]
    for room in ("app", "scoring", "vision", "hu"):
        ignored = shutil.ignore_patterns("__pycache__", *(folders if room == "scoring" else []))
        shutil.copytree(ROOT / room, tmp_path / room, symlinks=True, ignore=ignored)
    registry = tmp_path.joinpath(*REGISTRY)
    lines = registry.read_text(encoding="utf-8").splitlines(keepends=True)
    for other in removed:
        lines = [line for line in lines if f'"{other}":' not in line]
    registry.write_text("".join(lines), encoding="utf-8")
    code = """
import json, pkgutil, importlib, hu.app, hu.scoring
from click.testing import CliRunner
from hu.app.cli import cli
from hu.scoring.rule_set.registry import rule_names, rule_set
for package in (hu.app, hu.scoring):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if ".on_ray" not in module.name:
            importlib.import_module(module.name)
for name in rule_names():
    shown = CliRunner().invoke(cli, ["rules", "show", name])
    assert shown.exit_code == 0, shown.output
line = {
    "rules": "zung-jung",
    "hand": "234m 567m 55s [777z] 13p +2p",
    "winner": "S",
    "win": "self-draw",
}
answer = CliRunner().invoke(cli, ["hands"], input=json.dumps(line))
assert json.loads(answer.stdout)["points"] == 10, answer.stdout
print(*rule_names())
"""
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == [other for other in rule_names() if other not in removed]


#: Rooms in which no rule set is named.
ROOMS = ("app", "vision", "scoring")


@pytest.mark.parametrize("name", rule_names())
def test_nothing_but_the_registry_names_a_rule_set(name: str) -> None:
    folder = name.replace("-", "_")
    paths = {
        path: path.relative_to(ROOT).parts for room in ROOMS for path in (ROOT / room).rglob("*.py")
    }
    named = [
        (str(path.relative_to(ROOT)), node.lineno)
        for path, parts in paths.items()
        if parts != REGISTRY
        and parts[:2] != ("scoring", folder)
        and not (len(parts) > 2 and BASES.get(parts[1]) == name)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Constant) and node.value == name)
        or (
            isinstance(node, ast.ImportFrom) and str(node.module).startswith(f"hu.scoring.{folder}")
        )
    ]
    assert named == []


#: How a hand may have been won.
WAYS = ("discard", "self-draw", "robbed-kong")
SHOWN = [
    (name, pattern)
    for name in rule_names()
    for pattern in rule_set(name).patterns
    if pattern.example
]


def held(name: str, pattern: PatternInfo) -> Iterator[str]:
    """Yield the example's patterns for each way to win it, South in the round of East first."""
    rules = rule_set(name)
    hand = Hand.from_text(pattern.example)
    for answers in ways(rules, hand, pattern.id):
        try:
            score = rules.score(answers.deal(hand))
        except InputError:
            continue
        yield from (item.pattern.id for item in score.players[str(answers.winner)].items)


def ways(rules: RuleSet, hand: Hand, name: str) -> Iterator[Answers]:
    """Every way in which a hand may have been won, with what may have lain on the table.

    The options that have the name of a pattern come first.
    """
    told = [
        frozenset(names) for count in range(3) for names in combinations(rules.circumstances, count)
    ]
    choices: list[dict[str, Any]] = [
        {option.name: choice} for option in rules.options for choice in option.choices
    ]
    choices += [{option.name: True} for option in rules.options if option.default is False]
    choices.sort(key=lambda choice: name not in choice)
    winners = [seat for seat in "SEWN" if seat in rules.seats]
    table = product([{}, *choices], rules.seats, winners)
    lying = [(), *((tile,) for tile in indicators(hand))]
    for (options, wind, winner), how, circumstances, shown in product(table, WAYS, told, lying):
        others = {seat: Player(points=0) for seat in rules.seats if seat != winner}
        source = None if how == "self-draw" else "E" if winner != "E" else "W"
        more = {
            "dora_indicators": shown,
            "ura_indicators": shown if "riichi" in circumstances else (),
        }
        yield Answers(
            winner,
            how,
            source,
            circumstances,
            round_wind=wind,
            others=others,
            options=options,
            seats=rules.seats,
            asked={name: tiles for name, tiles in more.items() if tiles},
        )


def indicators(hand: Hand) -> list[str]:
    """The tiles that point to the tiles of a hand: each to the next of its suit."""
    return [
        f"{int(tile[0]) - 1}{tile[1]}"
        for tile in dict.fromkeys(hand.tiles)
        if tile[0] > "1" and tile[1] in "mps"
    ]


@pytest.mark.parametrize(
    ("name", "pattern"), SHOWN, ids=[f"{name}-{pattern.id}" for name, pattern in SHOWN]
)
def test_an_example_holds_its_pattern(name: str, pattern: PatternInfo) -> None:
    assert pattern.id in held(name, pattern)


def test_reading_photos_may_import_no_rule_set() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (contract,) = [each for each in contracts if each.get("source_modules") == ["hu.vision"]]
    rule_sets = {
        f"hu.scoring.{path.parent.name}" for path in (ROOT / "scoring").glob("*/rule_set.py")
    }
    assert len(rule_sets) >= 5
    assert rule_sets == {*contract["forbidden_modules"]}
