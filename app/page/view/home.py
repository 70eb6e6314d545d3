"""Shows the home screen: the rules of a hand without a game, the browser's games, the settings.

From here players begin a game, or open a game.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

import streamlit as st

from hu.app.i18n import LANGUAGES, Texts
from hu.app.ledger.exchange import LARGEST_BYTES
from hu.app.page.draft.state import Draft
from hu.app.page.events.games import GamesFileCame
from hu.app.page.facts import Facts, ListedGame
from hu.app.page.files import pick_file
from hu.app.page.gestures.hand import MoveHand
from hu.app.page.gestures.screens import GoTo, PickGame
from hu.app.page.parts.components import data_uri, escape_text, show_html, show_notice, tag
from hu.app.page.parts.names import rules_title, rules_titles
from hu.app.page.parts.panel import EntryPart, MarkupPart, PanelPart, ask_choice
from hu.app.page.parts.style import asset
from hu.app.page.view.controls import show_button, show_choice_field, show_parts
from hu.app.page.view.finish import standing_of
from hu.app.page.view.giving import giving_parts
from hu.app.page.visitor import time_zone
from hu.scoring.hand import SEATS
from hu.scoring.options import OptionInfo, OptionValue
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_set

#: The most games on the first screen.
_MOST_GAMES_LISTED: Final = 12
#: The most games to which a hand can be added.
_MOST_GAMES_OFFERED: Final = 4


def show_rules(facts: Facts, draft: Draft) -> None:
    """Let the player choose the rules of a hand without a game.

    The options that concern such a hand can be chosen as well.
    """
    t = facts.t
    rules = rule_set(draft.rules)
    label = t("rules.label")
    parts: list[PanelPart] = [
        ask_choice(("rules",), label, rules_titles(t), [rules.name], required=True),
        MarkupPart(rules_line(t, rules)),
    ]
    for option in rules.options:
        if option.is_asked_without_game:
            question = t.of(rules).name_of(f"option.{option.name}", option.names)
            choices = {value: choice_name(t, option, value) for value in option.choices}
            chosen = str(draft.options.get(option.name, option.default))
            op = ("option", option.name)
            parts.append(ask_choice(op, question, choices, [chosen], required=True))
    show_parts("rules", parts)


def choice_name(t: Texts, option: OptionInfo, value: str, usual: OptionValue = "") -> str:
    """Return the name of a choice of an option.

    Args:
        t: the words of the language.
        option: the option.
        value: the value of the choice.
        usual: the choice that the option's default means at the moment, if that depends on other
            options. Its name is added to the name of the default. Empty for any other option.
    """
    if option.choices == SEATS:
        return t.seat(value)
    name = value
    if value in option.choice_names:
        name = t.name(option.choice_names[value])
    elif value.isdecimal():
        name = t.number(int(value))
    is_default = value == option.default
    stands_for_other_choice = usual in option.choices and usual != value
    if is_default and stands_for_other_choice:
        return t.with_label(name, choice_name(t, option, str(usual)))
    return name


def rules_line(t: Texts, rules: RuleSet) -> str:
    """Return the rule set's summary of its rules, in a line. Empty if it has none."""
    if not rules.summary:
        return ""
    return tag("p", "hu-hint hu-rules-line", escape_text(t.name(rules.summary)))


def show_ways_in(facts: Facts) -> None:
    """Offer to begin a new game, and to go on with a game in progress if there is one."""
    with st.container(horizontal=True, key="ways-in"):
        listed = _game_in_progress(facts)
        if listed is not None:
            label = facts.t("game.go_on", game=listed.game.heading)
            note = describe_game(facts.t, listed)
            show_button("go-on", label, PickGame(listed.game.code), look="primary", note=note)
        show_button("new-game", facts.t("game.new"), GoTo("new game"))


def _game_in_progress(facts: Facts) -> ListedGame | None:
    """Find the game in progress that this browser opened last.

    Only listed games are considered. A game whose sheet is damaged counts as in progress.
    """
    # The game that was opened last comes first.
    for listed in facts.games[:_MOST_GAMES_LISTED]:
        if not listed.is_over:
            return listed
    return None


def show_photo_hint(facts: Facts) -> None:
    """Show a good photo of a hand beside a bad one."""
    good = _photo_hint("good", "✓", facts.t("snap.good_photo"))
    bad = _photo_hint("bad", "✗", facts.t("snap.bad_photo"))
    show_html(tag("div", "hu-photo-hints", good, bad))


def _photo_hint(kind: str, sign: str, text: str) -> str:
    """Return an example of a photo with a caption.

    Args:
        kind: ``good`` or ``bad``.
        sign: the sign before the caption.
        text: the caption.
    """
    caption = tag("figcaption", "", tag("strong", "", sign), f" {escape_text(text)}")
    return tag("figure", f"is-{kind}", f'<img alt="" src="{_picture(kind)}">', caption)


@cache
def _picture(kind: str) -> str:
    """Return the example of a ``good`` or ``bad`` photo as a data URI."""
    return data_uri("image/jpeg", asset(f"view/photo_{kind}.jpg"))


def show_games(facts: Facts) -> None:
    """List the games that this browser has opened.

    Below the list are the statistics of these games, and two more ways to open a game: by its code
    and from a file.
    """
    t = facts.t
    games = facts.games
    title = tag("h2", "hu-heading", escape_text(t("game.list")))
    if games:
        show_html(tag("div", "", title))
    else:
        show_html(
            tag("div", "hu-no-games", title, tag("p", "hu-hint", escape_text(t("game.none"))))
        )
    for listed in games[:_MOST_GAMES_LISTED]:
        code = listed.game.code
        note = describe_game(t, listed)
        show_button(f"open-{code}", listed.game.heading, PickGame(code), note=note)
    if games:
        show_button("statistics", t("statistics.title"), GoTo("statistics"))
    with st.expander(t("game.open_other")):
        code_entry = EntryPart(
            op=("code",),
            name="code",
            label=t("game.code"),
            hint=t("game.code_hint"),
            button=t("game.open"),
            longest=20,
        )
        show_parts("code", [code_entry])
        pick_file(
            "game-file",
            label=t("game.file"),
            hint=t("game.file_hint"),
            limit=LARGEST_BYTES,
            accept=".json,.jsonl",
            event_of=GamesFileCame,
        )
    show_notice(t, "code")


def offer_games(facts: Facts, draft: Draft) -> None:
    """Offer to make a hand without a game the next hand of a game, in progress or new.

    Only games by the same rules are offered. A game whose sheet is damaged counts as in progress.
    """
    games = []
    for listed in facts.games:
        if listed.game.rules == draft.rules and not listed.is_over:
            games.append(listed)
    with st.expander(facts.t("game.save_to"), key="save-to"):
        for listed in games[:_MOST_GAMES_OFFERED]:
            code = listed.game.code
            note = describe_game(facts.t, listed)
            show_button(f"move-{code}", listed.game.heading, MoveHand(code), note=note)
        show_button("move-new", facts.t("game.new"), GoTo("move"))


def describe_game(t: Texts, listed: ListedGame) -> str:
    """Describe a game in a line: the time when it was begun, its rules, and its standing."""
    when = t.date_and_time(listed.game.started.astimezone(time_zone()))
    parts = [when, rules_title(t, listed.game.rules), *_describe_standing(t, listed)]
    return " · ".join(parts)


def _describe_standing(t: Texts, listed: ListedGame) -> Iterator[str]:
    """Describe the standing of a game in parts.

    The parts are the number of hands, the leaders with their points, unless all players have the
    same, and that the game is over, if it is. For a damaged sheet, the only part is the number of
    hands, written as ``?``.
    """
    game = listed.game
    entries = listed.entries
    is_sheet_damaged = listed.problem is not None
    if is_sheet_damaged:
        yield t("game.played", count="?")
        return
    hands = [entry for entry in entries if entry.kind != "payment"]
    yield t("game.played", count=len(hands))
    standings = standing_of(game, entries, t)
    # The first field of a standing is its points, so the standings are compared by their points.
    highest = max(standings)
    lowest = min(standings)
    # While all players have the same points, nobody leads.
    if highest.points != lowest.points:
        leaders = []
        for name, standing in zip(game.players, standings, strict=True):
            if standing.points == highest.points:
                leaders.append(name)
        yield f"{', '.join(leaders)} {highest.text}"
    if listed.is_over:
        yield t("game.finished")


def show_settings(facts: Facts) -> None:
    """Show a button that opens the settings: language, tile sets, and giving the photo."""
    t = facts.t
    with st.popover(t("app.settings"), icon=":material/settings:", key="settings"):
        label = t("app.language")
        show_choice_field("ask-language", label, LANGUAGES, t.language, op=("language",))
        show_button("tile-sets", t("sets.title"), GoTo("tile sets"))
        giving = giving_parts(facts)
        if giving:
            show_parts("keeping", giving)
