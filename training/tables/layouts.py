"""Tiles laid out at random as they lie in photos of every kind: rows, trays, piles, racks."""

from dataclasses import replace

import numpy as np

from hu.scoring.tiles import BONUS, KINDS
from training.tables.placing import Placed, is_clear, turn_tile


def random_layout(rng: np.random.Generator, aspect: float) -> list[Placed]:
    """Tiles of one photo, all of which the camera frames; ``aspect`` is the tiles' height over width."""
    kinds = (row, rows, grid, pile, standing_row, mixed)
    shares = [0.36, 0.16, 0.1, 0.16, 0.1, 0.12]
    return [replace(tile, group=0) for tile in kinds[rng.choice(len(kinds), p=shares)](rng, aspect)]


def draw_tiles(rng: np.random.Generator, count: int) -> list[str]:
    """Tiles out of a shuffled set of 144; sorted or in runs now and then, as hands are."""
    tiles = np.array([*KINDS * 4, *BONUS])
    drawn = [str(t) for t in rng.choice(tiles, size=min(count, len(tiles)), replace=False)]
    if rng.random() < 0.1:
        # Rare faces would be seen too seldom in fair deals.
        drawn = [str(t) for t in rng.choice([*BONUS, "5z", "1s", *KINDS[27:]], size=len(drawn))]
    return sorted(drawn, key=lambda t: (t[1], t[0])) if rng.random() < 0.5 else drawn


def _line(
    rng: np.random.Generator, tiles: list[str], y: float, sideways: float, aspect: float
) -> list[Placed]:
    """Tiles side by side from left to right, touching or nearly so, some gaps, some turned by a quarter."""
    gap, loose = (
        abs(rng.normal(0, 0.03)),
        float(rng.choice([0.0, rng.uniform(0, 0.25)], p=[0.75, 0.25])),
    )
    jitter = float(rng.choice([0.01, 0.03, 0.08], p=[0.6, 0.3, 0.1]))
    upside = rng.random() < 0.12
    placed: list[Placed] = []
    x = 0.0
    for tile in tiles:
        quarter = rng.random() < sideways
        width = aspect if quarter else 1.0
        if placed and rng.random() < loose:
            x += rng.uniform(0.1, 1.2)
        turn = (np.pi / 2 * rng.choice([-1, 1]) if quarter else 0.0) + rng.normal(0, jitter)
        turn += np.pi if upside and rng.random() < 0.5 else 0.0
        # Sideways tiles line up with the others' near edge.
        drop = (1 - aspect) / 2 if quarter else 0.0
        placed.append(Placed(tile, x + width / 2, y + drop + rng.normal(0, jitter), turn))
        x += width + gap + abs(rng.normal(0, jitter))
    return placed


def row(rng: np.random.Generator, aspect: float) -> list[Placed]:
    """One row, most often of 13 to 18 tiles."""
    count = int(rng.integers(13, 19) if rng.random() < 0.7 else rng.integers(1, 13))
    sideways = float(rng.choice([0.0, 0.12], p=[0.75, 0.25]))
    return _with_backs(_line(rng, draw_tiles(rng, count), 0.0, sideways, aspect), rng, 0.15)


def _with_backs(tiles: list[Placed], rng: np.random.Generator, often: float) -> list[Placed]:
    """Some tiles face down, as in concealed quads."""
    share = rng.uniform(0.05, 0.5) if rng.random() < often else 0.0
    return [replace(t, pose="down") if rng.random() < share else t for t in tiles]


def rows(rng: np.random.Generator, aspect: float) -> list[Placed]:
    """Two to four rows, one above the other."""
    tiles, y = [], 0.0
    sideways = float(rng.choice([0.0, 0.15], p=[0.6, 0.4]))
    for _ in range(int(rng.integers(2, 5))):
        line = _line(rng, draw_tiles(rng, int(rng.integers(2, 15))), 0.0, sideways, aspect)
        slant, right = float(rng.normal(0, 0.03)), float(rng.uniform(-1, 3))
        tiles += [
            replace(t, x=t.x + right, y=t.y + y) for t in (turn_tile(tile, slant) for tile in line)
        ]
        y += aspect + float(rng.choice([rng.uniform(0.02, 0.2), rng.uniform(0.2, 2.0)]))
    return _with_backs(tiles, rng, 0.25)


def grid(rng: np.random.Generator, aspect: float) -> list[Placed]:
    """A block of tiles as in their box, some upside down or on their side."""
    across, down = int(rng.integers(2, 10)), int(rng.integers(2, 6))
    any_way = float(rng.choice([0.0, 0.5, 1.0], p=[0.5, 0.3, 0.2]))
    dealt = draw_tiles(rng, across * down)
    gap = abs(rng.normal(0, 0.02)) + 0.01
    return [
        Placed(
            dealt[k],
            (k % across) * (1 + gap),
            (k // across) * (aspect + gap),
            (np.pi if rng.random() < any_way / 2 else 0.0) + rng.normal(0, 0.008),
        )
        for k in range(len(dealt))
    ]


def pile(rng: np.random.Generator, aspect: float) -> list[Placed]:
    """Tiles scattered at any angle without touching, some face down."""
    count, spread = int(rng.integers(4, 45)), rng.uniform(1.25, 2.2)
    reach = spread * np.sqrt(count) * 0.75
    least = float(np.hypot(1, aspect)) * rng.uniform(0.86, 1.0)
    spots: list[tuple[float, float]] = []
    for _ in range(count * 12):
        x, y = (float(v) for v in rng.uniform(-reach, reach, 2))
        if len(spots) < count and all((x - a) ** 2 + (y - b) ** 2 > least**2 for a, b in spots):
            spots.append((x, y))
    down = float(rng.choice([0.0, rng.uniform(0.05, 0.7)], p=[0.5, 0.5]))
    narrow = float(rng.choice([np.pi, 0.3], p=[0.8, 0.2]))
    return [
        Placed(
            tile,
            x,
            y,
            float(rng.uniform(-narrow, narrow)),
            pose="down" if rng.random() < down else "up",
        )
        for tile, (x, y) in zip(draw_tiles(rng, len(spots)), spots, strict=True)
    ]


def standing_row(rng: np.random.Generator, aspect: float) -> list[Placed]:
    """Tiles on their short edge, faces towards the player, or seen from behind."""
    from_behind = np.pi if rng.random() < 0.15 else 0.0
    line = _line(rng, draw_tiles(rng, int(rng.integers(4, 18))), 0.0, 0.0, aspect)
    upright: list[Placed] = [
        replace(t, pose="standing", turn=t.turn % 0.5 * 0.2 + from_behind) for t in line
    ]
    if rng.random() < 0.3:
        upright += _line(
            rng,
            draw_tiles(rng, int(rng.integers(1, 9))),
            -aspect - float(rng.uniform(0.5, 2)),
            0.1,
            aspect,
        )
    return upright


def mixed(rng: np.random.Generator, aspect: float) -> list[Placed]:
    """A row with melds, stacked and sideways tiles, and a few apart."""
    tiles = _line(rng, draw_tiles(rng, int(rng.integers(4, 14))), 0.0, 0.2, aspect)
    end = max(t.x for t in tiles)
    for tile in draw_tiles(rng, int(rng.integers(0, 4))):
        spot = Placed(
            tile, end + rng.uniform(1.2, 4), rng.uniform(-2.5, 3.5), rng.uniform(-3.1, 3.1)
        )
        if is_clear(spot, tiles, 0.0, aspect):
            tiles.append(spot)
    if rng.random() < 0.5:
        base = tiles[int(rng.integers(len(tiles)))]
        top = draw_tiles(rng, 1)[0]
        tiles.append(
            replace(
                base,
                tile=top,
                level=1,
                y=base.y + rng.normal(0, 0.1),
                turn=base.turn + rng.normal(0, 0.1),
            )
        )
    return _with_backs(tiles, rng, 0.3)
