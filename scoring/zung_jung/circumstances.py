"""What can accompany a win in Zung Jung, in players' words."""

from typing import Final

from hu.scoring.deals import CircumstanceInfo

CIRCUMSTANCES: Final = (
    CircumstanceInfo(
        "last-tile",
        {"en": "Last tile", "it": "Ultima tessera o ultimo scarto", "zh": "海底"},
        {
            "en": "won with the last tile of the wall, or with the discard after it",
            "it": "chiusa con l'ultima tessera del muro, o con lo scarto che la segue",
        },
        {
            "self-draw": ("haitei", "海底撈月", "海底捞月", "Last Tile Draw", "ultima tessera"),
            "discard": ("houtei", "河底撈魚", "河底捞鱼", "Last Tile Claim", "last discard", "ultimo scarto"),
        },
    ),
    CircumstanceInfo(
        "kong-replacement",
        {"en": "Out with the replacement tile", "it": "Chiudere col rimpiazzo del kong", "zh": "嶺上開花"},
        {
            "en": "won with the tile drawn to replace a quad, not a flower",
            "it": "chiusa con la tessera pescata per un kong, non per un fiore",
        },
        {
            "self-draw": (
                "rinshan",
                "rinshan kaihou",
                "岭上开花",
                "杠上开花",
                "槓上開花",
                "rimpiazzo",
                "rimpiazzo del kong",
            )
        },
    ),
    CircumstanceInfo(
        "heaven",
        {"en": "Blessing of Heaven", "it": "Benedizione del cielo", "zh": "天和"},
        {"en": "East wins with the initial 14 tiles", "it": "Est chiude con le prime 14 tessere"},
        {"self-draw": ("tenhou", "天糊", "天胡", "tian hu", "heavenly hand", "cielo")},
    ),
    CircumstanceInfo(
        "earth",
        {"en": "Blessing of Earth", "it": "Benedizione della terra", "zh": "地和"},
        {"en": "won on East's first discard", "it": "chiusa sul primo scarto di Est"},
        {"discard": ("chiihou", "renhou", "地糊", "地胡", "di hu", "earthly hand", "terra")},
    ),
    CircumstanceInfo(
        "robbed-kong",
        {"en": "Robbing the Quad", "it": "Pezzo rubato", "zh": "搶槓"},
        {
            "en": "won with the tile that another player adds to a claimed triplet",
            "it": "chiusa con la tessera che un altro aggiunge a un tris scoperto",
        },
        {"robbed-kong": ("chankan", "抢杠", "robbed", "robbing the kong", "rubato")},
    ),
)
