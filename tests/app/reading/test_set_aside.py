"""Photos by rules in which players set North aside: whether it is dora, or a tile of the hand."""

import pytest

from hu.app.page.draft.editing.from_photo import from_reading
from hu.app.page.draft.editing.hand import resolve_otherwise, to_hand
from hu.app.reading.model import HandReading
from hu.app.reading.read import read_hand
from hu.scoring.rule_set.registry import rule_names, rule_set
from tests.laid_tables import laid, photographed

[RULES] = [name for name in rule_names() if rule_set(name).hand_shape.set_aside]
#: Four melds.
MELDS = "1p 2p 3p 4p 5p 6p 7p 8p 9p 2s 3s 4s"


def read(tiles: str, rules: str = RULES) -> HandReading:
    return read_hand(photographed(laid(tiles)), rules)


def asked_about(reading: HandReading) -> list[str]:
    """The kinds of the doubts about roles."""
    return [doubt.id for doubt in reading.doubts if doubt.about == "role"]


@pytest.mark.parametrize(
    ("tiles", "hand"),
    [
        (f"{MELDS} 5s 5s | 4z", "123456789p 23455s {4z}"),
        (f"{MELDS} 5s 5s | 4z 4z", "123456789p 23455s {44z}"),
        (f"{MELDS} 5s | 5s | 4z 4z 4z", "123456789p 2345s {444z} +5s"),
        (
            "1p 2p 3p 4p 5p 6p 4s 5s 6s 3s 3s | 7z >7z 7z | 4z 4z 4z 4z",
            "123456p 33456s [777z] {4444z}",
        ),
        ("1p 1p 4p 4p 7p 7p 2s 2s 5s 5s 1z 1z 6z 6z | 4z 4z", "114477p 2255s 1166z {44z}"),
    ],
)
def test_north_that_lies_apart_was_set_aside(tiles: str, hand: str) -> None:
    reading = read(tiles)
    assert reading.is_legal
    assert reading.text == hand
    assert asked_about(reading) == []
    assert {tile.role for tile in reading.tiles if tile.tile == "4z"} == {"bonus"}
    assert str(to_hand(from_reading(reading))) == hand


def test_north_beside_a_hand_that_waits_was_set_aside() -> None:
    reading = read(f"{MELDS} 5s | 4z")
    assert not reading.is_legal
    assert reading.text == "123456789p 2345s {4z}"
    assert [doubt.id for doubt in reading.doubts] == ["no-win"]


def test_north_among_the_standing_tiles_is_asked_about_if_they_are_too_many() -> None:
    reading = read(f"{MELDS} 5s 5s 4z 4z")
    assert reading.text == "123456789p 23455s {44z}"
    assert asked_about(reading) == ["set-aside"]
    edited = from_reading(reading)
    [place] = edited.place_questions
    norths = [tile.id for tile in edited.tiles if tile.face == "4z"]
    assert sorted(place.tiles) == norths
    assert not [tile for tile in edited.tiles if tile.doubtful]
    assert str(to_hand(resolve_otherwise(edited, place))) == "123456789p 23455s 44z"


def test_north_that_lies_apart_and_completes_the_hand_is_asked_about() -> None:
    reading = read(f"{MELDS} 4z | 4z")
    assert reading.is_legal
    assert reading.text == "123456789p 234s 44z"
    assert asked_about(reading) == ["set-aside"]
    [place] = from_reading(reading).place_questions
    assert len(place.tiles) == 1


@pytest.mark.parametrize(
    ("tiles", "hand"),
    [
        (f"{MELDS} 4z 4z", "123456789p 234s 44z"),
        ("1p 2p 3p 4p 5p 6p 7p 8p 9p 5s 5s | 4z >4z 4z", "123456789p 55s [444z]"),
    ],
)
def test_north_that_the_hand_needs_was_not_set_aside(tiles: str, hand: str) -> None:
    reading = read(tiles)
    assert reading.is_legal
    assert reading.text == hand
    assert "set-aside" not in asked_about(reading)


def test_no_hand_has_five_north() -> None:
    reading = read(f"{MELDS} 4z 4z | 4z 4z 4z")
    assert reading.hand.bonus.count("4z") + reading.hand.standing.count("4z") <= 4


def test_other_rules_set_no_north_aside() -> None:
    reading = read(f"{MELDS} 5s 5s | 4z", "riichi")
    assert reading.hand.bonus == ()
    assert "set-aside" not in asked_about(reading)
