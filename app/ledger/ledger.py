"""The ledger: games and their hands in one SQLite file, shared by every table and browser of the server.

Amounts are points, positive for a player who is paid. Times are UTC.
"""

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Final

from platformdirs import user_data_path
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.dialects.sqlite import insert as upsert

from hu.app.ledger.schema import drafts, entries, games, open_engine, visits
from hu.app.ledger.values import (
    NAME_LENGTH,
    Entry,
    Game,
    LedgerError,
    Option,
    check_amounts,
    checked_names,
    entry_of,
    entry_values,
    game_of,
    game_values,
)

#: Figures and letters of a game's code that nobody mixes up when reading it aloud.
_CODE_SIGNS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_DRAFTS_KEPT_DAYS: Final = 30


def default_path() -> Path:
    """Return the ledger in the user's data folder."""
    return user_data_path("hu-mahjong") / "games.sqlite"


class Ledger:
    """Reads and writes one games file; safe to use from several threads and processes at once."""

    def __init__(self, path: Path) -> None:
        self._engine = open_engine(path)
        self._writing = self._engine.execution_options(write=True)

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()

    def create_game(
        self, rules: str, players: Sequence[str], title: str = "", options: Mapping[str, Option] | None = None
    ) -> Game:
        """Begin a game.

        Raises:
            LedgerError: fewer than three or more than four players, or a name is empty, too long or used twice.
        """
        names = checked_names(players)
        code = "".join(secrets.choice(_CODE_SIGNS) for _ in range(8))
        game = Game(code, rules, " ".join(title.split())[:NAME_LENGTH], names, dict(options or {}), _now())
        with self._writing.begin() as connection:
            connection.execute(insert(games).values(game_values(game)))
        return game

    def game(self, code: str) -> Game | None:
        """Find a game by its code, written in any case and with or without blanks."""
        with self._engine.begin() as connection:
            row = connection.execute(select(games).where(games.c.code == _tidy(code))).first()
        return game_of(row) if row else None

    def change_game(self, game: Game) -> None:
        """Save a game's title, players, options and end.

        Raises:
            LedgerError: the names are wrong, or there are more or fewer than before.
        """
        names = checked_names(game.players)
        with self._writing.begin() as connection:
            number = _number(connection, game.code)
            before = connection.execute(select(games.c.players).where(games.c.id == number)).scalar_one()
            if len(json.loads(before)) != len(names):
                raise LedgerError("players-change", "the number of players cannot change; begin a new game")
            values = game_values(replace(game, players=names))
            connection.execute(update(games).where(games.c.id == number).values(values))

    def games(self) -> tuple[Game, ...]:
        """List every game, the latest first; for the owner of the file."""
        with self._engine.begin() as connection:
            return tuple(map(game_of, connection.execute(select(games).order_by(games.c.id.desc()))))

    def games_of(self, browser: str) -> tuple[Game, ...]:
        """List the games that a browser has opened, the last one opened first."""
        seen = select(games).join(visits, visits.c.game_id == games.c.id).where(visits.c.browser == _secret(browser))
        with self._engine.begin() as connection:
            return tuple(map(game_of, connection.execute(seen.order_by(visits.c.seen.desc(), games.c.id.desc()))))

    def visit(self, browser: str, code: str) -> None:
        """Remember that a browser has opened a game."""
        with self._writing.begin() as connection:
            row = {"browser": _secret(browser), "game_id": _number(connection, code), "seen": _now().isoformat()}
            fresh = upsert(visits).values(row)
            connection.execute(fresh.on_conflict_do_update(["browser", "game_id"], set_={"seen": row["seen"]}))

    def entries(self, code: str) -> tuple[Entry, ...]:
        """List a game's hands and payments in their order."""
        with self._engine.begin() as connection:
            mine = select(entries).where(entries.c.game_id == _number(connection, code)).order_by(entries.c.id)
            return tuple(map(entry_of, connection.execute(mine)))

    def add(self, code: str, entry: Entry, known: int) -> Entry:
        """Append a hand or a payment.

        Args:
            code: the game.
            entry: what to save.
            known: how many entries the player who saves has seen.

        Raises:
            LedgerError: there are more or fewer by now.
            LedgerError: the amounts do not fit the game's players or do not add up to 0.
        """
        with self._writing.begin() as connection:
            number = _number(connection, code)
            _check_fit(connection, number, entry)
            count = connection.execute(select(func.count()).where(entries.c.game_id == number)).scalar_one()
            if count != known:
                raise LedgerError("sheet-changed", "somebody else has changed the sheet; look at it, then save again")
            values = entry_values(entry) | {"game_id": number, "saved": _now().isoformat()}
            saved = connection.execute(insert(entries).values(values).returning(entries)).one()
        return entry_of(saved)

    def change(self, code: str, entry: Entry) -> None:
        """Replace the entry that has ``entry.id``.

        Raises:
            LedgerError: it has been deleted meanwhile.
            LedgerError: the amounts do not fit.
        """
        with self._writing.begin() as connection:
            number = _number(connection, code)
            _check_fit(connection, number, entry)
            mine = (entries.c.id == entry.id) & (entries.c.game_id == number)
            if connection.execute(update(entries).where(mine).values(entry_values(entry))).rowcount == 0:
                raise LedgerError("hand-deleted", "somebody else has deleted this hand meanwhile")

    def remove(self, code: str, number: int) -> None:
        """Delete an entry; nothing happens if it is gone already."""
        with self._writing.begin() as connection:
            game = _number(connection, code)
            connection.execute(delete(entries).where((entries.c.id == number) & (entries.c.game_id == game)))

    def restore(self, code: str, entry: Entry) -> None:
        """Put a deleted entry back where it was.

        Raises:
            LedgerError: its place has been taken meanwhile.
        """
        with self._writing.begin() as connection:
            saved = (entry.saved or _now()).isoformat()
            values = entry_values(entry) | {"game_id": _number(connection, code), "id": entry.id, "saved": saved}
            if connection.execute(upsert(entries).values(values).on_conflict_do_nothing()).rowcount == 0:
                raise LedgerError("sheet-changed", "somebody else has changed the sheet; look at it, then save again")

    def save_draft(self, browser: str, place: str, content: str) -> None:
        """Keep what a browser is working on, so that a reload or a restart of the server loses nothing."""
        row = {"browser": _secret(browser), "place": place, "content": content, "saved": _now().isoformat()}
        fresh = upsert(drafts).values(row)
        updated = {"content": content, "saved": row["saved"]}
        with self._writing.begin() as connection:
            connection.execute(fresh.on_conflict_do_update(["browser", "place"], set_=updated))
            old = func.julianday("now") - func.julianday(drafts.c.saved) > _DRAFTS_KEPT_DAYS
            connection.execute(delete(drafts).where(old))

    def draft(self, browser: str, place: str) -> str | None:
        """Return what a browser was working on."""
        mine = (drafts.c.browser == _secret(browser)) & (drafts.c.place == place)
        with self._engine.begin() as connection:
            return connection.execute(select(drafts.c.content).where(mine)).scalar_one_or_none()


def _now() -> datetime:
    return datetime.now(UTC)


def _tidy(code: str) -> str:
    return "".join(code.split()).upper().replace("-", "")


def _secret(browser: str) -> str:
    # A copy of the file must not open other people's drafts: it holds no browser's key, only its fingerprint.
    return sha256(browser.encode()).hexdigest()


def _number(connection: Connection, code: str) -> int:
    number: int | None = connection.execute(select(games.c.id).where(games.c.code == _tidy(code))).scalar_one_or_none()
    if number is None:
        sentence = "no game has the code {code}; check it on the screen where the game is open"
        raise LedgerError("code-unknown", sentence, code=_tidy(code)[:12])
    return number


def _check_fit(connection: Connection, game: int, entry: Entry) -> None:
    players = connection.execute(select(games.c.players).where(games.c.id == game)).scalar_one()
    check_amounts(entry, len(json.loads(players)))
