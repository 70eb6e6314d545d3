"""Whole tables of four players: hands at all sides, discards in the middle, walls, indicators, claimed sets in corners.

What lies where follows photos of automatic tables: the concealed tiles at each player's edge, claimed sets pushed into
the corner at their right, discards in rows of six around the middle, walls between them and the hands.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, pi, radians, sin
from random import Random
from typing import Final, Literal

from hu.scoring.hand import Hand
from hu.scoring.tiles import KINDS
from hu.vision.training.tables.dealing import Deal, DealtSet, deal
from hu.vision.training.tables.placing import LENGTH, Placed, is_clear

Side = Literal["near", "right", "far", "left"]
#: Counter-clockwise from the photographer.
SIDES: Final[tuple[Side, ...]] = ("near", "right", "far", "left")
#: Half of the side of an automatic table's cloth, in tile widths.
HALF: Final = (12.5, 16.5)
#: Deals that are tried until four players together hold no fifth copy of a tile.
_DEALS: Final = 60


@dataclass(frozen=True, slots=True)
class TableHand:
    """One player's open hand.

    Attributes:
        side: where its player sits, seen by the photographer.
        hand: what the table shows of it.
        numbers: its tiles' places among ``TableScene.placed``.
    """

    side: Side
    hand: Hand
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableScene:
    """A table and what a photo of it should be read as.

    Attributes:
        placed: every tile; roles are those of the near player's hand, ``other`` for all tiles beside it.
        hands: the open hands, the near player's first.
        half: half of the side of the table's cloth, in tile widths; its middle is the origin.
    """

    placed: tuple[Placed, ...]
    hands: tuple[TableHand, ...]
    half: float


def table_scene(seed: int | Random) -> TableScene:
    """Lay a table whose near hand is open.

    Args:
        seed: the same number gives the same table.
    """
    rng = seed if isinstance(seed, Random) else Random(f"table {seed}")
    half = rng.uniform(*HALF)
    stock = Counter(dict.fromkeys(KINDS, 4))
    placed: list[Placed] = []
    hands: list[TableHand] = []
    for quarter, side in enumerate(SIDES):
        dealt = _dealt(rng, stock)
        closed = side != "near" and (dealt is None or rng.random() < 0.7)
        if closed or dealt is None:
            spots = list(_closed(rng, half))
            tiles = _drawn(rng, stock, len(spots))
            spots = [replace(spot, tile=tile) for spot, tile in zip(spots, tiles, strict=False)]
        else:
            stock.subtract(tile for tile in _tiles(dealt) if tile in stock)
            player = _Player(rng, half, near=side == "near")
            hand = player.lay(dealt)
            spots = player.placed
            hands.append(TableHand(side, hand, tuple(range(len(placed), len(placed) + len(spots)))))
        if side != "near":
            spots = [replace(spot, role="other", group=-1) for spot in spots]
        placed += [_turned(spot, quarter * pi / 2) for spot in spots]
    placed += _rest(rng, placed, stock, half)
    return TableScene(tuple(placed), tuple(hands), half)


def _tiles(dealt: Deal) -> tuple[str, ...]:
    return (*dealt.standing, *(tile for meld in dealt.melds for tile in meld.tiles))


def _dealt(rng: Random, stock: Counter[str]) -> Deal | None:
    """A hand of tiles that are left; None where chance does not find one."""
    for _ in range(_DEALS):
        dealt = deal(rng)
        if all(stock[tile] >= count for tile, count in Counter(_tiles(dealt)).items()):
            # Flowers belong to few of the games that are played on such tables.
            return dealt if rng.random() < 0.25 else replace(dealt, bonus=())
    return None


def _drawn(rng: Random, stock: Counter[str], count: int) -> list[str]:
    drawn = rng.sample(sorted(stock.elements()), min(count, stock.total()))
    stock.subtract(drawn)
    return drawn


class _Player:
    """Lays one player's open hand, seen from that player's seat."""

    def __init__(self, rng: Random, half: float, *, near: bool) -> None:
        self._rng, self._half, self._near = rng, half, near
        self._sloppy = rng.choice((0.01, 0.03, 0.06))
        self._standing = near and rng.random() < 0.5
        self._edge = -half + rng.uniform(0.9, 3.4)
        self._group = -1
        self.placed: list[Placed] = []

    def lay(self, dealt: Deal) -> Hand:
        """Lay the hand; returns what the table shows of it."""
        rng = self._rng
        tiles = list(dealt.standing)
        won = rng.random()
        apart = won < 0.45
        if won < 0.7:
            tiles.remove(dealt.winning)
        tiles.sort(key=lambda tile: ("mpsz".index(tile[1]), tile[0]))
        start = -len(tiles) / 2 + rng.uniform(-2.0, 2.0) - 0.4 * len(dealt.melds)
        right = self._row(tiles, start, self._edge, "concealed")
        if apart:
            self._winning(dealt.winning, right)
        self._melds(dealt.melds)
        if dealt.bonus:
            self._row(list(dealt.bonus), start - len(dealt.bonus) - rng.uniform(0.8, 1.5), self._edge, "bonus")
        hand = dealt.hand(winning=apart)
        if 0.45 <= won < 0.7:
            # A hand that waits: no tile of it has won.
            return replace(hand, concealed=tuple(tiles), winning=None)
        return hand

    def _winning(self, tile: str, right: float) -> None:
        """The winning tile beside the row, sideways at its end, or upon it."""
        way = self._rng.choice(("beside", "sideways", "above"))
        if way == "beside":
            self._row([tile], right + self._rng.uniform(0.4, 1.5), self._edge, "winning")
        elif way == "sideways":
            self._row([tile], right + self._rng.uniform(0.0, 0.3), self._edge, "winning", across=0)
        else:
            lift = self._edge + (1.0 + LENGTH) / 2 + (1.2 if self._standing else self._rng.uniform(0.02, 0.2))
            self._row([tile], right - self._rng.uniform(1.5, 4.0), lift, "winning", across=0)

    def _melds(self, melds: Sequence[DealtSet]) -> None:
        """Claimed sets from the corner on: leftwards along the edge, or one above another."""
        rng = self._rng
        right, y = self._half - rng.uniform(0.2, 0.8), -self._half + rng.uniform(0.8, 1.4)
        stacked = rng.random() < 0.4
        for meld in melds:
            across = rng.choice((0, len(meld.tiles) - 1, 1)) if meld.kind != "concealed-quad" else None
            width = len(meld.tiles) + (LENGTH - 1 if across is not None else 0)
            tiles = list(meld.tiles)
            self._row(tiles, right - width, y, "meld", across=across)
            if meld.kind == "concealed-quad":
                for number in (-4, -1):
                    self.placed[number] = replace(self.placed[number], pose="down")
            if stacked:
                y += LENGTH + rng.uniform(0.05, 0.4)
            else:
                right -= width + rng.uniform(0.0, 0.5)

    def _row(
        self,
        tiles: Sequence[str],
        x: float,
        y: float,
        role: Literal["concealed", "meld", "winning", "bonus"],
        *,
        across: int | None = None,
    ) -> float:
        self._group += 1
        rng, sloppy = self._rng, self._sloppy
        standing = self._standing and role == "concealed"
        for index, tile in enumerate(tiles):
            turned = index == across
            extent = LENGTH if turned else 1.0
            self.placed.append(
                Placed(
                    tile,
                    x + extent / 2,
                    y - (LENGTH - 1) / 2 * turned + rng.uniform(-sloppy, sloppy),
                    (rng.choice((pi / 2, -pi / 2)) if turned else 0.0) + radians(rng.uniform(-60, 60) * sloppy),
                    pose="standing" if standing else "up",
                    role=role,
                    group=self._group,
                )
            )
            x += extent + rng.uniform(0.0, sloppy)
        return x


def _closed(rng: Random, half: float) -> Iterator[Placed]:
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
            yield Placed("back", right - 2.8 + index * 1.02, -half + 1.1, radians(rng.gauss(0, 1.5)))
        right -= 3.2 + rng.uniform(0, 0.4)


def _rest(rng: Random, taken: Sequence[Placed], stock: Counter[str], half: float) -> list[Placed]:
    """Discards, walls and the indicator, where there is room."""
    placed: list[Placed] = []
    spots = [*(_rivers(rng) if rng.random() < 0.75 else _thrown(rng)), *_walls(rng, half)]
    faces = _drawn(rng, stock, len(spots))
    for spot in spots:
        if faces and is_clear(spot, taken, 0.25) and (spot.level or is_clear(spot, placed, 0.0)):
            placed.append(replace(spot, tile=faces.pop()))
    return placed


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
            yield _turned(spot, quarter * pi / 2)
            x += extent + 0.03
            if index % 6 == 5 and index < 17:
                x, y = -3.0, y - LENGTH - 0.04


def _thrown(rng: Random) -> Iterator[Placed]:
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
            yield _turned(low, quarter * pi / 2)
            yield _turned(replace(low, level=1, pose="up" if up else "down"), quarter * pi / 2)


def _turned(spot: Placed, angle: float) -> Placed:
    x, y = cos(angle) * spot.x - sin(angle) * spot.y, sin(angle) * spot.x + cos(angle) * spot.y
    return replace(spot, x=x, y=y, turn=spot.turn + angle)
