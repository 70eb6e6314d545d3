"""Every tolerance and price of reading a hand, in one place, and the rules that can be switched off."""

from dataclasses import dataclass, fields
from math import isfinite
from typing import Final

#: The rules that can be switched off by name, to see what each is worth.
RULES: Final = (
    "sets at any angle",
    "flowers before the hand",
    "price of strays",
    "touching ends",
    "rows askew",
    "surroundings tell the top",
    "tiles on upright ones",
    "sets apart in a row",
    "concealed quads in a row",
    "backs of the hand",
    "laid out again without strays",
)


@dataclass(frozen=True, slots=True)
class ReadingSettings:
    """Tolerances and prices. Lengths are measured on the table, in tile widths.

    Attributes:
        double_overlap_share: two boxes that share more than this part of the smaller one are one tile seen twice.
        link_overlap_tile_widths: boxes of neighbours overlap by at most this much.
        touching_tile_widths: neighbours whose edges are at most this far apart lie together.
        touching_across_tile_widths: the same for tiles above and below each other; rows that lie further apart are
            joined later.
        offset_tile_widths: neighbours in a row lie at most this far off each other's line.
        angle_deg: tiles of one hand deviate by at most this much from lying straight or square to each other.
        loose_angle_deg: the same for a tile that lies alone.
        scale_ratio: one neighbour seems at most this many times as large as the other.
        hand_scale_ratio: the same for tiles of one hand that lie further apart.
        bridge_tile_widths: parts of one hand that lie in line are at most this far apart.
        stacked_tile_widths: other parts of one hand are at most this far apart.
        flower_reach_ratio: flowers may lie this many times further away than other parts.
        flower_offset_tile_widths: flowers lie at most this far off the hand's line.
        flower_tile_widths: flowers that lie elsewhere belong to the hand up to this distance ...
        flower_confidence: ... if they are flowers with at least this probability on the average.
        far_flower_tile_widths: two or more in a row that lie the hand's way up belong to it up to this distance ...
        far_flower_confidence: ... if each is a flower with at least this probability.
        touching_end_share: up to three tiles within this share of those distances belong to a row at any angle.
        set_gap_tile_widths: a gap this much wider than the hand's usual one separates two groups.
        min_side_px: a box with a shorter side is not a tile.
        weight_nats: what it costs to take tiles for the hand that seem e times less like the photographed one.
        order_nats: what it costs that neighbours are as little alike as discards are.
        turned_nats: what it costs to take tiles that stand on their heads, another player's as a rule ...
        sideways_nats: ... rows that run away from the photographer ...
        beyond_nats: ... and tiles at the far end of what was seen.
        joined_nats: what it costs to join parts that lie apart ...
        far_nats: ... and for each tile width between them.
        parted_nats: what it costs to part tiles that lie together and face up.
        short_nats: what it costs that there are fewer tiles than a hand has ...
        count_nats: ... and for each that is missing, or too many.
        stray_nats: what it costs, for each tile and nat, that it is less surely a tile than the clearest of the hand.
        doubt_share: the share of all readings whose probabilities are believed to mean nothing.
        budget_nats: a hand is bent into a legal one when that is at most this many nats less likely than what was read.
        stretch_nats: photos are looked at again where the hand that was decoded costs more than this.
        max_candidates: at most this many candidates are tried.
        without: names of ``RULES`` that are switched off.
        changed_nats: what it costs to take some tiles for something else than they seem to be.

    Raises:
        ValueError: a tolerance is not a positive number, a share is above 1, or a ratio is below 1.
    """

    double_overlap_share: float = 0.6
    link_overlap_tile_widths: float = 0.6
    touching_tile_widths: float = 0.6
    touching_across_tile_widths: float = 0.25
    offset_tile_widths: float = 0.55
    angle_deg: float = 15.0
    loose_angle_deg: float = 25.0
    scale_ratio: float = 1.5
    hand_scale_ratio: float = 1.7
    bridge_tile_widths: float = 2.6
    stacked_tile_widths: float = 1.0
    flower_reach_ratio: float = 2.2
    flower_offset_tile_widths: float = 1.0
    flower_tile_widths: float = 4.0
    flower_confidence: float = 0.7
    far_flower_tile_widths: float = 9.0
    far_flower_confidence: float = 0.9
    touching_end_share: float = 0.15
    set_gap_tile_widths: float = 0.22
    min_side_px: float = 3.0
    weight_nats: float = 1.0
    order_nats: float = 5.0
    turned_nats: float = 2.0
    sideways_nats: float = 4.5
    beyond_nats: float = 4.0
    joined_nats: float = 1.0
    far_nats: float = 0.15
    parted_nats: float = 5.0
    short_nats: float = 6.0
    count_nats: float = 2.0
    changed_nats: float = 1.0
    doubt_share: float = 0.01
    budget_nats: float = 4.0
    stretch_nats: float = 1.0
    max_candidates: float = 40
    stray_nats: float = 3.0
    without: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        """Refuse tolerances that cannot be meant."""
        if unknown := self.without.difference(RULES):
            raise ValueError(f"without: expected names of RULES, got {sorted(unknown)}")
        for tolerance in fields(self)[:-1]:
            value = getattr(self, tolerance.name)
            least = 1.0 if tolerance.name.endswith("_ratio") else 0.0
            most = {"share": 1.0, "deg": 45.0}.get(tolerance.name.rsplit("_", 1)[-1], float("inf"))
            if not (isfinite(value) and value > 0 and least <= value <= most):
                limits = f"from {least:g} to {most:g}" if isfinite(most) else f"of at least {least:g}"
                raise ValueError(f"{tolerance.name}: expected a number above 0, {limits}, got {value}")

    def applies(self, rule: str) -> bool:
        """Whether a rule is in force."""
        return rule not in self.without


DEFAULT: Final = ReadingSettings()
