"""Whole tables: tiles of one set, every open hand told as it lies, the same for the same seed."""

from collections import Counter

import pytest

from hu.scoring.answers import with_winning
from hu.scoring.problems import problems
from hu.scoring.tiles import BONUS
from training.tables.whole import table_scene

SEEDS = range(30)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_tiles_are_those_of_one_set(seed: int) -> None:
    counts = Counter(tile.tile for tile in table_scene(seed).placed)
    assert all(count <= (1 if tile in BONUS else 4) for tile, count in counts.items())


@pytest.mark.parametrize("seed", SEEDS)
def test_the_truth_names_the_tiles_of_every_open_hand(seed: int) -> None:
    table = table_scene(seed)
    assert table.hands[0].side == "near"
    for open_hand in table.hands:
        assert Counter(table.placed[number].tile for number in open_hand.numbers) == Counter(open_hand.hand.tiles)
    near = {number for number, tile in enumerate(table.placed) if tile.role != "other"}
    assert near == set(table.hands[0].numbers)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_near_hand_of_fourteen_is_legal(seed: int) -> None:
    hand = table_scene(seed).hands[0].hand
    if hand.winning is None and len(hand.standing) % 3 == 2:
        hand = with_winning(hand, hand.standing[0])
    if hand.winning:
        assert problems(hand) == ()


def test_the_same_seed_gives_the_same_table() -> None:
    assert table_scene(7) == table_scene(7)
    assert table_scene(7) != table_scene(8)
