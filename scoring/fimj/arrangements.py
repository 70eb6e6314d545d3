"""The best way to arrange a hand, found exactly: each suit's ways are looked up, and all their combinations tried."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, permutations, product
from typing import Final, NamedTuple

from hu.scoring.fimj.counts import WIND_NUMBERS, Winds
from hu.scoring.fimj.features import RACK, Form, HandContext, Parts, joined, part_of
from hu.scoring.fimj.suits import Suits, rack_suit, tiles_of, won_suit
from hu.scoring.fimj.worth import ArrangementWorth, worth
from hu.scoring.hand import Hand, Meld, in_order
from hu.scoring.notation import format_meld, format_tiles
from hu.scoring.suits import SUITS, by_suit, set_of
from hu.scoring.tiles import DRAGONS, KINDS, ORPHANS, WINDS


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
        parts = sorted([format_tiles(part.tiles) for part in self.standing])
        parts += [format_tiles((tile, tile)) for tile in self.pairs]
        laid = sorted(self.laid, key=lambda meld: meld.concealed)
        parts += [format_tiles(self.left), *map(format_meld, laid), format_tiles(bonus)]
        return " ".join(filter(None, parts))


class Found(NamedTuple):
    """The best arrangement of a hand and what it is worth."""

    worth: ArrangementWorth
    arrangement: Arrangement


class Arrangeable(NamedTuple):
    """A hand looked up suit by suit.

    Attributes:
        standing: its standing tiles.
        suits: its suits.
        melds: the sets on its rack.
        winds: the player's.
    """

    standing: tuple[str, ...]
    suits: Suits
    melds: tuple[Meld, ...]
    winds: Winds

    @property
    def legal(self) -> bool:
        """Whether no tile is held more than four times."""
        m, p, s, z = self.suits
        return m.legal and p.legal and s.legal and z.legal


def look_up_win(hand: Hand, winds: Winds, *, drawn: bool) -> Arrangeable | None:
    """Look up a hand with its winning tile; None when the tiles' number or a meld makes winning impossible."""
    winning = hand.winning
    if winning not in _KINDS or len(hand.concealed) + 3 * len(hand.melds) != 13:
        return None
    written = by_suit(hand.concealed, winning, hand.melds)
    if written is None:
        return None
    (m, p, s, z), (m_melds, p_melds, s_melds, z_melds) = written
    claimed = {} if drawn else {winning[1]: winning[0]}
    suits = (
        won_suit(m, m_melds, claimed.get("m"), None),
        won_suit(p, p_melds, claimed.get("p"), None),
        won_suit(s, s_melds, claimed.get("s"), None),
        won_suit(z, z_melds, claimed.get("z"), winds),
    )
    return Arrangeable(hand.standing, suits, hand.melds, winds)


def look_up_rack(hand: Hand, winds: Winds) -> Arrangeable | None:
    """Look up a hand that did not win; None when a meld is not a legal set. At most 15 tiles of it stand."""
    written = by_suit(hand.concealed, None, hand.melds)
    if written is None:
        return None
    (m, p, s, z), (m_melds, p_melds, s_melds, z_melds) = written
    suits = rack_suit(m, m_melds, None), rack_suit(p, p_melds, None), rack_suit(s, s_melds, None)
    return Arrangeable(hand.concealed, (*suits, rack_suit(z, z_melds, winds)), hand.melds, winds)


def best_win(
    hand: Hand, arrangeable: Arrangeable, context: HandContext, limit: int, waived: frozenset[str]
) -> Found | None:
    """Find a winner's best arrangement (ruling 4): a massimo, the highest total, the most base points.

    Args:
        hand: a hand with its winning tile.
        arrangeable: the same, looked up.
        context: what does not depend on the arrangement.
        limit: what no total exceeds.
        waived: names of doublings that do not count.

    Returns:
        None when the hand does not win.
    """
    tiles = tiles_of(arrangeable.suits)
    best: tuple[tuple[bool, int, int], ArrangementWorth, Form, Parts] | None = None
    for form, parts in _ways(arrangeable):
        found = worth(joined(form, parts, tiles, context), waived)
        total = found.base if found.massimo else min(found.total, limit)
        key = (found.massimo is not None, total, found.base)
        if best is None or key > best[0]:
            best = key, found, form, parts
    if best is None:
        return None
    _, found, form, parts = best
    return Found(found, _arranged(form, parts) if form == "regular" else _irregular(form, hand))


def wins(arrangeable: Arrangeable) -> bool:
    """Whether a hand wins."""
    return any(True for _ in _ways(arrangeable))


def waits(hand: Hand, winds: Winds) -> tuple[str, ...]:
    """List the kinds that would complete a winner's hand, those that the hand holds four times included."""
    completed = ((tile, look_up_win(replace(hand, winning=tile), winds, drawn=True)) for tile in KINDS)
    return tuple(tile for tile, found in completed if found and wins(found))


def irregular_hands(melds: tuple[Meld, ...], winds: Winds | None) -> Iterator[tuple[str, ...]]:
    """Yield the standing tiles of the serpents and lanterns beside these melds, of any winds where they are unknown."""
    yield from serpents(melds, winds)
    yield from () if melds else _LANTERNS


def serpents(melds: tuple[Meld, ...] = (), winds: Winds | None = None) -> Iterator[tuple[str, ...]]:
    """Yield the standing tiles of the serpents beside these melds, of any winds where they are unknown."""
    yield from (standing for standing, laid in _LITTLE.items() if melds in laid)
    if not melds:
        own = {WIND_NUMBERS[wind] for wind in winds} if winds else {wind[0] for wind in WINDS}
        yield from (*_SIAMESE, *(tiles for tiles, wind in _DRAGONS.items() if wind in own))


def best_rack(arrangeable: Arrangeable, context: HandContext, limit: int) -> Found:
    """Find the best arrangement of a hand that did not win (rulings 3 and 4)."""
    m, p, s, z = arrangeable.suits
    best: tuple[tuple[int, int], ArrangementWorth, Parts] | None = None
    for parts in product(m.parts, p.parts, s.parts, z.parts):
        found = worth(joined("rack", parts, RACK, context), frozenset())
        key = (min(found.total, limit), found.base)
        if best is None or key > best[0]:
            best = key, found, parts
    assert best is not None  # noqa: S101  # a suit can always be left as it is
    return Found(best[1], _arranged("rack", best[2]))


def _ways(arrangeable: Arrangeable) -> Iterator[tuple[Form, Parts]]:
    """Yield a winner's arrangements: form and suits; the sets of an irregular one do not count."""
    m, p, s, z = arrangeable.suits
    # Fourteen tiles divide into four melds and a pair, or into more pairs.
    if m.has_pair + p.has_pair + s.has_pair + z.has_pair == 1:
        for parts in product(m.parts, p.parts, s.parts, z.parts):
            yield "regular", parts
    if not arrangeable.melds:
        yield from _closed_ways(arrangeable)
    if arrangeable.melds in _LITTLE.get(arrangeable.standing, ()):
        yield "little-serpent", _NO_SETS


def _closed_ways(arrangeable: Arrangeable) -> Iterator[tuple[Form, Parts]]:
    standing, winds = arrangeable.standing, arrangeable.winds
    if standing[::2] == standing[1::2]:
        yield "seven-pairs", _paired(standing[::2], winds)
    if standing in _LANTERNS:
        yield "thirteen-lanterns", _NO_SETS
    if standing in _SIAMESE:
        yield "siamese-serpents", _NO_SETS
    if _DRAGONS.get(standing) in {WIND_NUMBERS[wind] for wind in winds}:
        yield "dragons-serpent", _NO_SETS


def _paired(tiles: tuple[str, ...], winds: Winds) -> Parts:
    m, p, s, z = ("".join(tile[0] for tile in tiles if tile[1] == suit) for suit in SUITS)
    numbers = part_of((), (), m, winds=None), part_of((), (), p, winds=None), part_of((), (), s, winds=None)
    return *numbers, part_of((), (), z, winds=winds)


def _arranged(form: Form, parts: Parts) -> Arrangement:
    by_letter = tuple(zip(SUITS, parts, strict=True))
    return Arrangement(
        form,
        tuple([set_of(group, suit) for suit, part in by_letter for group in part.standing]),
        tuple([set_of(group, suit) for suit, part in by_letter for group in part.laid]),
        tuple([number + suit for suit, part in by_letter for number in part.pairs]),
        tuple([number + suit for suit, part in by_letter for number in part.left]),
    )


def _irregular(form: Form, hand: Hand) -> Arrangement:
    if form == "seven-pairs":
        return Arrangement(form, (), (), hand.standing[::2], ())
    return Arrangement(form, (), hand.melds, (), hand.standing)


def _little_serpents() -> dict[tuple[str, ...], set[tuple[Meld, ...]]]:
    """List the melds that make a little serpent of standing tiles; its sequences may be claimed."""
    found: dict[tuple[str, ...], set[tuple[Meld, ...]]] = {}
    for suit, dragon, claimed in product("mps", DRAGONS, range(4)):
        sequences = [SUITS[suit][first : first + 3] for first in (0, 3, 6)]
        for melded in combinations(sequences, claimed):
            held = [tile for sequence in sequences if sequence not in melded for tile in sequence]
            found.setdefault((*held, *WINDS, dragon), set()).add(tuple(map(Meld, melded)))
    return found


def _dragons_serpents() -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield every serpent of the dragons with the number of its pair's wind."""
    for (a, b, c), wind in product(permutations("mps"), WINDS):
        serpent = tuple(f"{number}{suit}" for number, suit in zip(range(1, 10), (a, b, c) * 3, strict=True))
        yield in_order((*serpent, *DRAGONS, wind, wind)), wind[0]


_KINDS: Final = frozenset(KINDS)
_NO_SETS: Final = _paired((), Winds("E", "E"))
_LANTERNS: Final = frozenset(in_order((*ORPHANS, tile)) for tile in ORPHANS)
_SIAMESE: Final = frozenset(SUITS[a][:7] + SUITS[b][:7] for a, b in combinations("mps", 2))
_DRAGONS: Final = dict(_dragons_serpents())
_LITTLE: Final = _little_serpents()
