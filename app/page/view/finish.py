"""Shows the end of a game: the winner, the ranking, the course of the totals, the best hand.

Players can share a picture of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from typing import NamedTuple

from hu.app.i18n import Texts
from hu.app.ledger.sheet import amounts_with_fines, sheet_lines
from hu.app.ledger.values import Entry, Game
from hu.app.page.draft.next_hand import (
    deals_of,
    fines_of,
    is_finished,
    is_playable,
    options_of,
)
from hu.app.page.facts import Facts
from hu.app.page.parts.charts import curves, curves_html
from hu.app.page.parts.components import escape_text, show_html, tag
from hu.app.page.parts.panel import SharePart
from hu.app.page.view.scored_hand import describe_hand, details_of, note_html
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
class RankedPlayer:
    """A player at the end of a game.

    Attributes:
        place: the player's place, from 1. Players with the same result share a place.
        player: the number of the player, from 0.
        total: the player's total on the sheet.
        result: the total with the additions at the end of the game, such as uma. In rules without
            additions it is the total.
    """

    place: int
    player: int
    total: int
    result: int


@dataclass(frozen=True, slots=True)
class BestHand:
    """The best hand of a game.

    Attributes:
        number: the number of its deal on the sheet, from 1.
        entry: the entry of its deal. Other players may have won this deal too.
        winner: the number of the player who won with it, from 0.
        points: its points. Those for honba and the like are left out, unless the hand cannot be
            scored again.
        tiles: its tiles in the notation, or the figures that were entered instead.
    """

    number: int
    entry: Entry
    winner: int
    points: int
    tiles: str


@dataclass(frozen=True, slots=True)
class GameSummary:
    """The result of a finished game.

    Attributes:
        ranking: the players, the best first.
        courses: each player's name and totals: 0 at the beginning, then the total after each hand
            and each payment.
        best: the hand with the most points. None if no hand has points.
    """

    ranking: tuple[RankedPlayer, ...]
    courses: tuple[tuple[str, tuple[int, ...]], ...]
    best: BestHand | None

    @property
    def has_additions(self) -> bool:
        """Whether the end of the game has changed a total, for example by uma."""
        return any(ranked.total != ranked.result for ranked in self.ranking)


def summary_of(game: Game, entries: Sequence[Entry]) -> GameSummary | None:
    """Return the result of a finished game. None while it is played, or if it has no hand.

    A game that was opened again is played, even if all its hands have been played.
    """
    hands = [entry for entry in entries if entry.kind != "payment"]
    if not hands or not is_finished(game, entries):
        return None
    return GameSummary(
        ranking=_rank_players(game, entries),
        courses=_courses_of(game, entries),
        best=_find_best_hand(hands),
    )


def _courses_of(game: Game, entries: Sequence[Entry]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return each player's name and totals: 0 at the beginning, then the total after each entry."""
    fines = fines_of(game, entries)
    courses = []
    for player, name in enumerate(game.players):
        totals = [0]
        for entry in entries:
            totals.append(totals[-1] + amounts_with_fines(entry, fines)[player])
        courses.append((name, tuple(totals)))
    return tuple(courses)


def _rank_players(game: Game, entries: Sequence[Entry]) -> tuple[RankedPlayer, ...]:
    """Rank the players of a game that is over, the best first."""
    totals = totals_of(game, entries)
    results = final_results(game, entries) or totals
    ranking = []
    for player, result in enumerate(results):
        better_results = [other for other in results if other > result]
        ranked = RankedPlayer(
            place=len(better_results) + 1,
            player=player,
            total=totals[player],
            result=result,
        )
        ranking.append(ranked)
    return tuple(sorted(ranking, key=lambda ranked: ranked.place))


def _find_best_hand(hands: Sequence[Entry]) -> BestHand | None:
    """Find the hand with the most points. Of several such hands it is the first.

    Points for honba and the like do not count, unless the hand cannot be scored again. None if no
    hand has points.
    """
    best: BestHand | None = None
    most_points = 0
    for number, entry in enumerate(hands, 1):
        details = details_of(entry)
        for winner in entry.winners:
            # A hand that cannot be scored again has the points of its entry alone, with those for
            # honba. These are missing if several players won.
            points = details.own_points.get(winner, entry.points or 0)
            if points > most_points:
                most_points = points
                best = BestHand(
                    number=number,
                    entry=entry,
                    winner=winner,
                    points=points,
                    tiles=details.tiles.get(winner, entry.note),
                )
    return best


class Standing(NamedTuple):
    """How a player stands in a game.

    Attributes:
        points: the number by which the players of the game can be compared.
        text: the standing as text. It may include the points with which each player began.
    """

    points: int
    text: str


def standing_of(game: Game, entries: Sequence[Entry], t: Texts) -> list[Standing]:
    """Return the standing of each player, in the order of the game's players.

    If the end of the game has changed the totals, for example by uma, ``points`` and ``text`` are
    the result. In all other cases, ``points`` is the total of the player's payments, and ``text``
    is this total plus the points with which each player began. If the rules are not installed,
    those points are unknown, and the text is the total alone.
    """
    totals = totals_of(game, entries)
    if not is_playable(game):
        return [Standing(total, t.signed(total)) for total in totals]
    if entries and is_finished(game, entries):
        results = final_results(game, entries)
        if results is not None and results != totals:
            return [Standing(result, t.signed(result)) for result in results]
    start = rule_set(game.rules).start_points(options_of(game))
    return [Standing(total, total_text(t, total, start)) for total in totals]


def totals_of(game: Game, entries: Sequence[Entry]) -> tuple[int, ...]:
    """Return each player's total on the sheet. Fines that are paid after the game are taken off."""
    # The last line of a sheet is the grand total.
    return sheet_lines(entries, len(game.players), fines_of(game, entries))[-1].amounts


def final_results(game: Game, entries: Sequence[Entry]) -> tuple[int, ...] | None:
    """Return each player's result with the additions at the end of a game, such as uma.

    None in rules without additions.
    """
    # Fines that are paid after the game are not taken off here, because places and uma do not
    # depend on them. ``final_totals`` takes them off itself.
    totals = sheet_lines(entries, len(game.players))[-1].amounts
    return rule_set(game.rules).final_totals(options_of(game), totals, deals_of(entries))


def total_text(t: Texts, total: int, start: int) -> str:
    """Write a total as the sheet shows it.

    Args:
        t: the words of the language.
        total: the sum of a player's payments.
        start: the points with which each player begins. They are added to the total. If they are
            not 0, no plus sign is written.
    """
    text = t.signed(start + total)
    if start:
        text = text.removeprefix("+")
    return text


def show_standing(facts: Facts, game: Game) -> None:
    """Show the standing of a game, the best first. Nothing is shown for an empty sheet."""
    entries = facts.entries
    if not entries:
        return
    standings = standing_of(game, entries, facts.t)
    points = [standing.points for standing in standings]
    best_first = sorted(range(len(game.players)), key=points.__getitem__, reverse=True)
    rows = []
    for player in best_first:
        text = standings[player].text
        rows.append(_row_html(game.players[player], total="", result=text))
    title = tag("h3", "", escape_text(facts.t("game.standing")))
    show_html(tag("section", "hu-payments hu-standing", title, tag("ul", "", *rows)))


def summary_html(game: Game, summary: GameSummary, t: Texts) -> str:
    """Return the end of a game, which the sheet shows at its top.

    It has the winner, the ranking, the course of the totals, and the best hand.
    """
    rules = rule_set(game.rules)
    start = rules.start_points(options_of(game))
    target = rules.target_points(options_of(game))
    rows = []
    if summary.has_additions:
        # Each row has the total of the sheet and then the result. The first row has their headings.
        rows.append(_row_html("", total=t("sheet.total"), result=t("end.final")))
    for ranked in summary.ranking:
        name = f"{ranked.place}. {game.players[ranked.player]}"
        total = total_text(t, ranked.total, start) if summary.has_additions else ""
        result = _result_text(game, summary, ranked, t)
        style = "is-first" if ranked.place == 1 else ""
        rows.append(_row_html(name, total=total, result=result, style=style))
    parts = [tag("h3", "", escape_text(_winner_text(game, summary, t))), tag("ol", "", *rows)]
    if summary.has_additions:
        # Explain uma, and oka in games that have it.
        parts.append(tag("p", "hu-hint", escape_text(t("terms.uma"))))
        oka = (target - start) * len(game.players)
        if oka > 0:
            explanation = t("terms.oka", target=t.number(target), oka=t.number(oka))
            parts.append(tag("p", "hu-hint", escape_text(explanation)))
    parts.append(curves_html(t("end.curve"), summary.courses, t.signed))
    if summary.best:
        parts.append(tag("p", "hu-question", escape_text(_best_text(game, summary.best, t))))
        # Only the best hand is drawn, even if other players won the same deal with theirs.
        entry_of_best_hand = replace(summary.best.entry, note=summary.best.tiles)
        parts.append(note_html(entry_of_best_hand, game, t))
    return tag("section", "hu-payments hu-evening", *parts)


def _row_html(name: str, *, total: str, result: str, style: str = "") -> str:
    """Return a row of a ranking.

    Args:
        name: the name of the player.
        total: the total as text, in small print before the result. Empty for none.
        result: the result as text.
        style: the CSS class of the row.
    """
    small = f"<small>{escape_text(total)}</small> " if total else ""
    figures = tag("strong", "", small + tag("span", "", escape_text(result)))
    return tag("li", style, tag("span", "", escape_text(name)), figures)


def _result_text(game: Game, summary: GameSummary, ranked: RankedPlayer, t: Texts) -> str:
    """Write a player's result. Without additions such as uma, it is the total of the sheet."""
    if summary.has_additions:
        return t.signed(ranked.result)
    start = rule_set(game.rules).start_points(options_of(game))
    return total_text(t, ranked.total, start)


def _winner_text(game: Game, summary: GameSummary, t: Texts) -> str:
    """Name the winner of the game, or all winners with the same result."""
    winners = [game.players[ranked.player] for ranked in summary.ranking if ranked.place == 1]
    return t("end.winner", who=t.listed(winners), count=len(winners))


def _best_text(game: Game, best: BestHand, t: Texts) -> str:
    """Describe the best hand of a game in a line."""
    title = t("end.best", number=best.number)
    win = describe_hand(best.entry, game, t)
    worth = t.amount(best.points, rule_set(game.rules).unit)
    if len(best.entry.winners) > 1:
        # The description names all winners of the deal.
        worth = t.with_label(game.players[best.winner], worth)
    return t.with_label(title, f"{win}{t('list.separator')}{worth}")


def share_summary(game: Game, summary: GameSummary, t: Texts, zone: tzinfo) -> SharePart:
    """Offer the end of a game as a picture and as a text.

    Args:
        game: the game.
        summary: its end.
        t: the words of the language.
        zone: the time zone of the date.
    """
    title = f"{game.title or t('sheet.title')} · {t.date(game.started.astimezone(zone))}"
    winner = _winner_text(game, summary, t)
    lines = [title, winner]
    parts = [
        line(title, x=LEFT, y=58, size=26, colour=MUTED),
        line(winner, x=LEFT, y=116, size=44, colour=ACCENT, is_bold=True),
    ]
    # The y coordinate in pixels below which nothing has been drawn yet.
    y = 130
    for ranked in summary.ranking:
        y += 44
        name = f"{ranked.place}. {game.players[ranked.player]}"
        result = _result_text(game, summary, ranked, t)
        colour = ACCENT if ranked.place == 1 else INK
        parts.append(line(name, x=LEFT, y=y, size=28, colour=colour))
        parts.append(line(result, x=RIGHT, y=y, size=28, colour=colour, is_end=True, is_bold=True))
        lines.append(f"{name} {result}")
    y += 30
    place_of_curves = f'x="{LEFT}" y="{y}" width="{RIGHT - LEFT}" height="300"'
    parts.append(curves(summary.courses, t.signed, place_of_curves))
    y += 320
    if summary.best:
        best_text = _best_text(game, summary.best, t)
        lines.append(best_text)
        text_lines, y = wrap_text(t, best_text, y=y + 20, size=22, colour=INK)
        best_hand, y = note_rows(summary.best.tiles, rule_set(game.rules), t, y + 16)
        parts += [*text_lines, best_hand]
    return share_part(t, frame_picture(parts, y + 40, t), "\n".join(lines))
