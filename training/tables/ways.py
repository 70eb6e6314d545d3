"""Hands laid as clubs lay them that turn no tile sideways: the ways that the layout's rules were not written from.

What players do according to rules and manuals: Four Winds Mah Jong's help (4windsmj.com, "Declaring a concealed
Kong") puts declared sets "above the hand tiles", all tiles face up, a concealed quad's first and fourth turned down;
the Mah Jongg Maven's guide (mahjongg.com, "How do I play") displays claimed combinations "above your stake", that is
beyond the rack; Harr's "Pung Chow" (1922) lays them to the player's right; the European rules (RCR 3.3.7) put the
fourth tile of a promoted quad by the rotated one, which home players put on top instead; concealed quads are shown
with one tile face up (anacortessalmonderby.com), or with the middle two face down. No source describes ``diagonal``
and ``column``; they vary direction and distance beyond what the others do.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import pi, radians
from random import Random
from typing import Final, Literal, get_args

from training.tables.dealing import Deal, DealtSet, deal
from training.tables.hands import HandScene, Layer, lay_surroundings
from training.tables.placing import LENGTH, Placed, turn_tile

Way = Literal["ahead", "near", "beside", "diagonal", "column", "stacked"]
#: ``ahead``: claimed sets in a row beyond the concealed tiles; ``near``: in a row on the player's side of them;
#: ``beside``: to their right or left; ``diagonal``: across the table's corner; ``column``: along the right edge,
#: turned by a quarter; ``stacked``: beside, quads with the fourth tile on top.
WAYS: Final[tuple[Way, ...]] = get_args(Way)


def way_scene(seed: int | Random, way: Way) -> HandScene:
    """Lay out a random winning hand with at least one set on the table and no sideways tile."""
    rng = seed if isinstance(seed, Random) else Random(f"{way} {seed}")
    table = _Table(rng)
    dealt = deal(rng, melds=(0, 30, 30, 25, 15))
    while way == "stacked" and all(len(meld.tiles) < 4 for meld in dealt.melds):
        dealt = deal(rng, melds=(0, 30, 30, 25, 15))
    shown = table.concealed(dealt)
    table.melds(way, dealt.melds)
    table.bonus(dealt)
    kept_clear = [*table.layer.placed, *(Placed("back", x, y) for x, y in table.markers)]
    others = lay_surroundings(rng, kept_clear, dealt.hand(winning=False))
    placed = (*table.layer.placed, *others)
    return HandScene(placed, dealt.hand(winning=shown), (), tuple(table.markers))


class _Table:
    """A hand while it is laid down; lengths in tile widths."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.layer = Layer(rng, "zung-jung")
        self.layer.standing = rng.random() < 0.5
        self.markers: list[tuple[float, float]] = []
        self.right = 0.0

    def concealed(self, dealt: Deal) -> bool:
        """Lay the concealed tiles from x = 0; True when the winning tile lies apart from them."""
        tiles = list(dealt.standing)
        shown = self.rng.random() < 0.5
        if shown:
            tiles.remove(dealt.winning)
        if self.rng.random() < 0.8:
            tiles.sort(key=lambda tile: (tile[1], tile[0]))
        self.right = self.layer.row(tiles, 0.0, 0.0)
        if shown:
            start = self.right + self.rng.uniform(0.6, 1.5)
            self.right = self.layer.row(
                [dealt.winning], start, self.rng.uniform(-0.1, 0.1), "winning"
            )
        return shown

    def row_of(self, melds: Sequence[DealtSet], x: float, y: float) -> float:
        """Lay sets upright in one row; returns its right end."""
        gap = self.rng.choice((0.15, 0.4, 0.7))
        for meld in melds:
            x = self.meld(meld, x, y) + gap + self.rng.uniform(0.0, 0.15)
        return x - gap

    def meld(self, meld: DealtSet, x: float, y: float) -> float:
        """Lay one set upright, its quads' tiles side by side; returns its right end."""
        right = self.layer.row(meld.tiles, x, y, "meld")
        if meld.kind == "concealed-quad":
            for position in self.rng.choice(((-4, -1), (-4, -1), (-3, -2), (-4, -3, -2))):
                self.layer.placed[position] = replace(self.layer.placed[position], pose="down")
        return right

    def melds(self, way: Way, melds: Sequence[DealtSet]) -> None:
        """Lay the sets of the table."""
        rng, placed = self.rng, self.layer.placed
        if way == "ahead":
            # Standing tiles hide what lies close behind them.
            away = 2.6 if self.layer.standing else LENGTH + 0.2
            self.row_of(melds, rng.uniform(-1.0, 3.0), away + rng.uniform(0.0, 1.0))
        elif way == "near":
            self.row_of(melds, rng.uniform(-1.0, 3.0), -LENGTH - rng.uniform(0.2, 1.2))
        elif way == "beside":
            gap, y = rng.uniform(0.5, 2.0), rng.choice((0.0, 0.0, rng.uniform(-0.7, 0.9)))
            width = sum(len(meld.tiles) + 0.9 for meld in melds)
            self.row_of(melds, self.right + gap if rng.random() < 0.6 else -gap - width, y)
        elif way in ("diagonal", "column"):
            first = len(placed)
            if way == "diagonal":
                start = (self.right + rng.uniform(1.2, 2.2), rng.uniform(0.3, 1.0))
            else:
                start = (self.right + rng.uniform(1.8, 2.6), rng.uniform(-0.5, 0.5))
            self.row_of(melds, *start)
            angle = radians(rng.uniform(30, 60)) if way == "diagonal" else pi / 2
            placed[first:] = [turn_tile(tile, angle, start) for tile in placed[first:]]
        else:
            x = self.right + rng.uniform(0.6, 2.0)
            for meld in melds:
                if len(meld.tiles) < 4 or meld.kind == "concealed-quad":
                    x = self.meld(meld, x, 0.0)
                else:
                    x = self.layer.row(meld.tiles[:3], x, 0.0, "meld")
                    # The fourth tile lies on top of the middle one.
                    placed.append(
                        replace(placed[-2], y=placed[-2].y + rng.uniform(0.1, 0.6), level=1)
                    )
                x += rng.uniform(0.3, 0.9)

    def bonus(self, dealt: Deal) -> None:
        """Lay flowers and seasons behind everything, in front of it, or in a corner beside a wind marker."""
        left = min(tile.x for tile in self.layer.placed)
        near, far = (limit(tile.y for tile in self.layer.placed) for limit in (min, max))
        corner = left - self.rng.uniform(2.0, 3.5) - len(dealt.bonus)
        x, y, marked = self.rng.choice(
            (
                (left + self.rng.uniform(0, 4), far + LENGTH + self.rng.uniform(0.6, 2.0), False),
                (left + self.rng.uniform(0, 4), near - LENGTH - self.rng.uniform(0.3, 1.0), False),
                (corner, far + self.rng.uniform(0.0, 2.0), True),
                (corner, self.rng.uniform(-0.5, 0.5), True),
            )
        )
        if dealt.bonus:
            self.layer.row(dealt.bonus, x, y, "bonus")
        if marked or self.rng.random() < 0.2:
            self.markers.append((corner - 1.3, y + self.rng.uniform(-0.5, 0.5)))
