"""The score sheet as numbers: totals per round and in all, and the CSV that a spreadsheet opens."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from io import StringIO
from itertools import groupby
from types import MappingProxyType
from typing import Final, Literal

from hu.app.i18n import Texts
from hu.app.ledger.statistics import Details, HandDetails
from hu.app.ledger.values import Entry, Game
from hu.app.spreadsheets import guarded, table_writer

#: The columns of a sheet as CSV, before those of the players; each is ``sheet.<name>`` in the catalogues.
COLUMNS: Final = ("hand", "kind", "round", "round_wind", "seats", "winner", "points", "tiles", "date")
#: Columns behind the players' amounts, in games that leave something on the table or need the players' statuses.
MORE_COLUMNS: Final = ("pot", "statuses")
#: The last columns: what is known of a hand beyond the sheet. They are not read again.
DETAIL_COLUMNS: Final = ("won_by", "discarder", "patterns")


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One line of the sheet.

    Attributes:
        kind: ``entry``, ``round`` for a round's total, ``total`` for the grand total.
        number: the hand's or the round's number; 0 for a payment and for the grand total.
        amounts: one for each player.
        entry: the hand or payment, for lines of kind ``entry``.
    """

    kind: Literal["entry", "round", "total"]
    number: int
    amounts: tuple[int, ...]
    entry: Entry | None = None


def sheet_lines(entries: Sequence[Entry], players: int) -> tuple[SheetLine, ...]:
    """Lay out the sheet: the hands of each round, its total after it, the grand total at the end."""
    return (*_rounds(entries, players), SheetLine("total", 0, _total(entries, players)))


def _rounds(entries: Sequence[Entry], players: int) -> Iterator[SheetLine]:
    number = 0
    for name, members in groupby(entries, key=lambda entry: entry.round):
        hands = tuple(members)
        for entry in hands:
            number += entry.kind != "payment"
            yield SheetLine("entry", number if entry.kind != "payment" else 0, entry.amounts, entry)
        yield SheetLine("round", name, _total(hands, players))


def _total(entries: Sequence[Entry], players: int) -> tuple[int, ...]:
    return tuple(sum(entry.amounts[player] for entry in entries) for player in range(players))


def _unknown(entry: Entry) -> HandDetails:
    del entry
    return HandDetails()


def to_csv(
    game: Game,
    entries: Sequence[Entry],
    t: Texts,
    zone: tzinfo,
    details: Details = _unknown,
    patterns: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Write a game for a spreadsheet, its headings in the page's language, its times in a time zone.

    Text that a spreadsheet would run as a formula is quoted with an apostrophe.

    Args:
        game: the game.
        entries: its sheet.
        t: the words.
        zone: the time zone.
        details: gives for a won hand what the sheet does not hold.
        patterns: names by their ids, of patterns and of what ends a hand without a winner.
    """
    content = StringIO()
    writer = table_writer(content)
    names = [guarded(name) for name in game.players]
    more = MORE_COLUMNS if any(entry.pot or any(entry.statuses) for entry in entries) else ()
    head, tail = ([t(f"sheet.{column}") for column in columns] for columns in (COLUMNS, (*more, *DETAIL_COLUMNS)))
    writer.writerow([*head, *names, *tail])
    for line in sheet_lines(entries, len(game.players)):
        lying = _lying(line, game) if more else []
        known = _details(line.entry, game, t, details, patterns) if line.entry else [""] * 3
        writer.writerow([*_cells(line, game, t, zone, patterns), *line.amounts, *lying, *known])
    return content.getvalue()


def _details(entry: Entry, game: Game, t: Texts, details: Details, patterns: Mapping[str, str]) -> list[str]:
    """How a hand was won, who discarded, and the winners' patterns."""
    found = details(entry) if entry.kind == "won" else HandDetails()
    way = "" if found.self_drawn is None else t("ask.self_draw" if found.self_drawn else "ask.discarded")
    source = "" if found.source is None else game.players[found.source]
    held = dict.fromkeys(name for held in found.patterns.values() for name in held)
    return [way, guarded(source), guarded(", ".join(patterns.get(name, name) for name in held))]


def _lying(line: SheetLine, game: Game) -> list[str | int]:
    """What a line leaves on the table, and the players' statuses as ``name:status``."""
    if line.entry is None:
        return [-sum(line.amounts), ""]
    statuses = zip(game.players, line.entry.statuses, strict=False)
    return [line.entry.pot, guarded(" ".join(f"{name}:{status}" for name, status in statuses if status))]


def _cells(line: SheetLine, game: Game, t: Texts, zone: tzinfo, patterns: Mapping[str, str]) -> list[str | int]:
    entry = line.entry
    if entry is None:
        name = t("sheet.grand_total") if line.kind == "total" else t("game.round", number=line.number)
        return [name, *[""] * 8]
    seats = " ".join(f"{seat or '-'}:{name}" for seat, name in zip(entry.seats, game.players, strict=True))
    return [
        line.number or "",
        t(f"sheet.kind_{entry.kind}"),
        entry.round,
        entry.round_wind or "",
        guarded(seats),
        guarded(", ".join(game.players[winner] for winner in entry.winners)),
        "" if entry.points is None else entry.points,
        guarded(patterns.get(entry.note, entry.note) if entry.kind == "drawn" else entry.note),
        entry.saved.astimezone(zone).isoformat(" ", "minutes") if entry.saved else "",
    ]
