"""Hands laid out by rule: legal, the same for the same seed, and read back as they are."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from hu.scoring.answers import with_winning
from hu.scoring.problems import problems
from hu.scoring.tiles import BONUS
from hu.vision.detection import Detection
from measuring.answers import Options
from measuring.cases import Case, exchanged_cases, hand_cases
from measuring.judge import judge_cases
from measuring.lookers import Look, Looker, pinhole
from training.tables.hands import RULES, Rules, hand_scene

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
    read = judge_cases(Options(), hand_cases(rules, SEEDS), pinhole(), rules=rules)
    assert [str(one) for one in read if one.differences or not one.as_laid] == []


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES)
def test_most_are_read_back_from_the_boxes_a_detector_draws(rules: Rules) -> None:
    read = list(judge_cases(Options(), hand_cases(rules, SEEDS), shaken(pinhole("turned"), 0.03), rules=rules))
    assert sum(one.roles and one.groups and one.as_laid for one in read) >= 0.9 * len(read)


@pytest.mark.long
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
        away = (box - middle) @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
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
