"""The seats on the page, laid out as the players sit: who won, who discarded, what each pays or is paid."""

from collections.abc import Mapping
from typing import Any, Final

from hu.app.i18n import Texts
from hu.app.ledger.values import Game
from hu.app.page.draft.scoring import Outcome
from hu.app.page.draft.state import Draft
from hu.app.page.hand.result import QUESTIONS, signed
from hu.scoring.hand import SEATS
from hu.scoring.rules import rule_set

#: Where the players sit on the screen, in turn order: who plays next sits to the right.
_POSITIONS: Final = ("bottom", "right", "top", "left")
_WIND_TILES: Final = dict(zip(SEATS, ("1z", "2z", "3z", "4z"), strict=True))
_WORDS: Final = ("won", "discarded", "was_robbed", "winner", "source", "self_draw")


def seats_view(t: Texts, game: Game | None, draft: Draft, outcome: Outcome, who: Mapping[str, str]) -> dict[str, Any]:
    """Describe the table for the browser.

    Args:
        t: the words.
        game: the game; its players keep their position on the screen while the winds pass.
        draft: the hand.
        outcome: what is known of it.
        who: the seats' names, such as "East · Anna".
    """
    claim = draft.claim
    score = outcome.score
    several = len(draft.claims) > 0
    points = score.players[str(draft.winner)].points if score and draft.winner and not several else None
    return {
        "winner": draft.winner,
        "way": claim.win if claim.win == "self-draw" else claim.source,
        "robbed": claim.win == "robbed-kong",
        "points": points,
        "seats": [_seat(t, game, draft, outcome, who, seat) for seat in _in_order(game, draft)],
        "open": t(QUESTIONS[outcome.open[0]]) if outcome.open and claim.win else None,
        "texts": {name: t(f"ask.{name}") for name in _WORDS} | {"points": t.name(rule_set(draft.rules).unit.names)},
    }


def _in_order(game: Game | None, draft: Draft) -> tuple[str, ...]:
    """The seats in the players' order, which is also the order of turns."""
    seated = draft.seating if game is not None else ()
    return tuple(seat for seat in seated if seat) or draft.seats


def _seat(
    t: Texts, game: Game | None, draft: Draft, outcome: Outcome, who: Mapping[str, str], seat: str
) -> dict[str, Any]:
    player = draft.seating.index(seat) if game is not None and seat in draft.seating else None
    score = outcome.score
    payments = score.payments if score else None
    # The winner's points stand in the middle, unless there are several.
    own = score is not None and seat in score.players and (seat != draft.winner or bool(draft.claims))
    return {
        "seat": seat,
        "at": _POSITIONS[SEATS.index(seat) if player is None else player],
        "face": _WIND_TILES[seat],
        "label": who[seat],
        "name": t.seat(seat) if game is None or player is None else game.players[player],
        "won": seat in draft.claims,
        "points": t.amount(score.players[seat].points, rule_set(draft.rules).unit) if score and own else None,
        "amount": _amount(t, payments.get(seat, 0)) if payments is not None else None,
    }


def _amount(t: Texts, amount: int) -> dict[str, Any]:
    spoken = t("seat.gets" if amount > 0 else "seat.pays", amount=abs(amount)) if amount else None
    return {"text": signed(amount), "paid": amount > 0, "spoken": spoken}
