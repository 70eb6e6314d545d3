"""Games and entries as rows of the ledger's tables, and back."""

import json
from datetime import datetime
from typing import Any

from sqlalchemy import Row

from hu.app.ledger.values import Entry, Game


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
