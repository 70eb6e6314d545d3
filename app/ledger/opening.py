"""Opening a ledger, an SQLite file or a database server, and the copies that are kept of a file.

A kill at any moment loses nothing that was saved. Files of other programs are recognised before anything is written.
Copies lie beside the file, made by SQLite's own backup while the server runs; the latest ten are kept.

Only SQLite opens a games file. On POSIX systems, closing any descriptor of a file drops all locks that the process holds
on it, SQLite's included. Another program could then delete the write-ahead log with everything that was saved in it
(https://sqlite.org/howtocorrupt.html, section 2.2). SQLite itself shares its descriptors of a file among all connections
of a process, so that several connections and ledgers are safe.
"""

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from errno import EACCES
from pathlib import Path
from typing import Any, Final, Literal

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
#: The smallest page of an SQLite file.
_SMALLEST_BYTES: Final = 512
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
    """Refuse a file of another program; it is read only, and through SQLite only.

    Raises:
        HuError: it belongs to another program, or cannot be read.
    """
    if not path.exists():
        return
    title = f"games file {path}"
    advice = "name another file with --games"
    with in_one_line(title, advice):
        if not path.is_file() or not _is_ours(path):
            raise HuError(f"{title}: not a games file of Hu!; {advice}")


def _is_ours(path: Path) -> bool:
    """Judge a file without changing anything.

    A file of SQLite with a damaged header counts as ours. Nothing can be written to it, and whoever reads it next reports
    the damage.
    """
    if not os.access(path, os.R_OK):
        raise PermissionError(EACCES, os.strerror(EACCES), str(path))
    # SQLite takes a file of one byte for an empty database.
    if 0 < path.stat().st_size < _SMALLEST_BYTES:
        return False
    # An immutable file is read without its write-ahead log. Any other connection, even for reading, could create a log
    # beside somebody else's file.
    owner = _owner(path, immutable=True)
    has_log = Path(f"{os.path.realpath(path)}-wal").exists()
    if owner in ("nobody", "damaged") and has_log:
        # The tables may be in the log alone, and a file into which its log is being written looks damaged.
        owner = _owner(path, immutable=False)
    return owner != "another program"


def _owner(path: Path, *, immutable: bool) -> Literal["hu", "another program", "nobody", "damaged"]:
    """Judge a file by its mark, and one without a mark by its tables: files of the first version have no mark."""
    with closing(connect_read_only(path, immutable=immutable)) as connection:
        try:
            (mark,) = connection.execute("PRAGMA application_id").fetchone()
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
                return "another program"
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_CORRUPT:
                return "damaged"
            raise
        if mark:
            return "hu" if mark == APPLICATION_ID else "another program"
        rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    tables = frozenset(name for (name,) in rows if not name.startswith("sqlite_"))
    if not tables:
        return "nobody"
    return "hu" if tables == _TABLES else "another program"


def connect_read_only(path: Path, *, immutable: bool = False) -> sqlite3.Connection:
    """Connect to an SQLite file for reading.

    Args:
        path: the file, which must exist.
        immutable: read the file as if nobody wrote it: without locks and without its write-ahead log.
    """
    address = f"{path.absolute().as_uri()}?mode=ro"
    if immutable:
        address += "&immutable=1"
    return sqlite3.connect(address, uri=True)


def _make_private(path: Path) -> None:
    """Create the file if it is missing, readable by its owner only: it holds names, and codes that open games."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file = Path(os.path.realpath(path))
    if not file.exists():
        _create_private(file)
    # A file that belongs to somebody else may still be used.
    with suppress(PermissionError):
        for private in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
            with suppress(FileNotFoundError):
                private.chmod(0o600)


def _create_private(file: Path) -> None:
    """Create an empty file, unless another thread or program is faster.

    The file is made under another name and linked into place. Under its own name, another thread could connect to it
    before it is closed here, and closing it would drop the locks of that connection.
    """
    unlinked = file.with_name(f"{file.name}.{secrets.token_hex(8)}.new")
    os.close(os.open(unlinked, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        os.link(unlinked, file)
    except FileExistsError:
        pass
    except OSError:
        # A file system without links. The descriptor stays open as long as the process runs.
        with suppress(FileExistsError):
            os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    finally:
        unlinked.unlink()


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
