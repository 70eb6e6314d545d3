"""Beginning a game: who sits where, by which rules, and what the table has agreed on."""

from collections.abc import Sequence
from typing import Literal

import streamlit as st

from hu.app.i18n import Texts
from hu.app.ledger.values import LONGEST_NAME
from hu.app.page.dispatch import act, show_button
from hu.app.page.gestures import BeginGame, GiveNames, GoTo
from hu.app.page.parts.components import as_label, ask_one, html, show_notice, tag, words
from hu.app.page.parts.names import rules_by_name
from hu.app.page.services import Visit
from hu.app.page.session import screen, session
from hu.app.page.view.home import choice_name, rules_line
from hu.app.page.view.house import show_house_picker
from hu.scoring.hand import SEATS
from hu.scoring.options import OptionInfo
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_set

#: As many names are offered.
_NAMES_OFFERED = 12


def show_new_game(visit: Visit) -> None:
    """Ask for the players and the table's rules."""
    t = visit.t
    html(tag("h2", "hu-heading", words(t("game.new"))))
    rules = rule_set(
        ask_one(t("rules.label"), rules_by_name(t), session().state.draft.rules, "new-rules")
    )
    if line := rules_line(t, rules):
        html(line)
    three = 3 in rules.seat_counts and st.toggle(t("game.three"), key="new-three")
    seats = SEATS[: 3 if three else 4]
    _fill_fields()
    # A container of its own: what comes and goes in it does not move the fields below, where somebody is typing.
    with st.container(key="offered"):
        _offer_names(visit)
    with st.container(key="players"):
        for seat in seats:
            question = t("game.player", seat=t.seat(seat))
            st.text_input(
                question,
                key=f"player-{seat}",
                max_chars=LONGEST_NAME,
                autocomplete="off",
                placeholder=t.seat(seat),
            )
        st.text_input(t("game.title"), key="new-title", max_chars=LONGEST_NAME)
    with st.expander(t("game.options")):
        options = {option.name: _value_of(rules, option) for option in rules.options}
        for option in rules.options:
            _ask_option(t, rules, option, rules.usual(option, options))
        show_house_picker(visit, rules.name)
    if st.button(t("game.begin"), key="begin", type="primary", width="stretch"):
        players = tuple(_players(visit.t, seats))
        title = st.session_state.get("new-title", "")
        act(visit, BeginGame(rules.name, players, title, options), place="begin")
    show_notice(t, "begin")
    show_button(visit, "cancel-game", t("hand.cancel"), GoTo(""), look="tertiary")


def _offer_names(visit: Visit) -> None:
    """Offer the players of earlier games: the last table as it sat, or one name after another."""
    games = visit.ledger.games_of(visit.browser)
    known = list(dict.fromkeys(name for game in games for name in game.players))[:_NAMES_OFFERED]
    if not known:
        return
    state, last = st.session_state, games[0].players
    seated = [state.get(f"player-{seat}", "").strip() for seat in SEATS]
    if seated[: len(last)] != list(last):
        label = as_label(visit.t("game.same_players", names=", ".join(last)))
        show_button(visit, "same-players", label, GiveNames(dict(zip(SEATS, last, strict=False))))
    html(tag("p", "hu-hint", words(visit.t("game.known_players"))))
    with st.container(horizontal=True, key="known"):
        for index, name in enumerate(known):
            # The first empty seat, or none any more.
            sits = [seat for seat, other in zip(SEATS, seated, strict=True) if other == name]
            empty = [seat for seat, other in zip(SEATS, seated, strict=True) if not other]
            give = dict.fromkeys(sits, "") or dict.fromkeys(empty[:1], name)
            look: Literal["primary", "secondary"] = "primary" if sits else "secondary"
            gesture = GiveNames(give)
            show_button(
                visit, f"known-{index}", as_label(name), gesture, look=look, width="content"
            )


def _fill_fields() -> None:
    """Put the names that a tap gave into the fields."""
    names = screen().fill
    if names and names is not session().filled:
        st.session_state.update({f"player-{seat}": name for seat, name in names.items()})
        session().filled = names


def _players(t: Texts, seats: Sequence[str]) -> list[str]:
    """The names in the fields; a player without one gets that of the seat.

    A browser that begins the game before it has got the names that it asked for sends the fields empty, all of them:
    then those names count.
    """
    state, given = st.session_state, screen().given
    unseen = not any(state.get(f"player-{seat}") for seat in given)
    names = [
        state.get(f"player-{seat}") or (given.get(seat, "") if unseen else "") for seat in seats
    ]
    return [name if name.strip() else t.seat(seat) for name, seat in zip(names, seats, strict=True)]


def _ask_option(t: Texts, rules: RuleSet, option: OptionInfo, usual: bool | int | str) -> None:
    """Ask for one option: a switch, a number, or one of several values."""
    # Rule sets have options of one name with different values.
    label, key = (
        t.of(rules).name_of(f"option.{option.name}", option.names),
        f"{rules.name}-{option.name}",
    )
    if option.needs and not st.session_state.get(f"{rules.name}-{option.needs}"):
        return
    if isinstance(option.default, bool) or option.values:
        st.toggle(label, value=option.default is True, key=key)
    elif isinstance(option.default, int):
        st.number_input(
            label,
            min_value=option.least,
            max_value=option.most,
            value=option.default,
            step=option.step,
            key=key,
        )
    else:
        ask_one(
            label,
            {value: choice_name(t, option, value, usual) for value in option.choices},
            str(option.default),
            key,
        )


def _value_of(rules: RuleSet, option: OptionInfo) -> bool | int | str:
    """The value that the form holds for an option."""
    value = st.session_state.get(f"{rules.name}-{option.name}")
    if value is None:
        return option.default
    if option.values:
        return option.values[bool(value)]
    if isinstance(option.default, int) and not isinstance(option.default, bool):
        # A typed number may lie between two steps, such as an odd limit in FIMJ.
        return option.least + (int(value) - option.least) // option.step * option.step
    return type(option.default)(value)
