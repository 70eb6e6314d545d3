"""The records of what was measured, and ``docs/measured.md``, which is written from them.

Each question or benchmark keeps one JSON file in ``docs/measured/``: the table, the command, the date and the commit.
"""

import json
import os
import platform
import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Final

from hu.scoring.errors import InputError
from hu.vision.photo.files import whole_file
from measuring.answers import Answer, Row

#: Where the records lie; the page lies beside the folder.
RECORDS: Final = Path("docs/measured")
#: The order of the page; what is not listed comes after, by its name.
_ORDER: Final = (
    "reading",
    "loose",
    "unseen",
    "rendered",
    "hard",
    "field",
    "tables",
    "handless",
    "ways",
    "layout",
    "bending",
    "quality",
    "teaching",
    "speed",
    "batch",
    "page",
)
#: Records that the page leaves out: ``unseen`` shows the figures of one; the others serve changes of the reading.
_OFF_PAGE: Final = ("classifier", "rules", "quality", "layout-turned")
_HEAD: Final = """# Measured

Written by `python -m measuring QUESTION --keep`; brackets: 95 % interval over random seeds; unseen: never trained on.
More records: `docs/measured/`.
"""


@dataclass(frozen=True, slots=True)
class Record:
    """An answer with its circumstances."""

    name: str  # of its file and its heading
    about: str  # what is measured, in one line
    command: str  # that makes it again
    date: str  # day of the measurement, ``YYYY-MM-DD``
    commit: str  # of the code that was measured
    machine: str  # processor, cores and Python; empty where they make no difference
    answer: Answer  # what was measured

    def source(self) -> str:
        """What makes it where the heading does not say so, and of when it is."""
        command = self.command.removeprefix("python -m ")
        made = f"({', '.join(filter(None, (self.date, self.commit, self.machine)))})"
        return made if command == f"measuring {self.name}" else f"`{command}` {made}"


def table(answer: Answer, about: str = "measure") -> list[str]:
    """An answer as a Markdown table, ``about`` over its first column; a column of targets only where there are any."""
    targets = any(row.target for row in answer.rows)
    rows = [[about, *answer.columns, *(["target"] if targets else [])]]
    rows += [[row.measure, *row.figures, *([row.target] if targets else [])] for row in answer.rows]
    lines = [f"| {' | '.join(row)} |".replace("|  |", "| |").replace("|  |", "| |") for row in rows]
    return [lines[0], "|---" * len(rows[0]) + "|", *lines[1:]]


def make_record(name: str, about: str, command: str, answer: Answer, *, timed: bool = False) -> Record:
    """A record of here and now."""
    commit = _output("git", "rev-parse", "--short", "HEAD") or "unknown commit"
    # What was measured before changes nothing of what is measured now.
    changed = _output("git", "status", "--porcelain", "--untracked-files=no", "--", ".", f":!{RECORDS}*")
    version = f"{commit}, changed" if changed else commit
    return Record(name, about, command, f"{datetime.now(UTC):%Y-%m-%d}", version, _machine() if timed else "", answer)


def keep(record: Record, folder: Path = RECORDS) -> None:
    """Write a record, and the page with it."""
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / f"{record.name}.json", json.dumps(asdict(record), ensure_ascii=False, indent=1) + "\n")
    write_page(folder)


def keep_benchmark(name: str, about: str, answer: Answer) -> None:
    """Write the record of the benchmark that runs, with its own command line, and the page with it."""
    started = sys.modules["__main__"].__spec__
    module = started.name if started else sys.argv[0]
    words = ["PATH" if word.startswith("/") else word for word in sys.argv[1:] if word != "--keep"]
    keep(make_record(name, about, shlex.join(["python", "-m", module, *words]), answer, timed=True))


def write_page(folder: Path = RECORDS) -> None:
    """Write the page from the records."""
    _write(folder.with_suffix(".md"), page(records(folder)))


def page(found: Sequence[Record]) -> str:
    """The page as Markdown: a section for each question; variants with the same columns share its table."""
    lines = [_HEAD]
    shown = (record for record in found if record.name not in _OFF_PAGE)
    for question, variants in groupby(shown, lambda record: record.name.partition("-")[0]):
        lines.append(f"## {question}")
        by_columns: dict[tuple[str, ...], list[Record]] = {}
        for record in variants:
            by_columns.setdefault(record.answer.columns, []).append(record)
        for same in by_columns.values():
            lines += [*_shared_table(same), ""]
    return "\n".join(lines)


def _shared_table(variants: Sequence[Record]) -> list[str]:
    """One table of the variants; each but the first begins with a row that says where it comes from."""
    first, *others = variants
    rows = list(first.answer.rows)
    for record in others:
        top, *rest = record.answer.rows
        rows += [replace(top, measure=f"{record.source()}: {top.measure}"), *rest]
    return table(replace(first.answer, rows=tuple(rows)), f"{first.about} {first.source()}")


def records(folder: Path = RECORDS) -> list[Record]:
    """All records of a folder, in the order of the page.

    Raises:
        InputError: a file is no record; the message names it.
    """
    found = [_record(path) for path in sorted(folder.glob("*.json"))]
    return sorted(found, key=lambda record: (_rank(record.name), record.name))


def _rank(name: str) -> int:
    return next((rank for rank, known in enumerate(_ORDER) if name.partition("-")[0] == known), len(_ORDER))


def _record(path: Path) -> Record:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        answer = data["answer"]
        rows = tuple(Row(row["measure"], tuple(row["figures"]), row["target"]) for row in answer["rows"])
        told = Answer(tuple(answer["columns"]), rows, answer["details"])
        return Record(**{**data, "answer": told})
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path}: no record of a measurement ({error}); measure again with --keep") from None


def _write(path: Path, text: str) -> None:
    with whole_file(path) as file:
        file.write(text.encode())


def _machine() -> str:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{_processor()}, {cores} cores, Python {platform.python_version()}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def _output(*command: str) -> str:
    done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603
    return done.stdout.strip()
