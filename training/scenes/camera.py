"""A pinhole camera above the table.

World lengths are tile widths: x right, y away from the player, z up.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

#: Nothing nearer than this to the camera's plane is drawn.
NEAR: Final = 0.3
#: Large polygons are clipped this many frames away from the picture's middle.
_REACH: Final = 4.0


@dataclass(frozen=True, slots=True)
class View:
    """Where the camera is and how it is held."""

    elevation: float = 70.0  # degrees above the table, 90 straight down
    # degrees around the table, counter-clockwise seen from above, 0 from the player's side
    azimuth: float = 0.0
    roll: float = 0.0  # degrees that the photographer turns the camera clockwise about its axis
    distance: float = 25.0  # from camera to the middle of the tiles, in tile widths
    # share of the frame's width or height, whichever is greater, that the tiles' bounding box spans
    fill: float = 0.85
    # least and greatest width of a tile in pixels, which overrule ``fill``
    tile_px: tuple[float, float] = (14.0, 90.0)
    squeeze: float = 1.0  # vertical over horizontal scale; square data sets squeeze photos
    distortion: float = 0.0  # radial, of the lens, at the frame's edge; below 0 for barrels
    # where the middle of the tiles lies, from the frame's middle, in shares of the frame
    offset: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A camera that projects the world to pixels."""

    position: Points  # ``(3,)`` of the camera in the world
    axes: Points  # ``(3, 3)``, rows right, down and forward in the world
    focal: tuple[float, float]  # horizontal and vertical, in pixels
    center: tuple[float, float]  # principal point in pixels, x and y
    distortion: float  # radial, of the lens, at the frame's edge; below 0 for barrels
    size: tuple[int, int]  # width and height in pixels

    def project(self, points: Points) -> Points:
        """Project ``(n, 3)`` points of the world to ``(n, 2)`` pixels, lens distortion included.

        The points must lie before the camera.
        """
        return self._to_pixels((points - self.position) @ self.axes.T)

    def _to_pixels(self, points: Points) -> Points:
        """``(n, 3)`` points along the camera's axes to ``(n, 2)`` pixels."""
        pixels = points[:, :2] / np.maximum(points[:, 2:], 1e-6) * self.focal
        # Distances from the centre, where 1 is half the picture's longer side, squared.
        squared_radius = np.square(pixels / (max(self.size) / 2)).sum(axis=1, keepdims=True)
        # Beyond the frame the polynomial would fold back.
        bend = 1 + self.distortion * np.minimum(squared_radius, 2.0)
        bent: Points = pixels * bend + self.center
        return bent

    def depth(self, points: Points) -> Points:
        """``(n,)`` distances of ``(n, 3)`` points along the camera's axis."""
        along: Points = (points - self.position) @ self.axes[2]
        return along

    def project_polygon(self, corners: Points) -> Points | None:
        """Project a flat convex polygon, without its parts behind the camera and far off the frame.

        Args:
            corners: ``(n, 3)`` corners in the world.

        Returns:
            ``(m, 2)`` pixels. None if no part of it is left.
        """
        # Along the camera's axes: x right, y down, z forward.
        polygon = (corners - self.position) @ self.axes.T
        # The greatest x and y at z = 1.
        most_x = _REACH * self.size[0] / self.focal[0]
        most_y = _REACH * self.size[1] / self.focal[1]
        # Each plane (a, b, c, d) keeps the points with a * x + b * y + c * z + d >= 0.
        planes = (
            (0, 0, 1, -NEAR),  # z >= NEAR
            (1, 0, most_x, 0),  # x >= -most_x * z
            (-1, 0, most_x, 0),  # x <= most_x * z
            (0, 1, most_y, 0),  # y >= -most_y * z
            (0, -1, most_y, 0),  # y <= most_y * z
        )
        for plane in planes:
            polygon = _clip_polygon(polygon, np.array(plane, float))
            if len(polygon) < 3:
                return None
        return self._to_pixels(polygon)

    def plane_to_pixels(self) -> Points:
        """``(3, 3)`` homography from the table (x, y) to pixels, without lens distortion."""
        focal_x, focal_y = self.focal
        center_x, center_y = self.center
        intrinsic = np.array([[focal_x, 0, center_x], [0, focal_y, center_y], [0, 0, 1]])
        # On the table z is 0, so the direction of z does not count.
        shift = -self.axes @ self.position
        extrinsic = np.column_stack([self.axes[:, 0], self.axes[:, 1], shift])
        homography: Points = intrinsic @ extrinsic
        return homography

    def scaled(self, factor: int) -> "Camera":
        """The same picture with ``factor`` times the pixels in each direction."""
        return replace(
            self,
            focal=(self.focal[0] * factor, self.focal[1] * factor),
            center=(self.center[0] * factor, self.center[1] * factor),
            size=(self.size[0] * factor, self.size[1] * factor),
        )


def _clip_polygon(corners: Points, plane: Points) -> Points:
    """Return the part of a convex polygon on the positive side of a plane.

    Args:
        corners: ``(n, 3)`` corners of the polygon.
        plane: ``(4,)`` coefficients: points with a * x + b * y + c * z + d >= 0 are kept.
    """
    # ``(n,)`` above 0 on the side that is kept.
    distances = corners @ plane[:3] + plane[3]
    kept: list[Points] = []
    for number, corner in enumerate(corners):
        next_number = (number + 1) % len(corners)
        next_corner = corners[next_number]
        distance = distances[number]
        next_distance = distances[next_number]
        if distance >= 0:
            kept.append(corner)
        is_crossing = distance * next_distance < 0
        if is_crossing:
            share = distance / (distance - next_distance)
            kept.append(corner + (next_corner - corner) * share)
    return np.array(kept).reshape(-1, 3)


def aim(view: View, points: Points, size: tuple[int, int]) -> Camera:
    """Point a camera at tiles as a view asks, or from farther away if that is too near.

    Args:
        view: where the camera is and how it is held.
        points: ``(n, 3)`` corners of the tiles in the world.
        size: width and height of the picture in pixels.
    """
    target = (points.min(axis=0) + points.max(axis=0)) / 2
    # No tile may lie behind the camera, and no lens may see wider than a phone's, about 70 degrees.
    forward = look_at(view, target, distance=0.0, size=size).axes[2]
    # How much nearer to the camera than the target the nearest corner is.
    nearest_corner = float(((target - points) @ forward).max())
    extent = float(np.linalg.norm(np.ptp(points, axis=0)))
    distance = max(view.distance, nearest_corner + 5.0, 0.7 * extent)
    camera = look_at(view, target, distance, size)
    return _frame_tiles(camera, view, points, distance)


def look_at(view: View, target: Points, distance: float, size: tuple[int, int]) -> Camera:
    """Point a camera at a place, with a focal length of one pixel, vertically times the squeeze.

    Args:
        view: the direction to the camera, and its roll.
        target: ``(3,)`` the place in the world.
        distance: from there to the camera, in tile widths.
        size: width and height of the picture in pixels.
    """
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
    rolled_right = np.cos(roll) * right + np.sin(roll) * down
    rolled_down = np.cos(roll) * down - np.sin(roll) * right
    return Camera(
        position=target + toward * distance,
        axes=np.vstack([rolled_right, rolled_down, -toward]),
        focal=(1.0, view.squeeze),
        center=(0.0, 0.0),
        distortion=0.0,
        size=size,
    )


def _frame_tiles(camera: Camera, view: View, points: Points, distance: float) -> Camera:
    """Zoom and shift so that the tiles fill the frame as asked.

    Args:
        camera: a camera of ``look_at``: with a focal length of one pixel, vertically times the
            squeeze, and the principal point at the frame's upper left corner.
        view: the share of the frame to fill, and the least and greatest width of a tile.
        points: ``(n, 3)`` corners of the tiles in the world.
        distance: from the camera to the middle of the tiles, in tile widths.
    """
    pixels = camera.project(points)
    low = pixels.min(axis=0)
    high = pixels.max(axis=0)
    span = high - low
    # The factor of all pixels, and the new focal length.
    zoom = min(view.fill * camera.size[0] / span[0], view.fill * camera.size[1] / span[1])
    # A tile's width in pixels. In a squeezed picture it is the geometric mean of both directions.
    tile_px = zoom / distance * float(np.sqrt(view.squeeze))
    zoom *= float(np.clip(tile_px, *view.tile_px)) / tile_px
    middle = (low + high) / 2 * zoom
    center_x = camera.size[0] * (0.5 + view.offset[0]) - middle[0]
    center_y = camera.size[1] * (0.5 + view.offset[1]) - middle[1]
    return replace(
        camera,
        focal=(zoom, zoom * view.squeeze),
        center=(center_x, center_y),
        distortion=view.distortion,
    )


def fill(image: NDArray[Any], polygon: Points, colour: Sequence[float] | float) -> None:
    """Fill a convex polygon.

    Args:
        image: the picture, changed in place.
        polygon: ``(n, 2)`` pixels, with fractions.
        colour: a value for each channel, or the value if there is one channel.
    """
    # Sixteenths of pixels (``shift=4``). Corners far away may overflow OpenCV's numbers.
    sixteenths = (polygon.clip(-30000, 30000) * 16).round().astype(np.int32)
    cv2.fillConvexPoly(image, sixteenths, colour, lineType=cv2.LINE_8, shift=4)
