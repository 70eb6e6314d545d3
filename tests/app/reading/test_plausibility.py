"""A photo without a hand gives one clear line, and never an invented hand."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from hu.app.reading.model import HandReading
from hu.app.reading.no_hand import classify_no_hand
from hu.app.reading.read import read_hand
from hu.app.reading.to_record import tile_records
from hu.scoring.hand_shape import FOUR_MELDS
from hu.vision.detection import Detection
from tests.laid_tables import laid, photographed, unsure


def read(detections: list[Detection]) -> HandReading:
    return read_hand(detections, "zung-jung")


def scattered(text: str, confidence: float) -> list[Detection]:
    """Detections far from each other.

    Args:
        text: their likeliest faces.
        confidence: the probability of these faces.
    """
    placed = []
    for number, face in enumerate(text.split()):
        placed += laid(face, 3.1 * number, 2.3 * (number % 3))
    detections = [replace(detection, score=0.9) for detection in photographed(placed)]
    return with_confidence(detections, confidence)


def with_confidence(detections: Sequence[Detection], confidence: float) -> list[Detection]:
    """The detections with another probability of their likeliest faces."""
    return [unsure(detection, {detection.tile: confidence}) for detection in detections]


_NO_TILES = "no mahjong tiles found: move closer, from above, with the whole hand in the photo"
_NO_HAND = "tiles found: {}, but no hand among them: crop the photo to the hand"
_ONLY_BACKS = "only tiles that lie face down: no hand to read"


def whys(reading: HandReading) -> list[str]:
    """The sentences of a reading's doubts."""
    return [doubt.why for doubt in reading.doubts]


@pytest.mark.parametrize("faces", ["2p", "9s 9s", "5z 1f 2f", "2z 4z 2f 1f 8m 3g"])
def test_doubtful_detections_are_not_a_hand(faces: str) -> None:
    reading = read(scattered(faces, 0.6))
    assert reading.text == ""
    assert whys(reading) == [_NO_TILES]
    assert {tile.role for tile in tile_records(reading.tiles)} == {"other"}


def test_a_few_clear_detections_among_many_doubtful_ones_are_not_a_hand() -> None:
    """Keyboards, the spines of books and playing cards give such detections."""
    doubtful = scattered("1s 8s 2f 1f 3g 2z 4z 6z 7z 9s 1p 6m", 0.6)
    clear = with_confidence(doubtful[:3], 0.99)
    assert read([*clear, *doubtful[3:]]).text == ""


@pytest.mark.parametrize("tiles", ["2p", "2p 2z", "1m 1m 1m 1m"])
def test_a_few_clear_tiles_apart_are_counted_but_no_hand(tiles: str) -> None:
    reading = read(scattered(tiles, 0.99))
    assert reading.text == ""
    assert whys(reading) == [_NO_HAND.format(len(tiles.split()))]


def test_clear_faces_of_detections_that_are_probably_no_tiles_are_no_tiles() -> None:
    doubtful = [replace(tile, score=0.3) for tile in scattered("2p 2z 9s", 0.99)]
    assert whys(read(doubtful)) == [_NO_TILES]


def test_a_photo_without_detections_has_no_tiles() -> None:
    assert whys(read([])) == [_NO_TILES]


def test_a_wall_alone_is_not_a_hand() -> None:
    reading = read(photographed(laid(" ".join(["_1m"] * 17))))
    assert reading.text == ""
    assert whys(reading) == [_ONLY_BACKS]


def test_a_few_backs_among_more_faces_are_no_wall() -> None:
    reading = read(scattered("1m 3p 9s 2m 6p _1m _1m _1m _1m", 0.99))
    assert reading.text == ""
    assert whys(reading) == [_NO_HAND.format(9)]


def test_tiles_that_are_no_hand_are_counted() -> None:
    clear = scattered("1m 3p 9s 5z 2m 6p 7s 1z", 0.99)
    doubtful = scattered("1s 8s 2f 1f 3g 2z 4z 6z 7z 9s 1p 6m", 0.3)
    far_doubtful = [replace(tile, box=tile.box + np.array([0, 900])) for tile in doubtful]
    reading = read([*clear, *far_doubtful])
    assert reading.text == ""
    assert whys(reading) == [_NO_HAND.format(8)]
    assert classify_no_hand(reading.tiles, FOUR_MELDS) == ("no_hand", 8)


def test_three_clear_tiles_are_read() -> None:
    assert read(photographed(laid("1m 2m 3m"))).text == "123m"


def test_three_clear_letters_among_letters_that_are_left_out_are_not_a_hand() -> None:
    """Letters on the spines of books. Those that the hand leaves out still count against it."""
    letters = photographed(laid("6m 2z 4z 7z 2s 8m"))
    doubtful = [replace(letter, score=0.5) for letter in with_confidence(letters[1::2], 0.3)]
    reading = read([*letters[::2], *doubtful])
    assert reading.text == ""
    assert whys(reading) == [_NO_TILES]


def test_keys_apart_that_could_make_a_legal_hand_are_not_a_hand() -> None:
    row = photographed(laid("1p 1p 1p 1s 1s 1s 3z 3z 3z 7z 7z 7z 2p 2p"))
    keys = with_confidence(row, 0.7)
    assert read(keys).is_legal
    keys_apart = []
    for number, key in enumerate(keys):
        shift = np.array([0, 70 * (number % 3)])
        keys_apart.append(replace(key, box=key.box + shift))
    assert read(keys_apart).text == ""


def test_a_blurred_row_is_still_read() -> None:
    row = with_confidence(photographed(laid("1m 3m 5p 7p 9p 2s 4s 6s 1z 2z")), 0.6)
    assert read(row).text == "13m 579p 246s 12z"


def test_two_hands_in_one_row_ask_for_one() -> None:
    row = " ".join(f"{number}{suit}" for suit, number in product("mps", range(1, 10)))
    reading = read(photographed(laid(row), distance=50.0))
    assert "27 tiles are two hands: crop the photo to one" in whys(reading)


def test_two_hands_side_by_side_ask_for_one() -> None:
    hand = "1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z 5z 5z 5z"
    tiles = photographed([*laid(hand), *laid(hand, 0.0, 9.0)], distance=50.0)
    why = "14 more tiles look like another hand: if it won, crop the photo to it, or use --all"
    assert why in whys(read(tiles))


def test_a_blurred_row_with_detections_that_are_probably_no_tiles_is_not_a_hand() -> None:
    """A fan of playing cards gives such detections."""
    row = with_confidence(photographed(laid("1m 3m 5p 7p 9p 2s 4s 6s 1z 2z")), 0.6)
    for number in (3, 6):
        row[number] = replace(row[number], score=0.3)
    assert read(row).text == ""
