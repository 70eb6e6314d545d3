"""The end of a game: the winner, the ranking, the course of the totals, the best hand.

Players can share a picture of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from hu.app.i18n import Texts
from hu.app.ledger.sheet import amounts_with_fines, sheet_lines
from hu.app.ledger.values import Entry, Game
from hu.app.page.draft.next_hand import (
    deals_of,
    fines_of,
    is_finished,
    is_playable,
    next_seating,
    options_of,
)
from hu.app.page.facts import Facts
from hu.app.page.parts.charts import curves, curves_html
from hu.app.page.parts.components import html, tag, words
from hu.app.page.parts.panel import SharePart
from hu.app.page.view.scored_hand import describe_win, note_html
from hu.app.page.view.share import (
    ACCENT,
    INK,
    LEFT,
    MUTED,
    RIGHT,
    frame_picture,
    line,
    note_rows,
    share_part,
    wrap_text,
)
from hu.scoring.rule_set.registry import rule_set


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player at the end of a game.

    Attributes:
        place: the place, from 1. Players with the same result share a place.
        player: the number of the player, from 0.
        total: the total on the sheet.
        result: the total with the additions at the end, such as uma.
    """

    place: int
    player: int
    total: int
    result: int


@dataclass(frozen=True, slots=True)
class GameSummary:
    """The result of a finished game.

    Attributes:
        ranking: the players, the best first.
        courses: each player's name and totals, from 0, after every hand and payment.
        best: the hand with the most points, with its number on the sheet. None if no hand was
            counted.
    """

    ranking: tuple[Ranked, ...]
    courses: tuple[tuple[str, tuple[int, ...]], ...]
    best: tuple[int, Entry] | None


def summary_of(game: Game, entries: Sequence[Entry]) -> GameSummary | None:
    """Add up a game that is over. None while it is played, or if it has no hand."""
    hands = [entry for entry in entries if entry.kind != "payment"]
    is_over = game.ended is not None or next_seating(game, entries).over
    if not hands or not is_over:
        return None
    courses = _courses(game, entries)
    return GameSummary(_ranking(game, entries), courses, _best_hand(hands))


def _courses(game: Game, entries: Sequence[Entry]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return each player's name and totals, from 0, after every entry."""
    fines = fines_of(game, entries)
    courses = []
    for player, name in enumerate(game.players):
        totals = [0]
        for entry in entries:
            totals.append(totals[-1] + amounts_with_fines(entry, fines)[player])
        courses.append((name, tuple(totals)))
    return tuple(courses)


def _ranking(game: Game, entries: Sequence[Entry]) -> tuple[Ranked, ...]:
    """Rank the players of a game that is over, the best first."""
    totals = totals_of(game, entries)
    results = final_results(game, entries) or totals
    ranking = []
    for player, result in enumerate(results):
        better = [other for other in results if other > result]
        ranking.append(Ranked(len(better) + 1, player, totals[player], result))
    return tuple(sorted(ranking, key=lambda ranked: ranked.place))


def _best_hand(hands: Sequence[Entry]) -> tuple[int, Entry] | None:
    """Return the first of the hands with the most points, with its number."""
    best = None
    most = 0
    for number, entry in enumerate(hands, 1):
        points = entry.points or 0
        if points and (best is None or points > most):
            best = number, entry
            most = points
    return best


def standing_of(game: Game, entries: Sequence[Entry], t: Texts) -> list[tuple[int, str]]:
    """Return each player's total and its text, as on the sheet.

    Once the game is over, the totals include uma.
    """
    totals = totals_of(game, entries)
    if not is_playable(game):
        return [(total, t.signed(total)) for total in totals]
    if entries and is_finished(game, entries):
        final = final_results(game, entries)
        if final:
            return [(total, t.signed(total)) for total in final]
    start = rule_set(game.rules).start_points(options_of(game))
    return [(total, on_sheet(t, total, start)) for total in totals]


def totals_of(game: Game, entries: Sequence[Entry]) -> tuple[int, ...]:
    """Return each player's total on the sheet, fines after the game included."""
    return sheet_lines(entries, len(game.players), fines_of(game, entries))[-1].amounts


def final_results(game: Game, entries: Sequence[Entry]) -> tuple[int, ...] | None:
    """Return each player's result with the additions at the end of a game, such as uma.

    The result is None in rules without additions.
    """
    # The rules take the fines off themselves, after the uma.
    totals = sheet_lines(entries, len(game.players))[-1].amounts
    return rule_set(game.rules).final_totals(options_of(game), totals, deals_of(entries))


def on_sheet(t: Texts, total: int, start: int) -> str:
    """Write a total as the sheet shows it, with the points that each player begins with."""
    text = t.signed(start + total)
    return text.removeprefix("+") if start else text


def show_standing(facts: Facts, game: Game) -> None:
    """Show the standing of a game, the best first, once a hand has been played."""
    entries = facts.entries
    if not entries:
        return
    standing = list(zip(standing_of(game, entries, facts.t), game.players, strict=True))
    standing.sort(key=lambda row: row[0][0], reverse=True)
    rows = [_row(name, "", figure) for (_, figure), name in standing]
    title = tag("h3", "", words(facts.t("game.standing")))
    html(tag("section", "hu-payments hu-standing", title, tag("ul", "", *rows)))


def summary_html(game: Game, summary: GameSummary, t: Texts) -> str:
    """Return the end of a game, which the sheet shows at its top."""
    start = rule_set(game.rules).start_points(options_of(game))
    # The rules may add something at the end, such as uma.
    has_additions = any(ranked.total != ranked.result for ranked in summary.ranking)
    rows = []
    if has_additions:
        rows.append(_row("", t("sheet.total"), t("end.final")))
    for ranked in summary.ranking:
        name = f"{ranked.place}. {game.players[ranked.player]}"
        total = on_sheet(t, ranked.total, start) if has_additions else ""
        style = "is-first" if ranked.place == 1 else ""
        rows.append(_row(name, total, t.signed(ranked.result), style))
    parts = [tag("h3", "", words(_winner(game, summary, t))), tag("ol", "", *rows)]
    if has_additions:
        parts.append(tag("p", "hu-hint", words(t("terms.uma"))))
    parts.append(curves_html(t("end.curve"), summary.courses, t.signed))
    if summary.best:
        parts.append(tag("p", "hu-question", words(_best_text(game, summary.best, t))))
        parts.append(note_html(summary.best[1], rule_set(game.rules), t))
    return tag("section", "hu-payments hu-evening", *parts)


def _row(name: str, total: str, result: str, style: str = "") -> str:
    """Return a line of a ranking: a name, perhaps a total in small print, and a result."""
    small = f"<small>{words(total)}</small> " if total else ""
    figures = tag("strong", "", small + tag("span", "", words(result)))
    return tag("li", style, tag("span", "", words(name)), figures)


def _winner(game: Game, summary: GameSummary, t: Texts) -> str:
    """Name the winner of the game."""
    first = [game.players[ranked.player] for ranked in summary.ranking if ranked.place == 1]
    return t("end.winner", who=", ".join(first), count=len(first))


def _best_text(game: Game, best: tuple[int, Entry], t: Texts) -> str:
    """Describe the best hand in a line."""
    number, entry = best
    title = t("end.best", number=number)
    win = describe_win(entry, game.players, t)
    worth = t.amount(entry.points or 0, rule_set(game.rules).unit)
    return f"{title}: {win}, {worth}"


def share_summary(game: Game, summary: GameSummary, t: Texts) -> SharePart:
    """Offer the end of a game as a picture and as a text."""
    title = f"{game.title or t('sheet.title')} · {game.started:%Y-%m-%d}"
    winner = _winner(game, summary, t)
    lines = [title, winner]
    parts = [
        line(title, x=LEFT, y=58, size=26, colour=MUTED),
        line(winner, x=LEFT, y=116, size=44, colour=ACCENT, bold=True),
    ]
    y = 130
    for ranked in summary.ranking:
        y += 44
        name = f"{ranked.place}. {game.players[ranked.player]}"
        result = t.signed(ranked.result)
        colour = ACCENT if ranked.place == 1 else INK
        parts.append(line(name, x=LEFT, y=y, size=28, colour=colour))
        parts.append(line(result, x=RIGHT, y=y, size=28, colour=colour, is_end=True, bold=True))
        lines.append(f"{name} {result}")
    y += 30
    place = f'x="{LEFT}" y="{y}" width="{RIGHT - LEFT}" height="300"'
    parts.append(curves(summary.courses, t.signed, place))
    y += 320
    if summary.best:
        best = _best_text(game, summary.best, t)
        lines.append(best)
        text, y = wrap_text(t, best, y=y + 20, size=22, colour=INK)
        rows, y = note_rows(summary.best[1].note, rule_set(game.rules), t, y + 16)
        parts += [*text, rows]
    return share_part(t, frame_picture(parts, y + 40, t), "\n".join(lines))
