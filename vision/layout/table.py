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

#: A face that does not show its top lies sideways if its top edge seems more than this many times
#: as long as its left edge.
UNKNOWN_TURN: Final = 1.2
#: Tiles that lie together are taken for flowers if their mean probability of being a flower is at
#: least this. So are tiles for the other kinds that players set aside, such as North.
LEAST_MEAN_PROBABILITY: Final = 0.6
#: The least distance from the near to the far side of a table, in tile widths. Parts of one hand
#: lie no farther apart.
LEAST_TABLE_DEPTH: Final = 12.0
#: The cosine of an angle of 45 degrees. Two directions with a larger cosine are nearer to parallel
#: than to a right angle.
DIAGONAL: Final = float(np.sqrt(0.5))
#: The classes of flowers and seasons.
_BONUS_CLASSES: Final = [CLASSES.index(code) for code in BONUS]


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """How tile j lies as tile i sees it, for all N x N pairs of detections.

    Entry [i, j] of each array is about these two. Right and down are the directions of tile i's own
    top edge and left edge, however tile i is turned in the photo::

        +---+              +---+
        | i |  <-- gap --> |   |     tile j lies beside tile i: axis 0, to the right
        |   |              | j |     offset: how far the two centres are from one level
        +---+              |   |
                           +---+

    Attributes:
        position: ``(N, N, 2)`` float64 tile widths: how far j's centre is to the right of i's
            centre, and how far it is below.
        are_crossed: ``(N, N)`` bool: whether j lies across i, nearer to a right angle than to
            parallel.
        axis: ``(N, N)`` intp: 0 if j lies to the right or left of i, 1 if above or below. It is an
            index of the last dimension of ``position``.
        gap: ``(N, N)`` float64 tile widths along that axis between the edges that face each other.
            Negative if the tiles overlap.
        offset: ``(N, N)`` float64 tile widths along the other axis between the centres, never
            negative. It is the mean of what i sees and what j sees.
        angle: ``(N, N)`` float64 degrees by which the two differ from parallel or from a right
            angle, whichever is nearer: 0 to 45.
        scale: ``(N, N)`` float64: how many times larger the larger of the two seems, at least 1.
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
    """The tiles of a photo on the table, in tile widths.

    As in the photo, x points to the right, and y points down: towards the photographer.

    Arrays have an entry for each of the photo's N detections. Only the entries of ``tiles`` mean
    something.

    Attributes:
        detections: all detections of the photo.
        tiles: the indices of the detections that are tiles. The others are no tiles, or show a tile
            that another detection shows too.
        centers: ``(N, 2)`` float64 tile widths: the middle of each face.
        right: ``(N, 2)`` float64 unit vectors: the direction of each face's top edge, from its left
            end to its right end.
        sizes: ``(N,)`` float64: how large each face seems. 1 is the common size.
        shapes: ``(N,)`` float64: the width that each face seems to have, divided by its length.
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
        """The likeliest class of each detection: a face, or the back."""
        return tuple(detection.tile for detection in self.detections)

    @cached_property
    def votes(self) -> Floats:
        """``(N,)`` how much each tile counts when tiles show which way the hand is read.

        It is the probability that there is a tile with its likeliest face. It is 0 if the face does
        not show its top.
        """
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
        probabilities = [detection.probabilities for detection in self.detections]
        return np.array(probabilities, dtype=np.float64)

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
        """How every tile lies as every other tile sees it. It is computed once."""
        # Entry [i, j] of each array is about tile j as tile i sees it.
        # (N, N, 2): from the centre of tile i to that of tile j, along the table's x and y.
        steps = self.centers[None, :, :] - self.centers[:, None, :]
        # (N, N, 2): the same along tile i's own directions right and down.
        down = turn_right(self.right)
        steps_right = (steps * self.right[:, None]).sum(axis=2)
        steps_down = (steps * down[:, None]).sum(axis=2)
        position = np.stack([steps_right, steps_down], axis=2)
        cosines = np.clip(np.abs(self.right @ self.right.T), 0.0, 1.0)
        are_crossed = cosines < DIAGONAL

        # (N, N, 2): the gap between the two sideways, and the gap up and down. The larger of them
        # shows on which axis the two are apart.
        gaps = _gaps_along_axes(position, are_crossed)
        axis = gaps.argmax(axis=2)
        # How far tile j's centre is off tile i's centre on the other axis.
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
            quarter_turns: where that player sits, counted counter-clockwise from the photographer.
                For 1 it is the player at the photo's right side, which becomes the near side.
            without: tiles to leave out.
        """
        # A quarter turn that takes the direction to the right, (1, 0), to the direction down,
        # (0, 1). Vectors are rows here.
        turn = np.linalg.matrix_power(np.array([[0, 1], [-1, 0]]), quarter_turns % 4)
        tiles = tuple(tile for tile in self.tiles if tile not in without)
        return replace(self, tiles=tiles, centers=self.centers @ turn, right=self.right @ turn)

    def are_flowers(self, tiles: Collection[int]) -> bool:
        """Whether tiles that lie together are flowers and seasons, by their mean probability.

        So a tile among several may have been misread.
        """
        probability = sum(self.flower_probabilities[tile] for tile in tiles)
        return probability >= LEAST_MEAN_PROBABILITY * len(tiles)

    def show_kinds(self, tiles: Collection[int], kinds: Collection[str]) -> bool:
        """Whether tiles that lie together show only these kinds, by their mean probability.

        So a tile among several may have been misread.
        """
        if not kinds:
            return False
        classes = [CLASSES.index(kind) for kind in kinds]
        probability = float(self.probabilities[np.ix_(list(tiles), classes)].sum())
        return probability >= LEAST_MEAN_PROBABILITY * len(tiles)

    def distance_between(self, tiles: Collection[int], others: Collection[int]) -> float:
        """The distance between two groups of tiles, in tile widths from edge to edge.

        It is the distance between the nearest centres minus the length of a tile. That is exact for
        two tiles that are end to end. It is a little too small for two tiles that are side by side,
        because tiles are less wide than long.
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
    # The first edge of a box is the top edge of the face. If the face does not show its top, it may
    # be a side edge instead. The projection takes it for a side edge if it is this many times as
    # long in the photo as the second edge. A face that shows its top has no such limit.
    sideways_limit = np.where(shows_top, np.inf, UNKNOWN_TURN)
    centers, edges = project_onto_table(centers_px, edges_px, sideways_limit, weights=scores)

    # On the table, for the n tiles. (n, 2): the lengths of each top edge and each left edge.
    lengths = np.maximum(np.linalg.norm(edges, axis=2), TINY)
    sizes = np.sqrt(lengths.prod(axis=1) / ASPECT)
    shapes = lengths[:, 0] / lengths[:, 1]
    right = _directions_right(edges / lengths[..., None])
    # The lengths on the table show better than those in the photo which first edges are side edges.
    is_side_edge = ~shows_top & (shapes > UNKNOWN_TURN)
    right = np.where(is_side_edge[:, None], turn_right(right), right)
    shapes = np.where(is_side_edge, 1 / shapes, shapes)

    def for_all_detections(values: Floats) -> Floats:
        """Make an array by detection from an array by tile. Other detections are not a number."""
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
    """Find the direction to the right of each face.

    Its top edge and its left edge may not be at a right angle. Then the direction is halfway
    between that of the top edge and that at a right angle to the left edge.

    Args:
        unit_edges: ``(n, 2, 2)`` unit vectors along each top edge, and down each left edge.

    Returns:
        ``(n, 2)`` unit vectors.
    """
    along_top = unit_edges[:, 0]
    # The direction down, turned by a quarter counter-clockwise, is the direction to the right.
    across_left = -turn_right(unit_edges[:, 1])
    directions = along_top + across_left
    directions /= np.maximum(np.linalg.norm(directions, axis=1, keepdims=True), TINY)
    return directions


def turn_right(vectors: Floats) -> Floats:
    """Turn ``(..., 2)`` vectors by a quarter clockwise: right becomes down, and down becomes left.

    Clockwise is meant as the photo shows it, where x points to the right and y points down.
    """
    return np.stack([-vectors[..., 1], vectors[..., 0]], axis=-1)


def _gaps_along_axes(position: Floats, are_crossed: Bools) -> Floats:
    """Measure the gaps between the edges of all pairs of tiles, sideways and up and down.

    A gap is the distance between the centres minus half of each tile::

        +-------+            +-------+
        |   i   |            |   j   |
        |   *---|--- gap ----|---*   |
        |       |            |       |
        +-------+            +-------+

    Tile i measures it along its own edges, and tile j along its own. If the two are not exactly
    parallel or at a right angle, they get different values, and the mean counts.

    Args:
        position: ``(N, N, 2)`` tile widths along tile i's own edges: how far tile j's centre is to
            the right of tile i's centre, and how far it is below.
        are_crossed: ``(N, N)`` whether tile j lies across tile i.

    Returns:
        ``(N, N, 2)`` tile widths: the gap in tile i's directions right or left, and the gap in its
        directions up or down. Negative if the tiles overlap in that direction.
    """
    # (N, N, 1): applies to both directions of a pair.
    is_crossed_pair = are_crossed[..., None]
    # From the middle of a tile to its right edge, and to its lower edge.
    half_size = np.array([0.5, ASPECT / 2])
    # Seen along the edges of tile i, a tile j that lies across has its length from left to right,
    # and its width from top to bottom.
    half_size_of_other = np.where(is_crossed_pair, half_size[::-1], half_size)
    # Entry [i, j]: the gaps as tile i measures them.
    gaps = np.abs(position) - (half_size + half_size_of_other)

    # The same gaps as tile j measures them are in entry [j, i]. If the tiles lie across each other,
    # sideways for tile j is up and down for tile i, so the two directions are exchanged.
    gaps_in_directions_of_other = np.where(is_crossed_pair, gaps[..., ::-1], gaps)
    gaps_by_other = gaps_in_directions_of_other.transpose(1, 0, 2)
    mean_gaps: Floats = (gaps + gaps_by_other) / 2
    return mean_gaps


def askew_deg(cosines: Floats) -> Floats:
    """By how many degrees two directions differ from parallel or from a right angle: 0 to 45.

    Args:
        cosines: the cosines of the angles between the directions, 0 to 1.
    """
    # The sine of the angle to parallel is the square root of 1 - cosine ** 2. The sine of the angle
    # to a right angle is the cosine. The smaller angle has the smaller sine.
    askew: Floats = np.degrees(np.arcsin(np.minimum(cosines, np.sqrt(1 - cosines**2))))
    return askew


def measure_edges(detections: Sequence[Detection]) -> tuple[Floats, Floats]:
    """Measure the boxes of detections in pixels of the photo.

    Returns:
        ``(N, 2)`` float64: the centre of each box. ``(N, 2, 2)`` float64: its sides, a vector along
        the top edge and a vector down the left edge. Each is the mean of two opposite edges.
    """
    boxes = np.array([detection.box for detection in detections], dtype=np.float64)
    boxes = boxes.reshape(-1, 4, 2)
    return boxes.mean(axis=1), sides(boxes).astype(np.float64, copy=False)


def _with_neighbours_beside(centers: Floats, edges: Floats, shows_top: Bools) -> Floats:
    """Choose the top edge of faces that do not show their top: the nearest tile lies beside them.

    The box of such a face may begin at any corner. Most tiles lie side by side, so the edges are
    renamed if the nearest tile would lie above or below. The lengths of the edges in the photo
    would be no good guide: at a slant, the longer edge of a tile may look shorter.

    Args:
        centers: ``(n, 2)`` float64 pixels.
        edges: ``(n, 2, 2)`` float64 pixels: along each top edge, and down each left edge.
        shows_top: ``(n,)`` bool: whether the face shows which edge is its top.

    Returns:
        ``(n, 2, 2)`` the edges, some of them renamed.
    """
    if len(centers) < 2:
        return edges
    # (n, n, 2): from the first center to the second. Then (n, 2): from each to the nearest.
    steps = centers[None] - centers[:, None]
    distances = np.hypot(steps[..., 0], steps[..., 1])
    np.fill_diagonal(distances, np.inf)
    step_to_nearest = steps[np.arange(len(centers)), distances.argmin(axis=1)]
    lengths = np.maximum(np.linalg.norm(edges, axis=2), TINY)
    # (n, 2): how far that step leads along the top edge, and along the left edge, in pixels.
    extents_of_step = np.abs((edges * step_to_nearest[:, None]).sum(axis=2)) / lengths
    nearest_is_above_or_below = extents_of_step[:, 1] > extents_of_step[:, 0]
    is_renamed = ~shows_top & nearest_is_above_or_below
    # The old left edge, from its lower to its upper end, is the new top edge. The old top edge is
    # the new left edge.
    renamed_edges = np.stack([-edges[:, 1], edges[:, 0]], axis=1)
    return np.where(is_renamed[:, None, None], renamed_edges, edges)
