"""The result of a task, as a reading process sends it back."""

from dataclasses import dataclass
from typing import Self

from hu.app.batch.rows import BatchRow, row_to_line


@dataclass(frozen=True, slots=True)
class TaskOutcome:
    """The result of a task.

    Attributes:
        index: the task's index.
        line: the photo's row as a line of JSON. Empty if the earlier run's row still holds.
        error: why the photo could not be read or its hand not scored. Otherwise empty, also if the
            hand was not to be scored.
        needs_check: whether somebody should look at the photo.
    """

    index: int
    line: bytes
    error: str = ""
    needs_check: bool = False

    @classmethod
    def of_row(cls, index: int, row: BatchRow) -> Self:
        """Make the outcome of the task whose photo got this row."""
        return cls(index, row_to_line(row), row.error, row.check)
