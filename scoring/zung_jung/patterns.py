"""The patterns of Zung Jung 3.3 as one table, and the record of a hand that their predicates look at.

Sources: the list of patterns of version 3.3 ("Elenco delle combinazioni", sections 1.0 to 11.0), the English sheet for
the English names, and the project's rulings, cited where a row depends on one.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, NamedTuple

from hu.scoring.hand import SEATS, Hand, Meld, Win
from hu.scoring.readings import Earned, Form, Group
from hu.scoring.shapes import NINE_GATES, completes_nine_gates
from hu.scoring.tiles import DRAGONS, FLOWERS, ORPHANS, SEASONS, WINDS

_ORPHANS, _FLOWERS, _SEASONS = frozenset(ORPHANS), frozenset(FLOWERS), frozenset(SEASONS)
_NUMBERS: Final = {seat: tile[0] for seat, tile in zip(SEATS, WINDS, strict=True)}


class WinningReading(NamedTuple):
    """One reading of a winning hand, and how it was won. 'Triplets' include quads.

    Irregular hands have no sets; groups stand in the order of their tiles.

    Attributes:
        hand, win, bonus, circumstances: as they are.
        form: the reading's shape.
        standing: the sets among the standing tiles.
        pairs: the tiles of the pairs.
        completed: the tiles of the set or pair that the winning tile completes; empty for thirteen orphans.
        sequences, triplets: the sets by kind.
        concealed: the triplets that were wholly drawn.
        quads: the quads.
        winds, dragons: the triplets of honors.
        equal: the sequences that occur more than once.
        straight: 123, 456 and 789 of one suit.
        run: the longest row of at least three triplets of one suit with consecutive numbers.
        suits: how many of the three suits occur.
        honors: whether honors occur.
        outside: whether terminals or honors occur.
        simples: whether numbers from 2 to 8 occur.
    """

    hand: Hand
    win: Win
    bonus: tuple[str, ...]
    circumstances: frozenset[str]
    form: Form
    standing: tuple[Meld, ...]
    pairs: tuple[str, ...]
    completed: tuple[str, ...]
    sequences: tuple[Meld, ...]
    triplets: tuple[Meld, ...]
    concealed: tuple[Meld, ...]
    quads: tuple[Meld, ...]
    winds: tuple[Meld, ...]
    dragons: tuple[Meld, ...]
    equal: tuple[Meld, ...]
    straight: tuple[Meld, ...]
    run: tuple[Meld, ...]
    suits: int
    honors: bool
    outside: bool
    simples: bool

    @property
    def pair(self) -> str:
        """The pair's tile in a regular hand."""
        return self.pairs[0] if self.form == "regular" else ""

    @property
    def pair_groups(self) -> list[Group]:
        """The pairs, each as a group."""
        return [(tile, tile) for tile in self.pairs]

    @property
    def unclaimed(self) -> bool:
        """Whether no set was claimed before the win."""
        return not [meld for meld in self.hand.melds if not meld.concealed]

    @property
    def nine_gates(self) -> bool:
        """Whether 1112345678999 of one suit stood before the win; with Heaven any tile may be the last (ruling 9)."""
        if "heaven" not in self.win.circumstances:
            return self.hand.concealed in NINE_GATES
        return any(completes_nine_gates(self.hand.standing, tile) for tile in self.hand.standing)

    @property
    def own_number(self) -> str:
        """The number of the winner's wind, flower and season."""
        return _NUMBERS[self.win.winner]

    @property
    def all_outside(self) -> bool:
        """Whether every meld and the pair of a regular hand hold a terminal or an honor."""
        if self.pair not in _ORPHANS:
            return False
        inside = [meld for meld in self.sequences if meld.tiles[0][0] not in "17"]
        return not inside and not [meld for meld in self.triplets if meld.tiles[0] not in _ORPHANS]


# Each row exists once and equals itself alone.
@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """One row of the table.

    Attributes:
        id: category, series and place in the series, as the rules number it.
        points: its value, each time it counts.
        italian: its name in the Italian rules.
        english: its name on the English sheet.
        chinese: its name in Chinese.
        condition: what it takes, in English.
        earn: the groups of a reading that earn it, or whether the hand as a whole does.
        each: whether it counts for each of the groups; else once.
    """

    id: str
    points: int
    italian: str
    english: str
    chinese: str
    condition: str
    earn: Callable[[WinningReading], Earned]
    each: bool = False

    @property
    def series(self) -> str:
        """Of a series only the highest pattern counts; bonus tiles count one by one, so each row stands alone.

        So does a pattern that a house has added.
        """
        if "." not in self.id:
            return self.id
        category, number, *_ = self.id.split(".")
        return self.id if category == "11" else f"{category}.{number}"


#: The field of a reading without which the patterns of a series cannot hold: for speed, they are not tried then.
_NEEDS: Final = {
    "3.1": "honors", "3.2": "dragons", "3.3": "winds", "4.2": "concealed", "4.3": "quads", "5.1": "equal",
    "6.1": "sequences", "6.2": "triplets", "7.1": "straight", "7.2": "run", "8.1": "outside", "9.1": "circumstances",
    "9.2": "circumstances", "9.4": "circumstances", "11.1.1": "bonus", "11.1.2": "bonus", "11.2.1": "bonus",
    "11.2.2": "bonus",
}  # fmt: skip


# Each table exists once and equals itself alone.
@dataclass(frozen=True, slots=True, eq=False)
class PatternTable:
    """The patterns that are played.

    Attributes:
        patterns: in the rules' order.
        series: the same by series, the highest of each first, with the place of the field that the series needs.
    """

    patterns: tuple[Pattern, ...]
    series: tuple[tuple[int, tuple[Pattern, ...]], ...] = field(init=False)

    def __post_init__(self) -> None:
        by_series = groupby(self.patterns, key=lambda row: row.series)
        places = WinningReading._fields
        series = [
            (places.index(_NEEDS.get(name, "form")), tuple(sorted(rows, key=lambda row: -row.points)))
            for name, rows in by_series
        ]
        object.__setattr__(self, "series", tuple(series))


def in_three_suits(sets: Iterable[Meld], pairs: Iterable[str] = ()) -> list[Group]:
    """Sets, or two sets and a pair, of one number in all three suits."""
    found: dict[str, Group] = {meld.tiles[0]: meld for meld in sets}
    found |= {tile: (tile, tile) for tile in pairs}
    for tile in found:
        if tile[1] == "m" and (p := f"{tile[0]}p") in found and (s := f"{tile[0]}s") in found:
            return [found[tile], found[p], found[s]]
    return []


# A table reads by its rows.
# fmt: off
#: Every pattern, in the order of the rules. "Triplets" include quads.
PATTERNS: Final = (
    Pattern("1.1", 5, "Tutte scale", "All Sequences", "平和",
            "four sequences",
            lambda r: len(r.sequences) == 4 and r.sequences),
    # Ruling 3: irregular hands never take it, whatever they conceal.
    Pattern("1.2", 5, "Tutto pescato", "Concealed Hand", "門前清",
            "a regular hand, nothing claimed before the win",
            lambda r: r.form == "regular" and r.unclaimed),
    Pattern("1.3", 5, "Senza teste", "All Simples", "斷么九",
            "only numbers from 2 to 8",
            lambda r: not r.outside),
    Pattern("2.1.1", 40, "Mano pura", "Half Flush", "混一色",
            "one suit and honors",
            lambda r: r.suits == 1 and r.honors),
    Pattern("2.1.2", 80, "Mano purissima", "Full Flush", "清一色",
            "one suit only",
            lambda r: r.suits == 1 and not r.honors),
    # Rulings 4 and 9: a concealed quad spoils it; Heaven lets any of the fourteen tiles be the last.
    Pattern("2.2", 480, "Casa piena di nove pezzi", "Nine Gates", "九蓮寶燈",
            "1112345678999 of one suit before the win, nothing melded",
            lambda r: r.suits == 1 and not r.hand.melds and r.nine_gates),
    Pattern("3.1", 10, "Onori con valore", "Value Honor", "番牌",
            "triplet of dragons or of the own wind",
            lambda r: [*[meld for meld in r.winds if meld.tiles[0][0] == r.own_number], *r.dragons], each=True),
    Pattern("3.2.1", 40, "Piccolo raduno dei dragoni", "Little Three Dragons", "小三元",
            "two triplets and the pair of dragons",
            lambda r: len(r.dragons) == 2 and r.pair in DRAGONS and [*r.dragons, *r.pair_groups]),
    Pattern("3.2.2", 130, "Grande raduno dei dragoni", "Big Three Dragons", "大三元",
            "three triplets of dragons",
            lambda r: len(r.dragons) == 3 and r.dragons),
    Pattern("3.3.1", 30, "Tre piccole benedizioni della casa", "Little Three Winds", "小三風",
            "two triplets and the pair of winds",
            lambda r: len(r.winds) == 2 and r.pair in WINDS and [*r.winds, *r.pair_groups]),
    Pattern("3.3.2", 120, "Tre grandi benedizioni della casa", "Big Three Winds", "大三風",
            "three triplets of winds",
            lambda r: len(r.winds) == 3 and r.winds),
    Pattern("3.3.3", 320, "Quattro piccole benedizioni della casa", "Little Four Winds", "小四喜",
            "three triplets and the pair of winds",
            lambda r: len(r.winds) == 3 and r.pair in WINDS and [*r.winds, *r.pair_groups]),
    Pattern("3.3.4", 400, "Quattro grandi benedizioni della casa", "Big Four Winds", "大四喜",
            "four triplets of winds",
            lambda r: len(r.winds) == 4 and r.winds),
    Pattern("3.4", 320, "Tutti onori", "All Honors", "字一色",
            "only honors",
            lambda r: not r.suits),
    Pattern("4.1", 30, "Tutti tris", "All Triplets", "對對和",
            "four triplets",
            lambda r: len(r.triplets) == 4 and r.triplets),
    # Ruling 2: a triplet that the winning discard completes is exposed here.
    Pattern("4.2.1", 5, "Due tris coperti", "Two Concealed Triplets", "二暗刻",
            "two wholly drawn triplets",
            lambda r: len(r.concealed) == 2 and r.concealed),
    Pattern("4.2.2", 30, "Tre tris coperti", "Three Concealed Triplets", "三暗刻",
            "three wholly drawn triplets",
            lambda r: len(r.concealed) == 3 and r.concealed),
    Pattern("4.2.3", 125, "Quattro tris coperti", "Four Concealed Triplets", "四暗刻",
            "four wholly drawn triplets",
            lambda r: len(r.concealed) == 4 and r.concealed),
    Pattern("4.3.1", 5, "Un kong", "One Quad", "一槓",
            "one quad",
            lambda r: len(r.quads) == 1 and r.quads),
    # Ruling 7: the sheet's "Three Quads" in this row is a misprint.
    Pattern("4.3.2", 20, "Due kong", "Two Quads", "二槓",
            "two quads",
            lambda r: len(r.quads) == 2 and r.quads),
    Pattern("4.3.3", 120, "Tre kong", "Three Quads", "三槓",
            "three quads",
            lambda r: len(r.quads) == 3 and r.quads),
    Pattern("4.3.4", 480, "Quattro kong", "Four Quads", "四槓",
            "four quads",
            lambda r: len(r.quads) == 4 and r.quads),
    Pattern("5.1.1", 10, "Due scale identiche", "Pure Double Sequence", "一般高",
            "two identical sequences",
            lambda r: len(r.equal) == 2 and r.equal),
    Pattern("5.1.2", 60, "Due volte due scale identiche", "Two Pure Double Sequences", "兩般高",
            "twice two identical sequences",
            lambda r: len(r.equal) == 4 and r.equal[0].tiles != r.equal[3].tiles and r.equal),
    Pattern("5.1.3", 120, "Tre scale identiche", "Pure Triple Sequence", "一色三同順",
            "three identical sequences",
            lambda r: len(r.equal) == 3 and r.equal),
    Pattern("5.1.4", 480, "Quattro scale identiche", "Quadruple Sequence", "一色四同順",
            "four identical sequences",
            lambda r: len(r.equal) == 4 and r.equal[0].tiles == r.equal[3].tiles and r.equal),
    Pattern("6.1", 35, "Tre scale simili", "Mixed Triple Sequence", "三色同順",
            "the same sequence in the three suits",
            lambda r: r.suits == 3 and len(r.sequences) > 2 and in_three_suits(r.sequences)),
    Pattern("6.2.1", 30, "Due pung e coppia nei tre semi", "Double Triplet and Matching Pair", "三色小同刻",
            "two triplets and the pair of one number in the three suits",
            lambda r: r.suits == 3 and len(r.triplets) > 1 and (same := in_three_suits(r.triplets, r.pairs))
            and not in_three_suits(r.triplets) and same),
    Pattern("6.2.2", 120, "Tre pung simili", "Triple Triplet", "三色同刻",
            "triplets of one number in the three suits",
            lambda r: r.suits == 3 and len(r.triplets) > 2 and in_three_suits(r.triplets)),
    Pattern("7.1", 40, "Serpente di colore", "Pure Straight", "一氣通貫",
            "123, 456 and 789 of one suit",
            lambda r: r.straight),
    Pattern("7.2.1", 100, "Tre pung consecutivi", "Three Pure Shifted Triplets", "三連刻",
            "three triplets of one suit with consecutive numbers",
            lambda r: len(r.run) == 3 and r.run),
    Pattern("7.2.2", 200, "Quattro pung consecutivi", "Four Pure Shifted Triplets", "四連刻",
            "four triplets of one suit with consecutive numbers",
            lambda r: len(r.run) == 4 and r.run),
    # Ruling 3: seven pairs have no sets, so 8.1.1 and 8.1.2 are not for them.
    Pattern("8.1.1", 40, "Tutte teste minore", "Half Outside Hand", "混全帶么",
            "every meld and the pair hold a terminal or an honor",
            lambda r: r.all_outside),
    Pattern("8.1.2", 50, "Tutti estremi minore", "Full Outside Hand", "純全帶么",
            "every meld and the pair hold a terminal",
            lambda r: not r.honors and r.all_outside),
    Pattern("8.1.3", 100, "Tutte teste maggiore", "All Terminals and Honors", "混么九",
            "only terminals and honors",
            lambda r: not r.simples and r.form != "thirteen-orphans"),
    Pattern("8.1.4", 400, "Tutti estremi maggiore", "All Terminals", "清么九",
            "only terminals",
            lambda r: not r.simples and not r.honors),
    Pattern("9.1.1", 10, "Ultima tessera", "Last Tile Draw", "海底撈月",
            "drawing the last tile of the wall",
            lambda r: "last-tile" in r.circumstances and r.win.drawn),
    Pattern("9.1.2", 10, "Ultimo scarto", "Last Tile Claim", "河底撈魚",
            "claiming the discard after the last tile",
            lambda r: "last-tile" in r.circumstances and not r.win.drawn),
    Pattern("9.2", 10, "Chiudere col rimpiazzo del kong", "Out with the Replacement Tile", "嶺上開花",
            "drawing the replacement of a quad",
            lambda r: "kong-replacement" in r.circumstances),
    Pattern("9.3", 10, "Pezzo rubato", "Robbing the Quad", "搶槓",
            "taking the tile that another player adds to an exposed triplet",
            lambda r: r.win.how == "robbed-kong"),
    Pattern("9.4.1", 155, "Benedizione del cielo", "Blessing of Heaven", "天和",
            "East's initial fourteen tiles",
            lambda r: "heaven" in r.circumstances),
    Pattern("9.4.2", 155, "Benedizione della terra", "Blessing of Earth", "地和",
            "winning on East's first discard",
            lambda r: "earth" in r.circumstances),
    Pattern("10.1", 160, "Tredici orfani", "Thirteen Orphans", "十三么九",
            "one of each terminal and honor, and a pair of one of them",
            lambda r: r.form == "thirteen-orphans"),
    Pattern("10.2", 30, "Tutte coppie", "Seven Pairs", "七對子",
            "seven pairs",
            lambda r: r.form == "seven-pairs" and r.pair_groups),
    Pattern("11.1.1", 2, "Fiore o stagione non proprio", "Guest Flower or Season", "花偏",
            "a flower or season of another seat",
            lambda r: [(tile,) for tile in r.bonus if tile[0] != r.own_number], each=True),
    Pattern("11.1.2", 4, "Proprio fiore o stagione", "Own Flower or Season", "正花",
            "a flower or season of the own seat",
            lambda r: [(tile,) for tile in r.bonus if tile[0] == r.own_number], each=True),
    Pattern("11.2.1", 10, "Quattro fiori", "Four Flowers", "齊四花",
            "all four flowers",
            lambda r: set(r.bonus) >= _FLOWERS),
    Pattern("11.2.2", 10, "Quattro stagioni", "Four Seasons", "齊四季",
            "all four seasons",
            lambda r: set(r.bonus) >= _SEASONS),
)
# fmt: on
#: The patterns as the rules list them.
STANDARD_TABLE: Final = PatternTable(PATTERNS)
