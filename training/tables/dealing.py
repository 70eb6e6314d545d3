"""Random winning hands: their sets, which of them were claimed and from whom, flowers and the winning tile."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Literal

from hu.scoring.hand import Hand
from hu.scoring.melds import Meld
from hu.scoring.tiles import BONUS, KINDS

SetKind = Literal["standing", "claimed", "promoted", "concealed-quad"]
ClaimedFrom = Literal["left", "opposite", "right"]

_ORPHANS: Final = tuple(tile for tile in KINDS if tile[1] == "z" or tile[0] in "19")


@dataclass(frozen=True, slots=True)
class DealtSet:
    """One set of a hand."""

    tiles: tuple[str, ...]  # in order
    # among the standing tiles, claimed, claimed and later made a quad, or laid down as a concealed quad
    kind: SetKind = "standing"
    claimed_from: ClaimedFrom | None = (
        None  # whose discard was claimed; None for sets that were not
    )


@dataclass(frozen=True, slots=True)
class Deal:
    """A winning hand."""

    sets: tuple[DealtSet, ...]  # four of them with a regular hand, none with an irregular one
    rest: tuple[str, ...]  # the pair, or all tiles of an irregular hand
    bonus: tuple[str, ...]  # flowers and seasons
    winning: str  # the tile that won, one of the standing ones

    @property
    def melds(self) -> tuple[DealtSet, ...]:
        """The sets on the table."""
        return tuple(dealt for dealt in self.sets if dealt.kind != "standing")

    @property
    def standing(self) -> tuple[str, ...]:
        """Every standing tile, the winning one included, set by set, the pair last."""
        sets = tuple(
            tile for dealt in self.sets if dealt.kind == "standing" for tile in dealt.tiles
        )
        return sets + self.rest

    @property
    def tiles(self) -> tuple[str, ...]:
        """Every tile."""
        return (*self.standing, *(tile for meld in self.melds for tile in meld.tiles), *self.bonus)

    def hand(self, *, winning: bool) -> Hand:
        """The hand; without a winning tile when the table does not show which it is."""
        concealed = list(self.standing)
        if winning:
            concealed.remove(self.winning)
        melds = tuple(
            Meld(dealt.tiles, concealed=dealt.kind == "concealed-quad") for dealt in self.melds
        )
        return Hand(tuple(concealed), melds, self.bonus, self.winning if winning else None)


def deal(rng: Random, melds: Sequence[int] = (34, 24, 20, 14, 8)) -> Deal:
    """Deal a random winning hand."""
    bonus = tuple(rng.sample(BONUS, rng.choices(range(6), (30, 28, 22, 12, 5, 3))[0]))
    on_table = rng.choices(range(5), melds)[0]
    if on_table == 0 and rng.random() < 0.15:
        if rng.random() < 0.35:
            tiles = (*_ORPHANS, rng.choice(_ORPHANS))
        else:
            tiles = tuple(
                tile
                for kind in sorted(rng.sample(KINDS, 7), key=KINDS.index)
                for tile in (kind, kind)
            )
        return Deal((), tiles, bonus, rng.choice(tiles))
    left = Counter(dict.fromkeys(KINDS, 4))
    # Most players collect one or two suits; hands of three look less alike.
    suits = rng.choice(("mpsz", "mpsz", "mz", "pz", "sz", "mp", "ps", "m", "p", "s"))
    sets = tuple(_set(rng, left, suits, on_table=number < on_table) for number in range(4))
    pair = rng.choice(
        [tile for tile in KINDS if left[tile] >= 2 and (tile[1] in suits or len(suits) == 1)]
    )
    standing = [tile for dealt in sets if dealt.kind == "standing" for tile in dealt.tiles] + [
        pair,
        pair,
    ]
    return Deal(sets, (pair, pair), bonus, rng.choice(standing))


def _set(rng: Random, left: Counter[str], suits: str, *, on_table: bool) -> DealtSet:
    """Take one set from the tiles that are left."""
    kinds: tuple[SetKind, ...] = ("claimed", "promoted", "concealed-quad")
    kind: SetKind = rng.choices(kinds, (80, 8, 12))[0] if on_table else "standing"
    size = 4 if kind in ("promoted", "concealed-quad") or (on_table and rng.random() < 0.1) else 3
    players: tuple[ClaimedFrom, ...] = ("left", "opposite", "right")
    source = rng.choice(players) if kind in ("claimed", "promoted") else None
    numbered = suits.replace("z", "")
    if size == 3 and numbered and rng.random() < 0.55:
        number, suit = rng.randint(1, 7), rng.choice(numbered)
        chow = tuple(f"{number + step}{suit}" for step in range(3))
        if all(left[tile] for tile in chow):
            left.subtract(chow)
            return DealtSet(chow, kind, "left" if source else None)
    tile = rng.choice([tile for tile in KINDS if left[tile] >= size])
    left[tile] -= size
    return DealtSet((tile,) * size, kind, source)
