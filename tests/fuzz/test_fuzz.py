"""A minute of fuzzing, the worst cases first; ``python -m tests.fuzz.fuzzing`` runs for hours."""

import os
from itertools import islice
from pathlib import Path

import pytest

from tests.fuzz.fuzzing import TARGETS, cases, fuzz

_SECONDS = float(os.environ.get("HU_FUZZ_SECONDS", "60"))


@pytest.mark.long
@pytest.mark.timeout(300 + _SECONDS)
@pytest.mark.parametrize("name", TARGETS)
def test_no_input_breaks_a_promise(name: str, tmp_path: Path) -> None:
    assert (
        fuzz(name, _SECONDS / len(TARGETS), int(os.environ.get("HU_FUZZ_SEED", "1")), tmp_path) > 0
    )


def test_a_case_is_found_again_by_its_number() -> None:
    one, same, other = (list(islice(cases("hands", seed), 40)) for seed in (3, 3, 4))
    assert one == same != other
