import pytest
from hypothesis import given

from hu.scoring.hand import Hand, Win
from hu.scoring.readings import readings
from tests.scoring.hand_strategies import won
from tests.scoring.reference_zung_jung import wins as wins_by_reference


def _texts(hand: str) -> set[str]:
    return {reading.text() for reading in readings(Hand.from_text(hand))}


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("111222333m 456p 5s +5s", {"111m 222m 333m 456p 55s", "123m 123m 123m 456p 55s"}),
        ("1122334455667m +7m", {
            "123m 123m 456m 456m 77m", "123m 123m 567m 567m 44m", "234m 234m 567m 567m 11m",
            "11m 22m 33m 44m 55m 66m 77m",
        }),
        ("2222s 66m 77p 55z 44z 3z +3z", {"66m 77p 22s 22s 33z 44z 55z"}),
        ("19m 19p 19s 1234567z +1m", {"119m 19p 19s 1234567z"}),
        ("[123m] [456p] [789s] [111z] 2z +2z", {"22z [123m] [456p] [789s] [111z]"}),
        ("(1111m) (2222m) (3333m) (4444m) 2z +2z", {"22z (1111m) (2222m) (3333m) (4444m)"}),
        ("147m 258p 369s 1234z +5z", set()),
    ],
)  # fmt: skip
def test_every_arrangement_is_found(hand: str, expected: set[str]) -> None:
    assert _texts(hand) == expected


def test_every_place_of_the_winning_tile_is_found() -> None:
    found = readings(Hand.from_text("444m 777p 33324s 99m +3s"))
    assert {"".join(reading.completed) for reading in found} == {"3s3s3s", "2s3s4s"}


def test_irregular_hands_have_no_melds() -> None:
    assert readings(Hand.from_text("[111m] 19p 19s 1234567z +1m")) == ()


@given(won())
def test_a_reading_holds_the_tiles_of_its_hand(case: tuple[Hand, Win]) -> None:
    hand, _ = case
    found = readings(hand)
    assert found
    assert wins_by_reference(hand)
    for reading in found:
        again = Hand.from_text(reading.text(hand.bonus))
        assert again.concealed == hand.standing
        assert (again.melds, again.bonus) == (hand.melds, hand.bonus)
        assert reading.form == "thirteen-orphans" or hand.winning in reading.completed
