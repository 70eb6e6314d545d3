"""Whole tables of four players: hands at all sides, discards in the middle, walls, indicators, claimed sets in corners.

What lies where follows photos of automatic tables: the concealed tiles at each player's edge, claimed sets pushed into
the corner at their right, discards in rows of six around the middle, walls between them and the hands.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import pi, radians, sin
from random import Random
from typing import Final, Literal

from hu.scoring.tiles import BONUS, KINDS
from training.tables.dealing import Deal, DealtSet, deal
from training.tables.hands import Layer, with_faces
from training.tables.placing import LENGTH, Placed, turn_tile

#: Half of the side of an automatic table's cloth, in tile widths.
HALF: Final = (12.5, 16.5)
#: Deals that are tried until four players together hold no fifth copy of a tile.
_DEALS: Final = 60


def lay_table(rng: Random) -> tuple[list[Placed], float]:
    """Lay a table whose near hand is open; the origin is its middle.

    Returns:
        Every tile, all but the near hand's with the role ``other``; half of the side of the cloth, in tile widths.
    """
    half = rng.uniform(*HALF)
    stock = whole_stock()
    placed: list[Placed] = []
    for quarter in range(4):
        near = quarter == 0
        dealt = deal_from(rng, stock)
        if dealt is None or (not near and rng.random() < 0.7):
            spots = list(_lay_closed(rng, half))
            tiles = _draw_tiles(rng, stock, len(spots))
            spots = [replace(spot, tile=tile) for spot, tile in zip(spots, tiles, strict=False)]
        else:
            stock.subtract(dealt.tiles)
            spots = _lay_open(rng, half, dealt, near=near)
        if not near:
            spots = [replace(spot, role="other", group=-1) for spot in spots]
        placed += [turn_tile(spot, quarter * pi / 2) for spot in spots]
    # Discards, walls and the indicator, where there is room.
    around = [*(_rivers(rng) if rng.random() < 0.75 else _throw_discards(rng)), *_walls(rng, half)]
    return placed + with_faces(around, _draw_tiles(rng, stock, len(around)), placed, 0.25), half


def whole_stock() -> Counter[str]:
    """Every tile of a set, as often as the set has it."""
    return Counter(dict.fromkeys(KINDS, 4) | dict.fromkeys(BONUS, 1))


def deal_from(rng: Random, stock: Counter[str]) -> Deal | None:
    """A hand of tiles that are left; None where chance does not find one."""
    for _ in range(_DEALS):
        dealt = deal(rng)
        # Flowers belong to few of the games that are played on such tables.
        dealt = dealt if rng.random() < 0.25 else replace(dealt, bonus=())
        if Counter(dealt.tiles) <= stock:
            return dealt
    return None


def _draw_tiles(rng: Random, stock: Counter[str], count: int) -> list[str]:
    left = sorted(tile for tile in stock.elements() if tile in KINDS)
    drawn = rng.sample(left, min(count, len(left)))
    stock.subtract(drawn)
    return drawn


def _lay_open(rng: Random, half: float, dealt: Deal, *, near: bool) -> list[Placed]:
    """A player's open hand seen from that player's seat."""
    layer = Layer(rng, "zung-jung")
    layer.standing = near and rng.random() < 0.5
    edge = -half + rng.uniform(0.9, 3.4)
    tiles = list(dealt.standing)
    won = rng.choices(("apart", "waits", "within"), (45, 25, 30))[0]
    if won != "within":
        tiles.remove(dealt.winning)
    tiles.sort(key=lambda tile: ("mpsz".index(tile[1]), tile[0]))
    start = -len(tiles) / 2 + rng.uniform(-2.0, 2.0) - 0.4 * len(dealt.melds)
    right = layer.row(tiles, start, edge)
    if won == "apart":
        # Beside the row, sideways at its end, or upon it.
        way = rng.choice(("beside", "sideways", "above"))
        if way == "beside":
            layer.row([dealt.winning], right + rng.uniform(0.4, 1.5), edge, "winning")
        elif way == "sideways":
            layer.row([dealt.winning], right + rng.uniform(0.0, 0.3), edge, "winning", across=0)
        else:
            lift = edge + (1.0 + LENGTH) / 2 + (1.2 if layer.standing else rng.uniform(0.02, 0.2))
            layer.row([dealt.winning], right - rng.uniform(1.5, 4.0), lift, "winning", across=0)
    _lay_melds(layer, rng, dealt.melds, half)
    if dealt.bonus:
        layer.row(dealt.bonus, start - len(dealt.bonus) - rng.uniform(0.8, 1.5), edge, "bonus")
    return layer.placed


def _lay_melds(layer: Layer, rng: Random, melds: Sequence[DealtSet], half: float) -> None:
    """Claimed sets from the corner on: leftwards along the edge, or one above another."""
    right, y = half - rng.uniform(0.2, 0.8), -half + rng.uniform(0.8, 1.4)
    stacked = rng.random() < 0.4
    for meld in melds:
        across = rng.choice((0, len(meld.tiles) - 1, 1)) if meld.kind != "concealed-quad" else None
        width = len(meld.tiles) * (1 + layer.between) + (LENGTH - 1 if across is not None else 0)
        layer.row(meld.tiles, right - width, y, "meld", across=across)
        if meld.kind == "concealed-quad":
            for number in (-4, -1):
                layer.placed[number] = replace(layer.placed[number], pose="down")
        if stacked:
            y += LENGTH + rng.uniform(0.05, 0.4)
        else:
            right -= width + rng.uniform(0.0, 0.5)


def _lay_closed(rng: Random, half: float) -> Iterator[Placed]:
    """A hand that its player keeps: standing, seen from behind, or pushed over face down; some sets in the corner."""
    y, melds = -half + rng.uniform(0.8, 3.0), rng.choices(range(4), (50, 25, 15, 10))[0]
    pose: Literal["standing", "down"] = "standing" if rng.random() < 0.75 else "down"
    count = 13 - 3 * melds
    start = -count / 2 + rng.uniform(-2, 2)
    for index in range(count):
        yield Placed("back", start + index * 1.01, y, radians(rng.gauss(0, 0.6)), pose=pose)
    right = half - 0.5
    for _ in range(melds):
        for index in range(3):
            yield Placed(
                "back", right - 2.8 + index * 1.02, -half + 1.1, radians(rng.gauss(0, 1.5))
            )
        right -= 3.2 + rng.uniform(0, 0.4)


def _rivers(rng: Random) -> Iterator[Placed]:
    """Discards in rows of six before each player, one of them sideways where its player declared."""
    away, turns = rng.uniform(2.6, 3.6), rng.randint(2, 18)
    for quarter in range(4):
        declared = rng.randrange(18) if rng.random() < 0.5 else -1
        x, y = -3.0, -away - LENGTH / 2
        for index in range(max(0, turns + rng.randint(-1, 1))):
            extent = LENGTH if index == declared else 1.0
            turn = (pi / 2 if index == declared else 0.0) + radians(rng.gauss(0, 2))
            spot = Placed("back", x + extent / 2, y + rng.gauss(0, 0.03), turn)
            yield turn_tile(spot, quarter * pi / 2)
            x += extent + 0.03
            if index % 6 == 5 and index < 17:
                x, y = -3.0, y - LENGTH - 0.04


def _throw_discards(rng: Random) -> Iterator[Placed]:
    """Discards thrown into the middle."""
    wide = rng.uniform(2.0, 4.0)
    for _ in range(rng.randint(6, 50)):
        yield Placed("back", rng.gauss(0, wide), rng.gauss(0, wide), rng.uniform(0, 2 * pi))


def _walls(rng: Random, half: float) -> Iterator[Placed]:
    """What is left of the walls, two tiles high; one tile of the upper row may be turned up."""
    away = half - rng.uniform(4.2, 5.2)
    shown = rng.randrange(4)
    for quarter in range(4):
        if rng.random() < 0.35:
            continue
        first, last = sorted(rng.sample(range(18), 2))
        slant, shift = radians(rng.gauss(0, 3)), rng.uniform(-0.4, 0.4)
        for index in range(first, last):
            x = (index - 8.5) * 1.01
            low = Placed("back", x, -away + shift + x * sin(slant), slant, pose="down")
            up = quarter == shown and index == first + 2
            yield turn_tile(low, quarter * pi / 2)
            yield turn_tile(replace(low, level=1, pose="up" if up else "down"), quarter * pi / 2)
