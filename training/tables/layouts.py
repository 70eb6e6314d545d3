"""Tiles laid out at random as they lie in photos of every kind: rows, trays, piles, racks.

Lengths are in tile widths: x to the player's right, y away from the player. Turns are in radians,
counter-clockwise seen from above. ``aspect`` is the tiles' height over their width.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from hu.scoring.tiles import BONUS, KINDS
from training.chance import draw_by_share
from training.tables.placing import Placed, by_suit_and_number, is_clear, turn_tile

#: Lays tiles. It takes a generator, and the tiles' height over their width.
_Layout = Callable[[np.random.Generator, float], list[Placed]]
#: Faces that fair deals show too seldom.
_RARE: Final = (*BONUS, "5z", "1s", *KINDS[27:])


def random_layout(rng: np.random.Generator, aspect: float) -> list[Placed]:
    """Lay the tiles of a photo, all of which the camera frames."""
    lay = draw_by_share(rng, _LAYOUTS)
    return [replace(tile, group=0) for tile in lay(rng, aspect)]


def draw_tiles(rng: np.random.Generator, count: int) -> list[str]:
    """Draw up to 144 faces, in half of the cases sorted as in a hand.

    Most often they are tiles of one box. In a tenth of the cases all are rare faces, with repeats.
    """
    box = np.array([*KINDS * 4, *BONUS])
    faces = rng.choice(box, size=min(count, len(box)), replace=False)
    if rng.random() < 0.1:
        faces = rng.choice(list(_RARE), size=len(faces))
    tiles = [str(face) for face in faces]
    if rng.random() < 0.5:
        tiles.sort(key=by_suit_and_number)
    return tiles


def _line(
    rng: np.random.Generator,
    tiles: list[str],
    share_sideways: float,
    aspect: float,
    base: float = 0.0,
) -> list[Placed]:
    """Lay tiles side by side from x = 0, with some gaps and some tiles sideways.

    Args:
        rng: decides gaps, turns and small shifts.
        tiles: the faces, from left to right.
        share_sideways: the share of tiles that lie sideways.
        aspect: the tiles' height over their width.
        base: y of the middle of the upright tiles.
    """
    gap = abs(rng.normal(0, 0.03))
    share_of_gaps = float(rng.choice([0.0, rng.uniform(0, 0.25)], p=[0.75, 0.25]))
    jitter = float(rng.choice([0.01, 0.03, 0.08], p=[0.6, 0.3, 0.1]))
    may_be_upside_down = rng.random() < 0.12
    placed: list[Placed] = []
    x = 0.0
    for tile in tiles:
        is_sideways = rng.random() < share_sideways
        width = aspect if is_sideways else 1.0
        if placed and rng.random() < share_of_gaps:
            x += rng.uniform(0.1, 1.2)
        turn = np.pi / 2 * rng.choice([-1, 1]) if is_sideways else 0.0
        turn += rng.normal(0, jitter)
        if may_be_upside_down and rng.random() < 0.5:
            turn += np.pi
        # Sideways tiles are aligned with the near edge of the others, so their middle is nearer.
        shift_y = (1 - aspect) / 2 if is_sideways else 0.0
        y = base + shift_y + rng.normal(0, jitter)
        placed.append(Placed(tile, x + width / 2, y, turn))
        x += width + gap + abs(rng.normal(0, jitter))
    return placed


def row(rng: np.random.Generator, aspect: float) -> list[Placed]:
    """Lay one row, most often of 13 to 18 tiles."""
    is_hand = rng.random() < 0.7
    count = int(rng.integers(13, 19)) if is_hand else int(rng.integers(1, 13))
    share_sideways = float(rng.choice([0.0, 0.12], p=[0.75, 0.25]))
    tiles = draw_tiles(rng, count)
    placed = _line(rng, tiles, share_sideways, aspect)
    return _turn_some_down(placed, rng, probability=0.15)


def _turn_some_down(
    tiles: list[Placed], rng: np.random.Generator, *, probability: float
) -> list[Placed]:
    """Return the tiles of a photo, with this probability some of them face down.

    Concealed quads have such tiles.
    """
    share_down = rng.uniform(0.05, 0.5) if rng.random() < probability else 0.0
    turned_tiles = []
    for tile in tiles:
        is_down = rng.random() < share_down
        turned_tiles.append(replace(tile, pose="down") if is_down else tile)
    return turned_tiles


def rows(rng: np.random.Generator, aspect: float) -> list[Placed]:
    """Lay two to four rows, each farther from the player than the row before."""
    placed: list[Placed] = []
    y = 0.0
    share_sideways = float(rng.choice([0.0, 0.15], p=[0.6, 0.4]))
    for _ in range(int(rng.integers(2, 5))):
        tiles = draw_tiles(rng, int(rng.integers(2, 15)))
        line = _line(rng, tiles, share_sideways, aspect)
        slant = float(rng.normal(0, 0.03))
        shift_x = float(rng.uniform(-1, 3))
        for tile in line:
            turned = turn_tile(tile, slant)
            placed.append(replace(turned, x=turned.x + shift_x, y=turned.y + y))
        y += aspect + float(rng.choice([rng.uniform(0.02, 0.2), rng.uniform(0.2, 2.0)]))
    return _turn_some_down(placed, rng, probability=0.25)


def grid(rng: np.random.Generator, aspect: float) -> list[Placed]:
    """Lay a block of tiles as in their box, in half of the cases some upside down."""
    columns = int(rng.integers(2, 10))
    row_count = int(rng.integers(2, 6))
    share_upside_down = float(rng.choice([0.0, 0.25, 0.5], p=[0.5, 0.3, 0.2]))
    tiles = draw_tiles(rng, columns * row_count)
    gap = abs(rng.normal(0, 0.02)) + 0.01
    placed = []
    for number, tile in enumerate(tiles):
        x = (number % columns) * (1 + gap)
        y = (number // columns) * (aspect + gap)
        turn = np.pi if rng.random() < share_upside_down else 0.0
        placed.append(Placed(tile, x, y, turn + rng.normal(0, 0.008)))
    return placed


def pile(rng: np.random.Generator, aspect: float) -> list[Placed]:
    """Scatter tiles that hardly touch, mostly at any angle, in half of the piles some face down."""
    count = int(rng.integers(4, 45))
    # The tiles lie in a square whose centre is the origin.
    spread = rng.uniform(1.25, 2.2)
    half_side = spread * np.sqrt(count) * 0.75
    diagonal_of_tile = float(np.hypot(1, aspect))
    least_distance = diagonal_of_tile * rng.uniform(0.86, 1.0)
    spots: list[tuple[float, float]] = []
    for _ in range(count * 12):
        x, y = (float(value) for value in rng.uniform(-half_side, half_side, 2))
        if len(spots) < count and _is_far(x, y, spots, least_distance):
            spots.append((x, y))
    share_down = float(rng.choice([0.0, rng.uniform(0.05, 0.7)], p=[0.5, 0.5]))
    most_turn = float(rng.choice([np.pi, 0.3], p=[0.8, 0.2]))
    placed = []
    for tile, (x, y) in zip(draw_tiles(rng, len(spots)), spots, strict=True):
        turn = float(rng.uniform(-most_turn, most_turn))
        is_down = rng.random() < share_down
        placed.append(Placed(tile, x, y, turn, pose="down" if is_down else "up"))
    return placed


def _is_far(x: float, y: float, spots: list[tuple[float, float]], least_distance: float) -> bool:
    """Whether a place is farther than the least distance from all spots."""
    for spot_x, spot_y in spots:
        if (x - spot_x) ** 2 + (y - spot_y) ** 2 <= least_distance**2:
            return False
    return True


def _turn_of_standing(flat_turn: float) -> float:
    """The turn of a standing tile, from the turn that it would have lying flat, both in radians.

    The result is from 0 to 0.1, counter-clockwise, so that no standing tile is upside down. Small
    turns above 0 give almost 0, and a half circle gives about 0.03. Small turns below 0 give
    almost 0.1, because their remainder is just below 0.5. So half of the tiles in a straight row
    stand askew.
    """
    return 0.2 * (flat_turn % 0.5)


def standing_row(rng: np.random.Generator, aspect: float) -> list[Placed]:
    """Stand tiles on their short edge, faces towards the player, or seen from behind.

    In three of ten cases other tiles lie in front of them.
    """
    is_seen_from_behind = rng.random() < 0.15
    direction = np.pi if is_seen_from_behind else 0.0
    tiles = draw_tiles(rng, int(rng.integers(4, 18)))
    placed: list[Placed] = []
    for tile in _line(rng, tiles, share_sideways=0.0, aspect=aspect):
        turn = _turn_of_standing(tile.turn) + direction
        placed.append(replace(tile, pose="standing", turn=turn))
    if rng.random() < 0.3:
        front_tiles = draw_tiles(rng, int(rng.integers(1, 9)))
        y = -aspect - float(rng.uniform(0.5, 2))
        placed += _line(rng, front_tiles, share_sideways=0.1, aspect=aspect, base=y)
    return placed


def mixed(rng: np.random.Generator, aspect: float) -> list[Placed]:
    """Lay a row, some of its tiles sideways, and up to three tiles to the right of it.

    In half of the cases one more tile lies on top of any of these.
    """
    row_tiles = draw_tiles(rng, int(rng.integers(4, 14)))
    placed = _line(rng, row_tiles, share_sideways=0.2, aspect=aspect)
    end = max(tile.x for tile in placed)
    for tile in draw_tiles(rng, int(rng.integers(0, 4))):
        x = end + rng.uniform(1.2, 4)
        y = rng.uniform(-2.5, 3.5)
        spot = Placed(tile, x, y, rng.uniform(-3.1, 3.1))
        if is_clear(spot, placed, clear=0.0, length=aspect):
            placed.append(spot)
    has_stacked_tile = rng.random() < 0.5
    if has_stacked_tile:
        lower = placed[int(rng.integers(len(placed)))]
        upper_face = draw_tiles(rng, count=1)[0]
        y = lower.y + rng.normal(0, 0.1)
        turn = lower.turn + rng.normal(0, 0.1)
        placed.append(replace(lower, tile=upper_face, level=1, y=y, turn=turn))
    return _turn_some_down(placed, rng, probability=0.3)


#: The kinds of layouts, and how often they come.
_LAYOUTS: Final[Sequence[tuple[_Layout, float]]] = (
    (row, 0.36),
    (rows, 0.16),
    (grid, 0.1),
    (pile, 0.16),
    (standing_row, 0.1),
    (mixed, 0.12),
)
