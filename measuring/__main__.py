"""Measures what the project states about itself.

``python -m measuring QUESTION... [options]`` answers each question with a table; ``--keep`` also writes
its record to ``docs/measured/`` and the page ``docs/measured.md`` from all records; without a question the page alone
is written.

To add a question, write one module ``measuring/questions/NAME.py`` with a function that takes ``Asked`` (paths,
networks, seeds and parts; nothing is parsed twice) and returns an ``Answer`` (columns, rows of text, details for the
record), whose docstring's first line says in one line what is measured, and put it into ``QUESTIONS``. Draw scenes
with ``asked.seeds(usual)``, walk through them with ``asked.each(...)`` for progress, name what goes wrong with
``asked.say(...)``, and write shares of random scenes with ``share(right, of, drawn=True)``, which gives their interval.
"""

import argparse
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

from hu.scoring.errors import InputError
from hu.scoring.nearest import unknown
from hu.scoring.rules import rule_names
from measuring.asking import Answer, Asked
from measuring.questions.bending import bending
from measuring.questions.classifier import classifier
from measuring.questions.field import field, tables
from measuring.questions.handless import handless
from measuring.questions.hard import hard
from measuring.questions.layout import layout
from measuring.questions.quality import quality
from measuring.questions.reading import loose, reading, rendered, unseen
from measuring.questions.rules import rules
from measuring.questions.teaching import teaching
from measuring.questions.ways import ways
from measuring.questions.whole import whole
from measuring.records import keep, recorded, table, write_page
from training.command import add_shared, run

QUESTIONS: Final[Mapping[str, Callable[[Asked], Answer]]] = {
    question.__name__: question
    for question in (
        reading,
        loose,
        unseen,
        rendered,
        hard,
        field,
        tables,
        handless,
        ways,
        rules,
        whole,
        layout,
        bending,
        quality,
        teaching,
        classifier,
    )
}
#: Options that say where things lie, or what else is wanted: no part of what is measured.
_PLACES: Final = ("shared", "datasets", "weights", "pictures", "show")


def answered(name: str, asked: Asked, *, kept: bool) -> str:
    """Answer a question; gives its table, and keeps its record where that is wanted.

    Raises:
        InputError: there is no such question.
    """
    if name not in QUESTIONS:
        raise InputError(unknown("question", name, QUESTIONS))
    question = QUESTIONS[name]
    answer = question(asked)
    if kept:
        about = (question.__doc__ or "").partition("\n")[0]
        keep(recorded(_name(name, asked), about, _command(name, asked), answer))
    return "\n".join(table(answer))


def _name(question: str, asked: Asked) -> str:
    variants = [asked.boxes if asked.boxes != "true" else "", "real" if asked.real else ""]
    return "-".join([question, *filter(None, variants)])


def _command(question: str, asked: Asked) -> str:
    """The command that asks the same, in the root of a checkout."""
    words = ["python", "-m", "measuring", question]
    for option in fields(Asked):
        value = getattr(asked, option.name)
        if option.name in _PLACES or value == option.default:
            continue
        if value is True:
            words.append(f"--{option.name}")
        else:
            for part in value if isinstance(value, tuple) else (value,):
                words += [f"--{option.name}", str(part)]
    return shlex.join(words)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("question", nargs="*", metavar="QUESTION", help=", ".join(QUESTIONS))
    parser.add_argument("--keep", action="store_true", help="write the record and docs/measured.md")
    add_shared(parser)
    parser.add_argument("--datasets", type=Path, default=Asked.datasets)
    parser.add_argument("--weights", type=Path, default=Asked.weights, help="folder with the networks")
    parser.add_argument("--scenes", type=int, help="how many scenes, pictures or rows of each kind to draw")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--every", type=int, help="read one photo in this many")
    parser.add_argument(
        "--boxes", choices=("true", "turned", "networks"), default="true", help="what layouts start from"
    )
    parser.add_argument(
        "--rules", choices=rule_names(), default=Asked.rules, help="the rule set whose hands are expected"
    )
    parser.add_argument("--only", action="append", default=[], metavar="PART", help="a way, a kind of picture, ...")
    parser.add_argument("--real", action="store_true", help="real photos instead of rendered ones (teaching)")
    parser.add_argument("--folds", action="append", default=[], metavar="WEIGHTS.pt=DESIGNS", help="of the classifier")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="draw what went wrong")
    parser.add_argument("--show", action="store_true", help="name what went wrong")
    return parser


def main(arguments: Sequence[str] | None = None) -> None:
    """Run from the command line."""
    options: dict[str, Any] = vars(_parser().parse_args(arguments))
    questions, kept = options.pop("question"), options.pop("keep")
    for name in ("only", "folds"):
        options[name] = tuple(options[name])
    asked = Asked(**options)
    for question in questions:
        print(f"## {question}\n{answered(question, asked, kept=kept)}", flush=True)  # noqa: T201  # the result
    if not questions:
        write_page()


if __name__ == "__main__":
    run(main)
