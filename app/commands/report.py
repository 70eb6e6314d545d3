"""A score as people read it: the tiles by set, each pattern with its reason, the limit, who pays whom."""

from collections.abc import Iterator

from hu.scoring.patterns import ScoreItem
from hu.scoring.payments import DealScore, PlayerScore

_SEATS = {"E": "East", "S": "South", "W": "West", "N": "North"}
#: The languages in which a pattern is named, in order.
_LANGUAGES = ("en", "zh", "ja")


def report(score: DealScore, winner: str) -> str:
    """Write a score as lines of text.

    Args:
        score: the score of a deal.
        winner: the winner's seat.
    """
    if len(score.players) == 1 and not score.missing:
        return "\n".join(_alone(score, winner))
    lines = [line for seat, player in score.players.items() for line in _beside(seat, player)]
    return "\n".join([*lines, *_settlement(score)])


def _alone(score: DealScore, winner: str) -> Iterator[str]:
    """The winner's hand, the only one that counts."""
    player = score.players[winner]
    yield from (f"Reading   {player.reading}", "")
    yield from map(_item, player.items)
    yield from (f"          {remark['en']}" for remark in player.remarks)
    yield from ("", f"Value     {player.points}")
    if score.payments is not None:
        pays = [
            f"{_SEATS[seat]} pays {-share}" for seat, share in score.payments.items() if share < 0
        ]
        received = f"{_SEATS[winner]} receives {score.payments[winner]}"
        yield f"Payments  {', '.join(pays) or 'nobody pays'}; {received}{_pot(score)}"


def _beside(seat: str, player: PlayerScore) -> Iterator[str]:
    """One of several hands that count."""
    status = f", {player.status.names['en']}" if player.status else ""
    yield f"{_SEATS[seat]:6}    {player.points} points{status}: {player.reading or 'hand not counted'}"
    yield from map(_item, player.items)
    yield from (f"          {remark['en']}" for remark in player.remarks)
    yield ""


def _item(item: ScoreItem) -> str:
    pattern = item.pattern
    names = " / ".join(
        pattern.names[language] for language in _LANGUAGES if language in pattern.names
    )
    number = f"{pattern.number:6} " if pattern.number else ""
    times = f" x {item.count}" if item.count > 1 else ""
    worth = item.text.replace("× ", "x ").replace("–", "-")
    return (
        f"{worth:>7}   {number}{names}{times}  ({' '.join(item.tiles) or pattern.condition['en']})"
    )


def _pot(score: DealScore) -> str:
    """What of the payments the table holds, such as riichi sticks."""
    if not score.pot:
        return ""
    return (
        f"; {score.pot} stay on the table"
        if score.pot > 0
        else f"; {-score.pot} come from the table"
    )


def _settlement(score: DealScore) -> Iterator[str]:
    yield from (f"          {transfer.reasons['en']}" for transfer in score.transfers)
    if score.payments is None:
        missing = ", ".join(_SEATS[seat] for seat in score.missing)
        yield f"Payments  not known yet: the hands of {missing} are missing (--other, --status)"
    else:
        shares = ", ".join(f"{_SEATS[seat]} {share:+}" for seat, share in score.payments.items())
        yield f"Totals    {shares}{_pot(score)}"
    yield from (f"Later     {_SEATS[seat]}: {note['en']}" for seat, note in score.notes.items())
    yield from (f"Warning   {warning}" for warning in score.warnings)
