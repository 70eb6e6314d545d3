"""The ledger among many writers and foreign files."""

import os
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from errno import EPERM
from pathlib import Path
from threading import Barrier, Event, Thread

import pytest
from sqlalchemy import create_engine, inspect, text

from hu.app.ledger.backups import back_up, back_up_daily, list_copies
from hu.app.ledger.games_file import find_damage, refuse_foreign
from hu.app.ledger.guessing import GuessLimit
from hu.app.ledger.ledger import Ledger
from hu.app.ledger.values import Conflict, Entry, Game, LedgerError, check_player_names
from hu.scoring.errors import HuError

NAMES = ("Anna", "Bruno", "Carla", "Dario")
HAND = Entry("won", (-20, 60, -20, -20), ("E", "S", "W", "N"), 1, None, (1,), 20, "123m 55z", "{}")


def test_no_tap_of_twenty_players_finds_the_file_locked(ledger: Ledger) -> None:
    codes = [ledger.create_game("zung-jung", NAMES).code for _ in range(5)]
    start = Barrier(20)

    def tap(number: int) -> None:
        browser = f"browser {number}"
        code = codes[number % 5]
        start.wait()
        for step in range(100):
            ledger.save_draft(browser, code, f"{number} {step}")
            ledger.visit(browser, code)
            assert ledger.draft(browser, code) == f"{number} {step}"

    with ThreadPoolExecutor(20) as pool:
        list(pool.map(tap, range(20)))


def _break_inserts(connection: sqlite3.Connection, table: str) -> None:
    """Let every insertion into a table fail, until the trigger ``broken`` is dropped."""
    connection.execute(
        f"CREATE TRIGGER broken BEFORE INSERT ON {table} "
        "BEGIN SELECT RAISE(ABORT, 'disk is full'); END"
    )


def test_a_draft_that_cannot_be_written_is_kept_and_written_with_the_next(
    file_ledger: Ledger, path: Path
) -> None:
    with closing(sqlite3.connect(path)) as other:
        _break_inserts(other, "draft")
        file_ledger.save_draft("me", "", "first")
        assert file_ledger.draft("me", "") == "first"
        other.execute("DROP TRIGGER broken")
    file_ledger.save_draft("you", "", "second")
    with closing(Ledger(path)) as again:
        assert again.draft("me", "") == "first"
        assert again.draft("you", "") == "second"


def test_nothing_is_written_after_the_ledger_is_closed(place: Path | str) -> None:
    ledger = Ledger(place)
    for number in range(30):
        ledger.save_draft(f"browser {number}", "", "content")
    ledger.close()
    with pytest.raises(LedgerError, match="stopping"):
        ledger.create_game("zung-jung", NAMES)
    again = Ledger(place)
    assert all(again.draft(f"browser {number}", "") == "content" for number in range(30))
    again.close()


def test_a_hand_that_cannot_be_written_is_reported_and_can_be_saved_later(
    file_ledger: Ledger, path: Path
) -> None:
    game = file_ledger.create_game("zung-jung", NAMES)
    with closing(sqlite3.connect(path)) as other:
        _break_inserts(other, "entry")
        with pytest.raises(LedgerError, match="Nothing was saved: disk is full") as error:
            file_ledger.add(game.code, HAND, 0)
        assert error.value.key == "not-saved"
        other.execute("DROP TRIGGER broken")
    assert file_ledger.add(game.code, HAND, 0).version == 1


def test_two_servers_on_one_ledger_lose_no_hand(place: Path | str) -> None:
    ledgers = [Ledger(place), Ledger(place)]
    code = ledgers[0].create_game("zung-jung", NAMES).code
    error_keys: list[str] = []

    def play(ledger: Ledger) -> None:
        saved_count = 0
        while saved_count < 25:
            try:
                ledger.add(code, HAND, len(ledger.entries(code)))
                saved_count += 1
            except LedgerError as error:
                error_keys.append(error.key)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(play, ledgers))
    assert len(ledgers[0].entries(code)) == 50
    assert set(error_keys) <= {"sheet-changed"}
    for ledger in ledgers:
        ledger.close()


@pytest.mark.parametrize("place", ["postgresql"], indirect=True)
def test_a_database_of_another_program_is_refused_and_left_alone(place: str) -> None:
    engine = create_engine(place)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE bookmarks (id INTEGER)"))
    with pytest.raises(HuError, match="holds tables of another program"):
        Ledger(place)
    assert inspect(engine).get_table_names() == ["bookmarks"]
    engine.dispose()


@pytest.mark.parametrize(
    "address",
    [
        "postgresql+psycopg://nobody@127.0.0.1:1/hu",
        "nonsense://x",
        "postgresql+psycopg://[/hu",
        "mysql+none://a/b",
    ],
)
def test_a_database_that_cannot_be_used_is_refused_in_one_line(address: str) -> None:
    with pytest.raises(HuError, match="games database: ") as error:
        Ledger(address)
    assert "docs/hosting.md" in str(error.value)
    assert "\n" not in str(error.value)


def test_the_refusal_of_another_kind_of_database_names_the_kinds_that_are_accepted() -> None:
    with pytest.raises(HuError) as error:
        Ledger("mysql://a/b")
    assert str(error.value) == (
        "games database: mysql:// is not supported; name an SQLite file, or an address such as "
        "postgresql+psycopg://user@host/hu, see docs/hosting.md"
    )


def test_a_hand_that_somebody_has_changed_is_neither_changed_nor_deleted_unseen(
    ledger: Ledger, game: Game
) -> None:
    first = ledger.add(game.code, HAND, 0)
    theirs = ledger.change(game.code, replace(first, note="theirs"))
    for change, mine in ((ledger.change, replace(first, note="mine")), (ledger.remove, first)):
        with pytest.raises(Conflict) as error:
            change(game.code, mine)
        assert error.value.key == "hand-changed"
        assert error.value.theirs == theirs
        assert ledger.entries(game.code) == (theirs,)


def test_a_hand_that_somebody_has_changed_is_changed_and_deleted_once_that_was_seen(
    ledger: Ledger, game: Game
) -> None:
    first = ledger.add(game.code, HAND, 0)
    theirs = ledger.change(game.code, replace(first, note="theirs"))
    mine = ledger.change(game.code, replace(theirs, note="mine"))
    assert ledger.entries(game.code) == (mine,)
    assert mine.version == 3
    ledger.remove(game.code, mine)
    assert ledger.entries(game.code) == ()


def test_the_later_change_of_the_names_sees_the_earlier_one(ledger: Ledger) -> None:
    first = ledger.create_game("zung-jung", NAMES)
    theirs = ledger.change_game(replace(first, players=("Anna", "Bruno", "Carla", "Elena")))
    with pytest.raises(Conflict) as error:
        ledger.change_game(replace(first, title="Friday"))
    assert error.value.key == "game-changed"
    assert error.value.theirs == theirs
    assert ledger.game(first.code) == theirs


def _foreign_file(
    path: Path, *, mark: int = 0, table: str = "bookmarks", has_log: bool = False
) -> None:
    """Write an SQLite file of another program.

    Args:
        path: the path of the file, in a folder that is not there yet.
        mark: the number by which a program marks its files. 0 for none.
        table: the name of its only table.
        has_log: whether SQLite writes into a log beside the file.
    """
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"PRAGMA application_id = {mark}")
        if has_log:
            other.execute("PRAGMA journal_mode = WAL")
        other.execute(f"CREATE TABLE {table} (id INTEGER PRIMARY KEY, content TEXT)")
        other.execute(f"INSERT INTO {table} (content) VALUES ('mine')")  # noqa: S608
        other.commit()


@pytest.mark.parametrize(
    "foreign",
    [
        {},
        {"mark": 0x0F055112},
        {"table": "game"},
        {"has_log": True},
        {"mark": 0x0F055112, "table": "entry", "has_log": True},
    ],
)
def test_somebody_else_s_sqlite_file_is_refused_and_left_alone(
    path: Path, foreign: dict[str, object]
) -> None:
    _foreign_file(path, **foreign)  # type: ignore[arg-type]
    before = _state_of_file(path)
    with pytest.raises(HuError) as error:
        Ledger(path)
    message = f"games file {path}: not a games file of Hu!; name another file with --games"
    assert str(error.value) == message
    assert _state_of_file(path) == before


def _state_of_file(path: Path) -> tuple[object, ...]:
    """The content of a file, its time and mode, and the files in its folder."""
    status = path.stat()
    return path.read_bytes(), status.st_mtime_ns, status.st_mode, sorted(path.parent.iterdir())


@pytest.mark.parametrize("content", [b"x", b"no database" * 100, b"SQLite format 3\0", bytes(512)])
def test_a_file_that_is_no_database_is_refused_and_left_alone(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "notes"
    path.write_bytes(content)
    with pytest.raises(HuError, match="not a games file of Hu!; name another file with --games"):
        Ledger(path)
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


def test_an_empty_file_becomes_a_games_file(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.touch()
    with closing(Ledger(path)) as ledger:
        ledger.create_game("zung-jung", NAMES)
    refuse_foreign(path)


def test_a_file_that_is_cut_short_is_called_damaged(path: Path) -> None:
    with closing(Ledger(path)) as ledger:
        ledger.create_game("zung-jung", NAMES)
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    refuse_foreign(path)
    assert list(find_damage(path)) == ["database disk image is malformed"]
    with pytest.raises(HuError, match="database disk image is malformed"):
        Ledger(path)


def test_a_file_is_made_behind_a_link_and_on_a_file_system_without_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*names: object) -> None:
        raise PermissionError(EPERM, os.strerror(EPERM), *names)

    for number in range(2):
        target = tmp_path / f"target-{number}.sqlite"
        link = tmp_path / f"link-{number}.sqlite"
        link.symlink_to(target)
        with closing(Ledger(link)) as ledger:
            code = ledger.create_game("zung-jung", NAMES).code
        assert stat.S_IMODE(target.stat().st_mode) == 0o600
        assert not list(tmp_path.glob("*.new"))
        with closing(Ledger(target)) as ledger:
            assert ledger.game(code) is not None
        monkeypatch.setattr(os, "link", refuse)


_FIRST_VERSION = """
CREATE TABLE game (id INTEGER NOT NULL, code VARCHAR NOT NULL, rules VARCHAR NOT NULL,
    title VARCHAR NOT NULL, players VARCHAR NOT NULL, options VARCHAR NOT NULL,
    started VARCHAR NOT NULL, ended VARCHAR, PRIMARY KEY (id), UNIQUE (code));
CREATE TABLE entry (id INTEGER NOT NULL, game_id INTEGER NOT NULL, kind VARCHAR NOT NULL,
    amounts VARCHAR NOT NULL, seats VARCHAR NOT NULL, round INTEGER NOT NULL, round_wind VARCHAR,
    winners VARCHAR NOT NULL, points INTEGER, note VARCHAR NOT NULL, draft VARCHAR NOT NULL,
    saved VARCHAR NOT NULL, PRIMARY KEY (id),
    FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE);
CREATE INDEX ix_entry_game_id ON entry (game_id);
CREATE TABLE visit (browser VARCHAR NOT NULL, game_id INTEGER NOT NULL, seen VARCHAR NOT NULL,
    UNIQUE (browser, game_id), FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE);
CREATE TABLE draft (browser VARCHAR NOT NULL, place VARCHAR NOT NULL, content VARCHAR NOT NULL,
    saved VARCHAR NOT NULL, UNIQUE (browser, place));
INSERT INTO game VALUES (1, 'ABCDEFGH', 'zung-jung', 'Club', '["Anna", "anna", "C", "D"]', '{}',
    '2026-01-02T03:04:05+00:00', NULL);
INSERT INTO entry VALUES (1, 1, 'won', '[-20, 60, -20, -20]', '["E", "S", "W", "N"]', 1, NULL,
    '[1]', 20, '55z', '{}', '2026-01-02T03:05:05+00:00');
PRAGMA user_version = 1;
"""


def test_a_file_of_the_first_version_is_copied_then_brought_up_to_date(path: Path) -> None:
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as old:
        old.execute("PRAGMA journal_mode = WAL")
        old.executescript(_FIRST_VERSION)
    path.chmod(0o644)
    ledger = Ledger(path)
    (entry,) = ledger.entries("ABCDEFGH")
    assert ledger.change("ABCDEFGH", replace(entry, note="66z")).version == 2
    game = ledger.game("ABCDEFGH")
    assert game is not None
    assert ledger.change_game(replace(game, title="Names that were good enough stay")).version == 2
    ledger.close()
    (copy,) = list_copies(path)
    with closing(sqlite3.connect(copy)) as kept:
        assert kept.execute("PRAGMA user_version").fetchone() == (1,)
        assert kept.execute("SELECT note FROM entry").fetchall() == [("55z",)]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    Ledger(path).close()


def test_a_file_of_the_third_version_learns_to_name_the_tile_set(path: Path) -> None:
    before = Ledger(path)
    code = before.create_game("zung-jung", NAMES).code
    before.close()
    with closing(sqlite3.connect(path)) as old:
        old.executescript(
            "ALTER TABLE game DROP COLUMN tile_set; ALTER TABLE entry DROP COLUMN token; "
            "PRAGMA user_version = 3"
        )
    ledger = Ledger(path)
    game = ledger.game(code)
    assert game is not None
    assert game.tile_set == ""
    ledger.change_game(replace(game, tile_set="club green"))
    ledger.close()
    assert len(list_copies(path)) == 1
    again = Ledger(path).game(code)
    assert again is not None
    assert again.tile_set == "club green"


@pytest.mark.parametrize("name", ["club [1].sqlite", "club?x=1.sqlite", "club#1 50%25.sqlite"])
def test_a_file_may_have_any_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    for _ in range(2):
        ledger = Ledger(path)
        ledger.create_game("zung-jung", NAMES)
        ledger.close()
    assert back_up_daily(path) is not None
    assert back_up_daily(path) is None
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT COUNT(*) FROM game").fetchone() == (2,)
    assert sorted(file.name for file in tmp_path.iterdir()) == [f"{path.stem}-backups", name]


def test_nobody_else_can_read_the_file_its_log_or_its_copies(
    file_ledger: Ledger, path: Path
) -> None:
    file_ledger.create_game("zung-jung", NAMES)
    copy = back_up(path)
    files = [path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm"), copy]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700


def test_ten_copies_are_kept_and_one_is_made_a_day(file_ledger: Ledger, path: Path) -> None:
    file_ledger.create_game("zung-jung", NAMES)
    made = [back_up(path) for _ in range(12)]
    assert list_copies(path) == made[2:]
    assert back_up_daily(path) is None
    # The names of copies have the day. A copy of this year becomes a copy of 2020.
    year = made[-1].stem.split("-")[1][:4]
    for copy in list_copies(path):
        copy.rename(copy.with_name(copy.name.replace(year, "2020")))
    assert back_up_daily(path) is not None
    assert len(list_copies(path)) == 10


def test_files_with_other_endings_have_their_own_copies(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("club.sqlite", "club.db", "club", "club.db.sqlite")]
    copies = {}
    for path in paths:
        ledger = Ledger(path)
        game = ledger.create_game("zung-jung", NAMES)
        ledger.close()
        # So many copies that those of another file would be deleted.
        copies[path] = [(back_up(path), game.code) for _ in range(10)]
    for path in paths:
        assert list_copies(path) == [copy for copy, _ in copies[path]]
        latest, code = copies[path][-1]
        with closing(Ledger(latest)) as ledger:
            assert ledger.game(code) is not None


def test_a_copy_made_while_hands_are_saved_is_whole(file_ledger: Ledger, path: Path) -> None:
    game = file_ledger.create_game("zung-jung", NAMES)
    is_over = Event()

    def play() -> None:
        number = 0
        while not is_over.is_set():
            file_ledger.add(game.code, HAND, number)
            number += 1

    player = Thread(target=play)
    player.start()
    copies = [back_up(path) for _ in range(5)]
    is_over.set()
    player.join()
    for copy in copies:
        again = Ledger(copy)
        assert len(again.entries(game.code)) <= len(file_ledger.entries(game.code))
        again.close()
        with closing(sqlite3.connect(copy)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_names_are_normalised_and_lose_invisible_signs() -> None:
    names = ["\u200bAnna\u2060", "Ｂruno", "Car\u00adla", "\u202eDario\ufe0f"]
    assert check_player_names(names) == ("Anna", "Bruno", "Carla", "Dario")


INVISIBLE = ("", "\u200b", "\u200d\u2060", "\u3164\u115f", "\u2800", "\u00ad", "\x00\x1b", "\ue000")


@pytest.mark.parametrize(
    ("names", "key", "problem"),
    [
        (["A", "B"], "players-count", "2 players"),
        (["A", "B", "C", "x" * 41], "name-long", "too long"),
        *((["A", "B", "C", name], "name-empty", "no name") for name in INVISIBLE),
        *(
            (["A", first, "C", second], "name-twice", f"Two players are called {second}")
            for first, second in (("Anna", "Anna"), ("Anna", "anna"), ("Straße", "STRASSE"))
        ),
    ],
)
def test_wrong_names_are_refused(names: list[str], key: str, problem: str) -> None:
    with pytest.raises(LedgerError, match=problem) as error:
        check_player_names(names)
    assert error.value.key == key


def test_names_in_other_scripts_and_pictures_are_told_apart() -> None:
    for names in (
        ["小明", "小红", "小刚", "小丽"],
        ["🀄", "🎲", "🐉", "🎋"],
        ["Ольга", "Иван", "Νίκος", "דוד"],
    ):
        assert check_player_names(names) == tuple(names)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time in seconds, as the only item of a list that a test may change."""
    now = [1000.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    return now


def test_the_eleventh_guess_waits_for_a_minute(clock: list[float]) -> None:
    limit = GuessLimit()
    for _ in range(10):
        assert limit.may_guess("192.0.2.7")
        limit.count_wrong("192.0.2.7")
        clock[0] += 1
    assert not limit.may_guess("192.0.2.7")
    assert limit.may_guess("192.0.2.8")
    assert limit.may_guess(None)
    clock[0] = 1060.5
    assert limit.may_guess("192.0.2.7")
    limit.count_wrong("192.0.2.7")
    assert not limit.may_guess("192.0.2.7")


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        (None, "127.0.0.1", True),
        ("unknown", "unknown", True),
    ],
)
def test_addresses_of_one_household_count_together(
    clock: list[float], first: str | None, second: str | None, same: bool
) -> None:
    del clock
    limit = GuessLimit()
    for _ in range(10):
        limit.count_wrong(first)
    assert limit.may_guess(second) is not same
