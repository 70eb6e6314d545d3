"""A minute of fuzzing, the worst cases first; ``python -m tests.fuzz.fuzzing`` runs for hours."""

import os
from collections import Counter
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from hu.scoring.errors import HuError
from hu.scoring.rule_set.registry import rule_names
from tests.answers import answer_request
from tests.fuzz import deals
from tests.fuzz.fuzzing import TARGETS, cases, fuzz

_SECONDS = float(os.environ.get("HU_FUZZ_SECONDS", "60"))


@pytest.mark.long
@pytest.mark.timeout(300 + _SECONDS)
@pytest.mark.parametrize("name", TARGETS)
def test_no_input_breaks_a_promise(name: str, tmp_path: Path) -> None:
    assert (
        fuzz(name, _SECONDS / len(TARGETS), int(os.environ.get("HU_FUZZ_SEED", "1")), tmp_path) > 0
    )


def test_the_seed_decides_the_cases() -> None:
    def first_cases(seed: int) -> list[bytes]:
        return list(islice(cases("hands", seed), 40))

    assert first_cases(3) == first_cases(3)
    assert first_cases(3) != first_cases(4)


def test_some_random_deals_of_each_rule_set_are_scored() -> None:
    scored_deals = Counter(dict.fromkeys(rule_names(), 0))
    for seed in deals.seeds():
        request = deals.request(Random(seed))
        with suppress(HuError):
            answer_request(request)
            scored_deals[request["rules"]] += 1
    assert min(scored_deals.values()) >= 2, scored_deals
