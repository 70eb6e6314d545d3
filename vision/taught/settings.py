"""How taught examples weigh against the classifier."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class TaughtSettings:
    """How examples weigh against the classifier; chosen on the nine art families that no training saw.

    ``python -m hu.app.evaluation.measure teaching`` measures it. Chosen on eight families and measured on the ninth, in
    turn, the figures hardly change (docs/tile-sets.md).

    Attributes:
        alike_above: cosine above which two faces begin to look like one.
        nats_per_cosine: how much a face gains for each unit of cosine above that.
        alike_above_alone, nats_per_cosine_alone: the same for a tile that was read as a face unknown to a set of hardly
            any faces: it may well be one of those that nobody showed. A set that knows a part of the faces takes values
            between these and the two above.
        most_nats: what a face gains at most.
        fits_from, fits_fully: a set is believed below the first typical distance, fully below the second one. In hands
            of 14 the distance of a set's own faces is at most 0.083, in 19 of 20 cases 0.073; that of another set's
            faces is 0.086 or more in 19 of 20 cases. See ``fit``.
        hands_farther: the share by which a set's own faces are farther where all examples come from hands: those are
            less clear than a picture made to teach.
        fit_confidence: only faces read with this confidence say whether a set fits.
        fit_tiles: without at least this many of them every set fits.
        candidates: as many faces of a tile at most are compared as pictures, where the features leave
            ``candidate_probability`` to more than one.
        nats_per_correlation: how much a face loses for each unit by which its picture correlates less than the best.
        repeated_bonus: the probability that a flower or season is seen a second time, though a set has it once.
        doubtful_below: a tile of a teaching photo is asked for where the classifier gives its face less than this.
        most_questions: the least probable ones alone are asked for, at most this many.
    """

    alike_above: float = 0.5
    alike_above_alone: float = 0.75
    nats_per_cosine: float = 100.0
    nats_per_cosine_alone: float = 60.0
    most_nats: float = 100.0
    fits_from: float = 0.098
    fits_fully: float = 0.088
    hands_farther: float = 0.15
    fit_confidence: float = 0.9
    fit_tiles: int = 3
    candidates: int = 3
    candidate_probability: float = 1e-4
    nats_per_correlation: float = 20.0
    repeated_bonus: float = 0.05
    doubtful_below: float = 0.97
    most_questions: int = 6

    def __post_init__(self) -> None:
        """Refuse values outside their range."""
        if not 0 <= self.alike_above < 1 or not 0 <= self.fits_fully < self.fits_from <= 1:
            raise ValueError("cosines and distances must lie between 0 and 1, fits_fully below fits_from")


DEFAULT: Final = TaughtSettings()
