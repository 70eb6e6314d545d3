"""The camera's view of the table, fitted to the outlines of the tiles.

A view has five parameters: the logarithm of its scale, two for its slant (stretch and skew), and
two for its vanishing line. All are 0 for a camera straight above the table.

A view projects a point of the photo onto the table by ``table point = matrix @ point / depth``. The
matrix holds the scale and the slant. The depth is 1 in the middle of the tiles, and grows towards
one side by the two parameters of the vanishing line: ``depth = 1 + vanishing @ point``.
"""

from typing import Final

import numpy as np

from hu.vision.geometry import ASPECT, TINY, Floats

#: Standard deviations of the view's parameters. Cameras are on any side of a table, so both parts
#: of the slant have the same deviation, and so have both parts of the vanishing line.
_SCALE: Final = 3.0
_SLANT: Final = 0.35
_VANISHING: Final = 0.05
_PRIOR_DEVIATIONS: Final = np.array([_SCALE, _SLANT, _SLANT, _VANISHING, _VANISHING])
#: Standard deviation of the logarithm of the smaller side of a box.
_SIZE_NOISE: Final = 0.06
#: Boxes show the larger side of a tile less exactly than its smaller side: this many times more
#: noise.
_LONG_SIDE_NOISE: Final = 1.5
#: Boxes show the angle between both sides less exactly still: the cosine has this many times more
#: noise than the logarithm of the smaller side.
_ANGLE_NOISE: Final = 2
#: Residuals above this many standard deviations are outliers, and count less.
_OUTLIER: Final = 2
#: The fit takes at most this many steps.
_STEPS: Final = 8
#: The fit ends when no parameter changes by more than this.
_CONVERGED: Final = 1e-4
#: A step changes no parameter by more than this.
_LONGEST_STEP: Final = 0.5
#: A step that brings a tile too near to the horizon is halved, at most this often.
_HALVINGS: Final = 2
#: The least depth that a tile may have. The middle of the tiles has the depth 1, and the horizon
#: has the depth 0.
_LEAST_DEPTH: Final = 0.2
#: Slopes are computed by changing a parameter by this.
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
            long as its left edge, the top edge is really the tile's long side.
        weights: ``(n,)`` float64: how much each tile counts in the fit.

    Returns:
        ``(n, 2)`` the centers and ``(n, 2, 2)`` the edges on the table, in tile widths. The origin
        is near the middle of the tiles. x points to the photo's right, and y points down.
    """
    # The usual width of a tile in pixels, by its area.
    tile_px = float(np.median(np.sqrt(np.linalg.norm(edges, axis=2).prod(axis=1) / ASPECT)))
    # Centers and edges in these widths, from the middle of the tiles.
    points = (centers - np.median(centers, axis=0)) / tile_px
    edges = edges / tile_px

    # Begin with a camera straight above the table.
    view = np.zeros_like(_PRIOR_DEVIATIONS)
    for _ in range(_STEPS):
        step = _gauss_newton_step(points, edges, sideways_limit, weights, view)
        for halvings in range(_HALVINGS + 1):
            next_view = view + step / 2**halvings
            # Every tile must stay well on this side of the horizon. If the shortest step brings a
            # tile too near to it as well, the view stays as it is.
            if _depths(points, next_view).min() > _LEAST_DEPTH:
                view = next_view
                break
        if np.abs(step).max() < _CONVERGED:
            break

    points_on_table = (points @ _matrices(view).T) / _depths(points, view)[:, None]
    return points_on_table, _project_vectors(points, edges, view)


def _matrices(views: Floats) -> Floats:
    """Build the matrix of each view from its scale and its slant.

    It is symmetric, so that it does not turn the photo.

    Args:
        views: ``(..., 5)`` the parameters of each view.

    Returns:
        ``(..., 2, 2)`` a matrix for each view. It is multiplied by a point of the photo, in tile
        widths from the middle of the tiles.
    """
    stretch = views[..., 1]
    skew = views[..., 2]
    matrix = np.stack([np.exp(stretch), skew, skew, np.exp(-stretch)], axis=-1)
    matrix = matrix.reshape(*views.shape[:-1], 2, 2)
    scaled: Floats = np.exp(views[..., 0])[..., None, None] * matrix
    return scaled


def _depths(points: Floats, views: Floats) -> Floats:
    """Compute how far each point is from the camera, compared with the middle of the tiles.

    Args:
        points: ``(n, 2)`` points of the photo, in tile widths from the middle of the tiles.
        views: ``(..., 5)`` the parameters of each view.

    Returns:
        ``(..., n)`` the depth of each point in each view. 1 in the middle, 0 at the horizon.
    """
    # (..., 2, 1): the parameters of the vanishing line.
    vanishing = views[..., 3:, None]
    depths: Floats = 1.0 + (points @ vanishing)[..., 0]
    return depths


def _project_vectors(points: Floats, vectors: Floats, views: Floats) -> Floats:
    """Project small vectors at points onto the table, such as the edges of tiles at their centers.

    A view takes a point to ``table point = matrix @ point / depth``. If the point moves by a small
    vector, its depth grows by ``depth change = vanishing @ vector``. By the derivative of the
    quotient, the table point moves by::

        table vector = (matrix @ vector - table point * depth change) / depth

    Args:
        points: ``(n, 2)`` the points at which the vectors are projected.
        vectors: ``(n, k, 2)`` k vectors at each point.
        views: ``(..., 5)`` the parameters of each view.

    Returns:
        ``(..., n, k, 2)`` the vectors on the table, in each view.
    """
    # Points and vectors are rows here, so they are multiplied by the transposed matrices.
    transposed = _matrices(views).swapaxes(-1, -2)
    # (..., n): the depth of each point. (..., n, 2): the points on the table.
    depths = _depths(points, views)
    points_on_table = points @ transposed / depths[..., None]

    # For all vectors at once: matrix @ vector, and the depth change. (n * k, 2) vectors make a
    # single product of matrices. Many small products take several times as long.
    flat_vectors = vectors.reshape(-1, 2)
    flat_products = flat_vectors @ transposed
    flat_depth_changes = flat_vectors @ views[..., 3:, None]

    # (..., n, k, 2) and (..., n, k): the same products and depth changes, by point again.
    shape = (*views.shape[:-1], *vectors.shape[:-1])
    products = flat_products.reshape(*shape, 2)
    depth_changes = flat_depth_changes.reshape(shape)
    numerators: Floats = products - points_on_table[..., None, :] * depth_changes[..., None]
    return numerators / depths[..., None, None]


def _residuals(points: Floats, edges: Floats, sideways_limit: Floats, views: Floats) -> Floats:
    """Measure how far each tile is from a right-angled tile of the common size.

    Args:
        points: ``(n, 2)`` the centers of the tiles, in tile widths from the middle of the tiles.
        edges: ``(n, 2, 2)`` tile widths: along each top edge, and down each left edge.
        sideways_limit: ``(n,)`` if a tile's top edge seems more than this many times as long as its
            left edge, the top edge is really the tile's long side.
        views: ``(v, 5)`` the parameters of each view.

    Returns:
        ``(v, n, 3)`` for each view and each tile: how much the logarithm of the width, the
        logarithm of the length and the cosine between both sides differ from those of a common
        tile, in standard deviations of the noise.
    """
    edges_on_table = _project_vectors(points, edges, views)
    # (v, n, 2): the lengths of the top edge and of the left edge.
    lengths = np.maximum(np.sqrt((edges_on_table * edges_on_table).sum(axis=3)), TINY)
    top_length = lengths[..., 0]
    left_length = lengths[..., 1]
    top_is_long_side = top_length > sideways_limit * left_length
    tile_width = np.where(top_is_long_side, left_length, top_length)
    tile_length = np.where(top_is_long_side, top_length, left_length)
    # 0 if the edges are at a right angle.
    dot_product = (edges_on_table[..., 0, :] * edges_on_table[..., 1, :]).sum(axis=2)
    cosine = dot_product / (top_length * left_length)
    # A common tile on the table is 1 wide and ASPECT long. The noise of the width is _SIZE_NOISE.
    # The noise of the length and of the angle are multiples of it.
    deviations = [
        np.log(tile_width),
        np.log(tile_length / ASPECT) / _LONG_SIDE_NOISE,
        cosine / _ANGLE_NOISE,
    ]
    return np.stack(deviations, axis=2) / _SIZE_NOISE


def _residuals_and_slopes(
    points: Floats, edges: Floats, sideways_limit: Floats, view: Floats
) -> tuple[Floats, Floats]:
    """Compute how much each tile differs in form from the usual tile, and how the view changes it.

    Args:
        points: ``(n, 2)`` the centers of the tiles, in tile widths from the middle of the tiles.
        edges: ``(n, 2, 2)`` tile widths: along each top edge, and down each left edge.
        sideways_limit: ``(n,)`` if a tile's top edge seems more than this many times as long as its
            left edge, the top edge is really the tile's long side.
        view: ``(5,)`` the parameters of the view.

    Returns:
        residuals: ``(3 n,)`` three for each tile: the deviations of its width, length and angle, in
            standard deviations of the noise.
        jacobian: ``(3 n, 5)`` by how much each residual changes if a parameter grows by 1.
    """
    parameter_count = len(_PRIOR_DEVIATIONS)
    # Six views: the view itself, then five in each of which a different parameter is nudged.
    nudged_views = view + _NUDGE * np.eye(parameter_count)
    views = np.concatenate([view[None], nudged_views])
    # (6, 3 n): for each of the views, the residuals tile by tile.
    residuals_by_view = _residuals(points, edges, sideways_limit, views).reshape(len(views), -1)
    residuals = residuals_by_view[0]
    # (5, 3 n): the changes of the residuals by each nudge.
    changes = residuals_by_view[1:] - residuals
    jacobian = np.ascontiguousarray((changes / _NUDGE).T)
    return residuals, jacobian


def _gauss_newton_step(
    points: Floats, edges: Floats, sideways_limit: Floats, weights: Floats, view: Floats
) -> Floats:
    """Compute one step of the fit from a view.

    The fit minimizes a sum of squares: of the residuals, and of the view's parameters in their
    standard deviations (the prior). A Gauss-Newton step leads to the minimum if the residuals
    change in proportion to the parameters.

    Args:
        points: ``(n, 2)`` the centers of the tiles, in tile widths from the middle of the tiles.
        edges: ``(n, 2, 2)`` tile widths: along each top edge, and down each left edge.
        sideways_limit: ``(n,)`` if a tile's top edge seems more than this many times as long as its
            left edge, the top edge is really the tile's long side.
        weights: ``(n,)`` how much each tile counts.
        view: ``(5,)`` the parameters of the view.

    Returns:
        ``(5,)`` the change of the parameters.
    """
    residuals, jacobian = _residuals_and_slopes(points, edges, sideways_limit, view)

    # (3 n,): the three residuals of a tile have the tile's weight. An outlier that is k times
    # _OUTLIER has a k-th of that weight (Huber's weights).
    outlier_ratios = np.maximum(1.0, np.abs(residuals) / _OUTLIER)
    residual_weights = np.repeat(weights, 3) / outlier_ratios

    # (5,) and (5, 5): the first and the second derivatives of the sum, both halved. The first
    # summand is that of the residuals, the second that of the prior.
    weighted_jacobian = jacobian * residual_weights[:, None]
    gradient = weighted_jacobian.T @ residuals + view / _PRIOR_DEVIATIONS**2
    curvature = weighted_jacobian.T @ jacobian + np.diag(_PRIOR_DEVIATIONS**-2)
    step: Floats = -np.linalg.solve(curvature, gradient)
    return np.clip(step, -_LONGEST_STEP, _LONGEST_STEP)
