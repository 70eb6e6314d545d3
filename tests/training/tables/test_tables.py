"""Hands and whole tables laid out by rule.

They are legal and the same for the same seed, and hands are read back as they were laid.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
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
from training.tables.dealing import Deal, DealtMeld
from training.tables.hands import RULES, Rules, hand_scene
from training.tables.layer import Layer
from training.tables.placing import Placed
from training.tables.ways import WAYS, Way, way_scene
from training.tables.whole import lay_table

SEEDS = range(40)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_hand_is_legal_and_its_tiles_fit_into_one_box(rules: Rules, seed: int) -> None:
    scene = hand_scene(seed, rules)
    won = scene.hand
    if not won.winning:
        won = with_winning(won, won.standing[0])
    assert find_problems(won) == ()
    check_box(scene.placed)
    laid = Counter(tile.tile for tile in scene.placed if tile.role != "other")
    assert laid == Counter(scene.hand.tiles)


def check_box(placed: Sequence[Placed]) -> None:
    """No flower lies on the table twice, and no other tile five times."""
    for tile, count in Counter(spot.tile for spot in placed).items():
        assert count <= (1 if tile in BONUS else 4), tile


def test_no_tile_floats_above_the_table() -> None:
    upper_count = 0
    for seed in SEEDS:
        for placed in (hand_scene(seed, "zung-jung").placed, table(seed)):
            on_table = {(tile.x, tile.y) for tile in placed if tile.level == 0}
            upper = {(tile.x, tile.y) for tile in placed if tile.level and tile.role == "other"}
            assert upper <= on_table, seed
            upper_count += len(upper)
    assert upper_count


def test_four_sequences_of_thirteen_kinds_are_laid_with_gaps() -> None:
    melds = [("1m", "2m", "3m"), ("4m", "5m", "6m"), ("1p", "2p", "3p"), ("7s", "8s", "9s")]
    dealt = Deal(tuple(DealtMeld(tiles) for tiles in melds), ("5z", "5z"), (), "5z")
    layer = Layer(Random(1), "zung-jung")
    layer.lay_together(dealt, "gaps")
    sizes = Counter(tile.group for tile in layer.placed)
    assert sorted(sizes.values()) == [2, 3, 3, 3, 3]


def test_the_same_seed_gives_the_same_scene() -> None:
    assert hand_scene(7, "fimj") == hand_scene(7, "fimj")
    assert hand_scene(7, "fimj") != hand_scene(8, "fimj")


@pytest.mark.parametrize("rules", RULES)
def test_laid_hands_are_read_back(rules: Rules) -> None:
    judgements = judge_cases(Options(), hand_cases(rules, SEEDS), pinhole(), rules=rules)
    wrong = [one for one in judgements if one.scene_differences or not one.is_as_laid]
    assert [str(one) for one in wrong] == []


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES)
def test_most_are_read_back_from_the_boxes_a_detector_draws(rules: Rules) -> None:
    looker = shaken(pinhole("turned"), 0.03)
    judgements = list(judge_cases(Options(), hand_cases(rules, SEEDS), looker, rules=rules))
    right = [
        one for one in judgements if one.has_right_roles and one.has_right_groups and one.is_as_laid
    ]
    assert len(right) >= 0.9 * len(judgements)


@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_hand_with_a_tile_exchanged_is_not_bent_into_a_win() -> None:
    def look_surely(case: Case) -> Iterator[Look]:
        # As clear tiles are found. Of unclear tiles the rules may decide that they are none.
        for look in pinhole()(case):
            clear = [replace(detection, score=0.99) for detection in look.detections]
            yield replace(look, detections=clear)

    for rules in RULES:
        judgements = judge_cases(Options(), exchanged_cases(rules, SEEDS), look_surely, rules=rules)
        assert [str(one) for one in judgements if one.is_legal] == []


def shaken(looker: Looker, noise: float) -> Looker:
    """The same looker with boxes moved, stretched and turned by about ``noise`` tile widths."""

    def look(case: Case) -> Iterator[Look]:
        rng = Random(case.name)
        for seen in looker(case):
            detections = [shake(detection, noise, rng) for detection in seen.detections]
            yield replace(seen, detections=detections)

    return look


def shake(detection: Detection, noise: float, rng: Random) -> Detection:
    """The detection with its box moved, stretched and turned a little."""
    box = detection.box
    middle = detection.center
    stretch_along = 1 + rng.gauss(0, noise)
    stretch_away = 1 + rng.gauss(0, noise)
    turn = rng.gauss(0, noise / 2)
    matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners = (box - middle) @ matrix
    right = (box[1] - box[0]) / np.linalg.norm(box[1] - box[0])
    along = np.outer(corners @ right, right)
    moved = middle + along * stretch_along + (corners - along) * stretch_away
    shift = np.array([rng.gauss(0, noise), rng.gauss(0, noise)]) * detection.width / 2
    return replace(detection, box=(moved + shift).astype(np.float32))


@pytest.mark.parametrize("way", WAYS)
def test_a_way_lays_the_whole_hand_and_turns_no_tile_of_a_meld_across_it(way: Way) -> None:
    for seed in range(10):
        scene = way_scene(seed, way)
        laid = [tile for tile in scene.placed if tile.role != "other"]
        assert scene.hand.melds
        assert Counter(tile.tile for tile in laid) == Counter(scene.hand.tiles)
        for group in {tile.group for tile in laid if tile.role == "meld"}:
            turns = [tile.turn for tile in laid if tile.group == group]
            for turn in turns:
                # Half a turn counts as none.
                difference = abs(turn - turns[0]) % np.pi
                assert min(difference, np.pi - difference) < 0.2


def test_the_same_seed_lays_the_same_hand() -> None:
    assert way_scene(3, "diagonal") == way_scene(3, "diagonal")


def table(seed: int) -> list[Placed]:
    return lay_table(Random(f"table {seed}"))[0]


@pytest.mark.parametrize("seed", range(30))
def test_the_tiles_of_a_table_fit_into_one_box_and_the_near_hand_is_whole(seed: int) -> None:
    placed = table(seed)
    check_box(placed)
    near = [tile for tile in placed if tile.role not in ("other", "bonus")]
    sizes = Counter(tile.group for tile in near if tile.role == "meld")
    quads = list(sizes.values()).count(4)
    # A hand that waits lacks the winning tile.
    assert len(near) - quads in (13, 14)


def test_the_same_chance_lays_the_same_table() -> None:
    assert table(7) == table(7)
