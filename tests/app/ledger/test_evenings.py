"""After the evening: a game as one file, and what several games add up to."""

from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest

from hu.app.ledger.exchange import game_file, read_games, read_sent_games, sheet_line
from hu.app.ledger.ledger import Ledger
from hu.app.ledger.sheet import HandDetails, statistics
from hu.app.ledger.values import Entry, Game
from hu.app.page.game.home import take_in_games
from hu.scoring.errors import InputError

WHEN = datetime(2025, 3, 1, 20, 15, tzinfo=UTC)
PLAYERS = ("Anna: E", "=Bruno", "Carla, the 2nd", "Dario")
GAME = Game("ABCDEFGH", "zung-jung", "Tuesday", PLAYERS, {"minimum": 5}, WHEN)
SEATS = ("E", "S", "W", "N")
ENTRIES = (
    Entry("won", (-10, 30, -10, -10), SEATS, 1, None, (1,), 10, "234m 567m 55s [777z] 13p +2p", "{}", 1, WHEN),
    Entry("drawn", (0, 0, 0, 0), ("S", "W", "N", "E"), 1, "E", (), None, "", "", 2, WHEN),
    Entry("payment", (5, -5, 0, 0), SEATS, 1, None, (), None, "-broken cup", "", 3, WHEN),
    Entry("won", (8, 8, -16, 0), ("E", "S", "W", None), 2, "S", (0, 1), None, "55z", "", 4, WHEN),
)


def test_a_game_comes_back_from_its_file_as_it_was() -> None:
    ((game, entries),) = read_games(BytesIO(game_file(GAME, ENTRIES)))
    assert game == GAME
    assert entries == tuple(replace(entry, id=0) for entry in ENTRIES)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (('"zung-jung"', '"calcio"'), "unknown rule set 'calcio'"),
        (('"ABCDEFGH"', '"../../x"'), "code"),
        (('"Dario"', '"=Bruno"'), "Two players"),
        (('"round":1', f'"round":{10**20}'), "round"),
        (('"winners":[1]', '"winners":[7]'), "winners"),
        (('"amounts":[-10', '"amounts":[-11'), "add up to"),
        (('"hu-games"', '"other"'), "line 1"),
    ],
)
def test_a_file_that_makes_no_sense_is_named(change: tuple[str, str], problem: str) -> None:
    content = game_file(GAME, ENTRIES).decode()
    assert change[0] in content
    with pytest.raises(InputError, match=problem):
        read_sent_games(content.replace(*change).encode())


@pytest.mark.parametrize("content", [b"", b"\x00\xff", b"[]", b'{"games": [1]}', b"a,b\n", b'"' * 200_000])
def test_noise_is_refused_in_one_line(content: bytes) -> None:
    with pytest.raises(InputError) as error:
        read_sent_games(content)
    assert "\n" not in str(error.value)


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(InputError, match="larger than 5 MB"):
        read_sent_games(bytes(5_000_001))


def details(entry: Entry) -> HandDetails:
    if entry.id == 1:
        return HandDetails(False, 2, {1: ("3.1", "9.1.2")})
    return HandDetails(True, None, {0: ("3.1",), 1: ("3.1",)})


def test_several_games_add_up() -> None:
    other = replace(GAME, code="BCDEFGHJ", players=("anna: e", "=Bruno", "Carla, the 2nd", "Emma"))
    found = statistics(
        [(GAME, ENTRIES), (other, ENTRIES[:1]), (replace(GAME, players=("A", "B", "C", "D")), ())], details
    )
    assert (found.hands, found.drawn) == (4, 1)
    players = {player.name: player for player in found.players}
    bruno = players["=Bruno"]
    assert (bruno.games, bruno.hands, bruno.won, bruno.self_drawn, bruno.best, bruno.balance) == (2, 4, 3, 1, 10, 63)
    assert (players["Carla, the 2nd"].discarded, players["Dario"].hands) == (2, 2)
    assert players["Anna: E"].games == 2
    assert "A" not in players
    assert found.patterns == (("3.1", 4), ("9.1.2", 2))
    assert found.by_player["3.1"] == {"=Bruno": 3, "Anna: E": 1}
    assert [player.balance for player in found.players] == sorted((p.balance for p in found.players), reverse=True)


def test_a_file_opens_the_game_that_it_was_made_of_and_no_other(tmp_path: Path) -> None:
    with closing(Ledger(tmp_path / "games.sqlite")) as ledger:
        theirs = ledger.create_game("zung-jung", ["A", "B", "C", "D"])
        (guessed,) = take_in_games(ledger, "me", [(replace(GAME, code=theirs.code), ENTRIES)])
        assert guessed.code not in (theirs.code, GAME.code)
        assert [game.code for game in ledger.games_of("me")] == [guessed.code]
        assert len(ledger.entries(guessed.code)) == len(ENTRIES)
        # The same file again is the same game, and so is the file of a game that is here.
        (again,) = take_in_games(ledger, "me", [(replace(GAME, code=theirs.code), ENTRIES)])
        (other,) = take_in_games(ledger, "other", [(theirs, ())])
        assert (again.code, other.code) == (guessed.code, theirs.code)


def test_a_file_of_many_games_reads_a_browsers_games_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []
    games_of = Ledger.games_of

    def count(ledger: Ledger, browser: str) -> tuple[Game, ...]:
        looks.append(browser)
        return games_of(ledger, browser)

    with closing(Ledger(tmp_path / "games.sqlite")) as ledger:
        monkeypatch.setattr(Ledger, "games_of", count)
        sheets = [(replace(GAME, code=f"CODE{number}", title=str(number)), ()) for number in range(20)]
        assert len(list(take_in_games(ledger, "me", sheets))) == 20
    assert looks == ["me"]


def test_a_file_of_more_games_than_the_page_takes_in_is_refused() -> None:
    head = b'{"format": "hu-games", "version": 1, "games": 101}'
    content = b"\n".join([head, *(sheet_line(replace(GAME, code=f"CODE{number}"), ()) for number in range(101))])
    with pytest.raises(InputError, match=r"101 games, more than 100; take them in with 'hu games import'"):
        read_sent_games(content)
