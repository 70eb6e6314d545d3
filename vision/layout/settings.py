"""Every tolerance of the layout, in one place."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """Tolerances. Lengths are in tile widths on the table, angles in degrees.

    Attributes:
        overlap: two boxes that share more than this part of the smaller one are one tile seen twice.
        touching: neighbours whose edges are at most this far apart lie together.
        touching_across: the same for tiles above and below each other; rows that lie further apart are joined later.
        offset: neighbours of a row lie at most this far off each other's line.
        angle: how far tiles of one hand are from lying straight or square to each other, at most.
        loose_angle: the same for a tile that lies alone.
        scale: neighbours seem larger than each other by at most this factor.
        hand_scale: the same of tiles of one hand further apart.
        bridge: parts of one hand that lie in line are at most this far apart.
        stacked: other parts of one hand are at most this far apart.
        flowers: flowers may lie so many times further away than other parts.
        flower_offset: flowers lie at most this far off the hand's line.
        touching_end: up to three tiles at less than this part of those distances are of a row whatever their angle.
        set_gap: a gap this much wider than the hand's usual one parts two groups.
        smallest: a box with a side shorter than this many pixels is no tile.
    """

    overlap: float = 0.6
    touching: float = 0.6
    touching_across: float = 0.25
    offset: float = 0.55
    angle: float = 15.0
    loose_angle: float = 25.0
    scale: float = 1.5
    hand_scale: float = 1.7
    bridge: float = 2.6
    stacked: float = 1.0
    flowers: float = 2.2
    flower_offset: float = 1.0
    touching_end: float = 0.15
    set_gap: float = 0.22
    smallest: float = 3.0


DEFAULT = Settings()
