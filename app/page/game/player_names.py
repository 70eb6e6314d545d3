"""The names of players who were not named: "Player 2", in the language of whoever looks."""

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
    """Return a game with its default names in the language of ``t``.

    The games file keeps them in the language of whoever began the game.
    """
    players = []
    for number, given_name in enumerate(given_names(game), 1):
        players.append(given_name or default_name(t, number))
    return replace(game, players=tuple(players))


def given_names(game: Game) -> tuple[str, ...]:
    """Return the names of a game's players. The name of a player who was not named is empty."""
    names = []
    for number, name in enumerate(game.players, 1):
        names.append("" if is_default_name(name, number) else name)
    return tuple(names)
