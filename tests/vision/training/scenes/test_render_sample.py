"""The sample hand in ``datasets/samples`` is what its truth says."""

import json
from collections import Counter
from pathlib import Path

from PIL import Image

from hu.scoring.notation import parse_hand
from hu.scoring.tiles import CLASSES
from hu.vision.training.scenes.sample import HAND, SIZE, placed_hand

SAMPLES = Path(__file__).parents[4] / "datasets" / "samples"


def test_the_tiles_laid_down_are_the_hands() -> None:
    assert Counter(placed.tile for placed in placed_hand()) == Counter(parse_hand(HAND).tiles)


def test_the_truth_lies_beside_the_picture() -> None:
    record = json.loads((SAMPLES / "hands.jsonl").read_text(encoding="utf-8"))
    assert record == {"photo": "hand.jpg", "hand": HAND}
    with Image.open(SAMPLES / "images" / record["photo"]) as picture:
        assert picture.size == SIZE


def test_every_tile_has_its_box() -> None:
    lines = (SAMPLES / "labels43" / "hand.txt").read_text(encoding="utf-8").splitlines()
    assert Counter(CLASSES[int(line.split()[0])] for line in lines) == Counter(parse_hand(HAND).tiles)


def test_the_picture_stays_small() -> None:
    assert (SAMPLES / "images" / "hand.jpg").stat().st_size < 400_000
