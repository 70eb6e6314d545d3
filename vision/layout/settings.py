"""The tolerances and costs of reading a hand, and the rules that can be switched off."""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from hu.scoring.tiles import CLASSES
from hu.vision.detection import OFFSET_TILE_WIDTHS, TOUCHING_TILE_WIDTHS

#: A rule that can be switched off, to measure its worth.
LayoutRule = Literal[
    "melds-at-any-angle",
    "flowers-before-hand",
    "stray-price",
    "touching-ends",
    "rows-askew",
    "top-by-surroundings",
    "tiles-on-upright-tiles",
    "melds-apart-in-row",
    "concealed-quads-in-row",
    "backs-of-hand",
    "relaid-without-strays",
]
LAYOUT_RULES: Final[tuple[LayoutRule, ...]] = get_args(LayoutRule)


@dataclass(frozen=True, slots=True)
class ReadingSettings:
    """Tolerances and costs of the layout and the decoder. Lengths are tile widths on the table.

    Attributes:
        double_overlap_share: two boxes are one tile that was detected twice if they would share
            more than this part of their area, had both the size of the smaller box.
        touching_tile_widths: the largest gap between tiles that touch in a row, and the most that
            their boxes overlap.
        touching_across_tile_widths: the largest gap between tiles one above the other that touch.
        offset_tile_widths: the most that neighbours in a row lie off each other's line.
        angle_deg: the most that tiles of a hand deviate from being parallel or square to each
            other.
        loose_angle_deg: the most that a tile that lies alone, or flowers, deviate.
        scale_ratio: the largest ratio of the sizes of two tiles of one hand.

        bridge_tile_widths: the usual limit of the gap between runs in line that are one hand.
        around_tile_widths: the usual limit of the gap, in any direction, between other runs that
            are one hand. Flowers lie off the hand's line by at most as much.
        flower_reach_ratio: flowers may lie this many times as far away as other runs.
        beside_tile_widths: the largest distance, in any direction, of flowers from their hand. Also
            of two clusters from a hand to which they are joined at once, and of two single tiles
            from each other if they are joined to a hand at once.
        touching_end_share: runs of up to three tiles may lie at any angle to a run of the hand if
            they are within this share of the usual limit from it.
        set_gap_tile_widths: gaps that differ by less are equal. A gap that is wider than the usual
            gap by more than this separates groups.

        order_nats: the cost of neighbours that are as unlike each other as discards are.
        turned_nats: the cost of tiles that are upside down, mostly another player's.
        sideways_nats: the cost of rows that run away from the photographer.
        beyond_nats: the cost of tiles at the far end of the photographed tiles.
        joined_nats: the cost of joining runs that lie apart.
        far_nats: the cost of each tile width between joined clusters.
        parted_nats: the cost of separating tiles that lie together and face up.
        short_nats: the cost of fewer tiles than a hand has, and of tiles that make no hand.
        count_nats: the cost of each tile that is missing, or too many.
        changed_nats: the cost of taking face-down tiles for part of the hand, and of reading such a
            tile as a white dragon that shows nothing.
        stray_nats: the cost of each nat by which a tile is more doubtful than is tolerated beside
            the clearest tiles of the hand.

        doubt_share: the share of readings whose probabilities mean nothing.
        budget_nats: the most that a legal hand, or a meld, may be less likely than its tiles as
            they were read. Also the cost of a hand that waits for its last tile.
        stretch_nats: hands that cost more are compared with further candidates, and with the
            detections at other scales.
        max_candidates: the most candidates that are decoded.
        without: the names of ``LAYOUT_RULES`` that are switched off.

    Raises:
        ValueError: ``without`` names no rule.
    """

    # Which detections are tiles, and which tiles touch.
    double_overlap_share: float = 0.6
    touching_tile_widths: float = TOUCHING_TILE_WIDTHS
    touching_across_tile_widths: float = 0.25
    offset_tile_widths: float = OFFSET_TILE_WIDTHS
    angle_deg: float = 15.0
    loose_angle_deg: float = 25.0
    scale_ratio: float = 1.5
    # Which runs are one hand.
    bridge_tile_widths: float = 2.6
    around_tile_widths: float = 1.0
    flower_reach_ratio: float = 2.2
    beside_tile_widths: float = 4.0
    touching_end_share: float = 0.15
    set_gap_tile_widths: float = 0.22
    # Evidence against tiles being the hand.
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
    stray_nats: float = 3.0
    # Decoding.
    doubt_share: float = 0.01
    budget_nats: float = 4.0
    stretch_nats: float = 1.0
    max_candidates: int = 40
    without: frozenset[LayoutRule] = frozenset()

    def __post_init__(self) -> None:
        """Refuse names of rules that do not exist."""
        unknown = self.without.difference(LAYOUT_RULES)
        if unknown:
            raise ValueError(f"without: expected names of LAYOUT_RULES, got {sorted(unknown)}")

    @property
    def least_probability(self) -> float:
        """The probability of a face that seems impossible."""
        return self.doubt_share / len(CLASSES)

    def applies(self, rule: LayoutRule) -> bool:
        """Whether a rule is switched on."""
        return rule not in self.without


DEFAULT_SETTINGS: Final = ReadingSettings()
