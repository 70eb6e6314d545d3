"""The winds of a game of Zung Jung ('The game and its sheet')."""

from collections import Counter

import pytest

from hu.scoring.deals import Played, Seating
from hu.scoring.rules import rule_set

DEALS = 16


def seating(played: int, *, south_follows: bool = False) -> Seating:
    return rule_set("zung-jung").seating({"south_follows": south_follows}, [Played()] * played, 4)


def test_the_first_hand() -> None:
    place = seating(0)
    assert (place.number, place.round, place.round_wind, place.seats, place.over) == (1, 1, None, tuple("ESWN"), False)


def test_after_a_hand_east_becomes_south_and_north_becomes_east() -> None:
    assert seating(1).seats == ("S", "W", "N", "E")


def test_as_an_option_south_becomes_east() -> None:
    assert seating(1, south_follows=True).seats == ("N", "E", "S", "W")


@pytest.mark.parametrize("south_follows", [False, True])
def test_in_sixteen_hands_each_player_is_east_four_times_once_a_round(*, south_follows: bool) -> None:
    places = [seating(played, south_follows=south_follows) for played in range(DEALS)]
    assert Counter((place.round, place.east) for place in places) == {(r, p): 1 for r in range(1, 5) for p in range(4)}
    assert not any(place.over for place in places)
    assert seating(DEALS, south_follows=south_follows).over
