"""The camera's view of the table, fitted to the outlines of the tiles.

A view has five parameters: the logarithm of its scale, two for its slant (stretch and skew), and
two for its vanishing line. All are 0 for a camera straight above the table.
"""

from typing import Final

import numpy as np

from hu.vision.geometry import ASPECT, TINY, Floats

#: Standard deviations of the view's parameters. Cameras are on any side of a table, so both parts
#: of the slant have the same deviation, and so have both parts of the vanishing line.
_SCALE: Final = 3.0
_SLANT: Final = 0.35
_VANISHING: Final = 0.05
_PRIOR: Final = np.array([_SCALE, _SLANT, _SLANT, _VANISHING, _VANISHING])
#: Standard deviation of the logarithm of a box's size.
_NOISE: Final = 0.06
#: Boxes give the larger side, and right angles, less exactly than the smaller side: the factors of
#: their noise.
_LONG_SIDE_NOISE: Final = 1.5
_ANGLE_NOISE: Final = 2
#: Residuals above this many standard deviations are outliers, and count less.
_OUTLIER: Final = 2
#: Steps of the fit, at most.
_STEPS: Final = 8
#: The fit ends when no parameter changes by more than this.
_CONVERGED: Final = 1e-4
#: The most that a parameter changes in a step.
_LONGEST_STEP: Final = 0.5
#: How often a step that would put a tile beyond the horizon is halved.
_HALVINGS: Final = 3
#: The least depth of a tile, as a share of the depth in the middle of the photo. 0 is the horizon.
_LEAST_DEPTH: Final = 0.2
#: The change of a parameter from which slopes are computed.
_NUDGE: Final = 1e-5


def project_onto_table(
    centers: Floats, edges: Floats, sideways_limit: Floats, weights: Floats
) -> tuple[Floats, Floats]:
    """Find the view in which all tiles are right-angled and of one size, and apply it.

    A tile that looks smaller is farther away or slanted.

    Args:
        centers: ``(n, 2)`` float64 pixels, n at least 1.
        edges: ``(n, 2, 2)`` float64 pixels: along each top edge, and down each left edge.
        sideways_limit: ``(n,)`` float64: if a tile's top edge seems more than this many times as
            long as its side edge, the tile is sideways, and its top edge counts as its side.
        weights: ``(n,)`` float64: the weight of each box.

    Returns:
        The same centers and edges on the table, in tile widths. x and y keep the photo's senses.
    """
    tile_px = float(np.median(np.sqrt(np.linalg.norm(edges, axis=2).prod(axis=1) / ASPECT)))
    points = (centers - np.median(centers, axis=0)) / tile_px
    edges = edges / tile_px

    # Begin with a camera straight above the table.
    view = np.zeros_like(_PRIOR)
    for _ in range(_STEPS):
        step = _gauss_newton_step(points, edges, sideways_limit, weights, view)
        for halvings in range(_HALVINGS):
            next_view = view + step / 2**halvings
            # Every tile must stay on this side of the horizon. If the shortest step fails too, the
            # view stays as it is.
            if _depth(points, next_view).min() > _LEAST_DEPTH:
                view = next_view
                break
        if np.abs(step).max() < _CONVERGED:
            break

    points_on_table = (points @ _matrix(view).T) / _depth(points, view)[:, None]
    return points_on_table, _project_vectors(points, edges, view)


def _matrix(views: Floats) -> Floats:
    """``(..., 2, 2)`` of ``(..., 5)``. Symmetric, so that the table is not turned in the photo."""
    stretch = views[..., 1]
    skew = views[..., 2]
    matrix = np.stack([np.exp(stretch), skew, skew, np.exp(-stretch)], axis=-1)
    matrix = matrix.reshape(*views.shape[:-1], 2, 2)
    scaled: Floats = np.exp(views[..., 0])[..., None, None] * matrix
    return scaled


def _depth(points: Floats, views: Floats) -> Floats:
    """``(..., n)`` depth of points ``(n, 2)`` in views ``(..., 5)``."""
    depth: Floats = 1.0 + (points @ views[..., 3:, None])[..., 0]
    return depth


def _project_vectors(points: Floats, vectors: Floats, views: Floats) -> Floats:
    """Project small vectors at points onto the table, by the derivative of each view.

    Args:
        points: ``(n, 2)`` where the vectors are.
        vectors: ``(n, k, 2)``.
        views: ``(..., 5)``.

    Returns:
        ``(..., n, k, 2)``.
    """
    depth = _depth(points, views)
    matrix = _matrix(views).swapaxes(-1, -2)
    # All vectors in one product of matrices: many small products take several times as long.
    flat = vectors.reshape(-1, 2)
    shape = (*views.shape[:-1], *vectors.shape[:-1])
    straight = (flat @ matrix).reshape(*shape, 2)
    spots = points @ matrix / depth[..., None]
    depth_change = (flat @ views[..., 3:, None]).reshape(shape)
    projected: Floats = straight - spots[..., None, :] * depth_change[..., None]
    return projected / depth[..., None, None]


def _residuals(points: Floats, edges: Floats, sideways_limit: Floats, views: Floats) -> Floats:
    """``(k, n, 3)`` how far each tile is from a right-angled tile of the common size.

    In units of the noise: of the width, of the length and of the angle.
    """
    projected = _project_vectors(points, edges, views)
    lengths = np.maximum(np.sqrt((projected * projected).sum(axis=3)), TINY)
    is_sideways = lengths[..., 0] > sideways_limit * lengths[..., 1]
    sizes = np.where(is_sideways[..., None], lengths[..., ::-1], lengths)
    products = (projected[..., 0, :] * projected[..., 1, :]).sum(axis=2)
    cosines = products / (lengths[..., 0] * lengths[..., 1])
    residuals = [
        np.log(sizes[..., 0]),
        np.log(sizes[..., 1] / ASPECT) / _LONG_SIDE_NOISE,
        cosines / _ANGLE_NOISE,
    ]
    return np.stack(residuals, axis=2) / _NOISE


def _gauss_newton_step(
    points: Floats, edges: Floats, sideways_limit: Floats, weights: Floats, view: Floats
) -> Floats:
    """``(5,)`` one step of the fit from a view. Tiles that fit badly count less."""
    count = len(_PRIOR)
    # The view itself, then the view with each parameter nudged.
    views = view + _NUDGE * np.eye(count + 1, count, -1)
    residuals, *nudged_residuals = _residuals(points, edges, sideways_limit, views)
    slopes = [(nudged - residuals) / _NUDGE for nudged in nudged_residuals]
    slope = np.stack(slopes, axis=-1).reshape(-1, count)
    value = residuals.ravel()
    weight = weights[:, None] / np.maximum(1.0, np.abs(residuals) / _OUTLIER)
    weighted_slope = slope * weight.ravel()[:, None]
    curvature = weighted_slope.T @ slope + np.diag(_PRIOR**-2)
    gradient = weighted_slope.T @ value + view / _PRIOR**2
    step: Floats = -np.linalg.solve(curvature, gradient)
    return np.clip(step, -_LONGEST_STEP, _LONGEST_STEP)
