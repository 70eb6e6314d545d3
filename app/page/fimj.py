"""FIMJ's part of the page: the other players' tiles, and a result in points, doublings and payments."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from hu.app.i18n import Texts
from hu.app.page.hand import problems_at
from hu.app.page.parts import as_label, hand_pictures, html, tag, words
from hu.app.page.result import payments_html, problems_html
from hu.app.page.scoring import Outcome
from hu.app.page.scoring_fimj import missing
from hu.app.page.state import Claim, Draft, Rack, with_rack
from hu.app.page.visit import Visit, draft_of, save_draft
from hu.scoring.fimj import BY_ID, STATUSES


def show_others(visit: Visit, draft: Draft, outcome: Outcome, who: Mapping[str, str]) -> None:
    """List the other players' racks; each opens to be photographed, tapped in or counted."""
    t = visit.t
    anchor = '<div id="hu-others" class="hu-anchor"></div>'
    title = "racks" if draft.drawn else "title"
    hint = ("hint_drawn" if draft.settled else "hint_irregular") if draft.drawn else "hint"
    html(
        anchor + tag("h3", "hu-heading", words(t(f"others.{title}"))) + tag("p", "hu-hint", words(t(f"others.{hint}")))
    )
    for seat in draft.seats:
        if seat == draft.winner:
            continue
        label = f"{who[seat]} · {_state(t, draft, outcome, seat)}"
        icon = f":material/{'check' if _known(draft, outcome, seat) else 'photo_camera'}:"
        st.button(as_label(label), key=f"rack-{seat}", icon=icon, width="stretch", on_click=_open_rack, args=(seat,))


def _known(draft: Draft, outcome: Outcome, seat: str) -> bool:
    """Whether a player's points are known; a drawn hand is paid without those that nobody asks for."""
    rack = draft.others.get(seat, Rack())
    told = rack.points is not None or rack.status is not None or bool(rack.history.now.groups)
    return outcome.answer is not None and seat not in outcome.missing and (told or seat in draft.claims)


def show_declaring(visit: Visit, draft: Draft, outcome: Outcome) -> None:
    """In a tournament: with more than four doublings, ask which of them were not declared."""
    found = outcome.answer["players"][draft.winner]["doublings"] if outcome.answer else ()
    if not draft.options.get("tournament") or (sum(each["count"] for each in found) <= 4 and not draft.waived):
        return
    names = [*(each["id"] for each in found), *sorted(draft.waived)]
    st.session_state["ask-waived"] = sorted(draft.waived)
    st.pills(
        visit.t("others.waived"),
        names,
        selection_mode="multi",
        format_func=partial(_doubling, visit.t),
        key="ask-waived",
        on_change=partial(_set_waived, visit),
        width="stretch",
    )


def _doubling(t: Texts, name: str) -> str:
    return BY_ID[name].italian if t.language == "it" else BY_ID[name].english


def _set_waived(visit: Visit) -> None:
    save_draft(visit, replace(draft_of(visit), waived=frozenset(st.session_state["ask-waived"] or ())))


def _state(t: Texts, draft: Draft, outcome: Outcome, seat: str) -> str:
    rack = draft.others.get(seat, Rack())
    if outcome.answer is not None and _known(draft, outcome, seat):
        return t("others.points", points=outcome.answer["players"][seat]["points"])
    if rack.status:
        return t(f"status.{rack.status}")
    count = len(rack.history.now.tiles)
    return t("others.tiles", count=count) if count else t("others.empty")


def _open_rack(seat: str | None) -> None:
    st.session_state.rack = seat
    st.session_state.tapping = False


def show_rack_head(visit: Visit, who: Mapping[str, str], seat: str) -> None:
    """Say whose tiles these are, and offer the way back."""
    html(tag("h2", "hu-heading", words(visit.t("others.of", who=who[seat]))))
    st.button(_back(visit.t, draft_of(visit)), key="back", type="tertiary", on_click=_open_rack, args=(None,))


def _back(t: Texts, draft: Draft) -> str:
    return t("others.back_drawn" if draft.drawn else "others.back")


def show_rack_answers(visit: Visit, draft: Draft, outcome: Outcome, who: Mapping[str, str], seat: str) -> None:
    """Ask what cannot be seen in another player's tiles: a win, an irregularity, points counted by the player.

    Below it the way on: to the next rack of which nothing is known, or back to the winner's hand.
    """
    t = visit.t
    rack = draft.others.get(seat, Rack())
    if draft.claim.win in ("discard", "robbed-kong") and seat != draft.claim.source:
        st.session_state["ask-won-too"] = seat in draft.claims
        st.toggle(t("others.won_too"), key="ask-won-too", on_change=partial(_won_too, visit, seat))
    names = {"none": t("status.none"), **{name: t(f"status.{name}") for name in STATUSES}}
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
    if found := problems_at(outcome, draft, seat):
        html(problems_html(t, found))
    following = next((other for other in missing(draft) if other != seat), None)
    label = _back(t, draft) if following is None else t("others.next", who=who[following])
    st.button(as_label(label), key="next-rack", type="primary", width="stretch", on_click=_open_rack, args=(following,))


def _won_too(visit: Visit, seat: str) -> None:
    draft = draft_of(visit)
    claims = {other: claim for other, claim in draft.claims.items() if other != seat}
    if st.session_state["ask-won-too"]:
        claims[seat] = Claim(draft.claim.win, draft.claim.source)
    save_draft(visit, replace(draft, claims=claims))


def _set_status(visit: Visit, seat: str) -> None:
    name = st.session_state["ask-status"]
    _change_rack(visit, seat, status=None if name == "none" else name)


def _set_points(visit: Visit, seat: str) -> None:
    _change_rack(visit, seat, points=st.session_state["ask-points"])


def _change_rack(visit: Visit, seat: str, **changes: Any) -> None:
    draft = draft_of(visit)
    save_draft(visit, with_rack(draft, seat, replace(draft.others.get(seat, Rack()), **changes)))


def fimj_html(t: Texts, draft: Draft, outcome: Outcome, who: Mapping[str, str]) -> str:
    """A whole table's result: the winners in full, the others in a line, the payments once all is known."""
    answer = outcome.answer or {}
    winners = [seat for seat in draft.seats if seat == draft.winner or seat in draft.claims]
    cards = [player_html(t, answer["players"][seat], who[seat] if len(winners) > 1 else "") for seat in winners]
    if outcome.missing:
        names = ", ".join(who[seat] for seat in outcome.missing)
        return "".join([*cards, tag("p", "hu-note", words(t("others.missing", who=names)))])
    others = _others_html(t, answer, winners, who) if draft.settled else ""
    return "".join([payments_html(t, answer["payments"], who), *cards, others])


def player_html(t: Texts, player: Mapping[str, Any], name: str) -> str:
    """One player's points with their reasons."""
    total = tag("p", "hu-points", tag("strong", "", words(player["points"])), " ", words(t("result.points")))
    head = tag("h3", "", words(name)) if name else ""
    return tag("section", "hu-result", head, total, _sum(t, player), _pictures(t, player), _reasons(t, player))


def _sum(t: Texts, player: Mapping[str, Any]) -> str:
    if player["massimo"]:
        return tag("p", "hu-note", words(t("result.massimo")))
    times = sum(each["count"] for each in player["doublings"])
    lines = [tag("p", "hu-hint", words(t("result.sum", base=player["base"], doublings=times)))]
    if player["limited"]:
        lines.append(tag("p", "hu-note", words(t("result.limited", limit=player["points"]))))
    return "".join(lines)


def _pictures(t: Texts, player: Mapping[str, Any]) -> str:
    return hand_pictures(player.get("reading") or "", t)


def _reasons(t: Texts, player: Mapping[str, Any]) -> str:
    items = [_reason(t, each, f"{each['points'] * each['count']}") for each in player.get("items", ())]
    doublings = [_reason(t, each, f"× {2 ** each['count']}") for each in player["doublings"]]
    return tag("ul", "hu-patterns", *items, *doublings)


def _reason(t: Texts, each: Mapping[str, Any], worth: str) -> str:
    names, reasons = each["names"], each["reasons"]
    other = names["en" if t.language == "it" else "it"]
    title = tag("span", "hu-name", words(names[t.language]))
    also = tag("span", "hu-also", words(f"{reasons[t.language]} · {other}"))
    why = hand_pictures(" ".join(each.get("why") or ()), t, "is-small")
    return tag("li", "", tag("div", "", title, also, why), tag("span", "hu-worth", words(worth)))


def _others_html(t: Texts, answer: Mapping[str, Any], winners: list[str], who: Mapping[str, str]) -> str:
    rest = [seat for seat in answer["players"] if seat not in winners]
    points = {seat: tag("strong", "", words(answer["players"][seat]["points"])) for seat in rest}
    lines = [tag("li", "", tag("span", "", words(who[seat])), points[seat]) for seat in rest]
    return tag("section", "hu-payments hu-others", tag("h3", "", words(t("others.title"))), tag("ul", "", *lines))
