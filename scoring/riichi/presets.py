"""The settings of the rule books: one preset for each, and the options by which a table differs.

The presets and their sources are in ``rules.toml``. Rule sets that are variants of Riichi have
presets of their own.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS
from hu.scoring.hand_shape import FOUR_MELDS, HandShape
from hu.scoring.options import OptionInfo, OptionValue
from hu.scoring.rule_set.rules_toml import load_rules_file, read_rules
from hu.scoring.texts import Text
from hu.scoring.tiles import RED_FIVES


@dataclass(frozen=True, slots=True, eq=False)
class Preset:
    """The rules of a table. Presets compare by identity: ``preset_of`` caches those that it makes.

    Attributes:
        red_fives: how many fives are red: none, one of each suit, or four, two of them dots.
        open_tanyao: whether tanyao counts in a hand with claimed melds.
        kiriage: whether 30 fu 4 han and 60 fu 3 han are rounded up to a mangan.
        kazoe: whether 13 han of ordinary yaku make a yakuman. Else they are a sanbaiman.
        several_yakuman: whether several yakuman at once add up. Else the highest counts.
        double_yakuman: whether some yakuman are worth two: big four winds, and four concealed
            triplets, nine gates and thirteen orphans with the rarer wait.
        double_wind_fu: the fu of a pair of the wind that is both the round's and the player's own.
        renhou: whether a win on a discard before the first turn is worth a mangan.
        most_winners: how many players can win on one discard.
        all_winners_paid: whether each of several winners receives the honba and the own riichi
            stick. Else the first winner after the discarder takes honba and sticks.
        uma: the points that each place adds at the end of a game.
        rounds: 2 for East and South, 1 for East alone.
        start: the points at the start.
        target: the points that are subtracted at the end. The points by which it exceeds ``start``,
            once for each player, are the oka of the first place.
        ties_share: whether players who tie share the uma of their places. Else the player who sat
            down earlier is ahead.
        sticks_to_first: whether the first place takes the riichi sticks on the table at the end.
        chombo: the fine for a chombo after the game, in points. 0 if a mangan is paid at once.
        goal: the points with which a player ends the game. A West round is played if nobody has
            reached them, and the game also ends if a player has less than 0. 0 if a game ends after
            the South round, whatever the points.
        liable_for: the yakuman for which the player is liable who fed the last meld.
        liable_for_all: whether the liable player answers for the other yakuman of the hand too.
        liable_pays_honba: whether the liable player pays the honba of a win on another player's
            discard.
        voids: the ids of the abortive draws.
        hand_shape: the size of a hand, and the tiles that exist.
        seats: the seats that are played.
        tsumo_loss: whether a self-drawn win is paid without the share of an empty seat. Else the
            other players pay that share together.
        honba_on_discard: the points that each honba adds to a win on a discard. A self-drawn win
            receives 100 from each player.
        noten_payment: the points that the players without a waiting hand pay together after a drawn
            deal.
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
    voids: tuple[str, ...]
    hand_shape: HandShape = FOUR_MELDS
    seats: tuple[str, ...] = SEATS
    tsumo_loss: bool = True
    honba_on_discard: int = 300
    noten_payment: int = 3_000

    @property
    def oka(self) -> int:
        """The points that the first place receives: target less start, once for each player."""
        return len(self.seats) * (self.target - self.start)

    def red_fives_of(self, tile: str) -> int:
        """How many copies of a five are red."""
        if not self.red_fives:
            return 0
        one_of_each = len(RED_FIVES)
        if tile == "5p" and self.red_fives > one_of_each:
            # The fourth red five is a second one of dots.
            return 2
        return 1


def _parse_uma_of_four(text: str) -> tuple[int, ...]:
    """Read the uma of the four places, in points.

    ``"15-5"`` gives the first two places, and the last two lose as much. Japanese players write the
    second place first, as in ``"5-15"`` (Japanese Mahjong Wiki, "Oka and uma"). No table gives the
    second place more than the first, so both orders mean the same. ``"15,5,-5,-15"`` gives all four
    places, the first place first.

    Raises:
        InputError: four places do not add up to zero, or a place receives more than the place
            before it.
    """
    if "," not in text:
        points = [1_000 * int(part) for part in text.split("-")]
        first = max(points)
        second = min(points)
        return first, second, -second, -first
    return _parse_places(text)


def _parse_uma_of_three(text: str) -> tuple[int, ...]:
    """Read the uma of three places, in points.

    ``"15"`` gives the first place, and the last place loses as much. ``"15,0,-15"`` gives all three
    places, the first place first.

    Raises:
        InputError: the places do not add up to zero, or a place receives more than the place before
            it.
    """
    if "," not in text:
        points = 1_000 * int(text)
        return points, 0, -points
    return _parse_places(text)


def _parse_places(text: str) -> tuple[int, ...]:
    """Read the uma of every place, in points, from a text with thousands such as ``"15,5,-5,-15"``.

    Raises:
        InputError: they do not add up to zero, or a place receives more than the place before it.
    """
    places = tuple([1_000 * int(part) for part in text.split(",")])
    if sum(places):
        raise InputError(f"option uma: {text} does not add up to zero")
    if list(places) != sorted(places, reverse=True):
        raise InputError(
            f"option uma: {text} gives a place more than the place before it; "
            "write the first place first"
        )
    return places


_PACKAGE: Final = "hu.scoring.riichi"
#: The option that chooses the preset.
_PRESET_OPTION: Final = "preset"
#: The choice of an option that keeps the preset's value, and its names.
AS_PRESET: Final = "preset"
_NAMES_OF_AS_PRESET: Final = Text("choices.preset-value", _PACKAGE)
_RED_FIVES: Final = {"no": 0, "yes": 3, "4": 4}
#: The field that an option sets, and the function that reads its text. The other options are
#: switches that set the field of their name.
_SETTINGS: Final[Mapping[str, tuple[str, Callable[[str], object]]]] = {
    "red_fives": ("red_fives", _RED_FIVES.__getitem__),
    "double_wind_fu": ("double_wind_fu", int),
    "winners": ("most_winners", int),
    "rounds": ("rounds", int),
    "start": ("start", int),
    "target": ("target", int),
    "honba_on_discard": ("honba_on_discard", int),
    "noten_payment": ("noten_payment", int),
}
_PARSE_UMA: Final = {3: _parse_uma_of_three, 4: _parse_uma_of_four}


def _is_yes(text: str) -> bool:
    """Read the text of a switch."""
    return text == "yes"


def _with_preset_choice(option: OptionInfo) -> OptionInfo:
    """Add the choice that keeps the preset's value to an option, and make it the default."""
    return replace(
        option,
        default=AS_PRESET,
        choices=(AS_PRESET, *option.choices),
        choice_names={AS_PRESET: _NAMES_OF_AS_PRESET, **option.choice_names},
    )


class PresetTable:
    """The presets of a rule set, and the options by which a table differs from them.

    Attributes:
        presets: every preset by name.
        usual: the preset of a table that names none.
        options: the preset, and the options by which a table differs from it.
    """

    def __init__(
        self,
        package: str,
        usual: str,
        seats: tuple[str, ...] = SEATS,
        hand_shape: HandShape = FOUR_MELDS,
    ) -> None:
        """Read the presets of a rule set.

        Args:
            package: the package with the ``rules.toml``, whose first option is ``preset``.
            usual: the preset of a table that names none.
            seats: the seats that are played.
            hand_shape: the size of a hand, and the tiles that exist.
        """
        self._seats = seats
        self._hand_shape = hand_shape
        preset_option, *other_options = load_rules_file(package).options
        self.options = (preset_option, *[_with_preset_choice(option) for option in other_options])
        self._option_names = frozenset(option.name for option in self.options)
        self.presets = self._load_presets(package)
        self.usual = usual
        # Making a preset takes as long as scoring a hand, and few different presets are played.
        self._make_preset_once = lru_cache(maxsize=1 << 12)(self._make_preset)

    def preset_of(self, options: Mapping[str, OptionValue]) -> Preset:
        """Return the rules of a table: its preset, with the settings by which it differs.

        >>> RIICHI_PRESETS.preset_of({"preset": "wrc", "red_fives": "yes"}).red_fives
        3

        Raises:
            InputError: an option has no valid value.
        """
        if not options:
            return self.presets[self.usual]
        names_and_texts = [
            (name, str(value)) for name, value in options.items() if name in self._option_names
        ]
        return self._make_preset_once(tuple(names_and_texts))

    def choice_of(self, preset: Preset, option: OptionInfo) -> str:
        """Find the choice of an option that agrees with a preset.

        Args:
            preset: a preset.
            option: an option.

        Returns:
            The choice that sets the preset's own value. The option's default if there is none.
        """
        field, parse = self._setting_of(option.name)
        # The option that chooses the preset sets no field.
        value = getattr(preset, field, None)
        for choice in option.choices:
            if choice != AS_PRESET and parse(choice) == value:
                return choice
        return str(option.default)

    def _load_presets(self, package: str) -> dict[str, Preset]:
        """Read the presets from the columns of the table in ``rules.toml``."""
        table = read_rules(package)["presets"]
        _, parse_uma = self._setting_of("uma")
        presets = {}
        for index, name in enumerate(table["names"]):
            settings = {key: values[index] for key, values in table.items() if key != "names"}
            settings["uma"] = parse_uma(settings["uma"])
            settings["liable_for"] = frozenset(settings["liable_for"].split())
            settings["voids"] = tuple(settings["voids"].split())
            presets[name] = Preset(**settings, seats=self._seats, hand_shape=self._hand_shape)
        return presets

    def _setting_of(self, option: str) -> tuple[str, Callable[[str], object]]:
        """Find the field of a preset that an option sets.

        Args:
            option: the name of the option.

        Returns:
            (field, function). The function reads the value of the field from a text of the option.
        """
        if option == "uma":
            return "uma", _PARSE_UMA[len(self._seats)]
        # An option that is not listed is a switch, and sets the field of its name.
        return _SETTINGS.get(option, (option, _is_yes))

    def _make_preset(self, options: tuple[tuple[str, str], ...]) -> Preset:
        """Take the preset that a table names, and change it by the table's other options.

        Args:
            options: the name and the text of each option that the table sets.
        """
        text_of_option = dict(options)
        # The choice of every option, spelled as the program does: ``yes`` for the text ``YES``.
        choice_of_option: dict[str, str] = {}
        for option in self.options:
            text = text_of_option.get(option.name, str(option.default))
            choice_of_option[option.name] = str(option.parse(text))

        preset = self.presets[choice_of_option[_PRESET_OPTION]]
        changes: dict[str, object] = {}
        for name, choice in choice_of_option.items():
            if name == _PRESET_OPTION or choice == AS_PRESET:
                continue
            field, parse = self._setting_of(name)
            changes[field] = parse(choice)
        if not changes:
            return preset
        return replace(preset, **changes)  # type: ignore[arg-type]  # by the options' names


#: The presets of the game for four.
RIICHI_PRESETS: Final = PresetTable(_PACKAGE, usual="ema")
