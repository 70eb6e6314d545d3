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

#: A tile counts as at most this many times as large as the usual clear tile.
_MOST_RELATIVE_AREA: Final = 2.0
#: A run of more face-down tiles than this is a wall. A run of four may be a quad.
_MOST_BACKS: Final = 4
#: The doubt by which a run may exceed the clearest quarter of a hand, in nats. See
#: ``Likeness.excess_doubts``.
_TOLERATED_DOUBT: Final = 1.5
#: Further doubt counts up to this, in nats.
_MOST_DOUBT: Final = 3.0
#: Two numbers of a suit are close if they differ by at most this.
_CLOSE_NUMBERS: Final = 2
#: The share of neighbours in a sorted hand that are of one suit and have close numbers.
_CLOSE_SHARE_IF_SORTED: Final = 0.6
#: The share of such neighbours among discards.
_CLOSE_SHARE_IF_RANDOM: Final = 0.2
#: This many sorted neighbours are added to those of the photo, so that a few neighbours prove
#: little.
_PRIOR_NEIGHBOURS: Final = 3.0
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
        #: ``(N,)`` whether each tile counts when tiles are weighed. Tiles of a wall do not.
        self._has_weight = np.zeros(count, dtype=bool)
        #: ``(N,)`` the doubt about each tile in nats: how probably the clearest tile of its run is
        #: no tile, as log-odds. So all tiles of a run have the same doubt. Not a number for runs
        #: that show only white dragons and backs: these are hard to detect, and would be doubted
        #: for nothing.
        self._doubts = np.full(count, np.nan)
        #: ``(N, 2)`` at the first tile of each run: how many pairs of neighbours can show whether
        #: the run is sorted, and how many show that it is. 0 at other tiles.
        self._neighbours = np.zeros((count, 2))
        for run in runs:
            tiles = list(run.tiles)
            self.lines[tiles] = run.line
            self._has_weight[tiles] = self.face_up[tiles].any() or len(tiles) <= _MOST_BACKS
            if any(table.faces[tile] not in BLANKS for tile in tiles):
                best_score = max(table.detections[tile].score for tile in tiles)
                # ``log_odds`` has a limit, because higher scores of the detector prove no more.
                self._doubts[tiles] = -log_odds(best_score)
            self._neighbours[tiles[0]] = _count_neighbours(run, table)

    def count_face_up(self, tiles: RunUnion) -> int:
        """Count the tiles that lie face up."""
        return int(self.face_up[list(tiles)].sum())

    def weight(self, tiles: RunUnion) -> float:
        """Measure how many legible tiles there are, tiles of walls left out.

        The photographed hand mostly has the largest weight. A large, clear tile counts as 1 to 2,
        a small or unclear tile as less.
        """
        indices = sorted(tiles)
        return float(self._legibility[indices][self._has_weight[indices]].sum())

    def excess_doubts(self, tiles: Collection[int], union: RunUnion) -> list[float]:
        """Measure how much more doubtful tiles are than the clearest quarter of a union.

        The doubt about a tile is how probably it is no tile, as log-odds. All tiles of a run have
        the doubt of the run's clearest tile.

        Args:
            tiles: the tiles to measure.
            union: the tiles to compare them with. Both may be the same.

        Returns:
            For each of the tiles, in nats: the doubt that exceeds that of the clearest quarter by
            more than is tolerated. From 0 to ``_MOST_DOUBT``. 0 for tiles of runs that show only
            white dragons and backs, because these are hard to detect.
        """
        # The doubt of the tile at the end of the clearest quarter.
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
        """Measure how surely detections beside a union are tiles that lie face up.

        Args:
            tiles: k detections.
            union: the tiles to compare them with.

        Returns:
            ``(k,)`` from 0 to 1. 1 for a tile that lies face up and is about as clear as the
            clearest quarter of the union. 0 for a tile that lies face down, or is much less clear.
        """
        doubts = np.array(self.excess_doubts(tiles, union))
        certainties: Floats = self.face_up[tiles] * (1 - doubts / _MOST_DOUBT)
        return certainties

    def count_penalty(self, tiles: Collection[int]) -> float:
        """Compute the penalty for more or fewer tiles than a hand has, in nats."""
        settings = self._table.settings
        detections = [self._table.detections[tile] for tile in tiles]
        # All detections but flowers. Then the clear tiles among them, without white dragons and
        # backs.
        count = 0
        clear_count = 0
        for detection in detections:
            if detection.tile not in _BONUS:
                count += 1
            if detection.tile not in _BONUS_AND_BLANKS and detection.belief >= CLEAR:
                clear_count += 1
        # Any detection may be a tile that the hand needs. But only clear tiles can be too many,
        # because other detections may be no tiles.
        missing = max(0, self._hand_shape.waiting_size - count)
        surplus = max(0, clear_count - self._hand_shape.largest_size)
        penalty = settings.count_nats * (missing + surplus)
        if missing:
            penalty += settings.short_nats
        return penalty

    def terms(self, union: RunUnion, heaviest: float) -> Terms:
        """Weigh the evidence against tiles being the photographed hand, in nats.

        Args:
            union: the tiles of whole runs.
            heaviest: the largest ``weight`` that a cluster of the photo has.
        """
        settings = self._table.settings
        tiles = sorted(union)
        # Each factor of e by which the tiles weigh less than the heaviest cluster costs one nat.
        lightness = max(0.0, log(heaviest / max(self.weight(union), TINY)))
        # The mean vertical part of the runs' lines. 0 if all rows run across the photo, 1 if all
        # run away from the photographer.
        steepness = float(np.abs(self.lines[tiles, 1]).mean())
        strays = 0.0
        if settings.applies("stray-price"):
            # The most doubtful tile does not count, because any tile may be hard to see for once.
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
        """Measure how much neighbours are mixed: 0 as in a sorted hand, 1 as among discards."""
        pair_count, close_pair_count = self._neighbours[tiles].sum(axis=0)
        # The share of neighbours of one suit with close numbers. Some sorted neighbours are added.
        close_count = float(close_pair_count + _CLOSE_SHARE_IF_SORTED * _PRIOR_NEIGHBOURS)
        close_share = close_count / float(pair_count + _PRIOR_NEIGHBOURS)
        # 0 if this share is that of a sorted hand, 1 if it is that of discards.
        disorder = _CLOSE_SHARE_IF_SORTED - close_share
        disorder /= _CLOSE_SHARE_IF_SORTED - _CLOSE_SHARE_IF_RANDOM
        return min(max(disorder, 0.0), 1.0)


def side_penalty(table: Table, tiles: Sequence[int]) -> float:
    """Compute the penalty for tiles that look like another player's, in nats.

    Such tiles are upside down for the player on the near side of the table, or far away.
    """
    settings = table.settings
    votes = table.votes[tiles]
    # How far the top edge of each face leads to the right: 1 if the tile is upright for the player
    # on the near side, 0 if it lies sideways, -1 if it is upside down.
    rightwards = table.right[tiles, 0]
    upside_down = (1 - rightwards) / 2
    # An upright tile with one vote is added, so that a few tiles upside down prove little.
    share_upside_down = float(votes @ upside_down) / (float(votes.sum()) + 1)
    mean_depth = float(table.depths[tiles].mean())
    return settings.turned_nats * share_upside_down + settings.beyond_nats * mean_depth


def _measure_legibility(table: Table) -> Floats:
    """Measure how much each tile looks like a part of the photographed hand.

    Returns:
        ``(N,)`` float64: the relative area of each tile, times its belief, times the probability
        that it lies face up. 0 for detections that are no tiles.
    """
    detections = [table.detections[tile] for tile in table.tiles]
    areas = np.array([detection.width * detection.height for detection in detections])
    # The belief of each tile, times the probability that it lies face up.
    beliefs_face_up = np.array(
        [
            detection.belief * (1 - float(detection.probabilities[_BACK_CLASS]))
            for detection in detections
        ]
    )
    is_clear = beliefs_face_up >= CLEAR
    # Areas are compared with the median of the clear tiles, or of all tiles if none is clear.
    typical_areas = areas[is_clear] if is_clear.any() else areas
    usual_area = float(np.median(typical_areas))
    relative_areas = np.minimum(areas / max(usual_area, TINY), _MOST_RELATIVE_AREA)
    legibility = np.zeros(len(table.detections))
    legibility[list(table.tiles)] = relative_areas * beliefs_face_up
    return legibility


def _count_neighbours(run: TileRun, table: Table) -> tuple[int, int]:
    """Count the pairs of neighbours that can show whether a run is sorted, and those that do.

    A pair can show it if both tiles show a number of a suit, or an honor other than the white
    dragon. The honors count as a suit. The pair shows that the run is sorted if both tiles are of
    one suit with close numbers.

    Returns:
        The number of pairs that can show it, and the number of pairs of one suit with close
        numbers.
    """
    count = 0
    close_count = 0
    for i, j in run.links:
        first = table.faces[i]
        second = table.faces[j]
        if first in _BONUS_AND_BLANKS or second in _BONUS_AND_BLANKS:
            continue
        count += 1
        # A face is a digit and the letter of its suit.
        are_of_one_suit = first[1] == second[1]
        difference = abs(int(first[0]) - int(second[0]))
        if are_of_one_suit and difference <= _CLOSE_NUMBERS:
            close_count += 1
    return count, close_count
