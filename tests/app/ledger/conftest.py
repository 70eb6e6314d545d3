"""Ledgers to test: an SQLite file, and a database of PostgreSQL, which is emptied first."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from hu.app.ledger.ledger import Ledger
from hu.app.ledger.values import Game


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An SQLite file that is not there yet."""
    return tmp_path / "new" / "folder" / "games.sqlite"


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, path: Path) -> Path | str:
    """The file or the address of the database in which a ledger is to be made."""
    if request.param == "sqlite":
        return path
    address: str = request.getfixturevalue("empty_database")
    return address


@pytest.fixture
def ledger(place: Path | str) -> Iterator[Ledger]:
    """A new ledger. The test runs once with a file, and once with a database."""
    with closing(Ledger(place)) as ledger:
        yield ledger


@pytest.fixture
def file_ledger(path: Path) -> Iterator[Ledger]:
    """A new ledger in a file, for tests of files alone."""
    with closing(Ledger(path)) as ledger:
        yield ledger


@pytest.fixture
def game(ledger: Ledger) -> Game:
    """A game in the ledger."""
    return ledger.create_game("zung-jung", ("Anna", "Bruno", "Carla", "Dario"))
