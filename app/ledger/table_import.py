"""Reads the table of a game that was downloaded as CSV, in any of the page's languages."""

import csv
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from io import StringIO
from itertools import combinations

from hu.app.i18n import LANGUAGES, Texts, texts
from hu.app.ledger.exchange import Sheet
from hu.app.ledger.ledger import new_code
from hu.app.ledger.names import checked_names
from hu.app.ledger.sheet import COLUMNS, DETAIL_COLUMNS, MORE_COLUMNS
from hu.app.ledger.values import Entry, Game, Kind, check_entry
from hu.app.spreadsheets import unguarded
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS

_KINDS: tuple[Kind, ...] = ("won", "drawn", "payment")


def game_from_csv(text: str, rules: str) -> Sheet:
    """Read a game; the table does not name its rules, and gets a new code.

    Args:
        text: what ``to_csv`` wrote, perhaps saved again by a spreadsheet with commas, semicolons or tabs.
        rules: the name of the rule set.

    Raises:
        InputError: it is another table; the line is named.
    """
    heading = text.lstrip("\ufeff").split("\n", 1)[0]
    delimiter = max(",;\t", key=heading.count)
    try:
        rows = list(csv.reader(StringIO(text.lstrip("\ufeff"), newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise InputError(f"not a table: {error}") from error
    t = _language(rows[0] if rows else [])
    names = rows[0][len(COLUMNS) :]
    for columns in (DETAIL_COLUMNS, MORE_COLUMNS):
        if names[-len(columns) :] == [t(f"sheet.{column}") for column in columns]:
            names = names[: -len(columns)]
    players = checked_names(list(map(unguarded, names)))
    entries = tuple(_entries(rows, players, t))
    started = min((entry.saved for entry in entries if entry.saved), default=datetime.now(UTC))
    return Game(new_code(), rules, "", players, {}, started), entries


def _language(heading: Sequence[str]) -> Texts:
    for language in LANGUAGES:
        t = texts(language)
        if list(heading[: len(COLUMNS)]) == [t(f"sheet.{column}") for column in COLUMNS]:
            return t
    raise InputError("line 1: not the headings of a score sheet that was downloaded as CSV")


def _entries(rows: Sequence[Sequence[str]], players: tuple[str, ...], t: Texts) -> Iterator[Entry]:
    lying = t(f"sheet.{MORE_COLUMNS[0]}") in rows[0][len(COLUMNS) + len(players) :]
    kinds = {t(f"sheet.kind_{kind}"): kind for kind in _KINDS}
    for number, row in enumerate(rows[1:], 2):
        # Totals have no kind.
        if len(row) > 1 and row[1]:
            try:
                entry = _entry(row, players, kinds, lying=lying)
                check_entry(entry, len(players))
            except (ValueError, KeyError, IndexError, InputError) as error:
                raise InputError(f"line {number}: {error}") from error
            yield entry


def _entry(row: Sequence[str], players: tuple[str, ...], kinds: dict[str, Kind], *, lying: bool) -> Entry:
    cells = dict(zip(COLUMNS, row, strict=False))
    pot, statuses = row[len(COLUMNS) + len(players) :][:2] if lying else ("", "")
    return Entry(
        kind=kinds[cells["kind"]],
        amounts=tuple(int(amount) for amount in row[len(COLUMNS) : len(COLUMNS) + len(players)]),
        seats=tuple(_seats(unguarded(cells["seats"]), players)),
        round=int(cells["round"]),
        round_wind=cells["round_wind"] if cells["round_wind"] in SEATS else None,
        winners=_winners(unguarded(cells["winner"]), players),
        points=int(cells["points"]) if cells["points"] else None,
        note=unguarded(cells["tiles"]),
        pot=int(pot or 0),
        statuses=_statuses(unguarded(statuses), players),
        saved=_time(cells["date"]) if cells["date"] else None,
    )


def _time(text: str) -> datetime:
    time = datetime.fromisoformat(text)
    if time.tzinfo is None:
        raise InputError(f"date: {text[:40]!r} names no offset from UTC, such as +01:00")
    return time


def _seats(text: str, players: Sequence[str]) -> Iterator[str | None]:
    """Names may hold blanks and colons: each is looked for where it must begin."""
    for name in players:
        seat, text = text[:1], text[1:].removeprefix(":")
        if seat not in (*SEATS, "-") or not text.startswith(name):
            raise InputError(f"no seat for {name}")
        text = text[len(name) :].lstrip()
        yield None if seat == "-" else seat


def _statuses(text: str, players: Sequence[str]) -> tuple[str | None, ...]:
    """Each player's status after the name and a colon; names may hold blanks and colons, statuses hold neither."""
    if not text:
        return ()
    found: list[str | None] = []
    for name in players:
        status = None
        if text.startswith(f"{name}:"):
            status, _, text = text[len(name) + 1 :].partition(" ")
        found.append(status)
    if text:
        raise InputError(f"{text[:40]!r} is no player's status")
    return tuple(found)


def _winners(text: str, players: Sequence[str]) -> tuple[int, ...]:
    if not text:
        return ()
    for count in range(1, len(players)):
        for winners in combinations(range(len(players)), count):
            if text == ", ".join(players[winner] for winner in winners):
                return winners
    raise InputError(f"{text[:40]!r} does not play")
