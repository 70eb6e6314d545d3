"""``results.csv``: a table of the rows, which people correct and ``--corrections`` reads."""

from collections.abc import Iterable
from typing import IO, Final

from hu.app.batch.manifest import MANIFEST_COLUMNS, RESULT_COLUMNS
from hu.app.batch.rows import BatchRow
from hu.app.spreadsheets import guard_cell, table_writer
from hu.scoring.hand import SEATS

_HEADER: Final = ("photo", *MANIFEST_COLUMNS, *RESULT_COLUMNS)
#: Columns whose cells are numbers and words of this program. A spreadsheet runs none of them as a
#: formula, although payments can begin with a minus.
_SAFE_COLUMNS: Final = frozenset(RESULT_COLUMNS) - {"doubts", "error"}


def write_table(rows: Iterable[BatchRow], file: IO[str]) -> None:
    """Write rows as CSV.

    Args:
        rows: in their order.
        file: gets the table.
    """
    writer = table_writer(file)
    writer.writerow(_HEADER)
    for row in rows:
        cells = []
        for column, cell in zip(_HEADER, _cells(row), strict=True):
            cells.append(_guarded(column, cell))
        writer.writerow(cells)


def _cells(row: BatchRow) -> list[str]:
    """Return the cells of a row in the order of the header."""
    cells = [row.photo]
    cells += [row.cell(column) for column in MANIFEST_COLUMNS]
    cells += _score_cells(row)
    cells.append(" ".join(wait.tile for wait in row.waits))
    cells.append("yes" if row.check else "")
    remarks = [doubt.why for doubt in row.doubts]
    remarks += row.notes
    cells.append("; ".join(remarks))
    cells.append(row.error)
    return cells


def _score_cells(row: BatchRow) -> list[str]:
    """Return the points, their unit, the limit, and the points that each seat receives."""
    if row.score is None:
        return ["", "", ""] + [""] * len(SEATS)
    unit, points = row.score.worth
    payments = [str(row.score.shares.get(seat, "")) for seat in SEATS]
    return [str(points), unit, row.score.limit_name, *payments]


def _guarded(column: str, cell: str) -> str:
    """Return a cell that spreadsheets do not run as a formula."""
    if column in _SAFE_COLUMNS:
        return cell
    # Both prefixes are ignored when the table is read as a manifest.
    prefix = "./" if column == "photo" else " "
    return guard_cell(cell, prefix)
