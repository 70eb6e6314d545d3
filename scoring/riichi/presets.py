"""What the rule books set: one preset for each, and the options that a table may set otherwise.

The presets and their sources stand in ``rules.toml``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from hu.scoring.errors import InputError
from hu.scoring.options import OptionInfo, OptionValue
from hu.scoring.rule_set.rules_toml import load_rules_file, read_rules
from hu.scoring.texts import Text
from hu.scoring.tiles import RED_FIVES


@dataclass(frozen=True, slots=True, eq=False)
class Preset:
    """What a table plays by. Two are equal if they are the same object; ``preset_of`` keeps those that it has made.

    Attributes:
        red_fives: how many fives are red: none, one of each suit, or four, two of them dots.
        open_tanyao: whether tanyao counts in a hand with claimed melds.
        kiriage: whether 30 fu 4 han and 60 fu 3 han are rounded up to a mangan.
        kazoe: whether 13 han of ordinary yaku make a yakuman; else they are a sanbaiman.
        several_yakuman: whether several yakuman at once add up; else they pay as the dearest.
        double_yakuman: whether some yakuman are worth two: big four winds, and four concealed triplets, nine gates and
            thirteen orphans with the rarer wait.
        double_wind_fu: the fu of a pair of the wind that is both the round's and the player's own.
        renhou: whether a win on a discard before the first turn is worth a mangan.
        most_winners: how many players can win with one discard.
        all_winners_paid: whether each of several winners is paid the honba and gets the own riichi stick back; else
            the one next after the discarder takes honba and sticks.
        uma: what the places add at the end of a game, in points.
        rounds: East and South, or East alone.
        start, target: the points at the start, and those subtracted at the end; the difference is the winner's oka.
        ties_share: whether players who tie share the uma of their places; else the one seated earlier is ahead.
        sticks_to_first: whether riichi sticks that lie on the table at the end go to the first place.
        chombo: what a chombo costs after the game, in points; 0 where a mangan is paid at once.
        goal: the points with which somebody ends the game, for which a West round is played; below nothing it ends
            too. 0 where a game ends after the South round whatever the points.
        liable_for: the yakuman for which a player is liable who fed the last set.
        liable_for_all: whether the liable player answers for the other yakuman of the hand too.
        liable_pays_honba: whether the liable player pays the honba of a win on another's discard.
    """

    red_fives: int
    open_tanyao: bool
    kiriage: bool
    kazoe: bool
    several_yakuman: bool
    double_yakuman: bool
    double_wind_fu: int
    renhou: bool
    most_winners: int
    all_winners_paid: bool
    uma: tuple[int, ...]
    rounds: int
    start: int
    target: int
    ties_share: bool
    sticks_to_first: bool
    chombo: int
    goal: int
    liable_for: frozenset[str]
    liable_for_all: bool
    liable_pays_honba: bool

    @property
    def oka(self) -> int:
        """What the first place adds: the difference between target and start, of all four players."""
        return 4 * (self.target - self.start)

    def red_fives_of(self, tile: str) -> int:
        """How many copies of a five are red."""
        return (
            (2 if tile == "5p" and self.red_fives > len(RED_FIVES) else 1) if self.red_fives else 0
        )


def _uma(text: str) -> tuple[int, ...]:
    """What the places add: of the first two, whose opposites the last two lose, or of all four."""
    if "," not in text:
        first, second = map(int, text.split("-"))
        return 1_000 * first, 1_000 * second, -1_000 * second, -1_000 * first
    places = tuple(1_000 * int(part) for part in text.split(","))
    if sum(places):
        raise InputError(f"option uma: {text} does not add up to zero")
    return places


#: What each setting is in each preset.
_TABLE: Final = read_rules("hu.scoring.riichi")["presets"]
PRESETS: Final = {
    row.pop("names"): Preset(
        **row | {"uma": _uma(row["uma"]), "liable_for": frozenset(row["liable_for"].split())}
    )
    for row in (
        dict(zip(_TABLE, values, strict=True)) for values in zip(*_TABLE.values(), strict=True)
    )
}
#: The preset where nothing is said.
USUAL: Final = "ema"
#: The value of an option that is as the preset has it.
AS_PRESET: Final = "preset"
_AS_PRESET: Final = Text("choices.preset-value", "hu.scoring.riichi")
_FIRST, *_OTHERS = load_rules_file("hu.scoring.riichi").options
#: The preset, and what a table sets otherwise.
OPTIONS: Final = (
    _FIRST,
    *(
        replace(
            each,
            default=AS_PRESET,
            choices=(AS_PRESET, *each.choices),
            choice_names={AS_PRESET: _AS_PRESET, **each.choice_names},
        )
        for each in _OTHERS
    ),
)


#: What a told value sets, by the option's name; the other options are switches.
_SETS: Final[Mapping[str, tuple[str, Callable[[str], object]]]] = {
    "red_fives": ("red_fives", {"no": 0, "yes": 3, "4": 4}.__getitem__),
    "double_wind_fu": ("double_wind_fu", int),
    "winners": ("most_winners", int),
    "uma": ("uma", _uma),
    "rounds": ("rounds", int),
    "start": ("start", int),
    "target": ("target", int),
}

_NAMES: Final = frozenset(option.name for option in OPTIONS)


def _setting(option: str) -> tuple[str, Callable[[str], object]]:
    """The field that an option sets, and what it is for a told value."""
    return _SETS.get(option, (option, "yes".__eq__))


def choice_of(preset: Preset, option: OptionInfo) -> str:
    """The choice of an option that sets what a preset has; its default for the preset itself."""
    field, value = _setting(option.name)
    choices = (choice for choice in option.choices if choice != AS_PRESET)
    return next(
        (choice for choice in choices if value(choice) == getattr(preset, field, None)),
        str(option.default),
    )


def preset_of(options: Mapping[str, OptionValue]) -> Preset:
    """Return what a table plays by: its preset, with what it sets otherwise.

    >>> preset_of({"preset": "wrc", "red_fives": "yes"}).red_fives
    3

    Raises:
        InputError: an option has no valid value.
    """
    if not options:
        return PRESETS[USUAL]
    return _preset_of(
        tuple((name, str(value)) for name, value in options.items() if name in _NAMES)
    )


@lru_cache(maxsize=1 << 12)
def _preset_of(options: tuple[tuple[str, str], ...]) -> Preset:
    told = {option.name: str(option.default) for option in OPTIONS} | dict(options)
    for option in OPTIONS:
        option.parse(told[option.name])
    preset = PRESETS[told.pop("preset")]
    changed: dict[str, object] = {}
    for name, text in told.items():
        if text != AS_PRESET:
            field, value = _setting(name)
            changed[field] = value(text)
    return replace(preset, **changed) if changed else preset  # type: ignore[arg-type]  # by the options' names
