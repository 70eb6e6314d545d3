"""Deals and scores as JSON objects: what ``hu hands`` prints, and requests as ``hu.scoring.answers`` reads them."""

from hu.scoring.deals import Answer, Deal, DealScore, Transfer
from hu.scoring.hand import Hand, Win
from hu.scoring.rule_set import RuleSet


def write_deal(deal: Deal, rules: RuleSet) -> dict[str, object]:
    """Write a deal as ``hu.scoring.answers.read_deal`` reads it; what is empty is left out."""
    rest = {
        "round_wind": deal.round_wind,
        "waive": sorted(deal.waived),
        "options": dict(deal.options),
        **{name: _plain(answer) for name, answer in deal.asked.items()},
    }
    if len(deal.winners) == 1 and not rules.scores_every_hand:
        ((seat, player),) = deal.winners.items()
        written = {"hand": str(player.hand or Hand()), "winner": seat, **_write_win(player.win)}
    else:
        written = _write_table(deal, rules)
    return {**written, **{key: value for key, value in rest.items() if value}}


def _plain(answer: Answer) -> object:
    return (
        sorted(answer)
        if isinstance(answer, frozenset)
        else list(answer)
        if isinstance(answer, tuple)
        else answer
    )


def _write_table(deal: Deal, rules: RuleSet) -> dict[str, object]:
    winners = {
        seat: {"hand": str(player.hand or Hand()), **_write_win(player.win)}
        | ({"status": player.status} if player.status else {})
        for seat, player in deal.winners.items()
    }
    others = {}
    for seat, player in deal.players.items():
        if player.win is None:
            hand = None if player.hand is None else str(player.hand)
            known = {"hand": hand, "status": player.status, "points": player.points}
            other = {key: value for key, value in known.items() if value is not None}
            if other or 3 in rules.seat_counts:
                others[seat] = other
    return {"winners": winners, "others": others}


def _write_win(win: Win | None) -> dict[str, object]:
    if win is None:
        return {}
    written = {
        "win": win.how,
        "from": win.source,
        "circumstances": sorted(win.circumstances | win.extras),
        "recent_discards": [list(discard) for discard in win.recent_discards],
        "liable": win.liable,
    }
    return {key: value for key, value in written.items() if value}


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
