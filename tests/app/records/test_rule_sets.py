"""What a rule set declares, as a record."""

import json

import pytest
from click.testing import CliRunner

from hu.app.cli import cli
from hu.app.records.rule_sets import NumberRange, RuleSetRecord, rule_set_record
from hu.app.records.schema import record_from_json, record_to_json
from hu.scoring.rule_set.registry import rule_names, rule_set


@pytest.mark.parametrize("rules", rule_names())
def test_a_rule_set_round_trips_and_is_what_the_command_prints(rules: str) -> None:
    record = rule_set_record(rule_set(rules))
    assert record_from_json(record_to_json(record), RuleSetRecord) == record
    printed = CliRunner().invoke(cli, ["rules", "show", rules, "--json"]).stdout
    assert printed == f"{record_to_json(record)}\n"


def test_the_values_of_options_are_data() -> None:
    options = {option.id: option for option in rule_set_record(rule_set("zung-jung")).options}
    assert options["half_flowers"].values == (False, True)
    minimum = options["minimum"].values
    assert isinstance(minimum, NumberRange)
    assert minimum.least == 0
    printed = json.loads(CliRunner().invoke(cli, ["rules", "show", "riichi", "--json"]).stdout)
    (preset,) = (option for option in printed["options"] if option["id"] == "preset")
    assert "tenhou" in preset["values"]
    assert any(pattern["han"] == 1 for pattern in printed["patterns"] if "han" in pattern)
