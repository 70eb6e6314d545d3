"""Every tile's own frame, and how each other tile lies in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.detection import Detection
from vision.layout.settings import Settings

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.intp]

#: How much longer than wide a tile's face is; sets differ, from 1.25 to 1.45.
ASPECT: Final = 4 / 3


@dataclass(frozen=True, slots=True, eq=False)
class Frames:
    """Where N tiles lie in the photo.

    Attributes:
        centers: ``(N, 2)`` float64, pixels.
        sides: ``(N, 2, 2)`` float64, pixels: of each tile the vector along its top edge (to the face's right) and
            the one along its left edge (down the face).
    """

    centers: Floats
    sides: Floats

    @property
    def lengths(self) -> Floats:
        """``(N, 2)`` float64 pixels: the faces' widths and heights."""
        lengths: Floats = np.linalg.norm(self.sides, axis=2)
        return lengths

    @property
    def sizes(self) -> Floats:
        """``(N,)`` float64 pixels: the square root of each face's area, which turning does not change."""
        sides = self.sides
        sizes: Floats = np.sqrt(np.abs(sides[:, 0, 0] * sides[:, 1, 1] - sides[:, 0, 1] * sides[:, 1, 0]))
        return sizes


def frames_of(detections: Sequence[Detection]) -> Frames:
    """Take centres and sides from the detections' boxes."""
    boxes = np.array([detection.box for detection in detections], dtype=np.float64).reshape(-1, 4, 2)
    right = (boxes[:, 1] - boxes[:, 0] + boxes[:, 2] - boxes[:, 3]) / 2
    down = (boxes[:, 3] - boxes[:, 0] + boxes[:, 2] - boxes[:, 1]) / 2
    return Frames(boxes.mean(axis=1), np.stack([right, down], axis=1))


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """How tile j lies as tile i sees it, for all N x N pairs.

    Attributes:
        place: ``(N, N, 2)`` float64: j's centre in i's widths and heights.
        axis: ``(N, N)``: 0 when j lies beside i along its top edge, 1 when it lies above or below.
        gap: ``(N, N)`` float64 tile widths between their facing edges, seen the same from both.
        offset: ``(N, N)`` float64: j's centre off i's axis, as a part of the tiles' extent; the larger of both views.
        angle: ``(N, N)`` float64 degrees between the axes that lead from one to the other.
        scale: ``(N, N)`` float64: how much larger the larger one of both is.
    """

    place: Floats
    axis: Ints
    gap: Floats
    offset: Floats
    angle: Floats
    scale: Floats

    def links(self, settings: Settings, reach: float) -> Bools:
        """``(N, N)``: whether i and j lie in line, edge to edge, no further apart than ``reach`` tile widths."""
        same = self.axis == self.axis.T
        straight = self.angle <= np.where(same, settings.angle, settings.skew)
        near = (self.gap <= reach) & (self.gap > -settings.overlap)
        linked: Bools = near & straight & (self.offset <= settings.offset) & (self.scale <= settings.scale)
        np.fill_diagonal(linked, val=False)
        return linked


def pairs_of(frames: Frames) -> Pairs:
    """Look from every tile at every other one. The frames must span an area."""
    place = np.einsum("nkl,nml->nmk", np.linalg.inv(frames.sides.transpose(0, 2, 1)), _differences(frames.centers))
    lengths = frames.lengths
    along = np.abs(place) * lengths[:, None, :]
    axis = along.argmax(axis=2)
    reach = np.take_along_axis(along, axis[..., None], axis=2)[..., 0]
    across = np.take_along_axis(np.abs(place), (1 - axis)[..., None], axis=2)[..., 0]
    mine = np.take_along_axis(lengths, axis, axis=1)
    free = (reach - (mine + mine.T) / 2) / (mine / np.where(axis == 0, 1.0, ASPECT))
    sizes = frames.sizes
    ratio = sizes[:, None] / sizes[None, :]
    return Pairs(
        place,
        axis,
        (free + free.T) / 2,
        np.maximum(across, across.T),
        _angles(frames, axis),
        np.maximum(ratio, 1 / ratio),
    )


def _differences(centers: Floats) -> Floats:
    return centers[None, :, :] - centers[:, None, :]


def _angles(frames: Frames, axis: Ints) -> Floats:
    units = frames.sides / frames.lengths[..., None]
    count = len(units)
    mine = units[np.arange(count)[:, None], axis]
    cosines = np.abs((mine * mine.transpose(1, 0, 2)).sum(axis=2))
    angles: Floats = np.degrees(np.arccos(np.clip(cosines, 0.0, 1.0)))
    return angles


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The tiles of a photo and how they lie to each other: what every step of the layout looks at.

    Attributes:
        detections: N tiles; every step below speaks of them by their position here.
        frames: their places.
        pairs: how they lie to each other.
        settings: the tolerances.
    """

    detections: tuple[Detection, ...]
    frames: Frames
    pairs: Pairs
    settings: Settings

    @property
    def votes(self) -> Floats:
        """``(N,)`` how much each tile's direction is to be believed; 0 when its face looks the same both ways up."""
        return np.array([d.score * d.confidence * d.turn_known for d in self.detections], dtype=np.float64)


def table_of(detections: Sequence[Detection], settings: Settings) -> Table:
    """Measure the tiles against each other. Each box must span an area."""
    frames = frames_of(detections)
    return Table(tuple(detections), frames, pairs_of(frames), settings)
