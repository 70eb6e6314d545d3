"""Events about tile sets."""

from msgspec import Struct

from hu.app.page.sent_files import SentFile


class SetChosen(Struct, frozen=True, tag=True):
    """A tile set was chosen for the hands without a game.

    Attributes:
        name: its name. Empty for no tile set.
    """

    name: str


class SetFileCame(Struct, frozen=True, tag=True):
    """A file of a tile set has come."""

    file: SentFile


TileSetEvent = SetChosen | SetFileCame
