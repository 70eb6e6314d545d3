"""Whole tables: tiles of one set, a near hand that can win, the same for the same chance."""

from collections import Counter
from random import Random

import pytest

from hu.scoring.tiles import BONUS
from training.tables.placing import Placed
from training.tables.whole import lay_table


def table(seed: int) -> list[Placed]:
    return lay_table(Random(f"table {seed}"))[0]


@pytest.mark.parametrize("seed", range(30))
def test_the_tiles_are_those_of_one_set_and_the_near_hand_is_whole(seed: int) -> None:
    counts = Counter(tile.tile for tile in table(seed))
    assert all(count <= (1 if tile in BONUS else 4) for tile, count in counts.items())
    near = [tile for tile in table(seed) if tile.role not in ("other", "bonus")]
    quads = sum(1 for number in Counter(tile.group for tile in near if tile.role == "meld").values() if number == 4)
    # A hand that waits lacks the winning tile.
    assert len(near) - quads in (13, 14)


def test_the_same_chance_lays_the_same_table() -> None:
    assert table(7) == table(7)
    assert table(7) != table(8)
