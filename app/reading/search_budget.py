"""The bound on the work of one reading."""

from dataclasses import dataclass
from typing import Final

#: All searches of one reading together may take this many steps. Only photos with few readable
#: tiles would need more.
MOST_STEPS: Final = 2_000_000


@dataclass(slots=True)
class SearchBudget:
    """The steps that remain for one reading, shared by all its searches.

    A step is the work of looking at one part of a partition. Larger pieces of work are several
    steps.

    Attributes:
        steps: how many steps remain. It is negative if the last piece of work needed more than
            remained.
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
