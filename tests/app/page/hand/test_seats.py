"""The seats on the page: where players sit, what a tap on them says; nonsense from a browser changes nothing."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from hu.app.i18n import texts
from hu.app.ledger.values import Game
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.scoring import assess
from hu.app.page.draft.state import Claim, Draft, Rack
from hu.app.page.events import answer_seats
from hu.app.page.hand.answers_view import Shown, seats_view
from hu.scoring.hand import Hand
from tests.app.page.laid import from_hand
from tests.app.page.recorded import TRUTH

DRAFT = Draft(rack=Rack(History(from_hand(Hand.from_text(TRUTH)))))
WON = replace(DRAFT, winner="S", claim=Claim("discard", "W", frozenset({"last-tile"})))
WHO = {"E": "East", "S": "South", "W": "West", "N": "North"}
GAME = Game("ABCDEFGH", "zung-jung", "", ("Anna", "Bruno", "Carla", "Dario"), {}, datetime(2025, 1, 1, tzinfo=UTC))


def view(draft: Draft, game: Game | None = None, language: str = "en") -> dict[str, Any]:
    return seats_view(Shown(texts(language), game, draft, assess(draft), WHO))


def test_the_points_stand_in_the_middle_and_each_amount_at_its_seat() -> None:
    shown = view(WON)
    assert shown["points"] == 22
    assert [(seat["seat"], seat["amount"]["text"]) for seat in shown["seats"]] == [
        ("E", "−22"), ("S", "+66"), ("W", "−22"), ("N", "−22"),
    ]  # fmt: skip
    assert view(WON, language="it")["seats"][1]["amount"]["spoken"] == "riceve 66"


def test_without_answers_there_are_neither_points_nor_amounts() -> None:
    shown = view(DRAFT)
    assert shown["points"] is None
    assert [seat["amount"] for seat in shown["seats"]] == [None] * 4


def test_players_of_a_game_stay_where_they_sit_while_the_winds_pass() -> None:
    before = view(replace(DRAFT, seating=("E", "S", "W", "N")), GAME)["seats"]
    after = view(replace(DRAFT, seating=("N", "E", "S", "W")), GAME)["seats"]
    assert [(seat["name"], seat["at"]) for seat in before] == [(seat["name"], seat["at"]) for seat in after]
    assert [seat["face"] for seat in before] == ["1z", "2z", "3z", "4z"]
    assert [seat["face"] for seat in after] == ["4z", "1z", "2z", "3z"]


def test_a_tap_says_who_won_and_who_discarded() -> None:
    draft = answer_seats(DRAFT, "S", None)
    assert (draft.winner, draft.claim.win) == ("S", None)
    assert answer_seats(draft, "S", "W").claim == Claim("discard", "W")
    assert answer_seats(draft, "S", "self-draw").claim == Claim("self-draw")
    assert answer_seats(answer_seats(draft, "S", "W"), None, None).winner is None


def test_the_same_answer_again_forgets_nothing() -> None:
    assert answer_seats(WON, "S", "W") == WON


def test_another_discarder_forgets_what_was_said_of_the_first() -> None:
    assert answer_seats(WON, "S", "E").claim == Claim("discard", "E")


ANYTHING = st.none() | st.sampled_from(["E", "S", "W", "N", "self-draw", "X", ""]) | st.integers() | st.lists(st.none())


@given(ANYTHING, ANYTHING)
def test_whatever_a_browser_says_the_hand_stays_sound(winner: object, way: object) -> None:
    draft = answer_seats(WON, winner, way)
    assert draft.winner in (None, *draft.seats)
    assert draft.claim.source in (None, *draft.seats)
    assert draft.claim.source is None or draft.claim.source != draft.winner
    assess(draft)
