"""Hands laid as clubs lay them that turn no tile sideways.

The layout's rules were not written from these ways. Sources of the players' habits:

- Four Winds Mah Jong's help (4windsmj.com, "Declaring a concealed Kong") puts declared melds "above
  the hand tiles", all tiles face up, a concealed quad's first and fourth turned down.
- The Mah Jongg Maven's guide (mahjongg.com, "How do I play") displays claimed combinations "above
  your stake", that is beyond the rack.
- Harr's "Pung Chow" (1922) lays them to the player's right.
- The European rules (RCR 3.3.7) put the fourth tile of a promoted quad by the rotated tile. Players
  at home put it on top instead.
- Concealed quads are shown with one tile face up (anacortessalmonderby.com), or with the middle two
  face down.

No source describes ``diagonal`` and ``column``. They vary direction and distance more than the
other ways do.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import pi, radians
from random import Random
from typing import Final, Literal, get_args

from hu.scoring.hand_shape import FOUR_MELDS, HandShape
from training.tables.dealing import Deal, DealtMeld, deal
from training.tables.hands import HandScene
from training.tables.layer import Layer
from training.tables.placing import LENGTH, NO_FACE, Placed, by_suit_and_number, turn_tile
from training.tables.surroundings import lay_surroundings

Way = Literal["ahead", "near", "beside", "diagonal", "column", "stacked"]
#: Places of the claimed melds. ``ahead``: in a row beyond the concealed tiles. ``near``: in a row
#: on the player's side of them. ``beside``: to their right or left. ``diagonal``: across the
#: table's corner. ``column``: along the right edge, turned by a quarter. ``stacked``: beside them,
#: claimed quads with the fourth tile on top.
WAYS: Final[tuple[Way, ...]] = get_args(Way)
#: How often hands with 0, 1, 2, 3, 4 and 5 melds on the table come.
_MELDS: Final = (0, 30, 30, 25, 15, 10)
#: Which tiles of a concealed quad lie face down: -4 is its first tile and -1 its last.
_FACE_DOWN: Final = ((-4, -1), (-4, -1), (-3, -2), (-4, -3, -2))


def way_scene(seed: int | Random, way: Way, hand_shape: HandShape = FOUR_MELDS) -> HandScene:
    """Lay out a random winning hand with at least one meld on the table and no sideways tile.

    Args:
        seed: a number, or a generator that decides everything.
        way: where the melds lie.
        hand_shape: the size of the hand.
    """
    rng = seed if isinstance(seed, Random) else Random(f"{way} {seed}")
    table = _Table(rng)
    dealt = deal(rng, table_melds=_MELDS, hand_shape=hand_shape)
    # A hand that shows this way has a quad, whose fourth tile lies on top if the quad was claimed.
    while way == "stacked" and not _has_quad(dealt):
        dealt = deal(rng, table_melds=_MELDS, hand_shape=hand_shape)
    shows_winning_tile = table.lay_concealed(dealt)
    table.lay_melds(way, dealt.table_melds)
    table.lay_bonus(dealt)
    kept_clear = list(table.layer.placed)
    for x, y in table.markers:
        kept_clear.append(Placed(NO_FACE, x, y))
    others = lay_surroundings(rng, kept_clear, dealt.hand(shows_winning_tile=False))
    placed = (*table.layer.placed, *others)
    return HandScene(
        placed=placed,
        hand=dealt.hand(shows_winning_tile=shows_winning_tile),
        claims=(),
        markers=tuple(table.markers),
    )


def _has_quad(dealt: Deal) -> bool:
    return any(len(meld.tiles) == 4 for meld in dealt.table_melds)


class _Table:
    """A hand while it is laid down.

    Lengths are in tile widths: x to the player's right, y away from the player.

    Attributes:
        rng: decides everything.
        layer: lays the tiles, and keeps them.
        markers: centres (x, y) of the wind and dealer markers so far.
        right: the right end of the concealed tiles, with the winning tile.

    Args:
        rng: decides everything.
    """

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.layer = Layer(rng, "zung-jung")
        self.layer.is_hand_standing = rng.random() < 0.5
        self.markers: list[tuple[float, float]] = []
        self.right = 0.0

    def lay_concealed(self, dealt: Deal) -> bool:
        """Lay the concealed tiles from x = 0.

        Returns:
            Whether the winning tile is apart from them, so that the table shows which tile won.
        """
        tiles = list(dealt.standing)
        shows_winning_tile = self.rng.random() < 0.5
        if shows_winning_tile:
            tiles.remove(dealt.winning)
        if self.rng.random() < 0.8:
            tiles.sort(key=by_suit_and_number)
        self.right = self.layer.lay_row(tiles, x=0.0, y=0.0)
        # The winning tile lies to the right of the row.
        if shows_winning_tile:
            x = self.right + self.rng.uniform(0.6, 1.5)
            y = self.rng.uniform(-0.1, 0.1)
            self.right = self.layer.lay_row([dealt.winning], x, y, "winning")
        return shows_winning_tile

    def lay_melds(self, way: Way, melds: Sequence[DealtMeld]) -> None:
        """Lay the melds of the table.

        Args:
            way: where they lie.
            melds: the melds, from left to right.
        """
        rng = self.rng
        if way == "ahead":
            # Standing tiles hide tiles that lie close behind them.
            away = 2.6 if self.layer.is_hand_standing else LENGTH + 0.2
            x = rng.uniform(-1.0, 3.0)
            self._lay_row(melds, x, away + rng.uniform(0.0, 1.0))
        elif way == "near":
            x = rng.uniform(-1.0, 3.0)
            self._lay_row(melds, x, -LENGTH - rng.uniform(0.2, 1.2))
        elif way == "beside":
            gap = rng.uniform(0.5, 2.0)
            y = rng.choice((0.0, 0.0, rng.uniform(-0.7, 0.9)))
            width = sum(len(meld.tiles) + 0.9 for meld in melds)
            is_right = rng.random() < 0.6
            x = self.right + gap if is_right else -gap - width
            self._lay_row(melds, x, y)
        elif way == "diagonal":
            start = (self.right + rng.uniform(1.2, 2.2), rng.uniform(0.3, 1.0))
            first = self._lay_row(melds, *start)
            self._turn_tiles(first, start, radians(rng.uniform(30, 60)))
        elif way == "column":
            start = (self.right + rng.uniform(1.8, 2.6), rng.uniform(-0.5, 0.5))
            first = self._lay_row(melds, *start)
            self._turn_tiles(first, start, pi / 2)
        else:
            self._lay_stacked(melds)

    def _lay_row(self, melds: Sequence[DealtMeld], x: float, y: float) -> int:
        """Lay melds upright in one row.

        Args:
            melds: the melds, from left to right.
            x: the left end of the row.
            y: the middle line of the row.

        Returns:
            The number of the row's first tile among the tiles on the table.
        """
        first = len(self.layer.placed)
        gap = self.rng.choice((0.15, 0.4, 0.7))
        for meld in melds:
            x = self._lay_meld(meld, x, y) + gap + self.rng.uniform(0.0, 0.15)
        return first

    def _turn_tiles(self, first: int, about: tuple[float, float], angle: float) -> None:
        """Turn the last tiles on the table together.

        Args:
            first: the number of the first of them.
            about: x and y of the point about which they are turned.
            angle: in radians, counter-clockwise seen from above.
        """
        placed = self.layer.placed
        placed[first:] = [turn_tile(tile, angle, about) for tile in placed[first:]]

    def _lay_stacked(self, melds: Sequence[DealtMeld]) -> None:
        """Lay melds beside the hand, a claimed quad's fourth tile on top of its middle tile."""
        placed = self.layer.placed
        x = self.right + self.rng.uniform(0.6, 2.0)
        for meld in melds:
            if len(meld.tiles) < 4 or meld.kind == "concealed-quad":
                x = self._lay_meld(meld, x, 0.0)
            else:
                x = self.layer.lay_row(meld.tiles[:3], x, 0.0, "meld")
                middle = placed[-2]
                y = middle.y + self.rng.uniform(0.1, 0.6)
                placed.append(replace(middle, y=y, level=1))
            x += self.rng.uniform(0.3, 0.9)

    def _lay_meld(self, meld: DealtMeld, x: float, y: float) -> float:
        """Lay a meld upright, a quad's tiles side by side. Returns its right end."""
        right = self.layer.lay_row(meld.tiles, x, y, "meld")
        if meld.kind == "concealed-quad":
            self.layer.turn_down(self.rng.choice(_FACE_DOWN))
        return right

    def lay_bonus(self, dealt: Deal) -> None:
        """Lay flowers and seasons behind all tiles, before them, or apart to their left.

        If their place is a corner, a wind marker lies to the left of it, even if there are no
        flowers. In a fifth of the other cases a wind marker lies to the left of the hand too.
        """
        rng = self.rng
        left = min(tile.x for tile in self.layer.placed)
        near = min(tile.y for tile in self.layer.placed)
        far = max(tile.y for tile in self.layer.placed)
        corner_x = left - rng.uniform(2.0, 3.5) - len(dealt.bonus)
        # For each place: the left end of the flowers, and their middle line.
        spots = {
            "behind": (left + rng.uniform(0, 4), far + LENGTH + rng.uniform(0.6, 2.0)),
            "before": (left + rng.uniform(0, 4), near - LENGTH - rng.uniform(0.3, 1.0)),
            "far corner": (corner_x, far + rng.uniform(0.0, 2.0)),
            "near corner": (corner_x, rng.uniform(-0.5, 0.5)),
        }
        place = rng.choice(tuple(spots))
        x, y = spots[place]
        if dealt.bonus:
            self.layer.lay_row(dealt.bonus, x, y, "bonus")
        is_in_corner = place in ("far corner", "near corner")
        if is_in_corner or rng.random() < 0.2:
            marker_x = corner_x - 1.3
            marker_y = y + rng.uniform(-0.5, 0.5)
            self.markers.append((marker_x, marker_y))
