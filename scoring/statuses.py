"""The statuses that a player can have in a deal: irregularities, and waiting hands."""

from dataclasses import dataclass

from hu.scoring.texts import Names


@dataclass(frozen=True, slots=True)
class StatusInfo:
    """A status that a player can have in a deal: an irregularity, or a waiting hand.

    Attributes:
        names: its names.
        consequence: its consequence for the player.
        needs_tiles: whether the player's own tiles are needed for the score, because they count.
        is_out: whether the player is out of the deal, so that the others go on alone.
        counts_beside_winner: whether it is paid for even if another player won. Rules that score
            every hand do not need this field.
        is_fault: whether it is a fault that the player pays for. A waiting hand is no fault.
    """

    names: Names
    consequence: Names
    needs_tiles: bool = True
    is_out: bool = False
    counts_beside_winner: bool = False
    is_fault: bool = True
