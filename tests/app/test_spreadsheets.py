"""Tables come back as they were written, and hold no formula."""

import csv
import io

import pytest

from hu.app.spreadsheets import guard_cell, table_writer


@pytest.mark.parametrize("cell", ["a\r=1+1.jpg", "a\nb", "a\r\nb", 'a"b', "a,b", "\r"])
def test_a_cell_with_line_ends_stays_one_cell(cell: str) -> None:
    file = io.StringIO(newline="")
    table_writer(file).writerow([cell, "x"])
    assert list(csv.reader(io.StringIO(file.getvalue(), newline=""))) == [[cell, "x"]]


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@a", "\t=1", "\r=1"])
def test_what_would_be_a_formula_is_guarded(cell: str) -> None:
    assert guard_cell(cell) == f"'{cell}"
    assert guard_cell("a=1") == "a=1"
