"""The order in which blocks are painted, so that near blocks cover far ones."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from training.scenes.camera import Camera, Points
from training.scenes.solids import Solid

#: Tile widths by which two blocks may overlap and still count as separate.
_OVERLAP: Final = 0.05


def painting_order(solids: Sequence[Solid], camera: Camera) -> list[int]:
    """Sort blocks from the farthest to the nearest.

    Blocks that overlap in the picture are compared in pairs by a plane between them. Distance
    decides the rest.

    Returns:
        Numbers in ``solids``. Painting in this order hides what must be hidden.
    """
    count = len(solids)
    corners = [solid.corners() for solid in solids]
    pixels = [camera.project(points) for points in corners]
    low = np.array([points.min(axis=0) for points in pixels])
    high = np.array([points.max(axis=0) for points in pixels])
    # ``(n, n)`` whether the bounding boxes of two blocks overlap in the picture.
    overlap = ((low[:, None] < high[None]) & (low[None] < high[:, None])).all(axis=2)
    # The blocks that must be painted before each block.
    before: list[set[int]] = [set() for _ in range(count)]
    # The upper triangle has each pair once.
    for first, second in np.argwhere(np.triu(overlap, 1)).tolist():
        axes = np.concatenate([solids[first].axes, solids[second].axes])
        first_is_near = _is_first_nearer(corners[first], corners[second], axes, camera.position)
        if first_is_near is None:
            continue
        if first_is_near:
            before[first].add(second)
        else:
            before[second].add(first)
    distances = [float(np.linalg.norm(solid.center - camera.position)) for solid in solids]
    return _sort_after(before, distances)


def _is_first_nearer(
    first_corners: Points, second_corners: Points, axes: Points, eye: Points
) -> bool | None:
    """Whether the first of two blocks is on the camera's side of a plane between them.

    Args:
        first_corners: ``(8, 3)`` of the first block.
        second_corners: ``(8, 3)`` of the second block.
        axes: ``(6, 3)`` directions of the edges of both. The planes are perpendicular to them.
        eye: ``(3,)`` the camera's place.

    Returns:
        None if no such plane separates the blocks.
    """
    # ``(8, 6)`` the place of each corner along each axis.
    first = first_corners @ axes.T
    second = second_corners @ axes.T
    # ``(6,)`` the free space along each axis if the first block is lower on it, and if the second
    # is lower. Below 0 the blocks overlap.
    gaps_after_first = second.min(axis=0) - first.max(axis=0)
    gaps_after_second = first.min(axis=0) - second.max(axis=0)
    first_is_lower = bool(gaps_after_first.max() >= gaps_after_second.max())
    if first_is_lower:
        gaps = gaps_after_first
        lower = first
        upper = second
    else:
        gaps = gaps_after_second
        lower = second
        upper = first
    axis = int(gaps.argmax())
    if gaps[axis] < -_OVERLAP:
        return None
    middle = (lower[:, axis].max() + upper[:, axis].min()) / 2
    camera_is_lower = bool((axes @ eye)[axis] < middle)
    return first_is_lower == camera_is_lower


def _sort_after(before: Sequence[set[int]], distances: Sequence[float]) -> list[int]:
    """Sort blocks so that each comes after the blocks in its set, unless these form a cycle.

    In each round all blocks come that may come, the farthest first.

    Args:
        before: for each block the numbers of the blocks that must come before it.
        distances: of the blocks from the camera.

    Returns:
        The numbers of all blocks.
    """
    remaining = set(range(len(before)))
    order: list[int] = []
    while remaining:
        free = [number for number in remaining if not before[number] & remaining]
        if free:
            batch = sorted(free, key=lambda number: -distances[number])
        else:
            # Some blocks lean on one another in a cycle. The farthest of all comes next.
            batch = [max(remaining, key=lambda number: distances[number])]
        order += batch
        remaining -= set(batch)
    return order
