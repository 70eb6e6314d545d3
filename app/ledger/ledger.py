"""The ledger: games and their hands, shared by every table and browser of the server.

Amounts are points, positive for a player who is paid. Times are UTC.
"""

import json
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar

from platformdirs import user_data_path
from sqlalchemy import ColumnElement, Connection, Row, Select, Table, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from hu.app.ledger.names import checked_names, tidied
from hu.app.ledger.opening import open_engine, writing
from hu.app.ledger.rows import entry_of, entry_values, game_of, game_values
from hu.app.ledger.schema import drafts, entries, games, visits
from hu.app.ledger.sheets import Sheets, Stamp, find_game, stamp_of, tidied_code
from hu.app.ledger.values import NAME_LENGTH, Conflict, Entry, Game, LedgerError, Option, check_entry
from hu.app.ledger.writer import DraftKey, Writer

#: Figures and letters of a game's code that nobody mixes up when reading it aloud.
_CODE_SIGNS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_DRAFTS_KEPT: Final = timedelta(days=30)
Result = TypeVar("Result")


def default_path() -> Path:
    """Return the ledger in the user's data folder."""
    return user_data_path("hu-mahjong") / "games.sqlite"


def location_named(name: str) -> Path | str:
    """Return a path, or the address of a database server unchanged; only an address contains ``://``."""
    return name if "://" in name else Path(name)


class Ledger:
    """Reads and writes one games file or database; safe to use from several threads and processes at once.

    Args:
        location: an SQLite file, or the address of a PostgreSQL database.

    Raises:
        HuError: it cannot be opened, is no ledger, or was written by a later version.
    """

    def __init__(self, location: Path | str) -> None:
        self.location: Final = location
        self._engine = open_engine(location)
        self._writer = Writer(writing(self._engine), _save_drafts)
        self._sheets = Sheets(self._engine)

    def close(self) -> None:
        """Write everything still queued and close the file."""
        self._writer.close()
        self._engine.dispose()

    def create_game(
        self, rules: str, players: Sequence[str], title: str = "", options: Mapping[str, Option] | None = None
    ) -> Game:
        """Begin a game.

        Raises:
            LedgerError: fewer than three or more than four players, or a name is empty, too long, used twice or looks
                like another.
        """
        names = checked_names(players)
        game = Game(new_code(), rules, tidied(title)[:NAME_LENGTH], names, dict(options or {}), _now())
        self._writer.write(lambda connection: connection.execute(insert(games).values(game_values(game))))
        return game

    def game(self, code: str) -> Game | None:
        """Find a game by its code, written in any case and with or without blanks."""
        sheet = self._sheets.read(code)
        return sheet.game if sheet else None

    def change_game(self, game: Game) -> Game:
        """Save a game's title, players, options and end.

        Returns:
            The game with its new version.

        Raises:
            LedgerError: the names are wrong, or there are more or fewer than before.
            Conflict: somebody else has changed the game since the version that ``game`` was made from.
        """
        return self._writer.write(lambda connection: _change_game(connection, game))

    def games(self) -> tuple[Game, ...]:
        """List every game that can be read, the latest first; for the owner of the file."""
        listed = select(games).order_by(games.c.id.desc())
        return self._read(lambda connection: tuple(_readable(connection.execute(listed))))

    def unreadable(self) -> tuple[tuple[str, str], ...]:
        """Say of each game that cannot be read, by its code, what is wrong with it."""
        rows = self._read(lambda connection: connection.execute(select(games)).all())
        return tuple((row.code, problem) for row in rows if (problem := _game_or_problem(row)[1]))

    def games_of(self, browser: str) -> tuple[Game, ...]:
        """List the games that a browser has opened, the last one opened first."""
        seen = select(games).join(visits, visits.c.game_id == games.c.id).where(visits.c.browser == _secret(browser))
        listed = seen.order_by(visits.c.seen.desc(), games.c.id.desc())
        return self._read(lambda connection: tuple(_readable(connection.execute(listed))))

    def has_visited(self, browser: str, code: str) -> bool:
        """Return whether a browser has opened a game before."""
        mine = (visits.c.browser == _secret(browser)) & (games.c.code == tidied_code(code))
        found = select(func.count()).select_from(visits.join(games)).where(mine)
        return self._read(lambda connection: bool(connection.execute(found).scalar_one()))

    def count_playing_with(self, tile_set: str) -> int:
        """Count the games that are played with a taught tile set and have not ended."""
        playing = select(func.count()).where((games.c.tile_set == tile_set) & games.c.ended.is_(None))
        return self._read(lambda connection: connection.execute(playing).scalar_one())

    def visit(self, browser: str, code: str) -> None:
        """Remember that a browser has opened a game."""
        self._writer.write(lambda connection: _visit(connection, _secret(browser), code))

    def entries(self, code: str) -> tuple[Entry, ...]:
        """List a game's hands and payments in their order."""
        sheet = self._sheets.read(code)
        if sheet is None:
            raise _code_unknown(code)
        return sheet.entries

    def stamp(self, code: str) -> Stamp:
        """Return values that are different after any change to a game or its sheet."""
        stamp = self._read(lambda connection: stamp_of(connection, code))
        if stamp is None:
            raise _code_unknown(code)
        return stamp

    def add(self, code: str, entry: Entry, known: int) -> Entry:
        """Append a hand or a payment; one whose token is on the sheet already is returned as it stands there.

        Args:
            code: the game.
            entry: what to save.
            known: how many entries the player who saves has seen.

        Raises:
            LedgerError: the game is finished.
            LedgerError: there are more or fewer by now.
            LedgerError: the amounts do not fit the game's players or do not add up to 0.
        """
        return self._writer.write(lambda connection: _add(connection, code, entry, known))

    def change(self, code: str, entry: Entry) -> Entry:
        """Replace the entry that has ``entry.id``, unless it has the token of ``entry`` already.

        Returns:
            The entry with its new version.

        Raises:
            LedgerError: the game is finished.
            Conflict: somebody else has changed it since the version that ``entry`` was made from.
            LedgerError: it has been deleted meanwhile.
            LedgerError: the amounts do not fit.
        """
        return self._writer.write(lambda connection: _change(connection, code, entry))

    def remove(self, code: str, entry: Entry) -> None:
        """Delete an entry; nothing happens if it is gone already.

        Raises:
            Conflict: somebody else has changed it since the version that is to be deleted.
        """
        self._writer.write(lambda connection: _remove(connection, code, entry))

    def restore(self, code: str, entry: Entry) -> None:
        """Put a deleted entry back where it was.

        Raises:
            LedgerError: its position has been taken meanwhile.
        """
        self._writer.write(lambda connection: _restore(connection, code, entry))

    def save_draft(self, browser: str, place: str, content: str) -> None:
        """Keep what a browser is working on, so that a reload or a restart of the server loses nothing.

        It is written as soon as nothing more important waits to be written, unless a newer draft comes before that.
        """
        self._writer.write_draft((_secret(browser), place), content)

    def draft(self, browser: str, place: str) -> str | None:
        """Return the draft that a browser saved last, written or still queued."""
        key = (_secret(browser), place)
        waiting = self._writer.unwritten(key)
        return self._read(lambda connection: _draft(connection, key)) if waiting is None else waiting

    def raw(self, code: str) -> dict[str, Any]:
        """Return a game's rows as they stand in the tables, whatever they hold."""
        mine = select(entries).join(games).where(games.c.code == code).order_by(entries.c.id)

        def read(connection: Connection) -> dict[str, Any]:
            game = connection.execute(select(games).where(games.c.code == code)).mappings().one()
            return {"game": dict(game), "entries": list(map(dict, connection.execute(mine).mappings()))}

        return self._read(read)

    def drop(self, code: str) -> None:
        """Delete a game with its sheet."""
        self._writer.write(lambda connection: connection.execute(delete(games).where(games.c.code == code)))

    def take_in(self, game: Game, hands: Sequence[Entry]) -> bool:
        """Add a game that was exported elsewhere, with all its entries; False if there is a game with its code."""
        return self._writer.write(lambda connection: _take_in(connection, game, hands))

    def _read(self, work: Callable[[Connection], Result]) -> Result:
        with self._engine.begin() as connection:
            return work(connection)


def new_code() -> str:
    """Return a code for a new game, which nobody can guess."""
    return "".join(secrets.choice(_CODE_SIGNS) for _ in range(8))


def _readable(rows: Iterable[Row[Any]]) -> Iterator[Game]:
    # One damaged row must not keep the others from being shown.
    for row in rows:
        game, _ = _game_or_problem(row)
        if game is not None:
            yield game


def _game_or_problem(row: Row[Any]) -> tuple[Game | None, str]:
    try:
        return game_of(row), ""
    except (ValueError, TypeError) as error:
        return None, f"cannot be read: {error}"


def _now() -> datetime:
    return datetime.now(UTC)


def _secret(browser: str) -> str:
    # A copy of the file must not open other people's drafts: it holds no browser's key, only its fingerprint.
    return sha256(browser.encode()).hexdigest()


def _number(connection: Connection, code: str, *, lock: bool = False) -> int:
    """Return a game's number; with ``lock`` no other server can change the game before the transaction ends."""
    wanted = select(games.c.id).where(games.c.code == tidied_code(code))
    # SQLite ignores this; BEGIN IMMEDIATE has locked the whole file already.
    number: int | None = connection.execute(wanted.with_for_update() if lock else wanted).scalar_one_or_none()
    if number is None:
        raise _code_unknown(code)
    return number


def _code_unknown(code: str) -> LedgerError:
    sentence = "no game has the code {code}; check it on the screen where the game is open"
    return LedgerError("code-unknown", sentence, code=tidied_code(code)[:12])


def _change_game(connection: Connection, game: Game) -> Game:
    number = _number(connection, game.code, lock=True)
    before = game_of(connection.execute(select(games).where(games.c.id == number)).one())
    # Names that were saved under earlier rules for names may stay.
    names = before.players if game.players == before.players else checked_names(game.players)
    if len(before.players) != len(names):
        raise LedgerError("players-change", "the number of players cannot change; begin a new game")
    if before.version != game.version:
        raise Conflict("game-changed", "somebody else has changed this game meanwhile", before)
    changed = replace(game, players=names, title=tidied(game.title)[:NAME_LENGTH], version=game.version + 1)
    values = game_values(changed) | {"version": changed.version}
    connection.execute(update(games).where(games.c.id == number).values(values))
    return changed


def _visit(connection: Connection, browser: str, code: str) -> None:
    row: dict[str, str | int] = {"browser": browser, "game_id": _number(connection, code), "seen": _now().isoformat()}
    _write_over(connection, visits, [row], ("browser", "game_id"))


def _add(connection: Connection, code: str, entry: Entry, known: int) -> Entry:
    game = _number(connection, code, lock=True)
    if entry.token and (row := connection.execute(_of(game, entries.c.token == entry.token)).first()):
        return entry_of(row)
    _check_fit(connection, game, entry)
    count = connection.execute(select(func.count()).where(entries.c.game_id == game)).scalar_one()
    if count != known:
        raise LedgerError("sheet-changed", "somebody else has changed the sheet; look at it, then save again")
    values = entry_values(entry) | {"game_id": game, "saved": _now().isoformat()}
    return entry_of(connection.execute(insert(entries).values(values).returning(entries)).one())


def _change(connection: Connection, code: str, entry: Entry) -> Entry:
    game = _number(connection, code, lock=True)
    if entry.token and (row := connection.execute(_of(game, entries.c.token == entry.token)).first()):
        return entry_of(row)
    _check_fit(connection, game, entry)
    theirs = _same_entry(connection, game, entry)
    if theirs is None:
        raise LedgerError("hand-deleted", "somebody else has deleted this hand meanwhile")
    changed = replace(entry, saved=theirs.saved, version=entry.version + 1)
    values = entry_values(changed) | {"version": changed.version}
    connection.execute(update(entries).where(entries.c.id == entry.id).values(values))
    return changed


def _remove(connection: Connection, code: str, entry: Entry) -> None:
    game = _number(connection, code, lock=True)
    _check_open(connection, game)
    if _same_entry(connection, game, entry) is not None:
        connection.execute(delete(entries).where(entries.c.id == entry.id))


def _of(game: int, condition: ColumnElement[bool]) -> Select[tuple[object, ...]]:
    return select(entries).where((entries.c.game_id == game) & condition)


def _same_entry(connection: Connection, game: int, entry: Entry) -> Entry | None:
    """Return the saved entry; None if it is gone.

    Raises:
        Conflict: its version is another than that of ``entry``.
    """
    row = connection.execute(_of(game, entries.c.id == entry.id)).first()
    theirs = entry_of(row) if row else None
    if theirs is not None and theirs.version != entry.version:
        raise Conflict("hand-changed", "somebody else has changed this hand meanwhile", theirs)
    return theirs


def _restore(connection: Connection, code: str, entry: Entry) -> None:
    saved, game = (entry.saved or _now()).isoformat(), _number(connection, code, lock=True)
    _check_open(connection, game)
    values = entry_values(entry) | {"game_id": game, "id": entry.id, "saved": saved}
    taken = connection.execute(select(func.count()).where(entries.c.id == entry.id)).scalar_one()
    if taken:
        raise LedgerError("sheet-changed", "somebody else has changed the sheet; look at it, then save again")
    connection.execute(insert(entries).values(values | {"version": entry.version}))


def _check_fit(connection: Connection, game: int, entry: Entry) -> None:
    _check_open(connection, game)
    players = connection.execute(select(games.c.players).where(games.c.id == game)).scalar_one()
    check_entry(entry, len(json.loads(players)))


def _check_open(connection: Connection, game: int) -> None:
    if connection.execute(select(games.c.ended).where(games.c.id == game)).scalar_one() is not None:
        raise LedgerError("game-ended", "this game is finished; open it again to add or change a hand")


def _take_in(connection: Connection, game: Game, hands: Sequence[Entry]) -> bool:
    if find_game(connection, game.code) is not None:
        return False
    added = insert(games).values(game_values(game) | {"version": game.version}).returning(games.c.id)
    number = connection.execute(added).scalar_one()
    for hand in hands:
        saved = (hand.saved or _now()).isoformat()
        values = entry_values(hand) | {"game_id": number, "saved": saved, "version": hand.version}
        connection.execute(insert(entries).values(values))
    return True


def _save_drafts(connection: Connection, waiting: Mapping[DraftKey, str]) -> None:
    now = _now()
    rows: list[dict[str, str | int]] = [
        {"browser": browser, "place": place, "content": content, "saved": now.isoformat()}
        for (browser, place), content in waiting.items()
    ]
    _write_over(connection, drafts, rows, ("browser", "place"))
    connection.execute(delete(drafts).where(drafts.c.saved < (now - _DRAFTS_KEPT).isoformat()))


def _draft(connection: Connection, key: DraftKey) -> str | None:
    browser, place = key
    mine = (drafts.c.browser == browser) & (drafts.c.place == place)
    return connection.execute(select(drafts.c.content).where(mine)).scalar_one_or_none()


def _write_over(
    connection: Connection, table: Table, rows: Sequence[Mapping[str, str | int]], key: tuple[str, ...]
) -> None:
    """Insert rows, or update those whose key exists."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    fresh = dialect.insert(table)
    changes = {name: fresh.excluded[name] for name in rows[0] if name not in key}
    connection.execute(fresh.on_conflict_do_update(index_elements=key, set_=changes), list(rows))
