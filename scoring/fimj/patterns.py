"""The rules of FIMJ as one table, and the record of an arranged hand that their predicates look at.

Source: the booklet of the Federazione Italiana Mah-Jong, third printing: "Come contare i punti", "Raddoppi
fondamentali", "Raddoppi da chiusura", "Massimi"; and the project's rulings, cited where a row depends on one.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, Literal, NamedTuple, get_args

from hu.scoring.hand import SEATS, Hand, Meld, Win
from hu.scoring.notation import format_meld, format_tiles
from hu.scoring.readings import Count, Earned, Group, count_earned
from hu.scoring.shapes import NINE_GATES
from hu.scoring.suits import Divisions, Suits, count_tiles
from hu.scoring.tiles import DRAGONS, FLOWERS, ORPHANS, SEASONS, WINDS

Chapter = Literal["points", "fundamental", "closing", "massimo"]
Form = Literal[
    "regular",
    "seven-pairs",
    "thirteen-lanterns",
    "dragons-serpent",
    "little-serpent",
    "siamese-serpents",
    "rack",
]
#: The tile of each seat's wind.
WIND_TILES: Final = dict(zip(SEATS, WINDS, strict=True))
_ORPHANS: Final = frozenset(ORPHANS)
_NO_CHANGES: Final[Mapping[str, int]] = {}


class Winds(NamedTuple):
    """The winds that count for a player.

    Attributes:
        own: the player's seat.
        round: the round's.
    """

    own: str
    round: str


class Arrangement(NamedTuple):
    """One arrangement of a hand. 'Triplets' include quads, 'heads' are terminals and honors; sets stand in order.

    A triplet that the winning discard completes is exposed (ruling 6); concealed quads are laid down (ruling 3).

    Attributes:
        form: its shape; ``rack`` for a hand that did not win.
        hand: the hand.
        bonus: its flowers and seasons.
        win: how it was won; None for a hand that did not win.
        told: the circumstances of the win.
        winds: the player's.
        divisions: how each suit is divided; without sets in an irregular hand.
        pairs: the tiles of the pairs; in a hand that did not win only those of honors.
        sequences: the sequences.
        triplets: the triplets and quads.
        quads: the quads among them.
        plain: the others.
        suits: how many of the three suits occur; like the next three in hands that won only.
        honors: whether honors occur.
        heads: whether heads occur.
        simples: whether numbers from 2 to 8 occur.
    """

    form: Form
    hand: Hand
    bonus: tuple[str, ...]
    win: Win | None
    told: frozenset[str]
    winds: Winds
    divisions: Divisions
    pairs: tuple[str, ...]
    sequences: tuple[Meld, ...]
    triplets: tuple[Meld, ...]
    quads: tuple[Meld, ...]
    plain: tuple[Meld, ...]
    suits: int = 0
    honors: bool = False
    heads: bool = False
    simples: bool = False

    @classmethod
    def of(
        cls,
        form: Form,
        hand: Hand,
        winds: Winds,
        divisions: Divisions,
        win: Win | None = None,
        suits: Suits | None = None,
    ) -> "Arrangement":
        """Join the divisions of the suits; ``suits`` are those of a winner's hand."""
        m, p, s, z = divisions
        triplets = m.triplets + p.triplets + s.triplets + z.triplets
        if win is not None and not win.drawn:
            # The triplet that a claimed tile completes is exposed when no other place is left for it (ruling 6).
            tile = str(hand.winning)
            division = divisions["mpsz".index(tile[1])]
            sequences = [meld for meld in division.standing if meld.kind == "sequence"]
            if tile not in division.pairs and not any(tile in meld.tiles for meld in sequences):
                triplets = tuple(
                    [Meld(meld.tiles) if meld.tiles == (tile,) * 3 else meld for meld in triplets]
                )
        return cls(
            form,
            hand,
            hand.bonus,
            win,
            win.circumstances if win else frozenset(),
            winds,
            divisions,
            m.pairs + p.pairs + s.pairs + z.pairs,
            m.sequences + p.sequences + s.sequences,
            triplets,
            m.quads + p.quads + s.quads + z.quads,
            tuple([meld for meld in triplets if meld.kind == "triplet"]),
            *(count_tiles(suits) if suits else ()),
        )

    @property
    def is_drawn(self) -> bool:
        """Whether the winning tile was drawn."""
        return self.win is not None and self.win.drawn

    @property
    def own_bonus(self) -> list[Group]:
        """Flowers and seasons with the seat's number."""
        number = WIND_TILES[self.winds.own][0]
        return [(tile,) for tile in self.bonus if tile[0] == number]

    @property
    def hidden(self) -> list[Meld]:
        """Triplets that were wholly drawn and not laid down."""
        return [meld for meld in self.plain if meld.concealed]

    @property
    def head_triplets(self) -> list[Meld]:
        """Triplets of heads."""
        return [meld for meld in self.triplets if meld.tiles[0] in _ORPHANS]

    @property
    def has_valued_pair(self) -> bool:
        """Whether a pair earns points."""
        return bool(
            self.pairs_of(*DRAGONS, WIND_TILES[self.winds.own], WIND_TILES[self.winds.round])
        )

    def triplets_of(self, *kinds: str) -> list[Meld]:
        """Triplets of these kinds."""
        return [meld for meld in self.triplets if meld.tiles[0] in kinds]

    def pairs_of(self, *kinds: str) -> list[Group]:
        """Pairs of these kinds."""
        return [(tile, tile) for tile in self.pairs if tile in kinds]

    def text(self) -> str:
        """Write it set by set, with the bonus tiles at the end; the notation reads it back."""
        left = tuple([tile for division in self.divisions for tile in division.left])
        laid = [meld for division in self.divisions for meld in reversed(division.laid)]
        if self.form not in ("regular", "rack", "seven-pairs"):
            left, laid = self.hand.standing, [*self.hand.melds]
        parts = sorted(
            [format_tiles(meld.tiles) for division in self.divisions for meld in division.standing]
        )
        parts += [format_tiles((tile, tile)) for tile in self.pairs]
        laid.sort(key=lambda meld: meld.concealed)
        return " ".join(
            filter(
                None,
                [*parts, format_tiles(left), *map(format_meld, laid), format_tiles(self.bonus)],
            )
        )


# Each row is there once: comparing by identity is quick and right.
@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """One row of the table.

    Attributes:
        id: a name that never changes.
        group: ``points`` are added; ``fundamental`` and ``closing`` double, the latter for winners only; a
            ``massimo`` is paid as it is.
        value: its points, doublings or amount, each time that it holds.
        earn: the groups of an arrangement that earn it, or whether the hand as a whole does.
        each: whether it counts for each of the groups; else once.
    """

    id: str
    group: Chapter
    value: int
    earn: Callable[[Arrangement], Earned]
    each: bool = False


def sets_of(melds: Iterable[Meld], *, concealed: bool, heads: bool) -> list[Meld]:
    """The sets that are concealed or exposed, of heads or of other tiles."""
    return [
        meld
        for meld in melds
        if meld.concealed is concealed and (meld.tiles[0] in _ORPHANS) is heads
    ]


def equal_triplets(triplets: Iterable[Meld]) -> list[Meld]:
    """Triplets of one number in all three suits."""
    numbers = Counter([meld.tiles[0][0] for meld in triplets if meld.tiles[0][1] != "z"])
    return [meld for meld in triplets if meld.tiles[0][1] != "z" and numbers[meld.tiles[0][0]] == 3]


def equal_sequences(sequences: tuple[Meld, ...], least: int, *, color: bool) -> list[Meld]:
    """Sequences of the same numbers, ``least`` or more of them, in one suit or in any."""
    firsts = [meld.tiles[0] if color else meld.tiles[0][0] for meld in sequences]
    return [
        meld for meld, first in zip(sequences, firsts, strict=True) if firsts.count(first) >= least
    ]


def serpent(sequences: tuple[Meld, ...], firsts: str, *, color: bool) -> list[Meld]:
    """A row of sequences by their first numbers, in one suit or in any."""
    for suits in ("m", "p", "s") if color else ("mps",):
        found = {meld.tiles[0][0]: meld for meld in sequences if meld.tiles[0][1] in suits}
        if found.keys() >= set(firsts):
            return [found[first] for first in firsts]
    return []


# A table reads by its rows.
# fmt: off
#: Every rule, in the order of the booklet.
RULES: Final = (
    Rule("concealed-head-quad", "points", 32, lambda c: sets_of(c.quads, concealed=True, heads=True), each=True),
    Rule("exposed-head-quad", "points", 16, lambda c: sets_of(c.quads, concealed=False, heads=True), each=True),
    Rule("concealed-quad", "points", 16, lambda c: sets_of(c.quads, concealed=True, heads=False), each=True),
    Rule("exposed-quad", "points", 8, lambda c: sets_of(c.quads, concealed=False, heads=False), each=True),
    Rule("concealed-head-triplet", "points", 8, lambda c: sets_of(c.plain, concealed=True, heads=True), each=True),
    # Ruling 6: also one that the winning discard completes.
    Rule("exposed-head-triplet", "points", 4, lambda c: sets_of(c.plain, concealed=False, heads=True), each=True),
    Rule("concealed-triplet", "points", 4, lambda c: sets_of(c.plain, concealed=True, heads=False), each=True),
    Rule("exposed-triplet", "points", 2, lambda c: sets_of(c.plain, concealed=False, heads=False), each=True),
    # Ruling 1: the pair of a wind that is both counts in both rows.
    Rule("own-wind-pair", "points", 2, lambda c: c.pairs_of(WIND_TILES[c.winds.own]), each=True),
    Rule("round-wind-pair", "points", 2, lambda c: c.pairs_of(WIND_TILES[c.winds.round]), each=True),
    Rule("dragon-pair", "points", 2, lambda c: c.pairs_of(*DRAGONS), each=True),
    Rule("bonus", "points", 4, lambda c: [(tile,) for tile in c.bonus], each=True),
    Rule("closing", "points", 20, lambda c: c.win is not None),

    Rule("own-flower", "fundamental", 1, lambda c: c.own_bonus, each=True),
    Rule("bouquet", "fundamental", 1,
         lambda c: [four for four in (FLOWERS, SEASONS) if set(four).issubset(c.bonus)], each=True),
    Rule("own-wind", "fundamental", 1, lambda c: c.triplets_of(WIND_TILES[c.winds.own]), each=True),
    Rule("round-wind", "fundamental", 1, lambda c: c.triplets_of(WIND_TILES[c.winds.round]), each=True),
    Rule("dragon-triplet", "fundamental", 1, lambda c: c.triplets_of(*DRAGONS), each=True),
    Rule("3-head-triplets", "fundamental", 1, lambda c: len(c.head_triplets) >= 3 and c.head_triplets),
    Rule("4-head-triplets", "fundamental", 1, lambda c: len(c.head_triplets) == 4 and c.head_triplets),
    Rule("3-equal-triplets", "fundamental", 1, lambda c: equal_triplets(c.triplets)),
    # Rulings 6 and 8: neither a triplet that the winning discard completes nor a quad laid down; it spoils no other.
    Rule("3-hidden-triplets", "fundamental", 1, lambda c: len(c.hidden) >= 3 and c.hidden),
    Rule("4-hidden-triplets", "fundamental", 1, lambda c: len(c.hidden) == 4 and c.hidden),
    Rule("3-equal-chows", "fundamental", 1, lambda c: equal_sequences(c.sequences, 3, color=False)),
    Rule("3-equal-chows-color", "fundamental", 1, lambda c: equal_sequences(c.sequences, 3, color=True)),
    Rule("4-equal-chows", "fundamental", 1, lambda c: equal_sequences(c.sequences, 4, color=False)),
    Rule("4-equal-chows-color", "fundamental", 1, lambda c: equal_sequences(c.sequences, 4, color=True)),
    Rule("serpent", "fundamental", 1, lambda c: serpent(c.sequences, "147", color=False)),
    Rule("serpent-color", "fundamental", 1, lambda c: serpent(c.sequences, "147", color=True)),
    Rule("chained-serpent", "fundamental", 2, lambda c: serpent(c.sequences, "1357", color=False)),
    Rule("chained-serpent-color", "fundamental", 1, lambda c: serpent(c.sequences, "1357", color=True)),

    # Ruling 4: not on the massimi of seven pairs; those stand alone.
    Rule("all-pairs", "closing", 2, lambda c: c.form == "seven-pairs"),
    Rule("all-triplets", "closing", 2, lambda c: len(c.triplets) == 4),
    Rule("no-heads", "closing", 1, lambda c: not c.heads),
    Rule("all-drawn", "closing", 1, lambda c: c.is_drawn and not c.hand.melds),
    # Ruling 9: the honors may be the pair alone.
    Rule("pure-hand", "closing", 1, lambda c: c.suits == 1 and c.honors),
    Rule("purest-hand", "closing", 3, lambda c: c.suits == 1 and not c.honors),
    Rule("drawn-on-roof", "closing", 1, lambda c: "roof" in c.told or "golden-rooster" in c.told),
    Rule("golden-rooster", "closing", 1,
         lambda c: c.hand.winning == "5p" and ("roof" in c.told or "golden-rooster" in c.told)),
    Rule("robbed", "closing", 1, lambda c: c.win is not None and c.win.how == "robbed-kong"),
    Rule("last-piece", "closing", 1, lambda c: "last-piece" in c.told),
    Rule("last-discard", "closing", 1, lambda c: "last-tile" in c.told and not c.is_drawn),
    Rule("last-tile", "closing", 1, lambda c: "last-tile" in c.told and c.is_drawn),
    Rule("bottled", "closing", 1, lambda c: len(c.hand.melds) == 4),
    Rule("within-fifteen", "closing", 1, lambda c: "within-fifteen" in c.told),
    Rule("all-head-triplets", "closing", 1, lambda c: len(c.triplets) == 4 and not c.simples),
    Rule("all-chows", "closing", 1, lambda c: len(c.sequences) == 4 and not c.has_valued_pair),
    Rule("richi", "closing", 1, lambda c: "richi" in c.told),

    Rule("nine-gates", "massimo", 3000, lambda c: c.hand.concealed in NINE_GATES),
    Rule("all-kongs", "massimo", 3000, lambda c: len(c.quads) == 4),
    Rule("gods-exit", "massimo", 3000, lambda c: "first-turn" in c.told),
    Rule("thirteen-lanterns", "massimo", 2000, lambda c: c.form == "thirteen-lanterns"),
    Rule("dragons-gathering", "massimo", 2000, lambda c: len(c.triplets_of(*DRAGONS)) == 3),
    Rule("four-blessings", "massimo", 2000, lambda c: len(c.triplets_of(*WINDS)) >= 3
         and len(c.triplets_of(*WINDS)) + len(c.pairs_of(*WINDS)) == 4),
    Rule("dragons-serpent", "massimo", 2000, lambda c: c.form == "dragons-serpent"),
    Rule("little-serpent", "massimo", 1000, lambda c: c.form == "little-serpent"),
    Rule("siamese-serpents", "massimo", 1000, lambda c: c.form == "siamese-serpents"),
    Rule("color-pairs", "massimo", 1000, lambda c: c.form == "seven-pairs" and c.suits == 1 and not c.honors),
    Rule("head-pairs", "massimo", 1000, lambda c: c.form == "seven-pairs" and not c.simples),
)
# fmt: on

#: The rules that double.
DOUBLINGS: Final = tuple(rule for rule in RULES if rule.group in ("fundamental", "closing"))
#: By a field of an arrangement and how many it must hold for them: for speed, these rules are not tried without.
_NEEDED: Final = {
    ("quads", 1): "concealed-head-quad exposed-head-quad concealed-quad exposed-quad",
    ("plain", 1): "concealed-head-triplet exposed-head-triplet concealed-triplet exposed-triplet",
    ("pairs", 1): "own-wind-pair round-wind-pair dragon-pair",
    ("bonus", 1): "bonus own-flower bouquet",
    ("triplets", 1): "own-wind round-wind dragon-triplet",
    (
        "triplets",
        3,
    ): "3-head-triplets 4-head-triplets 3-equal-triplets 3-hidden-triplets 4-hidden-triplets",
    ("sequences", 3): "3-equal-chows 3-equal-chows-color serpent serpent-color",
    ("sequences", 4): "4-equal-chows 4-equal-chows-color chained-serpent chained-serpent-color",
}
_NEEDS: Final = {name: needed for needed, names in _NEEDED.items() for name in names.split()}
#: The rules of each chapter, in order, rows of them with the place of the field that they need, and how many there.
_CHAPTERS: Final = {
    chapter: [
        (Arrangement._fields.index(field), least, tuple(rules))
        for (field, least), rules in groupby(
            [rule for rule in RULES if rule.group == chapter],
            lambda rule: _NEEDS.get(rule.id, ("form", 1)),
        )
    ]
    for chapter in get_args(Chapter)
}


def count_rules(
    chapter: Chapter, case: Arrangement, changed: Mapping[str, int] = _NO_CHANGES
) -> list[Count[Rule]]:
    """Find the rules of a chapter that an arrangement holds; ``changed`` are the values that the house gives rules."""
    fields: Sequence[Any] = case
    return [
        Count(rule, value, *count_earned(earned, each=rule.each))
        for place, least, rules in _CHAPTERS[chapter]
        if len(fields[place]) >= least
        for rule in rules
        if (earned := rule.earn(case)) and (value := changed.get(rule.id, rule.value))
    ]
