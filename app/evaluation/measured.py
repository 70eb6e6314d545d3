"""Writes ``docs/measured.md``: every figure that the project states about itself, each section by its own commands.

``python -m hu.app.evaluation.measured`` measures everything (hours); ``--only reading --only layout`` measures some
sections and leaves the others as they are. Figures of speed and memory mean something on an idle machine only.
"""

import argparse
import os
import platform
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from hu.vision.photo.files import whole_file

_PAGE: Final = Path("docs/measured.md")
_HEAD: Final = """# Measured

Every figure is made by a command; targets that are missed stand beside what was reached.
`python -m hu.app.evaluation.measured` measures everything again and writes this file; `--only SECTION` measures one.
"""


@dataclass(frozen=True, slots=True)
class Section:
    """One section of the page.

    Attributes:
        name: for ``--only`` and for the marks around it.
        title: its heading.
        text: what is measured, and the targets.
        commands: arguments for the interpreter; ``{shared}`` is the shared data folder, ``{ultralytics}`` an
            interpreter with Ultralytics.
    """

    name: str
    title: str
    text: str
    commands: tuple[str, ...]


def _load() -> Iterator[Section]:
    data = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    for entry in data["section"]:
        yield Section(entry["name"], entry["title"], entry["text"], tuple(entry["commands"]))


SECTIONS: Final = tuple(_load())


@dataclass(frozen=True, slots=True)
class Run:
    """A command that was run, and its output."""

    command: str
    output: str

    def markdown(self) -> str:
        """The command and its output; a Markdown table stays one."""
        body = self.output.strip()
        if not body.startswith("|"):
            body = f"```text\n{body}\n```"
        return f"`{self.command}`\n\n{body}\n"


def measure(section: Section, values: Mapping[str, str]) -> list[Run]:
    """Run a section's commands.

    Args:
        section: to measure.
        values: for the names in its commands.

    Raises:
        CalledProcessError: a command failed; the page stays as it was.
    """
    runs = []
    for command in section.commands:
        arguments = shlex.split(command.format(**values))
        print(f"{section.name}: {command}", file=sys.stderr, flush=True)  # noqa: T201
        done = subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603
        names = {name: name.upper() if name == "ultralytics" else "../shared" for name in values}
        runs.append(Run(f"python {command.format(**names)}", done.stdout))
    return runs


def section_text(section: Section, runs: Sequence[Run], where: str) -> str:
    """A section of the page.

    Args:
        section: what was measured.
        runs: its commands and their output.
        where: date, version and machine.
    """
    parts = [f"## {section.title}\n", f"{section.text}\n", f"Measured {where}.\n", *(run.markdown() for run in runs)]
    return "\n".join(parts)


def with_section(page: str, name: str, text: str) -> str:
    """Put a section into the page, in the order of ``SECTIONS``; the others stay as they are."""
    found = dict(_sections(page)) | {name: text}
    marked = (f"<!-- begin {known} -->\n{found[known]}<!-- end {known} -->\n" for known in _NAMES if known in found)
    return "\n".join([_HEAD, *marked])


_NAMES: Final = tuple(section.name for section in SECTIONS)


def _sections(page: str) -> Iterator[tuple[str, str]]:
    for found in re.finditer(r"<!-- begin ([\w-]+) -->\n(.*?)<!-- end \1 -->", page, re.DOTALL):
        yield found[1], found[2]


def _where() -> str:
    commit = _output("git", "describe", "--always", "--dirty") or "an unknown commit"
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    machine = f"{_processor()}, {cores} cores, Python {platform.python_version()}"
    return f"{datetime.now(UTC):%Y-%m-%d} at {commit} on {machine}"


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


def main() -> None:
    """Run from the command line, in the root of the repository."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", choices=_NAMES, help="measure this section; may be repeated")
    parser.add_argument("--shared", default=os.environ.get("HU_SHARED", "../shared"), help="the shared data folder")
    parser.add_argument("--ultralytics", metavar="PYTHON", help="an interpreter with Ultralytics, for section batch")
    parser.add_argument("--out", type=Path, default=_PAGE)
    args = parser.parse_args()
    chosen = [section for section in SECTIONS if not args.only or section.name in args.only]
    if not args.ultralytics and any("{ultralytics}" in command for section in chosen for command in section.commands):
        parser.error("section batch needs --ultralytics PYTHON, an interpreter with the extra 'train'")
    for section in chosen:
        runs = measure(section, {"shared": args.shared, "ultralytics": args.ultralytics or ""})
        page = args.out.read_text(encoding="utf-8") if args.out.is_file() else ""
        text = with_section(page, section.name, section_text(section, runs, _where()))
        with whole_file(args.out) as file:
            file.write(text.encode())


if __name__ == "__main__":
    main()
