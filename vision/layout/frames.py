"""Every tile on the table, and how each other tile lies as it sees it."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BONUS, CLASSES
from hu.vision.detection import Detection
from hu.vision.geometry import ASPECT, sides
from hu.vision.layout.plane import UNKNOWN_TURN, Bools, Floats, Plane, find_plane
from hu.vision.layout.settings import ReadingSettings

Ints = NDArray[np.intp]
_BONUS: Final = [CLASSES.index(code) for code in BONUS]
#: Tiles that lie together are flowers when this much of what they may be is, all in all.
_FLOWERS: Final = 0.6
#: A table is at least this wide, in tile widths.
_ACROSS: Final = 12.0


@dataclass(frozen=True, slots=True, eq=False)
class Frames:
    """Where N tiles lie on the table, in tile widths; x and y keep the photo's senses.

    Attributes:
        centers: ``(N, 2)`` float64.
        right: ``(N, 2)`` float64: unit vectors along the top edges, to the faces' right.
        sizes: ``(N,)`` float64: how large each face seems, 1 being the common size.
        shapes: ``(N,)`` float64: how wide each face seems, as a part of its length.
        known: ``(N,)`` bool: whether the face told which edge is the top one.
    """

    centers: Floats
    right: Floats
    sizes: Floats
    shapes: Floats
    known: Bools

    @property
    def down(self) -> Floats:
        """``(N, 2)`` unit vectors down the faces."""
        return quarter(self.right)


def room_between(tiles: Sequence[int], others: Sequence[int], frames: Frames) -> float:
    """How far tiles lie from others, in tile widths from edge to edge."""
    away = frames.centers[list(tiles)][:, None] - frames.centers[list(others)][None]
    return float(np.linalg.norm(away, axis=2).min()) - ASPECT


def quarter(vectors: Floats) -> Floats:
    """Turn ``(..., 2)`` vectors by a quarter clockwise as seen in the photo (y points down): from right to down."""
    return np.stack([-vectors[..., 1], vectors[..., 0]], axis=-1)


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """How tile j lies as tile i sees it, for all N x N pairs.

    Attributes:
        position: ``(N, N, 2)`` float64 tile widths: j's centre to i's right and down.
        crossed: ``(N, N)`` bool: whether one lies across the other.
        axis: ``(N, N)``: 0 when j lies beside i (along its top edge), 1 when it lies above or below.
        gap: ``(N, N)`` float64 tile widths between facing edges.
        offset: ``(N, N)`` float64 tile widths: j's centre off i's axis; the mean of both views.
        angle: ``(N, N)`` float64 degrees that both differ from lying straight or square to each other.
        scale: ``(N, N)`` float64: how much larger the larger one of both seems.
    """

    position: Floats
    crossed: Bools
    axis: Ints
    gap: Floats
    offset: Floats
    angle: Floats
    scale: Floats

    def links(self, settings: ReadingSettings) -> Bools:
        """``(N, N)``: whether i and j touch, edge to edge and in line."""
        reach = np.where(self.axis == 0, settings.touching_tile_widths, settings.touching_across_tile_widths)
        near = (self.gap <= np.maximum(reach, reach.T)) & (self.gap > -settings.link_overlap_tile_widths)
        straight = (self.angle <= settings.angle_deg) & (self.offset <= settings.offset_tile_widths)
        linked: Bools = near & straight & (self.scale <= settings.scale_ratio)
        np.fill_diagonal(linked, val=False)
        return linked


@dataclass(frozen=True, eq=False)
class Table:
    """The tiles of a photo as they lie on the table: what every step of the layout looks at.

    Attributes:
        detections: N tiles; every step below speaks of them by their position here.
        plane: the way from the photo to the table.
        frames: where they lie.
        pairs: how they lie to each other.
        settings: the tolerances.
    """

    detections: tuple[Detection, ...]
    plane: Plane
    frames: Frames
    pairs: Pairs
    settings: ReadingSettings

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """The likeliest face of each tile."""
        return tuple(detection.tile for detection in self.detections)

    @cached_property
    def votes(self) -> Floats:
        """``(N,)`` how much each tile's direction is to be believed; 0 when its face looks the same both ways up."""
        return np.array([d.belief for d in self.detections], dtype=np.float64) * self.frames.known

    @cached_property
    def beyond(self) -> Floats:
        """``(N,)`` where each tile lies between the near side of what was seen, 0, and the far one, 1."""
        down = self.frames.centers[:, 1]
        beyond: Floats = (down.max() - down) / max(float(down.max() - down.min()), _ACROSS)
        return beyond

    @cached_property
    def flowers(self) -> Floats:
        """``(N,)`` how likely each tile is a flower or a season, whichever."""
        seen = np.array([detection.probabilities for detection in self.detections], dtype=np.float64)
        likely: Floats = seen[:, _BONUS].sum(axis=1)
        return likely

    def seen_from(self, quarter_turns: int, tiles: Sequence[int]) -> "Table":
        """Some of the tiles, the table turned counter-clockwise so that what lay at the right lies near, and so on."""
        chosen = list(tiles)
        turn = np.linalg.matrix_power(np.array([[0, 1], [-1, 0]]), quarter_turns % 4)
        frames = Frames(*(getattr(self.frames, field.name)[chosen] for field in fields(Frames)))
        frames = replace(frames, centers=frames.centers @ turn, right=frames.right @ turn)
        return replace(
            self, detections=tuple(self.detections[k] for k in chosen), frames=frames, pairs=pairs_of(frames)
        )

    def are_flowers(self, tiles: Sequence[int]) -> bool:
        """Whether tiles that lie together are flowers and seasons, one of them perhaps misread."""
        return float(self.flowers[list(tiles)].mean()) >= _FLOWERS


def table_of(detections: Sequence[Detection], settings: ReadingSettings) -> Table:
    """Find the table and measure the tiles against each other. Each box must span an area."""
    centers, sides = edges_of(detections)
    known = np.array([detection.turn_known for detection in detections])
    sides = _side_by_side(centers, sides, known)
    trust = np.array([max(0.05, detection.score) for detection in detections])
    plane = find_plane(centers, sides, known, trust)
    frames = _frames(plane, centers, sides, known)
    return Table(tuple(detections), plane, frames, pairs_of(frames), settings)


def edges_of(detections: Sequence[Detection]) -> tuple[Floats, Floats]:
    """``(N, 2)`` centres and ``(N, 2, 2)`` sides (right, down) of the boxes, in pixels."""
    boxes = np.array([detection.box for detection in detections], dtype=np.float64).reshape(-1, 4, 2)
    return boxes.mean(axis=1), sides(boxes).astype(np.float64, copy=False)


def _frames(plane: Plane, centers: Floats, sides: Floats, known: Bools) -> Frames:
    edges = plane.vectors(centers, sides)
    lengths = np.maximum(np.linalg.norm(edges, axis=2), 1e-9)
    units = edges / lengths[..., None]
    # The rectangle for a face seen aslant follows neither of its edges: both together tell how the tile is turned.
    right = units[:, 0] - quarter(units[:, 1])
    right /= np.maximum(np.linalg.norm(right, axis=1, keepdims=True), 1e-9)
    shape = lengths[:, 0] / lengths[:, 1]
    lying = ~known & (shape > UNKNOWN_TURN)
    right = np.where(lying[:, None], quarter(right), right)
    shape = np.where(lying, 1 / shape, shape)
    return Frames(plane.points(centers), right, np.sqrt(lengths.prod(axis=1) / ASPECT), shape, known)


def _side_by_side(centers: Floats, sides: Floats, known: Bools) -> Floats:
    """Take for the top of a face that does not tell it an edge whose end its nearest neighbour lies at.

    Most tiles lie side by side; seen aslant, the longer side in the photo is not always the longer one.
    """
    if len(centers) < 2:
        return sides
    away = centers[None] - centers[:, None]
    distance = np.hypot(away[..., 0], away[..., 1]) + np.diag(np.full(len(centers), np.inf))
    nearest = away[np.arange(len(centers)), distance.argmin(axis=1)]
    along = np.abs((sides * nearest[:, None]).sum(axis=2)) / np.maximum(np.linalg.norm(sides, axis=2), 1e-9)
    across = ~known & (along[:, 1] > along[:, 0])
    # A quarter turn clockwise: what was down becomes left, so right is what was up.
    turned = np.stack([-sides[:, 1], sides[:, 0]], axis=1)
    return np.where(across[:, None, None], turned, sides)


def pairs_of(frames: Frames) -> Pairs:
    """Look from every tile at every other one."""
    away = frames.centers[None, :, :] - frames.centers[:, None, :]
    position = np.stack([(away * frames.right[:, None]).sum(2), (away * frames.down[:, None]).sum(2)], axis=2)
    cosines = np.clip(np.abs(frames.right @ frames.right.T), 0.0, 1.0)
    crossed = cosines < np.sqrt(0.5)
    half = np.array([0.5, ASPECT / 2])
    room = half + np.where(crossed[..., None], half[::-1], half)
    free = np.abs(position) - room
    free = (free + np.where(crossed[..., None], free[..., ::-1], free).transpose(1, 0, 2)) / 2
    axis = free.argmax(axis=2)
    off = np.take_along_axis(np.abs(position), (1 - axis)[..., None], axis=2)[..., 0]
    turned = np.degrees(np.arccos(cosines))
    ratio = frames.sizes[:, None] / frames.sizes[None, :]
    return Pairs(
        position,
        crossed,
        axis,
        gap=free.max(axis=2),
        offset=(off + off.T) / 2,
        angle=np.minimum(turned, 90 - turned),
        scale=np.maximum(ratio, 1 / ratio),
    )
