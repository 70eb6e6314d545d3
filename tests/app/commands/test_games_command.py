"""``hu games``: exported games come back as they were. Damage is named and changes nothing."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hu.app.cli import cli
from hu.app.ledger import opening
from hu.app.ledger.ledger import Ledger
from hu.app.ledger.values import Entry, Game
from hu.scoring.errors import HuError

HAND = Entry("won", (-20, 60, -20, -20), ("E", "S", "W", "N"), 1, None, (1,), 20, "123m 55z", "{}")
PAYMENT = Entry("payment", (5, 0, -5), ("E", "S", "W"), 2, "S", note="+penalty")


def hu(*arguments: object) -> Result:
    """Run a command of ``hu games``."""
    return CliRunner().invoke(cli, ["games", *map(str, arguments)])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A games file with a game in progress, whose hand was changed, and a finished game."""
    path = tmp_path / "games.sqlite"
    with closing(Ledger(path)) as ledger:
        first = ledger.create_game(
            "zung-jung", ["小明", "Bruno", "<b>", "D"], "Club", {"half_flowers": True}
        )
        saved = ledger.add(first.code, HAND, 0)
        ledger.change(first.code, replace(saved, note="55z"))
        second = ledger.create_game("fimj", ["A", "B", "C"])
        ledger.add(second.code, PAYMENT, 0)
        ledger.change_game(replace(second, ended=datetime.now(UTC)))
    return path


def contents(path: Path) -> list[tuple[Game, list[Entry]]]:
    """The games of a file, the oldest first, each with its entries, whose ids do not matter."""
    games = []
    with closing(Ledger(path)) as ledger:
        for game in reversed(ledger.games()):
            entries = [replace(entry, id=0) for entry in ledger.entries(game.code)]
            games.append((game, entries))
    return games


def test_a_sound_file_is_called_sound(path: Path) -> None:
    result = hu("check", path)
    assert result.exit_code == 0
    assert result.stdout == f"{path}: sound, 2 games\n"


def test_exported_games_come_back_as_they_were(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    result = hu("export", file, "--games", path)
    assert result.exit_code == 0
    assert result.stdout == f"{file}: 2 games\n"
    other = tmp_path / "other" / "games.sqlite"
    result = hu("import", file, "--games", other)
    assert result.exit_code == 0
    assert result.stdout == f"{other}: 2 games added, 0 there already\n"
    assert contents(other) == contents(path)


def test_games_that_are_imported_again_are_there_once(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    other = tmp_path / "other" / "games.sqlite"
    hu("export", file, "--games", path)
    hu("import", file, "--games", other)
    result = hu("import", file, "--games", other)
    assert result.stdout == f"{other}: 0 games added, 2 there already\n"
    assert contents(other) == contents(path)


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (lambda text: text[: len(text) // 2], "cut short"),
        (lambda text: text.splitlines(keepends=True)[0], "0 of 2 games: the file was cut short"),
        (lambda _: "[1]\n", "line 1: not a file that 'hu games export' wrote"),
        (lambda _: "", "not a file that 'hu games export' wrote"),
        (lambda text: text.replace("[-20,60", "[-21,60"), "line 2: The payments add up to -1"),
        (
            lambda text: text.replace('"round":2', '"round":"2"'),
            "line 3: Expected 'int', got 'str' - at '$.entries[0].round'",
        ),
        (
            lambda text: text.replace('"kind":"payment"', '"kind":"gift"'),
            "line 3: Invalid enum value 'gift'",
        ),
        (
            lambda text: text.replace('"rules":"fimj"', '"rule":"fimj"'),
            "line 3: Object missing required field 'rules'",
        ),
        (
            lambda text: text.replace('"seats":["E"', '"seats":["X"'),
            "line 2: Expected 'str' matching regex",
        ),
        (lambda _: "[" * 100_000, "line 1: not a file that 'hu games export' wrote"),
    ],
)
def test_a_damaged_export_is_named_and_nothing_is_taken_in(
    path: Path, tmp_path: Path, spoil: object, problem: str
) -> None:
    file = tmp_path / "games.jsonl"
    other = tmp_path / "other.sqlite"
    hu("export", file, "--games", path)
    file.write_text(spoil(file.read_text()))  # type: ignore[operator]
    result = hu("import", file, "--games", other)
    assert isinstance(result.exception, HuError)
    assert str(result.exception).startswith(f"{file}: ")
    assert problem in str(result.exception)
    assert contents(other) == []


def test_problems_of_a_games_file_are_named(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE entry SET amounts = '[1, 0, 0]' WHERE kind = 'payment'")
        connection.execute("DELETE FROM game WHERE rules = 'zung-jung'")
        connection.commit()
    result = hu("check", path)
    assert isinstance(result.exception, HuError)
    assert result.stdout == f"{path}: table entry, row 1: its game is missing\n"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM entry WHERE kind = 'won'")
        connection.commit()
    assert "entry 1: The payments add up to 1" in hu("check", path).stdout
    content = bytearray(path.read_bytes())
    content[4096:12288] = bytes(range(256)) * 32
    path.write_bytes(content)
    result = hu("check", path)
    assert isinstance(result.exception, HuError)
    assert result.stdout
    assert all(line.startswith(f"{path}: ") for line in result.stdout.splitlines())


def test_a_game_whose_code_nobody_can_type_is_named_and_set_apart(path: Path) -> None:
    # Codes are stored in capitals without hyphens. A damaged file may hold any text.
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE game SET code = 'ab-2' WHERE rules = 'fimj'")
        connection.commit()
    result = hu("check", path)
    assert result.exit_code == 1
    assert f"{path}: game ab-2: its sheet cannot be read: No game has the code AB2" in result.stdout
    assert hu("check", path, "--repair").exit_code == 0
    assert hu("check", path).stdout == f"{path}: sound, 1 game\n"


def test_the_games_that_the_page_uses_are_checked_and_exported(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HU_GAMES", str(path))
    assert hu("check").stdout == f"{path}: sound, 2 games\n"
    assert "2 games" in hu("export", tmp_path / "games.jsonl").stdout
    other = tmp_path / "other.sqlite"
    assert str(other) in hu("import", tmp_path / "games.jsonl", "--games", other).stdout
    assert hu("check", other).stdout == f"{other}: sound, 2 games\n"


def test_a_missing_file_is_not_made(tmp_path: Path) -> None:
    for arguments in (
        ("check", tmp_path / "a"),
        ("export", tmp_path / "b", "--games", tmp_path / "a"),
    ):
        result = hu(*arguments)
        assert isinstance(result.exception, HuError)
        assert "No such file" in str(result.exception)
    assert not list(tmp_path.iterdir())


def test_the_games_file_is_not_written_over_by_its_export(path: Path, tmp_path: Path) -> None:
    before = contents(path)
    link = tmp_path / "link"
    link.symlink_to(path)
    log = path.with_name(f"{path.name}-wal")
    with closing(Ledger(path)) as ledger:
        # A page is open, so SQLite keeps its log.
        ledger.create_game("zung-jung", ["A", "B", "C", "D"])
        assert log.exists()
        for file in (path, link, log):
            result = hu("export", file, "--games", path)
            assert str(result.exception) == (
                f"{file}: belongs to the games file; name another file for the export"
            )
    assert contents(path)[:-1] == before


def test_a_database_is_checked_by_its_address(empty_database: str) -> None:
    with closing(Ledger(empty_database)) as ledger:
        ledger.create_game("zung-jung", ["A", "B", "C", "D"])
    result = hu("check", empty_database)
    assert result.exit_code == 0
    assert result.stdout.endswith(": sound, 1 game\n")


def test_nothing_is_imported_into_a_damaged_file(path: Path, tmp_path: Path) -> None:
    assert hu("export", tmp_path / "games.jsonl", "--games", path).exit_code == 0
    pages = bytearray(path.read_bytes())
    # The first bytes of each page but the header's say what it holds.
    for start in range(4096, len(pages), 4096):
        pages[start : start + 8] = bytes(8)
    damaged = tmp_path / "damaged.sqlite"
    damaged.write_bytes(pages)
    result = hu("import", tmp_path / "games.jsonl", "--games", damaged)
    assert "added" not in result.stdout
    assert str(result.exception).startswith(f"games file {damaged}: damaged: ")
    assert "restore a copy or an export" in str(result.exception)


def test_a_games_file_that_cannot_be_written_is_named_not_the_import(
    path: Path, tmp_path: Path
) -> None:
    assert hu("export", tmp_path / "games.jsonl", "--games", path).exit_code == 0
    other = tmp_path / "other.sqlite"
    Ledger(other).close()
    with closing(sqlite3.connect(other)) as connection:
        connection.execute(
            "CREATE TRIGGER full BEFORE INSERT ON entry "
            "BEGIN SELECT RAISE(ABORT, 'disk is full'); END"
        )
    result = hu("import", tmp_path / "games.jsonl", "--games", other)
    assert str(result.exception) == f"{other}: disk is full; the remaining games were not added"


def test_a_games_file_that_another_program_locks_asks_to_wait(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "_BUSY_MS", 10)
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        result = hu("check", path)
    assert str(result.exception).endswith(
        "locked; another program is writing to it; wait for it or end it, then try again"
    )
