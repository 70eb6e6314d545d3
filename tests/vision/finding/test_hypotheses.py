"""Tiles that the detector missed or split, found by what lies beside them."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.finding.hypotheses import completed, gaps, halves
from hu.vision.networks.detector import Outline

CLOTH, IVORY = (20, 90, 60), (235, 232, 220)


def tile(face: str, x: float, y: float = 100.0, width: float = 30.0, height: float = 40.0) -> Detection:
    """An upright tile centred at (x, y)."""
    half = np.array([width, height]) / 2
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half + (x, y)
    return Detection(corners.astype(np.float32), 0.9, np.eye(len(CLASSES), dtype=np.float32)[CLASSES.index(face)])


def row(faces: str) -> list[Detection]:
    """Tiles side by side; ``-`` is a place without a detection."""
    return [tile(face, 50 + 31 * index) for index, face in enumerate(faces.split()) if face != "-"]


def picture(tiles: Sequence[Detection], *, cloth: tuple[int, int, int] = CLOTH) -> NDArray[np.uint8]:
    """Ivory blocks on cloth, each with a dark mark in its middle."""
    image = np.full((240, 640, 3), cloth, dtype=np.uint8)
    for detection in tiles:
        cv2.fillConvexPoly(image, detection.box.astype(np.int32), IVORY)
        cv2.circle(image, tuple(int(value) for value in detection.center), 5, (20, 20, 120), -1)
    return image


def reads(face: str, score: float = 0.9, confidence: float = 0.9) -> object:
    """A classifier that sees the same in every outline."""

    def read(outlines: Sequence[Outline]) -> list[Detection]:
        probabilities = np.full(len(CLASSES), (1 - confidence) / (len(CLASSES) - 1), dtype=np.float32)
        probabilities[CLASSES.index(face)] = confidence
        return [Detection(outline.box, score, probabilities) for outline in outlines]

    return read


def faces_of(tiles: Sequence[Detection]) -> list[str]:
    return [detection.tile for detection in sorted(tiles, key=lambda detection: float(detection.center[0]))]


@pytest.mark.parametrize("seen_as", ["5z", "back"])
def test_a_blank_tile_in_a_gap_is_a_white_dragon(seen_as: str) -> None:
    tiles = row("2z 7z - 4z 3z 6z")
    image = picture(tiles)
    cv2.fillConvexPoly(image, tile("5z", 50 + 31 * 2).box.astype(np.int32), IVORY)
    found = completed(image, tiles, reads(seen_as))  # type: ignore[arg-type]
    assert faces_of(found) == ["2z", "7z", "5z", "4z", "3z", "6z"]
    assert np.allclose(found[-1].box, tile("5z", 50 + 31 * 2).box, atol=1)


def test_cloth_between_two_sets_is_not_a_tile() -> None:
    tiles = row("2z 7z - 4z 3z 6z")
    assert completed(picture(tiles), tiles, reads("5z")) == tiles  # type: ignore[arg-type]


def test_a_gap_on_cloth_as_bright_as_the_tiles_is_not_looked_at() -> None:
    tiles = row("2z 7z - 4z 3z 6z")
    assert not list(gaps(picture(tiles, cloth=IVORY), tiles))


def test_a_gap_in_which_the_classifier_sees_no_tile_stays_one() -> None:
    tiles = row("2z 7z - 4z 3z 6z")
    image = picture(tiles)
    cv2.fillConvexPoly(image, tile("5z", 50 + 31 * 2).box.astype(np.int32), IVORY)
    assert completed(image, tiles, reads("5z", score=0.2)) == tiles  # type: ignore[arg-type]
    assert completed(image, tiles, reads("3p")) == tiles  # type: ignore[arg-type]


def test_neighbours_that_are_upside_down_to_each_other_share_a_gap() -> None:
    tiles = row("2z 7z - 4z 3z 6z")
    tiles[1] = replace(tiles[1], box=np.roll(tiles[1].box, 2, axis=0))
    image = picture(tiles)
    cv2.fillConvexPoly(image, tile("5z", 50 + 31 * 2).box.astype(np.int32), IVORY)
    (box,) = gaps(image, tiles)
    assert np.allclose(box.mean(axis=0), (50 + 31 * 2, 100), atol=1)


def test_two_halves_as_large_as_a_tile_beside_them_are_one() -> None:
    tiles = [tile("2p", 50, 90, 30, 20), tile("2p", 50, 110, 30, 20), *row("- 5p 6p 7p")]
    found = completed(picture(tiles), tiles, reads("4p"))  # type: ignore[arg-type]
    assert faces_of(found) == ["4p", "5p", "6p", "7p"]


def test_halves_whose_dots_do_not_add_up_stay_two() -> None:
    tiles = [tile("2p", 50, 90, 30, 20), tile("2p", 50, 110, 30, 20), *row("- 5p 6p 7p")]
    assert completed(picture(tiles), tiles, reads("5p")) == tiles  # type: ignore[arg-type]


def test_a_pair_in_a_row_of_small_tiles_before_large_ones_is_not_halves() -> None:
    small = [tile("2p", 50 + 31 * index, 150) for index in range(4)]
    large = [tile("5p", 60 + 58 * index, 60, 55, 75) for index in range(3)]
    assert not list(halves([*small, *large]))


def test_halves_that_make_no_legible_tile_stay_two() -> None:
    tiles = [tile("2p", 50, 90, 30, 20), tile("2p", 50, 110, 30, 20), *row("- 5p 6p 7p")]
    assert completed(picture(tiles), tiles, reads("4p", confidence=0.3)) == tiles  # type: ignore[arg-type]


def test_neighbours_and_rows_of_whole_tiles_are_not_halves() -> None:
    behind = [replace(detection, box=detection.box - np.float32([0, 41])) for detection in row("1m 2m 3m 4m")]
    assert not list(halves([*row("5p 6p 7p 8p"), *behind]))
