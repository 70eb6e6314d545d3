"""Copies of the games file beside it, made by SQLite's own backup while the server runs; the latest ten are kept."""

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

_KEPT: Final = 10
_EVERY: Final = timedelta(days=1)
_STAMP: Final = "%Y%m%dT%H%M%S%fZ"


def folder_of(path: Path) -> Path:
    """Return the folder of a games file's copies."""
    return path.with_name(f"{path.stem}-backups")


def back_up(path: Path) -> Path:
    """Copy a games file, consistent even while it is written, and delete all but the latest ten copies.

    Raises:
        OSError: the folder or the copy cannot be written.
        sqlite3.Error: the file cannot be read.
    """
    folder = folder_of(path)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    copy = folder / f"{path.stem}-{datetime.now(UTC).strftime(_STAMP)}.sqlite"
    unfinished = copy.with_suffix(".part")
    os.close(os.open(unfinished, os.O_RDWR | os.O_CREAT, 0o600))
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(unfinished)) as target:
        source.backup(target)
        # One plain file: a copy of a file with a write-ahead log would ask for one too.
        target.execute("PRAGMA journal_mode=DELETE")
    unfinished.replace(copy)
    for old in copies(path)[:-_KEPT]:
        old.unlink(missing_ok=True)
    return copy


def back_up_daily(path: Path) -> Path | None:
    """Copy a games file unless the latest copy is less than a day old.

    Raises:
        OSError: the folder or the copy cannot be written.
        sqlite3.Error: the file cannot be read.
    """
    made = copies(path)
    if made and datetime.now(UTC) - _made(made[-1]) < _EVERY:
        return None
    return back_up(path)


def copies(path: Path) -> list[Path]:
    """List a games file's copies, the oldest first."""
    found = folder_of(path).glob(f"{path.stem}-????????T*Z.sqlite")
    return sorted(copy for copy in found if copy.is_file())


def _made(copy: Path) -> datetime:
    stamp = copy.stem.rsplit("-", 1)[1]
    return datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC)
