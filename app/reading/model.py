"""The reading of a photo: its tiles, the hand, the doubts, and the candidates that were compared.

A tile is known by the index of its detection everywhere. Only JSON and texts for people count
positions in a list.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from hu.app.reading.decoding import DecodedHand, SearchResult
from hu.app.reading.decoding_input import DecodingInput
from hu.app.records.doubt import ClaimReading, DoubtId, DoubtTopic, DoubtValue
from hu.app.records.words import reading_words
from hu.scoring.errors import HuError
from hu.scoring.hand import Hand
from hu.scoring.hand_shape import FOUR_MELDS, HandShape
from hu.scoring.tiles import BACK, BONUS
from hu.vision.layout.evidence import Evidence
from hu.vision.layout.model import Candidate, LaidTile, Layout, Terms
from hu.vision.photo.decoding import Photo
from hu.vision.role import Role

_BONUS: Final = frozenset(BONUS)


@dataclass(frozen=True, slots=True)
class ReadTile:
    """One tile of the photo as it was read.

    Attributes:
        laid: its detection and place.
        tile: its face, or ``back``.
        confidence: the network's probability of that face.
        alternatives: other faces with their probabilities, the likeliest first.
        is_inferred: whether the rules of the game chose the face, which is not the network's
            likeliest.
        red_probability: the probability that it is a red five. None for other faces, and in rules
            without red fives.
        is_set_aside: whether it was set aside although it is no flower, such as North in the game
            for three.
    """

    laid: LaidTile = field(repr=False)
    tile: str
    confidence: float
    alternatives: tuple[tuple[str, float], ...]
    is_inferred: bool
    red_probability: float | None = None
    is_set_aside: bool = False

    def __repr__(self) -> str:
        return f"<ReadTile {self.code}, confidence {self.confidence:.3f}, {self.role}>"

    @property
    def index(self) -> int:
        """The index of its detection."""
        return self.laid.index

    @property
    def code(self) -> str:
        """Its face as people are shown it: ``0m`` for a red 5 of characters."""
        if self.red_probability is not None and self.red_probability >= 0.5:
            return f"0{self.tile[1]}"
        return self.tile

    @property
    def role(self) -> Role:
        """Its role in the hand. The decoded face decides between flowers and other tiles."""
        role = self.laid.role
        if role in ("meld", "other"):
            return role
        if self.is_set_aside or self.tile in _BONUS:
            return "bonus"
        if role == "bonus":
            return "concealed"
        return role


@dataclass(frozen=True, slots=True)
class Doubt:
    """A question for the user.

    Attributes:
        id: the kind of question.
        tile: the index of a tile, or of the first tile of a meld. None if the doubt is about the
            whole hand.
        parameters: faces in the notation and counts of tiles that belong to the question. An empty
            face is no tile of the hand.
        about: ``face`` of a tile, ``role`` of a tile or a meld, ``photo`` for what a photo cannot
            show.
        tiles: the indices of a meld that may be claimed or concealed, or of tiles that may have
            been set aside. Empty in other doubts.
        as_read: how that meld was read. None in other doubts.
        changes_score: whether the score depends on it. None if that is not known.
    """

    id: DoubtId
    tile: int | None
    parameters: Mapping[str, DoubtValue] = field(default_factory=dict)
    about: DoubtTopic = "photo"
    tiles: tuple[int, ...] = ()
    as_read: ClaimReading | None = None
    changes_score: bool | None = None

    @property
    def why(self) -> str:
        """The doubt in English."""
        return reading_words("en").doubt(self.id, self.parameters)


@dataclass(frozen=True, slots=True, eq=False)
class DecodedCandidate:
    """A candidate with its layout, its decoding and its total cost.

    Attributes:
        candidate: the tiles that are taken for the hand, and their cost in nats before decoding.
        layout: their rows, groups and roles.
        decoding_input: the cost of each face of each tile.
        search: the legal hands among them.
        hand: the likeliest legal hand. Without any the likeliest hand that waits for its last tile.
            Without that the tiles as they look.
        is_waiting: whether one more tile would make it win.
        legality_cost: the cost in nats of tiles that do not win, beyond the cost of their number.
        implausibility_cost: the cost in nats of too few clear tiles for a hand. 0 if they can be a
            hand.
    """

    candidate: Candidate
    layout: Layout
    decoding_input: DecodingInput
    search: SearchResult
    hand: DecodedHand
    is_waiting: bool
    legality_cost: float
    implausibility_cost: float

    @property
    def terms(self) -> Terms:
        """The total cost by cause."""
        return (
            *self.candidate.terms,
            Evidence("faces", self.hand.cost),
            Evidence("legality", self.legality_cost),
            Evidence("few-clear-tiles", self.implausibility_cost),
        )

    @property
    def cost(self) -> float:
        """How much less likely this reading is than the likeliest could be, in nats."""
        decoding_cost = self.legality_cost + self.implausibility_cost
        return self.candidate.cost + self.hand.cost + decoding_cost

    @property
    def place_cost(self) -> float:
        """The cost in nats of the layout alone, without the tile count and the faces."""
        return self.candidate.cost - self.candidate.count_penalty + self.implausibility_cost

    @property
    def is_hand(self) -> bool:
        """Whether the tiles win or wait for their last one."""
        return bool(self.search.hands) or self.is_waiting

    @property
    def leaves_backs(self) -> bool:
        """Whether tiles of the candidate that lie face down are left out of the hand."""
        # Some candidates decide themselves which of their tiles are left out.
        if self.candidate.has_backs or self.candidate.dropped:
            return False
        for tile in self.layout.tiles:
            is_left_out = tile.role == "other" and tile.index in self.candidate.tiles
            if is_left_out and tile.detection.tile == BACK:
                return True
        return False

    @property
    def strays(self) -> list[int]:
        """The tiles that a winning or waiting hand leaves out."""
        if not self.is_hand:
            return []
        return sorted(self.decoding_input.tiles - self.hand.face_of.keys())


@dataclass(frozen=True, slots=True)
class HandReading:
    """The hand that a photo's tiles show.

    Attributes:
        hand: the hand. It has a winning tile only if the photo shows which tile that is.
        tiles: every tile, those of the hand first and in reading order.
        doubts: the questions about faces, then about roles, then about the photo. Within each, the
            most decisive first.
        layout: the rows, groups and roles of the tiles. ``tiles`` follows its order.
        is_legal: whether the tiles make a winning hand.
        second_hand: the tiles of another hand in the photo. Empty without another hand.
        candidates: the chosen candidate, then those that it was compared with.
    """

    hand: Hand
    tiles: tuple[ReadTile, ...]
    doubts: tuple[Doubt, ...]
    layout: Layout
    is_legal: bool
    second_hand: tuple[int, ...] = ()
    candidates: tuple[DecodedCandidate, ...] = ()

    def __repr__(self) -> str:
        return f"<HandReading {self.text!r}, {len(self.tiles)} tiles, {len(self.doubts)} doubts>"

    @property
    def text(self) -> str:
        """The hand in the notation."""
        return str(self.hand)

    @property
    def hand_shape(self) -> HandShape:
        """The size of a hand in the rules by which the photo was read.

        It is that of most rules for a reading without candidates.
        """
        if not self.candidates:
            return FOUR_MELDS
        return self.candidates[0].decoding_input.hand_shape

    @property
    def by_index(self) -> dict[int, ReadTile]:
        """Every tile by the index of its detection."""
        return {tile.index: tile for tile in self.tiles}

    @property
    def hand_tiles(self) -> tuple[ReadTile, ...]:
        """The tiles that the layout takes for the hand, in reading order.

        Tiles that the decoding left out are among them.
        """
        return self.tiles[: len(self.layout.hand)]


@dataclass(frozen=True, slots=True, eq=False)
class PhotoReading:
    """One photo as it was read.

    Attributes:
        photo: the decoded photo.
        reading: the hand, its tiles and the doubts.
        seconds: the time from file to hand. Without decoding for a photo that was decoded before.
    """

    photo: Photo
    reading: HandReading
    seconds: float

    def __repr__(self) -> str:
        return (
            f"<PhotoReading {self.photo.name!r}, hand {str(self.hand)!r}, "
            f"{len(self.tiles)} tiles, {len(self.doubts)} doubts>"
        )

    @property
    def hand(self) -> Hand:
        """The hand. It has a winning tile only if the photo shows which tile that is."""
        return self.reading.hand

    @property
    def tiles(self) -> tuple[ReadTile, ...]:
        """Every tile, those of the hand first and in reading order."""
        return self.reading.tiles

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """The questions for the user, the most decisive first."""
        return self.reading.doubts


@dataclass(frozen=True, slots=True)
class UnreadPhoto:
    """A photo that could not be read.

    Attributes:
        source: the photo's file as it was given.
        error: the reason. Its message names the photo.
    """

    source: Path
    error: HuError
