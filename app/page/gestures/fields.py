"""The values of gestures, each with its limits, and the two kinds of gestures."""

from typing import Annotated, Final

from msgspec import Meta, Struct

#: JavaScript counts exactly up to this number.
LARGEST_COUNT: Final = 2**53 - 1
IDENTIFIER_PATTERN: Final = r"^[0-9A-Za-z_.,+-]*\Z"
#: The most characters of an id.
LONGEST_IDENTIFIER: Final = 64
#: An id: of a rule set, an option, a question, a hand, a photo.
Identifier = Annotated[str, Meta(max_length=LONGEST_IDENTIFIER, pattern=IDENTIFIER_PATTERN)]
#: A text that a player typed. It may hold anything but lone surrogates, the halves of characters.
TypedText = Annotated[str, Meta(max_length=200, pattern=r"^[^\ud800-\udfff]*\Z")]
#: A seat by the first letter of its wind.
Seat = Annotated[str, Meta(pattern=r"^[ESWN]\Z")]
#: How a hand was won: by self-draw, or by the discard of the player at a seat.
Way = Annotated[str, Meta(pattern=r"^([ESWN]|self-draw)\Z")]
#: A share of a photo's width or height. A finger may leave the photo, so a share may lie outside of
#: 0 to 1 until ``performing/photos.py`` limits it.
Share = Annotated[float, Meta(ge=-1000, le=1000)]
NonNegative = Annotated[int, Meta(ge=0, le=LARGEST_COUNT)]
#: A player of a game, counted from 0.
PlayerNumber = Annotated[int, Meta(ge=0, le=3)]
#: A number that an option can take.
OptionNumber = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]


class GestureForHand(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A gesture about the hand in work. It changes nothing once another hand is in work."""


class GestureForGame(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A gesture about a game or a screen. It counts whichever hand of the game is in work now."""
