"""What can accompany a win in FIMJ, in players' words."""

from typing import Final

from hu.scoring.deals import CircumstanceInfo

CIRCUMSTANCES: Final = (
    CircumstanceInfo(
        "richi",
        {"en": "Richi", "it": "Richi"},
        {
            "en": "declared before the discard, waiting for one kind of tile only",
            "it": "dichiarato prima dello scarto, aspettando un solo tipo di pedina",
        },
        {"": ("reach", "立直")},
    ),
    CircumstanceInfo(
        "roof",
        {"en": "Drawn on the roof", "it": "Pescato sul tetto"},
        {
            "en": "won with a tile drawn from the dead wall, for a quad or a flower",
            "it": "chiusa con una pedina pescata sul tetto, per un poker o un fiore",
        },
        {"self-draw": ("tetto", "kong-replacement", "rinshan", "rinshan kaihou", "嶺上開花", "杠上开花", "槓上開花")},
    ),
    CircumstanceInfo(
        "golden-rooster",
        {"en": "5 of dots on the roof", "it": "5 di palle sul tetto"},
        {
            "en": "won with the 5 of dots drawn from the dead wall; the roof counts beside it",
            "it": "chiusa col 5 di palle pescato sul tetto; conta anche il tetto",
        },
        {"self-draw": ("gallo d'oro",)},
    ),
    CircumstanceInfo(
        "last-tile",
        {"en": "Last tile", "it": "Ultima pedina o ultimo scarto"},
        {
            "en": "won by drawing the last tile, or on the last tile that may be discarded",
            "it": "chiusa pescando l'ultima pedina, o sull'ultimo scarto possibile",
        },
        {
            "": ("海底",),
            "self-draw": ("ultima pedina", "ultima tessera", "haitei"),
            "discard": ("ultimo scarto", "last discard", "houtei"),
        },
    ),
    CircumstanceInfo(
        "last-piece",
        {"en": "Last piece", "it": "Ultimo pezzo"},
        {
            "en": "won on the last copy of the only tile waited for, the three others being visible or the winner's",
            "it": "chiusa con l'ultima copia dell'unica pedina attesa, le altre tre essendo in vista o proprie",
        },
        {"": ("last of kind", "和绝张", "绝张", "quarta tessera")},
    ),
    CircumstanceInfo(
        "within-fifteen",
        {"en": "Within fifteen tiles", "it": "Entro la quindicesima"},
        {"en": "won within 15 tiles played, flowers apart", "it": "chiusa entro 15 pedine giocate, fiori esclusi"},
        {"": ("quindicesima", "within fifteen", "fifteen")},
    ),
    CircumstanceInfo(
        "first-turn",
        {"en": "Exit of the gods", "it": "Uscita degli dei"},
        {
            "en": "East wins with the initial 14 tiles, or another seat on East's first discard",
            "it": "Est chiude con le prime 14 pedine, o un altro posto sul primo scarto di Est",
        },
        {
            "": ("gods-exit", "tenhou", "chiihou", "renhou", "天和", "地和", "人和"),
        },
    ),
    CircumstanceInfo(
        "robbed-kong",
        {"en": "Robbed", "it": "Rubato"},
        {
            "en": "won with the fourth tile that another player adds to an exposed triplet",
            "it": "chiusa con la quarta pedina che un altro aggiunge a un tris scoperto",
        },
        {"robbed-kong": ("chankan", "抢杠", "搶槓", "pezzo rubato")},
    ),
)
