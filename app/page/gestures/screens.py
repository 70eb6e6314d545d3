"""Gestures that lead from one screen to another, or change the contents of a screen."""

from typing import Literal

from hu.app.page.gestures.fields import GestureForGame, Identifier, TypedText


class ShowView(GestureForGame, frozen=True, tag="view"):
    """Show the hand or the sheet of a game."""

    view: Literal["hand", "sheet"]


class Leave(GestureForGame, frozen=True, tag="leave"):
    """Leave the game and go home."""


class GoTo(GestureForGame, frozen=True, tag="page"):
    """Show a screen that covers home and the games. An empty name closes such a screen."""

    page: Literal["", "new game", "move", "tile sets", "statistics"]


class PickGame(GestureForGame, frozen=True, tag="game"):
    """Open one of the browser's games."""

    code: Identifier


class EnterCode(GestureForGame, frozen=True, tag="code"):
    """Open a game by the code that a player typed."""

    code: TypedText


class ChooseLanguage(GestureForGame, frozen=True, tag="language"):
    """Choose the language of the page."""

    language: Identifier


class ChooseStatistics(GestureForGame, frozen=True, tag="statistics"):
    """Choose the rules whose statistics are shown."""

    rules: Identifier


class Undo(GestureForGame, frozen=True, tag="undo"):
    """Undo the action that is offered under a key."""

    key: Identifier


ScreenGesture = (
    ShowView | Leave | GoTo | PickGame | EnterCode | ChooseLanguage | ChooseStatistics | Undo
)
