"""What a photo cannot tell, asked with large buttons; only those that can apply."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

import streamlit as st

from hu.app.i18n import Texts
from hu.app.page.draft.scoring import Outcome
from hu.app.page.draft.state import NOBODY, Draft
from hu.app.page.hand.seats import show_seats
from hu.app.page.parts.components import as_label
from hu.app.page.parts.desk import state_now
from hu.app.page.visit import Visit, draft_of, save_draft
from hu.scoring.hand import SEATS
from hu.scoring.rules import rule_set


def show_questions(visit: Visit, draft: Draft, outcome: Outcome, who: Mapping[str, str]) -> None:
    """Ask who won, who discarded, and what may add points.

    Args:
        visit: the visit.
        draft: the hand.
        outcome: what is known of it.
        who: the seats' names, such as "East · Anna".
    """
    t = visit.t
    if rule_set(draft.rules).has_round_wind and visit.game is None:
        wind = {seat: t.seat(seat) for seat in SEATS}
        _choice(visit, "round_wind", t("ask.round_wind"), wind, draft.round_wind, _set_round_wind)
    show_seats(visit, draft, outcome, who)
    if draft.claim.win is None:
        return
    if outcome.circumstances or outcome.robbable:
        _circumstances(visit, draft, outcome)
    if outcome.asks_earlier or draft.earlier is not None:
        question = visit.t("ask.earlier", who=who[str(draft.winner)])
        _choice(visit, "earlier", question, _earlier(visit, draft, who), draft.earlier or NOBODY, _set_earlier)


def _choice(
    visit: Visit,
    name: str,
    question: str,
    options: Mapping[str, str],
    chosen: str | None,
    change: Callable[[Draft, str | None], Draft],
) -> None:
    """One question with large buttons; the draft decides what is chosen, not the widget."""
    key = f"ask-{name}"
    st.session_state[key] = chosen if chosen in options else None
    st.segmented_control(
        as_label(question),
        list(options),
        format_func=lambda option: as_label(options.get(option, option)),
        key=key,
        on_change=partial(_chosen, visit, key, change),
        width="stretch",
    )


def _chosen(visit: Visit, key: str, change: Callable[[Draft, str | None], Draft]) -> None:
    state = state_now()
    if key in state:
        save_draft(visit, change(draft_of(visit), state[key]))


def _set_round_wind(draft: Draft, wind: str | None) -> Draft:
    return replace(draft, round_wind=wind)


def _circumstances(visit: Visit, draft: Draft, outcome: Outcome) -> None:
    t, key = visit.t, "ask-special"
    told = set(draft.claim.circumstances) | ({"robbed"} if draft.claim.win == "robbed-kong" else set())
    offered = [*outcome.circumstances, *(["robbed"] if outcome.robbable else [])]
    # What was told and no longer fits must stay visible, so that it can be taken back.
    options = list(dict.fromkeys([*offered, *sorted(told)]))
    st.session_state[key] = [name for name in options if name in told]
    st.pills(
        t("ask.special"),
        options,
        selection_mode="multi",
        format_func=partial(circumstance_name, visit.t, draft),
        key=key,
        on_change=partial(_special, visit, key),
        width="stretch",
    )


def show_circumstances(visit: Visit, draft: Draft, outcome: Outcome, seat: str) -> None:
    """Ask what accompanied the win of another winner of the same discard."""
    claim = draft.claims[seat]
    options = list(dict.fromkeys([*outcome.others_circumstances.get(seat, ()), *sorted(claim.circumstances)]))
    if not options:
        return
    key = f"ask-special-{seat}"
    st.session_state[key] = [name for name in options if name in claim.circumstances]
    st.pills(
        visit.t("ask.special"),
        options,
        selection_mode="multi",
        format_func=partial(circumstance_name, visit.t, draft),
        key=key,
        on_change=partial(_special_at, visit, key, seat),
        width="stretch",
    )


def _special_at(visit: Visit, key: str, seat: str) -> None:
    draft = draft_of(visit)
    if seat in draft.claims:
        claim = replace(draft.claims[seat], circumstances=frozenset(state_now().get(key) or ()))
        save_draft(visit, replace(draft, claims={**draft.claims, seat: claim}))


def circumstance_name(t: Texts, draft: Draft, name: str) -> str:
    """What something that accompanied a win is called."""
    if name == "robbed":
        return t("ask.robbed")
    if name == "last-tile" and draft.claim.win != "self-draw":
        return t("circumstance.last-tile-discard")
    infos = rule_set(draft.rules).circumstance_infos
    names = next((info.names for info in infos if info.name == name), {"en": name})
    return t.of(rule_set(draft.rules)).named(f"circumstance.{name}", names)


def _special(visit: Visit, key: str) -> None:
    draft = draft_of(visit)
    told = frozenset(state_now().get(key) or ())
    win = "robbed-kong" if "robbed" in told else "self-draw" if draft.claim.win == "self-draw" else "discard"
    claim = replace(draft.claim, win=win, circumstances=told - {"robbed"})
    save_draft(visit, replace(draft, claim=claim))


def _earlier(visit: Visit, draft: Draft, who: Mapping[str, str]) -> dict[str, str]:
    seats = {seat: who[seat] for seat in draft.seats if seat not in (draft.winner, draft.claim.source)}
    own = visit.t("ask.self", who=who[str(draft.winner)])
    return {NOBODY: visit.t("ask.nobody"), **seats, str(draft.winner): own}


def _set_earlier(draft: Draft, seat: str | None) -> Draft:
    return replace(draft, earlier=seat or NOBODY)
