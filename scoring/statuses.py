"""Irregularities that a player can commit."""

from dataclasses import dataclass

from hu.scoring.texts import Names


@dataclass(frozen=True, slots=True)
class StatusInfo:
    """An irregularity that a player can commit.

    Attributes:
        names: its names.
        consequence: its consequence for the player.
        needs_tiles: whether the player's own tiles still count.
        is_out: whether the player is out of the deal.
        counts_beside_winner: whether it is paid for even if another player won, in rules that score
            the winner's hand alone.
    """

    names: Names
    consequence: Names
    needs_tiles: bool = True
    is_out: bool = False
    counts_beside_winner: bool = False
