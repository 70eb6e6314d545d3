"""How a winning hand can be arranged in MCR, and the facts that its fan depend on."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from hu.scoring.arrangements import divide_tiles, find_seven_pairs
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.mcr.knitted import HONORS_AND_KNITTED, KNITTED
from hu.scoring.melds import Meld
from hu.scoring.tiles import DRAGONS, ORPHANS, WINDS

McrForm = Literal[
    "regular", "knitted-straight", "seven-pairs", "thirteen-orphans", "honors-and-knitted"
]
_ORPHANS: Final = frozenset(ORPHANS)
#: For each kind of knitted straight, the tiles of a hand of honors and knitted tiles.
_POOLS: Final = tuple(frozenset(tiles) for tiles in HONORS_AND_KNITTED)


@dataclass(frozen=True)
class McrTiles:
    """The tiles of a winning hand, in whatever arrangement.

    Attributes:
        hand: the winner's hand.
        copies: how many tiles there are of each kind, without flowers and seasons.
    """

    hand: Hand
    copies: Counter[str]

    @classmethod
    def of(cls, hand: Hand) -> "McrTiles":
        """Count the tiles of a hand."""
        copies = Counter(hand.standing)
        for meld in hand.melds:
            copies.update(meld.tiles)
        return cls(hand, copies)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of tile."""
        return frozenset(self.copies)

    @cached_property
    def suits(self) -> frozenset[str]:
        """The suits of the tiles, without honors."""
        return frozenset([tile[1] for tile in self.kinds if tile[1] != "z"])

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers of the tiles, without honors."""
        return frozenset([tile[0] for tile in self.kinds if tile[1] != "z"])

    @cached_property
    def has_winds(self) -> bool:
        """Whether there are winds."""
        return bool(self.kinds.intersection(WINDS))

    @cached_property
    def has_dragons(self) -> bool:
        """Whether there are dragons."""
        return bool(self.kinds.intersection(DRAGONS))

    @cached_property
    def has_honors(self) -> bool:
        """Whether there are winds or dragons."""
        return self.has_winds or self.has_dragons

    @cached_property
    def is_one_suit(self) -> bool:
        """Whether all tiles are numbers of one suit."""
        return len(self.suits) == 1 and not self.has_honors

    def has_only_numbers(self, numbers: str) -> bool:
        """Whether every tile has one of these numbers. False if there are honors."""
        return not self.has_honors and self.numbers <= set(numbers)


@dataclass(frozen=True)
class McrArrangement:
    """One arrangement of a winning hand, and how it was won. "Triplets" include quads.

    Attributes:
        tiles: the tiles of the hand.
        win: how it was won.
        round_wind: the wind of the round.
        form: the shape of the arrangement.
        standing_melds: the melds among the standing tiles, the winning tile included.
        pairs: the tile of each pair: one beside melds, seven in seven pairs, none in thirteen
            orphans and in honors and knitted tiles.
        knitted: the nine tiles of a knitted straight, if there is one.
    """

    tiles: McrTiles
    win: Win
    round_wind: str
    form: McrForm
    standing_melds: tuple[Meld, ...] = ()
    pairs: tuple[str, ...] = ()
    knitted: tuple[str, ...] = ()

    @property
    def hand(self) -> Hand:
        """The winner's hand."""
        return self.tiles.hand

    @property
    def winning(self) -> str:
        """The winning tile."""
        return str(self.hand.winning)

    @property
    def pair(self) -> str:
        """The pair's tile. Empty in a hand without melds."""
        return self.pairs[0] if len(self.pairs) == 1 else ""

    @cached_property
    def melds(self) -> tuple[Meld, ...]:
        """All melds, the standing melds first."""
        return self.standing_melds + self.hand.melds

    @cached_property
    def sequences(self) -> list[Meld]:
        """The sequences."""
        return [meld for meld in self.melds if meld.kind == "sequence"]

    @cached_property
    def triplets(self) -> list[Meld]:
        """The triplets and quads."""
        return [meld for meld in self.melds if meld.kind != "sequence"]

    @cached_property
    def concealed_triplets(self) -> list[Meld]:
        """The triplets of which no tile was claimed, quads too.

        The winning discard exposes the triplet that it completes, unless it can also complete
        another group of the arrangement.
        """
        result = [meld for meld in self.standing_melds if meld.kind == "triplet"]
        if not self.win.drawn and not self._can_complete_other_group:
            result = [meld for meld in result if meld.tiles[0] != self.winning]
        result += [meld for meld in self.hand.melds if meld.concealed]
        return result

    @property
    def _can_complete_other_group(self) -> bool:
        """Whether the winning tile can complete anything but a triplet."""
        if self.winning in self.knitted or self.winning in self.pairs:
            return True
        sequences = [meld for meld in self.standing_melds if meld.kind == "sequence"]
        return any(self.winning in meld.tiles for meld in sequences)

    @cached_property
    def concealed_quads(self) -> list[Meld]:
        """The concealed quads."""
        return [meld for meld in self.hand.melds if meld.kind == "quad" and meld.concealed]

    @cached_property
    def claimed_quads(self) -> list[Meld]:
        """The claimed quads."""
        return [meld for meld in self.hand.melds if meld.kind == "quad" and not meld.concealed]

    @property
    def quads(self) -> list[Meld]:
        """All quads, in the order of the melds."""
        return [meld for meld in self.hand.melds if meld.kind == "quad"]

    @property
    def has_no_claims(self) -> bool:
        """Whether no meld was claimed before the win."""
        return not self.hand.claimed_melds

    @property
    def own_wind(self) -> str:
        """The tile of the winner's wind."""
        return WINDS[SEATS.index(self.win.winner)]

    @property
    def prevalent_wind(self) -> str:
        """The tile of the round's wind."""
        return WINDS[SEATS.index(self.round_wind)]

    def triplets_of(self, kinds: Iterable[str]) -> list[Meld]:
        """The triplets of these kinds of tile."""
        return [meld for meld in self.triplets if meld.tiles[0] in kinds]

    def every_part_has(self, kinds: Iterable[str]) -> bool:
        """Whether every meld and the pair hold a tile of these kinds.

        False for arrangements other than four melds and a pair.
        """
        if self.form != "regular" or self.pair not in kinds:
            return False
        return all(set(kinds).intersection(meld.tiles) for meld in self.melds)


def arrange_winning_hand(hand: Hand, win: Win, round_wind: str) -> Iterator[McrArrangement]:
    """Arrange a hand in every way that wins.

    Args:
        hand: a hand without problems.
        win: how it was won.
        round_wind: the wind of the round.
    """
    tiles = McrTiles.of(hand)
    # The winning tile is among the standing tiles.
    standing = hand.standing
    for standing_melds, pair_tile in divide_tiles(standing):
        if len(standing_melds) + len(hand.melds) == 4:
            yield McrArrangement(
                tiles,
                win,
                round_wind,
                form="regular",
                standing_melds=standing_melds,
                pairs=(pair_tile,),
            )
    if len(hand.melds) <= 1:
        yield from _arrange_knitted_straights(tiles, win, round_wind)
    if not hand.melds:
        yield from _arrange_without_melds(tiles, win, round_wind)


def _arrange_knitted_straights(
    tiles: McrTiles, win: Win, round_wind: str
) -> Iterator[McrArrangement]:
    """Arrange the tiles as a knitted straight with a meld and a pair.

    Args:
        tiles: the tiles of the winner's hand, which has at most one meld on the table.
        win: how it was won.
        round_wind: the wind of the round.
    """
    hand = tiles.hand
    for knitted in _knitted_straights(hand.standing):
        other_tiles = list(hand.standing)
        for tile in knitted:
            other_tiles.remove(tile)
        for standing_melds, pair_tile in divide_tiles(other_tiles):
            if len(standing_melds) + len(hand.melds) == 1:
                yield McrArrangement(
                    tiles,
                    win,
                    round_wind,
                    form="knitted-straight",
                    standing_melds=standing_melds,
                    pairs=(pair_tile,),
                    knitted=knitted,
                )


def _arrange_without_melds(tiles: McrTiles, win: Win, round_wind: str) -> Iterator[McrArrangement]:
    """Arrange the tiles as each kind of hand without melds, if they make one.

    Args:
        tiles: the tiles of the winner's hand, which has no melds on the table.
        win: how it was won.
        round_wind: the wind of the round.
    """
    standing = tiles.hand.standing
    pairs = find_seven_pairs(standing)
    if pairs:
        yield McrArrangement(tiles, win, round_wind, form="seven-pairs", pairs=pairs)
    if tiles.kinds == _ORPHANS:
        yield McrArrangement(tiles, win, round_wind, form="thirteen-orphans")
    if len(tiles.kinds) == 14 and any(tiles.kinds <= pool for pool in _POOLS):
        # Some of these hands hold a whole knitted straight, which is another fan.
        straights = list(_knitted_straights(standing))
        knitted = straights[0] if straights else ()
        yield McrArrangement(tiles, win, round_wind, form="honors-and-knitted", knitted=knitted)


def _knitted_straights(standing: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Yield the knitted straights that standing tiles hold."""
    kinds = set(standing)
    for knitted in KNITTED:
        if kinds.issuperset(knitted):
            yield knitted
