"""Gestures that answer the questions about a hand."""

from typing import Annotated

from msgspec import Meta

from hu.app.page.gestures.fields import GestureForHand, Name, Seat, Way

#: An answer to a question: yes or no, a number, an id, several ids, or None to take an answer back.
Said = (
    bool
    | Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
    | Name
    | Annotated[tuple[Name, ...], Meta(max_length=64)]
    | None
)


class AnswerSeats(GestureForHand, frozen=True, tag="seat"):
    """Say who won, and how: ``self-draw``, the seat of the discarder, or None."""

    winner: Seat | None
    way: Way | None


class Answer(GestureForHand, frozen=True, tag="ask"):
    """Answer a question about the deal."""

    question: Name
    said: Said


class AnswerRack(GestureForHand, frozen=True, tag="rack"):
    """Answer a question about another player's tiles."""

    seat: Seat
    question: Name
    said: Said


class ChooseRules(GestureForHand, frozen=True, tag="rules"):
    """Choose the rules of a hand without a game."""

    rules: Name


class ChooseOption(GestureForHand, frozen=True, tag="option"):
    """Choose an option of the rules of a hand without a game."""

    option: Name
    value: Name


AnswerGesture = AnswerSeats | Answer | AnswerRack | ChooseRules | ChooseOption
