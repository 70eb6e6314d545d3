"""Bricks that lie in line or close to each other are one player's tiles; which of those is the one to be read."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

import numpy as np

from hu.scoring.tiles import BACK, BONUS, CLASSES
from hu.vision.geometry import ASPECT
from hu.vision.layout.bricks import Brick, line_of
from hu.vision.layout.facing import reading_direction
from hu.vision.layout.frames import Frames, Table, quarter, room_between
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
#: Parts of one hand that lie at any angle are at most this far apart, in tile widths.
_IN_SIGHT: Final = 3.5
#: Flowers lie the same way up as a hand if they do as this share of its tiles; its sets may lie across the table.
_AGREED: Final = 0.35
_BONUS: Final = frozenset(BONUS)
_BACK: Final = CLASSES.index(BACK)


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
    """All ways to join the bricks of a photo that are worth a look."""

    def __init__(self, bricks: Sequence[Brick], table: Table) -> None:
        self._bricks = bricks
        self._table = table
        self._apart, self._skewed = _distances(bricks, table)
        self._legible = _legibility(table)
        self._flowers = [n for n, brick in enumerate(bricks) if table.are_flowers(brick.tiles)]
        joined = list(self._joined())
        usual = [part for apart, part in joined if apart <= 1]
        whole = [part for part in usual if not any(part < other for other in usual)]
        self._whole = sorted(whole, key=lambda part: -self._weight(part))
        self._others = sorted((part for _, part in joined if part not in self._whole), key=lambda p: -self._weight(p))

    def usual(self) -> list[Cluster]:
        """The clusters at the settings' distances, the one that looks most like the photographed hand first."""
        main, *rest = (self._with_flowers(part) for part in self._whole)
        taken = [main, *(part - main for part in rest)]
        return [self._cluster(part) for part in taken if part]

    def others(self) -> Iterator[frozenset[int]]:
        """Tiles that may be the hand instead, the likelier first: other clusters, some nearer, some further apart."""
        known = {self._with_flowers(self._whole[0])}
        for part in self._candidates():
            full = self._with_flowers(part)
            if full not in known:
                known.add(full)
                yield frozenset(tile for number in full for tile in self._bricks[number].tiles)

    def of_tiles(self, tiles: frozenset[int]) -> Cluster:
        """The cluster of these tiles, which are whole bricks."""
        return self._cluster(frozenset(n for n, brick in enumerate(self._bricks) if tiles.issuperset(brick.tiles)))

    def _candidates(self) -> Iterator[frozenset[int]]:
        main = self._whole[0]
        yield from self._with_others(main)
        yield from self._with_rows(main)
        yield from self._whole[1:6]
        for part in self._whole[1:3]:
            yield from self._with_others(part)
        yield from self._others[:8]
        near = np.argsort(self._apart[sorted(main)].min(axis=0), kind="stable").tolist()
        reach = self._apart[sorted(main)].min(axis=0)
        yield from (main | {n} for n in near if n not in main and reach[n] <= FARTHEST)
        yield from (main - {n} for n in reversed(near) if n in main and len(main) > 1)
        skewed = self._skewed[sorted(main)].min(axis=0)
        yield from (main | {int(n)} for n in np.argsort(skewed, kind="stable") if n not in main and skewed[n] <= 1)

    def _with_others(self, part: frozenset[int]) -> Iterator[frozenset[int]]:
        """A hand with one more part, or two, in sight of it at any angle, as sets beyond standing tiles may be."""
        reach = {other: self._gap(part, other) for other in self._whole if other != part and self._is_laid(other)}
        near = sorted((other for other, gap in reach.items() if gap <= _IN_SIGHT), key=lambda other: reach[other])[:3]
        yield from (part | other for other in near)
        yield from (part | first | second for first, second in combinations(near, 2))

    def _with_rows(self, part: frozenset[int]) -> Iterator[frozenset[int]]:
        """A hand with one more row in sight of it at any angle, without the discards that the row was joined with."""
        rows = [n for n, brick in enumerate(self._bricks) if n not in part and len(brick.rows) == 1]
        reach = {n: self._gap(part, frozenset([n])) for n in rows if self._is_laid(frozenset([n]))}
        near = sorted((n for n, gap in reach.items() if gap <= _IN_SIGHT), key=lambda n: reach[n])
        yield from (part | {n} for n in near[:3])

    def _is_laid(self, part: frozenset[int]) -> bool:
        """Whether a part may be a set or the standing tiles: at least two tiles, at least one face up."""
        tiles = self._tiles_of(part)
        return len(tiles) > 1 and any(self._table.detections[tile].tile != BACK for tile in tiles)

    def _joined(self) -> Iterator[tuple[float, frozenset[int]]]:
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
        near = self._apart[:, sorted(part)].min(axis=1) <= self._table.settings.flower_reach_ratio
        own = part | {number for number in self._flowers if near[number]}
        if any(self._table.detections[tile].tile in _BONUS for tile in self._tiles_of(own)):
            # Players keep their flowers together: what lies elsewhere is a neighbour's.
            return own
        return own | {number for number in self._flowers if self._lies_before(number, part)}

    def _lies_before(self, flowers: int, part: frozenset[int]) -> bool:
        """Whether flowers lie before a hand in any direction, and before no other one."""
        reach = self._gap(frozenset([flowers]), part)
        if not self._are_its_own(flowers, part, reach):
            return False
        others = (other for other in self._whole if other.isdisjoint(part | {flowers}) and self._is_hand(other))
        return all(reach < self._gap(frozenset([flowers]), other) for other in others)

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
        table, own = self._table, self._tiles_of(part)
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
        tiles = self._tiles_of(part)
        up = sum(self._table.detections[tile].tile != BACK for tile in tiles)
        return up >= _HELD and _length(self._table.frames.centers[tiles]) >= _LONG

    def _gap(self, part: frozenset[int], other: frozenset[int]) -> float:
        """The room between two parts, in tile widths."""
        return room_between(self._tiles_of(part), self._tiles_of(other), self._table.frames)

    def _tiles_of(self, part: frozenset[int]) -> list[int]:
        return [tile for number in part for tile in self._bricks[number].tiles]

    def _cluster(self, part: Iterable[int]) -> Cluster:
        members = sorted((self._bricks[number] for number in part), key=lambda brick: -len(brick.tiles))
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
        return bool(abs(brick.line @ line) < np.cos(np.radians(self._table.settings.angle_deg)))

    def _weight(self, part: Iterable[int]) -> float:
        """How much tiles look like the photographed hand: many, legible, in a long row, as many as a hand has."""
        tiles = [tile for number in part for tile in self._bricks[number].tiles]
        count = sum(self._table.detections[tile].tile not in _BONUS for tile in tiles)
        weight = float(self._legible[tiles].sum()) * (1 + _length(self._table.frames.centers[tiles]))
        return weight * (1.6 if count in _COUNTS else 1.0)


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
    down = np.array([all(table.detections[tile].tile == BACK for tile in brick.tiles) for brick in bricks])
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
    """``(N,)`` float64: how much each tile looks like part of the hand: large in the photo, legible, face up."""
    areas = np.array([detection.width * detection.height for detection in table.detections])
    faces = np.array([max(0.2, d.confidence) * (1 - 0.8 * float(d.probabilities[_BACK])) for d in table.detections])
    scores = np.array([detection.score for detection in table.detections])
    legible: Floats = areas / areas.max(initial=1e-9) * faces * scores
    return legible


def extents(sideways: Iterable[bool]) -> Floats:
    """``(n, 2)`` tile widths: how far tiles reach along their row and across it, as they lie."""
    return np.where(np.array(list(sideways))[:, None], np.array([ASPECT, 1.0]), np.array([1.0, ASPECT]))
