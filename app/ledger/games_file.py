"""The games file on disk: whose it is, whether it is damaged, who may read it.

Only SQLite opens a games file. On POSIX systems, closing any descriptor of a file drops all locks
that the process holds on it, SQLite's included. Another program could then delete the write-ahead
log with everything that was saved in it (https://sqlite.org/howtocorrupt.html, section 2.2). SQLite
shares its own descriptors of a file among all connections of a process, so that several connections
and ledgers are safe.
"""

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from errno import EACCES
from pathlib import Path
from typing import Final, Literal

from hu.app.ledger.failures import as_hu_error
from hu.app.ledger.schema import metadata
from hu.scoring.errors import HuError

#: Marks an SQLite file as a ledger of Hu!: "Hu!" and the number of the format.
APPLICATION_ID: Final = int.from_bytes(b"Hu!\x01")
#: The smallest page of an SQLite file.
_SMALLEST_BYTES: Final = 512
_TABLES: Final = frozenset(metadata.tables)
#: The most problems that SQLite lists of one file.
_MOST_PROBLEMS: Final = 20

#: The program that a file belongs to. A file without tables belongs to nobody. The mark of a
#: damaged file cannot be read.
_Owner = Literal["hu", "another program", "nobody", "damaged"]


def refuse_foreign(path: Path) -> None:
    """Refuse a file of another program. The file is only read, and only through SQLite.

    A missing file is not refused. A damaged file is not refused either: nothing can be written to
    it, and the next function that reads it reports the damage.

    Raises:
        HuError: it belongs to another program, or cannot be read.
    """
    if not path.exists():
        return
    title = f"games file {path}"
    advice = "name another file with --games"
    with as_hu_error(title, advice):
        if not path.is_file() or _find_owner(path) == "another program":
            raise HuError(f"{title}: not a games file of Hu!; {advice}")


def _find_owner(path: Path) -> _Owner:
    """Find the program that a file belongs to. Nothing is changed to find out.

    Raises:
        PermissionError: this user may not read the file.
    """
    if not os.access(path, os.R_OK):
        raise PermissionError(EACCES, os.strerror(EACCES), str(path))
    # No SQLite file is so small, although SQLite takes a file of one byte for an empty database.
    if 0 < path.stat().st_size < _SMALLEST_BYTES:
        return "another program"

    # First read the file without its write-ahead log. A connection that uses logs could create a
    # log beside somebody else's file, even if it only reads.
    owner = _read_owner(path, immutable=True)
    if owner in ("nobody", "damaged") and _log_of(path).exists():
        # The tables may be in the log alone. Or the log is being written into the file, which looks
        # damaged without its log meanwhile.
        owner = _read_owner(path, immutable=False)
    return owner


def _read_owner(path: Path, *, immutable: bool) -> _Owner:
    """Read the program that a file belongs to from the file's mark.

    Files of the first version have no mark. They are recognised by the names of their tables, which
    are those of today: the upgrades since then have only added columns.

    Args:
        path: the file, which must exist.
        immutable: read the file as if nobody wrote it: without locks and without its log.
    """
    with closing(connect_read_only(path, immutable=immutable)) as connection:
        try:
            (mark,) = connection.execute("PRAGMA application_id").fetchone()
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
                return "another program"
            # The low byte is the kind of error, the others are its details.
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_CORRUPT:
                return "damaged"
            raise
        if mark == APPLICATION_ID:
            return "hu"
        if mark:
            return "another program"
        query = "SELECT name FROM sqlite_master WHERE type = 'table'"
        names = [name for (name,) in connection.execute(query)]

    tables = frozenset(name for name in names if not name.startswith("sqlite_"))
    if not tables:
        return "nobody"
    return "hu" if tables == _TABLES else "another program"


def connect_read_only(path: Path, *, immutable: bool = False) -> sqlite3.Connection:
    """Connect to an SQLite file for reading.

    Args:
        path: the file, which must exist.
        immutable: read the file as if nobody wrote it: without locks and without its log.
    """
    address = f"{path.absolute().as_uri()}?mode=ro"
    if immutable:
        address += "&immutable=1"
    return sqlite3.connect(address, uri=True)


def make_private(path: Path) -> None:
    """Create the games file if it is missing, and let only its owner read it.

    The file holds names, and codes that open games. Its write-ahead log and the log's index hold
    them too, so these two files also become private.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # SQLite follows links too, so the log is beside the real file.
    file = Path(os.path.realpath(path))
    if not file.exists():
        _create_private(file)
    # A file that belongs to somebody else may still be used.
    with suppress(PermissionError):
        for part in (file, _log_of(file), _index_of_log(file)):
            with suppress(FileNotFoundError):
                part.chmod(0o600)


def _create_private(file: Path) -> None:
    """Create an empty file, unless another thread or program is faster.

    The file is made under another name and linked into place. Under its own name, another thread
    could connect to it before it is closed here, and closing it would drop the locks of that
    connection.
    """
    new_file = file.with_name(f"{file.name}.{secrets.token_hex(8)}.new")
    os.close(os.open(new_file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        os.link(new_file, file)
    except FileExistsError:
        # Another thread or program was faster.
        pass
    except OSError:
        # A file system without links. The descriptor stays open as long as the process runs.
        with suppress(FileExistsError):
            os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    finally:
        new_file.unlink()


def _log_of(path: Path) -> Path:
    """Return the write-ahead log of an SQLite file."""
    return Path(f"{os.path.realpath(path)}-wal")


def _index_of_log(path: Path) -> Path:
    """Return the index of an SQLite file's write-ahead log."""
    return Path(f"{os.path.realpath(path)}-shm")


def is_part_of(file: Path, games: Path) -> bool:
    """Return whether a file is a games file, its write-ahead log or the index of the log."""
    if not file.exists():
        return False
    for part in (games, _log_of(games), _index_of_log(games)):
        if part.exists() and file.samefile(part):
            return True
    return False


def find_damage(path: Path) -> Iterator[str]:
    """Yield the problems that SQLite finds: damaged pages or indices, and rows without their game.

    The file is only read.
    """
    try:
        with closing(connect_read_only(path)) as connection:
            for (line,) in connection.execute(f"PRAGMA integrity_check({_MOST_PROBLEMS})"):
                if line != "ok":
                    yield str(line)
            for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
                yield f"table {table}, row {row}: its {parent} is missing"
    except sqlite3.Error as error:
        yield str(error)
