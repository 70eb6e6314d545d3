"""Every tolerance of the layout, in one place."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """Tolerances. Lengths are in tile widths where the tile lies, angles in degrees.

    Attributes:
        overlap: two boxes that share more than this part of the smaller one are one tile seen twice.
        touching: tiles of a row lie at most this far apart; wider gaps are bridged by ``bridge``.
        stacked: rows of one hand lie at most this far apart across the rows.
        bridge: sets of one row lie at most this far apart.
        set_gap: a gap this much wider than the row's usual one parts two groups.
        offset: how far a tile's centre may lie off its neighbour's axis, as a part of the tile's extent.
        angle: neighbours of a row differ at most this much in direction.
        skew: two sides of one tile differ at most this much from a right angle (perspective).
        scale: neighbours differ at most by this factor in size.
        hand_scale: tiles of one hand differ at most by this factor in size.
        apart: the winning tile and flowers lie at most this far from the nearest tile of the hand.
        sideways: a tile is sideways when its extent along the row, as a part of that across it, exceeds the
            row's usual one by this factor.
        least_tiles: fewer tiles than this make no hand.
        smallest: a box with a side shorter than this many pixels is no tile.
    """

    overlap: float = 0.5
    touching: float = 0.6
    stacked: float = 0.7
    bridge: float = 3.0
    set_gap: float = 0.22
    offset: float = 0.4
    angle: float = 15.0
    skew: float = 35.0
    scale: float = 1.5
    hand_scale: float = 1.6
    apart: float = 2.5
    sideways: float = 1.33
    least_tiles: int = 2
    smallest: float = 3.0


DEFAULT = Settings()
