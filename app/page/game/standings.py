"""What this browser's games add up to: each player's hands, wins and balance, and how often each pattern was made."""

from collections.abc import Sequence

import streamlit as st

from hu.app.i18n import Texts
from hu.app.ledger.statistics import PlayerRecord, Statistics, statistics
from hu.app.ledger.values import LedgerError
from hu.app.page.game.home import rules_by_name
from hu.app.page.game.scored_hand import details_of
from hu.app.page.hand.result import signed
from hu.app.page.parts.components import html, tag, words
from hu.app.page.parts.desk import desk
from hu.app.page.visit import Visit
from hu.scoring.rule_set import PatternInfo
from hu.scoring.rules import rule_set


def show_statistics(visit: Visit) -> None:
    """Show the statistics of one rule set; points of different rules do not add up."""
    t = visit.t
    html(tag("h2", "hu-heading", words(t("statistics.title"))))
    sheets = []
    for game in visit.ledger.games_of(visit.browser):
        try:
            sheets.append((game, visit.ledger.entries(game.code)))
        except LedgerError as error:
            html(tag("p", "hu-alert", words(t(f"problem.{error.key}", **error.values))))
    played = [game.rules for game, entries in sheets if any(entry.kind != "payment" for entry in entries)]
    names = {rules: name for rules, name in rules_by_name(visit).items() if rules in played}
    chosen = next(iter(names), None)
    if len(names) > 1:
        chosen = st.segmented_control(
            t("rules.label"),
            list(names),
            default=next(rules for rules in played if rules in names),
            format_func=lambda rules: names.get(rules, rules),
            key="ask-statistics",
            width="stretch",
            required=True,
        )
    found = statistics([(game, entries) for game, entries in sheets if game.rules == chosen], details_of)
    if chosen is None or not found.hands:
        html(tag("p", "hu-hint", words(t("statistics.none"))))
    else:
        html(statistics_html(t, found, rule_set(chosen).patterns))
    st.button(t("snap.cancel"), key="leave-statistics", width="stretch", on_click=_leave)
    desk().pop("rack", None)


def _leave() -> None:
    st.session_state.standings = False


def statistics_html(t: Texts, found: Statistics, patterns: Sequence[PatternInfo]) -> str:
    """The players and the patterns as two tables."""
    hands = t("statistics.all", count=found.hands, drawn=found.drawn)
    return "".join((tag("p", "hu-hint", words(hands)), _players(t, found), _patterns(t, found, patterns)))


def _players(t: Texts, found: Statistics) -> str:
    names = (
        t("statistics.balance"),
        t("statistics.won"),
        t("statistics.self_drawn"),
        t("statistics.discarded"),
        t("statistics.best"),
        t("statistics.hands"),
        t("statistics.games"),
    )
    head = "".join(f'<th scope="col">{words(name)}</th>' for name in names)
    rows = "".join(_player(player) for player in found.players)
    corner = f'<th scope="col">{words(t("statistics.player"))}</th>'
    return _table(t("statistics.players"), f"<thead><tr>{corner}{head}</tr></thead><tbody>{rows}</tbody>")


def _player(player: PlayerRecord) -> str:
    share = f" ({round(100 * player.won / player.hands)} %)" if player.hands else ""
    luck = (player.self_drawn, player.discarded, player.best)
    cells = (signed(player.balance), f"{player.won}{share}", *luck, player.hands, player.games)
    numbers = "".join(f"<td>{words(cell)}</td>" for cell in cells)
    return f'<tr><th scope="row">{words(player.name)}</th>{numbers}</tr>'


def _patterns(t: Texts, found: Statistics, patterns: Sequence[PatternInfo]) -> str:
    names = {pattern.id: t.name(pattern.names) for pattern in patterns}
    if not found.patterns:
        return ""
    heads = (t("statistics.pattern"), t("statistics.count"), t("statistics.most"))
    head = "".join(f'<th scope="col">{words(name)}</th>' for name in heads)
    rows = "".join(
        f'<tr><th scope="row">{words(names.get(pattern, pattern))}</th><td>{count}</td>'
        f"<td>{words(_most(found, pattern))}</td></tr>"
        for pattern, count in found.patterns
    )
    return _table(t("statistics.patterns"), f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody>")


def _most(found: Statistics, pattern: str) -> str:
    name, count = found.by_player[pattern].most_common(1)[0]
    return f"{name} ({count})"


def _table(title: str, content: str) -> str:
    # What scrolls sideways on a phone must be reachable by keyboard too.
    frame = f'<div class="hu-statistics" role="region" tabindex="0" aria-label="{words(title)}">'
    return f"{tag('h3', 'hu-heading', words(title))}{frame}<table>{content}</table></div>"
