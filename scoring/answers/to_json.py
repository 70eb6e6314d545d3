"""Deals as JSON, as ``hu.scoring.answers.from_json`` reads them."""

from collections.abc import Mapping
from typing import TypedDict, TypeVar

from hu.scoring.deal import Answer, Deal
from hu.scoring.hand import Hand, Win
from hu.scoring.rule_set.interface import RuleSet

#: A winner in ``winners``, or the win in a request with a single winner. A key without a value is
#: left out.
_WinnerObject = TypedDict(
    "_WinnerObject",
    {
        "hand": str,
        "win": str,
        "from": str,
        "circumstances": list[str],
        "recent_discards": list[list[str]],
        "liable": str,
        "status": str,
    },
    total=False,
)


class _OtherObject(TypedDict, total=False):
    """A player in ``others``."""

    hand: str
    status: str
    points: int


_Value = TypeVar("_Value")


# Untyped, because the keys depend on the questions of the rule set.
def write_deal(deal: Deal, rules: RuleSet) -> dict[str, object]:
    """Write a deal as a request of ``hu hands`` without ``rules``. Empty values are left out.

    A single winner is described by the keys ``hand``, ``winner`` and ``win``. Other deals are
    described by ``winners`` and ``others``, and so is every deal in rules that score every hand.
    """
    request: dict[str, object] = {}
    if len(deal.winners) == 1 and not rules.scores_every_hand:
        ((seat, player),) = deal.winners.items()
        if not deal.has_figures:
            request["hand"] = str(player.hand or Hand())
        request["winner"] = seat
        request |= _write_win(player.win)
        # There are no figures if the tiles are counted.
        request |= deal.entered
    else:
        request["winners"] = _write_winners(deal)
        request["others"] = _write_others(deal, rules)

    details: dict[str, object] = {
        "round_wind": deal.round_wind,
        "void": deal.void,
        "waive": sorted(deal.waived),
        "options": dict(deal.options),
    }
    for name, answer in deal.asked.items():
        details[name] = _write_answer(answer)
    return request | _without_empty(details)


def _write_winners(deal: Deal) -> dict[str, _WinnerObject]:
    """Write the winners by seat. The unknown hand of a winner is written as an empty hand."""
    winners: dict[str, _WinnerObject] = {}
    for seat, player in deal.winners.items():
        winner: _WinnerObject = {"hand": str(player.hand or Hand())}
        winner.update(_write_win(player.win))
        if player.status:
            winner["status"] = player.status
        winners[seat] = winner
    return winners


def _write_others(deal: Deal, rules: RuleSet) -> dict[str, _OtherObject]:
    """Write the players who did not win, by seat. Values that are unknown are left out."""
    others: dict[str, _OtherObject] = {}
    for seat, player in deal.players.items():
        if player.win is not None:
            continue
        other: _OtherObject = {}
        if player.hand is not None:
            other["hand"] = str(player.hand)
        if player.status is not None:
            other["status"] = player.status
        if player.points is not None:
            other["points"] = player.points
        # In rules for three or four players, a seat without an entry counts as empty. So players
        # of whom nothing is known have an entry, too.
        if other or rules.has_tables_of_several_sizes:
            others[seat] = other
    return others


def _write_win(win: Win | None) -> _WinnerObject:
    """Write how a hand was won.

    Args:
        win: the win of a winner, who always has one. Only the type of ``Player.win`` allows None.
    """
    if win is None:
        return {}
    fields: _WinnerObject = {}
    if win.how:
        fields["win"] = win.how
    if win.source:
        fields["from"] = win.source
    # In a request the house's own patterns are among the circumstances.
    circumstances = win.circumstances | win.extras
    if circumstances:
        fields["circumstances"] = sorted(circumstances)
    if win.recent_discards:
        fields["recent_discards"] = [[seat, tile] for seat, tile in win.recent_discards]
    if win.liable:
        fields["liable"] = win.liable
    return fields


def _write_answer(answer: Answer) -> object:
    """Write the answer to a question of a rule set as a value of JSON."""
    if isinstance(answer, frozenset):
        return sorted(answer)
    if isinstance(answer, tuple):
        return list(answer)
    return answer


def _without_empty(values: Mapping[str, _Value]) -> dict[str, _Value]:
    """Leave out values that are empty, 0 or None."""
    return {name: value for name, value in values.items() if value}
