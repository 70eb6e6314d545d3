"""The options that a question is asked with, and its answer."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import sqrt
from pathlib import Path
from typing import Final, Literal, TypeVar

from tqdm import tqdm

from hu.scoring.errors import InputError
from hu.scoring.nearest import describe_unknown
from hu.vision.photo.labels import Corrections, read_corrections
from hu.vision.reader import MODELS, Reader
from training.command import SHARED
from training.data.datasets import DATASETS
from training.faces.art import Art

_Item = TypeVar("_Item")
_Part = TypeVar("_Part", bound=str)
#: The networks that look at scenes: perfect networks whose boxes are the true outlines or turned
#: rectangles, or the real networks.
Boxes = Literal["true", "turned", "networks"]
#: Quantile of the normal distribution for an interval of 95 %.
_Z: Final = 1.96
#: Metadata of options that the command in a record leaves out: folders, which are other ones on
#: other machines, and options that change no figure.
NOT_IN_RECORD: Final = {"is_in_record": False}


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a published table.

    Attributes:
        measure: the name of the row, which says what was measured.
        figures: a figure for each column.
        target: the figure that is wanted. Empty if there is no target.
    """

    measure: str
    figures: tuple[str, ...]
    target: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question.

    Attributes:
        columns: the headings of the figures.
        rows: the rows of the table.
        details: values of JSON that the record keeps beside the table.
    """

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    details: object = None

    def with_targets(self, targets: Mapping[str, str]) -> "Answer":
        """Return the answer with the targets of its rows, by the rows' names."""
        rows = tuple(replace(row, target=targets.get(row.measure, "")) for row in self.rows)
        return replace(self, rows=rows)


def answer_of(
    columns: Iterable[str], rows: Mapping[str, Iterable[str]], details: object = None
) -> Answer:
    """Make an answer.

    Args:
        columns: the headings of the figures.
        rows: the figures of each row, by the rows' names.
        details: values of JSON that the record keeps beside the table.
    """
    table_rows = tuple(Row(name, tuple(figures)) for name, figures in rows.items())
    return Answer(tuple(columns), table_rows, details)


def percent(ratio: float, digits: int = 1) -> str:
    """Write a share, from 0 to 1, in percent."""
    return f"{100 * ratio:.{digits}f} %"


def share(part: float, whole: int, *, with_interval: bool = False) -> str:
    """Write a share in percent and its whole, such as ``92.0 % of 1,200 (90 to 93 %)``.

    Args:
        part: the number of cases that count, from 0 to ``whole``.
        whole: the number of all cases. The text is ``none`` if there are none.
        with_interval: add Wilson's interval of 95 %, for cases that are a random sample.
    """
    if not whole:
        return "none"
    text = f"{percent(part / whole)} of {whole:,}"
    if not with_interval:
        return text
    low, high = _wilson_interval(part / whole, whole)
    return f"{text} ({100 * low:.0f} to {percent(high, 0)})"


def _wilson_interval(ratio: float, count: int) -> tuple[float, float]:
    """Return the lower and the upper limit of Wilson's score interval of 95 %, from 0 to 1.

    Args:
        ratio: the observed share, from 0 to 1.
        count: the number of observations.
    """
    scale = 1 + _Z**2 / count
    middle = ratio + _Z**2 / (2 * count)
    reach = _Z * sqrt(ratio * (1 - ratio) / count + _Z**2 / (4 * count**2))
    low = max(0.0, min(1.0, (middle - reach) / scale))
    high = max(0.0, min(1.0, (middle + reach) / scale))
    return low, high


@dataclass(frozen=True)
class Options:
    """The options of the command. A question ignores those that it has no use for.

    Attributes:
        shared: the shared data folder.
        weights: the folder with the networks.
        scenes: the number of scenes, pictures or rows to draw. None for the question's own number.
        first: the first seed.
        every: read one photo in this many. None for the question's own stride.
        boxes: the networks that look at scenes.
        only: the parts to measure, for questions that have parts.
        real: real photos instead of rendered photos, for questions that know both.
        folds: trained weights and the designs left out of their training, as
            ``WEIGHTS.pt=DESIGNS``.
        show: name the cases that went wrong on stderr.
    """

    shared: Path = field(default=SHARED, metadata=NOT_IN_RECORD)
    weights: Path = field(default=MODELS, metadata=NOT_IN_RECORD)
    scenes: int | None = None
    first: int = 0
    every: int | None = None
    boxes: Boxes = "true"
    only: tuple[str, ...] = ()
    real: bool = False
    folds: tuple[str, ...] = ()
    show: bool = field(default=False, metadata=NOT_IN_RECORD)

    @cached_property
    def reader(self) -> Reader:
        """The networks."""
        return Reader(self.weights)

    @cached_property
    def art(self) -> Art:
        """The shared artwork."""
        return Art(self.shared)

    @cached_property
    def corrections(self) -> Corrections:
        """Labels known to be wrong."""
        return read_corrections(DATASETS / "corrections.csv")

    @property
    def photos(self) -> Path:
        """The folder of the shared photos."""
        return self.shared / "photos"

    def seeds(self, usual: int) -> range:
        """Return the seeds to draw scenes with; ``usual`` is the question's own number."""
        return range(self.first, self.first + (self.scenes or usual))

    def parts(self, parts: Iterable[_Part]) -> list[_Part]:
        """Return the parts of a question to measure, in its order: those of ``--only``, or all.

        Args:
            parts: the names of all parts of the question.

        Raises:
            InputError: ``--only`` names an unknown part.
        """
        all_parts = list(parts)
        for name in self.only:
            if name not in all_parts:
                raise InputError(describe_unknown("part (--only)", name, all_parts))
        if not self.only:
            return all_parts
        return [part for part in all_parts if part in self.only]

    def with_progress(self, items: Iterable[_Item], title: str = "") -> Iterator[_Item]:
        """Yield every item, and show the progress on a terminal."""
        yield from tqdm(items, desc=title, unit="", leave=False, disable=None)

    def say(self, line: str) -> None:
        """Print a line about something that went wrong on stderr, if ``--show`` is given."""
        if self.show:
            tqdm.write(line, file=sys.stderr)
