"""The tolerances and costs of reading a hand, and the rules that can be switched off."""

from dataclasses import dataclass
from typing import Final

from hu.scoring.tiles import CLASSES

#: The rules that can be switched off by name, to see what each is worth.
LAYOUT_RULES: Final = (
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

    Raises:
        ValueError: ``without`` names no rule.
    """

    # What is one tile, and which tiles touch.
    double_overlap_share: float = (
        0.6  # boxes that share more of the smaller one are one tile seen twice
    )
    touching_tile_widths: float = 0.6  # the largest gap in a row, and the most that boxes overlap
    touching_across_tile_widths: float = 0.25  # the largest gap between tiles one above the other
    offset_tile_widths: float = 0.55  # the most that neighbours in a row lie off each other's line
    angle_deg: float = (
        15.0  # the most that tiles of a hand deviate from lying straight or square to each other
    )
    loose_angle_deg: float = 25.0  # the most that a tile that lies alone deviates
    scale_ratio: float = 1.5  # the largest ratio of the sizes of two neighbours
    hand_scale_ratio: float = 1.7  # the largest ratio of the sizes of two tiles of one hand
    # Which runs are one hand.
    bridge_tile_widths: float = 2.6  # the largest gap between runs in line
    stacked_tile_widths: float = 1.0  # the largest gap between other runs
    flower_reach_ratio: float = 2.2  # flowers may lie this many times farther away than other runs
    flower_offset_tile_widths: float = 1.0  # the most that flowers lie off the hand's line
    beside_tile_widths: float = (
        4.0  # the largest distance of other melds, and of flowers, in any direction
    )
    flower_confidence: float = (
        0.7  # the least probability of flowers that lie apart, on the average
    )
    touching_end_share: float = (
        0.15  # up to three tiles within this share of a distance may lie at any angle
    )
    set_gap_tile_widths: float = (
        0.22  # gaps that differ by less are equal; one wider than usual separates groups
    )
    # What speaks against tiles being the hand, in nats.
    weight_nats: float = 1.0  # tiles that seem e times less like the photographed hand than others
    order_nats: float = 5.0  # neighbours that are as unlike each other as discards are
    turned_nats: float = 2.0  # tiles that stand on their heads, mostly another player's
    sideways_nats: float = 4.5  # rows that run away from the photographer
    beyond_nats: float = 4.0  # tiles at the far end of what was seen
    joined_nats: float = 1.0  # joining runs that lie apart ...
    far_nats: float = 0.15  # ... and each tile width between them
    parted_nats: float = 5.0  # separating tiles that lie together and face up
    short_nats: float = 6.0  # fewer tiles than a hand has ...
    count_nats: float = 2.0  # ... and each that is missing, or too many
    changed_nats: float = 1.0  # taking what lies face down for part of the hand
    stray_nats: float = (
        3.0  # each nat by which a tile is less surely one than the clearest of the hand
    )
    # Decoding.
    doubt_share: float = 0.01  # the share of readings whose probabilities mean nothing
    budget_nats: float = 4.0  # the most that a legal hand may be less likely than what was read
    stretch_nats: float = (
        1.0  # hands that cost more are compared with what is found at other scales
    )
    max_candidates: int = 40  # the most candidates that are decoded
    without: frozenset[str] = frozenset()  # names of ``LAYOUT_RULES`` that are switched off

    def __post_init__(self) -> None:
        if unknown := self.without.difference(LAYOUT_RULES):
            raise ValueError(f"without: expected names of LAYOUT_RULES, got {sorted(unknown)}")

    @property
    def least_probability(self) -> float:
        """The probability of a face that seems impossible."""
        return self.doubt_share / len(CLASSES)

    def applies(self, rule: str) -> bool:
        """Whether a rule is in force."""
        return rule not in self.without


DEFAULT_SETTINGS: Final = ReadingSettings()
