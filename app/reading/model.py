"""The reading of a photo: its tiles, the hand, the doubts, and the candidates that were compared.

A tile is known by the index of its detection everywhere; positions in a list are counted for JSON and people alone.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from hu.app.reading.decoding import DecodingInput, LegalHand, Search
from hu.scoring.errors import HuError
from hu.scoring.hand import Hand
from hu.scoring.tiles import BACK, BONUS
from hu.vision.detection import Role
from hu.vision.layout.model import Candidate, LaidTile, Layout
from hu.vision.photo.decoding import Photo

_BONUS: Final = frozenset(BONUS)
#: What a meld was read as that may have been claimed or not.
ClaimReading = Literal["claimed", "concealed"]


@dataclass(frozen=True, slots=True)
class ReadTile:
    """One tile of the photo as it was read."""

    laid: LaidTile  # its detection and place
    tile: str  # its face, or ``back``
    confidence: float  # the network's probability of that face
    alternatives: tuple[
        tuple[str, float], ...
    ]  # other faces with their probabilities, the likeliest first
    inferred: bool  # True when the rules of the game chose the face, not the network's likeliest
    red: float | None = (
        None  # the probability of a red five; None for other faces, and in rules without red fives
    )

    @property
    def index(self) -> int:
        """The index of its detection."""
        return self.laid.index

    @property
    def code(self) -> str:
        """Its face as people are shown it: ``0m`` for a red 5 of characters."""
        return f"0{self.tile[1]}" if self.red is not None and self.red >= 0.5 else self.tile

    @property
    def role(self) -> Role:
        """What it is to the hand."""
        if self.laid.role in ("concealed", "bonus", "winning"):
            return (
                "bonus"
                if self.tile in _BONUS
                else "concealed"
                if self.laid.role == "bonus"
                else self.laid.role
            )
        return self.laid.role


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something to ask the user."""

    tile: (
        int | None
    )  # the index of a tile, the first one of a meld; None when it is about the whole hand
    why: str  # what is in doubt, in English
    about: Literal["face", "role", "photo"] = (
        "photo"  # of a tile, of a tile or a meld, or what a photo cannot tell
    )
    tiles: tuple[
        int, ...
    ] = ()  # indices of a meld that may be claimed or concealed; empty in other doubts
    as_read: ClaimReading | None = None  # what that meld was read as; None in other doubts
    changes_score: bool | None = (
        None  # whether the score depends on it; None where that is not known
    )


@dataclass(frozen=True, slots=True, eq=False)
class DecodedCandidate:
    """A candidate layout with its decoding and total cost."""

    candidate: Candidate  # which tiles are the hand, and what that costs in nats before decoding
    layout: Layout  # rows, groups and roles
    input: DecodingInput  # what each tile may be, in nats
    search: Search  # the legal hands among them
    best: LegalHand  # the likeliest legal hand, else the likeliest that waits for its last tile, else what was read
    waits: bool  # whether one more tile would make it win
    legality: float  # what it costs, in nats, that the tiles do not win, beyond what their number costs already
    implausible: float  # what it costs, in nats, that too few tiles are clear for a hand; 0 when it can be one

    @property
    def terms(self) -> tuple[tuple[str, float], ...]:
        """The total cost by cause, in nats."""
        decoded = (
            ("faces", self.best.cost),
            ("legality", self.legality),
            ("few clear tiles", self.implausible),
        )
        return (*self.candidate.terms, *decoded)

    @property
    def cost(self) -> float:
        """How much less likely this reading is than the likeliest could be, in nats."""
        return self.candidate.cost + self.best.cost + (self.legality + self.implausible)

    @property
    def place_cost(self) -> float:
        """Cost (nats) of the layout alone, without the tile count and the faces."""
        return self.candidate.cost - self.candidate.count_penalty + self.implausible

    @property
    def is_hand(self) -> bool:
        """Whether the tiles win or wait for their last one."""
        return bool(self.search.hands) or self.waits

    @property
    def leaves_backs(self) -> bool:
        """Whether tiles of the candidate that lie face down are left out of the hand."""
        if self.candidate.backs or self.candidate.dropped:
            return False
        left_out = (
            tile
            for tile in self.layout.tiles
            if tile.role == "other" and tile.index in self.candidate.tiles
        )
        return any(tile.detection.tile == BACK for tile in left_out)

    @property
    def strays(self) -> list[int]:
        """The tiles that a winning or waiting hand leaves out."""
        return sorted(self.input.tiles - self.best.codes.keys()) if self.is_hand else []


@dataclass(frozen=True, slots=True)
class HandReading:
    """What the tiles of a photo say."""

    hand: Hand  # with a winning tile only when the photo shows which it is
    tiles: tuple[ReadTile, ...]  # every tile seen, the hand's in reading order, then the others
    doubts: tuple[
        Doubt, ...
    ]  # what to ask: faces, roles, what a photo cannot tell; what settles most comes first
    layout: Layout  # where the tiles lie; ``tiles`` follows its order
    legal: bool  # whether the tiles make a winning hand
    second_hand: tuple[int, ...] = ()  # the tiles of another hand in the photo; empty without one
    candidates: tuple[DecodedCandidate, ...] = ()  # the chosen candidate and the next two

    @property
    def text(self) -> str:
        """The hand in the notation."""
        return str(self.hand)

    @property
    def by_index(self) -> dict[int, ReadTile]:
        """Every tile by the index of its detection."""
        return {tile.index: tile for tile in self.tiles}


@dataclass(frozen=True, slots=True, eq=False)
class PhotoReading:
    """One photo as it was read."""

    photo: Photo  # decoded
    reading: HandReading  # the hand, its tiles and what is in doubt
    seconds: float  # from file to hand; without decoding for a photo that was decoded before

    @property
    def hand(self) -> Hand:
        """The hand; with a winning tile only when the photo shows which it is."""
        return self.reading.hand

    @property
    def tiles(self) -> tuple[ReadTile, ...]:
        """Every tile seen, the hand's in reading order, then the others."""
        return self.reading.tiles

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What to ask, the most decisive question first."""
        return self.reading.doubts


@dataclass(frozen=True, slots=True)
class UnreadPhoto:
    """A photo that could not be read."""

    source: Path  # the photo as it was given
    error: HuError  # why; its message names the photo
