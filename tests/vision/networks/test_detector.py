"""The networks' numbers become outlines and faces in the photo's own pixels."""

import json
import subprocess
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray

from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.geometry import rectified_corners, rectify
from hu.vision.networks.calibration import Calibration, calibration_to_json, read_calibration
from hu.vision.networks.classifier import classify
from hu.vision.networks.detector import (
    DetectorSettings,
    Outline,
    decode_outlines,
    detect_outlines,
    letterbox,
)
from hu.vision.networks.onnx import Network, WeightsError
from hu.vision.networks.weights import MODERN_NETWORKS
from hu.vision.reader import Reader

SETTINGS = DetectorSettings()


def _raw(*tiles: tuple[float, float, float, float, float, float, float]) -> NDArray[np.float32]:
    """Columns of centre x, y, width, height, face score, back score, angle."""
    return np.array(tiles, dtype=np.float32).T


def test_boxes_are_clockwise_from_top_left_and_scaled_to_the_photo() -> None:
    (outline,) = decode_outlines(_raw((50, 40, 20, 30, 0.9, 0.1, 0)), 2.0, SETTINGS)
    assert np.allclose(outline.box, [[80, 50], [120, 50], [120, 110], [80, 110]])
    assert outline.score == pytest.approx(0.9)
    assert outline.back_share == pytest.approx(0.1)


def test_a_wide_box_is_turned_so_that_its_long_side_stands() -> None:
    (outline,) = decode_outlines(_raw((50, 40, 30, 20, 0.9, 0.1, np.pi / 2)), 1.0, SETTINGS)
    top_left, top_right, _, bottom_left = outline.box
    assert np.linalg.norm(top_right - top_left) == pytest.approx(20, abs=1e-3)
    assert top_left[1] < bottom_left[1]


@pytest.mark.parametrize(
    ("tiles", "scores"),
    [
        pytest.param(
            [(50, 0.6, 0), (51, 0.9, 0.02)], [0.9], id="of two boxes on one tile the surer stays"
        ),
        pytest.param(
            [(50, 0.9, 0), (70, 0.8, 0), (90, 0.1, 0)],
            [0.9, 0.8],
            id="neighbours stay, weak ones go",
        ),
        pytest.param([(50, 0.1, 0)], [], id="nothing"),
    ],
)
def test_the_surest_box_of_each_tile_stays(
    tiles: list[tuple[float, float, float]], scores: list[float]
) -> None:
    columns = [(x, 40.0, 20.0, 30.0, score, 0.0, angle) for x, score, angle in tiles]
    outlines = decode_outlines(_raw(*columns), 1.0, SETTINGS)
    assert [round(outline.score, 2) for outline in outlines] == scores


@pytest.mark.parametrize("size", [(640, 480), (480, 640), (4000, 3000), (100, 16), (33, 1000)])
def test_letterboxing_keeps_proportions_and_whole_strides(size: tuple[int, int]) -> None:
    batch, scale = letterbox(np.zeros((size[1], size[0], 3), dtype=np.uint8), 640)
    assert batch.shape[2] % 32 == 0
    assert batch.shape[3] % 32 == 0
    assert max(size) / scale == pytest.approx(640)


def test_straightening_undoes_a_turn() -> None:
    image = np.zeros((100, 100, 3), dtype=np.uint8)
    # The upper half of a tile, whose corners are at (30, 20) and (50, 60).
    image[20:40, 30:50] = (255, 0, 0)
    upright = np.array([[30, 20], [50, 20], [50, 60], [30, 60]], dtype=np.float32)
    assert rectify(image, upright)[16, 32, 0] > 250
    assert rectify(image, upright)[48, 32, 0] < 5
    upside_down = np.roll(upright, 2, axis=0)
    assert rectify(image, upside_down)[48, 32, 0] > 250


def test_the_square_leaves_the_same_margin_on_every_side() -> None:
    corners = rectified_corners(64, 0.06)
    assert corners[0, 0] == pytest.approx(64 - corners[2, 0])
    assert corners[0, 0] == pytest.approx(corners[0, 1])


BOX = np.array([[20, 20], [60, 20], [60, 60], [20, 60]], dtype=np.float32)
_CALIBRATION = Calibration(
    temperature=1.0,
    detector_weight=0.66,
    classifier_weight=0.64,
    bias=0.5,
    white_bias=0.0,
    ground_weight=0.0,
    red_fives={"m": (1.0, 0.0)},
)


class _MarkClassifier:
    """A stand-in for the classifier, which looks for a bright quarter of the face.

    In the top left it marks an upright 1m, elsewhere a 2m that is turned so far. A black picture is
    no tile.
    """

    metadata: ClassVar[dict[str, str]] = {}

    def run_all(self, batch: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        logits = np.zeros((len(batch), len(CLASSES) + 5), dtype=np.float32)
        # The last number is that of being a tile at all.
        logits[:, -1] = 9 if batch.any() else -9
        for number, face in enumerate(batch):
            upper = face[0, :32]
            lower = face[0, 32:]
            quarters = [upper[:, :32], upper[:, 32:], lower[:, 32:], lower[:, :32]]
            turn = int(np.argmax([quarter.mean() for quarter in quarters]))
            logits[number, len(CLASSES) + turn] = 9
            logits[number, 0 if turn == 0 else 1] = 9
        return [logits]


MARK: Any = _MarkClassifier()


@pytest.mark.parametrize("turn", range(4))
def test_a_turned_face_is_read_again_upright_and_its_box_starts_at_its_own_top_left(
    turn: int,
) -> None:
    image = np.zeros((80, 80, 3), dtype=np.uint8)
    # The tile's own top left quarter.
    image[20:40, 20:40] = 255
    turned_outline = Outline(np.roll(BOX, turn, axis=0), 0.9, 0.0)
    (tile,) = classify(MARK, image, [turned_outline], _CALIBRATION)
    assert tile.tile == "1m"
    assert np.allclose(tile.box, BOX)


def test_a_tile_that_the_detector_calls_a_back_is_one() -> None:
    image = np.zeros((80, 80, 3), dtype=np.uint8)
    (tile,) = classify(MARK, image, [Outline(BOX, 0.9, 0.95)], _CALIBRATION)
    assert tile.tile == "back"
    assert tile.probabilities.sum() == pytest.approx(1)


def test_the_score_grows_with_the_certainty_of_both_networks_that_it_is_a_tile() -> None:
    # The classifier takes a black crop for no tile, and a white crop for a tile.
    black = np.zeros((80, 80, 3), dtype=np.uint8)
    white = np.full((80, 80, 3), 255, dtype=np.uint8)

    def score_of(picture: NDArray[np.uint8], detector_score: float) -> float:
        (tile,) = classify(MARK, picture, [Outline(BOX, detector_score, 0.0)], _CALIBRATION)
        return tile.score

    assert 0 < score_of(black, 0.0) < score_of(black, 0.8) < 0.1
    assert 0.9 < score_of(white, 0.3) < score_of(white, 1.0) < 1


def test_a_network_of_weight_zero_does_not_count() -> None:
    image = np.zeros((80, 80, 3), np.uint8)
    only_bias = replace(_CALIBRATION, detector_weight=0.0, classifier_weight=0.0, bias=1.5)
    for score in (0.1, 0.9):
        (tile,) = classify(MARK, image, [Outline(BOX, score, 0.0)], only_bias)
        assert tile.score == pytest.approx(1 / (1 + np.exp(-1.5)))


def test_a_higher_temperature_makes_faces_less_sure() -> None:
    image = np.zeros((80, 80, 3), np.uint8)
    outline = Outline(BOX, 0.9, 0.0)
    (sharp,) = classify(MARK, image, [outline], replace(_CALIBRATION, temperature=0.5))
    (flat,) = classify(MARK, image, [outline], replace(_CALIBRATION, temperature=4.0))
    assert sharp.confidence > flat.confidence


def _networks(folder: Path) -> Path:
    """Write files in place of the networks, and return their folder."""
    for name in ("detector.onnx", "classifier.onnx"):
        (folder / name).write_bytes(name.encode())
    return folder


def test_fitted_values_travel_with_their_networks(tmp_path: Path) -> None:
    values = replace(_CALIBRATION, temperature=0.8, holes=(1.5, -2.0), numerals=(1.0, 0.5))
    for name in MODERN_NETWORKS:
        (tmp_path / name).write_bytes(name.encode())
    (_networks(tmp_path) / "fitted.json").write_text(calibration_to_json(tmp_path, values))
    assert read_calibration(tmp_path) == values


_WRONG: list[dict[str, object]] = [
    {"temperature": 0},
    {"bias": float("nan")},
    {"bias": "x"},
    {"ground_weight": None},
    {"red_fives": {"m": 1}},
    {"holes": ["x"]},
    {"holes": [float("inf")]},
    {"numerals": [None]},
]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (None, "no such file"),
        ("", "damaged"),
        ("[]", "damaged"),
        ("{}", "damaged"),
        ('{"networks": {}, "values": {"temperature": 1}}', "damaged"),
        *(
            (json.dumps({"networks": {}, "values": asdict(_CALIBRATION) | wrong}), "damaged")
            for wrong in _WRONG
        ),
        (json.dumps({"networks": {}, "values": asdict(_CALIBRATION)}), "other networks"),
    ],
)
def test_networks_without_values_fitted_to_them_are_refused(
    text: str | None, why: str, tmp_path: Path
) -> None:
    if text is not None:
        (_networks(tmp_path) / "fitted.json").write_text(text)
    with pytest.raises(WeightsError, match=rf"{why}.*networks\.fit --weights {tmp_path}$"):
        read_calibration(tmp_path)


def test_a_reader_that_cannot_tell_tiles_from_none_is_refused() -> None:
    class Earlier(_MarkClassifier):
        """A classifier of an earlier version, without the number of being a tile."""

        def run_all(self, batch: NDArray[np.float32]) -> list[NDArray[np.float32]]:
            return [super().run_all(batch)[0][:, :-1]]

    earlier: Any = Earlier()
    image = np.zeros((80, 80, 3), dtype=np.uint8)
    with pytest.raises(WeightsError, match="gives 47 numbers for a face, not 48"):
        classify(earlier, image, [Outline(BOX, 0.8, 0.0)], _CALIBRATION)


def test_of_two_outlines_of_one_tile_the_one_that_is_read_as_a_tile_stays() -> None:
    def detection_at(x: float, score: float) -> Detection:
        box = np.array([[x, 20], [x + 30, 20], [x + 30, 60], [x, 60]], dtype=np.float32)
        probabilities = np.zeros(43, np.float32)
        probabilities[0] = 1
        return Detection(box, score, probabilities)

    right = detection_at(20, 0.8)
    overlapping = detection_at(30, 0.5)
    weak = detection_at(100, 0.3)
    neighbour = detection_at(50, 0.6)
    assert Reader().select_tiles([overlapping, weak, neighbour, right]) == [right, neighbour]
    assert Reader().select_tiles([]) == []


def test_missing_and_damaged_weights_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="no such weights; name the folder of the networks"):
        Network(tmp_path / "classifier.onnx", CLASSES)
    (tmp_path / "classifier.onnx").write_bytes(b"nonsense")
    with pytest.raises(WeightsError, match="not usable weights"):
        Network(tmp_path / "classifier.onnx", CLASSES)


def test_weights_for_other_classes_are_refused_with_both_lists() -> None:
    models = Path(__file__).parents[3] / "models"
    with pytest.raises(WeightsError, match=r"weights: face back; program: 1m 2m"):
        Network(models / "detector.onnx", CLASSES)


def test_the_committed_detector_takes_any_picture_size() -> None:
    network = Network(Path(__file__).parents[3] / "models" / "detector.onnx", ("face", "back"))
    assert json.loads(network.metadata["classes"]) == ["face", "back"]
    for height, width in ((120, 640), (640, 200)):
        grey_picture = np.full((height, width, 3), 90, dtype=np.uint8)
        assert detect_outlines(network, grey_picture) == []


@pytest.mark.parametrize(
    "wrong",
    [{"min_score": 1.2}, {"fine_px": 0}, {"margin_tile_widths": -1}, {"retry_scales": (0.0,)}],
)
def test_thresholds_that_nothing_could_meet_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        DetectorSettings(**wrong)


_LOAD = """
import os, sys
from hu.vision.networks import onnx
assert "onnxruntime" not in sys.modules
print(os.environ["ORT_DISABLE_TELEMETRY"])
"""


def test_telemetry_is_off_before_the_engine_is_loaded() -> None:
    command = [sys.executable, "-c", _LOAD]
    process = subprocess.run(command, capture_output=True, text=True, check=True)
    assert process.stdout == "1\n"
