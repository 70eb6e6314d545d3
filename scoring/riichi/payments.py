"""Who pays whom in Riichi: hands, honba, riichi sticks, waiting hands after a drawn deal, chombo.

After Japanese Mahjong Wiki, "Japanese mahjong scoring rules", "Honba", "Ryuukyoku" and "Chombo". What players put on
the table or take from it is the pot: payments and pot add up to zero.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from hu.scoring.hand import SEATS, Win
from hu.scoring.payments import PlayerScore
from hu.scoring.texts import Text, text

#: What a riichi declaration puts on the table, and what every honba adds to a win, in points.
STICK: Final = 1_000
_PACKAGE: Final = "hu.scoring.riichi"
HONBA: Final = 300
#: What the players without a waiting hand pay together after a drawn deal.
NO_TENPAI: Final = 3_000
#: What a chombo costs: to East, from East, and among the others.
_CHOMBO_EAST: Final = 4_000
_CHOMBO: Final = 2_000


@lru_cache(maxsize=1 << 12)
def shares(base: int, winner: str, source: str | None, honba: int) -> Mapping[str, int]:
    """Share out a win among the seats: East pays and receives double, a discarder pays for all.

    Args:
        base: the basic points of the hand.
        winner: the winner's seat.
        source: the discarder or the robbed player; None for a self-draw.
        honba: how many honba lie on the table.
    """
    found = dict.fromkeys(SEATS, 0)
    if source is not None:
        found[source] = -_hundreds(base * (6 if winner == "E" else 4)) - HONBA * honba
    else:
        for seat in SEATS:
            if seat != winner:
                found[seat] = (
                    -_hundreds(base * (2 if "E" in (seat, winner) else 1)) - HONBA // 3 * honba
                )
    found[winner] = -sum(found.values())
    return found


def shares_with_liability(
    base: int, liable_base: int, win: Win, honba: int, *, liable_pays_honba: bool
) -> Mapping[str, int]:
    """Share out a win for whose yakuman the player is liable who fed its last set.

    A self-drawn win the liable player pays alone; of one on another's discard each pays half.

    >>> win = Win("S", "discard", "W", liable="E")
    >>> shares_with_liability(8_000, 8_000, win, 1, liable_pays_honba=False)
    {'E': -16000, 'S': 32300, 'W': -16300, 'N': 0}

    Args:
        base: the basic points of the hand.
        liable_base: those of them for which the player is liable.
        win: the win, with the liable player.
        honba: how many honba lie on the table.
        liable_pays_honba: whether the honba of a win on another's discard are the liable player's.
    """
    payer = str(win.liable)
    found = dict(shares(base - liable_base, win.winner, win.source, 0))
    value, extra = _hundreds(liable_base * (6 if win.winner == "E" else 4)), HONBA * honba
    discarder = win.source or payer
    found[payer] -= value // 2
    found[discarder] -= value // 2
    found[payer if liable_pays_honba else discarder] -= extra
    found[win.winner] += value + extra
    return found


def _hundreds(points: int) -> int:
    return -(-points // 100) * 100


def turns_after_source(win: Win) -> int:
    """How many turns after the discarder a winner sits; 0 where a seat is unknown, which others refuse."""
    if win.source not in SEATS or win.winner not in SEATS:
        return 0
    return (SEATS.index(win.winner) - SEATS.index(str(win.source))) % 4


def sticks(declared: Collection[str], winner: str | None, before: int) -> dict[str, int]:
    """Pay the riichi sticks: whoever declared puts one on the table; a winner takes all that lie there.

    Args:
        declared: the seats that declared riichi in this deal.
        winner: who takes the sticks; None after a drawn deal, when they stay.
        before: the sticks of earlier deals.
    """
    found = {seat: -STICK * (seat in declared) for seat in SEATS}
    if winner is not None:
        found[winner] += STICK * (len(declared) + before)
    return found


def with_sticks(score: PlayerScore, win: Win, worth: int) -> PlayerScore:
    """Say of what a winner receives how much comes from players, and how much is riichi sticks less the own one."""
    said = {"total": score.points + worth, "points": score.points, "worth": worth}
    who = Text(f"wind.{win.winner}")
    remark = text("remark.sticks", _PACKAGE, who=who, **said)
    if win.source in SEATS and not win.liable:
        remark = text(
            "remark.sticks-discard", _PACKAGE, who=who, payer=Text(f"wind.{win.source}"), **said
        )
    return replace(score, remarks=(*score.remarks, remark))


def share_drawn_deal(tenpai: Collection[str]) -> dict[str, int]:
    """Pay after a drawn deal: those without a waiting hand pay 3,000 together to the others.

    >>> share_drawn_deal({"E"})
    {'E': 3000, 'S': -1000, 'W': -1000, 'N': -1000}
    """
    if len(tenpai) in (0, 4):
        return dict.fromkeys(SEATS, 0)
    gain, loss = NO_TENPAI // len(tenpai), NO_TENPAI // (4 - len(tenpai))
    return {seat: gain if seat in tenpai else -loss for seat in SEATS}


def chombo(culprits: Collection[str]) -> dict[str, int]:
    """Pay for chombo: a mangan to the others, as if they had all drawn it.

    >>> chombo({"S"})
    {'E': 4000, 'S': -8000, 'W': 2000, 'N': 2000}
    """
    found = dict.fromkeys(SEATS, 0)
    for culprit in culprits:
        for seat in SEATS:
            if seat != culprit:
                fine = _CHOMBO_EAST if "E" in (seat, culprit) else _CHOMBO
                found[seat] += fine
                found[culprit] -= fine
    return found


def add_up(*payments: Mapping[str, int]) -> dict[str, int]:
    """Add payments up by seat."""
    return {seat: sum(paid[seat] for paid in payments) for seat in SEATS}
