"""The values that a layout holds, for the decoding and for the overlay."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BACK
from hu.vision.detection import Detection
from hu.vision.layout.evidence import Evidence, Reason
from hu.vision.role import Role

GroupKind = Literal["concealed", "claimed", "concealed-quad", "bonus", "winning"]
ClaimSource = Literal["left", "opposite", "right"]

#: Faces that may show nothing: white dragons of some tile sets, and backs.
BLANKS: Final = ("5z", BACK)

#: The evidence for something, or against it.
Terms = tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class LaidTile:
    """One detection and its place on the table.

    Attributes:
        index: the index of the detection in the photo.
        detection: what the networks read.
        row: the number of its row in the hand: 0 is the row farthest from the player. -1 for a tile
            that the layout left out of the hand.
        group: the number of its group in the hand, in reading order. -1 for a tile that the layout
            left out of the hand.
        is_sideways: whether the tile lies across its row. False for a tile that the layout left out
            of the hand.
        role: what the tile is in the hand. A tile with role ``other`` was left out by the layout,
            or by the decoding afterwards.
        reason: why it belongs to no hand. None unless the role is ``other``.
    """

    index: int
    detection: Detection
    row: int
    group: int
    is_sideways: bool
    role: Role
    reason: Reason | None = None

    @classmethod
    def other(cls, index: int, detection: Detection, reason: Reason) -> "LaidTile":
        """Create a tile that belongs to no hand."""
        return cls(
            index, detection, row=-1, group=-1, is_sideways=False, role="other", reason=reason
        )


@dataclass(frozen=True, slots=True)
class TileRow:
    """Tiles in line, from left to right as the hand is read.

    Attributes:
        tiles: the indices of the detections.
        gaps: the gaps between neighbours, in tile widths. Negative if their boxes overlap.
    """

    tiles: tuple[int, ...]
    gaps: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class RowPart:
    """Neighbours in a row.

    Attributes:
        row: the number of the row.
        tiles: the indices of the detections, from left to right.
        evidence: why these tiles are a meld of their own, if they were split from their neighbours
            without a wide gap. Empty for other parts, flowers and concealed quads included.
    """

    row: int
    tiles: tuple[int, ...]
    evidence: Terms = ()


@dataclass(frozen=True, slots=True)
class TileGroup:
    """Tiles that lie together: a meld, the flowers, the winning tile, or standing tiles.

    Such a meld is claimed, or is a concealed quad. Standing tiles are all others, whether they
    stand or lie flat. They may be concealed triplets and sequences.

    Attributes:
        tiles: the indices of the detections, from left to right. Tiles that lie on or beyond them
            come last.
        row: the number of the row that they are part of.
        kind: what the layout takes them for.
        claimed_from: the player whose discard was claimed. None for other groups, and if no
            sideways tile shows it.
        doubtful: the tiles to ask about, each time as the indices of detections: a meld in the
            group that may be claimed or concealed, or flowers that may be another player's.
        evidence: why these tiles are a group, and why it is of this kind.
    """

    tiles: tuple[int, ...]
    row: int
    kind: GroupKind
    claimed_from: ClaimSource | None = None
    doubtful: tuple[tuple[int, ...], ...] = ()
    evidence: Terms = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """Tiles of a photo that may be the hand.

    Attributes:
        tiles: the indices of their detections. They are whole runs of touching tiles.
        terms: the evidence against the candidate, before anything is decoded. The term ``count`` is
            the penalty for more or fewer tiles than a hand has.
        dropped: those of ``tiles`` that do not belong to the hand after all.
        why: the reason for dropping them, to be given for each. None if their place beside the hand
            is to give the reason.
        backs_belong: whether face-down tiles outside quads belong to the hand too. Otherwise they
            are left out.
    """

    tiles: frozenset[int]
    terms: Terms = ()
    dropped: frozenset[int] = frozenset()
    why: Reason | None = None
    backs_belong: bool = False

    @property
    def cost(self) -> float:
        """How much less likely the candidate is than others, in nats, before decoding."""
        return sum(term.log_odds for term in self.terms)

    @property
    def count_penalty(self) -> float:
        """The part of the cost that is due to more or fewer tiles than a hand has, in nats."""
        return sum(term.log_odds for term in self.terms if term.id == "count")


@dataclass(frozen=True, eq=False)
class Layout:
    """The tiles of a photo in rows and groups.

    Attributes:
        tiles: every detection: the hand's in reading order, then those of role ``other``.
        rows: the hand's rows, from the farthest to the nearest.
        groups: the hand's groups in reading order.
        direction: ``(2,)`` float64 unit vector in the photo, from left to right as the hand is
            read.
        is_orientation_known: whether it is clear which end of the rows is the left end. If not, the
            hand is read in the likelier direction. If nothing at all shows the direction, the hand
            is read as if the photo's own top were the top.
        usual_gap: the gap between neighbours of one group of the hand, in tile widths.
    """

    tiles: tuple[LaidTile, ...]
    rows: tuple[TileRow, ...]
    groups: tuple[TileGroup, ...]
    direction: NDArray[np.float64]
    is_orientation_known: bool
    usual_gap: float = 0.0

    @cached_property
    def by_index(self) -> dict[int, LaidTile]:
        """Every tile by the index of its detection."""
        return {tile.index: tile for tile in self.tiles}

    @cached_property
    def hand(self) -> tuple[LaidTile, ...]:
        """The hand's tiles in reading order."""
        return tuple(tile for tile in self.tiles if tile.role != "other")
