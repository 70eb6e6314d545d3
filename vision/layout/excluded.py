"""Detections that do not belong to the hand: why not, and whether they form another hand."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BACK, CLASSES
from hu.vision.detection import Detection
from hu.vision.layout.frames import Table, edges_of
from hu.vision.layout.settings import ReadingSettings


def refused(detections: Sequence[Detection], settings: ReadingSettings) -> dict[int, str]:
    """Detections that are not tiles of their own, and why."""
    boxes = np.array([detection.box for detection in detections], dtype=np.float64).reshape(-1, 8)
    seen = np.array([detection.probabilities for detection in detections], dtype=np.float64).reshape(-1, len(CLASSES))
    nowhere = ~(np.isfinite(boxes).all(axis=1) & (np.abs(boxes).max(axis=1, initial=0.0) <= 1e6))
    unread = ~(np.isfinite(seen).all(axis=1) & (seen.max(axis=1, initial=0.0) > 0))
    refusals = {}
    for index, thin in enumerate(_thin(detections, settings)):
        if nowhere[index]:
            refusals[index] = "its box lies nowhere"
        elif unread[index]:
            refusals[index] = "its face was not read"
        elif thin:
            refusals[index] = "its box is too thin for a tile"
    return refusals | _doubles([i for i in range(len(detections)) if i not in refusals], detections, settings)


def _thin(detections: Sequence[Detection], settings: ReadingSettings) -> NDArray[np.bool_]:
    """``(n,)`` whether a box has no area to speak of."""
    with np.errstate(invalid="ignore", over="ignore"):
        edges = edges_of(detections)[1]
        sides = np.linalg.norm(edges, axis=2)
        areas = np.abs(edges[:, 0, 0] * edges[:, 1, 1] - edges[:, 0, 1] * edges[:, 1, 0])
        short, long = sides.min(axis=1), sides.max(axis=1)
        thin: NDArray[np.bool_] = (short < np.maximum(settings.min_side_px, 0.1 * long)) | (areas < 0.3 * short * long)
    return thin


def _doubles(indices: list[int], detections: Sequence[Detection], settings: ReadingSettings) -> dict[int, str]:
    """Tiles seen twice: of two boxes on one spot the more confident one stays."""
    if len(indices) < 2:
        return {}
    centers, sides = edges_of([detections[index] for index in indices])
    away = centers[None] - centers[:, None]
    position = np.abs(np.einsum("nkl,nml->nmk", np.linalg.inv(sides.transpose(0, 2, 1)), away))
    # Two boxes of a size share the part (1 - dx)(1 - dy), distances in widths and heights.
    shared = np.clip(1 - position, 0, 1).prod(axis=2)
    doubles: dict[int, str] = {}
    for a, b in np.argwhere(np.triu(np.minimum(shared, shared.T) > settings.double_overlap_share, 1)):
        i, j = sorted((indices[a], indices[b]), key=lambda index: -detections[index].score)
        if i not in doubles:
            doubles[j] = "the same tile, seen twice"
    return doubles


def reasons(together: Sequence[Sequence[int]], hand: Sequence[int], table: Table) -> dict[int, str]:
    """Say why each tile outside the hand does not belong to it."""
    inside = set(hand)
    return {tile: _why(tile, len(tiles), hand, table) for tiles in together for tile in tiles if tile not in inside}


def _why(tile: int, count: int, hand: Sequence[int], table: Table) -> str:
    pairs = table.pairs
    nearest = hand[int(pairs.gap[list(hand), tile].argmin())]
    gap, angle = max(0.0, float(pairs.gap[nearest, tile])), float(pairs.angle[nearest, tile])
    far = f"{gap:.1f} tile widths from the hand"
    if table.faces[tile] == BACK:
        return f"face down, {far}"
    if float(pairs.scale[nearest, tile]) > table.settings.hand_scale_ratio:
        return f"{float(pairs.scale[nearest, tile]):.1f} times smaller or larger, {far}"
    if angle > table.settings.angle_deg:
        return f"turned {angle:.0f} degrees against the hand, {far}"
    return f"one of {count} tiles lying {far}" if count > 1 else far
