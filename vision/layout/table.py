"""Every detection as it lies on the table: without the camera's view, lengths in tile widths."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BONUS, CLASSES, KINDS
from hu.vision.detection import Detection
from hu.vision.geometry import ASPECT, TINY, Floats, sides
from hu.vision.layout.settings import ReadingSettings
from hu.vision.layout.view import project_onto_table

Bools = NDArray[np.bool_]
Ints = NDArray[np.intp]

#: A face that does not show its top lies sideways if it seems this many times wider than long.
UNKNOWN_TURN: Final = 1.2
#: Tiles that lie together are taken for flowers if their mean probability of being a flower is at
#: least this. The same for other kinds that players set aside.
LEAST_MEAN_PROBABILITY: Final = 0.6
#: The least distance from the near to the far side of a table, in tile widths. Parts of one hand
#: lie no farther apart.
LEAST_TABLE_DEPTH: Final = 12.0
#: The cosine of directions that are an eighth of a turn apart. Directions with a larger cosine are
#: nearer to parallel than to square.
DIAGONAL: Final = float(np.sqrt(0.5))
#: The classes of flowers and seasons.
_BONUS_CLASSES: Final = [CLASSES.index(code) for code in BONUS]


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """How tile j lies as tile i sees it, for all N x N pairs.

    Attributes:
        position: ``(N, N, 2)`` float64 tile widths along i's own edges: how far j's centre is to
            the right of i's centre, and how far it is below.
        are_crossed: ``(N, N)`` bool: whether the two lie across each other.
        axis: ``(N, N)`` intp: 0 if j lies beside i (along its top edge), 1 if above or below it.
        gap: ``(N, N)`` float64 tile widths between facing edges. Negative if they overlap.
        offset: ``(N, N)`` float64 tile widths: j's centre off i's axis, the mean of both views.
        angle: ``(N, N)`` float64 degrees by which the two differ from parallel or square.
        scale: ``(N, N)`` float64: how many times larger the larger of the two seems.
    """

    position: Floats
    are_crossed: Bools
    axis: Ints
    gap: Floats
    offset: Floats
    angle: Floats
    scale: Floats


@dataclass(frozen=True, eq=False)
class Table:
    """The tiles of a photo on the table, in tile widths. x and y keep the photo's senses.

    Arrays have an entry for each of the photo's N detections. The entries of detections that are no
    tiles are not a number.

    Attributes:
        detections: all detections of the photo.
        tiles: the indices of the detections that are tiles. Others may show a tile a second time.
        centers: ``(N, 2)`` float64 tile widths.
        right: ``(N, 2)`` float64 unit vectors along the top edges, to the faces' right.
        sizes: ``(N,)`` float64: how large each face seems. 1 is the common size.
        shapes: ``(N,)`` float64: how wide each face seems, as a part of its length.
        shows_top: ``(N,)`` bool: whether the face shows which edge is its top.
        settings: the tolerances.
    """

    detections: tuple[Detection, ...]
    tiles: tuple[int, ...]
    centers: Floats
    right: Floats
    sizes: Floats
    shapes: Floats
    shows_top: Bools
    settings: ReadingSettings

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """The likeliest face of each tile."""
        return tuple(detection.tile for detection in self.detections)

    @cached_property
    def votes(self) -> Floats:
        """``(N,)`` weights of the tiles' directions. 0 if a face looks the same both ways up."""
        beliefs = [detection.belief for detection in self.detections]
        return np.array(beliefs, dtype=np.float64) * self.shows_top

    @cached_property
    def depths(self) -> Floats:
        """``(N,)`` how far away each tile is: 0 for the nearest tile.

        The farthest tile has 1, or less if all tiles lie closer together than a table is deep.
        """
        down = self.centers[:, 1]
        near = down[list(self.tiles)].max()
        far = down[list(self.tiles)].min()
        table_depth = max(float(near - far), LEAST_TABLE_DEPTH)
        depths: Floats = (near - down) / table_depth
        return depths

    @cached_property
    def probabilities(self) -> Floats:
        """``(N, 43)`` float64 probability of each tile as each class."""
        rows = [detection.probabilities for detection in self.detections]
        return np.array(rows, dtype=np.float64)

    @cached_property
    def flower_probabilities(self) -> tuple[float, ...]:
        """The probability that each tile is any flower or season."""
        return tuple(self.probabilities[:, _BONUS_CLASSES].sum(axis=1).tolist())

    @cached_property
    def costs(self) -> Floats:
        """``(N, 34)`` float64 nats: the cost of each tile as each kind."""
        kinds = self.probabilities[:, : len(KINDS)]
        return np.asarray(-np.log(np.maximum(kinds, self.settings.least_probability)))

    @cached_property
    def pairs(self) -> Pairs:
        """How every tile lies as every other tile sees it."""
        # Entry i, j is about tile j as tile i sees it. A last dimension of two holds values along
        # i's own axes: right and down.
        steps = self.centers[None, :, :] - self.centers[:, None, :]
        down = turn_right(self.right)
        steps_right = (steps * self.right[:, None]).sum(axis=2)
        steps_down = (steps * down[:, None]).sum(axis=2)
        position = np.stack([steps_right, steps_down], axis=2)
        cosines = np.clip(np.abs(self.right @ self.right.T), 0.0, 1.0)
        are_crossed = cosines < DIAGONAL

        gaps = _gaps_along_axes(position, are_crossed)
        # Tile j lies beside i if the two are farther apart sideways than up and down.
        axis = gaps.argmax(axis=2)
        other_axis = (1 - axis)[..., None]
        offset = np.take_along_axis(np.abs(position), other_axis, axis=2)[..., 0]
        size_ratio = self.sizes[:, None] / self.sizes[None, :]
        return Pairs(
            position=position,
            are_crossed=are_crossed,
            axis=axis,
            gap=gaps.max(axis=2),
            offset=(offset + offset.T) / 2,
            angle=askew_deg(cosines),
            scale=np.maximum(size_ratio, 1 / size_ratio),
        )

    def view_from(self, quarter_turns: int, without: Collection[int] = ()) -> "Table":
        """The table as another player sees it.

        Args:
            quarter_turns: how many quarters to turn the table counter-clockwise. The first quarter
                brings its right side near.
            without: tiles to leave out.
        """
        turn = np.linalg.matrix_power(np.array([[0, 1], [-1, 0]]), quarter_turns % 4)
        tiles = tuple(tile for tile in self.tiles if tile not in without)
        return replace(self, tiles=tiles, centers=self.centers @ turn, right=self.right @ turn)

    def are_flowers(self, tiles: Collection[int]) -> bool:
        """Whether tiles that lie together are flowers and seasons. A tile may have been misread."""
        probability = sum(self.flower_probabilities[tile] for tile in tiles)
        return probability >= LEAST_MEAN_PROBABILITY * len(tiles)

    def show_kinds(self, tiles: Collection[int], kinds: Collection[str]) -> bool:
        """Whether a group of tiles shows only these kinds. One tile may be misread."""
        if not kinds:
            return False
        classes = [CLASSES.index(kind) for kind in kinds]
        probability = float(self.probabilities[np.ix_(list(tiles), classes)].sum())
        return probability >= LEAST_MEAN_PROBABILITY * len(tiles)

    def distance_between(self, tiles: Collection[int], others: Collection[int]) -> float:
        """The distance between two groups of tiles, in tile widths from edge to edge.

        This is the distance of the centres less the length of a tile, which is exact for tiles that
        are end to end. Tiles beside each other are a little farther apart.
        """
        steps = self.centers[list(tiles)][:, None] - self.centers[list(others)][None]
        return float(np.linalg.norm(steps, axis=2).min()) - ASPECT


def measure_table(
    detections: Sequence[Detection], tiles: Sequence[int], settings: ReadingSettings
) -> Table:
    """Measure the tiles of a photo on the table: positions, directions, sizes and shapes.

    Args:
        detections: all detections of the photo.
        tiles: the indices of the detections that are tiles, at least one.
        settings: the tolerances.
    """
    # Until the table is built, arrays have an entry for each tile, not for each detection.
    detections_of_tiles = [detections[index] for index in tiles]
    shows_top = np.array([detection.shows_top for detection in detections_of_tiles])
    scores = np.array([detection.score for detection in detections_of_tiles])

    # From the photo to the table.
    centers_px, edges_px = measure_edges(detections_of_tiles)
    edges_px = _with_neighbours_beside(centers_px, edges_px, shows_top)
    # A tile counts as sideways if its top edge seems more than this many times as long as its left
    # edge. A face that shows which edge is its top never counts as sideways.
    sideways_limit = np.where(shows_top, np.inf, UNKNOWN_TURN)
    centers, edges = project_onto_table(centers_px, edges_px, sideways_limit, weights=scores)

    # On the table. (n, 2): the lengths of each top edge and each left edge.
    lengths = np.maximum(np.linalg.norm(edges, axis=2), TINY)
    sizes = np.sqrt(lengths.prod(axis=1) / ASPECT)
    shapes = lengths[:, 0] / lengths[:, 1]
    right = _directions_right(edges / lengths[..., None])
    # The top edge of a face that does not show its top is really a side edge if it is the longer.
    is_side_edge = ~shows_top & (shapes > UNKNOWN_TURN)
    right = np.where(is_side_edge[:, None], turn_right(right), right)
    shapes = np.where(is_side_edge, 1 / shapes, shapes)

    def for_all_detections(values: Floats) -> Floats:
        """Give every detection an entry: not a number for detections that are no tiles."""
        result = np.full((len(detections), *values.shape[1:]), np.nan)
        result[list(tiles)] = values
        return result

    shows_top_of_detections = np.zeros(len(detections), dtype=bool)
    shows_top_of_detections[list(tiles)] = shows_top
    return Table(
        detections=tuple(detections),
        tiles=tuple(tiles),
        centers=for_all_detections(centers),
        right=for_all_detections(right),
        sizes=for_all_detections(sizes),
        shapes=for_all_detections(shapes),
        shows_top=shows_top_of_detections,
        settings=settings,
    )


def _directions_right(unit_edges: Floats) -> Floats:
    """Find the direction to the right of each face, whose edges may not be at a right angle.

    Args:
        unit_edges: ``(n, 2, 2)`` unit vectors along each top edge, and down each left edge.

    Returns:
        ``(n, 2)`` unit vectors: the mean of the direction of the top edge, and of the direction
        that is at a right angle to the left edge.
    """
    along_top = unit_edges[:, 0]
    # Down becomes right by a quarter turn counter-clockwise.
    across_left = -turn_right(unit_edges[:, 1])
    directions = along_top + across_left
    directions /= np.maximum(np.linalg.norm(directions, axis=1, keepdims=True), TINY)
    return directions


def turn_right(vectors: Floats) -> Floats:
    """Turn ``(..., 2)`` vectors by a quarter clockwise as seen in the photo, where y points down.

    Right becomes down.
    """
    return np.stack([-vectors[..., 1], vectors[..., 0]], axis=-1)


def _gaps_along_axes(position: Floats, are_crossed: Bools) -> Floats:
    """Measure the gaps between the edges of all pairs of tiles.

    Args:
        position: ``(N, N, 2)`` tile widths along tile i's own edges: how far tile j's centre is to
            the right of tile i's centre, and how far it is below.
        are_crossed: ``(N, N)`` whether the two lie across each other.

    Returns:
        ``(N, N, 2)`` tile widths along tile i's axes, right and down. The gap as tile i sees it and
        the gap as tile j sees it may differ, so this is their mean. Negative if the tiles overlap
        on that axis.
    """
    # (N, N, 1), to choose a pair of values for each pair of tiles.
    is_crossed_pair = are_crossed[..., None]
    half_size = np.array([0.5, ASPECT / 2])
    half_size_of_other = np.where(is_crossed_pair, half_size[::-1], half_size)
    # Entry i, j: as tile i sees them, along its own axes.
    gaps = np.abs(position) - (half_size + half_size_of_other)
    # Entry i, j: as tile i sees them, along tile j's axes. If the two lie across each other, the
    # axis to the right of the first tile is the axis down of the second.
    gaps_along_axes_of_other = np.where(is_crossed_pair, gaps[..., ::-1], gaps)
    # Transposed, entry i, j: as tile j sees them, along tile i's axes.
    gaps_seen_by_other = gaps_along_axes_of_other.transpose(1, 0, 2)
    mean_gaps: Floats = (gaps + gaps_seen_by_other) / 2
    return mean_gaps


def askew_deg(cosines: Floats) -> Floats:
    """By how many degrees directions differ from parallel or square. Cosines are 0 to 1."""
    askew: Floats = np.degrees(np.arcsin(np.minimum(cosines, np.sqrt(1 - cosines**2))))
    return askew


def measure_edges(detections: Sequence[Detection]) -> tuple[Floats, Floats]:
    """``(N, 2)`` centres and ``(N, 2, 2)`` sides (right, down) of the boxes, float64 pixels."""
    boxes = np.array([detection.box for detection in detections], dtype=np.float64)
    boxes = boxes.reshape(-1, 4, 2)
    return boxes.mean(axis=1), sides(boxes).astype(np.float64, copy=False)


def _with_neighbours_beside(centers: Floats, edges: Floats, shows_top: Bools) -> Floats:
    """Turn faces that do not show their top so that the nearest neighbour lies beside them.

    Most tiles lie side by side. The edges in the photo do not always show which side of a tile is
    the longer: at a slant, it may look shorter than the other.

    Args:
        centers: ``(n, 2)`` float64 pixels.
        edges: ``(n, 2, 2)`` float64 pixels: along each top edge, and down each left edge.
        shows_top: ``(n,)`` bool: whether the face shows which edge is its top.

    Returns:
        ``(n, 2, 2)`` the edges, some turned by a quarter.
    """
    if len(centers) < 2:
        return edges
    # (n, n, 2): from the first center to the second.
    steps = centers[None] - centers[:, None]
    distances = np.hypot(steps[..., 0], steps[..., 1])
    np.fill_diagonal(distances, np.inf)
    step_to_nearest = steps[np.arange(len(centers)), distances.argmin(axis=1)]
    lengths = np.maximum(np.linalg.norm(edges, axis=2), TINY)
    # (n, 2): how far the step leads along the top edge, and down the left edge, in pixels.
    extents_of_step = np.abs((edges * step_to_nearest[:, None]).sum(axis=2)) / lengths
    nearest_is_above_or_below = extents_of_step[:, 1] > extents_of_step[:, 0]
    must_turn = ~shows_top & nearest_is_above_or_below
    # A quarter turn clockwise: up becomes right, so the left edge upwards is the new top edge. The
    # old top edge is the new left edge.
    turned_edges = np.stack([-edges[:, 1], edges[:, 0]], axis=1)
    return np.where(must_turn[:, None, None], turned_edges, edges)
