"""Blank tiles: the colour of the other faces tells a white dragon from a back."""

from dataclasses import replace

import numpy as np
import pytest

from hu.scoring.tiles import BACK, CLASSES
from hu.vision.detection import Detection
from hu.vision.finding.blank import recognise_blanks
from tests.vision.finding.blanks import CALIBRATION, GREEN, IVORY

#: A box as wide as a tile, but less than a third as high.
_SIDE = np.array([[288, 42], [318, 42], [318, 54], [288, 54]], np.float32)


def _tile(
    index: int, likely: dict[str, float], ground: tuple[int, int, int], *, ink: bool = False
) -> Detection:
    """The tile at a place of a row.

    Args:
        index: its place in the row.
        likely: the probabilities of its likely faces.
        ground: RGB: the colour of its ground.
        ink: whether it shows a blue bar.
    """
    probabilities = np.full(len(CLASSES), (1 - sum(likely.values())) / len(CLASSES), np.float32)
    for tile, probability in likely.items():
        probabilities[CLASSES.index(tile)] += probability
    crop = np.full((64, 64, 3), ground, np.uint8)
    if ink:
        crop[20:44, 26:38] = (20, 20, 120)
    left = index * 32
    box = np.array([[left, 0], [left + 30, 0], [left + 30, 40], [left, 40]], np.float32)
    return Detection(box, 0.9, probabilities / probabilities.sum(), crop=crop)


def _faces(count: int) -> list[Detection]:
    """The first tiles of a row: ivory faces that were read for sure."""
    return [_tile(index, {f"{index + 1}p": 0.97}, IVORY, ink=True) for index in range(count)]


def _read(detections: list[Detection]) -> list[Detection]:
    return recognise_blanks(detections, CALIBRATION)


def _unsure(index: int, ground: tuple[int, int, int]) -> Detection:
    """A blank tile at a place of the row: probably a back, perhaps a white dragon."""
    return _tile(index, {BACK: 0.9, "5z": 0.08}, ground)


def test_blank_tile_of_the_faces_colour_is_a_white_dragon() -> None:
    assert _read([*_faces(5), _unsure(5, IVORY)])[-1].tile == "5z"


def test_shaded_blank_tile_is_a_white_dragon() -> None:
    assert _read([*_faces(5), _unsure(5, (190, 186, 173))])[-1].tile == "5z"


@pytest.mark.parametrize("colour", [GREEN, (200, 150, 40), (25, 25, 25)])
def test_blank_tile_of_another_colour_is_a_back(colour: tuple[int, int, int]) -> None:
    unsure = _tile(5, {BACK: 0.5, "5z": 0.48}, colour)
    assert _read([*_faces(5), unsure])[-1].tile == BACK


def test_more_than_four_blank_tiles_are_the_backs_of_a_set_of_one_colour() -> None:
    blanks = [_unsure(5 + index, IVORY) for index in range(5)]
    tiles = _read([*_faces(5), *blanks])
    assert [tile.tile for tile in tiles[5:]] == [BACK] * 5


def test_proposals_that_are_hardly_tiles_are_not_counted_among_the_white_dragons() -> None:
    blanks = [_unsure(5 + index, IVORY) for index in range(2)]
    proposals = [replace(_unsure(7 + index, IVORY), score=0.2) for index in range(4)]
    tiles = _read([*_faces(5), *blanks, *proposals])
    assert [tile.tile for tile in tiles[5:7]] == ["5z"] * 2
    assert [tile.tile for tile in tiles[7:]] == [BACK] * 4


def test_a_set_whose_white_dragons_have_a_frame_has_no_blank_ones() -> None:
    framed = _tile(5, {"5z": 0.97}, IVORY, ink=True)
    assert _read([*_faces(5), framed, _unsure(6, IVORY)])[-1].tile == BACK


def test_a_framed_card_of_another_colour_is_no_white_dragon_with_a_frame() -> None:
    card = _tile(5, {"5z": 0.97}, GREEN, ink=True)
    assert _read([*_faces(5), card, _unsure(6, IVORY)])[-1].tile == "5z"


def test_nothing_is_judged_without_a_face() -> None:
    assert _read([_unsure(0, IVORY)])[-1].tile == BACK


def test_a_back_for_sure_of_the_faces_colour_is_a_white_dragon() -> None:
    assert _read([*_faces(5), _tile(5, {BACK: 0.9998}, IVORY)])[-1].tile == "5z"


def test_sides_of_tiles_are_not_counted_among_the_white_dragons() -> None:
    blanks = [_unsure(5 + index, IVORY) for index in range(4)]
    sides = [
        replace(_unsure(9 + index, IVORY), box=np.add(_SIDE, (index * 32, 0))) for index in range(3)
    ]
    tiles = _read([*_faces(5), *blanks, *sides])
    assert [tile.tile for tile in tiles[5:9]] == ["5z"] * 4
    assert [tile.tile for tile in tiles[9:]] == [BACK] * 3


def test_other_tiles_and_the_sum_of_both_stay() -> None:
    before = [*_faces(5), _unsure(5, IVORY)]
    after = _read(before)
    for face_before, face_after in zip(before[:5], after[:5], strict=True):
        assert face_after is face_before
    assert after[-1].probabilities.sum() == pytest.approx(1)


def test_nothing_comes_of_nothing() -> None:
    assert _read([]) == []


@pytest.mark.parametrize(("ground", "is_likelier"), [(IVORY, True), ((150, 146, 136), False)])
def test_a_white_dragon_is_the_likelier_the_more_its_ground_is_that_of_the_faces(
    ground: tuple[int, int, int], is_likelier: bool
) -> None:
    faint = replace(_tile(5, {"5z": 0.9}, ground), score=0.3)
    dragon = _read([*_faces(5), faint])[-1]
    assert (dragon.score > 0.3) is is_likelier


def test_a_back_is_as_likely_a_tile_as_before() -> None:
    faint = replace(_tile(5, {BACK: 0.9}, GREEN), score=0.3)
    assert _read([*_faces(5), faint])[-1].score == 0.3
