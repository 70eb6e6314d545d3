"""``results.csv``: the results as a table; corrected, it goes back in with ``--corrections``."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, Any, Final

from hu.app.batch.model import COLUMNS

#: What the table says beyond the manifest's columns; a manifest may have them too, and they are passed over.
RESULT_COLUMNS: Final = ("points", "limit", "E", "S", "W", "N", "check", "doubts", "error")
_HEADER: Final = ("photo", *COLUMNS, *RESULT_COLUMNS)


def write_table(rows: Iterable[Mapping[str, Any]], file: IO[str]) -> None:
    """Write results as CSV, in their order."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(_HEADER)
    for row in rows:
        writer.writerow([_guarded(column, cell) for column, cell in zip(_HEADER, _cells(row), strict=True)])


def _cells(row: Mapping[str, Any]) -> Iterator[str]:
    said = row.get("answers", {})
    yield row["photo"]
    yield row.get("rules", "")
    yield from (said.get(column, "") for column in COLUMNS if column not in ("rules", "hand"))
    yield row.get("hand", "")
    points, limit, payments = outcome(row)
    yield points
    yield limit
    yield from (str(payments.get(seat, "")) for seat in "ESWN")
    yield "yes" if row.get("check") else ""
    yield "; ".join(doubt["why"] for doubt in row.get("doubts", ()))
    yield row.get("error", "")


def outcome(row: Mapping[str, Any]) -> tuple[str, str, Mapping[str, int]]:
    """A row's points, limit and payments by seat, each empty where there is none."""
    score = row.get("score", {})
    limit = score.get("limit") or score.get("massimo") or ("limit" if score.get("limited") else "")
    return str(score.get("points", "")), limit, score.get("payments", {})


def _guarded(column: str, cell: str) -> str:
    """Keep spreadsheets from taking a cell for a formula; the manifest reads it back as it was."""
    if column in RESULT_COLUMNS and column not in ("doubts", "error"):
        return cell
    if cell.startswith(("=", "+", "-", "@", "\t", "\r")):
        return ("./" if column == "photo" else " ") + cell
    return cell
