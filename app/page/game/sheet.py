"""The score sheet: every hand, totals per round and in all, payments by hand, the game's end, its code and its CSV."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from functools import partial
from typing import Any

import streamlit as st

from hu.app.i18n import Texts
from hu.app.ledger.exchange import game_file
from hu.app.ledger.sheet import SheetLine, sheet_lines
from hu.app.ledger.sheet_csv import to_csv
from hu.app.ledger.values import GOES_ON, Entry, Game
from hu.app.page.draft.next_hand import is_finished, is_playable, next_seating, options_of
from hu.app.page.draft.state import draft_from_json, new_token
from hu.app.page.game.finish import on_sheet, summary_html, summary_of, summary_picture
from hu.app.page.game.game import leave
from hu.app.page.game.house import house_html
from hu.app.page.game.saving import undo_save
from hu.app.page.game.scored_hand import (
    details_of,
    entry_html,
    note_html,
    pattern_names,
    void_names,
)
from hu.app.page.hand.answers_view import rules_title
from hu.app.page.hand.share import share_part
from hu.app.page.parts.components import Part, as_label, data_uri, html, show_alert, tag, words
from hu.app.page.parts.undo import offer_undo, undo_at
from hu.app.page.screen import change_screen, screen, session
from hu.app.page.visit import Visit, do, fresh_draft, save_draft, show_button, show_parts, time_zone
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS
from hu.scoring.rule_set.registry import rule_set


def show_sheet(visit: Visit, game: Game) -> None:
    """Show the sheet of the game that is open, and all that can be done with it."""
    t = visit.t
    entries = visit.ledger.entries(game.code)
    finished = is_finished(game, entries)
    saved = screen().saved
    # Until the next hand is begun, the sheet says which one has been saved, and offers to take it back.
    if saved and saved.code == game.code and any(entry.id == saved.entry.id for entry in entries):
        told = t("result.changed") if saved.before else t("result.saved", number=saved.number)
        with st.container(key="saved"):
            html(
                f'<div class="hu-note" role="status"><p>{words(told)}</p>{note_html(saved.entry, t)}</div>'
            )
            # One Undo at a time, the latest.
            if game.ended is None and not undo_at(game.code, visit.browser):
                show_button(
                    visit, "undo-saved", t("hand.undo"), undo_save, visit, saved, width="content"
                )
    if summary := summary_of(game, entries):
        html(summary_html(game, summary, t))
        show_parts(visit, "share-evening", [share_part(t, summary_picture(game, summary, t))])
    if entries:
        _show_table(visit, game, entries)
    else:
        html(tag("p", "hu-hint", words(t("sheet.empty"))))
    if house := house_html(game, t):
        html(house)
    if not finished:
        go_on = partial(change_screen, view="hand", saved=None)
        show_button(visit, "next", t("result.next"), go_on, look="primary")
    number = screen().dialog
    lines = sheet_lines(entries, len(game.players))
    opened = next((line for line in lines if line.entry and line.entry.id == number), None)
    if opened and opened.entry:
        _entry_dialog(visit, game, opened, opened.entry, finished=finished)
    elif number == "payment" and not finished:
        _payment_dialog(visit, game, entries)
    _tools(visit, game, entries)


def show_kept_sheet(visit: Visit, game: Game) -> None:
    """Show the sheet of a game whose rules are not installed: it can be read, printed and downloaded."""
    entries = visit.ledger.entries(game.code)
    show_alert(visit.t("game.rules_missing", rules=game.rules))
    _show_table(visit, game, entries)
    _tools(visit, game, entries)


def _show_table(visit: Visit, game: Game, entries: Sequence[Entry]) -> None:
    html(print_head_html(game, visit.t, time_zone()))
    if entries:
        show_parts(visit, "sheet", [sheet_view(game, entries, visit.t)])


def sheet_view(game: Game, entries: Sequence[Entry], t: Texts) -> Part:
    """Describe the sheet as a table in which a hand's number opens the hand."""
    start = rule_set(game.rules).start_points(options_of(game)) if is_playable(game) else 0
    rows = [_row(line, t, start) for line in sheet_lines(entries, len(game.players))]
    if start:
        cells = [{"text": on_sheet(0, start)}] * len(game.players)
        rows.insert(0, {"kind": "round", "name": t("sheet.start"), "cells": cells})
    heads = {"title": t("sheet.title"), "corner": t("sheet.hand"), "names": game.players}
    return {"kind": "sheet", **heads, "rows": rows}


def _row(line: SheetLine, t: Texts, start: int) -> dict[str, Any]:
    if line.entry is None:
        name, start = (
            (t("sheet.total"), start)
            if line.kind == "total"
            else (t("game.round", number=line.number), 0)
        )
        totals = [{"text": on_sheet(amount, start)} for amount in line.amounts]
        return {"kind": line.kind, "name": name, "cells": totals}
    entry = line.entry
    east = None if entry.kind == "payment" else t.seat("E")
    cells: list[dict[str, str | None]] = [
        {
            "text": on_sheet(amount, 0),
            "marks": "is-winner" if player in entry.winners else "",
            "east": east if entry.seats[player] == "E" else None,
        }
        for player, amount in enumerate(line.amounts)
    ]
    name = str(line.number) if line.number else "±"
    label = t("sheet.open", number=line.number) if line.number else t("sheet.payment")
    return {"kind": entry.kind, "id": entry.id, "name": name, "label": label, "cells": cells}


def _entry_dialog(
    visit: Visit, game: Game, line: SheetLine, entry: Entry, *, finished: bool
) -> None:
    t = visit.t
    title = t("game.hand", number=line.number) if line.number else t("sheet.payment")

    @st.dialog(title, on_dismiss=close_dialog)
    def dialog() -> None:
        html(entry_html(game, entry, t))
        if entry.kind == "drawn" and is_playable(game) and (voids := void_names(t, game)):
            _ask_why(visit, game, entry, voids)
        if finished:
            return
        if entry.kind != "payment":
            show_button(
                visit, "change", t("sheet.change"), change_entry, visit, entry, look="primary"
            )
        show_button(visit, "delete", t("sheet.delete"), delete)

    def delete() -> None:
        close_dialog()
        visit.ledger.remove(game.code, entry)
        told = t("sheet.deleted", number=line.number) if line.number else t("sheet.payment_deleted")
        offer_undo(told, partial(visit.ledger.restore, game.code, entry), game.code)

    dialog()


def _ask_why(visit: Visit, game: Game, entry: Entry, voids: Mapping[str, str]) -> None:
    """Ask why nobody won; without an answer the wall was used up."""
    noted = entry.note if entry.note in voids else None
    said = st.pills(
        visit.t("sheet.why"),
        list(voids),
        default=noted,
        format_func=lambda name: voids[name],
        # Another phone may answer: then this is asked once more.
        key=f"why-{entry.id}-{entry.version}",
        disabled=game.ended is not None,
        width="stretch",
    )
    if said != noted:
        do(
            visit,
            visit.ledger.change,
            game.code,
            replace(entry, note=said or "", token=new_token()),
        )


def change_entry(visit: Visit, entry: Entry) -> None:
    """Open a hand of the sheet to change it."""
    try:
        draft = draft_from_json(entry.draft)
    except InputError:
        draft = replace(
            fresh_draft(visit), seats=tuple(seat for seat in SEATS if seat in entry.seats)
        )
    save_draft(
        visit,
        replace(
            draft, entry=entry.id, version=entry.version, seating=entry.seats, token=new_token()
        ),
    )
    change_screen(view="hand", rack=None, dialog=None)


def _tools(visit: Visit, game: Game, entries: Sequence[Entry]) -> None:
    """Payments, the sheet as CSV, the game as a file, the sheet on paper, the game's end, its code."""
    t, playable, finished = visit.t, is_playable(game), is_finished(game, entries)
    # Excel takes a file for UTF-8 only with a byte order mark.
    patterns = pattern_names(t, game) if playable else {}
    table = "\ufeff" + to_csv(game, entries, t, time_zone(), details_of, patterns)
    name = f"hu-{game.started:%Y-%m-%d}-{game.code}.csv"
    offer = partial(st.download_button, on_click="ignore", width="stretch")
    with st.container(horizontal=True, key="sheet-tools"):
        if playable and not finished:
            show_button(
                visit, "payment", t("sheet.add_payment"), partial(change_screen, dialog="payment")
            )
        offer(t("sheet.csv"), table.encode(), name, "text/csv", key="csv")
        offer(
            t("sheet.file"),
            game_file(game, entries),
            name.replace(".csv", ".json"),
            "application/json",
            key="file",
        )
        show_parts(visit, "print", [{"kind": "print", "text": t("sheet.print")}])
        if playable:
            label = t("sheet.reopen" if finished else "sheet.finish")
            show_button(visit, "finish", label, _reopen if finished else _finish, visit, game)
        show_button(visit, "remove", t("game.remove"), _remove, visit, game)
    html(times_html(game, t, time_zone()) + code_html(game, t))


def print_head_html(game: Game, t: Texts, zone: tzinfo) -> str:
    """What stands above the sheet on paper."""
    rules = rules_title(t, game.rules)
    title = game.title or t("sheet.title")
    return tag(
        "section", "hu-paper", tag("h2", "", words(f"{title} · {rules}")), times_html(game, t, zone)
    )


def times_html(game: Game, t: Texts, zone: tzinfo) -> str:
    """When the game was begun and ended."""
    started = t("sheet.started", when=f"{game.started.astimezone(zone):%Y-%m-%d %H:%M}")
    ended = (
        f", {t('sheet.ended', when=f'{game.ended.astimezone(zone):%H:%M}')}" if game.ended else ""
    )
    return tag("p", "hu-hint", words(started + ended))


def code_html(game: Game, t: Texts) -> str:
    """The game's code, in letters and as a QR code of the page's address."""
    import segno  # noqa: PLC0415  # only sheets need it

    address = f"{(st.context.url or '').split('?')[0]}?game={game.code}"
    picture = segno.make(address, micro=False).svg_inline(
        scale=4, dark="#1c2429", light="#ffffff", border=2
    )
    image = data_uri(
        "image/svg+xml",
        picture.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1).encode(),
    )
    code = f"{game.code[:4]} {game.code[4:]}"
    parts = (
        tag("p", "", words(t("game.share_code"))),
        tag("p", "hu-code", words(code)),
        f'<img class="hu-qr" alt="{words(address)}" src="{image}">',
    )
    return tag("section", "hu-invite", *parts)


def close_dialog() -> None:
    """Close the sheet's dialog; until then it stays open when another phone's change draws the page again."""
    change_screen(dialog=None)


def _finish(visit: Visit, game: Game) -> None:
    def take_back() -> None:
        if now := visit.ledger.game(game.code):
            visit.ledger.change_game(replace(now, ended=None))

    change_screen(saved=None)
    visit.ledger.change_game(replace(game, ended=datetime.now(UTC)))
    offer_undo(visit.t("sheet.finished"), take_back, game.code)


def _reopen(visit: Visit, game: Game) -> None:
    change_screen(saved=None)
    over = is_finished(replace(game, ended=None), visit.ledger.entries(game.code))
    options = {**game.options, **({GOES_ON: True} if over else {})}
    visit.ledger.change_game(replace(game, ended=None, options=options))


def _remove(visit: Visit, game: Game) -> None:
    """Take a game off the list of this browser; others keep it, and its code still opens it."""
    visit.ledger.forget_visit(visit.browser, game.code)
    session().visited = ""
    told = visit.t("game.removed", game=game.title or ", ".join(game.players))
    leave()
    offer_undo(told, partial(visit.ledger.visit, visit.browser, game.code))


def _payment_dialog(visit: Visit, game: Game, entries: Sequence[Entry]) -> None:
    t = visit.t
    players = range(len(game.players))

    @st.dialog(t("sheet.add_payment"), on_dismiss=close_dialog)
    def dialog() -> None:
        def pick(question: str, key: str) -> int | None:
            chosen: int | None = st.segmented_control(
                question,
                players,
                format_func=lambda player: as_label(game.players[player]),
                key=key,
                width="stretch",
            )
            return chosen

        payer, payee = pick(t("sheet.payer"), "payer"), pick(t("sheet.payee"), "payee")
        amount = st.number_input(
            t("sheet.amount"), min_value=1, max_value=100_000, value=None, step=10, key="amount"
        )
        reason = st.text_input(t("sheet.reason"), key="reason", max_chars=200)
        if payer is not None and payer == payee:
            show_alert(t("problem.payment-same"))
        ready = payer is not None and payee is not None and payer != payee and bool(amount)
        if st.button(
            t("sheet.save"), key="save-payment", type="primary", width="stretch", disabled=not ready
        ):
            amounts = tuple(int(amount or 0) * ((p == payee) - (p == payer)) for p in players)
            seating = next_seating(game, entries)
            last_round = entries[-1].round if entries else seating.round
            entry = Entry(
                "payment", amounts, seating.seats, last_round, seating.round_wind, note=reason
            )
            close_dialog()
            do(visit, visit.ledger.add, game.code, entry, len(entries))

    dialog()
