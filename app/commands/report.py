"""A score as people read it: the tiles by set, each pattern with its reason, the limit, who pays whom."""

from collections.abc import Mapping
from typing import Any, Final

_LIMITS: Final = {
    "chicken": "chicken hand: no pattern",
    "compound": "cut to the compound limit",
    "listed": "listed limit: this pattern counts alone",
}
_SEATS: Final = {"E": "East", "S": "South", "W": "West", "N": "North"}


def zung_jung_report(answer: Mapping[str, Any], winner: str) -> str:
    """The explained answer of a Zung Jung request as lines of text."""
    lines = [f"Reading   {answer['reading']}", ""]
    dropped = answer["limit"] == "listed"
    for pattern in answer["patterns"]:
        counts = not dropped or pattern["points"] >= answer["points"]
        lines.append(_pattern_line(pattern, counts=counts))
    if answer["limit"]:
        lines.append(f"          {_LIMITS[answer['limit']]}")
    lines += ["", f"Value     {answer['points']}", *_payment_lines(answer["payments"], winner)]
    return "\n".join(lines)


def _pattern_line(pattern: Mapping[str, Any], *, counts: bool) -> str:
    names = pattern["names"]
    times = f" x {pattern['count']}" if pattern["count"] > 1 else ""
    why = f"  ({' '.join(pattern['why']) or pattern['condition']})"
    points = f"{pattern['points']}" if counts else "-"
    return f"{points:>7}   {pattern['id']:6} {names['en']} / {names['it']} / {names['zh']}{times}{why}"


def _payment_lines(payments: Mapping[str, int], winner: str) -> list[str]:
    pays = [f"{_SEATS[seat]} pays {-share}" for seat, share in payments.items() if share < 0]
    return [f"Payments  {', '.join(pays) or 'nobody pays'}; {_SEATS[winner]} receives {payments[winner]}"]


def fimj_report(answer: Mapping[str, Any]) -> str:
    """The explained answer of a FIMJ request as lines of text: every player's points, then who pays whom."""
    lines = [line for seat, player in answer["players"].items() for line in _player_lines(seat, player)]
    return "\n".join([*lines, *_table_lines(answer)])


def _player_lines(seat: str, player: Mapping[str, Any]) -> list[str]:
    head = f"{_SEATS[seat]:6}    {player['points']} points"
    if player["massimo"]:
        return [f"{head}: {player['massimo']} (massimo), {player['reading']}", ""]
    status = f", {player['status']['names']['en']}" if player.get("status") else ""
    lines = [f"{head}{status}: {player['reading'] or 'hand not counted'}"]
    lines += [_entry_line(f"{item['points'] * item['count']:>7}", item) for item in player["items"]]
    lines += [_entry_line(f"{'x ' + str(2 ** entry['count']):>7}", entry) for entry in player["doublings"]]
    return [*lines, "          cut to the limit", ""] if player["limited"] else [*lines, ""]


def _entry_line(value: str, entry: Mapping[str, Any]) -> str:
    why = f"  ({' '.join(entry['why'])})" if entry.get("why") else ""
    return f"{value}   {entry['names']['en']} / {entry['names']['it']}{why}"


def _table_lines(answer: Mapping[str, Any]) -> list[str]:
    return [
        *(f"          {transfer['reasons']['en']}" for transfer in answer["transfers"]),
        "Totals    " + ", ".join(f"{_SEATS[seat]} {share:+}" for seat, share in answer["payments"].items()),
    ]
