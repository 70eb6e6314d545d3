"""Games with their entries, kept in memory as long as nobody changes them: the page asks for them after every tap."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, Engine, bindparam, func, select

from hu.app.ledger.rows import entry_of, game_of
from hu.app.ledger.schema import entries, games
from hu.app.ledger.values import Entry, Game, LedgerError

#: As many as games that a club plays at once.
_KEPT: Final = 64
#: Different after any change to a game or its sheet.
Stamp = tuple[int | str, ...]

# Made once: to make it costs more than to run it. The time of the last entry is in it because SQLite gives the number
# of a deleted last entry to the next one.
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
class Sheet:
    """A game with its entries, in their order, as they stood at a stamp."""

    stamp: Stamp
    game: Game
    entries: tuple[Entry, ...]


class Sheets:
    """Reads sheets again only when they have changed.

    Args:
        engine: of the ledger.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._kept: dict[str, Sheet] = {}

    def __len__(self) -> int:
        """Count the sheets in memory."""
        return len(self._kept)

    def read(self, code: str) -> Sheet | None:
        """Read a game's sheet; None if there is no game with this code."""
        code = tidied_code(code)
        known = self._kept.get(code)
        try:
            with self._engine.begin() as connection:
                sheet = _sheet(connection, code, known)
        except (ValueError, TypeError) as error:
            sentence = "game {code}: its sheet cannot be read: {reason}; 'hu games check --repair' sets it apart"
            raise LedgerError("sheet-damaged", sentence, code=code, reason=str(error)) from None
        if sheet is not None and sheet is not known:
            self._keep(code, sheet)
        return sheet

    def _keep(self, code: str, sheet: Sheet) -> None:
        while len(self._kept) >= _KEPT:
            # Another thread may have been faster.
            self._kept.pop(next(iter(self._kept), ""), None)
        self._kept[code] = sheet


def _sheet(connection: Connection, code: str, known: Sheet | None) -> Sheet | None:
    stamp = stamp_of(connection, code)
    if known is not None and known.stamp == stamp:
        return known
    # What others save once the stamp has been taken changes it, and is read again the next time.
    game = find_game(connection, code)
    mine = select(entries).join(games).where(games.c.code == code).order_by(entries.c.id)
    return Sheet(stamp, game, tuple(map(entry_of, connection.execute(mine)))) if stamp and game else None


def stamp_of(connection: Connection, code: str) -> Stamp | None:
    """Return a game's stamp; None if there is no game with this code."""
    row = connection.execute(_STAMP, {"code": tidied_code(code)}).first()
    # PostgreSQL sums up to decimal numbers.
    return None if row is None else tuple(value if isinstance(value, str) else int(value) for value in row)


def find_game(connection: Connection, code: str) -> Game | None:
    """Read a game by its code."""
    row = connection.execute(select(games).where(games.c.code == tidied_code(code))).first()
    return game_of(row) if row else None


def tidied_code(code: str) -> str:
    """Return a code as it is stored, however it was written."""
    return "".join(code.split()).upper().replace("-", "")
