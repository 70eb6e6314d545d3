"""Options: what tables may agree on."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from hu.scoring.errors import InputError
from hu.scoring.texts import Names, Text, text

#: The value of an option.
OptionValue = bool | int | str
#: The option under which changed and added patterns of house rules travel, as the text that ``hu.scoring.rule_set.house`` makes.
HOUSE: Final = "house"
#: Digits of the largest number that an option takes.
_MOST_DIGITS: Final = 9
#: The choices that a switch stands for.
_SWITCHED: Final = {True: "yes", False: "no"}


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """An option that tables may agree on.

    Attributes:
        name: its key in ``options``.
        default: its value where nothing is said; its type is the option's type.
        names: what it is called.
        choices: the values that it can take, for a text.
        form: other texts that it can take, as a regular expression.
        choice_names: what those are called, where people are shown something else.
        least, most, step: the range of a number.
        values: the only two numbers that the page offers, off and on, for a number that most tables never change.
        needs: the name of the switch without which it means nothing.
        asked_alone: whether the page asks for it for a hand without a game too.
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
    asked_alone: bool = False

    def line(self, value: OptionValue) -> Names:
        """Say in a line which value it has.

        >>> OptionInfo("minimum", 0, {"en": "Minimum"}, least=0, most=320).line(5)["en"]
        'Minimum: 5'
        """
        if isinstance(value, bool):
            return text("house.option", name=self.names, value=Text(f"answer.{_SWITCHED[value]}"))
        return text("house.option", name=self.names, value=self.choice_names.get(str(value), value))

    def chosen(self, value: object) -> object:
        """Read a switch or a number as the choice that it stands for; other values stay as they are.

        >>> OptionInfo("kiriage", "no", {"en": "Kiriage"}, choices=("yes", "no")).chosen(True)
        'yes'
        """
        text = _SWITCHED[value] if isinstance(value, bool) else str(value)
        return (
            text if text in self.choices or (self.form and re.fullmatch(self.form, text)) else value
        )

    def parse(self, text: str) -> OptionValue:
        """Read a value from a command line.

        >>> OptionInfo("minimum", 0, {"en": "Minimum"}, least=0, most=320).parse("5")
        5

        Raises:
            InputError: the text is not a value of this option.
        """
        if isinstance(self.default, bool):
            if text not in ("true", "false"):
                raise InputError(f"option {self.name}: expected true or false, not {text[:20]!r}")
            return text == "true"
        if isinstance(self.default, int):
            if (
                not text.isdecimal()
                or len(text) > _MOST_DIGITS
                or not self.least <= int(text) <= self.most
            ):
                raise InputError(
                    f"option {self.name}: {text[:20]!r} is not between {self.least} and {self.most}"
                )
            return int(text)
        if text not in self.choices and not (self.form and re.fullmatch(self.form, text, re.ASCII)):
            raise InputError(
                f"option {self.name}: {text[:20]!r} is not one of {', '.join(self.choices)}"
            )
        return text
