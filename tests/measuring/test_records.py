"""Questions are asked by one harness; ``docs/measured.md`` is what the records say."""

import json
import re
import subprocess
import sys
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

import pytest

from hu.scoring.errors import InputError
from hu.vision.layout.settings import LAYOUT_RULES
from measuring import __main__ as measure
from measuring import hands, records
from measuring.answers import Answer, Options, Row, share
from measuring.cases import recorded_cases
from measuring.questions import QUESTIONS, Question

_ROOT = Path(__file__).parents[2]


def _ask(options: Options) -> Answer:
    """Answer with the share of ten seeds that the options name."""
    seed_count = len(list(options.with_progress(options.seeds(10))))
    row = Row("seeds", (share(seed_count, 10, with_interval=True),))
    return Answer(("figure",), (row,), details={"only": list(options.only)})


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The page of the figures in an empty folder, where one question can be asked."""
    questions = {"seeds": Question("What is asked.", _ask, {"seeds": "10"})}
    monkeypatch.setattr(measure, "QUESTIONS", questions)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "docs" / "measured.md"


def test_a_question_keeps_its_record_and_the_page(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    measure.main(
        ["seeds", "--scenes", "5", "--only", "a", "--only", "b", "--weights", "elsewhere", "--keep"]
    )
    assert "| seeds | 50.0 % of 10 (24 to 76 %) | 10 |" in capsys.readouterr().out
    (record,) = records.records()
    assert record.command == "python -m measuring seeds --scenes 5 --only a --only b"
    assert record.about == "What is asked."
    assert record.answer.details == {"only": ["a", "b"]}
    assert page.read_text(encoding="utf-8") == records.page([record])


def test_variants_are_kept_apart_and_nothing_without_keep(page: Path) -> None:
    measure.main(["seeds"])
    assert not page.exists()
    for arguments in ([], ["--boxes", "networks"], ["--real"]):
        measure.main(["seeds", "--keep", *arguments])
    kept = records.records()
    assert [record.name for record in kept] == ["seeds", "seeds-networks", "seeds-real"]


def test_an_unknown_question_is_refused_in_one_line_with_the_known_ones() -> None:
    process = subprocess.run(
        [sys.executable, "-m", "measuring", "nonsense"],
        cwd=_ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 2
    assert process.stdout == ""
    (line,) = process.stderr.splitlines()
    assert line.startswith("unknown question 'nonsense'")
    assert all(name in line for name in QUESTIONS)


def test_what_a_rule_of_reading_is_worth_can_be_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for folder in ("complete_cases", "photo_cases"):
        monkeypatch.setattr(hands, folder, lambda *_: iter(()))
    monkeypatch.setattr(
        hands, "recorded_cases", lambda folder: islice(recorded_cases(_ROOT / folder), 2)
    )
    rule = LAYOUT_RULES[0]
    answer = hands.rules(Options(scenes=1, only=(rule,)))
    records.keep("rules", "What a rule is worth.", "python", answer, folder=tmp_path / "measured")
    (record,) = records.records(tmp_path / "measured")
    assert [row.measure for row in record.answer.rows] == [rule]
    assert isinstance(record.answer.details, dict)
    assert record.answer.details[rule].keys() == {"gained", "lost"}


def test_an_unknown_part_gets_the_nearest() -> None:
    assert Options(only=("beside",)).parts(["ahead", "beside"]) == ["beside"]
    with pytest.raises(InputError, match="did you mean 'beside'"):
        Options(only=("besid",)).parts(["beside"])


def test_a_damaged_record_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(json.dumps({"name": "x"}), encoding="utf-8")
    with pytest.raises(InputError, match=r"x\.json: no record"):
        records.records(tmp_path)


def test_the_page_in_the_docs_is_what_its_records_say() -> None:
    page = (_ROOT / records.RECORDS).with_suffix(".md").read_text(encoding="utf-8")
    assert page == records.page(records.records(_ROOT / records.RECORDS))
    assert len(page.splitlines()) <= 150


#: A link of a document to a section of the page, with a figure as its text: figure and section.
_CITATION = re.compile(r"\[([^\[\]]*\d[^\[\]]*)\]\((?:\.\./)?(?:docs/)?measured\.md#([\w-]+)\)")


def test_figures_that_documents_cite_are_those_of_the_records() -> None:
    # The figures of each section of the page.
    figures_of: dict[str, set[str]] = {}
    for record in records.records(_ROOT / records.RECORDS):
        section = record.name.partition("-")[0]
        for row in record.answer.rows:
            figures_of.setdefault(section, set()).update(row.figures)

    citation_count = 0
    documents = [*_ROOT.glob("*.md"), *_ROOT.glob("docs/*.md"), *_ROOT.glob("models/*.md")]
    for path in documents:
        for citation, section in _CITATION.findall(path.read_text(encoding="utf-8")):
            # A document may leave out the end of a figure, such as its interval.
            is_measured = any(
                figure == citation or figure.startswith(f"{citation} ")
                for figure in figures_of.get(section, set())
            )
            assert is_measured, f"{path.name}: {citation}, {section}"
            citation_count += 1
    assert citation_count


def test_every_kept_question_can_be_asked_again() -> None:
    for record in records.records(_ROOT / records.RECORDS):
        words = record.command.split()
        if "measuring" in words:
            assert words[3] in QUESTIONS, record.command
        else:
            assert find_spec(words[2]), record.command
