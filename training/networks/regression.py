"""Logistic regression."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def logistic(seen: Floats, true: Floats, weights: Floats, ridge: float = 1e-3) -> Floats:
    """The coefficients of a logistic regression by Newton's method.

    Args:
        seen: ``(n, k)``.
        true: ``(n,)`` 0 or 1.
        weights: ``(n,)`` how much each row counts.
        ridge: the penalty that keeps weights finite where a column separates the classes.

    Returns:
        ``(k + 1,)`` float64, the constant last.
    """
    columns = np.column_stack([seen, np.ones(len(seen))])
    shrink = ridge * np.eye(columns.shape[1])
    found = np.zeros(columns.shape[1])
    for _ in range(50):
        likely = 1 / (1 + np.exp(-np.clip(columns @ found, -40, 40)))
        slope = columns.T @ (weights * (true - likely)) - shrink @ found
        found = found + np.linalg.solve((columns.T * (weights * likely * (1 - likely))) @ columns + shrink, slope)
    return found
