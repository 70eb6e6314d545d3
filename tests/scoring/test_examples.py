"""Every pattern is shown with a hand that holds it, and with the place where its rule stands."""

from collections.abc import Iterator
from itertools import product

import pytest

from hu.scoring.errors import InputError
from hu.scoring.hand import Hand
from hu.scoring.rule_set import PatternInfo, Player
from hu.scoring.rules import rule_names, rule_set
from hu.scoring.unknowns import Answers

#: How a hand may have been won: South's, or East's with the initial tiles.
WAYS = (("S", "discard", "E"), ("S", "self-draw", None), ("S", "robbed-kong", "W"), ("E", "self-draw", None))
SHOWN = [(name, pattern) for name in rule_names() for pattern in rule_set(name).patterns if pattern.example]


def held(name: str, pattern: PatternInfo) -> Iterator[str]:
    """Yield the patterns that the example holds, however it is won."""
    rules, hand = rule_set(name), Hand.from_text(pattern.example)
    for (winner, how, source), circumstance in product(WAYS, (None, *rules.circumstances)):
        told = frozenset({circumstance} if circumstance else ())
        others = {seat: Player(points=0) for seat in "ESWN" if seat != winner}
        answers = Answers(winner, how, source, told, round_wind="E", others=others)
        try:
            score = rules.score(answers.deal(hand))
        except InputError:
            continue
        yield from (item.pattern.id for item in score.players[winner].items)


@pytest.mark.parametrize(("name", "pattern"), SHOWN, ids=[f"{name}-{pattern.id}" for name, pattern in SHOWN])
def test_an_example_holds_its_pattern(name: str, pattern: PatternInfo) -> None:
    assert pattern.id in held(name, pattern)


@pytest.mark.parametrize("name", ["zung-jung", "fimj"])
def test_every_pattern_has_an_example_a_source_and_its_condition_in_both_languages(name: str) -> None:
    for pattern in rule_set(name).patterns:
        assert pattern.example, pattern.id
        assert all(set(texts) >= {"en", "it"} for texts in (pattern.condition, pattern.source)), pattern.id
