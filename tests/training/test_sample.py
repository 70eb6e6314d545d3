"""The sample hands in ``datasets/samples`` are what their truth says."""

import json
from collections import Counter
from pathlib import Path

import pytest
from PIL import Image

from hu.scoring.hand import Hand
from hu.scoring.tiles import CLASSES
from training.sample import HANDS, SIZE, main, placed_hand

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"


@pytest.mark.parametrize("name", HANDS)
def test_the_tiles_laid_down_are_the_hands(name: str) -> None:
    assert Counter(placed.tile for placed in placed_hand(name)) == Counter(Hand.from_text(HANDS[name][0]).tiles)


def test_the_truth_lies_beside_the_pictures() -> None:
    records = [json.loads(line) for line in (SAMPLES / "hands.jsonl").read_text(encoding="utf-8").splitlines()]
    assert records == [{"photo": f"{name}.jpg", "hand": hand} for name, (hand, _) in HANDS.items()]
    for record in records:
        with Image.open(SAMPLES / "images" / record["photo"]) as picture:
            assert picture.size == SIZE


@pytest.mark.parametrize("name", HANDS)
def test_every_tile_has_its_box(name: str) -> None:
    lines = (SAMPLES / "labels43" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert Counter(CLASSES[int(line.split()[0])] for line in lines) == Counter(Hand.from_text(HANDS[name][0]).tiles)


def test_the_pictures_stay_small() -> None:
    assert max(path.stat().st_size for path in (SAMPLES / "images").iterdir()) < 400_000


def test_an_unknown_sample_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["poker"])
    assert "no sample 'poker'; there are hand, riichi, mcr" in capsys.readouterr().err
