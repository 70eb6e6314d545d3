"""Games as files and tables, their sums, and the refusal of files that are not sound."""

import csv
import io
import json
import sqlite3
from contextlib import closing
from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from hu.app.cli import cli
from hu.app.ledger.checking import inconsistent_games
from hu.app.ledger.exchange import (
    export_games,
    game_file,
    game_line,
    read_games,
    read_sent_games,
)
from hu.app.ledger.ledger import Ledger
from hu.app.ledger.player_records import PlayedGame, add_up_games
from hu.app.ledger.sheet import HandDetails
from hu.app.ledger.values import Entry, Game, LedgerError
from hu.app.page.game.taking_in import take_in_games
from hu.app.spreadsheets import guard_cell, table_writer
from hu.scoring.errors import InputError

WHEN = datetime(2025, 3, 1, 20, 15, tzinfo=UTC)
PLAYERS = ("Anna: E", "=Bruno", "Carla, the 2nd", "Dario")
GAME = Game("ABCDEFGH", "zung-jung", "Tuesday", PLAYERS, {"minimum": 5}, WHEN)
SEATS = ("E", "S", "W", "N")
ENTRIES = (
    Entry(
        "won",
        (-10, 30, -10, -10),
        SEATS,
        1,
        None,
        (1,),
        10,
        "234m 567m 55s [777z] 13p +2p",
        "{}",
        1,
        WHEN,
    ),
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


def test_a_problem_in_a_list_of_games_names_the_line_of_the_list() -> None:
    head = json.loads(game_file(GAME, ENTRIES))
    faulty_game = deepcopy(head["games"][0])
    faulty_game["entries"][0]["amounts"][0] -= 1
    head["games"].append(faulty_game)
    with pytest.raises(InputError, match=r"^line 1: "):
        read_games(BytesIO(json.dumps(head).encode()))


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"\x00\xff", b"[]", b'{"games": [1]}', b"a,b\n", b'"' * 200_000, b"[" * 100_000),
        b'{"format":"hu-games","version":1,"games":[' + b"[" * 100_000,
        game_file(GAME, ENTRIES).replace(b'"Tuesday"', b'"\\ud800"'),
        game_file(GAME, ENTRIES).replace(
            b'"version":1,"tile', b'"version":1' + b"0" * 30 + b',"tile'
        ),
        game_file(GAME, ENTRIES).replace(b'["E","S","W","N"]', b'["E","S","N",null]'),
        game_file(GAME, ENTRIES).replace(b"2025-03-01T20:15:00Z", b"9999-12-31T23:59:59-14:00"),
    ],
)
def test_noise_and_forged_games_are_refused_in_one_line(content: bytes) -> None:
    for read in (read_sent_games, lambda content: read_games(BytesIO(content))):
        with pytest.raises(InputError) as error:
            read(content)
        assert "\n" not in str(error.value)
        assert len(str(error.value)) < 400


def details(entry: Entry) -> HandDetails:
    """Details of each hand: patterns by player, and for the first entry a discarder."""
    if entry.id == 1:
        return HandDetails(False, 2, {1: ("3.1", "9.1.2")})
    return HandDetails(True, None, {0: ("3.1",), 1: ("3.1",)})


def test_several_games_add_up() -> None:
    other = replace(GAME, code="BCDEFGHJ", players=("anna: e", "=Bruno", "Carla, the 2nd", "Emma"))
    without_hands = replace(GAME, players=("A", "B", "C", "D"))
    records = add_up_games(
        [
            PlayedGame(GAME, ENTRIES),
            PlayedGame(other, ENTRIES[:1]),
            PlayedGame(without_hands, ()),
        ],
        details,
    )
    assert (records.hands, records.drawn) == (4, 1)
    players = {player.name: player for player in records.players}
    bruno = players["=Bruno"]
    assert (bruno.games, bruno.hands, bruno.won) == (2, 4, 3)
    assert (bruno.self_drawn, bruno.best, bruno.balance) == (1, 10, 63)
    assert players["Carla, the 2nd"].discarded == 2
    assert players["Dario"].hands == 2
    # A name is the same in any case.
    assert players["Anna: E"].games == 2
    assert "A" not in players
    patterns = [(count.pattern, count.times) for count in records.patterns]
    assert patterns == [("3.1", 4), ("9.1.2", 2)]
    assert records.patterns[0].times_of_players == {"=Bruno": 3, "Anna: E": 1}
    balances = [player.balance for player in records.players]
    assert balances == sorted(balances, reverse=True)


def test_places_and_riichi_are_counted_if_they_are_known() -> None:
    def declared_by_the_first(entry: Entry) -> HandDetails:
        return HandDetails(declared=(0,) if entry.id == 1 else ())

    first = PlayedGame(GAME, ENTRIES, results=(10, 30, -15, -25))
    running = PlayedGame(GAME, ENTRIES)
    fine_of_carla = {ENTRIES[0].id: (0, 0, 5, 0)}
    tied = PlayedGame(GAME, ENTRIES[:1], fines=fine_of_carla, results=(7, 7, 0, -14))
    records = add_up_games([first, running, tied], declared_by_the_first)
    players = {player.name: player for player in records.players}
    anna = players[GAME.players[0]]
    carla = players[GAME.players[2]]
    assert (anna.places, anna.average_place) == ([1, 1, 0, 0], 1.5)
    assert (carla.places, carla.average_place) == ([0, 0, 2, 0], 3.0)
    assert (anna.riichi, anna.riichi_hands) == (3, anna.hands)
    assert carla.riichi == 0
    # The fine of the last game counts.
    amounts = [entry.amounts[2] for entry in (*ENTRIES, *ENTRIES, ENTRIES[0])]
    assert carla.balance == sum(amounts) - 5


def test_a_game_that_goes_on_without_details_counts_neither_places_nor_riichi() -> None:
    records = add_up_games([PlayedGame(GAME, ENTRIES)], lambda _: HandDetails())
    assert {player.average_place for player in records.players} == {None}
    assert {player.riichi_hands for player in records.players} == {0}


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


def test_a_file_of_more_games_than_the_page_takes_in_is_refused() -> None:
    head = b'{"format": "hu-games", "version": 1, "games": 101}'
    lines = [game_line(replace(GAME, code=f"CODE{number}"), ()) for number in range(101)]
    message = r"101 games, more than 100; take them in with 'hu games import'"
    with pytest.raises(InputError, match=message):
        read_sent_games(b"\n".join([head, *lines]))


def test_a_file_larger_than_the_page_takes_in_is_refused() -> None:
    with pytest.raises(InputError, match="larger than 5 MB"):
        read_sent_games(bytes(5_000_001))


HAND = Entry("won", (-10, 30, -10, -10), SEATS, 1, None, (1,), 10, "55z", "{}", saved=WHEN)


def test_a_sent_game_keeps_an_option_that_is_a_text() -> None:
    game = replace(GAME, rules="riichi", options={"preset": "ema"})
    assert read_sent_games(game_file(game, ())) == ((game, ()),)
    misspelt = game_file(game, ()).replace(b'"ema"', b'"EMA"')
    with pytest.raises(InputError, match="preset"):
        read_sent_games(misspelt)


class _Damaged(NamedTuple):
    """A games file in which one game is sound, and each other is damaged in another way.

    Attributes:
        path: the file.
        sound: the sound game, with one hand.
        forged: its hand has amounts that are no JSON.
        unreadable: its players and options are no JSON. It has no hand.
        strange: its hand has half a character.
    """

    path: Path
    sound: Game
    forged: Game
    unreadable: Game
    strange: Game


@pytest.fixture
def damaged(tmp_path: Path) -> _Damaged:
    """A games file with damaged games."""
    path = tmp_path / "games.sqlite"
    with closing(Ledger(path)) as ledger:
        games = [ledger.create_game("zung-jung", GAME.players) for _ in range(4)]
        damaged = _Damaged(path, *games)
        for game in (damaged.sound, damaged.forged, damaged.strange):
            ledger.add(game.code, HAND, 0)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE entry SET amounts = '[1, 2, 3, 4' WHERE id = 2")
        connection.execute(
            """UPDATE entry SET statuses = '["\\ud800", null, null, null]' WHERE id = 3"""
        )
        connection.execute(
            "UPDATE game SET players = 'x', options = '[' WHERE code = ?",
            (damaged.unreadable.code,),
        )
        connection.commit()
    return damaged


def test_a_damaged_hand_is_not_read(damaged: _Damaged) -> None:
    with closing(Ledger(damaged.path)) as ledger, pytest.raises(LedgerError, match="is damaged"):
        ledger.entries(damaged.forged.code)


def test_damaged_games_are_left_out_of_an_export_and_named(damaged: _Damaged) -> None:
    with closing(Ledger(damaged.path)) as ledger:
        file = BytesIO()
        count, left_out = export_games(ledger, file)
        assert count == 1
        for game in (damaged.forged, damaged.unreadable, damaged.strange):
            assert any(game.code in line for line in left_out)
        assert [game for game, _ in read_games(BytesIO(file.getvalue()))] == [damaged.sound]


def test_damaged_games_are_counted_and_do_not_hide_a_sound_game(damaged: _Damaged) -> None:
    with closing(Ledger(damaged.path)) as ledger:
        assert len(list(inconsistent_games(ledger))) == 3
        assert damaged.sound in ledger.games()


def test_damaged_games_are_set_apart(damaged: _Damaged) -> None:
    path = damaged.path
    run = partial(CliRunner().invoke, cli, catch_exceptions=True)
    refused = run(["games", "check", str(path)])
    assert damaged.forged.code in refused.stdout
    assert "--repair sets these games apart" in str(refused.exception)
    assert "3 games set apart" in run(["games", "check", "--repair", str(path)]).stdout
    assert "sound, 1 game" in run(["games", "check", str(path)]).stdout
    entry_counts = {}
    for line in path.with_name("games.sqlite.damaged-1.jsonl").read_text().splitlines():
        rows = json.loads(line)
        entry_counts[rows["game"]["code"]] = len(rows["entries"])
    assert entry_counts == {
        damaged.forged.code: 1,
        damaged.unreadable.code: 0,
        damaged.strange.code: 1,
    }
    with closing(Ledger(path)) as ledger:
        notes = [entry.note for entry in ledger.entries(damaged.sound.code)]
    assert notes == [HAND.note]


@pytest.mark.parametrize("cell", ["a\r=1+1.jpg", "a\nb", "a\r\nb", 'a"b', "a,b", "\r"])
def test_a_cell_with_line_ends_stays_one_cell(cell: str) -> None:
    file = io.StringIO(newline="")
    table_writer(file).writerow([cell, "x"])
    assert list(csv.reader(io.StringIO(file.getvalue(), newline=""))) == [[cell, "x"]]


@pytest.mark.parametrize(
    "cell", ["=1+1", "+1", "-1", "@a", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠a"]
)
def test_a_cell_that_would_be_a_formula_is_guarded(cell: str) -> None:
    assert guard_cell(cell) == f"'{cell}"
    assert guard_cell("a=1") == "a=1"
