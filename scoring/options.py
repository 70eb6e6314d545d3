"""Options: the choices that the players of a table may agree on."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from hu.scoring.errors import InputError
from hu.scoring.nearest import find_name
from hu.scoring.texts import Names, Text, text

#: The value of an option.
OptionValue = bool | int | str
#: The option that carries the changed and added patterns of house rules, as the text that
#: ``hu.scoring.rule_set.house`` writes.
HOUSE: Final = "house"
#: Digits of the largest number that an option takes.
_MAX_DIGITS: Final = 9
#: Characters of a wrong value that a message repeats.
_SHOWN: Final = 20


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """An option that tables may agree on.

    Attributes:
        name: its key in ``options``.
        default: its value if nobody chooses one. Its type is the option's type.
        names: its names.
        choices: the values that a text can take.
        form: a regular expression. Texts that match it as a whole are values beside the choices.
            Empty if the choices are the only texts.
        least: the smallest number that it can take.
        most: the largest number that it can take.
        step: the difference between two numbers that the page offers.
        values: the only two numbers that the page offers, off and on, for a number that most tables
            never change.
        needs: the name of another option, a switch. While it is off, this option makes no
            difference. Empty if there is no such switch.
        choice_names: the names of the choices, if people are shown other texts than the values.
        is_asked_without_game: whether the page also asks for it when it scores a single hand, which
            belongs to no game.
    """

    name: str
    default: OptionValue
    names: Names
    choices: tuple[str, ...] = ()
    form: str = ""
    least: int = 0
    most: int = 0
    step: int = 1
    values: tuple[int, int] | None = None
    needs: str = ""
    choice_names: Mapping[str, Names] = field(default_factory=dict)
    is_asked_without_game: bool = False

    def line(self, value: OptionValue) -> Names:
        """Write a line with the option's name and one of its values.

        >>> OptionInfo("minimum", 0, {"en": "Minimum"}, least=0, most=320).line(5)["en"]
        'Minimum: 5'
        """
        shown: OptionValue | Names
        if isinstance(value, bool):
            shown = Text(f"answer.{_write_choice(value)}")
        else:
            shown = self.choice_names.get(str(value), value)
        return text("house.option", name=self.names, value=shown)

    def as_choice(self, value: object) -> object:
        """Return the choice that a value means: a text in another spelling, a switch or a number.

        >>> option = OptionInfo("kiriage", "no", {"en": "Kiriage"}, choices=("yes", "no"))
        >>> option.as_choice(True), option.as_choice("No"), option.as_choice("maybe")
        ('yes', 'no', 'maybe')

        Returns:
            The choice, or a text that has the option's form. The value itself if it means none.
        """
        choice = self._find_choice(_write_choice(value))
        if choice is not None:
            return choice
        return value

    def _find_choice(self, text: str) -> str | None:
        """Return the choice that a text means, in whatever spelling.

        Returns:
            The choice. The text itself if it has the option's form. None if the text is no value of
            the option.
        """
        choice = find_name(text, self.choices)
        if choice is not None:
            return choice
        if self.form and re.fullmatch(self.form, text, re.ASCII):
            return text
        return None

    def parse(self, text: str) -> OptionValue:
        """Read a value from a command line.

        >>> OptionInfo("minimum", 0, {"en": "Minimum"}, least=0, most=320).parse("5")
        5

        Raises:
            InputError: the text is not a value of this option.
        """
        if isinstance(self.default, bool):
            return self._parse_switch(text)
        if isinstance(self.default, int):
            return self._parse_number(text)
        choice = self._find_choice(text)
        if choice is not None:
            return choice
        raise InputError(
            f"option {self.name}: {text[:_SHOWN]!r} is not one of {', '.join(self.choices)}"
        )

    def _parse_switch(self, text: str) -> bool:
        """Read true or false. Raises ``InputError`` if the text is neither."""
        choice = find_name(text, ("true", "false"))
        if choice is None:
            raise InputError(f"option {self.name}: expected true or false, not {text[:_SHOWN]!r}")
        return choice == "true"

    def _parse_number(self, text: str) -> int:
        """Read a number in the option's range. Raises ``InputError`` if the text is none."""
        # Python refuses to read numbers of thousands of digits.
        if text.isdecimal() and len(text) <= _MAX_DIGITS:
            number = int(text)
            if self.least <= number <= self.most:
                return number
        raise InputError(
            f"option {self.name}: {text[:_SHOWN]!r} is not between {self.least} and {self.most}"
        )


def _write_choice(value: object) -> str:
    """Write a value as the text of a choice: yes or no for a switch."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
