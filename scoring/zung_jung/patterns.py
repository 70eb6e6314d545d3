"""The patterns of Zung Jung 3.3 as one table.

Sources: the list of patterns of version 3.3 ("Elenco delle combinazioni", sections 1.0 to 11.0), the English sheet for
the English names, and the project's rulings, cited where a row depends on one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from hu.scoring.zung_jung.features import ReadingFeatures


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
        holds: how many times a reading holds it; all but 3.1 and 11.1 at most once.
    """

    id: str
    points: int
    italian: str
    english: str
    chinese: str
    condition: str
    holds: Callable[[ReadingFeatures], int]

    @property
    def series(self) -> str:
        """Of a series only the highest pattern counts; bonus tiles count one by one, so each row stands alone.

        So does a pattern that a house has added.
        """
        if "." not in self.id:
            return self.id
        category, number, *_ = self.id.split(".")
        return self.id if category == "11" else f"{category}.{number}"


def _is_regular(reading: ReadingFeatures) -> bool:
    return reading.form == "regular"


# A table reads by its rows.
# fmt: off
#: Every pattern, in the order of the rules. "Triplets" include quads.
PATTERNS: Final = (
    Pattern("1.1", 5, "Tutte scale", "All Sequences", "平和",
            "four sequences",
            lambda r: r.sequences == 4),
    # Ruling 3: irregular hands never take it, whatever they conceal.
    Pattern("1.2", 5, "Tutto pescato", "Concealed Hand", "門前清",
            "a regular hand, nothing claimed before the win",
            lambda r: _is_regular(r) and r.tiles.unclaimed),
    Pattern("1.3", 5, "Senza teste", "All Simples", "斷么九",
            "only numbers from 2 to 8",
            lambda r: not r.tiles.outside),
    Pattern("2.1.1", 40, "Mano pura", "Half Flush", "混一色",
            "one suit and honors",
            lambda r: r.tiles.suits == 1 and r.tiles.honors),
    Pattern("2.1.2", 80, "Mano purissima", "Full Flush", "清一色",
            "one suit only",
            lambda r: r.tiles.suits == 1 and not r.tiles.honors),
    # Rulings 4 and 9: a concealed quad spoils it; Heaven lets any of the fourteen tiles be the last.
    Pattern("2.2", 480, "Casa piena di nove pezzi", "Nine Gates", "九蓮寶燈",
            "1112345678999 of one suit before the win, nothing melded",
            lambda r: r.tiles.nine_gates),
    Pattern("3.1", 10, "Onori con valore", "Value Honor", "番牌",
            "triplet of dragons or of the own wind",
            lambda r: r.dragon_triplets + r.own_wind_triplet),
    Pattern("3.2.1", 40, "Piccolo raduno dei dragoni", "Little Three Dragons", "小三元",
            "two triplets and the pair of dragons",
            lambda r: r.dragon_triplets == 2 and r.dragon_pair),
    Pattern("3.2.2", 130, "Grande raduno dei dragoni", "Big Three Dragons", "大三元",
            "three triplets of dragons",
            lambda r: r.dragon_triplets == 3),
    Pattern("3.3.1", 30, "Tre piccole benedizioni della casa", "Little Three Winds", "小三風",
            "two triplets and the pair of winds",
            lambda r: r.wind_triplets == 2 and r.wind_pair),
    Pattern("3.3.2", 120, "Tre grandi benedizioni della casa", "Big Three Winds", "大三風",
            "three triplets of winds",
            lambda r: r.wind_triplets == 3),
    Pattern("3.3.3", 320, "Quattro piccole benedizioni della casa", "Little Four Winds", "小四喜",
            "three triplets and the pair of winds",
            lambda r: r.wind_triplets == 3 and r.wind_pair),
    Pattern("3.3.4", 400, "Quattro grandi benedizioni della casa", "Big Four Winds", "大四喜",
            "four triplets of winds",
            lambda r: r.wind_triplets == 4),
    Pattern("3.4", 320, "Tutti onori", "All Honors", "字一色",
            "only honors",
            lambda r: not r.tiles.suits),
    Pattern("4.1", 30, "Tutti tris", "All Triplets", "對對和",
            "four triplets",
            lambda r: r.triplets == 4),
    # Ruling 2: a triplet that the winning discard completes is exposed here.
    Pattern("4.2.1", 5, "Due tris coperti", "Two Concealed Triplets", "二暗刻",
            "two wholly drawn triplets",
            lambda r: r.concealed_triplets == 2),
    Pattern("4.2.2", 30, "Tre tris coperti", "Three Concealed Triplets", "三暗刻",
            "three wholly drawn triplets",
            lambda r: r.concealed_triplets == 3),
    Pattern("4.2.3", 125, "Quattro tris coperti", "Four Concealed Triplets", "四暗刻",
            "four wholly drawn triplets",
            lambda r: r.concealed_triplets == 4),
    Pattern("4.3.1", 5, "Un kong", "One Quad", "一槓",
            "one quad",
            lambda r: r.quads == 1),
    # Ruling 7: the sheet's "Three Quads" in this row is a misprint.
    Pattern("4.3.2", 20, "Due kong", "Two Quads", "二槓",
            "two quads",
            lambda r: r.quads == 2),
    Pattern("4.3.3", 120, "Tre kong", "Three Quads", "三槓",
            "three quads",
            lambda r: r.quads == 3),
    Pattern("4.3.4", 480, "Quattro kong", "Four Quads", "四槓",
            "four quads",
            lambda r: r.quads == 4),
    Pattern("5.1.1", 10, "Due scale identiche", "Pure Double Sequence", "一般高",
            "two identical sequences",
            lambda r: r.double_sequences == 1),
    Pattern("5.1.2", 60, "Due volte due scale identiche", "Two Pure Double Sequences", "兩般高",
            "twice two identical sequences",
            lambda r: r.double_sequences == 2),
    Pattern("5.1.3", 120, "Tre scale identiche", "Pure Triple Sequence", "一色三同順",
            "three identical sequences",
            lambda r: r.triple_sequences == 1),
    Pattern("5.1.4", 480, "Quattro scale identiche", "Quadruple Sequence", "一色四同順",
            "four identical sequences",
            lambda r: r.quadruple_sequences == 1),
    Pattern("6.1", 35, "Tre scale simili", "Mixed Triple Sequence", "三色同順",
            "the same sequence in the three suits",
            lambda r: r.same_sequences),
    Pattern("6.2.1", 30, "Due pung e coppia nei tre semi", "Double Triplet and Matching Pair", "三色小同刻",
            "two triplets and the pair of one number in the three suits",
            lambda r: r.same_triplets_and_pair),
    Pattern("6.2.2", 120, "Tre pung simili", "Triple Triplet", "三色同刻",
            "triplets of one number in the three suits",
            lambda r: r.same_triplets),
    Pattern("7.1", 40, "Serpente di colore", "Pure Straight", "一氣通貫",
            "123, 456 and 789 of one suit",
            lambda r: r.straight),
    Pattern("7.2.1", 100, "Tre pung consecutivi", "Three Pure Shifted Triplets", "三連刻",
            "three triplets of one suit with consecutive numbers",
            lambda r: r.consecutive_triplets == 3),
    Pattern("7.2.2", 200, "Quattro pung consecutivi", "Four Pure Shifted Triplets", "四連刻",
            "four triplets of one suit with consecutive numbers",
            lambda r: r.consecutive_triplets == 4),
    # Ruling 3: seven pairs have no sets, so 8.1.1 and 8.1.2 are not for them.
    Pattern("8.1.1", 40, "Tutte teste minore", "Half Outside Hand", "混全帶么",
            "every meld and the pair hold a terminal or an honor",
            lambda r: _is_regular(r) and r.all_outside),
    Pattern("8.1.2", 50, "Tutti estremi minore", "Full Outside Hand", "純全帶么",
            "every meld and the pair hold a terminal",
            lambda r: _is_regular(r) and r.all_outside and not r.tiles.honors),
    Pattern("8.1.3", 100, "Tutte teste maggiore", "All Terminals and Honors", "混么九",
            "only terminals and honors",
            lambda r: not r.tiles.simples and r.form != "thirteen-orphans"),
    Pattern("8.1.4", 400, "Tutti estremi maggiore", "All Terminals", "清么九",
            "only terminals",
            lambda r: not r.tiles.simples and not r.tiles.honors),
    Pattern("9.1.1", 10, "Ultima tessera", "Last Tile Draw", "海底撈月",
            "drawing the last tile of the wall",
            lambda r: r.context.last_draw),
    Pattern("9.1.2", 10, "Ultimo scarto", "Last Tile Claim", "河底撈魚",
            "claiming the discard after the last tile",
            lambda r: r.context.last_claim),
    Pattern("9.2", 10, "Chiudere col rimpiazzo del kong", "Out with the Replacement Tile", "嶺上開花",
            "drawing the replacement of a quad",
            lambda r: r.context.replacement),
    Pattern("9.3", 10, "Pezzo rubato", "Robbing the Quad", "搶槓",
            "taking the tile that another player adds to an exposed triplet",
            lambda r: r.context.robbed),
    Pattern("9.4.1", 155, "Benedizione del cielo", "Blessing of Heaven", "天和",
            "East's initial fourteen tiles",
            lambda r: r.context.heaven),
    Pattern("9.4.2", 155, "Benedizione della terra", "Blessing of Earth", "地和",
            "winning on East's first discard",
            lambda r: r.context.earth),
    Pattern("10.1", 160, "Tredici orfani", "Thirteen Orphans", "十三么九",
            "one of each terminal and honor, and a pair of one of them",
            lambda r: r.form == "thirteen-orphans"),
    Pattern("10.2", 30, "Tutte coppie", "Seven Pairs", "七對子",
            "seven pairs",
            lambda r: r.form == "seven-pairs"),
    Pattern("11.1.1", 2, "Fiore o stagione non proprio", "Guest Flower or Season", "花偏",
            "a flower or season of another seat",
            lambda r: r.context.guest_bonus),
    Pattern("11.1.2", 4, "Proprio fiore o stagione", "Own Flower or Season", "正花",
            "a flower or season of the own seat",
            lambda r: r.context.own_bonus),
    Pattern("11.2.1", 10, "Quattro fiori", "Four Flowers", "齊四花",
            "all four flowers",
            lambda r: r.context.four_flowers),
    Pattern("11.2.2", 10, "Quattro stagioni", "Four Seasons", "齊四季",
            "all four seasons",
            lambda r: r.context.four_seasons),
)
# fmt: on
