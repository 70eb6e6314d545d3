"""The table's plane, found from the tiles: all are as large, so what looks smaller is further away or seen aslant."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.vision.geometry import ASPECT

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

#: How far the logarithm of a tile's size is off, by the boxes' own inaccuracy.
_NOISE: Final = 0.06
#: How far the view is from straight above, as prior knowledge: stretch, skew and the vanishing line's two parts.
_PRIOR: Final = np.array([3.0, 0.35, 0.35, 0.05, 0.05])
_STEPS: Final = 8
#: A face whose top is not known and that seems this much wider than long lies the other way.
UNKNOWN_TURN: Final = 1.2


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """The way from the photo to the table.

    Attributes:
        origin: ``(2,)`` pixels: the point of the photo that lies at (0, 0) on the table.
        unit: pixels per tile width there, roughly.
        shape: scale, stretch, skew and the vanishing line, as ``_fit`` knows them: ``(5,)``.
    """

    origin: Floats
    unit: float
    shape: Floats

    def points(self, pixels: Floats) -> Floats:
        """``(n, 2)`` pixels to ``(n, 2)`` tile widths on the table; x and y keep the photo's senses."""
        flat = (pixels - self.origin) / self.unit
        points: Floats = (flat @ _matrix(self.shape).T) / _depth(flat, self.shape)[:, None]
        return points

    def vectors(self, at: Floats, vectors: Floats) -> Floats:
        """Small ``(n, k, 2)`` vectors at ``(n, 2)`` pixels, as they lie on the table, in tile widths."""
        flat = (at - self.origin) / self.unit
        return _carried(flat, vectors / self.unit, self.shape)


def find_plane(centers: Floats, sides: Floats, known: Bools, trust: Floats) -> Plane:
    """Find the view in which all tiles are as large as each other and right-angled.

    Args:
        centers: ``(n, 2)`` pixels, n at least 1.
        sides: ``(n, 2, 2)`` pixels: along each top edge, and down each left edge.
        known: ``(n,)`` whether the face told which of its edges is the top one.
        trust: ``(n,)`` how far each box is to be believed.
    """
    lengths = np.linalg.norm(sides, axis=2)
    unit = float(np.median(np.sqrt(lengths.prod(axis=1) / ASPECT)))
    origin = np.median(centers, axis=0)
    flat, edges = (centers - origin) / unit, sides / unit
    shape = np.zeros(5)
    limit = np.where(known, np.inf, UNKNOWN_TURN)
    for _ in range(_STEPS):
        step = _step(flat, edges, limit, trust, shape)
        shape = _seen_from_above(flat, shape, step)
        if np.abs(step).max() < 1e-4:
            break
    return Plane(origin, unit, shape)


def _seen_from_above(flat: Floats, shape: Floats, step: Floats) -> Floats:
    """Take a step, or as much of it as keeps every tile on this side of the horizon."""
    for share in (1.0, 0.5, 0.25):
        taken = shape + share * step
        if _depth(flat, taken).min() > 0.2 and np.abs(taken[1:3]).max() < 1.2 and abs(taken[0]) < 3:
            return taken
    return shape


def _matrix(shape: Floats) -> Floats:
    """``(..., 2, 2)`` for ``(..., 5)``; symmetric, so that the table is not turned against the photo."""
    stretch, skew = shape[..., 1], shape[..., 2]
    matrix = np.stack([np.exp(stretch), skew, skew, np.exp(-stretch)], axis=-1).reshape(*shape.shape[:-1], 2, 2)
    scaled: Floats = np.exp(shape[..., 0])[..., None, None] * matrix
    return scaled


def _depth(flat: Floats, shape: Floats) -> Floats:
    """``(..., n)`` for ``(n, 2)`` and ``(..., 5)``."""
    depth: Floats = 1.0 + (flat @ shape[..., 3:, None])[..., 0]
    return depth


def _carried(flat: Floats, vectors: Floats, shape: Floats) -> Floats:
    """Carry small vectors ``(n, k, 2)`` over to the table by the derivative of each view ``(..., 5)``."""
    depth, turned = _depth(flat, shape), _matrix(shape).swapaxes(-1, -2)
    listed = vectors.reshape(-1, 2)
    size = (*shape.shape[:-1], *vectors.shape[:-1])
    straight = (listed @ turned).reshape(*size, 2)
    spot = flat @ turned / depth[..., None]
    away = (listed @ shape[..., 3:, None]).reshape(size)
    carried: Floats = (straight - spot[..., None, :] * away[..., None]) / depth[..., None, None]
    return carried


def _residuals(flat: Floats, edges: Floats, limit: Floats, shapes: Floats) -> Floats:
    """``(k, n, 3)``: how far each tile is from a right-angled one of the common size, in units of the noise."""
    carried = _carried(flat, edges, shapes)
    lengths = np.maximum(np.sqrt((carried * carried).sum(axis=3)), 1e-9)
    swap = lengths[..., 0] > limit * lengths[..., 1]
    sizes = np.where(swap[..., None], lengths[..., ::-1], lengths)
    skew = (carried[..., 0, :] * carried[..., 1, :]).sum(axis=2) / (lengths[..., 0] * lengths[..., 1])
    # Boxes give the larger side, and right angles, less truly than the smaller one.
    return np.stack([np.log(sizes[..., 0]), np.log(sizes[..., 1] / ASPECT) / 1.5, skew / 2], axis=2) / _NOISE


def _step(flat: Floats, edges: Floats, limit: Floats, trust: Floats, shape: Floats) -> Floats:
    """One step of Gauss and Newton, tiles that fit badly counting less."""
    nudge = 1e-5
    now, *nudged = _residuals(flat, edges, limit, shape + nudge * np.eye(6, 5, -1))
    slopes = np.stack([(shifted - now) / nudge for shifted in nudged], axis=-1)
    weights = trust[:, None] / np.maximum(1.0, np.abs(now) / 2)
    slope, value = slopes.reshape(-1, 5), now.ravel()
    weighted = slope * weights.ravel()[:, None]
    curve = weighted.T @ slope + np.diag(_PRIOR**-2)
    step: Floats = -np.linalg.solve(curve, weighted.T @ value + shape / _PRIOR**2)
    return np.clip(step, -0.5, 0.5)
