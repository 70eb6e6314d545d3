"""Rounded blocks: tiles, racks, dice and boxes, drawn face by face."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from training.faces.blanks import Body
from training.faces.ink import Colour
from training.scenes.camera import Camera, Points, fill
from training.tables.placing import Placed, Pose

Picture = NDArray[np.uint8]

#: Points along each rounded corner of the outline.
_CORNER_STEPS: Final = 3


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """A block somewhere in the world."""

    center: Points  # ``(3,)`` of the block
    axes: Points  # ``(3, 3)``, rows: the face's right, the face's up, and out of the face, in the world
    size: tuple[float, float, float]  # width, height and depth in tile widths
    corner: float  # radius of the outline's corners
    bevel: float  # radius of the rounding around the face
    colours: tuple[Colour, Colour]  # of the face's layer and of the back's layer, RGB
    split: float = 0.5  # share of the depth that the back's layer takes
    face: Picture | None = (
        None  # picture of the face, ``(h, w, 3)`` uint8 RGB, or None for plain colour
    )
    back: Picture | None = None  # picture of the back, or None
    gloss: float = 0.3  # 0 to 1

    def world(self, local: Points) -> Points:
        """``(N, 3)`` from the block's own axes to the world."""
        placed: Points = local @ self.axes + self.center
        return placed

    def corners(self) -> Points:
        """``(8, 3)`` in the world: the face's four clockwise from its top left, then the back's behind them."""
        width, height, depth = np.array(self.size) / 2
        square = np.array([[-width, height], [width, height], [width, -height], [-width, -height]])
        ends = [np.column_stack([square, np.full(4, n)]) for n in (depth, -depth)]
        return self.world(np.concatenate(ends))

    def face_corners(self, *, back: bool = False) -> Points:
        """``(4, 3)`` corners of the face (or of the back, seen from behind, clockwise from its top left)."""
        corners = self.corners()
        return corners[[5, 4, 7, 6]] if back else corners[:4]


def on_table(
    spot: Sequence[float] | Points,
    size: tuple[float, float, float],
    colour: Colour,
    *,
    turn: float = 0.0,
    base: float = 0.0,
    upright: bool = False,
    corner: float = 0.03,
    face: Picture | None = None,
    gloss: float = 0.3,
) -> Solid:
    """A block of one colour, lying with its face up or standing with it towards the player."""
    center = np.array([spot[0], spot[1], base + size[1 if upright else 2] / 2])
    axes = _axes(turn, "standing" if upright else "up")
    bevel = min(0.06, size[2] * 0.3)
    return Solid(center, axes, size, corner, bevel, (colour, colour), face=face, gloss=gloss)


def block(placed: Placed, body: Body) -> Solid:
    """The tile as a block in the world, without its pictures."""
    half = (body.aspect if placed.pose == "standing" else body.depth) / 2
    return Solid(
        center=np.array([placed.x, placed.y, placed.level * body.depth + half]),
        axes=_axes(placed.turn, placed.pose),
        size=(1.0, body.aspect, body.depth),
        corner=body.corner,
        bevel=body.bevel,
        colours=(body.face, body.back),
        split=body.split,
        gloss=body.gloss,
    )


def _axes(turn: float, pose: Pose) -> Points:
    """The directions of a block's width, height and depth in the world, ``(3, 3)`` float64."""
    cos, sin = np.cos(turn), np.sin(turn)
    right, up, above = np.array([[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]])
    return np.stack(
        {"up": (right, up, above), "down": (-right, up, -above), "standing": (right, above, -up)}[
            pose
        ]
    )


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """What shines on the table."""

    direction: Points  # ``(3,)`` unit vector to the light
    colour: Points  # ``(3,)`` RGB of the direct light's share
    ambient: Points  # ``(3,)`` RGB of what comes from everywhere
    softness: float  # of shadows, 0 hard to 1 very soft

    def shade(self, normals: Points) -> Points:
        """``(N, 3)`` factors for surfaces with ``(N, 3)`` normals."""
        direct = np.maximum(normals @ self.direction, 0)[:, None] * self.colour
        # Less of the room is seen by what looks down.
        open_sky = 0.75 + 0.25 * normals[:, 2:]
        lit: Points = self.ambient * open_sky + direct
        return lit


@cache
def outline(width: float, height: float, corner: float) -> tuple[Points, Points]:
    """A rounded rectangle counter-clockwise: ``(M, 2)`` points around the origin and their outward normals."""
    corner = min(corner, 0.45 * min(width, height))
    angles = np.linspace(0, np.pi / 2, _CORNER_STEPS)
    turns = np.concatenate([angles + k * np.pi / 2 for k in range(4)])
    normals = np.column_stack([np.cos(turns), np.sin(turns)])
    middles = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]]) * [
        width / 2 - corner,
        height / 2 - corner,
    ]
    return np.repeat(middles, _CORNER_STEPS, axis=0) + normals * corner, normals


def _bands(solid: Solid) -> Iterator[tuple[Points, Points, Colour]]:
    """Quads, outward normals and colour of the strips around a block: rounding, back layer, face layer, rounding."""
    width, height, depth = solid.size
    bevel = min(solid.bevel, depth * 0.3)
    slope, split = bevel * 0.3, -depth / 2 + depth * solid.split
    split = min(max(split, -depth / 2 + bevel), depth / 2 - bevel)
    # Inset of the outline and place along the depth, ring by ring; the rounding is two chamfers.
    rings = [(bevel, -depth / 2), (0.0, -depth / 2 + bevel), (0.0, split), (0.0, depth / 2 - bevel)]
    rings += [(slope, depth / 2 - bevel * 0.3), (bevel, depth / 2)]
    tilt = [-0.7, 0.0, 0.0, 0.35, 0.85]
    face, back = solid.colours
    points = [_ring(solid, *ring) for ring in rings]
    flat = outline(width, height, solid.corner)[1]
    for k, colour in enumerate((back, back, face, face, face)):
        quads = np.stack(
            [points[k], np.roll(points[k], -1, 0), np.roll(points[k + 1], -1, 0), points[k + 1]],
            axis=1,
        )
        mean = flat + np.roll(flat, -1, 0)
        mean = mean / np.linalg.norm(mean, axis=1, keepdims=True) * np.sqrt(1 - tilt[k] ** 2)
        normals = np.column_stack([mean, np.full(len(mean), tilt[k])]) @ solid.axes
        yield quads, normals, colour


def _ring(solid: Solid, inset: float, along: float) -> Points:
    width, height, _ = solid.size
    points, normals = outline(width, height, solid.corner)
    local = np.column_stack([points - normals * inset * 0.9, np.full(len(points), along)])
    return solid.world(local)


def draw(
    canvas: Picture,
    solid: Solid,
    camera: Camera,
    light: Light,
    gains: tuple[float, float] = (1.0, 1.0),
) -> None:
    """Paint a block onto the picture, over what is there."""
    for quads, normals, layer in _bands(solid):
        toward = camera.position - quads.mean(axis=1)
        seen = np.flatnonzero(
            (normals * toward).sum(axis=1) > -0.02 * np.linalg.norm(toward, axis=1)
        )
        if seen.size == 0:
            continue
        pixels = camera.project(quads[seen].reshape(-1, 3)).reshape(-1, 4, 2)
        colours = _lit(np.array(layer), normals[seen], toward[seen], solid, light) * gains[0]
        for quad, colour in zip(pixels, (colours * 255).clip(0, 255).tolist(), strict=True):
            fill(canvas, quad, colour)
    _draw_face(canvas, solid, camera, light, gains[1])


def _lit(colour: Points, normals: Points, toward: Points, solid: Solid, light: Light) -> Points:
    """``(N, 3)`` colours of plain surfaces: shade and highlight."""
    half = toward / np.linalg.norm(toward, axis=1, keepdims=True) + light.direction
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    shine = np.maximum((normals * half).sum(axis=1), 0)[:, None] ** 24 * solid.gloss * 0.5
    lit: Points = colour * light.shade(normals) + shine * light.colour
    return lit


def _draw_face(canvas: Picture, solid: Solid, camera: Camera, light: Light, gain: float) -> None:
    """The flat face, or the back where that side is seen."""
    toward = camera.position - solid.center
    back = bool((solid.axes[2] @ toward) < 0)
    normal = -solid.axes[2] if back else solid.axes[2]
    outline = _ring(solid, solid.bevel, -solid.size[2] / 2 if back else solid.size[2] / 2)
    polygon = camera.project(outline)
    picture = solid.back if back else solid.face
    shade = light.shade(normal[None])[0] * gain
    if picture is None:
        colour = (
            _lit(np.array(solid.colours[int(back)]), normal[None], toward[None], solid, light)[0]
            * gain
        )
        fill(canvas, polygon, (colour * 255).clip(0, 255).tolist())
        return
    _warp(canvas, picture, camera.project(solid.face_corners(back=back)), polygon, shade)


def _warp(
    canvas: Picture, picture: Picture, corners: Points, polygon: Points, shade: Points
) -> None:
    """Lay a picture onto four corners (clockwise from its top left), within the polygon, times ``shade``."""
    low = np.maximum(np.floor(polygon.min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(polygon.max(axis=0)).astype(int) + 1, canvas.shape[1::-1])
    if (high <= low).any():
        return
    height, width = picture.shape[:2]
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (corners - low).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    warped = cv2.warpPerspective(
        picture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    mask = np.zeros(size[::-1], np.uint8)
    fill(mask, polygon - low, 255)
    lit = cv2.multiply(warped, np.array([*shade, 1.0]))
    region = canvas[low[1] : high[1], low[0] : high[0]]
    cv2.copyTo(lit, mask, region)


def mip(pictures: Mapping[int, Picture], height: float) -> Picture:
    """The smallest of several sizes of a picture (by height) that still has the pixels asked for."""
    enough = [size for size in sorted(pictures) if size >= height * 0.9]
    return pictures[enough[0] if enough else max(pictures)]


def hull(points: Points) -> Points:
    """Convex hull of ``(N, 2)`` pixels."""
    return cv2.convexHull(points.astype(np.float32)).reshape(-1, 2).astype(np.float64)


def order(solids: Sequence[Solid], camera: Camera) -> list[int]:
    """Indices from the farthest to the nearest, so that painting in this order hides what must be hidden.

    Blocks that overlap in the picture are compared in pairs by a plane between them; distance decides the rest.
    """
    count = len(solids)
    corners = [s.corners() for s in solids]
    pixels = [camera.project(c) for c in corners]
    low, high = np.array([p.min(axis=0) for p in pixels]), np.array([p.max(axis=0) for p in pixels])
    touching = ((low[:, None] < high[None]) & (low[None] < high[:, None])).all(axis=2)
    before: list[set[int]] = [set() for _ in range(count)]
    for i, j in zip(*np.nonzero(np.triu(touching, 1)), strict=True):
        nearer = _nearer(corners[i], corners[j], (solids[i], solids[j]), camera.position)
        if nearer == 0:
            before[i].add(int(j))
        elif nearer == 1:
            before[j].add(int(i))
    distance = [float(np.linalg.norm(s.center - camera.position)) for s in solids]
    return _painting_order(before, distance)


def _nearer(a: Points, b: Points, solids: tuple[Solid, Solid], eye: Points) -> int | None:
    """0 when the first block lies on the camera's side of a plane between them, 1 for the second, None unknown."""
    axes = np.concatenate([solids[0].axes, solids[1].axes])
    first, second, camera = a @ axes.T, b @ axes.T, axes @ eye
    gaps = np.stack(
        [second.min(axis=0) - first.max(axis=0), first.min(axis=0) - second.max(axis=0)]
    )
    side, axis = np.unravel_index(int(gaps.argmax()), gaps.shape)
    if gaps[side, axis] < -0.05:
        return None
    # On side 0 the first block comes first along the axis, on side 1 the second does.
    lower, upper = (first, second) if side == 0 else (second, first)
    middle = (lower[:, axis].max() + upper[:, axis].min()) / 2
    lower_is_near = camera[axis] < middle
    return int(side) if lower_is_near else 1 - int(side)


def _painting_order(before: Sequence[set[int]], distance: Sequence[float]) -> list[int]:
    """Every index after all in its ``before`` set, the farthest first where there is a choice."""
    left = set(range(len(before)))
    result: list[int] = []
    while left:
        free = [k for k in left if not before[k] & left] or list(left)
        farthest = sorted(free, key=lambda k: -distance[k])
        # A cycle (blocks that lean on one another) is cut at the farthest.
        batch = (
            farthest if len(free) < len(left) or not (before[farthest[0]] & left) else farthest[:1]
        )
        result += batch
        left -= set(batch)
    return result
