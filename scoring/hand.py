"""What is scored: sets, hands, and how a hand was won. Values that never change and compare by content."""

from dataclasses import dataclass
from typing import Final, Self

from hu.scoring.errors import InputError
from hu.scoring.melds import Meld
from hu.scoring.notation import format_meld, format_tiles, mark_red_fives, read_parts
from hu.scoring.tiles import BONUS, RANK, in_order

#: The seats in turn order.
SEATS: Final = ("E", "S", "W", "N")
#: How a hand can be won; with the last two ``Win.source`` names the discarder or the robbed player.
WINS: Final = ("self-draw", "discard", "robbed-kong")
_BONUS: Final = frozenset(BONUS)


@dataclass(frozen=True, slots=True)
class Hand:
    """A player's tiles. Hands of the same tiles are equal, in any order.

    A hand may break every rule; ``hu.scoring.problems.find_problems`` says what is wrong with it.

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

    def __post_init__(self) -> None:
        if not (_BONUS.isdisjoint(self.concealed) and _BONUS.issuperset(self.bonus)):
            misplaced = [*_BONUS.intersection(self.concealed), *set(self.bonus).difference(_BONUS)]
            raise InputError(
                f"{misplaced[0]!r} misplaced: flowers and seasons lie apart from the other tiles"
            )
        object.__setattr__(self, "concealed", in_order(self.concealed))
        if len(self.melds) > 1:
            melds = sorted(
                self.melds, key=lambda meld: (meld.concealed, [RANK[tile] for tile in meld.tiles])
            )
            object.__setattr__(self, "melds", tuple(melds))
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
        return cls(*read_parts(text))

    def __str__(self) -> str:
        winning = f"+{self.winning}" if self.winning else ""
        parts = [
            format_tiles(self.concealed),
            *map(format_meld, self.melds),
            format_tiles(self.bonus),
            winning,
        ]
        text = " ".join(part for part in parts if part)
        return mark_red_fives(text, self.red) if self.red else text

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


def write_reds(tiles: tuple[str, ...], red: tuple[str, ...]) -> tuple[str, ...]:
    """Write as many fives as red ones, from the left: which of equal tiles is red changes nothing.

    >>> write_reds(("4m", "5m", "5m"), ("5m",))
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
        extras: what the house counts beside, by the ids of ``hu.scoring.rule_set.changes``.
    """

    winner: str
    how: str
    source: str | None = None
    circumstances: frozenset[str] = frozenset()
    recent_discards: tuple[tuple[str, str], ...] = ()
    liable: str | None = None
    extras: frozenset[str] = frozenset()

    @property
    def drawn(self) -> bool:
        """Whether the winner drew the winning tile; robbing a quad is a win on a discard."""
        return self.how == "self-draw"
