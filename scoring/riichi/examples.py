"""What each yaku takes, with an example in the notation.

Conditions and most examples after Japanese Mahjong Wiki, "List of yaku" and "Takame and yasume".
"""

from typing import Final

#: Example, condition in English and in Italian, by the library's name.
EXAMPLES: Final = {
    "tsumo": (
        "234m 45789p 45688s +6p",
        "1 han, concealed only: drawing the winning tile",
        "1 han, solo coperta: pescare la tessera vincente",
    ),
    "riichi": (
        "234m 45789p 45688s +3p",
        "1 han, concealed only: declaring a waiting hand for 1,000 points",
        "1 han, solo coperta: dichiarare la mano in attesa per 1000 punti",
    ),
    "daburu_riichi": (
        "234m 45789p 45688s +3p",
        "2 han, concealed only: riichi with the first discard, before any claim",
        "2 han, solo coperta: riichi al primo scarto, prima di ogni chiamata",
    ),
    "ippatsu": (
        "234m 45789p 45688s +3p",
        "1 han: winning within a turn after riichi, without a claim in between",
        "1 han: vincere entro un giro dal riichi, senza chiamate in mezzo",
    ),
    "chankan": (
        "123m 45p 22s [234p] [567s] +6p",
        "1 han: winning with the tile that another player adds to a triplet",
        "1 han: vincere con la tessera che un altro aggiunge a un tris",
    ),
    "rinshan": (
        "123m 46p 22s [567s] (8888p) +5p",
        "1 han: winning with the replacement tile of a quad",
        "1 han: vincere con la tessera di rimpiazzo di un kong",
    ),
    "haitei": (
        "123m 45p 22s [234p] [567s] +6p",
        "1 han: drawing the last tile of the wall",
        "1 han: pescare l'ultima tessera del muro",
    ),
    "houtei": (
        "123m 45p 22s [234p] [567s] +3p",
        "1 han: winning with the last discard",
        "1 han: vincere con l'ultimo scarto",
    ),
    "renhou": (
        "234m 45789p 45688s +3p",
        "a mangan: winning with a discard before one's first turn",
        "un mangan: vincere con uno scarto prima del proprio turno",
    ),
    "pinfu": (
        "234m 45789p 45688s +3p",
        "1 han, concealed only: four sequences, a pair worth nothing, a wait on two sides",
        "1 han, solo coperta: quattro scale, coppia senza valore, attesa su due lati",
    ),
    "tanyao": ("33344m 22256788p +8p", "1 han: simples alone, 2 to 8", "1 han: solo tessere semplici, da 2 a 8"),
    "iipeiko": (
        "44556m 123p 78999s +6m",
        "1 han, concealed only: two equal sequences",
        "1 han, solo coperta: due scale uguali",
    ),
    "haku": (
        "4568m 456p 456s 555z +8m",
        "1 han: a triplet or quad of white dragons",
        "1 han: tris o kong di draghi bianchi",
    ),
    "hatsu": (
        "123p 55s 66z [999p] [444z] +6z",
        "1 han: a triplet or quad of green dragons",
        "1 han: tris o kong di draghi verdi",
    ),
    "chun": (
        "123p 789m 444m 6s [777z] +6s",
        "1 han: a triplet or quad of red dragons",
        "1 han: tris o kong di draghi rossi",
    ),
    "seat_wind_east": (
        "123p 55s 678m 11z [999p] +1z",
        "1 han: a triplet or quad of one's own wind, as East",
        "1 han: tris o kong del proprio vento, per Est",
    ),
    "seat_wind_south": (
        "11m 789p 123s 22z [123p] +2z",
        "1 han: a triplet or quad of one's own wind, as South",
        "1 han: tris o kong del proprio vento, per Sud",
    ),
    "seat_wind_west": (
        "123p 55s 678m 33z [999p] +3z",
        "1 han: a triplet or quad of one's own wind, as West",
        "1 han: tris o kong del proprio vento, per Ovest",
    ),
    "seat_wind_north": (
        "666m 2388p 444s 444z +1p",
        "1 han: a triplet or quad of one's own wind, as North",
        "1 han: tris o kong del proprio vento, per Nord",
    ),
    "round_wind_east": (
        "123p 55s 66z [999p] [111z] +5s",
        "1 han: a triplet or quad of the round's wind, East",
        "1 han: tris o kong del vento di giro, Est",
    ),
    "round_wind_south": (
        "123p 55s 678m 22z [999p] +2z",
        "1 han: a triplet or quad of the round's wind, South",
        "1 han: tris o kong del vento di giro, Sud",
    ),
    "round_wind_west": (
        "123p 55s 678m 33z [999p] +3z",
        "1 han: a triplet or quad of the round's wind, West",
        "1 han: tris o kong del vento di giro, Ovest",
    ),
    "round_wind_north": (
        "123p 55s 678m 44z [999p] +4z",
        "1 han: a triplet or quad of the round's wind, North",
        "1 han: tris o kong del vento di giro, Nord",
    ),
    "sanshoku": (
        "4568m 456p 456s 555z +8m",
        "2 han, open 1: the same sequence in all three suits",
        "2 han, aperta 1: la stessa scala nei tre semi",
    ),
    "ittsu": (
        "123456789m 22p 34s +5s",
        "2 han, open 1: 123, 456 and 789 of one suit",
        "2 han, aperta 1: 123, 456 e 789 di un seme",
    ),
    "chantai": (
        "11m 789p 123s 22z [123p] +2z",
        "2 han, open 1: a terminal or honour in every meld and the pair",
        "2 han, aperta 1: un terminale o onore in ogni combinazione e nella coppia",
    ),
    "honroto": ("11199m 22z [999s] [444z] +9m", "2 han: terminals and honours alone", "2 han: solo terminali e onori"),
    "toitoi": ("111m 77p 44s 222z [888p] +7p", "2 han: four triplets or quads", "2 han: quattro tris o kong"),
    "sanankou": (
        "666m 2388p 444s 444z +4p",
        "2 han: three concealed triplets or quads",
        "2 han: tre tris o kong coperti",
    ),
    "sankantsu": ("456m 2s [6666p] [9999s] (5555s) +2s", "2 han: three quads", "2 han: tre kong"),
    "sanshoku_douko": (
        "456777m 5s [777s] [777p] +5s",
        "2 han: the same triplet in all three suits",
        "2 han: lo stesso tris nei tre semi",
    ),
    "chiitoitsu": (
        "1177p 33z 55m 2z 44s 55z +2z",
        "2 han, concealed only: seven different pairs, 25 fu",
        "2 han, solo coperta: sette coppie diverse, 25 fu",
    ),
    "shosangen": (
        "678s 5556677z [234m] +7z",
        "2 han: two triplets and a pair of dragons",
        "2 han: due tris e una coppia di draghi",
    ),
    "honitsu": (
        "66789p 22444z [123p] +6p",
        "3 han, open 2: one suit with honours",
        "3 han, aperta 2: un solo seme con onori",
    ),
    "junchan": (
        "1999m 789p 123s [123s] +1m",
        "3 han, open 2: a terminal in every meld and the pair",
        "3 han, aperta 2: un terminale in ogni combinazione e nella coppia",
    ),
    "ryanpeiko": (
        "445566m 66788p 22s +7p",
        "3 han, concealed only: twice two equal sequences",
        "3 han, solo coperta: due volte due scale uguali",
    ),
    "chinitsu": ("1233455667999p +3p", "6 han, open 5: one suit alone", "6 han, aperta 5: un solo seme"),
    "kokushi": (
        "19m 19s 19p 1234557z +6z",
        "yakuman: every terminal and honour, one of them twice",
        "yakuman: tutti i terminali e onori, uno doppio",
    ),
    "daburu_kokushi": (
        "19m 19p 19s 1234567z +7z",
        "yakuman: thirteen orphans waiting for any of the thirteen",
        "yakuman: tredici orfani in attesa di una qualsiasi delle tredici",
    ),
    "chuuren_poutou": (
        "1111235678999p +4p",
        "yakuman, concealed only: 1112345678999 of one suit and one more of it",
        "yakuman, solo coperta: 1112345678999 di un seme e un'altra dello stesso",
    ),
    "daburu_chuuren_poutou": (
        "1112345678999m +5m",
        "yakuman, concealed only: nine gates waiting for any of the nine",
        "yakuman, solo coperta: nove porte in attesa di una qualsiasi delle nove",
    ),
    "suuankou": (
        "222m 444p 888m 7722z +7z",
        "yakuman: four concealed triplets or quads",
        "yakuman: quattro tris o kong coperti",
    ),
    "suuankou_tanki": (
        "111m 9s 555777z 444p +9s",
        "yakuman: four concealed triplets, the pair completed last",
        "yakuman: quattro tris coperti, la coppia completata per ultima",
    ),
    "daisangen": (
        "345m 2s 555777z [666z] +2s",
        "yakuman: triplets or quads of all three dragons",
        "yakuman: tris o kong dei tre draghi",
    ),
    "shosuushi": (
        "888m 1222z [333z] [444z] +1z",
        "yakuman: three triplets and a pair of winds",
        "yakuman: tre tris e una coppia di venti",
    ),
    "daisuushi": (
        "5p 111222444z [333z] +5p",
        "yakuman: triplets or quads of all four winds",
        "yakuman: tris o kong dei quattro venti",
    ),
    "ryuisou": (
        "22334466688s 66z +6z",
        "yakuman: 2, 3, 4, 6, 8 of bamboo and green dragons alone",
        "yakuman: solo 2, 3, 4, 6, 8 di bambù e draghi verdi",
    ),
    "suukantsu": ("4z [6666p] [2222m] (7777z) [4444s] +4z", "yakuman: four quads", "yakuman: quattro kong"),
    "tsuisou": ("1113355z [222z] [666z] +5z", "yakuman: honours alone", "yakuman: solo onori"),
    "chinroto": ("111999m 1199s [111p] +1s", "yakuman: terminals alone", "yakuman: solo terminali"),
    "tenhou": (
        "234m 45789p 45688s +3p",
        "yakuman: East wins with the tiles dealt",
        "yakuman: Est vince con le tessere distribuite",
    ),
    "chiihou": (
        "234m 45789p 45688s +3p",
        "yakuman: winning with one's first draw, before any claim",
        "yakuman: vincere con la prima pescata, prima di ogni chiamata",
    ),
    "dora": (
        "34p 456m 123678s 11m +2p",
        "1 han for each tile that follows an indicator; no yaku",
        "1 han per ogni tessera che segue un indicatore; non è uno yaku",
    ),
    "aka_dora": (
        "66678m 22255p 666s +0p",
        "1 han for each red five; no yaku",
        "1 han per ogni cinque rosso; non è uno yaku",
    ),
    "ura_dora": (
        "34p 456m 123678s 11m +2p",
        "1 han for each tile that follows a hidden indicator, after riichi; no yaku",
        "1 han per ogni tessera che segue un indicatore nascosto, dopo il riichi; non è uno yaku",
    ),
}
