"""Default names for players without a name, such as "Player 2", in each language of the page."""

from dataclasses import replace
from functools import cache

from hu.app.i18n import LANGUAGES, Texts, texts
from hu.app.ledger.values import Game


def default_name(t: Texts, number: int) -> str:
    """Return the default name of a player, counted from 1."""
    return t("game.player_number", number=number)


def is_default_name(name: str, number: int) -> bool:
    """Whether a name is the default name of a player in some language.

    Args:
        name: the name.
        number: the number of the player, from 1. "Player 1" is no default name of the second
            player.
    """
    return name in _default_names(number)


@cache
def _default_names(number: int) -> frozenset[str]:
    """Return the default name of a player, counted from 1, in every language."""
    return frozenset(default_name(texts(language), number) for language in LANGUAGES)


def with_default_names(game: Game, t: Texts) -> Game:
    """Return a game with the default names of its players in the language of the page.

    Default names are stored in the language of the phone that began the game. A player whose stored
    name is empty gets a default name too.

    Args:
        game: the game as it is stored.
        t: the words of the page's language.
    """
    players = []
    for number, given_name in enumerate(given_names(game), 1):
        players.append(given_name or default_name(t, number))
    return replace(game, players=tuple(players))


def given_names(game: Game) -> tuple[str, ...]:
    """Return the names of a game's players. A default name is replaced by an empty text."""
    names = []
    for number, name in enumerate(game.players, 1):
        names.append("" if is_default_name(name, number) else name)
    return tuple(names)
