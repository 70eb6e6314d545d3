"""The tiles around a hand: discards, walls, other players' tiles, loose tiles.

The hand lies near the origin. Lengths are in tile widths: x to the player's right, y away from the
player. Turns are in radians, counter-clockwise seen from above.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import cos, pi, radians, sin
from random import Random
from typing import Final

from hu.scoring.hand import Hand
from hu.scoring.tiles import KINDS
from training.tables.placing import LENGTH, NO_FACE, Placed, is_clear

#: Nothing else lies nearer to the hand than this, edge to edge in tile widths.
CLEAR: Final = 1.3


def lay_surroundings(rng: Random, placed: Sequence[Placed], hand: Hand) -> tuple[Placed, ...]:
    """Lay the remaining tiles of the box around a hand.

    Args:
        rng: decides everything.
        placed: the tiles of the hand on the table, near the origin, and other places to keep clear.
        hand: the same hand. Its tiles are not dealt again.

    Returns:
        Tiles of which none is nearer to ``placed`` than ``CLEAR``.
    """
    # The stock has no flowers. Nobody discards them, and those of the other players lie outside the
    # photos of this hand.
    stock: list[str] = []
    for tile in KINDS:
        stock += [tile] * 4
    for tile in hand.standing:
        stock.remove(tile)
    for meld in hand.melds:
        for tile in meld.tiles:
            stock.remove(tile)
    rng.shuffle(stock)

    # Whether a part exists is drawn for all parts before the first is laid: the functions below
    # are generators, which draw nothing before their tiles are taken.
    has_discards = rng.random() < 0.85
    discards = _pile(rng) if rng.random() < 0.6 else _rivers(rng)
    has_walls = rng.random() < 0.6
    has_players = rng.random() < 0.4
    has_loose = rng.random() < 0.3
    spots: list[Placed] = []
    if has_discards:
        spots += discards
    if has_walls:
        spots += _walls(rng)
    if has_players:
        spots += _players(rng)
    if has_loose:
        spots += _loose(rng)
    return tuple(with_faces(spots, stock, placed, CLEAR))


def with_faces(
    spots: Iterable[Placed], faces: list[str], others: Sequence[Placed], clear: float
) -> list[Placed]:
    """Choose the spots where there is room, and give them faces until these run out.

    Args:
        spots: where tiles may lie. Of two spots on the table that overlap, the first is chosen.
            A spot on top of another comes after it, at the same place. It is chosen only if the
            spot below was, and may overlap other tiles.
        faces: the tiles to lay, taken from the end of the list and removed from it.
        others: the tiles that lie on the table already.
        clear: the least distance of a chosen spot from the ``others``, in tile widths.
    """
    placed: list[Placed] = []
    for spot in spots:
        if not faces or not is_clear(spot, others, clear):
            continue
        if _has_room(spot, placed):
            placed.append(replace(spot, tile=faces.pop()))
    return placed


def _has_room(spot: Placed, placed: Iterable[Placed]) -> bool:
    """Whether a spot on the table overlaps no tile, or a spot on top of a tile has it below."""
    if spot.level == 0:
        return is_clear(spot, placed, clear=0.0)
    for tile in placed:
        if tile.level == spot.level - 1 and (tile.x, tile.y) == (spot.x, spot.y):
            return True
    return False


def _pile(rng: Random) -> Iterator[Placed]:
    """Discards thrown into the middle."""
    x = rng.uniform(2, 12)
    y = rng.uniform(7, 12)
    spread = rng.uniform(2.5, 5)
    for _ in range(rng.randint(8, 45)):
        yield Placed(
            NO_FACE, rng.gauss(x, spread), rng.gauss(y, spread / 2), rng.uniform(0, 2 * pi)
        )


def _rivers(rng: Random) -> Iterator[Placed]:
    """Discards in rows of six, before the player of the hand and before some other players."""
    # For each player: the turn of the rows, and a point near the first discard.
    for turn, x, y in (
        (0.0, 4.0, 5.0),
        (pi, 10.0, 11.0),
        (pi / 2, 12.0, 5.5),
        (-pi / 2, 2.5, 10.0),
    ):
        is_player_of_hand = turn == 0.0
        if not is_player_of_hand and rng.random() < 0.4:
            continue
        # ``right`` and ``up`` are directions as the player of the discards sees them.
        first_row_up = rng.uniform(-0.5, 2.0)
        for index in range(rng.randint(4, 18)):
            row = index // 6
            column = index % 6
            right = column * 1.05
            up = first_row_up - row * (LENGTH + 0.05)
            yield Placed(
                NO_FACE,
                x + right * cos(turn) - up * sin(turn),
                y + right * sin(turn) + up * cos(turn),
                turn + radians(rng.uniform(-3, 3)),
            )


def _walls(rng: Random) -> Iterator[Placed]:
    """Walls face down, two tiles high, before and beyond the discards and at both sides."""
    # For each wall: the direction in which it runs, and the place of its first tile.
    for turn, x, y in (
        (0.0, -1.0, 15.0),
        (pi / 2, -6.0, 2.0),
        (pi / 2, 20.0, 2.0),
        (0.0, -1.0, 4.2),
    ):
        if rng.random() < 0.5:
            continue
        for index in range(rng.randint(3, 17)):
            along = index * 1.01
            lower = Placed(
                NO_FACE, x + along * cos(turn), y + along * sin(turn), turn, level=0, pose="down"
            )
            yield lower
            yield replace(lower, level=1)


def _players(rng: Random) -> Iterator[Placed]:
    """The tiles of the players opposite, right and left: one or two melds, or a whole hand."""
    # Of each player: the direction in which the row runs, and the place of its first tile.
    for turn, first_x, first_y in (
        (pi, 14.0, 17.5),
        (pi / 2, 23.0, 1.0),
        (-pi / 2, -8.0, 14.0),
    ):
        has_no_tiles = rng.random() < 0.5
        if has_no_tiles:
            continue
        tile_count = rng.choice((3, 6, 13))
        for index in range(tile_count):
            # Some rows have a gap after every three tiles. Whether there is one is drawn anew for
            # each tile, so that rows are untidy: a tile may leave a hole before it, or overlap the
            # tile before it. ``with_faces`` leaves out the tiles that overlap.
            gap = rng.choice((0.0, 0.4))
            gaps_before = index // 3
            along = index * 1.02 + gaps_before * gap
            yield Placed(
                NO_FACE,
                first_x + along * cos(turn),
                first_y + along * sin(turn),
                turn + radians(rng.uniform(-2, 2)),
            )


def _loose(rng: Random) -> Iterator[Placed]:
    """Single tiles that somebody left lying about."""
    for _ in range(rng.randint(1, 4)):
        yield Placed(NO_FACE, rng.uniform(-6, 22), rng.uniform(-6, 14), rng.uniform(0, 2 * pi))
