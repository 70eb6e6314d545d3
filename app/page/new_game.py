"""The contents of the forms of a new game and of a payment."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from hu.scoring.hand import SEATS
from hu.scoring.options import OptionInfo, OptionValue
from hu.scoring.rule_set.house import HouseRules
from hu.scoring.rule_set.interface import RuleSet


@dataclass(frozen=True, slots=True)
class NewGame:
    """The form of a new game.

    Attributes:
        rules: the rule set. Empty for the rule set of the hand in work.
        is_three: whether three players sit at the table, in rules that have such tables.
        names: the contents of the players' name fields, by seat.
        names_by_tap: the names that a tap on earlier players has put into these fields, by seat.
        title: the title of the game.
        options: for each rule set, the value of each option that was chosen. A switch has True or
            False.
        house: the house rules from a file. None without house rules.
    """

    rules: str = ""
    is_three: bool = False
    names: Mapping[str, str] = field(default_factory=dict)
    names_by_tap: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    options: Mapping[str, Mapping[str, OptionValue]] = field(default_factory=dict)
    house: HouseRules | None = None


@dataclass(frozen=True, slots=True)
class Payment:
    """The form of a payment that is entered by hand.

    Attributes:
        payer: the player who pays, counted from 0. None before the choice.
        payee: the player who is paid, counted from 0. None before the choice.
        amount: the points. None before they were entered.
        reason: the reason of the payment.
    """

    payer: int | None = None
    payee: int | None = None
    amount: int | None = None
    reason: str = ""

    @property
    def is_complete(self) -> bool:
        """Whether it can be put on the sheet."""
        if self.payer is None or self.payee is None or self.amount is None:
            return False
        return self.payer != self.payee


def seats_of(form: NewGame, rules: RuleSet) -> tuple[str, ...]:
    """Return the seats at the table that the form describes: three or four."""
    if form.is_three and rules.has_tables_of_several_sizes:
        return SEATS[:3]
    return rules.seats


def with_name(form: NewGame, seat: str, name: str) -> NewGame:
    """Fill in the field of a player."""
    return replace(form, names={**form.names, seat: name})


def with_names(form: NewGame, names: Mapping[str, str]) -> NewGame:
    """Put names into the fields of players, as a tap on earlier players does."""
    names_by_tap = {**form.names_by_tap, **names}
    return replace(form, names={**form.names, **names}, names_by_tap=names_by_tap)


def players_of(form: NewGame, rules: RuleSet) -> tuple[str, ...]:
    """Return the players' names. The name of a player who has none is empty.

    A tap on earlier players fills in several name fields. If a player begins the game before the
    browser shows these names, the browser sends all the fields empty. Then the names of the tap
    count.
    """
    # Once the browser shows the names of the tap, at least one of the fields has a name.
    browser_shows_tap = any(form.names.get(seat) for seat in form.names_by_tap)
    names = []
    for seat in seats_of(form, rules):
        name = form.names.get(seat, "")
        if not name and not browser_shows_tap:
            name = form.names_by_tap.get(seat, "")
        is_blank = not name.strip()
        names.append("" if is_blank else name)
    return tuple(names)


def is_switch(option: OptionInfo) -> bool:
    """Whether the form shows an option as a switch.

    Such an option is yes or no, or it is one of two numbers, of which the first means off.
    """
    return isinstance(option.default, bool) or option.values is not None


def chosen_value(form: NewGame, rules: RuleSet, option: OptionInfo) -> OptionValue:
    """Return the value that the form shows for an option.

    It is True or False for a switch. For any other option it is a number, or one of its choices.
    """
    default = option.default
    if is_switch(option):
        # A switch for two numbers is off until it is tapped, whichever number is the default.
        default = option.default is True
    return form.options.get(rules.name, {}).get(option.name, default)


def with_option(form: NewGame, rules: RuleSet, name: str, value: OptionValue) -> NewGame:
    """Choose the value of an option, by the option's name.

    Nothing changes if the rules have no such option, or if the option cannot take the value.
    """
    for option in rules.options:
        if option.name == name and _can_take(option, value):
            chosen = {**form.options.get(rules.name, {}), name: value}
            return replace(form, options={**form.options, rules.name: chosen})
    return form


def with_table(
    form: NewGame, names: Mapping[str, str], rules: RuleSet, options: Mapping[str, OptionValue]
) -> NewGame:
    """Fill in the players, the rules and the options of an earlier game.

    Args:
        form: the form.
        names: the names of the players, by seat. A table of three has no player at North.
        rules: the rule set of the earlier game.
        options: its options. Those that the form cannot hold are left at their defaults.
    """
    filled = replace(
        with_names(form, names),
        rules=rules.name,
        is_three=len(names) == 3,
        options={**form.options, rules.name: {}},
    )
    for option in rules.options:
        if option.name not in options:
            continue
        value = options[option.name]
        if option.values is None:
            filled = with_option(filled, rules, option.name, value)
        elif value in option.values:
            # A switch for two numbers, the first of which means off.
            is_on = value == option.values[1]
            filled = with_option(filled, rules, option.name, is_on)
    return filled


def _can_take(option: OptionInfo, value: OptionValue) -> bool:
    """Whether the form can hold a value for an option."""
    # Yes and no belong to switches alone, and a switch takes nothing else.
    if is_switch(option):
        return isinstance(value, bool)
    if isinstance(value, bool):
        return False
    if isinstance(option.default, int):
        return isinstance(value, int) and option.least <= value <= option.most
    return value in option.choices


def options_of_form(form: NewGame, rules: RuleSet) -> dict[str, OptionValue]:
    """Return the options of the game that the form describes."""
    chosen_names = form.options.get(rules.name, {}).keys()
    options: dict[str, OptionValue] = {}
    for option in rules.options:
        value = chosen_value(form, rules, option)
        if option.values is not None:
            # The switch stands for two numbers. Until it is tapped, the option keeps its default.
            off_number, on_number = option.values
            if option.name not in chosen_names:
                options[option.name] = option.default
            else:
                options[option.name] = on_number if value else off_number
        elif is_switch(option) or not isinstance(value, int):
            options[option.name] = value
        else:
            # A typed number may be between two steps, such as an odd limit in FIMJ. Round it down.
            steps = (value - option.least) // option.step
            options[option.name] = option.least + steps * option.step
    return options
