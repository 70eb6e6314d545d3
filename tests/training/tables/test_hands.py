"""Hands laid out by rule: legal, the same for the same seed, and read back as they are."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from hu.scoring.problems import problems
from hu.scoring.tiles import BONUS
from hu.scoring.unknowns import with_winning
from measuring.questions.bending import bent_scenes
from measuring.questions.layout import RULES, Seen, measure, pinhole
from training.tables.hands import HandScene, Rules, hand_scene

SEEDS = range(40)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_hand_is_legal_and_the_tiles_are_those_of_one_set(rules: Rules, seed: int) -> None:
    scene = hand_scene(seed, rules)
    won = scene.hand if scene.hand.winning else with_winning(scene.hand, scene.hand.standing[0])
    assert problems(won) == ()
    assert all(count <= (1 if tile in BONUS else 4) for tile, count in Counter(t.tile for t in scene.placed).items())
    assert Counter(tile.tile for tile in scene.placed if tile.role != "other") == Counter(scene.hand.tiles)


def test_the_same_seed_gives_the_same_scene() -> None:
    assert hand_scene(7, "fimj") == hand_scene(7, "fimj")
    assert hand_scene(7, "fimj") != hand_scene(8, "fimj")


@pytest.mark.parametrize("rules", RULES)
def test_laid_hands_are_read_back(rules: Rules) -> None:
    outcomes = [measure(rules, seed, pinhole())[0] for seed in SEEDS]
    assert [f"{one.name}: {one.said}" for one in outcomes if not one.right] == []


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES)
def test_most_are_read_back_from_the_boxes_a_detector_draws(rules: Rules) -> None:
    outcomes = [measure(rules, seed, pinhole("turned", 0.03))[0] for seed in SEEDS]
    assert sum(one.roles and one.groups and one.hand for one in outcomes) >= 0.9 * len(outcomes)


@pytest.mark.long
def test_a_hand_with_a_tile_exchanged_is_not_bent_into_a_win() -> None:
    look = pinhole()

    def surely(scene: HandScene, name: str) -> Iterator[Seen]:
        # As clear tiles are found: of others the rules may say that they are none.
        for seen in look(scene, name):
            yield replace(seen, detections=[replace(one, score=0.99) for one in seen.detections])

    assert [name for name, bent in bent_scenes(surely, SEEDS) if bent] == []
