"""Probabilities from the outputs of a network."""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

_Float = TypeVar("_Float", np.float32, np.float64)


def softmax(logits: NDArray[_Float]) -> NDArray[_Float]:
    """Compute ``(n, k)`` probabilities from a network's outputs ``(n, k)`` for k classes.

    Each row adds up to 1.
    """
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), dtype=logits.dtype)


def log_softmax(logits: NDArray[_Float]) -> NDArray[_Float]:
    """Compute the logarithms of ``softmax``: ``(n, k)`` log-probabilities in nats."""
    shifted = logits - logits.max(axis=1, keepdims=True)
    totals = np.exp(shifted).sum(axis=1, keepdims=True)
    return np.asarray(shifted - np.log(totals), dtype=logits.dtype)
