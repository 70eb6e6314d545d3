"""Events about games that are begun, found or sent."""

from msgspec import Struct

from hu.app.page.sent_files import SentFile
from hu.scoring.rule_set.house import HouseRules


class GameBegun(Struct, frozen=True, tag=True):
    """A game was begun."""

    code: str


class GameFound(Struct, frozen=True, tag=True):
    """A game was found that is to be opened."""

    code: str


class HouseRead(Struct, frozen=True, tag=True):
    """House rules for a new game were read."""

    house: HouseRules


class GamesFileCame(Struct, frozen=True, tag=True):
    """A file of games has come."""

    file: SentFile


class HouseFileCame(Struct, frozen=True, tag=True):
    """A file of house rules has come for a new game.

    Attributes:
        rules: the rule set of the new game.
        file: the file.
    """

    rules: str
    file: SentFile


GameEvent = GameBegun | GameFound | HouseRead | GamesFileCame | HouseFileCame
