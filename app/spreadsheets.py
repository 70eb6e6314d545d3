"""CSV tables for spreadsheets, without cells that would run as formulas."""

import csv
from collections.abc import Iterable
from typing import IO, Protocol

#: A cell that begins with one of these signs is a formula to spreadsheets. Spreadsheets take
#: full-width signs for the usual signs, and ignore a tab or the end of a line before a sign.
_USUAL_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n")
_FULL_WIDTH_SIGNS = ("\uff1d", "\uff0b", "\uff0d", "\uff20")
_FORMULA = _USUAL_SIGNS + _FULL_WIDTH_SIGNS


class TableWriter(Protocol):
    """The result of ``csv.writer``."""

    def writerow(self, row: Iterable[object], /) -> object:
        """Write one row."""
        ...


def table_writer(file: IO[str]) -> TableWriter:
    """Return a writer of CSV as RFC 4180 describes it.

    Python before 3.13 quotes a cell with a carriage return only if lines end with a carriage
    return. Without quotes, the rest of the cell would be a new line, which may be a formula.
    """
    return csv.writer(file, lineterminator="\r\n")


def guard_cell(cell: str, prefix: str = "'") -> str:
    """Put ``prefix`` before text that a spreadsheet would run as a formula."""
    if cell.startswith(_FORMULA):
        return prefix + cell
    return cell
