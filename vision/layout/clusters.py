"""Bricks that lie in line or close to each other are one player's tiles; which of those is the one to be read."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Final

import numpy as np

from hu.scoring.tiles import BACK, BONUS, CLASSES
from hu.vision.geometry import ASPECT
from hu.vision.layout.bricks import Brick, line_of
from hu.vision.layout.facing import reading_direction
from hu.vision.layout.frames import Frames, Table, quarter
from hu.vision.layout.model import BLANKS
from hu.vision.layout.plane import Bools, Floats

#: Bricks further apart than this many times what the settings allow are never tried as one hand.
FARTHEST: Final = 4.0
#: How many tiles a hand has without flowers: 13 of one that did not win, up to 18 with four quads.
_COUNTS: Final = range(13, 19)
#: A tile whose face says that it lies sideways seems at least so much longer along its row than upright ones.
_SOMEWHAT: Final = 1.1
#: Tiles that lie together and face up are another player's from this many on.
_HELD: Final = 7
#: Tiles in rows have at least this length, discards in a heap less.
_LONG: Final = 0.3
#: Parts of one hand that lie at any angle, and claimed sets in a corner of the table, are at most this far apart, in
#: tile widths.
_IN_SIGHT: Final = 3.5
_IN_REACH: Final = 14.0
#: Fewer tiles face up are no hand, if there is another.
_FEWEST: Final = 3
#: Other parts are joined to this many of the likeliest ones.
_BASES: Final = 12
#: Tile counts that may be a hand: 13 and up, with quads and flowers, less tiles that were not found.
HAND: Final = range(11, 30)
#: Tiles count as at most this many times as large as the photo's clear ones.
_LARGEST: Final = 2.0
_CLEAR: Final = 0.8
#: Bricks are doubted when their best log-odds are this much below those of a hand's clearest quarter, and at most so
#: far; scores above the top one are alike.
_CLEAREST: Final = 0.25
_DOUBTED: Final = 1.5
_MOST_DOUBT: Final = 3.0
_TOP_SCORE: Final = 0.998
#: The share of neighbours of a suit, up to 2 apart, in a hand that was sorted and among discards; and what is added to
#: small numbers of neighbours.
_SORTED: Final = 0.6
_RANDOM: Final = 0.2
_FEW: Final = 3.0
#: Flowers lie the same way up as a hand if they do as this share of its tiles; its sets may lie across the table.
_AGREED: Final = 0.35
_BONUS: Final = frozenset(BONUS)
_BLANK: Final = frozenset((*BONUS, *BLANKS))
_BACK: Final = CLASSES.index(BACK)
_QUAD: Final = 4


@dataclass(frozen=True, slots=True, eq=False)
class Cluster:
    """Tiles that may be one hand.

    Attributes:
        tiles: their indices.
        sideways: of each tile, by index, whether its long side runs along the rows.
        direction: ``(2,)`` unit vector along the rows on the table, from left to right as most faces read.
        log_odds: how sure that sense is, in nats; 0 when nothing tells.
        askew: tiles in line that lie at an angle to the rows, and their line, as sets laid down across a corner do.
    """

    tiles: tuple[int, ...]
    sideways: dict[int, bool]
    direction: Floats
    log_odds: float
    askew: tuple[tuple[tuple[int, ...], Floats], ...] = ()

    def without(self, tiles: Collection[int]) -> "Cluster":
        """The same hand without some of its tiles."""
        left = tuple(tile for tile in self.tiles if tile not in tiles)
        askew = tuple((tuple(tile for tile in part if tile not in tiles), line) for part, line in self.askew)
        return replace(self, tiles=left, sideways={tile: self.sideways[tile] for tile in left}, askew=askew)

    def straightened(self, frames: Frames) -> Frames:
        """The tiles as they would lie if those that lie askew were turned into line, each part about its middle."""
        centers, right = frames.centers.copy(), frames.right.copy()
        for part, line in self.askew:
            tiles, turn = list(part), _turn(line, self.direction)
            middle = centers[tiles].mean(axis=0) if tiles else 0.0
            centers[tiles] = middle + (centers[tiles] - middle) @ turn.T
            right[tiles] = right[tiles] @ turn.T
        return replace(frames, centers=centers, right=right)


class Clusters:
    """All ways to choose bricks of a photo that may be one hand."""

    def __init__(self, bricks: Sequence[Brick], table: Table) -> None:
        self._bricks = bricks
        self._table = table
        self._tiles = [brick.tiles for brick in bricks]
        self._up = [sum(table.faces[tile] != BACK for tile in tiles) for tiles in self._tiles]
        self._apart, self._skewed = _distances(bricks, table)
        self._legible = _legibility(table)
        # Plain faces are hard to see, and doubted for nothing.
        self._doubts = {
            number: _doubt(brick, table)
            for number, brick in enumerate(bricks)
            if any(table.faces[tile] not in BLANKS for tile in brick.tiles)
        }
        self._room = _room(bricks, table)
        self._order = [_order(brick, table) for brick in bricks]
        self._costs: dict[frozenset[int], float] = {}
        self._flowers = [n for n, brick in enumerate(bricks) if table.are_flowers(brick.tiles)]
        self._joined = list(self._joins())
        usual = [part for apart, part in self._joined if apart <= 1]
        whole = [part for part in usual if not any(part < other for other in usual)]
        self._heaviest = max(1e-9, *map(self._weight, whole))
        self._whole = sorted(whole, key=self._cost)
        self._clear = {frozenset(n for n in part if not any(self._doubted(frozenset([n]), part))) for part in whole}

    def usual(self) -> tuple[tuple[int, ...], ...]:
        """The tiles that lie together, those that look most like the photographed hand first."""
        return tuple(tuple(self.tiles_of(part)) for part in self._whole)

    def choices(self) -> Iterator[tuple[float, frozenset[int]]]:
        """Bricks that may be the hand, each choice once, with what it costs in nats; the cheapest whole one first."""
        yield self._cost(self._main), self._main
        yield from self._others

    @cached_property
    def _main(self) -> frozenset[int]:
        whole = next((part for part in self._whole if self._shown(part) >= _FEWEST), self._whole[0])
        return self._with_flowers(whole)

    @cached_property
    def _others(self) -> list[tuple[float, frozenset[int]]]:
        costs: dict[frozenset[int], float] = {}
        for more, part in self._candidates():
            full = self._with_flowers(part)
            together = part in self._whole or part in self._clear
            if self._shown(full) >= _FEWEST and (together or len(self.tiles_of(full)) in HAND):
                costs[full] = min(costs.get(full, np.inf), more + self._cost(full))
        costs.pop(self._main, None)
        return sorted(((cost, part) for part, cost in costs.items()), key=lambda choice: choice[0])

    def _candidates(self) -> Iterator[tuple[float, frozenset[int]]]:
        """Choices of bricks, each with what its distances cost."""
        main, prices = self._whole[0], self._table.settings
        yield from ((prices.joined_nats * apart, part) for apart, part in self._joined if apart > 1)
        split = [(self._parted(part), part) for apart, part in self._joined if apart <= 1 and part not in self._whole]
        yield from split
        whole = [(0.0, part) for part in self._whole]
        yield from whole
        yield from ((self._parted(part), part) for part in self._clear if part and part not in self._whole)
        likely = sorted((more + self._cost(part), number) for number, (more, part) in enumerate([*whole, *split]))
        for _, number in likely[:_BASES]:
            more, part = [*whole, *split][number]
            if prices.applies("sets at any angle"):
                yield from ((more + far, joined) for far, joined in self._with_others(part))
        skewed = self._skewed[sorted(main)].min(axis=0)
        yield from ((prices.joined_nats, main | {n}) for n in np.flatnonzero(skewed <= 1).tolist())

    def _parted(self, part: frozenset[int]) -> float:
        """What it costs to part tiles from those that they lie with; nothing from a wall's backs or from strays."""
        others = next(whole for whole in self._whole if part < whole) - part
        rest, doubted = self.tiles_of(others), self._doubted(others, part)
        up = [self._table.faces[tile] != BACK for tile in rest]
        sure = sum(shown * (1 - doubt / _MOST_DOUBT) for shown, doubt in zip(up, doubted, strict=True))
        return self._table.settings.parted_nats * sure / len(rest)

    def _with_others(self, part: frozenset[int]) -> Iterator[tuple[float, frozenset[int]]]:
        """A hand with one more part, or two, at any angle, as sets laid in a corner of the table may be."""
        gaps = self._gaps(part)
        laid = (other for other in self._whole if other != part and self._shown(other))
        reach = {other: float(gaps[list(other)].min()) for other in laid}
        near = sorted((other for other in reach if reach[other] <= _IN_REACH), key=lambda other: reach[other])
        prices = self._table.settings
        costs = {other: prices.joined_nats + prices.far_nats * max(0.0, reach[other]) for other in near}
        yield from ((costs[other], part | other) for other in near)
        close = [other for other in near if reach[other] <= _IN_SIGHT][:3]
        yield from ((costs[a] + costs[b], part | a | b) for a, b in combinations(close, 2))
        # The last tile of a hand whose sets lie far off, and near it the one that it won by.
        alone = [other for other in near if len(self.tiles_of(other)) == 1 and other not in close]
        for a, b in combinations(alone, 2):
            apart = max(0.0, float(self._gaps(a)[list(b)].min()))
            if apart <= _IN_SIGHT:
                yield costs[a] + prices.far_nats * apart, part | a | b

    def _shown(self, part: frozenset[int]) -> int:
        """How many tiles lie face up."""
        return sum(self._up[number] for number in part)

    def _cost(self, part: frozenset[int]) -> float:
        """Nats against tiles' being the photographed hand, by how clear and orderly they are and how they lie."""
        if part not in self._costs:
            self._costs[part] = self._measured(part)
        return self._costs[part]

    def _disorder(self, part: frozenset[int]) -> float:
        """How far neighbours are unlike those of a hand that was sorted, 0, and like those of discards, 1."""
        links, alike = (sum(self._order[number][k] for number in part) for k in (0, 1))
        share = (alike + _SORTED * _FEW) / (links + _FEW)
        return float(np.clip((_SORTED - share) / (_SORTED - _RANDOM), 0.0, 1.0))

    def short(self, part: frozenset[int]) -> float:
        """Nats against so many tiles' being a hand, whatever they are."""
        prices, tiles = self._table.settings, [self._table.detections[tile] for tile in self.tiles_of(part)]
        count = sum(tile.tile not in _BONUS for tile in tiles)
        clear = sum(tile.tile not in _BLANK and tile.belief >= _CLEAR for tile in tiles)
        missing, more = max(0, _COUNTS.start - count), max(0, clear - _COUNTS.stop + 1)
        return prices.count_nats * (missing + more) + prices.short_nats * (missing > 0)

    def _measured(self, part: frozenset[int]) -> float:
        prices, tiles = self._table.settings, self.tiles_of(part)
        less = max(0.0, float(np.log(self._heaviest / max(self._weight(part), 1e-9))))
        sideways = sum(len(self._bricks[n].tiles) * abs(float(self._bricks[n].line[1])) for n in part) / len(tiles)
        return (
            self.short(part)
            + prices.weight_nats * less
            + prices.order_nats * self._disorder(part)
            + prices.sideways_nats * sideways
            + against_side(self._table, tiles)
            + prices.stray_nats * self._strays(part) * prices.applies("price of strays")
        )

    def _strays(self, part: frozenset[int]) -> float:
        """How doubtful it is that all tiles of a part are tiles, beside its clearest ones, in nats."""
        # Any one tile may be hard to see.
        return sum(sorted(self._doubted(part, part))[:-1])

    def _doubted(self, bricks: frozenset[int], part: frozenset[int]) -> list[float]:
        """How much less surely than the clearest tiles of a part each tile of some bricks is one, in nats."""
        every = sorted(self._doubts[n] for n in part for _ in self._tiles[n] if n in self._doubts)
        usual = every[int(_CLEAREST * len(every))] if every else 0.0
        doubts = [self._doubts.get(number, usual) for number in bricks for _ in self._tiles[number]]
        return [min(max(0.0, doubt - usual - _DOUBTED), _MOST_DOUBT) for doubt in doubts]

    def _joins(self) -> Iterator[tuple[float, frozenset[int]]]:
        """Join the nearest bricks first; yield each part with the distance that it took."""
        parts = {number: frozenset([number]) for number in range(len(self._bricks))}
        yield from ((0.0, part) for part in parts.values())
        near = np.argwhere(np.triu(self._apart <= FARTHEST, 1)).tolist()
        for a, b in sorted(near, key=lambda pair: float(self._apart[pair[0], pair[1]])):
            if parts[a] is not parts[b]:
                both = parts[a] | parts[b]
                parts.update(dict.fromkeys(both, both))
                yield float(self._apart[a, b]), both

    def _with_flowers(self, part: frozenset[int]) -> frozenset[int]:
        """Flowers are never discarded: those that lie loosely before a player are the player's own."""
        if not self._flowers:
            return part
        near = self._apart[:, sorted(part)].min(axis=1) <= self._table.settings.flower_reach_ratio
        own = part | {number for number in self._flowers if near[number]}
        before = self._table.settings.applies("flowers before the hand")
        if not before or any(self._table.faces[tile] in _BONUS for tile in self.tiles_of(own)):
            # Players keep their flowers together: what lies elsewhere is a neighbour's.
            return own
        return own | {number for number in self._flowers if self._lies_before(number, part)}

    def _lies_before(self, flowers: int, part: frozenset[int]) -> bool:
        """Whether flowers lie before a hand in any direction, and before no other one."""
        gaps = self._gaps(frozenset([flowers]))
        reach = float(gaps[list(part)].min())
        if not self._are_its_own(flowers, part, reach):
            return False
        others = (other for other in self._whole if other.isdisjoint(part | {flowers}) and self._is_hand(other))
        return all(reach < gaps[list(other)].min() for other in others)

    def _are_its_own(self, flowers: int, part: frozenset[int], reach: float) -> bool:
        """Whether tiles at this distance are surely flowers, and lie as the flowers of the hand's player do."""
        table, settings, tiles = self._table, self._table.settings, self._bricks[flowers].tiles
        likely = [table.detections[tile].score * float(table.flowers[tile]) for tile in tiles]
        if reach > settings.flower_tile_widths:
            # A single one may be among the tiles of a wall that is broken up already.
            clear = len(tiles) > 1 and min(likely) >= settings.far_flower_confidence
            return clear and reach <= settings.far_flower_tile_widths and self._face_alike(tiles, part)
        clear = float(np.mean(likely)) >= settings.flower_confidence
        return clear and (self._is_parallel(flowers, part) or self._face_alike(tiles, part))

    def _face_alike(self, tiles: Sequence[int], part: frozenset[int]) -> bool:
        """Whether tiles lie the same way up as a good part of a hand: those of other players do not."""
        table, own = self._table, self.tiles_of(part)
        right, votes = table.frames.right, table.votes[own]
        straight = np.cos(np.radians(table.settings.loose_angle_deg))
        agreed = ((right[own] @ right[list(tiles)].T >= straight) * votes[:, None]).sum(axis=0)
        return bool(table.frames.known[list(tiles)].all() and agreed.min() >= _AGREED * votes.sum() > 0)

    def _is_parallel(self, flowers: int, part: frozenset[int]) -> bool:
        """Whether flowers lie along the longest brick of a hand: those of a neighbour lie across it."""
        line = max((self._bricks[number] for number in part), key=lambda brick: len(brick.tiles)).line
        turned = float(np.degrees(np.arccos(np.clip(abs(float(self._bricks[flowers].line @ line)), 0, 1))))
        return turned <= self._table.settings.loose_angle_deg

    def _is_hand(self, part: frozenset[int]) -> bool:
        """Whether tiles may be another player's hand: more of them than any set, face up, in long rows."""
        tiles = self.tiles_of(part)
        return self._shown(part) >= _HELD and _length(self._table.frames.centers[tiles]) >= _LONG

    def _gaps(self, part: frozenset[int]) -> Floats:
        """``(B,)`` the room between a part and each brick, in tile widths."""
        gaps: Floats = self._room[list(part)].min(axis=0) - ASPECT
        return gaps

    def tiles_of(self, part: frozenset[int]) -> list[int]:
        """The tiles of some bricks."""
        return [tile for number in part for tile in self._tiles[number]]

    def bricks_of(self, tiles: Collection[int]) -> frozenset[int]:
        """The bricks that hold some tiles."""
        return frozenset(n for n, brick in enumerate(self._bricks) if not set(brick.tiles).isdisjoint(tiles))

    def cluster(self, part: Iterable[int]) -> Cluster:
        """The cluster of these bricks."""
        # A wall may be longer than any row of the hand beside it.
        members = [self._bricks[n] for n in sorted(part, key=lambda n: (-self._up[n], -len(self._tiles[n]), n))]
        tiles = [tile for brick in members for tile in brick.tiles]
        sideways, line = _sideways(tiles, members[0].line, self._table)
        askew = [brick for brick in members if len(brick.tiles) > 2 and self._is_askew(brick, line)]
        sideways |= {tile: turned for brick in askew for tile, turned in brick.sideways.items()}
        straight = {tile: turned for tile, turned in sideways.items() if not any(tile in b.tiles for b in askew)}
        links = [link for brick in members for link in brick.links if abs(float(brick.line @ line)) > 0.7]
        direction, log_odds = reading_direction(line_of(links, straight, self._table.frames), straight, self._table)
        parts = tuple((brick.tiles, brick.line) for brick in askew)
        return Cluster(tuple(tiles), sideways, direction, log_odds, parts)

    def _is_askew(self, brick: Brick, line: Floats) -> bool:
        allowed = self._table.settings.applies("rows askew")
        return allowed and bool(abs(brick.line @ line) < np.cos(np.radians(self._table.settings.angle_deg)))

    def _weight(self, part: Iterable[int]) -> float:
        """How much tiles look like the photographed hand: many, and legible; more backs than a quad's are a wall."""
        own = (number for number in part if self._up[number] or len(self._tiles[number]) <= _QUAD)
        return float(self._legible[[tile for number in own for tile in self._tiles[number]]].sum())


def against_side(table: Table, tiles: Sequence[int]) -> float:
    """Nats against tiles' being the photographer's own: they stand on their heads, or lie far away."""
    votes, right = table.votes[tiles], table.frames.right[tiles, 0]
    turned = float(votes @ (1 - right)) / (2 * float(votes.sum()) + 2)
    return table.settings.turned_nats * turned + table.settings.beyond_nats * float(table.beyond[tiles].mean())


def _turn(line: Floats, direction: Floats) -> Floats:
    """``(2, 2)`` the smallest turn that lays a line along a direction, in either of its senses."""
    along, aside = float(line @ direction), float(line @ quarter(direction))
    cosine, sine = (along, aside) if along >= 0 else (-along, -aside)
    return np.array([[cosine, sine], [-sine, cosine]])


def _length(centers: Floats) -> float:
    """How long and narrow a heap of tiles is, from 0 to 1: hands lie in rows, discards in short rows or heaps."""
    if len(centers) < 2:
        return 0.0
    spread = np.linalg.svd(centers - centers.mean(axis=0), compute_uv=False)
    return float(min(spread[0] / max(spread[1], 0.1 * spread[0], 1e-9), 8.0) / 8)


def _sideways(tiles: Sequence[int], line: Floats, table: Table) -> tuple[dict[int, bool], Floats]:
    """Which tiles lie across a line, and the line, turned if they all do.

    Faces that look the same every way up tell it by their shape alone: beside those of the others, since tiles that
    stand, or are seen from the side, seem shorter than they are.
    """
    frames = table.frames
    upright = np.abs(frames.right[tiles] @ line) >= np.sqrt(0.5)
    if not upright.any():
        upright, line = ~upright, quarter(line)
    shapes = np.where(upright, frames.shapes[tiles], 1 / frames.shapes[tiles])
    sure = frames.known[tiles] & upright
    usual = float(np.median(shapes[sure if sure.any() else upright]))
    longer = shapes > usual * ASPECT
    # What the face tells needs little of the shape here: both are weighed against the room once the rows are known.
    across = np.where(frames.known[tiles], ~upright & (shapes > usual * _SOMEWHAT), longer)
    return dict(zip(tiles, across.tolist(), strict=True)), line


def _distances(bricks: Sequence[Brick], table: Table) -> tuple[Floats, Floats]:
    """``(B, B)``: how far bricks lie apart, as a part of what the settings allow; seen along the larger one's rows.

    Returns:
        The distances of those that lie straight or square to each other, and those of single tiles that do not.
    """
    count, settings = len(bricks), table.settings
    owner = np.empty(len(table.detections), dtype=np.intp)
    for number, brick in enumerate(bricks):
        owner[list(brick.tiles)] = number
    beside, before, across = _spaces(np.array([brick.line for brick in bricks])[owner], table)
    flowers = np.array([table.are_flowers(brick.tiles) for brick in bricks])[owner]
    flowers |= [detection.tile in _BONUS for detection in table.detections]
    level = np.where(flowers, settings.flower_offset_tile_widths, settings.offset_tile_widths)
    in_line = np.where(across <= level, np.maximum(beside, 0) / settings.bridge_tile_widths, np.inf)
    close = np.hypot(np.maximum(beside, 0), np.maximum(before, 0)) / settings.stacked_tile_widths
    # Beyond the usual distance flowers count only in line: at a corner they are a neighbour's.
    close = np.where(flowers & (close > 1.2), np.inf, close)
    reach = np.where(table.pairs.scale <= settings.hand_scale_ratio, np.minimum(in_line, close), np.inf)
    smallest = np.full((count, len(owner)), np.inf)
    np.minimum.at(smallest, owner, reach)
    distances = np.full((count, count), np.inf)
    np.minimum.at(distances.T, owner, smallest.T)
    larger = np.array([len(brick.tiles) for brick in bricks])
    distances = np.where(larger[:, None] >= larger, distances, distances.T)
    # Tiles at the end of a row that touch it are of it, however skewed their boxes are.
    touching = (distances <= settings.touching_end_share) & (np.minimum(larger[:, None], larger) <= 3)
    down = np.array([all(table.faces[tile] == BACK for tile in brick.tiles) for brick in bricks])
    touching &= settings.applies("touching ends")
    fitting, up = _fitting(bricks, table) | touching, ~down[:, None] & ~down
    single = np.minimum(larger[:, None], larger) == 1
    return np.where(fitting & up, distances, np.inf), np.where(single & ~fitting & up, distances, np.inf)


def _spaces(lines: Floats, table: Table) -> tuple[Floats, Floats, Floats]:
    """``(N, N)`` each, seen from each tile along its row: gaps along and across it, and the way across it."""
    away = table.frames.centers[None] - table.frames.centers[:, None]
    along = np.abs((away * lines[:, None]).sum(axis=2))
    across = np.abs((away * quarter(lines)[:, None]).sum(axis=2))
    upright = np.abs(np.einsum("ik,jk->ij", lines, table.frames.right)) >= np.sqrt(0.5)
    half_u, half_v = np.where(upright, 0.5, ASPECT / 2), np.where(upright, ASPECT / 2, 0.5)
    return along - np.diag(half_u)[:, None] - half_u, across - np.diag(half_v)[:, None] - half_v, across


def _fitting(bricks: Sequence[Brick], table: Table) -> Bools:
    """``(B, B)``: which bricks lie straight or square to each other, without one sticking out of the other's rows."""
    lines = np.array([brick.line for brick in bricks])
    turned = np.degrees(np.arccos(np.clip(np.abs(lines @ lines.T), 0, 1)))
    sizes = np.array([len(brick.tiles) for brick in bricks])
    # A single tile, or flowers, may lie about less neatly, and tell their direction less truly.
    loose = (sizes == 1) | [table.are_flowers(brick.tiles) for brick in bricks]
    allowed = np.where(loose[:, None] | loose, table.settings.loose_angle_deg, table.settings.angle_deg)
    square = np.minimum(turned, 90 - turned) <= allowed
    single = np.array([max(map(len, brick.rows)) == 1 for brick in bricks])
    small_is_single = np.where(sizes[:, None] >= sizes, single[None, :], single[:, None])
    fitting: Bools = square & ((turned < 45) | small_is_single)
    return fitting


def _legibility(table: Table) -> Floats:
    """``(N,)`` float64: how much each tile looks like part of the hand: large beside clear ones, legible, face up."""
    areas = np.array([detection.width * detection.height for detection in table.detections])
    faces = np.array([max(0.2, d.confidence) * (1 - 0.8 * float(d.probabilities[_BACK])) for d in table.detections])
    scores = np.array([detection.score for detection in table.detections])
    clear = faces * scores >= _CLEAR
    usual = float(np.median(areas[clear] if clear.any() else areas))
    legible: Floats = np.minimum(areas / max(usual, 1e-9), _LARGEST) * faces * scores
    return legible


def _doubt(brick: Brick, table: Table) -> float:
    """The log-odds against a brick's clearest tile being one, in nats."""
    score = min(max(1 - _TOP_SCORE, *(table.detections[tile].score for tile in brick.tiles)), _TOP_SCORE)
    return float(np.log((1 - score) / score))


def _order(brick: Brick, table: Table) -> tuple[int, int]:
    """How many neighbours of a brick show a face, and how many of these are of a suit and up to 2 apart."""
    faces = [(table.faces[i], table.faces[j]) for i, j in brick.links]
    shown = [(first, second) for first, second in faces if not _BLANK.intersection((first, second))]
    alike = sum(first[1] == second[1] and abs(int(first[0]) - int(second[0])) <= 2 for first, second in shown)
    return len(shown), alike


def _room(bricks: Sequence[Brick], table: Table) -> Floats:
    """``(B, B)`` float64 tile widths: how far apart the nearest centres of two bricks are."""
    owner = np.empty(len(table.detections), dtype=np.intp)
    for number, brick in enumerate(bricks):
        owner[list(brick.tiles)] = number
    away = np.linalg.norm(table.frames.centers[:, None] - table.frames.centers[None], axis=2)
    room = np.full((len(bricks), len(bricks)), np.inf)
    np.minimum.at(room, (owner[:, None], owner[None, :]), away)
    return room


def extents(sideways: Iterable[bool]) -> Floats:
    """``(n, 2)`` tile widths: how far tiles reach along their row and across it, as they lie."""
    return np.where(np.array(list(sideways))[:, None], np.array([ASPECT, 1.0]), np.array([1.0, ASPECT]))
