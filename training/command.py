"""The parts that all commands share: their parser, and errors in one line without a traceback."""

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable
from pathlib import Path
from typing import Final

from hu.scoring.errors import HuError

#: The shared data folder: photos, artwork and books of others.
SHARED: Final = Path(os.environ.get("HU_SHARED", Path(__file__).parents[2] / "shared"))


def run(main: Callable[[], None]) -> None:
    """Run a command.

    A ``HuError``, or a file that is missing or cannot be used, ends it with one line and an exit
    status.
    """
    try:
        main()
    except HuError as error:
        print(error, file=sys.stderr)  # noqa: T201
        sys.exit(error.exit_code)
    except OSError as error:
        if error.filename is None:
            raise
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)  # noqa: T201
        sys.exit(1)


def new_parser(about: str | None, *, has_shared: bool = False) -> ArgumentParser:
    """Make a command's parser, whose help keeps the line breaks of ``about``.

    Args:
        about: the help.
        has_shared: whether the command has the option ``--shared``.
    """
    parser = ArgumentParser(description=about, formatter_class=RawDescriptionHelpFormatter)
    if has_shared:
        parser.add_argument(
            "--shared", type=Path, default=SHARED, help="shared data folder (default: HU_SHARED)"
        )
    return parser
