"""Tables that spreadsheets open: CSV whose cells none of them takes for a formula."""

import csv
from collections.abc import Iterable
from typing import IO, Protocol

#: A spreadsheet takes a cell that begins so for a formula.
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


def guarded(cell: str, prefix: str = "'") -> str:
    """Text that no spreadsheet takes for a formula: ``prefix`` stands before what would begin one."""
    return prefix + cell if cell.startswith(_FORMULA) else cell
