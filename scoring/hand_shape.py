"""The shape of a hand, as a rule set declares it: its size, and which tiles and claims exist."""

from dataclasses import dataclass
from typing import Final

from hu.scoring.texts import Text


@dataclass(frozen=True, slots=True)
class HandShape:
    """How many tiles a hand has, and which. Each quad counts as three tiles.

    >>> FIVE_MELDS.waiting_size, FIVE_MELDS.complete_size
    (16, 17)

    Attributes:
        melds: how many melds a complete hand has.
        pairs: how many pairs a complete hand has.
        missing_kinds: the kinds of tiles that are left out of the tile set.
        set_aside: the kinds of tiles that players can set aside like flowers and seasons, such as
            North in the game for three. Tiles that were set aside are in no meld and no pair.
        has_claimed_sequences: whether players can claim a discard for a sequence.
    """

    melds: int
    pairs: int = 1
    missing_kinds: tuple[str, ...] = ()
    set_aside: tuple[str, ...] = ()
    has_claimed_sequences: bool = True

    @property
    def complete_size(self) -> int:
        """How many tiles a hand has with its winning tile."""
        return 3 * self.melds + 2 * self.pairs

    @property
    def waiting_size(self) -> int:
        """How many tiles a player holds without the winning tile."""
        return self.complete_size - 1

    @property
    def largest_size(self) -> int:
        """How many tiles a hand of quads has, the largest hand. Flowers are not counted."""
        return self.complete_size + self.melds

    @property
    def melds_in_words(self) -> Text:
        """The number of melds as a word."""
        return Text(f"count.{self.melds}")


#: Four melds and a pair.
FOUR_MELDS: Final = HandShape(4)
#: Five melds and a pair.
FIVE_MELDS: Final = HandShape(5)
