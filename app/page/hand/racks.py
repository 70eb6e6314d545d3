"""The other players' tiles, in rules that score every hand."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from hu.app.i18n import Texts
from hu.app.page.draft.scoring import Outcome, answers_of, open_at
from hu.app.page.draft.state import Claim, Draft, Rack, Said, with_rack
from hu.app.page.hand.questions import show_circumstances
from hu.app.page.hand.result import problems_html
from hu.app.page.hand.screen import problems_at, rack_of
from hu.app.page.parts.components import as_label, html, tag, words
from hu.app.page.parts.desk import desk, state_now
from hu.app.page.visit import Visit, draft_of, save_draft
from hu.scoring.rules import rule_set


def show_others(visit: Visit, draft: Draft, outcome: Outcome, who: Mapping[str, str]) -> None:
    """List the other players' racks; each opens to be photographed, tapped in or counted."""
    t = visit.t
    title = "racks" if draft.drawn else "title"
    settled = rule_set(draft.rules).pays_without_winner(answers_of(draft).options)
    hint = ("hint_drawn" if settled else "hint_irregular") if draft.drawn else "hint"
    html('<div id="hu-others" class="hu-anchor"></div>')
    html(tag("h3", "hu-heading", words(t(f"others.{title}"))) + tag("p", "hu-hint", words(t(f"others.{hint}"))))
    for seat in draft.seats:
        if seat != draft.winner:
            _rack_button(visit, draft, outcome, who, seat)


def show_more_winners(visit: Visit, draft: Draft, outcome: Outcome, who: Mapping[str, str]) -> None:
    """Ask who else won with the same discard, in rules that know several winners but score no other hands."""
    options = answers_of(draft).options
    seats = [seat for seat in draft.seats if seat not in (draft.winner, draft.claim.source)]
    if draft.claim.win == "self-draw" or rule_set(draft.rules).most_winners(options) < 2:
        return
    st.session_state["ask-winners"] = [seat for seat in seats if seat in draft.claims]
    st.pills(
        visit.t("ask.won_too"),
        seats,
        selection_mode="multi",
        format_func=lambda seat: as_label(who.get(seat, seat)),
        key="ask-winners",
        on_change=partial(_winners_chosen, visit),
        width="stretch",
    )
    for seat in draft.claims:
        _rack_button(visit, draft, outcome, who, seat)


def _rack_button(visit: Visit, draft: Draft, outcome: Outcome, who: Mapping[str, str], seat: str) -> None:
    label = as_label(f"{who[seat]} · {_state(visit.t, draft, outcome, seat)}")
    known = "check" if _known(draft, outcome, seat) else "photo_camera"
    icon = f":material/{'help' if open_at(draft, outcome, seat) else known}:"
    st.button(label, key=f"rack-{seat}", icon=icon, width="stretch", on_click=_open_rack, args=(visit, seat))


def _winners_chosen(visit: Visit) -> None:
    draft, chosen = draft_of(visit), state_now()["ask-winners"] or ()
    claims = {seat: draft.claims.get(seat) or Claim(draft.claim.win, draft.claim.source) for seat in chosen}
    # Who won declares by a circumstance of the win.
    asked = {name: _without(answer, claims) for name, answer in draft.asked.items()}
    save_draft(visit, replace(draft, claims=claims, asked=asked))


def _without(answer: Said, seats: Mapping[str, Claim]) -> Said:
    """An answer without the seats of winners; tiles stay."""
    return tuple(part for part in map(str, answer) if part not in seats) if isinstance(answer, tuple) else answer


def _known(draft: Draft, outcome: Outcome, seat: str) -> bool:
    """Whether a player's points are known; a drawn hand is paid without those that nobody asks for."""
    rack = draft.others.get(seat, Rack())
    told = rack.points is not None or rack.status is not None or bool(rack.history.now.groups)
    return outcome.score is not None and seat not in outcome.missing and (told or seat in draft.claims)


def show_declaring(visit: Visit, draft: Draft, outcome: Outcome) -> None:
    """Ask which of the patterns that had to be declared were not."""
    if not outcome.waivable:
        return
    names = {pattern.id: visit.t.name(pattern.names) for pattern in rule_set(draft.rules).patterns}
    st.session_state["ask-waived"] = sorted(draft.waived)
    st.pills(
        visit.t("others.waived"),
        outcome.waivable,
        selection_mode="multi",
        format_func=lambda name: names.get(name, name),
        key="ask-waived",
        on_change=partial(_set_waived, visit),
        width="stretch",
    )


def _set_waived(visit: Visit) -> None:
    save_draft(visit, replace(draft_of(visit), waived=frozenset(state_now()["ask-waived"] or ())))


def _state(t: Texts, draft: Draft, outcome: Outcome, seat: str) -> str:
    rack = draft.others.get(seat, Rack())
    if outcome.score is not None and _known(draft, outcome, seat):
        return t.amount(outcome.score.players[seat].points, rule_set(draft.rules).unit)
    if rack.status:
        return t.of(rule_set(draft.rules)).named(
            f"status.{rack.status}", rule_set(draft.rules).statuses[rack.status].names
        )
    count = len(rack.history.now.tiles)
    return t("others.tiles", count=count) if count else t("others.empty")


def _open_rack(visit: Visit, seat: str | None, *, onward: bool = False) -> None:
    # A tap may come late, when the player has gone elsewhere.
    state = desk()
    if state.get("draft_place") == visit.place:
        # Who has just photographed a hand goes on to photograph the next one.
        state.photograph = seat if onward and rack_of(draft_of(visit))[1].photo else None
        state.rack = seat
        state.tapping = False


def show_rack_head(visit: Visit, who: Mapping[str, str], seat: str) -> None:
    """Say whose tiles these are, and offer the way back."""
    html(tag("h2", "hu-heading", words(visit.t("others.of", who=who[seat]))))
    st.button(_back(visit.t, draft_of(visit)), key="back", type="tertiary", on_click=_open_rack, args=(visit, None))


def _back(t: Texts, draft: Draft) -> str:
    return t("others.back_drawn" if draft.drawn else "others.back")


def show_rack_answers(visit: Visit, draft: Draft, outcome: Outcome, who: Mapping[str, str], seat: str) -> None:
    """Ask what cannot be seen in another player's tiles: a win, an irregularity, points counted by the player.

    Below it the way on: to the next rack of which nothing is known, or back to the winner's hand.
    """
    t = visit.t
    rack = draft.others.get(seat, Rack())
    several = draft.claim.win in ("discard", "robbed-kong") and seat != draft.claim.source
    if several and rule_set(draft.rules).scores_every_hand:
        st.session_state["ask-won-too"] = seat in draft.claims
        st.toggle(t("others.won_too"), key="ask-won-too", on_change=partial(_won_too, visit, seat))
    statuses = rule_set(draft.rules).statuses
    if not rule_set(draft.rules).scores_every_hand:
        show_circumstances(visit, draft, outcome, seat)
        show_way_on(visit, draft, outcome, who, seat)
        return
    names = {"none": t("status.none")}
    said = t.of(rule_set(draft.rules))
    names |= {name: said.named(f"status.{name}", status.names) for name, status in statuses.items()}
    st.session_state["ask-status"] = rack.status or "none"
    st.selectbox(
        t("others.status"),
        list(names),
        format_func=lambda name: names[name],
        key="ask-status",
        on_change=partial(_set_status, visit, seat),
    )
    if not rack.history.now.groups:
        st.session_state["ask-points"] = rack.points
        change = partial(_set_points, visit, seat)
        st.number_input(t("others.counted"), min_value=0, max_value=100_000, step=2, key="ask-points", on_change=change)
    show_way_on(visit, draft, outcome, who, seat)


def show_way_on(visit: Visit, draft: Draft, outcome: Outcome, who: Mapping[str, str], seat: str | None) -> None:
    """Offer to go on from a hand to the next rack of which nothing is known, and from the last rack to the winner's."""
    t = visit.t
    if seat is not None and (found := problems_at(outcome, draft, seat)):
        html(problems_html(t.of(rule_set(draft.rules)), found))
    following = next((other for other in outcome.missing if other != seat), None)
    if seat is None and following is None:
        return
    label = as_label(_back(t, draft) if following is None else t("others.next", who=who[following]))
    go_on = partial(_open_rack, visit, following, onward=True)
    st.button(label, key="next-rack", type="primary", width="stretch", on_click=go_on)


def _won_too(visit: Visit, seat: str) -> None:
    draft = draft_of(visit)
    claims = {other: claim for other, claim in draft.claims.items() if other != seat}
    if state_now()["ask-won-too"]:
        claims[seat] = Claim(draft.claim.win, draft.claim.source)
    save_draft(visit, replace(draft, claims=claims))


def _set_status(visit: Visit, seat: str) -> None:
    name = state_now()["ask-status"]
    _change_rack(visit, seat, status=None if name == "none" else name)


def _set_points(visit: Visit, seat: str) -> None:
    _change_rack(visit, seat, points=state_now()["ask-points"])


def _change_rack(visit: Visit, seat: str, **changes: Any) -> None:
    draft = draft_of(visit)
    save_draft(visit, with_rack(draft, seat, replace(draft.others.get(seat, Rack()), **changes)))
