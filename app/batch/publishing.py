"""``results.csv`` and ``index.html``: made anew from the rows whenever a run ends."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, Final

from hu.app.batch.gallery import write_gallery
from hu.app.batch.model import OutputError
from hu.app.batch.results import RESULTS, rows_of
from hu.app.batch.table import write_table

TABLE: Final = "results.csv"
PAGE: Final = "index.html"
_MARK: Final = ".results.csv.sha256"

_Write = Callable[[Iterable[Mapping[str, Any]], IO[str]], None]


def publish(out: Path, *, taken_in: bool = False) -> Path | None:
    """Write the table and the page of a folder of results.

    Args:
        out: the folder.
        taken_in: whether the rows hold what somebody may have changed in the table.

    Returns:
        Where a table was put aside that somebody had changed since it was written; None without one.

    Raises:
        OutputError: they cannot be written.
    """
    table, mark = out / TABLE, out / _MARK
    try:
        aside = None if taken_in else _put_aside(table, mark)
        _write(out, TABLE, write_table)
        mark.write_text(_digest(table), encoding="ascii")
        _write(out, PAGE, write_gallery)
    except OSError as error:
        raise OutputError.at(Path(error.filename or out), error) from None
    return aside


def _write(out: Path, name: str, write: _Write) -> None:
    unfinished = out / f"{name}.part"
    try:
        with unfinished.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
            write(rows_of(out / RESULTS), file)
        unfinished.replace(out / name)
    except OSError:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise


def _put_aside(table: Path, mark: Path) -> Path | None:
    if not table.is_file() or (mark.is_file() and mark.read_text(encoding="ascii") == _digest(table)):
        return None
    number = 1
    while (aside := table.with_name(f"results.changed-{number}.csv")).exists():
        number += 1
    return table.replace(aside)


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()
