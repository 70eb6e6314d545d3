"""What passes between the parts of a batch."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from hu.scoring.answers import COMMON
from hu.scoring.errors import HuError
from hu.scoring.hand import SEATS
from hu.scoring.rules import rule_names, rule_set
from hu.vision.photo.files import MAX_MEGAPIXELS

if TYPE_CHECKING:
    # The process that hands out photos decodes none: it stays small without the libraries for it.
    from hu.app.reading.read import DetectsTiles

#: The columns in which the rule sets' own questions are answered, by their ids.
ASKED: Final = tuple(dict.fromkeys(question.id for name in rule_names() for question in rule_set(name).questions))
_COMMON: Final = tuple(question.id for question in COMMON)
#: The manifest's columns after ``photo``: what a photo cannot tell, its hand where somebody knows better, and the other
#: players as the options of ``hu score`` tell them.
COLUMNS: Final = ("rules", *_COMMON[:5], "hand", *_COMMON[5:], *ASKED)
#: Columns of results.csv beyond the manifest's; a manifest that has them too is read without them.
RESULT_COLUMNS: Final = ("points", "limit", *SEATS, "waits", "check", "doubts", "error")

#: What is known of a photo: the cells of its line in a manifest, by column; empty ones are absent.
Cells = Mapping[str, str]


class OutputError(HuError):
    """The results cannot be written: no space left, no permission, another run at work."""

    @classmethod
    def at(cls, path: Path, error: OSError) -> Self:
        """The system's error about a file or folder of the results."""
        return cls(f"{path}: {error.strerror or error}; go on with --resume when that is mended")


@dataclass(frozen=True, slots=True)
class Settings:
    """What every reading process needs to know.

    Attributes:
        make_detector: makes the networks from ``weights`` and a number of threads; a function that can be pickled.
        weights: folder with the networks.
        out: folder of the results.
        reader: a digest of everything but the photo that a reading depends on.
        overlays: whether to draw overlays and thumbnails.
        threads: processor threads that one process may use.
        max_megapixels: larger pictures are refused.
    """

    make_detector: Callable[[Path, int], "DetectsTiles"]
    weights: Path
    out: Path
    reader: str
    overlays: bool = True
    threads: int = 1
    max_megapixels: float = MAX_MEGAPIXELS


@dataclass(frozen=True, slots=True)
class Task:
    """One photo to read.

    Attributes:
        index: its row among the results, from 0.
        photo: its name: the path below the folder, parts joined by ``/``.
        path: where it lies.
        rules: the rule set that its hand is laid out for.
        answers: the cells of its line in the manifest.
        problem: why its answers cannot be used; empty when they can.
        known: the digest of the photo that an earlier run read under this name; empty without one.
        valid: whether the earlier run's row still holds for the same photo.
        corrections: what somebody corrected in that row, by column; an empty cell takes an answer back.
    """

    index: int
    photo: str
    path: str
    rules: str
    answers: Cells
    problem: str = ""
    known: str = ""
    valid: bool = False
    corrections: Cells = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A task that was worked on.

    Attributes:
        index: the task's.
        line: its row as one line of JSON; None when the earlier run's row still holds.
        error: why the photo was not read or its hand not scored; empty otherwise.
        check: whether somebody should look at it.
    """

    index: int
    line: bytes | None
    error: str = ""
    check: bool = False
