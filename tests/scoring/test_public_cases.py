"""Hands of others (`tests/public_cases.py`) in JSON, on the command line and from Python."""

import io
import json
from typing import Any

import pytest
from click.testing import CliRunner

import hu
from hu.app.cli import cli
from tests.answers import answer_lines, options_of_score
from tests.public_cases import CASES, Payments

WITH_TILES = [case for case in CASES if "hand" in case[1]]


def check(result: dict[str, Any], expected: Payments | str) -> None:
    if isinstance(expected, str):
        assert expected in result["error"]
    else:
        assert list(result["payments"].values()) == expected


@pytest.mark.parametrize(
    ("request_", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_in_json(request_: dict[str, Any], expected: Payments | str) -> None:
    [result] = answer_lines(io.BytesIO(json.dumps(request_).encode()))
    check(result, expected)


@pytest.mark.parametrize(
    ("request_", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_on_the_command_line(request_: dict[str, Any], expected: Payments | str) -> None:
    result = CliRunner().invoke(cli, ["score", *options_of_score(request_), "--json"])
    if isinstance(expected, str):
        assert expected in result.output + str(result.exception)
    else:
        assert list(json.loads(result.stdout)["payments"].values()) == expected


@pytest.mark.parametrize(
    ("request_", "expected"),
    [case[1:] for case in WITH_TILES],
    ids=[case[0] for case in WITH_TILES],
)
def test_in_python(request_: dict[str, Any], expected: Payments | str) -> None:
    request = hu.from_json(json.dumps(request_))
    assert isinstance(request, hu.Request)
    if isinstance(expected, str):
        with pytest.raises(hu.HuError, match=expected):
            hu.score_table(request.deal, request.rules)
    else:
        scored = hu.score_table(request.deal, request.rules)
        assert list(dict(scored.payments or {}).values()) == expected
