"""The ledger: games and their hands, shared by every table and browser of the server.

Amounts are points, positive for a player who is paid. Times are UTC.
"""

import logging
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, Final

from platformdirs import user_data_path
from sqlalchemy import (
    Connection,
    Row,
    Select,
    Table,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from hu.app.ledger.opening import open_engine, writing
from hu.app.ledger.schema import drafts, entries, games, row_values, value_of, visits
from hu.app.ledger.values import (
    NAME_LENGTH,
    Conflict,
    Entry,
    Game,
    LedgerError,
    Option,
    check_entry,
    check_names,
    normalise_text,
)

_LOG: Final = logging.getLogger("hu.ledger")
#: Figures and letters of a game's code that nobody mixes up when reading it aloud.
_CODE_SIGNS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_DRAFTS_KEPT: Final = timedelta(days=30)
#: Sheets kept in memory: more than the games that a club plays at once.
_SHEETS_KEPT: Final = 64
#: Differs after any change to a game or its sheet.
Stamp = tuple[int | str, ...]
#: A game and its entries in their order, with their stamp.
_Sheet = tuple[Stamp, Game, tuple[Entry, ...]]

# Built once: building it takes longer than running it. The time of the last entry is part of it because SQLite gives
# the number of a deleted last entry to the next one.
_STAMP: Final = (
    select(
        games.c.version,
        func.count(entries.c.id),
        func.coalesce(func.max(entries.c.id), 0),
        func.coalesce(func.sum(entries.c.version), 0),
        func.coalesce(func.max(entries.c.saved), ""),
    )
    .select_from(games.outerjoin(entries))
    .where(games.c.code == bindparam("code"))
    .group_by(games.c.id)
)


def default_path() -> Path:
    """Return the ledger in the user's data folder."""
    return user_data_path("hu-mahjong") / "games.sqlite"


def parse_location(name: str) -> Path | str:
    """Return a path, or the address of a database server unchanged; only an address contains ``://``."""
    return name if "://" in name else Path(name)


def new_code() -> str:
    """Return a code for a new game, which nobody can guess."""
    return "".join(secrets.choice(_CODE_SIGNS) for _ in range(8))


class Ledger:
    """Reads and writes one games file or database; safe to use from several threads and processes at once.

    One lock orders the writes of this process: SQLite lets one connection write at a time, and connections that poll
    for its lock time out in no particular order.

    Args:
        location: an SQLite file, or the address of a PostgreSQL database.

    Raises:
        HuError: it cannot be opened, is no ledger, or was written by a later version.
    """

    def __init__(self, location: Path | str) -> None:
        self.location: Final = location
        self._engine = open_engine(location)
        self._lock = Lock()
        self._closed = False
        self._sheets: dict[str, _Sheet] = {}
        #: Drafts that could not be written: the next draft takes them along.
        self._unwritten: dict[tuple[str, str], str] = {}

    def close(self) -> None:
        """Write the drafts that could not be written before, and close the file; nothing is written afterwards."""
        with self._lock:
            self._write_drafts()
            self._closed = True
            self._engine.dispose()

    # Games

    def create_game(
        self,
        rules: str,
        players: Sequence[str],
        title: str = "",
        options: Mapping[str, Option] | None = None,
    ) -> Game:
        """Begin a game.

        Raises:
            LedgerError: fewer than three or more than four players, or a name is empty, too long or used twice.
        """
        title = normalise_text(title)[:NAME_LENGTH]
        game = Game(
            new_code(), rules, title, check_names(players), dict(options or {}), datetime.now(UTC)
        )
        with self._write() as connection:
            connection.execute(insert(games).values(row_values(game)))
        return game

    def game(self, code: str) -> Game | None:
        """Find a game by its code, written in any case and with or without blanks."""
        sheet = self._sheet(code)
        return sheet[1] if sheet else None

    def change_game(self, game: Game) -> Game:
        """Save a game's title, players, options and end.

        Returns:
            The game with its new version.

        Raises:
            LedgerError: the names are wrong, or there are more or fewer than before.
            Conflict: somebody else has changed the game since the version that ``game`` was made from.
        """
        with self._write() as connection:
            before = value_of(row := _lock_game(connection, game.code), Game)
            # Names that were saved under earlier rules for names may stay.
            names = before.players if game.players == before.players else check_names(game.players)
            if len(before.players) != len(names):
                raise LedgerError("players-change")
            if before.version != game.version:
                raise Conflict("game-changed", before)
            title = normalise_text(game.title)[:NAME_LENGTH]
            changed = replace(game, players=names, title=title, version=game.version + 1)
            values = row_values(changed) | {"version": changed.version}
            connection.execute(update(games).where(games.c.id == row.id).values(values))
        return changed

    def games(self) -> tuple[Game, ...]:
        """List every game that can be read, the latest first; for the owner of the file."""
        return self._games(select(games).order_by(games.c.id.desc()))[0]

    def unreadable(self) -> tuple[tuple[str, str], ...]:
        """List the codes of games that cannot be read, each with what is wrong."""
        return self._games(select(games))[1]

    def games_of(self, browser: str) -> tuple[Game, ...]:
        """List the games that a browser has opened, the last one opened first."""
        seen = select(games).join(visits, visits.c.game_id == games.c.id)
        listed = seen.where(visits.c.browser == _fingerprint(browser)).order_by(
            visits.c.seen.desc(), games.c.id.desc()
        )
        return self._games(listed)[0]

    def has_visited(self, browser: str, code: str) -> bool:
        """Whether a browser has opened a game before."""
        mine = (visits.c.browser == _fingerprint(browser)) & (games.c.code == _normalise_code(code))
        found = select(func.count()).select_from(visits.join(games)).where(mine)
        with self._engine.begin() as connection:
            return bool(connection.execute(found).scalar_one())

    def visit(self, browser: str, code: str) -> None:
        """Remember that a browser has opened a game."""
        with self._write() as connection:
            number = _lock_game(connection, code).id
            row = {
                "browser": _fingerprint(browser),
                "game_id": number,
                "seen": datetime.now(UTC).isoformat(),
            }
            _upsert(connection, visits, [row], ("browser", "game_id"))

    def forget_visit(self, browser: str, code: str) -> None:
        """List a game no longer among those that a browser has opened."""
        with self._write() as connection:
            mine = (visits.c.browser == _fingerprint(browser)) & (
                visits.c.game_id == _lock_game(connection, code).id
            )
            connection.execute(delete(visits).where(mine))

    # The sheet of a game

    def entries(self, code: str) -> tuple[Entry, ...]:
        """List a game's hands and payments in their order."""
        sheet = self._sheet(code)
        if sheet is None:
            raise _unknown_code(code)
        return sheet[2]

    def stamp(self, code: str) -> Stamp:
        """Return values that are different after any change to a game or its sheet."""
        with self._engine.begin() as connection:
            stamp = _stamp_of(connection, _normalise_code(code))
        if stamp is None:
            raise _unknown_code(code)
        return stamp

    def add(self, code: str, entry: Entry, known: int) -> Entry:
        """Append a hand or a payment; one whose token is on the sheet already is returned as it stands there.

        Args:
            code: the game.
            entry: what to save.
            known: how many entries the player who saves has seen.

        Raises:
            LedgerError: the game is finished, there are more or fewer entries by now, or the amounts do not fit the
                game's players or do not add up to 0.
        """
        with self._write() as connection:
            game = _lock_game(connection, code)
            if saved := _entry_with_token(connection, game, entry.token):
                return saved
            _check_open(game, entry)
            count = connection.execute(
                select(func.count()).where(entries.c.game_id == game.id)
            ).scalar_one()
            if count != known:
                raise LedgerError("sheet-changed")
            return _insert_entry(connection, game.id, replace(entry, saved=None), version=1)

    def change(self, code: str, entry: Entry) -> Entry:
        """Replace the entry that has ``entry.id``, unless it has the token of ``entry`` already.

        Returns:
            The entry with its new version.

        Raises:
            LedgerError: the game is finished, the entry has been deleted meanwhile, or the amounts do not fit.
            Conflict: somebody else has changed it since the version that ``entry`` was made from.
        """
        with self._write() as connection:
            game = _lock_game(connection, code)
            if saved := _entry_with_token(connection, game, entry.token):
                return saved
            _check_open(game, entry)
            theirs = _same_version(connection, game, entry)
            if theirs is None:
                raise LedgerError("hand-deleted")
            changed = replace(entry, saved=theirs.saved, version=entry.version + 1)
            values = row_values(changed) | {"version": changed.version}
            connection.execute(update(entries).where(entries.c.id == entry.id).values(values))
            return changed

    def remove(self, code: str, entry: Entry) -> None:
        """Delete an entry; nothing happens if it is gone already.

        Raises:
            Conflict: somebody else has changed it since the version that is to be deleted.
        """
        with self._write() as connection:
            game = _lock_game(connection, code)
            _check_open(game)
            if _same_version(connection, game, entry) is not None:
                connection.execute(delete(entries).where(entries.c.id == entry.id))

    def restore(self, code: str, entry: Entry) -> None:
        """Put a deleted entry back where it was.

        Raises:
            LedgerError: its position has been taken meanwhile.
        """
        with self._write() as connection:
            game = _lock_game(connection, code)
            _check_open(game)
            if connection.execute(
                select(func.count()).where(entries.c.id == entry.id)
            ).scalar_one():
                raise LedgerError("sheet-changed")
            _insert_entry(connection, game.id, entry, id=entry.id)

    # Drafts

    def save_draft(self, browser: str, place: str, content: str) -> None:
        """Keep what a browser is working on, so that a reload or a restart of the server loses nothing.

        A draft that cannot be written stays in memory and is written with the next one: the tap that made it must not
        fail because the disk is full.
        """
        with self._lock:
            self._unwritten[_fingerprint(browser), place] = content
            self._write_drafts()

    def draft(self, browser: str, place: str) -> str | None:
        """Return the draft that a browser saved last."""
        key = (_fingerprint(browser), place)
        if (waiting := self._unwritten.get(key)) is not None:
            return waiting
        mine = select(drafts.c.content).where(
            (drafts.c.browser == key[0]) & (drafts.c.place == place)
        )
        with self._engine.begin() as connection:
            return connection.execute(mine).scalar_one_or_none()

    def _write_drafts(self) -> None:
        """Write the drafts in memory; the lock is held."""
        if not self._unwritten or self._closed:
            return
        now = datetime.now(UTC)
        rows = [
            {"browser": browser, "place": place, "content": content, "saved": now.isoformat()}
            for (browser, place), content in self._unwritten.items()
        ]
        try:
            with writing(self._engine).begin() as connection:
                _upsert(connection, drafts, rows, ("browser", "place"))
                connection.execute(
                    delete(drafts).where(drafts.c.saved < (now - _DRAFTS_KEPT).isoformat())
                )
        except SQLAlchemyError as error:
            _LOG.warning("drafts wait: %s", getattr(error, "orig", None) or error)
        else:
            self._unwritten.clear()

    # For checks, exports and imports

    def raw(self, code: str) -> dict[str, Any]:
        """Return a game's rows as they stand in the tables, sound or not."""
        mine = select(entries).join(games).where(games.c.code == code).order_by(entries.c.id)
        with self._engine.begin() as connection:
            game = connection.execute(select(games).where(games.c.code == code)).mappings().one()
            return {
                "game": dict(game),
                "entries": list(map(dict, connection.execute(mine).mappings())),
            }

    def drop(self, code: str) -> None:
        """Delete a game with its sheet."""
        with self._write() as connection:
            connection.execute(delete(games).where(games.c.code == code))

    def take_in(self, game: Game, hands: Sequence[Entry]) -> bool:
        """Add a game that was exported elsewhere, with all its entries; False if there is a game with its code."""
        with self._write() as connection:
            if connection.execute(select(games.c.id).where(games.c.code == game.code)).first():
                return False
            added = (
                insert(games)
                .values(row_values(game) | {"version": game.version})
                .returning(games.c.id)
            )
            number = connection.execute(added).scalar_one()
            for hand in hands:
                _insert_entry(connection, number, hand)
            return True

    def _games(self, query: Select[Any]) -> tuple[tuple[Game, ...], tuple[tuple[str, str], ...]]:
        """Return the games that can be read, and the codes of the others: one damaged row hides no other game."""
        found, damaged = [], []
        with self._engine.begin() as connection:
            rows = connection.execute(query).all()
        for row in rows:
            try:
                found.append(value_of(row, Game))
            except (ValueError, TypeError) as error:
                damaged.append((row.code, f"cannot be read: {error}"))
        return tuple(found), tuple(damaged)

    @contextmanager
    def _write(self) -> Iterator[Connection]:
        """A transaction of its own; once it has been left without an error, all of it is on disk.

        Raises:
            LedgerError: the file cannot be written, or the ledger is closed; nothing has changed.
        """
        with self._lock:
            if self._closed:
                raise LedgerError("not-saved", reason="the server is stopping")
            try:
                with writing(self._engine).begin() as connection:
                    yield connection
            except SQLAlchemyError as error:
                raise LedgerError(
                    "not-saved", reason=str(getattr(error, "orig", None) or error)
                ) from error

    def _sheet(self, code: str) -> _Sheet | None:
        """Read a game's sheet, again only when it has changed: the page asks for it after every tap."""
        code = _normalise_code(code)
        known = self._sheets.get(code)
        try:
            with self._engine.begin() as connection:
                # What others save once the stamp has been taken changes it, and is read again the next time.
                stamp = _stamp_of(connection, code)
                if known is not None and known[0] == stamp:
                    return known
                row = connection.execute(select(games).where(games.c.code == code)).first()
                if stamp is None or row is None:
                    return None
                mine = select(entries).where(entries.c.game_id == row.id).order_by(entries.c.id)
                found = tuple(value_of(entry, Entry) for entry in connection.execute(mine))
                sheet = self._sheets[code] = (stamp, value_of(row, Game), found)
        except (ValueError, TypeError) as error:
            raise LedgerError("sheet-damaged", code=code, reason=str(error)) from None
        while len(self._sheets) > _SHEETS_KEPT:
            # Another thread may have been faster.
            self._sheets.pop(next(iter(self._sheets), ""), None)
        return sheet


def _normalise_code(code: str) -> str:
    """Return a code as it is stored, written in any case and with or without blanks and hyphens."""
    return "".join(code.split()).upper().replace("-", "")


def _fingerprint(browser: str) -> str:
    # A copy of the file must not open other people's drafts: it holds no browser's key.
    return sha256(browser.encode()).hexdigest()


def _unknown_code(code: str) -> LedgerError:
    return LedgerError("code-unknown", code=_normalise_code(code)[:12])


def _stamp_of(connection: Connection, code: str) -> Stamp | None:
    row = connection.execute(_STAMP, {"code": code}).first()
    # PostgreSQL returns sums as decimal numbers.
    return (
        None
        if row is None
        else tuple(value if isinstance(value, str) else int(value) for value in row)
    )


def _lock_game(connection: Connection, code: str) -> Row[Any]:
    """Return a game's row; no other server can change the game before the transaction ends."""
    # SQLite ignores FOR UPDATE; BEGIN IMMEDIATE has locked the whole file already.
    wanted = select(games).where(games.c.code == _normalise_code(code)).with_for_update()
    row = connection.execute(wanted).one_or_none()
    if row is None:
        raise _unknown_code(code)
    return row


def _entry_with_token(connection: Connection, game: Row[Any], token: str) -> Entry | None:
    mine = select(entries).where((entries.c.game_id == game.id) & (entries.c.token == token))
    row = connection.execute(mine).first() if token else None
    return value_of(row, Entry) if row else None


def _same_version(connection: Connection, game: Row[Any], entry: Entry) -> Entry | None:
    """Return the saved entry; None if it is gone.

    Raises:
        Conflict: its version is another than that of ``entry``.
    """
    row = connection.execute(
        select(entries).where((entries.c.game_id == game.id) & (entries.c.id == entry.id))
    ).first()
    theirs = value_of(row, Entry) if row else None
    if theirs is not None and theirs.version != entry.version:
        raise Conflict("hand-changed", theirs)
    return theirs


def _insert_entry(connection: Connection, game: int, entry: Entry, **more: object) -> Entry:
    values = {
        "game_id": game,
        "saved": (entry.saved or datetime.now(UTC)).isoformat(),
        "version": entry.version,
        **more,
    }
    added = insert(entries).values(row_values(entry) | values).returning(entries)
    return value_of(connection.execute(added).one(), Entry)


def _check_open(game: Row[Any], entry: Entry | None = None) -> None:
    """Check that a game goes on, and that a changed entry fits it."""
    if game.ended is not None:
        raise LedgerError("game-ended")
    if entry is not None:
        check_entry(entry, len(value_of(game, Game).players))


def _upsert(
    connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]], key: tuple[str, ...]
) -> None:
    """Insert rows, or update those whose key exists."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    fresh = dialect.insert(table)
    changes = {name: fresh.excluded[name] for name in rows[0] if name not in key}
    connection.execute(fresh.on_conflict_do_update(index_elements=key, set_=changes), list(rows))
