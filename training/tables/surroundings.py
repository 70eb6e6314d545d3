"""What lies around a hand on a table: discards, walls, other players' tiles and loose ones."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import cos, pi, radians, sin
from random import Random
from typing import Final

from hu.scoring.hand import Hand
from hu.scoring.tiles import KINDS
from training.tables.placing import LENGTH, Placed, is_clear

#: Nothing else lies nearer to the hand than this, edge to edge in tile widths.
CLEAR: Final = 1.3


def surroundings(rng: Random, hand: Sequence[Placed], tiles: Hand) -> tuple[Placed, ...]:
    """Lay the rest of the set around a hand that lies near the origin, never nearer to it than ``CLEAR``."""
    # Flowers are never discarded; the others' lie where no photo of this hand shows them.
    stock = [tile for tile in KINDS for _ in range(4)]
    for tile in tiles.standing + tuple(tile for meld in tiles.melds for tile in meld.tiles):
        stock.remove(tile)
    rng.shuffle(stock)
    parts = [
        (rng.random() < 0.85, _pile(rng) if rng.random() < 0.6 else _rivers(rng)),
        (rng.random() < 0.6, _walls(rng)),
        (rng.random() < 0.4, _players(rng)),
        (rng.random() < 0.3, _loose(rng)),
    ]
    return tuple(with_faces((spot for wanted, part in parts if wanted for spot in part), stock, hand, CLEAR))


def with_faces(spots: Iterable[Placed], faces: list[str], taken: Sequence[Placed], clear: float) -> list[Placed]:
    """The spots with faces, as far as these go, that keep ``clear`` off the tiles taken and lie in no other one."""
    placed: list[Placed] = []
    for spot in spots:
        if faces and is_clear(spot, taken, clear) and (spot.level or is_clear(spot, placed, 0.0)):
            placed.append(replace(spot, tile=faces.pop()))
    return placed


def _pile(rng: Random) -> Iterator[Placed]:
    """Discards thrown into the middle."""
    x, y, wide = rng.uniform(2, 12), rng.uniform(7, 12), rng.uniform(2.5, 5)
    for _ in range(rng.randint(8, 45)):
        yield Placed("back", rng.gauss(x, wide), rng.gauss(y, wide / 2), rng.uniform(0, 2 * pi))


def _rivers(rng: Random) -> Iterator[Placed]:
    """Discards in neat rows of six before one player or all."""
    for turn, x, y in ((0.0, 4.0, 5.0), (pi, 10.0, 11.0), (pi / 2, 12.0, 5.5), (-pi / 2, 2.5, 10.0)):
        if turn and rng.random() < 0.4:
            continue
        near = rng.uniform(-0.5, 2.0)
        for index in range(rng.randint(4, 18)):
            right, up = index % 6 * 1.05, near - index // 6 * (LENGTH + 0.05)
            yield Placed(
                "back",
                x + right * cos(turn) - up * sin(turn),
                y + right * sin(turn) + up * cos(turn),
                turn + radians(rng.uniform(-3, 3)),
            )


def _walls(rng: Random) -> Iterator[Placed]:
    """Face-down walls, two tiles high, beyond the discards and at the sides."""
    for turn, x, y in ((0.0, -1.0, 15.0), (pi / 2, -6.0, 2.0), (pi / 2, 20.0, 2.0), (0.0, -1.0, 4.2)):
        if rng.random() < 0.5:
            continue
        for index in range(rng.randint(3, 17)):
            for level in (0, 1):
                right = index * 1.01
                yield Placed("back", x + right * cos(turn), y + right * sin(turn), turn, level, "down")


def _players(rng: Random) -> Iterator[Placed]:
    """Other players' tiles: shown, or with some sets laid down."""
    for turn, x, y in ((pi, 14.0, 17.5), (pi / 2, 23.0, 1.0), (-pi / 2, -8.0, 14.0)):
        if rng.random() < 0.5:
            continue
        for index in range(rng.choice((3, 6, 13))):
            right = index * 1.02 + index // 3 * rng.choice((0.0, 0.4))
            yield Placed("back", x + right * cos(turn), y + right * sin(turn), turn + radians(rng.uniform(-2, 2)))


def _loose(rng: Random) -> Iterator[Placed]:
    """Single tiles that somebody left lying about."""
    for _ in range(rng.randint(1, 4)):
        yield Placed("back", rng.uniform(-6, 22), rng.uniform(-6, 14), rng.uniform(0, 2 * pi))
