"""Photos of hands with five melds and a pair, in rules that declare this shape."""

from collections import Counter
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from hu.app.i18n import texts
from hu.app.page.parts.names import rules_titles
from hu.app.reading.decoding import decode
from hu.app.reading.decoding_input import DecodingInput
from hu.app.reading.hands import hands_of
from hu.app.reading.model import HandReading
from hu.app.reading.partitions import Partitioner
from hu.app.reading.read import needs_another_look, read_hand
from hu.app.reading.search_budget import MOST_STEPS, SearchBudget
from hu.scoring.hand_shape import FIVE_MELDS
from hu.scoring.rule_set.registry import rule_names, rule_set
from hu.scoring.tiles import FACES, KINDS
from measuring.cases import Case
from measuring.lookers import pinhole
from tests.counting import count_calls
from tests.laid_tables import laid, photographed, unsure
from training.tables.hands import hand_scene
from training.tables.placing import Placed

[RULES] = [name for name in rule_names() if rule_set(name).hand_shape == FIVE_MELDS]


def read(*rows: list[Placed], rules: str = RULES) -> HandReading:
    """Read a photo of some rows of tiles."""
    placed: list[Placed] = []
    for row in rows:
        placed += row
    return read_hand(photographed(placed), rules)


def test_the_page_offers_every_rule_set() -> None:
    assert tuple(rules_titles(texts("en"))) == rule_names()


@pytest.mark.parametrize(
    ("tiles", "hand"),
    [
        (
            "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 1p 2p 3p 4p 5s 5s",
            "123456789m 111234p 55s",
        ),
        (
            "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 1p 2p 3p 4p 5s | >5s",
            "123456789m 111234p 5s +5s",
        ),
        (
            "1m 2m 3m 4m 5m 6m 7m 8m 9m 5s 5s | 1p 1p >1p | >2p 3p 4p",
            "123456789m 55s [111p] [234p]",
        ),
        ("5s | 5s | >1p 2p 3p | 2p >2p 2p | 7m 7m >7m | >4s 5s 6s | >1z 1z 1z", None),
        (
            "2m 3m 4m 6p 7p 8p 3s 3s | _1z 1z 1z _1z | _2p 2p 2p _2p | >5s 6s 7s",
            "234m 678p 33s [567s] (2222p) (1111z)",
        ),
        (
            "1m 1m 4m 4m 3p 3p 7p 7p 9p 9p 2s 2s 6z 6z 7z 7z 7z",
            "1144m 337799p 22s 66777z",
        ),
    ],
)
def test_a_row_of_seventeen_tiles_is_read(tiles: str, hand: str | None) -> None:
    reading = read(laid(tiles))
    assert reading.is_legal
    if hand is not None:
        assert reading.text == hand
    else:
        assert len(reading.hand.melds) == 5
        assert reading.hand.standing == ("5s", "5s")


def test_two_rows_with_melds_and_flowers_are_read() -> None:
    reading = read(
        laid("1f 3f 2g", x=2, y=3.4),
        laid("1m 2m 3m 4p 4p 4p 7p 8p 9p", y=1.6),
        laid("2s 3s 4s 6s 6s | >3z 3z 3z"),
    )
    assert reading.is_legal
    assert reading.text == "123m 444789p 23466s [333z] 13f 2g"


def test_sixteen_tiles_wait_and_seventeen_win() -> None:
    tiles = "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 1p 2p 3p 4p 5s"
    waiting = read(laid(tiles))
    assert not waiting.is_legal
    assert waiting.candidates[0].is_waiting
    assert waiting.hand.winning is None
    assert waiting.text == "123456789m 111234p 5s"
    assert read(laid(f"{tiles} 5s")).is_legal


@pytest.mark.parametrize("rules", [name for name in rule_names() if name != RULES])
def test_other_rules_do_not_take_seventeen_tiles_for_a_win(rules: str) -> None:
    reading = read(laid("1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 1p 2p 3p 4p 5s 5s"), rules=rules)
    assert not reading.is_legal


def test_fourteen_tiles_that_win_elsewhere_are_no_win() -> None:
    reading = read(laid("1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 1p 5s 5s"))
    assert not reading.is_legal
    assert reading.hand_shape == FIVE_MELDS
    assert needs_another_look([reading])
    assert reading.doubts[-1].why == "no winning hand: 14 tiles, flowers not counted"


def test_an_unclear_tile_is_read_as_the_win_needs_it() -> None:
    detections = photographed(laid("1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 1p 2p 3p 4p 5s 5s"))
    detections[13] = unsure(detections[13], {"6p": 0.5, "3p": 0.45})
    reading = read_hand(detections, RULES)
    assert reading.text == "123456789m 111234p 55s"
    assert [doubt.tile for doubt in reading.doubts if doubt.about == "face"] == [13]


def test_more_tiles_than_five_quads_and_a_pair_are_two_hands() -> None:
    tiles = "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 1p 2p 3p 4p 5s 6s 9s 1z 3z 5z 7z 2z 1s 3s 8p"
    reading = read(laid(tiles))
    assert reading.doubts[-1].why == "26 tiles are two hands: crop the photo to one"


def test_a_second_hand_has_as_many_tiles() -> None:
    first = "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 1p 2p 3p 4p 5s 5s"
    second = "v2s v3s v4s v4s v5s v6s v7s v7s v7s v3z v3z v3z v5p v6p v7p v9m v9m"
    reading = read(laid(first), laid(second, y=14))
    assert reading.text == "123456789m 111234p 55s"
    assert len(reading.second_hand) == 17
    assert [hand.reading.text for hand in hands_of(reading, RULES)] == [
        "123456789m 111234p 55s",
        "99m 567p 234456777s 333z",
    ]


@pytest.mark.parametrize(("is_waiting", "fewest"), [(False, 39), (True, 38)])
def test_hands_laid_by_rule_are_read_by_perfect_networks(is_waiting: bool, fewest: int) -> None:
    exact = 0
    for seed in range(40):
        scene = hand_scene(seed, "zung-jung", hand_shape=FIVE_MELDS)
        placed = list(scene.placed)
        hand = scene.hand
        if is_waiting:
            if hand.winning is None:
                exact += 1
                continue
            placed = [tile for tile in placed if tile.role != "winning"]
            hand = replace(hand, winning=None)
        # The camera is the best of some that show the whole hand.
        scene = replace(scene, placed=tuple(placed))
        case = Case(f"five melds {seed}", "sixteen", scene, hand.tiles, hand)
        [look] = pinhole()(case)
        reading = read_hand(look.detections, RULES)
        exact += Counter(reading.hand.tiles) == Counter(hand.tiles)
    # A fourth tile that lies on a claimed triplet is sometimes taken for no tile, and a discard for
    # the winning tile of a hand that waits.
    assert exact >= fewest


def costs_of(tiles: str) -> np.ndarray:
    """``(n, 42)`` costs of tiles that are surely their faces."""
    faces = tiles.split()
    costs = np.full((len(faces), len(FACES)), 8.0)
    for row, face in enumerate(faces):
        costs[row, FACES.index(face)] = 0.0
    return costs


def test_a_triplet_beside_pairs_is_never_a_sequence() -> None:
    pairs = "1m 1m 4m 4m 3p 3p 7p 7p 9p 9p 2s 2s 6z 6z"
    costs = costs_of(f"{pairs} 5s 6s 7s")
    search = Partitioner(costs[:, : len(KINDS)], 7.0, SearchBudget())
    assert search.divide_into_pairs(range(17), triplets=1) == []
    # The second of the last three tiles may show the face of the first, and the third tile too.
    costs[15, FACES.index("5s")] = 1.0
    costs[16, FACES.index("5s")] = 2.0
    search = Partitioner(costs[:, : len(KINDS)], 7.0, SearchBudget())
    [partition] = search.divide_into_pairs(range(17), triplets=1)
    assert partition.cost == 3.0
    assert [KINDS[kind] for kind in partition.kinds[14:]] == ["5s", "5s", "5s"]


@pytest.mark.long
@pytest.mark.parametrize("count", [17, 22, 40])
def test_ambiguous_tiles_are_searched_in_bounded_steps(count: int) -> None:
    rng = np.random.default_rng(count)
    face_costs = rng.uniform(0, 1.5, (count, len(FACES)))
    face_costs -= face_costs.min(axis=1, keepdims=True)
    decoding_input = DecodingInput(
        face_costs=face_costs,
        stray_costs=rng.uniform(0, 3, count),
        standing=tuple(range(count)),
        shapes=rule_set(RULES).shapes_of({}),
        hand_shape=FIVE_MELDS,
    )
    search = partial(decode, decoding_input, 4.0, SearchBudget())
    assert count_calls(search) < 3 * MOST_STEPS
