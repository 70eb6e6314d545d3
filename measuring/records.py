"""The records of measurements, and ``docs/measured.md``, which is written from them.

Each question or benchmark keeps one JSON file in ``docs/measured/``: the table, the command, the
date and the commit.
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

#: The folder of the records. The page is beside it.
RECORDS: Final = Path("docs/measured")
#: The order of the questions on the page. All others follow them, sorted by name.
_ORDER: Final = (
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
    "teaching",
    "speed",
    "batch",
    "classifier",
    "rules",
)
#: Records that the page leaves out. ``unseen`` shows the figures of ``classifier``, ``designer``
#: stands for ``modern``. The others serve changes of the reading, and of the script that makes
#: photos smaller.
_OFF_PAGE: Final = ("classifier", "modern", "rules", "layout-turned", "photo-copies")
_HEAD: Final = """# Measured

Written by `python -m measuring QUESTION --keep`; brackets: 95 % interval over random seeds; \
unseen: never trained on.
More records: `docs/measured/`.
"""


@dataclass(frozen=True, slots=True)
class Record:
    """An answer with its circumstances.

    Attributes:
        name: the name of its file and its heading.
        about: the subject of the measurement, in one line.
        command: the command that makes it again.
        date: the day of the measurement, ``YYYY-MM-DD``.
        commit: the commit of the code that was measured.
        machine: processor, cores and Python. Empty if they make no difference.
        answer: the measurement.
    """

    name: str
    about: str
    command: str
    date: str
    commit: str
    machine: str
    answer: Answer

    def source(self) -> str:
        """Return the command, and in brackets the record's date, commit and machine.

        The command is left out if the name of the record, which is its heading, already says it.
        """
        circumstances = [part for part in (self.date, self.commit, self.machine) if part]
        brackets = f"({', '.join(circumstances)})"
        command = self.command.removeprefix("python -m ")
        if command == f"measuring {self.name}":
            return brackets
        return f"`{command}` {brackets}"


def table(answer: Answer, about: str = "measure") -> list[str]:
    """Write an answer as a Markdown table, with a column of targets only if there are targets.

    Args:
        answer: the answer.
        about: the heading of the first column.

    Returns:
        The lines of the table.
    """
    has_targets = any(row.target for row in answer.rows)
    rows = [[about, *answer.columns]]
    rows += [[row.measure, *row.figures] for row in answer.rows]
    if has_targets:
        rows[0].append("target")
        for cells, row in zip(rows[1:], answer.rows, strict=True):
            cells.append(row.target)
    lines = [_table_line(cells) for cells in rows]
    lines.insert(1, "|---" * len(rows[0]) + "|")
    return lines


def _table_line(cells: Sequence[str]) -> str:
    line = f"| {' | '.join(cells)} |"
    # Empty cells have one blank. Two empty cells side by side need a second pass.
    return line.replace("|  |", "| |").replace("|  |", "| |")


def keep(
    name: str,
    about: str,
    command: str,
    answer: Answer,
    *,
    depends_on_machine: bool = False,
    folder: Path = RECORDS,
) -> None:
    """Write a record with the current date and commit, and the page with it.

    Args:
        name: the name of the record.
        about: the subject of the measurement, in one line.
        command: the command that makes it again.
        answer: the measurement.
        depends_on_machine: whether the figures depend on the machine, which is then recorded.
        folder: the folder of the records.
    """
    commit = _output_of("git", "rev-parse", "--short", "HEAD") or "unknown commit"
    # Records of other measurements, and the page, do not change the code that is measured.
    changed_files = _output_of(
        "git", "status", "--porcelain", "--untracked-files=no", "--", ".", f":!{RECORDS}*"
    )
    if changed_files:
        commit = f"{commit}, changed"
    record = Record(
        name=name,
        about=about,
        command=command,
        date=f"{datetime.now(UTC):%Y-%m-%d}",
        commit=commit,
        machine=_describe_machine() if depends_on_machine else "",
        answer=answer,
    )
    folder.mkdir(parents=True, exist_ok=True)
    with whole_file(folder / f"{name}.json") as file:
        text = json.dumps(asdict(record), ensure_ascii=False, indent=1)
        file.write(f"{text}\n".encode())
    write_page(folder)


def _output_of(*words: str) -> str:
    """Run a command and return what it prints on standard output, stripped. It may fail."""
    process = subprocess.run(words, check=False, capture_output=True, text=True)  # noqa: S603
    return process.stdout.strip()


def _describe_machine() -> str:
    """Name the processor, the number of its cores that this process may use, and Python."""
    processor = platform.machine()
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if "model name" in line:
            processor = line.rpartition(":")[2].strip()
            break
    cores = len(os.sched_getaffinity(0))
    return f"{processor}, {cores} cores, Python {platform.python_version()}"


def keep_benchmark(name: str, about: str, answer: Answer) -> None:
    """Write the record of the benchmark that runs, and the page with it.

    The record has the command line of this process, without ``--keep``, and the machine.

    Args:
        name: the name of the record.
        about: the subject of the measurement, in one line.
        answer: the measurement.
    """
    specification = sys.modules["__main__"].__spec__
    module = specification.name if specification else sys.argv[0]
    words = ["python", "-m", module]
    for word in sys.argv[1:]:
        if word.startswith("/"):
            # A path of this machine means nothing on others.
            words.append("PATH")
        elif word != "--keep":
            words.append(word)
    keep(name, about, shlex.join(words), answer, depends_on_machine=True)


def write_page(folder: Path = RECORDS) -> None:
    """Write the page from the records."""
    with whole_file(folder.with_suffix(".md")) as file:
        file.write(page(records(folder)).encode())


def page(all_records: Sequence[Record]) -> str:
    """Write the page as Markdown: a section for each question.

    Records of the same question, such as ``layout`` and ``layout-turned``, share a table if they
    have the same columns.

    Args:
        all_records: the records, with those of the same question side by side.
    """
    lines = [_HEAD]
    page_records = [record for record in all_records if record.name not in _OFF_PAGE]
    for question, variants in groupby(page_records, _question_of):
        lines.append(f"## {question}")
        # The records of each table, by its columns.
        records_of_table: dict[tuple[str, ...], list[Record]] = {}
        for record in variants:
            records_of_table.setdefault(record.answer.columns, []).append(record)
        for table_records in records_of_table.values():
            lines += _shared_table(table_records)
            lines.append("")
    return "\n".join(lines)


def _question_of(record: Record) -> str:
    """Return the question of a record: ``layout-turned`` is a variant of ``layout``."""
    return record.name.partition("-")[0]


def _shared_table(variants: Sequence[Record]) -> list[str]:
    """Write the answers of several records with the same columns as one table.

    The heading names the source of the first record. The first row of every further record names
    its source.
    """
    first = variants[0]
    rows = list(first.answer.rows)
    for record in variants[1:]:
        first_row, *other_rows = record.answer.rows
        rows.append(replace(first_row, measure=f"{record.source()}: {first_row.measure}"))
        rows += other_rows
    return table(replace(first.answer, rows=tuple(rows)), f"{first.about} {first.source()}")


def records(folder: Path = RECORDS) -> list[Record]:
    """Read all records of a folder, in the order of the page.

    Raises:
        InputError: a file is no record. The message names the file.
    """
    all_records = []
    for path in folder.glob("*.json"):
        try:
            all_records.append(msgspec.json.decode(path.read_bytes(), type=Record))
        except msgspec.MsgspecError as error:
            raise InputError(
                f"{path}: no record of a measurement ({error}); measure again with --keep"
            ) from None
    return sorted(all_records, key=_position_on_page)


def _position_on_page(record: Record) -> tuple[int, str]:
    """Sort records by question, in the order of ``_ORDER``, and then by name."""
    question = _question_of(record)
    rank = _ORDER.index(question) if question in _ORDER else len(_ORDER)
    return rank, record.name
