"""A candidate that was laid out and decoded: what it costs in all."""

from dataclasses import dataclass, replace
from functools import cached_property
from math import inf, isfinite
from typing import Final

import numpy as np

from hu.app.reading.costs import puzzle_of
from hu.app.reading.decoding import LegalHand, Puzzle, Search, decode
from hu.app.reading.partitions import Effort
from hu.app.reading.plausibility import is_plausible
from hu.scoring.rule_set import RuleSet
from hu.scoring.tiles import BACK, BONUS, FACES
from hu.vision.layout import Candidate, Layout, ReadingSettings, Scene, laid_out

_BONUS: Final = frozenset(BONUS)
#: What it costs, in nats, that the tiles make no winning hand: players photograph those that wait for their last tile,
#: too, but rarely more or fewer tiles.
_WAITING: Final = 3.5
_NO_WIN: Final = 6.0
#: How far tiles are bent to wait for another, in nats, and how many those may be, each set counted as three.
_WAITING_BUDGET: Final = 2.0
_MAY_WAIT: Final = range(13, 17)
_COUNT: Final = 2.0
#: What it costs that nothing of a hand is to be seen.
_IMPLAUSIBLE: Final = 20.0


@dataclass(frozen=True, eq=False)
class Tried:
    """What came of a candidate.

    Attributes:
        candidate: which tiles are the hand.
        layout: how they lie.
        puzzle: what they may be, in nats.
        search: the legal hands among them.
    """

    candidate: Candidate
    layout: Layout
    puzzle: Puzzle
    search: Search

    @cached_property
    def best(self) -> LegalHand:
        """The likeliest legal hand, the likeliest that waits for its last tile, or what was read."""
        return self.search.hands[0] if self.search.hands else self.waiting or _as_read(self.puzzle)

    @cached_property
    def waiting(self) -> LegalHand | None:
        """The likeliest hand that one more tile, whichever, would make a winning one; None where none is near."""
        puzzle, last = self.puzzle, len(self.puzzle.strays)
        if len(puzzle.standing) + 3 * len(puzzle.sets) not in _MAY_WAIT:
            return None
        any_tile = replace(
            puzzle,
            faces=np.vstack([puzzle.faces, np.zeros((1, len(FACES)))]),
            strays=np.append(puzzle.strays, inf),
            standing=(*puzzle.standing, last),
            # Whose discard makes a sequence says nothing of what the hand waits for.
            sets=tuple(replace(laid, sequence=0.0 if isfinite(laid.sequence) else inf) for laid in puzzle.sets),
        )
        found = next(iter(decode(any_tile, _WAITING_BUDGET).hands), None)
        if found is None or found.quads:
            return None
        return replace(found, codes={k: code for k, code in found.codes.items() if k != last})

    @cached_property
    def inside(self) -> set[int]:
        """Positions in the layout's tiles of those that the search had to find a place for."""
        return {index for laid in self.puzzle.sets for index in laid.tiles} | set(self.puzzle.standing)

    @property
    def strays(self) -> list[int]:
        """The tiles that a hand leaves out that wins or waits, if there is one, as indices of the detections."""
        if not self.search.hands and not self.waiting:
            return []
        return [self.layout.hand[k].index for k in sorted(self.inside) if k not in self.best.codes]

    @cached_property
    def plausible(self) -> bool:
        """Whether the tiles can be a hand at all."""
        kept = [k in self.best.codes or k not in self.inside for k in range(len(self.layout.hand))]
        return is_plausible(self.layout, kept, legal=bool(self.search.hands))

    @property
    def is_hand(self) -> bool:
        """Whether the tiles win or wait for their last one."""
        return bool(self.search.hands) or self._short_of_a_win() <= _WAITING

    @cached_property
    def cost(self) -> float:
        """How much less likely this reading is than the likeliest could be, in nats."""
        short = 0.0 if self.search.hands else self._short_of_a_win()
        more = max(0.0, short - self.candidate.short) + (0.0 if self.plausible else _IMPLAUSIBLE)
        return self.candidate.cost + self.best.cost + more

    @property
    def lie(self) -> float:
        """What it costs by how the tiles lie alone, however many they are, in nats."""
        return self.candidate.cost - self.candidate.short + (0.0 if self.plausible else _IMPLAUSIBLE)

    def _short_of_a_win(self) -> float:
        if self.waiting:
            return _WAITING
        melded = {k for laid in self.puzzle.sets for k in laid.tiles}
        standing = [k for k, code in self.best.codes.items() if k not in melded and code not in (*_BONUS, BACK)]
        count = len(standing) + 3 * len(self.puzzle.sets)
        return _NO_WIN + _COUNT * min(abs(count - 13), abs(count - 14))


#: What stands for a photo without tiles.
_NOTHING: Final = Candidate(0.0, 0.0, frozenset())


def tried(
    scene: Scene, candidate: Candidate | None, rules: RuleSet, settings: ReadingSettings, effort: Effort
) -> Tried:
    """Lay out and decode a candidate."""
    layout = laid_out(scene, candidate, rules.claim_style)
    puzzle = puzzle_of(layout, rules, settings)
    return Tried(candidate or _NOTHING, layout, puzzle, decode(puzzle, settings.budget_nats, effort))


def without_strays(trial: Tried, why: str) -> Candidate:
    """The same candidate without what its decoding left out, which may have joined two groups or parted one."""
    candidate = trial.candidate
    return replace(candidate, dropped=candidate.dropped | frozenset(trial.strays), why=candidate.why or why)


def _as_read(puzzle: Puzzle) -> LegalHand:
    """What was read, whether it makes a hand or not."""
    likeliest = puzzle.faces.argmin(axis=1)
    hand = [k for k in puzzle.standing if puzzle.faces[k].min() <= puzzle.strays[k]]
    return LegalHand(0.0, {k: FACES[likeliest[k]] for k in (*hand, *(k for laid in puzzle.sets for k in laid.tiles))})
