"""Requests of ``hu hands`` and their answers."""

from collections.abc import Mapping

from hu.app.records.scores import ScoreRecord, make_score_record
from hu.scoring.answers.fields import Fields
from hu.scoring.answers.from_json import read_deal
from hu.scoring.answers.names import normalise_deal
from hu.scoring.nearest import spell_key
from hu.scoring.rule_set.registry import rule_set


# A request is untyped, because its fields depend on the rule set, which reads and checks them.
def answer_request(request: Mapping[str, object], *, explain: bool = False) -> ScoreRecord:
    """Answer a request of ``hu hands``.

    >>> request = {"rules": "zung-jung", "hand": "234m 567m 55s [777z] 13p +2p"}
    >>> answer_request({**request, "winner": "S", "win": "discard", "from": "W"}).points
    10

    Args:
        request: a JSON object. ``rules`` names the rule set, which reads the rest.
        explain: whether to add names and reasons. A request can ask for them itself with
            ``explain``.

    Returns:
        The answer without the request's id.

    Raises:
        InputError: the request has a fault. The message names its place.
    """
    fields = Fields(spell_key(request, "rules"))
    rules = rule_set(fields.text("rules"))
    deal = normalise_deal(read_deal(fields, rules), rules)
    explain = explain or fields.flag("explain", default=False)
    return make_score_record(deal, rules, explain=explain)
