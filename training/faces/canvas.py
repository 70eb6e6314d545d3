"""Drawing on a tile in many colours: filled shapes, lines and rings with smooth edges."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from training.faces.ink import Colour, Ink

#: Pixels of the canvas for each pixel of the ink, in both directions.
_SCALE: Final = 3
#: The colour of shapes that remove ink instead of drawing.
ERASE: Final = None

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle on a tile, in pixels."""

    x: float  # centre, from the left
    y: float  # centre, from the top
    width: float
    height: float

    @property
    def radius(self) -> float:
        """Radius of the largest circle inside."""
        return min(self.width, self.height) / 2

    def point(self, x: float, y: float) -> Point:
        """A place of the area in pixels of the tile.

        Args:
            x: from -1 at the left edge to 1 at the right edge.
            y: from -1 at the top edge to 1 at the bottom edge.
        """
        return self.x + x * self.width / 2, self.y + y * self.height / 2

    def points(self, places: Sequence[Point]) -> list[Point]:
        """Several places of the area in pixels of the tile.

        Args:
            places: x and y of each, from -1 at the left and the top edge to 1 at the right and the
                bottom edge.
        """
        return [self.point(x, y) for x, y in places]

    def part(self, x: float, y: float, width: float, height: float) -> "Area":
        """A part of this area, or an area that reaches beyond it.

        Args:
            x: the part's centre, from -1 at this area's left edge to 1 at its right edge.
            y: the part's centre, from -1 at this area's top edge to 1 at its bottom edge.
            width: in shares of this area's width.
            height: in shares of this area's height.
        """
        centre_x, centre_y = self.point(x, y)
        return Area(centre_x, centre_y, width * self.width, height * self.height)

    def around(self, x: float, y: float, radius: float, count: int, turn: float) -> list[Point]:
        """Places on a circle: the corners of a regular polygon.

        Args:
            x: the circle's centre, from -1 at the area's left edge to 1 at its right edge.
            y: the circle's centre, from -1 at the area's top edge to 1 at its bottom edge.
            radius: in shares of the area's ``radius``.
            count: the number of places.
            turn: the direction of the first place, in radians clockwise from the right.

        Returns:
            ``count`` points in pixels.
        """
        centre_x, centre_y = self.point(x, y)
        length = radius * self.radius
        places = []
        for angle in turn + np.arange(count) * 2 * np.pi / count:
            place = (
                centre_x + length * float(np.cos(angle)),
                centre_y + length * float(np.sin(angle)),
            )
            places.append(place)
        return places


class Canvas:
    """A picture that shapes are drawn on. A later shape covers an earlier shape.

    All places and lengths are in pixels of the finished ink. The colour ``ERASE`` removes ink.
    """

    def __init__(self, width: int, height: int) -> None:
        self.area = Area(width / 2, height / 2, width, height)
        self._pixels = np.zeros((height * _SCALE, width * _SCALE, 4), np.uint8)

    def fill(self, points: Sequence[Point], colour: Colour | None) -> None:
        """Fill a polygon."""
        cv2.fillPoly(self._pixels, [_scaled(points)], _paint(colour))

    def line(self, points: Sequence[Point], colour: Colour | None, width: float) -> None:
        """Draw a line through some points."""
        cv2.polylines(
            self._pixels,
            [_scaled(points)],
            isClosed=False,
            color=_paint(colour),
            thickness=_thickness(width),
        )

    def outline(self, points: Sequence[Point], colour: Colour | None, width: float) -> None:
        """Draw the edge of a polygon."""
        cv2.polylines(
            self._pixels,
            [_scaled(points)],
            isClosed=True,
            color=_paint(colour),
            thickness=_thickness(width),
        )

    def disc(self, centre: Point, radius: float, colour: Colour | None) -> None:
        """Fill a circle."""
        x, y = _scaled([centre])[0].tolist()
        cv2.circle(self._pixels, (x, y), max(1, round(radius * _SCALE)), _paint(colour), -1)

    def ring(self, centre: Point, radius: float, colour: Colour | None, width: float) -> None:
        """Draw a circle's line, its outer edge at ``radius``."""
        x, y = _scaled([centre])[0].tolist()
        middle = max(1, round((radius - width / 2) * _SCALE))
        cv2.circle(self._pixels, (x, y), middle, _paint(colour), _thickness(width))

    def ink(self) -> Ink:
        """The picture as ink."""
        height = self._pixels.shape[0] // _SCALE
        width = self._pixels.shape[1] // _SCALE
        # Empty pixels are zero in all channels, so the mean is premultiplied colour.
        small = cv2.resize(self._pixels, (width, height), interpolation=cv2.INTER_AREA)
        return np.asarray(small / np.float32(255), np.float32)


def curve(start: Point, bend: Point, stop: Point, count: int = 12) -> list[Point]:
    """Points of a quadratic Bézier curve.

    Args:
        start: the first point.
        bend: the control point, which the curve turns towards without reaching it.
        stop: the last point.
        count: the number of points.
    """
    points = []
    for t in np.linspace(0, 1, count):
        first = (1 - t) ** 2
        middle = 2 * t * (1 - t)
        last = t**2
        x = first * start[0] + middle * bend[0] + last * stop[0]
        y = first * start[1] + middle * bend[1] + last * stop[1]
        points.append((float(x), float(y)))
    return points


def leaf(root: Point, tip: Point, width: float) -> list[Point]:
    """The points of a leaf's outline.

    Args:
        root: the leaf's first end, x and y in pixels.
        tip: the other end.
        width: the leaf's greatest width, in shares of its length.
    """
    axis = np.array(tip) - np.array(root)
    # From the middle of the leaf to its edge, at its widest place.
    across = np.array([-axis[1], axis[0]]) * width / 2
    # ``(8, 1)`` places along the axis, from 0 at the root to 1 at the tip.
    t = np.linspace(0, 1, 8)[:, None]
    middle = np.array(root) + axis * t
    swell = across * np.sin(np.pi * t)
    outline = np.concatenate([middle + swell, (middle - swell)[::-1]])
    return [(float(x), float(y)) for x, y in outline]


def _scaled(points: Sequence[Point]) -> NDArray[np.int32]:
    """``(n, 2)`` pixels of the canvas, from pixels of the finished ink."""
    return (np.array(points, np.float64) * _SCALE).round().astype(np.int32)


def _paint(colour: Colour | None) -> tuple[int, int, int, int]:
    """RGBA from 0 to 255: the colour, or empty for ``ERASE``."""
    if colour is None:
        return 0, 0, 0, 0
    red, green, blue = colour
    return round(red * 255), round(green * 255), round(blue * 255), 255


def _thickness(width: float) -> int:
    """The width of a line in pixels of the canvas, at least 1."""
    return max(1, round(width * _SCALE))
