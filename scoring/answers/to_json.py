"""Deals as JSON, as ``hu.scoring.answers.from_json`` reads them."""

from hu.scoring.deal import Answer, Deal
from hu.scoring.hand import Hand, Win
from hu.scoring.rule_set.interface import RuleSet


def write_deal(deal: Deal, rules: RuleSet) -> dict[str, object]:
    """Write a deal as ``hu.scoring.answers.from_json.read_deal`` reads it; what is empty is left out."""
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
