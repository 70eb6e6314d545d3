"""Hands, and how they were won. The values never change and compare by content."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Self

from hu.scoring.arguments import check_texts, check_type, shown
from hu.scoring.errors import InputError
from hu.scoring.melds import Meld
from hu.scoring.notation import (
    format_meld,
    format_set_aside,
    format_tiles,
    mark_red_fives,
    read_parts,
)
from hu.scoring.tiles import BONUS, RANK, SET_ASIDE, in_order

#: The seats in turn order.
SEATS: Final = ("E", "S", "W", "N")
#: How a hand can be won. In the last two ways ``Win.source`` is the discarder or the robbed player.
WINS: Final = ("self-draw", "discard", "robbed-kong")
_BONUS: Final = frozenset(BONUS)
_SET_ASIDE: Final = frozenset(SET_ASIDE)


@dataclass(frozen=True, slots=True)
class Hand:
    """A player's tiles. Hands of the same tiles are equal, in any order.

    A hand may break every rule. ``hu.scoring.problems.find_problems`` lists its problems.

    Attributes:
        concealed: the standing tiles, in order, without the winning tile.
        melds: the melds on the table, exposed melds first. Of the concealed melds only quads are
            legal.
        bonus: the tiles that were set aside: North in the game for three, flowers, then seasons.
        winning: the tile that completed the hand. None in a hand that did not win.
        red: the red fives of the hand, as plain fives in order. The concealed tiles, the melds and
            the winning tile include them.
        is_winning_red: whether the winning tile is one of the red fives. It only decides which five
            is written as the red five. Hands that differ in it alone are equal.

    Raises:
        InputError: a tile does not exist, a bonus tile is among the concealed tiles, or another
            tile is among the bonus tiles.
        TypeError: a value has another type.
    """

    concealed: tuple[str, ...] = ()
    melds: tuple[Meld, ...] = ()
    bonus: tuple[str, ...] = ()
    winning: str | None = None
    red: tuple[str, ...] = ()
    is_winning_red: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        if not self._has_tuples():
            self._check_types()
        if type(self.is_winning_red) is not bool:
            check_type("is_winning_red", self.is_winning_red, bool)
        misplaced = [tile for tile in self.concealed if tile in _BONUS]
        misplaced += [tile for tile in self.bonus if tile not in _SET_ASIDE]
        if misplaced:
            raise InputError(
                f"{misplaced[0]!r} misplaced: flowers and seasons lie apart from the other tiles"
            )

        # Sorted tiles make hands of the same tiles equal. A frozen field is set through ``object``.
        object.__setattr__(self, "concealed", in_order(self.concealed))
        if len(self.melds) > 1:
            object.__setattr__(self, "melds", tuple(sorted(self.melds, key=_meld_order)))
        if self.bonus:
            object.__setattr__(self, "bonus", in_order(self.bonus))
        if self.winning is not None:
            # This refuses a tile that does not exist.
            in_order((self.winning,))
        if self.red:
            object.__setattr__(self, "red", in_order(self.red))

    def _has_tuples(self) -> bool:
        """Whether the fields have tuples of tiles and melds already, as in nearly every hand."""
        # Hands are made often, so this is written for speed.
        if type(self.concealed) is not tuple or type(self.melds) is not tuple:
            return False
        for meld in self.melds:
            if type(meld) is not Meld:
                return False
        return type(self.bonus) is tuple and type(self.red) is tuple

    def _check_types(self) -> None:
        """Turn lists and other collections of tiles or melds into tuples.

        Raises:
            InputError: a text was given instead of tiles.
            TypeError: a value has another type.
        """
        for name in ("concealed", "bonus", "red", "melds"):
            value = getattr(self, name)
            if isinstance(value, str):
                raise InputError(
                    f"{name}: expected a tuple, not {shown(value)}; "
                    "read a hand in the notation with Hand.from_text"
                )
            check_type(name, value, Iterable)
            object.__setattr__(self, name, tuple(value))
        for meld in self.melds:
            check_type("melds", meld, Meld)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read a hand in the notation.

        >>> Hand.from_text("55s [777z] 13p +2p").winning
        '2p'

        Raises:
            InputError: the text is not in the notation. The message names the column, from 1.
            TypeError: it is no text.
        """
        check_type("text", text, str)
        # ``HandParts`` has the fields of a hand, in the same order.
        return cls(*read_parts(text))

    def __str__(self) -> str:
        parts = []
        if self.concealed:
            parts.append(format_tiles(self.concealed))
        # The red fives that are not written yet, as plain fives.
        red = list(self.red)
        for meld in self.melds:
            meld_text = format_meld(meld)
            if red and meld.red:
                red_of_meld = _take_out(meld.red, red)
                meld_text = mark_red_fives(meld_text, red_of_meld)
            parts.append(meld_text)
        if self.bonus:
            parts.append(format_set_aside(self.bonus))
        if self.winning:
            winning = self.winning
            if self.is_winning_red and winning in red:
                red.remove(winning)
                winning = f"0{winning[1]}"
            parts.append(f"+{winning}")
        text = " ".join(parts)
        if red:
            return mark_red_fives(text, tuple(red))
        return text

    @property
    def standing(self) -> tuple[str, ...]:
        """The concealed tiles with the winning tile, in order."""
        if self.winning is None:
            return self.concealed
        return in_order((*self.concealed, self.winning))

    @property
    def concealed_red(self) -> tuple[str, ...]:
        """The red fives among the concealed tiles, as plain fives in order.

        >>> Hand.from_text("40m 05s [067p] +0m").concealed_red
        ('5m', '5s')
        """
        red = list(self.red)
        for meld in self.melds:
            _take_out(meld.red, red)
        if self.winning is not None and self.is_winning_red:
            _take_out((self.winning,), red)
        return tuple(red)

    @property
    def claimed_melds(self) -> list[Meld]:
        """The melds that were claimed: all melds on the table but concealed quads."""
        return [meld for meld in self.melds if not meld.concealed]

    @property
    def has_flowers_once(self) -> bool:
        """Whether the tiles that were set aside are flowers and seasons, each of them once."""
        return len(set(self.bonus)) == len(self.bonus) and _BONUS.issuperset(self.bonus)

    @property
    def quads(self) -> int:
        """The number of quads on the table. Each adds a tile to the hand."""
        return [meld.kind for meld in self.melds].count("quad")

    @property
    def tiles(self) -> tuple[str, ...]:
        """Every tile of the hand, in order, flowers and the winning tile included."""
        tiles = [*self.concealed, *self.bonus]
        for meld in self.melds:
            tiles += meld.tiles
        if self.winning is not None:
            tiles.append(self.winning)
        return in_order(tuple(tiles))


def _meld_order(meld: Meld) -> tuple[bool, list[int]]:
    """The key by which melds are sorted: exposed melds first, then by their tiles."""
    return meld.concealed, [RANK[tile] for tile in meld.tiles]


def _take_out(wanted: tuple[str, ...], tiles: list[str]) -> tuple[str, ...]:
    """Remove tiles from a list, as far as the list has them, and return the removed tiles."""
    removed = []
    for tile in wanted:
        if tile in tiles:
            tiles.remove(tile)
            removed.append(tile)
    return tuple(removed)


def write_reds(tiles: tuple[str, ...], red: tuple[str, ...]) -> tuple[str, ...]:
    """Write some of the fives among tiles as red fives.

    The leftmost fives are chosen, because copies of a tile are interchangeable.

    >>> write_reds(("4m", "5m", "5m"), ("5m",))
    ('4m', '0m', '5m')

    Args:
        tiles: the tiles, with plain fives.
        red: the fives to write as red fives, as plain fives.
    """
    # The red fives that are still to be written, as plain fives.
    unmarked = list(red)
    codes = []
    for tile in tiles:
        if tile in unmarked:
            unmarked.remove(tile)
            codes.append(f"0{tile[1]}")
        else:
            codes.append(tile)
    return tuple(codes)


@dataclass(frozen=True, slots=True)
class Win:
    """How a hand was won.

    Attributes:
        winner: the winner's seat, one of ``SEATS``.
        how: one of ``WINS``.
        source: the seat of the discarder or of the robbed player. None with a self-draw.
        circumstances: the rule set's own names, such as ``last-tile``.
        recent_discards: (seat, tile) in order, from the winner's previous discard (or the first
            discard of the deal) to the last discard before the winning discard.
        liable: the seat of the player who is liable for the win, for having fed the last meld of a
            large hand. None if nobody is liable.
        extras: the ids of the house's own patterns that the players named for this win.

    Raises:
        TypeError: a value has another type.
    """

    winner: str
    how: str
    source: str | None = None
    circumstances: frozenset[str] = frozenset()
    recent_discards: tuple[tuple[str, str], ...] = ()
    liable: str | None = None
    extras: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        # Wins are made often, so the usual types are looked at first.
        if type(self.winner) is not str or type(self.how) is not str:
            check_type("winner", self.winner, str)
            check_type("how", self.how, str)
        if self.source is not None:
            check_type("source", self.source, str, type(None))
        if self.liable is not None:
            check_type("liable", self.liable, str, type(None))
        # A single circumstance may be given as a text, several as any collection.
        if type(self.circumstances) is not frozenset:
            names = check_texts("circumstances", self.circumstances)
            object.__setattr__(self, "circumstances", frozenset(names))
        if type(self.extras) is not frozenset:
            object.__setattr__(self, "extras", frozenset(check_texts("extras", self.extras)))
        if self.recent_discards != ():
            _check_discards(self.recent_discards)

    @property
    def drawn(self) -> bool:
        """Whether the winner drew the winning tile. The tile of a robbed quad is not drawn."""
        return self.how == "self-draw"


def _check_discards(discards: tuple[tuple[str, str], ...]) -> None:
    """Check that discards are pairs of a seat and a tile.

    Raises:
        TypeError: they are not.
    """
    check_type("recent_discards", discards, tuple)
    for discard in discards:
        is_pair = isinstance(discard, tuple) and [type(part) for part in discard] == [str, str]
        if not is_pair:
            raise TypeError(
                f"recent_discards: expected pairs of a seat and a tile, not {shown(discard)}"
            )
