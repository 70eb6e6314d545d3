"""Every open hand on a table, each read the way it lies."""

from dataclasses import replace

import numpy as np
import pytest

from hu.app.reading.hands import SIDES, Side, hands_of, read_with_tapped_tile, seat_hands
from hu.app.reading.read import read_hand
from hu.scoring.errors import InputError
from hu.vision.detection import Detection
from tests.laid_tables import laid, photographed

NEAR, RIGHT, LEFT = (
    "1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 6z",
    "2s 3s 4s 4s 6s 7s 8s 1p 2p 3p 9m 9m 9m",
    "1m 1m 4m 7m 2p 5p 8p 3s 6s 9s 1z 3z 5z",
)
#: Of a table, in pixels of the photo: twenty tile widths a side.
_HALF = 600.0


def at(side: Side, tiles: str) -> list[Detection]:
    """Tiles as their player at a side of the table lays them."""
    row = photographed(laid(tiles))
    middle = np.mean([tile.center for tile in row], axis=0)
    width = np.mean([tile.width for tile in row])
    turn = np.linalg.matrix_power(np.array([[0.0, -1.0], [1.0, 0.0]]), SIDES.index(side))
    boxes = [((tile.box - middle) * 60 / width + (0, _HALF)) @ turn + 1000 for tile in row]
    return [replace(tile, box=box.astype(np.float32)) for tile, box in zip(row, boxes, strict=True)]


def test_the_hand_of_each_player_is_read_from_where_the_player_sits() -> None:
    table = [*at("near", NEAR), *at("left", LEFT), *at("right", RIGHT)]
    hands = hands_of(read_hand(table, "fimj"), "fimj")
    assert [(hand.side, hand.reading.text) for hand in hands] == [
        ("near", "123m 555p 789s 2226z"),
        ("right", "999m 123p 2344678s"),
        ("left", "1147m 258p 369s 135z"),
    ]


@pytest.mark.parametrize("side", SIDES)
def test_a_hand_alone_lies_where_its_player_sits(side: Side) -> None:
    (hand,) = hands_of(read_hand(at(side, NEAR), "zung-jung"), "zung-jung")
    assert hand.reading.text == "123m 555p 789s 2226z"


def test_discards_are_no_hand() -> None:
    discards = [tile for place in ("right", "far") for tile in at(place, "2s 9m 1z 4p 8s 3m")]
    discards = [replace(tile, box=(tile.box - 1000) * np.float32(0.4) + 1000) for tile in discards]
    hands = hands_of(read_hand([*at("near", NEAR), *discards], "fimj"), "fimj")
    assert [hand.side for hand in hands] == ["near"]


def test_the_winds_go_round_from_the_hand_that_wins() -> None:
    table = hands_of(
        read_hand([*at("near", LEFT), *at("left", NEAR + " 6z"), *at("right", RIGHT)], "fimj"),
        "fimj",
    )
    assert {seat: hand.side for seat, hand in seat_hands(table, "S").items()} == {
        "W": "near",
        "N": "right",
        "S": "left",
    }
    assert {seat: hand.side for seat, hand in seat_hands(table, "E", near="S").items()} == {
        "S": "near", "W": "right", "E": "left",
    }  # fmt: skip
    with pytest.raises(InputError, match="no open hand lies at far, where N sits"):
        seat_hands(table, "N", near="S")


def test_two_hands_that_win_are_asked_about() -> None:
    table = hands_of(
        read_hand([*at("near", NEAR + " 6z"), *at("left", RIGHT + " 4s")], "fimj"), "fimj"
    )
    with pytest.raises(
        InputError, match="the hands at near and left win: say who sits at the near side"
    ):
        seat_hands(table, "S")
    assert {seat: hand.side for seat, hand in seat_hands(table, "N", near="E").items()} == {
        "E": "near",
        "N": "left",
    }


def test_a_tap_on_a_row_makes_it_the_hand_and_one_on_a_set_takes_it_in() -> None:
    claimed = [
        replace(tile, box=tile.box + np.array((660, -960), np.float32))
        for tile in at("near", "7z 7z 7z")
    ]
    reading = read_hand([*at("near", NEAR[:-9]), *claimed, *at("left", LEFT)], "fimj")
    tapped = {tile.tile: tile.index for tile in reading.tiles if tile.role == "other"}
    assert reading.text == "123m 555p 789s 2z"
    assert read_with_tapped_tile(reading, tapped["7z"], "fimj").text == "123m 555p 789s 2z [777z]"
    assert read_with_tapped_tile(reading, tapped["8p"], "fimj").text == "1147m 258p 369s 135z"
    assert read_with_tapped_tile(reading, 0, "fimj") is reading


def test_a_photo_without_tiles_has_no_hands() -> None:
    assert hands_of(read_hand([], "fimj"), "fimj") == ()
