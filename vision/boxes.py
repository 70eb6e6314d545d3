"""Rectangles around outlines: upright hulls and how much they share, and turned ones."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

#: How much longer than wide a tile's face is; sets differ, from 1.25 to 1.45.
ASPECT: Final = 4 / 3


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


def sides(boxes: NDArray[np.floating]) -> NDArray[np.floating]:
    """``(..., 2, 2)``: the ways right and down, each the mean of two edges, of ``(..., 4, 2)`` corners."""
    right = (boxes[..., 1, :] - boxes[..., 0, :] + boxes[..., 2, :] - boxes[..., 3, :]) / 2
    down = (boxes[..., 3, :] - boxes[..., 0, :] + boxes[..., 2, :] - boxes[..., 1, :]) / 2
    return np.stack([right, down], axis=-2)


def rectangle(outline: NDArray[np.float32]) -> NDArray[np.float32]:
    """The turned rectangle that stands for a tile seen at a slant, whose outline is a parallelogram or nearly so.

    It is turned as the tile is, in the sense of the nearest rotation (the polar decomposition of what the camera made
    of a tile): the smallest rectangle around a slanted outline jumps from one edge's direction to the other's. It
    covers the outline's edges half of the way that they lean out, so that neighbours hardly overlap.

    Args:
        outline: ``(4, 2)`` float32 corners, clockwise from the face's top left.

    Returns:
        ``(4, 2)`` float32 corners in the same order.
    """
    right, down = sides(outline)
    angle = np.arctan2(right[1] - down[0] / ASPECT, right[0] + down[1] / ASPECT)
    across = np.array([np.cos(angle), np.sin(angle)])
    along = np.array([-across[1], across[0]])
    half_x = across * (abs(right @ across) + abs(down @ across) / 2) / 2
    half_y = along * (abs(down @ along) + abs(right @ along) / 2) / 2
    corners = [-half_x - half_y, half_x - half_y, half_x + half_y, half_y - half_x]
    return np.asarray(outline.mean(axis=0) + corners, dtype=np.float32)
