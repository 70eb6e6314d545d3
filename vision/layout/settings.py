"""The tolerances and costs of reading a hand, and the rules that can be switched off."""

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
    """Tolerances and costs of the layout and the decoder. Lengths are tile widths on the table.

    Attributes:
        double_overlap_share: two boxes that share more than this part of the smaller one are one tile seen twice.
        link_overlap_tile_widths: the most that boxes of neighbours overlap.
        touching_tile_widths: the largest gap between tiles side by side in a run.
        touching_across_tile_widths: the largest gap between tiles one above the other in a run.
        offset_tile_widths: the most that neighbours in a row lie off each other's line.
        angle_deg: the most that tiles of one hand deviate from lying straight or square to each other.
        loose_angle_deg: the most that a tile that lies alone deviates.
        scale_ratio: the largest ratio of the sizes of two neighbours.
        hand_scale_ratio: the largest ratio of the sizes of two tiles of one hand.
        bridge_tile_widths: the largest gap between runs of one hand that lie in line.
        stacked_tile_widths: the largest gap between other runs of one hand.
        flower_reach_ratio: flowers may lie this many times farther away than other runs.
        flower_offset_tile_widths: the most that flowers lie off the hand's line.
        flower_tile_widths: the largest distance of flowers in any direction ...
        flower_confidence: ... and their least probability on the average.
        far_flower_tile_widths: the largest distance of two or more flowers that lie the hand's way up ...
        far_flower_confidence: ... and the least probability of each.
        touching_end_share: up to three tiles within this share of those distances belong to a row at any angle.
        set_gap_tile_widths: a gap wider than the hand's usual one by this separates two groups.
        min_side_px: the shortest side of a tile's box.
        weight_nats: the cost of tiles that seem e times less like the photographed hand than others.
        order_nats: the cost of neighbours that are as unlike each other as discards are.
        turned_nats: the cost of tiles that stand on their heads, mostly another player's.
        sideways_nats: the cost of rows that run away from the photographer.
        beyond_nats: the cost of tiles at the far end of what was seen.
        joined_nats: the cost of joining runs that lie apart ...
        far_nats: ... and of each tile width between them.
        parted_nats: the cost of separating tiles that lie together and face up.
        short_nats: the cost of fewer tiles than a hand has ...
        count_nats: ... and of each that is missing, or too many.
        stray_nats: the cost of each nat by which a tile is less surely one than the clearest of the hand.
        doubt_share: the share of readings whose probabilities mean nothing.
        budget_nats: the most that a legal hand may be less likely than what was read.
        stretch_nats: decoded hands that cost more are compared with what the detector finds at other scales.
        max_candidates: the most candidates that are decoded.
        changed_nats: the cost of taking what lies face down for part of the hand.
        without: names of ``RULES`` that are switched off.

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
