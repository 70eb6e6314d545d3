"""The characters on the tiles as pen strokes.

They are SVG path data in a box of 100 x 100, origin top left, y down. Every stroke is an open path
for a round pen. They were drawn for this program, so that no font is needed.
"""

from typing import Final

#: Index figures and letters in a box of 60 wide and 100 high.
LATIN: Final = {
    "1": "M14,26 L34,10 V92",
    "2": "M9,28 Q12,9 31,9 Q51,9 51,30 Q51,45 33,62 L9,90 H54",
    "3": "M9,18 Q18,8 31,9 Q50,10 50,29 Q50,46 26,47 Q53,48 53,69 Q53,91 29,91 Q14,91 7,80",
    "4": "M40,92 V9 L6,68 H56",
    "5": "M49,10 H15 L12,47 Q20,39 32,40 Q53,42 53,65 Q53,91 28,91 Q13,91 7,81",
    "6": "M47,12 Q16,24 10,60 Q8,91 31,91 Q53,91 53,66 Q53,43 32,43 Q15,44 10,62",
    "7": "M8,10 H53 L24,92",
    "8": (
        "M30,48 Q11,44 11,27 Q11,9 30,9 Q49,9 49,27 Q49,44 30,48 Q7,52 7,71 Q7,91 30,91"
        " Q53,91 53,71 Q53,52 30,48"
    ),
    "9": "M50,38 Q45,57 28,57 Q7,57 7,34 Q7,9 29,9 Q52,9 50,40 Q46,76 14,89",
    "E": "M50,10 H12 V91 H51 M12,49 H44",
    "S": "M50,20 Q43,9 30,9 Q11,9 11,28 Q11,43 30,48 Q52,53 52,71 Q52,91 30,91 Q13,91 7,78",
    "W": "M2,10 L16,90 L30,24 L44,90 L58,10",
    "N": "M10,91 V10 L51,91 V10",
    "O": "M30,9 Q54,9 54,50 Q54,91 30,91 Q6,91 6,50 Q6,9 30,9 Z",
}

#: Chinese numbers 1-9, left to right as on the character tiles.
NUMBERS: Final = (
    "M10,50 H90",
    "M24,26 H76 M8,80 H92",
    "M16,16 H84 M24,50 H76 M8,86 H92",
    "M13,18 H87 V86 H13 Z M38,18 Q38,52 26,62 M60,18 V50 Q60,58 76,57",
    "M16,14 H84 M50,14 L38,86 M24,48 H73 V86 M6,86 H94",
    "M50,5 V24 M7,34 H93 M36,54 Q30,76 12,92 M63,54 Q74,72 88,92",
    "M8,50 L90,36 M42,8 V74 Q42,87 56,87 H87 V70",
    "M36,18 Q34,60 8,88 M57,13 Q64,62 93,88",
    "M9,34 H66 V74 Q66,88 78,88 H91 V70 M38,6 V36 Q38,68 8,92",
)
#: Ten thousand, the lower character of the character tiles.
MYRIAD: Final = (
    "M8,17 H92 M33,6 V28 M67,6 V28 M26,37 H74 V62 H26 Z M26,49 H74 M50,37 V84 "
    "M13,95 V73 H87 V86 Q87,95 75,93 M36,86 L64,82 M59,76 L66,90"
)

#: East, South, West, North.
WINDS: Final = (
    "M12,20 H88 M50,5 V95 M24,33 H76 V61 H24 Z M24,47 H76 M47,63 L9,89 M53,63 L91,89",
    (
        "M9,19 H91 M50,5 V35 M15,94 V35 H85 V84 Q85,94 73,93 M37,44 L43,55"
        " M63,44 L57,55 M30,58 H70 M27,73 H73 M50,58 V92"
    ),
    "M8,14 H92 M15,36 H85 V90 H15 Z M40,14 V42 Q40,62 24,70 M60,14 V58 Q60,66 78,65",
    "M38,9 V92 M9,36 H38 M6,78 L38,65 M62,9 V78 Q62,88 72,88 H91 V70 M62,48 L88,30",
)

#: Green and red dragon. The white dragon is a frame.
GREEN_DRAGON: Final = (
    "M15,15 H42 Q35,38 7,50 M22,27 L33,37 M57,6 Q66,34 94,47 M83,11 L67,24 M91,26 L75,36"
    " M17,55 H42 V67 H20 V79 H44 Q44,97 30,94 "
    "M60,54 Q60,66 51,70 M60,54 H79 V61 Q79,66 91,65 M53,75 H82 Q74,90 49,97 M59,78 Q71,92 92,97"
)
RED_DRAGON: Final = "M50,4 V96 M14,27 H86 V63 H14 Z"

_GRASS: Final = "M8,14 H92 M33,4 V24 M67,4 V24 "
#: Plum, orchid, chrysanthemum, bamboo.
FLOWERS: Final = (
    (
        "M5,32 H46 M27,6 V96 M26,36 Q20,60 3,74 M29,42 L45,58 M63,5 Q59,20 50,29 M58,16 H95"
        " M61,34 H89 L85,86 Q84,95 73,93 M61,34 L55,78 H97 M49,56 H99"
    ),
    _GRASS
    + (
        "M13,97 V33 H41 V56 H13 M13,44 H41 M87,33 H59 V56 H87 M59,44 H87 M87,33 V97"
        " M30,66 H70 M50,58 V96"
        " M37,72 H63 V82 H37 Z M47,84 L31,96 M53,84 L69,96"
    ),
    _GRASS
    + (
        "M33,26 Q28,43 8,55 M28,37 H87 V86 Q87,96 73,94 M48,44 V92 M21,64 H75"
        " M33,47 L39,57 M64,47 L57,57"
        " M46,66 L25,84 M50,66 L71,84"
    ),
    "M26,5 Q22,28 6,41 M20,24 H49 M34,24 V94 M67,5 Q63,28 52,40 M61,24 H96 M79,24 V84 Q79,94 66,92",
)
#: Spring, summer, autumn, winter.
SEASONS: Final = (
    (
        "M16,13 H84 M22,28 H78 M6,43 H94 M47,3 Q40,46 6,68 M55,43 Q67,60 94,68"
        " M32,60 H68 V96 H32 Z M32,78 H68"
    ),
    (
        "M12,8 H88 M29,22 H71 V57 H29 Z M29,34 H71 M29,45 H71 M51,8 L45,22 M41,58 Q34,74 14,84"
        " M32,69 H69 Q58,90 17,97 M36,72 Q56,91 90,97"
    ),
    (
        "M41,6 L13,17 M6,35 H50 M28,14 V96 M27,38 Q21,60 4,70 M30,45 L47,60"
        " M56,28 L62,48 M94,23 L83,42"
        " M75,4 Q77,60 48,96 M77,50 Q81,80 97,96"
    ),
    "M39,4 Q30,26 10,41 M32,20 H72 Q57,53 7,67 M35,28 Q56,53 94,65 M40,66 L61,75 M33,84 L67,97",
)
