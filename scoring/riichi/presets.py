"""What the rule books set: one preset for each, and the options that a table may set otherwise.

Sources, with what was taken from each:

- ``ema``: Japanese Mahjong Wiki, "EMA Riichi Competition Rules", on the 2016 edition of the European Mahjong
  Association's "Rules for Japanese Mahjong" (github.com/MahjongRepository/mahjong_wiki): no red fives, open tanyao,
  renhou a mangan that nothing is added to, one yakuman at most, a sanbaiman from 11 han on, 4 han 30 fu not rounded
  up, uma 15,000 and 5,000, shared by players who tie, several winners of one discard, sticks left at the end to the
  first, chombo 20,000 points after the uma. The league manager MahjongPantheon (``Mimir/src/rulesets/ruleset.ts``)
  has the same; a pair of the double wind counts 4 fu in EmeraldCoder's riichi-pointer-js.
- ``wrc``: "WRC Rules 2025" (worldriichi.org, version 20250526) as two programs on GitHub quote it, the abstract and
  chapter 11: no red fives, open tanyao, 4 han 30 fu and 3 han 60 fu rounded up, 13 han of ordinary yaku pay as a
  yakuman, several yakuman add up, none is double, a pair of the double wind is worth 2 fu, renhou a mangan that
  nothing is added to, 30,000 points at the start, uma 15,000 and 5,000, shared, one winner of a discard, sticks left
  at the end are lost, no end by bankruptcy. Chombo 30,000 points: the Belgian federation on the changes of 2022
  (mahjongbelgium.be, "Aangepaste spelregels WRC"). The edition of 2015 knew one yakuman at most, and a sanbaiman for
  13 han (riichi.wiki, "World Riichi Championship rules"): options ``several_yakuman`` and ``kazoe``.
- ``tenhou``: arcturus.su and riichi.wiki, "Tenhou.net rules", translations of the server's manual: 25,000 points at
  the start and 30,000 to return, uma 20,000 and 10,000, one red five in each suit, several yakuman add up, a pair of
  the double wind is worth 4 fu, a player of an earlier seat wins a tie, two winners of one discard; the game ends when
  somebody has less than nothing, goes on in the West round until somebody has 30,000, and stops when the last dealer
  wins or waits in first place. That no single pattern is a double yakuman: the rules of kobalab's Majiang, which list
  it among their differences from Tenhou. That renhou and the rounding up of 4 han 30 fu are off: release notes of
  MahjongRepository's ronin 0.19.0, "aligned with Tenhou's rules". The server knows no chombo; a mangan is paid, after
  Japanese Mahjong Wiki, "Chombo".
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Final

from hu.scoring.deals import Names, Option, OptionInfo


@dataclass(frozen=True, slots=True, eq=False)
class Preset:
    """What a table plays by. Two are equal if they are the same object: ``preset_of`` keeps one for each.

    Attributes:
        red_fives: whether each suit has a red five.
        open_tanyao: whether tanyao counts in a hand with claimed sets.
        kiriage: whether 30 fu 4 han and 60 fu 3 han are rounded up to a mangan.
        kazoe: whether 13 han of ordinary yaku make a yakuman; else they are a sanbaiman.
        several_yakuman: whether several yakuman at once add up; else they pay as the dearest.
        double_yakuman: whether some yakuman are worth two: big four winds, and four concealed triplets, nine gates and
            thirteen orphans with the rarer wait.
        double_wind_fu: the fu of a pair of the wind that is both the round's and the player's own.
        renhou: whether a win on a discard before the first turn is worth a mangan.
        most_winners: how many players can win with one discard.
        uma: what the places add at the end of a game, in points.
        start, target: the points at the start, and those subtracted at the end; the difference is the winner's oka.
        ties_share: whether players who tie share the uma of their places; else the one seated earlier is ahead.
        sticks_to_first: whether riichi sticks that lie on the table at the end go to the first place.
        chombo: what a chombo costs after the game, in points; 0 where a mangan is paid at once.
        sudden_death: whether the game ends with a player's points, as on Tenhou: below nothing, or at ``target``, for
            which a West round is played.
    """

    red_fives: bool
    open_tanyao: bool
    kiriage: bool
    kazoe: bool
    several_yakuman: bool
    double_yakuman: bool
    double_wind_fu: int
    renhou: bool
    most_winners: int
    uma: tuple[int, int, int, int]
    start: int
    target: int
    ties_share: bool
    sticks_to_first: bool
    chombo: int
    sudden_death: bool

    @property
    def oka(self) -> int:
        """What the first place adds: the difference between target and start, of all four players."""
        return 4 * (self.target - self.start)


PRESETS: Final[Mapping[str, Preset]] = {
    "ema": Preset(
        red_fives=False,
        open_tanyao=True,
        kiriage=False,
        kazoe=False,
        several_yakuman=False,
        double_yakuman=False,
        double_wind_fu=4,
        renhou=True,
        most_winners=3,
        uma=(15_000, 5_000, -5_000, -15_000),
        start=30_000,
        target=30_000,
        ties_share=True,
        sticks_to_first=True,
        chombo=20_000,
        sudden_death=False,
    ),
    "wrc": Preset(
        red_fives=False,
        open_tanyao=True,
        kiriage=True,
        kazoe=True,
        several_yakuman=True,
        double_yakuman=False,
        double_wind_fu=2,
        renhou=True,
        most_winners=1,
        uma=(15_000, 5_000, -5_000, -15_000),
        start=30_000,
        target=30_000,
        ties_share=True,
        sticks_to_first=False,
        chombo=30_000,
        sudden_death=False,
    ),
    "tenhou": Preset(
        red_fives=True,
        open_tanyao=True,
        kiriage=False,
        kazoe=True,
        several_yakuman=True,
        double_yakuman=False,
        double_wind_fu=4,
        renhou=False,
        most_winners=2,
        uma=(20_000, 10_000, -10_000, -20_000),
        start=25_000,
        target=30_000,
        ties_share=False,
        sticks_to_first=True,
        chombo=0,
        sudden_death=True,
    ),
}
#: The preset where nothing is said.
USUAL: Final = "ema"
#: The value of an option that is as the preset has it.
AS_PRESET: Final = "preset"
_AS_PRESET: Final[Names] = {"en": "as above", "it": "come sopra"}
_SWITCH: Final[Mapping[str, Names]] = {
    AS_PRESET: _AS_PRESET,
    "yes": {"en": "yes", "it": "sì"},
    "no": {"en": "no", "it": "no"},
}
_FU: Final[Mapping[str, Names]] = {AS_PRESET: _AS_PRESET, "2": {"en": "2"}, "4": {"en": "4"}}
_SWITCHES: Final[Mapping[str, Names]] = {
    "red_fives": {"en": "Red fives", "it": "Cinque rossi"},
    "open_tanyao": {"en": "Open all simples", "it": "Solo semplici anche scoperta"},
    "kiriage": {
        "en": "4 han 30 fu and 3 han 60 fu are a mangan",
        "it": "4 han 30 fu e 3 han 60 fu sono un mangan",
    },
    "kazoe": {"en": "13 han are a yakuman", "it": "13 han sono uno yakuman"},
    "several_yakuman": {"en": "Several yakuman add up", "it": "Più yakuman si sommano"},
    "double_yakuman": {"en": "Double yakuman", "it": "Yakuman doppi"},
    "renhou": {
        "en": "Blessing of man is a mangan",
        "it": "La benedizione dell'uomo è un mangan",
    },
}
#: The preset, and what a table sets otherwise.
OPTIONS: Final = (
    OptionInfo(
        "preset",
        USUAL,
        {"en": "Rules of", "it": "Regole di"},
        choices=tuple(PRESETS),
        choice_names={"ema": {"en": "EMA"}, "wrc": {"en": "WRC"}, "tenhou": {"en": "Tenhou"}},
        asked_alone=True,
    ),
    *(
        OptionInfo(name, AS_PRESET, names, choices=tuple(_SWITCH), choice_names=_SWITCH)
        for name, names in _SWITCHES.items()
    ),
    OptionInfo(
        "double_wind_fu",
        AS_PRESET,
        {"en": "Fu for a pair of the double wind", "it": "Fu per la coppia del vento doppio"},
        choices=tuple(_FU),
        choice_names=_FU,
    ),
)
_NAMES: Final = frozenset(option.name for option in OPTIONS)


def preset_of(options: Mapping[str, Option]) -> Preset:
    """Return what a table plays by: its preset, with what it sets otherwise.

    >>> preset_of({"preset": "wrc", "red_fives": "yes"}).red_fives
    True

    Raises:
        InputError: an option has no valid value.
    """
    if not options:
        return PRESETS[USUAL]
    return _preset_of(tuple((name, str(value)) for name, value in options.items() if name in _NAMES))


@lru_cache(maxsize=1 << 12)
def _preset_of(options: tuple[tuple[str, str], ...]) -> Preset:
    told = {option.name: str(option.default) for option in OPTIONS} | dict(options)
    for option in OPTIONS:
        option.parse(told[option.name])
    changed = {name: value == "yes" for name in _SWITCHES if (value := told[name]) != AS_PRESET}
    preset = PRESETS[told["preset"]]
    fu = preset.double_wind_fu if told["double_wind_fu"] == AS_PRESET else int(told["double_wind_fu"])
    if fu == preset.double_wind_fu and not changed:
        return preset
    return _one(replace(preset, double_wind_fu=fu, **changed))  # type: ignore[arg-type]  # all of them are switches


_kept: Final[dict[tuple[object, ...], Preset]] = {}


def _one(preset: Preset) -> Preset:
    """The same object for the same settings: configurations of the library are kept by it."""
    return _kept.setdefault(tuple(getattr(preset, field.name) for field in fields(preset)), preset)
