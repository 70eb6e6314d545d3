"""What reading a photo comes to: tiles, a hand, and what is in doubt about them."""

from dataclasses import dataclass
from typing import Final, Literal

from hu.app.reading.claims import ClaimReading
from hu.scoring.hand import Hand
from hu.scoring.tiles import BONUS
from hu.vision.detection import Role
from hu.vision.layout import LaidTile, Layout

_BONUS: Final = frozenset(BONUS)


@dataclass(frozen=True, slots=True)
class ReadTile:
    """One tile of the photo as it was read.

    Attributes:
        laid: its detection and place.
        tile: its face, or ``back``.
        confidence: the network's probability of that face.
        alternatives: other faces with their probabilities, the likeliest first.
        inferred: True when the rules of the game chose the face, not the network's likeliest.
        red: the probability that it is a red five; None for other faces, and in rules without red fives.
    """

    laid: LaidTile
    tile: str
    confidence: float
    alternatives: tuple[tuple[str, float], ...]
    inferred: bool
    red: float | None = None

    @property
    def code(self) -> str:
        """Its face as people are shown it: ``0m`` for a red 5 of characters."""
        return f"0{self.tile[1]}" if self.red is not None and self.red >= 0.5 else self.tile

    @property
    def role(self) -> Role:
        """What it is to the hand."""
        if self.laid.role in ("concealed", "bonus", "winning"):
            return "bonus" if self.tile in _BONUS else "concealed" if self.laid.role == "bonus" else self.laid.role
        return self.laid.role


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something to ask the user.

    Attributes:
        tile: the tile's position in the reading, the first one of a set; None when it is about the whole hand.
        why: what is in doubt, in English.
        about: the face of a tile, the role of a tile or a set, or what a photo cannot tell.
        tiles: positions in the reading of a set's tiles that may be claimed or concealed; empty in other doubts.
        as_read: what that set was taken for; None in other doubts.
        matters: whether the score depends on it; None where that is not known.
    """

    tile: int | None
    why: str
    about: Literal["face", "role", "photo"] = "photo"
    tiles: tuple[int, ...] = ()
    as_read: ClaimReading | None = None
    matters: bool | None = None


@dataclass(frozen=True, slots=True)
class HandReading:
    """What the tiles of a photo say.

    Attributes:
        hand: the hand; with a winning tile only when the photo shows which it is.
        tiles: every tile seen, the hand's in reading order, then the others.
        doubts: what to ask: faces, then roles, then what a photo cannot tell; what settles most comes first.
        layout: where the tiles lie; ``tiles`` follows its order.
        legal: whether the tiles make a winning hand.
    """

    hand: Hand
    tiles: tuple[ReadTile, ...]
    doubts: tuple[Doubt, ...]
    layout: Layout
    legal: bool

    @property
    def text(self) -> str:
        """The hand in the notation."""
        return str(self.hand)
