"""A game that is open: where it stands, who sits where, and what other phones do to it."""

from collections.abc import Mapping, Sequence

from hu.app.i18n import Texts
from hu.app.ledger.values import Game
from hu.app.page.draft.next_hand import counters_before
from hu.app.page.draft.state import Draft
from hu.app.page.facts import Facts
from hu.app.page.parts.components import Part, choice, markup, tag, words
from hu.app.page.session import screen
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.seating import Seating


def head_parts(
    facts: Facts, game: Game, seating: Seating, draft: Draft, *, finished: bool
) -> list[Part]:
    """Show which game this is and how far it has come.

    While it is played, offer the hand and the sheet.
    """
    t, view = facts.t, screen().view
    where = tag("p", "hu-hint", words(standing(facts, game, seating)))
    if draft.entry and view != "sheet":
        hands = [entry.id for entry in facts.entries if entry.kind != "payment"]
        if draft.entry in hands:
            where = tag(
                "p", "hu-note", words(t("hand.changing", number=hands.index(draft.entry) + 1))
            )
    title = tag("h2", "hu-heading", words(game.title or ", ".join(game.players)))
    terms: list[str] = []
    if not finished:
        terms = _terms(t, counters_before(game, facts.entries))
    parts = [markup(tag("div", "hu-head", title, where, *terms))]
    if not finished:
        names = {"hand": t("game.nav_hand"), "sheet": t("game.nav_sheet")}
        parts.append(
            {**choice(["view"], "", names, [view]), "label": t("game.nav"), "required": True}
        )
    return parts


def _terms(t: Texts, counts: Mapping[str, int]) -> list[str]:
    """Explain each counter while there is exactly one of it on the table.

    Args:
        t: the words of the language.
        counts: how many counters are on the table, by the id of their question.
    """
    lines = []
    for counter, count in counts.items():
        explanation = t.messages.get(f"terms.{counter}")
        if explanation and count == 1:
            lines.append(tag("p", "hu-hint", words(explanation)))
    return lines


def standing(facts: Facts, game: Game, seating: Seating) -> str:
    """Say in words where a game stands."""
    t = facts.t
    if game.ended:
        return t("game.finished")
    if seating.over:
        return t("game.over")
    hand = t("game.hand", number=seating.number)
    if total := rule_set(game.rules).deals:
        hand = t("game.hand_of", number=seating.number, total=total)
    wind = t("game.round", number=seating.round)
    if seating.round_wind:
        wind = t("game.round_wind", wind=t.seat(seating.round_wind))
    east = () if seating.east is None else (t("game.east", name=game.players[seating.east]),)
    lying, names = (
        counters_before(game, facts.entries),
        t.of(rule_set(game.rules)).name,
    )
    counters = [
        f"{names(question.names)}: {lying[question.id]}"
        for question in rule_set(game.rules).questions
        if lying.get(question.id)
    ]
    return " · ".join((hand, wind, *east, *counters))


def names_by_seat(facts: Facts, draft: Draft) -> dict[str, str]:
    """Name each seat, with its player in a game."""
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
    seated = zip(seating, game.players, strict=True)
    return {seat: name for seat, name in seated if seat}
