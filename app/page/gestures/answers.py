"""Gestures that answer the questions about a hand."""

import re
from typing import Annotated

from msgspec import Meta

from hu.app.page.gestures.fields import (
    LONGEST_NAME,
    NAME_PATTERN,
    GestureForHand,
    Name,
    Seat,
    Way,
)

#: An answer to a question: yes or no, a number, an id, several ids, or None to take an answer back.
#: The id's pattern is checked by ``_check_answer``. msgspec 0.22 mixes up the pattern of a text and
#: the items of a list if both are in one union, and crashes when it frees the type or when garbage
#: is collected.
Said = (
    bool
    | Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
    | Annotated[str, Meta(max_length=LONGEST_NAME)]
    | Annotated[tuple[Name, ...], Meta(max_length=64)]
    | None
)


def _check_answer(said: Said) -> None:
    """Check the pattern of an answer that is an id.

    Raises:
        ValueError: the text is no id. msgspec reports it as a ``ValidationError``.
    """
    if isinstance(said, str) and not re.match(NAME_PATTERN, said):
        raise ValueError(f"Expected `str` matching regex '{NAME_PATTERN}'")


class AnswerSeats(GestureForHand, frozen=True, tag="seat"):
    """Say who won, and how: ``self-draw``, the seat of the discarder, or None."""

    winner: Seat | None
    way: Way | None


class Answer(GestureForHand, frozen=True, tag="ask"):
    """Answer a question about the deal."""

    question: Name
    said: Said

    def __post_init__(self) -> None:
        _check_answer(self.said)


class AnswerRack(GestureForHand, frozen=True, tag="rack"):
    """Answer a question about another player's tiles."""

    seat: Seat
    question: Name
    said: Said

    def __post_init__(self) -> None:
        _check_answer(self.said)


class ChooseRules(GestureForHand, frozen=True, tag="rules"):
    """Choose the rules of a hand without a game."""

    rules: Name


class ChooseOption(GestureForHand, frozen=True, tag="option"):
    """Choose an option of the rules of a hand without a game."""

    option: Name
    value: Name


AnswerGesture = AnswerSeats | Answer | AnswerRack | ChooseRules | ChooseOption
