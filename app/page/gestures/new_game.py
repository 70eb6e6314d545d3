"""Gestures that fill in the form of a new game, and begin it."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from hu.app.page.gestures.fields import GestureForGame, Identifier, OptionNumber, Seat, TypedText


class NewGameField(GestureForGame, frozen=True):
    """Fills in a part of the form of a new game."""


class ChooseNewRules(NewGameField, frozen=True, tag="new-rules"):
    """Choose the rules of a new game."""

    rules: Identifier


class SeatThree(NewGameField, frozen=True, tag="new-three"):
    """Choose whether three players sit at the new table."""

    is_three: bool


class NamePlayer(NewGameField, frozen=True, tag="player"):
    """Fill in the name of a player of a new game."""

    seat: Seat
    name: TypedText


class NameGame(NewGameField, frozen=True, tag="new-title"):
    """Fill in the title of the game."""

    title: TypedText


class SetOption(NewGameField, frozen=True, tag="new-option"):
    """Choose the value of an option of a new game. A switch has the value True or False."""

    option: Identifier
    value: bool | OptionNumber | Identifier


class GiveNames(NewGameField, frozen=True, tag="names"):
    """Put names into the fields of a new game, by seat."""

    names: Annotated[Mapping[Seat, TypedText], Meta(max_length=4)]


class RepeatTable(NewGameField, frozen=True, tag="same-table"):
    """Fill in the players, the rules and the options of an earlier game."""

    names: Annotated[Mapping[Seat, TypedText], Meta(max_length=4)]
    rules: Identifier
    options: Annotated[Mapping[Identifier, bool | OptionNumber | Identifier], Meta(max_length=100)]


class DropHouse(NewGameField, frozen=True, tag="house-drop"):
    """Begin the new game without the house rules that were chosen."""


class BeginGame(GestureForGame, frozen=True, tag="begin"):
    """Begin the game that the form describes."""


#: Every part of the form.
NewGameFieldGesture = (
    ChooseNewRules
    | SeatThree
    | NamePlayer
    | NameGame
    | SetOption
    | GiveNames
    | RepeatTable
    | DropHouse
)
NewGameGesture = NewGameFieldGesture | BeginGame
