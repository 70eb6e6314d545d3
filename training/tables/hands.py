"""Winning hands laid out on a table as each rule set's players do, with what lies around them.

Zung Jung: shared/rules "How tiles lie on the table": a sideways tile marks a claimed set, by its place from whom; a
promoted quad's fourth tile lies on or beyond the sideways one; a concealed quad's outer tiles lie face down; flowers
lie to the left, the winning tile apart. FIMJ ("How tiles lie on the rack"): at the reveal a sideways tile marks a
concealed triplet or quad; claimed sets lie flat apart from the rack; flowers lie across it, own ones along.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, pi, radians, sin
from random import Random
from typing import Final, Literal, get_args

from hu.scoring.hand import Hand
from hu.scoring.tiles import KINDS
from hu.vision.detection import Role
from training.tables.dealing import ClaimedFrom, Deal, DealtSet, deal
from training.tables.placing import LENGTH, Placed, Pose, is_clear

Rules = Literal["zung-jung", "fimj"]
RULES: Final[tuple[Rules, ...]] = get_args(Rules)
#: Nothing else lies nearer to the hand than this, edge to edge in tile widths.
CLEAR: Final = 1.3
#: ``table`` with everything apart that the rules lay apart; ``row`` all in one row without gaps; ``rows`` the same in
#: two rows; ``gaps`` one row with gaps between the sets.
Style = Literal["table", "row", "rows", "gaps"]


@dataclass(frozen=True, slots=True)
class HandScene:
    """A hand on a table, and what a photo of it should be read as."""

    placed: tuple[Placed, ...]  # every tile, the hand's and those around it
    hand: Hand  # what the table shows of the hand: a winning tile only where it lies apart
    # from whom each claimed set of a Zung Jung hand came, in the order of its groups' numbers
    claims: tuple[tuple[int, ClaimedFrom], ...]
    markers: tuple[
        tuple[float, float], ...
    ] = ()  # centres (x, y) of wind and dealer markers, in tile widths; no tiles


def hand_scene(seed: int | Random, rules: Rules, *, around: bool = True) -> HandScene:
    """Lay out a random winning hand."""
    rng = seed if isinstance(seed, Random) else Random(f"{rules} {seed}")
    style: Style = rng.choices(("table", "row", "rows", "gaps"), (70, 14, 8, 8))[0]
    dealt = deal(rng) if style == "table" else deal(rng, melds=(80, 15, 5, 0, 0))
    if style != "table":
        # Nothing is claimed; quads lie face up among the standing tiles.
        sets = (
            replace(part, kind="concealed-quad" if len(part.tiles) == 4 else "standing")
            for part in dealt.sets
        )
        dealt = replace(dealt, sets=tuple(sets))
    layer = Layer(rng, rules)
    shown = layer.table(dealt) if style == "table" else layer.together(dealt, style)
    placed = [
        *layer.placed,
        *(lay_surroundings(rng, layer.placed, dealt.hand(winning=False)) if around else ()),
    ]
    return HandScene(tuple(placed), dealt.hand(winning=shown), tuple(layer.claims))


class Layer:
    """Puts one hand down, tile by tile."""

    def __init__(self, rng: Random, rules: Rules) -> None:
        self._rng = rng
        # Claimed sets lie apart and no tile sideways, as on the racks of FIMJ.
        self._apart = rules == "fimj"
        self.group = -1
        self.placed: list[Placed] = []
        self.claims: list[tuple[int, ClaimedFrom]] = []
        # How neat this player is: tiles of one row lie up to this far off, in tile widths and degrees.
        self._sloppy = rng.choice((0.01, 0.03, 0.06))
        self.between = rng.choice((0.0, 0.02, 0.08))
        self._upside_down = rng.choice((0.0, 0.0, 0.1, 0.5))
        self.standing = self._apart and rng.random() < 0.4

    def table(self, dealt: Deal) -> bool:
        """Lay everything apart that the rules lay apart; True when the winning tile shows."""
        rng = self._rng
        shown = rng.random() < 0.8
        tiles = list(dealt.standing)
        if shown:
            tiles.remove(dealt.winning)
        if rng.random() < 0.7:
            tiles.sort(key=lambda tile: (tile[1], tile[0]))
        right = self.row(tiles, 0.0, 0.0)
        where = rng.choice(("right", "right", "before", "behind")) if dealt.melds else "right"
        won_right = where != "right" or rng.random() < 0.5
        if shown and won_right:
            right = self._winning(dealt.winning, right)
        # Some players push everything together; a sideways tile in each set still tells them apart.
        tight = not self._apart and not (shown and won_right) and rng.random() < 0.15
        right = self._melds(dealt, right, where, tight=tight)
        if shown and not won_right:
            self._winning(dealt.winning, right)
        self._bonus(dealt, behind=where == "before" or (rng.random() < 0.3 and where != "behind"))
        return shown

    def together(self, dealt: Deal, style: Style) -> bool:
        """Lay all tiles in one row or two, as many players do for a photo; flowers are simply inside."""
        bonus = list(dealt.bonus)
        tiles = [*(tile for part in dealt.melds for tile in part.tiles), *dealt.standing]
        if style == "gaps":
            if len(set(tiles)) < 13:
                self._with_gaps(dealt)
            else:
                self.row(tiles, 0.0, 0.0)
            self._bonus(dealt, behind=False)
        elif style == "row":
            self.row([*bonus, *tiles], 0.0, 0.0)
        else:
            cut = self._rng.randint(5, 8)
            self.row([*bonus, *tiles[cut:]], 0.0, 0.0)
            self.row(
                tiles[:cut], self._rng.uniform(0.0, 2.0), LENGTH + self._rng.uniform(0.02, 0.4)
            )
        return False

    def _with_gaps(self, dealt: Deal) -> None:
        """Lay the sets and the pair from x = 0, with gaps between them."""
        # Sets that are shown apart lie.
        self.standing = False
        pairs = [list(dealt.rest[start : start + 2]) for start in range(0, len(dealt.rest), 2)]
        sets = [list(part.tiles) for part in dealt.sets] or pairs
        pair = [list(dealt.rest)] if dealt.sets else []
        x, space = 0.0, self._rng.uniform(0.4, 1.2)
        for part in [*sets, *pair]:
            marked = len(part) > 2 and part[0] == part[-1] and self._apart
            role: Role = "meld" if marked and len(part) == 4 else "concealed"
            x = self.row(
                part, x, 0.0, role, across=self._rng.randrange(len(part)) if marked else None
            )
            x += space + self._rng.uniform(0.0, 0.3)

    def _melds(self, dealt: Deal, right: float, where: str, *, tight: bool) -> float:
        apart = self.between if tight else self._rng.uniform(0.6, 1.6)
        x, y = (right + apart, 0.0) if where == "right" else (self._rng.uniform(0.0, 2.0), 0.0)
        if where != "right":
            y = (LENGTH + self._rng.uniform(0.15, 0.6)) * (1 if where == "behind" else -1)
        space = self.between if tight else self._rng.uniform(0.4, 1.0)
        for number, part in enumerate(dealt.melds):
            x += space + self._rng.uniform(0.0, 0.0 if tight else 0.2) if number else 0.0
            x = self._meld(part, x, y)
        return max(x, right) if where == "right" and dealt.melds else right

    def _meld(self, part: DealtSet, x: float, y: float) -> float:
        if part.kind == "concealed-quad":
            right = self.row(
                part.tiles, x, y, "meld", across=self._rng.randrange(4) if self._apart else None
            )
            if not self._apart:
                for outer in (-4, -1):
                    self.placed[outer] = replace(self.placed[outer], pose="down")
            return right
        if self._apart:
            return self.row(part.tiles, x, y, "meld")
        lying = part.tiles[:3] if part.kind == "promoted" else part.tiles
        last = len(lying) - 1
        index = {"left": 0, "opposite": self._rng.randint(1, last - 1), "right": last}[
            part.claimed_from or "left"
        ]
        claimed = self._rng.choice(lying)
        if len(set(lying)) > 1:
            # In a sequence the claimed tile lies first.
            lying = (claimed, *(tile for tile in lying if tile != claimed))
        right = self.row(lying, x, y, "meld", across=index)
        if part.claimed_from:
            self.claims.append((self.group, part.claimed_from))
        if part.kind == "promoted":
            # On the sideways tile, or beside it on the far side.
            below = self.placed[-3:][index]
            stacked = self._rng.random() < 0.3
            shift = self._rng.uniform(0.5, 0.7) if stacked else self._rng.uniform(1.0, 1.06)
            self.placed.append(
                replace(below, tile=part.tiles[3], y=below.y + shift, level=int(stacked))
            )
        return right

    def _winning(self, tile: str, right: float) -> float:
        x = right + self._rng.uniform(0.6, 2.0)
        end = self.row([tile], x, self._rng.uniform(-0.15, 0.15), "winning")
        if self._apart and self._rng.random() < 0.2:
            self.placed[-1] = replace(self.placed[-1], pose="standing", turn=0.0)
        return end

    def _bonus(self, dealt: Deal, *, behind: bool) -> None:
        if not dealt.bonus:
            return
        # Along the rack lie own flowers at most; which are own, the scene does not know.
        across = [self._apart and self._rng.random() < 0.75 for _ in dealt.bonus]
        width = sum(LENGTH if turned else 1.0 for turned in across) + self.between * len(across)
        left, pitch = (
            min(tile.x for tile in self.placed) - 0.5,
            LENGTH + self._rng.uniform(0.2, 0.6),
        )
        x, y = (left, pitch) if behind else (left - width - self._rng.uniform(0.8, 2.0), 0.0)
        self.group += 1
        for tile, turned in zip(dealt.bonus, across, strict=True):
            extent, turn = (LENGTH, pi / 2) if turned else (1.0, 0.0)
            self.put(
                Placed(tile, x + extent / 2, y - (LENGTH - 1) / 2 * turned, turn, role="bonus")
            )
            x += extent + self.between

    def row(
        self,
        tiles: Sequence[str],
        x: float,
        y: float,
        role: Role = "concealed",
        *,
        across: int | None = None,
    ) -> float:
        """Lay tiles side by side from ``x`` on, one of them sideways if asked; returns the right end."""
        self.group += 1
        quarter = self._rng.choice((pi / 2, -pi / 2))
        for index, tile in enumerate(tiles):
            turned = index == across
            extent = LENGTH if turned else 1.0
            face: Role = "bonus" if tile[1] in "fg" else role
            # Players align the edges that they push the tiles together with: the near ones.
            centre = y - (LENGTH - 1) / 2 if turned else y
            pose: Pose = (
                "standing" if self.standing and role == "concealed" and across is None else "up"
            )
            over = pi * (self._rng.random() < self._upside_down)
            turn = quarter if turned else 0.0 if pose == "standing" else over
            self.put(Placed(tile, x + extent / 2, centre, turn, pose=pose, role=face))
            x += extent + self.between * self._rng.uniform(0.5, 1.5)
        return x

    def put(self, tile: Placed) -> None:
        """Put a tile down as neatly as this player does."""
        sloppy, rng = self._sloppy, self._rng
        self.placed.append(
            replace(
                tile,
                x=tile.x + rng.uniform(0, sloppy / 2),
                y=tile.y + rng.uniform(-sloppy, sloppy),
                turn=tile.turn + radians(rng.uniform(-60, 60) * sloppy),
                group=self.group,
            )
        )


def lay_surroundings(rng: Random, hand: Sequence[Placed], tiles: Hand) -> tuple[Placed, ...]:
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
    return tuple(
        with_faces((spot for wanted, part in parts if wanted for spot in part), stock, hand, CLEAR)
    )


def with_faces(
    spots: Iterable[Placed], faces: list[str], taken: Sequence[Placed], clear: float
) -> list[Placed]:
    """The spots at least ``clear`` from the tiles taken that overlap no other spot, with faces until these run out."""
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
    for turn, x, y in (
        (0.0, 4.0, 5.0),
        (pi, 10.0, 11.0),
        (pi / 2, 12.0, 5.5),
        (-pi / 2, 2.5, 10.0),
    ):
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
    for turn, x, y in (
        (0.0, -1.0, 15.0),
        (pi / 2, -6.0, 2.0),
        (pi / 2, 20.0, 2.0),
        (0.0, -1.0, 4.2),
    ):
        if rng.random() < 0.5:
            continue
        for index in range(rng.randint(3, 17)):
            for level in (0, 1):
                right = index * 1.01
                yield Placed(
                    "back", x + right * cos(turn), y + right * sin(turn), turn, level, "down"
                )


def _players(rng: Random) -> Iterator[Placed]:
    """Other players' tiles: shown, or with some sets laid down."""
    for turn, x, y in ((pi, 14.0, 17.5), (pi / 2, 23.0, 1.0), (-pi / 2, -8.0, 14.0)):
        if rng.random() < 0.5:
            continue
        for index in range(rng.choice((3, 6, 13))):
            right = index * 1.02 + index // 3 * rng.choice((0.0, 0.4))
            yield Placed(
                "back",
                x + right * cos(turn),
                y + right * sin(turn),
                turn + radians(rng.uniform(-2, 2)),
            )


def _loose(rng: Random) -> Iterator[Placed]:
    """Single tiles that somebody left lying about."""
    for _ in range(rng.randint(1, 4)):
        yield Placed("back", rng.uniform(-6, 22), rng.uniform(-6, 14), rng.uniform(0, 2 * pi))
