"""What can accompany a win in Hong Kong, as players call it."""

from typing import Final

from hu.scoring.deals import CircumstanceInfo

CIRCUMSTANCES: Final = (
    CircumstanceInfo(
        "last-tile",
        {"en": "Last tile", "it": "Ultima tessera", "zh": "海底撈月"},
        {"en": "won with the last draw or the last discard", "it": "chiusura con l'ultima pescata o l'ultimo scarto"},
        {"": ("haitei", "海底", "海底捞月")},
    ),
    CircumstanceInfo(
        "kong-replacement",
        {"en": "Kong replacement", "it": "Rimpiazzo di un kong", "zh": "槓上開花"},
        {"en": "won with the tile drawn after a quad", "it": "chiusura con il rimpiazzo di un kong"},
        {"": ("rinshan", "杠上开花")},
    ),
    CircumstanceInfo(
        "double-kong",
        {"en": "Double kong", "it": "Kong su kong", "zh": "槓上槓"},
        {
            "en": "won with the tile drawn after a second quad in a row",
            "it": "chiusura con il rimpiazzo del secondo kong di fila",
        },
    ),
    CircumstanceInfo(
        "heaven",
        {"en": "Heavenly hand", "it": "Mano del cielo", "zh": "天糊"},
        {"en": "East wins with the initial 14 tiles", "it": "Est chiude con le 14 tessere iniziali"},
    ),
    CircumstanceInfo(
        "earth",
        {"en": "Earthly hand", "it": "Mano della terra", "zh": "地糊"},
        {"en": "won on East's first discard", "it": "chiusura con il primo scarto di Est"},
    ),
    CircumstanceInfo(
        "robbed-kong",
        {"en": "Robbed kong", "it": "Kong rubato", "zh": "搶槓"},
        {
            "en": "won with the tile that another player adds to a claimed triplet",
            "it": "chiusura con la tessera che un altro aggiunge a un tris esposto",
        },
        {"": ("robbing the kong", "chankan", "rubato", "抢杠")},
    ),
)
