"""The winds of a game of FIMJ ('Durata di una partita', 'Regolamento di gara', 'Tavolo da tre giocatori')."""

from collections import Counter
from collections.abc import Collection, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hu.scoring.deals import Played, Seating
from hu.scoring.hand import SEATS
from hu.scoring.rules import rule_set

FIMJ = rule_set("fimj")
_WINNERS = st.frozensets(st.sampled_from("ESWN"), max_size=3)


def friendly_seating(hands: Sequence[Collection[str]], players: int = 4) -> Seating:
    return FIMJ.seating({}, [Played(frozenset(won)) for won in hands], players)


def tournament_seating(played: int, first_wind: str, players: int = 4) -> Seating:
    return FIMJ.seating({"tournament": True, "first_wind": first_wind}, [Played()] * played, players)


def dead_seat(place: Seating) -> str | None:
    return next((seat for seat in SEATS if seat not in place.seats), None)


def test_the_first_hand_of_a_friendly_game() -> None:
    place = friendly_seating([])
    assert (place.number, place.round, place.round_wind, place.seats, place.over) == (1, 1, "E", tuple("ESWN"), False)


@pytest.mark.parametrize(("winners", "passes"), [("", False), ("E", False), ("S", True), ("N", True), ("EW", True)])
def test_east_stays_while_east_wins_or_nobody_does(winners: str, passes: bool) -> None:
    assert (friendly_seating([winners]).seats != SEATS) == passes


def test_south_is_east_next_then_west_then_north() -> None:
    easts = [friendly_seating([{"S"}] * passes).east for passes in range(5)]
    assert easts == [0, 1, 2, 3, 0]


def test_a_hand_that_does_not_pass_east_counts_as_a_hand() -> None:
    place = friendly_seating([set(), {"E"}, {"W"}])
    assert (place.number, place.seats) == (4, ("N", "E", "S", "W"))


def test_a_round_is_over_when_the_player_who_began_as_north_has_been_east() -> None:
    assert [friendly_seating([{"S"}] * passes).round_wind for passes in (3, 4, 7, 8, 12, 15)] == list("ESSWNN")
    assert not friendly_seating([{"S"}] * 15).over
    assert friendly_seating([{"S"}] * 16).over


@given(st.lists(_WINNERS, max_size=40))
def test_the_winds_move_as_often_as_somebody_but_east_wins(hands: list[frozenset[str]]) -> None:
    moves = sum(bool(winners - {"E"}) for winners in hands)
    place = friendly_seating(hands)
    assert place.seats[0] == "ENWS"[moves % 4]
    assert place.round == moves // 4 + 1


def test_in_a_tournament_east_passes_after_every_hand() -> None:
    places = [tournament_seating(played, "W") for played in range(16)]
    assert Counter((place.round, place.east) for place in places) == {(r, p): 1 for r in range(1, 5) for p in range(4)}
    assert [place.round_wind for place in places[::4]] == list("WNES")
    assert not any(place.over for place in places)
    assert tournament_seating(16, "W").over


def test_the_dead_seat_is_north_first_and_moves_on_with_the_winds() -> None:
    places = [tournament_seating(played, "E", players=3) for played in range(4)]
    assert [dead_seat(place) for place in places] == ["N", "W", "S", "E"]
    assert [place.seats for place in places] == [tuple("ESW"), tuple("NES"), tuple("WNE"), tuple("SWN")]


def test_nobody_is_dead_at_a_table_of_four() -> None:
    assert dead_seat(friendly_seating([])) is None


def test_where_east_is_dead_every_winner_passes_it() -> None:
    hands = [{"S"}, {"S"}, {"W"}]
    assert friendly_seating([*hands, set()], players=3).seats == tuple("SWN")
    place = friendly_seating([*hands, {"S"}], players=3)
    assert (place.seats, place.round, place.round_wind) == (tuple("ESW"), 2, "S")
