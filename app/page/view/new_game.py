"""Shows the form of a new game: the players at their seats, the rules and their options."""

from typing import Literal

import streamlit as st

from hu.app.i18n import Texts
from hu.app.ledger.values import HOUSE_TITLE, LONGEST_NAME, Game
from hu.app.page.facts import Facts
from hu.app.page.game.player_names import given_names
from hu.app.page.gestures.new_game import BeginGame, GiveNames, RepeatTable
from hu.app.page.gestures.screens import GoTo
from hu.app.page.new_game import chosen_value, is_switch, options_of_form, seats_of
from hu.app.page.parts.components import escape_text, show_html, show_notice, tag
from hu.app.page.parts.names import rules_titles
from hu.app.page.session import screen, session
from hu.app.page.view.controls import (
    show_button,
    show_choice_field,
    show_number_field,
    show_switch,
    show_text_field,
)
from hu.app.page.view.home import choice_name, rules_line
from hu.app.page.view.house import show_house_picker
from hu.scoring.hand import SEATS
from hu.scoring.options import HOUSE, OptionInfo, OptionValue
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_names, rule_set

#: The most names of earlier players that are offered.
_MOST_NAMES_OFFERED = 12


def show_new_game(facts: Facts) -> None:
    """Ask for the players and the table's rules."""
    t = facts.t
    form = screen().new_game
    rules = rule_set(form.rules or session().state.draft.rules)
    show_html(tag("h2", "hu-heading", escape_text(t("game.new"))))
    show_choice_field("new-rules", t("rules.label"), rules_titles(t), rules.name, op=("new-rules",))
    line = rules_line(t, rules)
    if line:
        show_html(line)
    if rules.has_tables_of_several_sizes:
        show_switch("new-three", t("game.three"), value=form.is_three, op=("new-three",))
    # The number of offers changes. In a container of their own they do not make Streamlit draw the
    # fields below anew, in which somebody may be typing.
    with st.container(key="offered"):
        _offer_names(facts)
    with st.container(key="players"):
        for number, seat in enumerate(seats_of(form, rules), 1):
            show_text_field(
                f"player-{seat}",
                t("game.player", seat=t.seat(seat)),
                form.names.get(seat, ""),
                op=("player", seat),
                most=LONGEST_NAME,
                hint=t("game.player_number", number=number),
            )
        title = t("game.title")
        show_text_field("new-title", title, form.title, op=("new-title",), most=LONGEST_NAME)
    with st.expander(t("game.options")):
        options = options_of_form(form, rules)
        for option in rules.options:
            _ask_option(facts, rules, option, rules.usual_value(option, options))
        show_house_picker(facts, rules.name)
    show_button("begin", t("game.begin"), BeginGame(), look="primary")
    show_notice(t, "begin")
    show_button("cancel-game", t("hand.cancel"), GoTo(""), look="tertiary")


def _offer_names(facts: Facts) -> None:
    """Offer the last table with its rules, and each name of the players of earlier games."""
    games = [listed.game for listed in facts.games]
    names: list[str] = []
    for game in games:
        for name in given_names(game):
            if name and name not in names:
                names.append(name)
    if not names:
        return
    last_players = given_names(games[0])
    name_in_field = screen().new_game.names
    # The names in the form's fields, from East to North. Empty for an empty field.
    entered_names = [name_in_field.get(seat, "").strip() for seat in SEATS]
    is_same_table = entered_names[: len(last_players)] == list(last_players)
    if not is_same_table:
        # The label also names the players whose names were not given, such as "Player 2".
        label = facts.t("game.same_players", names=", ".join(games[0].players))
        show_button("same-players", label, _repeat_table(games[0]))
    show_html(tag("p", "hu-hint", escape_text(facts.t("game.known_players"))))
    with st.container(horizontal=True, key="known"):
        for index, name in enumerate(names[:_MOST_NAMES_OFFERED]):
            _offer_name(index, name, entered_names)


def _repeat_table(game: Game) -> RepeatTable | GiveNames:
    """Return the gesture that fills in the form with the names, rules and options of a game.

    It fills in the names alone if the rules are not installed, or if the table played by house
    rules. House rules come only from their file.
    """
    # A table of three has no player at North.
    name_at = dict(zip(SEATS, given_names(game), strict=False))
    has_house_rules = HOUSE in game.options or HOUSE_TITLE in game.options
    if has_house_rules or game.rules not in rule_names():
        return GiveNames(name_at)
    options: dict[str, OptionValue] = {}
    for option in rule_set(game.rules).options:
        value = game.options.get(option.name)
        if value is not None:
            options[option.name] = value
    return RepeatTable(name_at, game.rules, options)


def _offer_name(index: int, name: str, entered_names: list[str]) -> None:
    """Offer a name. A tap puts it into the first empty field, or removes it from its field again.

    While no field is empty, a tap on a name that is in no field changes nothing.

    Args:
        index: the number of the button, from 0.
        name: the name.
        entered_names: the names in the form's fields, from East to North. Empty for an empty field.
    """
    name_at = dict(zip(SEATS, entered_names, strict=True))
    seats_with_name = [seat for seat in SEATS if name_at[seat] == name]
    empty_seats = [seat for seat in SEATS if not name_at[seat]]
    look: Literal["primary", "secondary"] = "secondary"
    if seats_with_name:
        look = "primary"
        gesture = GiveNames(dict.fromkeys(seats_with_name, ""))
    else:
        gesture = GiveNames(dict.fromkeys(empty_seats[:1], name))
    show_button(f"known-{index}", name, gesture, look=look, width="content")


def _ask_option(facts: Facts, rules: RuleSet, option: OptionInfo, usual: OptionValue) -> None:
    """Ask for one option: a switch, a number, or one of several values.

    Args:
        facts: the contents of the screen.
        rules: the rule set.
        option: its option.
        usual: the choice that the option's default means at the moment, if that depends on other
            options. Empty for any other option.
    """
    form = screen().new_game
    chosen_values = form.options.get(rules.name, {})
    # Some options have a meaning only while another option is on.
    if option.needs and not chosen_values.get(option.needs):
        return
    t = facts.t
    label = t.of(rules).name_of(f"option.{option.name}", option.names)
    # The key has the name of the rule set, because two rule sets can have options of the same name.
    key = f"{rules.name}-{option.name}"
    op = ("new-option", option.name)
    value = chosen_value(form, rules, option)
    if is_switch(option):
        show_switch(key, label, value=bool(value), op=op)
    elif isinstance(value, int):
        show_number_field(
            key,
            label,
            value,
            op=op,
            least=option.least,
            most=option.most,
            step=option.step,
        )
    else:
        names = _choice_names(t, option, usual)
        hint = t.messages.get(f"terms.{option.name}", "")
        show_choice_field(key, label, names, str(value), op=op, hint=hint)


def _choice_names(t: Texts, option: OptionInfo, usual: OptionValue) -> dict[str, str]:
    """Return the name of each choice of an option, by its value."""
    return {value: choice_name(t, option, value, usual) for value in option.choices}
