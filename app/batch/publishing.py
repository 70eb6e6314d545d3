"""``results.csv`` and ``index.html``: written from the rows whenever a run ends."""

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Final

from hu.app.batch.gallery import write_gallery
from hu.app.batch.model import COLUMNS, RESULT_COLUMNS, OutputError
from hu.app.batch.results import RESULTS, rows_of
from hu.app.batch.rows import Row
from hu.app.spreadsheets import guarded, table_writer
from hu.scoring.hand import SEATS
from hu.vision.photo.files import whole_file

TABLE: Final = "results.csv"
PAGE: Final = "index.html"
_HEADER: Final = ("photo", *COLUMNS, *RESULT_COLUMNS)
#: Columns that hold numbers and words of this program, which are no formulas; payments begin with a minus.
_SAFE: Final = frozenset(RESULT_COLUMNS) - {"doubts", "error"}
_MARK: Final = ".results.csv.sha256"


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
        # With a mark at its start: without it Excel takes the table for one in the encoding of its own country.
        _write(out, TABLE, write_table, "utf-8-sig")
        mark.write_text(_digest(table), encoding="ascii")
        _write(out, PAGE, write_gallery)
    except OSError as error:
        raise OutputError.at(Path(error.filename or out), error) from None
    return aside


def write_table(rows: Iterable[Row], file: IO[str]) -> None:
    """Write results as CSV, in their order; corrected, it goes back in with ``--corrections``."""
    writer = table_writer(file)
    writer.writerow(_HEADER)
    for row in rows:
        writer.writerow([_guarded(column, cell) for column, cell in zip(_HEADER, _cells(row), strict=True)])


def _cells(row: Row) -> Iterator[str]:
    yield row.photo
    yield from (row.cell(column) for column in COLUMNS)
    yield str(row.score.points) if row.score else ""
    yield row.score.limit if row.score else ""
    yield from (str(row.score.payments.get(seat, "")) if row.score else "" for seat in SEATS)
    yield " ".join(str(wait["tile"]) for wait in row.waits)
    yield "yes" if row.check else ""
    yield "; ".join(str(doubt["why"]) for doubt in row.doubts)
    yield row.error


def _guarded(column: str, cell: str) -> str:
    # The manifest reads both prefixes back as nothing.
    return cell if column in _SAFE else guarded(cell, "./" if column == "photo" else " ")


def _write(out: Path, name: str, write: Callable[[Iterable[Row], IO[str]], None], encoding: str = "utf-8") -> None:
    with (
        whole_file(out / name) as file,
        TextIOWrapper(file, encoding=encoding, errors="backslashreplace", newline="") as text,
    ):
        write(rows_of(out / RESULTS), text)


def _put_aside(table: Path, mark: Path) -> Path | None:
    if not table.is_file() or (mark.is_file() and mark.read_text(encoding="ascii") == _digest(table)):
        return None
    number = 1
    while (aside := table.with_name(f"results.changed-{number}.csv")).exists():
        number += 1
    return table.replace(aside)


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()
