"""The table as values for the browser: who sits where, who won, what everybody pays or gets."""

from typing import Any, Final

from hu.app.page.parts.components import Part
from hu.app.page.view.problems import QUESTIONS
from hu.app.page.view.shown import Shown
from hu.scoring.hand import SEATS

#: Where the players sit on the screen, in turn order: the next player sits to the right.
_POSITIONS: Final = ("bottom", "right", "top", "left")
_WIND_TILES: Final = dict(zip(SEATS, ("1z", "2z", "3z", "4z"), strict=True))


def seats_view(shown: Shown) -> Part:
    """Describe the table for the browser.

    In a game the players keep their position while the winds pass.
    """
    draft, outcome = shown.draft, shown.outcome
    # The players' order is also the order of turns.
    seated = [seat for seat in draft.seating if seat] if shown.game is not None else []
    # The winner's points are in the middle, unless there are several winners.
    points = None
    if outcome.score is not None and draft.winner and not draft.claims:
        points = outcome.score.players[draft.winner].points
    question = None
    # The wind of the round is asked above the table.
    if outcome.open and outcome.open[0] != "round_wind" and draft.claim.win:
        question = shown.t(QUESTIONS[outcome.open[0]])
    return {
        "winner": draft.winner,
        "way": "self-draw" if draft.claim.win == "self-draw" else draft.claim.source,
        "robbed": draft.claim.win == "robbed-kong",
        "points": points,
        "figure": None if points is None else shown.t.number(points),
        "seats": [_seat_view(shown, seat) for seat in seated or draft.seats],
        "open": question,
        "texts": shown.t.section("ask") | {"points": shown.t.name(shown.rules.unit.names)},
    }


def _seat_view(shown: Shown, seat: str) -> Part:
    """Describe a player at the table."""
    name = shown.t.seat(seat)
    position = SEATS.index(seat)
    if shown.game is not None and seat in shown.draft.seating:
        position = shown.draft.seating.index(seat)
        name = shown.game.players[position]
    return {
        "seat": seat,
        "at": _POSITIONS[position],
        "face": _WIND_TILES[seat],
        "label": shown.who[seat],
        "name": name,
        "won": seat in shown.draft.claims,
        "points": _points_at(shown, seat),
        "amount": _amount_at(shown, seat),
    }


def _points_at(shown: Shown, seat: str) -> str | None:
    """Return a player's points. The only winner's are in the middle of the table."""
    score = shown.outcome.score
    if score is None or seat not in score.players:
        return None
    if seat == shown.draft.winner and not shown.draft.claims:
        return None
    return shown.t.amount(score.players[seat].points, shown.rules.unit)


def _amount_at(shown: Shown, seat: str) -> dict[str, Any] | None:
    """Return what a player gets or pays: as text, and as a screen reader says it."""
    score = shown.outcome.score
    if score is None or score.payments is None:
        return None
    amount = score.payments.get(seat, 0)
    spoken = None
    if amount:
        spoken = shown.t("seat.gets" if amount > 0 else "seat.pays", amount=abs(amount))
    return {"text": shown.t.signed(amount), "paid": amount > 0, "spoken": spoken}
