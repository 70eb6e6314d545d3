"""The assignment problem: each row gets a column of its own at the least total cost."""

import lap
import numpy as np

from hu.app.reading.parts import Floats


def cheapest_assignment(costs: Floats) -> list[int]:
    """Give each row a column of its own at the least total cost.

    Args:
        costs: ``(n, m)`` float64, with at least as many columns as rows.

    Returns:
        The column of each row.
    """
    row_count, column_count = costs.shape
    # The solver wants a square matrix. Further rows, whose costs are 0, take the columns that
    # remain.
    square = np.zeros((column_count, column_count))
    square[:row_count] = costs
    _, column_of_row, _ = lap.lapjv(square)
    assignment: list[int] = column_of_row[:row_count].tolist()
    return assignment
