"""The rules of FIMJ as one table: points, doublings, and the hands of a fixed amount.

Source: the booklet of the Federazione Italiana Mah-Jong, third printing: "Come contare i punti", "Raddoppi
fondamentali", "Raddoppi da chiusura", "Massimi"; and the project's rulings, cited where a row depends on one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from hu.scoring.fimj.features import HandFeatures

Group = Literal["points", "fundamental", "closing", "massimo"]


# Each row is there once: comparing by identity is quick and right.
@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """One row of the table.

    Attributes:
        id: a name that never changes.
        group: ``points`` are added; ``fundamental`` and ``closing`` double, the latter for winners only; a ``massimo``
            is paid as it is.
        value: its points, doublings or amount, each time that it holds.
        italian: its name in the booklet.
        english: its name in English.
        reason_italian: when it holds, in Italian.
        reason_english: when it holds, in English.
        holds: how many times an arrangement holds it.
    """

    id: str
    group: Group
    value: int
    italian: str
    english: str
    reason_italian: str
    reason_english: str
    holds: Callable[[HandFeatures], int]


# A table reads by its rows.
# fmt: off
#: Every rule, in the order of the booklet.
RULES: Final = (
    Rule("concealed-head-quad", "points", 32, "Kong di testa coperto", "Concealed quad of heads",
         "quattro uni, nove, venti o draghi uguali, tutti pescati",
         "four alike of ones, nines, winds or dragons, all drawn",
         lambda f: f.counts.head_quads_concealed),
    Rule("exposed-head-quad", "points", 16, "Kong di testa scoperto", "Exposed quad of heads",
         "quattro uni, nove, venti o draghi uguali, uno chiamato",
         "four alike of ones, nines, winds or dragons, one claimed",
         lambda f: f.counts.head_quads_exposed),
    Rule("concealed-quad", "points", 16, "Kong non di testa coperto", "Concealed quad",
         "quattro uguali dal 2 all'8, tutti pescati", "four alike from 2 to 8, all drawn",
         lambda f: f.counts.quads_concealed),
    Rule("exposed-quad", "points", 8, "Kong non di testa scoperto", "Exposed quad",
         "quattro uguali dal 2 all'8, uno chiamato", "four alike from 2 to 8, one claimed",
         lambda f: f.counts.quads_exposed),
    Rule("concealed-head-triplet", "points", 8, "Tris di testa coperto", "Concealed triplet of heads",
         "tre uni, nove, venti o draghi uguali, tutti pescati",
         "three alike of ones, nines, winds or dragons, all drawn",
         lambda f: f.counts.head_triplets_concealed),
    # Ruling 6: also one that the winning discard completes.
    Rule("exposed-head-triplet", "points", 4, "Tris di testa scoperto", "Exposed triplet of heads",
         "tre uni, nove, venti o draghi uguali, uno chiamato",
         "three alike of ones, nines, winds or dragons, one claimed",
         lambda f: f.counts.head_triplets_exposed),
    Rule("concealed-triplet", "points", 4, "Tris non di testa coperto", "Concealed triplet",
         "tre uguali dal 2 all'8, tutti pescati", "three alike from 2 to 8, all drawn",
         lambda f: f.counts.triplets_concealed),
    Rule("exposed-triplet", "points", 2, "Tris non di testa scoperto", "Exposed triplet",
         "tre uguali dal 2 all'8, uno chiamato", "three alike from 2 to 8, one claimed",
         lambda f: f.counts.triplets_exposed),
    # Ruling 1: the pair of a wind that is both counts in both rows.
    Rule("own-wind-pair", "points", 2, "Coppia del proprio vento", "Pair of the own wind",
         "due del proprio vento", "two of the own wind", lambda f: f.counts.own_wind_pairs),
    Rule("round-wind-pair", "points", 2, "Coppia del vento di giro", "Pair of the round wind",
         "due del vento di giro", "two of the round wind", lambda f: f.counts.round_wind_pairs),
    Rule("dragon-pair", "points", 2, "Coppia di draghi", "Pair of dragons",
         "due draghi uguali", "two dragons alike", lambda f: f.counts.dragon_pairs),
    Rule("bonus", "points", 4, "Fiore o stagione", "Flower or season",
         "ogni fiore o stagione", "each flower or season", lambda f: f.context.bonus),
    Rule("closing", "points", 20, "Chiusura", "Closing",
         "chi fa Mah-Jong", "the winner", lambda f: f.context.closing),

    Rule("own-flower", "fundamental", 1, "Proprio fiore o stagione", "Own flower or season",
         "ogni fiore o stagione col numero del proprio vento", "each flower or season with the number of the own wind",
         lambda f: f.context.own_bonus),
    Rule("bouquet", "fundamental", 1, "Bouquet o rosa", "Bouquet or rose",
         "tutti i 4 fiori, o tutte le 4 stagioni", "all four flowers, or all four seasons",
         lambda f: f.context.bouquets),
    Rule("own-wind", "fundamental", 1, "Proprio vento", "Own wind",
         "tris o kong del proprio vento", "a triplet or quad of the own wind", lambda f: f.counts.own_wind),
    Rule("round-wind", "fundamental", 1, "Vento di giro", "Round wind",
         "tris o kong del vento di giro", "a triplet or quad of the round wind", lambda f: f.counts.round_wind),
    Rule("dragon-triplet", "fundamental", 1, "Tris di draghi", "Dragon triplet",
         "ogni tris o kong di draghi", "each triplet or quad of dragons", lambda f: f.counts.dragons),
    Rule("3-head-triplets", "fundamental", 1, "Tre tris di testa", "Three triplets of heads",
         "tre tris o kong di testa", "three triplets or quads of heads", lambda f: f.counts.head_alike >= 3),
    Rule("4-head-triplets", "fundamental", 1, "Quattro tris di testa", "Four triplets of heads",
         "quattro tris o kong di testa", "four triplets or quads of heads", lambda f: f.counts.head_alike == 4),
    Rule("3-equal-triplets", "fundamental", 1, "Tre tris uguali", "Three equal triplets",
         "tre tris o kong dello stesso numero", "three triplets or quads of the same number",
         lambda f: f.equal_triplets),
    # Rulings 6 and 8: neither a triplet that the winning discard completes nor a quad laid down; it spoils no other.
    Rule("3-hidden-triplets", "fundamental", 1, "Tre tris nascosti", "Three hidden triplets",
         "tre tris interamente pescati", "three triplets wholly drawn", lambda f: f.counts.hidden >= 3),
    Rule("4-hidden-triplets", "fundamental", 1, "Quattro tris nascosti", "Four hidden triplets",
         "quattro tris interamente pescati", "four triplets wholly drawn", lambda f: f.counts.hidden == 4),
    Rule("3-equal-chows", "fundamental", 1, "Tre scale uguali", "Three equal sequences",
         "tre scale degli stessi numeri, di qualsiasi seme", "three sequences of the same numbers, in any suits",
         lambda f: f.equal_chows >= 3),
    Rule("3-equal-chows-color", "fundamental", 1, "Tre scale uguali di colore", "Three equal sequences in one suit",
         "tre scale degli stessi numeri, dello stesso seme", "three sequences of the same numbers, in one suit",
         lambda f: f.color_equal >= 3),
    Rule("4-equal-chows", "fundamental", 1, "Quattro scale uguali", "Four equal sequences",
         "quattro scale degli stessi numeri, di qualsiasi seme", "four sequences of the same numbers, in any suits",
         lambda f: f.equal_chows == 4),
    Rule("4-equal-chows-color", "fundamental", 1, "Quattro scale uguali di colore", "Four equal sequences in one suit",
         "quattro scale degli stessi numeri, dello stesso seme", "four sequences of the same numbers, in one suit",
         lambda f: f.color_equal == 4),
    Rule("serpent", "fundamental", 1, "Serpente", "Serpent",
         "123, 456 e 789 di qualsiasi seme", "123, 456 and 789 in any suits", lambda f: f.serpent),
    Rule("serpent-color", "fundamental", 1, "Serpente di colore", "Serpent in one suit",
         "123, 456 e 789 dello stesso seme", "123, 456 and 789 in one suit", lambda f: f.color_serpent),
    Rule("chained-serpent", "fundamental", 2, "Serpente incatenato", "Chained serpent",
         "123, 345, 567 e 789 di qualsiasi seme", "123, 345, 567 and 789 in any suits", lambda f: f.chained),
    Rule("chained-serpent-color", "fundamental", 1, "Serpente incatenato di colore", "Chained serpent in one suit",
         "123, 345, 567 e 789 dello stesso seme", "123, 345, 567 and 789 in one suit", lambda f: f.color_chained),

    # Ruling 4: not on the massimi of seven pairs; those stand alone.
    Rule("all-pairs", "closing", 2, "Tutte coppie", "All pairs",
         "sette coppie", "seven pairs", lambda f: f.form == "seven-pairs"),
    Rule("all-triplets", "closing", 2, "Tutti tris", "All triplets",
         "quattro tris o kong e una coppia", "four triplets or quads and a pair", lambda f: f.counts.alike == 4),
    Rule("no-heads", "closing", 1, "Senza teste", "No heads",
         "solo tessere dal 2 all'8", "only tiles from 2 to 8", lambda f: not f.heads),
    Rule("all-drawn", "closing", 1, "Tutto pescato", "All drawn",
         "niente di chiamato, niente di esposto", "nothing claimed, nothing laid down",
         lambda f: f.context.drawn and not f.context.melds),
    # Ruling 9: the honors may be the pair alone.
    Rule("pure-hand", "closing", 1, "Mano pura", "Pure hand",
         "un solo seme con venti o draghi", "one suit with winds or dragons", lambda f: f.suits == 1 and f.honors),
    Rule("purest-hand", "closing", 3, "Mano purissima", "Purest hand",
         "un solo seme", "one suit only", lambda f: f.suits == 1 and not f.honors),
    Rule("drawn-on-roof", "closing", 1, "Pescato sul tetto", "Drawn on the roof",
         "chiusura con una tessera pescata sul tetto", "won with a tile drawn from the dead wall",
         lambda f: f.context.roof),
    Rule("golden-rooster", "closing", 1, "5 di palle sul tetto", "Golden rooster",
         "la tessera pescata sul tetto è il 5 di palle", "the tile drawn from the dead wall is the 5 of dots",
         lambda f: f.context.rooster),
    Rule("robbed", "closing", 1, "Rubato", "Robbed",
         "chiusura con la quarta tessera che un altro aggiunge a un tris esposto",
         "won with the fourth tile that another player adds to an exposed triplet", lambda f: f.context.robbed),
    Rule("last-piece", "closing", 1, "Ultimo pezzo", "Last piece",
         "chiusura con l'ultimo esemplare disponibile, dichiarata", "won with the last copy to be had, declared",
         lambda f: f.context.last_piece),
    Rule("last-discard", "closing", 1, "Ultimo scarto", "Last discard",
         "chiusura con l'ultima tessera che può essere scartata", "won with the last tile that may be discarded",
         lambda f: f.context.last_tile and not f.context.drawn),
    Rule("last-tile", "closing", 1, "Ultima pedina", "Last tile",
         "chiusura con l'ultima tessera disponibile per la pesca", "won with the last tile that can be drawn",
         lambda f: f.context.last_tile and f.context.drawn),
    Rule("bottled", "closing", 1, "Imbottigliato", "Bottled",
         "coppia con l'unica tessera coperta, le quattro combinazioni già esposte",
         "the pair made with the only covered tile, all four melds laid down", lambda f: f.context.melds == 4),
    Rule("within-fifteen", "closing", 1, "Entro la quindicesima", "Within the fifteenth",
         "giocate non più di 15 tessere", "no more than 15 tiles played", lambda f: f.context.within_fifteen),
    Rule("all-head-triplets", "closing", 1, "Tutti tris di teste", "All triplets of heads",
         "quattro tris o kong di testa e una coppia di testa", "four triplets or quads of heads and a pair of heads",
         lambda f: f.counts.head_alike == 4 and f.counts.head_pairs),
    Rule("all-chows", "closing", 1, "Tutte scale", "All sequences",
         "quattro scale e una coppia senza valore", "four sequences and a pair without points",
         lambda f: f.sequences == 4 and not f.counts.valued_pairs),
    Rule("richi", "closing", 1, "Richi", "Richi",
         "dichiarato a punto su una sola tessera", "declared while waiting for one kind of tile",
         lambda f: f.context.richi),

    Rule("nine-gates", "massimo", 3000, "Casa piena dei 9 pezzi", "Nine gates",
         "1112345678999 di un seme, interamente pescati, e un'altra tessera del seme",
         "1112345678999 of one suit, all drawn, and another tile of it", lambda f: f.context.nine_gates),
    Rule("all-kongs", "massimo", 3000, "Tutto kong o poker", "All kongs",
         "quattro kong e una coppia", "four quads and a pair", lambda f: f.counts.quads == 4),
    Rule("gods-exit", "massimo", 3000, "Uscita degli dei", "The gods' exit",
         "Est con le 14 tessere iniziali, o un altro col primo scarto di Est",
         "East with the initial 14 tiles, or another on East's first discard", lambda f: f.context.first_turn),
    Rule("thirteen-lanterns", "massimo", 2000, "Tredici orfani (13 lanterne meravigliose)",
         "Thirteen wonderful lanterns",
         "le 13 tessere di testa, una doppia", "the 13 kinds of heads, one of them twice",
         lambda f: f.form == "thirteen-lanterns"),
    Rule("dragons-gathering", "massimo", 2000, "Raduno dei dragoni", "Gathering of the dragons",
         "i tre tris o kong di draghi", "the three triplets or quads of dragons", lambda f: f.counts.dragons == 3),
    Rule("four-blessings", "massimo", 2000, "Quattro benedizioni della casa", "Four blessings of the house",
         "quattro tris o kong di venti, o tre e la coppia del quarto",
         "four triplets or quads of winds, or three and the pair of the fourth",
         lambda f: f.counts.winds >= 3 and f.counts.winds + f.counts.wind_pairs == 4),
    Rule("dragons-serpent", "massimo", 2000, "Serpente dei draghi", "Serpent of the dragons",
         "dall'1 al 9 a semi alternati, i tre draghi e la coppia del proprio vento o del vento di giro",
         "1 to 9 with the suits in turn, the three dragons, a pair of the own or the round wind",
         lambda f: f.form == "dragons-serpent"),
    Rule("little-serpent", "massimo", 1000, "Piccolo serpente", "Little serpent",
         "serpente di colore, i quattro venti e un drago", "a serpent in one suit, the four winds and a dragon",
         lambda f: f.form == "little-serpent"),
    Rule("siamese-serpents", "massimo", 1000, "Due serpenti siamesi", "Siamese serpents",
         "dall'1 al 7 di due semi", "1 to 7 of two suits", lambda f: f.form == "siamese-serpents"),
    Rule("color-pairs", "massimo", 1000, "Tutte coppie di colore", "All pairs of one suit",
         "sette coppie di un seme", "seven pairs of one suit",
         lambda f: f.form == "seven-pairs" and f.suits == 1 and not f.honors),
    Rule("head-pairs", "massimo", 1000, "Tutte coppie di testa", "All pairs of heads",
         "sette coppie di testa", "seven pairs of heads", lambda f: f.form == "seven-pairs" and not f.simples),
)
# fmt: on

#: The rules by their names.
BY_ID: Final = {rule.id: rule for rule in RULES}
#: The rules that double.
DOUBLINGS: Final = tuple(rule for rule in RULES if rule.group in ("fundamental", "closing"))
