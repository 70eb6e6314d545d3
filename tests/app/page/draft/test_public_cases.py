"""Hands of others (`tests/public_cases.py`) on the page, as its questions are answered."""

from typing import Any

import pytest

from hu.app.page.draft.scoring import assess
from hu.app.page.draft.state import Claim, Draft
from hu.scoring.rule_set.registry import rule_set
from tests.app.page.laid import rack_of
from tests.public_cases import CASES, Payments

#: Keys of a request that are no answer to a question of the rule set.
_OTHER_KEYS = frozenset(
    ("rules", "hand", "winner", "win", "from", "round_wind", "circumstances", "options")
)


def draft_of(request: dict[str, Any]) -> Draft:
    """Make the hand on the page that a request describes."""
    rules = rule_set(request["rules"])
    figures = {figure.id: request[figure.id] for figure in rules.figures if figure.id in request}
    asked = {}
    for key, value in request.items():
        if key not in _OTHER_KEYS and key not in figures:
            asked[key] = tuple(value) if isinstance(value, list) else value
    circumstances = frozenset(request.get("circumstances", ()))
    return Draft(
        rules=request["rules"],
        options=request.get("options", {}),
        rack=rack_of(request.get("hand", "")),
        winner=request["winner"],
        claim=Claim(request["win"], request.get("from"), circumstances),
        round_wind=request["round_wind"],
        seats=rules.seats,
        asked=asked,
        entered=figures or None,
    )


@pytest.mark.parametrize(
    ("request_", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_on_the_page(request_: dict[str, Any], expected: Payments | str) -> None:
    outcome = assess(draft_of(request_))
    if isinstance(expected, str):
        assert outcome.score is None
        assert expected in " ".join(problem.text for problem in outcome.problems)
    else:
        assert outcome.score is not None, outcome.problems
        assert list(dict(outcome.score.payments or {}).values()) == expected
