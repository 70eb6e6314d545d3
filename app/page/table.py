"""What lies on the table beside the hands: indicators, counters, declarations, and who waits after a drawn hand."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import streamlit as st

from hu.app.page.indicators import ask_indicators
from hu.app.page.parts import html, tag, words
from hu.app.page.state import Draft, Rack
from hu.app.page.visit import Visit, draft_of, save_draft
from hu.scoring.rules import rule_set

#: More counters than these lie on no table.
_MOST: Final = 99


def show_table(visit: Visit, draft: Draft, who: Mapping[str, str]) -> None:
    """Ask for what the rules need to know of the table, where it can apply."""
    rules = rule_set(draft.rules)
    told = draft.claim.circumstances.union(*(claim.circumstances for claim in draft.claims.values()))
    for info in rules.indicators:
        if not draft.drawn and (not info.circumstances or told & info.circumstances or draft.indicators.get(info.name)):
            ask_indicators(visit, draft, info)
    if rules.declaration:
        key = "ask.declared_drawn" if draft.drawn else "ask.declared"
        declarers = [seat for seat in draft.seats if seat != draft.winner and seat not in draft.claims]
        question = visit.t(key, what=visit.t.name(rules.declaration))
        _ask_seats(visit, "declared", question, declarers, who, sorted(draft.declared))
    if visit.game is None:
        for counter in rules.counters:
            _ask_counter(visit, draft, counter.name, visit.t.name(counter.names))
    elif lying := counters_html(visit, draft):
        html(lying)


def show_statuses(visit: Visit, draft: Draft, who: Mapping[str, str]) -> None:
    """Ask what each player's hand was after a hand that nobody won, in rules that pay by it."""
    for name, status in rule_set(draft.rules).statuses.items():
        chosen = [seat for seat in draft.seats if draft.others.get(seat, Rack()).status == name]
        question = visit.t("ask.status", what=visit.t.named(f"status.{name}", status.names))
        _ask_seats(visit, f"status-{name}", question, draft.seats, who, chosen)


def counters_html(visit: Visit, draft: Draft) -> str:
    """What lies on the table from earlier hands, in one line; empty where nothing does."""
    lying = [
        f"{visit.t.name(counter.names)}: {count}"
        for counter in rule_set(draft.rules).counters
        if (count := draft.counters.get(counter.name, 0))
    ]
    return tag("p", "hu-hint hu-counters", words(" · ".join(lying))) if lying else ""


def _ask_seats(
    visit: Visit, name: str, question: str, seats: Sequence[str], who: Mapping[str, str], chosen: Sequence[str]
) -> None:
    key = f"ask-{name}"
    st.session_state[key] = [seat for seat in chosen if seat in seats]
    st.pills(
        question,
        list(seats),
        selection_mode="multi",
        format_func=lambda seat: who.get(seat, seat),
        key=key,
        on_change=partial(_seats_chosen, visit, name),
        width="stretch",
    )


def _seats_chosen(visit: Visit, name: str) -> None:
    draft, seats = draft_of(visit), frozenset(st.session_state[f"ask-{name}"] or ())
    if name == "declared":
        save_draft(visit, replace(draft, declared=seats))
        return
    status = name.removeprefix("status-")
    others = dict(draft.others)
    for seat in draft.seats:
        rack = others.get(seat, Rack())
        if seat in seats:
            others[seat] = replace(rack, status=status)
        elif rack.status == status:
            others[seat] = replace(rack, status=None)
    save_draft(visit, replace(draft, others=others))


def _ask_counter(visit: Visit, draft: Draft, name: str, question: str) -> None:
    key = f"ask-counter-{name}"
    st.session_state[key] = draft.counters.get(name, 0)
    change = partial(_counter_set, visit, name)
    st.number_input(question, min_value=0, max_value=_MOST, step=1, key=key, on_change=change)


def _counter_set(visit: Visit, name: str) -> None:
    draft = draft_of(visit)
    count = int(st.session_state[f"ask-counter-{name}"] or 0)
    save_draft(visit, replace(draft, counters={**draft.counters, name: count}))
