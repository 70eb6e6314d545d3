"""Ledgers to test: an SQLite file, and a PostgreSQL database where ``HU_TEST_DATABASE`` names an empty one."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import MetaData, create_engine

from hu.app.ledger.ledger import Ledger


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An SQLite file that is not there yet."""
    return tmp_path / "new" / "folder" / "games.sqlite"


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, path: Path) -> Path | str:
    """Where a ledger is to be made."""
    if request.param == "sqlite":
        return path
    address = os.environ.get("HU_TEST_DATABASE")
    if not address:
        pytest.skip("HU_TEST_DATABASE names no PostgreSQL database")
    _empty(address)
    return address


def _empty(address: str) -> None:
    engine = create_engine(address)
    tables = MetaData()
    tables.reflect(engine)
    tables.drop_all(engine)
    engine.dispose()


@pytest.fixture
def ledger(place: Path | str) -> Iterator[Ledger]:
    """A new ledger on either."""
    ledger = Ledger(place)
    yield ledger
    ledger.close()


@pytest.fixture
def file_ledger(path: Path) -> Iterator[Ledger]:
    """A new ledger in a file, for what concerns files alone."""
    ledger = Ledger(path)
    yield ledger
    ledger.close()
