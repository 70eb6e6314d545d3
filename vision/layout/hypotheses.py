"""Hypotheses of which tiles are the photographed hand: runs in line or close together.

A *run* is a group of tiles that touch. A *union* is a set of runs: the nearest runs are joined
first, then unions that are farther apart. A *cluster* is a largest union that bridges no gap beyond
the usual limit. A *choice* is a cluster, a part of a cluster, or several clusters, with the cost of
splitting or joining them. A *candidate* is a choice with the flowers that belong to it, and with
all evidence against it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final, Literal

import numpy as np

from hu.scoring.hand_shape import HandShape
from hu.scoring.tiles import BONUS
from hu.vision.geometry import ASPECT, TINY, Floats
from hu.vision.layout.evidence import Evidence
from hu.vision.layout.hand_size import fewest_tiles, half_a_hand, most_tiles
from hu.vision.layout.likeness import Likeness, RunUnion
from hu.vision.layout.model import Candidate, Terms
from hu.vision.layout.run_distances import measure_distances
from hu.vision.layout.runs import TileRun
from hu.vision.layout.table import LEAST_MEAN_PROBABILITY, LEAST_TABLE_DEPTH, Table

#: Tiles that spread at least this many times as far along as across may be a hand. Discards lie in
#: short rows or heaps.
_LEAST_LENGTH_RATIO: Final = 2.4
#: Fewer tiles face up are no hand, unless the photo has no other candidate.
_FEWEST_FACE_UP: Final = 3
#: Other clusters are joined only to this many choices, the likeliest.
_MOST_BASES: Final = 12
#: Two clusters are joined to a choice at once if both are among this many, the nearest to it. Of
#: other clusters, only two single tiles are.
_NEAREST_CLUSTERS: Final = 3
_BONUS: Final = frozenset(BONUS)


@dataclass(frozen=True, slots=True)
class _Choice:
    """Runs that may be the hand, before flowers are added.

    Attributes:
        tiles: the tiles of the runs.
        term: the id of the evidence against this choice: "splits" if it splits runs that lie
            together. Otherwise "joins", for joining runs that lie apart.
        nats: the cost of splitting or joining the runs. 0 for a whole cluster, which does neither.
    """

    tiles: RunUnion
    term: Literal["joins", "splits"]
    nats: float


@dataclass(frozen=True, slots=True)
class _Union:
    """Runs that were joined.

    Attributes:
        tiles: the tiles of the runs.
        widest_gap_share: the widest gap that joining them had to bridge, as a share of the usual
            limit. At most 1 if they lie together, and 0 for a single run.
    """

    tiles: RunUnion
    widest_gap_share: float


def _join_nearest_first(runs: Sequence[TileRun], distances: Floats) -> list[_Union]:
    """Join the runs of a photo one by one, the nearest first, until no two can be joined.

    Args:
        runs: the runs of the photo.
        distances: ``(N, N)`` for each two detections: how far their runs are apart, as a share of
            the usual limit. Infinite if they cannot be joined.

    Returns:
        Every single run, then every union that came about.
    """
    # All tiles of a run have the same distances, so its first tile has them for the run.
    heads = [run.tiles[0] for run in runs]
    # (runs, runs): the distance of each two runs. It may depend on which of the two comes first, so
    # the entry at the row of the earlier run counts.
    run_distances = distances[np.ix_(heads, heads)]
    pairs = np.argwhere(np.triu(np.isfinite(run_distances), 1)).tolist()
    pairs.sort(key=lambda pair: float(run_distances[pair[0], pair[1]]))

    # The tiles of the union that each run is part of at present, by the run's number.
    union_of = [frozenset(run.tiles) for run in runs]
    unions = [_Union(tiles, widest_gap_share=0.0) for tiles in union_of]
    for first, second in pairs:
        if union_of[first] == union_of[second]:
            continue
        larger_union = union_of[first] | union_of[second]
        for number, head in enumerate(heads):
            if head in larger_union:
                union_of[number] = larger_union
        unions.append(_Union(larger_union, float(run_distances[first, second])))
    return unions


def _largest_unions(unions: Sequence[RunUnion]) -> list[RunUnion]:
    """Leave out the unions that are part of a larger union."""
    largest = []
    for union in unions:
        is_part_of_another = any(union < other for other in unions)
        if not is_part_of_another:
            largest.append(union)
    return largest


class HandHypotheses:
    """All ways to choose runs of a photo that may be one hand.

    Args:
        runs: the runs of the photo, at least one.
        table: the tiles as they lie.
        hand_shape: the size of a hand in the rules.

    Attributes:
        run_of: the run that holds each tile. The keys are in the order of the runs, and row by row
            within a run.
        clusters: the tiles of each cluster. The cluster that looks most like the photographed hand
            comes first.
    """

    def __init__(self, runs: Sequence[TileRun], table: Table, hand_shape: HandShape) -> None:
        self._table = table
        #: Another player's hand has at least this many tiles face up.
        self._half_a_hand = half_a_hand(hand_shape)
        #: The numbers of tiles that a part of a cluster, or several clusters, must have to be taken
        #: for a hand. All flowers of a tile set may be among them. A whole cluster may have any
        #: number, because a part of the hand may be outside the photo.
        most_with_flowers = most_tiles(hand_shape) + len(BONUS)
        self._hand_sizes = range(fewest_tiles(hand_shape), most_with_flowers + 1)
        self.run_of: dict[int, TileRun] = {}
        for run in runs:
            self.run_of.update(dict.fromkeys(run.tiles, run))
        #: The tiles of each run.
        self._run_tiles = [frozenset(run.tiles) for run in runs]
        #: The first tile of each run, which stands for the run in arrays by detection.
        self._heads = [run.tiles[0] for run in runs]
        #: The tiles of each run of flowers, or of other tiles that players set aside in these
        #: rules.
        self._flowers = [
            tiles
            for tiles in self._run_tiles
            if table.are_flowers(tiles) or table.show_kinds(tiles, hand_shape.set_aside)
        ]
        self._likeness = Likeness(runs, table, hand_shape)
        self._distances = measure_distances(runs, table)

        #: All single runs, and all unions of runs.
        self._unions = _join_nearest_first(runs, self._distances.apart)
        #: The unions without a gap beyond the usual limit: the clusters and their parts.
        self._close_unions = [union.tiles for union in self._unions if union.widest_gap_share <= 1]
        clusters = _largest_unions(self._close_unions)
        #: Each cluster without its doubtful tiles, which may be strays.
        self._without_strays = [self._without_doubtful_tiles(tiles) for tiles in clusters]
        weights = [self._likeness.weight(tiles) for tiles in clusters]
        #: The weight of the cluster with most legible tiles. Tiles with less weight have a cost.
        self._heaviest = max(TINY, *weights)
        #: The evidence against tiles that was computed before, by the tiles.
        self._terms_of: dict[RunUnion, Terms] = {}
        self.clusters = sorted(clusters, key=self._cost)

    def candidates(self) -> Iterator[Candidate]:
        """Yield choices of tiles that may be the hand.

        The likeliest whole cluster with its flowers comes first, then all others by cost. No two
        candidates have the same tiles.
        """
        yield Candidate(self._tiles_of_first, self._terms(self._tiles_of_first))
        # The others take time. Most photos need the first candidate alone.
        yield from self._other_candidates

    def count_penalty(self, tiles: Collection[int]) -> float:
        """Compute the penalty for the number of tiles alone, in nats."""
        return self._likeness.count_penalty(tiles)

    @cached_property
    def _tiles_of_first(self) -> RunUnion:
        """The tiles of the first candidate: the likeliest cluster with enough tiles face up.

        If no cluster has enough, it is the likeliest of all clusters. In both cases the cluster's
        flowers are added.
        """
        for cluster in self.clusters:
            if self._likeness.count_face_up(cluster) >= _FEWEST_FACE_UP:
                return self._with_flowers(cluster)
        return self._with_flowers(self.clusters[0])

    @cached_property
    def _other_candidates(self) -> list[Candidate]:
        """All candidates but the first, the cheapest first."""
        # By the tiles of a candidate: the cheapest candidate with these tiles.
        cheapest_with: dict[RunUnion, Candidate] = {}
        for choice in self._choices():
            tiles = self._with_flowers(choice.tiles)
            if self._likeness.count_face_up(tiles) < _FEWEST_FACE_UP:
                continue
            # A whole cluster, with its strays or without, may be a hand of any size, because a part
            # of the hand may be outside the photo.
            is_cluster = choice.tiles in self.clusters or choice.tiles in self._without_strays
            if not is_cluster and len(tiles) not in self._hand_sizes:
                continue
            term = Evidence(choice.term, choice.nats)
            candidate = Candidate(tiles, (*self._terms(tiles), term))
            # Several choices may have the same tiles once flowers are added.
            if tiles not in cheapest_with or candidate.cost < cheapest_with[tiles].cost:
                cheapest_with[tiles] = candidate
        cheapest_with.pop(self._tiles_of_first, None)
        return sorted(cheapest_with.values(), key=lambda candidate: candidate.cost)

    # Choices of runs.

    def _choices(self) -> Iterator[_Choice]:
        """Yield unions of runs with the cost of joining or splitting them."""
        settings = self._table.settings
        # Runs joined across a gap that is wider than the usual limit.
        for union in self._unions:
            if union.widest_gap_share > 1:
                nats = settings.joined_nats * union.widest_gap_share
                yield _Choice(union.tiles, "joins", nats)

        # Parts of clusters, whole clusters, and clusters without their strays.
        parts = self._parts_of_clusters(self._close_unions)
        whole_clusters = [_Choice(tiles, "joins", nats=0.0) for tiles in self.clusters]
        yield from parts
        yield from whole_clusters
        yield from self._parts_of_clusters(self._without_strays)

        # The likeliest clusters and parts, each joined with other clusters at any angle.
        if settings.applies("melds-at-any-angle"):
            bases = sorted([*whole_clusters, *parts], key=self._cost_of_choice)[:_MOST_BASES]
            for base in bases:
                yield from self._with_other_clusters(base)
        yield from self._with_skewed_tiles(self.clusters[0])

    def _cost_of_choice(self, choice: _Choice) -> float:
        """The cost of a choice's tiles and of joining or splitting their runs, in nats."""
        return choice.nats + self._cost(choice.tiles)

    def _without_doubtful_tiles(self, tiles: RunUnion) -> RunUnion:
        """Keep those tiles that are about as certain as the clearest quarter of the tiles.

        At least that quarter is kept.
        """
        # 0 for each tile to keep.
        doubts = self._likeness.excess_doubts(tiles, union=tiles)
        return frozenset(tile for tile, doubt in zip(tiles, doubts, strict=True) if doubt == 0)

    def _parts_of_clusters(self, unions: Sequence[RunUnion]) -> list[_Choice]:
        """Make a choice of each part of a cluster, at the cost of splitting it off.

        Args:
            unions: parts of clusters, and whole clusters, which are left out.
        """
        return [
            _Choice(tiles, "splits", self._split_cost(tiles))
            for tiles in unions
            if tiles not in self.clusters
        ]

    def _split_cost(self, part: RunUnion) -> float:
        """The cost of splitting a part of a cluster from the cluster's other tiles, in nats.

        The cost grows with the mean certainty that the other tiles are tiles that lie face up. For
        the face-down tiles of a wall, and for strays, the certainty is 0: splitting a part from
        them costs nothing.
        """
        # A part is smaller than its cluster, so there are other tiles.
        other_tiles = list(self._cluster_around(part) - part)
        certainties = self._likeness.certainties_beside(other_tiles, part)
        return self._table.settings.parted_nats * float(certainties.sum()) / len(other_tiles)

    def _cluster_around(self, part: RunUnion) -> RunUnion:
        """Find the cluster that holds a part and further tiles."""
        for cluster in self.clusters:
            if part < cluster:
                return cluster
        raise ValueError("the runs are no part of a cluster")

    def _with_other_clusters(self, base: _Choice) -> Iterator[_Choice]:
        """Yield a choice joined with one or two other clusters, which lie at any angle to it.

        Players lay their melds in a corner of the table, away from the standing tiles and often at
        an angle to them.

        Args:
            base: the choice: a cluster, or a part of a cluster.
        """
        settings = self._table.settings
        # By other cluster: its distance from the base in tile widths, and the cost in nats of
        # joining it to the base.
        distance_of = self._distances_to_clusters(base.tiles)
        cost_of = {
            cluster: settings.joined_nats + settings.far_nats * max(0.0, distance)
            for cluster, distance in distance_of.items()
        }
        nearest_first = sorted(distance_of, key=distance_of.__getitem__)

        # 1. The base with one other cluster.
        for cluster in nearest_first:
            yield _Choice(base.tiles | cluster, "joins", base.nats + cost_of[cluster])

        # 2. The base with two of the nearest clusters, if both are close to the base.
        close_clusters = [
            cluster
            for cluster in nearest_first
            if distance_of[cluster] <= settings.beside_tile_widths
        ]
        nearest_clusters = close_clusters[:_NEAREST_CLUSTERS]
        for first, second in combinations(nearest_clusters, 2):
            nats = cost_of[first] + cost_of[second]
            yield _Choice(base.tiles | first | second, "joins", base.nats + nats)

        # 3. The base with a pair of single tiles. Single tiles of step 2 are left out.
        single_tiles = [
            cluster
            for cluster in nearest_first
            if len(cluster) == 1 and cluster not in nearest_clusters
        ]
        yield from self._with_split_pair(base, single_tiles, cost_of)

    def _with_split_pair(
        self, base: _Choice, single_tiles: Sequence[RunUnion], cost_of: Mapping[RunUnion, float]
    ) -> Iterator[_Choice]:
        """Yield a choice joined with two single tiles that are close to each other.

        This is for a hand whose melds all lie in a corner of the table. The pair lies before the
        player, perhaps far from the melds. Its two tiles lie apart, because one of them is the
        winning tile.

        Args:
            base: the choice, such as the melds.
            single_tiles: clusters of a single tile each, the nearest to the base first.
            cost_of: the cost in nats of joining each cluster to the base.
        """
        settings = self._table.settings
        for first, second in combinations(single_tiles, 2):
            (second_tile,) = second
            gap = max(0.0, float(self._gaps_to(first)[second_tile]))
            if gap > settings.beside_tile_widths:
                continue
            # The first tile is joined to the base, and the second tile to the first.
            nats = cost_of[first] + settings.far_nats * gap
            yield _Choice(base.tiles | first | second, "joins", base.nats + nats)

    def _distances_to_clusters(self, base: RunUnion) -> dict[RunUnion, float]:
        """Measure how far the other clusters lie from a cluster, or from a part of a cluster.

        Args:
            base: the tiles of the cluster, or of the part.

        Returns:
            For each cluster around: the gap to the base in tile widths, as in ``_gaps_to``.
            Clusters without a tile face up, clusters more than ``LEAST_TABLE_DEPTH`` away and the
            cluster that holds the base are left out.
        """
        # (N,): the gap between the base and the run of each detection.
        gaps = self._gaps_to(base)
        distances = {}
        for cluster in self.clusters:
            if base <= cluster or not self._likeness.count_face_up(cluster):
                continue
            distance = float(gaps[list(cluster)].min())
            if distance <= LEAST_TABLE_DEPTH:
                distances[cluster] = distance
        return distances

    def _with_skewed_tiles(self, cluster: RunUnion) -> Iterator[_Choice]:
        """Yield a cluster joined with one run that is near but lies at an angle to it.

        Only a single tile is joined to other runs in this way, or a run to a single tile.
        """
        # (N,): from the cluster to the run of each detection, as a share of the usual limit.
        # Infinite for runs that are not joined in this way.
        distances = self._distances.skewed[sorted(cluster)].min(axis=0)
        for head, tiles in zip(self._heads, self._run_tiles, strict=True):
            is_near = distances[head] <= 1
            is_in_cluster = head in cluster
            if is_near and not is_in_cluster:
                yield _Choice(cluster | tiles, "joins", self._table.settings.joined_nats)

    # The costs of tiles.

    def _cost(self, tiles: RunUnion) -> float:
        """How much less likely these tiles are the photographed hand than others, in nats."""
        return sum(term.log_odds for term in self._terms(tiles))

    def _terms(self, tiles: RunUnion) -> Terms:
        """The evidence against tiles being the photographed hand. It is computed once."""
        if tiles not in self._terms_of:
            self._terms_of[tiles] = self._likeness.terms(tiles, self._heaviest)
        return self._terms_of[tiles]

    def _gaps_to(self, tiles: RunUnion) -> Floats:
        """``(N,)`` the gap between some tiles and the run of each detection, in tile widths.

        The gap is the distance of the nearest centres minus half of a tile's length on each side.
        So it is exact for tiles end to end, and too small for tiles side by side. Negative for
        tiles that touch side by side, and for tiles that overlap.
        """
        gaps: Floats = self._distances.between_centers[list(tiles)].min(axis=0) - ASPECT
        return gaps

    # Flowers.

    def _with_flowers(self, tiles: RunUnion) -> RunUnion:
        """Add the flowers of the same player. Flowers are never discarded, but may lie loosely."""
        if not self._flowers:
            return tiles
        reach = self._table.settings.flower_reach_ratio
        # (N,): from the tiles to the run of each detection, as a share of the usual limit.
        distances = self._distances.apart[:, sorted(tiles)].min(axis=1)
        near_flowers = []
        for flowers in self._flowers:
            # All flowers of a run have the same distance, so any of them will do.
            any_flower = min(flowers)
            if distances[any_flower] <= reach:
                near_flowers.append(flowers)
        hand = tiles.union(*near_flowers)

        # Players keep their flowers together. If the hand has flowers by now, the flowers that lie
        # elsewhere are another player's.
        if any(self._table.faces[tile] in _BONUS for tile in hand):
            return hand
        if not self._table.settings.applies("flowers-before-hand"):
            return hand
        flowers_before = [flowers for flowers in self._flowers if self._lie_before(flowers, tiles)]
        return hand.union(*flowers_before)

    def _lie_before(self, flowers: RunUnion, hand: RunUnion) -> bool:
        """Whether flowers lie before a hand, so that they belong to the hand's player.

        They are clear, turned as the hand is, close to it in any direction, and closer to it than
        to other hands.
        """
        # (N,): the gap between the flowers and the run of each detection.
        gaps = self._gaps_to(flowers)
        distance = float(gaps[sorted(hand)].min())
        if distance > self._table.settings.beside_tile_widths:
            return False
        if not self._are_clear_flowers(flowers) or not self._lie_as_the_hand_does(flowers, hand):
            return False
        for cluster in self.clusters:
            is_apart = cluster.isdisjoint(hand | flowers)
            if not is_apart or not self._may_be_another_hand(cluster):
                continue
            distance_to_cluster = float(gaps[list(cluster)].min())
            if distance >= distance_to_cluster:
                return False
        return True

    def _are_clear_flowers(self, flowers: RunUnion) -> bool:
        """Whether tiles are probably flowers, by their mean probability."""
        table = self._table
        # The probability that each detection is a tile and shows a flower.
        probabilities = [
            table.detections[tile].score * table.flower_probabilities[tile]
            for tile in sorted(flowers)
        ]
        return sum(probabilities) >= LEAST_MEAN_PROBABILITY * len(flowers)

    def _lie_as_the_hand_does(self, flowers: RunUnion, hand: RunUnion) -> bool:
        """Whether flowers lie along the longest run of a hand, or face as most of its tiles do.

        The flowers of the player to the left or right lie across, and face another way than most of
        the hand's tiles. Flowers that do not show their top must lie along the longest run.
        """
        table = self._table
        # Two directions are the same if the cosine of their angle is at least this.
        least_cosine = np.cos(np.radians(table.settings.loose_angle_deg))
        tiles = sorted(flowers)
        hand_tiles = sorted(hand)
        hand_runs = [self.run_of[tile] for tile in hand_tiles]
        longest = max(hand_runs, key=lambda run: len(run.tiles))
        # The flowers are a run, so all of them have the same line.
        if abs(float(self._likeness.lines[tiles[0]] @ longest.line)) >= least_cosine:
            return True
        if not table.shows_top[tiles].all():
            return False
        # Each tile of the hand votes for the flowers that face the same way. The flower with the
        # fewest votes decides.
        votes = table.votes[hand_tiles]
        # (tiles of the hand, flowers): whether the two face the same way.
        faces_same_way = table.right[hand_tiles] @ table.right[tiles].T >= least_cosine
        # (flowers,): the votes for each flower.
        votes_for_flowers = (faces_same_way * votes[:, None]).sum(axis=0)
        fewest_votes = votes_for_flowers.min()
        all_votes = votes.sum()
        return bool(all_votes > 0 and fewest_votes >= all_votes / 2)

    def _may_be_another_hand(self, tiles: RunUnion) -> bool:
        """Whether tiles may be another player's hand: half a hand face up, in long rows."""
        if self._likeness.count_face_up(tiles) < self._half_a_hand:
            return False
        centers = self._table.centers[sorted(tiles)]
        # How far the tiles spread in the direction in which they spread most, and across it.
        length, width = np.linalg.svd(centers - centers.mean(axis=0), compute_uv=False)
        return bool(length >= _LEAST_LENGTH_RATIO * width)
