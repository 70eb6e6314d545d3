"""A pinhole camera above the table. World lengths are tile widths: x right, y away from the player, z up."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

#: Nothing nearer than this to the camera's plane is drawn.
NEAR = 0.3
#: Large polygons are cut off this many frames away from the picture's middle.
_REACH = 4.0


@dataclass(frozen=True, slots=True)
class View:
    """Where the camera stands and how it is held."""

    elevation: float = 70.0  # degrees above the table, 90 straight down
    azimuth: float = 0.0  # degrees around the table, 0 from the player's side
    roll: float = 0.0  # degrees that the camera is turned about its axis
    distance: float = 25.0  # from camera to the middle of the tiles, in tile widths
    fill: float = 0.85  # share of the frame that the tiles' bounding box spans
    tile_px: tuple[float, float] = (
        14.0,
        90.0,
    )  # least and greatest width of a tile in pixels, which overrule ``fill``
    squeeze: float = (
        1.0  # vertical over horizontal scale; data sets of square pictures squeeze photos
    )
    distortion: float = 0.0  # radial, of the lens, at the frame's edge; below 0 for barrels
    # where the middle of the tiles lies, from the frame's middle, in shares of the frame
    offset: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """World to pixels."""

    position: Points  # ``(3,)`` of the camera in the world
    axes: Points  # ``(3, 3)``, rows right, down and forward in the world
    focal: tuple[float, float]  # horizontal and vertical, in pixels
    center: tuple[float, float]  # principal point in pixels, x and y
    distortion: float  # see ``View``
    size: tuple[int, int]  # width and height in pixels

    def project(self, points: Points) -> Points:
        """``(N, 3)`` world to ``(N, 2)`` pixels, lens distortion included; points must lie before the camera."""
        return self._pixels((points - self.position) @ self.axes.T)

    def _pixels(self, seen: Points) -> Points:
        """``(N, 3)`` along the camera's axes to pixels."""
        pixels = seen[:, :2] / np.maximum(seen[:, 2:], 1e-6) * self.focal
        radius = np.square(pixels / (max(self.size) / 2)).sum(axis=1, keepdims=True)
        # Beyond the frame the polynomial would fold back.
        bent: Points = pixels * (1 + self.distortion * np.minimum(radius, 2.0)) + self.center
        return bent

    def depth(self, points: Points) -> Points:
        """``(N,)`` distances along the camera's axis."""
        along: Points = (points - self.position) @ self.axes[2]
        return along

    def polygon(self, corners: Points) -> Points | None:
        """A flat convex polygon in pixels, cut off well outside the frame; None when nothing of it is left."""
        left = (corners - self.position) @ self.axes.T
        reach_x, reach_y = (
            _REACH * side / focal for side, focal in zip(self.size, self.focal, strict=True)
        )
        # Inside is where the product with (x, y, z, 1) is positive: before the camera, and within a wide cone.
        for plane in (
            (0, 0, 1, -NEAR),
            (1, 0, reach_x, 0),
            (-1, 0, reach_x, 0),
            (0, 1, reach_y, 0),
            (0, -1, reach_y, 0),
        ):
            left = _cut(left, np.array(plane, float))
            if len(left) < 3:
                return None
        return self._pixels(left)

    def plane_to_pixels(self) -> Points:
        """``(3, 3)`` homography from the table (x, y) to pixels, without lens distortion."""
        fx, fy = self.focal
        inner = np.array([[fx, 0, self.center[0]], [0, fy, self.center[1]], [0, 0, 1]])
        outer = np.column_stack([self.axes[:, 0], self.axes[:, 1], -self.axes @ self.position])
        homography: Points = inner @ outer
        return homography

    def scaled(self, factor: int) -> "Camera":
        """The same picture with more pixels."""
        return replace(
            self,
            focal=(self.focal[0] * factor, self.focal[1] * factor),
            center=(self.center[0] * factor, self.center[1] * factor),
            size=(self.size[0] * factor, self.size[1] * factor),
        )


def _cut(corners: Points, plane: Points) -> Points:
    """The part of a convex polygon, ``(N, 3)``, on the positive side of a plane."""
    side = corners @ plane[:3] + plane[3]
    kept: list[Points] = []
    for k in range(len(corners)):
        after = (k + 1) % len(corners)
        if side[k] >= 0:
            kept.append(corners[k])
        if side[k] * side[after] < 0:
            kept.append(
                corners[k] + (corners[after] - corners[k]) * (side[k] / (side[k] - side[after]))
            )
    return np.array(kept).reshape(-1, 3)


def aim(view: View, points: Points, size: tuple[int, int]) -> Camera:
    """The camera that sees the tiles as ``view`` asks."""
    target = (points.min(axis=0) + points.max(axis=0)) / 2
    # No tile may lie behind the camera, and no lens may see wider than a phone's: about 70 degrees.
    reach = float(((target - points) @ look_at(view, target, 0.0, size).axes[2]).max())
    extent = float(np.linalg.norm(np.ptp(points, axis=0)))
    distance = max(view.distance, reach + 5.0, 0.7 * extent)
    return _frame_tiles(look_at(view, target, distance, size), view, points, distance)


def look_at(view: View, target: Points, distance: float, size: tuple[int, int]) -> Camera:
    """The camera at ``distance`` from the point ``target``, looking at it, with a focal length of one pixel."""
    elevation, azimuth, roll = np.deg2rad([view.elevation, view.azimuth, view.roll])
    toward = np.array(
        [
            np.sin(azimuth) * np.cos(elevation),
            -np.cos(azimuth) * np.cos(elevation),
            np.sin(elevation),
        ]
    )
    right = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    down = np.cross(-toward, right)
    turned = np.array(
        [np.cos(roll) * right + np.sin(roll) * down, np.cos(roll) * down - np.sin(roll) * right]
    )
    axes = np.vstack([turned, -toward])
    return Camera(target + toward * distance, axes, (1.0, view.squeeze), (0.0, 0.0), 0.0, size)


def _frame_tiles(camera: Camera, view: View, points: Points, distance: float) -> Camera:
    """Zoom and shift so that the tiles fill the frame as asked."""
    seen = camera.project(points)
    low, high = seen.min(axis=0), seen.max(axis=0)
    span = high - low
    zoom = min(view.fill * camera.size[0] / span[0], view.fill * camera.size[1] / span[1])
    # The mean of both directions is what a tile's width means in a squeezed picture.
    width = zoom / distance * float(np.sqrt(view.squeeze))
    zoom *= float(np.clip(width, *view.tile_px)) / width
    middle = (low + high) / 2 * zoom
    center = [camera.size[k] * (0.5 + view.offset[k]) - middle[k] for k in range(2)]
    return replace(
        camera,
        focal=(zoom, zoom * view.squeeze),
        center=(center[0], center[1]),
        distortion=view.distortion,
    )


def fill(image: NDArray[Any], polygon: Points, colour: Sequence[float] | float) -> None:
    """Fill a convex polygon given to a fraction of a pixel."""
    fixed = (polygon.clip(-30000, 30000) * 16).round().astype(np.int32)
    cv2.fillConvexPoly(image, fixed, colour, lineType=cv2.LINE_8, shift=4)
