"""The figures of ``hu evaluate`` are right, checked by hand and against the COCO tools."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from hu.app.cli import cli
from hu.app.evaluation.average_precision import ScoredDetection, average_precision
from hu.app.evaluation.figures import figures_of
from hu.app.evaluation.judging import PhotoJudgement, count_edits, judge_photo, judge_photos
from hu.app.evaluation.labelled import Labelled, load_labelled
from hu.scoring.errors import InputError
from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.reader import Reader


def _detection(tile: str, x: float, y: float) -> Detection:
    """A detection of 20 x 20 pixels whose upper left corner is at (x, y)."""
    corners = [[x, y], [x + 20, y], [x + 20, y + 20], [x, y + 20]]
    probabilities = np.full(len(CLASSES), 0.1 / 42, dtype=np.float32)
    probabilities[CLASSES.index(tile)] = 0.9
    return Detection(np.array(corners, dtype=np.float32), 0.8, probabilities)


def _labelled(*tiles: str) -> Labelled:
    """Tiles of 20 x 20 pixels side by side in a picture of 200 x 100."""
    boxes = [[place * 0.1, 0.0, (place + 1) * 0.1, 0.2] for place in range(len(tiles))]
    return Labelled(Path("x.jpg"), tiles, np.array(boxes, dtype=np.float32))


def _judge(
    labelled: Labelled,
    detections: Sequence[Detection],
    decoded: Sequence[str],
    seconds: float = 0.1,
) -> PhotoJudgement:
    """Judge the reading of a picture of 200 x 100."""
    return judge_photo(labelled, detections, decoded, size=(200, 100), seconds=seconds)


def test_a_perfect_reading_needs_no_correction() -> None:
    detections = [_detection("1m", 0, 0), _detection("2m", 20, 0)]
    judgement = _judge(_labelled("1m", "2m"), detections, decoded=["1m", "2m"])
    assert (judgement.right, judgement.counted) == (2, 2)
    assert (judgement.corrections, judgement.corrections_decoded) == (0, 0)


def test_misread_missed_and_invented_tiles_count_once_each() -> None:
    labelled = _labelled("1m", "2m", "3m")
    detections = [_detection("1m", 0, 0), _detection("7m", 20, 0), _detection("9s", 58, 0)]
    judgement = _judge(labelled, detections, decoded=["1m", "7m", "9s"])
    # 7m is read for 2m, 9s beside the hand is invented, and 3m is missed.
    errors = [(error.truth, error.read) for error in judgement.errors]
    assert errors == [("2m", "7m"), (None, "9s"), ("3m", None)]
    assert judgement.corrections == 3
    assert judgement.confused == [("2m", "7m")]
    # As lists, two tiles are exchanged.
    assert judgement.corrections_decoded == 2


def test_tiles_far_from_the_labels_do_not_count() -> None:
    detections = [_detection("1m", 0, 0), _detection("5z", 150, 70)]
    judgement = _judge(_labelled("1m"), detections, decoded=["1m"])
    assert (judgement.counted, judgement.corrections) == (1, 0)


@pytest.mark.parametrize(
    ("truth", "read", "count"),
    [
        ("", "", 0),
        ("1m 2m", "1m 3m", 1),
        ("1m", "1m 2m 3m", 2),
        ("1m 1m", "1m", 1),
        ("1m 2m", "2m 1m", 0),
    ],
)
def test_edits(truth: str, read: str, count: int) -> None:
    assert count_edits(truth.split(), read.split()) == count


def test_average_precision_agrees_with_the_coco_tools() -> None:
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    # Of 120 objects in four categories eight tenths are detected, of which eight tenths get the
    # right category.
    rng = np.random.default_rng(3)
    objects: list[dict[str, Any]] = []
    results: list[dict[str, Any]] = []
    scored = []
    for number in range(120):
        category = int(rng.integers(1, 5))
        coco_object = {
            "id": number + 1,
            "image_id": 1,
            "category_id": category,
            "bbox": [number * 50.0, 0.0, 20.0, 20.0],
            "area": 400,
            "iscrowd": 0,
        }
        objects.append(coco_object)
        if rng.random() >= 0.8:
            continue
        detected_category = category
        if rng.random() >= 0.8:
            detected_category = 1 + category % 4
        score = float(rng.random())
        result = {"image_id": 1, "category_id": detected_category, "score": score}
        results.append({**result, "bbox": coco_object["bbox"]})
        hit = detected_category == category
        scored.append(ScoredDetection(str(detected_category), score, hit))

    coco = COCO()
    coco.dataset = {
        "images": [{"id": 1}],
        "annotations": objects,
        "categories": [{"id": category} for category in range(1, 5)],
        "info": {},
    }
    coco.createIndex()
    evaluation = COCOeval(coco, coco.loadRes(results), "bbox")
    evaluation.params.maxDets = [1000]
    evaluation.params.iouThrs = np.array([0.5])
    evaluation.evaluate()
    evaluation.accumulate()
    # (IoU, recall, category, area, number of detections)
    expected = float(evaluation.eval["precision"][0, :, :, 0, 0].mean())

    totals = Counter(str(coco_object["category_id"]) for coco_object in objects)
    assert average_precision(scored, totals) == pytest.approx(expected, abs=1e-9)


def test_the_figures_are_plain_json_and_add_up() -> None:
    right = _judge(_labelled("1m"), [_detection("1m", 0, 0)], decoded=["1m"], seconds=0.1)
    misread = _judge(_labelled("1m"), [_detection("2m", 0, 0)], decoded=["2m"], seconds=0.3)
    figures = json.loads(json.dumps(asdict(figures_of([right, misread]))))
    assert (figures["precision"], figures["recall"], figures["exact"]) == (0.5, 0.5, 0.5)
    assert figures["confusions"] == [{"truth": "1m", "read": "2m", "count": 1}]
    assert figures["seconds"]["worst"] == 0.3


def test_broken_label_folders_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected images/"):
        load_labelled(tmp_path)
    (tmp_path / "images").mkdir()
    (tmp_path / "labels").mkdir()
    with pytest.raises(InputError, match="no photos"):
        load_labelled(tmp_path)
    (tmp_path / "images" / "a.jpg").touch()
    with pytest.raises(InputError, match=r"a\.txt: no such label file"):
        load_labelled(tmp_path)
    (tmp_path / "labels" / "a.txt").write_text("77 0 0 1 1\n")
    with pytest.raises(InputError, match="line 1"):
        load_labelled(tmp_path)
    (tmp_path / "hands.jsonl").write_text('{"hand": "12m"}\n')
    with pytest.raises(InputError, match=r"hands\.jsonl, line 1"):
        load_labelled(tmp_path)


@pytest.mark.parametrize("tiles", ["14", '"5m 7z"', "null", '{"5m": 1}'])
def test_tiles_that_are_no_list_are_refused(tmp_path: Path, tiles: str) -> None:
    content = f'{{"photo": "a.jpg", "tiles": ["5m"]}}\n{{"photo": "b.jpg", "tiles": {tiles}}}\n'
    (tmp_path / "hands.jsonl").write_text(content)
    with pytest.raises(InputError, match=r"hands\.jsonl, line 2: expected"):
        load_labelled(tmp_path)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("hands.tsv", "photo\thand\na.jpg\t55z\n"),
        ("hands.jsonl", '{"photo": "a.jpg", "hand": "55z"}'),
    ],
)
def test_labels_may_begin_with_a_byte_order_mark(tmp_path: Path, name: str, content: str) -> None:
    # Spreadsheets and Windows editors write the mark.
    (tmp_path / name).write_text(content, encoding="utf-8-sig")
    (labelled,) = load_labelled(tmp_path)
    assert (labelled.path.name, labelled.tiles) == ("a.jpg", ("5z", "5z"))


def test_a_label_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    for folder in ("images", "labels"):
        (tmp_path / folder).mkdir()
    (tmp_path / "images" / "a.jpg").touch()
    (tmp_path / "labels" / "a.txt").write_text("0 0.5 0.5 1 1\n", encoding="utf-8-sig")
    (labelled,) = load_labelled(tmp_path)
    assert labelled.tiles == (CLASSES[0],)


def test_a_list_of_photos_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("a.jpg\n", encoding="utf-8-sig")
    (tmp_path / "hands.tsv").write_text("photo\thand\na.jpg\t55z\n", encoding="utf-8")
    arguments = ["evaluate", str(tmp_path), "--only", str(tmp_path / "list.txt")]
    result = CliRunner().invoke(cli, arguments)
    # The list names the photo, which is missing.
    assert "a.jpg: No such file" in result.stderr, result


@pytest.mark.usefixtures("tiny")
def test_a_third_rule_set_is_accepted() -> None:
    samples = Path(__file__).parents[3] / "datasets" / "samples"
    result = CliRunner().invoke(cli, ["evaluate", str(samples), "--rules", "tiny", "--json"])
    assert json.loads(result.stdout)["photos"] >= 1, result.stderr


def test_only_the_tiles_of_the_hand_count_on_a_whole_table(shared: Path) -> None:
    tables = load_labelled(shared / "photos" / "tables")
    photo_of = {labelled.path.stem: labelled for labelled in tables}
    judgements, failures = judge_photos([photo_of["Coppro_ryanpeikou"]], Reader(threads=1))
    assert not failures
    (judgement,) = judgements
    assert (judgement.counted, judgement.right) == (14, 14)
    assert (judgement.corrections, judgement.corrections_decoded) == (0, 0)
