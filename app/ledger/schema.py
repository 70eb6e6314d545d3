"""The ledger's tables, their versions, and games and entries as rows of them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final, TypeVar

from sqlalchemy import Column, ForeignKey, Integer, MetaData, Row, String, Table, UniqueConstraint

from hu.app.ledger.values import Entry, Game

GameOrEntry = TypeVar("GameOrEntry", Game, Entry)
#: The version of the tables below.
SCHEMA_VERSION: Final = 5
#: Statements that bring the tables of a version to the next version.
UPGRADES: Final[Mapping[int, tuple[str, ...]]] = {
    1: (
        "ALTER TABLE game ADD COLUMN version INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE entry ADD COLUMN version INTEGER NOT NULL DEFAULT 1",
    ),
    2: (
        "ALTER TABLE entry ADD COLUMN pot INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE entry ADD COLUMN statuses VARCHAR NOT NULL DEFAULT '[]'",
    ),
    3: ("ALTER TABLE game ADD COLUMN tile_set VARCHAR NOT NULL DEFAULT ''",),
    4: ("ALTER TABLE entry ADD COLUMN token VARCHAR NOT NULL DEFAULT ''",),
}

metadata: Final = MetaData()
games: Final = Table(
    "game",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", String, nullable=False, unique=True),
    Column("rules", String, nullable=False),
    Column("title", String, nullable=False),
    # JSON list of names, in the order of the first seats
    Column("players", String, nullable=False),
    Column("options", String, nullable=False),  # JSON object
    Column("started", String, nullable=False),  # ISO 8601, UTC, as all times here
    Column("ended", String),
    Column("version", Integer, nullable=False, server_default="1"),
    Column("tile_set", String, nullable=False, server_default=""),
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
    Column("version", Integer, nullable=False, server_default="1"),
    Column("pot", Integer, nullable=False, server_default="0"),
    # JSON list, one status or null for each player
    Column("statuses", String, nullable=False, server_default="[]"),
    Column("token", String, nullable=False, server_default=""),
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
#: Used on database servers only. An SQLite file has a field for it in its header.
schema_versions: Final = Table("hu_version", MetaData(), Column("version", Integer, nullable=False))


#: Columns with JSON.
_JSON: Final = frozenset({"players", "options", "amounts", "seats", "winners", "statuses"})
#: Columns with times.
_TIMES: Final = frozenset({"started", "ended", "saved"})
#: Columns that ``row_values`` leaves out, because the ledger sets them itself.
_SET_BY_LEDGER: Final = frozenset({"id", "saved", "version"})


#: The value of a column. A damaged file may hold any of them in any column.
ColumnValue = str | int | float | bytes | None


def row_values(value: Game | Entry) -> dict[str, ColumnValue]:
    """Return the columns of a game or an entry.

    Its number, its version and the time when it was first saved are left out.
    """
    columns: dict[str, ColumnValue] = {}
    for field in fields(value):
        if field.name not in _SET_BY_LEDGER:
            columns[field.name] = _to_column(field.name, getattr(value, field.name))
    return columns


@dataclass(frozen=True, slots=True)
class RawRows:
    """The rows of a game as the tables hold them, sound or not.

    Attributes:
        game: the game's own row.
        entries: the rows of its entries.
    """

    game: dict[str, ColumnValue]
    entries: list[dict[str, ColumnValue]]


def value_of(row: Row[Any], kind: type[GameOrEntry]) -> GameOrEntry:
    """Read a row as a game or an entry.

    Raises:
        ValueError: a column holds something else.
        TypeError: a column holds something else.
    """
    values: dict[str, Any] = {}
    for field in fields(kind):
        values[field.name] = _from_column(field.name, getattr(row, field.name))
    return kind(**values)


def _to_column(name: str, content: Any) -> ColumnValue:
    """Return the value of a field as the column of the same name holds it."""
    if name == "options":
        # A game may have another mapping than a dictionary, which JSON needs.
        content = dict(content)
    if name in _JSON:
        return json.dumps(content, ensure_ascii=False)
    if name in _TIMES and content is not None:
        content = content.isoformat()
    column: ColumnValue = content
    return column


def _from_column(name: str, content: Any) -> Any:
    """Return the content of a column as the field of the same name holds it."""
    if name == "options":
        return json.loads(content)
    if name in _JSON:
        return tuple(json.loads(content))
    if name in _TIMES and content is not None:
        return datetime.fromisoformat(content)
    return content
