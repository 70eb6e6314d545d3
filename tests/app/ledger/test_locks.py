"""SQLite's locks on the games file: nothing drops them, and no acknowledged save is lost."""

import multiprocessing
import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from hu.app.cli import cli
from hu.app.ledger.backups import back_up, back_up_daily
from hu.app.ledger.games_file import find_damage, refuse_foreign
from hu.app.ledger.ledger import Ledger
from hu.app.ledger.values import Entry
from tests.app.ledger.programs import neighbour, server

#: Programs are copies of a process that has imported them, which saves half a second for each.
_PROGRAMS = multiprocessing.get_context("forkserver")
_PROGRAMS.set_forkserver_preload([neighbour.__name__, server.__name__])
_LOCK_TABLE = Path("/proc/locks")
#: How often the table is read, because each reading can miss a lock.
_TABLES_READ = 3
HAND = Entry("won", (-20, 60, -20, -20), ("E", "S", "W", "N"), 1, None, (1,), 20, "123m 55z", "{}")


def _hu(*arguments: object) -> None:
    """Run ``hu``, which must succeed."""
    result = CliRunner().invoke(cli, list(map(str, arguments)))
    assert result.exit_code == 0, result.output


def _open_and_close(path: Path) -> None:
    Ledger(path).close()


def _make_old(path: Path) -> None:
    """Make the next opening bring the tables up to date."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("ALTER TABLE entry DROP COLUMN token; PRAGMA user_version = 4")


def _upgrade(path: Path) -> None:
    _make_old(path)
    _open_and_close(path)


def _import(path: Path) -> None:
    file = path.with_name("games.jsonl")
    _hu("games", "export", file, "--games", path)
    _hu("games", "import", file, "--games", path)


WAYS_OF_OPENING: dict[str, Callable[[Path], object]] = {
    "a second ledger": _open_and_close,
    "an upgrade": _upgrade,
    "the check of the header": refuse_foreign,
    "the check for damage": lambda path: list(find_damage(path)),
    "a copy": back_up,
    "the daily copy": back_up_daily,
    "hu games export": lambda path: _hu("games", "export", path.with_suffix(".j"), "--games", path),
    "hu games import": _import,
    "hu games check": lambda path: _hu("games", "check", path),
    "hu doctor": lambda path: CliRunner().invoke(cli, ["doctor", "--games", str(path), "--json"]),
}


def _locks(path: Path) -> list[str]:
    """List the locks that this process holds on a games file and on its index of the log.

    The kernel hands out its table in pieces. If another process takes or leaves a lock meanwhile, a
    line can appear twice or not at all. This process changes no lock here, so it holds every lock
    that one of several tables shows.
    """
    if not _LOCK_TABLE.exists():
        pytest.skip("only Linux lists the locks of processes")
    inodes = [path.stat().st_ino, path.with_name(f"{path.name}-shm").stat().st_ino]
    locks = set()
    for _ in range(_TABLES_READ):
        for line in _LOCK_TABLE.read_text().splitlines():
            if "->" in line:
                # Somebody waits for a lock.
                continue
            _, _, _, kind, process, file, start, end = line.split()[:8]
            inode = int(file.rsplit(":", 1)[1])
            if int(process) == os.getpid() and inode in inodes:
                locks.add(f"{inode} {kind} {start} {end}")
    return sorted(locks)


@pytest.mark.parametrize("way", WAYS_OF_OPENING)
def test_every_way_of_opening_leaves_the_locks(file_ledger: Ledger, path: Path, way: str) -> None:
    game = file_ledger.create_game("zung-jung", ("A", "B", "C", "D"))
    before = _locks(path)
    assert len(before) == 2, "the file and its index are locked"
    WAYS_OF_OPENING[way](path)
    assert _locks(path) == before
    file_ledger.add(game.code, HAND, 0)
    assert _locks(path) == before


def test_a_second_program_writes_checkpoints_and_exports_beside_two_ledgers(path: Path) -> None:
    with closing(Ledger(path)) as first, closing(Ledger(path)) as second:
        code = first.create_game("zung-jung", ("A", "B", "C", "D")).code
        first.add(code, HAND, 0)
        with _run_program(neighbour.main, path) as program:
            count = 1
            for ledger in (first, second) * 10:
                ledger.add(code, HAND, count)
                count += 1
                assert program.receive() == "round"
            program.end()
        assert _locks(path)
        # Another process reads what is on disk.
        file = path.with_name("after.jsonl")
        command = [sys.executable, "-m", "hu", "games", "export", str(file), "--games", str(path)]
        subprocess.run(command, check=True)
        assert file.read_text().count('"kind":"won"') >= count
        assert len(second.entries(code)) == count
    assert list(find_damage(path)) == []


@dataclass(frozen=True)
class _Program:
    """A running program. ``messages`` leads to it and from it."""

    process: BaseProcess
    messages: Connection

    def receive(self) -> Any:
        """Wait for the program's next message. The test fails if it has ended."""
        try:
            return self.messages.recv()
        except EOFError:
            pytest.fail(f"{self.process.name} has ended")

    def receive_all(self) -> list[Any]:
        """Return the messages that a program has sent before its end."""
        messages = []
        with suppress(EOFError, OSError):
            while True:
                messages.append(self.messages.recv())
        return messages

    def end(self) -> None:
        """Tell a program to end. The test fails if it has failed."""
        self.messages.send("end")
        last_messages = self.receive_all()
        self.process.join(60)
        assert self.process.exitcode == 0, last_messages[-1:]


@contextmanager
def _run_program(main: Callable[[Path, Connection], None], path: Path) -> Iterator[_Program]:
    """Run a program beside the test, and kill it at the end if it still runs."""
    ours, theirs = _PROGRAMS.Pipe()
    process = _PROGRAMS.Process(target=main, args=(path, theirs), name=main.__module__)
    process.start()
    # The program has a copy. Once that is closed, nothing more can come.
    theirs.close()
    try:
        yield _Program(process, ours)
    finally:
        process.kill()
        process.join()
        ours.close()


def _lost_saves(path: Path, seed: int) -> list[int]:
    """Kill a server at a random moment, beside a second program, and return the lost saves.

    Args:
        path: the path of the games file to make.
        seed: decides the moment.

    Returns:
        The numbers of the hands that the server had acknowledged and that are gone.
    """
    with _run_program(server.main, path) as victim:
        code = victim.receive()
        acknowledged = [victim.receive()]
        with _run_program(neighbour.main, path) as second:
            # The second program has done its work once.
            assert second.receive() == "round"
            time.sleep(random.Random(seed).uniform(0, 1))
            victim.process.kill()
            acknowledged += victim.receive_all()
            second.end()
    with closing(Ledger(path)) as ledger:
        # The server saves hand n with a win of 3n points.
        saved = [entry.amounts[0] // 3 for entry in ledger.entries(code)]
    assert list(find_damage(path)) == []
    assert saved == list(range(len(saved)))
    return [number for number in acknowledged if number not in saved]


@pytest.mark.parametrize("seed", range(2))
def test_a_kill_beside_a_second_program_loses_no_acknowledged_save(path: Path, seed: int) -> None:
    assert _lost_saves(path, seed) == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 30))
def test_no_kill_of_thirty_loses_an_acknowledged_save(path: Path, seed: int) -> None:
    assert _lost_saves(path, seed) == []
