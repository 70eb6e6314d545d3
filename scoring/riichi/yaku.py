"""The yaku: the library's own names as ids, with names for people.

The Japanese names are those of Japanese Mahjong Wiki, "List of yaku", or of the library; the English ones are in use
at European tournaments, the Italian ones are translations. ``worth`` is the han of a concealed hand (13 for a yakuman).
"""

from typing import Final

from hu.scoring.deals import PatternInfo
from hu.scoring.riichi.examples import EXAMPLES

#: The han of a yakuman.
YAKUMAN: Final = 13
_TABLE: Final = (
    ("tsumo", 1, "Fully concealed hand", "Mano coperta pescata", "門前清自摸和"),
    ("riichi", 1, "Riichi", "Riichi", "立直"),
    ("daburu_riichi", 2, "Double riichi", "Doppio riichi", "ダブル立直"),
    ("ippatsu", 1, "Ippatsu", "Ippatsu", "一発"),
    ("chankan", 1, "Robbing a quad", "Furto del kong", "槍槓"),
    ("rinshan", 1, "After a quad", "Dopo un kong", "嶺上開花"),
    ("haitei", 1, "Last tile from the wall", "Ultima tessera del muro", "海底摸月"),
    ("houtei", 1, "Last discard", "Ultimo scarto", "河底撈魚"),
    ("renhou", 5, "Blessing of man", "Benedizione dell'uomo", "人和"),
    ("pinfu", 1, "Pinfu", "Pinfu", "平和"),
    ("tanyao", 1, "All simples", "Solo semplici", "断么九"),
    ("iipeiko", 1, "Pure double sequence", "Doppia scala pura", "一盃口"),
    ("haku", 1, "White dragon", "Drago bianco", "白"),
    ("hatsu", 1, "Green dragon", "Drago verde", "發"),
    ("chun", 1, "Red dragon", "Drago rosso", "中"),
    ("seat_wind_east", 1, "Seat wind East", "Vento di posto Est", "自風 東"),
    ("seat_wind_south", 1, "Seat wind South", "Vento di posto Sud", "自風 南"),
    ("seat_wind_west", 1, "Seat wind West", "Vento di posto Ovest", "自風 西"),
    ("seat_wind_north", 1, "Seat wind North", "Vento di posto Nord", "自風 北"),
    ("round_wind_east", 1, "Round wind East", "Vento di giro Est", "場風 東"),
    ("round_wind_south", 1, "Round wind South", "Vento di giro Sud", "場風 南"),
    ("round_wind_west", 1, "Round wind West", "Vento di giro Ovest", "場風 西"),
    ("round_wind_north", 1, "Round wind North", "Vento di giro Nord", "場風 北"),
    ("sanshoku", 2, "Mixed triple sequence", "Tripla scala mista", "三色同順"),
    ("ittsu", 2, "Pure straight", "Scala pura completa", "一気通貫"),
    ("chantai", 2, "Half outside hand", "Mezza mano esterna", "混全帯么九"),
    ("honroto", 2, "All terminals and honours", "Solo terminali e onori", "混老頭"),
    ("toitoi", 2, "All triplets", "Solo tris", "対々和"),
    ("sanankou", 2, "Three concealed triplets", "Tre tris coperti", "三暗刻"),
    ("sankantsu", 2, "Three quads", "Tre kong", "三槓子"),
    ("sanshoku_douko", 2, "Triple triplet", "Triplo tris", "三色同刻"),
    ("chiitoitsu", 2, "Seven pairs", "Sette coppie", "七対子"),
    ("shosangen", 2, "Little three dragons", "Tre piccoli draghi", "小三元"),
    ("honitsu", 3, "Half flush", "Mezzo colore", "混一色"),
    ("junchan", 3, "Fully outside hand", "Mano tutta esterna", "純全帯么九"),
    ("ryanpeiko", 3, "Twice pure double sequence", "Due doppie scale pure", "二盃口"),
    ("chinitsu", 6, "Full flush", "Colore pieno", "清一色"),
    ("kokushi", 13, "Thirteen orphans", "Tredici orfani", "国士無双"),
    ("daburu_kokushi", 13, "Thirteen orphans, thirteen waits", "Tredici orfani, tredici attese", "国士無双十三面"),
    ("chuuren_poutou", 13, "Nine gates", "Nove porte", "九連宝燈"),
    ("daburu_chuuren_poutou", 13, "Nine gates, nine waits", "Nove porte, nove attese", "純正九連宝燈"),
    ("suuankou", 13, "Four concealed triplets", "Quattro tris coperti", "四暗刻"),
    ("suuankou_tanki", 13, "Four concealed triplets, pair wait", "Quattro tris coperti sulla coppia", "四暗刻単騎"),
    ("daisangen", 13, "Big three dragons", "Tre grandi draghi", "大三元"),
    ("shosuushi", 13, "Little four winds", "Quattro piccoli venti", "小四喜"),
    ("daisuushi", 13, "Big four winds", "Quattro grandi venti", "大四喜"),
    ("ryuisou", 13, "All green", "Tutto verde", "緑一色"),
    ("suukantsu", 13, "Four quads", "Quattro kong", "四槓子"),
    ("tsuisou", 13, "All honours", "Solo onori", "字一色"),
    ("chinroto", 13, "All terminals", "Solo terminali", "清老頭"),
    ("tenhou", 13, "Blessing of heaven", "Benedizione del cielo", "天和"),
    ("chiihou", 13, "Blessing of earth", "Benedizione della terra", "地和"),
    ("dora", 1, "Dora", "Dora", "ドラ"),
    ("aka_dora", 1, "Red five", "Cinque rosso", "赤ドラ"),
    ("ura_dora", 1, "Hidden dora", "Dora nascosti", "裏ドラ"),
)


#: Where the conditions stand.
_SOURCE: Final = {"en": "Japanese Mahjong Wiki, “List of yaku”", "it": "Japanese Mahjong Wiki, «List of yaku»"}


def _info(name: str, worth: int, english: str, italian: str, japanese: str) -> PatternInfo:
    example, condition, condition_it = EXAMPLES[name]
    return PatternInfo(
        name.replace("_", "-"),
        {"en": english, "it": italian, "ja": japanese},
        {"en": condition, "it": condition_it},
        worth,
        example=example,
        source=_SOURCE,
    )


#: Every yaku and dora by id; ids are the library's names with hyphens.
YAKU: Final = {row[0].replace("_", "-"): _info(*row) for row in _TABLE}
