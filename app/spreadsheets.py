"""CSV tables for spreadsheets, without cells that would run as formulas."""

import csv
from collections.abc import Iterable
from typing import IO, Protocol

#: A cell that begins with one of these is a formula to spreadsheets.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class TableWriter(Protocol):
    """What ``csv.writer`` makes."""

    def writerow(self, row: Iterable[object], /) -> object:
        """Write one row."""
        ...


def table_writer(file: IO[str]) -> TableWriter:
    """A writer of CSV as RFC 4180 has it.

    Before 3.13 Python quotes a cell that holds a carriage return only where lines end in one; unquoted it would begin
    a line of its own, a formula perhaps.
    """
    return csv.writer(file, lineterminator="\r\n")


def guard_cell(cell: str, prefix: str = "'") -> str:
    """Put ``prefix`` before text that a spreadsheet would run as a formula."""
    return prefix + cell if cell.startswith(_FORMULA) else cell
