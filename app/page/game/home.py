"""Home: the last game, a hand without a game, how to take its photo; the browser's games, and the way to a new one."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial

import streamlit as st

from hu.app.i18n import Texts
from hu.app.ledger.values import Game, LedgerError
from hu.app.page.draft.next_hand import is_finished
from hu.app.page.draft.state import Draft
from hu.app.page.game.finish import standing_of
from hu.app.page.game.house import rules_title
from hu.app.page.game.import_game import show_import
from hu.app.page.game.saving import move_hand
from hu.app.page.parts.components import as_label, data_uri, html, tag, words
from hu.app.page.parts.style import asset
from hu.app.page.screen import change_screen, once, screen
from hu.app.page.visit import Visit, draft_of, find_game, open_game, options_alone, save_draft, zone_of
from hu.scoring.hand import SEATS
from hu.scoring.rule_set import Option, OptionInfo
from hu.scoring.rules import DEFAULT, rule_names, rule_set


def show_rules(visit: Visit, draft: Draft) -> None:
    """Let the player choose the rules of a hand without a game."""
    names = rules_by_name(visit)
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
    show_rules_line(visit, draft.rules)
    for option in rule_set(draft.rules).options:
        if option.asked_alone:
            _ask_alone(visit, draft, option)


def _ask_alone(visit: Visit, draft: Draft, option: OptionInfo) -> None:
    """Ask for an option of a hand without a game."""
    key = f"alone-{option.name}"
    st.session_state[key] = draft.options.get(option.name, option.default)
    st.segmented_control(
        visit.t.of(rule_set(draft.rules)).named(f"option.{option.name}", option.names),
        option.choices,
        format_func=partial(choice_name, visit.t, option),
        key=key,
        on_change=partial(_alone_chosen, visit, option.name),
        width="stretch",
        required=True,
    )


def choice_name(t: Texts, option: OptionInfo, value: str, usual: Option = "") -> str:
    """What a choice of an option is called; ``usual`` is what its default stands for."""
    if option.choices == SEATS:
        return t.seat(value)
    name = t.name(option.choice_names[value]) if value in option.choice_names else value
    stands_for = usual if value == option.default and usual in option.choices else value
    return name if stands_for == value else f"{name}: {choice_name(t, option, str(stands_for))}"


def _alone_chosen(visit: Visit, name: str) -> None:
    draft = draft_of(visit)
    options = {**options_alone(draft.rules), name: st.session_state[f"alone-{name}"]}
    change_screen(options_alone={**screen().options_alone, draft.rules: options})
    save_draft(visit, replace(draft, options=options))


def show_rules_line(visit: Visit, rules: str) -> None:
    """Say in a line what kind of rules these are."""
    if summary := rule_set(rules).summary:
        html(tag("p", "hu-hint hu-rules-line", words(visit.t.name(summary))))


def rules_by_name(visit: Visit) -> dict[str, str]:
    """What each rule set is called."""
    return {name: rules_title(visit.t, name) for name in rule_names()}


def _rules_chosen(visit: Visit) -> None:
    rules = st.session_state["ask-rules"] or DEFAULT
    change_screen(rules=rules)
    save_draft(visit, Draft(rules, options_alone(rules)))


def show_ways_in(visit: Visit) -> None:
    """Lead back to the game that this browser opened last, while it is played, or to a new one."""
    game = next(iter(visit.ledger.games_of(visit.browser)), None)
    with st.container(horizontal=True, key="ways-in"):
        if game is not None and not _finished(visit, game):
            label = visit.t("game.go_on", game=game_label(visit, game))
            go_on = partial(open_game, game.code)
            st.button(label, key="go-on", type="primary", width="stretch", on_click=go_on)
        st.button(visit.t("game.new"), key="new-game", width="stretch", on_click=_begin_form)


def _finished(visit: Visit, game: Game) -> bool:
    try:
        return is_finished(game, visit.ledger.entries(game.code))
    except LedgerError:
        # Its sheet is damaged, which it says itself.
        return False


def show_photo_hint(visit: Visit) -> None:
    """Show a good photo of a hand beside a bad one."""
    good, bad = visit.t("snap.good_photo"), visit.t("snap.bad_photo")
    html(tag("div", "hu-photo-hints", _photo_hint("good", "✓", good), _photo_hint("bad", "✗", bad)))


def _photo_hint(kind: str, sign: str, text: str) -> str:
    caption = tag("figcaption", "", tag("strong", "", sign), f" {words(text)}")
    return tag("figure", f"is-{kind}", f'<img alt="" src="{_picture(kind)}">', caption)


@cache
def _picture(kind: str) -> str:
    return data_uri("image/jpeg", asset(f"game/photo_{kind}.jpg"))


def show_games(visit: Visit) -> None:
    """List the games that this browser has opened; begin one, or open one by its code or from its file."""
    t = visit.t
    games = visit.ledger.games_of(visit.browser)
    none = "" if games else tag("p", "hu-hint", words(t("game.none")))
    html(tag("div", "" if games else "hu-no-games", tag("h2", "hu-heading", words(t("game.list"))), none))
    for game in games[:12]:
        st.button(
            game_label(visit, game),
            key=f"open-{game.code}",
            on_click=partial(open_game, game.code),
            width="stretch",
        )
    if games:
        st.button(t("statistics.title"), key="statistics", width="stretch", on_click=_to_statistics)
    with st.expander(t("game.open_other")):
        with st.form("code", border=False):
            st.text_input(t("game.code"), key="code", help=t("game.code_hint"), max_chars=20)
            st.form_submit_button(t("game.open"), on_click=partial(_open_by_code, visit), width="stretch")
        show_import(visit)
    if problem := once("code_problem"):
        html(tag("p", "hu-alert", words(problem)))


def offer_games(visit: Visit, draft: Draft) -> None:
    """Offer to make a hand without a game the next one of a game that is played, or of a new one."""
    games = [game for game in visit.ledger.games_of(visit.browser) if game.rules == draft.rules]
    with st.expander(visit.t("game.save_to"), key="save-to"):
        for game in [game for game in games if not _finished(visit, game)][:4]:
            move = partial(move_hand, visit, game)
            st.button(game_label(visit, game), key=f"move-{game.code}", width="stretch", on_click=move)
        st.button(visit.t("game.new"), key="move-new", width="stretch", on_click=_begin_with_hand)


def _begin_with_hand() -> None:
    change_screen(page="new game", moving=True)


def game_label(visit: Visit, game: Game) -> str:
    """Name a game, and say below how it stands; what players wrote stands as they wrote it."""
    t, title = visit.t, game.title or ", ".join(game.players)
    when = f"{game.started.astimezone(zone_of(st.context.timezone)):%Y-%m-%d %H:%M}"
    facts = [when, rules_title(t, game.rules), *_how_it_stands(visit, game)]
    return f"{as_label(title)}  \n:small[{as_label(' · '.join(facts))}]"


def _how_it_stands(visit: Visit, game: Game) -> Iterator[str]:
    """Count a game's hands, and say who leads and whether it is over."""
    t = visit.t
    try:
        entries = visit.ledger.entries(game.code)
    except LedgerError:
        # Its sheet is damaged; the others are listed all the same.
        yield t("game.played", count="?")
        return
    yield t("game.played", count=sum(entry.kind != "payment" for entry in entries))
    standing = standing_of(game, entries)
    best, figure = max(standing)
    if (best, figure) != min(standing):
        first = [name for name, (total, _) in zip(game.players, standing, strict=True) if total == best]
        yield f"{', '.join(first)} {figure}"
    if is_finished(game, entries):
        yield t("game.finished")


def _to_statistics() -> None:
    change_screen(page="statistics")


def _begin_form() -> None:
    change_screen(page="new game")


def _open_by_code(visit: Visit) -> None:
    code = st.session_state.code
    try:
        game = find_game(visit.ledger, code)
    except LedgerError as error:
        change_screen(code_problem=visit.t(f"problem.{error.key}", **error.values))
    else:
        if game is None:
            change_screen(code_problem=visit.t("problem.code-unknown", code=code[:12]))
        else:
            open_game(game.code)
