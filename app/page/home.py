"""Home: a hand without a game at once; the browser's games; a new one."""

from functools import partial

import streamlit as st

from hu.app.i18n import Texts
from hu.app.ledger.values import NAME_LENGTH, Game, LedgerError, Option
from hu.app.page.parts import as_label, html, tag, words
from hu.app.page.state import Draft
from hu.app.page.visit import Visit, find_game, open_game, save_draft
from hu.scoring.hand import SEATS
from hu.scoring.rule_set import OptionInfo
from hu.scoring.rules import DEFAULT, rule_names, rule_set


def show_rules(visit: Visit, draft: Draft) -> None:
    """Let the player choose the rules of a hand without a game."""
    names = _rules(visit)
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


def _rules(visit: Visit) -> dict[str, str]:
    return {name: visit.t.named(f"rules.{name}", rule_set(name).names) for name in rule_names()}


def _rules_chosen(visit: Visit) -> None:
    st.session_state.rules = st.session_state["ask-rules"] or DEFAULT
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
    rules = visit.t.named(f"rules.{game.rules}", rule_set(game.rules).names)
    return as_label(f"{title} · {rules} · {visit.t('game.played', count=hands)}")


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
    names = _rules(visit)
    chosen = st.segmented_control(
        t("game.rules"),
        list(names),
        default=st.session_state.get("rules", DEFAULT),
        format_func=lambda name: names.get(name, name),
        key="new-rules",
        width="stretch",
        required=True,
    )
    rules = rule_set(chosen or DEFAULT)
    three = 3 in rules.seat_counts and st.toggle(t("game.three"), key="new-three")
    with st.container(key="players"):
        for seat in SEATS[: 3 if three else 4]:
            question = t("game.player", seat=t.seat(seat))
            st.text_input(question, key=f"player-{seat}", max_chars=NAME_LENGTH, autocomplete="off")
        st.text_input(t("game.title"), key="new-title", max_chars=NAME_LENGTH)
    with st.expander(t("game.options")):
        for option in rules.options:
            _ask_option(t, option)
    if problem := st.session_state.get("game_problem"):
        html(tag("p", "hu-alert", words(problem)))
    st.button(t("game.begin"), key="begin", type="primary", width="stretch", on_click=partial(_begin, visit))
    st.button(t("game.cancel"), key="cancel-game", type="tertiary", width="stretch", on_click=_cancel)


def _ask_option(t: Texts, option: OptionInfo) -> None:
    """Ask for one option: a switch, a number, or one of several values."""
    label, key = t.named(f"option.{option.name}", option.names), f"new-{option.name}"
    if option.needs and not st.session_state.get(f"new-{option.needs}"):
        return
    if isinstance(option.default, bool) or option.values:
        st.toggle(label, key=key)
    elif isinstance(option.default, int):
        st.number_input(
            label, min_value=option.least, max_value=option.most, value=option.default, step=option.step, key=key
        )
    else:
        name = t.seat if option.choices == SEATS else str
        st.segmented_control(
            label, option.choices, default=str(option.default), format_func=name, key=key, required=True
        )


def _begin(visit: Visit) -> None:
    # What was typed last reaches the state together with the tap on this button, and not before.
    state = st.session_state
    rules = rule_set(state["new-rules"] or DEFAULT)
    seats = SEATS[: 3 if 3 in rules.seat_counts and state.get("new-three") else 4]
    options: dict[str, Option] = {option.name: _chosen(option) for option in rules.options}
    try:
        names = [state.get(f"player-{seat}", "") for seat in seats]
        game = visit.ledger.create_game(rules.name, names, state.get("new-title", ""), options)
    except LedgerError as error:
        state.game_problem = visit.t(f"problem.{error.key}", **error.values)
        return
    _cancel()
    state.view = "hand"
    open_game(game.code)


def _chosen(option: OptionInfo) -> bool | int | str:
    """The value that the form holds for an option."""
    value = st.session_state.get(f"new-{option.name}")
    if value is None:
        return option.default
    if option.values:
        return option.values[bool(value)]
    if isinstance(option.default, int) and not isinstance(option.default, bool):
        # A typed number may lie between two steps, such as an odd limit in FIMJ.
        return option.least + (int(value) - option.least) // option.step * option.step
    return type(option.default)(value)


def _cancel() -> None:
    st.session_state.new_game = False
    st.session_state.game_problem = None
