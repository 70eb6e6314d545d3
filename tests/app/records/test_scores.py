"""Records of scores and waits: units, and strict reading."""

import json
from typing import Any, Final

import pytest

from hu.app.i18n import LANGUAGES, texts
from hu.app.records.requests import answer_request
from hu.app.records.schema import record_from_json, record_to_json
from hu.app.records.scores import PatternRecord, RefusalRecord, ScoreRecord
from hu.app.records.sentences import SentenceRecord, make_sentence_record, sentence_names
from hu.app.records.waits import WaitsRecord, make_waits_record
from hu.scoring.answers.value import Answers
from hu.scoring.errors import InputError
from hu.scoring.hand import Hand
from hu.scoring.json_object import JsonObject
from hu.scoring.patterns import UnitKey
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.texts import Text, text
from hu.scoring.waits import find_waits

_UNITS: Final = ("points", "han", "faan", "fan", "tai", "doublings")
_HAND: Final = "[555z] 123m 456m 789m 9s +9s"
_WIN: Final = {"hand": _HAND, "winner": "S", "win": "self-draw", "round_wind": "E"}
#: For each rule set the unit of its hands, and the units of its patterns.
_UNITS_OF: Final[dict[str, tuple[UnitKey, set[UnitKey]]]] = {
    "zung-jung": ("points", {"points"}),
    "fimj": ("points", {"points", "doublings"}),
    "riichi": ("points", {"han"}),
    "mcr": ("fan", {"fan"}),
    "hong-kong": ("faan", {"faan"}),
    "taiwanese": ("tai", {"tai"}),
}


def _request(rules: str) -> JsonObject:
    """A request that is worth enough to win in any rules."""
    if rules == "fimj":
        win = {"hand": _HAND, "win": "self-draw"}
        others = {seat: {"hand": "147m 258p 369s 1234z"} for seat in "EWN"}
        table = {"round_wind": "E", "winners": {"S": win}, "others": others}
        return JsonObject({"rules": rules, **table})
    request: dict[str, Any] = {"rules": rules, **_WIN}
    if rules == "taiwanese":
        request["hand"] = "[555z] 123m 456m 789m 123p 9s +9s"
    return JsonObject(request)


@pytest.mark.parametrize("rules", _UNITS_OF)
def test_every_value_has_the_key_of_its_unit(rules: str) -> None:
    hand_unit, pattern_units = _UNITS_OF[rules]
    record = answer_request(_request(rules))
    if isinstance(record.players, dict):
        record = record.players["S"]
    assert record.worth[0] == hand_unit
    assert isinstance(record.patterns, tuple)
    units = set()
    for pattern in record.patterns:
        written = json.loads(record_to_json(pattern))
        (unit,) = written.keys() & set(_UNITS)
        units.add(unit)
    assert units == pattern_units


def test_han_and_points_of_a_riichi_hand_have_different_keys() -> None:
    record = answer_request(_request("riichi"))
    assert record.han == 2
    assert record.fu == 30
    assert record.points == 2_000
    assert isinstance(record.patterns, tuple)
    assert record.patterns[0] == PatternRecord(id="haku", han=1, count=1)


@pytest.mark.parametrize("rules", _UNITS_OF)
@pytest.mark.parametrize("explain", [False, True])
def test_an_answer_is_read_as_it_was_written(rules: str, explain: bool) -> None:
    record = answer_request(_request(rules), explain=explain)
    assert record_from_json(record_to_json(record), ScoreRecord) == record


@pytest.mark.parametrize(
    "text", ["123m 456p 56789s 11z", "123m 3456p 578s 1122z", "147m 258p 369s 1234z"]
)
def test_waits_are_read_as_they_were_written(text: str) -> None:
    rules = rule_set("hong-kong")
    waits = find_waits(rules, Hand.from_text(text), Answers(winner="S", round_wind="E"))
    record = make_waits_record(waits, rules, "a.jpg")
    assert record_from_json(record_to_json(record), WaitsRecord) == record
    assert '"points"' not in record_to_json(record)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"schema": 4}, "schema: version 4 is newer than 3"),
        ({"points": "many"}, "$.points"),
        ({"point": 1}, "point: unknown key, did you mean 'points'?"),
        ({"patterns": [{"id": "3.1", "points": 10}]}, "patterns[0].count is missing"),
        ({"patterns": [{"id": "3.1", "points": "10", "count": 1}]}, "$.patterns[0].points"),
        ({"payments": {"E": "1"}}, "$.payments"),
        ({"players": {"E": {"nonsense": 1}}}, "nonsense"),
    ],
)
def test_a_wrong_answer_is_refused_in_one_line(change: dict[str, object], message: str) -> None:
    answer = json.loads(record_to_json(answer_request(_request("zung-jung"))))
    with pytest.raises(InputError) as error:
        record_from_json(json.dumps(answer | change), ScoreRecord)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_refusal_needs_its_error() -> None:
    with pytest.raises(InputError, match="error is missing: expected text"):
        record_from_json('{"schema": 2}', RefusalRecord)


def test_a_pattern_that_a_limit_leaves_out_does_not_count() -> None:
    hand = "[555z] [666z] [777z] 111z 2z +2z"
    request = JsonObject({"rules": "zung-jung", "hand": hand, "winner": "S", "win": "self-draw"})
    record = answer_request(request)
    assert isinstance(record.patterns, tuple)
    counted = [pattern.id for pattern in record.patterns if pattern.counts]
    dropped = [pattern.id for pattern in record.patterns if not pattern.counts]
    assert counted == ["3.4"]
    assert dropped == ["3.1", "3.2.2", "4.1", "8.1.3"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_is_written_from_its_record_in_every_language(language: str) -> None:
    sentence = text(
        "reason.payment",
        "hu.scoring.fimj",
        payer=Text("player.E"),
        payee=Text("player.S"),
        what=Text("reason.win", "hu.scoring.fimj"),
        sum=384,
        paid=380,
    )
    written = record_to_json(make_sentence_record(sentence))
    record = record_from_json(written, SentenceRecord)
    t = texts(language)
    assert t.name(sentence_names(record)) == t.name(sentence)
    assert record.text == dict(sentence)


def test_a_name_without_an_id_is_kept_in_its_languages() -> None:
    sentence = text("house.option", name={"en": "Great snake", "it": "Serpente"}, value=3)
    record = make_sentence_record(sentence)
    assert record.parameters["name"] == SentenceRecord(text={"en": "Great snake", "it": "Serpente"})
    assert texts("it").name(sentence_names(record)) == "Serpente: 3"
