"""What a question is asked with, and what it answers."""

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
from training.data.unseen import DATASETS
from training.faces.art import Art

Item = TypeVar("Item")
Name = TypeVar("Name", bound=str)
#: Who looks at scenes: perfect networks whose boxes are the true outlines or turned rectangles, or the real networks.
Boxes = Literal["true", "turned", "networks"]
#: Quantile of the normal distribution for an interval of 95 %.
_Z: Final = 1.96


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a published table: its name, a figure for each column, and the target."""

    measure: str
    figures: tuple[str, ...]
    target: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question."""

    columns: tuple[str, ...]  # headings of the figures
    rows: tuple[Row, ...]  # of the table; the question's targets are added to them
    details: object = None  # what the record keeps beside the table; JSON values

    def with_targets(self, targets: Mapping[str, str]) -> "Answer":
        """The same with the targets of its rows, by their names."""
        rows = (replace(row, target=targets.get(row.measure, "")) for row in self.rows)
        return replace(self, rows=tuple(rows))


def answer_of(
    columns: Iterable[str], rows: Mapping[str, Iterable[str]], details: object = None
) -> Answer:
    """An answer from its rows by name."""
    return Answer(
        tuple(columns), tuple(Row(name, tuple(figures)) for name, figures in rows.items()), details
    )


def percent(part: float, digits: int = 1) -> str:
    """A share in percent, as it is published."""
    return f"{100 * part:.{digits}f} %"


def share(right: float, of: int, *, drawn: bool = False) -> str:
    """A share as it is published, with its whole; if ``drawn``, with the interval for other seeds (95 %, Wilson)."""
    if not of:
        return "none"
    part = right / of
    if not drawn:
        return f"{percent(part)} of {of:,}"
    middle, reach = part + _Z**2 / (2 * of), _Z * sqrt(part * (1 - part) / of + _Z**2 / (4 * of**2))
    low, high = (
        max(0.0, min(1.0, edge / (1 + _Z**2 / of))) for edge in (middle - reach, middle + reach)
    )
    return f"{percent(part)} of {of:,} ({100 * low:.0f} to {percent(high, 0)})"


@dataclass(frozen=True)
class Options:
    """The options of the command; a question ignores those it has no use for."""

    shared: Path = field(default=SHARED, metadata={"place": True})  # the shared data folder
    weights: Path = field(default=MODELS, metadata={"place": True})  # folder with the networks
    scenes: int | None = (
        None  # how many scenes, pictures or rows are drawn; None for the question's own number
    )
    first: int = 0  # the first seed
    every: int | None = None  # one photo in this many is read; None for the question's own stride
    boxes: Boxes = "true"  # who looks at scenes
    only: tuple[str, ...] = ()  # the parts to measure, for questions that have parts
    real: bool = False  # real photos instead of rendered ones, for questions that know both
    folds: tuple[
        str, ...
    ] = ()  # trained weights and the designs left out of their training, ``WEIGHTS.pt=DESIGNS``
    show: bool = field(default=False, metadata={"place": True})  # name what went wrong on stderr

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
        """The shared photos."""
        return self.shared / "photos"

    def seeds(self, usual: int) -> range:
        """The seeds to draw scenes with; ``usual`` is the question's own number."""
        return range(self.first, self.first + (self.scenes or usual))

    def parts(self, known: Iterable[Name]) -> list[Name]:
        """The parts of a question to measure: those of ``--only``, or all.

        Raises:
            InputError: ``--only`` names an unknown part.
        """
        names = list(known)
        for name in self.only:
            if name not in names:
                raise InputError(describe_unknown("part (--only)", name, names))
        return [name for name in names if name in self.only] or names

    def each(self, items: Iterable[Item], what: str = "") -> Iterator[Item]:
        """The items, with progress on a terminal."""
        yield from tqdm(items, desc=what, unit="", leave=False, disable=None)

    def say(self, line: str) -> None:
        """Name something that went wrong, with ``--show``."""
        if self.show:
            tqdm.write(line, file=sys.stderr)
