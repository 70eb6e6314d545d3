"""What a layout holds: every intermediate, for the decoding and for the overlay."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BACK
from hu.vision.detection import Detection, Role

GroupKind = Literal["concealed", "claimed", "concealed-quad", "bonus", "winning"]
ClaimSource = Literal["left", "opposite", "right"]
#: Faces of what shows nothing: white dragons may, backs do.
BLANKS: Final = ("5z", BACK)
#: Tiles of a hand that waits for its last one, each quad counted as three.
WAITING: Final = 13
#: Fewer tiles, each quad counted as three, are no hand: two may not have been found.
FEWEST_TILES: Final = WAITING - 2
#: This many tiles that lie together are a hand, or the greater part of one; fewer are melds of it.
HALF_A_HAND: Final = (WAITING + 1) // 2
#: More tiles, flowers not counted, are two hands: a hand has 18 with four quads, and up to four more may be no tiles.
MOST_TILES: Final = WAITING + 1 + 4 + 4
#: Named evidence: what was seen, in words, and what it counts, in nats.
Terms = tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class LaidTile:
    """One detection and its place on the table."""

    index: int  # of its detection in the photo
    detection: Detection
    row: int  # the row of the hand, counted from the one farthest from the player; -1 with role ``other``
    group: int  # the group of the hand, in reading order; -1 with role ``other``
    sideways: bool  # whether it lies across its row
    role: Role
    reason: str = ""  # why it belongs to no hand; empty unless the role is ``other``

    @classmethod
    def other(cls, index: int, detection: Detection, reason: str) -> "LaidTile":
        """A tile of no hand."""
        return cls(index, detection, -1, -1, False, "other", reason)


@dataclass(frozen=True, slots=True)
class TileRow:
    """Tiles in line, from left to right as the hand is read."""

    tiles: tuple[int, ...]  # indices of the detections
    gaps: tuple[float, ...]  # between neighbours, in tile widths; negative when their boxes overlap


@dataclass(frozen=True, slots=True)
class TileGroup:
    """Tiles that lie together: a meld, the flowers, the winning tile, or the standing tiles."""

    tiles: tuple[int, ...]  # indices of the detections, from left to right
    row: int  # the row that they are part of
    kind: GroupKind  # what the layout takes them for
    claimed_from: ClaimSource | None = (
        None  # the player whose discard was claimed, by the place of the sideways tile
    )
    # Its melds that may be claimed or concealed, each as the indices of its detections; all of it for flowers
    # that may be another player's.
    doubtful: tuple[tuple[int, ...], ...] = ()
    evidence: Terms = ()  # why these tiles are a group of this kind, as log-odds


@dataclass(frozen=True, slots=True)
class Candidate:
    """Tiles of a photo that may be the hand, and what they are taken for."""

    tiles: frozenset[int]  # indices of their detections, whole runs of touching tiles
    # What speaks against it, in nats, before anything is decoded; ``count`` is the penalty for the tile count.
    terms: Terms = ()
    dropped: frozenset[int] = frozenset()  # those of the tiles that do not belong to the hand
    why: str = ""  # the reason, for people
    backs: bool = False  # whether what lies face down outside of quads belongs to the hand

    @property
    def cost(self) -> float:
        """How much less likely the candidate is than another one, in nats, before anything is decoded."""
        return sum(nats for _, nats in self.terms)

    @property
    def count_penalty(self) -> float:
        """The part of the cost that is due to more or fewer tiles than a hand has."""
        return sum(nats for name, nats in self.terms if name == "count")


@dataclass(frozen=True, eq=False)
class Layout:
    """The tiles of a photo in rows and groups."""

    tiles: tuple[
        LaidTile, ...
    ]  # every detection, the hand's first and in reading order, then those of role ``other``
    rows: tuple[TileRow, ...]  # the hand's rows, from the farthest to the nearest
    groups: tuple[TileGroup, ...]  # the hand's groups in reading order
    direction: NDArray[
        np.float64
    ]  # ``(2,)`` float64 unit vector in the photo, from left to right as the hand is read
    orientation_known: bool  # False when no face told left from right and the photo's own top was taken for the top
    usual_gap: float = 0.0  # between the hand's neighbours of one group, in tile widths

    @cached_property
    def by_index(self) -> dict[int, LaidTile]:
        """Every tile by the index of its detection."""
        return {tile.index: tile for tile in self.tiles}

    @cached_property
    def hand(self) -> tuple[LaidTile, ...]:
        """The hand's tiles in reading order."""
        return tuple(tile for tile in self.tiles if tile.role != "other")
