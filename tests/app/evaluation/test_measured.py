"""The page of figures: sections are replaced one by one, in their order, and every one names its commands."""

from pathlib import Path

from hu.app.evaluation import measured
from hu.app.evaluation.measured import SECTIONS, Run, Section, measure, section_text, with_section

_ROOT = Path(__file__).parents[3]


def test_a_new_section_leaves_the_others_as_they_are() -> None:
    page = with_section(with_section("", "killed", "K\n"), "reading", "R\n")
    assert page.index("R\n") < page.index("K\n")
    again = with_section(page, "reading", "new\n")
    assert "new\n" in again
    assert "R\n" not in again
    assert "K\n" in again
    assert with_section(again, "reading", "new\n") == again


def test_the_page_in_the_docs_is_one_that_the_command_can_go_on_with() -> None:
    page = (_ROOT / "docs" / "measured.md").read_text(encoding="utf-8")
    text = page.split("<!-- begin killed -->\n")[1].split("<!-- end killed -->")[0]
    assert with_section(page, "killed", text) == page


def test_every_command_names_a_program_that_is_there() -> None:
    for section in SECTIONS:
        for command in section.commands:
            words = command.split()
            path = words[1].replace(".", "/").removeprefix("hu/") + ".py" if words[0] == "-m" else words[0]
            assert (_ROOT / path).is_file(), command


def test_output_is_written_with_its_command_and_where_it_was_made() -> None:
    section = Section("x", "Title", "Text.", ("-c 'print(1)'", "-c 'print(\"| a |\")'"))
    runs = measure(section, {"shared": ".", "ultralytics": ""})
    text = section_text(section, runs, "today")
    assert text.startswith("## Title\n\nText.\n\nMeasured today.\n\n`python -c 'print(1)'`\n\n```text\n1\n```\n")
    assert text.endswith("\n\n| a |\n")
    assert measured._where()
    assert Run("a", "b").markdown() == "`a`\n\n```text\nb\n```\n"
