"""Deals as JSON, as ``hu.scoring.answers.from_json`` reads them."""

from collections.abc import Mapping

from hu.scoring.deal import Answer, Deal
from hu.scoring.hand import Hand, Win
from hu.scoring.rule_set.interface import RuleSet


def write_deal(deal: Deal, rules: RuleSet) -> dict[str, object]:
    """Write a deal as a request of ``hu hands`` without ``rules``. Empty values are left out."""
    if len(deal.winners) == 1 and not rules.scores_every_hand:
        request = _write_one_winner(deal)
        if deal.entered:
            del request["hand"]
            request |= deal.entered
    else:
        request = {"winners": _write_winners(deal), "others": _write_others(deal, rules)}
    details: dict[str, object] = {
        "round_wind": deal.round_wind,
        "void": deal.void,
        "waive": sorted(deal.waived),
        "options": dict(deal.options),
    }
    for name, answer in deal.asked.items():
        details[name] = _write_answer(answer)
    return request | _without_empty(details)


def _write_one_winner(deal: Deal) -> dict[str, object]:
    ((seat, player),) = deal.winners.items()
    return {"hand": str(player.hand or Hand()), "winner": seat, **_write_win(player.win)}


def _write_winners(deal: Deal) -> dict[str, object]:
    winners: dict[str, object] = {}
    for seat, player in deal.winners.items():
        winner = {"hand": str(player.hand or Hand()), **_write_win(player.win)}
        if player.status:
            winner["status"] = player.status
        winners[seat] = winner
    return winners


def _write_others(deal: Deal, rules: RuleSet) -> dict[str, object]:
    others: dict[str, object] = {}
    for seat, player in deal.players.items():
        if player.win is not None:
            continue
        other: dict[str, object] = {}
        if player.hand is not None:
            other["hand"] = str(player.hand)
        if player.status is not None:
            other["status"] = player.status
        if player.points is not None:
            other["points"] = player.points
        # In rules for three or four players, the seats of the request are those that are played.
        if other or rules.has_tables_of_several_sizes:
            others[seat] = other
    return others


def _write_win(win: Win | None) -> dict[str, object]:
    if win is None:
        return {}
    return _without_empty(
        {
            "win": win.how,
            "from": win.source,
            "circumstances": sorted(win.circumstances | win.extras),
            "recent_discards": [list(discard) for discard in win.recent_discards],
            "liable": win.liable,
        }
    )


def _write_answer(answer: Answer) -> object:
    if isinstance(answer, frozenset):
        return sorted(answer)
    if isinstance(answer, tuple):
        return list(answer)
    return answer


def _without_empty(values: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in values.items() if value}
