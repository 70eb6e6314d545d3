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
from hu.scoring.riichi.presets import Preset
from hu.scoring.texts import Text, text

_PACKAGE: Final = "hu.scoring.riichi"
#: The points that a riichi declaration puts on the table.
STICK: Final = 1_000
#: The points that each player pays for each honba of a self-drawn win.
_HONBA_SHARE: Final = 100
#: The fine for a chombo from or to East.
_CHOMBO_EAST: Final = 4_000
#: The fine for a chombo among the other players.
_CHOMBO: Final = 2_000


@lru_cache(maxsize=1 << 12)
def share_win(
    base: int, *, winner: str, source: str | None, honba: int, preset: Preset
) -> Mapping[str, int]:
    """Share out a win among the seats.

    East pays and receives double. For a win on a discard, the discarder pays for all.

    Args:
        base: the basic points of the hand.
        winner: the winner's seat.
        source: the discarder or the robbed player. None for a self-draw.
        honba: the honba that this winner receives.
        preset: the rules of the table.

    Returns:
        The points that each seat receives (negative: pays). The sum is 0.
    """
    share_of = no_payments(preset)
    if source is not None:
        points = _discard_points(base, winner) + preset.honba_on_discard * honba
        share_of[source] = -points
    else:
        for seat in preset.seats:
            if seat == winner:
                continue
            factor = 2 if "E" in (seat, winner) else 1
            share_of[seat] -= _round_up_to_hundreds(base * factor)
            share_of[seat] -= _share_for_empty_seat(base, winner, preset)
            share_of[seat] -= _HONBA_SHARE * honba
    share_of[winner] = -sum(share_of.values())
    return share_of


def _share_for_empty_seat(base: int, winner: str, preset: Preset) -> int:
    """The points that each loser of a self-drawn win pays for the empty seat at a table of three.

    They are half the share of that seat, rounded up to hundreds.

    Args:
        base: the basic points of the hand.
        winner: the winner's seat.
        preset: the rules of the table.

    Returns:
        The points. 0 if no seat is empty, or if nobody pays for it at this table.
    """
    if preset.tsumo_loss or len(preset.seats) == len(SEATS):
        return 0
    # The empty seat would never be East.
    factor = 2 if winner == "E" else 1
    share_of_empty_seat = _round_up_to_hundreds(base * factor)
    return _round_up_to_hundreds(share_of_empty_seat // 2)


def honba_points(win: Win, honba: int, preset: Preset) -> int:
    """The points that a winner receives for honba.

    Args:
        win: how the hand was won.
        honba: the honba that this winner receives.
        preset: the rules of the table.
    """
    if win.drawn:
        return _HONBA_SHARE * (len(preset.seats) - 1) * honba
    return preset.honba_on_discard * honba


def share_win_with_liability(
    base: int, liable_base: int, win: Win, *, honba: int, preset: Preset
) -> Mapping[str, int]:
    """Share out a win with a yakuman for which another player is liable.

    The liable player fed the last meld of the yakuman. The liable player pays a self-drawn win
    alone, and half of a win on another player's discard.

    >>> from hu.scoring.riichi.presets import RIICHI_PRESETS
    >>> win = Win("S", "discard", "W", liable="E")
    >>> preset = RIICHI_PRESETS.preset_of({})
    >>> share_win_with_liability(8_000, 8_000, win, honba=1, preset=preset)
    {'E': -16000, 'S': 32300, 'W': -16300, 'N': 0}

    Args:
        base: the basic points of the hand.
        liable_base: the basic points for which the player is liable.
        win: the win, with the liable player.
        honba: the honba that this winner receives.
        preset: the rules of the table.

    Returns:
        The points that each seat receives (negative: pays). The sum is 0.
    """
    liable = str(win.liable)
    # The part of the win without liability is paid as always.
    shares_without_liability = share_win(
        base - liable_base, winner=win.winner, source=win.source, honba=0, preset=preset
    )
    share_of = dict(shares_without_liability)

    # For the part with liability the winner receives as many points as the same part would earn
    # without liability. Only the payers differ.
    usual_shares = share_win(
        liable_base, winner=win.winner, source=win.source, honba=0, preset=preset
    )
    liable_points = usual_shares[win.winner]
    points_for_honba = honba_points(win, honba, preset)
    share_of[win.winner] += liable_points + points_for_honba
    if win.source is None:
        share_of[liable] -= liable_points + points_for_honba
    else:
        # Points are in hundreds, so the halves are equal.
        share_of[liable] -= liable_points // 2
        share_of[win.source] -= liable_points // 2
        honba_payer = liable if preset.liable_pays_honba else win.source
        share_of[honba_payer] -= points_for_honba
    return share_of


def _discard_points(base: int, winner: str) -> int:
    """The points of a win on a discard, without honba, rounded up to hundreds."""
    return _round_up_to_hundreds(base * (6 if winner == "E" else 4))


def _round_up_to_hundreds(points: int) -> int:
    """Round points up to the next hundred, as every payment of a hand is."""
    return (points + 99) // 100 * 100


def turns_after_source(win: Win) -> int:
    """Count the turns from the discarder to the winner. Several winners are sorted by this number.

    At a table of three the empty seat counts as a turn, which makes no difference to the order.

    Returns:
        1 to 3. 0 if the win has a problem: no other player discarded the tile, or one of the two
        seats does not exist.
    """
    if win.source not in SEATS or win.winner not in SEATS:
        return 0
    return (SEATS.index(win.winner) - SEATS.index(str(win.source))) % 4


def stick_payments(
    declarers: Collection[str], *, winner: str | None, earlier_sticks: int, preset: Preset
) -> dict[str, int]:
    """Pay the riichi sticks.

    Each player who declared riichi puts a stick on the table. A winner takes all sticks on the
    table.

    Args:
        declarers: the seats that declared riichi in this deal.
        winner: the seat that takes the sticks. None after a drawn deal, in which they stay.
        earlier_sticks: the number of sticks that earlier deals left on the table.
        preset: the rules of the table.

    Returns:
        The points that each seat receives (negative: pays). The sum is not 0 if sticks of earlier
        deals are taken, or if sticks stay on the table.
    """
    payment_of = no_payments(preset)
    for seat in preset.seats:
        if seat in declarers:
            payment_of[seat] = -STICK
    if winner is not None:
        payment_of[winner] += STICK * (len(declarers) + earlier_sticks)
    return payment_of


def with_sticks_remark(score: PlayerScore, win: Win, sticks_worth: int) -> PlayerScore:
    """Add the remark that divides a winner's points: from players, and as riichi sticks.

    Args:
        score: the winner's score.
        win: how the hand was won.
        sticks_worth: the points of the riichi sticks that the winner takes, without the winner's
            own stick.
    """
    remark_id = "remark.sticks"
    player_names = {"who": Text(f"player.{win.winner}")}
    # The remark can name a single payer. With a liable player there may be two.
    if win.source in SEATS and not win.liable:
        remark_id = "remark.sticks-discard"
        player_names["payer"] = Text(f"player.{win.source}")
    remark = text(
        remark_id,
        _PACKAGE,
        **player_names,
        total=score.points + sticks_worth,
        points=score.points,
        worth=sticks_worth,
    )
    return replace(score, remarks=(*score.remarks, remark))


def share_drawn_deal(tenpai: Collection[str], preset: Preset) -> dict[str, int]:
    """Pay after a drawn deal: the players without a waiting hand pay together to the others.

    >>> from hu.scoring.riichi.presets import RIICHI_PRESETS
    >>> share_drawn_deal({"E"}, RIICHI_PRESETS.preset_of({}))
    {'E': 3000, 'S': -1000, 'W': -1000, 'N': -1000}

    Args:
        tenpai: the seats with a waiting hand.
        preset: the rules of the table.

    Returns:
        The points that each seat receives (negative: pays). The sum is 0.
    """
    if len(tenpai) in (0, len(preset.seats)):
        return no_payments(preset)
    gain = preset.noten_payment // len(tenpai)
    loss = preset.noten_payment // (len(preset.seats) - len(tenpai))
    payment_of = {}
    for seat in preset.seats:
        payment_of[seat] = gain if seat in tenpai else -loss
    return payment_of


def chombo_payments(culprits: Collection[str], preset: Preset) -> dict[str, int]:
    """Pay for chombo: each culprit pays each other player a share of a self-drawn mangan.

    East's share is doubled, whether East pays or receives.

    >>> from hu.scoring.riichi.presets import RIICHI_PRESETS
    >>> chombo_payments({"S"}, RIICHI_PRESETS.preset_of({}))
    {'E': 4000, 'S': -8000, 'W': 2000, 'N': 2000}

    Args:
        culprits: the seats of the players who pay.
        preset: the rules of the table.

    Returns:
        The points that each seat receives (negative: pays). The sum is 0.
    """
    payment_of = no_payments(preset)
    for culprit in culprits:
        for seat in preset.seats:
            if seat == culprit:
                continue
            fine = _CHOMBO_EAST if "E" in (seat, culprit) else _CHOMBO
            payment_of[seat] += fine
            payment_of[culprit] -= fine
    return payment_of


def no_payments(preset: Preset) -> dict[str, int]:
    """Return payments in which each seat of the table receives 0."""
    return dict.fromkeys(preset.seats, 0)


def add_up(*payments: Mapping[str, int]) -> dict[str, int]:
    """Add up one or more payments seat by seat. All are payments of the same seats."""
    total_of = dict.fromkeys(payments[0], 0)
    for payment_of in payments:
        for seat, points in payment_of.items():
            total_of[seat] += points
    return total_of
