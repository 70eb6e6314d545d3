"""Errors that a user can correct. Each message is one line that is safe to print."""

from typing import Any


def one_line(text: str) -> str:
    r"""Write text of unknown origin (a file name, a library's message) on one printable line.

    Line ends, control characters, invisible characters and bytes that are not text become
    escapes. The message then stays one line, a terminal obeys nothing in it, and it can be
    encoded. Text that was escaped before stays as it is.

    >>> one_line("a\nb\x1b[2J.jpg")
    'a\\nb\\x1b[2J.jpg'
    """
    if text.isprintable():
        return text
    parts = []
    for character in text:
        if character.isprintable():
            parts.append(character)
        else:
            parts.append(character.encode("unicode_escape").decode())
    return "".join(parts)


class HuError(Exception):
    """A problem that the user can correct.

    The message is one safe line, even around file names and library messages. It names the
    fault, the place and the remedy.

    Attributes:
        exit_code: the exit status of the command line if nothing handles the error.
    """

    exit_code = 1

    def __init__(self, message: str = "") -> None:
        super().__init__(one_line(message))

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickled by its state, since a subclass may be made from other arguments than its message.
        return type(self).__new__, (type(self), *self.args), self.__dict__


class InputError(HuError):
    """Text or data with a mistake: an unknown tile, a wrong seat, a contradiction."""

    exit_code = 2
