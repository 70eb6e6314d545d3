"""Failures of databases and file systems as one line for the person at the terminal."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from hu.scoring.errors import HuError


@contextmanager
def as_hu_error(title: str, advice: str) -> Iterator[None]:
    """Raise the errors of databases and file systems as one ``HuError``.

    Args:
        title: the name of the file or the database, which begins the message.
        advice: the remedy, which ends the message.
    """
    try:
        yield
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise HuError(f"{title}: {error}; {advice}") from error
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        # ``orig`` is the driver's own error. ``strerror`` is the system's message without the file,
        # which the title names already.
        reason = getattr(error, "orig", None) or getattr(error, "strerror", None) or error
        if "locked" in str(reason):
            advice = "another program is writing to it; wait for it or end it, then try again"
        raise HuError(f"{title}: {reason}; {advice}") from error
