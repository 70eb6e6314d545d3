"""What is scored: sets, hands, and how a hand was won. Values that never change and compare by content."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Final, Literal, Self

from hu.scoring.errors import InputError
from hu.scoring.tiles import BONUS, FACES, KINDS

if TYPE_CHECKING:
    from collections.abc import Callable

Kind = Literal["sequence", "triplet", "quad", "other"]
#: The seats in turn order.
SEATS: Final = ("E", "S", "W", "N")
#: How a hand can be won; with the last two ``Win.source`` names the discarder or the robbed player.
WINS: Final = ("self-draw", "discard", "robbed-kong")

#: Where a tile stands in a hand laid out in order: 1m-9m, 1p-9p, 1s-9s, 1z-7z, 1f-4f, 1g-4g.
RANK: Final = {tile: index for index, tile in enumerate(FACES)}

_BONUS: Final = frozenset(BONUS)
_SET_KINDS: Final[dict[tuple[str, ...], Kind]] = {
    **{KINDS[9 * suit + n : 9 * suit + n + 3]: "sequence" for suit in range(3) for n in range(7)},
    **{(tile,) * 3: "triplet" for tile in KINDS},
    **{(tile,) * 4: "quad" for tile in KINDS},
}
_SETS: Final = {tiles: (tiles, kind) for tiles, kind in _SET_KINDS.items()}


def in_order(tiles: tuple[str, ...]) -> tuple[str, ...]:
    """Sort tiles as they stand in a hand: characters, dots, bamboo, honors, flowers, seasons.

    Raises:
        InputError: one of them is no tile that a hand can hold.
    """
    try:
        return tuple(sorted(tiles, key=RANK.__getitem__))
    except KeyError as error:
        raise InputError(f"unknown tile {error.args[0]!r}; tiles are 1m-9m 1p-9p 1s-9s 1z-7z 1f-4f 1g-4g") from None


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
    kind: Kind = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        in_place = in_order(self.tiles)
        tiles, kind = _SETS.get(in_place, (in_place, "other"))
        object.__setattr__(self, "tiles", tiles)
        object.__setattr__(self, "kind", kind)


@dataclass(frozen=True, slots=True)
class Hand:
    """A player's tiles. The same tiles make equal hands, in whatever order they were given.

    A hand may break every rule; ``hu.scoring.problems.problems`` says what is wrong with it.

    Attributes:
        concealed: the tiles that stand, in order, without the winning one.
        melds: exposed sets, then concealed quads.
        bonus: flowers, then seasons.
        winning: the tile that completed the hand; None in a hand that did not win.
        red: the fives of the hand that are red, as plain fives in order; they are among its other tiles too.

    Raises:
        InputError: an unknown tile, a bonus tile among the concealed ones, or another among the bonus tiles.
    """

    concealed: tuple[str, ...] = ()
    melds: tuple[Meld, ...] = ()
    bonus: tuple[str, ...] = ()
    winning: str | None = None
    red: tuple[str, ...] = ()

    #: Draws a hand as HTML for notebooks; set from outside, since scoring knows nothing of pictures.
    drawing: ClassVar["Callable[[Hand], str] | None"] = None

    def __post_init__(self) -> None:
        if not (_BONUS.isdisjoint(self.concealed) and _BONUS.issuperset(self.bonus)):
            misplaced = [*_BONUS.intersection(self.concealed), *set(self.bonus).difference(_BONUS)]
            raise InputError(f"{misplaced[0]!r} misplaced: flowers and seasons lie apart from the other tiles")
        object.__setattr__(self, "concealed", in_order(self.concealed))
        if len(self.melds) > 1:
            object.__setattr__(self, "melds", tuple(sorted(self.melds, key=_meld_order)))
        if self.bonus:
            object.__setattr__(self, "bonus", in_order(self.bonus))
        if self.winning is not None:
            object.__setattr__(self, "winning", in_order((self.winning,))[0])
        if self.red:
            object.__setattr__(self, "red", in_order(self.red))

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read a hand in the notation.

        >>> Hand.from_text("55s [777z] 13p +2p").winning
        '2p'

        Raises:
            InputError: the text is not in the notation; the message names the column, from 1.
        """
        from hu.scoring.notation import parse_hand  # noqa: PLC0415  # the notation is written in terms of hands

        hand = parse_hand(text)
        if isinstance(hand, cls):
            return hand
        return cls(hand.concealed, hand.melds, hand.bonus, hand.winning, hand.red)

    def __str__(self) -> str:
        from hu.scoring.notation import format_hand  # noqa: PLC0415

        return format_hand(self)

    def _repr_html_(self) -> str | None:
        """The hand as notebooks show it; None where nothing can draw it."""
        draw = type(self).drawing
        return None if draw is None else draw(self)

    @property
    def standing(self) -> tuple[str, ...]:
        """The concealed tiles with the winning one, in order."""
        return self.concealed if self.winning is None else in_order((*self.concealed, self.winning))

    @property
    def quads(self) -> int:
        """How many quads lie on the table; each adds a tile to the hand."""
        return sum(meld.kind == "quad" for meld in self.melds)

    @property
    def tiles(self) -> tuple[str, ...]:
        """Every tile of the hand, in order, flowers and the winning tile included."""
        melded = [tile for meld in self.melds for tile in meld.tiles]
        winning = () if self.winning is None else (self.winning,)
        return in_order((*self.concealed, *winning, *melded, *self.bonus))


def reddened(tiles: tuple[str, ...], red: tuple[str, ...]) -> tuple[str, ...]:
    """Write as many fives as red ones, from the left: which of equal tiles is red changes nothing.

    >>> reddened(("4m", "5m", "5m"), ("5m",))
    ('4m', '0m', '5m')
    """
    left = list(red)
    found: list[str] = []
    for tile in tiles:
        if tile in left:
            left.remove(tile)
            found.append(f"0{tile[1]}")
        else:
            found.append(tile)
    return tuple(found)


def _meld_order(meld: Meld) -> tuple[bool, list[int]]:
    return meld.concealed, [RANK[tile] for tile in meld.tiles]


@dataclass(frozen=True, slots=True)
class Win:
    """How a hand was won: what the tiles alone cannot tell.

    Attributes:
        winner: the winner's seat, one of ``SEATS``.
        how: one of ``WINS``.
        source: the discarder or the robbed player; None with a self-draw.
        circumstances: the rule set's own names, such as ``last-tile``.
        recent_discards: (seat, tile) in order, from the winner's previous discard (or the first of the hand) to
            the last one before the winning discard.
        liable: who fed the set for which these rules make a player liable.
    """

    winner: str
    how: str
    source: str | None = None
    circumstances: frozenset[str] = frozenset()
    recent_discards: tuple[tuple[str, str], ...] = ()
    liable: str | None = None

    @property
    def drawn(self) -> bool:
        """Whether the winner drew the winning tile; robbing a quad is a win on a discard."""
        return self.how == "self-draw"
