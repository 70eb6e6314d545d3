"""The import contracts of pyproject.toml name every rule set."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_reading_photos_may_import_no_rule_set() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (contract,) = [each for each in contracts if each.get("source_modules") == ["hu.vision"]]
    rule_sets = {f"hu.scoring.{path.parent.name}" for path in (ROOT / "scoring").glob("*/rule_set.py")}
    assert len(rule_sets) >= 5
    assert rule_sets == {*contract["forbidden_modules"]}
