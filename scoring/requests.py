"""Requests of ``hu hands`` and their answers: the value of a deal, as JSON."""

from collections.abc import Mapping

from hu.scoring.answers.fields import Fields
from hu.scoring.answers.from_json import read_deal
from hu.scoring.answers.names import normalise_deal
from hu.scoring.deal import Deal
from hu.scoring.nearest import spell_key
from hu.scoring.payments import DealScore, Transfer
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_set


def answer_request(request: Mapping[str, object], *, explain: bool = False) -> dict[str, object]:
    """Answer a request of ``hu hands``.

    >>> request = {"rules": "zung-jung", "hand": "234m 567m 55s [777z] 13p +2p"}
    >>> answer_request({**request, "winner": "S", "win": "discard", "from": "W"})["points"]
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
    return answer_deal(deal, rules, explain=explain)


def answer_deal(deal: Deal, rules: RuleSet, *, explain: bool) -> dict[str, object]:
    """Score a deal and write the answer of ``hu hands``.

    Args:
        deal: the deal.
        rules: the rule set.
        explain: whether to add names and reasons.

    Raises:
        InputError: see ``RuleSet.score``.
    """
    score = rules.score(deal)
    if len(deal.winners) == 1 and not rules.scores_every_hand:
        answer = _write_winner(deal, score, rules, explain=explain)
    else:
        answer = _write_table(score, rules, explain=explain)
    if score.missing:
        answer["missing"] = list(score.missing)
    if score.pot:
        answer["pot"] = score.pot
    if score.notes:
        answer["notes"] = {seat: dict(note) for seat, note in score.notes.items()}
    if score.warnings:
        answer["warnings"] = list(score.warnings)
    return answer


def _write_winner(
    deal: Deal, score: DealScore, rules: RuleSet, *, explain: bool
) -> dict[str, object]:
    """Write the only winner's score with the payments."""
    (seat,) = deal.winners
    answer = rules.player_answer(score.players[seat], explain=explain)
    return {**answer, "payments": _write_payments(score)}


def _write_table(score: DealScore, rules: RuleSet, *, explain: bool) -> dict[str, object]:
    """Write the scores of all players by seat, with the payments."""
    players = {
        seat: rules.player_answer(player, explain=explain) for seat, player in score.players.items()
    }
    answer: dict[str, object] = {"players": players, "payments": _write_payments(score)}
    # Rules that count things on the table from earlier deals have a pot.
    has_pot = any(question.kind == "number" for question in rules.questions)
    if has_pot:
        answer["pot"] = score.pot
    # In rules that score every hand, players pay in pairs once all hands are known.
    if rules.scores_every_hand and not score.missing:
        transfers = [_write_transfer(transfer, explain=explain) for transfer in score.transfers]
        answer["transfers"] = transfers
    return answer


def _write_payments(score: DealScore) -> dict[str, int] | None:
    if score.payments is None:
        return None
    return dict(score.payments)


def _write_transfer(transfer: Transfer, *, explain: bool) -> dict[str, object]:
    answer: dict[str, object] = {
        "from": transfer.payer,
        "to": transfer.payee,
        "exact": transfer.exact,
        "paid": transfer.paid,
    }
    if explain:
        answer["kind"] = transfer.kind
        answer["reasons"] = dict(transfer.reasons)
    return answer
