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
    counted = len(list(options.each(options.seeds(10))))
    return Answer(
        ("figure",),
        (Row("seeds", (share(counted, 10, with_interval=True),)),),
        {"only": list(options.only)},
    )


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
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
    assert (record.about, record.answer.details) == ("What is asked.", {"only": ["a", "b"]})
    assert page.read_text(encoding="utf-8") == records.page([record])


def test_variants_are_kept_apart_and_nothing_without_keep(page: Path) -> None:
    measure.main(["seeds"])
    assert not page.exists()
    for arguments in ([], ["--boxes", "networks"], ["--real"]):
        measure.main(["seeds", "--keep", *arguments])
    kept = records.records()
    assert [record.name for record in kept] == ["seeds", "seeds-networks", "seeds-real"]


def test_an_unknown_question_is_refused_in_one_line_with_the_known_ones() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "measuring", "nonsense"],
        cwd=_ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
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


#: A figure that a document cites: a link to its section, with the figure as its text.
_CITED = re.compile(r"\[([^\[\]]*\d[^\[\]]*)\]\((?:\.\./)?(?:docs/)?measured\.md#([\w-]+)\)")


def test_figures_that_documents_cite_are_those_of_the_records() -> None:
    cells: dict[str, set[str]] = {}
    for record in records.records(_ROOT / records.RECORDS):
        found = cells.setdefault(record.name.partition("-")[0], set())
        found |= {figure for row in record.answer.rows for figure in row.figures}
    cited = 0
    for path in (
        *_ROOT.glob("*.md"),
        *(_ROOT / "docs").glob("*.md"),
        *(_ROOT / "models").glob("*.md"),
    ):
        for figure, section in _CITED.findall(path.read_text(encoding="utf-8")):
            told = cells.get(section, set())
            assert any(cell == figure or cell.startswith(f"{figure} ") for cell in told), (
                f"{path.name}: {figure}, {section}"
            )
            cited += 1
    assert cited


def test_every_kept_question_can_be_asked_again() -> None:
    for record in records.records(_ROOT / records.RECORDS):
        words = record.command.split()
        if "measuring" in words:
            assert words[3] in QUESTIONS, record.command
        else:
            assert find_spec(words[2]), record.command
