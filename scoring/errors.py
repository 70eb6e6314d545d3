"""What can be wrong with an input, told to the user in one line."""

from typing import Any


def one_line(text: str) -> str:
    r"""Write text of unknown origin (a file name, a library's message) on one line that is safe to print.

    Line ends, control characters, invisible signs and bytes that are not text become escapes, so that a message stays
    one line, a terminal obeys nothing in it and it can be encoded. Escaped text stays as it is.

    >>> one_line("a\nb\x1b[2J.jpg")
    'a\\nb\\x1b[2J.jpg'
    """
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text
    )


class HuError(Exception):
    """A problem that the user can mend; its message says what is wrong, where, and what to do.

    The message is one safe line, even around file names and library messages.

    Attributes:
        exit_code: what the command line exits with when nothing handles the error before.
    """

    exit_code = 1

    def __init__(self, message: str = "") -> None:
        super().__init__(one_line(message))

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickled by its state, since a subclass may be made from other arguments than its message.
        return type(self).__new__, (type(self), *self.args), self.__dict__


class InputError(HuError):
    """Text or data that does not say what it should: an unknown tile, a wrong seat, a contradiction."""

    exit_code = 2
