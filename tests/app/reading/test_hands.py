"""Every open hand on a table is read from its player's side."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from hu.app.reading.hands import (
    SIDES,
    TableHand,
    hands_of,
    read_with_tapped_tile,
    seat_hands,
)
from hu.app.reading.model import PhotoReading
from hu.app.reading.read import read_hand
from hu.app.reading.to_record import photo_record
from hu.app.records.reading import TableSide
from hu.scoring.errors import InputError
from hu.vision.detection import Detection
from hu.vision.photo.decoding import Photo
from tests.laid_tables import laid, photographed

NEAR = "1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 6z"
RIGHT = "2s 3s 4s 4s 6s 7s 8s 1p 2p 3p 9m 9m 9m"
LEFT = "1m 1m 4m 7m 2p 5p 8p 3s 6s 9s 1z 3z 5z"
#: Half the side of the table in pixels of the photo. A side has twenty tile widths.
_HALF_TABLE = 600.0
#: A tile's width in pixels of the photo.
_TILE_WIDTH = 60
#: The centre of the table in pixels of the photo, for x and y.
_CENTRE = 1000


def at(side: TableSide, tiles: str) -> list[Detection]:
    """Tiles that the player at a side of the table laid down."""
    row = photographed(laid(tiles))
    middle = np.mean([tile.center for tile in row], axis=0)
    width = np.mean([tile.width for tile in row])
    quarter_turn = np.array([[0.0, -1.0], [1.0, 0.0]])
    turn = np.linalg.matrix_power(quarter_turn, SIDES.index(side))
    turned_row = []
    for tile in row:
        # Before the near side, then turned around the table's centre.
        box = (tile.box - middle) * _TILE_WIDTH / width + (0, _HALF_TABLE)
        box = box @ turn + _CENTRE
        turned_row.append(replace(tile, box=box.astype(np.float32)))
    return turned_row


def side_of_seats(
    hands: Sequence[TableHand], winner: str, near: str | None = None
) -> dict[str, str]:
    """The side of each seat at a table."""
    return {seat: hand.side for seat, hand in seat_hands(hands, winner, near).items()}


def test_the_hand_of_each_player_is_read_from_where_the_player_sits() -> None:
    table = [*at("near", NEAR), *at("left", LEFT), *at("right", RIGHT)]
    hands = hands_of(read_hand(table, "fimj"), "fimj")
    assert [(hand.side, hand.reading.text) for hand in hands] == [
        ("near", "123m 555p 789s 2226z"),
        ("right", "999m 123p 2344678s"),
        ("left", "1147m 258p 369s 135z"),
    ]


def test_a_flower_that_may_be_of_a_hand_is_among_the_tiles_of_its_record() -> None:
    (flower,) = at("near", "2g")
    shift = np.array([0, 5 * _TILE_WIDTH], dtype=np.float32)
    flower_above = replace(flower, box=flower.box - shift)
    # Other tiles outside the hand are not in its record.
    (wind,) = at("far", "1z")
    reading = read_hand([wind, *at("near", NEAR + " 6z"), flower_above], "zung-jung")
    hands = hands_of(reading, "zung-jung")

    photo = Photo.of(np.zeros((2000, 2000, 3), dtype=np.uint8))
    record = photo_record(PhotoReading(photo, reading, seconds=0.0), hands=hands)
    assert record.hands is not None
    (hand_record,) = record.hands
    assert [tile.tile for tile in hand_record.tiles] == [*NEAR.split(), "6z", "2g"]
    (place,) = [doubt.tile for doubt in hand_record.doubts if doubt.id == "flower-aside"]
    assert place == 14


@pytest.mark.parametrize("side", SIDES)
def test_a_hand_alone_lies_where_its_player_sits(side: TableSide) -> None:
    (hand,) = hands_of(read_hand(at(side, NEAR), "zung-jung"), "zung-jung")
    assert hand.reading.text == "123m 555p 789s 2226z"


def test_discards_are_no_hand() -> None:
    row = "2s 9m 1z 4p 8s 3m"
    discards = []
    for tile in [*at("right", row), *at("far", row)]:
        # Nearer to the centre of the table.
        box = (tile.box - _CENTRE) * np.float32(0.4) + _CENTRE
        discards.append(replace(tile, box=box))
    hands = hands_of(read_hand([*at("near", NEAR), *discards], "fimj"), "fimj")
    assert [hand.side for hand in hands] == ["near"]


def test_the_winds_go_round_from_the_hand_that_wins() -> None:
    table = [*at("near", LEFT), *at("left", NEAR + " 6z"), *at("right", RIGHT)]
    hands = hands_of(read_hand(table, "fimj"), "fimj")
    assert side_of_seats(hands, "S") == {"W": "near", "N": "right", "S": "left"}
    assert side_of_seats(hands, "E", near="S") == {"S": "near", "W": "right", "E": "left"}
    with pytest.raises(InputError, match="no open hand lies at far, where N sits"):
        seat_hands(hands, "N", near="S")


def test_two_hands_that_win_are_asked_about() -> None:
    table = [*at("near", NEAR + " 6z"), *at("left", RIGHT + " 4s")]
    hands = hands_of(read_hand(table, "fimj"), "fimj")
    message = "the hands at near and left win: say who sits at the near side"
    with pytest.raises(InputError, match=message):
        seat_hands(hands, "S")
    assert side_of_seats(hands, "N", near="E") == {"E": "near", "N": "left"}


def test_a_tap_on_a_row_makes_it_the_hand_and_a_tap_on_a_meld_adds_it() -> None:
    shift = np.array((660, -960), np.float32)
    claimed = [replace(tile, box=tile.box + shift) for tile in at("near", "7z 7z 7z")]
    ten_tiles = NEAR.removesuffix(" 2z 2z 6z")
    reading = read_hand([*at("near", ten_tiles), *claimed, *at("left", LEFT)], "fimj")
    assert reading.text == "123m 555p 789s 2z"
    other_tiles = {tile.tile: tile.index for tile in reading.tiles if tile.role == "other"}
    with_meld = read_with_tapped_tile(reading, other_tiles["7z"], "fimj")
    assert with_meld.text == "123m 555p 789s 2z [777z]"
    other_hand = read_with_tapped_tile(reading, other_tiles["8p"], "fimj")
    assert other_hand.text == "1147m 258p 369s 135z"
    assert read_with_tapped_tile(reading, 0, "fimj") is reading


def test_a_photo_without_tiles_has_no_hands() -> None:
    assert hands_of(read_hand([], "fimj"), "fimj") == ()


def test_a_reading_without_candidates_has_hands_of_the_usual_size() -> None:
    reading = replace(read_hand(at("near", NEAR), "fimj"), candidates=())
    assert [hand.side for hand in hands_of(reading, "fimj")] == ["near"]
