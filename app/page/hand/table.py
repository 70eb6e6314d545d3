"""What lies on the table beside the hands: indicators, counters, declarations, and who waits after a drawn hand."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import streamlit as st

from hu.app.page.draft.scoring import Outcome
from hu.app.page.draft.state import Draft, Rack
from hu.app.page.hand.indicators import ask_tiles
from hu.app.page.parts.components import html, tag, words
from hu.app.page.parts.desk import state_now
from hu.app.page.visit import Visit, draft_of, save_draft
from hu.scoring.rule_set import Question
from hu.scoring.rules import rule_set

#: No more counters than these lie on a table.
_MOST: Final = 99


def show_table(visit: Visit, draft: Draft, outcome: Outcome, who: Mapping[str, str]) -> None:
    """Ask the rule set's own questions where they can matter; what lies on the table is known in a game."""
    rules = rule_set(draft.rules)
    for question in outcome.asks if outcome.score is not None else asked_before(draft):
        if question.kind == "tiles":
            ask_tiles(visit, draft, question)
        elif question.kind == "number" and visit.game is None:
            _ask_number(visit, draft, question)
        elif question.kind in ("seat", "seats"):
            _ask_about_seats(visit, draft, question, who)
    if visit.game is not None and rules.questions and (lying := lying_html(visit, draft)):
        html(lying)


def asked_before(draft: Draft) -> tuple[Question, ...]:
    """The questions that may matter to a deal that cannot be scored yet."""
    rules, told = rule_set(draft.rules), draft.claim.circumstances
    told = told.union(*(claim.circumstances for claim in draft.claims.values()))
    return tuple(
        question
        for question in rules.questions
        if not question.of_win
        and (question.without_winner or not draft.drawn)
        and (not question.circumstances or told & question.circumstances or draft.asked.get(question.id))
    )


def _ask_about_seats(visit: Visit, draft: Draft, question: Question, who: Mapping[str, str]) -> None:
    name, answer = visit.t.name(question.names), draft.asked.get(question.id, ())
    chosen = [str(seat) for seat in answer] if isinstance(answer, tuple) else [str(answer)]
    others = [seat for seat in draft.seats if seat != draft.winner]
    if question.kind == "seat":
        _ask_seats(visit, question.id, visit.t("ask.status", what=name), others, who, chosen, single=True)
    else:
        asked = visit.t("ask.declared_drawn" if draft.drawn else "ask.declared", what=name)
        _ask_seats(
            visit, question.id, asked, [seat for seat in others if seat not in draft.claims], who, sorted(chosen)
        )


def show_statuses(visit: Visit, draft: Draft, who: Mapping[str, str]) -> None:
    """Ask what each player's hand was after a hand that nobody won, in rules that pay by it."""
    for name, status in rule_set(draft.rules).statuses.items():
        chosen = [seat for seat in draft.seats if draft.others.get(seat, Rack()).status == name]
        question = visit.t("ask.status", what=visit.t.of(rule_set(draft.rules)).named(f"status.{name}", status.names))
        _ask_seats(visit, f"status-{name}", question, draft.seats, who, chosen)


def lying_html(visit: Visit, draft: Draft) -> str:
    """What lies on the table from earlier hands, in one line; empty where nothing does."""
    lying = [
        f"{visit.t.name(question.names)}: {count}"
        for question in rule_set(draft.rules).questions
        if question.kind == "number" and (count := draft.asked.get(question.id, 0))
    ]
    return tag("p", "hu-hint hu-counters", words(" · ".join(lying))) if lying else ""


def _ask_seats(
    visit: Visit,
    name: str,
    question: str,
    seats: Sequence[str],
    who: Mapping[str, str],
    chosen: Sequence[str],
    *,
    single: bool = False,
) -> None:
    key = f"ask-{name}"
    told = [seat for seat in chosen if seat in seats]
    st.session_state[key] = next(iter(told), None) if single else told
    st.pills(
        question,
        list(seats),
        selection_mode="single" if single else "multi",
        format_func=lambda seat: who.get(seat, seat),
        key=key,
        on_change=partial(_seats_chosen, visit, name),
        width="stretch",
    )


def _seats_chosen(visit: Visit, name: str) -> None:
    draft, told = draft_of(visit), state_now()[f"ask-{name}"]
    if not name.startswith("status-"):
        answer = told or "" if told is None or isinstance(told, str) else tuple(sorted(told))
        save_draft(visit, replace(draft, asked={**draft.asked, name: answer}))
        return
    status, seats, others = name.removeprefix("status-"), frozenset(told or ()), dict(draft.others)
    for seat in draft.seats:
        rack = others.get(seat, Rack())
        if seat in seats:
            others[seat] = replace(rack, status=status)
        elif rack.status == status:
            others[seat] = replace(rack, status=None)
    save_draft(visit, replace(draft, others=others))


def _ask_number(visit: Visit, draft: Draft, question: Question) -> None:
    key, most = f"ask-counter-{question.id}", min(question.most, _MOST) or _MOST
    st.session_state[key] = draft.asked.get(question.id, 0)
    change = partial(_number_set, visit, question.id)
    label = visit.t.name(question.names)
    st.number_input(label, min_value=0, max_value=most, step=1, key=key, on_change=change)


def _number_set(visit: Visit, name: str) -> None:
    draft = draft_of(visit)
    count = int(state_now()[f"ask-counter-{name}"] or 0)
    save_draft(visit, replace(draft, asked={**draft.asked, name: count}))
