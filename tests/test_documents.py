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
#: Languages of files that are only shown. ``tests/app/page/serving/test_hosting.py`` gives them to
#: systemd and nginx.
SHOWN = {"ini", "nginx", "dockerfile"}
#: How many blocks of each page may be skipped. They need a machine, a server or a cluster of their
#: own, or install into the checkout.
MOST_SKIPPED = {"README.md": 3, "batches.md": 1, "hosting.md": 5, "tile-sets.md": 1}


def shell(example: Example, command: str) -> str:
    """Run a command, and return its output. The example gets its ``exit status``."""
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "XDG_DATA_HOME": str(Path.cwd() / "data"),
        "COLUMNS": "80",
    }
    process = subprocess.run(
        ["bash", "-c", command],  # noqa: S607
        cwd=Path.cwd(),
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    example.namespace["exit status"] = process.returncode
    return process.stdout


def console(example: Example) -> str | None:
    """Run each command, and compare its output, in which ``...`` stands for anything.

    Returns:
        The first difference. None if there is none.
    """
    for entry in re.split(r"^\$ ", str(example.parsed), flags=re.MULTILINE)[1:]:
        # A command goes on after a backslash and inside quotation marks.
        match = re.match(r"(?:[^\n'\\]|\\.|'[^']*')*\n?", entry, re.DOTALL)
        assert match is not None
        command = match[0]
        expected = entry[match.end() :]
        output = shell(example, command)
        status = example.namespace["exit status"]
        if status != 0 and not output.strip():
            return f"$ {command}exit status {status}"
        # A command with a wrong option prints its usage.
        if "Usage: hu" in output and "Usage: hu" not in expected:
            return f"$ {command}got\n{output}"
        if not OutputChecker().check_output(expected, output, doctest.ELLIPSIS):
            return f"$ {command}expected\n{expected}\ngot\n{output}"
    return None


def succeed(example: Example) -> str | None:
    """Run the whole block. Its first failing command fails it.

    Returns:
        The failure. None if there is none.
    """
    output = shell(example, f"set -e\n{example.parsed}")
    status = example.namespace["exit status"]
    if status == 0:
        return None
    return f"exit status {status} of\n{example.parsed}\n{output}"


#: A command of Hu!, up to the end of its line or of its code, or to the next command.
COMMAND = re.compile(r"(?:^|[\s`/(\[\"])hu(?P<rest> [a-z-][^`|&;)\n]*)", re.MULTILINE)


def unknown_options(text: str) -> Iterator[str]:
    """Yield each option in a text that its command of Hu! does not have."""
    # A command may go on in the next line, or be a list of words in quotation marks.
    for match in COMMAND.finditer(text.replace("\\\n", " ").replace('", "', " ")):
        command: click.Command = cli
        words = re.sub(r"'[^']*'|\"[^\"]*\"", "VALUE", match["rest"]).split()
        while isinstance(command, click.Group) and words:
            inner_command = command.get_command(click.Context(command), words[0])
            if inner_command is None:
                break
            command = inner_command
            words.pop(0)
        if command is cli and not words[0].startswith("-"):
            # The text has "hu" in a sentence.
            continue
        options = {"-h", "--help", "--version"}
        for parameter in command.get_params(click.Context(command)):
            options.update(parameter.opts, parameter.secondary_opts)
        for word in words:
            option = re.match(r"--?[a-z][a-z-]*", word)
            if option and option[0] not in options:
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
    """The blocks of a page."""
    return DOCUMENTS.parse(page)


@pytest.fixture
def beside_the_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a scratch folder that has links to the repository's data."""
    for name in ("datasets", "docs", "models"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("beside_the_data")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_block_runs(page: Path) -> None:
    skipped_count = 0
    for example in parsed(page):
        try:
            example.evaluate()
        except unittest.SkipTest:
            skipped_count += 1
    assert skipped_count <= MOST_SKIPPED.get(page.name, 0)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_block_names_its_language(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    fences = re.findall(r"^```(.*)$", text, re.MULTILINE)
    # Every other fence ends a block.
    assert set(fences[::2]) <= {"python", "console", "sh"} | SHOWN
    assert set(fences[1::2]) <= {""}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_block_is_indented_because_it_would_not_run(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    without_blocks = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    assert not re.findall(r"\n\n {4,}\S.*", without_blocks)


@pytest.mark.parametrize("page", [*PAGES, ROOT / "Dockerfile"], ids=lambda page: page.name)
def test_every_option_exists(page: Path) -> None:
    assert not list(unknown_options(page.read_text(encoding="utf-8")))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\w\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    lost = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert not lost
