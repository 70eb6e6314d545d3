"""The documents are true: every block of code in README and docs/ runs and prints the shown output.

Blocks of Python share one namespace in each document. A shell runs each ``$`` line of a ``console``
block in a scratch folder beside the repository's data, and its output is compared. A ``sh`` block
must succeed. Both use this installation's ``hu``. A block that cannot run here gives the reason in
a ``skip`` comment before it.
"""

import doctest
import os
import re
import subprocess
import sys
import unittest
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from sybil import Document, Example, Sybil
from sybil.evaluators.doctest import OutputChecker
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser

from hu.app.cli import cli

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
#: Files that are shown; ``tests/app/page/serving/test_hosting.py`` gives them to systemd and nginx.
SHOWN = {"ini", "nginx", "dockerfile"}
#: What needs a machine, a server or a cluster of its own, or installs into the checkout, by page.
MOST_SKIPPED = {"README.md": 3, "batches.md": 1, "hosting.md": 5, "tile-sets.md": 1}


def shell(example: Example, command: str) -> str:
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "XDG_DATA_HOME": str(Path.cwd() / "data"),
        "COLUMNS": "80",
    }
    done = subprocess.run(
        ["bash", "-c", command],  # noqa: S607
        cwd=Path.cwd(),
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    example.namespace["exit status"] = done.returncode
    return done.stdout


def console(example: Example) -> str | None:
    """Run each command, and compare what it prints; ``...`` stands for anything."""
    for entry in re.split(r"^\$ ", str(example.parsed), flags=re.MULTILINE)[1:]:
        # A command goes on after a backslash and inside quotation marks.
        match = re.match(r"(?:[^\n'\\]|\\.|'[^']*')*\n?", entry, re.DOTALL)
        assert match is not None
        want = entry[match.end() :]
        got = shell(example, match[0])
        if example.namespace["exit status"] and not got.strip():
            return f"$ {match[0]}exit status {example.namespace['exit status']}"
        if "Usage: hu" in got and "Usage: hu" not in want:
            return f"$ {match[0]}got\n{got}"
        if not OutputChecker().check_output(want, got, doctest.ELLIPSIS):
            return f"$ {match[0]}expected\n{want}\ngot\n{got}"
    return None


def succeed(example: Example) -> str | None:
    """Run the whole block; its first failing command fails it."""
    printed = shell(example, f"set -e\n{example.parsed}")
    status = example.namespace["exit status"]
    return f"exit status {status} of\n{example.parsed}\n{printed}" if status else None


#: A command of Hu! as far as its line, its code span or its pipe goes.
COMMAND = re.compile(r"(?:^|[\s`/(\[\"])hu(?P<rest> [a-z-][^`|&;)\n]*)", re.MULTILINE)


def unknown_options(text: str) -> Iterator[str]:
    """Yield the options in a text that its commands of Hu! do not have, and unknown commands."""
    for match in COMMAND.finditer(text.replace("\\\n", " ").replace('", "', " ")):
        command: click.Command = cli
        words = re.sub(r"'[^']*'|\"[^\"]*\"", "VALUE", match["rest"]).split()
        while isinstance(command, click.Group) and words:
            named = command.get_command(click.Context(command), words[0])
            if named is None:
                break
            command = named
            words = words[1:]
        if command is cli and not words[0].startswith("-"):
            continue  # "hu" in a sentence
        parameters = command.get_params(click.Context(command))
        known = {
            name for parameter in parameters for name in parameter.opts + parameter.secondary_opts
        }
        known |= {"-h", "--help", "--version"}
        for word in words:
            option = re.match(r"--?[a-z][a-z-]*", word)
            if option and option[0] not in known:
                yield f"hu{match['rest'].rstrip()}: no {option[0]}"


DOCUMENTS = Sybil(
    parsers=[
        PythonCodeBlockParser(doctest_optionflags=doctest.ELLIPSIS),
        CodeBlockParser("console", console),
        CodeBlockParser("sh", succeed),
        SkipParser(),
    ]
)


def parsed(page: Path) -> Document:
    return DOCUMENTS.parse(page)


@pytest.fixture
def beside_the_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("datasets", "docs", "models"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("beside_the_data")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_block_runs(page: Path) -> None:
    skipped = 0
    for example in parsed(page):
        try:
            example.evaluate()
        except unittest.SkipTest:
            skipped += 1
    assert skipped <= MOST_SKIPPED.get(page.name, 0)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_block_says_in_what_language_it_is(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    fences = re.findall(r"^```(.*)$", text, re.MULTILINE)
    assert set(fences[::2]) <= {"python", "console", "sh"} | SHOWN
    assert set(fences[1::2]) <= {""}
    # An indented block would run nowhere.
    assert not re.findall(
        r"\n\n {4,}\S.*", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    )


@pytest.mark.parametrize("page", [*PAGES, ROOT / "Dockerfile"], ids=lambda page: page.name)
def test_every_option_exists(page: Path) -> None:
    assert not list(unknown_options(page.read_text(encoding="utf-8")))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\w\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    lost = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert not lost
