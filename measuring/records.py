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

import msgspec

from hu.scoring.errors import InputError
from hu.vision.photo.files import whole_file
from measuring.answers import Answer

#: Where the records lie; the page lies beside the folder.
RECORDS: Final = Path("docs/measured")
#: The order of the page.
_ORDER: Final = (
    *(
        "reading",
        "loose",
        "unseen",
        "hard",
        "field",
        "tables",
        "handless",
        "ways",
        "layout",
        "bending",
    ),
    *("teaching", "speed", "batch", "classifier", "rules"),
)
#: Records that the page leaves out: ``unseen`` shows the figures of one; the others serve changes of the reading.
_OFF_PAGE: Final = ("classifier", "rules", "layout-turned")
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


def keep(
    name: str,
    about: str,
    command: str,
    answer: Answer,
    *,
    timed: bool = False,
    folder: Path = RECORDS,
) -> None:
    """Write a record of here and now, and the page with it; with ``timed`` the machine makes a difference."""

    def output(*words: str) -> str:
        return subprocess.run(words, check=False, capture_output=True, text=True).stdout.strip()  # noqa: S603

    commit = output("git", "rev-parse", "--short", "HEAD") or "unknown commit"
    # What was measured before changes nothing of what is measured now.
    if output("git", "status", "--porcelain", "--untracked-files=no", "--", ".", f":!{RECORDS}*"):
        commit = f"{commit}, changed"
    machine = ""
    if timed:
        processor = next(
            (
                line
                for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
                if "model name" in line
            ),
            platform.machine(),
        )
        cores = len(os.sched_getaffinity(0))
        machine = f"{processor.rpartition(':')[2].strip()}, {cores} cores, Python {platform.python_version()}"
    record = Record(name, about, command, f"{datetime.now(UTC):%Y-%m-%d}", commit, machine, answer)
    folder.mkdir(parents=True, exist_ok=True)
    with whole_file(folder / f"{name}.json") as file:
        file.write(f"{json.dumps(asdict(record), ensure_ascii=False, indent=1)}\n".encode())
    write_page(folder)


def keep_benchmark(name: str, about: str, answer: Answer) -> None:
    """Write the record of the benchmark that runs, with its own command line, and the page with it."""
    started = sys.modules["__main__"].__spec__
    module = started.name if started else sys.argv[0]
    words = ["PATH" if word.startswith("/") else word for word in sys.argv[1:] if word != "--keep"]
    keep(name, about, shlex.join(["python", "-m", module, *words]), answer, timed=True)


def write_page(folder: Path = RECORDS) -> None:
    """Write the page from the records."""
    with whole_file(folder.with_suffix(".md")) as file:
        file.write(page(records(folder)).encode())


def page(found: Sequence[Record]) -> str:
    """The page as Markdown: a section for each question; variants with the same columns share its table.

    Variants but the first begin with a row that says where they come from.
    """
    lines = [_HEAD]
    shown = (record for record in found if record.name not in _OFF_PAGE)
    for question, variants in groupby(shown, lambda record: record.name.partition("-")[0]):
        lines.append(f"## {question}")
        by_columns: dict[tuple[str, ...], list[Record]] = {}
        for record in variants:
            by_columns.setdefault(record.answer.columns, []).append(record)
        for first, *others in by_columns.values():
            rows = list(first.answer.rows)
            for record in others:
                top, *rest = record.answer.rows
                rows += [replace(top, measure=f"{record.source()}: {top.measure}"), *rest]
            lines += [
                *table(replace(first.answer, rows=tuple(rows)), f"{first.about} {first.source()}"),
                "",
            ]
    return "\n".join(lines)


def records(folder: Path = RECORDS) -> list[Record]:
    """All records of a folder, in the order of the page.

    Raises:
        InputError: a file is no record; the message names it.
    """
    found = []
    for path in folder.glob("*.json"):
        try:
            found.append(msgspec.json.decode(path.read_bytes(), type=Record))
        except msgspec.MsgspecError as error:
            raise InputError(
                f"{path}: no record of a measurement ({error}); measure again with --keep"
            ) from None
    ranks = {name: rank for rank, name in enumerate(_ORDER)}
    return sorted(
        found,
        key=lambda record: (ranks.get(record.name.partition("-")[0], len(ranks)), record.name),
    )
