"""The end of a game: the winner, the ranking, how the totals went, the best hand; and a picture of that to share."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import add
from typing import Any

from hu.app.i18n import Texts
from hu.app.ledger.sheet import sheet_lines
from hu.app.ledger.values import Entry, Game
from hu.app.page.draft.next_hand import deals_of, is_finished, is_playable, next_seating, options_of
from hu.app.page.parts.charts import curves, curves_html
from hu.app.page.parts.components import html, tag, words
from hu.app.page.services import Visit
from hu.app.page.view.result import with_sign
from hu.app.page.view.scored_hand import describe_win, note_html
from hu.app.page.view.share import ACCENT, INK, MUTED, frame_picture, line, tile_rows, wrap_text
from hu.scoring.rule_set.registry import rule_set


@dataclass(frozen=True, slots=True)
class GameSummary:
    """The result of a finished game."""

    # Each player's place, from 1, number, total on the sheet and result, the best first; they differ in rules that
    # add something at the end.
    ranking: tuple[tuple[int, int, int, int], ...]
    # Each player's name and totals, from 0, after every hand and payment.
    courses: tuple[tuple[str, tuple[int, ...]], ...]
    # The hand with the most points, with its number on the sheet; None where none was counted.
    best: tuple[int, Entry] | None


def summary_of(game: Game, entries: Sequence[Entry]) -> GameSummary | None:
    """Add up a game that is over; None while it is played, or where no hand was."""
    hands = [entry for entry in entries if entry.kind != "payment"]
    if not hands or (game.ended is None and not next_seating(game, entries).over):
        return None
    nothing = (0,) * len(game.players)
    after = list(
        accumulate(
            (entry.amounts for entry in entries),
            lambda a, b: tuple(map(add, a, b)),
            initial=nothing,
        )
    )
    totals = after[-1]
    final = rule_set(game.rules).final_totals(options_of(game), totals, deals_of(entries)) or totals
    order = sorted(range(len(final)), key=lambda player: -final[player])
    ranking = tuple(
        (1 + sum(other > final[player] for other in final), player, totals[player], final[player])
        for player in order
    )
    counted = [(number, entry) for number, entry in enumerate(hands, 1) if entry.points]
    best = max(counted, key=lambda pair: pair[1].points or 0, default=None)
    return GameSummary(
        ranking, tuple(zip(game.players, zip(*after, strict=True), strict=True)), best
    )


def standing_of(game: Game, entries: Sequence[Entry]) -> list[tuple[int, str]]:
    """Each player's total and how it is written: as on the sheet, and once the game is over with uma."""
    totals = sheet_lines(entries, len(game.players))[-1].amounts
    if not is_playable(game):
        return [(total, with_sign(total)) for total in totals]
    rules, options = rule_set(game.rules), options_of(game)
    if (
        entries
        and is_finished(game, entries)
        and (final := rules.final_totals(options, totals, deals_of(entries)))
    ):
        return [(total, with_sign(total)) for total in final]
    return [(total, on_sheet(total, rules.start_points(options))) for total in totals]


def on_sheet(total: int, start: int) -> str:
    """A total as the sheet shows it, with the points that each player begins with."""
    return with_sign(start + total).removeprefix("+" if start else "")


def show_standing(visit: Visit, game: Game) -> None:
    """Show how a game stands, the best first, once a hand has been played."""
    if entries := visit.ledger.entries(game.code):
        standing = zip(standing_of(game, entries), game.players, strict=True)
        ordered = sorted(standing, key=lambda row: -row[0][0])
        rows = [_row(name, "", figure) for (_, figure), name in ordered]
        title = tag("h3", "", words(visit.t("game.standing")))
        html(tag("section", "hu-payments hu-standing", title, tag("ul", "", *rows)))


def summary_html(game: Game, summary: GameSummary, t: Texts) -> str:
    """The end of a game as it stands above its sheet."""
    start = rule_set(game.rules).start_points(options_of(game))
    adds = any(total != final for _, _, total, final in summary.ranking)
    rows = [_row("", t("sheet.total"), t("end.final"))] if adds else []
    for place, player, total, final in summary.ranking:
        name = f"{place}. {game.players[player]}"
        before = on_sheet(total, start) if adds else ""
        rows.append(_row(name, before, with_sign(final), "is-first" if place == 1 else ""))
    chart = curves_html(t("end.curve"), summary.courses)
    parts = [tag("h3", "", words(_winner(game, summary, t))), tag("ol", "", *rows), chart]
    if summary.best:
        parts.append(
            tag("p", "hu-question", words(_best(game, summary.best, t)))
            + note_html(summary.best[1], t)
        )
    return tag("section", "hu-payments hu-evening", *parts)


def _row(name: str, total: str, final: str, style: str = "") -> str:
    small = f"<small>{words(total)}</small> " if total else ""
    return tag(
        "li",
        style,
        tag("span", "", words(name)),
        tag("strong", "", small + tag("span", "", words(final))),
    )


def _winner(game: Game, summary: GameSummary, t: Texts) -> str:
    first = [game.players[player] for place, player, _, _ in summary.ranking if place == 1]
    return t("end.winner", who=", ".join(first), count=len(first))


def _best(game: Game, best: tuple[int, Entry], t: Texts) -> str:
    number, entry = best
    worth = t.amount(entry.points or 0, rule_set(game.rules).unit)
    return f"{t('end.best', number=number)}: {describe_win(entry, game.players, t)}, {worth}"


def summary_picture(game: Game, summary: GameSummary, t: Texts) -> dict[str, Any]:
    """Draw the end of a game: ``svg`` with its ``width`` and ``height`` in pixels, and the same as ``text``."""
    title, winner = game.title or t("sheet.title"), _winner(game, summary, t)
    when = f"{game.started:%Y-%m-%d}"
    parts = [
        line(f"{title} · {when}", 40, 58, 26, MUTED),
        line(winner, 40, 116, 44, ACCENT, bold=True),
    ]
    y, lines = 130, [f"{title} · {when}", winner]
    for place, player, _, final in summary.ranking:
        y += 44
        name, colour = f"{place}. {game.players[player]}", ACCENT if place == 1 else INK
        parts += [
            line(name, 40, y, 28, colour),
            line(with_sign(final), 680, y, 28, colour, end=True, bold=True),
        ]
        lines.append(f"{name} {with_sign(final)}")
    y += 30
    parts.append(curves(summary.courses, f'x="40" y="{y}" width="640" height="300"'))
    y += 320
    if summary.best:
        best = _best(game, summary.best, t)
        lines.append(best)
        told, y = wrap_text(t, best, y + 20, 22, INK)
        rows, y = tile_rows(summary.best[1].note, t, y + 16)
        parts += [*told, rows]
    return {**frame_picture(parts, y + 40, t), "text": "\n".join(lines)}
