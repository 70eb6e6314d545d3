"""The ledger: games and their hands, shared by every table and browser of the server.

Amounts are points, positive for a player who is paid. Times are UTC.
"""

import logging
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
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

from hu.app.ledger.draft_limits import drop_surplus
from hu.app.ledger.opening import open_engine, writing
from hu.app.ledger.schema import (
    ColumnValue,
    RawRows,
    drafts,
    entries,
    games,
    row_values,
    value_of,
    visits,
)
from hu.app.ledger.values import (
    LONGEST_NAME,
    Conflict,
    Entry,
    Game,
    LedgerError,
    Option,
    check_entry,
    check_player_names,
    normalise_text,
)

_LOG: Final = logging.getLogger("hu.ledger")
#: Figures and letters of a game's code that nobody mixes up when reading it aloud.
_CODE_SIGNS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_CODE_LENGTH: Final = 8
_DRAFTS_KEPT: Final = timedelta(days=30)
#: After this many writes of drafts, the drafts of all browsers are counted.
_WRITES_BETWEEN_COUNTS: Final = 50
#: Sheets kept in memory: more than the games that a club plays at once.
_SHEETS_KEPT: Final = 64
#: Numbers and a time of a game and its sheet. They differ after any change to either.
Stamp = tuple[int | str, ...]

# This query is built once, because building it takes longer than running it. The latest time is
# part of a stamp, because SQLite gives the number of a deleted last entry to the next new entry.
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


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A game and its entries.

    Attributes:
        stamp: their stamp when they were read. Another stamp means that they have changed.
        game: the game.
        entries: its hands and payments, in their order.
    """

    stamp: Stamp
    game: Game
    entries: tuple[Entry, ...]


def default_path() -> Path:
    """Return the path of the ledger in the user's data folder."""
    return user_data_path("hu-mahjong") / "games.sqlite"


def parse_location(name: str) -> Path | str:
    """Return a path, or the address of a database server unchanged.

    Only an address contains ``://``.
    """
    return name if "://" in name else Path(name)


def new_code() -> str:
    """Return a code for a new game, which nobody can guess."""
    signs = [secrets.choice(_CODE_SIGNS) for _ in range(_CODE_LENGTH)]
    return "".join(signs)


class Ledger:
    """Reads and writes one games file or database. Threads and processes may use it at once.

    Unless a method says otherwise, it raises a ``LedgerError`` if it cannot write, or if no game
    has the code.

    One lock orders the writes of this process: SQLite lets one connection write at a time, and
    connections that poll for its lock time out in no particular order.

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
        #: Sheets that were read lately, by the codes of their games. The game that has been in
        #: memory longest comes first.
        self._sheets: dict[str, _Sheet] = {}
        #: The contents of drafts that could not be written, by the fingerprint of the browser's key
        #: and the place (see ``save_draft``). They are written with the next draft.
        self._unwritten_drafts: dict[tuple[str, str], str] = {}
        #: The number of writes of drafts so far. At some of them all drafts are counted.
        self._draft_writes = 0

    def close(self) -> None:
        """Write the drafts that could not be written before, and close the file.

        Nothing is written afterwards.
        """
        with self._lock:
            self._write_drafts()
            self._closed = True
            self._engine.dispose()

    def create_game(
        self,
        rules: str,
        players: Sequence[str],
        title: str = "",
        options: Mapping[str, Option] | None = None,
    ) -> Game:
        """Begin a game.

        Args:
            rules: the id of the rule set.
            players: three or four names. The first begins as East.
            title: the table's or the evening's name.
            options: the rule set's options.

        Raises:
            LedgerError: fewer than three or more than four players, or a name is empty, too long
                or used twice.
        """
        game = Game(
            code=new_code(),
            rules=rules,
            title=normalise_text(title)[:LONGEST_NAME],
            players=check_player_names(players),
            options=dict(options or {}),
            started=datetime.now(UTC),
        )
        with self._write() as connection:
            connection.execute(insert(games).values(row_values(game)))
        return game

    def game(self, code: str) -> Game | None:
        """Find a game by its code, written in any case and with or without blanks and hyphens.

        Returns:
            The game, or None if no game has the code.

        Raises:
            LedgerError: the game or its sheet is damaged.
        """
        sheet = self._sheet(code)
        return sheet.game if sheet else None

    def change_game(self, game: Game) -> Game:
        """Save a game whose title, players, options, tile set or end have changed.

        Returns:
            The game with its new version.

        Raises:
            LedgerError: the names are wrong, or there are more or fewer than before.
            Conflict: somebody else has changed the game since the version that ``game`` was made
                from.
        """
        with self._write() as connection:
            row = _lock_game(connection, game.code)
            saved_game = value_of(row, Game)
            names = game.players
            # Names that were saved under earlier rules for names may stay.
            if names != saved_game.players:
                names = check_player_names(names)
            if len(saved_game.players) != len(names):
                raise LedgerError("players-change")
            if saved_game.version != game.version:
                raise Conflict("game-changed", saved_game)
            new_game = replace(
                game,
                players=names,
                title=normalise_text(game.title)[:LONGEST_NAME],
                version=game.version + 1,
            )
            values = row_values(new_game) | {"version": new_game.version}
            connection.execute(update(games).where(games.c.id == row.id).values(values))
        return new_game

    def games(self) -> tuple[Game, ...]:
        """List every game that can be read, the newest first. This is for the owner of the file."""
        readable, _ = self._read_games(select(games).order_by(games.c.id.desc()))
        return readable

    def unreadable_games(self) -> tuple[tuple[str, str], ...]:
        """List the codes of games that cannot be read, each with the problem."""
        _, unreadable = self._read_games(select(games))
        return unreadable

    def games_of(self, browser: str) -> tuple[Game, ...]:
        """List the games that a browser has opened, the latest visit first."""
        query = (
            select(games)
            .join(visits, visits.c.game_id == games.c.id)
            .where(visits.c.browser == _fingerprint(browser))
            .order_by(visits.c.seen.desc(), games.c.id.desc())
        )
        readable, _ = self._read_games(query)
        return readable

    def has_visited(self, browser: str, code: str) -> bool:
        """Whether a browser has opened a game before."""
        query = (
            select(func.count())
            .select_from(visits.join(games))
            .where(visits.c.browser == _fingerprint(browser))
            .where(games.c.code == _normalise_code(code))
        )
        with self._engine.begin() as connection:
            return bool(connection.execute(query).scalar_one())

    def visit(self, browser: str, code: str) -> None:
        """Remember that a browser has opened a game."""
        with self._write() as connection:
            row = {
                "browser": _fingerprint(browser),
                "game_id": _lock_game(connection, code).id,
                "seen": datetime.now(UTC).isoformat(),
            }
            _upsert(connection, visits, [row], key=("browser", "game_id"))

    def forget_visit(self, browser: str, code: str) -> None:
        """Remove a game from those that a browser has opened."""
        with self._write() as connection:
            game_id = _lock_game(connection, code).id
            connection.execute(
                delete(visits)
                .where(visits.c.browser == _fingerprint(browser))
                .where(visits.c.game_id == game_id)
            )

    def entries(self, code: str) -> tuple[Entry, ...]:
        """List a game's hands and payments in their order.

        Raises:
            LedgerError: no game has the code, or the sheet is damaged.
        """
        sheet = self._sheet(code)
        if sheet is None:
            raise _unknown_code(code)
        return sheet.entries

    def stamp(self, code: str) -> Stamp:
        """Return the stamp of a game, which differs after any change to the game or its sheet.

        Raises:
            LedgerError: no game has the code.
        """
        with self._engine.begin() as connection:
            stamp = _stamp_of(connection, _normalise_code(code))
        if stamp is None:
            raise _unknown_code(code)
        return stamp

    def add(self, code: str, entry: Entry, expected: int) -> Entry:
        """Append a hand or a payment, unless its token is on the sheet already.

        Args:
            code: the code of the game.
            entry: the hand or payment to save.
            expected: the number of entries on the sheet that the player who saves has seen.

        Returns:
            The entry on the sheet.

        Raises:
            LedgerError: the game is finished, there are more or fewer entries by now, or the
                amounts do not fit the game's players or do not add up to 0.
        """
        with self._write() as connection:
            game = _lock_game(connection, code)
            # An entry that is sent again is on the sheet already.
            earlier_entry = _entry_with_token(connection, game, entry.token)
            if earlier_entry is not None:
                return earlier_entry
            _check_open(game)
            _check_fit(game, entry)
            query = select(func.count()).where(entries.c.game_id == game.id)
            if connection.execute(query).scalar_one() != expected:
                raise LedgerError("sheet-changed")
            return _insert_entry(connection, game.id, replace(entry, id=0, saved=None, version=1))

    def change(self, code: str, entry: Entry) -> Entry:
        """Replace the saved entry that has the id of ``entry``.

        A change that is sent again changes nothing: an entry with its token is on the sheet
        already.

        Returns:
            The entry on the sheet, with its new version.

        Raises:
            LedgerError: the game is finished, the entry has been deleted meanwhile, or the amounts
                do not fit.
            Conflict: somebody else has changed the entry since the version that ``entry`` was made
                from.
        """
        with self._write() as connection:
            game = _lock_game(connection, code)
            # An entry that is sent again is on the sheet already.
            earlier_entry = _entry_with_token(connection, game, entry.token)
            if earlier_entry is not None:
                return earlier_entry
            _check_open(game)
            _check_fit(game, entry)
            replaced_entry = _load_unchanged(connection, game, entry)
            if replaced_entry is None:
                raise LedgerError("hand-deleted")
            # The new entry keeps the time when the entry was first saved.
            new_entry = replace(entry, saved=replaced_entry.saved, version=entry.version + 1)
            values = row_values(new_entry) | {"version": new_entry.version}
            connection.execute(update(entries).where(entries.c.id == entry.id).values(values))
            return new_entry

    def remove(self, code: str, entry: Entry) -> None:
        """Delete an entry. Nothing happens if the entry is gone already.

        Raises:
            LedgerError: the game is finished.
            Conflict: somebody else has changed the entry since the version that is to be deleted.
        """
        with self._write() as connection:
            game = _lock_game(connection, code)
            _check_open(game)
            if _load_unchanged(connection, game, entry) is not None:
                connection.execute(delete(entries).where(entries.c.id == entry.id))

    def restore(self, code: str, entry: Entry) -> None:
        """Put a deleted entry back in its place.

        Raises:
            LedgerError: the game is finished, or another entry has got the number meanwhile.
        """
        with self._write() as connection:
            game = _lock_game(connection, code)
            _check_open(game)
            query = select(func.count()).where(entries.c.id == entry.id)
            if connection.execute(query).scalar_one():
                raise LedgerError("sheet-changed")
            _insert_entry(connection, game.id, entry)

    def save_draft(self, browser: str, place: str, content: str) -> None:
        """Keep a browser's unfinished work, for a reload or a restart of the server.

        A draft that cannot be written stays in memory and is written with the next draft: the tap
        that made it must not fail because the disk is full.

        Args:
            browser: the browser's key.
            place: the code of the game that the draft belongs to. Empty outside games.
            content: the draft.
        """
        with self._lock:
            self._unwritten_drafts[_fingerprint(browser), place] = content
            self._write_drafts()

    def draft(self, browser: str, place: str) -> str | None:
        """Return the draft that a browser saved last for a place (see ``save_draft``), or None."""
        fingerprint = _fingerprint(browser)
        unwritten_draft = self._unwritten_drafts.get((fingerprint, place))
        if unwritten_draft is not None:
            return unwritten_draft
        query = (
            select(drafts.c.content)
            .where(drafts.c.browser == fingerprint)
            .where(drafts.c.place == place)
        )
        with self._engine.begin() as connection:
            return connection.execute(query).scalar_one_or_none()

    def raw_rows(self, code: str) -> RawRows:
        """Return the rows of a game and its entries as the tables hold them, sound or not.

        Args:
            code: the code exactly as the table holds it. It may be damaged too. There must be a
                game with this code.
        """
        query = select(entries).join(games).where(games.c.code == code).order_by(entries.c.id)
        with self._engine.begin() as connection:
            game = connection.execute(select(games).where(games.c.code == code)).mappings().one()
            rows = [dict(row) for row in connection.execute(query).mappings()]
        return RawRows(game=dict(game), entries=rows)

    def delete_game(self, code: str) -> None:
        """Delete a game with its sheet. Nothing happens if no game has the code.

        Args:
            code: the code exactly as the table holds it. It may be damaged.
        """
        with self._write() as connection:
            connection.execute(delete(games).where(games.c.code == code))

    def import_game(self, game: Game, sheet_entries: Sequence[Entry]) -> bool:
        """Add a game that was exported elsewhere, with the entries of its sheet.

        Returns:
            Whether it was added: False if there is a game with its code.
        """
        with self._write() as connection:
            query = select(games.c.id).where(games.c.code == game.code)
            if connection.execute(query).first():
                return False
            values = row_values(game) | {"version": game.version}
            statement = insert(games).values(values).returning(games.c.id)
            game_id = connection.execute(statement).scalar_one()
            for entry in sheet_entries:
                _insert_entry(connection, game_id, replace(entry, id=0))
            return True

    def _read_games(
        self, query: Select[Any]
    ) -> tuple[tuple[Game, ...], tuple[tuple[str, str], ...]]:
        """Return the games that can be read, and the codes of the others, each with the problem.

        One damaged row hides no other game.
        """
        readable: list[Game] = []
        unreadable: list[tuple[str, str]] = []
        with self._engine.begin() as connection:
            rows = connection.execute(query).all()
        for row in rows:
            try:
                readable.append(value_of(row, Game))
            except (ValueError, TypeError) as error:
                unreadable.append((row.code, f"cannot be read: {error}"))
        return tuple(readable), tuple(unreadable)

    @contextmanager
    def _write(self) -> Iterator[Connection]:
        """Run the block in a transaction, which is on disk once the block ends without an error.

        Raises:
            LedgerError: the file cannot be written, or the ledger is closed. Nothing has changed.
        """
        with self._lock:
            if self._closed:
                raise LedgerError("not-saved", reason="the server is stopping")
            try:
                with writing(self._engine).begin() as connection:
                    yield connection
            except SQLAlchemyError as error:
                raise LedgerError("not-saved", reason=_reason_of(error)) from error

    def _write_drafts(self) -> None:
        """Write the drafts in memory. The caller holds the lock."""
        if not self._unwritten_drafts or self._closed:
            return
        now = datetime.now(UTC)
        rows = []
        fingerprints = set()
        for (fingerprint, place), content in self._unwritten_drafts.items():
            fingerprints.add(fingerprint)
            rows.append(
                {
                    "browser": fingerprint,
                    "place": place,
                    "content": content,
                    "saved": now.isoformat(),
                }
            )
        oldest = (now - _DRAFTS_KEPT).isoformat()
        try:
            with writing(self._engine).begin() as connection:
                _upsert(connection, drafts, rows, key=("browser", "place"))
                connection.execute(delete(drafts).where(drafts.c.saved < oldest))
                is_count_due = self._draft_writes % _WRITES_BETWEEN_COUNTS == 0
                drop_surplus(connection, sorted(fingerprints), counts_all_drafts=is_count_due)
            self._draft_writes += 1
        except SQLAlchemyError as error:
            _LOG.warning("drafts wait: %s", _reason_of(error))
        else:
            self._unwritten_drafts.clear()

    def _sheet(self, code: str) -> _Sheet | None:
        """Return a game's sheet, from memory if it has not changed. The page asks after every tap.

        Returns:
            The sheet, or None if no game has the code.

        Raises:
            LedgerError: it is damaged.
        """
        code = _normalise_code(code)
        cached_sheet = self._sheets.get(code)
        try:
            with self._engine.begin() as connection:
                # The stamp is read first. A sheet that changes between the two reads is kept with
                # an older stamp, so that it is read again the next time.
                stamp = _stamp_of(connection, code)
                if stamp is None:
                    return None
                if cached_sheet is not None and cached_sheet.stamp == stamp:
                    return cached_sheet
                sheet = _read_sheet(connection, code, stamp)
        except (ValueError, TypeError) as error:
            raise LedgerError("sheet-damaged", code=code, reason=str(error)) from None
        if sheet is not None:
            self._cache(code, sheet)
        return sheet

    def _cache(self, code: str, sheet: _Sheet) -> None:
        """Keep a sheet in memory. If there are too many, forget the game that came first."""
        self._sheets[code] = sheet
        while len(self._sheets) > _SHEETS_KEPT:
            oldest_code = next(iter(self._sheets), "")
            # Another thread may have removed the sheet.
            self._sheets.pop(oldest_code, None)


def _normalise_code(code: str) -> str:
    """Return a code as it is stored, written in any case and with or without blanks and hyphens."""
    return "".join(code.split()).upper().replace("-", "")


def _fingerprint(browser: str) -> str:
    """Return the name of a browser in the file, from which nobody can tell its key.

    A copy of the file must not open other people's drafts.
    """
    return sha256(browser.encode()).hexdigest()


def _unknown_code(code: str) -> LedgerError:
    return LedgerError("code-unknown", code=_normalise_code(code)[:12])


def _reason_of(error: SQLAlchemyError) -> str:
    """Return the driver's own message, without SQLAlchemy's additions."""
    return str(getattr(error, "orig", None) or error)


def _stamp_of(connection: Connection, code: str) -> Stamp | None:
    """Read the stamp of a game's sheet. It is None if no game has the code.

    Args:
        connection: in a transaction.
        code: the code as it is stored.
    """
    row = connection.execute(_STAMP, {"code": code}).first()
    if row is None:
        return None
    stamp: list[int | str] = []
    for value in row:
        if isinstance(value, str):
            stamp.append(value)
        else:
            # PostgreSQL returns sums as decimal numbers.
            stamp.append(int(value))
    return tuple(stamp)


def _read_sheet(connection: Connection, code: str, stamp: Stamp) -> _Sheet | None:
    """Read a game's sheet. It is None if the game was deleted after its stamp was read.

    Args:
        connection: in a transaction.
        code: the code as it is stored.
        stamp: the stamp of the sheet, which was read before.
    """
    game_row = connection.execute(select(games).where(games.c.code == code)).first()
    if game_row is None:
        return None
    query = select(entries).where(entries.c.game_id == game_row.id).order_by(entries.c.id)
    entry_rows = connection.execute(query)
    return _Sheet(
        stamp=stamp,
        game=value_of(game_row, Game),
        entries=tuple(value_of(row, Entry) for row in entry_rows),
    )


def _lock_game(connection: Connection, code: str) -> Row[Any]:
    """Return a game's row. No other server can change the game before the transaction ends.

    Args:
        connection: in a transaction.
        code: the code of the game in any spelling.

    Raises:
        LedgerError: no game has the code.
    """
    # SQLite ignores FOR UPDATE. BEGIN IMMEDIATE has locked the whole file already.
    query = select(games).where(games.c.code == _normalise_code(code)).with_for_update()
    row = connection.execute(query).one_or_none()
    if row is None:
        raise _unknown_code(code)
    return row


def _entry_with_token(connection: Connection, game: Row[Any], token: str) -> Entry | None:
    """Find the entry on a game's sheet that has a token.

    Returns:
        The entry. None if no entry has the token, or if the token is empty.
    """
    if not token:
        return None
    query = select(entries).where(entries.c.game_id == game.id).where(entries.c.token == token)
    row = connection.execute(query).first()
    return value_of(row, Entry) if row else None


def _load_unchanged(connection: Connection, game: Row[Any], entry: Entry) -> Entry | None:
    """Load the saved entry with the id of ``entry``, or None if it has been deleted.

    Raises:
        Conflict: it has another version than ``entry``, so somebody has changed it.
    """
    query = select(entries).where(entries.c.game_id == game.id).where(entries.c.id == entry.id)
    row = connection.execute(query).first()
    if row is None:
        return None
    saved_entry = value_of(row, Entry)
    if saved_entry.version != entry.version:
        raise Conflict("hand-changed", saved_entry)
    return saved_entry


def _insert_entry(connection: Connection, game_id: int, entry: Entry) -> Entry:
    """Insert an entry under its number, or under the next number if its number is 0.

    Returns:
        The entry with its number and the time when it was first saved.
    """
    saved = entry.saved or datetime.now(UTC)
    values = row_values(entry)
    values |= {"game_id": game_id, "saved": saved.isoformat(), "version": entry.version}
    if entry.id:
        values["id"] = entry.id
    statement = insert(entries).values(values).returning(entries)
    return value_of(connection.execute(statement).one(), Entry)


def _check_open(game: Row[Any]) -> None:
    """Check that a game goes on.

    Raises:
        LedgerError: it is finished.
    """
    if game.ended is not None:
        raise LedgerError("game-ended")


def _check_fit(game: Row[Any], entry: Entry) -> None:
    """Check that an entry makes sense for its game's number of players.

    Raises:
        LedgerError: it does not.
    """
    check_entry(entry, len(value_of(game, Game).players))


def _upsert(
    connection: Connection,
    table: Table,
    rows: Sequence[Mapping[str, ColumnValue]],
    *,
    key: tuple[str, ...],
) -> None:
    """Insert rows, or update those whose key exists.

    Args:
        connection: in a transaction.
        table: the table.
        rows: values by the names of columns, the same columns in each row.
        key: the columns that identify a row.
    """
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    statement = dialect.insert(table)
    # ``excluded`` is the row that could not be inserted because its key exists.
    changes = {name: statement.excluded[name] for name in rows[0] if name not in key}
    statement = statement.on_conflict_do_update(index_elements=key, set_=changes)
    connection.execute(statement, list(rows))
