"""The ledger's tables, their versions, and games and entries as rows of them."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Column, ForeignKey, Integer, MetaData, Row, String, Table, UniqueConstraint

from hu.app.ledger.values import Entry, Game

#: Of the tables below.
VERSION: Final = 5
#: What brings the tables of an older version to the next one.
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
    Column("players", String, nullable=False),  # JSON list of names, in the order of the first seats
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
    Column("statuses", String, nullable=False, server_default="[]"),  # JSON list, one status or null for each player
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
#: On database servers only; an SQLite file has a field for it in its header.
versions: Final = Table("hu_version", MetaData(), Column("version", Integer, nullable=False))


def game_values(game: Game) -> dict[str, Any]:
    """Return the columns of a game, all but its number and its version."""
    return {
        "code": game.code,
        "rules": game.rules,
        "title": game.title,
        "players": json.dumps(game.players, ensure_ascii=False),
        "options": json.dumps(dict(game.options)),
        "started": game.started.isoformat(),
        "ended": game.ended.isoformat() if game.ended else None,
        "tile_set": game.tile_set,
    }


def game_of(row: Row[Any]) -> Game:
    """Read a game's row."""
    return Game(
        code=row.code,
        rules=row.rules,
        title=row.title,
        players=tuple(json.loads(row.players)),
        options=json.loads(row.options),
        started=datetime.fromisoformat(row.started),
        ended=datetime.fromisoformat(row.ended) if row.ended else None,
        version=row.version,
        tile_set=row.tile_set,
    )


def entry_values(entry: Entry) -> dict[str, Any]:
    """Return the columns of an entry, all but its number, its game, its time and its version."""
    return {
        "kind": entry.kind,
        "amounts": json.dumps(entry.amounts),
        "seats": json.dumps(entry.seats),
        "round": entry.round,
        "round_wind": entry.round_wind,
        "winners": json.dumps(entry.winners),
        "points": entry.points,
        "note": entry.note,
        "draft": entry.draft,
        "pot": entry.pot,
        "statuses": json.dumps(entry.statuses),
        "token": entry.token,
    }


def entry_of(row: Row[Any]) -> Entry:
    """Read an entry's row."""
    return Entry(
        kind=row.kind,
        amounts=tuple(json.loads(row.amounts)),
        seats=tuple(json.loads(row.seats)),
        round=row.round,
        round_wind=row.round_wind,
        winners=tuple(json.loads(row.winners)),
        points=row.points,
        note=row.note,
        draft=row.draft,
        pot=row.pot,
        statuses=tuple(json.loads(row.statuses)),
        token=row.token,
        id=row.id,
        saved=datetime.fromisoformat(row.saved),
        version=row.version,
    )
