"""Shows the statistics of this browser's games.

They have each player's hands, wins, places and balance, and how often each pattern was made.
"""

from collections.abc import Sequence
from typing import Final

from hu.app.i18n import Texts
from hu.app.ledger.player_records import PlayedGame, PlayerRecord, Statistics, add_up_games
from hu.app.ledger.values import Entry, Game
from hu.app.page.draft.next_hand import fines_of, is_finished
from hu.app.page.facts import Facts, ListedGame
from hu.app.page.gestures.screens import GoTo
from hu.app.page.parts.charts import bar, curves_html
from hu.app.page.parts.components import escape_text, note_text, show_alert, show_html, tag
from hu.app.page.parts.names import rules_titles
from hu.app.page.session import screen
from hu.app.page.view.controls import show_button, show_choice_field
from hu.app.page.view.finish import final_results, totals_of
from hu.app.page.view.scored_hand import details_of
from hu.scoring.patterns import PatternInfo
from hu.scoring.rule_set.registry import rule_names, rule_set

#: The most players whose curves are drawn. More curves could not be distinguished.
_MOST_CURVES: Final = 6


def show_statistics(facts: Facts) -> None:
    """Show the statistics of the games by a rule set, which the player can choose.

    Points of different rules cannot be added up. Games with a damaged sheet are named above.
    """
    t = facts.t
    show_html(tag("h2", "hu-heading", escape_text(t("statistics.title"))))
    for listed in facts.games:
        if listed.problem is not None:
            show_alert(note_text(t, listed.problem))
    sheets = [listed for listed in facts.games if listed.problem is None]
    played_rules = _played_rules(sheets)
    if played_rules:
        chosen = _choose_rules(t, played_rules)
        games = []
        for listed in sheets:
            if listed.game.rules == chosen:
                games.append(played_game(listed.game, listed.entries))
        games.sort(key=lambda played: played.game.started)
        statistics = add_up_games(games, details_of)
        show_html(statistics_html(t, statistics, rule_set(chosen).patterns))
    else:
        show_html(tag("p", "hu-hint", escape_text(t("statistics.none"))))
    show_button("leave-statistics", t("snap.cancel"), GoTo(""))


def _choose_rules(t: Texts, played_rules: Sequence[str]) -> str:
    """Let the player choose among the rules by which hands were played, and return the choice."""
    chosen = screen().statistics
    if chosen not in played_rules:
        chosen = played_rules[0]
    if len(played_rules) > 1:
        all_names = rules_titles(t)
        names = {rules: name for rules, name in all_names.items() if rules in played_rules}
        show_choice_field("ask-statistics", t("rules.label"), names, chosen, op=("statistics",))
    return chosen


def _played_rules(sheets: Sequence[ListedGame]) -> list[str]:
    """Return the installed rules by which hands were played.

    Args:
        sheets: the games, the game that was opened last first. Its rules come first too.
    """
    played_rules: list[str] = []
    for listed in sheets:
        rules = listed.game.rules
        has_hand = any(entry.kind != "payment" for entry in listed.entries)
        if has_hand and rules in rule_names() and rules not in played_rules:
            played_rules.append(rules)
    return played_rules


def played_game(game: Game, entries: Sequence[Entry]) -> PlayedGame:
    """Return a game with its fines, and with its results if it is over, for the statistics."""
    results = None
    if entries and is_finished(game, entries):
        results = final_results(game, entries) or totals_of(game, entries)
    return PlayedGame(game, entries, fines_of(game, entries), results)


def statistics_html(t: Texts, statistics: Statistics, patterns: Sequence[PatternInfo]) -> str:
    """Return the statistics as HTML: the balances game by game, the players, and the patterns.

    Args:
        t: the words of the language.
        statistics: the statistics of at least one player.
        patterns: the patterns of the rule set.
    """
    hands_text = t("statistics.all", count=statistics.hands, drawn=statistics.drawn)
    parts = [tag("p", "hu-hint", escape_text(hands_text))]
    # A curve needs at least two games.
    if max(player.games for player in statistics.players) > 1:
        courses = [(player.name, player.course) for player in statistics.players[:_MOST_CURVES]]
        parts.append(curves_html(t("statistics.course"), courses, t.signed))
    parts.append(tag("h3", "hu-heading", escape_text(t("statistics.players"))))
    players = [_player_html(t, player) for player in statistics.players]
    parts.append(tag("ul", "hu-bars", *players))
    parts.append(_patterns_html(t, statistics, patterns))
    return "".join(parts)


def _player_html(t: Texts, player: PlayerRecord) -> str:
    """Return a player as HTML: name and balance, a bar with the share of hands won, and figures."""
    won_percent = _percent(player.won, player.hands)
    discarded_percent = _percent(player.discarded, player.hands)
    figures = [
        t("statistics.won_of", won=player.won, hands=player.hands, share=won_percent),
        t("statistics.drew", count=player.self_drawn),
        t("statistics.gave", count=player.discarded, share=discarded_percent),
    ]
    # ``riichi_hands`` are the hands of which it is known who declared riichi.
    if player.riichi_hands:
        riichi_percent = _percent(player.riichi, player.riichi_hands)
        figures.append(t("statistics.riichi", count=player.riichi, share=riichi_percent))
    if player.best:
        figures.append(t("statistics.best_hand", points=player.best))
    figures.append(t("statistics.in_games", count=player.games))
    lines = [tag("p", "hu-hint", escape_text(" · ".join(figures)))]
    if player.average_place is not None:
        lines.append(
            tag("p", "hu-hint", escape_text(_places_text(t, player, player.average_place)))
        )
    name = tag("strong", "", escape_text(player.name))
    balance = tag("strong", "hu-worth", escape_text(t.signed(player.balance)))
    return tag("li", "", tag("p", "", name, balance), bar(won_percent / 100), *lines)


def _places_text(t: Texts, player: PlayerRecord, average_place: float) -> str:
    """Write how many games a player ended in each place, and the average place."""
    counts = []
    for place, count in enumerate(player.places, 1):
        if count:
            counts.append(f"{t(f'statistics.place_{place}')} × {count}")
    average = t("statistics.average_place", place=t.decimal(average_place))
    return f"{', '.join(counts)} · {average}"


def _percent(part: int, whole: int) -> int:
    """Return a share in percent, rounded. 0 if the whole is 0."""
    if not whole:
        return 0
    return round(100 * part / whole)


def _patterns_html(t: Texts, statistics: Statistics, patterns: Sequence[PatternInfo]) -> str:
    """Return the patterns that were made, with the player who made each most often."""
    if not statistics.patterns:
        return ""
    names = {pattern.id: t.name(pattern.names) for pattern in patterns}
    # The patterns are sorted, the most frequent first.
    highest_count = statistics.patterns[0].times
    rows = []
    for pattern_count in statistics.patterns:
        # A pattern that the rules do not have any more is called by its id.
        name = tag("span", "", escape_text(names.get(pattern_count.pattern, pattern_count.pattern)))
        head = tag("p", "", name, tag("strong", "hu-worth", escape_text(pattern_count.times)))
        times_of = pattern_count.times_of_players
        player = max(times_of, key=times_of.__getitem__)
        who = f"{player} ({times_of[player]})"
        most_often = tag("p", "hu-hint", escape_text(t("statistics.most_often", who=who)))
        rows.append(tag("li", "", head, bar(pattern_count.times / highest_count), most_often))
    return tag("h3", "hu-heading", escape_text(t("sheet.patterns"))) + tag("ul", "hu-bars", *rows)
