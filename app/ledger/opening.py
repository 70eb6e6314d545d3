"""Opening a ledger, an SQLite file or a database server, and the copies that are kept of a file.

A kill at any moment loses nothing that was saved. Files of other programs are recognised before anything is written.
Copies lie beside the file, made by SQLite's own backup while the server runs; the latest ten are kept.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
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
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from hu.app.ledger.schema import UPGRADES, VERSION, metadata, versions
from hu.scoring.errors import HuError

#: Marks an SQLite file as a ledger of Hu!: "Hu!" and the number of the format.
APPLICATION_ID: Final = int.from_bytes(b"Hu!\x01")
_ID_OFFSET: Final = 68
_MAGIC: Final = b"SQLite format 3\0"
#: Milliseconds to wait for another program's write.
_BUSY_MS: Final = 10_000
_TABLES: Final = frozenset(metadata.tables)
_COPIES: Final = 10
_EVERY: Final = timedelta(days=1)
_STAMP: Final = "%Y%m%dT%H%M%S%fZ"


def open_engine(location: Path | str) -> Engine:
    """Open a ledger, making it where it is missing.

    Args:
        location: an SQLite file, or the address of a database server, such as ``postgresql+psycopg://user@host/hu``.

    Raises:
        HuError: it cannot be opened, is no ledger, or was written by a later version.
    """
    if isinstance(location, str):
        return _open_server(location)
    path = location
    with in_one_line(f"games file {path}", "name another file with --games"):
        refuse_foreign(path)
        _make_private(path)
        engine = create_engine(f"sqlite+pysqlite:///{path}")
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", _begin)
        with closing(sqlite3.connect(path)) as plain:
            (version,) = plain.execute("PRAGMA user_version").fetchone()
        if version in UPGRADES:
            back_up(path)
        with writing(engine).begin() as connection:
            version = connection.execute(text("PRAGMA user_version")).scalar_one()
            _upgrade(connection, version, f"games file {path}")
            connection.execute(text(f"PRAGMA application_id = {APPLICATION_ID}"))
            connection.execute(text(f"PRAGMA user_version = {VERSION}"))
    return engine


def shown_location(location: Path | str) -> str:
    """Name a games file or a database, without its password."""
    return (
        str(location)
        if isinstance(location, Path)
        else make_url(location).render_as_string(hide_password=True)
    )


def _open_server(address: str) -> Engine:
    with in_one_line("games database", "see docs/hosting.md"):
        engine = create_engine(make_url(address), pool_pre_ping=True)
        with engine.begin() as connection:
            names = inspect(connection).get_table_names()
            if names and "hu_version" not in names:
                raise HuError(
                    "games database: holds tables of another program; give Hu! a database of its own"
                )
            versions.create(connection, checkfirst=True)
            version = connection.execute(select(versions.c.version)).scalar_one_or_none()
            _upgrade(connection, version or 0, "games database")
            change = insert(versions) if version is None else update(versions)
            connection.execute(change.values(version=VERSION))
    return engine


@contextmanager
def in_one_line(title: str, advice: str) -> Iterator[None]:
    """Raise the errors of databases and file systems as one ``HuError``."""
    try:
        yield
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise HuError(f"{title}: {error}; {advice}") from error
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        reason = getattr(error, "orig", None) or error
        if "locked" in str(reason):
            advice = "another program is writing to it; wait for it or end it, then try again"
        raise HuError(f"{title}: {reason}; {advice}") from error


def writing(engine: Engine) -> Engine:
    """Return the engine with transactions that take the write lock at their start."""
    return engine.execution_options(write=True)


def _upgrade(connection: Connection, version: int, title: str) -> None:
    if version > VERSION:
        raise HuError(
            f"{title}: written by a later version of Hu!; update Hu! or name another file"
        )
    metadata.create_all(connection)
    for step in range(version or VERSION, VERSION):
        for statement in UPGRADES[step]:
            connection.execute(text(statement))


def refuse_foreign(path: Path) -> None:
    """Refuse a file of another program; it is opened for reading only.

    Raises:
        HuError: it belongs to another program.
    """
    refused = HuError(f"games file {path}: not a games file of Hu!; name another file with --games")
    if path.exists() and not path.is_file():
        raise refused
    with suppress(FileNotFoundError):
        with path.open("rb") as file:
            head = file.read(100)
        if not head:
            return
        if not head.startswith(_MAGIC):
            raise refused
        mark = int.from_bytes(head[_ID_OFFSET : _ID_OFFSET + 4])
        if mark == APPLICATION_ID:
            return
        # Files of the first version have no mark. A file without a write-ahead log is opened as immutable: opening it
        # even for reading could otherwise create a log.
        immutable = "" if path.with_name(f"{path.name}-wal").exists() else "&immutable=1"
        with closing(
            sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro{immutable}", uri=True)
        ) as connection:
            rows = connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table'"
            ).fetchall()
        names = frozenset(name for (name,) in rows if not name.startswith("sqlite_"))
        if mark or names not in (frozenset(), _TABLES):
            raise refused


def _make_private(path: Path) -> None:
    """Create the file if it is missing, readable by its owner only: it holds names, and codes that open games."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    # A file that belongs to somebody else may still be used.
    with suppress(PermissionError):
        for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
            with suppress(FileNotFoundError):
                path.with_name(name).chmod(0o600)


def _prepare(connection: sqlite3.Connection, record: Any) -> None:
    del record
    # The driver would begin transactions late and for writing only; _begin does it instead.
    connection.isolation_level = None
    # FULL: a saved hand is on the disk before the page says so, even if the power fails.
    for pragma in (
        f"busy_timeout={_BUSY_MS}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    # A transaction that reads before it writes must hold the write lock from its start: two servers may save at once.
    connection.exec_driver_sql(
        "BEGIN IMMEDIATE" if connection.get_execution_options().get("write") else "BEGIN"
    )


def back_up(path: Path) -> Path:
    """Copy a games file, consistent even while it is written, and delete all but the latest ten copies.

    Raises:
        OSError: the folder or the copy cannot be written.
        sqlite3.Error: the file cannot be read.
    """
    folder = path.with_name(f"{path.stem}-backups")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    copy = folder / f"{path.stem}-{datetime.now(UTC).strftime(_STAMP)}.sqlite"
    unfinished = copy.with_suffix(".part")
    os.close(os.open(unfinished, os.O_RDWR | os.O_CREAT, 0o600))
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(unfinished)) as target:
        source.backup(target)
        # One plain file: a copy of a file with a write-ahead log would ask for one too.
        target.execute("PRAGMA journal_mode=DELETE")
    unfinished.replace(copy)
    for old in copies(path)[:-_COPIES]:
        old.unlink(missing_ok=True)
    return copy


def back_up_daily(path: Path) -> Path | None:
    """Copy a games file unless the latest copy is less than a day old.

    Raises:
        OSError: the folder or the copy cannot be written.
        sqlite3.Error: the file cannot be read.
    """
    made = copies(path)
    if made:
        stamp = datetime.strptime(made[-1].stem.rsplit("-", 1)[1], _STAMP).replace(tzinfo=UTC)
        if datetime.now(UTC) - stamp < _EVERY:
            return None
    return back_up(path)


def copies(path: Path) -> list[Path]:
    """List a games file's copies, the oldest first."""
    found = path.with_name(f"{path.stem}-backups").glob(f"{path.stem}-????????T*Z.sqlite")
    return sorted(copy for copy in found if copy.is_file())
