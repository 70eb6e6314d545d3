"""Upright hulls of outlines and how much they share."""

import numpy as np
from numpy.typing import NDArray


def hull(box: NDArray[np.float32]) -> NDArray[np.float32]:
    """``(4,)`` float32 upright hull x0 y0 x1 y1 of ``(4, 2)`` corners."""
    return np.concatenate([box.min(axis=0), box.max(axis=0)]).astype(np.float32)


def overlaps(first: NDArray[np.float32], second: NDArray[np.float32]) -> NDArray[np.float32]:
    """``(n, m)`` intersection over union of upright boxes ``(n, 4)`` and ``(m, 4)``."""
    low = np.maximum(first[:, None, :2], second[None, :, :2])
    high = np.minimum(first[:, None, 2:], second[None, :, 2:])
    common = np.clip(high - low, 0, None).prod(axis=2)
    areas = [(boxes[:, 2:] - boxes[:, :2]).prod(axis=1) for boxes in (first, second)]
    return np.asarray(common / np.maximum(areas[0][:, None] + areas[1][None] - common, 1e-9), dtype=np.float32)
