"""Photos without a hand: one clear line each, never an invented hand."""

from dataclasses import replace

import numpy as np
import pytest

from hu.app.reading.as_json import reading_to_json
from hu.app.reading.model import HandReading
from hu.app.reading.no_hand import NO_HAND, NO_TILES, ONLY_BACKS, classify_no_hand
from hu.app.reading.read import read_hand
from hu.vision.detection import Detection
from tests.laid_tables import laid, photographed, unsure


def read(detections: list[Detection]) -> HandReading:
    return read_hand(detections, "zung-jung")


def scattered(text: str, confidence: float) -> list[Detection]:
    """Things that are no tiles, as networks see them: each far from the others, and doubtfully a tile."""
    things = [
        tile
        for number, face in enumerate(text.split())
        for tile in laid(face, 3.1 * number, 2.3 * (number % 3))
    ]
    return [
        unsure(replace(thing, score=0.9), {thing.tile: confidence})
        for thing in photographed(things)
    ]


@pytest.mark.parametrize("faces", ["2p", "9s 9s", "5z 1f 2f", "2z 4z 2f 1f 8m 3g"])
def test_what_hardly_looks_like_tiles_is_not_a_hand(faces: str) -> None:
    reading = read(scattered(faces, 0.6))
    assert (reading.text, [doubt.why for doubt in reading.doubts]) == ("", [NO_TILES])
    assert {tile["role"] for tile in reading_to_json(reading)["tiles"]} == {"other"}  # type: ignore[attr-defined]


def test_a_few_clear_misfires_among_many_doubtful_ones_are_not_a_hand() -> None:
    """As keyboards, spines and cards give them."""
    doubtful = scattered("1s 8s 2f 1f 3g 2z 4z 6z 7z 9s 1p 6m", 0.6)
    clear = [unsure(tile, {tile.tile: 0.99}) for tile in doubtful[:3]]
    assert read([*clear, *doubtful[3:]]).text == ""


@pytest.mark.parametrize("tiles", ["2p", "2p 2z", "1m 1m 1m 1m"])
def test_a_few_clear_tiles_apart_are_counted_but_no_hand(tiles: str) -> None:
    reading, count = read(scattered(tiles, 0.99)), len(tiles.split())
    assert (reading.text, [doubt.why for doubt in reading.doubts]) == ("", [NO_HAND.format(count)])


def test_a_photo_without_detections_says_so() -> None:
    assert [doubt.why for doubt in read([]).doubts] == [NO_TILES]


def test_a_wall_alone_is_not_a_hand() -> None:
    wall = photographed(laid(" ".join(["_1m"] * 17)))
    assert (read(wall).text, [doubt.why for doubt in read(wall).doubts]) == ("", [ONLY_BACKS])


def test_tiles_that_are_no_hand_are_counted() -> None:
    found = scattered("1m 3p 9s 5z 2m 6p 7s 1z", 0.99)
    doubtful = scattered("1s 8s 2f 1f 3g 2z 4z 6z 7z 9s 1p 6m", 0.3)
    apart = [replace(tile, box=tile.box + np.array([0, 900])) for tile in doubtful]
    reading = read([*found, *apart])
    assert (reading.text, [doubt.why for doubt in reading.doubts]) == ("", [NO_HAND.format(8)])
    assert classify_no_hand(reading.tiles) == ("no_hand", 8)


def test_three_clear_tiles_are_read() -> None:
    assert read(photographed(laid("1m 2m 3m"))).text == "123m"


def test_three_clear_letters_among_others_that_are_left_out_are_not_a_hand() -> None:
    """Spines of books give such letters: those that the hand leaves out still count against it."""
    letters = photographed(laid("6m 2z 4z 7z 2s 8m"))
    doubtful = [replace(unsure(letter, {letter.tile: 0.3}), score=0.5) for letter in letters[1::2]]
    reading = read([*letters[::2], *doubtful])
    assert (reading.text, [doubt.why for doubt in reading.doubts]) == ("", [NO_TILES])


def test_keys_that_can_be_bent_to_a_legal_hand_are_none() -> None:
    keys = [
        unsure(tile, {tile.tile: 0.7})
        for tile in photographed(laid("1p 1p 1p 1s 1s 1s 3z 3z 3z 7z 7z 7z 2p 2p"))
    ]
    assert read(keys).legal
    apart = [
        replace(key, box=key.box + np.array([0, 70 * (number % 3)]))
        for number, key in enumerate(keys)
    ]
    assert read(apart).text == ""


def test_a_blurred_row_is_still_read() -> None:
    row = [
        unsure(tile, {tile.tile: 0.6})
        for tile in photographed(laid("1m 3m 5p 7p 9p 2s 4s 6s 1z 2z"))
    ]
    assert read(row).text == "13m 579p 246s 12z"


def test_two_hands_in_one_row_ask_for_one() -> None:
    row = " ".join(f"{number}{suit}" for suit in "mps" for number in range(1, 10))
    whys = [doubt.why for doubt in read(photographed(laid(row), distance=50.0)).doubts]
    assert "27 tiles are two hands: crop the photo to one" in whys


def test_two_hands_side_by_side_ask_for_one() -> None:
    hand = "1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z 5z 5z 5z"
    tiles = photographed([*laid(hand), *laid(hand, 0.0, 9.0)], distance=50.0)
    told = "14 more tiles look like another hand: if it won, crop the photo to it, or use --all"
    assert told in [doubt.why for doubt in read(tiles).doubts]


def test_neighbours_that_are_hardly_tiles_make_no_row() -> None:
    """As a fan of playing cards gives them."""
    row = [
        unsure(tile, {tile.tile: 0.6})
        for tile in photographed(laid("1m 3m 5p 7p 9p 2s 4s 6s 1z 2z"))
    ]
    assert (
        read([replace(tile, score=0.3) if k in (3, 6) else tile for k, tile in enumerate(row)]).text
        == ""
    )
