from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest

from tests.app.batch.workshop import Read, Workshop, inline


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


@pytest.fixture
def after() -> Callable[[int], Read]:
    """Reads that stop, as an interruption would, after some outcomes."""

    def stopping(count: int) -> Read:
        def engine(*args: Any) -> Generator[Any, None, None]:
            for number, outcome in enumerate(inline(*args)):
                if number == count:
                    return
                yield outcome

        return engine

    return stopping
