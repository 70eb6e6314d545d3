"""What can accompany a win in Riichi, in players' words."""

from typing import Final

from hu.scoring.deals import CircumstanceInfo

CIRCUMSTANCES: Final = (
    CircumstanceInfo(
        "riichi",
        {"en": "Riichi", "it": "Riichi", "ja": "立直"},
        {
            "en": "declared with a concealed waiting hand and a stake of 1,000",
            "it": "dichiarato con una mano coperta in attesa e una posta di 1000",
        },
        {"": ("reach", "リーチ", "richi")},
    ),
    CircumstanceInfo(
        "double-riichi",
        {"en": "Double riichi", "it": "Doppio riichi", "ja": "ダブル立直"},
        {
            "en": "riichi on the first discard, before any claim",
            "it": "riichi al primo scarto, prima di ogni chiamata",
        },
        {"": ("daburu riichi", "w-riichi", "ダブルリーチ", "両立直", "double reach")},
    ),
    CircumstanceInfo(
        "ippatsu",
        {"en": "Ippatsu", "it": "Ippatsu", "ja": "一発"},
        {
            "en": "won within a turn of the riichi, before any claim",
            "it": "chiusa entro un giro dal riichi, prima di ogni chiamata",
        },
        {"": ("one shot",)},
    ),
    CircumstanceInfo(
        "last-tile",
        {"en": "Last tile", "it": "Ultima tessera o ultimo scarto", "ja": "海底・河底"},
        {
            "en": "won with the last tile of the wall, or with the discard after it",
            "it": "chiusa con l'ultima tessera del muro, o con lo scarto che la segue",
        },
        {
            "self-draw": ("haitei", "haitei raoyue", "海底", "海底摸月", "海底撈月", "last draw", "ultima tessera"),
            "discard": ("houtei", "houtei raoyui", "河底", "河底撈魚", "last discard", "ultimo scarto"),
        },
    ),
    CircumstanceInfo(
        "kong-replacement",
        {"en": "After a quad", "it": "Rimpiazzo di un kong", "ja": "嶺上開花"},
        {
            "en": "won with the tile drawn from the dead wall after a quad",
            "it": "chiusa con la tessera pescata dal muro morto dopo un kong",
        },
        {"self-draw": ("rinshan", "rinshan kaihou", "嶺上", "after a kan", "dead wall", "rimpiazzo")},
    ),
    CircumstanceInfo(
        "first-turn",
        {"en": "First turn", "it": "Primo turno", "ja": "天和・地和・人和"},
        {
            "en": "East wins with the initial 14 tiles (tenhou), or another seat before any claim with the first draw "
            "(chiihou) or on a discard before it (renhou)",
            "it": "Est chiude con le prime 14 tessere (tenhou), o un altro posto, prima di ogni chiamata, con la prima "
            "pescata (chiihou) o su uno scarto prima di essa (renhou)",
        },
        {
            "self-draw": ("tenhou", "天和", "chiihou", "地和", "blessing of heaven", "blessing of earth"),
            "discard": ("renhou", "人和", "blessing of man"),
        },
    ),
    CircumstanceInfo(
        "robbed-kong",
        {"en": "Robbing a quad", "it": "Kong rubato", "ja": "槍槓"},
        {
            "en": "won with the tile that another player adds to a claimed triplet",
            "it": "chiusa con la tessera che un altro aggiunge a un tris scoperto",
        },
        {"robbed-kong": ("chankan", "搶槓", "robbed", "robbing the kan", "rubato")},
    ),
)
