"""The bound on the work of one reading."""

from dataclasses import dataclass
from typing import Final

#: Steps of all searches for one photo. Only photos with few readable tiles need more.
MOST_STEPS: Final = 2_000_000


@dataclass(slots=True)
class SearchBudget:
    """The steps that remain for one photo, shared by all searches for it.

    A step is to look at one part of a partition. Larger pieces of work cost several steps.

    Attributes:
        steps: how many steps remain. Below zero if work that had begun went a little beyond the
            bound.
        is_cut_short: whether a search left something out because there was too much of it.
    """

    steps: int = MOST_STEPS
    is_cut_short: bool = False

    @property
    def is_exhausted(self) -> bool:
        """Whether no steps remain."""
        return self.steps <= 0

    @property
    def is_complete(self) -> bool:
        """Whether the searches have tried everything so far."""
        return not self.is_exhausted and not self.is_cut_short
