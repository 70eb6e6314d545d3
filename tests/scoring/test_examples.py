"""Every pattern is shown with a hand that holds it, and with the place where its rule stands."""

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest

from hu.scoring.answers import Answers
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand
from hu.scoring.rule_set import PatternInfo, Player, RuleSet
from hu.scoring.rules import rule_names, rule_set

#: How a hand may have been won.
WAYS = ("discard", "self-draw", "robbed-kong")
SHOWN = [(name, pattern) for name in rule_names() for pattern in rule_set(name).patterns if pattern.example]


def held(name: str, pattern: PatternInfo) -> Iterator[str]:
    """Yield the patterns that the example holds, however it is won, South in the round of East first."""
    rules, hand = rule_set(name), Hand.from_text(pattern.example)
    for answers in ways(rules, hand):
        try:
            score = rules.score(answers.deal(hand))
        except InputError:
            continue
        yield from (item.pattern.id for item in score.players[str(answers.winner)].items)


def ways(rules: RuleSet, hand: Hand) -> Iterator[Answers]:
    """Every way in which a hand may have been won, with what may have lain on the table."""
    told = [frozenset(names) for count in range(3) for names in combinations(rules.circumstances, count)]
    choices: list[dict[str, Any]] = [{option.name: choice} for option in rules.options for choice in option.choices]
    choices += [{option.name: True} for option in rules.options if option.default is False]
    table = product([{}, *choices], "ESWN", "SEWN")
    lying = [(), *((tile,) for tile in indicators(hand))]
    for (options, wind, winner), how, circumstances, shown in product(table, WAYS, told, lying):
        others = {seat: Player(points=0) for seat in SEATS if seat != winner}
        source = None if how == "self-draw" else "E" if winner != "E" else "W"
        more = {"dora_indicators": shown, "ura_indicators": shown if "riichi" in circumstances else ()}
        yield Answers(
            winner,
            how,
            source,
            circumstances,
            round_wind=wind,
            others=others,
            options=options,
            asked={name: tiles for name, tiles in more.items() if tiles},
        )


def indicators(hand: Hand) -> list[str]:
    """The tiles that point to the tiles of a hand: each to the next of its suit."""
    return [f"{int(tile[0]) - 1}{tile[1]}" for tile in dict.fromkeys(hand.tiles) if tile[0] > "1" and tile[1] in "mps"]


@pytest.mark.parametrize(("name", "pattern"), SHOWN, ids=[f"{name}-{pattern.id}" for name, pattern in SHOWN])
def test_an_example_holds_its_pattern(name: str, pattern: PatternInfo) -> None:
    assert pattern.id in held(name, pattern)


@pytest.mark.parametrize("name", ["zung-jung", "fimj"])
def test_every_pattern_has_a_name_an_example_a_source_and_its_condition_in_both_languages(name: str) -> None:
    for pattern in rule_set(name).patterns:
        assert pattern.example, pattern.id
        assert all(set(texts) >= {"en", "it"} for texts in (pattern.names, pattern.condition, pattern.source)), (
            pattern.id
        )
