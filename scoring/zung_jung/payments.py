"""Who pays whom in Zung Jung ("Schema di pagamento", 1 to 5)."""

from typing import Final

from hu.scoring.hand import SEATS, Win

#: Up to this value every loser pays the same; beyond it the responsible player pays the rest.
STANDARD: Final = 25


def responsible(win: Win, tile: str) -> str | None:
    """Find who answers for a win on a discard or a robbed quad, or None if nobody does.

    Same-round immunity ("Schema di pagamento", 5): of the discards since the winner's previous one, that one
    included, the first of the winning tile decides. The winner's own means that nobody is responsible.

    Args:
        win: how the hand was won.
        tile: the winning tile.
    """
    if win.drawn:
        return None
    # Discards before the winner's last own one, if any were told, belong to a past round.
    discards = win.recent_discards
    own = [index for index, (seat, _) in enumerate(discards) if seat == win.winner]
    for seat, discard in discards[own[-1] :] if own else discards:
        if discard == tile:
            return None if seat == win.winner else seat
    return win.source


def payments(points: int, win: Win, tile: str) -> dict[str, int]:
    """Share out a win among the four seats.

    The winner receives three times the value. If somebody is responsible and the value is above 25, the other two
    pay 25 each and the responsible player pays the rest; else each pays the value.

    Args:
        points: the hand's value.
        win: how it was won.
        tile: the winning tile.

    Returns:
        What each seat receives (negative: pays), in turn order; the sum is 0.
    """
    payer = responsible(win, tile)
    share = points if payer is None else min(points, STANDARD)
    shares = dict.fromkeys(SEATS, -share)
    if payer is not None:
        shares[payer] = -(3 * points - 2 * share)
    shares[win.winner] = 3 * points
    return shares
