"""A game that is open: where it stands, saving its hands, going back and forth between hand and sheet."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import streamlit as st
from streamlit.runtime.scriptrunner import RerunException

from hu.app.ledger.values import Entry, Game, LedgerError
from hu.app.page.desk import desk
from hu.app.page.hand import keep_wanted
from hu.app.page.learning import learn_finished
from hu.app.page.next_hand import caught_up, next_seating, options_of, saved_meanwhile
from hu.app.page.parts import html, tag, words
from hu.app.page.scoring import Outcome, evaluate
from hu.app.page.state import NOBODY, Draft, Rack, draft_to_json
from hu.app.page.visit import Visit, draft_of, fresh_draft, open_game, save_draft
from hu.scoring.rule_set import Seating
from hu.scoring.rules import rule_set

#: Completes the entry of a hand, its seats and round being known.
Finish = Callable[[Entry], Entry]


def show_head(visit: Visit, game: Game, seating: Seating, draft: Draft) -> None:
    """Say which game this is and where it stands; offer the hand and the sheet."""
    t = visit.t
    title = game.title or ", ".join(game.players)
    where = tag("p", "hu-hint", words(standing(visit, game, seating)))
    if draft.entry and desk().get("view") != "sheet":
        hands = [entry.id for entry in visit.ledger.entries(game.code) if entry.kind != "payment"]
        number = hands.index(draft.entry) + 1 if draft.entry in hands else 0
        where = tag("p", "hu-note", words(t("hand.changing", number=number)))
    html(tag("h2", "hu-heading", words(title)) + where)
    names = {"hand": t("game.nav_hand"), "sheet": t("game.nav_sheet")}
    st.session_state["ask-view"] = desk().get("view", "hand")
    st.segmented_control(
        t("game.nav"),
        list(names),
        format_func=lambda view: names.get(view, view),
        key="ask-view",
        on_change=_view_chosen,
        label_visibility="collapsed",
        width="stretch",
        required=True,
    )


def standing(visit: Visit, game: Game, seating: Seating) -> str:
    """Say in words where a game stands."""
    t = visit.t
    if game.ended:
        return t("game.finished")
    if seating.over:
        return t("game.over")
    hand = t("game.hand", number=seating.number)
    if total := rule_set(game.rules).deals:
        hand = t("game.hand_of", number=seating.number, total=total)
    wind = t("game.round", number=seating.round)
    if seating.round_wind:
        wind = t("game.round_wind", wind=t.seat(seating.round_wind))
    east = () if seating.east is None else (t("game.east", name=game.players[seating.east]),)
    return " · ".join((hand, wind, *east))


def _view_chosen() -> None:
    desk().view = st.session_state["ask-view"] or "hand"


def seats_now(visit: Visit, draft: Draft) -> tuple[str | None, ...]:
    """Return each player's seat: in the hand that is being changed, or in the next one."""
    if visit.game is None:
        return draft.seats
    if draft.seating:
        return draft.seating
    entries = visit.ledger.entries(visit.game.code)
    changing = next((entry for entry in entries if entry.id == draft.entry), None)
    return changing.seats if changing else next_seating(visit.game, entries).seats


def bring_up_to_date(visit: Visit, game: Game, entries: Sequence[Entry]) -> Draft:
    """Return the hand in work, its players seated where the sheet as it is now seats them."""
    before = draft_of(visit)
    begun = not before.empty or desk().get("waiting_photo") is not None
    draft = caught_up(before, game, entries, begun=begun)
    if draft != before:
        save_draft(visit, draft)
    if draft.seating != before.seating:
        # The rack on the screen was named by its seat.
        desk().pop("rack", None)
    return draft


def names_by_seat(visit: Visit, draft: Draft) -> dict[str, str]:
    """Name each seat, with its player in a game."""
    t = visit.t
    if visit.game is None:
        return {seat: t.seat(seat) for seat in draft.seats}
    seated = zip(seats_now(visit, draft), visit.game.players, strict=True)
    return {seat: t("seat.named", seat=t.seat(seat), name=name) for seat, name in seated if seat}


def show_drawn(visit: Visit, game: Game) -> None:
    """Offer to note a hand that nobody won; where every hand counts, something may have to be paid."""
    rules = rule_set(game.rules)
    settled = rules.scores_every_hand or rules.pays_without_winner(options_of(game))
    noted = partial(_begin_drawn, visit) if settled else partial(_save_drawn, visit, game, draft_of(visit).known)
    st.button(visit.t("game.drawn"), key="drawn", width="stretch", on_click=noted)


def _begin_drawn(visit: Visit) -> None:
    save_draft(visit, replace(draft_of(visit), winner=NOBODY))


def _save_drawn(visit: Visit, game: Game, known: int) -> None:
    draft = draft_of(visit)
    if draft.known != known:
        # A second tap, or one for a hand that another phone has noted meanwhile.
        return
    nothing = (0,) * len(game.players)
    _save(visit, game, draft, lambda entry: replace(entry, kind="drawn", amounts=nothing))


def show_saving(visit: Visit, game: Game, draft: Draft, outcome: Outcome) -> None:
    """Offer to put a scored hand on the sheet."""
    t = visit.t
    if outcome.final:
        label = t("result.save_changes" if draft.entry else "result.save")
        st.button(label, key="save", type="primary", width="stretch", on_click=partial(save_scored, visit, game))
    if problem := desk().pop("save_problem", None):
        html(tag("p", "hu-alert", words(problem)))


def save_scored(visit: Visit, game: Game) -> None:
    """Put the hand on the sheet, as it is now; one whose payments are not known, as after a second tap, is left."""
    draft = draft_of(visit)
    outcome = evaluate(draft)
    if outcome.final:
        _save(visit, game, draft, partial(_as_scored, draft=draft, outcome=outcome))


def _as_scored(entry: Entry, *, draft: Draft, outcome: Outcome) -> Entry:
    score = outcome.score
    payments = (score.payments if score else None) or {}
    winners = [] if draft.drawn else [str(draft.winner), *draft.claims]
    points = score.players[winners[0]].points if score and len(winners) == 1 else None
    return replace(
        entry,
        kind="drawn" if draft.drawn else "won",
        amounts=tuple(payments.get(seat or "", 0) for seat in entry.seats),
        winners=tuple(player for player, seat in enumerate(entry.seats) if seat in winners),
        points=points,
        note=str(outcome.hand),
        pot=score.pot if score else 0,
        statuses=_statuses(draft, entry.seats),
        draft=draft_to_json(replace(draft, entry=0, version=0)),
    )


def _statuses(draft: Draft, seats: Sequence[str | None]) -> tuple[str | None, ...]:
    """Each player's status; empty while nobody has one."""
    found = tuple(draft.others.get(seat or "", Rack()).status for seat in seats)
    return found if any(found) else ()


def _save(visit: Visit, game: Game, draft: Draft, finish: Finish) -> None:
    """Write the hand to the sheet and begin the next one."""
    state, t = desk(), visit.t
    entries = visit.ledger.entries(game.code)
    try:
        number = _write(visit, game, draft, entries, finish)
    except LedgerError as error:
        if draft.empty:
            state.view, state.sheet_problem = "sheet", t(f"problem.{error.key}", **error.values)
            return
        # What others have saved is shown beside this hand, with what can be done about it.
        seen = error.key in ("hand-changed", "hand-deleted") or saved_meanwhile(draft, visit.ledger.entries(game.code))
        if not seen:
            state.save_problem = t(f"problem.{error.key}", **error.values)
        return
    told = t("result.changed") if draft.entry else t("result.saved", number=number)
    try:
        _clear_away(visit, draft, told)
    except RerunException:
        # The next tap interrupts wherever the session's state is used; a hand left on the table would be saved twice.
        _clear_away(visit, draft, told)
        raise


def _clear_away(visit: Visit, draft: Draft, told: str) -> None:
    """Go from a hand that has been saved to the sheet, and begin the next one."""
    begin_next(visit)
    desk().told = told
    desk().view = "sheet"
    if not draft.entry:
        learn_finished(visit, draft)


def _write(visit: Visit, game: Game, draft: Draft, entries: Sequence[Entry], finish: Finish) -> int:
    before = next((entry for entry in entries if entry.id == draft.entry), None)
    if draft.entry and before is None:
        raise LedgerError("hand-deleted", "somebody else has deleted this hand meanwhile")
    if before is not None:
        visit.ledger.change(game.code, replace(finish(before), version=draft.version))
        return 0
    seating = next_seating(game, entries)
    if draft.seating not in ((), seating.seats):
        raise LedgerError("sheet-changed", "somebody else has changed the sheet; look at it, then save again")
    visit.ledger.add(game.code, finish(Entry("won", (), seating.seats, seating.round, seating.round_wind)), draft.known)
    return seating.number


def begin_next(visit: Visit) -> None:
    """Clear the table for the next hand."""
    state = desk()
    for name in (
        "rack",
        "tapping",
        "retaking",
        "snap_problem",
        "deleted",
        "waiting_photo",
        "waiting_indicators",
        "indicators_problem",
    ):
        state.pop(name, None)
    keep_wanted(visit, draft_of(visit))
    save_draft(visit, fresh_draft(visit))


def leave() -> None:
    """Go home."""
    desk().pop("view", None)
    open_game(None)
