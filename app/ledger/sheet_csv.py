"""A game's sheet as CSV, for a spreadsheet."""

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from io import StringIO
from typing import Final

from hu.app.i18n import Texts
from hu.app.ledger.sheet import HandDetails, SheetFacts, SheetLine, sheet_lines
from hu.app.ledger.values import Entry, Game
from hu.app.spreadsheets import guard_cell, table_writer

#: The columns before those of the players. Each is ``sheet.<name>`` in the catalogues.
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
#: Columns behind the players' amounts, in games with points in the pot or with statuses.
POT_AND_STATUS_COLUMNS: Final = ("pot", "statuses")
#: Columns behind these: facts about a hand beyond the sheet.
DETAIL_COLUMNS: Final = ("won_by", "discarder", "patterns")
#: The column behind the detail columns in games in which players declare riichi.
_DECLARED: Final = "declared"


def to_csv(
    game: Game, entries: Sequence[Entry], t: Texts, zone: tzinfo, facts: SheetFacts | None = None
) -> str:
    """Write a game for a spreadsheet, with headings in the page's language.

    The totals are those of the page's sheet. Text that a spreadsheet would run as a formula is
    quoted with an apostrophe.

    Args:
        game: the game.
        entries: its sheet.
        t: the words.
        zone: the time zone of the times.
        facts: facts that the entries do not hold. None if nothing is known.
    """
    facts = facts or SheetFacts()
    details_of_entries = [facts.details(entry) for entry in entries]
    pot_columns: tuple[str, ...] = ()
    if any(_has_pot_or_status(entry) for entry in entries):
        pot_columns = POT_AND_STATUS_COLUMNS
    detail_columns: tuple[str, ...] = DETAIL_COLUMNS
    if any(details.declared is not None for details in details_of_entries):
        detail_columns = (*DETAIL_COLUMNS, _DECLARED)

    content = StringIO()
    writer = table_writer(content)
    headings = [t(f"sheet.{column}") for column in COLUMNS]
    headings += [guard_cell(name) for name in game.players]
    headings += [t(f"sheet.{column}") for column in pot_columns + detail_columns]
    writer.writerow(headings)
    if facts.start:
        start_cells: list[str | int] = [""] * len(COLUMNS)
        start_cells[0] = t("sheet.start")
        start_cells += [facts.start] * len(game.players)
        start_cells += [""] * len(pot_columns + detail_columns)
        writer.writerow(start_cells)

    # The lines of the entries have the order of the entries, so each takes the next details.
    details_in_order = iter(details_of_entries)
    for line in sheet_lines(entries, len(game.players), facts.fines):
        if line.entry is None:
            cells: list[str | int] = [""] * len(COLUMNS)
            cells[0] = _total_name(line, t)
            detail_cells = [""] * len(detail_columns)
        else:
            details = next(details_in_order)
            cells = _entry_cells(
                line.entry,
                details,
                number=line.number,
                game=game,
                t=t,
                zone=zone,
                names=facts.names,
            )
            # The last cell, the players who declared riichi, may have no column.
            all_detail_cells = _detail_cells(line.entry, details, game, t, facts.names)
            detail_cells = all_detail_cells[: len(detail_columns)]
        # The points that players begin with count in the grand total alone.
        start = facts.start if line.kind == "total" else 0
        cells += [start + amount for amount in line.amounts]
        if pot_columns:
            cells += _pot_and_status_cells(line, game, facts.names)
        cells += detail_cells
        writer.writerow(cells)
    return content.getvalue()


def _has_pot_or_status(entry: Entry) -> bool:
    """Whether a hand changed the points on the table, or one of its players has a status."""
    return entry.pot != 0 or any(entry.statuses)


def _total_name(line: SheetLine, t: Texts) -> str:
    if line.kind == "total":
        return t("sheet.grand_total")
    return t("game.round", number=line.number)


def _entry_cells(
    entry: Entry,
    details: HandDetails,
    *,
    number: int,
    game: Game,
    t: Texts,
    zone: tzinfo,
    names: Mapping[str, str],
) -> list[str | int]:
    """Return the cells of ``COLUMNS`` for a hand or a payment.

    Args:
        entry: the hand or payment.
        details: the facts about the hand beyond the sheet.
        number: the number of the hand. 0 for a payment.
        game: names the players.
        t: the words.
        zone: the time zone of the times.
        names: the names of the reasons why nobody won, by their ids.
    """
    seats = []
    for seat, player in zip(entry.seats, game.players, strict=True):
        seats.append(f"{seat or '-'}:{player}")
    winners = [game.players[winner] for winner in entry.winners]
    note = entry.note
    if entry.kind == "drawn":
        # The note of a hand that nobody won is the id of its reason.
        note = names.get(note, note)
    points: str | int = "" if entry.points is None else entry.points
    if len(entry.winners) > 1:
        # The entry has no points then, and the tiles of one winner alone.
        points = _list_by_winner(details.points, game, t)
        note = _list_by_winner(details.tiles, game, t) or note
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
        guard_cell(points) if isinstance(points, str) else points,
        guard_cell(note),
        saved,
    ]


def _pot_and_status_cells(line: SheetLine, game: Game, names: Mapping[str, str]) -> list[str | int]:
    """Return the points that a line leaves on the table, and the statuses as "player:status"."""
    if line.entry is None:
        return [line.pot, ""]
    statuses = []
    # An entry has a status for each player, or no statuses at all.
    for player, status in zip(game.players, line.entry.statuses, strict=False):
        if status:
            statuses.append(f"{player}:{names.get(status, status)}")
    return [line.pot, guard_cell(" ".join(statuses))]


def _detail_cells(
    entry: Entry, details: HandDetails, game: Game, t: Texts, names: Mapping[str, str]
) -> list[str]:
    """Return the cells of ``DETAIL_COLUMNS``, then a cell with the players who declared riichi.

    Args:
        entry: a hand or a payment. Only hands that somebody won fill ``DETAIL_COLUMNS``.
        details: the facts about the hand beyond the sheet.
        game: names the players.
        t: the words.
        names: the names of patterns by their ids.
    """
    way = ""
    source = ""
    patterns = ""
    if entry.kind == "won":
        if details.self_drawn is not None:
            way = t("ask.self_draw") if details.self_drawn else t("ask.discarded")
        if details.source is not None:
            source = game.players[details.source]
        patterns = _patterns_cell(details, game, t, names)
    declared = [game.players[player] for player in details.declared or ()]
    cells = (way, source, patterns, ", ".join(declared))
    return [guard_cell(cell) for cell in cells]


def _patterns_cell(details: HandDetails, game: Game, t: Texts, names: Mapping[str, str]) -> str:
    """List the patterns of a hand, winner by winner with their names if several players won."""
    patterns_of = {}
    for player, patterns in details.patterns.items():
        # A pattern that was made twice is named once.
        pattern_names = [names.get(pattern, pattern) for pattern in dict.fromkeys(patterns)]
        patterns_of[player] = ", ".join(pattern_names)
    if len(patterns_of) > 1:
        return _list_by_winner(patterns_of, game, t)
    return "".join(patterns_of.values())


def _list_by_winner(value_of: Mapping[int, str | int], game: Game, t: Texts) -> str:
    """List a value for each winner, after the player's name.

    Args:
        value_of: the value of each winner, by the player's number.
        game: names the players.
        t: the words.
    """
    values = []
    for player, value in value_of.items():
        name = game.players[player]
        values.append(t.with_label(name, str(value)))
    return "; ".join(values)
