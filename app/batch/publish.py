"""Write ``results.csv`` and ``index.html`` from the rows when a run ends."""

from hashlib import sha256
from io import TextIOWrapper
from pathlib import Path
from typing import Final

from hu.app.batch.gallery import write_gallery
from hu.app.batch.results import PAGE_FILE, RESULTS_FILE, OutputError, read_rows
from hu.app.batch.table import write_table
from hu.vision.photo.files import whole_file

TABLE_FILE: Final = "results.csv"
#: Holds the digest of the table as it was written.
_DIGEST_FILE: Final = ".results.csv.sha256"


def publish(out: Path, *, includes_edits: bool = False) -> Path | None:
    """Write the table and the page of a folder of results.

    Args:
        out: the folder.
        includes_edits: whether the rows contain the changes that somebody made in the table, so
            that the table can be overwritten.

    Returns:
        The new path of the old table if somebody had edited that table. Otherwise None.

    Raises:
        OutputError: they cannot be written.
    """
    moved_table = None
    try:
        if not includes_edits and _is_table_edited(out):
            moved_table = _move_table(out)
        _write_table(out)
        _write_page(out)
    except OSError as error:
        raise OutputError.at(Path(error.filename or out), error) from None
    return moved_table


def _is_table_edited(out: Path) -> bool:
    """Whether there is a table that differs from the table that the last run wrote."""
    table = out / TABLE_FILE
    if not table.is_file():
        return False
    digest_file = out / _DIGEST_FILE
    written_digest = ""
    if digest_file.is_file():
        # A damaged digest differs from that of every table.
        written_digest = digest_file.read_text(encoding="ascii", errors="replace")
    return _digest(table) != written_digest


def _move_table(out: Path) -> Path:
    """Rename a table that somebody has edited, and return its new path."""
    number = 1
    while (out / f"results.changed-{number}.csv").exists():
        number += 1
    return (out / TABLE_FILE).replace(out / f"results.changed-{number}.csv")


def _write_table(out: Path) -> None:
    table = out / TABLE_FILE
    # Without a byte order mark, Excel reads the table in an old encoding of the user's country.
    with (
        whole_file(table) as file,
        TextIOWrapper(file, encoding="utf-8-sig", errors="backslashreplace", newline="") as text,
    ):
        write_table(read_rows(out / RESULTS_FILE), text)
    (out / _DIGEST_FILE).write_text(_digest(table), encoding="ascii")


def _write_page(out: Path) -> None:
    with (
        whole_file(out / PAGE_FILE) as file,
        TextIOWrapper(file, encoding="utf-8", errors="backslashreplace", newline="") as text,
    ):
        write_gallery(read_rows(out / RESULTS_FILE), text)


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()
