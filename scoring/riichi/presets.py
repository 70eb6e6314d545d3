"""What the rule books set: one preset for each, and the options that a table may set otherwise.

Sources, with what was taken from each:

- ``ema``: European Mahjong Association, "Riichi: Rules for Japanese Mahjong", 2025 edition (version 1.1, in force since
  1 January 2026), read second-hand in the rules card of the game github.com/senegrom/mahjong, which cites it section by
  section: no red fives, open tanyao, 4 han 30 fu and 3 han 60 fu a mangan, a sanbaiman from 11 han on, one yakuman at
  most, renhou a mangan that nothing is added to, 2 fu for a pair of the double wind, uma 15,000 and 5,000, shared by
  players who tie; every winner of one discard is paid the counters and gets the own riichi bet back, the other bets go
  to the winner next after the discarder; bets left at the end to the first. Liability: 3.3.9, as in 2016. The rules
  card leaves chombo out: 20,000 points after the uma, as in 2016.
- ``ema-2016``: the edition before, after Japanese Mahjong Wiki, "EMA Riichi Competition Rules"
  (github.com/MahjongRepository/mahjong_wiki), and the league manager MahjongPantheon
  (``Mimir/src/rulesets/ruleset.ts``): 4 han 30 fu are not rounded up; a pair of the double wind counts 4 fu
  (EmeraldCoder's riichi-pointer-js).
- ``wrc``: "WRC Rules 2025" (worldriichi.org, version 20250526) as two programs on GitHub quote it, the abstract and
  chapter 11: no red fives, open tanyao, 4 han 30 fu and 3 han 60 fu rounded up, 13 han of ordinary yaku pay as a
  yakuman, several yakuman add up, none is double, a pair of the double wind is worth 2 fu, renhou a mangan that
  nothing is added to, 30,000 points at the start, uma 15,000 and 5,000, shared, one winner of a discard, sticks left
  at the end are lost, no end by bankruptcy; liability for big three dragons, big four winds and four quads (9.1.1).
  Chombo 30,000 points, both second-hand: the Arizona club, which plays by the edition of 2025 (azriichi.org,
  "Competitive Info"), and the Belgian federation on the changes of 2022 (mahjongbelgium.be, "Aangepaste spelregels
  WRC"). The edition of 2015 knew one yakuman at most, and a sanbaiman for
  13 han (riichi.wiki, "World Riichi Championship rules"): options ``several_yakuman`` and ``kazoe``.
- ``tenhou``: arcturus.su and riichi.wiki, "Tenhou.net rules", translations of the server's manual: 25,000 points at
  the start and 30,000 to return, uma 20,000 and 10,000, one red five in each suit, several yakuman add up, a pair of
  the double wind is worth 4 fu, a player of an earlier seat wins a tie, two winners of one discard; the game ends when
  somebody has less than nothing, goes on in the West round until somebody has 30,000, and stops when the last dealer
  wins or waits in first place. That no single pattern is a double yakuman: the rules of kobalab's Majiang, which list
  it among their differences from Tenhou. That renhou and the rounding up of 4 han 30 fu are off: release notes of
  MahjongRepository's ronin 0.19.0, "aligned with Tenhou's rules". The server knows no chombo; a mangan is paid, after
  Japanese Mahjong Wiki, "Chombo".
- ``mahjong-soul``: the server's rules (mahjongsoul.com/news/46) as a table of presets on GitHub and riichi.wiki,
  "Mahjong Soul", repeat them: as Tenhou, but 25,000 points to return, 30,000 to end the game, uma 15,000 and 5,000,
  double yakuman, three winners of one discard.
- ``m-league``: m-league.jp/about as the same table and riichi.wiki, "M.League", repeat it: 30,000 points to return,
  uma 30,000 and 10,000, shared, one winner, 4 han 30 fu a mangan, no yakuman by counting, 2 fu for a pair of the double
  wind, liability for four quads too. The sources say nothing of chombo: a mangan is paid.

Liability for a yakuman, by the same sources, and for the servers RiichiEnv (github.com/smly/RiichiEnv), which was
compared with their games: who fed the last set pays all of a self-drawn win, and half of one on another's discard.
Where several yakuman add up, Tenhou makes the liable player answer for the whole hand, Mahjong Soul for that yakuman
alone (riichi.wiki, "Sekinin barai", so in general; taken for WRC and M.League). Honba on a discard are the
discarder's by EMA's book, the liable player's on the servers; WRC and M.League, which do not say, are taken as EMA.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Final

from hu.scoring.deals import Option, OptionInfo
from hu.scoring.errors import InputError
from hu.scoring.rules_file import load_rules_file, read_rules
from hu.scoring.texts import Text
from hu.scoring.tiles import RED_FIVES


@dataclass(frozen=True, slots=True, eq=False)
class Preset:
    """What a table plays by. Two are equal if they are the same object: ``preset_of`` keeps one for each.

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
        return (2 if tile == "5p" and self.red_fives > len(RED_FIVES) else 1) if self.red_fives else 0


def _uma(text: str) -> tuple[int, ...]:
    """What the places add: of the first two, whose opposites the last two lose, or of all four."""
    if "," not in text:
        first, second = map(int, text.split("-"))
        return 1_000 * first, 1_000 * second, -1_000 * second, -1_000 * first
    places = tuple(1_000 * int(part) for part in text.split(","))
    if sum(places):
        raise InputError(f"option uma: {text} does not add up to zero")
    return places


def _read_presets() -> Iterator[tuple[str, Preset]]:
    """The presets of ``rules.toml``, which has a row for each setting."""
    table = read_rules("hu.scoring.riichi")["presets"]
    for index, name in enumerate(table["names"]):
        row = {setting: values[index] for setting, values in table.items() if setting != "names"}
        row |= {"uma": _uma(row["uma"]), "liable_for": frozenset(row["liable_for"].split())}
        yield name, Preset(**row)


PRESETS: Final = dict(_read_presets())
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


def told_by(preset: Preset, option: OptionInfo) -> str:
    """The choice of an option that sets what a preset has; its default for the preset itself."""
    field, value = _setting(option.name)
    choices = (choice for choice in option.choices if choice != AS_PRESET)
    return next((choice for choice in choices if value(choice) == getattr(preset, field, None)), str(option.default))


def preset_of(options: Mapping[str, Option]) -> Preset:
    """Return what a table plays by: its preset, with what it sets otherwise.

    >>> preset_of({"preset": "wrc", "red_fives": "yes"}).red_fives
    3

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
    preset = PRESETS[told.pop("preset")]
    changed: dict[str, object] = {}
    for name, text in told.items():
        if text != AS_PRESET:
            field, value = _setting(name)
            changed[field] = value(text)
    return _one(replace(preset, **changed)) if changed else preset  # type: ignore[arg-type]  # by the options' names


_kept: Final[dict[tuple[object, ...], Preset]] = {}


def _one(preset: Preset) -> Preset:
    """The same object for the same settings: configurations of the library are kept by it."""
    return _kept.setdefault(tuple(getattr(preset, field.name) for field in fields(preset)), preset)
