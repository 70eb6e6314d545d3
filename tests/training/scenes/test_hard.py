"""Scenes of what the networks find hard: truth and picture agree, rooms show no tile, the held-out way stays out."""

import os
from pathlib import Path

import numpy as np
import pytest

if os.environ.get("CI") != "true":
    pytest.importorskip("resvg_py")
    pytest.importorskip("fontTools")

from training.faces.art import Art, fonts
from training.faces.designs import random_design
from training.render import Run, label_lines, scene
from training.scenes.hard import HARD, blank_whites
from training.scenes.prints import PRINTS, Printer

SIZE = (320, 320)


@pytest.mark.parametrize("kind", HARD)
def test_a_hard_scene_is_the_same_for_the_same_seed(shared: Path, tmp_path: Path, kind: str) -> None:
    run = Run(shared, tmp_path, 1, 4, SIZE, hard=kind)
    first, second = scene(run, 0)[0], scene(run, 0)[0]
    assert first.image.shape == (*SIZE, 3)
    assert (first.image == second.image).all()
    assert bool(first.tiles) == (kind != "room")


def test_a_room_has_no_labels(shared: Path, tmp_path: Path) -> None:
    assert label_lines(scene(Run(shared, tmp_path, 1, 4, SIZE, hard="room"), 0)[0], kinds=False) == []


def test_standing_tiles_are_seen_at_a_slant(shared: Path, tmp_path: Path) -> None:
    run = Run(shared, tmp_path, 1, 6, SIZE, hard="slanted")
    slants = [np.degrees(np.arccos(t.facing)) for k in range(4) for t in scene(run, k)[0].tiles if t.pose == "standing"]
    assert 45 <= np.median(slants) <= 75


def test_a_blank_white_dragon_shows_hardly_any_contrast(shared: Path) -> None:
    design = random_design(np.random.default_rng(5), Art(shared))
    blanks = [blank_whites(design, np.random.default_rng(seed)).pictures["5z"] for seed in range(12)]
    assert sum(float(blank.std(axis=(0, 1)).max()) < 8 for blank in blanks) >= 4


@pytest.mark.parametrize("kind", PRINTS)
def test_things_carry_print(shared: Path, kind: str) -> None:
    printer = Printer((3.0, 4.0), (0.9, 0.9, 0.9), fonts(shared), np.random.default_rng(2))
    PRINTS[kind](printer)
    assert printer.picture.std() > 5
