"""Every detection as it lies on the table: the camera's view removed, lengths in tile widths."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BONUS, CLASSES, KINDS
from hu.vision.detection import Detection
from hu.vision.geometry import ASPECT, TINY, sides
from hu.vision.layout.settings import ReadingSettings

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.intp]

#: Standard deviation of the logarithm of a box's size.
_NOISE: Final = 0.06
#: Standard deviations of the view's scale, slant and vanishing line, seen from straight above being 0. Cameras stand on
#: any side of a table: both parts of the slant (stretch and skew), and both of the vanishing line, have the same.
_SCALE, _SLANT, _VANISHING = 3.0, 0.35, 0.05
_PRIOR: Final = np.array([_SCALE, _SLANT, _SLANT, _VANISHING, _VANISHING])
_STEPS: Final = 8
#: A face without a known top edge that seems this much wider than long lies the other way.
_UNKNOWN_TURN: Final = 1.2
#: Tiles that lie together are flowers when this much of their probability is.
_FLOWERS: Final = 0.6
#: The least distance from the near to the far side of a table, in tile widths; parts of one hand lie no farther apart.
ACROSS: Final = 12.0
#: The least cosine of directions that are less than half a quarter turn apart.
DIAGONAL: Final = float(np.sqrt(0.5))
_BONUS: Final = [CLASSES.index(code) for code in BONUS]


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """How tile j lies as tile i sees it, for all N x N pairs."""

    position: Floats  # ``(N, N, 2)`` float64 tile widths: j's centre to i's right and down
    crossed: Bools  # ``(N, N)`` bool: whether one lies across the other
    axis: Ints  # ``(N, N)``: 0 when j lies beside i (along its top edge), 1 when it lies above or below
    gap: Floats  # ``(N, N)`` float64 tile widths between facing edges
    offset: (
        Floats  # ``(N, N)`` float64 tile widths: j's centre off i's axis; the mean of both views
    )
    angle: Floats  # ``(N, N)`` float64 degrees that both differ from lying straight or square to each other
    scale: Floats  # ``(N, N)`` float64: how much larger the larger one of both seems


@dataclass(frozen=True, eq=False)
class Table:
    """The tiles of a photo on the table, in tile widths; x and y keep the photo's senses.

    Arrays have an entry for each of the photo's N detections; those of detections that are no tiles are not a number.
    """

    detections: tuple[Detection, ...]  # all of the photo's
    tiles: tuple[int, ...]  # the indices of those that are tiles of their own
    centers: Floats  # ``(N, 2)`` float64
    right: Floats  # ``(N, 2)`` float64: unit vectors along the top edges, to the faces' right
    sizes: Floats  # ``(N,)`` float64: how large each face seems, 1 being the common size
    shapes: Floats  # ``(N,)`` float64: how wide each face seems, as a part of its length
    known: Bools  # ``(N,)`` bool: whether the face told which edge is the top one
    settings: ReadingSettings  # the tolerances

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """The likeliest face of each tile."""
        return tuple(detection.tile for detection in self.detections)

    @cached_property
    def votes(self) -> Floats:
        """``(N,)`` how much each tile's direction counts; 0 when its face looks the same both ways up."""
        return np.array([d.belief for d in self.detections], dtype=np.float64) * self.known

    @cached_property
    def beyond(self) -> Floats:
        """``(N,)`` where each tile lies between the near side of what was seen, 0, and the far one, 1."""
        down = self.centers[:, 1]
        near, far = down[list(self.tiles)].max(), down[list(self.tiles)].min()
        beyond: Floats = (near - down) / max(float(near - far), ACROSS)
        return beyond

    @cached_property
    def probabilities(self) -> Floats:
        """``(N, 43)`` the probability of each tile as each class."""
        return np.array(
            [detection.probabilities for detection in self.detections], dtype=np.float64
        )

    @cached_property
    def flowers(self) -> tuple[float, ...]:
        """The probability that each tile is any flower or season."""
        return tuple(self.probabilities[:, _BONUS].sum(axis=1).tolist())

    @cached_property
    def costs(self) -> Floats:
        """``(N, 34)`` nats: what each tile costs as each kind."""
        kinds = self.probabilities[:, : len(KINDS)]
        return np.asarray(-np.log(np.maximum(kinds, self.settings.least_probability)))

    @cached_property
    def pairs(self) -> Pairs:
        """How every tile lies as every other one sees it."""
        away = self.centers[None, :, :] - self.centers[:, None, :]
        down = quarter(self.right)
        position = np.stack(
            [(away * self.right[:, None]).sum(2), (away * down[:, None]).sum(2)], axis=2
        )
        cosines = np.clip(np.abs(self.right @ self.right.T), 0.0, 1.0)
        crossed = cosines < DIAGONAL
        half = np.array([0.5, ASPECT / 2])
        room = half + np.where(crossed[..., None], half[::-1], half)
        free = np.abs(position) - room
        free = (free + np.where(crossed[..., None], free[..., ::-1], free).transpose(1, 0, 2)) / 2
        axis = free.argmax(axis=2)
        off = np.take_along_axis(np.abs(position), (1 - axis)[..., None], axis=2)[..., 0]
        ratio = self.sizes[:, None] / self.sizes[None, :]
        return Pairs(
            position,
            crossed,
            axis,
            gap=free.max(axis=2),
            offset=(off + off.T) / 2,
            angle=askew_deg(cosines),
            scale=np.maximum(ratio, 1 / ratio),
        )

    def view_from(self, quarter_turns: int, without: Collection[int] = ()) -> "Table":
        """The table turned counter-clockwise by quarters, the first of which brings its right side near, less some."""
        turn = np.linalg.matrix_power(np.array([[0, 1], [-1, 0]]), quarter_turns % 4)
        left = tuple(tile for tile in self.tiles if tile not in without)
        return replace(self, tiles=left, centers=self.centers @ turn, right=self.right @ turn)

    def are_flowers(self, tiles: Collection[int]) -> bool:
        """Whether tiles that lie together are flowers and seasons, one of them perhaps misread."""
        return sum(self.flowers[tile] for tile in tiles) >= _FLOWERS * len(tiles)

    def room_between(self, tiles: Collection[int], others: Collection[int]) -> float:
        """The distance between two groups of tiles, in tile widths from edge to edge."""
        away = self.centers[list(tiles)][:, None] - self.centers[list(others)][None]
        return float(np.linalg.norm(away, axis=2).min()) - ASPECT


def table_of(
    detections: Sequence[Detection], tiles: Sequence[int], settings: ReadingSettings
) -> Table:
    """Find where the ``tiles`` among a photo's detections, at least one, lie on the table."""
    chosen = [detections[index] for index in tiles]
    centers, edges = edges_of(chosen)
    known = np.array([detection.turn_known for detection in chosen])
    edges = _with_tops_beside_neighbours(centers, edges, known)
    points, edges = _project_onto_table(
        centers, edges, known, np.array([detection.score for detection in chosen])
    )
    lengths = np.maximum(np.linalg.norm(edges, axis=2), TINY)
    units = edges / lengths[..., None]
    # A slanted face's rectangle follows neither of its edges: their mean gives the face's turn.
    right = units[:, 0] - quarter(units[:, 1])
    right /= np.maximum(np.linalg.norm(right, axis=1, keepdims=True), TINY)
    shape = lengths[:, 0] / lengths[:, 1]
    lying = ~known & (shape > _UNKNOWN_TURN)
    right = np.where(lying[:, None], quarter(right), right)
    shape = np.where(lying, 1 / shape, shape)

    def spread(values: Floats) -> Floats:
        every = np.full((len(detections), *values.shape[1:]), np.nan)
        every[list(tiles)] = values
        return every

    return Table(
        tuple(detections),
        tuple(tiles),
        spread(points),
        spread(right),
        spread(np.sqrt(lengths.prod(axis=1) / ASPECT)),
        spread(shape),
        spread(known) == 1,
        settings,
    )


def quarter(vectors: Floats) -> Floats:
    """Turn ``(..., 2)`` vectors by a quarter clockwise as seen in the photo (y points down): from right to down."""
    return np.stack([-vectors[..., 1], vectors[..., 0]], axis=-1)


def askew_deg(cosines: Floats) -> Floats:
    """By how many degrees directions differ from straight or square to each other, from their cosines (0 to 1)."""
    askew: Floats = np.degrees(np.arcsin(np.minimum(cosines, np.sqrt(1 - cosines**2))))
    return askew


def edges_of(detections: Sequence[Detection]) -> tuple[Floats, Floats]:
    """``(N, 2)`` centres and ``(N, 2, 2)`` sides (right, down) of the boxes, in pixels."""
    boxes = np.array([detection.box for detection in detections], dtype=np.float64).reshape(
        -1, 4, 2
    )
    return boxes.mean(axis=1), sides(boxes).astype(np.float64, copy=False)


def _with_tops_beside_neighbours(centers: Floats, edges: Floats, known: Bools) -> Floats:
    """For faces without a known orientation, use the edge facing the nearest neighbour as the side edge.

    Most tiles lie side by side; seen aslant, the longer side in the photo is not always the longer one.
    """
    if len(centers) < 2:
        return edges
    away = centers[None] - centers[:, None]
    distance = np.hypot(away[..., 0], away[..., 1]) + np.diag(np.full(len(centers), np.inf))
    nearest = away[np.arange(len(centers)), distance.argmin(axis=1)]
    along = np.abs((edges * nearest[:, None]).sum(axis=2)) / np.maximum(
        np.linalg.norm(edges, axis=2), TINY
    )
    across = ~known & (along[:, 1] > along[:, 0])
    # A quarter turn clockwise: what was down becomes left, so right is what was up.
    turned = np.stack([-edges[:, 1], edges[:, 0]], axis=1)
    return np.where(across[:, None, None], turned, edges)


def _project_onto_table(
    centers: Floats, edges: Floats, known: Bools, trust: Floats
) -> tuple[Floats, Floats]:
    """Find the view in which all tiles are right-angled and of one size: what looks smaller is farther or slanted.

    Args:
        centers: ``(n, 2)`` pixels, n at least 1.
        edges: ``(n, 2, 2)`` pixels: along each top edge, and down each left edge.
        known: ``(n,)`` whether the face told which of its edges is the top one.
        trust: ``(n,)`` the weight of each box.

    Returns:
        The same centers and edges on the table, in tile widths; x and y keep the photo's senses.
    """
    unit = float(np.median(np.sqrt(np.linalg.norm(edges, axis=2).prod(axis=1) / ASPECT)))
    flat, sized = (centers - np.median(centers, axis=0)) / unit, edges / unit
    shape = np.zeros_like(_PRIOR)
    limit = np.where(known, np.inf, _UNKNOWN_TURN)
    for _ in range(_STEPS):
        step = _gauss_newton_step(flat, sized, limit, trust, shape)
        for halvings in range(3):
            taken = shape + step / 2**halvings
            # Every tile must stay on this side of the horizon.
            if _depth(flat, taken).min() > 0.2:
                shape = taken
                break
        if np.abs(step).max() < 1e-4:
            break
    return (flat @ _matrix(shape).T) / _depth(flat, shape)[:, None], _project(flat, sized, shape)


def _matrix(shape: Floats) -> Floats:
    """``(..., 2, 2)`` for ``(..., 5)``; symmetric, so that the table is not turned against the photo."""
    stretch, skew = shape[..., 1], shape[..., 2]
    matrix = np.stack([np.exp(stretch), skew, skew, np.exp(-stretch)], axis=-1).reshape(
        *shape.shape[:-1], 2, 2
    )
    scaled: Floats = np.exp(shape[..., 0])[..., None, None] * matrix
    return scaled


def _depth(flat: Floats, shape: Floats) -> Floats:
    """``(..., n)`` for ``(n, 2)`` and ``(..., 5)``."""
    depth: Floats = 1.0 + (flat @ shape[..., 3:, None])[..., 0]
    return depth


def _project(flat: Floats, vectors: Floats, shape: Floats) -> Floats:
    """Project small vectors ``(n, k, 2)`` onto the table by the derivative of each view ``(..., 5)``."""
    depth, turned = _depth(flat, shape), _matrix(shape).swapaxes(-1, -2)
    listed = vectors.reshape(-1, 2)
    size = (*shape.shape[:-1], *vectors.shape[:-1])
    straight = (listed @ turned).reshape(*size, 2)
    spot = flat @ turned / depth[..., None]
    away = (listed @ shape[..., 3:, None]).reshape(size)
    projected: Floats = (straight - spot[..., None, :] * away[..., None]) / depth[..., None, None]
    return projected


def _residuals(flat: Floats, edges: Floats, limit: Floats, shapes: Floats) -> Floats:
    """``(k, n, 3)``: how far each tile is from a right-angled one of the common size, in units of the noise."""
    projected = _project(flat, edges, shapes)
    lengths = np.maximum(np.sqrt((projected * projected).sum(axis=3)), TINY)
    swap = lengths[..., 0] > limit * lengths[..., 1]
    sizes = np.where(swap[..., None], lengths[..., ::-1], lengths)
    skew = (projected[..., 0, :] * projected[..., 1, :]).sum(axis=2) / (
        lengths[..., 0] * lengths[..., 1]
    )
    # Boxes give the larger side, and right angles, less exactly than the smaller one.
    return (
        np.stack([np.log(sizes[..., 0]), np.log(sizes[..., 1] / ASPECT) / 1.5, skew / 2], axis=2)
        / _NOISE
    )


def _gauss_newton_step(
    flat: Floats, edges: Floats, limit: Floats, trust: Floats, shape: Floats
) -> Floats:
    """One step of the fit; tiles that fit badly count less."""
    nudge = 1e-5
    now, *nudged = _residuals(
        flat, edges, limit, shape + nudge * np.eye(len(_PRIOR) + 1, len(_PRIOR), -1)
    )
    slopes = np.stack([(shifted - now) / nudge for shifted in nudged], axis=-1)
    weights = trust[:, None] / np.maximum(1.0, np.abs(now) / 2)
    slope, value = slopes.reshape(-1, len(_PRIOR)), now.ravel()
    weighted = slope * weights.ravel()[:, None]
    curve = weighted.T @ slope + np.diag(_PRIOR**-2)
    step: Floats = -np.linalg.solve(curve, weighted.T @ value + shape / _PRIOR**2)
    return np.clip(step, -0.5, 0.5)
