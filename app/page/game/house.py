"""House rules on the page: chosen from a file for a new game, listed on its sheet."""

from functools import partial

from hu.app.i18n import Texts
from hu.app.ledger.values import HOUSE_TITLE, Game
from hu.app.page.draft.next_hand import options_of
from hu.app.page.hand.answers_view import rules_title
from hu.app.page.parts.components import html, pick_file, show_notice, tag, words
from hu.app.page.parts.outside import read_apart
from hu.app.page.screen import change_screen, screen, tell
from hu.app.page.visit import Visit, show_button
from hu.scoring.errors import InputError
from hu.scoring.options import OptionValue
from hu.scoring.rule_set.house import LONGEST_HOUSE_RULES, HouseRules, read_house
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.texts import Names


def show_house_picker(visit: Visit, rules: str) -> None:
    """Offer to play by a file of house rules, and say what those that were chosen change."""
    t = visit.t
    take = partial(_choose, visit, rules)
    pick_file(
        "house-file", t("game.house"), t("game.house_hint"), LONGEST_HOUSE_RULES, ".toml", take
    )
    show_notice("house")
    if chosen := _chosen(rules):
        html(_lines_html(t, chosen.title, rule_set(rules).house_lines(chosen.options)))
        drop = partial(change_screen, house=None)
        show_button(
            visit, "house-drop", t("game.house_drop"), drop, look="tertiary", width="content"
        )


def _choose(visit: Visit, rules: str, name: str, content: bytes) -> None:
    name = name[:40]
    try:
        house = read_apart(InputError, read_house, content.decode(errors="replace"), name)
    except InputError as error:
        tell("house", visit.t("problem.file", name=name, reason=str(error)))
        return
    if house.rules == rules:
        change_screen(house=house)
    else:
        tell(
            "house", visit.t("game.house_other", name=name, rules=rules_title(visit.t, house.rules))
        )


def _chosen(rules: str) -> HouseRules | None:
    """The house rules that were chosen, if they are for these rules."""
    house = screen().house
    return house if house and house.rules == rules else None


def house_options(rules: str) -> dict[str, OptionValue]:
    """The options that the house rules chosen for a new game set; whoever begins it has chosen them for good."""
    house = _chosen(rules)
    if house is None:
        return {}
    return {**house.options, **({HOUSE_TITLE: house.title} if house.title else {})}


def house_html(game: Game, t: Texts) -> str:
    """What a game plays differently from the published rules; empty where nothing."""
    options = options_of(game)
    lines = rule_set(game.rules).house_lines(options)
    return _lines_html(t, str(options.get(HOUSE_TITLE, "")), lines) if lines else ""


def _lines_html(t: Texts, title: str, lines: tuple[Names, ...]) -> str:
    head = f"{t('sheet.house')}: {title}" if title else t("sheet.house")
    items = tag("ul", "", *(tag("li", "", words(t.name(line))) for line in lines))
    return tag("section", "hu-result hu-house", tag("h3", "", words(head)), items)
