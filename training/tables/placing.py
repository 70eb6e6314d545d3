"""Tiles on a table: the hand layouts place them, and the scene renderer draws them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import cos, hypot, sin
from typing import Final, Literal

from hu.scoring.tiles import BACK
from hu.vision.role import Role

#: Length of a tile in tile widths, unless a tile set says otherwise.
LENGTH: Final = 4 / 3

#: The ``tile`` of a place whose face is not drawn yet.
NO_FACE: Final = BACK

Pose = Literal["up", "down", "standing"]
_Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile on the table.

    Lengths are in tile widths, on the table's plane: x to the player's right, y away from the
    player.
    """

    tile: str  # the face's code, also of a tile that lies face down
    x: float  # centre of the tile's footprint
    y: float  # centre of the tile's footprint
    # radians, counter-clockwise from above; at 0 the face's top points away from the player
    turn: float = 0.0
    level: int = 0  # 0 on the table, 1 on top of another tile, and so on
    # face up, face down, or standing on its short edge with the face towards the player (a rack)
    pose: Pose = "up"
    role: Role = "other"  # the truth that reading the photo should find
    group: int = -1  # the tiles of a row or meld share a number; -1 for tiles of no hand


def by_suit_and_number(tile: str) -> tuple[str, str]:
    """The order of tiles in a sorted hand, as a key for ``sort``."""
    return tile[1], tile[0]


def turn_tile(tile: Placed, angle: float, about: _Point = (0.0, 0.0)) -> Placed:
    """Turn a tile about a point of the table.

    Args:
        tile: the tile.
        angle: in radians, counter-clockwise seen from above.
        about: x and y of the point, in tile widths.
    """
    dx = tile.x - about[0]
    dy = tile.y - about[1]
    x = about[0] + cos(angle) * dx - sin(angle) * dy
    y = about[1] + sin(angle) * dx + cos(angle) * dy
    return replace(tile, x=x, y=y, turn=tile.turn + angle)


def is_clear(spot: Placed, others: Iterable[Placed], clear: float, length: float = LENGTH) -> bool:
    """Whether a tile keeps its distance from other tiles.

    Every tile counts as three discs of one tile width along its length. Levels do not count.

    Args:
        spot: the tile.
        others: the other tiles.
        clear: the least distance between the edges of two tiles, in tile widths.
        length: the length of each tile, in tile widths.
    """
    discs = _discs(spot, length)
    for other in others:
        for u, v in _discs(other, length):
            for x, y in discs:
                if hypot(x - u, y - v) < 1.0 + clear:
                    return False
    return True


def _discs(tile: Placed, length: float) -> list[_Point]:
    """Return the centres (x, y) of three discs of one tile width along a tile.

    Args:
        tile: the tile.
        length: of the tile, in tile widths.
    """
    # The top of the face points in the direction (-sin(turn), cos(turn)).
    discs = []
    for place in (-1, 0, 1):
        step = (length - 1) / 2 * place
        discs.append((tile.x - sin(tile.turn) * step, tile.y + cos(tile.turn) * step))
    return discs
