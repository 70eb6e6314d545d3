"""The rules of FIMJ as one table, and the record of an arranged hand that their predicates see.

Source: the booklet of the Federazione Italiana Mah-Jong, third printing: "Come contare i punti",
"Raddoppi fondamentali", "Raddoppi da chiusura", "Massimi". A row that depends on one of the
project's rulings cites it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, Literal, NamedTuple

from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.melds import Meld
from hu.scoring.notation import format_meld, format_tiles
from hu.scoring.patterns import Earned, PatternCount, ScoringGroup, count_earned
from hu.scoring.shapes import NINE_GATES
from hu.scoring.suits import Divisions, SuitDivision, Suits, find_tile_classes
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
        round: the wind of the round.
    """

    own: str
    round: str


class FimjArrangement(NamedTuple):
    """One arrangement of a hand.

    "Triplets" include quads. "Heads" are terminals and honors. Melds are sorted by their tiles. A
    triplet that the winning discard completes is exposed (ruling 6). Concealed quads are laid down
    (ruling 3).

    Attributes:
        form: its shape, ``rack`` for a hand that did not win.
        hand: the hand.
        bonus: its flowers and seasons.
        win: how it was won. None for a hand that did not win.
        circumstances: the circumstances of the win.
        winds: the player's winds.
        divisions: how each suit is divided. Without melds in an irregular hand.
        pairs: the tiles of the pairs. In a hand that did not win only those of honors.
        sequences: the sequences.
        triplets: the triplets and quads.
        quads: the quads among them.
        plain_triplets: the triplets without the quads.
        number_of_suits: how many of the three suits occur. 0 for a hand that did not win, because
            its rules do not need this field and the next three.
        has_honors: whether honors occur. False for a hand that did not win.
        has_heads: whether heads occur. False for a hand that did not win.
        has_simples: whether numbers from 2 to 8 occur. False for a hand that did not win.
    """

    form: Form
    hand: Hand
    bonus: tuple[str, ...]
    win: Win | None
    circumstances: frozenset[str]
    winds: Winds
    divisions: Divisions
    pairs: tuple[str, ...]
    sequences: tuple[Meld, ...]
    triplets: tuple[Meld, ...]
    quads: tuple[Meld, ...]
    plain_triplets: tuple[Meld, ...]
    number_of_suits: int = 0
    has_honors: bool = False
    has_heads: bool = False
    has_simples: bool = False

    @classmethod
    def of_rack(cls, hand: Hand, winds: Winds, divisions: Divisions) -> "FimjArrangement":
        """Join the divisions of the suits of a hand that did not win.

        Args:
            hand: the hand.
            winds: the player's winds.
            divisions: a division of each suit, in the order m, p, s, z. Tiles may be left over.
        """
        m, p, s, z = divisions
        # The triplets of a division include its quads.
        triplets = m.triplets + p.triplets + s.triplets + z.triplets
        return cls(
            form="rack",
            hand=hand,
            bonus=hand.bonus,
            win=None,
            circumstances=frozenset(),
            winds=winds,
            divisions=divisions,
            pairs=m.pairs + p.pairs + s.pairs + z.pairs,
            sequences=m.sequences + p.sequences + s.sequences,
            triplets=triplets,
            quads=m.quads + p.quads + s.quads + z.quads,
            plain_triplets=_without_quads(triplets),
        )

    @classmethod
    def of_win(
        cls, hand: Hand, winds: Winds, divisions: Divisions, win: Win, suits: Suits
    ) -> "FimjArrangement":
        """Join the divisions of the suits of a winner's hand.

        Args:
            hand: the hand, with its winning tile.
            winds: the player's winds.
            divisions: a division of each suit, in the order m, p, s, z.
            win: how the hand was won.
            suits: the suits of the hand.
        """
        m, p, s, z = divisions
        # The triplets of a division include its quads.
        triplets = m.triplets + p.triplets + s.triplets + z.triplets
        if not win.drawn:
            triplets = _expose_completed_triplet(triplets, str(hand.winning), divisions)
        tile_classes = find_tile_classes(suits)
        return cls(
            form="regular",
            hand=hand,
            bonus=hand.bonus,
            win=win,
            circumstances=win.circumstances,
            winds=winds,
            divisions=divisions,
            pairs=m.pairs + p.pairs + s.pairs + z.pairs,
            sequences=m.sequences + p.sequences + s.sequences,
            triplets=triplets,
            quads=m.quads + p.quads + s.quads + z.quads,
            plain_triplets=_without_quads(triplets),
            number_of_suits=tile_classes.number_of_suits,
            has_honors=tile_classes.has_honors,
            has_heads=tile_classes.has_orphans,
            has_simples=tile_classes.has_simples,
        )

    @property
    def is_drawn(self) -> bool:
        """Whether the winning tile was drawn."""
        return self.win is not None and self.win.drawn

    @property
    def own_bonus(self) -> list[ScoringGroup]:
        """The bonus tiles with the number of the player's seat, each as a group."""
        number = WIND_TILES[self.winds.own][0]
        return [(tile,) for tile in self.bonus if tile[0] == number]

    @property
    def hidden_triplets(self) -> list[Meld]:
        """Triplets among the standing tiles of which no tile was claimed. Quads are laid down."""
        return [meld for meld in self.plain_triplets if meld.concealed]

    @property
    def head_triplets(self) -> list[Meld]:
        """Triplets of heads."""
        return [meld for meld in self.triplets if meld.tiles[0] in _ORPHANS]

    @property
    def has_valued_pair(self) -> bool:
        """Whether there is a pair that earns points: dragons, the own wind or the round's wind."""
        own_wind = WIND_TILES[self.winds.own]
        round_wind = WIND_TILES[self.winds.round]
        return bool(self.pairs_of(*DRAGONS, own_wind, round_wind))

    @property
    def is_on_roof(self) -> bool:
        """Whether the winning tile came from the roof, as the replacement of a quad or flower."""
        return "roof" in self.circumstances or "golden-rooster" in self.circumstances

    @property
    def has_four_blessings(self) -> bool:
        """Whether the hand has four triplets of winds, or three and a pair of the fourth wind."""
        triplets = self.triplets_of(*WINDS)
        pairs = self.pairs_of(*WINDS)
        return len(triplets) >= 3 and len(triplets) + len(pairs) == 4

    def triplets_of(self, *kinds: str) -> list[Meld]:
        """Triplets of these kinds of tile."""
        return [meld for meld in self.triplets if meld.tiles[0] in kinds]

    def pairs_of(self, *kinds: str) -> list[ScoringGroup]:
        """Pairs of these kinds of tile."""
        return [(tile, tile) for tile in self.pairs if tile in kinds]

    def text(self) -> str:
        """Write the arrangement meld by meld, the bonus tiles last. The notation reads it back."""
        standing_melds: list[str] = []
        table_melds: list[Meld] = []
        single_tiles: list[str] = []
        if self.form in ("regular", "rack", "seven-pairs"):
            for division in self.divisions:
                standing_melds += [format_tiles(meld.tiles) for meld in division.standing_melds]
                table_melds += division.table_melds
                single_tiles += division.leftover
        else:
            # Serpents and lanterns are not divided.
            single_tiles += self.hand.standing
            table_melds += self.hand.melds
        # Claimed melds come before concealed quads.
        table_melds.sort(key=lambda meld: meld.concealed)

        parts = sorted(standing_melds)
        parts += [format_tiles((tile, tile)) for tile in self.pairs]
        if single_tiles:
            parts.append(format_tiles(tuple(single_tiles)))
        parts += [format_meld(meld) for meld in table_melds]
        if self.bonus:
            parts.append(format_tiles(self.bonus))
        return " ".join(parts)


def _expose_completed_triplet(
    triplets: tuple[Meld, ...], tile: str, divisions: Divisions
) -> tuple[Meld, ...]:
    """Expose the triplet that the winning discard completes, if it completes a triplet (ruling 6).

    Args:
        triplets: the triplets and quads of a winner's hand.
        tile: the winning discard.
        divisions: how each suit of the hand is divided.
    """
    # A discard that can complete the pair or a sequence exposes no triplet.
    division = divisions["mpsz".index(tile[1])]
    if _can_complete_pair_or_sequence(tile, division):
        return triplets
    exposed_triplet = Meld((tile, tile, tile))
    result = []
    for meld in triplets:
        if meld.tiles == exposed_triplet.tiles:
            result.append(exposed_triplet)
        else:
            result.append(meld)
    return tuple(result)


def _without_quads(triplets: tuple[Meld, ...]) -> tuple[Meld, ...]:
    """Leave out the quads among the triplets and quads of a hand."""
    return tuple([meld for meld in triplets if meld.kind == "triplet"])


def _can_complete_pair_or_sequence(tile: str, division: SuitDivision) -> bool:
    """Whether the winning tile is in the pair or in a standing sequence of its suit.

    Args:
        tile: the winning tile.
        division: a division of its suit.
    """
    if tile in division.pairs:
        return True
    sequences = [meld for meld in division.standing_melds if meld.kind == "sequence"]
    return any(tile in meld.tiles for meld in sequences)


# Rows compare by identity.
@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """One row of the table.

    Attributes:
        id: a name that never changes.
        chapter: the chapter of the booklet. ``points`` are added. ``fundamental`` and ``closing``
            double, the latter for winners only. A ``massimo`` is paid as it is.
        value: its points, doublings or amount, each time that it holds.
        earn: returns the groups of an arrangement that earn it, or whether the whole hand does.
        counts_each: whether it counts once for each group that earns it. Else it counts once.
    """

    id: str
    chapter: Chapter
    value: int
    earn: Callable[[FimjArrangement], Earned]
    counts_each: bool = False


def melds_of(melds: Iterable[Meld], *, are_concealed: bool, are_heads: bool) -> list[Meld]:
    """Choose triplets or quads.

    Args:
        melds: the triplets or quads to choose from.
        are_concealed: True for concealed melds, False for exposed melds.
        are_heads: True for melds of heads, False for melds of other tiles.
    """
    result = []
    for meld in melds:
        is_head = meld.tiles[0] in _ORPHANS
        if meld.concealed is are_concealed and is_head is are_heads:
            result.append(meld)
    return result


def equal_triplets(triplets: Iterable[Meld]) -> list[Meld]:
    """Find the triplets and quads whose number has a triplet or quad in each of the three suits."""
    triplets_of_numbers = [meld for meld in triplets if meld.suit != "z"]
    # A suit has at most one triplet of a number.
    count_of_number = Counter([meld.first_number for meld in triplets_of_numbers])
    return [meld for meld in triplets_of_numbers if count_of_number[meld.first_number] == 3]


def equal_sequences(sequences: Sequence[Meld], *, least: int, in_one_suit: bool) -> list[Meld]:
    """Find the sequences that occur several times, in one suit or in any suits.

    Args:
        sequences: the sequences of an arrangement.
        least: how many sequences must have the same numbers.
        in_one_suit: whether they must be of the same suit, too.
    """
    # Equal sequences begin with the same tile, or in any suits with the same number.
    if in_one_suit:
        beginnings = [meld.tiles[0] for meld in sequences]
    else:
        beginnings = [meld.first_number for meld in sequences]
    result = []
    for meld, beginning in zip(sequences, beginnings, strict=True):
        if beginnings.count(beginning) >= least:
            result.append(meld)
    return result


def serpent(sequences: Sequence[Meld], firsts: str, *, in_one_suit: bool) -> list[Meld]:
    """Find a serpent: sequences that begin with certain numbers.

    Args:
        sequences: the sequences of an arrangement.
        firsts: the first numbers of the sequences, such as ``"147"``.
        in_one_suit: whether the sequences must be of one suit.

    Returns:
        The sequences in the order of ``firsts``. Empty if a sequence is missing.
    """
    if not in_one_suit:
        return _find_sequence_of_each(sequences, firsts)
    for suit in "mps":
        sequences_of_suit = [meld for meld in sequences if meld.suit == suit]
        result = _find_sequence_of_each(sequences_of_suit, firsts)
        if result:
            return result
    return []


def _find_sequence_of_each(sequences: Sequence[Meld], firsts: str) -> list[Meld]:
    """Find a sequence for each of some first numbers. Empty if a number has no sequence."""
    sequence_of = {meld.first_number: meld for meld in sequences}
    result = []
    for first in firsts:
        if first not in sequence_of:
            return []
        result.append(sequence_of[first])
    return result


# A table reads by its rows.
# fmt: off
#: Every rule, in the order of the booklet.
RULES: Final = (
    Rule("concealed-head-quad", "points", 32,
         lambda a: melds_of(a.quads, are_concealed=True, are_heads=True), counts_each=True),
    Rule("exposed-head-quad", "points", 16,
         lambda a: melds_of(a.quads, are_concealed=False, are_heads=True), counts_each=True),
    Rule("concealed-quad", "points", 16,
         lambda a: melds_of(a.quads, are_concealed=True, are_heads=False), counts_each=True),
    Rule("exposed-quad", "points", 8,
         lambda a: melds_of(a.quads, are_concealed=False, are_heads=False), counts_each=True),
    Rule("concealed-head-triplet", "points", 8,
         lambda a: melds_of(a.plain_triplets, are_concealed=True, are_heads=True),
         counts_each=True),
    # Ruling 6: also a triplet that the winning discard completes.
    Rule("exposed-head-triplet", "points", 4,
         lambda a: melds_of(a.plain_triplets, are_concealed=False, are_heads=True),
         counts_each=True),
    Rule("concealed-triplet", "points", 4,
         lambda a: melds_of(a.plain_triplets, are_concealed=True, are_heads=False),
         counts_each=True),
    Rule("exposed-triplet", "points", 2,
         lambda a: melds_of(a.plain_triplets, are_concealed=False, are_heads=False),
         counts_each=True),
    # Ruling 1: the pair of a wind that is both counts in both rows.
    Rule("own-wind-pair", "points", 2,
         lambda a: a.pairs_of(WIND_TILES[a.winds.own]), counts_each=True),
    Rule("round-wind-pair", "points", 2,
         lambda a: a.pairs_of(WIND_TILES[a.winds.round]), counts_each=True),
    Rule("dragon-pair", "points", 2, lambda a: a.pairs_of(*DRAGONS), counts_each=True),
    Rule("bonus", "points", 4, lambda a: [(tile,) for tile in a.bonus], counts_each=True),
    Rule("closing", "points", 20, lambda a: a.win is not None),

    Rule("own-flower", "fundamental", 1, lambda a: a.own_bonus, counts_each=True),
    Rule("bouquet", "fundamental", 1,
         lambda a: [four for four in (FLOWERS, SEASONS) if set(four).issubset(a.bonus)],
         counts_each=True),
    Rule("own-wind", "fundamental", 1,
         lambda a: a.triplets_of(WIND_TILES[a.winds.own]), counts_each=True),
    Rule("round-wind", "fundamental", 1,
         lambda a: a.triplets_of(WIND_TILES[a.winds.round]), counts_each=True),
    Rule("dragon-triplet", "fundamental", 1, lambda a: a.triplets_of(*DRAGONS), counts_each=True),
    Rule("3-head-triplets", "fundamental", 1,
         lambda a: len(a.head_triplets) >= 3 and a.head_triplets),
    Rule("4-head-triplets", "fundamental", 1,
         lambda a: len(a.head_triplets) == 4 and a.head_triplets),
    Rule("3-equal-triplets", "fundamental", 1, lambda a: equal_triplets(a.triplets)),
    # Not a triplet that the winning discard completes (ruling 6), nor a quad, which is laid down
    # (ruling 8). Neither spoils the other triplets.
    Rule("3-hidden-triplets", "fundamental", 1,
         lambda a: len(a.hidden_triplets) >= 3 and a.hidden_triplets),
    Rule("4-hidden-triplets", "fundamental", 1,
         lambda a: len(a.hidden_triplets) == 4 and a.hidden_triplets),
    Rule("3-equal-chows", "fundamental", 1,
         lambda a: equal_sequences(a.sequences, least=3, in_one_suit=False)),
    Rule("3-equal-chows-color", "fundamental", 1,
         lambda a: equal_sequences(a.sequences, least=3, in_one_suit=True)),
    Rule("4-equal-chows", "fundamental", 1,
         lambda a: equal_sequences(a.sequences, least=4, in_one_suit=False)),
    Rule("4-equal-chows-color", "fundamental", 1,
         lambda a: equal_sequences(a.sequences, least=4, in_one_suit=True)),
    Rule("serpent", "fundamental", 1, lambda a: serpent(a.sequences, "147", in_one_suit=False)),
    Rule("serpent-color", "fundamental", 1,
         lambda a: serpent(a.sequences, "147", in_one_suit=True)),
    Rule("chained-serpent", "fundamental", 2,
         lambda a: serpent(a.sequences, "1357", in_one_suit=False)),
    Rule("chained-serpent-color", "fundamental", 1,
         lambda a: serpent(a.sequences, "1357", in_one_suit=True)),

    # Ruling 4: not beside the massimi of seven pairs, which count alone.
    Rule("all-pairs", "closing", 2, lambda a: a.form == "seven-pairs"),
    Rule("all-triplets", "closing", 2, lambda a: len(a.triplets) == 4),
    Rule("no-heads", "closing", 1, lambda a: not a.has_heads),
    Rule("all-drawn", "closing", 1, lambda a: a.is_drawn and not a.hand.melds),
    # Ruling 9: the honors may be the pair alone.
    Rule("pure-hand", "closing", 1, lambda a: a.number_of_suits == 1 and a.has_honors),
    Rule("purest-hand", "closing", 3, lambda a: a.number_of_suits == 1 and not a.has_honors),
    Rule("drawn-on-roof", "closing", 1, lambda a: a.is_on_roof),
    Rule("golden-rooster", "closing", 1,
         lambda a: a.hand.winning == "5p" and a.is_on_roof),
    Rule("robbed", "closing", 1, lambda a: a.win is not None and a.win.how == "robbed-kong"),
    Rule("last-piece", "closing", 1, lambda a: "last-piece" in a.circumstances),
    Rule("last-discard", "closing", 1, lambda a: "last-tile" in a.circumstances and not a.is_drawn),
    Rule("last-tile", "closing", 1, lambda a: "last-tile" in a.circumstances and a.is_drawn),
    Rule("bottled", "closing", 1, lambda a: len(a.hand.melds) == 4),
    Rule("within-fifteen", "closing", 1, lambda a: "within-fifteen" in a.circumstances),
    Rule("all-head-triplets", "closing", 1, lambda a: len(a.triplets) == 4 and not a.has_simples),
    Rule("all-chows", "closing", 1, lambda a: len(a.sequences) == 4 and not a.has_valued_pair),
    Rule("richi", "closing", 1, lambda a: "richi" in a.circumstances),

    Rule("nine-gates", "massimo", 3000, lambda a: a.hand.concealed in NINE_GATES),
    Rule("all-kongs", "massimo", 3000, lambda a: len(a.quads) == 4),
    Rule("gods-exit", "massimo", 3000, lambda a: "first-turn" in a.circumstances),
    Rule("thirteen-lanterns", "massimo", 2000, lambda a: a.form == "thirteen-lanterns"),
    Rule("dragons-gathering", "massimo", 2000, lambda a: len(a.triplets_of(*DRAGONS)) == 3),
    Rule("four-blessings", "massimo", 2000, lambda a: a.has_four_blessings),
    Rule("dragons-serpent", "massimo", 2000, lambda a: a.form == "dragons-serpent"),
    Rule("little-serpent", "massimo", 1000, lambda a: a.form == "little-serpent"),
    Rule("siamese-serpents", "massimo", 1000, lambda a: a.form == "siamese-serpents"),
    Rule("color-pairs", "massimo", 1000,
         lambda a: a.form == "seven-pairs" and a.number_of_suits == 1 and not a.has_honors),
    Rule("head-pairs", "massimo", 1000, lambda a: a.form == "seven-pairs" and not a.has_simples),
)
# fmt: on

#: The rules that double.
DOUBLINGS: Final = tuple(rule for rule in RULES if rule.chapter in ("fundamental", "closing"))


class _Need(NamedTuple):
    """The items that an arrangement must have, so that it can hold a rule.

    Attributes:
        field: the name of a field of ``FimjArrangement`` that is a collection.
        least_items: how many items the collection must have.
    """

    field: str
    least_items: int


#: The need of a rule that is tried for every arrangement: no triplets.
_NO_NEED: Final = _Need("triplets", 0)
#: The ids of the rules that have a need. Rules are not tried, for speed, if their need is not met.
_RULES_OF_NEED: Final[dict[_Need, tuple[str, ...]]] = {
    _Need("quads", 1): (
        "concealed-head-quad",
        "exposed-head-quad",
        "concealed-quad",
        "exposed-quad",
    ),
    _Need("plain_triplets", 1): (
        "concealed-head-triplet",
        "exposed-head-triplet",
        "concealed-triplet",
        "exposed-triplet",
    ),
    _Need("pairs", 1): ("own-wind-pair", "round-wind-pair", "dragon-pair"),
    _Need("bonus", 1): ("bonus", "own-flower", "bouquet"),
    _Need("triplets", 1): ("own-wind", "round-wind", "dragon-triplet"),
    _Need("triplets", 3): (
        "3-head-triplets",
        "4-head-triplets",
        "3-equal-triplets",
        "3-hidden-triplets",
        "4-hidden-triplets",
    ),
    _Need("sequences", 3): (
        "3-equal-chows",
        "3-equal-chows-color",
        "serpent",
        "serpent-color",
    ),
    _Need("sequences", 4): (
        "4-equal-chows",
        "4-equal-chows-color",
        "chained-serpent",
        "chained-serpent-color",
    ),
}
_NEED_OF_RULE: Final = {
    rule_id: need for need, rule_ids in _RULES_OF_NEED.items() for rule_id in rule_ids
}


class _RuleGroup(NamedTuple):
    """Rules of a chapter that follow each other and have the same need.

    Attributes:
        field_index: the index, in ``FimjArrangement``, of the collection that they need.
        least_items: how many items the collection must have.
        rules: the rules.
    """

    field_index: int
    least_items: int
    rules: tuple[Rule, ...]


def _group_rules(chapter: Chapter) -> list[_RuleGroup]:
    """Group the rules of a chapter that follow each other and have the same need."""
    rules_of_chapter = [rule for rule in RULES if rule.chapter == chapter]
    groups = []
    for need, rules in groupby(rules_of_chapter, key=_need_of):
        field_index = FimjArrangement._fields.index(need.field)
        groups.append(_RuleGroup(field_index, need.least_items, tuple(rules)))
    return groups


def _need_of(rule: Rule) -> _Need:
    """Return the need of a rule."""
    return _NEED_OF_RULE.get(rule.id, _NO_NEED)


_RULE_GROUPS: Final[dict[Chapter, list[_RuleGroup]]] = {
    "points": _group_rules("points"),
    "fundamental": _group_rules("fundamental"),
    "closing": _group_rules("closing"),
    "massimo": _group_rules("massimo"),
}


def count_rules(
    chapter: Chapter,
    arrangement: FimjArrangement,
    house_values: Mapping[str, int] = _NO_CHANGES,
) -> list[PatternCount[Rule]]:
    """Find the rules of a chapter that an arrangement holds.

    Args:
        chapter: a chapter of the booklet.
        arrangement: an arrangement of a hand.
        house_values: the values that the house gives to rules, by id. A rule of value 0 is not
            played.
    """
    # An arrangement is a tuple. Reading its fields by index is faster than by name.
    fields: Sequence[Any] = arrangement
    counts = []
    for field_index, least_items, rules in _RULE_GROUPS[chapter]:
        if len(fields[field_index]) < least_items:
            # The arrangement has too few triplets, for example, for any of these rules.
            continue
        for rule in rules:
            earned = rule.earn(arrangement)
            if not earned:
                continue
            value = house_values.get(rule.id, rule.value)
            if value:
                times, groups = count_earned(earned, counts_each=rule.counts_each)
                counts.append(PatternCount(rule, value, times, groups))
    return counts
