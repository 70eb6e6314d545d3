"""How one player puts a hand down, tile by tile."""

from collections.abc import Sequence
from dataclasses import replace
from math import pi, radians
from random import Random
from typing import Literal, get_args

from hu.vision.role import Role
from training.tables.dealing import ClaimedFrom, Deal, DealtMeld
from training.tables.placing import LENGTH, Placed, Pose, by_suit_and_number

Rules = Literal["zung-jung", "fimj"]
RULES: tuple[Rules, ...] = get_args(Rules)
#: How a player lays a hand down. ``table``: everything apart that the rules lay apart. ``row``:
#: all in one row without gaps. ``rows``: all in two rows. ``gaps``: one row with gaps between the
#: melds.
Style = Literal["table", "row", "rows", "gaps"]
_Side = Literal["right", "before", "behind"]
#: ``in row``: among the concealed tiles, so that nothing shows which tile won. Otherwise the tile
#: is apart, on the right of the row. It is laid before or after the melds that may lie there too.
_WinningPlace = Literal["in row", "before melds", "after melds"]


class Layer:
    """Puts a hand down.

    Lengths are in tile widths: x to the player's right, y away from the player. Angles are in
    radians, counter-clockwise seen from above.

    Attributes:
        placed: the tiles on the table so far.
        claims: from whom each claimed meld of a Zung Jung hand came, by the number of its group.
        group: the number of the last group.
        between: gap between the tiles of a row.
        is_hand_standing: whether the concealed tiles stand.
    """

    def __init__(self, rng: Random, rules: Rules) -> None:
        self._rng = rng
        # On the racks of FIMJ, claimed melds lie apart and have no sideways tile.
        self._on_rack = rules == "fimj"
        self.group = -1
        self.placed: list[Placed] = []
        self.claims: list[tuple[int, ClaimedFrom]] = []
        # How far a tile is from its exact place: up to this many tile widths along y, up to half as
        # many along x, and turned by up to 60 times as many degrees.
        self._sloppiness = rng.choice((0.01, 0.03, 0.06))
        self.between = rng.choice((0.0, 0.02, 0.08))
        self._share_upside_down = rng.choice((0.0, 0.0, 0.1, 0.5))
        self.is_hand_standing = self._on_rack and rng.random() < 0.4

    def lay_apart(self, dealt: Deal) -> bool:
        """Lay down a hand: concealed tiles, melds, winning tile and flowers apart from each other.

        Returns:
            Whether the winning tile is apart, so that the table shows which tile won.
        """
        shows_winning_tile = self._rng.random() < 0.8
        right = self._lay_concealed(dealt, has_winning_tile=not shows_winning_tile)
        meld_side = self._choose_meld_side(dealt)
        winning_place = self._choose_winning_place(meld_side, is_apart=shows_winning_tile)

        if winning_place == "before melds":
            right = self._lay_winning(dealt.winning, right)
        is_tight = self._choose_is_tight(winning_place)
        right = self._lay_melds(dealt, right, meld_side, is_tight=is_tight)
        if winning_place == "after melds":
            self._lay_winning(dealt.winning, right)
        self._lay_bonus(dealt, is_behind=self._choose_flowers_behind(meld_side))
        return shows_winning_tile

    def _lay_concealed(self, dealt: Deal, *, has_winning_tile: bool) -> float:
        """Lay the row of concealed tiles from x = 0. Returns its right end.

        Args:
            dealt: the hand.
            has_winning_tile: whether the winning tile lies among them.
        """
        tiles = list(dealt.standing)
        if not has_winning_tile:
            tiles.remove(dealt.winning)
        if self._rng.random() < 0.7:
            tiles.sort(key=by_suit_and_number)
        return self.lay_row(tiles, x=0.0, y=0.0)

    def _choose_meld_side(self, dealt: Deal) -> _Side:
        """Choose the side of the concealed tiles on which the melds lie: the right for half."""
        if not dealt.table_melds:
            return "right"
        sides: tuple[_Side, ...] = ("right", "right", "before", "behind")
        return self._rng.choice(sides)

    def _choose_winning_place(self, meld_side: _Side, *, is_apart: bool) -> _WinningPlace:
        """Choose the place of the winning tile.

        Args:
            meld_side: the side on which the melds lie.
            is_apart: whether the winning tile lies apart from the concealed tiles.
        """
        # This is drawn for a tile in the row too, which has no use for it.
        is_after_melds = meld_side == "right" and self._rng.random() >= 0.5
        if not is_apart:
            return "in row"
        return "after melds" if is_after_melds else "before melds"

    def _choose_is_tight(self, winning_place: _WinningPlace) -> bool:
        """Choose whether concealed tiles and melds are pushed together, as some players do.

        A sideways tile still separates the melds. On a rack there is none, so they stay apart. A
        winning tile between concealed tiles and melds keeps them apart too.
        """
        if self._on_rack or winning_place == "before melds":
            return False
        return self._rng.random() < 0.15

    def _choose_flowers_behind(self, meld_side: _Side) -> bool:
        """Choose whether the flowers lie behind the concealed tiles, or to their left.

        They lie away from the melds.
        """
        if meld_side == "before":
            return True
        may_be_behind = meld_side != "behind"
        return self._rng.random() < 0.3 and may_be_behind

    def lay_together(self, dealt: Deal, style: Style) -> None:
        """Lay down a hand in one row or two, as many players do for a photo.

        Nothing shows which tile won.

        Args:
            dealt: the hand.
            style: ``row``, ``rows`` or ``gaps``.
        """
        tiles: list[str] = []
        for meld in dealt.table_melds:
            tiles += meld.tiles
        tiles += dealt.standing

        if style == "gaps":
            # Seven pairs have gaps between the pairs. Thirteen orphans have no parts to lay apart.
            is_thirteen_orphans = dealt.is_irregular and len(set(tiles)) == 13
            if is_thirteen_orphans:
                self.lay_row(tiles, x=0.0, y=0.0)
            else:
                self._lay_with_gaps(dealt)
            self._lay_bonus(dealt, is_behind=False)
        elif style == "row":
            self.lay_row([*dealt.bonus, *tiles], x=0.0, y=0.0)
        else:
            # Two rows: the first tiles lie behind the others. The flowers begin the front row.
            back_count = self._rng.randint(5, 8)
            back_tiles = tiles[:back_count]
            front_tiles = tiles[back_count:]
            self.lay_row([*dealt.bonus, *front_tiles], x=0.0, y=0.0)
            x = self._rng.uniform(0.0, 2.0)
            y = LENGTH + self._rng.uniform(0.02, 0.4)
            self.lay_row(back_tiles, x, y)

    def _lay_with_gaps(self, dealt: Deal) -> None:
        """Lay the melds and the pair, or seven pairs, from x = 0 with gaps between them."""
        # A player who shows the melds apart lays them flat.
        self.is_hand_standing = False
        if dealt.is_irregular:
            # Seven pairs.
            starts = range(0, len(dealt.rest), 2)
            parts = [list(dealt.rest[start : start + 2]) for start in starts]
        else:
            parts = [list(meld.tiles) for meld in dealt.melds]
            parts.append(list(dealt.rest))
        x = 0.0
        space = self._rng.uniform(0.4, 1.2)
        for part in parts:
            # No meld of a hand that is laid with gaps is claimed. On a rack a sideways tile marks
            # its triplets and quads. Only a quad counts as a meld.
            is_marked = len(part) > 2 and part[0] == part[-1] and self._on_rack
            role: Role = "meld" if is_marked and len(part) == 4 else "concealed"
            sideways = self._rng.randrange(len(part)) if is_marked else None
            x = self.lay_row(part, x, 0.0, role, across=sideways)
            x += space + self._rng.uniform(0.0, 0.3)

    def _lay_melds(self, dealt: Deal, right: float, side: _Side, *, is_tight: bool) -> float:
        """Lay the melds beside, before or behind the row of concealed tiles.

        Args:
            dealt: the hand.
            right: the right end of the concealed tiles, and of the winning tile if it lies there.
            side: the side of the concealed tiles on which the melds lie.
            is_tight: whether the melds are pushed together, and against the concealed tiles if they
                lie on the right.

        Returns:
            The right end of the row, with the melds if they lie in it.
        """
        rng = self._rng
        apart = self.between if is_tight else rng.uniform(0.6, 1.6)
        if side == "right":
            x = right + apart
            y = 0.0
        else:
            x = rng.uniform(0.0, 2.0)
            y = LENGTH + rng.uniform(0.15, 0.6)
            if side == "before":
                y = -y
        space = self.between if is_tight else rng.uniform(0.4, 1.0)
        most_extra_space = 0.0 if is_tight else 0.2
        for number, meld in enumerate(dealt.table_melds):
            is_first = number == 0
            if not is_first:
                x += space + rng.uniform(0.0, most_extra_space)
            x = self._lay_meld(meld, x, y)
        if side == "right" and dealt.table_melds:
            return max(x, right)
        return right

    def _lay_meld(self, meld: DealtMeld, x: float, y: float) -> float:
        """Lay a meld from ``x`` on. Returns its right end."""
        if meld.kind == "concealed-quad":
            return self._lay_concealed_quad(meld, x, y)
        if self._on_rack:
            return self.lay_row(meld.tiles, x, y, "meld")

        tiles = meld.tiles[:3] if meld.kind == "promoted" else meld.tiles
        # The place of the sideways tile tells from whom it was claimed.
        last = len(tiles) - 1
        middle = self._rng.randint(1, last - 1)
        if meld.claimed_from == "right":
            sideways = last
        elif meld.claimed_from == "opposite":
            sideways = middle
        else:
            sideways = 0
        claimed = self._rng.choice(tiles)
        is_sequence = len(set(tiles)) > 1
        if is_sequence:
            # In a sequence the claimed tile lies first.
            others = [tile for tile in tiles if tile != claimed]
            tiles = (claimed, *others)
        right = self.lay_row(tiles, x, y, "meld", across=sideways)
        if meld.claimed_from:
            self.claims.append((self.group, meld.claimed_from))
        if meld.kind == "promoted":
            placed_meld = self.placed[-3:]
            sideways_tile = placed_meld[sideways]
            self._lay_fourth(meld.tiles[3], sideways_tile)
        return right

    def _lay_fourth(self, tile: str, sideways_tile: Placed) -> None:
        """Lay the fourth tile of a promoted quad on the sideways tile, or just behind it."""
        is_stacked = self._rng.random() < 0.3
        if is_stacked:
            level = 1
            y = sideways_tile.y + self._rng.uniform(0.5, 0.7)
        else:
            level = 0
            y = sideways_tile.y + self._rng.uniform(1.0, 1.06)
        self.placed.append(replace(sideways_tile, tile=tile, y=y, level=level))

    def _lay_concealed_quad(self, meld: DealtMeld, x: float, y: float) -> float:
        """Lay a concealed quad. Returns its right end.

        On a rack one of its tiles lies sideways. Without racks its outer tiles lie face down.
        """
        if self._on_rack:
            return self.lay_row(meld.tiles, x, y, "meld", across=self._rng.randrange(4))
        right = self.lay_row(meld.tiles, x, y, "meld")
        self.turn_down((-4, -1))
        return right

    def turn_down(self, positions: Sequence[int]) -> None:
        """Turn tiles face down.

        Args:
            positions: the positions of the tiles in ``placed``, such as -1 for the last tile.
        """
        for position in positions:
            self.placed[position] = replace(self.placed[position], pose="down")

    def _lay_winning(self, tile: str, right: float) -> float:
        """Lay the winning tile to the right of a row. Returns the tile's right end.

        Args:
            tile: the winning tile.
            right: the right end of the row.
        """
        x = right + self._rng.uniform(0.6, 2.0)
        end = self.lay_row([tile], x, self._rng.uniform(-0.15, 0.15), "winning")
        if self._on_rack and self._rng.random() < 0.2:
            self.placed[-1] = replace(self.placed[-1], pose="standing", turn=0.0)
        return end

    def _lay_bonus(self, dealt: Deal, *, is_behind: bool) -> None:
        """Lay the flowers to the left of the hand or behind it.

        Args:
            dealt: the hand.
            is_behind: whether they lie behind it, from its left end on.
        """
        if not dealt.bonus:
            return
        # On a rack a player's own flowers lie along it and other flowers across it. A scene has no
        # seats, so nobody knows which flowers are the player's own. Chance decides how each lies.
        are_across = [self._on_rack and self._rng.random() < 0.75 for _ in dealt.bonus]
        width = self.between * len(are_across)
        width += sum(LENGTH if is_across else 1.0 for is_across in are_across)
        left = min(tile.x for tile in self.placed) - 0.5
        behind = LENGTH + self._rng.uniform(0.2, 0.6)
        if is_behind:
            x = left
            y = behind
        else:
            x = left - width - self._rng.uniform(0.8, 2.0)
            y = 0.0
        self.group += 1
        for tile, is_across in zip(dealt.bonus, are_across, strict=True):
            extent = LENGTH if is_across else 1.0
            turn = pi / 2 if is_across else 0.0
            # The edges towards the player are aligned.
            centre_y = y - (LENGTH - 1) / 2 if is_across else y
            self.put(Placed(tile, x + extent / 2, centre_y, turn, role="bonus"))
            x += extent + self.between

    def lay_row(
        self,
        tiles: Sequence[str],
        x: float,
        y: float,
        role: Role = "concealed",
        *,
        across: int | None = None,
    ) -> float:
        """Lay tiles side by side.

        Args:
            tiles: the tiles, from left to right.
            x: the left end of the row.
            y: the middle of the upright tiles.
            role: the role of all tiles but the flowers.
            across: the place of the tile that lies sideways, if any does.

        Returns:
            The right end.
        """
        self.group += 1
        sideways_turn = self._rng.choice((pi / 2, -pi / 2))
        pose: Pose = "up"
        if self.is_hand_standing and role == "concealed" and across is None:
            pose = "standing"
        for index, tile in enumerate(tiles):
            is_across = index == across
            extent = LENGTH if is_across else 1.0
            tile_role: Role = "bonus" if tile[1] in "fg" else role
            is_upside_down = self._rng.random() < self._share_upside_down
            # Players push tiles together by the edges towards them, so these edges are aligned.
            centre_y = y - (LENGTH - 1) / 2 if is_across else y
            turn = 0.0
            if is_across:
                turn = sideways_turn
            elif is_upside_down and pose != "standing":
                turn = pi
            spot = Placed(tile, x + extent / 2, centre_y, turn, pose=pose, role=tile_role)
            self.put(spot)
            x += extent + self.between * self._rng.uniform(0.5, 1.5)
        return x

    def put(self, tile: Placed) -> None:
        """Put a tile down as neatly as this player does. It joins the last group."""
        sloppiness = self._sloppiness
        # Along x a tile is shifted to the right only, never to the left. Shifts in both directions
        # would only put the whole hand a quarter of the sloppiness farther to the left.
        x = tile.x + self._rng.uniform(0, sloppiness / 2)
        y = tile.y + self._rng.uniform(-sloppiness, sloppiness)
        turn = tile.turn + radians(self._rng.uniform(-60, 60) * sloppiness)
        self.placed.append(replace(tile, x=x, y=y, turn=turn, group=self.group))
