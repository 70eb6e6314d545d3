"""Shows house rules: the picker of their file in the form of a new game, and their changes."""

from collections.abc import Sequence
from functools import partial

from hu.app.i18n import Texts
from hu.app.ledger.values import HOUSE_TITLE, Game
from hu.app.page.draft.next_hand import options_of
from hu.app.page.events.games import HouseFileCame
from hu.app.page.facts import Facts
from hu.app.page.files import pick_file
from hu.app.page.gestures.new_game import DropHouse
from hu.app.page.parts.components import escape_text, show_html, show_notice, tag
from hu.app.page.session import screen
from hu.app.page.view.controls import show_button
from hu.scoring.rule_set.house import LONGEST_HOUSE_RULES
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.texts import Names


def show_house_picker(facts: Facts, rules: str) -> None:
    """Offer to play by a file of house rules. If a file was chosen, list its changes.

    Args:
        facts: the contents of the screen.
        rules: the rule set of the new game.
    """
    t = facts.t
    pick_file(
        "house-file",
        label=t("game.house"),
        hint=t("game.house_hint"),
        limit=LONGEST_HOUSE_RULES,
        accept=".toml",
        event_of=partial(HouseFileCame, rules),
    )
    show_notice(t, "house")
    house = screen().new_game.house
    if house is not None and house.rules == rules:
        show_html(_lines_html(t, house.title, rule_set(rules).house_lines(house.options)))
        label = t("game.house_drop")
        show_button("house-drop", label, DropHouse(), look="tertiary", width="content")


def house_html(game: Game, t: Texts) -> str:
    """List the differences of a game's rules from the published rules. Empty without any."""
    options = options_of(game)
    lines = rule_set(game.rules).house_lines(options)
    if not lines:
        return ""
    return _lines_html(t, str(options.get(HOUSE_TITLE, "")), lines)


def _lines_html(t: Texts, title: str, lines: Sequence[Names]) -> str:
    """List the changes of house rules.

    Args:
        t: the words of the language.
        title: the title of the house rules. Empty without one.
        lines: the changes.
    """
    heading = t("sheet.house")
    if title:
        heading = t.with_label(heading, title)
    items = [tag("li", "", escape_text(t.name(line))) for line in lines]
    return tag(
        "section", "hu-result hu-house", tag("h3", "", escape_text(heading)), tag("ul", "", *items)
    )
