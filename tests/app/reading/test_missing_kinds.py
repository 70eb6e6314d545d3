"""Kinds of tiles that the rules leave out of the tile set."""

from hu.app.reading.read import read_hand
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
