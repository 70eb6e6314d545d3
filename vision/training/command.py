"""What the training commands share: a problem that the user can mend is told in one line, without a traceback."""

import sys
from collections.abc import Callable
from pathlib import Path

from hu.scoring.errors import HuError


def run(main: Callable[[], None]) -> None:
    """Run a command; a ``HuError`` or a file that is not there ends it with one line and an exit status."""
    try:
        main()
    except HuError as problem:
        print(problem, file=sys.stderr)  # noqa: T201
        sys.exit(problem.exit_code)
    except OSError as problem:
        if problem.filename is None:
            raise
        print(f"{problem.filename}: {problem.strerror}", file=sys.stderr)  # noqa: T201
        sys.exit(1)


def room_for(out: Path) -> Path:
    """Make the folder that a result is to lie in; called before the work, so that nothing is lost after it."""
    out.parent.mkdir(parents=True, exist_ok=True)
    return out
