"""The parts of the code in which faults are planted, each with its quick tests."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Area:
    """Sources and the tests that should notice a fault in them.

    Attributes:
        sources: folders, relative to the root of the checkout.
        tests: files and folders with tests.
    """

    sources: tuple[str, ...]
    tests: tuple[str, ...]


AREAS: Final = {
    "scoring": Area(
        ("scoring",),
        ("tests/scoring", "tests/app/test_front_door.py", "tests/app/test_front_door_types.py"),
    ),
    "layout": Area(("vision/layout",), ("tests/vision/layout", "tests/app/reading")),
    "reading": Area(("app/reading",), ("tests/app/reading",)),
    "page": Area(("app/page",), ("tests/app/page", "tests/app/reading/test_set_aside.py")),
    "ledger": Area(
        ("app/ledger",),
        (
            "tests/app/ledger",
            "tests/app/commands/test_games_command.py",
            "tests/app/page/game/test_sheet_and_share.py",
        ),
    ),
    "batch": Area(("app/batch",), ("tests/app/batch",)),
}
