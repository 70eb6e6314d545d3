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
        alternatives: the likeliest other faces, or ``back``, with their probabilities, the
            likeliest first.
        is_inferred: whether the rules of the game chose another face than the network's likeliest.
        red_probability: the probability that it is a red five. None for a face that is no five, for
            tiles that the layout does not take for the hand, and in rules without red fives.
        is_red: whether it is read as a red five.
        is_set_aside: whether it was set aside although it is no flower, such as North in the game
            for three.
    """

    laid: LaidTile = field(repr=False)
    tile: str
    confidence: float
    alternatives: tuple[tuple[str, float], ...]
    is_inferred: bool
    red_probability: float | None = None
    is_red: bool = False
    is_set_aside: bool = False

    def __repr__(self) -> str:
        return f"<ReadTile {self.code}, confidence {self.confidence:.3f}, {self.role}>"

    @property
    def index(self) -> int:
        """The index of its detection."""
        return self.laid.index

    @property
    def code(self) -> str:
        """The code of its face as people see it: ``0m`` for a red 5 of characters."""
        if self.is_red:
            return f"0{self.tile[1]}"
        return self.tile

    @property
    def role(self) -> Role:
        """Its role in the hand.

        It is the role that the layout gave the tile. But outside of melds the decoded face decides
        whether the tile is a flower.
        """
        role = self.laid.role
        if role in ("meld", "other"):
            return role
        if self.is_set_aside or self.tile in _BONUS:
            return "bonus"
        if role == "bonus":
            # It looked like a flower, but was decoded as another tile.
            return "concealed"
        return role


@dataclass(frozen=True, slots=True)
class Doubt:
    """A question for the user.

    Attributes:
        id: the kind of question.
        tile: the index of the tile in question, or of the first of several tiles in question. None
            if the doubt is about the hand or the photo as a whole.
        parameters: the faces, counts and so on that its sentence names. An empty face stands for a
            tile that may be no tile of the hand.
        about: ``face`` of a tile, ``role`` of a tile or a meld, or ``photo`` for everything that
            the photo does not show.
        tiles: the indices of the tiles in question, if the doubt is whether a meld was claimed or
            whether tiles were set aside. Empty in other doubts.
        as_read: how the meld was read, if the doubt is whether it was claimed. None in other
            doubts.
        changes_score: whether the score depends on the answer. None if that is not known.
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
        decoding_input: the cost of taking each tile for each face.
        search: the likeliest legal hands that these tiles can be, without hands that have too many
            unlikely faces to be believed.
        hand: the likeliest legal hand. If there is none: the likeliest hand that waits for its last
            tile. If there is none either: the tiles as they look.
        is_waiting: whether ``hand`` waits for its last tile.
        legality_cost: the cost in nats of a hand that is not legal. The part of it that the penalty
            for the number of tiles covers is left out.
        implausibility_cost: the cost in nats of tiles that cannot be a hand, because too few are
            clear. 0 for tiles that can.
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
        """The evidence against this candidate, whose log-odds add up to its total cost."""
        return (
            *self.candidate.terms,
            Evidence("faces", self.hand.cost),
            Evidence("legality", self.legality_cost),
            Evidence("few-clear-tiles", self.implausibility_cost),
        )

    @property
    def cost(self) -> float:
        """How much less likely this reading is than the likeliest possible reading, in nats."""
        decoding_cost = self.legality_cost + self.implausibility_cost
        return self.candidate.cost + self.hand.cost + decoding_cost

    @property
    def place_cost(self) -> float:
        """The cost in nats of the tiles' places and of too few clear tiles.

        The cost of their number, of their faces and of a hand that is not legal are left out.
        """
        return self.candidate.cost - self.candidate.count_penalty + self.implausibility_cost

    @property
    def is_hand(self) -> bool:
        """Whether the tiles win or wait for their last tile."""
        return bool(self.search.hands) or self.is_waiting

    @property
    def leaves_backs(self) -> bool:
        """Whether the layout left out face-down tiles of the candidate.

        Then a further candidate may have them in the hand. No such candidate follows if the
        backs of this one belong to the hand already, or if some of its tiles were dropped.
        """
        if self.candidate.backs_belong or self.candidate.dropped:
            return False
        for tile in self.layout.tiles:
            is_left_out = tile.role == "other" and tile.index in self.candidate.tiles
            if is_left_out and tile.detection.tile == BACK:
                return True
        return False

    @property
    def strays(self) -> list[int]:
        """The decoded tiles that are not in ``hand``. Empty if ``hand`` neither wins nor waits."""
        if not self.is_hand:
            return []
        return sorted(self.decoding_input.tiles - self.hand.face_of.keys())


@dataclass(frozen=True, slots=True)
class HandReading:
    """The hand that a photo's tiles show.

    Attributes:
        hand: the hand. It has a winning tile only if the photo shows which tile that is.
        tiles: every detection. Those that the layout takes for the hand come first, in reading
            order.
        doubts: the questions about faces, then about roles, then about the photo. Within each, the
            most decisive first.
        layout: the rows, groups and roles of the tiles. ``tiles`` has the order of its tiles.
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

        A reading without candidates does not know it, and has the size of most rules.
        """
        if not self.candidates:
            return FOUR_MELDS
        return self.candidates[0].decoding_input.hand_shape

    @property
    def unused_flowers(self) -> tuple[int, ...]:
        """The flowers and seasons that are left out because the rules are played without them."""
        flowers = []
        for tile in self.tiles:
            if tile.laid.reason is not None and tile.laid.reason.id == "flower":
                flowers.append(tile.index)
        return tuple(flowers)

    @property
    def by_index(self) -> dict[int, ReadTile]:
        """Every tile by the index of its detection."""
        return {tile.index: tile for tile in self.tiles}

    @property
    def hand_tiles(self) -> tuple[ReadTile, ...]:
        """The tiles that the layout takes for the hand, in reading order.

        The decoding may have left out some of them. Their role is ``other``.
        """
        return self.tiles[: len(self.layout.hand)]


@dataclass(frozen=True, slots=True, eq=False)
class PhotoReading:
    """One photo as it was read.

    Attributes:
        photo: the decoded photo.
        reading: the hand, its tiles and the doubts.
        seconds: the time from the file to the hand. If the photo was decoded before, the time from
            the decoded photo to the hand.
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
        """The questions for the user: about faces, then about roles, then about the photo."""
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
