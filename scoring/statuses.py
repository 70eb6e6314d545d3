"""Irregularities that a player can commit."""

from dataclasses import dataclass

from hu.scoring.texts import Names


@dataclass(frozen=True, slots=True)
class StatusInfo:
    """A status that a player can have in a deal: an irregularity, or a waiting hand.

    Attributes:
        names: its names.
        consequence: its consequence for the player.
        needs_tiles: whether the player's own tiles still count.
        is_out: whether the player is out of the deal.
        counts_beside_winner: whether it is paid for even if another player won, in rules that score
            the winner's hand alone.
        is_fault: whether the player pays for it. A waiting hand is no fault.
    """

    names: Names
    consequence: Names
    needs_tiles: bool = True
    is_out: bool = False
    counts_beside_winner: bool = False
    is_fault: bool = True
