"""The winds of a game: Zung Jung ('The game and its sheet') and FIMJ ('Durata di una partita' and the next two)."""

from collections import Counter
from collections.abc import Collection, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hu.scoring.deals import Played, Seating
from hu.scoring.hand import SEATS
from hu.scoring.rules import rule_set

FIMJ = rule_set("fimj")
#: Each player is East once in each of four rounds.
ALL_EAST = {(number, player): 1 for number in range(1, 5) for player in range(4)}
_WINNERS = st.frozensets(st.sampled_from("ESWN"), max_size=3)


def seats_of_zung_jung(played: int, *, south_follows: bool = False) -> Seating:
    return rule_set("zung-jung").seating({"south_follows": south_follows}, [Played()] * played, 4)


def friendly_seating(hands: Sequence[Collection[str]], players: int = 4) -> Seating:
    return FIMJ.seating({}, [Played(frozenset(won)) for won in hands], players)


def tournament_seating(played: int, first_wind: str, players: int = 4) -> Seating:
    return FIMJ.seating({"tournament": True, "first_wind": first_wind}, [Played()] * played, players)


@pytest.mark.parametrize(("place", "wind"), [(seats_of_zung_jung(0), None), (friendly_seating([]), "E")])
def test_the_first_deal(place: Seating, wind: str | None) -> None:
    assert (place.number, place.round, place.round_wind, place.seats, place.over) == (1, 1, wind, tuple("ESWN"), False)


@pytest.mark.parametrize("south_follows", [False, True])
def test_in_sixteen_deals_of_zung_jung_each_player_is_east_four_times(*, south_follows: bool) -> None:
    places = [seats_of_zung_jung(played, south_follows=south_follows) for played in range(17)]
    assert places[1].seats == (tuple("NESW") if south_follows else tuple("SWNE"))
    assert Counter((place.round, place.east) for place in places[:16]) == ALL_EAST
    assert [place.over for place in places] == [False] * 16 + [True]


@pytest.mark.parametrize(("winners", "passes"), [("", False), ("E", False), ("S", True), ("N", True), ("EW", True)])
def test_east_stays_while_east_wins_or_nobody_does(winners: str, passes: bool) -> None:
    place = friendly_seating([winners])
    assert (place.number, place.seats != SEATS) == (2, passes)


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
    places = [tournament_seating(played, "W") for played in range(17)]
    assert Counter((place.round, place.east) for place in places[:16]) == ALL_EAST
    assert [place.round_wind for place in places[:16:4]] == list("WNES")
    assert [place.over for place in places] == [False] * 16 + [True]


def test_the_dead_seat_is_north_first_and_moves_on_with_the_winds() -> None:
    places = [tournament_seating(played, "E", players=3) for played in range(4)]
    assert [place.seats for place in places] == [tuple("ESW"), tuple("NES"), tuple("WNE"), tuple("SWN")]


def test_where_east_is_dead_every_winner_passes_it() -> None:
    hands = [{"S"}, {"S"}, {"W"}]
    assert friendly_seating([*hands, set()], players=3).seats == tuple("SWN")
    place = friendly_seating([*hands, {"S"}], players=3)
    assert (place.seats, place.round, place.round_wind) == (tuple("ESW"), 2, "S")
