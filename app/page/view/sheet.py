"""Shows the score sheet.

It has every hand, the totals of the rounds and of the game, the payments that were entered by hand,
the result of a finished game, and the code of the game.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import tzinfo
from functools import partial
from typing import Final

import streamlit as st

from hu.app.i18n import Texts
from hu.app.ledger.exchange import game_file
from hu.app.ledger.sheet import SheetLine, sheet_lines
from hu.app.ledger.sheet_csv import to_csv
from hu.app.ledger.values import LONGEST_NAME, Entry, Game
from hu.app.page.draft.next_hand import fines_of, is_finished, is_playable, options_of
from hu.app.page.facts import Facts
from hu.app.page.gestures.hand import UndoSave
from hu.app.page.gestures.payment import MOST_PAID, AddPayment, OpenPayment
from hu.app.page.gestures.screens import ShowView
from hu.app.page.gestures.sheet import (
    ChangeEntry,
    CloseDialog,
    DeleteEntry,
    FinishGame,
    OpenNames,
    RemoveGame,
    ReopenGame,
)
from hu.app.page.parts.components import (
    data_uri,
    escape_text,
    show_alert,
    show_html,
    show_notice,
    tag,
)
from hu.app.page.parts.names import rules_title
from hu.app.page.parts.panel import PrintPart
from hu.app.page.parts.sheet import SheetCell, SheetPart, SheetRow
from hu.app.page.session import screen
from hu.app.page.state import SavedHand
from hu.app.page.view.controls import (
    show_button,
    show_choice_field,
    show_dialog,
    show_number_field,
    show_parts,
    show_text_field,
)
from hu.app.page.view.finish import share_summary, summary_html, summary_of, total_text
from hu.app.page.view.house import house_html
from hu.app.page.view.scored_hand import (
    entry_html,
    note_html,
    sheet_facts,
    status_name,
    void_names,
)
from hu.app.page.view.undo import has_offer
from hu.app.page.visitor import time_zone
from hu.scoring.rule_set.registry import rule_set

#: The most letters of the reason for a payment.
_LONGEST_REASON: Final = 200


def show_sheet(facts: Facts, game: Game) -> None:
    """Show the sheet of the game that is open, with all its buttons."""
    t = facts.t
    entries = facts.entries
    is_game_finished = is_finished(game, entries)
    # Until the next hand is begun, the sheet names the hand that was saved last.
    saved = screen().saved
    if saved is not None and _is_on_sheet(saved, game, entries):
        _show_saved(facts, game, saved)
    summary = summary_of(game, entries)
    if summary is not None:
        show_html(summary_html(game, summary, t))
        show_parts("share-evening", [share_summary(game, summary, t, time_zone())])
    if entries:
        _show_table(facts, game, entries)
    else:
        show_html(tag("p", "hu-hint", escape_text(t("sheet.empty"))))
    house = house_html(game, t)
    if house:
        show_html(house)
    if not is_game_finished:
        show_button("next", t("result.next"), ShowView("hand"), look="primary")
    _show_dialog(facts, game, is_game_finished=is_game_finished)
    _show_tools(facts, game, entries)


def _is_on_sheet(saved: SavedHand, game: Game, entries: Sequence[Entry]) -> bool:
    """Whether the hand that was saved last is on the sheet of the open game."""
    if saved.code != game.code:
        return False
    return any(entry.id == saved.entry.id for entry in entries)


def _show_saved(facts: Facts, game: Game, saved: SavedHand) -> None:
    """Name the hand that was saved last, and offer to undo that it was saved."""
    t = facts.t
    if saved.replaced_entry is not None:
        text = t("result.changed")
    else:
        text = t("result.saved", number=saved.number)
    with st.container(key="saved"):
        note = note_html(saved.entry, game, t)
        show_html(f'<div class="hu-note" role="status"><p>{escape_text(text)}</p>{note}</div>')
        # In a game that the players have finished, nothing can be undone. If the bar at the top
        # offers to undo a later action, only that action can be undone.
        if game.ended is None and not has_offer(facts):
            show_button("undo-saved", t("hand.undo"), UndoSave(), width="content")


def _show_dialog(facts: Facts, game: Game, *, is_game_finished: bool) -> None:
    """Show the dialog that is open, if there is any."""
    t = facts.t
    dialog = screen().dialog
    if dialog is None:
        return
    if dialog == "payment":
        # Another phone may have finished the game since the dialog was opened.
        if not is_game_finished:
            draw = partial(_ask_payment, facts, game)
            show_dialog(t("sheet.add_payment"), draw, closing=CloseDialog())
        return
    if dialog == "names":
        draw = partial(_ask_names, facts, game)
        show_dialog(t("game.names"), draw, closing=CloseDialog())
        return
    # In all other cases, ``dialog`` is the id of the entry that is open.
    for line in sheet_lines(facts.entries, len(game.players)):
        entry = line.entry
        if entry is not None and entry.id == dialog:
            # A payment has no number.
            title = t("game.hand", number=line.number) if line.number else t("sheet.payment")
            draw = partial(_show_entry, facts, game, entry, is_game_finished=is_game_finished)
            show_dialog(title, draw, closing=CloseDialog())
            return


def show_sheet_without_rules(facts: Facts, game: Game) -> None:
    """Show the sheet of a game whose rules are not installed.

    It can be read, printed and downloaded. Hands cannot be added or scored.
    """
    entries = facts.entries
    show_alert(facts.t("game.rules_missing", rules=game.rules))
    _show_table(facts, game, entries)
    _show_tools(facts, game, entries)


def _show_table(facts: Facts, game: Game, entries: Sequence[Entry]) -> None:
    """Show the table of the sheet, with a heading that appears only on paper."""
    show_html(print_head_html(game, facts.t, time_zone()))
    if entries:
        show_parts("sheet", [sheet_view(game, entries, facts.t)])


def sheet_view(game: Game, entries: Sequence[Entry], t: Texts) -> SheetPart:
    """Describe the sheet as a table. A tap on the name of a hand or of a payment opens it."""
    # The points with which each player begins. They are unknown without the rules.
    start = 0
    if is_playable(game):
        start = rule_set(game.rules).start_points(options_of(game))
    rows = []
    if start:
        start_cell = SheetCell(total_text(t, total=0, start=start))
        cells = tuple(start_cell for _player in game.players)
        rows.append(SheetRow(kind="round", name=t("sheet.start"), cells=cells))
    for line in sheet_lines(entries, len(game.players), fines_of(game, entries)):
        if line.entry is None:
            rows.append(_total_row(line, t, start))
        else:
            rows.append(_entry_row(line, line.entry, game, t))
    return SheetPart(
        title=t("sheet.title"), corner=t("sheet.hand"), names=game.players, rows=tuple(rows)
    )


def _total_row(line: SheetLine, t: Texts, start: int) -> SheetRow:
    """Describe the row of a round's total or of the grand total.

    Args:
        line: the line.
        t: the words of the language.
        start: the points with which each player begins. Only the grand total includes them.
    """
    if line.kind == "total":
        name = t("sheet.total")
        included_start = start
    else:
        name = t("game.round", number=line.number)
        included_start = 0
    cells = tuple(SheetCell(total_text(t, amount, included_start)) for amount in line.amounts)
    return SheetRow(kind=line.kind, name=name, cells=cells)


def _entry_row(line: SheetLine, entry: Entry, game: Game, t: Texts) -> SheetRow:
    """Describe the row of a hand or a payment. A tap on its name opens it.

    Args:
        line: the line of the sheet.
        entry: the hand or payment.
        game: the game.
        t: the words of the language.
    """
    faults = _faults_of(line, entry, game, t)
    cells = []
    for player, amount in enumerate(line.amounts):
        is_east = entry.kind != "payment" and entry.seats[player] == "E"
        cell = SheetCell(
            text=t.signed(amount),
            marks="is-winner" if player in entry.winners else "",
            east=t.seat("E") if is_east else None,
            fault=faults.get(player),
        )
        cells.append(cell)
    if line.number:
        name = str(line.number)
        label = t("sheet.open", number=line.number)
    else:
        # A payment has no number.
        name = "±"
        label = t("sheet.payment")
    return SheetRow(kind=entry.kind, name=name, cells=tuple(cells), id=entry.id, label=label)


def _faults_of(line: SheetLine, entry: Entry, game: Game, t: Texts) -> dict[int, str]:
    """Name the faults for which players pay in a hand that nobody won, such as chombo.

    Args:
        line: the line of the sheet.
        entry: the entry of the line.
        game: the game.
        t: the words of the language.

    Returns:
        The name of each fault, by the player's number. Empty for a hand that somebody won and for a
        payment.
    """
    if entry.kind != "drawn" or not is_playable(game):
        return {}
    rules = rule_set(game.rules)
    faults = {}
    for player, status in enumerate(entry.statuses):
        # The rules may not have the status any more that the hand was saved with.
        if not status or status not in rules.statuses:
            continue
        has_paid = line.amounts[player] < 0
        if has_paid and rules.statuses[status].is_fault:
            faults[player] = status_name(t, rules, status)
    return faults


def _show_entry(facts: Facts, game: Game, entry: Entry, *, is_game_finished: bool) -> None:
    """Show a hand or a payment, with the buttons that change it while the game goes on.

    Below a drawn hand, the player can enter why nobody won.
    """
    t = facts.t
    show_html(entry_html(game, entry, t))
    if entry.kind == "drawn" and is_playable(game):
        _show_why(facts, game, entry)
    if is_game_finished:
        return
    if entry.kind != "payment":
        show_button("change", t("sheet.change"), ChangeEntry(entry.id), look="primary")
    delete = DeleteEntry(entry.id, entry.version)
    show_button("delete", t("sheet.delete"), delete, look="tertiary")


def _show_why(facts: Facts, game: Game, entry: Entry) -> None:
    """Ask why nobody won a hand of the sheet. No answer means that the wall was used up.

    In a game that has ended nothing is asked. Nothing is asked either if the payments depend on the
    reason: the player then opens the hand, and its payments change with it.
    """
    voids = void_names(facts.t, game)
    if not voids:
        return
    rules = rule_set(game.rules)
    payments_depend_on_reason = (
        rules.pays_without_winner(options_of(game)) and not rules.scores_every_hand
    )
    if payments_depend_on_reason or game.ended is not None:
        return
    # The note of a drawn hand is the reason. It is empty if the wall was used up.
    reason = entry.note if entry.note in voids else None
    show_choice_field(
        # If another phone answers, the entry gets another version. The field then gets another key,
        # so that it is drawn anew with that answer.
        f"why-{entry.id}-{entry.version}",
        facts.t("sheet.why"),
        voids,
        reason,
        op=("why", entry.id, entry.version),
        required=False,
    )


def _show_tools(facts: Facts, game: Game, entries: Sequence[Entry]) -> None:
    """Show the buttons below the table of the sheet, and the code of the game.

    The buttons add a payment, download the sheet or the game, print the sheet, change the names,
    and finish, reopen or remove the game.
    """
    t = facts.t
    playable = is_playable(game)
    is_game_finished = is_finished(game, entries)
    with st.container(horizontal=True, key="sheet-tools"):
        if playable and not is_game_finished:
            show_button("payment", t("sheet.add_payment"), OpenPayment())
        _show_downloads(facts, game, entries)
        show_parts("print", [PrintPart(t("sheet.print"))])
        if playable:
            show_button("names", t("game.names"), OpenNames())
        if playable and is_game_finished:
            show_button("finish", t("sheet.reopen"), ReopenGame())
    show_html(times_html(game, t, time_zone()) + code_html(game, t))
    # The buttons that end or remove a game are apart from the others, against taps by mistake.
    with st.container(horizontal=True, key="sheet-end"):
        if playable and not is_game_finished:
            show_button("finish", t("sheet.finish"), FinishGame())
        show_button("remove", t("game.remove"), RemoveGame())


def _show_downloads(facts: Facts, game: Game, entries: Sequence[Entry]) -> None:
    """Offer the sheet as CSV, and the game as a file that the page can read again."""
    t = facts.t
    day = game.started.astimezone(time_zone()).date().isoformat()
    name = f"hu-{day}-{game.code}"
    table = to_csv(game, entries, t, time_zone(), sheet_facts(t, game, entries))
    st.download_button(
        t("sheet.csv"),
        # Excel reads a file as UTF-8 only if it begins with a byte order mark.
        ("\ufeff" + table).encode(),
        f"{name}.csv",
        "text/csv",
        key="csv",
        on_click="ignore",
        width="stretch",
    )
    # ``game`` has default names such as "Player 1" in the page's language. The file gets the names
    # as they are stored.
    stored_game = replace(game, players=facts.stored_players)
    st.download_button(
        t("sheet.file"),
        game_file(stored_game, entries),
        f"{name}.json",
        "application/json",
        key="file",
        on_click="ignore",
        width="stretch",
    )


def print_head_html(game: Game, t: Texts, zone: tzinfo) -> str:
    """Return the heading of the sheet on paper."""
    rules = rules_title(t, game.rules)
    title = game.title or t("sheet.title")
    heading = tag("h2", "", escape_text(f"{title} · {rules}"))
    return tag("section", "hu-paper", heading, times_html(game, t, zone))


def times_html(game: Game, t: Texts, zone: tzinfo) -> str:
    """Return the times when the game was begun and ended."""
    times = t("sheet.started", when=t.date_and_time(game.started.astimezone(zone)))
    if game.ended:
        ended = t("sheet.ended", when=f"{game.ended.astimezone(zone):%H:%M}")
        times = f"{times}, {ended}"
    return tag("p", "hu-hint", escape_text(times))


def code_html(game: Game, t: Texts) -> str:
    """Return the game's code as text, and the address of the game as a QR code."""
    import segno  # noqa: PLC0415  # only sheets need it

    page_address, _question_mark, _query = (st.context.url or "").partition("?")
    address = f"{page_address}?game={game.code}"
    qr_code = segno.make(address, micro=False)
    picture = qr_code.svg_inline(scale=4, dark="#1c2429", light="#ffffff", border=2)
    # An SVG that is not part of a page's markup needs a namespace.
    picture = picture.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    source = data_uri("image/svg+xml", picture.encode())
    return tag(
        "section",
        "hu-invite",
        tag("p", "", escape_text(t("game.share_code"))),
        tag("p", "hu-code", escape_text(f"{game.code[:4]} {game.code[4:]}")),
        f'<img class="hu-qr" alt="{escape_text(address)}" src="{source}">',
    )


def _ask_names(facts: Facts, game: Game) -> None:
    """Ask for the players' names. Each name changes as soon as it is entered."""
    t = facts.t
    for player, name in enumerate(game.players):
        show_text_field(
            f"name-{player}",
            t("game.name_of", number=player + 1),
            name,
            op=("rename", player),
            most=LONGEST_NAME,
        )
    show_notice(t, "names")
    show_button("names-done", t("hand.done"), CloseDialog(), look="primary")


def _ask_payment(facts: Facts, game: Game) -> None:
    """Ask for the payer, the payee, the amount and the reason of a payment."""
    t = facts.t
    form = screen().payment
    names = dict(enumerate(game.players))
    show_choice_field("payer", t("sheet.payer"), names, form.payer, op=("payer",), required=False)
    show_choice_field("payee", t("sheet.payee"), names, form.payee, op=("payee",), required=False)
    show_number_field(
        "amount",
        t("sheet.amount"),
        form.amount,
        op=("amount",),
        least=1,
        most=MOST_PAID,
        step=10,
    )
    reason = t("sheet.reason")
    show_text_field("reason", reason, form.reason, op=("reason",), most=_LONGEST_REASON)
    if form.payer is not None and form.payer == form.payee:
        show_alert(t("problem.payment-same"))
    show_button(
        "save-payment",
        t("sheet.save"),
        AddPayment(known=len(facts.entries)),
        look="primary",
        disabled=not form.is_complete,
    )
