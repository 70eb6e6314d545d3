"""The same networks through Ultralytics' ``predict``: what most people would write. ``batch.py`` runs it.

    python -m measuring.benchmarks.ultralytics_predict FOLDER

It needs Ultralytics (extra ``train``). The detector goes over the folder in one streaming ``predict``; each photo's
faces are cut out and read in one batch; the hand is laid out and decoded as everywhere else. Prints its figures as
JSON.
"""

import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("YOLO_OFFLINE", "true")
os.environ.setdefault("YOLO_AUTOINSTALL", "false")

import numpy as np

from hu.app.reading.read import read_hand
from hu.vision.networks.classifier import classify
from hu.vision.networks.detector import DETECTOR_CLASSES, Outline
from hu.vision.reader import MODELS, Reader

#: Photos before the clock starts: the first ones load and warm everything up.
WARM = 8


def with_ultralytics_metadata(detector: Path, folder: Path) -> Path:
    """A copy of the detector that names its task and classes as Ultralytics' own exports do."""
    import onnx  # noqa: PLC0415

    model = onnx.load(str(detector))
    names = dict(enumerate(DETECTOR_CLASSES))
    metadata = {
        "task": "obb",
        "names": names,
        "stride": 32,
        "imgsz": [640, 640],
        "batch": 1,
        "channels": 3,
    }
    metadata |= {"args": {"dynamic": True, "nms": False}}
    onnx.helper.set_model_props(model, {key: str(value) for key, value in metadata.items()})
    onnx.save(model, str(folder / "detector.onnx"))
    return folder / "detector.onnx"


def hands(folder: Path, detector: Path) -> Iterator[str]:
    """Read every photo of a folder."""
    from ultralytics import YOLO  # noqa: PLC0415

    reader = Reader(MODELS)
    model = YOLO(str(detector), task="obb")
    for result in model.predict(
        source=str(folder), stream=True, imgsz=640, conf=0.25, iou=0.35, verbose=False
    ):
        image = np.ascontiguousarray(result.orig_img[:, :, ::-1])
        detections = classify(
            reader.classifier, image, list(_found(result.obb)), reader.calibration
        )
        yield read_hand(detections, "zung-jung").text


def _found(boxes: Any) -> Iterator[Outline]:
    """Ultralytics' boxes with their long sides upright, as the project's own detector gives them."""
    for corners, score, label in zip(
        boxes.xyxyxyxy.numpy(), boxes.conf.tolist(), boxes.cls.tolist(), strict=True
    ):
        box = corners.astype(np.float32)
        if np.linalg.norm(box[1] - box[0]) > np.linalg.norm(box[2] - box[1]):
            box = np.roll(box, 1, axis=0)
        if box[0, 1] + box[1, 1] > box[2, 1] + box[3, 1]:
            box = np.roll(box, 2, axis=0)
        yield Outline(box, score, float(label))


def main() -> None:
    """Run from the command line."""
    read, started = [], time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        detector = with_ultralytics_metadata(MODELS / "detector.onnx", Path(folder))
        for number, hand in enumerate(hands(Path(sys.argv[1]), detector), start=1):
            read.append(hand)
            if number == WARM:
                started = time.perf_counter()
    seconds = time.perf_counter() - started
    print(json.dumps({"rate": (len(read) - WARM) / seconds, "hands": read}))


if __name__ == "__main__":
    main()
