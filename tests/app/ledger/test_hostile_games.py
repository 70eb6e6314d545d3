"""Games from elsewhere: what is taken in is as sound as what was typed in, and no row keeps the others back."""

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from hu.app.cli import cli
from hu.app.i18n import texts
from hu.app.ledger.exchange import export_games, game_file, inconsistent_games, read_games
from hu.app.ledger.ledger import Ledger
from hu.app.ledger.sheet import to_csv
from hu.app.ledger.values import Entry, Game, LedgerError
from hu.scoring.errors import InputError

WHEN = datetime(2025, 3, 1, 20, 15, tzinfo=UTC)
SEATS = ("E", "S", "W", "N")
GAME = Game("ABCDEFGH", "zung-jung", "Tuesday", ("Anna", "Bruno", "Carla", "Dario"), {"minimum": 5}, WHEN)
HAND = Entry("won", (-10, 30, -10, -10), SEATS, 1, None, (1,), 10, "55z", "{}", saved=WHEN)
#: What a file may hold in any place.
JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(), st.just(10**30), st.text(), st.lists(st.integers(), max_size=5),
    st.sampled_from([-1, 5, "X", "2025-03-01", "9999-12-31T23:59:59-14:00", ["E", "S", "N"], {"house": "["}]),
)  # fmt: skip


def spoilt(place: str, value: object) -> bytes:
    import json

    content = json.loads(game_file(GAME, (HAND,)))
    line = content["games"][0]
    (line["game"] if place in line["game"] else line["entries"][0])[place] = value
    return json.dumps(content).encode()


@given(place=st.sampled_from([*Game.__slots__, *Entry.__slots__]), value=JUNK)
def test_whatever_is_taken_in_can_be_shown_and_written_again(place: str, value: object) -> None:
    try:
        ((game, entries),) = read_games(BytesIO(spoilt(place, value)))
    except InputError:
        return
    to_csv(game, entries, texts("en"), UTC)
    assert read_games(BytesIO(game_file(game, entries))) == ((game, entries),)


@pytest.mark.parametrize(
    "line",
    [
        b"[" * 100_000,
        b'{"format":"hu-games","version":1,"games":[' + b"[" * 100_000,
        game_file(GAME, (HAND,)).replace(b'"Tuesday"', b'"\\ud800"'),
        game_file(GAME, (HAND,)).replace(b'"version":1,"tile', b'"version":1' + b"0" * 30 + b',"tile'),
        game_file(GAME, (HAND,)).replace(b'["E","S","W","N"]', b'["E","S","N",null]'),
        game_file(GAME, (HAND,)).replace(b"2025-03-01T20:15:00Z", b"9999-12-31T23:59:59-14:00"),
    ],
)
def test_a_forged_game_is_refused_in_one_line(line: bytes) -> None:
    with pytest.raises(InputError) as told:
        read_games(BytesIO(line))
    assert "\n" not in str(told.value)
    assert len(str(told.value)) < 400


def test_one_damaged_game_is_found_and_does_not_keep_the_others_back(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with closing(Ledger(path)) as ledger:
        sound = ledger.create_game("zung-jung", GAME.players)
        damaged, unreadable = (ledger.create_game("zung-jung", GAME.players) for _ in range(2))
        ledger.add(damaged.code, HAND, 0)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("""UPDATE entry SET statuses = '["\\ud800", null, null, null]'""")
        connection.execute("UPDATE game SET options = '[' WHERE code = ?", (unreadable.code,))
        connection.commit()
    with closing(Ledger(path)) as ledger:
        file = BytesIO()
        count, left_out = export_games(ledger, file)
        assert count == 1
        assert {code for code in (damaged.code, unreadable.code) if any(code in line for line in left_out)} == {
            damaged.code,
            unreadable.code,
        }
        assert read_games(BytesIO(file.getvalue()))[0][0] == sound
        assert len(list(inconsistent_games(ledger))) == 2
        assert sound in ledger.games()


def test_damaged_games_are_set_apart_and_the_others_are_sound(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with closing(Ledger(path)) as ledger:
        sound, forged, unreadable = (ledger.create_game("zung-jung", GAME.players) for _ in range(3))
        for game in (sound, forged):
            ledger.add(game.code, HAND, 0)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE entry SET amounts = '[1, 2, 3, 4' WHERE id = 2")
        connection.execute("UPDATE game SET players = 'x' WHERE code = ?", (unreadable.code,))
        connection.commit()
    with closing(Ledger(path)) as ledger, pytest.raises(LedgerError, match="is damaged"):
        ledger.entries(forged.code)
    run = partial(CliRunner().invoke, cli, catch_exceptions=True)
    refused = run(["games", "check", str(path)])
    assert forged.code in refused.stdout
    assert "--repair sets these games apart" in str(refused.exception)
    assert "2 games set apart" in run(["games", "check", "--repair", str(path)]).stdout
    assert "sound, 1 game" in run(["games", "check", str(path)]).stdout
    lines = (tmp_path / "games.sqlite.damaged-1.jsonl").read_text().splitlines()
    assert {json.loads(line)["game"]["code"] for line in lines} == {forged.code, unreadable.code}
    with closing(Ledger(path)) as ledger:
        assert [entry.note for entry in ledger.entries(sound.code)] == [HAND.note]
