"""Home: a hand without a game and its rules, the browser's games and the ways into others; the settings."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial

import streamlit as st

from hu.app.i18n import LANGUAGES, Texts
from hu.app.ledger.exchange import LARGEST_BYTES, Sheet, read_sent_games
from hu.app.ledger.ledger import Ledger, new_code
from hu.app.ledger.values import Game, LedgerError
from hu.app.page.draft.next_hand import is_finished
from hu.app.page.draft.state import Draft
from hu.app.page.game.finish import standing_of
from hu.app.page.game.saving import move_hand
from hu.app.page.hand.answers_view import rules_by_name, rules_title
from hu.app.page.hand.taps import keeping_parts
from hu.app.page.parts.components import (
    as_label,
    ask_one,
    choice,
    data_uri,
    html,
    markup,
    pick_file,
    show_notice,
    tag,
    words,
)
from hu.app.page.parts.outside import read_apart
from hu.app.page.parts.style import asset
from hu.app.page.screen import change_screen, tell
from hu.app.page.visit import (
    Visit,
    do,
    failure_text,
    find_game,
    open_game,
    show_button,
    show_parts,
    time_zone,
)
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS
from hu.scoring.options import OptionInfo, OptionValue
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_set


def show_rules(visit: Visit, draft: Draft) -> None:
    """Let the player choose the rules of a hand without a game, and the options that it is asked for."""
    t, rules = visit.t, rule_set(draft.rules)
    must = {"required": True}
    parts = [
        choice(["rules"], t("rules.label"), rules_by_name(t), [rules.name]) | must,
        markup(rules_line(t, rules)),
    ]
    for option in rules.options:
        if option.asked_alone:
            question = t.of(rules).name_of(f"option.{option.name}", option.names)
            choices = {value: choice_name(t, option, value) for value in option.choices}
            now = str(draft.options.get(option.name, option.default))
            parts.append(choice(["option", option.name], question, choices, [now]) | must)
    show_parts(visit, "rules", parts)


def choice_name(t: Texts, option: OptionInfo, value: str, usual: OptionValue = "") -> str:
    """What a choice of an option is called; ``usual`` is what its default stands for."""
    if option.choices == SEATS:
        return t.seat(value)
    name = t.name(option.choice_names[value]) if value in option.choice_names else value
    stands_for = usual if value == option.default and usual in option.choices else value
    return name if stands_for == value else f"{name}: {choice_name(t, option, str(stands_for))}"


def rules_line(t: Texts, rules: RuleSet) -> str:
    """What kind of rules these are, in a line."""
    return tag("p", "hu-hint hu-rules-line", words(t.name(rules.summary))) if rules.summary else ""


def show_ways_in(visit: Visit) -> None:
    """Lead back to the game that this browser opened last, while it is played, or to a new one."""
    game = next(iter(visit.ledger.games_of(visit.browser)), None)
    with st.container(horizontal=True, key="ways-in"):
        if game is not None and not _is_over(visit, game):
            label = visit.t("game.go_on", game=game_label(visit, game))
            show_button(visit, "go-on", label, open_game, game.code, look="primary")
        show_button(visit, "new-game", visit.t("game.new"), partial(change_screen, page="new game"))


def _is_over(visit: Visit, game: Game) -> bool:
    try:
        return is_finished(game, visit.ledger.entries(game.code))
    except LedgerError:
        # Its sheet is damaged, which it says itself.
        return False


def show_photo_hint(visit: Visit) -> None:
    """Show a good photo of a hand beside a bad one."""
    hints = ""
    for kind, sign, text in (
        ("good", "✓", visit.t("snap.good_photo")),
        ("bad", "✗", visit.t("snap.bad_photo")),
    ):
        caption = tag("figcaption", "", tag("strong", "", sign), f" {words(text)}")
        hints += tag("figure", f"is-{kind}", f'<img alt="" src="{_picture(kind)}">', caption)
    html(tag("div", "hu-photo-hints", hints))


@cache
def _picture(kind: str) -> str:
    return data_uri("image/jpeg", asset(f"game/photo_{kind}.jpg"))


def show_games(visit: Visit) -> None:
    """List the games that this browser has opened; begin one, or open one by its code or from its file."""
    t = visit.t
    games = visit.ledger.games_of(visit.browser)
    none = "" if games else tag("p", "hu-hint", words(t("game.none")))
    html(
        tag(
            "div",
            "" if games else "hu-no-games",
            tag("h2", "hu-heading", words(t("game.list"))),
            none,
        )
    )
    for game in games[:12]:
        show_button(visit, f"open-{game.code}", game_label(visit, game), open_game, game.code)
    if games:
        show_button(
            visit, "statistics", t("statistics.title"), partial(change_screen, page="statistics")
        )
    with st.expander(t("game.open_other")):
        with st.form("code", border=False):
            code = st.text_input(t("game.code"), key="code", help=t("game.code_hint"), max_chars=20)
            if st.form_submit_button(t("game.open"), width="stretch"):
                do(visit, _open_by_code, visit, code, place="code")
        take = partial(_take_in, visit)
        pick_file(
            "game-file", t("game.file"), t("game.file_hint"), LARGEST_BYTES, ".json,.jsonl", take
        )
    show_notice("code")


def _open_by_code(visit: Visit, code: str) -> None:
    game = find_game(visit.ledger, code)
    if game is None:
        raise LedgerError("code-unknown", code=code[:12])
    open_game(game.code)


def _take_in(visit: Visit, name: str, content: bytes) -> None:
    """Take in the games of a file that the page or ``hu games export`` wrote."""
    try:
        sheets = read_apart(InputError, read_sent_games, content)
        for game in take_in_games(visit.ledger, visit.browser, sheets):
            open_game(game.code)
    except LedgerError as error:
        tell("code", failure_text(visit.t, error))
    except InputError as error:
        tell("code", visit.t("problem.file", name=name[:40], reason=str(error)))


def take_in_games(ledger: Ledger, browser: str, sheets: Sequence[Sheet]) -> Iterator[Game]:
    """Add games to the ledger and to the browser's games, each under a code of its own.

    A file must not tell which codes exist, or open games by guessing them: only who knows a game's players and the
    moment when it was begun gets the one that is there already.
    """
    known = {_identity(game): game for game in ledger.games_of(browser)}
    for game, entries in sheets:
        there = ledger.game(game.code)
        same = (
            there if there and _identity(there) == _identity(game) else known.get(_identity(game))
        )
        if same is None:
            same = known[_identity(game)] = replace(game, code=new_code())
            ledger.import_game(same, entries)
        ledger.visit(browser, same.code)
        yield same


def _identity(game: Game) -> tuple[object, ...]:
    return game.players, game.started, game.rules


def offer_games(visit: Visit, draft: Draft) -> None:
    """Offer to make a hand without a game the next one of a game that is played, or of a new one."""
    games = [game for game in visit.ledger.games_of(visit.browser) if game.rules == draft.rules]
    with st.expander(visit.t("game.save_to"), key="save-to"):
        for game in [game for game in games if not _is_over(visit, game)][:4]:
            show_button(visit, f"move-{game.code}", game_label(visit, game), move_hand, visit, game)
        show_button(visit, "move-new", visit.t("game.new"), partial(change_screen, page="move"))


def game_label(visit: Visit, game: Game) -> str:
    """Name a game, and say below how it stands; what players wrote stands as they wrote it."""
    t, title = visit.t, game.title or ", ".join(game.players)
    when = f"{game.started.astimezone(time_zone()):%Y-%m-%d %H:%M}"
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
        first = [
            name for name, (total, _) in zip(game.players, standing, strict=True) if total == best
        ]
        yield f"{', '.join(first)} {figure}"
    if is_finished(game, entries):
        yield t("game.finished")


def show_settings(visit: Visit) -> None:
    """Show a button that opens the settings."""
    t = visit.t
    with st.popover(t("app.settings"), icon=":material/settings:", key="settings"):
        chosen = ask_one(t("app.language"), LANGUAGES, t.language, "ask-language")
        if chosen != t.language:
            do(visit, partial(change_screen, language=chosen))
        show_button(visit, "tile-sets", t("sets.title"), partial(change_screen, page="tile sets"))
        if keeping := keeping_parts(visit):
            show_parts(visit, "keeping", keeping)
