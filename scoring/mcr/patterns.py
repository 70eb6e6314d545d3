"""The fan: the library's Chinese names as keys, with names for people.

Numbers, points and English names follow "Mahjong Competition Rules" of the World Mahjong Organization (2006, the
"Green Book"), chapter 8 and appendix 1; the conditions are summaries in this project's words, the Italian names
translations. Points are the library's where it differs: it gives 6 for Two Concealed Kongs (the book 8), and 5 for a
claimed and a concealed quad together, which has no number in the book (6, in its note on Two Melded Kongs).
"""

from dataclasses import replace
from typing import Final

from hu.scoring.patterns import PatternInfo
from hu.scoring.rule_set.rules_toml import pattern_infos

#: The library puts this before the names of waits.
_WAIT: Final = "独听・"
#: Every fan by the library's Chinese name.
FAN: Final = {info.names["zh"]: info for info in pattern_infos("hu.scoring.mcr").values()}
# The fan without a number stands beside Two Melded Kongs.
FAN["明暗杠"] = replace(FAN["明暗杠"], source=FAN["双明杠"].source)
#: Flowers, which do not count towards the minimum to win.
FLOWERS: Final = FAN["花牌"]


def fan_of(name: str) -> PatternInfo:
    """Look a fan up by the name that the library gives it.

    >>> fan_of("独听・边张").id
    'edge-wait'

    Raises:
        KeyError: the library has learnt a new one.
    """
    return FAN[name.removeprefix(_WAIT)]
