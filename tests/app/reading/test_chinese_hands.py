"""Hands that win only by the Chinese official rules.

The detections come from perfect networks, from doubtful ones, and from rendered photos.
"""

import random
from pathlib import Path

import cv2
import numpy as np
import pytest

from hu.app.reading.read import read_hand, read_photo
from hu.scoring.hand import Hand
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.shapes import TilePool
from hu.scoring.tiles import KINDS
from hu.vision.reader import Reader
from tests.laid_tables import laid, photographed, unsure
from tests.rendered_photos import render_photo
from training.tables.placing import Placed

RULES = "mcr"
POOLS = [shape for shape in rule_set(RULES).shapes if isinstance(shape, TilePool)]


def knitted(draw: random.Random) -> tuple[list[str], list[str]]:
    """A hand of knitted tiles.

    Returns:
        The standing tiles in any order, and a claimed triplet or nothing.
    """
    pool = draw.choice(POOLS)
    tiles = draw.sample(pool.tiles, pool.count)
    claimed: list[str] = []
    # Some of these shapes have a triplet and a pair of other tiles besides.
    if pool.melds is not None:
        triplet, pair = draw.sample([tile for tile in KINDS if tile not in pool.tiles], 2)
        if draw.random() < 0.5:
            claimed = [triplet] * 3
        else:
            tiles += [triplet] * 3
        tiles += [pair] * 2
    if draw.random() < 0.5:
        tiles.sort(key=KINDS.index)
    else:
        draw.shuffle(tiles)
    return tiles, claimed


def table(tiles: list[str], claimed: list[str]) -> list[Placed]:
    """The tiles in a row, the claimed meld after a gap with its first tile sideways."""
    text = " ".join(tiles)
    if claimed:
        text += f" | >{' '.join(claimed)}"
    return laid(text)


def truth(tiles: list[str], claimed: list[str]) -> Hand:
    """The hand that should be read."""
    text = "".join(tiles)
    if claimed:
        text += f"[{''.join(claimed)}]"
    return Hand.from_text(text)


@pytest.mark.parametrize("seed", range(40))
def test_a_hand_of_knitted_tiles_is_legal(seed: int) -> None:
    tiles, claimed = knitted(random.Random(seed))
    detections = photographed(table(tiles, claimed))
    reading = read_hand(detections, RULES)
    assert reading.hand == truth(tiles, claimed)
    assert reading.is_legal
    assert not read_hand(detections, "zung-jung").is_legal


@pytest.mark.parametrize("seed", range(40))
def test_the_rules_correct_a_doubtful_knitted_tile(seed: int) -> None:
    draw = random.Random(100 + seed)
    tiles, claimed = knitted(draw)
    detections = photographed(table(tiles, claimed))
    # The doubtful tile is a number that the hand has once.
    places = []
    for place, tile in enumerate(tiles):
        if tile[1] != "z" and tiles.count(tile) == 1:
            places.append(place)
    place = draw.choice(places)
    right = tiles[place]
    number = int(right[0])
    suit = right[1]
    # The next number is not among the knitted tiles of the suit, whichever they are.
    wrong_number = number - 1 if number == 9 else number + 1
    wrong = f"{wrong_number}{suit}"
    detections[place] = unsure(detections[place], {wrong: 0.5, right: 0.45})
    reading = read_hand(detections, RULES)
    assert reading.hand == truth(tiles, claimed)


def test_seven_pairs_with_four_equal_tiles_and_orphans_are_legal() -> None:
    for text in (
        "1m 1m 1m 1m 2p 2p 4p 4p 6s 6s 8s 8s 1z 1z",
        "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z 7z",
    ):
        assert read_hand(photographed(laid(text)), RULES).is_legal


@pytest.mark.long
def test_rendered_hands_of_knitted_tiles_are_read_right(shared: Path, tmp_path: Path) -> None:
    draw = random.Random(3)
    reader = Reader()
    right_count = 0
    for number in range(8):
        tiles, claimed = knitted(draw)
        rng = np.random.default_rng([3, number])
        image = render_photo(table(tiles, claimed), "samoheen-hongkong", shared, rng)
        path = tmp_path / f"{number}.jpg"
        cv2.imwrite(str(path), image[..., ::-1])
        reading = read_photo(path, reader, RULES).reading
        if reading.hand == truth(tiles, claimed):
            right_count += 1
    assert right_count == 8
