"""Where tiles lie on a table: what the hand layouts write and the scene renderer draws."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import cos, hypot, sin
from typing import Final, Literal

from hu.vision.detection import Role

#: Length of a tile in tile widths, unless a tile set says otherwise.
LENGTH: Final = 4 / 3

Pose = Literal["up", "down", "standing"]


@dataclass(frozen=True, slots=True)
class Placed:
    """One tile on the table.

    Lengths are in tile widths, on the table's plane: x to the player's right, y away from the player.
    """

    tile: str  # the face's code, also of a tile that lies face down
    x: float  # centre of the tile's footprint
    y: float  # centre of the tile's footprint
    # radians, counter-clockwise seen from above; at 0 the top of the face points away from the player
    turn: float = 0.0
    level: int = 0  # 0 on the table, 1 on top of another tile, and so on
    pose: Pose = "up"  # face up, face down, or standing on its short edge with the face towards the player (a rack)
    role: Role = "other"  # the truth that reading the photo should find
    group: int = -1  # tiles of one set share a number; -1 for tiles that belong to no hand


def turn_tile(tile: Placed, angle: float, about: tuple[float, float] = (0.0, 0.0)) -> Placed:
    """The tile turned about a point of the table, by an angle in radians."""
    dx, dy = tile.x - about[0], tile.y - about[1]
    x, y = (
        about[0] + cos(angle) * dx - sin(angle) * dy,
        about[1] + sin(angle) * dx + cos(angle) * dy,
    )
    return replace(tile, x=x, y=y, turn=tile.turn + angle)


def is_clear(spot: Placed, others: Iterable[Placed], clear: float, length: float = LENGTH) -> bool:
    """Whether a tile keeps ``clear`` tile widths off others, each seen as three discs along its ``length``."""
    discs = _discs(spot, length)
    return all(
        hypot(x - u, y - v) >= 1.0 + clear
        for other in others
        for x, y in discs
        for u, v in _discs(other, length)
    )


def _discs(tile: Placed, length: float) -> tuple[tuple[float, float], ...]:
    # The top of the face points to (-sin, cos) of the turn.
    along = [(length - 1) / 2 * part for part in (-1, 0, 1)]
    return tuple((tile.x - sin(tile.turn) * step, tile.y + cos(tile.turn) * step) for step in along)
