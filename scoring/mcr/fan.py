"""The fan: the library's Chinese names as keys, with names for people.

Numbers, points and English names follow "Mahjong Competition Rules" of the World Mahjong Organization (2006, the
"Green Book"), chapter 8 and appendix 1; the conditions are summaries in this project's words, the Italian names
translations. Points are the library's where it differs: it gives 6 for Two Concealed Kongs (the book 8), and 5 for a
claimed and a concealed quad together, which has no number in the book (6, in its note on Two Melded Kongs).
"""

from collections.abc import Mapping
from typing import Final

from hu.scoring.deals import PatternInfo
from hu.scoring.mcr.examples import EXAMPLES

_TABLE: Final = (
    ("1", 88, "大四喜", "Big Four Winds", "Quattro grandi venti", "triplets or quads of all four winds"),
    ("2", 88, "大三元", "Big Three Dragons", "Tre grandi draghi", "triplets or quads of all three dragons"),
    ("3", 88, "绿一色", "All Green", "Tutto verde", "only 2, 3, 4, 6, 8 of bamboo and green dragons"),
    ("4", 88, "九莲宝灯", "Nine Gates", "Nove porte", "1112345678999 of one suit, waiting for all nine numbers"),
    ("5", 88, "四杠", "Four Kongs", "Quattro kong", "four quads"),
    (
        "6",
        88,
        "连七对",
        "Seven Shifted Pairs",
        "Sette coppie consecutive",
        "seven pairs of consecutive numbers in a suit",
    ),
    ("7", 88, "十三幺", "Thirteen Orphans", "Tredici orfani", "each terminal and honour, and one of them twice"),
    ("8", 64, "清幺九", "All Terminals", "Solo terminali", "only ones and nines"),
    ("9", 64, "小四喜", "Little Four Winds", "Quattro piccoli venti", "triplets of three winds, a pair of the fourth"),
    ("10", 64, "小三元", "Little Three Dragons", "Tre piccoli draghi", "triplets of two dragons, a pair of the third"),
    ("11", 64, "字一色", "All Honors", "Solo onori", "only winds and dragons"),
    (
        "12",
        64,
        "四暗刻",
        "Four Concealed Pungs",
        "Quattro tris coperti",
        "four triplets or quads, none of them claimed",
    ),
    ("13", 64, "一色双龙会", "Pure Terminal Chows", "Doppi estremi puri", "123, 123, 789, 789 and 55 in one suit"),
    ("14", 48, "一色四同顺", "Quadruple Chow", "Quattro scale identiche", "four equal sequences"),
    (
        "15",
        48,
        "一色四节高",
        "Four Pure Shifted Pungs",
        "Quattro tris consecutivi",
        "four triplets in one suit, one up each",
    ),
    (
        "16",
        32,
        "一色四步高",
        "Four Pure Shifted Chows",
        "Quattro scale crescenti",
        "four sequences in a suit, 1 or 2 up each",
    ),
    ("17", 32, "三杠", "Three Kongs", "Tre kong", "three quads"),
    ("18", 32, "混幺九", "All Terminals and Honors", "Solo terminali e onori", "only ones, nines and honours"),
    ("19", 24, "七对", "Seven Pairs", "Sette coppie", "seven pairs; four equal tiles can be two of them"),
    (
        "20",
        24,
        "七星不靠",
        "Greater Honors and Knitted Tiles",
        "Onori e intrecciati maggiore",
        "all seven honours and seven different tiles of 147, 258, 369, one of these for each suit",
    ),
    ("21", 24, "全双刻", "All Even Pungs", "Solo tris pari", "triplets and a pair of even numbers"),
    ("22", 24, "清一色", "Full Flush", "Colore puro", "only one suit, no honours"),
    ("23", 24, "一色三同顺", "Pure Triple Chow", "Tre scale identiche", "three equal sequences"),
    ("24", 24, "一色三节高", "Pure Shifted Pungs", "Tre tris consecutivi", "three triplets in one suit, one up each"),
    ("25", 24, "全大", "Upper Tiles", "Solo alte", "only 7, 8, 9"),
    ("26", 24, "全中", "Middle Tiles", "Solo medie", "only 4, 5, 6"),
    ("27", 24, "全小", "Lower Tiles", "Solo basse", "only 1, 2, 3"),
    ("28", 16, "清龙", "Pure Straight", "Scala pura completa", "123, 456 and 789 in one suit"),
    (
        "29",
        16,
        "三色双龙会",
        "Three-Suited Terminal Chows",
        "Estremi nei tre semi",
        "123 and 789 in two suits, 55 in the third",
    ),
    ("30", 16, "一色三步高", "Pure Shifted Chows", "Tre scale crescenti", "three sequences in a suit, 1 or 2 up each"),
    ("31", 16, "全带五", "All Fives", "Cinque dappertutto", "a five in each meld and in the pair"),
    ("32", 16, "三同刻", "Triple Pung", "Triplo tris", "triplets of one number in all three suits"),
    ("33", 16, "三暗刻", "Three Concealed Pungs", "Tre tris coperti", "three triplets or quads that were not claimed"),
    (
        "34",
        12,
        "全不靠",
        "Lesser Honors and Knitted Tiles",
        "Onori e intrecciati minore",
        "fourteen different tiles: honours, and of 147, 258, 369 one of these for each suit",
    ),
    ("35", 12, "组合龙", "Knitted Straight", "Scala intrecciata", "147, 258 and 369, each in another suit"),
    ("36", 12, "大于五", "Upper Four", "Sopra il cinque", "only 6, 7, 8, 9"),
    ("37", 12, "小于五", "Lower Four", "Sotto il cinque", "only 1, 2, 3, 4"),
    ("38", 12, "三风刻", "Big Three Winds", "Tre grandi venti", "triplets of three winds"),
    ("39", 8, "花龙", "Mixed Straight", "Scala mista completa", "123, 456 and 789, each in another suit"),
    (
        "40",
        8,
        "推不倒",
        "Reversible Tiles",
        "Tessere reversibili",
        "only tiles that look alike upside down: 1234589 of dots, 245689 of bamboo, white dragons",
    ),
    (
        "41",
        8,
        "三色三同顺",
        "Mixed Triple Chow",
        "Tre scale simili",
        "sequences of the same numbers in all three suits",
    ),
    (
        "42",
        8,
        "三色三节高",
        "Mixed Shifted Pungs",
        "Tris consecutivi misti",
        "triplets of consecutive numbers, each in another suit",
    ),
    ("43", 8, "无番和", "Chicken Hand", "Mano del pollo", "a hand that would be worth nothing, flowers apart"),
    ("44", 8, "妙手回春", "Last Tile Draw", "Ultima tessera del muro", "drawing the last tile of the wall"),
    ("45", 8, "海底捞月", "Last Tile Claim", "Ultimo scarto", "winning with the last discard of the deal"),
    ("46", 8, "杠上开花", "Out with Replacement Tile", "Rimpiazzo del kong", "drawing the replacement tile of a quad"),
    ("47", 8, "抢杠和", "Robbing the Kong", "Furto del kong", "winning with the tile that makes a triplet a quad"),
    ("48", 6, "双暗杠", "Two Concealed Kongs", "Due kong coperti", "two concealed quads"),
    ("49", 6, "碰碰和", "All Pungs", "Solo tris", "four triplets or quads"),
    ("50", 6, "混一色", "Half Flush", "Mezzo colore", "one suit and honours"),
    (
        "51",
        6,
        "三色三步高",
        "Mixed Shifted Chows",
        "Scale crescenti miste",
        "three sequences, each one up and in another suit",
    ),
    ("52", 6, "五门齐", "All Types", "Tutti i tipi", "characters, dots, bamboo, winds and dragons"),
    ("53", 6, "全求人", "Melded Hand", "Mano tutta chiamata", "four claimed melds, the pair completed by a discard"),
    ("54", 6, "双箭刻", "Two Dragon Pungs", "Due tris di draghi", "triplets of two dragons"),
    ("55", 4, "全带幺", "Outside Hand", "Estremi dappertutto", "a terminal or honour in each meld and in the pair"),
    ("56", 4, "不求人", "Fully Concealed Hand", "Mano tutta pescata", "nothing claimed, the last tile drawn"),
    ("57", 4, "双明杠", "Two Melded Kongs", "Due kong scoperti", "two claimed quads"),
    ("58", 4, "和绝张", "Last Tile", "Quarta tessera", "the other three tiles of the kind lie open on the table"),
    ("59", 2, "箭刻", "Dragon Pung", "Tris di draghi", "each triplet of dragons"),
    ("60", 2, "圈风刻", "Prevalent Wind", "Vento di giro", "a triplet of the round's wind"),
    ("61", 2, "门风刻", "Seat Wind", "Vento di posto", "a triplet of the seat's wind"),
    ("62", 2, "门前清", "Concealed Hand", "Mano coperta", "nothing claimed, won by a discard"),
    ("63", 2, "平和", "All Chows", "Solo scale", "four sequences and a pair that is no honour"),
    ("64", 2, "四归一", "Tile Hog", "Quattro sparse", "four equal tiles that are not a quad"),
    ("65", 2, "双同刻", "Double Pung", "Doppio tris", "triplets of one number in two suits"),
    ("66", 2, "双暗刻", "Two Concealed Pungs", "Due tris coperti", "two triplets or quads that were not claimed"),
    ("67", 2, "暗杠", "Concealed Kong", "Kong coperto", "a concealed quad"),
    ("68", 2, "断幺", "All Simples", "Solo semplici", "no ones, nines or honours"),
    ("69", 1, "一般高", "Pure Double Chow", "Due scale identiche", "two equal sequences"),
    ("70", 1, "喜相逢", "Mixed Double Chow", "Due scale simili", "sequences of the same numbers in two suits"),
    ("71", 1, "连六", "Short Straight", "Scala di sei", "two sequences of a suit in a row, such as 123 and 456"),
    ("72", 1, "老少副", "Two Terminal Chows", "Due scale estreme", "123 and 789 in one suit"),
    ("73", 1, "幺九刻", "Pung of Terminals or Honors", "Tris di estremi", "each triplet of ones, nines or other winds"),
    ("74", 1, "明杠", "Melded Kong", "Kong scoperto", "a claimed quad"),
    ("75", 1, "缺一门", "One Voided Suit", "Un seme assente", "two of the three suits"),
    ("76", 1, "无字", "No Honors", "Senza onori", "no honours"),
    ("77", 1, "边张", "Edge Wait", "Attesa laterale", "waiting only for the 3 of 123 or the 7 of 789"),
    ("78", 1, "嵌张", "Closed Wait", "Attesa interna", "waiting only for the middle tile of a sequence"),
    ("79", 1, "单钓", "Single Wait", "Attesa sulla coppia", "waiting only for the tile of the pair"),
    ("80", 1, "自摸", "Self-Drawn", "Pescata", "drawing the winning tile"),
    (
        "81",
        1,
        "花牌",
        "Flower Tiles",
        "Fiori e stagioni",
        "each flower and season; they do not count towards the minimum",
    ),
    (
        "",
        5,
        "明暗杠",
        "Concealed Kong and Melded Kong",
        "Un kong coperto e uno scoperto",
        "a concealed and a claimed quad",
    ),
)


def _id(english: str) -> str:
    return english.lower().replace(" ", "-")


def _source(number: str) -> dict[str, str]:
    """Where the rule stands; the fan without a number stands beside Two Melded Kongs."""
    problem = number or "57"
    return {
        "en": f"Mahjong Competition Rules 2006, appendix 1, no. {problem}",
        "it": f"Mahjong Competition Rules 2006, appendice 1, n. {problem}",
    }


#: The library puts this before the names of waits.
_WAIT: Final = "独听・"
#: Every fan by the library's Chinese name.
FAN: Final[Mapping[str, PatternInfo]] = {
    chinese: PatternInfo(
        _id(english),
        {"en": english, "it": italian, "zh": chinese},
        {"en": condition},
        points,
        number=number,
        example=EXAMPLES[_id(english)],
        source=_source(number),
    )
    for number, points, chinese, english, italian, condition in _TABLE
}
#: Flowers, which do not count towards the minimum to win.
FLOWERS: Final = FAN["花牌"]


def fan_of(name: str) -> PatternInfo:
    """Look a fan up by the name that the library gives it.

    >>> fan_of("独听・边张").id
    'edge-wait'

    Raises:
        KeyError: the library has learnt a new one.
    """
    return FAN[name.removeprefix(_WAIT)]
