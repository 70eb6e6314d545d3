"""A hole of one tile's width in a row may be a tile that was not detected."""

from collections.abc import Sequence

import numpy as np
import pytest

from hu.scoring.tiles import BACK, CLASSES
from hu.vision.detection import Detection
from hu.vision.finding.holes import fill_holes, find_holes
from hu.vision.networks.detector import Outline

#: Of the log-odds of a tile, of a white dragon, and of its similarity to the faces around it.
_WEIGHTS = (1.0, 0.5, 2.0, -1.0)
_IVORY = (225, 220, 205)
_GREEN = (30, 140, 70)


def _tile(
    face: str, x: float, y: float = 0.0, *, score: float = 0.95, turn_deg: float = 0.0
) -> Detection:
    """A tile 30 pixels wide and 40 pixels high.

    Args:
        face: its likeliest face.
        x: the left edge in pixels.
        y: the upper edge in pixels.
        score: how likely it is a tile.
        turn_deg: by how much it is turned about its middle.
    """
    probabilities = np.full(len(CLASSES), 0.001, np.float32)
    probabilities[CLASSES.index(face)] = 1
    box = np.array([[x, y], [x + 30, y], [x + 30, y + 40], [x, y + 40]], np.float32)
    angle = np.radians(turn_deg)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    middle = box.mean(axis=0)
    box = ((box - middle) @ turn + middle).astype(np.float32)
    crop = np.full((64, 64, 3), _GREEN if face == BACK else _IVORY, np.uint8)
    if face not in ("5z", BACK):
        crop[20:44, 26:38] = (20, 20, 120)
    return Detection(box, score, probabilities / probabilities.sum(), crop=crop)


def _row(*places: int) -> list[Detection]:
    """Tiles in some places of a row, with gaps of a pixel."""
    return [_tile(f"{place + 1}p", 31.0 * place) for place in places]


class _Classifier:
    """Sees one face in every outline, and counts the outlines."""

    def __init__(self, face: str, score: float = 0.9) -> None:
        self.face = face
        self.score = score
        self.outlines: list[Outline] = []

    def __call__(self, outlines: Sequence[Outline]) -> list[Detection]:
        self.outlines += outlines
        return [
            _tile(self.face, float(outline.box[0, 0]), score=self.score) for outline in outlines
        ]


def test_a_hole_lies_where_a_tile_would_touch_both_neighbours() -> None:
    (hole,) = find_holes(_row(0, 1, 3, 4))
    assert hole.beside == (1, 2)
    assert np.allclose(hole.box, [[62, 0], [92, 0], [92, 40], [62, 40]])


def test_one_neighbour_may_be_unclear() -> None:
    (hole,) = find_holes([*_row(0, 1), _tile("5z", 93.0, score=0.55)])
    assert hole.beside == (1, 2)


def test_a_neighbour_that_lies_upside_down_leaves_the_same_hole() -> None:
    row = _row(0, 1, 3, 4)
    row[2] = _tile("4p", 93.0, turn_deg=180)
    (hole,) = find_holes(row)
    assert np.allclose(hole.box, [[62, 0], [92, 0], [92, 40], [62, 40]], atol=0.01)


@pytest.mark.parametrize(
    "tiles",
    [
        pytest.param(_row(0, 1, 2, 3), id="no gap"),
        pytest.param(_row(0, 1, 4, 5), id="two tiles wide"),
        pytest.param(_row(0, 2), id="no neighbour that touches"),
        pytest.param([*_row(0, 1), _tile("4p", 80.0)], id="half a tile wide"),
        pytest.param([*_row(0, 1, 3), _tile("9s", 62.0, score=0.5)], id="an unclear tile in it"),
        pytest.param([*_row(0, 1), _tile("4p", 93.0, 20.0)], id="another row"),
        pytest.param([*_row(0, 1), _tile("4p", 93.0, turn_deg=30)], id="turned"),
        pytest.param([*_row(0, 1), _tile(BACK, 93.0)], id="beside a back"),
        pytest.param(
            [*_row(0), *(_tile("4p", 31.0 * place, score=0.6) for place in (1, 3))],
            id="between unclear tiles",
        ),
    ],
)
def test_other_gaps_are_no_holes(tiles: list[Detection]) -> None:
    assert find_holes(tiles) == []


def test_a_white_dragon_in_a_hole_is_added() -> None:
    filled = fill_holes(_row(0, 1, 3, 4), _Classifier("5z"), _WEIGHTS, 0.45)
    assert [tile.tile for tile in filled] == ["1p", "2p", "4p", "5p", "5z"]
    # The log-odds of 0.9, a white dragon, its similarity, and the constant.
    assert 0.84 < filled[-1].score < 0.98


def test_a_hole_stays_empty_if_the_classifier_sees_no_tile_or_a_back() -> None:
    row = _row(0, 1, 3, 4)
    assert fill_holes(row, _Classifier("5z", score=0.02), _WEIGHTS, 0.45) == row
    assert fill_holes(row, _Classifier(BACK), (0.0, 0.0, 0.0, 9.0), 0.45) == row


def test_networks_without_weights_for_holes_fill_none() -> None:
    classifier = _Classifier("5z")
    assert len(fill_holes(_row(0, 1, 3, 4), classifier, (), 0.45)) == 4
    assert classifier.outlines == []
