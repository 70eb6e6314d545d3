"""A game's sheet as CSV, for a spreadsheet."""

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from io import StringIO
from types import MappingProxyType
from typing import Final

from hu.app.i18n import Texts
from hu.app.ledger.sheet import Details, HandDetails, SheetLine, sheet_lines
from hu.app.ledger.values import Entry, Game
from hu.app.spreadsheets import guard_cell, table_writer

#: The columns before those of the players; each is ``sheet.<name>`` in the catalogues.
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
#: Columns behind the players' amounts, in games that leave something on the table or need the
#: players' statuses.
MORE_COLUMNS: Final = ("pot", "statuses")
#: The last columns: facts about a hand beyond the sheet. They are not read again.
DETAIL_COLUMNS: Final = ("won_by", "discarder", "patterns")


def to_csv(
    game: Game,
    entries: Sequence[Entry],
    t: Texts,
    zone: tzinfo,
    details: Details = lambda entry: HandDetails(),  # noqa: ARG005
    patterns: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Write a game for a spreadsheet, with headings in the page's language.

    Text that a spreadsheet would run as a formula is quoted with an apostrophe.

    Args:
        game: the game.
        entries: its sheet.
        t: the words.
        zone: the time zone of the times.
        details: returns the facts about a won hand that the sheet does not hold.
        patterns: names by ids, of patterns and of what ends a hand without a winner.
    """
    more_columns: tuple[str, ...] = ()
    for entry in entries:
        if entry.pot or any(entry.statuses):
            more_columns = MORE_COLUMNS

    content = StringIO()
    writer = table_writer(content)
    headings = [t(f"sheet.{column}") for column in COLUMNS]
    headings += [guard_cell(name) for name in game.players]
    headings += [t(f"sheet.{column}") for column in more_columns + DETAIL_COLUMNS]
    writer.writerow(headings)

    for line in sheet_lines(entries, len(game.players)):
        if line.entry is None:
            cells: list[str | int] = [""] * len(COLUMNS)
            cells[0] = _total_name(line, t)
        else:
            cells = _entry_cells(line.entry, line.number, game, t, zone, patterns)
        cells += line.amounts
        if more_columns:
            cells += _more_cells(line, game)
        cells += _detail_cells(line.entry, game, t, details, patterns)
        writer.writerow(cells)
    return content.getvalue()


def _total_name(line: SheetLine, t: Texts) -> str:
    if line.kind == "total":
        return t("sheet.grand_total")
    return t("game.round", number=line.number)


def _entry_cells(
    entry: Entry, number: int, game: Game, t: Texts, zone: tzinfo, names: Mapping[str, str]
) -> list[str | int]:
    """Return the cells of ``COLUMNS`` for a hand or a payment."""
    seats = []
    for seat, player in zip(entry.seats, game.players, strict=True):
        seats.append(f"{seat or '-'}:{player}")
    winners = [game.players[winner] for winner in entry.winners]
    note = entry.note
    if entry.kind == "drawn":
        # The note of a hand that nobody won is the id of its reason.
        note = names.get(note, note)
    saved = ""
    if entry.saved:
        saved = entry.saved.astimezone(zone).isoformat(" ", "minutes")
    return [
        number or "",
        t(f"sheet.kind_{entry.kind}"),
        entry.round,
        entry.round_wind or "",
        guard_cell(" ".join(seats)),
        guard_cell(", ".join(winners)),
        "" if entry.points is None else entry.points,
        guard_cell(note),
        saved,
    ]


def _more_cells(line: SheetLine, game: Game) -> list[str | int]:
    """Return the points that a line leaves on the table, and the statuses as "player:status"."""
    if line.entry is None:
        return [-sum(line.amounts), ""]
    statuses = []
    for player, status in zip(game.players, line.entry.statuses, strict=False):
        if status:
            statuses.append(f"{player}:{status}")
    return [line.entry.pot, guard_cell(" ".join(statuses))]


def _detail_cells(
    entry: Entry | None, game: Game, t: Texts, details: Details, names: Mapping[str, str]
) -> list[str]:
    """Return the cells of ``DETAIL_COLUMNS``, which are empty unless somebody won."""
    if entry is None or entry.kind != "won":
        return [""] * len(DETAIL_COLUMNS)
    hand = details(entry)
    if hand.self_drawn is None:
        way = ""
    elif hand.self_drawn:
        way = t("ask.self_draw")
    else:
        way = t("ask.discarded")
    source = "" if hand.source is None else game.players[hand.source]
    # Each pattern once, in the order of the first winner who made it.
    pattern_names: dict[str, str] = {}
    for patterns in hand.patterns.values():
        for pattern in patterns:
            pattern_names[pattern] = names.get(pattern, pattern)
    return [way, guard_cell(source), guard_cell(", ".join(pattern_names.values()))]
