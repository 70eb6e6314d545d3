"""Reads files that visitors send. A separate process with limited time and memory reads them."""

from collections.abc import Callable
from importlib import import_module
from typing import Final, ParamSpec, TypeVar

from hu.app.pool import Pool, WorkerError
from hu.scoring.errors import InputError
from hu.scoring.rule_set.registry import rule_names, rule_set

#: The most time and memory for a file. A file that needs more is refused.
_SECONDS: Final = 2.0
_MEGABYTES: Final = 512

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def _begin() -> None:
    """Load modules and rule sets in advance. The time limit of a file is for reading it alone."""
    for reader in ("ledger.exchange", "sets.store"):
        import_module(f"hu.app.{reader}")
    for name in rule_names():
        rule_set(name)


_POOL: Final = Pool(_begin, megabytes=_MEGABYTES)


def read_apart(
    refusal: type[InputError],
    read: Callable[Arguments, Result],
    *args: Arguments.args,
    **kwargs: Arguments.kwargs,
) -> Result:
    """Read a file that a visitor sent.

    Args:
        refusal: the error to raise if reading takes too long or too much memory.
        read: the function that reads the file. It must be possible to pickle it.
        args: the arguments of ``read``.
        kwargs: the keyword arguments of ``read``.

    Raises:
        InputError: ``read`` raised it, or reading took too long or too much memory (``refusal``).
    """
    try:
        return _POOL.run(_SECONDS, read, *args, **kwargs)
    except WorkerError:
        raise refusal("reading it takes too long or too much memory") from None
