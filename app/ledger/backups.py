"""Copies of the games file, in a folder beside it. The latest ten are kept.

SQLite's own backup makes them, while the server runs. Any other copy could hold half a change.
Reading the file without SQLite would also drop the locks that SQLite holds on it in this process.

A copy of ``club.db`` is ``club-backups/club-<time>.db``. Files whose names differ only in their
endings share the folder, and the ending of a copy shows whose copy it is.
"""

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from glob import escape
from pathlib import Path
from typing import Final

#: The number of copies that are kept.
_MOST_COPIES: Final = 10
_DAY: Final = timedelta(days=1)
#: The time in a copy's name, in UTC.
_TIME_FORMAT: Final = "%Y%m%dT%H%M%S%fZ"


def back_up(path: Path) -> Path:
    """Copy a games file and delete all but the latest ten copies.

    The copy is consistent even if the file is written meanwhile.

    Returns:
        The copy.

    Raises:
        OSError: the folder or the copy cannot be written.
        sqlite3.Error: the file cannot be read.
    """
    folder = _folder_of_copies(path)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    time = datetime.now(UTC).strftime(_TIME_FORMAT)
    copy = folder / f"{path.stem}-{time}{path.suffix}"
    unfinished = copy.with_name(f"{copy.name}.part")
    # Create the file so that only its owner can read it.
    os.close(os.open(unfinished, os.O_RDWR | os.O_CREAT, 0o600))

    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(unfinished)) as target:
        source.backup(target)
        # Otherwise SQLite would make a write-ahead log beside the copy when it is opened.
        target.execute("PRAGMA journal_mode=DELETE")
    unfinished.replace(copy)

    old_copies = list_copies(path)[:-_MOST_COPIES]
    for old_copy in old_copies:
        old_copy.unlink(missing_ok=True)
    return copy


def back_up_daily(path: Path) -> Path | None:
    """Copy a games file unless the latest copy is less than a day old.

    Returns:
        The copy, or None if none was due.

    Raises:
        OSError: the folder or the copy cannot be written.
        sqlite3.Error: the file cannot be read.
    """
    copies = list_copies(path)
    if copies:
        age = datetime.now(UTC) - _time_of(copies[-1])
        if age < _DAY:
            return None
    return back_up(path)


def list_copies(path: Path) -> list[Path]:
    """List a games file's copies, the oldest first."""
    # A file's own name may have brackets, which would be part of the pattern.
    pattern = f"{escape(path.stem)}-????????T*Z{escape(path.suffix)}"
    paths = _folder_of_copies(path).glob(pattern)
    return sorted(copy for copy in paths if copy.is_file())


def _folder_of_copies(path: Path) -> Path:
    return path.with_name(f"{path.stem}-backups")


def _time_of(copy: Path) -> datetime:
    """Return the time in a copy's name."""
    text = copy.stem.rsplit("-", 1)[1]
    return datetime.strptime(text, _TIME_FORMAT).replace(tzinfo=UTC)
