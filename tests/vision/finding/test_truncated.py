"""Outlines of a part of a tile become as long as their neighbours if the classifier agrees."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.finding.truncated import propose_whole_tiles, repair_truncated
from hu.vision.networks.detector import Outline


def tile(
    face: str, x: float, y: float = 0.0, height: float = 42.0, confidence: float = 0.95
) -> Detection:
    """A tile 30 pixels wide whose upper edge lies at ``y``."""
    probabilities = np.full(len(CLASSES), (1 - confidence) / (len(CLASSES) - 1), dtype=np.float32)
    probabilities[CLASSES.index(face)] = confidence
    box = np.array([[x, y], [x + 30, y], [x + 30, y + height], [x, y + height]], np.float32)
    return Detection(box, confidence, probabilities)


def reads(
    face: str, confidence: float = 0.99, score: float = 0.0
) -> Callable[[Sequence[Outline]], list[Detection]]:
    """Make a reader that sees a face in outlines level with ``ROW``, and little elsewhere.

    Args:
        face: the face.
        confidence: how surely it is read in outlines level with ``ROW``.
        score: the score of every detection. 0 for the confidence of its face.
    """

    def read(outlines: Sequence[Outline]) -> list[Detection]:
        detections = []
        for outline in outlines:
            is_level = abs(float(outline.box[:, 1].min())) < 2
            reading = tile(face, 0.0, confidence=confidence if is_level else 0.1)
            detections.append(Detection(outline.box, score or reading.score, reading.probabilities))
        return detections

    return read


ROW = [tile(face, 31.0 * k) for k, face in enumerate(["1p", "3p", "5p", "6p"])]


def faces(detections: Sequence[Detection]) -> list[str]:
    return [detection.tile for detection in detections]


def test_two_halves_become_the_whole_tile() -> None:
    halves = [tile("2p", 124, 0, 21), tile("2p", 124, 21, 21)]
    repaired = repair_truncated([*ROW, *halves], reads("4p"))
    assert faces(repaired) == ["1p", "3p", "5p", "6p", "4p"]
    assert np.allclose(np.ptp(repaired[-1].box, axis=0), (30, 42), atol=0.5)


@pytest.mark.parametrize(("whole", "read"), [("4p", ["4p"]), ("2p", ["2p", "2p"])])
def test_surer_halves_give_way_to_another_face_alone(whole: str, read: list[str]) -> None:
    halves = [tile("2p", 124, top, 21, confidence=0.98) for top in (0, 21)]
    repaired = repair_truncated([*ROW, *halves], reads(whole, score=0.85))
    assert faces(repaired[len(ROW) :]) == read


@pytest.mark.parametrize("top", [0.0, 14.0])
def test_a_short_outline_becomes_the_whole_tile(top: float) -> None:
    repaired = repair_truncated([*ROW, tile("8p", 124, top, 28)], reads("9p"))
    assert faces(repaired)[-1] == "9p"
    assert np.allclose(repaired[-1].box[:, 1].min(), 0, atol=0.5)


def test_the_part_stays_where_the_whole_is_less_clear() -> None:
    row = [*ROW, tile("8p", 124, 0, 28)]
    assert repair_truncated(row, reads("9p", confidence=0.7)) == row


def test_tiles_as_long_as_their_neighbours_are_not_looked_at_again() -> None:
    assert not list(propose_whole_tiles([*ROW, tile("8p", 124, 2, 38)]))


def test_a_tile_hidden_behind_another_one_stays_short() -> None:
    row_before = [tile("1m", 31.0 * k, 28) for k in range(5)]
    for proposal in propose_whole_tiles([*ROW, tile("8p", 124, 0, 28), *row_before]):
        assert proposal.box[:, 1].max() <= 40


def test_a_sideways_tile_is_not_short() -> None:
    box = np.array([[166, 12], [166, 42], [124, 42], [124, 12]], np.float32)
    sideways = Detection(box, 0.95, tile("7p", 0).probabilities)
    assert not list(propose_whole_tiles([*ROW, sideways]))
