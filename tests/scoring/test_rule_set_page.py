"""The rule set that the docs work through is run as it stands there."""

import json
import random
import re
from pathlib import Path
from typing import Any

from hu.scoring.hand import SEATS, Hand
from hu.scoring.problems import InvalidHandError
from hu.scoring.rule_set import Deal, Player, RuleSet
from hu.scoring.rules import answer, register, rule_set, unregister
from tests.scoring.hand_strategies import random_win
from tests.scoring.tiny_rule_set import Tiny

PAGE = Path(__file__).parents[2] / "docs" / "rule-sets.md"


def worked_through() -> RuleSet:
    """The rule set of the page's code blocks, put together."""
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    code = "\n".join(block for block in blocks if not block.startswith(">>>"))
    names: dict[str, Any] = {"__name__": "page"}
    exec(compile(code, str(PAGE), "exec"), names)  # noqa: S102  # the page's own code
    rules = names["Tiny"]()
    assert isinstance(rules, RuleSet)
    return rules


def result(rules: RuleSet, deal: Deal) -> object:
    try:
        return rules.answer_of(deal, explain=True)
    except InvalidHandError as error:
        return str(error)


def test_the_page_s_rule_set_is_the_one_of_the_tests() -> None:
    rules, draw = worked_through(), random.Random(4)
    for _ in range(200):
        hand, win = random_win(draw)
        for changed in (hand, Hand(hand.concealed[1:], hand.melds, hand.bonus, hand.winning)):
            players = dict.fromkeys(SEATS, Player()) | {win.winner: Player(changed, win)}
            deal = Deal(players, options={"double": draw.random() < 0.5})
            assert result(rules, deal) == result(Tiny(), deal)


def test_the_page_s_rule_set_is_played() -> None:
    rules = worked_through()
    register(rules)
    try:
        assert rule_set("tiny") is rules
        assert rules.seating({}, [], 4).seats == SEATS
    finally:
        unregister("tiny")


def test_the_page_tells_every_method_and_rule_set() -> None:
    text = PAGE.read_text(encoding="utf-8")
    asked = [name for name in vars(RuleSet) if not name.startswith("_") and callable(getattr(RuleSet, name))]
    assert not [name for name in asked if f"`{name}" not in text]


def test_every_request_of_the_page_is_answered() -> None:
    text = PAGE.read_text(encoding="utf-8")
    decoder, found = json.JSONDecoder(), 0
    for place in (match.start() for match in re.finditer(r'\{"rules"', text)):
        request, _ = decoder.raw_decode(text, place)
        assert "payments" in answer(request), request
        found += 1
    assert found >= 4
