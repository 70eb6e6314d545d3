"""Answers to requests of ``hu hands``: what a deal is worth, as JSON."""

from collections.abc import Mapping

from hu.scoring.answers.fields import Fields
from hu.scoring.answers.from_json import read_deal
from hu.scoring.answers.names import normalise_deal
from hu.scoring.deal import Deal
from hu.scoring.payments import DealScore, Transfer
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_set


def answer_request(request: Mapping[str, object], *, explain: bool = False) -> dict[str, object]:
    """Answer a request of ``hu hands``.

    Args:
        request: a JSON object; ``rules`` names the rule set, the rest is for that rule set to read.
        explain: whether to add names and reasons; a request can ask for them itself with ``explain``.

    Returns:
        The answer without the request's id.

    Raises:
        InputError: what is wrong with the request, and where.
    """
    fields = Fields(request)
    chosen = rule_set(fields.text("rules"))
    deal = normalise_deal(read_deal(fields, chosen), chosen)
    return answer_deal(deal, chosen, explain=explain or fields.flag("explain", default=False))


def answer_deal(deal: Deal, rules: RuleSet, *, explain: bool) -> dict[str, object]:
    """Score a deal and write the answer of ``hu hands``, a JSON object.

    Args:
        deal: the deal.
        rules: the rule set.
        explain: whether to add names and reasons.

    Raises:
        InputError: see ``RuleSet.score``.
    """
    return write_answer(deal, rules.score(deal), rules, explain=explain)


def write_answer(
    deal: Deal, score: DealScore, rules: RuleSet, *, explain: bool
) -> dict[str, object]:
    """Write what a deal is worth: with one winner whose hand alone counts that player's part, else one by seat."""
    payments = None if score.payments is None else dict(score.payments)
    if len(deal.winners) == 1 and not rules.scores_every_hand:
        (seat,) = deal.winners
        answer = {**rules.player_answer(score.players[seat], explain=explain), "payments": payments}
    else:
        parts = {
            seat: rules.player_answer(player, explain=explain)
            for seat, player in score.players.items()
        }
        answer = {"players": parts, "payments": payments}
        if any(question.kind == "number" for question in rules.questions):
            answer["pot"] = score.pot
        if rules.scores_every_hand and not score.missing:
            answer["transfers"] = [
                _write_transfer(transfer, explain=explain) for transfer in score.transfers
            ]
    found: dict[str, object] = {
        "missing": list(score.missing),
        "pot": score.pot,
        "notes": {seat: dict(note) for seat, note in score.notes.items()},
        "warnings": list(score.warnings),
    }
    return answer | {key: value for key, value in found.items() if value}


def _write_transfer(transfer: Transfer, *, explain: bool) -> dict[str, object]:
    written: dict[str, object] = {
        "from": transfer.payer,
        "to": transfer.payee,
        "exact": transfer.exact,
        "paid": transfer.paid,
    }
    return written | ({"kind": transfer.kind, "reasons": dict(transfer.reasons)} if explain else {})
