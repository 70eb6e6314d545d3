"""The yaku: the library's own names as ids, with names for people.

The Japanese names are those of Japanese Mahjong Wiki, "List of yaku", or of the library. The
English names are in use at European tournaments. The Italian names are translations. ``worth`` is
the han of a concealed hand (13 for a yakuman).
"""

from typing import Final

from hu.scoring.patterns import Unit
from hu.scoring.rule_set.rules_toml import pattern_info, pattern_infos
from hu.scoring.texts import Text

#: The han of a yakuman.
YAKUMAN: Final = 13
#: The unit of yaku.
HAN: Final = Unit(Text("unit.han", "hu.scoring.riichi"), key="han")
#: Every yaku and dora by id. Ids are the library's names with hyphens.
YAKU: Final = pattern_infos("hu.scoring.riichi", HAN)
#: A North that was set aside, in the game for three.
NUKIDORA: Final = pattern_info("hu.scoring.riichi", "nukidora", 1, HAN)
