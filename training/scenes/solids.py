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
#: ``(h, w)`` the part of a block that each pixel of a picture shows: ``2 i`` is a side of block i,
#: ``2 i + 1`` its face or back, and -1 no block.
PartMap = NDArray[np.int16]

#: Points along each rounded corner of the outline.
_CORNER_STEPS: Final = 3


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """A block somewhere in the world. Lengths are in tile widths."""

    center: Points  # ``(3,)`` of the block
    # ``(3, 3)``, rows: the face's right, the face's up, and out of the face, in the world
    axes: Points
    size: tuple[float, float, float]  # width, height and depth
    corner: float  # radius of the outline's corners
    bevel: float  # radius of the rounding around the face
    face_colour: Colour  # of the face's layer
    back_colour: Colour  # of the back's layer
    split: float = 0.5  # share of the depth that the back's layer takes
    face: Picture | None = None  # picture of the face, ``(h, w, 3)`` uint8 RGB, or None if plain
    back: Picture | None = None  # picture of the back, ``(h, w, 3)`` uint8 RGB, or None if plain
    gloss: float = 0.3  # 0 to 1

    def world(self, local: Points) -> Points:
        """``(n, 3)`` points from the block's own axes to the world."""
        placed: Points = local @ self.axes + self.center
        return placed

    def corners(self) -> Points:
        """``(8, 3)`` corners in the world.

        0 to 3 are the face's corners, clockwise from its top left. 4 to 7 are the corners of the
        back, each behind the face's corner of the same order: 4 behind 0, 5 behind 1, and so on.
        """
        width, height, depth = np.array(self.size) / 2
        square = np.array([[-width, height], [width, height], [width, -height], [-width, -height]])
        face = np.column_stack([square, np.full(4, depth)])
        back = np.column_stack([square, np.full(4, -depth)])
        return self.world(np.concatenate([face, back]))

    def face_corners(self, *, of_back: bool = False) -> Points:
        """``(4, 3)`` corners of the face, or of the back seen from behind.

        Both run clockwise from the top left.
        """
        corners = self.corners()
        if of_back:
            # From behind, left and right are swapped: 5 is the top left corner, 4 the top right.
            return corners[[5, 4, 7, 6]]
        return corners[:4]


def on_table(
    spot: Sequence[float] | Points,
    size: tuple[float, float, float],
    colour: Colour,
    *,
    turn: float = 0.0,
    base: float = 0.0,
    is_upright: bool = False,
    corner: float = 0.03,
    face: Picture | None = None,
    gloss: float = 0.3,
) -> Solid:
    """Put a block of one colour on the table. Lengths are in tile widths.

    Args:
        spot: x and y of its middle.
        size: width, height and depth.
        colour: RGB from 0 to 1.
        turn: in radians, counter-clockwise seen from above.
        base: height of its lower side above the table.
        is_upright: whether it stands with its face towards the player. Otherwise its face is up.
        corner: radius of the outline's corners.
        face: picture of the face, ``(h, w, 3)`` uint8 RGB.
        gloss: 0 for matt, 1 for polished.
    """
    height_above_base = size[1] if is_upright else size[2]
    return Solid(
        center=np.array([spot[0], spot[1], base + height_above_base / 2]),
        axes=_axes(turn, "standing" if is_upright else "up"),
        size=size,
        corner=corner,
        bevel=min(0.06, size[2] * 0.3),
        face_colour=colour,
        back_colour=colour,
        face=face,
        gloss=gloss,
    )


def block(placed: Placed, body: Body) -> Solid:
    """Make a tile's block in the world, without its pictures."""
    height = body.aspect if placed.pose == "standing" else body.depth
    return Solid(
        center=np.array([placed.x, placed.y, placed.level * body.depth + height / 2]),
        axes=_axes(placed.turn, placed.pose),
        size=(1.0, body.aspect, body.depth),
        corner=body.corner,
        bevel=body.bevel,
        face_colour=body.face,
        back_colour=body.back,
        split=body.split,
        gloss=body.gloss,
    )


def _axes(turn: float, pose: Pose) -> Points:
    """``(3, 3)`` the directions of a block's width, height and depth in the world, as rows.

    Args:
        turn: in radians, counter-clockwise seen from above.
        pose: face up, face down, or standing with the face towards the player.
    """
    cos = np.cos(turn)
    sin = np.sin(turn)
    right = np.array([cos, sin, 0.0])
    away = np.array([-sin, cos, 0.0])
    above = np.array([0.0, 0.0, 1.0])
    if pose == "up":
        return np.stack([right, away, above])
    if pose == "down":
        return np.stack([-right, away, -above])
    return np.stack([right, above, -away])


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """The light on the table."""

    direction: Points  # ``(3,)`` unit vector to the light
    colour: Points  # ``(3,)`` RGB of the direct light's share
    ambient: Points  # ``(3,)`` RGB of the light from everywhere
    softness: float  # of shadows, 0 hard to 1 very soft

    def shade(self, normals: Points) -> Points:
        """``(n, 3)`` RGB factors for surfaces with ``(n, 3)`` unit normals."""
        direct = np.maximum(normals @ self.direction, 0)[:, None] * self.colour
        # Surfaces that look down see less of the room.
        open_sky = 0.75 + 0.25 * normals[:, 2:]
        lit: Points = self.ambient * open_sky + direct
        return lit


@cache
def outline(width: float, height: float, corner: float) -> tuple[Points, Points]:
    """Make a rounded rectangle around the origin, counter-clockwise.

    Args:
        width: of the rectangle.
        height: of the rectangle.
        corner: radius of its corners. At most 0.45 of the shorter side is used.

    Returns:
        ``(m, 2)`` points, and their outward unit normals of the same shape.
    """
    corner = min(corner, 0.45 * min(width, height))
    angles = np.linspace(0, np.pi / 2, _CORNER_STEPS)
    turns = np.concatenate([angles + k * np.pi / 2 for k in range(4)])
    normals = np.column_stack([np.cos(turns), np.sin(turns)])
    first_arc_center = np.array([width / 2 - corner, height / 2 - corner])
    arc_centers = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]]) * first_arc_center
    points = np.repeat(arc_centers, _CORNER_STEPS, axis=0) + normals * corner
    return points, normals


@dataclass(frozen=True, slots=True, eq=False)
class _Band:
    """A strip around a block, as flat pieces with four corners."""

    quads: Points  # ``(m, 4, 3)`` corners of the pieces in the world
    normals: Points  # ``(m, 3)`` unit normals of the pieces, outward
    colour: Colour


def _bands(solid: Solid) -> Iterator[_Band]:
    """The five strips around a block, from its back to its face.

    They are the rounding of the back, the back's layer, the face's layer, and two strips of the
    rounding of the face.
    """
    width, height, depth = solid.size
    bevel = min(solid.bevel, depth * 0.3)
    # Places along the depth, from the middle of the block towards its face.
    back_end = -depth / 2
    face_end = depth / 2
    # The layers meet between the roundings.
    seam = back_end + depth * solid.split
    seam = min(max(seam, back_end + bevel), face_end - bevel)
    # A rim is where a rounding meets the flat face or back, an edge is where it meets the sides.
    back_rim = _ring(solid, inset=bevel, along=back_end)
    back_edge = _ring(solid, inset=0.0, along=back_end + bevel)
    seam_ring = _ring(solid, inset=0.0, along=seam)
    face_edge = _ring(solid, inset=0.0, along=face_end - bevel)
    face_bend = _ring(solid, inset=bevel * 0.3, along=face_end - bevel * 0.3)
    face_rim = _ring(solid, inset=bevel, along=face_end)
    # For each strip: its ring nearer to the back, its ring nearer to the face, its colour, and the
    # tilt of its normals. The tilt is 1 for the direction in which the block's face looks, 0
    # sideways, and -1 for the direction in which the back looks.
    strips = (
        (back_rim, back_edge, solid.back_colour, -0.7),
        (back_edge, seam_ring, solid.back_colour, 0.0),
        (seam_ring, face_edge, solid.face_colour, 0.0),
        (face_edge, face_bend, solid.face_colour, 0.35),
        (face_bend, face_rim, solid.face_colour, 0.85),
    )

    # ``(m, 2)`` unit normals of the outline's sides, from the normals at both of their ends.
    _points, normals_at_points = outline(width, height, solid.corner)
    sums = normals_at_points + np.roll(normals_at_points, -1, axis=0)
    side_normals = sums / np.linalg.norm(sums, axis=1, keepdims=True)
    for back_ring, face_ring, colour, tilt in strips:
        next_back = np.roll(back_ring, -1, axis=0)
        next_face = np.roll(face_ring, -1, axis=0)
        quads = np.stack([back_ring, next_back, next_face, face_ring], axis=1)
        sideways = side_normals * np.sqrt(1 - tilt**2)
        outwards = np.full(len(side_normals), tilt)
        normals = np.column_stack([sideways, outwards]) @ solid.axes
        yield _Band(quads, normals, colour)


def _ring(solid: Solid, inset: float, along: float) -> Points:
    """A ring around a block, parallel to its face.

    Args:
        solid: the block.
        inset: how far the ring is from the block's sides. It is drawn a tenth nearer to them.
        along: the ring's place on the axis of the depth, 0 in the middle of the block.

    Returns:
        ``(m, 3)`` points in the world, in the order of ``outline``.
    """
    width, height, _ = solid.size
    points, normals = outline(width, height, solid.corner)
    local = np.column_stack([points - normals * inset * 0.9, np.full(len(points), along)])
    return solid.world(local)


def draw(
    canvas: Picture,
    solid: Solid,
    camera: Camera,
    light: Light,
    *,
    side_gain: float = 1.0,
    face_gain: float = 1.0,
) -> None:
    """Paint a block onto a picture, over its pixels.

    Args:
        canvas: ``(h, w, 3)`` uint8 RGB, changed in place.
        solid: the block.
        camera: the camera of the picture.
        light: the light on the table.
        side_gain: factor of the brightness of the sides.
        face_gain: factor of the brightness of the face or back.
    """
    for band in _bands(solid):
        # ``(m, 3)`` from the middle of each quad to the camera.
        toward = camera.position - band.quads.mean(axis=1)
        facing = (band.normals * toward).sum(axis=1)
        # Quads that are turned to the camera, and those seen almost from the side, so that the
        # edge of the block has no gaps.
        visible = np.flatnonzero(facing > -0.02 * np.linalg.norm(toward, axis=1))
        if visible.size == 0:
            continue
        pixels = camera.project(band.quads[visible].reshape(-1, 3)).reshape(-1, 4, 2)
        base = np.array(band.colour)
        colours = _lit(base, band.normals[visible], toward[visible], solid, light) * side_gain
        levels = (colours * 255).clip(0, 255).tolist()
        for quad, level in zip(pixels, levels, strict=True):
            fill(canvas, quad, level)
    _draw_face(canvas, solid, camera, light, face_gain)


def _lit(colour: Points, normals: Points, toward: Points, solid: Solid, light: Light) -> Points:
    """``(n, 3)`` colours of plain surfaces: shade, and a highlight after Blinn and Phong.

    Args:
        colour: ``(3,)`` RGB from 0 to 1 of the plastic.
        normals: ``(n, 3)`` unit normals of the surfaces.
        toward: ``(n, 3)`` from the surfaces to the camera, of any length.
        solid: the block.
        light: the light on the table.
    """
    # A surface shines if its normal is halfway between the camera and the light.
    halfway = toward / np.linalg.norm(toward, axis=1, keepdims=True) + light.direction
    halfway /= np.linalg.norm(halfway, axis=1, keepdims=True)
    alignment = np.maximum((normals * halfway).sum(axis=1), 0)
    shine = alignment[:, None] ** 24 * solid.gloss * 0.5
    lit: Points = colour * light.shade(normals) + shine * light.colour
    return lit


def _draw_face(canvas: Picture, solid: Solid, camera: Camera, light: Light, gain: float) -> None:
    """Paint the flat face, or the back if that side is seen."""
    toward = camera.position - solid.center
    is_back = bool((solid.axes[2] @ toward) < 0)
    half_depth = solid.size[2] / 2
    if is_back:
        normal = -solid.axes[2]
        rim = _ring(solid, inset=solid.bevel, along=-half_depth)
        picture = solid.back
        plain = solid.back_colour
    else:
        normal = solid.axes[2]
        rim = _ring(solid, inset=solid.bevel, along=half_depth)
        picture = solid.face
        plain = solid.face_colour
    polygon = camera.project(rim)
    if picture is None:
        lit = _lit(np.array(plain), normal[None], toward[None], solid, light)[0] * gain
        fill(canvas, polygon, (lit * 255).clip(0, 255).tolist())
        return
    shade = light.shade(normal[None])[0] * gain
    _warp(canvas, picture, camera.project(solid.face_corners(of_back=is_back)), polygon, shade)


def _warp(
    canvas: Picture, picture: Picture, corners: Points, polygon: Points, shade: Points
) -> None:
    """Lay a picture in perspective onto a part of the canvas.

    Args:
        canvas: ``(h, w, 3)`` uint8 RGB, changed in place.
        picture: the picture, ``(h, w, 3)`` uint8 RGB.
        corners: ``(4, 2)`` pixels of its corners on the canvas, clockwise from its top left.
        polygon: ``(n, 2)`` pixels. Only the part of the picture inside is drawn.
        shade: ``(3,)`` RGB factors of its brightness.
    """
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
    # OpenCV takes four factors, also for three channels.
    lit = cv2.multiply(warped, np.array([*shade, 1.0]))
    region = canvas[low[1] : high[1], low[0] : high[0]]
    cv2.copyTo(lit, mask, region)


def mip(pictures: Mapping[int, Picture], height: float) -> Picture:
    """Choose the smallest of some pictures that is at least 0.9 times as high as wanted.

    The highest is chosen if none is.

    Args:
        pictures: the same picture in several sizes, by height in pixels.
        height: the wanted height in pixels.
    """
    for picture_height in sorted(pictures):
        if picture_height >= height * 0.9:
            return pictures[picture_height]
    return pictures[max(pictures)]


def hull(points: Points) -> Points:
    """Convex hull of ``(n, 2)`` pixels."""
    return cv2.convexHull(points.astype(np.float32)).reshape(-1, 2).astype(np.float64)
