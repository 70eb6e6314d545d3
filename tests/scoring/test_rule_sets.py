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


def test_an_added_rule_set_answers_lines(tiny: RuleSet) -> None:
    del tiny
    hand = "234m 567m 55s [777z] 13p 1f +2p"
    line = {"id": 1, "rules": "tiny", "hand": hand, "winner": "S", "win": "self-draw"}
    (answer,) = answer_lines(io.BytesIO(json.dumps(line).encode()))
    assert answer == {
        "id": 1,
        "points": 3,
        "patterns": [
            {"id": "win", "points": 1, "count": 1},
            {"id": "flower", "points": 2, "count": 1},
        ],
        "reading": str(Hand.from_text(hand)),
        "payments": {"E": -3, "S": 9, "W": -3, "N": -3},
    }


def test_an_added_rule_set_scores_a_hand_whose_winning_tile_is_open(tiny: RuleSet) -> None:
    hand = Hand.from_text("234m 567m 55s [777z] 123p")
    score = score_answers(tiny, Answers("S", "self-draw"), hand)
    assert isinstance(score, DealScore)
    assert score.players["S"].points == 1


def test_a_name_is_registered_once(tiny: RuleSet) -> None:
    with pytest.raises(InputError, match="exists already"):
        register(tiny)


def test_an_unknown_rule_set_is_refused_with_the_known_names() -> None:
    with pytest.raises(InputError, match=f"rule set 'none': known are {', '.join(rule_names())}"):
        rule_set("none")


def test_questions_are_open_until_they_are_answered() -> None:
    def open_questions(name: str, answers: Answers) -> list[str]:
        return [question.id for question in find_open_questions(rule_set(name), answers)]

    assert open_questions("zung-jung", Answers()) == ["winner", "win"]
    assert open_questions("zung-jung", Answers("S", "discard")) == ["from"]
    assert open_questions("fimj", Answers("S", "self-draw")) == ["round_wind"]
    assert open_questions("fimj", Answers("S", "discard", "W", round_wind="E")) == []


def test_the_winning_tile_is_asked_for_if_it_matters() -> None:
    answers = Answers("S", "discard", "W")
    hand = Hand.from_text("111m 222p 345s 678s 99s")
    question = score_answers(rule_set("zung-jung"), answers, hand)
    assert isinstance(question, WhichTile)
    assert question.points["1m"] < question.points["9s"]


def test_circumstances_are_asked_for_if_they_can_apply() -> None:
    rules = rule_set("zung-jung")
    assert possible_circumstances(rules, Answers("S", "self-draw"), HAND) == ("last-tile",)
    quad = Hand.from_text("234m 567m 55s (7777z) 13p +2p")
    assert "kong-replacement" in possible_circumstances(rules, Answers("S", "self-draw"), quad)
    closed = Hand.from_text("234m 567m 55s 777z 123p")
    assert "heaven" in possible_circumstances(rules, Answers("E", "self-draw"), closed)


def test_only_a_discard_may_have_been_a_robbed_quad() -> None:
    rules = rule_set("zung-jung")
    assert may_be_robbed(rules, Answers("S", "discard", "W"), HAND)
    assert not may_be_robbed(rules, Answers("S", "self-draw"), HAND)


def test_a_tile_that_does_not_stand_cannot_win() -> None:
    with pytest.raises(InputError, match="9m cannot be the winning tile"):
        with_winning(HAND, "9m")


@pytest.mark.parametrize("name", rule_names())
def test_the_declarations_of_a_rule_set_have_no_faults(name: str) -> None:
    assert [*declaration_faults(rule_set(name))] == []


class _Nonsense(Tiny):
    """A rule set with a fault in each declaration."""

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
        """Score a deal with payments that do not add up to zero."""
        score = super().score(deal)
        payments = {seat: abs(amount) for seat, amount in (score.payments or {}).items()}
        return replace(score, payments=payments)


def test_a_rule_set_with_faults_is_refused_with_all_of_them() -> None:
    with pytest.raises(InputError) as error:
        register(_Nonsense())
    message = str(error.value)
    for fault in (
        "names: the English name is missing",
        "shapes: nothing wins",
        "questions: 'honba' occurs twice",
        "questions: 'hand' is a name of something else",
        "questions: 'wall' has no text in English",
        "'steep' is not one of slow, fast",
        "payments: they do not add up to zero for",
    ):
        assert fault in message
    assert "\n" not in message
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


def test_the_page_about_adding_a_rule_set_names_every_member() -> None:
    page = (ROOT / "docs" / "rule-sets.md").read_text(encoding="utf-8")
    members = [name for name in vars(RuleSet) if not name.startswith("_")]
    assert [name for name in members if f"`{name}" not in page] == []


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
    places = []
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            place = path.relative_to(ROOT)
            if _may_name(place, name):
                continue
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.Constant | ast.ImportFrom):
                    continue
                if _names_rule_set(node, name):
                    places.append((str(place), node.lineno))
    assert places == []


def _may_name(place: Path, name: str) -> bool:
    """Whether a file may name a rule set: the registry, its own files, and those built on it.

    Args:
        place: the path of the file in the project.
        name: the rule set.
    """
    room, *folders = place.parts
    if place.parts == REGISTRY:
        return True
    is_own_file = room == "scoring" and folders[0] == name.replace("-", "_")
    is_built_on_it = len(folders) > 1 and BASES.get(folders[0]) == name
    return is_own_file or is_built_on_it


def _names_rule_set(node: ast.Constant | ast.ImportFrom, name: str) -> bool:
    """Whether a constant is the name of a rule set, or an import is from its folder."""
    if isinstance(node, ast.ImportFrom):
        return str(node.module).startswith(f"hu.scoring.{name.replace('-', '_')}")
    return bool(node.value == name)


#: How a hand may have been won.
WAYS = ("discard", "self-draw", "robbed-kong")


def patterns_with_examples() -> list[tuple[str, PatternInfo]]:
    """Every pattern that has an example hand, with the name of its rule set."""
    patterns = []
    for name in rule_names():
        for pattern in rule_set(name).patterns:
            if pattern.example:
                patterns.append((name, pattern))
    return patterns


def patterns_of_example(name: str, pattern: PatternInfo) -> Iterator[str]:
    """Yield the ids of the patterns that the example hand has, for each way to win it."""
    rules = rule_set(name)
    hand = Hand.from_text(pattern.example)
    for answers in wins_to_try(rules, hand, pattern.id):
        try:
            score = rules.score(answers.deal(hand))
        except InputError:
            continue
        for item in score.players[str(answers.winner)].items:
            yield item.pattern.id


def wins_to_try(rules: RuleSet, hand: Hand, pattern_id: str) -> Iterator[Answers]:
    """Every way in which a hand may have been won, with each indicator that may be on the table.

    South in the round of East comes first, by the usual options.

    Args:
        rules: the rule set.
        hand: the hand.
        pattern_id: an option of this name is tried before the other options.
    """
    circumstance_sets = []
    for count in range(3):
        for names in combinations(rules.circumstances, count):
            circumstance_sets.append(frozenset(names))
    winners = [seat for seat in "SEWN" if seat in rules.seats]
    indicators: list[tuple[str, ...]] = [()]
    for tile in tiles_before(hand):
        indicators.append((tile,))
    tables = product(option_sets(rules, pattern_id), rules.seats, winners)
    for table, how, circumstances, shown_tiles in product(
        tables, WAYS, circumstance_sets, indicators
    ):
        options, wind, winner = table
        others = {seat: Player(points=0) for seat in rules.seats if seat != winner}
        source = None
        if how != "self-draw":
            source = "W" if winner == "E" else "E"
        asked: dict[str, Any] = {}
        if shown_tiles:
            asked["dora_indicators"] = shown_tiles
            if "riichi" in circumstances:
                asked["ura_indicators"] = shown_tiles
        yield Answers(
            winner,
            how,
            source,
            circumstances,
            round_wind=wind,
            others=others,
            options=options,
            seats=rules.seats,
            asked=asked,
        )


def option_sets(rules: RuleSet, first_name: str) -> list[dict[str, Any]]:
    """No options, then each choice of each option, then each switch that is usually off, turned on.

    Args:
        rules: the rule set.
        first_name: the name of the option that comes before the others, if there is one.
    """
    option_sets: list[dict[str, Any]] = []
    for option in rules.options:
        for choice in option.choices:
            option_sets.append({option.name: choice})
    for option in rules.options:
        if option.default is False:
            option_sets.append({option.name: True})
    option_sets.sort(key=lambda options: first_name not in options)
    return [{}, *option_sets]


def tiles_before(hand: Hand) -> list[str]:
    """The tiles that point to a hand's tiles as indicators: for each, the tile before it.

    No tile points to a 1 or to an honor here.
    """
    tiles = []
    for tile in dict.fromkeys(hand.tiles):
        number = int(tile[0])
        suit = tile[1]
        if number > 1 and suit in "mps":
            tiles.append(f"{number - 1}{suit}")
    return tiles


EXAMPLES = patterns_with_examples()


@pytest.mark.parametrize(
    ("name", "pattern"), EXAMPLES, ids=[f"{name}-{pattern.id}" for name, pattern in EXAMPLES]
)
def test_an_example_has_its_pattern(name: str, pattern: PatternInfo) -> None:
    assert pattern.id in patterns_of_example(name, pattern)


def test_reading_photos_may_import_no_rule_set() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (contract,) = [each for each in contracts if each.get("source_modules") == ["hu.vision"]]
    rule_sets = {
        f"hu.scoring.{path.parent.name}" for path in (ROOT / "scoring").glob("*/rule_set.py")
    }
    assert len(rule_sets) >= 5
    assert rule_sets == {*contract["forbidden_modules"]}
