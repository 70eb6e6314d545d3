"""Gestures that fill in the form of a new game, and begin it."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from hu.app.page.gestures.fields import GestureForGame, Name, OptionNumber, Seat, Text


class ChooseNewRules(GestureForGame, frozen=True, tag="new-rules"):
    """Choose the rules of a new game."""

    rules: Name


class SeatThree(GestureForGame, frozen=True, tag="new-three"):
    """Say whether three players sit at the new table."""

    is_three: bool


class NamePlayer(GestureForGame, frozen=True, tag="player"):
    """Fill in the name of a player of a new game."""

    seat: Seat
    name: Text


class NameGame(GestureForGame, frozen=True, tag="new-title"):
    """Fill in what the table calls the evening."""

    title: Text


class SetOption(GestureForGame, frozen=True, tag="new-option"):
    """Choose an option of a new game. A switch says yes or no."""

    option: Name
    value: bool | OptionNumber | Name


class GiveNames(GestureForGame, frozen=True, tag="names"):
    """Put names into the fields of a new game, by seat."""

    names: Annotated[Mapping[Seat, Text], Meta(max_length=4)]


class DropHouse(GestureForGame, frozen=True, tag="house-drop"):
    """Begin the new game without the house rules that were chosen."""


class BeginGame(GestureForGame, frozen=True, tag="begin"):
    """Begin the game that the form describes."""


NewGameGesture = (
    ChooseNewRules
    | SeatThree
    | NamePlayer
    | NameGame
    | SetOption
    | GiveNames
    | DropHouse
    | BeginGame
)
