"""The program ``hu``: run a command, and turn errors into one line and an exit code.

Exit codes: 0 everything was done; 1 some inputs could not be read or scored, each of which has been
named; 2 the command line itself is wrong; 130 interrupted.
"""

import importlib
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Final

import click

from hu.scoring.errors import HuError, one_line
from hu.scoring.rule_set.registry import rule_names, rule_set

_SUMMARIES: Final = {
    "app": "Start the web page, for this computer and for phones on its network.",
    "hands": "Score hands given as JSON Lines.",
    "read": "Read the tiles in photos.",
    "score": "Read and score one photo, or a hand given as text.",
    "waits": "Show what a hand waits for, or what to discard.",
    "batch": "Read and score every photo of a folder.",
    "teach": "Learn the faces of a tile set from photos.",
    "sets": "List, show, export, import and forget taught tile sets.",
    "evaluate": "Measure the reading of photos against their labels.",
    "games": "Export, import or check the page's games.",
    "rules": "List the rule sets, and what one of them asks and accepts.",
    "doctor": "Check this installation.",
}


class _Commands(click.Group):
    """The commands, which are modules of ``hu.app.commands``. Each is imported when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(_SUMMARIES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in _SUMMARIES:
            return None
        with _ended_by_interrupt():
            module = importlib.import_module(f"hu.app.commands.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_help_text(ctx, formatter)
        names = [rule_set(name).names["en"] for name in rule_names()]
        with formatter.indentation():
            formatter.write_text(f"Rule sets: {'; '.join(names)}.")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(_SUMMARIES.items()))


@contextmanager
def _ended_by_interrupt() -> Iterator[None]:
    """Let Ctrl-C end the process at once, without a message, while modules are imported.

    Compiled modules turn an interrupt into other errors, and Python sometimes ignores it.
    """
    is_main_thread = threading.current_thread() is threading.main_thread()
    is_usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not is_main_thread or not is_usual:
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="hu-mahjong", prog_name="hu")
def cli() -> None:
    """Hu! Score a mahjong hand from a photo."""


def main() -> None:
    """Run the command line."""
    _refuse_closed_output()
    try:
        sys.exit(_run())
    except HuError as error:
        click.echo(f"hu: {error}", err=True)
        sys.exit(error.exit_code)
    except click.ClickException as error:
        click.echo(_safe_message(error), err=True, nl=False)
        sys.exit(error.exit_code)
    except click.Abort:
        sys.exit(130)
    except OSError as error:
        message = f"{error.strerror or error}"
        if error.filename:
            message = f"{one_line(str(error.filename))}: {message}"
        click.echo(f"hu: {message}", err=True)
        # When it ends, the interpreter tries again to write the output that could not be written.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def _refuse_closed_output() -> None:
    """End the program if its output is closed. A closed input is replaced by an empty input.

    The first file that a program opens would otherwise take the number of the closed stream.
    """
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115  # open until the end
    if sys.stdout is None:
        click.echo("hu: the output is closed; send it to a file or to /dev/null", err=True)
        sys.exit(1)


def _run() -> int | str | None:
    """Run the command, write all of its output, and return its exit status."""
    try:
        status: int | str | None = cli.main(standalone_mode=False)
    except SystemExit as end:
        status = end.code
    sys.stdout.flush()
    return status


def _safe_message(error: click.ClickException) -> str:
    """Return the lines of an error that are safe to print.

    Words of the command line may be file names that a shell inserted.
    """
    text = StringIO()
    error.show(text)
    return "\n".join(one_line(line) for line in text.getvalue().split("\n"))
