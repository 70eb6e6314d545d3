"""Hands and whole tables laid out by rule: legal, the same for the same seed, and hands read back as they are."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from hu.scoring.answers.value import with_winning
from hu.scoring.problems import find_problems
from hu.scoring.tiles import BONUS
from hu.vision.detection import Detection
from measuring.answers import Options
from measuring.cases import Case, exchanged_cases, hand_cases
from measuring.judge import judge_cases
from measuring.lookers import Look, Looker, pinhole
from training.tables.hands import RULES, Rules, hand_scene
from training.tables.placing import Placed
from training.tables.ways import WAYS, Way, way_scene
from training.tables.whole import lay_table

SEEDS = range(40)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_hand_is_legal_and_the_tiles_are_those_of_one_set(rules: Rules, seed: int) -> None:
    scene = hand_scene(seed, rules)
    won = scene.hand if scene.hand.winning else with_winning(scene.hand, scene.hand.standing[0])
    assert find_problems(won) == ()
    assert all(
        count <= (1 if tile in BONUS else 4)
        for tile, count in Counter(t.tile for t in scene.placed).items()
    )
    assert Counter(tile.tile for tile in scene.placed if tile.role != "other") == Counter(
        scene.hand.tiles
    )


def test_the_same_seed_gives_the_same_scene() -> None:
    assert hand_scene(7, "fimj") == hand_scene(7, "fimj")
    assert hand_scene(7, "fimj") != hand_scene(8, "fimj")


@pytest.mark.parametrize("rules", RULES)
def test_laid_hands_are_read_back(rules: Rules) -> None:
    read = judge_cases(Options(), hand_cases(rules, SEEDS), pinhole(), rules=rules)
    assert [str(one) for one in read if one.differences or not one.as_laid] == []


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES)
def test_most_are_read_back_from_the_boxes_a_detector_draws(rules: Rules) -> None:
    read = list(
        judge_cases(
            Options(), hand_cases(rules, SEEDS), shaken(pinhole("turned"), 0.03), rules=rules
        )
    )
    assert sum(one.roles and one.groups and one.as_laid for one in read) >= 0.9 * len(read)


@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_hand_with_a_tile_exchanged_is_not_bent_into_a_win() -> None:
    def surely(case: Case) -> Iterator[Look]:
        # As clear tiles are found: of others the rules may say that they are none.
        for look in pinhole()(case):
            yield replace(look, detections=[replace(one, score=0.99) for one in look.detections])

    for rules in RULES:
        read = judge_cases(Options(), exchanged_cases(rules, SEEDS), surely, rules=rules)
        assert [str(one) for one in read if one.legal] == []


def shaken(looker: Looker, noise: float) -> Looker:
    """Boxes that are moved, stretched and turned a little, all by about ``noise`` tile widths."""

    def shake(detection: Detection, rng: Random) -> Detection:
        box, middle = detection.box, detection.center
        stretch = [1 + rng.gauss(0, noise) for _ in range(2)]
        turn = rng.gauss(0, noise / 2)
        away = (box - middle) @ np.array(
            [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]
        )
        right = (box[1] - box[0]) / np.linalg.norm(box[1] - box[0])
        along = np.outer(away @ right, right)
        moved = middle + along * stretch[0] + (away - along) * stretch[1]
        shift = np.array([rng.gauss(0, noise), rng.gauss(0, noise)]) * detection.width / 2
        return replace(detection, box=(moved + shift).astype(np.float32))

    def look(case: Case) -> Iterator[Look]:
        rng = Random(case.name)
        for seen in looker(case):
            yield replace(seen, detections=[shake(detection, rng) for detection in seen.detections])

    return look


@pytest.mark.parametrize("way", WAYS)
def test_a_way_lays_the_whole_hand_and_turns_no_tile_of_a_set_across_it(way: Way) -> None:
    for seed in range(10):
        scene = way_scene(seed, way)
        hand = scene.hand
        expected = Counter(hand.standing + hand.bonus) + Counter(
            tile for meld in hand.melds for tile in meld.tiles
        )
        laid = [tile for tile in scene.placed if tile.role != "other"]
        assert hand.melds
        assert Counter(tile.tile for tile in laid) == expected
        for group in {tile.group for tile in laid if tile.role == "meld"}:
            turns = [tile.turn % 3.1416 for tile in laid if tile.group == group]
            assert all(
                min(abs(turn - turns[0]), 3.1416 - abs(turn - turns[0])) < 0.2 for turn in turns
            )


def test_the_same_seed_lays_the_same_hand() -> None:
    assert way_scene(3, "diagonal") == way_scene(3, "diagonal")


def table(seed: int) -> list[Placed]:
    return lay_table(Random(f"table {seed}"))[0]


@pytest.mark.parametrize("seed", range(30))
def test_the_tiles_are_those_of_one_set_and_the_near_hand_is_whole(seed: int) -> None:
    counts = Counter(tile.tile for tile in table(seed))
    assert all(count <= (1 if tile in BONUS else 4) for tile, count in counts.items())
    near = [tile for tile in table(seed) if tile.role not in ("other", "bonus")]
    quads = sum(
        1
        for number in Counter(tile.group for tile in near if tile.role == "meld").values()
        if number == 4
    )
    # A hand that waits lacks the winning tile.
    assert len(near) - quads in (13, 14)


def test_the_same_chance_lays_the_same_table() -> None:
    assert table(7) == table(7)
    assert table(7) != table(8)
