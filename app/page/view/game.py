"""The head of a game's screen, and the names at its seats."""

from collections.abc import Mapping, Sequence

from hu.app.i18n import Texts
from hu.app.ledger.values import Game
from hu.app.page.draft.next_hand import counters_before, is_finished
from hu.app.page.draft.state import Draft
from hu.app.page.facts import Facts
from hu.app.page.parts.components import escape_text, tag
from hu.app.page.parts.panel import MarkupPart, PanelPart, ask_choice
from hu.app.page.session import screen
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.seating import Seating


def head_parts(
    facts: Facts, game: Game, seating: Seating, draft: Draft, *, is_game_finished: bool
) -> list[PanelPart]:
    """Name the game and describe its progress. While it is played, offer the hand and the sheet.

    Args:
        facts: the contents of the screen.
        game: the game that is open.
        seating: the seats of the next hand.
        draft: the hand in work.
        is_game_finished: whether the game takes no further hand.
    """
    t = facts.t
    view = screen().view
    # A game without a title is called by the names of its players. This heading is cut to two lines
    # above the hand, and is shown in full above the sheet.
    style = "hu-heading is-short" if view == "hand" and not is_game_finished else "hu-heading"
    title = tag("h2", style, escape_text(game.heading))
    progress = _progress_line(facts, game, seating, draft)
    if is_game_finished:
        return [MarkupPart(tag("div", "hu-head", title, progress))]
    explanations = _explain_counters(t, counters_before(game, facts.entries))
    names = {"hand": t("game.nav_hand"), "sheet": t("game.nav_sheet")}
    views = ask_choice(("view",), "", names, [view], label=t("game.nav"), required=True)
    return [MarkupPart(tag("div", "hu-head", title, progress, *explanations)), views]


def _progress_line(facts: Facts, game: Game, seating: Seating, draft: Draft) -> str:
    """Return the progress of a game as HTML.

    On the hand's screen, while a saved hand is being changed, return the number of that hand
    instead.
    """
    t = facts.t
    if draft.entry and screen().view != "sheet":
        hand_ids = [entry.id for entry in facts.entries if entry.kind != "payment"]
        if draft.entry in hand_ids:
            number = hand_ids.index(draft.entry) + 1
            return tag("p", "hu-note", escape_text(t("hand.changing", number=number)))
    return tag("p", "hu-hint", escape_text(_describe_progress(facts, game, seating)))


def _explain_counters(t: Texts, counts: Mapping[str, int]) -> list[str]:
    """Explain each kind of counter, such as honba, while exactly one of the kind is on the table.

    So each kind is explained when it first appears, and not with every hand after that.

    Args:
        t: the words of the language.
        counts: how many counters of each kind are on the table, by the id of the rule set's
            question about them.
    """
    lines = []
    for counter, count in counts.items():
        explanation = t.messages.get(f"terms.{counter}")
        if explanation and count == 1:
            lines.append(tag("p", "hu-hint", escape_text(explanation)))
    return lines


def _describe_progress(facts: Facts, game: Game, seating: Seating) -> str:
    """Describe the next hand of a game: its number, the round, East and the counters.

    If the game takes no further hand, the line has no more than that.
    """
    t = facts.t
    if game.ended:
        return t("game.finished")
    if is_finished(game, facts.entries):
        return t("game.over")
    rules = rule_set(game.rules)
    # A game that was opened again can have more hands than its rules have.
    if rules.deals is not None and seating.number <= rules.deals:
        parts = [t("game.hand_of", number=seating.number, total=rules.deals)]
    else:
        parts = [t("game.hand", number=seating.number)]
    if seating.round_wind:
        parts.append(t("game.round_wind", wind=t.seat(seating.round_wind)))
    else:
        parts.append(t("game.round", number=seating.round))
    if seating.east is not None:
        parts.append(t("game.east", name=game.players[seating.east]))
    counts = counters_before(game, facts.entries)
    for question in rules.questions:
        count = counts.get(question.id)
        if count:
            parts.append(t.with_label(t.of(rules).name(question.names), t.number(count)))
    return " · ".join(parts)


def names_by_seat(facts: Facts, draft: Draft) -> dict[str, str]:
    """Return a name for each seat. In a game it is the seat with its player."""
    t = facts.t
    if facts.game is None:
        return {seat: t.seat(seat) for seat in draft.seats}
    players = players_at(draft.seating, facts.game)
    return {seat: t("seat.named", seat=t.seat(seat), name=name) for seat, name in players.items()}


def players_at(seating: Sequence[str | None], game: Game | None) -> dict[str, str]:
    """Return the names of a game's players by their seats. Empty without a game.

    Args:
        seating: each player's seat. None for a player who sits out.
        game: the game.
    """
    if game is None:
        return {}
    seats_and_names = zip(seating, game.players, strict=True)
    return {seat: name for seat, name in seats_and_names if seat}
