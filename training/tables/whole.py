"""Whole tables of four players.

Hands lie at all sides, discards in the middle, walls between them. The places follow photos of
automatic tables: the concealed tiles at each player's edge, claimed melds pushed into the corner at
their right, discards in rows of six around the middle.

Lengths are in tile widths. A player's tiles are laid as if this player sat at the near side, with x
to the right and y away from the player. Then they are turned about the table's middle.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import pi, radians, sin
from random import Random
from typing import Final, Literal

from hu.scoring.tiles import BONUS, KINDS
from training.tables.dealing import Deal, DealtMeld, deal
from training.tables.layer import Layer
from training.tables.placing import LENGTH, NO_FACE, Placed, by_suit_and_number, turn_tile
from training.tables.surroundings import with_faces

#: Half of the side of an automatic table's cloth, in tile widths: the least and the most.
HALF: Final = (12.5, 16.5)
#: Deals that are tried until four players together hold no fifth copy of a tile.
_DEALS: Final = 60
#: The least distance of discards and walls from the players' tiles, in tile widths.
_CLEAR: Final = 0.25


def lay_table(rng: Random) -> tuple[list[Placed], float]:
    """Lay a table whose near hand is open. The origin is its middle.

    Returns:
        Every tile, all but the near hand's with the role ``other``. Then half of the side of the
        cloth, in tile widths.
    """
    half_side = rng.uniform(*HALF)
    stock = whole_stock()
    placed: list[Placed] = []
    for quarter in range(4):
        is_near = quarter == 0
        dealt = deal_from(rng, stock)
        if dealt is None or (not is_near and rng.random() < 0.7):
            spots = _fill_spots(rng, list(_lay_closed(rng, half_side)), stock)
        else:
            stock.subtract(dealt.tiles)
            spots = _lay_open(rng, half_side, dealt, is_near=is_near)
        if not is_near:
            spots = [replace(spot, role="other", group=-1) for spot in spots]
        placed += [turn_tile(spot, quarter * pi / 2) for spot in spots]

    # Discards, walls and the indicator are laid if there is room.
    around = list(_rivers(rng)) if rng.random() < 0.75 else list(_throw_discards(rng))
    around += _walls(rng, half_side)
    faces = _draw_faces(rng, stock, len(around))
    return placed + with_faces(around, faces, placed, _CLEAR), half_side


def whole_stock() -> Counter[str]:
    """Every tile of a box, as often as the box has it."""
    return Counter(dict.fromkeys(KINDS, 4) | dict.fromkeys(BONUS, 1))


def deal_from(rng: Random, stock: Counter[str]) -> Deal | None:
    """Deal a random hand of tiles that are left. None if none of ``_DEALS`` hands fits them."""
    for _ in range(_DEALS):
        dealt = deal(rng)
        # Most games on such tables are played without flowers.
        if rng.random() >= 0.25:
            dealt = replace(dealt, bonus=())
        if Counter(dealt.tiles) <= stock:
            return dealt
    return None


def _fill_spots(rng: Random, spots: Sequence[Placed], stock: Counter[str]) -> list[Placed]:
    """Give faces of the stock to spots, and take them from the stock.

    Spots for which no face is left are dropped.
    """
    faces = _draw_faces(rng, stock, len(spots))
    return [replace(spot, tile=face) for spot, face in zip(spots, faces, strict=False)]


def _draw_faces(rng: Random, stock: Counter[str], count: int) -> list[str]:
    """Take random tiles from the stock, without flowers. Fewer than ``count`` if it has fewer."""
    tiles = sorted(tile for tile in stock.elements() if tile in KINDS)
    faces = rng.sample(tiles, min(count, len(tiles)))
    stock.subtract(faces)
    return faces


def _lay_open(rng: Random, half_side: float, dealt: Deal, *, is_near: bool) -> list[Placed]:
    """A player's open hand seen from that player's seat.

    Args:
        rng: decides how it is laid.
        half_side: half of the side of the cloth, in tile widths.
        dealt: the hand.
        is_near: whether the player takes the photo. Only such a hand may stand.
    """
    layer = Layer(rng, "zung-jung")
    layer.is_hand_standing = is_near and rng.random() < 0.5
    # The middle line of the concealed tiles.
    row_y = -half_side + rng.uniform(0.9, 3.4)
    tiles = list(dealt.standing)
    # The winning tile is apart from the row, still missing, or within the row.
    winning_place = rng.choices(("apart", "missing", "within"), (45, 25, 30))[0]
    if winning_place != "within":
        tiles.remove(dealt.winning)
    tiles.sort(key=by_suit_and_number)
    # The left end of the row. Melds in the right corner push it to the left.
    start = -len(tiles) / 2 + rng.uniform(-2.0, 2.0) - 0.4 * len(dealt.table_melds)
    right = layer.lay_row(tiles, start, row_y)
    if winning_place == "apart":
        _lay_winning(layer, rng, dealt.winning, right=right, row_y=row_y)
    _lay_melds(layer, rng, dealt.table_melds, half_side)
    if dealt.bonus:
        bonus_start = start - len(dealt.bonus) - rng.uniform(0.8, 1.5)
        layer.lay_row(dealt.bonus, bonus_start, row_y, "bonus")
    return layer.placed


def _lay_winning(layer: Layer, rng: Random, tile: str, *, right: float, row_y: float) -> None:
    """Lay the winning tile beside the concealed tiles, sideways at their end, or behind them.

    Args:
        layer: lays the tile.
        rng: decides the place.
        tile: the winning tile.
        right: the right end of the concealed tiles.
        row_y: the middle line of the concealed tiles.
    """
    place = rng.choice(("beside", "sideways", "behind"))
    if place == "beside":
        layer.lay_row([tile], right + rng.uniform(0.4, 1.5), row_y, "winning")
    elif place == "sideways":
        layer.lay_row([tile], right + rng.uniform(0.0, 0.3), row_y, "winning", across=0)
    else:
        y = row_y + (1.0 + LENGTH) / 2
        # A standing hand hides tiles that lie close behind it.
        y += 1.2 if layer.is_hand_standing else rng.uniform(0.02, 0.2)
        layer.lay_row([tile], right - rng.uniform(1.5, 4.0), y, "winning", across=0)


def _lay_melds(layer: Layer, rng: Random, melds: Sequence[DealtMeld], half_side: float) -> None:
    """Lay melds from the near right corner on: leftwards along the edge, or in rows of their own.

    Each row of their own is farther from the player than the row before.

    Args:
        layer: lays the tiles.
        rng: decides the places.
        melds: the melds.
        half_side: half of the side of the cloth, in tile widths. The corner is at
            ``(half_side, -half_side)``.
    """
    right = half_side - rng.uniform(0.2, 0.8)
    y = -half_side + rng.uniform(0.8, 1.4)
    has_row_for_each = rng.random() < 0.4
    for meld in melds:
        width = len(meld.tiles) * (1 + layer.between)
        if meld.kind == "concealed-quad":
            layer.lay_row(meld.tiles, right - width, y, "meld")
            layer.turn_down((-4, -1))
        else:
            # A tile that lies sideways is wider than the others.
            sideways = rng.choice((0, len(meld.tiles) - 1, 1))
            width += LENGTH - 1
            layer.lay_row(meld.tiles, right - width, y, "meld", across=sideways)
        if has_row_for_each:
            y += LENGTH + rng.uniform(0.05, 0.4)
        else:
            right -= width + rng.uniform(0.0, 0.5)


def _lay_closed(rng: Random, half_side: float) -> Iterator[Placed]:
    """Lay a hand that its player does not show: standing, or pushed over face down.

    It has up to three melds, which lie face up in the near right corner.
    """
    y = -half_side + rng.uniform(0.8, 3.0)
    meld_count = rng.choices(range(4), (50, 25, 15, 10))[0]
    pose: Literal["standing", "down"] = "standing" if rng.random() < 0.75 else "down"
    concealed_count = 13 - 3 * meld_count
    start = -concealed_count / 2 + rng.uniform(-2, 2)
    for index in range(concealed_count):
        turn = radians(rng.gauss(0, 0.6))
        yield Placed(NO_FACE, start + index * 1.01, y, turn, pose=pose)
    # A little to the right of the next meld.
    right = half_side - 0.5
    for _ in range(meld_count):
        for index in range(3):
            turn = radians(rng.gauss(0, 1.5))
            yield Placed(NO_FACE, right - 2.8 + index * 1.02, -half_side + 1.1, turn)
        right -= 3.2 + rng.uniform(0, 0.4)


def _rivers(rng: Random) -> Iterator[Placed]:
    """Discards in rows of six before each player.

    In some rivers one discard lies sideways, as after a declaration.
    """
    distance_from_middle = rng.uniform(2.6, 3.6)
    usual_count = rng.randint(2, 18)
    for quarter in range(4):
        # The number of the discard that lies sideways, -1 for none. A river may end before it.
        sideways = rng.randrange(18) if rng.random() < 0.5 else -1
        # The left end of the next discard, and the middle line of its row.
        x = -3.0
        y = -distance_from_middle - LENGTH / 2
        count = max(0, usual_count + rng.randint(-1, 1))
        for index in range(count):
            is_sideways = index == sideways
            extent = LENGTH if is_sideways else 1.0
            turn = pi / 2 if is_sideways else 0.0
            turn += radians(rng.gauss(0, 2))
            spot = Placed(NO_FACE, x + extent / 2, y + rng.gauss(0, 0.03), turn)
            yield turn_tile(spot, quarter * pi / 2)
            x += extent + 0.03
            # The next row is nearer to the player. A fourth row never begins: the third is longer.
            is_row_full = index % 6 == 5
            if is_row_full and index < 17:
                x = -3.0
                y = y - LENGTH - 0.04


def _throw_discards(rng: Random) -> Iterator[Placed]:
    """Discards thrown into the middle."""
    spread = rng.uniform(2.0, 4.0)
    for _ in range(rng.randint(6, 50)):
        yield Placed(NO_FACE, rng.gauss(0, spread), rng.gauss(0, spread), rng.uniform(0, 2 * pi))


def _walls(rng: Random, half_side: float) -> Iterator[Placed]:
    """The remaining walls, two tiles high. A tile of the upper row may be turned up."""
    distance_from_middle = half_side - rng.uniform(4.2, 5.2)
    indicator_quarter = rng.randrange(4)
    for quarter in range(4):
        if rng.random() < 0.35:
            continue
        # A whole wall has 18 places. The places from ``first`` to before ``end`` remain.
        first, end = sorted(rng.sample(range(18), 2))
        slant = radians(rng.gauss(0, 3))
        shift = rng.uniform(-0.4, 0.4)
        for index in range(first, end):
            x = (index - 8.5) * 1.01
            y = -distance_from_middle + shift + x * sin(slant)
            lower = Placed(NO_FACE, x, y, slant, pose="down")
            is_indicator = quarter == indicator_quarter and index == first + 2
            upper = replace(lower, level=1, pose="up" if is_indicator else "down")
            yield turn_tile(lower, quarter * pi / 2)
            yield turn_tile(upper, quarter * pi / 2)
