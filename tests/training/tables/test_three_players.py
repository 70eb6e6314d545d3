"""Hands of three players: tiles that they play with, and North set aside."""

from collections import Counter

from hu.scoring.rule_set.registry import rule_set
from training.tables.three_players import three_player_scene

SANMA = rule_set("sanma")


def test_three_players_can_hold_the_hand() -> None:
    norths: Counter[int] = Counter()
    for seed in range(60):
        scene = three_player_scene(seed)
        tiles = [tile.tile for tile in scene.placed]
        assert not set(tiles).intersection(SANMA.hand_shape.missing_kinds)
        assert set(scene.hand.bonus) <= {"4z"}
        assert max(Counter(scene.hand.tiles).values()) <= 4
        for meld in scene.hand.melds:
            assert len(set(meld.tiles)) == 1
        laid = [tile.tile for tile in scene.placed if tile.role == "bonus"]
        assert len(laid) == len(scene.hand.bonus)
        norths[len(laid)] += 1
    assert set(norths) == {0, 1, 2, 3, 4}


def test_the_same_seed_lays_the_same_hand() -> None:
    assert three_player_scene(3) == three_player_scene(3)
