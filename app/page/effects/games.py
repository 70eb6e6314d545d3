"""Effects on games: begin, find, change and end them."""

from collections.abc import Mapping

from msgspec import Struct

from hu.app.page.sent_files import SentFile
from hu.scoring.options import OptionValue


class StartGame(Struct, frozen=True, tag=True):
    """Begin a game. Result: ``GameBegun``.

    Attributes:
        rules: the rule set.
        players: the names of three or four players. Empty for a player without a name.
        title: the table's name for the evening. Empty for none.
        options: the values of the options that the table has agreed on, by their ids.
    """

    rules: str
    players: tuple[str, ...]
    title: str
    options: Mapping[str, OptionValue]


class ChangeName(Struct, frozen=True, tag=True):
    """Change the name of a player of the open game.

    Attributes:
        player: the player, counted from 0.
        name: the name. Empty to call the player by a number.
    """

    player: int
    name: str


class EndGame(Struct, frozen=True, tag=True):
    """Finish the open game, and offer the table to undo that."""


class ContinueGame(Struct, frozen=True, tag=True):
    """Open the finished game again, even if it has been played out."""


class UnendGame(Struct, frozen=True, tag=True):
    """Undo that a game was finished, by its code."""

    code: str


class ForgetGame(Struct, frozen=True, tag=True):
    """Take the game off this browser's list. Result: ``Undoable``."""


class ListGame(Struct, frozen=True, tag=True):
    """Put a game at the head of this browser's list of games, by its code."""

    code: str


class FindGame(Struct, frozen=True, tag=True):
    """Find the game of a code that a player typed. Result: ``GameFound``."""

    code: str


class TakeInGames(Struct, frozen=True, tag=True):
    """Add the games of a file to the stored games.

    Result: ``GameFound`` for the last game that was added, ``NoticeCame`` with the reason if a game
    cannot be added, or both.
    """

    file: SentFile


class ReadHouseRules(Struct, frozen=True, tag=True):
    """Read a file of house rules for a new game. Result: ``HouseRead`` or ``NoticeCame``.

    Attributes:
        rules: the rule set of the new game.
        file: the file.
    """

    rules: str
    file: SentFile


GameEffect = (
    StartGame
    | ChangeName
    | EndGame
    | ContinueGame
    | UnendGame
    | ForgetGame
    | ListGame
    | FindGame
    | TakeInGames
    | ReadHouseRules
)
