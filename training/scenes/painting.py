"""The order in which blocks are painted, so that near blocks cover far ones."""

from collections.abc import Sequence

import numpy as np

from training.scenes.camera import Camera, Points
from training.scenes.solids import Solid


def order(solids: Sequence[Solid], camera: Camera) -> list[int]:
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
    overlap = ((low[:, None] < high[None]) & (low[None] < high[:, None])).all(axis=2)
    # The blocks that must be painted before each block.
    before: list[set[int]] = [set() for _ in range(count)]
    for first, second in zip(*np.nonzero(np.triu(overlap, 1)), strict=True):
        pair = (solids[first], solids[second])
        nearer = _nearer(corners[first], corners[second], pair, camera.position)
        if nearer == 0:
            before[first].add(int(second))
        elif nearer == 1:
            before[second].add(int(first))
    distances = [float(np.linalg.norm(solid.center - camera.position)) for solid in solids]
    return _painting_order(before, distances)


def _nearer(
    first_corners: Points, second_corners: Points, pair: tuple[Solid, Solid], eye: Points
) -> int | None:
    """Which of two blocks lies on the camera's side of a plane between them.

    Returns:
        0 for the first, 1 for the second, None if no plane separates them.
    """
    axes = np.concatenate([pair[0].axes, pair[1].axes])
    first = first_corners @ axes.T
    second = second_corners @ axes.T
    camera = axes @ eye
    first_is_lower = second.min(axis=0) - first.max(axis=0)
    second_is_lower = first.min(axis=0) - second.max(axis=0)
    gaps = np.stack([first_is_lower, second_is_lower])
    side, axis = np.unravel_index(int(gaps.argmax()), gaps.shape)
    if gaps[side, axis] < -0.05:
        return None
    # On side 0 the first block comes first along the axis, on side 1 the second does.
    lower, upper = (first, second) if side == 0 else (second, first)
    middle = (lower[:, axis].max() + upper[:, axis].min()) / 2
    lower_is_near = camera[axis] < middle
    return int(side) if lower_is_near else 1 - int(side)


def _painting_order(before: Sequence[set[int]], distances: Sequence[float]) -> list[int]:
    """Every number after all in its ``before`` set, the farthest first if there is a choice."""
    remaining = set(range(len(before)))
    result: list[int] = []
    while remaining:
        free = [number for number in remaining if not before[number] & remaining]
        if free:
            batch = sorted(free, key=lambda number: -distances[number])
        else:
            # Blocks that lean on one another form a cycle, which is cut at the farthest.
            farthest = sorted(remaining, key=lambda number: -distances[number])
            batch = farthest[:1]
        result += batch
        remaining -= set(batch)
    return result
