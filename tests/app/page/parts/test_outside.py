"""Files from outside are read apart: whatever they hold, the server answers in one line."""

import time
from datetime import UTC, datetime

import pytest

from hu.app.ledger.exchange import game_file, read_sent_games
from hu.app.ledger.values import Game, LedgerError
from hu.app.page.parts import outside
from hu.app.page.parts.outside import read_apart
from hu.app.sets.store import set_of
from hu.scoring.errors import InputError
from hu.scoring.house import read_house
from hu.vision.taught.tile_set import TileSetError


def test_what_the_reader_says_comes_through() -> None:
    assert read_apart(InputError, read_house, 'rules = "zung-jung"\ntitle = "Club"', "club.toml").title == "Club"
    with pytest.raises(InputError, match=r"club\.toml, line 1: rules: give the name"):
        read_apart(InputError, read_house, "", "club.toml")
    with pytest.raises(TileSetError, match=r"a\.huset: no tile set") as refused:
        read_apart(TileSetError, set_of, b"x" * 1_000, "a.huset")
    assert refused.value.key == "file"
    game = Game("AAAA", "fimj", "", ("{A}", "B", "C", "{A}"), {}, datetime.now(UTC))
    with pytest.raises(LedgerError, match=r"Two players are called \{A\}") as twice:
        read_apart(InputError, read_sent_games, game_file(game, ()))
    assert (twice.value.key, twice.value.values) == ("name-twice", {"name": "{A}"})


def test_a_file_that_takes_too_long_or_too_much_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "_SECONDS", 0.2)
    with pytest.raises(InputError, match="too long or too much memory"):
        read_apart(InputError, time.sleep, 60)
    with pytest.raises(TileSetError, match="too long or too much memory"):
        read_apart(TileSetError, bytes, 2_000_000_000)
