"""Kinds of tiles that the rules leave out of the tile set."""

import pytest

from hu.app.reading.read import read_hand
from hu.vision.layout.evidence import Reason
from tests.laid_tables import laid, photographed, unsure

HAND = "1m 1m 1m 9m 9m 9m 2p 3p 4p 5p 6p 7p 3s 3s"


def test_unclear_tiles_are_of_a_kind_that_the_tile_set_has() -> None:
    detections = photographed(laid(HAND))
    for tile in (3, 4, 5):
        detections[tile] = unsure(detections[tile], {"9m": 0.4, "5m": 0.6})
    assert str(read_hand(detections, "riichi").hand) == "111555m 234567p 33s"
    assert str(read_hand(detections, "sanma").hand) == "111999m 234567p 33s"


def test_a_clear_tile_that_the_tile_set_lacks_is_read_as_it_looks() -> None:
    detections = photographed(laid("3m 4m 5m 9m 9m 9m 2p 3p 4p 5p 6p 7p 3s 3s"))
    assert str(read_hand(detections, "sanma").hand) == "345999m 234567p 33s"


@pytest.mark.parametrize("flowers", ["1f", "| 1f", "| 1f 3g 4g"])
def test_flowers_are_left_out_for_a_reason_of_their_own(flowers: str) -> None:
    detections = photographed(laid(f"{HAND} {flowers}"))
    reading = read_hand(detections, "riichi")
    assert str(reading.hand) == "111999m 234567p 33s"
    left_out = [reading.by_index[index] for index in reading.unused_flowers]
    assert [tile.tile for tile in left_out] == flowers.removeprefix("| ").split()
    assert all(tile.laid.reason == Reason("flower") for tile in left_out)
    assert read_hand(detections, "zung-jung").unused_flowers == ()


def test_an_unclear_thing_that_looks_like_a_flower_is_no_flower_left_out() -> None:
    detections = photographed(laid(f"{HAND} | 1f"))
    detections[14] = unsure(detections[14], {"1f": 0.3, "9s": 0.2, "back": 0.2})
    assert read_hand(detections, "riichi").unused_flowers == ()
