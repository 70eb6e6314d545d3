"""Opening a ledger, which is an SQLite file or a database server.

A kill at any moment loses nothing that was saved. Files of other programs are recognised before
anything is written.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    create_engine,
    event,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.engine import make_url

from hu.app.ledger.backups import back_up
from hu.app.ledger.failures import as_hu_error
from hu.app.ledger.games_file import APPLICATION_ID, make_private, refuse_foreign
from hu.app.ledger.schema import SCHEMA_VERSION, UPGRADES, metadata, schema_versions
from hu.scoring.errors import HuError

#: Milliseconds to wait for another program's write.
_BUSY_MS: Final = 10_000
#: Pages of 4 kB in the write-ahead log after which they move to the file. The log keeps its size:
#: 1000 pages, the default of SQLite, take 4 MB of disk beside a file of some 100 kB.
_CHECKPOINT_PAGES: Final = 250


def open_engine(location: Path | str) -> Engine:
    """Open a ledger, and create it if it is missing.

    Args:
        location: an SQLite file, or the address of a database server, such as
            ``postgresql+psycopg://user@host/hu``.

    Raises:
        HuError: it cannot be opened, is no ledger, or was written by a later version.
    """
    if isinstance(location, str):
        return _open_server(location)
    return _open_file(location)


def shown_location(location: Path | str) -> str:
    """Name a games file or a database, without its password."""
    if isinstance(location, Path):
        return str(location)
    return make_url(location).render_as_string(hide_password=True)


def writing(engine: Engine) -> Engine:
    """Return the engine with transactions that take the write lock at their start."""
    return engine.execution_options(write=True)


def _open_file(path: Path) -> Engine:
    title = f"games file {path}"
    with as_hu_error(title, "name another file with --games"):
        refuse_foreign(path)
        make_private(path)
        # As a part of an address, a name with a question mark would be cut.
        engine = create_engine(URL.create("sqlite+pysqlite", database=str(path)))
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", _begin)

        # Keep a copy of a file whose tables are about to be upgraded. A new file has no tables yet.
        if _version_of(path) in UPGRADES:
            back_up(path)
        with writing(engine).begin() as connection:
            version = connection.execute(text("PRAGMA user_version")).scalar_one()
            _upgrade(connection, version, title)
            connection.execute(text(f"PRAGMA application_id = {APPLICATION_ID}"))
            connection.execute(text(f"PRAGMA user_version = {SCHEMA_VERSION}"))
    return engine


def _open_server(address: str) -> Engine:
    title = "games database"
    with as_hu_error(title, "see docs/hosting.md"):
        url = make_url(address)
        if url.get_backend_name() != "postgresql":
            raise HuError(
                f"{title}: {url.drivername}:// is not supported; name an SQLite file, or an "
                "address such as postgresql+psycopg://user@host/hu, see docs/hosting.md"
            )
        engine = create_engine(url, pool_pre_ping=True)
        with engine.begin() as connection:
            tables = inspect(connection).get_table_names()
            if tables and schema_versions.name not in tables:
                raise HuError(
                    f"{title}: holds tables of another program; give Hu! a database of its own"
                )
            schema_versions.create(connection, checkfirst=True)
            version = connection.execute(select(schema_versions.c.version)).scalar_one_or_none()
            _upgrade(connection, version or 0, title)
            if version is None:
                statement: Any = insert(schema_versions)
            else:
                statement = update(schema_versions)
            connection.execute(statement.values(version=SCHEMA_VERSION))
    return engine


def _version_of(path: Path) -> int:
    """Return the version of a file's tables, 0 if it has none yet."""
    with closing(sqlite3.connect(path)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def _upgrade(connection: Connection, version: int, title: str) -> None:
    """Create the tables that are missing, and bring older tables up to date.

    Args:
        connection: in a transaction.
        version: the version of the tables, 0 if there are none yet.
        title: the name of the ledger in messages.

    Raises:
        HuError: a later version of this program wrote the tables.
    """
    if version > SCHEMA_VERSION:
        raise HuError(
            f"{title}: written by a later version of Hu!; update Hu! or name another file"
        )
    metadata.create_all(connection)
    if version == 0:
        # New tables have today's columns already.
        return
    for step in range(version, SCHEMA_VERSION):
        for statement in UPGRADES[step]:
            connection.execute(text(statement))


def _prepare(connection: sqlite3.Connection, record: Any) -> None:
    """Set up a new connection to a file."""
    del record
    # Without this, the driver would begin a transaction only before the first write. ``_begin``
    # begins every transaction instead.
    connection.isolation_level = None
    # FULL: a saved hand is on the disk before the page says so, even if the power fails.
    for pragma in (
        f"busy_timeout={_BUSY_MS}",
        "journal_mode=WAL",
        "synchronous=FULL",
        f"wal_autocheckpoint={_CHECKPOINT_PAGES}",
        "foreign_keys=ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """Begin a transaction on a file.

    A transaction that reads before it writes must hold the write lock from its start, because two
    servers may save at once.
    """
    if connection.get_execution_options().get("write"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.exec_driver_sql("BEGIN")
