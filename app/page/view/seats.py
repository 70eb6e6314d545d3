"""Describes the table with the players at their seats, the winner, and the payments."""

from typing import Final

from hu.app.page.parts.seats import SeatAmount, SeatsPart, SeatView, TablePlace
from hu.app.page.view.problems import MESSAGE_OF_QUESTION
from hu.app.page.view.shown import Shown
from hu.scoring.hand import SEATS

#: The players' places on the screen, in turn order: the next player sits to the right.
_PLACES: Final[tuple[TablePlace, ...]] = ("bottom", "right", "top", "left")
_WIND_TILES: Final = dict(zip(SEATS, ("1z", "2z", "3z", "4z"), strict=True))


def seats_view(shown: Shown) -> SeatsPart:
    """Describe the table with the players.

    In a game each player keeps the same place on the screen, whichever wind the player has in a
    hand.
    """
    draft = shown.draft
    outcome = shown.outcome
    # The seats in turn order. Without a game, East is the first.
    seats = draft.seats
    has_seating = any(draft.seating)
    if shown.game is not None and has_seating:
        # In a game, the first player of the game comes first. The game's order of players is the
        # turn order too. A player who sits out has no seat.
        seats = tuple(seat for seat in draft.seating if seat)
    # The value of a sole winner's hand is shown in the middle of the table. If there are several
    # winners, each value is shown at the seat of its winner.
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
    """Return the question for the middle of the table.

    It is the first open question. None if there is none, or if it is asked elsewhere: the script of
    the table asks who won and who discarded, and the round wind is asked above the table.
    """
    open_questions = shown.outcome.open_questions
    if not open_questions or not shown.draft.claim.win:
        return None
    if open_questions[0] == "round_wind":
        return None
    return shown.t(MESSAGE_OF_QUESTION[open_questions[0]])


def _seat_view(shown: Shown, seat: str) -> SeatView:
    """Describe a player at the table."""
    # Without a game, the players are called by their seats, and East sits at the bottom.
    name = shown.t.seat(seat)
    position = SEATS.index(seat)
    if shown.game is not None and seat in shown.draft.seating:
        # In a game, the first player sits at the bottom.
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
    """Return the value of a player's hand with its unit, which is shown at the player's seat.

    None without a score, and for a sole winner, whose points are shown in the middle of the table.
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
    return SeatAmount(text=shown.t.signed(amount), gain=amount > 0, spoken=spoken)
