"""The decoder's input: the tiles of a hand with the cost of each face, and the open melds."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from hu.app.reading.parts import Floats
from hu.scoring.hand_shape import FOUR_MELDS, HandShape
from hu.scoring.shapes import COMMON_SHAPES, Shape
from hu.scoring.tiles import KINDS


@dataclass(frozen=True, slots=True)
class MeldInput:
    """A meld that lies apart.

    Attributes:
        tiles: the indices of its tiles that lie face up.
        size: how many tiles it has, those that lie face down included.
        sequence_cost: the cost in nats of reading it as a sequence, besides that of its faces.
            Infinite for quads.
    """

    tiles: tuple[int, ...]
    size: int
    sequence_cost: float = 0.0


@dataclass(frozen=True, slots=True)
class SetAsideInput:
    """A tile that may have been set aside, as flowers are.

    Attributes:
        face: the face that it has if it was set aside.
        cost: the cost in nats of reading it as set aside.
        lies_with_flowers: whether it lies at the place of flowers, apart from the hand's row.
    """

    face: str
    cost: float
    lies_with_flowers: bool


@dataclass(frozen=True, slots=True, eq=False)
class DecodingInput:
    """The tiles of a hand as the networks and the layout see them.

    A tile is the index of its detection.

    Attributes:
        face_costs: ``(n, 42)`` float64 nats: the cost of taking each tile for each of
            ``hu.scoring.tiles.FACES``. A tile's likeliest face costs 0, unless the tile is likelier
            a stray. Infinite for detections that are no tiles of the hand.
        stray_costs: ``(n,)`` float64 nats: the cost of leaving each tile out of the hand.
        standing: the tiles that are in no meld that lies apart, in reading order. The winning tile,
            flowers and strays are among them.
        melds: the melds that lie apart.
        shapes: the shapes that win by the rules in force.
        hand_shape: the size of a hand by these rules.
        set_aside_inputs: for each of ``standing``, how to read it as set aside, such as a North in
            the game for three. Empty if players of these rules set no tiles aside.
    """

    face_costs: Floats
    stray_costs: Floats
    standing: tuple[int, ...]
    melds: tuple[MeldInput, ...] = ()
    shapes: tuple[Shape, ...] = COMMON_SHAPES
    hand_shape: HandShape = FOUR_MELDS
    set_aside_inputs: Mapping[int, SetAsideInput] = field(default_factory=dict)

    @property
    def kind_costs(self) -> Floats:
        """``(n, 34)`` float64 nats: the cost of taking each tile for each of ``KINDS``."""
        return self.face_costs[:, : len(KINDS)]

    @property
    def bonus_costs(self) -> Floats:
        """``(n, 8)`` float64 nats: the cost of taking each tile for each of ``BONUS``."""
        return self.face_costs[:, len(KINDS) :]

    @property
    def tiles(self) -> frozenset[int]:
        """All tiles to decode: the standing tiles, and those of the melds that lie face up."""
        tiles = set(self.standing)
        for meld in self.melds:
            tiles.update(meld.tiles)
        return frozenset(tiles)
