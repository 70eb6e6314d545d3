"""What can accompany a win in MCR, in players' words."""

from typing import Final

from hu.scoring.deals import CircumstanceInfo

CIRCUMSTANCES: Final = (
    CircumstanceInfo(
        "last-tile",
        {"en": "Last tile", "it": "Ultima tessera o ultimo scarto", "zh": "妙手回春 / 海底捞月"},
        {
            "en": "won with the last tile of the wall, or with the discard after it",
            "it": "chiusa con l'ultima tessera del muro, o con lo scarto che la segue",
        },
        {
            "": ("海底",),
            "self-draw": ("妙手回春", "miao shou hui chun", "Last Tile Draw", "haitei", "ultima tessera"),
            "discard": (
                "海底捞月",
                "hai di lao yue",
                "Last Tile Claim",
                "houtei",
                "last discard",
                "ultimo scarto",
            ),
        },
    ),
    CircumstanceInfo(
        "last-of-kind",
        {"en": "Last of its kind", "it": "Quarta tessera", "zh": "和绝张"},
        {
            "en": "won with the fourth tile of a kind of which the other three lie open on the table",
            "it": "chiusa con la quarta tessera uguale, le altre tre essendo scoperte sul tavolo",
        },
        {"": ("hu jue zhang", "绝张", "jue zhang", "last piece", "ultimo pezzo")},
    ),
    CircumstanceInfo(
        "kong-replacement",
        {"en": "Out with Replacement Tile", "it": "Rimpiazzo di un kong", "zh": "杠上开花"},
        {
            "en": "won with the tile drawn to replace a quad, not a flower",
            "it": "chiusa con la tessera pescata per un kong, non per un fiore",
        },
        {"self-draw": ("gang shang kai hua", "槓上開花", "嶺上開花", "rinshan", "rinshan kaihou", "rimpiazzo")},
    ),
    CircumstanceInfo(
        "robbed-kong",
        {"en": "Robbing the Kong", "it": "Kong rubato", "zh": "抢杠和"},
        {
            "en": "won with the tile that another player adds to a claimed triplet",
            "it": "chiusa con la tessera che un altro aggiunge a un tris scoperto",
        },
        {"robbed-kong": ("chankan", "qiang gang hu", "抢杠", "搶槓", "robbed", "rubato")},
    ),
)
