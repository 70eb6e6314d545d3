"""Hands laid without a sideways tile: the same seed gives the same hand, and every tile of it lies somewhere."""

from collections import Counter

import pytest

from training.tables.ways import HELD_OUT, OPEN_WAYS, WAYS, Way, way_scene


def test_one_way_is_held_out() -> None:
    assert HELD_OUT in WAYS
    assert HELD_OUT not in OPEN_WAYS
    assert len(OPEN_WAYS) >= 6


@pytest.mark.parametrize("way", WAYS)
def test_a_way_lays_the_whole_hand_and_turns_no_tile_of_a_set_across_it(way: Way) -> None:
    for seed in range(10):
        scene = way_scene(seed, way)
        hand = scene.hand
        expected = Counter(hand.standing + hand.bonus) + Counter(tile for meld in hand.melds for tile in meld.tiles)
        laid = [tile for tile in scene.placed if tile.role != "other"]
        assert hand.melds
        assert Counter(tile.tile for tile in laid) == expected
        for group in {tile.group for tile in laid if tile.role == "meld"}:
            turns = [tile.turn % 3.1416 for tile in laid if tile.group == group]
            assert all(min(abs(turn - turns[0]), 3.1416 - abs(turn - turns[0])) < 0.2 for turn in turns)


def test_the_same_seed_lays_the_same_hand() -> None:
    assert way_scene(3, "diagonal") == way_scene(3, "diagonal")
