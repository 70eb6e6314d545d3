"""The best way to arrange a hand, found exactly: each suit's ways are looked up, and all their combinations tried."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations, product
from typing import Final, NamedTuple

from hu.scoring.fimj.features import Form, Luck, essence
from hu.scoring.fimj.packing import all_even, pack, suit_keys
from hu.scoring.fimj.parts import NO_WINDS, WIND_TILES, Part, Suit, Winds, pair_code, rack_suit, won_suit
from hu.scoring.fimj.worth import Worth, worth
from hu.scoring.hand import Hand, Meld
from hu.scoring.notation import format_meld, format_tiles
from hu.scoring.readings import ORPHANS, SUITS
from hu.scoring.tiles import KINDS


@dataclass(frozen=True, slots=True)
class Arrangement:
    """One way to arrange a hand.

    Attributes:
        form: its shape.
        standing: the sets among the standing tiles; a triplet completed by a discard is not ``concealed``.
        laid: the sets on the rack; in a hand that did not win also the quads that are laid down at the end.
        pairs: the tiles of the pairs; in a hand that did not win only those of honors.
        left: the other tiles, in order; all of them in a serpent or the lanterns.
    """

    form: Form
    standing: tuple[Meld, ...]
    laid: tuple[Meld, ...]
    pairs: tuple[str, ...]
    left: tuple[str, ...]

    def text(self, bonus: tuple[str, ...] = ()) -> str:
        """Write it set by set, with the bonus tiles at the end; the notation reads it back."""
        parts = sorted(format_tiles(part.tiles) for part in self.standing)
        parts += [format_tiles((tile, tile)) for tile in self.pairs]
        laid = sorted(self.laid, key=lambda meld: meld.concealed)
        parts += [format_tiles(self.left), *map(format_meld, laid), format_tiles(bonus)]
        return " ".join(part for part in parts if part)


class Found(NamedTuple):
    """The best arrangement of a hand and what it is worth."""

    worth: Worth
    arrangement: Arrangement


class Seen(NamedTuple):
    """A hand looked up suit by suit.

    Attributes:
        packed: its standing tiles.
        suits: its suits.
        melds: the sets on its rack.
        winds: the player's.
    """

    packed: int
    suits: tuple[Suit, Suit, Suit, Suit]
    melds: tuple[Meld, ...]
    winds: Winds

    @property
    def legal(self) -> bool:
        """Whether no tile is held more than four times."""
        m, p, s, z = self.suits
        return m.legal and p.legal and s.legal and z.legal


def see_won(hand: Hand, winds: Winds, *, drawn: bool) -> Seen | None:
    """Look up a hand with its winning tile; None when the tiles' number or a meld makes winning impossible."""
    winning = hand.winning
    if winning not in _KINDS or len(hand.concealed) + 3 * len(hand.melds) != 13:
        return None
    return _see_won(pack(hand.standing), hand.melds, winds, None if drawn else winning)


def _see_won(packed: int, melds: tuple[Meld, ...], winds: Winds, claimed: str | None) -> Seen | None:
    keys = suit_keys(packed, melds)
    if keys is None:
        return None
    where = claimed[1] if claimed else ""
    m = won_suit("m", keys[0], claimed if where == "m" else None, NO_WINDS)
    p = won_suit("p", keys[1], claimed if where == "p" else None, NO_WINDS)
    s = won_suit("s", keys[2], claimed if where == "s" else None, NO_WINDS)
    z = won_suit("z", keys[3], claimed if where == "z" else None, winds)
    return Seen(packed, (m, p, s, z), melds, winds)


def see_rack(hand: Hand, winds: Winds) -> Seen | None:
    """Look up a hand that did not win; None when a meld is none. The hand has at most 15 standing tiles."""
    packed = pack(hand.concealed)
    keys = suit_keys(packed, hand.melds)
    if keys is None:
        return None
    m, p, s, z = keys
    suits = (
        rack_suit("m", m, NO_WINDS),
        rack_suit("p", p, NO_WINDS),
        rack_suit("s", s, NO_WINDS),
        rack_suit("z", z, winds),
    )
    return Seen(packed, suits, hand.melds, winds)


def best_win(hand: Hand, seen: Seen, luck: Luck, limit: int, waived: frozenset[str]) -> Found | None:
    """Find a winner's best arrangement (ruling 4): a massimo, the highest total, the most base points.

    Args:
        hand: a hand with its winning tile.
        seen: the same, looked up.
        luck: what does not depend on the arrangement.
        limit: what no total exceeds.
        waived: names of doublings that do not count.

    Returns:
        None when the hand does not win.
    """
    best: tuple[tuple[bool, int, int], Worth, Form, tuple[Part, ...]] | None = None
    for form, code, parts in _ways(seen):
        found = worth(form, essence(code), luck, waived)
        total = found.base if found.massimo else min(found.total, limit)
        key = (found.massimo is not None, total, found.base)
        if best is None or key > best[0]:
            best = key, found, form, parts
    if best is None:
        return None
    _, found, form, parts = best
    return Found(found, _joined(form, parts) if parts else _irregular(form, hand))


def wins(seen: Seen) -> bool:
    """Whether a hand wins."""
    return any(True for _ in _ways(seen))


def waits(hand: Hand, winds: Winds) -> tuple[str, ...]:
    """List the kinds that would complete a winner's hand, those that the hand holds four times included."""
    before = pack(hand.concealed)
    completed = ((tile, _see_won(before + pack((tile,)), hand.melds, winds, None)) for tile in KINDS)
    return tuple(tile for tile, seen in completed if seen and wins(seen))


def best_rack(seen: Seen, luck: Luck, limit: int) -> Found:
    """Find the best arrangement of a hand that did not win (rulings 3 and 4)."""
    best: tuple[tuple[int, int], Worth, tuple[Part, ...]] | None = None
    for parts in product(*[suit.parts for suit in seen.suits]):
        m, p, s, z = parts
        found = worth("rack", essence(m.code + p.code + s.code + z.code), luck, frozenset())
        key = (min(found.total, limit), found.base)
        if best is None or key > best[0]:
            best = key, found, parts
    assert best is not None  # noqa: S101  # a suit can always be left as it is
    return Found(best[1], _joined("rack", best[2]))


def _ways(seen: Seen) -> Iterator[tuple[Form, int, tuple[Part, ...]]]:
    """Yield a winner's arrangements: form, code, and the suits of a regular one."""
    m, p, s, z = seen.suits
    kinds = m.code + p.code + s.code + z.code
    needed = 4 - len(seen.melds)
    for parts in product(m.parts, p.parts, s.parts, z.parts):
        a, b, c, d = parts
        if len(a.standing) + len(b.standing) + len(c.standing) + len(d.standing) == needed:
            yield "regular", kinds + a.code + b.code + c.code + d.code, parts
    if not seen.melds:
        yield from _closed_ways(seen, kinds)
    if seen.melds in _LITTLE.get(seen.packed, ()):
        yield "little-serpent", kinds, ()


def _closed_ways(seen: Seen, kinds: int) -> Iterator[tuple[Form, int, tuple[Part, ...]]]:
    if all_even(seen.packed):
        pairs = sum(
            (seen.packed >> 4 * index & 15) // 2 * pair_code(tile, seen.winds) for index, tile in enumerate(KINDS)
        )
        yield "seven-pairs", kinds + pairs, ()
    if seen.packed in _LANTERNS:
        yield "thirteen-lanterns", kinds, ()
    if seen.packed in _SIAMESE:
        yield "siamese-serpents", kinds, ()
    if _DRAGONS.get(seen.packed) in {WIND_TILES[wind] for wind in seen.winds}:
        yield "dragons-serpent", kinds, ()


def _joined(form: Form, parts: tuple[Part, ...]) -> Arrangement:
    m, p, s, z = parts
    return Arrangement(
        form,
        m.standing + p.standing + s.standing + z.standing,
        m.laid + p.laid + s.laid + z.laid,
        m.pairs + p.pairs + s.pairs + z.pairs,
        m.left + p.left + s.left + z.left,
    )


def _irregular(form: Form, hand: Hand) -> Arrangement:
    if form == "seven-pairs":
        return Arrangement(form, (), (), hand.standing[::2], ())
    return Arrangement(form, (), hand.melds, (), hand.standing)


def _little_serpents() -> Iterator[tuple[int, tuple[Meld, ...]]]:
    """Yield the standing tiles, packed, and the melds of every little serpent; its sequences may be claimed."""
    for suit, dragon, claimed in product("mps", SUITS["z"][4:], range(4)):
        chows = [SUITS[suit][first : first + 3] for first in (0, 3, 6)]
        for melded in combinations(chows, claimed):
            standing = (*SUITS["z"][:4], dragon, *(tile for chow in chows if chow not in melded for tile in chow))
            yield pack(standing), tuple(map(Meld, melded))


def _dragons_serpents() -> Iterator[tuple[int, str]]:
    """Yield every serpent of the dragons, packed, with its pair's wind."""
    for (a, b, c), wind in product(permutations("mps"), SUITS["z"][:4]):
        serpent = tuple(f"{number}{suit}" for number, suit in zip(range(1, 10), (a, b, c) * 3, strict=True))
        yield pack((*serpent, *SUITS["z"][4:], wind, wind)), wind


_KINDS: Final = frozenset(KINDS)
_LANTERNS: Final = frozenset(pack((*ORPHANS, tile)) for tile in ORPHANS)
_SIAMESE: Final = frozenset(pack(SUITS[a][:7] + SUITS[b][:7]) for a, b in combinations("mps", 2))
_DRAGONS: Final = dict(_dragons_serpents())
_LITTLE: Final[dict[int, set[tuple[Meld, ...]]]] = {}
for _packed, _melds in _little_serpents():
    _LITTLE.setdefault(_packed, set()).add(_melds)
