"""Gestures that answer the questions about a hand."""

import re
from typing import Annotated

from msgspec import Meta

from hu.app.page.gestures.fields import (
    IDENTIFIER_PATTERN,
    LONGEST_IDENTIFIER,
    GestureForHand,
    Identifier,
    Seat,
    Way,
)

#: An answer to a question: yes or no, a number, an id, several ids, or None to take an answer back.
#: ``_check_answer`` checks the pattern of an id, because msgspec 0.22 cannot: if a union has both a
#: text with a pattern and a list, it mixes them up and crashes when it frees the type.
AnswerValue = (
    bool
    | Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
    | Annotated[str, Meta(max_length=LONGEST_IDENTIFIER)]
    | Annotated[tuple[Identifier, ...], Meta(max_length=64)]
    | None
)


def _check_answer(reply: AnswerValue) -> None:
    """Check the pattern of an answer that is an id.

    Raises:
        ValueError: the text is no id. msgspec reports it as a ``ValidationError``.
    """
    if isinstance(reply, str) and not re.match(IDENTIFIER_PATTERN, reply):
        raise ValueError(f"Expected `str` matching regex '{IDENTIFIER_PATTERN}'")


class AnswerSeats(GestureForHand, frozen=True, tag="seat"):
    """Choose who won, and how.

    Attributes:
        winner: the seat of the winner. None to take the choice back.
        way: ``self-draw``, or the seat of the discarder. None before the choice.
    """

    winner: Seat | None
    way: Way | None


class AnswerQuestion(GestureForHand, frozen=True, tag="ask"):
    """Answer a question about the deal, by the question's id."""

    question: Identifier
    reply: AnswerValue

    def __post_init__(self) -> None:
        _check_answer(self.reply)


class AnswerRack(GestureForHand, frozen=True, tag="rack"):
    """Answer a question about a player other than the winner, by the question's id."""

    seat: Seat
    question: Identifier
    reply: AnswerValue

    def __post_init__(self) -> None:
        _check_answer(self.reply)


class ChooseRules(GestureForHand, frozen=True, tag="rules"):
    """Choose the rules of a hand without a game."""

    rules: Identifier


class ChooseOption(GestureForHand, frozen=True, tag="option"):
    """Choose an option of the rules of a hand without a game."""

    option: Identifier
    value: Identifier


AnswerGesture = AnswerSeats | AnswerQuestion | AnswerRack | ChooseRules | ChooseOption
