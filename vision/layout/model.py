"""What a layout holds: every intermediate, for the decoding and for the overlay."""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from hu.scoring.deals import ClaimStyle
from hu.scoring.tiles import BACK
from hu.vision.detection import Detection, Role

Kind = Literal["concealed", "claimed", "concealed-quad", "bonus", "winning"]
From = Literal["left", "opposite", "right"]
#: Faces of what shows nothing: white dragons may, backs do.
BLANKS: Final = ("5z", BACK)
#: Named evidence: what was seen, in words, and what it counts, in nats.
Terms = tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class LaidTile:
    """One detection and its place on the table.

    Attributes:
        index: of its detection in the photo.
        detection: the detection itself.
        row: the row of the hand, counted from the one farthest from the player; -1 with role ``other``.
        group: the group of the hand, in reading order; -1 with role ``other``.
        sideways: whether it lies across its row.
        level: 1 for a tile stacked on another one (or laid beyond a sideways one), else 0.
        role: what it is to the hand.
        reason: why it belongs to no hand; empty unless the role is ``other``.
    """

    index: int
    detection: Detection
    row: int
    group: int
    sideways: bool
    level: int
    role: Role
    reason: str = ""

    @classmethod
    def other(cls, index: int, detection: Detection, reason: str) -> "LaidTile":
        """A tile of no hand."""
        return cls(index, detection, -1, -1, False, 0, "other", reason)


@dataclass(frozen=True, slots=True)
class Row:
    """Tiles in line, from left to right as the hand is read.

    Attributes:
        tiles: indices of the detections.
        gaps: between neighbours, in tile widths; negative when their boxes overlap.
        usual_gap: the gap between tiles of one set in this row.
    """

    tiles: tuple[int, ...]
    gaps: tuple[float, ...]
    usual_gap: float


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that lie together: a meld, the flowers, the winning tile, or the standing tiles.

    Attributes:
        tiles: indices of the detections, from left to right.
        row: the row that they are part of.
        kind: what the layout takes them for.
        claimed_from: the player whose discard was claimed, by the place of the sideways tile.
        doubtful: its melds that may be claimed or concealed, each as the indices of its detections; all of it for
            flowers that may be another player's.
        evidence: why these tiles are a group of this kind, as log-odds.
    """

    tiles: tuple[int, ...]
    row: int
    kind: Kind
    claimed_from: From | None = None
    doubtful: tuple[tuple[int, ...], ...] = ()
    evidence: Terms = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """Tiles of a photo that may be the hand, and what they are taken for.

    Attributes:
        tiles: indices of their detections, whole runs of touching tiles.
        terms: what speaks against it, in nats, before anything is decoded; ``count`` is the penalty for the tile count.
        dropped: those of the tiles that do not belong to the hand.
        why: the reason, for people.
        turned: white dragons taken for backs, and backs taken for white dragons.
        backs: whether what lies face down outside of quads belongs to the hand.
    """

    tiles: frozenset[int]
    terms: Terms = ()
    dropped: frozenset[int] = frozenset()
    why: str = ""
    turned: frozenset[int] = frozenset()
    backs: bool = False

    @property
    def cost(self) -> float:
        """How much less likely the candidate is than another one, in nats, before anything is decoded."""
        return sum(nats for _, nats in self.terms)

    @property
    def count_penalty(self) -> float:
        """The part of the cost that is due to more or fewer tiles than a hand has."""
        return sum(nats for name, nats in self.terms if name == "count")


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The tiles of a photo in rows and groups.

    Attributes:
        convention: how claimed melds were assumed to be shown.
        tiles: every detection, the hand's first and in reading order, then those of role ``other``.
        rows: the hand's rows, from the farthest to the nearest.
        groups: the hand's groups in reading order.
        direction: ``(2,)`` float64 unit vector in the photo, from left to right as the hand is read.
        orientation_known: False when no face told left from right and the photo's own top was taken for the top.
        second_hand: indices of the detections of another hand in the photo; empty without one.
    """

    convention: ClaimStyle
    tiles: tuple[LaidTile, ...]
    rows: tuple[Row, ...]
    groups: tuple[Group, ...]
    direction: NDArray[np.float64]
    orientation_known: bool
    second_hand: tuple[int, ...] = ()

    @property
    def by_index(self) -> dict[int, LaidTile]:
        """Every tile by the index of its detection."""
        return {tile.index: tile for tile in self.tiles}

    @property
    def hand(self) -> tuple[LaidTile, ...]:
        """The hand's tiles in reading order."""
        return tuple(tile for tile in self.tiles if tile.role != "other")
