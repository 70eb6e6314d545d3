"""Home: a hand without a game at once; the browser's games; a new one."""

from functools import partial

import streamlit as st

from hu.app.ledger.values import NAME_LENGTH, Game, LedgerError, Option
from hu.app.page.parts import as_label, html, tag, words
from hu.app.page.state import Draft
from hu.app.page.visit import Visit, find_game, open_game, save_draft
from hu.scoring.hand import SEATS


def show_rules(visit: Visit, draft: Draft) -> None:
    """Let the player choose the rules of a hand without a game."""
    names = {rules: visit.t(f"rules.{rules}") for rules in ("zung-jung", "fimj")}
    st.session_state["ask-rules"] = draft.rules
    st.segmented_control(
        visit.t("rules.label"),
        list(names),
        format_func=lambda rules: names.get(rules, rules),
        key="ask-rules",
        on_change=partial(_rules_chosen, visit),
        width="stretch",
        required=True,
    )


def _rules_chosen(visit: Visit) -> None:
    st.session_state.rules = st.session_state["ask-rules"] or "zung-jung"
    save_draft(visit, Draft(st.session_state.rules))


def show_games(visit: Visit) -> None:
    """List the games that this browser has opened; begin one, or open one by its code."""
    t, state = visit.t, st.session_state
    html(tag("h2", "hu-heading", words(t("game.list"))))
    games = visit.ledger.games_of(visit.browser)
    if not games:
        html(tag("p", "hu-hint", words(t("game.none"))))
    for game in games[:12]:
        st.button(
            game_label(visit, game),
            key=f"open-{game.code}",
            on_click=partial(open_game, game.code),
            width="stretch",
        )
    st.button(t("game.new"), key="new-game", width="stretch", on_click=_begin_form)
    with st.expander(t("game.open_code")), st.form("code", border=False):
        code = st.text_input(t("game.code"), help=t("game.code_hint"), max_chars=20)
        if st.form_submit_button(t("game.open"), width="stretch"):
            _open_by_code(visit, code)
    if problem := state.pop("code_problem", None):
        html(tag("p", "hu-alert", words(problem)))


def game_label(visit: Visit, game: Game) -> str:
    """Name a game on one line; what players wrote stands as they wrote it."""
    hands = sum(entry.kind != "payment" for entry in visit.ledger.entries(game.code))
    title = game.title or ", ".join(game.players)
    return as_label(f"{title} · {visit.t(f'rules.{game.rules}')} · {visit.t('game.played', count=hands)}")


def _begin_form() -> None:
    st.session_state.new_game = True


def _open_by_code(visit: Visit, code: str) -> None:
    try:
        game = find_game(visit.ledger, code)
    except LedgerError as error:
        st.session_state.code_problem = visit.t(f"problem.{error.key}", **error.values)
    else:
        if game is None:
            st.session_state.code_problem = visit.t("problem.code-unknown", code=code[:12])
        else:
            open_game(game.code)
    st.rerun()


def show_new_game(visit: Visit) -> None:
    """Ask for the players and the table's rules."""
    t = visit.t
    html(tag("h2", "hu-heading", words(t("game.new"))))
    rules = st.segmented_control(
        t("game.rules"),
        ["zung-jung", "fimj"],
        default=st.session_state.get("rules", "zung-jung"),
        format_func=lambda name: t(f"rules.{name}"),
        key="new-rules",
        width="stretch",
        required=True,
    )
    three = rules == "fimj" and st.toggle(t("game.three"), key="new-three")
    with st.container(key="players"):
        for seat in SEATS[: 3 if three else 4]:
            question = t("game.player", seat=t.seat(seat))
            st.text_input(question, key=f"player-{seat}", max_chars=NAME_LENGTH, autocomplete="off")
        st.text_input(t("game.title"), key="new-title", max_chars=NAME_LENGTH)
    with st.expander(t("game.options")):
        if rules == "fimj":
            _ask_fimj_options(visit)
        else:
            _ask_zung_jung_options(visit)
    if problem := st.session_state.get("game_problem"):
        html(tag("p", "hu-alert", words(problem)))
    st.button(t("game.begin"), key="begin", type="primary", width="stretch", on_click=partial(_begin, visit))
    st.button(t("game.cancel"), key="cancel-game", type="tertiary", width="stretch", on_click=_cancel)


def _ask_zung_jung_options(visit: Visit) -> None:
    for name in ("half_flowers", "minimum", "south_follows"):
        st.toggle(visit.t(f"game.{name}"), key=f"new-{name}")


def _ask_fimj_options(visit: Visit) -> None:
    t = visit.t
    if st.toggle(t("game.tournament"), key="new-tournament"):
        st.segmented_control(
            t("game.first_wind"), SEATS, default="E", format_func=t.seat, key="new-wind", required=True
        )
    st.toggle(t("game.settle_without_winner"), key="new-settle_without_winner")
    st.number_input(t("game.limit"), min_value=100, max_value=10_000, value=1000, step=100, key="new-limit")


def _begin(visit: Visit) -> None:
    # What was typed last reaches the state together with the tap on this button, and not before.
    state = st.session_state
    rules = state["new-rules"] or "zung-jung"
    seats = SEATS[: 3 if rules == "fimj" and state.get("new-three") else 4]
    options = _fimj_options() if rules == "fimj" else _zung_jung_options()
    try:
        names = [state.get(f"player-{seat}", "") for seat in seats]
        game = visit.ledger.create_game(rules, names, state.get("new-title", ""), options)
    except LedgerError as error:
        state.game_problem = visit.t(f"problem.{error.key}", **error.values)
        return
    _cancel()
    state.view = "hand"
    open_game(game.code)


def _zung_jung_options() -> dict[str, Option]:
    state = st.session_state
    switches: dict[str, Option] = {name: bool(state.get(f"new-{name}")) for name in ("half_flowers", "south_follows")}
    return {**switches, "minimum": 5 if state.get("new-minimum") else 0}


def _fimj_options() -> dict[str, Option]:
    state = st.session_state
    tournament = bool(state.get("new-tournament"))
    # The limit is an even number (ruling 11).
    limit = int(state.get("new-limit") or 1000) // 2 * 2
    return {
        "tournament": tournament,
        "first_wind": state.get("new-wind") or "E",
        "limit": limit,
        "settle_without_winner": bool(state.get("new-settle_without_winner")),
    }


def _cancel() -> None:
    st.session_state.new_game = False
    st.session_state.game_problem = None
