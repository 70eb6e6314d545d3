"""How much tiles look like the photographed hand: clear, sorted, near and turned to the player."""

from collections.abc import Collection, Sequence
from math import log
from typing import Final

import numpy as np

from hu.scoring.hand_shape import HandShape
from hu.scoring.tiles import BACK, BONUS, CLASSES
from hu.vision.detection import CLEAR, log_odds
from hu.vision.geometry import TINY, Floats
from hu.vision.layout.evidence import Evidence
from hu.vision.layout.model import BLANKS, Terms
from hu.vision.layout.runs import TileRun
from hu.vision.layout.table import Table

#: Tiles count as at most this many times as large as the photo's clear tiles.
_MOST_RELATIVE_AREA: Final = 2.0
#: More face-down tiles than those of a quad are a wall.
_MOST_BACKS: Final = 4
#: Runs are doubted if their best log-odds are this much below those of a hand's clearest quarter,
#: in nats ...
_TOLERATED_DOUBT: Final = 1.5
#: ... and no run is doubted more than this.
_MOST_DOUBT: Final = 3.0
#: The share of neighbours of one suit, up to 2 apart, in a sorted hand.
_CLOSE_SHARE_IF_SORTED: Final = 0.6
#: The same share among discards.
_CLOSE_SHARE_IF_RANDOM: Final = 0.2
#: As many neighbours count as sorted before any are seen.
_PRIOR_NEIGHBOURS: Final = 3.0
#: Numbers that differ by at most this are close in a sorted hand.
_CLOSE_NUMBERS: Final = 2
_BONUS: Final = frozenset(BONUS)
_BONUS_AND_BLANKS: Final = frozenset((*BONUS, *BLANKS))
_BACK_CLASS: Final = CLASSES.index(BACK)

#: Whole runs, as the indices of their detections.
RunUnion = frozenset[int]


class Likeness:
    """How much choices of a photo's runs look like the photographed hand.

    Args:
        runs: the runs of the photo.
        table: the tiles as they lie.
        hand_shape: the size of a hand in the rules.

    Attributes:
        face_up: ``(N,)`` bool: whether each detection lies face up.
        lines: ``(N, 2)`` float64: the line of each tile's run, a unit vector on the table.
    """

    def __init__(self, runs: Sequence[TileRun], table: Table, hand_shape: HandShape) -> None:
        count = len(table.detections)
        self._table = table
        self._hand_shape = hand_shape
        self.face_up = np.array([face != BACK for face in table.faces])
        self.lines = np.zeros((count, 2))
        self._legibility = _measure_legibility(table)
        #: Whether each tile counts for the weight: tiles of a wall do not.
        self._has_weight = np.zeros(count, dtype=bool)
        #: For each tile, the log-odds against the clearest tile of its run, so that all tiles of a
        #: run have the same doubt. NaN for runs of plain faces: these are hard to see, and would be
        #: doubted for nothing.
        self._doubts = np.full(count, np.nan)
        #: At the first tile of each run, how many neighbours show a face, and how many are close.
        self._neighbours = np.zeros((count, 2))
        for run in runs:
            tiles = list(run.tiles)
            self.lines[tiles] = run.line
            self._has_weight[tiles] = self.face_up[tiles].any() or len(tiles) <= _MOST_BACKS
            if any(table.faces[tile] not in BLANKS for tile in tiles):
                best_score = max(table.detections[tile].score for tile in tiles)
                # The limit of log-odds applies: higher scores of the detector say nothing more.
                self._doubts[tiles] = -log_odds(best_score)
            self._neighbours[tiles[0]] = _count_neighbours(run, table)

    def count_face_up(self, tiles: RunUnion) -> int:
        """Count the tiles that lie face up."""
        return int(self.face_up[list(tiles)].sum())

    def weight(self, tiles: RunUnion) -> float:
        """Measure how much tiles look like the photographed hand: many, and legible."""
        indices = sorted(tiles)
        return float(self._legibility[indices][self._has_weight[indices]].sum())

    def excess_doubts(self, tiles: Collection[int], union: RunUnion) -> list[float]:
        """Measure how much more doubtful tiles are than the clearest quarter of a union.

        All tiles of a run are as doubtful as the tile of which the detector is surest. The doubt
        is the negative of that tile's log-odds.

        Returns:
            For each of the tiles, in nats: its doubt above that of the clearest quarter and a
            tolerance. At least 0 and at most ``_MOST_DOUBT``. 0 for tiles of runs that show only
            plain faces, because no doubt about them is known.
        """
        # The doubt below which the clearest quarter of the union's tiles lie.
        union_doubts = self._doubts[sorted(union)]
        ranked_doubts = np.sort(union_doubts[~np.isnan(union_doubts)])
        lower_quartile = 0.0
        if len(ranked_doubts):
            lower_quartile = float(ranked_doubts[len(ranked_doubts) // 4])

        doubts = self._doubts[list(tiles)]
        doubts = np.where(np.isnan(doubts), lower_quartile, doubts)
        excess = np.clip(doubts - lower_quartile - _TOLERATED_DOUBT, 0.0, _MOST_DOUBT)
        return [float(doubt) for doubt in excess]

    def certainties_beside(self, tiles: list[int], union: RunUnion) -> Floats:
        """``(k,)`` from 0 to 1: how surely tiles lie face up and are tiles, beside a union."""
        doubts = np.array(self.excess_doubts(tiles, union))
        certainties: Floats = self.face_up[tiles] * (1 - doubts / _MOST_DOUBT)
        return certainties

    def count_penalty(self, tiles: Collection[int]) -> float:
        """Compute the penalty for the number of tiles alone, in nats."""
        settings = self._table.settings
        detections = [self._table.detections[tile] for tile in tiles]
        count = 0
        clear_count = 0
        for detection in detections:
            if detection.tile not in _BONUS:
                count += 1
            if detection.tile not in _BONUS_AND_BLANKS and detection.belief >= CLEAR:
                clear_count += 1
        # Any detection may fill a hand. Only a clear tile is one too many, because other detections
        # may be no tiles.
        missing = max(0, self._hand_shape.waiting_size - count)
        surplus = max(0, clear_count - self._hand_shape.largest_size)
        penalty = settings.count_nats * (missing + surplus)
        if missing:
            penalty += settings.short_nats
        return penalty

    def terms(self, union: RunUnion, heaviest: float) -> Terms:
        """Weigh the evidence against tiles being the photographed hand, in nats.

        Args:
            union: whole runs.
            heaviest: the largest ``weight`` of the photo's clusters.
        """
        settings = self._table.settings
        tiles = sorted(union)
        # A factor of e between the weights is a cost of one nat.
        lightness = max(0.0, log(heaviest / max(self.weight(union), TINY)))
        # 0 if all rows run across the photo, 1 if all run away from the photographer.
        steepness = float(np.abs(self.lines[tiles, 1]).mean())
        strays = 0.0
        if settings.applies("stray-price"):
            # Any single tile may be hard to see, so the most doubtful tile does not count.
            doubts = sorted(self.excess_doubts(tiles, union))
            strays = sum(doubts[:-1])
        return (
            Evidence("count", self.count_penalty(union)),
            Evidence("weight", lightness),
            Evidence("order", settings.order_nats * self._disorder(tiles)),
            Evidence("direction", settings.sideways_nats * steepness),
            Evidence("side", side_penalty(self._table, tiles)),
            Evidence("strays", settings.stray_nats * strays),
        )

    def _disorder(self, tiles: list[int]) -> float:
        """Measure from 0 (sorted) to 1 how unlike each other neighbours are."""
        neighbours, close = self._neighbours[tiles].sum(axis=0)
        # Neighbours in a sorted hand are mostly of one suit and close. Discards are not.
        close_count = float(close + _CLOSE_SHARE_IF_SORTED * _PRIOR_NEIGHBOURS)
        close_share = close_count / float(neighbours + _PRIOR_NEIGHBOURS)
        # 0 for a sorted hand, 1 for discards.
        disorder = _CLOSE_SHARE_IF_SORTED - close_share
        disorder /= _CLOSE_SHARE_IF_SORTED - _CLOSE_SHARE_IF_RANDOM
        return min(max(disorder, 0.0), 1.0)


def side_penalty(table: Table, tiles: Sequence[int]) -> float:
    """Compute the penalty for tiles of another player, in nats: upside down, or far away."""
    settings = table.settings
    votes = table.votes[tiles]
    # The top edge of an upright tile points right: 1. That of a tile upside down points left: -1.
    rightwards = table.right[tiles, 0]
    upside_down = (1 - rightwards) / 2
    # An upright tile with one vote is added, so that few tiles cannot be all upside down.
    share_upside_down = float(votes @ upside_down) / (float(votes.sum()) + 1)
    mean_depth = float(table.depths[tiles].mean())
    return settings.turned_nats * share_upside_down + settings.beyond_nats * mean_depth


def _measure_legibility(table: Table) -> Floats:
    """``(N,)`` how much each tile looks like part of the hand: large, legible, face up."""
    detections = [table.detections[tile] for tile in table.tiles]
    areas = np.array([detection.width * detection.height for detection in detections])
    certainties = np.array(
        [
            detection.belief * (1 - float(detection.probabilities[_BACK_CLASS]))
            for detection in detections
        ]
    )
    is_clear = certainties >= CLEAR
    # Of the clear tiles, or of all tiles if none is clear.
    typical_areas = areas[is_clear] if is_clear.any() else areas
    usual_area = float(np.median(typical_areas))
    relative_areas = np.minimum(areas / max(usual_area, TINY), _MOST_RELATIVE_AREA)
    legibility = np.zeros(len(table.detections))
    legibility[list(table.tiles)] = relative_areas * certainties
    return legibility


def _count_neighbours(run: TileRun, table: Table) -> tuple[int, int]:
    """Count the pairs of neighbours in a run whose order may show a sorted hand.

    Both show a number of a suit, or an honor that is no white dragon. The honors count as a suit.

    Returns:
        The number of these pairs, and the number of those in one suit with close numbers.
    """
    count = 0
    close_count = 0
    for i, j in run.links:
        first = table.faces[i]
        second = table.faces[j]
        if first in _BONUS_AND_BLANKS or second in _BONUS_AND_BLANKS:
            continue
        count += 1
        are_of_one_suit = first[1] == second[1]
        difference = abs(int(first[0]) - int(second[0]))
        if are_of_one_suit and difference <= _CLOSE_NUMBERS:
            close_count += 1
    return count, close_count
