"""The figures of ``hu evaluate`` are what they say, checked by hand and against the COCO tools."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from hu.app.cli import cli
from hu.app.evaluation.average_precision import ScoredDetection, average_precision
from hu.app.evaluation.figures import figures_of
from hu.app.evaluation.judging import count_edits, judge_photo, judge_photos
from hu.app.evaluation.labelled import Labelled, load_labelled
from hu.scoring.errors import InputError
from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.reader import Reader


def _seen(tile: str, x: float, y: float, sure: float = 0.9, size: float = 20) -> Detection:
    box = np.array([[x, y], [x + size, y], [x + size, y + size], [x, y + size]], dtype=np.float32)
    probabilities = np.full(43, (1 - sure) / 42, dtype=np.float32)
    probabilities[CLASSES.index(tile)] = sure
    return Detection(box, 0.8, probabilities)


def _labelled(*tiles: str) -> Labelled:
    """Tiles of 20 x 20 pixels side by side in a picture of 200 x 100."""
    boxes = [[k * 0.1, 0.0, (k + 1) * 0.1, 0.2] for k in range(len(tiles))]
    return Labelled(Path("x.jpg"), tiles, np.array(boxes, dtype=np.float32))


def test_a_perfect_reading_needs_no_correction() -> None:
    one = judge_photo(
        _labelled("1m", "2m"),
        [_seen("1m", 0, 0), _seen("2m", 20, 0)],
        ["1m", "2m"],
        (200, 100),
        0.1,
    )
    assert (one.right, one.counted, one.corrections, one.decoded) == (2, 2, 0, 0)


def test_misread_missed_and_invented_tiles_count_once_each() -> None:
    labels = _labelled("1m", "2m", "3m")
    seen = [_seen("1m", 0, 0), _seen("7m", 20, 0), _seen("9s", 58, 0)]
    one = judge_photo(labels, seen, ["1m", "7m", "9s"], (200, 100), 0.1)
    assert one.corrections == 3  # 7m for 2m, 3m missed, 9s beside the hand invented
    assert one.decoded == 2  # as lists, two exchanges
    assert one.confused == [("2m", "7m")]
    assert [(error.truth, error.read) for error in one.errors] == [
        ("2m", "7m"),
        (None, "9s"),
        ("3m", None),
    ]


def test_tiles_far_from_the_labels_do_not_count() -> None:
    one = judge_photo(
        _labelled("1m"), [_seen("1m", 0, 0), _seen("5z", 150, 70)], ["1m"], (200, 100), 0.1
    )
    assert (one.counted, one.corrections) == (1, 0)


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

    rng = np.random.default_rng(3)
    truth, found, scored = [], [], []
    for number in range(120):
        tile = int(rng.integers(1, 5))
        box = [number * 50.0, 0.0, 20.0, 20.0]
        truth.append(
            {
                "id": number + 1,
                "image_id": 1,
                "category_id": tile,
                "bbox": box,
                "area": 400,
                "iscrowd": 0,
            }
        )
        if rng.random() < 0.8:
            named = tile if rng.random() < 0.8 else 1 + tile % 4
            score = float(rng.random())
            found.append({"image_id": 1, "category_id": named, "bbox": box, "score": score})
            scored.append(ScoredDetection(str(named), score, named == tile))
    coco = COCO()
    coco.dataset = {
        "images": [{"id": 1}],
        "annotations": truth,
        "categories": [{"id": k} for k in range(1, 5)],
        "info": {},
    }
    coco.createIndex()
    check = COCOeval(coco, coco.loadRes(found), "bbox")
    check.params.maxDets = [1000]
    check.params.iouThrs = np.array([0.5])
    check.evaluate()
    check.accumulate()
    expected = float(check.eval["precision"][0, :, :, 0, 0].mean())
    totals = {str(k): sum(entry["category_id"] == k for entry in truth) for k in range(1, 5)}
    assert average_precision(scored, totals) == pytest.approx(expected, abs=1e-9)


def test_the_summary_is_plain_json_and_adds_up() -> None:
    good = judge_photo(_labelled("1m"), [_seen("1m", 0, 0)], ["1m"], (200, 100), 0.1)
    bad = judge_photo(_labelled("1m"), [_seen("2m", 0, 0)], ["2m"], (200, 100), 0.3)
    figures = json.loads(json.dumps(figures_of([good, bad]).to_json()))
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


@pytest.mark.usefixtures("tiny")
def test_a_third_rule_set_is_accepted() -> None:
    samples = Path(__file__).parents[3] / "datasets" / "samples"
    result = CliRunner().invoke(cli, ["evaluate", str(samples), "--rules", "tiny", "--json"])
    assert json.loads(result.stdout)["photos"] >= 1, result.stderr


def test_of_a_whole_table_the_tiles_of_the_hand_count(shared: Path) -> None:
    (photo,) = (
        entry
        for entry in load_labelled(shared / "photos" / "tables")
        if entry.path.stem == "Coppro_ryanpeikou"
    )
    (one,), _ = judge_photos([photo], Reader(threads=1))
    assert (one.counted, one.right, one.corrections, one.decoded) == (14, 14, 0, 0)
