"""The 81 fan of MCR as one table, each with its predicate over an arrangement.

Numbers, points and English names follow "Mahjong Competition Rules" of the World Mahjong
Organization (2006, the "Green Book"), chapter 8 and appendix 1. The conditions are summaries in
this project's words, the Italian names translations. Points are in ``rules.toml``. A concealed and
a claimed quad together have no number in the book (see its note on no. 57).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from hu.scoring.mcr.arrangements import McrArrangement
from hu.scoring.melds import Meld
from hu.scoring.patterns import Earned, PatternInfo, ScoringGroup, Unit
from hu.scoring.rule_set.rules_toml import pattern_infos
from hu.scoring.shapes import NINE_GATES
from hu.scoring.texts import Text
from hu.scoring.tiles import DRAGONS, ORPHANS, WINDS

_GREEN: Final = frozenset(("2s", "3s", "4s", "6s", "8s", "6z"))
_REVERSIBLE: Final = frozenset(
    ("1p", "2p", "3p", "4p", "5p", "8p", "9p", "2s", "4s", "5s", "6s", "8s", "9s", "5z")
)
_HONORS: Final = frozenset((*WINDS, *DRAGONS))
_ORPHANS: Final = frozenset(ORPHANS)
_TERMINALS: Final = _ORPHANS - _HONORS
_FIVES: Final = frozenset(("5m", "5p", "5s"))

#: The unit of fan and of hands. People call it points.
FAN_POINTS: Final = Unit(Text("unit.points"), key="fan")
#: Every fan by id, as people are shown it.
FAN: Final = pattern_infos("hu.scoring.mcr", FAN_POINTS)
# The fan without a number is explained beside Two Melded Kongs.
FAN["concealed-kong-and-melded-kong"] = replace(
    FAN["concealed-kong-and-melded-kong"], source=FAN["two-melded-kongs"].source
)
#: The fan of flowers and seasons, which does not count towards the minimum to win.
FLOWER_TILES: Final = FAN["flower-tiles"]
#: In place of a predicate: ``hu.scoring.mcr.combinations`` finds the fan of several melds.
_BY_COMBINATION: Final = None
#: In place of a predicate: ``hu.scoring.mcr.waits`` finds the fan of a wait.
_BY_WAIT: Final = None
#: In place of a predicate: ``hu.scoring.mcr.scores`` adds the fan to a hand that earns no other.
_BY_LACK_OF_OTHERS: Final = None


# Rows compare by identity.
@dataclass(frozen=True, slots=True, eq=False)
class Fan:
    """One row of the table.

    Attributes:
        id: a name that never changes.
        earn: returns the groups of an arrangement that earn it, or whether the whole hand does.
            None for a fan that another module finds: ``_BY_COMBINATION``, ``_BY_WAIT`` or
            ``_BY_LACK_OF_OTHERS``.
        excludes: the ids of the fan that do not count beside it, because it implies them or the
            book says so.
        groups_per_count: how many of the groups earn it once, so that more groups earn it again. 0
            if all groups together earn it once.
    """

    id: str
    earn: Callable[[McrArrangement], Earned] | None
    excludes: tuple[str, ...] = ()
    groups_per_count: int = 0

    @property
    def info(self) -> PatternInfo:
        """The row as people are shown it."""
        return FAN[self.id]


def triplets_and_pair(
    arrangement: McrArrangement, kinds: tuple[str, ...], *, number_of_triplets: int
) -> list[ScoringGroup]:
    """Find triplets of winds with a pair of winds, or triplets of dragons with a pair of dragons.

    Args:
        arrangement: an arrangement.
        kinds: the winds or the dragons.
        number_of_triplets: how many triplets there must be.

    Returns:
        The triplets and the pair. Empty without them.
    """
    triplets = arrangement.triplets_of(kinds)
    if len(triplets) != number_of_triplets or arrangement.pair not in kinds:
        return []
    return [*triplets, (arrangement.pair, arrangement.pair)]


def terminal_or_honor_pungs(arrangement: McrArrangement) -> list[Meld]:
    """Find triplets of terminals, and of winds that are not the own or the prevalent wind (no. 73).

    Three or four triplets of winds are left out, because another fan implies them (nos. 1, 9, 38).
    One triplet of terminals is left out of Nine Gates, which implies it (no. 4).
    """
    terminals = arrangement.triplets_of(_TERMINALS)
    if arrangement.hand.concealed in NINE_GATES:
        terminals = terminals[1:]
    winds = arrangement.triplets_of(WINDS)
    if len(winds) >= 3:
        return terminals
    valued_winds = (arrangement.own_wind, arrangement.prevalent_wind)
    return terminals + [meld for meld in winds if meld.tiles[0] not in valued_winds]


def tile_hogs(arrangement: McrArrangement) -> list[ScoringGroup]:
    """Find the kinds of which the hand holds all four tiles without a quad (no. 64)."""
    quads = [meld.tiles[0] for meld in arrangement.quads]
    return [
        (tile, tile, tile, tile)
        for tile, copies in arrangement.tiles.copies.items()
        if copies == 4 and tile not in quads
    ]


def is_seven_shifted_pairs(arrangement: McrArrangement) -> bool:
    """Whether seven pairs of one suit have consecutive numbers (no. 6)."""
    if arrangement.form != "seven-pairs" or not arrangement.tiles.is_one_suit:
        return False
    numbers = sorted(arrangement.tiles.numbers)
    return "".join(numbers) in ("1234567", "2345678", "3456789")


def is_all_even_pungs(arrangement: McrArrangement) -> bool:
    """Whether four triplets and the pair have even numbers (no. 21)."""
    return len(arrangement.triplets) == 4 and arrangement.tiles.has_only_numbers("2468")


def is_all_chows(arrangement: McrArrangement) -> bool:
    """Whether all melds are sequences, with a pair of numbers (no. 63).

    A knitted straight counts as three sequences.
    """
    if not arrangement.pair or arrangement.triplets:
        return False
    return arrangement.pair not in _HONORS


def is_melded_hand(arrangement: McrArrangement) -> bool:
    """Whether four melds were claimed and the hand was won on a discard (no. 53)."""
    return len(arrangement.hand.claimed_melds) == 4 and not arrangement.win.drawn


def is_last_of_kind(arrangement: McrArrangement) -> bool:
    """Whether the other three copies of the winning tile are visible on the table (no. 58).

    Either the players have given this circumstance, or the winner's own claimed melds show all
    three copies.
    """
    if _in(arrangement, "last-of-kind"):
        return True
    open_copies = 0
    for meld in arrangement.hand.claimed_melds:
        open_copies += meld.tiles.count(arrangement.winning)
    return open_copies == 3


def _in(arrangement: McrArrangement, circumstance: str) -> bool:
    """Whether the win was with this circumstance."""
    return circumstance in arrangement.win.circumstances


# A table reads by its rows.
# fmt: off
#: Every fan, in the order of the book.
TABLE: Final = (
    Fan("big-four-winds", lambda a: len(a.triplets_of(WINDS)) == 4 and a.triplets_of(WINDS),
        ("big-three-winds", "all-pungs", "prevalent-wind", "seat-wind")),
    Fan("big-three-dragons", lambda a: len(a.triplets_of(DRAGONS)) == 3 and a.triplets_of(DRAGONS),
        ("two-dragon-pungs", "dragon-pung")),
    Fan("all-green", lambda a: a.tiles.kinds <= _GREEN, ("half-flush",)),
    Fan("nine-gates", lambda a: a.hand.concealed in NINE_GATES,
        ("full-flush", "concealed-hand", "no-honors")),
    Fan("four-kongs", lambda a: len(a.quads) == 4 and a.quads, ("all-pungs", "single-wait")),
    Fan("seven-shifted-pairs", is_seven_shifted_pairs,
        ("seven-pairs", "full-flush", "concealed-hand", "no-honors")),
    Fan("thirteen-orphans", lambda a: a.form == "thirteen-orphans",
        ("all-terminals-and-honors", "all-types", "concealed-hand")),

    Fan("all-terminals", lambda a: a.tiles.kinds <= _TERMINALS,
        ("all-terminals-and-honors", "all-pungs", "outside-hand", "double-pung",
         "pung-of-terminals-or-honors", "no-honors")),
    Fan("little-four-winds", lambda a: triplets_and_pair(a, WINDS, number_of_triplets=3),
        ("big-three-winds",)),
    Fan("little-three-dragons", lambda a: triplets_and_pair(a, DRAGONS, number_of_triplets=2),
        ("two-dragon-pungs", "dragon-pung")),
    Fan("all-honors", lambda a: a.tiles.kinds <= _HONORS,
        ("all-terminals-and-honors", "all-pungs", "outside-hand", "pung-of-terminals-or-honors")),
    Fan("four-concealed-pungs", lambda a: len(a.concealed_triplets) == 4 and a.concealed_triplets,
        ("all-pungs", "concealed-hand")),
    Fan("pure-terminal-chows", _BY_COMBINATION,
        ("full-flush", "all-chows", "no-honors"), groups_per_count=4),

    Fan("quadruple-chow", _BY_COMBINATION, ("tile-hog",), groups_per_count=4),
    Fan("four-pure-shifted-pungs", _BY_COMBINATION, ("all-pungs",), groups_per_count=4),

    Fan("four-pure-shifted-chows", _BY_COMBINATION, groups_per_count=4),
    Fan("three-kongs", lambda a: len(a.quads) == 3 and a.quads),
    Fan("all-terminals-and-honors", lambda a: a.tiles.kinds <= _ORPHANS,
        ("all-pungs", "outside-hand", "pung-of-terminals-or-honors")),

    Fan("seven-pairs", lambda a: a.form == "seven-pairs",
        ("concealed-hand", "fully-concealed-hand")),
    Fan("greater-honors-and-knitted-tiles",
        lambda a: a.form == "honors-and-knitted" and a.tiles.kinds >= _HONORS,
        ("all-types", "concealed-hand", "fully-concealed-hand")),
    Fan("all-even-pungs", is_all_even_pungs, ("all-pungs", "all-simples", "no-honors")),
    Fan("full-flush", lambda a: a.tiles.is_one_suit, ("no-honors",)),
    Fan("pure-triple-chow", _BY_COMBINATION, groups_per_count=3),
    Fan("pure-shifted-pungs", _BY_COMBINATION, groups_per_count=3),
    Fan("upper-tiles", lambda a: a.tiles.has_only_numbers("789"), ("upper-four", "no-honors")),
    Fan("middle-tiles", lambda a: a.tiles.has_only_numbers("456"), ("all-simples", "no-honors")),
    Fan("lower-tiles", lambda a: a.tiles.has_only_numbers("123"), ("lower-four", "no-honors")),

    Fan("pure-straight", _BY_COMBINATION, groups_per_count=3),
    Fan("three-suited-terminal-chows", _BY_COMBINATION,
        ("all-chows", "no-honors"), groups_per_count=4),
    Fan("pure-shifted-chows", _BY_COMBINATION, groups_per_count=3),
    Fan("all-fives", lambda a: a.every_part_has(_FIVES), ("all-simples", "no-honors")),
    Fan("triple-pung", _BY_COMBINATION, groups_per_count=3),
    Fan("three-concealed-pungs",
        lambda a: len(a.concealed_triplets) == 3 and a.concealed_triplets),

    Fan("lesser-honors-and-knitted-tiles",
        lambda a: a.form == "honors-and-knitted" and not a.tiles.kinds >= _HONORS,
        ("all-types", "concealed-hand", "fully-concealed-hand")),
    Fan("knitted-straight", lambda a: [a.knitted] if a.knitted else []),
    Fan("upper-four", lambda a: a.tiles.has_only_numbers("6789"), ("no-honors",)),
    Fan("lower-four", lambda a: a.tiles.has_only_numbers("1234"), ("no-honors",)),
    Fan("big-three-winds", lambda a: len(a.triplets_of(WINDS)) == 3 and a.triplets_of(WINDS)),

    Fan("mixed-straight", _BY_COMBINATION, groups_per_count=3),
    Fan("reversible-tiles", lambda a: a.tiles.kinds <= _REVERSIBLE, ("one-voided-suit",)),
    Fan("mixed-triple-chow", _BY_COMBINATION, groups_per_count=3),
    Fan("mixed-shifted-pungs", _BY_COMBINATION, groups_per_count=3),
    Fan("chicken-hand", _BY_LACK_OF_OTHERS),
    Fan("last-tile-draw", lambda a: _in(a, "last-tile") and a.win.drawn, ("self-drawn",)),
    Fan("last-tile-claim", lambda a: _in(a, "last-tile") and not a.win.drawn),
    Fan("out-with-replacement-tile", lambda a: _in(a, "kong-replacement"), ("self-drawn",)),
    # A robbed tile is always the last of its kind (no. 47).
    Fan("robbing-the-kong", lambda a: a.win.how == "robbed-kong", ("last-tile",)),

    Fan("two-concealed-kongs", lambda a: find_quads(a, concealed=2, claimed=0),
        ("two-concealed-pungs",)),
    Fan("all-pungs", lambda a: len(a.triplets) == 4),
    Fan("half-flush", lambda a: len(a.tiles.suits) == 1 and a.tiles.has_honors),
    Fan("mixed-shifted-chows", _BY_COMBINATION, groups_per_count=3),
    Fan("all-types",
        lambda a: len(a.tiles.suits) == 3 and a.tiles.has_winds and a.tiles.has_dragons),
    Fan("melded-hand", is_melded_hand, ("single-wait",)),
    Fan("two-dragon-pungs", lambda a: len(a.triplets_of(DRAGONS)) == 2 and a.triplets_of(DRAGONS),
        ("dragon-pung",)),
    # Without a number in the book, which explains it beside no. 57.
    Fan("concealed-kong-and-melded-kong", lambda a: find_quads(a, concealed=1, claimed=1)),

    Fan("outside-hand", lambda a: a.every_part_has(_ORPHANS)),
    Fan("fully-concealed-hand", lambda a: a.has_no_claims and a.win.drawn, ("self-drawn",)),
    Fan("two-melded-kongs", lambda a: find_quads(a, concealed=0, claimed=2)),
    Fan("last-tile", is_last_of_kind),

    Fan("dragon-pung", lambda a: a.triplets_of(DRAGONS), groups_per_count=1),
    Fan("prevalent-wind", lambda a: a.triplets_of((a.prevalent_wind,))),
    Fan("seat-wind", lambda a: a.triplets_of((a.own_wind,))),
    Fan("concealed-hand", lambda a: a.has_no_claims and not a.win.drawn),
    Fan("all-chows", is_all_chows, ("no-honors",)),
    Fan("tile-hog", tile_hogs, groups_per_count=1),
    Fan("double-pung", _BY_COMBINATION, groups_per_count=2),
    Fan("two-concealed-pungs", lambda a: len(a.concealed_triplets) == 2 and a.concealed_triplets),
    Fan("concealed-kong", lambda a: find_quads(a, concealed=1, claimed=0)),
    Fan("all-simples", lambda a: a.tiles.has_only_numbers("2345678"), ("no-honors",)),

    Fan("pure-double-chow", _BY_COMBINATION, groups_per_count=2),
    Fan("mixed-double-chow", _BY_COMBINATION, groups_per_count=2),
    Fan("short-straight", _BY_COMBINATION, groups_per_count=2),
    Fan("two-terminal-chows", _BY_COMBINATION, groups_per_count=2),
    Fan("pung-of-terminals-or-honors", terminal_or_honor_pungs, groups_per_count=1),
    Fan("melded-kong", lambda a: find_quads(a, concealed=0, claimed=1)),
    Fan("one-voided-suit", lambda a: len(a.tiles.suits) == 2),
    Fan("no-honors", lambda a: not a.tiles.has_honors),
    Fan("edge-wait", _BY_WAIT),
    Fan("closed-wait", _BY_WAIT),
    Fan("single-wait", _BY_WAIT),
    Fan("self-drawn", lambda a: a.win.drawn),
    Fan("flower-tiles", lambda a: [(tile,) for tile in a.hand.bonus], groups_per_count=1),
)
# fmt: on


def find_quads(arrangement: McrArrangement, *, concealed: int, claimed: int) -> list[Meld]:
    """Find the quads of a hand with these numbers of concealed and claimed quads.

    Args:
        arrangement: an arrangement of the hand.
        concealed: how many concealed quads the hand must have.
        claimed: how many claimed quads the hand must have.

    Returns:
        All quads. Empty if the hand has other numbers of them.
    """
    if len(arrangement.concealed_quads) != concealed:
        return []
    if len(arrangement.claimed_quads) != claimed:
        return []
    return arrangement.quads


#: The fan by id.
FAN_ROWS: Final = {row.id: row for row in TABLE}
