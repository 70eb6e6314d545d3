"""Players without a name are called in the language of whoever looks."""

from dataclasses import replace
from datetime import UTC, datetime

from hu.app.i18n import LANGUAGES, texts
from hu.app.ledger.values import Game
from hu.app.page.game.player_names import (
    default_name,
    given_names,
    is_default_name,
    with_default_names,
)

GAME = Game(
    "GAME", "riichi", "", ("Spieler 1", "Anna", "Player 3", "Player 1"), {},
    datetime(2026, 5, 1, tzinfo=UTC),
)  # fmt: skip


def test_only_players_without_a_name_are_called_in_another_language() -> None:
    assert with_default_names(GAME, texts("fr")).players == (
        "Joueur 1",
        "Anna",
        "Joueur 3",
        # Not the first player: somebody has given this name.
        "Player 1",
    )
    assert given_names(GAME) == ("", "Anna", "", "Player 1")


def test_nothing_else_of_the_game_changes() -> None:
    assert replace(with_default_names(GAME, texts("ja")), players=GAME.players) == GAME


def test_the_names_of_every_language_are_recognised() -> None:
    for language in LANGUAGES:
        for number in (1, 2, 3, 4):
            name = default_name(texts(language), number)
            assert is_default_name(name, number)
            assert not is_default_name(name, number % 4 + 1)
