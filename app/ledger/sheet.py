"""The score sheet as numbers: totals per round and in all, the CSV that a spreadsheet opens, statistics of evenings."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from io import StringIO
from itertools import groupby
from types import MappingProxyType
from typing import Final, Literal

from hu.app.i18n import Texts
from hu.app.ledger.values import Entry, Game
from hu.app.spreadsheets import guard_cell, table_writer

#: The columns of a sheet as CSV, before those of the players; each is ``sheet.<name>`` in the catalogues.
COLUMNS: Final = (
    "hand",
    "kind",
    "round",
    "round_wind",
    "seats",
    "winner",
    "points",
    "tiles",
    "date",
)
#: Columns behind the players' amounts, in games that leave something on the table or need the players' statuses.
MORE_COLUMNS: Final = ("pot", "statuses")
#: The last columns: what is known of a hand beyond the sheet. They are not read again.
DETAIL_COLUMNS: Final = ("won_by", "discarder", "patterns")


@dataclass(frozen=True, slots=True)
class HandDetails:
    """What a sheet does not say of a won hand."""

    self_drawn: bool | None = (
        None  # whether the winning tile was drawn; None where nobody knows any more
    )
    source: int | None = None  # who discarded it or was robbed of it, counted from 0
    # The patterns of each winner, by the player's number.
    patterns: dict[int, tuple[str, ...]] = field(default_factory=dict)


@dataclass(slots=True)
class PlayerRecord:
    """What one player's evenings add up to."""

    name: str  # as the games spell it
    games: int = 0  # games with at least one hand
    hands: int = 0  # hands played, drawn ones included; hands that the player sat out are not
    won: int = 0  # hands won
    self_drawn: int = 0  # of these, with a drawn tile
    discarded: int = 0  # hands that others won with this player's discard
    balance: int = 0  # all that was paid and received, payments entered by hand included
    best: int = 0  # the points of the best hand won; 0 without one
    # The balance before the first game and after each, also those that the player was not in.
    course: tuple[int, ...] = (0,)


@dataclass(frozen=True, slots=True)
class Statistics:
    """What several games add up to."""

    players: tuple[PlayerRecord, ...]  # the players, the highest balance first
    patterns: tuple[
        tuple[str, int], ...
    ]  # how often each pattern was made, the most frequent first
    by_player: dict[str, Counter[str]]  # for each pattern, how often each player made it
    hands: int  # hands played, drawn ones included
    drawn: int  # hands that nobody won


#: Gives what the page kept of a won hand.
Details = Callable[[Entry], HandDetails]


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One line of the sheet."""

    kind: Literal[
        "entry", "round", "total"
    ]  # ``entry``, ``round`` for a round's total, ``total`` for the grand total
    number: int  # the hand's or the round's number; 0 for a payment and for the grand total
    amounts: tuple[int, ...]  # one for each player
    entry: Entry | None = None  # the hand or payment, for lines of kind ``entry``


def sheet_lines(entries: Sequence[Entry], players: int) -> tuple[SheetLine, ...]:
    """Lay out the sheet: the hands of each round, its total after it, the grand total at the end."""
    lines, number = [], 0
    for name, members in groupby(entries, key=lambda entry: entry.round):
        hands = tuple(members)
        for entry in hands:
            number += entry.kind != "payment"
            lines.append(
                SheetLine("entry", number if entry.kind != "payment" else 0, entry.amounts, entry)
            )
        lines.append(SheetLine("round", name, _total(hands, players)))
    return (*lines, SheetLine("total", 0, _total(entries, players)))


def _total(entries: Sequence[Entry], players: int) -> tuple[int, ...]:
    return tuple(sum(entry.amounts[player] for entry in entries) for player in range(players))


def to_csv(
    game: Game,
    entries: Sequence[Entry],
    t: Texts,
    zone: tzinfo,
    details: Details = lambda entry: HandDetails(),  # noqa: ARG005
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
    names = [guard_cell(name) for name in game.players]
    more = MORE_COLUMNS if any(entry.pot or any(entry.statuses) for entry in entries) else ()
    head, tail = (
        [t(f"sheet.{column}") for column in columns]
        for columns in (COLUMNS, (*more, *DETAIL_COLUMNS))
    )
    writer.writerow([*head, *names, *tail])
    for line in sheet_lines(entries, len(game.players)):
        # What a line leaves on the table, and the players' statuses as "name:status".
        more_cells: list[str | int] = [-sum(line.amounts), ""]
        detail_cells = [""] * len(DETAIL_COLUMNS)
        if entry := line.entry:
            statuses = zip(game.players, entry.statuses, strict=False)
            more_cells = [
                entry.pot,
                guard_cell(" ".join(f"{name}:{status}" for name, status in statuses if status)),
            ]
            found = details(entry) if entry.kind == "won" else HandDetails()
            way = (
                ""
                if found.self_drawn is None
                else t("ask.self_draw" if found.self_drawn else "ask.discarded")
            )
            source = "" if found.source is None else game.players[found.source]
            held = dict.fromkeys(name for each in found.patterns.values() for name in each)
            detail_cells = [
                way,
                guard_cell(source),
                guard_cell(", ".join(patterns.get(name, name) for name in held)),
            ]
        optional = more_cells if more else ()
        writer.writerow(
            [*_cells(line, game, t, zone, patterns), *line.amounts, *optional, *detail_cells]
        )
    return content.getvalue()


def _cells(
    line: SheetLine, game: Game, t: Texts, zone: tzinfo, patterns: Mapping[str, str]
) -> list[str | int]:
    entry = line.entry
    if entry is None:
        name = (
            t("sheet.grand_total") if line.kind == "total" else t("game.round", number=line.number)
        )
        return [name, *[""] * 8]
    seats = " ".join(
        f"{seat or '-'}:{name}" for seat, name in zip(entry.seats, game.players, strict=True)
    )
    return [
        line.number or "",
        t(f"sheet.kind_{entry.kind}"),
        entry.round,
        entry.round_wind or "",
        guard_cell(seats),
        guard_cell(", ".join(game.players[winner] for winner in entry.winners)),
        "" if entry.points is None else entry.points,
        guard_cell(patterns.get(entry.note, entry.note) if entry.kind == "drawn" else entry.note),
        entry.saved.astimezone(zone).isoformat(" ", "minutes") if entry.saved else "",
    ]


def statistics(sheets: Iterable[tuple[Game, Sequence[Entry]]], details: Details) -> Statistics:
    """Add up games; players of one name, in capitals or not, are one player.

    Args:
        sheets: the games with their sheets, the earliest first.
        details: gives for a won hand what the sheet does not hold.
    """
    records: dict[str, PlayerRecord] = {}
    by_player: dict[str, Counter[str]] = {}
    hands = drawn = 0
    for count, (game, entries) in enumerate(sheets, 1):
        played = [entry for entry in entries if entry.kind != "payment"]
        hands += len(played)
        drawn += sum(entry.kind == "drawn" for entry in played)
        fresh = (0,) * count
        players = [
            records.setdefault(name.casefold(), PlayerRecord(name, course=fresh))
            for name in game.players
        ]
        for index, player in enumerate(players):
            player.games += bool(played)
            player.balance += sum(entry.amounts[index] for entry in entries)
            player.hands += sum(entry.seats[index] is not None for entry in played)
        for entry in played:
            if entry.kind != "won":
                continue
            known = details(entry)
            for number in entry.winners:
                winner = players[number]
                winner.won += 1
                winner.self_drawn += bool(known.self_drawn)
                winner.best = max(winner.best, entry.points or 0)
                for pattern in known.patterns.get(number, ()):
                    by_player.setdefault(pattern, Counter())[winner.name] += 1
            if known.source is not None:
                players[known.source].discarded += 1
        for record in records.values():
            record.course = (*record.course, record.balance)
    ranked = sorted(records.values(), key=lambda player: (-player.balance, player.name))
    counted = {pattern: counter.total() for pattern, counter in by_player.items()}
    patterns = tuple(sorted(counted.items(), key=lambda item: (-item[1], item[0])))
    return Statistics(
        tuple(player for player in ranked if player.games), patterns, by_player, hands, drawn
    )
