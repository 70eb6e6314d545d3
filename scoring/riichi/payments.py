"""Who pays whom in Riichi: hands, honba, riichi sticks, waiting hands after a drawn deal, chombo.

After Japanese Mahjong Wiki, "Japanese mahjong scoring rules", "Honba", "Ryuukyoku" and "Chombo".
The pot is the points that players leave on the table or take from it. Payments and pot add up to
zero.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from hu.scoring.hand import SEATS, Win
from hu.scoring.payments import PlayerScore
from hu.scoring.texts import Text, text

_PACKAGE: Final = "hu.scoring.riichi"
#: The points that a riichi declaration puts on the table.
STICK: Final = 1_000
#: The points that each honba adds to a win.
HONBA: Final = 300
#: The points that the players without a waiting hand pay together after a drawn deal.
NO_TENPAI: Final = 3_000
#: The fine for a chombo from or to East.
_CHOMBO_EAST: Final = 4_000
#: The fine for a chombo among the other players.
_CHOMBO: Final = 2_000


@lru_cache(maxsize=1 << 12)
def share_win(base: int, winner: str, source: str | None, honba: int) -> Mapping[str, int]:
    """Share out a win among the seats. East pays and receives double, a discarder pays for all.

    Args:
        base: the basic points of the hand.
        winner: the winner's seat.
        source: the discarder or the robbed player. None for a self-draw.
        honba: how many honba are on the table.
    """
    share_of = dict.fromkeys(SEATS, 0)
    if source is not None:
        share_of[source] = -_discard_points(base, winner) - HONBA * honba
    else:
        honba_share = HONBA // 3 * honba
        for seat in SEATS:
            if seat == winner:
                continue
            factor = 2 if "E" in (seat, winner) else 1
            share_of[seat] = -_round_up_to_hundreds(base * factor) - honba_share
    share_of[winner] = -sum(share_of.values())
    return share_of


def share_win_with_liability(
    base: int, liable_base: int, win: Win, honba: int, *, liable_pays_honba: bool
) -> Mapping[str, int]:
    """Share out a win with a yakuman for which another player is liable.

    The liable player fed the last set of the yakuman. The liable player pays a self-drawn win
    alone, and half of a win on another player's discard.

    >>> win = Win("S", "discard", "W", liable="E")
    >>> share_win_with_liability(8_000, 8_000, win, 1, liable_pays_honba=False)
    {'E': -16000, 'S': 32300, 'W': -16300, 'N': 0}

    Args:
        base: the basic points of the hand.
        liable_base: the basic points for which the player is liable.
        win: the win, with the liable player.
        honba: how many honba are on the table.
        liable_pays_honba: whether the liable player pays the honba of a win on another player's
            discard.
    """
    liable = str(win.liable)
    discarder = win.source or liable
    share_of = dict(share_win(base - liable_base, win.winner, win.source, honba=0))
    liable_points = _discard_points(liable_base, win.winner)
    share_of[liable] -= liable_points // 2
    share_of[discarder] -= liable_points // 2
    honba_points = HONBA * honba
    share_of[liable if liable_pays_honba else discarder] -= honba_points
    share_of[win.winner] += liable_points + honba_points
    return share_of


def _discard_points(base: int, winner: str) -> int:
    """The points of a win on a discard, rounded up."""
    return _round_up_to_hundreds(base * (6 if winner == "E" else 4))


def _round_up_to_hundreds(points: int) -> int:
    return (points + 99) // 100 * 100


def turns_after_source(win: Win) -> int:
    """Count the turns from the discarder to the winner.

    Returns:
        1 to 3. 0 if a seat is unknown, which the contradictions refuse.
    """
    if win.source not in SEATS or win.winner not in SEATS:
        return 0
    return (SEATS.index(win.winner) - SEATS.index(str(win.source))) % 4


def stick_payments(declared: Collection[str], winner: str | None, before: int) -> dict[str, int]:
    """Pay the riichi sticks.

    Each player who declared puts a stick on the table. A winner takes all sticks on the table.

    Args:
        declared: the seats that declared riichi in this deal.
        winner: the seat that takes the sticks. None after a drawn deal, in which they stay.
        before: the sticks of earlier deals.
    """
    payment_of = dict.fromkeys(SEATS, 0)
    for seat in SEATS:
        if seat in declared:
            payment_of[seat] = -STICK
    if winner is not None:
        payment_of[winner] += STICK * (len(declared) + before)
    return payment_of


def with_sticks(score: PlayerScore, win: Win, sticks_worth: int) -> PlayerScore:
    """Add a remark about how much a winner receives from players, and how much as riichi sticks.

    Args:
        score: the winner's score.
        win: how the hand was won.
        sticks_worth: the points of the riichi sticks, without the winner's own.
    """
    name = "remark.sticks"
    seats = {"who": Text(f"player.{win.winner}")}
    if win.source in SEATS and not win.liable:
        name = "remark.sticks-discard"
        seats["payer"] = Text(f"player.{win.source}")
    remark = text(
        name,
        _PACKAGE,
        **seats,
        total=score.points + sticks_worth,
        points=score.points,
        worth=sticks_worth,
    )
    return replace(score, remarks=(*score.remarks, remark))


def share_drawn_deal(tenpai: Collection[str]) -> dict[str, int]:
    """Pay after a drawn deal: the players without a waiting hand pay 3,000 together to the others.

    >>> share_drawn_deal({"E"})
    {'E': 3000, 'S': -1000, 'W': -1000, 'N': -1000}
    """
    if len(tenpai) in (0, 4):
        return dict.fromkeys(SEATS, 0)
    gain = NO_TENPAI // len(tenpai)
    loss = NO_TENPAI // (4 - len(tenpai))
    return {seat: gain if seat in tenpai else -loss for seat in SEATS}


def chombo_payments(culprits: Collection[str]) -> dict[str, int]:
    """Pay for chombo: a mangan to the others, as if they had all drawn it.

    >>> chombo_payments({"S"})
    {'E': 4000, 'S': -8000, 'W': 2000, 'N': 2000}
    """
    payment_of = dict.fromkeys(SEATS, 0)
    for culprit in culprits:
        for seat in SEATS:
            if seat == culprit:
                continue
            fine = _CHOMBO_EAST if "E" in (seat, culprit) else _CHOMBO
            payment_of[seat] += fine
            payment_of[culprit] -= fine
    return payment_of


def no_payments() -> dict[str, int]:
    """Nothing for any seat."""
    return dict.fromkeys(SEATS, 0)


def add_up(*payments: Mapping[str, int]) -> dict[str, int]:
    """Add payments up by seat."""
    return {seat: sum(payment[seat] for payment in payments) for seat in SEATS}
