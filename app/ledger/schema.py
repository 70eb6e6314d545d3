"""The ledger's file: its tables, and how it is opened so that a kill at any moment loses nothing that was saved."""

from pathlib import Path
from sqlite3 import Connection as SqliteConnection
from typing import Any, Final

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    create_engine,
    event,
    text,
)
from sqlalchemy.exc import DatabaseError

from hu.scoring.errors import HuError

_VERSION: Final = 1

metadata: Final = MetaData()
games: Final = Table(
    "game",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", String, nullable=False, unique=True),
    Column("rules", String, nullable=False),
    Column("title", String, nullable=False),
    Column("players", String, nullable=False),  # JSON list of names, in the order of the first seats
    Column("options", String, nullable=False),  # JSON object
    Column("started", String, nullable=False),  # ISO 8601, UTC, as all times here
    Column("ended", String),
)
entries: Final = Table(
    "entry",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game_id", ForeignKey("game.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String, nullable=False),
    Column("amounts", String, nullable=False),  # JSON list, one number for each player
    Column("seats", String, nullable=False),  # JSON list, one seat or null for each player
    Column("round", Integer, nullable=False),
    Column("round_wind", String),
    Column("winners", String, nullable=False),  # JSON list of players, counted from 0
    Column("points", Integer),
    Column("note", String, nullable=False),
    Column("draft", String, nullable=False),  # the page's own text, to open the hand again
    Column("saved", String, nullable=False),
)
visits: Final = Table(
    "visit",
    metadata,
    Column("browser", String, nullable=False),
    Column("game_id", ForeignKey("game.id", ondelete="CASCADE"), nullable=False),
    Column("seen", String, nullable=False),
    UniqueConstraint("browser", "game_id"),
)
drafts: Final = Table(
    "draft",
    metadata,
    Column("browser", String, nullable=False),
    Column("place", String, nullable=False),
    Column("content", String, nullable=False),
    Column("saved", String, nullable=False),
    UniqueConstraint("browser", "place"),
)


def open_engine(path: Path) -> Engine:
    """Open a ledger's file, making it and its folder where they are missing.

    Raises:
        HuError: the file cannot be opened, is no ledger, or was written by a later version.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(f"sqlite+pysqlite:///{path}")
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", _begin)
        _migrate(engine, path)
    except (OSError, DatabaseError) as error:
        reason = getattr(error, "orig", None) or error
        raise HuError(f"games file {path}: {reason}; name another file with --games") from error
    return engine


def _prepare(connection: SqliteConnection, record: Any) -> None:
    del record
    # The driver would begin transactions late and for writing only; _begin does it instead.
    connection.isolation_level = None
    # FULL: a saved hand is on the disk before the page says so, even if the power fails.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    # A transaction that reads before it writes must hold the write lock from its start: two tables may save at once.
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("write") else "BEGIN")


def _migrate(engine: Engine, path: Path) -> None:
    with engine.execution_options(write=True).begin() as connection:
        version = connection.execute(text("PRAGMA user_version")).scalar_one()
        if version > _VERSION:
            raise HuError(f"games file {path}: written by a later version of Hu!; update Hu! or name another file")
        metadata.create_all(connection)
        connection.execute(text(f"PRAGMA user_version = {_VERSION}"))
