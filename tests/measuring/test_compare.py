"""The comparison of a commit with the working tree: it shows a deliberate difference only."""

import json
import re
from pathlib import Path

import pytest

from hu.scoring.rule_set.registry import rule_names
from measuring.compare import __main__ as compare
from measuring.compare.inputs import make_deals, make_drafts, make_waits

GOLDEN = Path(__file__).parents[1] / "scoring"


HANDS = ("123m 456p 789s 11z 56s", "123m 456p 789s 11z 22z")
INPUTS = [(hand, [["--rules", "zung-jung"], hand]) for hand in HANDS]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the package that waits for one tile less."""
    (tmp_path / "tree" / "hu").mkdir(parents=True)
    for name in ("app", "scoring", "vision"):
        (tmp_path / "tree" / name).symlink_to(compare.ROOT / name)
        (tmp_path / "tree" / "hu" / name).symlink_to(f"../{name}")
    (tmp_path / "tree" / "hu" / "__init__.py").write_text(
        (compare.ROOT / "hu" / "__init__.py").read_text()
    )
    main = "import hu.scoring.lines as lines\nwrite = lines.json_line\n"
    main += "lines.json_line = lambda value: write(value).replace('\"left\": 4', '\"left\": 3')\n"
    (tmp_path / "tree" / "hu" / "__main__.py").write_text(
        f"{main}from hu.app.cli import main\nmain()\n"
    )
    return tmp_path / "tree"


def test_a_deliberate_difference_is_shown_and_the_same_is_not(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compare.compare("waits", {"old": tree, "new": compare.ROOT}, INPUTS, tree) == 1
    shown = capsys.readouterr().out
    assert "1 of 2 differ" in shown
    assert "123m 456p 789s 11z 56s" in shown
    assert re.search(r'- +"left": 3,\n +\+ +"left": 4,', shown)
    assert compare.compare("waits", {"old": compare.ROOT, "new": compare.ROOT}, INPUTS, tree) == 0


def test_what_cannot_be_compared_is_told_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (["no-such-commit"], ["HEAD", "--only", "read", "--shared", str(tmp_path)]):
        with pytest.raises(SystemExit) as ended:
            compare.main(words)
        assert ended.value.code == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_deals_are_the_same_in_every_run_and_cover_every_rule_set() -> None:
    rule_sets = rule_names()
    deals = make_deals(GOLDEN, rule_sets)
    assert deals == make_deals(GOLDEN, rule_sets)
    inputs = deals + make_waits(rule_sets)
    assert len({key for key, _ in inputs}) == len(inputs)
    assert {request["rules"] for _, request in deals} == set(rule_sets)
    for _, request in deals[::500]:
        assert json.loads(json.dumps(request)) == request


def test_the_page_of_a_hand_in_work_is_recorded(tmp_path: Path) -> None:
    drafts = make_drafts(GOLDEN, rule_names())[::40]
    outputs = compare.record(compare.ROOT, "page", drafts, tmp_path)
    assert list(outputs) == [key for key, _ in drafts]
    assert all("hu-" in output for output in outputs.values())
