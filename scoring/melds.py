"""Melds: sequences, triplets and quads."""

from dataclasses import dataclass, field
from typing import Final, Literal

from hu.scoring.arguments import check_type
from hu.scoring.errors import InputError
from hu.scoring.tiles import KINDS, in_order

MeldKind = Literal["sequence", "triplet", "quad", "other"]


def _list_legal_melds() -> dict[tuple[str, ...], MeldKind]:
    """List the tiles of every legal meld, in order, with its kind."""
    kinds: dict[tuple[str, ...], MeldKind] = {}
    for suit in "mps":
        for first in range(1, 8):
            tiles = (f"{first}{suit}", f"{first + 1}{suit}", f"{first + 2}{suit}")
            kinds[tiles] = "sequence"
    for tile in KINDS:
        kinds[tile, tile, tile] = "triplet"
        kinds[tile, tile, tile, tile] = "quad"
    return kinds


#: (tiles, kind) of each legal meld, by its tiles. Equal melds share this tuple of tiles.
_LEGAL_MELDS: Final = {tiles: (tiles, kind) for tiles, kind in _list_legal_melds().items()}


@dataclass(frozen=True, slots=True)
class Meld:
    """Three or four tiles: claimed, laid down as a quad, or found among the standing tiles.

    >>> Meld(("3m", "1m", "2m"))
    Meld(tiles=('1m', '2m', '3m'), concealed=False)
    >>> Meld(("3m", "1m", "2m")).kind
    'sequence'

    Attributes:
        tiles: its tile codes, in order.
        concealed: whether it is concealed: no tile of it was claimed. Of the melds on the table
            (``Hand.melds``) only quads can be concealed.
        red: its red fives, as plain fives. ``Hand.red`` has all red fives of a hand. This field
            only decides which of them are written in the meld. Melds that differ in it alone are
            equal.
        kind: ``sequence``, ``triplet``, ``quad``, or ``other`` if the tiles are none of these.

    Raises:
        InputError: one of the tiles does not exist, or there are none.
        TypeError: the tiles are no texts, or ``concealed`` is no bool.
    """

    tiles: tuple[str, ...]
    concealed: bool = False
    red: tuple[str, ...] = field(default=(), repr=False, compare=False)
    kind: MeldKind = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        tiles = in_order(self.tiles)
        if type(self.concealed) is not bool:
            check_type("concealed", self.concealed, bool)
        if not tiles:
            raise InputError("a meld has no tiles")
        # A legal meld takes the tuple that equal melds share. Any other meld keeps its own.
        tiles, kind = _LEGAL_MELDS.get(tiles, (tiles, "other"))
        object.__setattr__(self, "tiles", tiles)
        object.__setattr__(self, "kind", kind)

    @property
    def first_number(self) -> str:
        """The number of its first tile, such as ``4`` of 456 or of 444."""
        return self.tiles[0][0]

    @property
    def suit(self) -> str:
        """The letter of its suit, ``z`` for honors."""
        return self.tiles[0][1]
