"""Who pays whom in Zung Jung ("Schema di pagamento", 1 to 5)."""

from typing import Final

from hu.scoring.hand import SEATS, Win

#: Up to this value every loser pays the same. Beyond it the responsible player pays the rest.
STANDARD: Final = 25


def find_responsible(win: Win, tile: str) -> str | None:
    """Find who answers for a win on a discard or a robbed quad, or None if nobody does.

    Same-round immunity ("Schema di pagamento", 5): the first player who discarded the winning tile
    in this round is responsible. The round begins with the winner's previous discard. If that was
    the winning tile, nobody is responsible.

    Args:
        win: how the hand was won.
        tile: the winning tile.
    """
    if win.drawn:
        return None
    for seat, discard in _discards_of_this_round(win):
        if discard == tile:
            return None if seat == win.winner else seat
    return win.source


def _discards_of_this_round(win: Win) -> tuple[tuple[str, str], ...]:
    """The recent discards of the round in which the hand was won.

    The round begins with the winner's own last discard. If that is not among the recent discards,
    all of them belong to the round.
    """
    start = 0
    for index, (seat, _) in enumerate(win.recent_discards):
        if seat == win.winner:
            start = index
    return win.recent_discards[start:]


def zung_jung_payments(points: int, win: Win, tile: str) -> dict[str, int]:
    """Share out a win among the four seats.

    The winner receives three times the value. If somebody is responsible and the value is above 25,
    the other two pay 25 each and the responsible player pays the rest. Else each pays the value.

    Args:
        points: the hand's value.
        win: how it was won.
        tile: the winning tile.

    Returns:
        The points that each seat receives (negative: pays), in turn order. The sum is 0.
    """
    responsible = find_responsible(win, tile)
    share = points if responsible is None else min(points, STANDARD)
    shares = dict.fromkeys(SEATS, -share)
    if responsible is not None:
        shares[responsible] = -(3 * points - 2 * share)
    shares[win.winner] = 3 * points
    return shares
