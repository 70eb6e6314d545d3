"""Three-player riichi as a rule set. It is counted and paid by the modules of Riichi."""

from collections.abc import Sequence
from typing import ClassVar, Final

from hu.scoring.hand import SEATS
from hu.scoring.hand_shape import HandShape
from hu.scoring.options import OptionInfo
from hu.scoring.patterns import PatternInfo
from hu.scoring.riichi.patterns import HAN
from hu.scoring.riichi.presets import PresetTable
from hu.scoring.riichi.rule_set import Riichi
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.rules_toml import pattern_infos

_PACKAGE: Final = "hu.scoring.sanma"
#: North is set aside as dora, the characters from 2 to 8 are left out, and nobody can claim a
#: sequence.
_HAND_SHAPE: Final = HandShape(
    4,
    missing_kinds=("2m", "3m", "4m", "5m", "6m", "7m", "8m"),
    set_aside=("4z",),
    has_claimed_sequences=False,
)
_PRESETS: Final = PresetTable(_PACKAGE, usual="tenhou", seats=SEATS[:3], hand_shape=_HAND_SHAPE)


class Sanma(Riichi):
    """The rules for three. ``hu.scoring.rule_set.interface.RuleSet`` documents each name."""

    name = "sanma"
    preset_table: ClassVar[PresetTable] = _PRESETS
    patterns: ClassVar[Sequence[PatternInfo]] = tuple(pattern_infos(_PACKAGE, HAN).values())
    options: ClassVar[Sequence[OptionInfo]] = _PRESETS.options
    seat_counts = (3,)
    hand_shape = _HAND_SHAPE


RULE_SET: Final[RuleSet] = Sanma()
