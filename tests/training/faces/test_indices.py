"""Indices of sets whose bird comes from artwork with an index of its own."""

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

if os.environ.get("CI") != "true":
    # Drawing needs the extra "train". Where everything must be tested, its absence is an error.
    pytest.importorskip("resvg_py")
    pytest.importorskip("fontTools")

from hu.scoring.tiles import FACES
from training.faces.art import Art, fonts
from training.faces.artwork import from_art
from training.faces.blanks import USUAL
from training.faces.corner import bamboos
from training.faces.corner.bodies import random_finish
from training.faces.corner.designs import corner_set
from training.faces.corner.numerals import random_numerals
from training.faces.corner.style import Style
from training.faces.designs import new_maker
from training.faces.indices import print_indices
from training.faces.ink import Ink, empty
from training.faces.maker import INDEXED, PARTS, Maker

_HEIGHT = 48
_BIRD_WITH_INDEX = "kde-default"


def test_no_second_index_is_printed_on_a_bird(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.faces.indices._SHARE", 1.0)
    rng = np.random.default_rng(1)
    maker = new_maker(rng, Art(shared), frozenset(), USUAL, _HEIGHT)
    recipe = {**dict.fromkeys(PARTS, "own"), "bird": _BIRD_WITH_INDEX}
    width, height = maker.size
    tile_inks = {code: empty(height, width) for code in FACES}
    print_indices(tile_inks, recipe, maker)
    assert not tile_inks["1s"].any()
    assert tile_inks["2s"].any()


def test_the_corners_of_a_bird_with_an_index_are_not_known(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose_own(_maker: Maker) -> dict[str, str]:
        return dict.fromkeys(PARTS, "own")

    def choose_bird(_sources: Any, _rng: np.random.Generator) -> str:
        return _BIRD_WITH_INDEX

    monkeypatch.setattr("training.faces.corner.designs._ORDINARY", 1.0)
    monkeypatch.setattr("training.faces.corner.designs.choose_sources", choose_own)
    monkeypatch.setattr("training.faces.designs._choose_source", choose_bird)
    symbols = corner_set(np.random.default_rng(1), Art(shared), frozenset(), _HEIGHT).symbols
    assert symbols["2s"] == "2"
    assert "1s" not in symbols


def test_modern_sets_have_no_bird_with_an_index(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources: list[str] = []

    def take_bird(source: str, *rest: Any) -> dict[str, Ink]:
        sources.append(source)
        return from_art(source, *rest)

    monkeypatch.setattr(bamboos, "from_art", take_bird)
    rng = np.random.default_rng(1)
    finish = random_finish(rng, is_dark=False)
    maker = new_maker(rng, Art(shared), frozenset(), finish.body, _HEIGHT)
    numerals = random_numerals(rng, fonts(shared))
    style = Style(maker, finish, numerals, purpose="classifier", has_numerals=True)
    for _ in range(40):
        bamboos.draw_bamboos(style)
    assert len(set(sources)) > 5
    assert not INDEXED & set(sources)
