"""The table of Hong Kong: every pattern with its faan, and what it takes as a predicate over one reading."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from hu.scoring.deals import Names, PatternInfo, Unit
from hu.scoring.hand import SEATS, Hand, Meld, Win
from hu.scoring.readings import ORPHANS, Reading
from hu.scoring.tiles import DRAGONS, FLOWERS, SEASONS, WINDS

FAAN: Final = Unit({"en": "faan", "it": "faan", "zh": "番"})
_GATES: Final = Counter("1112345678999")
_LIST: Final[Names] = {
    "en": "Wikipedia, “Hong Kong mahjong scoring rules”, and other lists",
    "it": "Wikipedia, «Hong Kong mahjong scoring rules», e altri elenchi",
}


@dataclass(frozen=True)
class Case:
    """One reading of a winning hand, with how it was won.

    Attributes:
        hand, reading, win: as they are.
        round_wind: the wind of the round.
        flowers: whether the table plays with flowers.
    """

    hand: Hand
    reading: Reading
    win: Win
    round_wind: str
    flowers: bool

    @cached_property
    def triplets(self) -> list[Meld]:
        """Triplets and quads."""
        return [part for part in self.reading.sets if part.kind != "sequence"]

    @cached_property
    def sequences(self) -> list[Meld]:
        """Sequences."""
        return [part for part in self.reading.sets if part.kind == "sequence"]

    @cached_property
    def concealed_triplets(self) -> list[Meld]:
        """Triplets and quads of which no tile was claimed, the winning one included."""
        claimed = () if self.win.drawn else self.reading.completed
        return [part for part in self.triplets if part.concealed and part.tiles != claimed]

    @cached_property
    def concealed(self) -> bool:
        """Whether no set was claimed before the win."""
        return all(meld.concealed for meld in self.hand.melds)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of tiles, flowers apart."""
        return frozenset(self.hand.tiles) - {*FLOWERS, *SEASONS}

    @cached_property
    def suits(self) -> frozenset[str]:
        """The suits of the hand, honours among them."""
        return frozenset(tile[1] for tile in self.kinds)

    def of(self, kinds: Iterable[str]) -> list[Meld]:
        """Triplets and quads of these kinds."""
        return [part for part in self.triplets if part.tiles[0] in kinds]

    def pair_of(self, kinds: Iterable[str]) -> bool:
        """Whether the pair is of these kinds."""
        return len(self.reading.pairs) == 1 and self.reading.pairs[0] in kinds

    @cached_property
    def own_flowers(self) -> tuple[str, ...]:
        """The flower and the season of the seat, as far as the hand has them."""
        number = str(SEATS.index(self.win.winner) + 1)
        return tuple(tile for tile in self.hand.bonus if tile[0] == number)

    @cached_property
    def whole_fours(self) -> list[tuple[str, ...]]:
        """The four flowers, the four seasons, as far as the hand has them all."""
        return [four for four in (FLOWERS, SEASONS) if set(four) <= set(self.hand.bonus)]


def _wind(seat: str) -> str:
    return WINDS[SEATS.index(seat)]


def _told(name: str) -> Callable[[Case], int]:
    return lambda case: name in case.win.circumstances


def _is_common(case: Case) -> bool:
    return len(case.sequences) == 4


def _is_all_triplets(case: Case) -> bool:
    return len(case.triplets) == 4


def _is_mixed_orphans(case: Case) -> bool:
    return len(case.triplets) == 4 and "z" in case.suits and len(case.suits) > 1 and case.kinds <= set(ORPHANS)


def _is_orphans(case: Case) -> bool:
    return len(case.triplets) == 4 and "z" not in case.suits and case.kinds <= set(ORPHANS)


def _is_nine_gates(case: Case) -> bool:
    tiles = case.hand.concealed
    one_suit = not case.hand.melds and case.suits < {"m", "p", "s"} and len(case.suits) == 1
    return one_suit and Counter(tile[0] for tile in tiles) == _GATES


#: What a predicate gives: how often a pattern counts.
Holds = Callable[[Case], int]
#: Which sets or tiles earn a pattern.
Shows = Callable[[Case], Iterable[Meld | tuple[str, ...]]]


def _nothing(_: Case) -> tuple[Meld, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Faan:
    """A row of the table.

    Attributes:
        info: as people are shown it.
        holds: how often a reading holds it.
        includes: patterns that are not counted beside it; where that would lower the hand, they are counted instead.
        shows: the sets or tiles that earn it.
        bonus: whether flowers and seasons earn it.
    """

    info: PatternInfo
    holds: Holds
    includes: tuple[str, ...] = ()
    shows: Shows = _nothing
    bonus: bool = False

    @property
    def id(self) -> str:
        """Its name."""
        return self.info.id


def _row(
    name: str,
    faan: int,
    names: tuple[str, str, str, str],
    condition: tuple[str, str],
    example: str,
    holds: Holds,
    *,
    includes: str = "",
    shows: Shows = _nothing,
    bonus: bool = False,
) -> Faan:
    english, italian, chinese, jyutping = names
    said = {"en": english, "it": italian, "zh": chinese, "yue": jyutping}
    told = {"en": condition[0], "it": condition[1]}
    info = PatternInfo(name, said, told, faan, FAAN, example=example, source=_LIST)
    return Faan(info, holds, tuple(includes.split()), shows, bonus)


def _pairs(case: Case) -> list[tuple[str, ...]]:
    return [(tile, tile) for tile in case.reading.pairs]


def _dragons(case: Case) -> list[Meld]:
    return case.of(DRAGONS)


def _winds(case: Case) -> list[Meld]:
    return case.of(WINDS)


_PLAIN: Final = "[234m] 678p 345s 12s 99p +3s"
TABLE: Final = (
    _row(
        "common-hand", 1, ("Common hand", "Mano comune", "平糊", "ping4 wu4"),
        ("four sequences", "quattro scale"), _PLAIN, _is_common, shows=lambda case: case.sequences,
    ),
    _row(
        "all-triplets", 3, ("All in triplets", "Tutti tris", "對對糊", "deoi3 deoi3 wu4"),
        ("four triplets or quads", "quattro tris o kong"), "[222m] [555p] [888s] [444z] 9m +9m", _is_all_triplets,
        shows=lambda case: case.triplets,
    ),
    _row(
        "mixed-one-suit", 3, ("Mixed one suit", "Un seme e onori", "混一色", "wan6 jat1 sik1"),
        ("one suit and honours", "un solo seme e onori"), "[234m] 678m 999m [333z] 5m +5m",
        lambda case: "z" in case.suits and len(case.suits) == 2,
    ),
    _row(
        "all-one-suit", 7, ("All one suit", "Un solo seme", "清一色", "cing1 jat1 sik1"),
        ("one suit, no honours", "un solo seme, senza onori"), "[123m] [234m] [555m] 888m 1m +1m",
        lambda case: len(case.suits) == 1 and "z" not in case.suits,
    ),
    _row(
        "mixed-orphans", 1, ("Mixed orphans", "Estremi e onori", "花么", "faa1 jiu1"),
        ("triplets of terminals and of honours", "tris di estremi e di onori"), "[111m] [999s] 111p 777z 9m +9m",
        _is_mixed_orphans,
    ),
    _row(
        "small-dragons", 5, ("Small dragons", "Tre piccoli draghi", "小三元", "siu2 saam1 jyun4"),
        ("two triplets and the pair of dragons", "due tris e la coppia di draghi"), "[555z] [777z] 66z 234m 67p +8p",
        lambda case: len(case.of(DRAGONS)) == 2 and case.pair_of(DRAGONS), includes="dragon", shows=_dragons,
    ),
    _row(
        "great-dragons", 8, ("Great dragons", "Tre grandi draghi", "大三元", "daai6 saam1 jyun4"),
        ("three triplets of dragons", "tre tris di draghi"), "[555z] [777z] [666z] 23m 99p +4m",
        lambda case: len(case.of(DRAGONS)) == 3, includes="dragon", shows=_dragons,
    ),
    _row(
        "small-winds", 6, ("Small winds", "Quattro piccoli venti", "小四喜", "siu2 sei3 hei2"),
        ("three triplets and the pair of winds", "tre tris e la coppia di venti"), "[111z] [333z] [444z] 234m 2z +2z",
        lambda case: len(case.of(WINDS)) == 3 and case.pair_of(WINDS), includes="seat-wind round-wind", shows=_winds,
    ),
    _row(
        "great-winds", 13, ("Great winds", "Quattro grandi venti", "大四喜", "daai6 sei3 hei2"),
        ("four triplets of winds", "quattro tris di venti"), "[111z] [222z] [333z] [444z] 5m +5m",
        lambda case: len(case.of(WINDS)) == 4, includes="seat-wind round-wind all-triplets", shows=_winds,
    ),
    _row(
        "all-honors", 10, ("All honours", "Solo onori", "字一色", "zi6 jat1 sik1"),
        ("only winds and dragons", "solo venti e draghi"), "[111z] [555z] 333z 77z 66z +7z",
        lambda case: case.suits == {"z"}, includes="all-triplets mixed-orphans",
    ),
    _row(
        "orphans", 10, ("Orphans", "Solo estremi", "清么九", "cing1 jiu1 gau2"),
        ("triplets of terminals, no honours", "tris di estremi, senza onori"), "[111m] [999s] 111p 999p 9m +9m",
        _is_orphans, includes="all-triplets",
    ),
    _row(
        "self-triplets", 10, ("Self triplets", "Quattro tris coperti", "坎坎糊", "ham2 ham2 wu4"),
        (
            "four concealed triplets or quads, self-drawn or won on the pair",
            "quattro tris o kong coperti, pescando o chiudendo sulla coppia",
        ),
        "222m 444p 555s 888m 1z +1z", lambda case: len(case.concealed_triplets) == 4,
        includes="all-triplets concealed", shows=lambda case: case.concealed_triplets,
    ),
    _row(
        "nine-gates", 10, ("Nine gates", "Nove porte", "九子連環", "gau2 zi2 lin4 waan4"),
        ("1112345678999 of one suit, won on any of the nine", "1112345678999 di un seme, chiusa con una qualsiasi"),
        "1112345678999p +5p", _is_nine_gates, includes="all-one-suit concealed",
    ),
    _row(
        "all-kongs", 13, ("All kongs", "Quattro kong", "十八羅漢", "sap6 baat3 lo4 hon3"),
        ("four quads", "quattro kong"), "[1111m] [3333p] [6666s] (4444s) 2z +2z",
        lambda case: case.hand.quads == 4, includes="all-triplets", shows=lambda case: case.triplets,
    ),
    _row(
        "thirteen-orphans", 13, ("Thirteen orphans", "Tredici orfani", "十三么", "sap6 saam1 jiu1"),
        ("each terminal and honour, and one of them twice", "ogni estremo e onore, e uno due volte"),
        "19m 19p 19s 1234567z +4z", lambda case: case.reading.form == "thirteen-orphans", includes="concealed",
    ),
    _row(
        "seven-pairs", 4, ("Seven pairs", "Sette coppie", "七對子", "cat1 deoi3 zi2"),
        ("seven pairs, by option", "sette coppie, se il tavolo le gioca"), "66m 1177p 22s 44z 55z 3z +3z",
        lambda case: case.reading.form == "seven-pairs", includes="concealed", shows=_pairs,
    ),
    _row(
        "dragon", 1, ("Dragon", "Drago", "三元牌", "saam1 jyun4 paai2"),
        ("each triplet of dragons", "ogni tris di draghi"), "[777z] 234m 678p 57s 99s +6s",
        lambda case: len(case.of(DRAGONS)), shows=_dragons,
    ),
    _row(
        "seat-wind", 1, ("Seat wind", "Vento proprio", "門風", "mun4 fung1"),
        ("a triplet of the own wind", "tris del proprio vento"), "[222z] 234m 678p 57s 99s +6s",
        lambda case: len(case.of((_wind(case.win.winner),))), shows=lambda case: case.of((_wind(case.win.winner),)),
    ),
    _row(
        "round-wind", 1, ("Round wind", "Vento di giro", "圈風", "hyun1 fung1"),
        ("a triplet of the round's wind", "tris del vento di giro"), "[111z] 234m 678p 57s 99s +6s",
        lambda case: len(case.of((_wind(case.round_wind),))), shows=lambda case: case.of((_wind(case.round_wind),)),
    ),
    _row(
        "self-draw", 1, ("Self-drawn", "Pescata", "自摸", "zi6 mo1"),
        ("the winning tile is drawn", "la tessera della chiusura è pescata"), _PLAIN, lambda case: case.win.drawn,
    ),
    _row(
        "concealed", 1, ("Concealed", "Nulla di chiamato", "門前清", "mun4 cin4 cing1"),
        ("no meld claimed; the winning tile may be", "nulla di chiamato prima della chiusura"),
        "123m 567p 222s 44z 79s +8s", lambda case: case.concealed,
    ),
    _row(
        "robbed-kong", 1, ("Robbed kong", "Kong rubato", "搶槓", "coeng2 gong3"),
        ("won with the tile that another adds to a triplet", "chiusura con la tessera che un altro aggiunge a un tris"),
        "[123m] 456m 79m 22p 345s +8m", lambda case: case.win.how == "robbed-kong",
    ),
    _row(
        "last-tile", 1, ("Last tile", "Ultima tessera", "海底撈月", "hoi2 dai2 laau4 jyut6"),
        ("won with the last draw or the last discard", "chiusura con l'ultima pescata o l'ultimo scarto"), _PLAIN,
        _told("last-tile"),
    ),
    _row(
        "kong-replacement", 1, ("Kong replacement", "Rimpiazzo di un kong", "槓上開花", "gong3 soeng6 hoi1 faa1"),
        ("won with the tile drawn after a quad", "chiusura con il rimpiazzo di un kong"),
        "[4444m] 123p 678s 79p 22z +8p",
        lambda case: not case.win.circumstances.isdisjoint({"kong-replacement", "double-kong"}),
    ),
    _row(
        "double-kong", 8, ("Double kong", "Kong su kong", "槓上槓", "gong3 soeng6 gong3"),
        ("won with the tile drawn after a second quad in a row", "chiusura con il rimpiazzo del secondo kong di fila"),
        "[4444m] (7777s) 123p 79p 22z +8p", _told("double-kong"), includes="kong-replacement",
    ),
    _row(
        "heaven", 13, ("Heavenly hand", "Mano del cielo", "天糊", "tin1 wu4"),
        ("East wins with the initial 14 tiles", "Est chiude con le 14 tessere iniziali"),
        "123m 567p 222s 44z 79s +8s", _told("heaven"),
    ),
    _row(
        "earth", 13, ("Earthly hand", "Mano della terra", "地糊", "dei6 wu4"),
        ("won on East's first discard", "chiusura con il primo scarto di Est"), "123m 567p 222s 44z 79s +8s",
        _told("earth"),
    ),
    _row(
        "no-flowers", 1, ("No flowers", "Senza fiori", "無花", "mou4 faa1"),
        ("no flower and no season", "nessun fiore e nessuna stagione"), _PLAIN,
        lambda case: case.flowers and not case.hand.bonus, bonus=True,
    ),
    _row(
        "own-flower", 1, ("Own flower", "Fiore proprio", "正花", "zing3 faa1"),
        ("each flower and season of the seat", "ogni fiore e stagione del proprio posto"),
        "[222z] 234m 678p 57s 99s 2f +6s", lambda case: len(case.own_flowers),
        shows=lambda case: [(tile,) for tile in case.own_flowers], bonus=True,
    ),
    _row(
        "all-flowers", 2, ("All flowers", "Quattro fiori", "一台花", "jat1 toi4 faa1"),
        ("the four flowers, or the four seasons", "i quattro fiori, o le quattro stagioni"),
        "[222z] 234m 678p 57s 99s 1234f +6s", lambda case: len(case.whole_fours), includes="own-flower",
        shows=lambda case: case.whole_fours, bonus=True,
    ),
)  # fmt: skip
BY_ID: Final = {row.id: row for row in TABLE}
