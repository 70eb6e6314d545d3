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
    why = f"  ({' '.join(pattern['why'])})" if pattern.get("why") else ""
    points = f"{pattern['points']}" if counts else "-"
    return f"{points:>7}   {pattern['id']:6} {names['en']} / {names['it']} / {names['zh']}{times}{why}"


def _payment_lines(payments: Mapping[str, int], winner: str) -> list[str]:
    pays = [f"{_SEATS[seat]} pays {-share}" for seat, share in payments.items() if share < 0]
    return [f"Payments  {', '.join(pays) or 'nobody pays'}; {_SEATS[winner]} receives {payments[winner]}"]
