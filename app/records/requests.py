"""Requests of ``hu hands`` and their answers."""

from hu.app.records.scores import ScoreRecord, make_score_record
from hu.scoring.answers.from_json import read_deal
from hu.scoring.answers.names import normalise_deal
from hu.scoring.json_object import JsonObject
from hu.scoring.rule_set.registry import rule_set


def answer_request(request: JsonObject, *, explain: bool = False) -> ScoreRecord:
    """Answer a request of ``hu hands``.

    >>> win = {"winner": "S", "win": "discard", "from": "W"}
    >>> hand = {"rules": "zung-jung", "hand": "234m 567m 55s [777z] 13p +2p"}
    >>> answer_request(JsonObject({**hand, **win})).points
    10

    Args:
        request: the request. ``rules`` names the rule set, which reads the rest.
        explain: whether to add names and reasons. A request can ask for them itself with
            ``explain``.

    Returns:
        The answer without the request's id.

    Raises:
        InputError: the request has a fault. The message names its place.
    """
    # ``read_deal`` accepts its keys in any spelling. So do the two keys that are read here.
    request = request.spell_key("rules").spell_key("explain")
    rules = rule_set(request.text("rules"))
    deal = normalise_deal(read_deal(request, rules), rules)
    explain = explain or request.flag("explain", default=False)
    return make_score_record(deal, rules, explain=explain)
