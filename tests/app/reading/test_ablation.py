"""Every rule that can be switched off decides something."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hu.app.reading.read import read_hand
from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.layout.settings import LAYOUT_RULES, LayoutRule, ReadingSettings
from measuring.cases import way_cases
from measuring.lookers import pinhole
from measuring.recorded import from_record
from training.tables.ways import Way

READINGS = Path(__file__).parent / "fixtures" / "readings"


def recorded(name: str) -> list[Detection]:
    """The detections of a recorded photo."""
    record = json.loads((READINGS / f"{name}.json").read_text("utf-8"))
    return [from_record(tile) for tile in record["tiles"]]


def laid_in_a_way(way: Way, seed: int) -> list[Detection]:
    """The detections of perfect networks at a hand that is laid in one of the ways."""
    (case,) = way_cases(way, range(seed, seed + 1))
    return next(pinhole()(case)).detections


def row(faces: str, x: float, y: float, score: float = 0.9) -> list[Detection]:
    """Upright tiles side by side.

    Args:
        faces: from left to right.
        x: the first tile's centre in pixels.
        y: that of every tile.
        score: how sure the detector is of each tile.
    """
    tiles = []
    for place, face in enumerate(faces.split()):
        left = x + 31 * place - 15
        right = left + 30
        top = y - 20
        bottom = y + 20
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        probabilities = np.full(len(CLASSES), 0.03 / 42, dtype=np.float32)
        probabilities[CLASSES.index(face)] = 0.97
        tiles.append(Detection(np.array(corners, dtype=np.float32), score, probabilities))
    return tiles


def with_faint_tile(detections: Sequence[Detection], number: int) -> list[Detection]:
    """The detections, one of them so faint that it may be no tile. The first is number 0."""
    tiles = list(detections)
    tiles[number] = replace(tiles[number], score=0.3)
    return tiles


def dots_before_discards(discard_count: int = 12) -> list[Detection]:
    """A hand of dots, which look the same both ways up.

    Other tiles do not, and lie nearer to the photographer: at most twelve discards.
    """
    hand = row("1p 1p 1p 2p 2p 3p 3p 4p 4p 5p 5p 8p 8p 8p", x=50, y=100)
    discards = row("1s 9m 3z 4s 7m 2z 6s 5m 1z 9s 4z 3m", x=80, y=600)[:discard_count]
    return [replace(tile, shows_top=False) for tile in [*hand, *discards]]


#: For each rule of the layout: detections, a rule set, and the hand with and without the rule.
CASES: dict[LayoutRule, tuple[list[Detection], str, str, str]] = {
    "melds-at-any-angle": (
        recorded("train-a123_0"),
        "zung-jung",
        "234678m 55666z (1111m) 24f 14g",
        "1111234678m 55z 24f 1g",
    ),
    "flowers-before-hand": (
        laid_in_a_way("ahead", 901),
        "fimj",
        "1124m 111p [333m] [777z] 2g +3m",
        "1124m 111p [333m] [777z] +3m",
    ),
    "stray-price": (
        [
            *row("1m 2m 3m 4m 5m 6m 7m 8m 9m", x=50, y=500, score=0.998),
            *row("2s 2s 2s 7z 7z", x=365, y=500, score=0.85),
        ],
        "zung-jung",
        "123456789m",
        "123456789m 222s 77z",
    ),
    "touching-ends": (
        recorded("train-a122_0"),
        "zung-jung",
        "999m 999p 22266z (2222p)",
        "999m 22999p 22266z",
    ),
    "rows-askew": (
        laid_in_a_way("diagonal", 901),
        "fimj",
        "789p 222777s 22z [678p]",
        "677889p 222777s 22z",
    ),
    "tiles-on-upright-tiles": (
        laid_in_a_way("stacked", 901),
        "fimj",
        "7s [666m] [3333s] (8888m) (8888p) +7s",
        "7s [666m] [333s] (8888m) (8888p) +7s",
    ),
    "melds-apart-in-row": (
        recorded("train-a183_0"),
        "zung-jung",
        "234555999m 11z [777z] 12f 34g",
        "234555999m 11777z 12f 34g",
    ),
    "concealed-quads-in-row": (
        laid_in_a_way("beside", 903),
        "fimj",
        "55777s [666m] [678m] (3333p)",
        "33p 55777s [666m] [678m]",
    ),
    "backs-of-hand": (
        row("1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z back back back", x=50, y=500),
        "zung-jung",
        "123m 555p 789s 22555z",
        "123m 555p 789s 22z",
    ),
    "relaid-without-strays": (
        with_faint_tile(recorded("train-a020_0"), 1),
        "zung-jung",
        "55888p 111222z [567p] 4f 13g",
        "55567888p 111222z 4f 13g",
    ),
}


@pytest.mark.parametrize(("rule", "case"), CASES.items(), ids=list(CASES))
def test_a_rule_that_is_switched_off_no_longer_decides(
    rule: LayoutRule, case: tuple[list[Detection], str, str, str]
) -> None:
    detections, rules, text, text_without = case
    assert read_hand(detections, rules).text == text
    without = ReadingSettings(without=frozenset([rule]))
    assert read_hand(detections, rules, without).text == text_without


def test_the_surroundings_of_a_hand_show_its_top() -> None:
    tiles = dots_before_discards()
    without = ReadingSettings(without=frozenset(["top-by-surroundings"]))
    # The player sits at the far side, so that the hand is read from right to left.
    assert read_hand(tiles, "zung-jung").layout.direction[0] < 0
    assert read_hand(tiles, "zung-jung", without).layout.direction[0] > 0


@pytest.mark.parametrize(("discard_count", "shows_top"), [(4, True), (3, False)])
def test_four_tiles_around_a_hand_show_its_top(discard_count: int, *, shows_top: bool) -> None:
    direction = read_hand(dots_before_discards(discard_count), "zung-jung").layout.direction
    assert (direction[0] < 0) == shows_top


def test_every_rule_has_a_case() -> None:
    assert {*CASES, "top-by-surroundings"} == set(LAYOUT_RULES)


def test_no_more_candidates_are_decoded_than_the_settings_allow() -> None:
    detections = recorded("train-a123_0")
    assert len(read_hand(detections, "zung-jung").candidates) > 2
    few = ReadingSettings(max_candidates=2, without=frozenset(["relaid-without-strays"]))
    assert len(read_hand(detections, "zung-jung", few).candidates) == 2
