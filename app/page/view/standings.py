"""Statistics of this browser's games.

They give each player's hands, wins and balance, and how often each pattern was made.
"""

from collections.abc import Sequence
from typing import Final

from hu.app.i18n import Texts
from hu.app.ledger.player_records import PlayerRecord, Statistics, add_up_games
from hu.app.page.dispatch import show_button
from hu.app.page.gestures import GoTo
from hu.app.page.parts.charts import bar, curves_html
from hu.app.page.parts.components import html, tag, words
from hu.app.page.parts.names import rules_by_name
from hu.app.page.services import Visit
from hu.app.page.session import screen
from hu.app.page.view.controls import choice_field
from hu.app.page.view.failures import alert_on_failure
from hu.app.page.view.result import with_sign
from hu.app.page.view.scored_hand import details_of
from hu.scoring.patterns import PatternInfo
from hu.scoring.rule_set.registry import rule_set

#: Players whose curves can still be distinguished.
_DRAWN: Final = 6


def show_statistics(visit: Visit) -> None:
    """Show the statistics of one rule set; points of different rules do not add up."""
    t = visit.t
    html(tag("h2", "hu-heading", words(t("statistics.title"))))
    sheets = []
    for game in visit.ledger.games_of(visit.browser):
        with alert_on_failure(t):
            sheets.append((game, visit.ledger.entries(game.code)))
    played = [
        game.rules for game, entries in sheets if any(entry.kind != "payment" for entry in entries)
    ]
    names = {rules: name for rules, name in rules_by_name(t).items() if rules in played}
    chosen = next(iter(names), None)
    if len(names) > 1:
        first = next(rules for rules in played if rules in names)
        chosen = screen().statistics if screen().statistics in names else first
        choice_field(visit, "ask-statistics", t("rules.label"), names, chosen, op=["statistics"])
    begun = sorted(
        (sheet for sheet in sheets if sheet[0].rules == chosen), key=lambda sheet: sheet[0].started
    )
    found = add_up_games(begun, details_of)
    if chosen is None or not found.hands:
        html(tag("p", "hu-hint", words(t("statistics.none"))))
    else:
        html(statistics_html(t, found, rule_set(chosen).patterns))
    show_button(visit, "leave-statistics", t("snap.cancel"), GoTo(""))


def statistics_html(t: Texts, found: Statistics, patterns: Sequence[PatternInfo]) -> str:
    """The players with their balance game by game, then the patterns, each with a bar."""
    hands = t("statistics.all", count=found.hands, drawn=found.drawn)
    named = [(player.name, player.course) for player in found.players[:_DRAWN]]
    curve = (
        curves_html(t("statistics.course"), named)
        if max(player.games for player in found.players) > 1
        else ""
    )
    players = tag("ul", "hu-bars", *(_player(t, player) for player in found.players))
    title = tag("h3", "hu-heading", words(t("statistics.players")))
    return (
        tag("p", "hu-hint", words(hands)) + curve + title + players + _patterns(t, found, patterns)
    )


def _player(t: Texts, player: PlayerRecord) -> str:
    share = player.won / player.hands if player.hands else 0.0
    facts = (
        t("statistics.won_of", won=player.won, hands=player.hands, share=round(100 * share)),
        t("statistics.drew", count=player.self_drawn),
        t("statistics.gave", count=player.discarded),
        *([t("statistics.best_hand", points=player.best)] if player.best else []),
        t("statistics.in_games", count=player.games),
    )
    head = tag("strong", "", words(player.name)) + tag(
        "strong", "hu-worth", words(with_sign(player.balance))
    )
    return tag(
        "li", "", tag("p", "", head), bar(share), tag("p", "hu-hint", words(" · ".join(facts)))
    )


def _patterns(t: Texts, found: Statistics, patterns: Sequence[PatternInfo]) -> str:
    if not found.patterns:
        return ""
    names = {pattern.id: t.name(pattern.names) for pattern in patterns}
    most = found.patterns[0][1]
    rows = []
    for pattern, count in found.patterns:
        head = tag("span", "", words(names.get(pattern, pattern))) + tag(
            "strong", "hu-worth", words(count)
        )
        name, wins = found.by_player[pattern].most_common(1)[0]
        often = tag("p", "hu-hint", words(t("statistics.most_often", who=f"{name} ({wins})")))
        rows.append(tag("li", "", tag("p", "", head), bar(count / most), often))
    return tag("h3", "hu-heading", words(t("sheet.patterns"))) + tag("ul", "hu-bars", *rows)
