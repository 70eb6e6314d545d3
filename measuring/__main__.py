"""Measures the figures that the project publishes about itself.

``python -m measuring QUESTION... [options]`` answers each question with a table. ``--keep`` also
writes its record to ``docs/measured/``, and the page ``docs/measured.md`` from all records. Without
a question only the page is written.

To add a question, write a function in ``hands.py`` (readings of hands) or ``photos.py`` (readings
of single tiles) that takes ``Options`` and returns an ``Answer``, and put it into the table in
``questions.py`` with its targets. ``cases.py`` has the cases, ``lookers.py`` the networks that look
at them, ``judge.py`` the only judge.
"""

import shlex
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

from hu.scoring.errors import InputError
from measuring.answers import NOT_IN_RECORD, Boxes, Options
from measuring.questions import QUESTIONS
from measuring.records import keep, table, write_page
from training.command import new_parser, run


def answer(name: str, options: Options, *, keeps_record: bool) -> str:
    """Answer a question with a table in Markdown.

    Args:
        name: the name of the question.
        options: the options of the command.
        keeps_record: whether to write the record and the page too.

    Raises:
        InputError: there is no such question.
    """
    if name not in QUESTIONS:
        raise InputError(f"unknown question {name!r}: the questions are {', '.join(QUESTIONS)}")
    question = QUESTIONS[name]
    measured_answer = question.ask(options).with_targets(question.targets)
    if keeps_record:
        record_name = name
        if options.boxes != "true":
            record_name += f"-{options.boxes}"
        if options.real:
            record_name += "-real"
        keep(record_name, question.about, _command(name, options), measured_answer)
    return "\n".join(table(measured_answer))


def _command(question: str, options: Options) -> str:
    """Return the command that asks the same question in the root of a checkout.

    Folders, and options that change no figure, are left out.
    """
    words = ["python", "-m", "measuring", question]
    for option in fields(Options):
        value = getattr(options, option.name)
        is_default = value == option.default
        if is_default or option.metadata == NOT_IN_RECORD:
            continue
        if value is True:
            words.append(f"--{option.name}")
        elif isinstance(value, tuple):
            # The option was given several times.
            for item in value:
                words += [f"--{option.name}", item]
        else:
            words += [f"--{option.name}", str(value)]
    return shlex.join(words)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run from the command line."""
    parser = new_parser(__doc__, has_shared=True)
    parser.add_argument("question", nargs="*", metavar="QUESTION", help=", ".join(QUESTIONS))
    parser.add_argument("--keep", action="store_true", help="write the record and docs/measured.md")
    parser.add_argument(
        "--weights", type=Path, default=Options.weights, help="folder with the networks"
    )
    parser.add_argument(
        "--scenes", type=int, help="how many scenes, pictures or rows of each kind to draw"
    )
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--every", type=int, help="read one photo in this many")
    parser.add_argument(
        "--boxes", choices=get_args(Boxes), default=Options.boxes, help="who looks at scenes"
    )
    parser.add_argument(
        "--only", action="append", default=[], metavar="PART", help="a way, a kind of picture, ..."
    )
    parser.add_argument(
        "--real", action="store_true", help="real photos instead of rendered ones (teaching)"
    )
    parser.add_argument(
        "--folds",
        action="append",
        default=[],
        metavar="WEIGHTS.pt=DESIGNS",
        help="of the classifier",
    )
    parser.add_argument("--show", action="store_true", help="name what went wrong")
    option_values: dict[str, Any] = vars(parser.parse_args(arguments))
    questions = option_values.pop("question")
    keeps_record = option_values.pop("keep")
    for name in ("only", "folds"):
        option_values[name] = tuple(option_values[name])
    options = Options(**option_values)

    for question in questions:
        answer_table = answer(question, options, keeps_record=keeps_record)
        print(f"## {question}\n{answer_table}", flush=True)  # noqa: T201  # the result
    if not questions:
        write_page()


if __name__ == "__main__":
    run(main)
