"""Melds: sequences, triplets and quads."""

from dataclasses import dataclass, field
from typing import Final, Literal

from hu.scoring.tiles import KINDS, in_order

MeldKind = Literal["sequence", "triplet", "quad", "other"]
_SET_KINDS: Final[dict[tuple[str, ...], MeldKind]] = {
    **{KINDS[9 * suit + n : 9 * suit + n + 3]: "sequence" for suit in range(3) for n in range(7)},
    **{(tile,) * 3: "triplet" for tile in KINDS},
    **{(tile,) * 4: "quad" for tile in KINDS},
}
_SETS: Final = {tiles: (tiles, kind) for tiles, kind in _SET_KINDS.items()}


@dataclass(frozen=True, slots=True)
class Meld:
    """A set of three or four tiles: claimed, laid down as a quad, or found among the standing tiles.

    Attributes:
        tiles: its tile codes, in order.
        concealed: whether no tile of it was claimed. Among ``Hand.melds`` only quads can be.
        kind: ``sequence``, ``triplet``, ``quad``, or ``other`` when the tiles make no set.
    """

    tiles: tuple[str, ...]
    concealed: bool = False
    kind: MeldKind = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        in_place = in_order(self.tiles)
        tiles, kind = _SETS.get(in_place, (in_place, "other"))
        object.__setattr__(self, "tiles", tiles)
        object.__setattr__(self, "kind", kind)
