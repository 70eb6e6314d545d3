"""Write a score as people read it: each pattern with its reason, the limit, and who pays whom."""

from collections.abc import Iterator

from hu.scoring.patterns import ScoreItem
from hu.scoring.payments import DealScore, PlayerScore

_SEAT_NAMES = {"E": "East", "S": "South", "W": "West", "N": "North"}
#: The languages in which a pattern is named, in order.
_LANGUAGES = ("en", "zh", "ja")
#: Aligns a line with the text behind the words that begin other lines, such as "Payments".
_INDENT = " " * 10


def score_report(score: DealScore, winner: str) -> str:
    """Write a score as lines of text.

    Args:
        score: the score of a deal.
        winner: the winner's seat. It is needed only if no other hand counts.
    """
    only_winner_counts = len(score.players) == 1 and not score.missing
    if only_winner_counts:
        return "\n".join(_winner_lines(score, winner))
    lines: list[str] = []
    for seat, player in score.players.items():
        lines += _player_lines(seat, player)
    lines += _settlement_lines(score)
    return "\n".join(lines)


def _winner_lines(score: DealScore, winner: str) -> Iterator[str]:
    """Write a score in which the winner's hand alone counts."""
    player = score.players[winner]
    if player.arrangement:
        yield f"Reading   {player.arrangement}"
        yield ""
    yield from _item_lines(player)
    yield ""
    yield f"Value     {player.points}"
    if score.payments is None:
        return
    # A payment is the points that a seat receives. It is negative for a seat that pays.
    payers = []
    for seat, payment in score.payments.items():
        if payment < 0:
            payers.append(f"{_SEAT_NAMES[seat]} pays {-payment}")
    if not payers:
        payers.append("nobody pays")
    receiver = f"{_SEAT_NAMES[winner]} receives {score.payments[winner]}"
    yield f"Payments  {', '.join(payers)}; {receiver}{_pot(score)}"


def _player_lines(seat: str, player: PlayerScore) -> Iterator[str]:
    """Write the points of one player and their patterns, if several hands can count."""
    status = ""
    if player.status:
        status = f", {player.status.names['en']}"
    reading = player.arrangement or "hand not counted"
    yield f"{_SEAT_NAMES[seat]:6}    {player.points} points{status}: {reading}"
    yield from _item_lines(player)
    yield ""


def _item_lines(player: PlayerScore) -> Iterator[str]:
    """Write the parts of a player's points, and remarks about them."""
    for item in player.items:
        yield _item_line(item)
    for remark in player.remarks:
        yield f"{_INDENT}{remark['en']}"


def _item_line(item: ScoreItem) -> str:
    """Write a pattern: its worth, its number in the rules, its names, and why it counts."""
    pattern = item.pattern
    names = [pattern.names[language] for language in _LANGUAGES if language in pattern.names]
    number = f"{pattern.number:6} " if pattern.number else ""
    times = f" x {item.count}" if item.count > 1 else ""
    # Replace signs that terminals without Unicode cannot show.
    worth = item.text.replace("× ", "x ").replace("–", "-")
    reason = " ".join(item.tiles) or pattern.condition["en"]
    return f"{worth:>7}   {number}{' / '.join(names)}{times}  ({reason})"


def _settlement_lines(score: DealScore) -> Iterator[str]:
    """Write who pays whom after several hands were counted."""
    for transfer in score.transfers:
        yield f"{_INDENT}{transfer.reasons['en']}"
    if score.payments is None:
        missing = ", ".join(_SEAT_NAMES[seat] for seat in score.missing)
        yield f"Payments  not known yet: the hands of {missing} are missing (--other, --status)"
    else:
        totals = [f"{_SEAT_NAMES[seat]} {payment:+}" for seat, payment in score.payments.items()]
        yield f"Totals    {', '.join(totals)}{_pot(score)}"
    for seat, note in score.notes.items():
        yield f"Later     {_SEAT_NAMES[seat]}: {note['en']}"
    for warning in score.warnings:
        yield f"Warning   {warning}"


def _pot(score: DealScore) -> str:
    """Write the part of the payments that goes to the table or comes from it.

    Riichi sticks are such a part.
    """
    if score.pot > 0:
        return f"; {score.pot} stay on the table"
    if score.pot < 0:
        return f"; {-score.pot} come from the table"
    return ""
