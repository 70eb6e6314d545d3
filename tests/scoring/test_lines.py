"""Messages are one safe line, whatever went into them."""

import doctest

import pytest

from hu.scoring import lines
from hu.scoring.errors import HuError, InputError
from hu.scoring.lines import one_line


def test_the_examples_hold() -> None:
    assert doctest.testmod(lines).failed == 0


@pytest.mark.parametrize(
    "text", ["a\nb", "a\rb", "a\x1b[2Jb", "a\u202eb", "a\u2028b", "a\u200bb", "\udcff.jpg", "a\0b", "a\x85b"]
)
def test_no_sign_breaks_a_line_or_commands_a_terminal(text: str) -> None:
    line = one_line(text)
    assert line.isprintable()
    assert line.encode()
    assert one_line(line) == line


def test_every_error_is_one_line() -> None:
    assert str(HuError("a\r\nb")) == "a\\r\\nb"
    assert str(InputError("日本 🀄 è")) == "日本 🀄 è"
