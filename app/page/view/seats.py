"""The table for the browser: the players' seats, the winner, and the payments."""

from typing import Final

from hu.app.page.parts.seats import SeatAmount, SeatsPart, SeatView, TablePlace
from hu.app.page.view.problems import MESSAGE_OF_QUESTION
from hu.app.page.view.shown import Shown
from hu.scoring.hand import SEATS

#: The players' places on the screen, in turn order: the next player sits to the right.
_PLACES: Final[tuple[TablePlace, ...]] = ("bottom", "right", "top", "left")
_WIND_TILES: Final = dict(zip(SEATS, ("1z", "2z", "3z", "4z"), strict=True))


def seats_view(shown: Shown) -> SeatsPart:
    """Describe the table for the browser.

    In a game the players keep their place while the winds pass.
    """
    draft = shown.draft
    outcome = shown.outcome
    seats = draft.seats
    has_seating = any(draft.seating)
    if shown.game is not None and has_seating:
        # The players' order is also the order of turns. A player who sits out has no seat.
        seats = tuple(seat for seat in draft.seating if seat)
    # The value of the winner's hand is in the middle, unless there are several winners.
    points = None
    has_other_winners = bool(draft.claims)
    if outcome.record is not None and draft.winner and not has_other_winners:
        points = outcome.hands[draft.winner].value
    return SeatsPart(
        winner=draft.winner,
        way="self-draw" if draft.claim.win == "self-draw" else draft.claim.source,
        robbed=draft.claim.win == "robbed-kong",
        points=points,
        figure=None if points is None else shown.t.number(points),
        seats=tuple(_seat_view(shown, seat) for seat in seats),
        open=_next_question(shown),
        texts=shown.t.section("ask") | {"points": shown.t.name(shown.rules.unit.names)},
    )


def _next_question(shown: Shown) -> str | None:
    """Return the question to answer next, for the middle of the table. None for no question.

    Before it is known how the winner won, the table itself asks for that.
    """
    open_questions = shown.outcome.open_questions
    if not open_questions or not shown.draft.claim.win:
        return None
    # The wind of the round is asked above the table.
    if open_questions[0] == "round_wind":
        return None
    return shown.t(MESSAGE_OF_QUESTION[open_questions[0]])


def _seat_view(shown: Shown, seat: str) -> SeatView:
    """Describe a player at the table."""
    # Without a game, a player is called by the seat, and East sits at the bottom.
    name = shown.t.seat(seat)
    position = SEATS.index(seat)
    if shown.game is not None and seat in shown.draft.seating:
        position = shown.draft.seating.index(seat)
        name = shown.game.players[position]
    return SeatView(
        seat=seat,
        at=_PLACES[position],
        face=_WIND_TILES[seat],
        label=shown.who[seat],
        name=name,
        won=seat in shown.draft.claims,
        points=_points_at(shown, seat),
        amount=_amount_at(shown, seat),
    )


def _points_at(shown: Shown, seat: str) -> str | None:
    """Return the value of a player's hand with its unit, beside the player's seat.

    None without a score. Also None for a sole winner, whose points are in the middle of the table.
    """
    score = shown.outcome.hands.get(seat)
    if score is None:
        return None
    has_other_winners = bool(shown.draft.claims)
    if seat == shown.draft.winner and not has_other_winners:
        return None
    return shown.t.amount(score.value, shown.rules.unit)


def _amount_at(shown: Shown, seat: str) -> SeatAmount | None:
    """Return the amount that a player gets or pays. None if the payments are unknown."""
    payments = shown.outcome.payments
    if payments is None:
        return None
    amount = payments.get(seat, 0)
    spoken = None
    if amount:
        spoken = shown.t("seat.gets" if amount > 0 else "seat.pays", amount=abs(amount))
    return SeatAmount(text=shown.t.signed(amount), paid=amount > 0, spoken=spoken)
