"""What a question is asked with, and what it answers: the harness of ``python -m measuring``."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from pathlib import Path
from typing import Final, Literal, TypeVar

from tqdm import tqdm

from hu.scoring.errors import InputError
from hu.scoring.nearest import unknown
from hu.scoring.rules import DEFAULT
from hu.vision.photo.labels import Corrections, read_corrections
from hu.vision.reader import MODELS, Reader
from training.faces.art import Art, default_cache

Item = TypeVar("Item")
Name = TypeVar("Name", bound=str)
#: Where boxes come from: true outlines, outlines as oriented boxes, or rendered pictures and the networks.
Boxes = Literal["true", "turned", "networks"]
#: Quantile of the normal distribution for an interval of 95 %.
_Z: Final = 1.96


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: what is measured, its figures as they are published, one for each column, and the target."""

    measure: str
    figures: tuple[str, ...]
    target: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question.

    Attributes:
        columns: headings of the figures.
        rows: of the table.
        details: what the record keeps beside the table; JSON values.
    """

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    details: object = None


def percent(part: float, digits: int = 1) -> str:
    """A share in percent, as it is published."""
    return f"{100 * part:.{digits}f} %"


def share(right: float, of: int, *, drawn: bool = False) -> str:
    """A share as it is published, with what it is a share of.

    Args:
        right: how many.
        of: out of how many.
        drawn: by random seeds; the interval within which other seeds would leave it (95 %, Wilson) is given as well.
    """
    if not of:
        return "none"
    part = right / of
    if not drawn:
        return f"{percent(part)} of {of:,}"
    low, high = (max(0.0, min(1.0, edge)) for edge in _wilson(part, of))
    return f"{percent(part)} of {of:,} ({100 * low:.0f} to {percent(high, 0)})"


def _wilson(part: float, of: int) -> tuple[float, float]:
    middle = part + _Z**2 / (2 * of)
    reach = _Z * sqrt(part * (1 - part) / of + _Z**2 / (4 * of**2))
    return (middle - reach) / (1 + _Z**2 / of), (middle + reach) / (1 + _Z**2 / of)


@dataclass(frozen=True)
class Asked:
    """The arguments of a question; an option that a question has no use for is ignored.

    Attributes:
        shared: the shared data folder.
        datasets: folder with corrections and designs.
        weights: folder with the networks.
        scenes: how many scenes, pictures or rows are drawn; None for as many as the question takes by itself.
        first: the first seed.
        every: one photo in this many is read; None for as many as the question takes by itself.
        boxes: where the layout's boxes come from.
        rules: the rule set whose hands are expected.
        only: the parts to measure, for questions that have parts.
        real: real photos instead of rendered ones, for questions that know both.
        folds: trained weights and the designs left out of their training, ``WEIGHTS.pt=DESIGNS``.
        pictures: folder for pictures of what went wrong.
        show: name what went wrong on stderr.
    """

    shared: Path = Path("../shared")
    datasets: Path = Path("datasets")
    weights: Path = MODELS
    scenes: int | None = None
    first: int = 0
    every: int | None = None
    boxes: Boxes = "true"
    rules: str = DEFAULT
    only: tuple[str, ...] = ()
    real: bool = False
    folds: tuple[str, ...] = ()
    pictures: Path | None = None
    show: bool = False

    @cached_property
    def reader(self) -> Reader:
        """The networks."""
        return Reader(self.weights)

    @cached_property
    def art(self) -> Art:
        """The shared artwork."""
        return Art(self.shared, default_cache())

    @cached_property
    def corrections(self) -> Corrections:
        """Labels known to be wrong."""
        return read_corrections(self.datasets / "corrections.csv")

    @property
    def photos(self) -> Path:
        """The shared photos."""
        return self.shared / "photos"

    def seeds(self, usual: int) -> range:
        """The seeds to draw scenes with, ``usual`` many unless told otherwise."""
        return range(self.first, self.first + (self.scenes or usual))

    def parts(self, known: Iterable[Name], usual: Iterable[Name] | None = None) -> list[Name]:
        """The parts of a question to measure: those of ``--only``, or ``usual``, or all.

        Raises:
            InputError: ``--only`` names one that is not known.
        """
        names = list(known)
        for name in self.only:
            if name not in names:
                raise InputError(unknown("part (--only)", name, names))
        return [name for name in names if name in self.only] or list(names if usual is None else usual)

    def each(self, items: Iterable[Item], what: str = "") -> Iterator[Item]:
        """The items, with progress on a terminal."""
        yield from tqdm(items, desc=what, unit="", leave=False, disable=None)

    def say(self, line: str) -> None:
        """Name something that went wrong, where that is wanted."""
        if self.show:
            tqdm.write(line, file=sys.stderr)

    def picture(self, name: str) -> Path | None:
        """Where to draw a picture of this name, if pictures are wanted."""
        if self.pictures is None:
            return None
        self.pictures.mkdir(parents=True, exist_ok=True)
        return self.pictures / name
