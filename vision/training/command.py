"""What the training commands share: a problem that the user can mend is told in one line, without a traceback."""

import sys
from collections.abc import Callable

from scoring.errors import HuError


def run(main: Callable[[], None]) -> None:
    """Run a command; a ``HuError`` ends it with its message on standard error and its exit status."""
    try:
        main()
    except HuError as problem:
        print(problem, file=sys.stderr)  # noqa: T201
        sys.exit(problem.exit_code)
