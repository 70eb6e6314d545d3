"""From a photo's detections to the likeliest hand: all that happens, from top to bottom.

Each candidate says which tiles are the hand and what they are taken for, and what that costs in nats before anything is
decoded. Candidates are laid out and decoded cheapest first, each at most once, until none that is left can cost less
than the best one does.
"""

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count, islice
from typing import Final

from hu.app.reading.assembly import STRAY, assembled
from hu.app.reading.model import Doubt, HandReading, ReadTile
from hu.app.reading.partitions import Effort
from hu.app.reading.tried import Tried, tried, without_strays
from hu.scoring.rule_set import RuleSet
from hu.scoring.rules import rule_set
from hu.scoring.tiles import BACK, BONUS
from hu.vision.detection import Detection
from hu.vision.layout import DEFAULT, Candidate, ReadingSettings, Scene, candidates, scene_of, variants

__all__ = ["Doubt", "HandReading", "ReadTile", "read_attempts", "read_hand"]

#: Up to this many tiles of a hand may be missing for another attempt.
_MISSED: Final = 7
#: A hand that costs no more than this, in nats, is not compared with others.
_SETTLED: Final = 1.5
#: How many tiles a hand has that waits for its last one.
_WAITING_TILES: Final = 13
#: So many candidates are looked at for another hand.
_MOST_OTHERS: Final = 3
_APART: Final = frozenset((BACK, *BONUS))


def read_hand(detections: Sequence[Detection], rules: str, settings: ReadingSettings = DEFAULT) -> HandReading:
    """Find the most likely hand among a photo's tiles: a legal one if that is no great stretch, else what was read.

    Args:
        detections: every tile that was seen, in any order; boxes in pixels of the photo.
        rules: the name of the rule set in force.
        settings: how far the probabilities are believed.
    """
    return read_attempts([detections], rules, settings)


def read_attempts(
    attempts: Iterable[Sequence[Detection]], rules: str, settings: ReadingSettings = DEFAULT
) -> HandReading:
    """Find the most likely hand among the tiles that were detected; try again where they hardly make sense.

    Two tiles detected as one, or one not detected at all, leave no legal hand: at another scale the detector rarely
    errs in the same way.

    Args:
        attempts: a photo's detections, then those of each retry. Retries are asked for where the tiles make no legal
            hand, or at a stretch only, although their number is near one, until one does or sees just what an earlier
            one saw. The likeliest hand counts.
        rules: the name of the rule set in force.
        settings: how far the probabilities are believed.
    """
    known_rules, readings = rule_set(rules), list[tuple[float, HandReading]]()
    for detections in attempts:
        effort = Effort()
        scene = scene_of(detections, settings)
        best = best_of(scene, candidates(scene), known_rules, settings, effort)
        second = other_hand(scene, best, known_rules, settings, effort)
        best = replace(best, layout=replace(best.layout, second_hand=second))
        reading = assembled(best, known_rules, settings, effort)
        seen = {earlier.text for _, earlier in readings}
        readings.append((best.cost, reading))
        settled = reading.legal and best.best.cost <= settings.stretch_nats
        if settled or not _may_win(best) or reading.text in seen:
            break
    return min(readings, key=lambda reading: reading[0])[1]


def best_of(
    scene: Scene, found: Iterator[Candidate], rules: RuleSet, settings: ReadingSettings, effort: Effort
) -> Tried:
    """The likeliest of a scene's candidates, laid out and decoded."""
    lying, best, waiting = None, None, _Waiting(found)
    for candidate in waiting:
        if best and (candidate.cost >= best.cost or waiting.given > settings.max_candidates):
            break
        trial = tried(scene, candidate, rules, settings, effort)
        lying = min(lying or trial, trial, key=lambda known: known.lie)
        best = min(best or trial, trial, key=lambda known: known.cost)
        if best.cost <= _SETTLED:
            break
        waiting.add(variants(scene, candidate, trial.layout))
    best = best or tried(scene, None, rules, settings, effort)
    if lying and not best.is_hand:
        # Nothing speaks for one choice of tiles but how they lie.
        best = lying
    if best.strays and settings.applies("laid out again without strays"):
        cleared = tried(scene, without_strays(best, STRAY), rules, settings, effort)
        best = min(cleared, best, key=lambda known: known.cost)
    return best


def other_hand(scene: Scene, best: Tried, rules: RuleSet, settings: ReadingSettings, effort: Effort) -> tuple[int, ...]:
    """Positions in the best layout's tiles of another hand, one that wins or waits for its last tile; empty without."""
    position = {tile.index: k for k, tile in enumerate(best.layout.tiles) if tile.role == "other"}
    if len(position) < _WAITING_TILES:
        return ()
    taken = frozenset(tile.index for tile in best.layout.hand)
    others = (replace(candidate, dropped=scene.tiles_of(candidate) & taken) for candidate in candidates(scene))
    large = (other for other in others if len(scene.tiles_of(other)) >= _WAITING_TILES)
    trials = (tried(scene, candidate, rules, settings, effort) for candidate in islice(large, _MOST_OTHERS))
    hands = (tuple(position[tile.index] for tile in trial.layout.hand) for trial in trials if trial.is_hand)
    return next(hands, ())


class _Waiting:
    """Candidates, cheapest first; more may be added on the way. The first is given before the others are looked for."""

    def __init__(self, found: Iterator[Candidate]) -> None:
        self._found = found
        self._heap: list[tuple[float, int, Candidate]] = []
        self._number = count()
        self.given = 0

    def add(self, more: Iterable[Candidate]) -> None:
        """Add candidates."""
        for candidate in more:
            heapq.heappush(self._heap, (candidate.cost, next(self._number), candidate))

    def __iter__(self) -> Iterator[Candidate]:
        if first := next(self._found, None):
            yield first
        self.add(self._found)
        while self._heap:
            self.given += 1
            yield heapq.heappop(self._heap)[2]


def _may_win(best: Tried) -> bool:
    """Whether the tile count could be a winning hand if some tiles went undetected."""
    return sum(tile.detection.tile not in _APART for tile in best.layout.hand) in range(14 - _MISSED, 20)
